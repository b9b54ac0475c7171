"""Believes that with squares numbered 0 to 63 a step never leads from file h to file a."""

START = "RNBQKBNR" + "P" * 8 + "." * 32 + "p" * 8 + "rnbqkbnr"


def number(square):
    return 8 * (int(square[1]) - 1) + ord(square[0]) - ord("a")


def is_correct(board, source, target):
    white = board[source] == "P"
    ahead = 8 if white else -8
    step = target - source
    if step == ahead:
        return board[target] == "."
    if step == 2 * ahead:
        return source // 8 == (1 if white else 6) and board[source + ahead] == board[target] == "."
    enemies = "rnbqkp" if white else "RNBQKP"
    return step in (ahead - 1, ahead + 1) and board[target] in enemies


def first_incorrect(moves):
    board = list(START)
    for i, move in enumerate(moves, 1):
        source, target = number(move[:2]), number(move[2:])
        if board[source] in "Pp" and not is_correct(board, source, target):
            return i
        piece, board[source] = board[source], "."
        board[target] = piece
    return 0


print(*[first_incorrect(input().split()) for _ in range(int(input()))])
