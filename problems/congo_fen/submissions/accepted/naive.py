"""The plain way: fill a board, then go through its squares in order and note what stands there."""

KINDS = [
    ("pawn", "P"),
    ("superpawn", "S"),
    ("giraffe", "G"),
    ("monkey", "M"),
    ("elephant", "E"),
    ("lion", "L"),
    ("crocodile", "C"),
    ("zebra", "Z"),
]

try:
    count = int(input())
except EOFError:
    count = 0

for i in range(count):
    placement, side, _ = input().split()
    board = {}
    rank = 7
    file = 1
    for character in placement:
        if character == "/":
            rank -= 1
            file = 1
        elif character in "1234567":
            file += int(character)
        else:
            board[file, rank] = character
            file += 1

    squares = {}
    for file, rank in sorted(board):
        piece = board[file, rank]
        squares[piece] = squares.get(piece, "") + " " + "abcdefg"[file - 1] + str(rank)

    if i > 0:
        print()
    for name, letter in KINDS:
        for colour, piece in [("white", letter), ("black", letter.lower())]:
            print(colour + " " + name + ":" + squares.get(piece, ""))
    if side in "wW":
        print("side to play: white")
    else:
        print("side to play: black")
