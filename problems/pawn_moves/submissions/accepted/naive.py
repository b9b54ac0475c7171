"""The plain way: a dictionary of pieces, and one question for each rule."""

FILES = "abcdefgh"


def initial_position():
    board = {}
    for i in range(8):
        board[FILES[i] + "1"] = "RNBQKBNR"[i]
        board[FILES[i] + "2"] = "P"
        board[FILES[i] + "7"] = "p"
        board[FILES[i] + "8"] = "rnbqkbnr"[i]
    return board


def pawn_may_move(board, start, end):
    pawn = board[start]
    file, rank = FILES.index(start[0]), int(start[1])
    end_file, end_rank = FILES.index(end[0]), int(end[1])
    if pawn == "P":
        direction, home = 1, 2
    else:
        direction, home = -1, 7

    if end_file == file and end_rank == rank + direction:
        return end not in board
    if end_file == file and end_rank == rank + 2 * direction:
        middle = start[0] + str(rank + direction)
        return rank == home and middle not in board and end not in board
    if (end_file == file + 1 or end_file == file - 1) and end_rank == rank + direction:
        return end in board and board[end].isupper() != pawn.isupper()
    return False


def first_incorrect(moves):
    board = initial_position()
    for i in range(len(moves)):
        start, end = moves[i][:2], moves[i][2:]
        if board[start] in "Pp" and not pawn_may_move(board, start, end):
            return i + 1
        piece = board.pop(start)
        board[end] = piece
    return 0


def main():
    answers = []
    for _ in range(int(input())):
        answers.append(first_incorrect(input().split()))
    print(*answers)


if __name__ == "__main__":
    main()
