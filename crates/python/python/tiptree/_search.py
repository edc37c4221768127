"""Searches by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import _tiptree
from ._report import Report
from ._tiptree import State


def budget_text(
    budget: str | None,
    *,
    moves: int | str | None = None,
    evals: int | str | None = None,
    nodes: int | str | None = None,
    depth: int | None = None,
    time: float | str | None = None,
    cpu: float | str | None = None,
    memory: int | str | None = None,
    sure: float | None = None,
) -> str | None:
    """The budget as the command line writes it: `evals=10000,time=5ms`. Times are in seconds, memory is in bytes."""
    counts = {"moves": moves, "evals": evals, "nodes": nodes, "depth": depth}
    parts = [f"{key}={count}" for key, count in counts.items() if count is not None]
    for key, seconds in {"time": time, "cpu": cpu}.items():
        if seconds is not None:
            parts.append(f"{key}={seconds}" if isinstance(seconds, str) else f"{key}={seconds:.9f}s")
    if memory is not None:
        parts.append(f"memory={memory}" if isinstance(memory, str) else f"memory={memory}B")
    if sure is not None:
        parts.append(f"sure={sure}")
    if budget is not None:
        parts.insert(0, budget)
    return ",".join(parts) if parts else None


class Search:
    """A search, known by its name with its parameters, as in `mm(c=0.01)`. It keeps nothing from one run to the next.

    Every run takes a budget: `moves`, `evals`, `nodes`, `depth`, `time` and `cpu` in seconds, `memory` in bytes, `sure`, or a
    text such as `budget="evals=10k,time=5ms"`. The first limit reached stops the search. Without a budget it is that of the
    command line, `moves=100k`, unless the parameters of the search name a depth.
    """

    def __init__(self, name: str | None = None) -> None:
        self.name: str | None = name
        """The name with its parameters; None for the usual search of the game."""

    def __repr__(self) -> str:
        return f"search({self.name!r})" if self.name is not None else "search()"

    def run(
        self,
        state: State,
        budget: str | None = None,
        *,
        seed: int = 1,
        moves: int | str | None = None,
        evals: int | str | None = None,
        nodes: int | str | None = None,
        depth: int | None = None,
        time: float | str | None = None,
        cpu: float | str | None = None,
        memory: int | str | None = None,
        sure: float | None = None,
    ) -> Report:
        """Searches a position. The seed determines all randomness of the search.

        Other Python threads run meanwhile. Ctrl-C ends the search and raises `KeyboardInterrupt`.
        """
        text = budget_text(
            budget,
            moves=moves,
            evals=evals,
            nodes=nodes,
            depth=depth,
            time=time,
            cpu=cpu,
            memory=memory,
            sure=sure,
        )
        state = state.clone()

        def tree(path: Sequence[str], most: int) -> dict[str, Any]:
            again = _tiptree.Run(state, self.name, text, seed)
            while again.work(1_000_000) is None:
                pass
            return again.tree(list(path), most)

        return Report(state, _tiptree.best(state, self.name, text, seed), tree)

    def start(
        self,
        state: State,
        budget: str | None = None,
        *,
        seed: int = 1,
        moves: int | str | None = None,
        evals: int | str | None = None,
        nodes: int | str | None = None,
        depth: int | None = None,
        time: float | str | None = None,
        cpu: float | str | None = None,
        memory: int | str | None = None,
        sure: float | None = None,
    ) -> Run:
        """Begins a search that works in slices. What it finds does not depend on the slices."""
        text = budget_text(
            budget,
            moves=moves,
            evals=evals,
            nodes=nodes,
            depth=depth,
            time=time,
            cpu=cpu,
            memory=memory,
            sure=sure,
        )
        state = state.clone()
        return Run(state, _tiptree.Run(state, self.name, text, seed))

    def events(
        self, state: State, budget: str | None = None, *, depth: int | None = None, seed: int = 1, most: int = 10_000
    ) -> dict[str, Any]:
        """Follows a depth-first search node by node: what `tiptree events --json` prints, with at most `most` events."""
        return _tiptree.events(state, self.name, budget_text(budget, depth=depth), seed, most)


class Run:
    """A search under way, which works in slices. Made by `Search.start`."""

    def __init__(self, state: State, run: _tiptree.Run) -> None:
        self.state: State = state
        """The position searched."""
        self._run = run

    def work(self, evals: int) -> str | None:
        """Works until so many more evaluations are made. Returns why the search has ended, or None if it has not."""
        return self._run.work(evals)

    def report(self) -> Report:
        """What has been found so far."""
        return Report(self.state, self._run.best(), self.tree)

    def tree(self, path: Sequence[str] = (), most: int = 30) -> dict[str, Any]:
        """The part of the tree that matters most: what `tiptree tree --json` prints.

        It begins at the position that the moves of `path` lead to, and has up to `most` positions below.
        """
        return self._run.tree(list(path), most)

    def stop(self) -> None:
        """Ends the search before its budget is spent. What it has found can still be reported."""
        self._run.stop()


def search(name: str | None = None) -> Search:
    """The search of this name, with parameters as in `mm(c=0.01)`; without a name, the usual search of the game."""
    return Search(name)
