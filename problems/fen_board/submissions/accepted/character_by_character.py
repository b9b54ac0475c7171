"""Reads a character at a time and remembers whether it is still in the first field."""

import sys

on_board = True
need_blank_line = False
while True:
    c = sys.stdin.read(1)
    if c == "":
        break
    if c == "\n":
        on_board = True
    elif c == "\r" or not on_board:
        continue
    elif c == " ":
        print()
        on_board = False
        need_blank_line = True
    else:
        if need_blank_line:
            print()
            need_blank_line = False
        if c == "/":
            print()
        elif c in "12345678":
            print("." * int(c), end="")
        else:
            print(c, end="")
