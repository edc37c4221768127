"""Searches on several threads of Python at once."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import tiptree
from conftest import without_clocks
from games import Nim


def test_eight_threads_find_what_one_finds() -> None:
    evaluator = tiptree.evaluator(lambda states: np.zeros(len(states)), name="zero")
    games = [tiptree.load_game("connect4"), tiptree.game(Nim()), tiptree.load_game("connect4", eval=evaluator)]
    work = [(game, name) for game in games for name in ("mm-fast", "mm", "pvs", "uct")] * 2

    def search(task: tuple[tiptree.Game, str]) -> dict[str, object]:
        game, name = task
        return without_clocks(tiptree.search(name).run(game.new_initial_state(), evals=500, seed=2))

    alone = [search(task) for task in work]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(search, work)) == alone


def test_other_threads_run_during_a_search() -> None:
    ticks = 0
    is_over = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not is_over.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    tiptree.search("mm-fast").run(tiptree.load_game("connect4").new_initial_state(), evals=2_000_000)
    is_over.set()
    thread.join()
    assert ticks > 5
