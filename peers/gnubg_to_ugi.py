"""Lets GNU Backgammon play backgammon as a UGI engine. It runs inside gnubg, whose Python has its evaluations:

    gnubg -t -q -r -p gnubg_to_ugi.py

The option Plies is the depth at which it values moves (0); depth, nodes and time of `go` are not passed on. Checkers are played
for money without the cube, and gammons count. A position after `fen` is a position ID, the side, and the dice once they are rolled. One
command is added to UGI: `value` answers with the chances of the player to roll, who wins, wins a gammon, wins a backgammon,
loses a gammon, loses a backgammon, and with the equity.
"""

import os
import sys

import gnubg

START = "4HPwATDgc/ABMA"
BAR, OFF = 25, 0


class Position:
    """The checkers of the player whose turn it is and of the other one, each by the player's own points; the dice if rolled."""

    def __init__(self, words):
        waiter, mover = gnubg.positionfromid(words[0])
        # gnubg counts points from 0, and the bar last.
        self.sides = [list(side) for side in (mover, waiter)]
        self.dice = dice(words[2]) if len(words) > 2 else None

    def play(self, move):
        """Makes a move as Tiptree writes it: a roll, 31, or a play, 24/18*/16,6/4(2)."""
        if move.isdigit():
            self.dice = dice(move)
            return
        for part in [] if move == "pass" else move.split(","):
            path, _, times = part.rstrip(")").partition("(")
            places = [place(word.rstrip("*")) for word in path.split("/")]
            for _ in range(int(times or 1)):
                for start, end in zip(places, places[1:]):
                    self.step(start, end)
        self.sides.reverse()
        self.dice = None

    def step(self, start, end):
        mover, waiter = self.sides
        mover[start - 1] -= 1
        if end != OFF:
            mover[end - 1] += 1
            # A blot there goes to the bar: a point is the other player's 25 minus it.
            if waiter[24 - end] == 1:
                waiter[24 - end] = 0
                waiter[BAR - 1] += 1

    def board(self):
        mover, waiter = self.sides
        return tuple(waiter), tuple(mover)


def dice(text):
    return int(text[0]), int(text[1])


def place(text):
    names = {"bar": BAR, "off": OFF}
    return names[text] if text in names else int(text)


def position(words):
    """The position that `position` names."""
    at = words.index("moves") if "moves" in words else len(words)
    found = Position(words[1:at] if words[0] == "fen" else [START])
    for move in words[at + 1 :]:
        found.play(move)
    return found


def play_text(steps):
    """gnubg's answer, the beginning and the end of each step in turn, as text."""
    name = lambda place: "bar" if place == BAR else "off" if place <= OFF else str(place)
    pairs = zip(steps[::2], steps[1::2])
    return ",".join(f"{name(start)}/{name(end)}" for start, end in pairs if start > 0) or "pass"


def main():
    # What gnubg prints of its own accord is not meant for the other side.
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    answer = lambda *words: print(*words, file=answers)
    for command in ("set automatic game off", "set player both human", "set jacoby off", "new session"):
        gnubg.command(command)
    cube = gnubg.cubeinfo()
    # Without the cube, to a depth, the same values every time, without pruning, without noise.
    depth = lambda plies: gnubg.evalcontext(0, plies, 1, 0, 0.0)
    context, now = depth(0), None
    for line in iter(sys.stdin.readline, ""):
        words = line.split()
        if words[:1] == ["ugi"]:
            answer("id name GNU Backgammon")
            answer("option name Plies type spin default 0 min 0 max 7")
            answer("ugiok")
        elif words[:1] == ["isready"]:
            answer("readyok")
        elif words[:3] == ["setoption", "name", "Plies"]:
            context = depth(int(words[4]))
        elif words[:1] == ["position"]:
            now = position(words[1:])
        elif words[:1] == ["value"]:
            answer("value", *gnubg.evaluate(now.board(), cube, context))
        elif words[:1] == ["go"]:
            answer("bestmove", play_text(gnubg.findbestmove(now.board(), cube, context, now.dice)))
        elif words[:1] == ["quit"]:
            break
    os._exit(0)


main()
