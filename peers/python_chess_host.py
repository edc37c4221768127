#!/usr/bin/env python3
"""Drives our engine with the UCI host of python-chess (pip install chess): a host that nobody here wrote.

    python_chess_host.py tiptree engine connect4 --search mm-fast

It plays Connect-Four in the notation of cutechess and Fairy-Stockfish, whose drops (P@d1) python-chess can read. Checked are
the handshake, options, a game on clocks with increment and pondering, restricted root moves, and an analysis without end
that is stopped. Every line that python-chess cannot read is an error.
"""

import itertools
import logging
import sys

import chess
import chess.engine


class ConnectFour(chess.Board):
    """As much of a board as a host needs: whose turn it is and the drops made. Legal is what falls onto the lowest cell."""

    uci_variant = "cfour"
    start = "7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1"

    def fen(self, **_kwargs):
        return self.start

    def root(self):
        return ConnectFour()

    def copy(self, *, stack=True):
        # The host copies without the stack where it has told the moves: what was dropped before is then kept apart.
        other = ConnectFour()
        other.turn = self.turn
        other.dropped = self.drops()
        other.move_stack = self.move_stack[:] if stack else []
        if stack:
            other.dropped = getattr(self, "dropped", [])[:]
        return other

    def drops(self):
        return getattr(self, "dropped", []) + self.move_stack

    def legal(self):
        heights = [sum(chess.square_file(move.to_square) == file for move in self.drops()) for file in range(7)]
        return [chess.Move.from_uci(f"P@{'abcdefg'[file]}{height + 1}") for file, height in enumerate(heights) if height < 6]

    def parse_uci(self, uci):
        move = chess.Move.from_uci(uci)
        if move not in self.legal():
            raise ValueError(f"illegal drop {uci}")
        return move

    def push(self, move):
        self.move_stack.append(move)
        self.turn = not self.turn

    def push_uci(self, uci):
        move = self.parse_uci(uci)
        self.push(move)
        return move

    def pop(self):
        self.turn = not self.turn
        return self.move_stack.pop()

    def has_won(self):
        """Whether the last drop made four in a row."""
        drops = self.drops()
        own = {(chess.square_file(m.to_square), chess.square_rank(m.to_square)) for m in drops[::-1][::2]}
        ways = [(1, 0), (0, 1), (1, 1), (1, -1)]
        return any(all((x + k * dx, y + k * dy) in own for k in range(4)) for x, y in own for dx, dy in ways)


def play(engine):
    """A game of the engine against itself on clocks with increment, pondering."""
    board = ConnectFour()
    limit = chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.02, black_inc=0.02)
    while not board.has_won() and len(board.move_stack) < 42:
        result = engine.play(board, limit, info=chess.engine.INFO_ALL, ponder=True, game="one")
        board.push(result.move)
        missing = {"depth", "score", "nodes", "nps", "pv"} - set(result.info)
        assert not missing, f"no {missing} in {result.info}"
    return " ".join(move.uci() for move in board.move_stack)


def main():
    errors = []
    handler = logging.Handler(logging.WARNING)
    handler.emit = lambda record: errors.append(record.getMessage())
    logging.getLogger("chess.engine").addHandler(handler)
    engine = chess.engine.SimpleEngine.popen_uci(sys.argv[1:], timeout=60)
    print("name:", engine.id["name"])
    print("options:", ", ".join(engine.options))
    engine.configure({"Hash": 32, "Seed": str(2**64 - 1)})
    engine.ping()
    print("game:", play(engine))
    only = [chess.Move.from_uci("P@a1"), chess.Move.from_uci("P@b1")]
    chosen = engine.play(ConnectFour(), chess.engine.Limit(nodes=2000), root_moves=only).move
    assert chosen in only, chosen
    print("restricted to P@a1 P@b1:", chosen)
    with engine.analysis(ConnectFour(), game="two") as analysis:
        infos = [info for info in itertools.islice(analysis, 5) if "pv" in info]
    print("analysis:", len(infos), "lines with a line of play before stop, then", analysis.wait().move)
    engine.quit()
    print("lines that python-chess could not read:", errors or "none")
    sys.exit(bool(errors))


main()
