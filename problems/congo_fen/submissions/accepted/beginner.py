"""A beginner's program: all 49 squares are looked at for each of the 16 lines."""

letters = ["P", "p", "S", "s", "G", "g", "M", "m", "E", "e", "L", "l", "C", "c", "Z", "z"]
names = ["pawn", "superpawn", "giraffe", "monkey", "elephant", "lion", "crocodile", "zebra"]
n = int(input())
for i in range(n):
    if i > 0:
        print()
    fields = input().split()
    board = []
    for rank in fields[0].split("/"):
        row = []
        for c in rank:
            if c in "1234567":
                for _ in range(int(c)):
                    row.append(" ")
            else:
                row.append(c)
        board.append(row)

    for j in range(16):
        if j % 2 == 0:
            print("white " + names[j // 2] + ":", end="")
        else:
            print("black " + names[j // 2] + ":", end="")
        for x in range(7):
            for y in range(7):
                if board[6 - y][x] == letters[j]:
                    print(" " + "abcdefg"[x] + str(y + 1), end="")
        print()
    if fields[1] == "w" or fields[1] == "W":
        print("side to play: white")
    else:
        print("side to play: black")
