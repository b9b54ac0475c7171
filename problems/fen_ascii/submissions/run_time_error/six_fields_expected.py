"""Expects all six fields, although the placement may come alone."""

placement, side, castling, en_passant, halfmoves, fullmoves = input().split()
for rank in placement.split("/"):
    for digit in "12345678":
        rank = rank.replace(digit, " " * int(digit))
    print(rank.replace("", "|"))
