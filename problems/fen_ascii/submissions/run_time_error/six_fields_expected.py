"""Believes that a record always has all six fields."""

placement, side, castling, en_passant, halfmoves, fullmoves = input().split()
for rank in placement.split("/"):
    line = "|"
    for sign in rank:
        if sign in "12345678":
            line += " |" * int(sign)
        else:
            line += sign + "|"
    print(line)
