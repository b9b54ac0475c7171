"""Believes that the answer is the last incorrect move of a game."""

ROWS = ["RNBQKBNR", "PPPPPPPP", *["........"] * 4, "pppppppp", "rnbqkbnr"]
START = {file + rank: sign for rank, row in zip("12345678", ROWS) for file, sign in zip("abcdefgh", row)}


def is_correct(board, source, goal):
    pawn, target = board[source], board[goal]
    ahead, home = (1, "2") if pawn == "P" else (-1, "7")
    files, ranks = ord(goal[0]) - ord(source[0]), int(goal[1]) - int(source[1])
    if files == 0 and ranks == ahead:
        return target == "."
    if files == 0 and ranks == 2 * ahead:
        return source[1] == home and board[source[0] + str(int(source[1]) + ahead)] == target == "."
    return abs(files) == 1 and ranks == ahead and target != "." and target.isupper() != pawn.isupper()


answers = []
for _ in range(int(input())):
    board = dict(START)
    answer = 0
    for number, move in enumerate(input().split(), 1):
        source, goal = move[:2], move[2:]
        if board[source] in "Pp" and not is_correct(board, source, goal):
            answer = number
        board[source], board[goal] = ".", board[source]
    answers.append(answer)
print(*answers)
