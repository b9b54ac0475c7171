"""Believes that copying the list of ranks copies the ranks, so every game continues the last one."""

ROWS = ["RNBQKBNR", "PPPPPPPP", *["........"] * 4, "pppppppp", "rnbqkbnr"]
START = [list(row) for row in ROWS]


def is_correct(board, file, row, to_file, to_row):
    white, target = board[row][file] == "P", board[to_row][to_file]
    ahead = 1 if white else -1
    if to_file == file and to_row == row + ahead:
        return target == "."
    if to_file == file and to_row == row + 2 * ahead:
        return row == (1 if white else 6) and board[row + ahead][file] == target == "."
    if abs(to_file - file) == 1 and to_row == row + ahead:
        return target.islower() if white else target.isupper()
    return False


def first_incorrect(moves):
    board = START[:]
    for number, move in enumerate(moves, 1):
        file, row, to_file, to_row = ["abcdefgh12345678".index(sign) % 8 for sign in move]
        piece = board[row][file]
        if piece in "Pp" and not is_correct(board, file, row, to_file, to_row):
            return number
        board[row][file] = "."
        board[to_row][to_file] = piece
    return 0


print(*[first_incorrect(input().split()) for _ in range(int(input()))])
