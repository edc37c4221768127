"""Evaluators that are written in Python."""

from collections.abc import Callable, Sequence
from typing import Any, overload

from ._tiptree import Evaluator


@overload
def evaluator(
    function: Callable[[Any], Any],
    range: Sequence[float] = ...,
    batch: bool = ...,
    priors: bool = ...,
    planes: bool = ...,
    name: str | None = ...,
) -> Evaluator: ...
@overload
def evaluator(
    function: None = ...,
    range: Sequence[float] = ...,
    batch: bool = ...,
    priors: bool = ...,
    planes: bool = ...,
    name: str | None = ...,
) -> Callable[[Callable[[Any], Any]], Evaluator]: ...
def evaluator(
    function: Callable[[Any], Any] | None = None,
    range: Sequence[float] = (-1.0, 1.0),
    batch: bool = True,
    priors: bool = False,
    planes: bool = False,
    name: str | None = None,
) -> Evaluator | Callable[[Callable[[Any], Any]], Evaluator]:
    """Makes an evaluator of a function, also as a decorator.

    The function is called with a list of states in which the game is not over, and returns a value for each: Max's view, within
    `range`: the least and the greatest value, and the step between values if they lie on a grid. Payoffs are mapped onto the same
    range. With `batch=False` it is called with one state and returns one value.

    With `planes=True` it is called with an array instead: planes, rows and columns, behind the number of the state in a batch.
    The game must have planes, see `State.observation_tensor`.

    With `priors=True` it returns values and priors. The priors of a state are indexed by the number of an action, as a row of an
    array or a dict is. They need not sum to one, and actions that are not legal do not count.

    Give the evaluator to `load_game` or `game`. A search chooses it by its name, which is the function's if `name` is None.
    """

    def make(function: Callable[[Any], Any]) -> Evaluator:
        own = getattr(function, "__name__", type(function).__name__)
        chosen = name if name is not None else own.strip("<>")
        return Evaluator(function, range, batch, priors, planes, chosen)

    return make if function is None else make(function)
