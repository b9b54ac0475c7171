"""Find the first incorrect pawn move of each chess game, one question for each rule.

Problem     CodeAbbey 76, Pawn Move Validator
Input       T, then T lines, each a game of blank-separated moves such as e2e4
Output      on one line, for each game the number (from 1) of its first incorrect pawn move,
            0 if there is none
Approach    Does what the statement says, with a dictionary from the names of squares to pieces.
            It is the oracle: what other programs print is compared with this.
Complexity  O(n) time for n bytes of input
"""

FILES = "abcdefgh"


def initial_position():
    """Return the board before the first move: pieces by the names of their squares."""
    board = {}
    for i in range(8):
        board[FILES[i] + "1"] = "RNBQKBNR"[i]
        board[FILES[i] + "2"] = "P"
        board[FILES[i] + "7"] = "p"
        board[FILES[i] + "8"] = "rnbqkbnr"[i]
    return board


def pawn_may_move(board, start, end):
    """Tell whether the pawn on one square may go to another."""
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
    """Return the number of the first incorrect pawn move of a game (a list of moves), or 0."""
    board = initial_position()
    for i in range(len(moves)):
        start, end = moves[i][:2], moves[i][2:]
        if board[start] in "Pp" and not pawn_may_move(board, start, end):
            return i + 1
        piece = board.pop(start)
        board[end] = piece
    return 0


def main():
    """Read games from stdin one after the other and write all answers to stdout."""
    answers = []
    for _ in range(int(input())):
        answers.append(first_incorrect(input().split()))
    print(*answers)


if __name__ == "__main__":
    main()
