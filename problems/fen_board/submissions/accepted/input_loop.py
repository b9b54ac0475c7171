"""Calls input() until there is no line left."""

first = True
while True:
    try:
        line = input()
    except EOFError:
        break
    if line.strip() == "":
        continue
    if not first:
        print()
    first = False
    for rank in line.split()[0].split("/"):
        row = ""
        for c in rank:
            if c.isdigit():
                row += "." * int(c)
            else:
                row += c
        print(row)
