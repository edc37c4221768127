"""Races Connect-Four in Tiptree against OpenSpiel's, and measures the bridge between them: python measure_openspiel.py [DEPTH]

Every contest is in one process, in turns. Times are the CPU time of the working thread.
"""

from __future__ import annotations

import json
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pyspiel
import tiptree
from open_spiel.python.algorithms import minimax
from tiptree import openspiel

ROUNDS = 7
CHILDREN = 50_000
NAMES = ["connect_four", "othello", "backgammon", "chess"]


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """The CPU seconds of this thread, and the result."""
    start = time.thread_time()
    result = work()
    return time.thread_time() - start, result


def alpha_beta(depth: int, evaluate: Callable[[Any], float]) -> float:
    """The value of OpenSpiel's alpha-beta. Python has no other than the one in Python."""
    game = pyspiel.load_game("connect_four")
    value, _ = minimax.alpha_beta_search(game, None, evaluate, maximum_depth=depth, maximizing_player_id=0)
    return float(value)


def known_values(depth: int) -> dict[tuple[int, ...], float]:
    """Rivest's evaluator at every position that OpenSpiel's alpha-beta evaluates, from -1 to 1.

    OpenSpiel looks them up, so that the evaluator costs it next to nothing.
    """
    game = tiptree.load_game("connect4", eval="rivest")
    known: dict[tuple[int, ...], float] = {}

    def evaluate(state: Any) -> float:
        line = state.history()
        value = game.state("".join(str(column + 1) for column in line)).evaluate()
        return known.setdefault(tuple(line), (value - 512) / 511)

    alpha_beta(depth, evaluate)
    return known


def ours(search: str, depth: int) -> tuple[float, float]:
    """A search of ours on our game, in a process of its own, so that nothing is warm: CPU seconds and value."""
    program = (
        "import json, time, tiptree\n"
        f"start = time.process_time()\nstate = tiptree.load_game('connect4', eval='rivest').new_initial_state()\n"
        f"report = tiptree.search({search!r}).run(state, depth={depth})\n"
        "print(json.dumps([time.process_time() - start, (report.value - 512) / 511]))"
    )
    found = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    seconds, value = json.loads(found.stdout)
    return seconds, value


def race(depth: int) -> dict[str, Any]:
    """Connect-Four to a depth: the median CPU seconds of each, and how many times ours goes into theirs."""
    searches = ["ab", "pvs"]
    known = known_values(depth)
    rounds: dict[str, list[float]] = {name: [] for name in ["alpha_beta_search", *searches]}
    for _ in range(ROUNDS):
        seconds, value = timed(lambda: alpha_beta(depth, lambda state: known[tuple(state.history())]))
        rounds["alpha_beta_search"].append(seconds)
        for search in searches:
            seconds, own = ours(search, depth)
            assert search == "pvs" or abs(own - value) < 1e-9, (search, own, value)
            rounds[search].append(seconds)
    ratios = {
        search: statistics.median(a / b for a, b in zip(rounds["alpha_beta_search"], rounds[search]))
        for search in searches
    }
    medians = {name: statistics.median(seconds) for name, seconds in rounds.items()}
    leaves = len(known)
    return {"what": "race", "depth": depth, "leaves": leaves, "cpu_seconds": medians, "ratio": ratios}


def called(state: Any, count: int) -> float:
    """The calls of OpenSpiel that a search makes for so many children, made from Python: CPU seconds."""
    states, place, made = [state], 0, 0
    start = time.thread_time()
    while made < count:
        parent = states[place]
        place += 1
        for action in parent.legal_actions():
            child = parent.child(action)
            if child.current_player() != tiptree.TERMINAL:
                states.append(child)
            made += 1
    return time.thread_time() - start


def child(state: Any) -> float:
    """CPU seconds of one call of OpenSpiel's `child`."""
    action = state.legal_actions()[0]
    start = time.thread_time()
    for _ in range(10_000):
        state.child(action)
    return (time.thread_time() - start) / 10_000


def bridge(name: str) -> dict[str, Any]:
    """What a child costs in a search by `mm`, beside the calls of OpenSpiel: microseconds, the median of all rounds."""
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    rounds = []
    for _ in range(ROUNDS):
        report = openspiel.search("mm", state, nodes=CHILDREN)
        nodes = report.counters.nodes
        inside = called(state, nodes)
        rounds.append([1e6 * report.cpu_seconds / nodes, 1e6 * inside / nodes, 1e6 * child(state)])
    searched, alone, one = (statistics.median(column) for column in zip(*rounds))
    return {
        "what": "bridge",
        "game": name,
        "search_us": round(searched, 3),
        "calls_us": round(alone, 3),
        "overhead_us": round(searched - alone, 3),
        "child_us": round(one, 3),
    }


def main() -> None:
    depth = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    machine = f"{platform.processor() or platform.machine()}, Python {platform.python_version()}"
    print(json.dumps({"what": "header", "date": time.strftime("%F"), "machine": machine, "rounds": ROUNDS}), flush=True)
    for name in NAMES:
        print(json.dumps(bridge(name)), flush=True)
    print(json.dumps(race(depth)), flush=True)


if __name__ == "__main__":
    main()
