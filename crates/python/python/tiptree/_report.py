"""What a search found."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._tiptree import State

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class Proven:
    """A proven value: it rests on play to the end of the game and on no estimate."""

    value: float
    """The value on the evaluator's scale."""
    result: str | None
    """`win`, `draw` or `loss` for Max, in games of wins, draws and losses."""
    plies: int | None
    """Plies to the end of the game, if proven."""


@dataclass(frozen=True)
class RootMove:
    """A move at the root and what the search found about it."""

    move: str
    """The move."""
    action: int
    """Its number."""
    value: float | None
    """Its value, Max's view; None if the move was not searched."""
    bound: str
    """Whether the value is an `estimate`, a `lower` or `upper` bound, or `exact`."""
    proven: Proven | None
    """The game value after the move, if it is proven."""
    visits: int
    """Expansions, playouts or positions spent below the move."""
    share: float | None
    """The move's share of the derivative mass, or of the visits."""


@dataclass(frozen=True)
class Counters:
    """The work of a search."""

    moves: int
    """Moves applied to a state."""
    evals: int
    """Positions given to the evaluator."""
    nodes: int
    """Positions entered."""
    expansions: int
    """Tips whose children were added to the tree."""
    max_depth: int
    """Decisions from the root to the deepest position."""
    tree_bytes: int
    """Bytes of the stored tree."""


@dataclass(frozen=True)
class Learned:
    """What a search has learned of its evaluator, and works with from then on."""

    constant: float
    """The constant part of the penalty of every edge, as the parameter `c` gives it."""
    tempo: float
    """The bonus for the side to move at every tip, in the same unit."""


def _proven(data: dict[str, Any] | None) -> Proven | None:
    return None if data is None else Proven(**data)


class Report:
    """What a search found at a position, what it cost, and why it stopped. All values are Max's view."""

    def __init__(self, state: State, data: dict[str, Any], tree: Callable[[Sequence[str], int], dict[str, Any]]) -> None:
        self._data = data
        self._tree = tree
        self.state: State = state
        """The position searched."""
        self.game: str = data["game"]
        """The game."""
        self.position: str = data["position"]
        """The text of the position."""
        self.turn: str = data["turn"]
        """Whose turn it is: `max`, `min`, `chance` or `over`."""
        self.search: str = data["search"]
        """The search."""
        self.budget: str = data["budget"]
        """The budget of the search."""
        self.best: str | None = data["best"]
        """The move to play; None if no player is to move."""
        self.best_moves: list[str] = data["best_moves"]
        """Every move that is as good as `best`."""
        self.value: float = data["value"]
        """The value."""
        self.range: tuple[float, float] = (data["range"][0], data["range"][1])
        """The least and the greatest value."""
        self.proven: Proven | None = _proven(data["proven"])
        """The proven game value, if there is one."""
        self.pv: list[str] = data["pv"]
        """The principal variation: the line that both sides are expected to play."""
        self.refutation: list[str] = data["refutation"]
        """The line from the best move to the tip on which its value depends most."""
        self.moves: list[RootMove] = [self._root_move(entry) for entry in data["moves"]]
        """Every legal move with what the search found for it."""
        self.counters: Counters = Counters(**data["counters"])
        """The work done."""
        self.learned: Learned | None = None if data["learned"] is None else Learned(**data["learned"])
        """What the search has learned of its evaluator; None if it has not, or does not."""
        self.stop: str | None = data["stop"]
        """Why the search stopped; None while it is under way."""
        self.seconds: float = data["seconds"]
        """Wall-clock seconds."""
        self.cpu_seconds: float = data["cpu_seconds"]
        """CPU seconds of the searching thread."""

    def _root_move(self, entry: dict[str, Any]) -> RootMove:
        fields = {**entry, "proven": _proven(entry["proven"])}
        return RootMove(action=self.state.string_to_action(entry["move"]), **fields)

    @property
    def best_action(self) -> int | None:
        """The number of the best move."""
        return None if self.best is None else self.state.string_to_action(self.best)

    def to_dict(self) -> dict[str, Any]:
        """What `tiptree best --json` prints."""
        return self._data

    def to_pandas(self) -> Any:
        """The root moves as a frame of pandas, a row each."""
        from ._results import Frame

        return Frame(self._data["moves"]).to_pandas()

    def to_polars(self) -> Any:
        """The root moves as a frame of polars, a row each."""
        from ._results import Frame

        return Frame(self._data["moves"]).to_polars()

    def tree(self, path: Sequence[str] = (), most: int = 30) -> dict[str, Any]:
        """The part of the tree that matters most: what `tiptree tree --json` prints.

        It begins at the position that the moves of `path` lead to, and has up to `most` positions below. No report keeps a tree:
        the search is made again, or asked if it is under way.
        """
        return self._tree(path, most)

    def plot_tree(self, path: Sequence[str] = (), most: int = 30, ax: Axes | None = None) -> Axes:
        """Draws that part of the tree with matplotlib."""
        from ._plots import tree

        return tree(self.tree(path, most), ax)

    def plot_moves(self, ax: Axes | None = None) -> Axes:
        """Draws the values of the root moves with matplotlib, the best move dark."""
        from ._plots import moves

        return moves(self, ax)

    def _summary(self) -> str:
        counters = self.counters
        best = "" if self.best is None else f"best {self.best}, "
        proven = "" if self.proven is None else f", proven {self.proven.result or self.proven.value}"
        return (
            f"{best}value {self.value:.6g} on {self.range[0]:.6g} to {self.range[1]:.6g}{proven}\n"
            f"line {' '.join(self.pv)}\n"
            f"{counters.evals} evaluations, {counters.moves} moves, stopped by {self.stop}"
        )

    def __repr__(self) -> str:
        return f"{self.state}\n\n{self.search} ({self.budget}): {self._summary()}"

    def _repr_html_(self) -> str:
        def cell(value: Any) -> str:
            text = "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)
            return f"<td>{html.escape(text)}</td>"

        def row(move: RootMove) -> str:
            proven = move.proven and (move.proven.result or move.proven.value)
            cells = (move.move, move.value, proven, move.visits, move.share)
            style = ' style="font-weight: bold"' if move.move == self.best else ""
            return f"<tr{style}>{''.join(map(cell, cells))}</tr>"

        heads = "".join(f"<th>{head}</th>" for head in ("move", "value", "proven", "visits", "share"))
        return (
            f"<pre>{html.escape(str(self.state))}</pre>"
            f"<p>{html.escape(self.search)}: {html.escape(self._summary())}</p>"
            f"<table><tr>{heads}</tr>{''.join(map(row, self.moves))}</table>"
        )
