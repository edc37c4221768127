"""Measures what a call of Python costs in a search: python measure.py"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import tiptree


ROUNDS = 7
"""How often evaluators are measured in turns."""


class Nim:
    """Take one to three stones in turn."""

    repeats = False

    def initial_state(self) -> tuple[int, int]:
        return (400, 0)

    def current_player(self, state: tuple[int, int]) -> int:
        return state[1] if state[0] else tiptree.TERMINAL

    def legal_actions(self, state: tuple[int, int]) -> list[int]:
        return [1, 2, 3] if state[0] > 2 else list(range(1, state[0] + 1))

    def child(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return (state[0] - action, 1 - state[1])

    def returns(self, state: tuple[int, int]) -> float:
        return -1.0 if state[1] == 0 else 1.0


def in_python(evals: int) -> tuple[int, float]:
    """The same calls as in a search, made from Python: the number of expansions and the seconds."""
    rules = Nim()
    states = [rules.initial_state()]
    start = time.perf_counter()
    expansions = made = 0
    while made < evals:
        state = states[expansions]
        expansions += 1
        for action in rules.legal_actions(state):
            child = rules.child(state, action)
            rules.current_player(child)
            states.append(child)
            made += 1
    return expansions, time.perf_counter() - start


def searched(game: tiptree.Game, name: str, evals: int) -> tiptree.Report:
    """The best of three runs."""
    runs = [tiptree.search(name).run(game.new_initial_state(), evals=evals) for _ in range(3)]
    return min(runs, key=lambda report: report.seconds)


def main() -> None:
    report = searched(tiptree.game(Nim()), "mm", 60_000)
    expansions, seconds = in_python(60_000)
    each, alone = 1e6 * report.seconds / report.counters.expansions, 1e6 * seconds / expansions
    print(f"an expansion of a game in Python: {each:.1f} us, of which Python itself takes {alone:.1f} us")

    draw = np.random.default_rng(1)
    sizes = [126, 32, 32, 32]
    layers = [draw.normal(size=pair).astype(np.float32) / 10 for pair in zip(sizes, sizes[1:])]
    heads = draw.normal(size=(32, 1 + 7)).astype(np.float32) / 10

    def net(planes: npt.NDArray[np.float32]) -> tuple[Any, Any]:
        """A small net: three hidden layers of 32, a value and a policy."""
        hidden = planes.reshape(len(planes), -1)
        for layer in layers:
            hidden = np.maximum(hidden @ layer + 0.1, 0)
        out = hidden @ heads
        logits = out[:, 1:]
        priors = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.tanh(out[:, 0]), priors / priors.sum(axis=1, keepdims=True)

    def one(planes: npt.NDArray[np.float32]) -> tuple[float, Any]:
        values, priors = net(planes[np.newaxis])
        return float(values[0]), priors[0]

    def zeros(states: list[tiptree.State]) -> npt.NDArray[np.float64]:
        return np.zeros(len(states))

    kinds: list[tuple[str, Callable[[Any], Any], bool, bool, int]] = [
        ("a net, 256 states a call", net, True, True, 256),
        ("the same net, 16 states a call", net, True, True, 16),
        ("the same net, state by state", one, False, True, 1),
        ("zeros for a list of 256 states", zeros, True, False, 256),
    ]
    # In turns, so that all see the same machine.
    rates: dict[str, list[float]] = {what: [] for what, *_ in kinds}
    for _ in range(ROUNDS):
        for what, function, is_batch, wants_planes, batch in kinds:
            evaluator = tiptree.evaluator(
                function, batch=is_batch, planes=wants_planes, priors=wants_planes, name="measured"
            )
            game = tiptree.load_game("connect4", eval=evaluator)
            report = tiptree.search(f"mm(batch={batch})").run(game.new_initial_state(), evals=20_000)
            rates[what].append(report.counters.evals / report.cpu_seconds)
    for what, found in rates.items():
        print(f"{what}: {statistics.median(found):,.0f} evaluations a CPU second")
    whole, one_by_one = rates["a net, 256 states a call"], rates["the same net, state by state"]
    ratios = [many / single for many, single in zip(whole, one_by_one)]
    spread = f"{min(ratios):.1f} to {max(ratios):.1f}"
    print(f"256 states a call against state by state: {statistics.median(ratios):.1f} times ({spread})")
    report = searched(tiptree.load_game("connect4"), "mm", 200_000)
    print(f"the evaluator in Rust: {report.counters.evals / report.cpu_seconds:,.0f} evaluations a CPU second")


if __name__ == "__main__":
    main()
