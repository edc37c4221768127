"""The test suite for any game, to run before anything searches it."""

from typing import Any

from ._tiptree import Evaluator, Game
from ._tiptree import conformance as _conformance
from ._tiptree import game as _game


def check(game: Any, eval: Evaluator | None = None) -> None:
    """Checks the contracts of a game, and of an evaluator, along random games.

    `game` is an object such as a `PythonGame`, or a `Game`. Raises a `TiptreeError` that says what is wrong, and after which
    actions.
    """
    _conformance(game if isinstance(game, Game) else _game(game), eval)
