"""Pictures with matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._results import Match, _import

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ._report import Report


def _axes(ax: Axes | None) -> Axes:
    return _import("matplotlib.pyplot").subplots()[1] if ax is None else ax


def moves(report: Report, ax: Axes | None = None) -> Axes:
    """The values of the root moves, the best move dark."""
    ax = _axes(ax)
    values = {move.move: move.value for move in report.moves if move.value is not None}
    colours = ["C0" if move == report.best else "lightsteelblue" for move in values]
    ax.bar(list(values), list(values.values()), color=colours)
    ax.set_ylim(*report.range)
    ax.set_xlabel("move")
    ax.set_ylabel("value")
    ax.set_title(f"{report.search}, {report.budget}")
    return ax


def course(match: Match, ax: Axes | None = None) -> Axes:
    """The score of the first player after each game."""
    ax = _axes(ax)
    points = {"win": 1.0, "draw": 0.5, "loss": 0.0}
    scores: list[float] = []
    total = 0.0
    for count, game in enumerate(match.games, start=1):
        total += points[game["result"]]
        scores.append(total / count)
    ax.plot(range(1, len(scores) + 1), scores)
    ax.axhline(0.5, color="grey", linewidth=0.5)
    ax.set_ylim(0, 1)
    ax.set_xlabel("games")
    ax.set_ylabel(f"score of {match.a}")
    ax.set_title(f"{match.a} vs {match.b}")
    return ax


def tree(tree: dict[str, Any], ax: Axes | None = None) -> Axes:
    """A part of a tree: the root on top, a line is the thicker the more of the root's mass goes through it."""
    ax = _axes(ax)
    places: list[tuple[float, int, dict[str, Any]]] = []
    leaves = 0

    def lay(node: dict[str, Any], depth: int) -> float:
        nonlocal leaves
        xs = [lay(child, depth + 1) for child in node["children"]]
        if xs:
            x = (xs[0] + xs[-1]) / 2
        else:
            x, leaves = float(leaves), leaves + 1
        for child_x, child in zip(xs, node["children"], strict=True):
            ax.plot([x, child_x], [-depth, -depth - 1], color="grey", linewidth=0.5 + 4 * child["mass"], zorder=0)
        places.append((x, depth, node))
        return x

    lay(tree["tree"], 0)
    for x, depth, node in places:
        value = "" if node["value"] is None else f"{node['value']:.3g}"
        text = f"{' '.join(node['moves'])}\n{value}".strip()
        box = {"boxstyle": "round", "facecolor": "white", "edgecolor": "C1" if node["next"] else "grey"}
        ax.text(x, -depth, text, ha="center", va="center", fontsize=8, bbox=box)
    ax.set_axis_off()
    ax.set_title(f"{tree['search']}, {tree['budget']}")
    return ax
