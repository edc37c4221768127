#!/usr/bin/env python3
"""Lets a program that speaks GTP (Go Text Protocol, version 2) play as a UGI or UCI engine.

    gtp_to_ugi.py COMMAND...        e.g. gtp_to_ugi.py gtp-rhino --level=3

For games of two sides, black first, whose moves are squares such as d3, or pass: Othello, for one. A position after `fen` is
a transcript, f5d6c3, as in a file of openings with one transcript a line. The strength is set by the program's own
arguments: depth, nodes and time of `go` are not passed on, because GTP knows none of them.
"""

import subprocess
import sys


class Gtp:
    """The program, and the moves that it has on its board."""

    def __init__(self, command):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1)
        self.moves = []

    def ask(self, command, is_pass=False):
        """The answer to a command: the lines up to an empty one. Some programs pass by themselves and refuse to be told."""
        self.process.stdin.write(command + "\n")
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                sys.exit(f"the program ended at {command!r}")
            if line.strip():
                lines.append(line.strip())
            elif lines:
                break
        if not lines[0].startswith("="):
            if is_pass:
                return "pass"
            sys.exit(f"{command!r} was answered {lines[0]!r}")
        return "\n".join(lines)[1:].strip()

    def set_up(self, moves):
        """Brings the board to the position after `moves`."""
        if moves[: len(self.moves)] != self.moves:
            self.ask("clear_board")
            self.moves = []
        for place in range(len(self.moves), len(moves)):
            self.ask(f"play {colour(place)} {moves[place]}", is_pass=moves[place] == "pass")
        self.moves = list(moves)

    def choose(self):
        """The program's move, which it plays on its board."""
        move = self.ask(f"genmove {colour(len(self.moves))}", is_pass=True).lower()
        self.moves.append(move)
        return move


def colour(place):
    return "white" if place % 2 else "black"


def transcript(text):
    """The moves of a transcript, two letters each."""
    return [text[start : start + 2].lower() for start in range(0, len(text), 2)]


def position(words):
    """The moves from the start of the game that `position` names."""
    at = words.index("moves") if "moves" in words else len(words)
    place, moves = words[:at], words[at + 1 :]
    opening = transcript(place[1]) if place[0] == "fen" and len(place) > 1 else []
    return opening + [move.lower() for move in moves]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    gtp, moves = Gtp(sys.argv[1:]), []
    gtp.ask("clear_board")
    for line in sys.stdin:
        words = line.split()
        match words[:1]:
            case ["ugi" | "uci"]:
                print("id name", gtp.ask("name"), gtp.ask("version"))
                print(words[0] + "ok")
            case ["isready"]:
                print("readyok")
            case ["position"]:
                moves = position(words[1:])
            case ["go"]:
                gtp.set_up(moves)
                print("bestmove", gtp.choose())
            case ["quit"]:
                break
        sys.stdout.flush()
    gtp.process.stdin.write("quit\n")


main()
