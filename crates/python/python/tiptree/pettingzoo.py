"""A game of Tiptree as an environment of PettingZoo, in which two agents take turns.

>>> from tiptree import pettingzoo
>>> env = pettingzoo.env("connect4")
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> observation["observation"].shape, observation["action_mask"].sum()
((3, 6, 7), np.int64(7))

`player_0` is Max, `player_1` Min. The environment rolls dice and deals boards itself, from the seed of `reset`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ._python_game import MAX
from ._tiptree import Game, State, TiptreeError
from ._tiptree import load_game as _load_game

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as _error:
    raise ImportError("pettingzoo is not installed: pip install tiptree[pettingzoo]") from _error

__all__ = ["RawEnv", "env", "raw_env"]

AGENTS = ["player_0", "player_1"]
"""Max and Min."""
_GAMES = 100
"""The random games along which actions are counted."""
_MOST = 1 << 16
"""The greatest number of actions of an environment."""

Observe = Callable[[State], npt.NDArray[Any]]


def env(
    game: str | Game, *, observe: Observe | None = None, actions: int | None = None, render_mode: str | None = None
) -> Any:
    """The environment of a game, which ends with a reward of -1 for an agent that plays an illegal action.

    An observation is a dict with the array of `State.observation_tensor` as `observation`, and the legal actions of the agent
    to move as `action_mask`. `observe` makes another array of a state, for games without planes among others.

    `actions` is the number of actions, which are numbered from 0. Without it, it is what the game declares as
    `num_distinct_actions`, or else what occurs in random games.
    """
    raw = raw_env(game, observe=observe, actions=actions, render_mode=render_mode)
    checked = wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1))
    return wrappers.OrderEnforcingWrapper(checked)


def raw_env(
    game: str | Game, *, observe: Observe | None = None, actions: int | None = None, render_mode: str | None = None
) -> RawEnv:
    """The environment without the wrappers: an illegal action raises a `TiptreeError`."""
    return RawEnv(game if isinstance(game, Game) else _load_game(game), observe, actions, render_mode)


class RawEnv(AECEnv):  # type: ignore[misc]
    """A game as an environment. Made by `env` or `raw_env`."""

    metadata: dict[str, Any]

    def __init__(
        self, game: Game, observe: Observe | None, actions: int | None, render_mode: str | None
    ) -> None:
        super().__init__()
        self.game: Game = game
        """The game."""
        self.metadata = {"name": f"tiptree-{game.name}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode: str | None = render_mode
        """`ansi`, or None."""
        self.possible_agents: list[str] = list(AGENTS)
        """Max and Min."""
        self._observe = observe if observe is not None else State.observation_tensor
        count = actions if actions is not None else _action_count(game)
        if not 0 < count <= _MOST:
            raise TiptreeError(f'actions of {game.name} "{count}": expected numbers below {_MOST}')
        seen = np.asarray(self._observe(game.new_initial_state()))
        least, most = (-np.inf, np.inf) if seen.dtype.kind == "f" else _bounds(seen.dtype)
        space = spaces.Dict(
            {
                "observation": spaces.Box(least, most, seen.shape, seen.dtype.type),
                "action_mask": spaces.Box(0, 1, (count,), np.int8),
            }
        )
        self.observation_spaces: dict[str, Any] = dict.fromkeys(AGENTS, space)
        """What an agent observes."""
        self.action_spaces: dict[str, Any] = {agent: spaces.Discrete(count) for agent in AGENTS}
        """The actions of an agent."""

    def observation_space(self, agent: str) -> Any:
        """What an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. The seed determines what chance does."""
        self._dice = random.Random(seed)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.state_now: State = self.game.new_initial_state(self._dice.getrandbits(32))
        """The position, which searches take."""
        self.agent_selection = AGENTS[MAX]
        self._go_on()

    def step(self, action: int | None) -> None:
        """Plays an action of the agent to move, and what chance does then."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.state_now.apply_action(int(action) if action is not None else -1)
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Rolls until an agent is to move or the game is over."""
        state = self.state_now
        while state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            state.apply_action(self._dice.choices(outcomes, chances)[0])
        if state.is_terminal():
            self.rewards = dict(zip(AGENTS, state.returns()))
            self.terminations = dict.fromkeys(AGENTS, True)
        else:
            self.agent_selection = AGENTS[state.current_player()]

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """What an agent observes: the position, and its legal actions if it is to move."""
        mask = np.zeros(self.action_spaces[agent].n, np.int8)
        if agent == self.agent_selection and not self.terminations[agent]:
            legal = self.state_now.legal_actions()
            if max(legal) >= len(mask):
                expected = f"one below {len(mask)}; give the number of actions: actions=N"
                raise TiptreeError(f'action of {self.game.name} "{max(legal)}": expected {expected}')
            mask[legal] = 1
        return {"observation": np.asarray(self._observe(self.state_now)), "action_mask": mask}

    def render(self) -> str | None:
        """The position drawn as a text, if the environment was made with `render_mode="ansi"`."""
        return str(self.state_now) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""


def _bounds(kind: np.dtype[Any]) -> tuple[int, int]:
    return (0, 1) if kind.kind == "b" else (int(np.iinfo(kind).min), int(np.iinfo(kind).max))


def _action_count(game: Game) -> int:
    """The number of actions that the game declares, or that occur in random games."""
    declared = getattr(game.object, "num_distinct_actions", None)
    if declared is not None:
        return int(declared)
    dice, greatest = random.Random(1), 0
    for seed in range(_GAMES):
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            legal = state.legal_actions()
            if not state.is_chance_node():
                greatest = max(greatest, *legal, 0)
                if greatest >= _MOST:
                    return greatest
            state.apply_action(dice.choice(legal))
    return greatest + 1
