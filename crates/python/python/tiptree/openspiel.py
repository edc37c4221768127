"""The games of OpenSpiel with the searches of Tiptree, and these searches as bots of OpenSpiel.

>>> import pyspiel
>>> from tiptree import openspiel
>>> state = pyspiel.load_game("tic_tac_toe").new_initial_state()
>>> openspiel.search("pvs", state, evals=100_000).proven.result
'draw'

Games of two players qualify whose moves alternate or follow in any other order, who see everything, and whose payoffs have a
constant sum. Chance nodes list their outcomes. Max is player 0. `refusal` says why a game does not qualify.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from . import _tiptree
from ._report import Report
from ._search import Search
from ._tiptree import Evaluator, Game, TiptreeError

try:
    import pyspiel
except ImportError as _error:
    raise ImportError("open_spiel is not installed: pip install tiptree[openspiel]") from _error

__all__ = ["Bot", "Rules", "evaluator", "load_game", "refusal", "search"]

Key = Callable[[Any], "int | str | bytes"]


def refusal(game: Any) -> str | None:
    """What a game of OpenSpiel lacks that a search needs, or None if it lacks nothing."""
    kind, kinds = game.get_type(), pyspiel.GameType
    if kind.dynamics != kinds.Dynamics.SEQUENTIAL:
        return "players who move one after the other"
    if kind.information != kinds.Information.PERFECT_INFORMATION:
        return "players who see everything: perfect information"
    if kind.utility not in (kinds.Utility.ZERO_SUM, kinds.Utility.CONSTANT_SUM):
        return "payoffs with a constant sum"
    if game.num_players() != 2:
        return f"two players; it has {game.num_players()}"
    if kind.chance_mode == kinds.ChanceMode.SAMPLED_STOCHASTIC:
        return "chance nodes that list their outcomes; those of this game are sampled"
    return None


class Rules:
    """A game of OpenSpiel as `tiptree.game` reads one. A state is one of OpenSpiel's, and is not changed.

    The methods that a search calls most are those of OpenSpiel's own states, so that no function of Python comes between.
    """

    current_player = staticmethod(pyspiel.State.current_player)
    legal_actions = staticmethod(pyspiel.State.legal_actions)
    child = staticmethod(pyspiel.State.child)

    def __init__(
        self,
        game: Any,
        start: Any = None,
        key: Key | None = None,
        repeats: bool = True,
        payoffs: Sequence[float] | None = None,
    ) -> None:
        lacks = refusal(game)
        if lacks is not None:
            raise TiptreeError(f'OpenSpiel game "{_text(game)}": expected {lacks}')
        low, high = game.min_utility(), game.max_utility()
        is_whole = low == int(low) and high == int(high)
        self.payoffs: Sequence[float] = payoffs or ((low, high, 1) if is_whole else (low, high))
        """The least and the greatest payoff, and the step between payoffs."""
        # Results name games without the characters that enclose and separate parameters.
        self.name: str = "openspiel-" + re.sub(r"[^A-Za-z0-9_]+", "-", _text(game)).strip("-")
        """The name of the game with those parameters that are set."""
        # Without a key a position is identified by the moves played, and no sequence of moves recurs.
        self.repeats: bool = key is not None and repeats
        """Whether positions may recur."""
        self.num_distinct_actions: int = game.num_distinct_actions()
        """The number of actions, which are numbered from 0."""
        self._given = (game, start, key, repeats, payoffs)
        self._texts: tuple[Any, dict[int, str]] = (None, {})
        if key is not None:
            self.key = key
        if game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC:
            self.chance_outcomes = pyspiel.State.chance_outcomes
        if game.get_type().provides_observation_tensor:
            self.observation_tensor = self._observation_tensor

    def __reduce__(self) -> tuple[Any, ...]:
        return (Rules, self._given)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self._compared() == other._compared()

    def __hash__(self) -> int:
        return hash(self.name)

    def _compared(self) -> tuple[Any, ...]:
        game, start, key, repeats, _ = self._given
        return (str(game), None if start is None else start.serialize(), key, repeats, tuple(self.payoffs))

    def initial_state(self) -> Any:
        """The state in which a game begins, or the one searched."""
        game, start, *_ = self._given
        return game.new_initial_state() if start is None else start

    def returns(self, state: Any) -> float:
        """The payoff to player 0."""
        payoff = float(state.player_return(0))
        low, high, *step = self.payoffs
        if not low <= payoff <= high or (step and (payoff - low) % step[0]):
            grid = f" in steps of {step[0]:g}" if step else ""
            raise TiptreeError(f'payoff of {self.name} "{payoff:g}": expected one from {low:g} to {high:g}{grid}')
        return payoff

    def action_to_string(self, state: Any, action: int) -> str:
        """OpenSpiel's text of an action as one word, with its number where another action has the same text."""
        known, texts = self._texts
        if known is not state:
            player = state.current_player()
            words = ((legal, state.action_to_string(player, legal).split()) for legal in state.legal_actions())
            texts = {legal: "_".join(text) or str(legal) for legal, text in words}
            if len(set(texts.values())) < len(texts):
                texts = {legal: f"{text}#{legal}" for legal, text in texts.items()}
            self._texts = (state, texts)
        return texts[action]

    def _observation_tensor(self, state: Any) -> Any:
        """OpenSpiel's tensor for player 0; one that has no planes, rows and columns is a single column."""
        import numpy as np

        shape = self._given[0].observation_tensor_shape()
        tensor = np.asarray(state.observation_tensor(0), dtype=np.float32)
        return tensor.reshape(shape if len(shape) == 3 else (-1, 1, 1))


