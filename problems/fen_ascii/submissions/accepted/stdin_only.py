"""Reads the record from stdin and never looks at the arguments."""

placement = input().split()[0]
for rank in placement.split("/"):
    row = "|"
    for c in rank:
        if c.isdigit():
            row += " |" * int(c)
        else:
            row += c + "|"
    print(row)
