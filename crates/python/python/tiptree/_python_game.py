"""Games that are written in Python."""

from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

MAX = 0
"""The player who wants the greatest payoff, as `current_player` returns it."""
MIN = 1
"""The player who wants the least payoff."""
CHANCE = -1
"""Nobody: a die is rolled, a card is dealt."""
TERMINAL = -4
"""Nobody: the game is over."""

StateT = TypeVar("StateT")


@runtime_checkable
class Rules(Protocol):
    """What `tiptree.game` needs of an object."""

    def initial_state(self) -> Any: ...
    def current_player(self, state: Any) -> int: ...
    def legal_actions(self, state: Any) -> Sequence[int]: ...
    def child(self, state: Any, action: int) -> Any: ...
    def returns(self, state: Any) -> float | Sequence[float]: ...


class PythonGame(Generic[StateT]):
    """A game of two players that is written in Python: five methods, and more if you like.

    A state is any object of yours with everything that the rules need to continue from it. It must not be changed: `child`
    makes another. An action is a number from 0 on that means the same in every state, like the number of a square.

    Optional methods:

    * `chance_outcomes(state)`: pairs of an outcome and its probability, where `current_player` is `CHANCE`
    * `action_to_string(state, action)`: the text of an action; its number otherwise
    * `to_string(state)` and `from_string(text)`: the text of a position, and the position of a text; otherwise the text is the
      actions that led to it. `from_string` raises `ValueError` for a text that is no position
    * `draw(state)`: a drawing over several lines
    * `key(state)`: an int, a str or bytes that equal positions share, the player to move included, and others do not. With it
      positions that are reached on several ways are searched once
    * `observation_tensor(state)`: an array of planes, rows and columns, for evaluators that want planes

    Optional attributes:

    * `name`: the name of the game; that of the class in lower case otherwise
    * `payoffs`: the least and the greatest payoff to Max, and the step between payoffs if they lie on a grid; (-1, 1, 1)
      otherwise, a loss, a draw and a win
    * `repeats`: whether a position may recur in a game; True otherwise
    """

    def initial_state(self) -> StateT:
        """The state in which a game begins."""
        raise NotImplementedError("initial_state")

    def current_player(self, state: StateT) -> int:
        """Whose turn it is: `MAX`, `MIN`, `CHANCE`, or `TERMINAL` if the game is over."""
        raise NotImplementedError("current_player")

    def legal_actions(self, state: StateT) -> Sequence[int]:
        """The actions of the player to move, in a fixed order, at least one. No two of them lead to the same state."""
        raise NotImplementedError("legal_actions")

    def child(self, state: StateT, action: int) -> StateT:
        """The state after an action or an outcome."""
        raise NotImplementedError("child")

    def returns(self, state: StateT) -> float | Sequence[float]:
        """The payoff to Max of a game that is over, or the payoffs to Max and Min."""
        raise NotImplementedError("returns")