def _text(game: Any) -> str:
    """The game as `pyspiel.load_game` reads it."""
    return str(game).removesuffix("()")


def _loaded(game: Any) -> Any:
    if isinstance(game, pyspiel.Game):
        return game
    if not isinstance(game, str):
        raise TiptreeError(f'OpenSpiel game "{game!r}": expected a name, or a game of OpenSpiel')
    # Asked first, because OpenSpiel prints all names if it does not know one.
    if game.partition("(")[0] not in pyspiel.registered_names():
        raise TiptreeError(f'OpenSpiel game "{game}": expected one of pyspiel.registered_names()')
    try:
        return pyspiel.load_game(game)
    except pyspiel.SpielError as error:
        raise TiptreeError(f'OpenSpiel game "{game}": {str(error).splitlines()[0]}') from None


def _evaluator(eval: Any, payoffs: Sequence[float]) -> str | Evaluator | None:
    is_ours = eval is None or isinstance(eval, str | Evaluator)
    return eval if is_ours else evaluator(eval, payoffs[:2])


def evaluator(function: Any, range: Sequence[float] = (-1.0, 1.0), name: str | None = None) -> Evaluator:
    """Makes an evaluator of a function that estimates a state of OpenSpiel: player 0's view, within `range`.

    `function` may also be an object with the methods `evaluate` and `prior`, as OpenSpiel's Monte-Carlo tree search takes one.
    `puct(priors=evaluator)` then uses its priors.
    """
    estimate = getattr(function, "evaluate", None)
    if estimate is None and not callable(function):
        raise TiptreeError(f'evaluator "{function!r}": expected a function, or an object with the method evaluate')
    prior = getattr(function, "prior", None) if estimate is not None else None

    def values(states: Sequence[_tiptree.State]) -> list[float]:
        if estimate is None:
            return [function(state.object) for state in states]
        return [estimate(state.object)[0] for state in states]

    def priors(state: Any) -> dict[int, float]:
        return dict(prior(state)) if prior is not None and not state.is_chance_node() else {}

    def values_and_priors(states: Sequence[_tiptree.State]) -> Any:
        return values(states), [priors(state.object) for state in states]

    own = getattr(function, "__name__", type(function).__name__).strip("<>")
    called = values if prior is None else values_and_priors
    return Evaluator(called, range, True, prior is not None, False, name if name is not None else own)


