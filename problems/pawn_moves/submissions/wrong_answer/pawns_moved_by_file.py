"""Believes that a pawn may go two squares ahead until a pawn of its colour has left that file."""

ROWS = ["RNBQKBNR", "PPPPPPPP", *["........"] * 4, "pppppppp", "rnbqkbnr"]
START = {file + rank: sign for rank, row in zip("12345678", ROWS) for file, sign in zip("abcdefgh", row)}


def is_correct(board, moved, source, goal):
    pawn, target = board[source], board[goal]
    ahead = 1 if pawn == "P" else -1
    files, ranks = ord(goal[0]) - ord(source[0]), int(goal[1]) - int(source[1])
    if files == 0 and ranks == ahead:
        return target == "."
    if files == 0 and ranks == 2 * ahead:
        middle = board[source[0] + str(int(source[1]) + ahead)]
        return (pawn, source[0]) not in moved and middle == target == "."
    return abs(files) == 1 and ranks == ahead and target != "." and target.isupper() != pawn.isupper()


answers = []
for _ in range(int(input())):
    board = dict(START)
    moved = set()
    answer = 0
    for number, move in enumerate(input().split(), 1):
        source, goal = move[:2], move[2:]
        if board[source] in "Pp" and not is_correct(board, moved, source, goal):
            answer = number
            break
        piece = board[source]
        if piece in "Pp":
            moved.add((piece, source[0]))
        board[source] = "."
        board[goal] = piece
    answers.append(answer)
print(*answers)
