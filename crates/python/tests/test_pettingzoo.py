"""Games of ours as environments of PettingZoo."""

from __future__ import annotations

import importlib
import random
import sys
import warnings
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import tiptree
from games import Heap

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, seed_test  # noqa: E402
from tiptree import pettingzoo  # noqa: E402


def letters(state: tiptree.State) -> npt.NDArray[np.uint8]:
    """The text of a position, filled up with zeros."""
    return np.frombuffer(state.serialize().encode().ljust(64, b"\0"), dtype=np.uint8)


@pytest.mark.parametrize(
    ("game", "observe", "actions"),
    [
        ("connect4", None, 7),
        ("othello(size=6)", None, 65),
        ("tictactoe", letters, 9),
        ("kalah", letters, 6),
        ("pig(goal=20)", letters, 9),
    ],
)
def test_an_environment_passes_pettingzoos_test(game: str, observe: Any, actions: int) -> None:
    env = pettingzoo.env(game, observe=observe)
    assert env.action_space("player_0").n == actions
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env, num_cycles=200)
        seed_test(lambda: pettingzoo.env(game, observe=observe, actions=actions), num_cycles=20)


def test_a_game_is_played() -> None:
    env = pettingzoo.env("connect4", render_mode="ansi")
    env.reset(seed=1)
    state = tiptree.load_game("connect4").new_initial_state()
    for agent, action in zip(env.agent_iter(), [3, 0, 3, 0, 3, 0, 3]):
        observation, reward, termination, truncation, info = env.last()
        assert agent == f"player_{state.current_player()}" and not termination and reward == 0
        assert np.array_equal(observation["observation"], state.observation_tensor())
        assert np.flatnonzero(observation["action_mask"]).tolist() == state.legal_actions()
        env.step(action)
        state.apply_action(action)
    assert env.render() == str(state)
    assert env.rewards == {"player_0": 1, "player_1": -1} and all(env.terminations.values())


def test_searches_play_in_an_environment() -> None:
    env = pettingzoo.raw_env("connect4")
    env.reset()
    search = tiptree.search("mm-fast")
    while not any(env.terminations.values()):
        env.step(search.run(env.state_now, evals=200).best_action)
    assert sum(env.rewards.values()) == 0


def test_an_illegal_action_ends_the_game() -> None:
    env = pettingzoo.env("tictactoe", observe=letters)
    env.reset()
    env.step(4)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(4)
    assert env.terminations == {"player_0": True, "player_1": True} and env.rewards["player_1"] == -1


def test_dice_are_rolled_by_the_environment() -> None:
    def stones(state: tiptree.State) -> npt.NDArray[np.int64]:
        return np.array(state.object[0])

    env = pettingzoo.env(tiptree.game(Heap()), observe=stones)
    ends = set()
    for seed in range(20):
        env.reset(seed=seed)
        dice = random.Random(seed)
        for _ in env.agent_iter():
            observation, _, termination, _, _ = env.last()
            env.step(None if termination else int(dice.choice(np.flatnonzero(observation["action_mask"]))))
        ends.add(int(env.unwrapped.state_now.returns()[0]))
    assert ends == {-1, 1}


def test_a_game_of_open_spiel_declares_its_actions() -> None:
    openspiel = pytest.importorskip("tiptree.openspiel")
    env = pettingzoo.env(openspiel.load_game("breakthrough(rows=6,columns=6)"))
    assert env.action_space("player_0").n == 432
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env, num_cycles=50)


def test_errors_are_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(tiptree.TiptreeError, match="one that declares planes"):
        pettingzoo.env("kalah")
    with pytest.raises(tiptree.TiptreeError, match=r'^actions of backgammon "\d+": expected numbers below 65536$'):
        pettingzoo.env("backgammon", observe=letters)
    env = pettingzoo.env("tictactoe", observe=letters, actions=5)
    env.reset()
    with pytest.raises(tiptree.TiptreeError, match="give the number of actions: actions=N"):
        env.last()
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "tiptree.pettingzoo")
    with pytest.raises(ImportError, match=r"^pettingzoo is not installed: pip install tiptree\[pettingzoo\]$"):
        importlib.import_module("tiptree.pettingzoo")
