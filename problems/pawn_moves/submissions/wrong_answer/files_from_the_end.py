"""Believes that there is no file before a; index -1, however, is file h in Python."""

FILES = "abcdefgh"
ROWS = ["RNBQKBNR", "PPPPPPPP", *["........"] * 4, "pppppppp", "rnbqkbnr"]
START = {file + rank: sign for rank, row in zip("12345678", ROWS) for file, sign in zip(FILES, row)}


def is_correct(board, source, goal):
    pawn, target = board[source], board[goal]
    ahead, home = (1, "2") if pawn == "P" else (-1, "7")
    file, ranks = FILES.index(source[0]), int(goal[1]) - int(source[1])
    if goal[0] == source[0] and ranks == ahead:
        return target == "."
    if goal[0] == source[0] and ranks == 2 * ahead:
        return source[1] == home and board[source[0] + str(int(source[1]) + ahead)] == target == "."
    is_beside = goal[0] in (FILES[file - 1], FILES[(file + 1) % 8])
    return is_beside and ranks == ahead and target != "." and target.isupper() != pawn.isupper()


answers = []
for _ in range(int(input())):
    board = dict(START)
    answer = 0
    for number, move in enumerate(input().split(), 1):
        source, goal = move[:2], move[2:]
        if board[source] in "Pp" and not is_correct(board, source, goal):
            answer = number
            break
        board[source], board[goal] = ".", board[source]
    answers.append(answer)
print(*answers)
