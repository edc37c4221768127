#!/usr/bin/env python3
"""Lets ai-connect4 (cargo install ai-connect4), which speaks a cousin of UCI called gai, play as a UGI or UCI engine.

    gai_to_ugi.py ai-connect4

Columns are a to g there and 1 to 7 here, a position after `fen` is a line of columns, and `go` takes a depth or nodes. It
knows no time, so that `go movetime` and clocks get an answer of fixed depth.
"""

import subprocess
import sys

LETTERS, DIGITS = "abcdefg", "1234567"
TO_LETTERS, TO_DIGITS = str.maketrans(DIGITS, LETTERS), str.maketrans(LETTERS, DIGITS)


def position(words):
    """The moves from the start of the game that `position` names, as letters."""
    at = words.index("moves") if "moves" in words else len(words)
    opening = words[1] if words[0] == "fen" and at > 1 else ""
    moves = [move.translate(TO_LETTERS) for move in list(opening) + words[at + 1 :]]
    return "position startpos" + (" moves " + " ".join(moves) if moves else "")


def go(words):
    limits = dict(zip(words[::2], words[1::2]))
    nodes = f" nodes {limits['nodes']}" if "nodes" in limits else ""
    return f"go iterative depth {limits.get('depth', 42 if nodes else 8)}{nodes}"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    pipe = subprocess.PIPE
    program = subprocess.Popen(sys.argv[1:], stdin=pipe, stdout=pipe, text=True, bufsize=1)

    def ask(command, last):
        """Passes on what the program answers, up to the line that begins with `last`."""
        program.stdin.write(command + "\n")
        for line in program.stdout:
            line = line.strip()
            if line.startswith("error"):
                sys.exit(f"{command!r} was answered {line!r}")
            if line.startswith(last):
                return line
            print(line.split(" pv ")[0])
        sys.exit(f"the program ended at {command!r}")

    for line in sys.stdin:
        words = line.split()
        match words[:1]:
            case ["ugi" | "uci"]:
                ask("gai", "gaiok")
                print(words[0] + "ok")
            case ["isready"]:
                print(ask("isready", "readyok"))
            case ["position"]:
                program.stdin.write(position(words[1:]) + "\n")
            case ["go"]:
                move = ask(go(words[1:]), "bestmove").split()[1]
                print("bestmove", move.translate(TO_DIGITS))
            case ["quit"]:
                break
        sys.stdout.flush()
    program.stdin.write("quit\n")


main()
