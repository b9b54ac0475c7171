"""Believes that a function may call itself once for every move of a long game."""

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


def first_incorrect(board, moves, number):
    if number > len(moves):
        return 0
    source, goal = moves[number - 1][:2], moves[number - 1][2:]
    if board[source] in "Pp" and not is_correct(board, source, goal):
        return number
    board[source], board[goal] = ".", board[source]
    return first_incorrect(board, moves, number + 1)


print(*[first_incorrect(dict(START), input().split(), 1) for _ in range(int(input()))])
