"""Searches leave nothing behind. TIPTREE_LEAKS=10000 searches as often."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

import tiptree
from games import Nim

COUNT = int(os.environ.get("TIPTREE_LEAKS", "200"))


class Counted:
    """A state of Nim that counts how many of its kind are alive."""

    alive = 0

    def __init__(self, stones: int, player: int) -> None:
        self.stones, self.player = stones, player
        Counted.alive += 1

    def __del__(self) -> None:
        Counted.alive -= 1


class CountedNim:
    name = "counted"
    repeats = False
    fails_at: int | None = None

    def initial_state(self) -> Counted:
        return Counted(12, tiptree.MAX)

    def current_player(self, state: Counted) -> int:
        return state.player if state.stones else tiptree.TERMINAL

    def legal_actions(self, state: Counted) -> list[int]:
        return list(range(1, min(state.stones, 3) + 1))

    def child(self, state: Counted, action: int) -> Counted:
        if state.stones - action == self.fails_at:
            raise ZeroDivisionError
        return Counted(state.stones - action, 1 - state.player)

    def returns(self, state: Counted) -> float:
        return -1.0 if state.player == tiptree.MAX else 1.0


def resident() -> int:
    """Bytes of memory of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_states_are_freed() -> None:
    rules = CountedNim()
    references = sys.getrefcount(rules)
    game = tiptree.game(rules)
    for name in ("mm", "mm-fast", "pvs", "uct", "puct", "dfpn", "star1", "ubfm"):
        tiptree.search(name).run(game.new_initial_state(), evals=100)
        run = tiptree.search(name).start(game.new_initial_state(), evals=100)
        run.work(10)
        del run
        rules.fails_at = 2
        try:
            tiptree.search(name).run(game.new_initial_state(), evals=100)
        except ZeroDivisionError:
            pass
        rules.fails_at = None
        gc.collect()
        assert Counted.alive == 0, name
    del game
    gc.collect()
    assert sys.getrefcount(rules) == references


def test_many_searches_take_no_memory() -> None:
    evaluator = tiptree.evaluator(lambda states: [0.0] * len(states), name="zero")
    states = [
        tiptree.load_game("connect4").new_initial_state(),
        tiptree.load_game("connect4", eval=evaluator).new_initial_state(),
        tiptree.game(Nim()).new_initial_state(),
    ]

    def search(count: int) -> None:
        for number in range(count):
            name = ("mm-fast", "mm", "pvs", "uct")[number % 4]
            tiptree.search(name).run(states[number % 3], evals=50, seed=number)

    search(COUNT)
    gc.collect()
    before = resident()
    search(COUNT)
    gc.collect()
    grown = resident() - before
    print(f"{COUNT} searches: {before >> 20} MB before, {grown >> 10} kB more after")
    assert grown < 8 << 20
