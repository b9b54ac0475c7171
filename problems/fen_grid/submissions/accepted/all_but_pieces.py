"""Takes everything but piece letters and newlines for empty squares, so the placeholder does not matter."""

PIECES = "KQRBNPkqrbnp"


def fen2grid(notation, sign="*"):
    result = []
    for c in notation:
        if c in PIECES:
            result.append(c)
        elif c == "/":
            result.append("\n")
        else:
            result.append(int(c) * sign)
    return "".join(result)


def grid2fen(text, sign="*"):
    result = []
    count = 0
    for c in text + "\n":
        if c in PIECES or c == "\n":
            if count:
                result.append(str(count))
            count = 0
            result.append("/" if c == "\n" else c)
        else:
            count += 1
    return "".join(result)[:-1]
