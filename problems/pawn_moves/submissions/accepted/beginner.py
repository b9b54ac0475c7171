"""A beginner's program: a list of lists, one question after the other, one print for each answer."""

t = int(input())
for g in range(t):
    moves = input().split()
    board = []
    for _ in range(8):
        board.append([" "] * 8)
    for column in range(8):
        board[0][column] = "RNBQKBNR"[column]
        board[1][column] = "P"
        board[6][column] = "p"
        board[7][column] = "rnbqkbnr"[column]

    answer = 0
    number = 0
    for move in moves:
        number = number + 1
        x1 = "abcdefgh".index(move[0])
        y1 = int(move[1]) - 1
        x2 = "abcdefgh".index(move[2])
        y2 = int(move[3]) - 1
        piece = board[y1][x1]
        target = board[y2][x2]
        good = True
        if piece == "P":
            good = False
            if x1 == x2 and y2 == y1 + 1 and target == " ":
                good = True
            if x1 == x2 and y1 == 1 and y2 == 3 and target == " " and board[2][x1] == " ":
                good = True
            if (x2 == x1 - 1 or x2 == x1 + 1) and y2 == y1 + 1 and target in ["p", "r", "n", "b", "q", "k"]:
                good = True
        if piece == "p":
            good = False
            if x1 == x2 and y2 == y1 - 1 and target == " ":
                good = True
            if x1 == x2 and y1 == 6 and y2 == 4 and target == " " and board[5][x1] == " ":
                good = True
            if (x2 == x1 - 1 or x2 == x1 + 1) and y2 == y1 - 1 and target in ["P", "R", "N", "B", "Q", "K"]:
                good = True
        if not good and answer == 0:
            answer = number
        board[y1][x1] = " "
        board[y2][x2] = piece

    if g > 0:
        print(" ", end="")
    print(answer, end="")
print()