def load_game(
    game: Any,
    eval: Any = None,
    *,
    key: Key | None = None,
    repeats: bool = True,
    payoffs: Sequence[float] | None = None,
) -> Game:
    """A game of OpenSpiel, given by its name with parameters or as an object, with everything that other games have.

    `eval` estimates a state of OpenSpiel, see `evaluator`; it may also be an evaluator of Tiptree's. Without one every
    unfinished position is worth the middle of the payoffs.

    `key` returns an int, a str or bytes for a state of OpenSpiel: the same for two states only if they have the same moves,
    chances and payoffs from there on, the player to move included. Positions with equal keys are then searched once. OpenSpiel
    declares no such key, and the text of a state is none: it often leaves out what the rules need to continue. Without a key no
    two positions are merged. Set `repeats` to False if no key can recur in a game: searches whose tree is a graph then merge, too.

    `payoffs` are the least and the greatest payoff to player 0, and the step between payoffs if they lie on a grid. Without them
    they are those that OpenSpiel declares, in steps of 1 if they are whole numbers.
    """
    rules = Rules(_loaded(game), key=key, repeats=repeats, payoffs=payoffs)
    return _tiptree.game(rules, _evaluator(eval, rules.payoffs))


def search(
    search: str | Search | None,
    state: Any,
    budget: str | None = None,
    *,
    eval: Any = None,
    key: Key | None = None,
    repeats: bool = True,
    payoffs: Sequence[float] | None = None,
    seed: int = 1,
    **limits: Any,
) -> Report:
    """Searches a state of OpenSpiel. `report.best_action` is an action of OpenSpiel's.

    `eval`, `key`, `repeats` and `payoffs` are those of `load_game`, `budget`, `seed` and the limits those of `Search.run`.
    """
    if not isinstance(state, pyspiel.State):
        raise TiptreeError(f'state "{state!r}": expected a state of OpenSpiel')
    rules = Rules(state.get_game(), state.clone(), key, repeats, payoffs)
    start = _tiptree.game(rules, _evaluator(eval, rules.payoffs)).new_initial_state()
    chosen = search if isinstance(search, Search) else Search(search)
    return chosen.run(start, budget, seed=seed, **limits)


class Bot(pyspiel.Bot):  # type: ignore[misc]
    """A search as a bot of OpenSpiel, for `pyspiel.evaluate_bots` and the like. Its arguments are those of `search`.

    It searches every position anew, so that its action depends on the position and the arguments alone.
    """

    def __init__(
        self,
        search: str | Search | None = None,
        budget: str | None = None,
        *,
        eval: Any = None,
        key: Key | None = None,
        repeats: bool = True,
        payoffs: Sequence[float] | None = None,
        seed: int = 1,
        **limits: Any,
    ) -> None:
        pyspiel.Bot.__init__(self)
        self._search = search
        self._options: dict[str, Any] = dict(
            budget=budget, eval=eval, key=key, repeats=repeats, payoffs=payoffs, seed=seed, **limits
        )
        self.report: Report | None = None
        """What the last search found."""

    def step(self, state: Any) -> int:
        """The best action."""
        self.report = search(self._search, state, **self._options)
        action = self.report.best_action
        assert action is not None, "the search of a position in which a player moves finds a move"
        return action

    def provides_policy(self) -> bool:
        """Whether it gives probabilities of actions: it does."""
        return True

    def get_policy(self, state: Any) -> list[tuple[int, float]]:
        """The best action with probability 1, the others with 0."""
        return self.step_with_policy(state)[0]

    def step_with_policy(self, state: Any) -> tuple[list[tuple[int, float]], int]:
        """The policy and the best action."""
        best = self.step(state)
        return [(action, float(action == best)) for action in state.legal_actions()], best

    def restart(self) -> None:
        """Begins a new game: there is nothing to forget."""

    def restart_at(self, state: Any) -> None:
        """Begins a game at a state: there is nothing to forget."""

    def inform_action(self, state: Any, player: int, action: int) -> None:
        """Hears of the action of another player: there is nothing to remember."""
