"""Games and states: the methods that users of OpenSpiel know."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import tiptree
from games import Heap, Nim, PGame

NAMES = [game["name"] for game in tiptree.games()]


@pytest.mark.parametrize("name", NAMES)
def test_random_games_of_every_game_end(name: str) -> None:
    game = tiptree.load_game(name)
    rng = np.random.default_rng(1)
    state = game.new_initial_state(seed=7)
    for _ in range(2000):
        if state.is_terminal():
            break
        actions = state.legal_actions()
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert [action for action, _ in outcomes] == actions
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        else:
            assert state.current_player() in (tiptree.MAX, tiptree.MIN)
            assert state.chance_outcomes() == []
        assert state.returns() == [0, 0]
        action = int(rng.choice(np.array(actions, dtype=np.uint64)))
        text = state.action_to_string(action)
        assert state.string_to_action(text) == action
        assert state.child(action) == state.child(text)
        state.apply_action(action)
    else:
        pytest.skip("a random game takes longer")
    assert state.current_player() == tiptree.TERMINAL
    assert state.legal_actions() == []
    low, high = game.payoffs
    assert low <= state.returns()[0] <= high
    assert sum(state.returns()) == 0


@pytest.mark.parametrize("name", NAMES)
def test_states_are_read_back(name: str) -> None:
    game = tiptree.load_game(name)
    state = game.new_initial_state(seed=3)
    for _ in range(2):
        state.apply_action(state.legal_actions()[-1])
    for other in (
        game.deserialize_state(state.serialize()),
        game.state(state.serialize()),
        pickle.loads(pickle.dumps(state)),
        copy.copy(state),
        copy.deepcopy(state),
        state.clone(),
    ):
        assert other == state
        assert hash(other) == hash(state)
        assert other.legal_actions() == state.legal_actions()
        assert str(other) == str(state)
    other = state.clone()
    other.apply_action(other.legal_actions()[0])
    assert other != state


def test_the_seed_deals() -> None:
    game = tiptree.load_game("pgame")
    assert game.is_dealt
    assert game.new_initial_state(1) == game.new_initial_state()
    assert game.new_initial_state(1) != game.new_initial_state(2)


def test_planes_are_those_of_the_game(connect4: tiptree.Game) -> None:
    state = connect4.state("44535")
    planes = state.observation_tensor()
    assert planes.dtype == np.float32
    assert list(planes.shape) == connect4.observation_tensor_shape() == [3, 6, 7]
    assert planes[0].sum() == 3 and planes[1].sum() == 2 and planes[2].sum() == 0
    assert planes[0, 5, 3] == 1 and planes[1, 4, 3] == 1
    assert tiptree.load_game("othello").new_initial_state().observation_tensor()[2].all()
    with pytest.raises(tiptree.TiptreeError, match="expected one that declares planes"):
        tiptree.load_game("pig").new_initial_state().observation_tensor()


def test_estimates_are_those_of_the_evaluators(connect4: tiptree.Game) -> None:
    state = connect4.state("44")
    assert state.evaluate() == state.evaluate("rivest")
    assert state.evaluate("neutral") == 0
    assert tiptree.load_game("connect4", eval="neutral").state("44").evaluate() == 0
    assert connect4.state("1212121").evaluate() == 1023
    with pytest.raises(tiptree.TiptreeError, match="evaluator of connect4"):
        state.evaluate("unknown")


def test_texts_and_names(connect4: tiptree.Game) -> None:
    assert repr(connect4) == 'load_game("connect4")'
    assert repr(connect4.state("44")) == 'State("connect4", "44")'
    assert "X to move" in str(connect4.state("44"))
    assert connect4 == tiptree.load_game("connect4")
    assert pickle.loads(pickle.dumps(connect4)) == connect4
    assert connect4.usual_search == "mm-fast"
    assert tiptree.load_game("connect4(width=5,height=4)").new_initial_state().legal_actions() == [0, 1, 2, 3, 4]


def test_errors_are_the_sentences_of_the_command_line(connect4: tiptree.Game) -> None:
    refusals: list[tuple[str, Callable[[], object]]] = [
        ('game "conect4": expected one of', lambda: tiptree.load_game("conect4")),
        ('move "9": expected one of 1 2', lambda: connect4.state("").apply_action("9")),
        ('action "9": expected one of 0 1', lambda: connect4.state("").apply_action(9)),
        ("no action: the game is over", lambda: connect4.state("1212121").apply_action(0)),
        ("position", lambda: connect4.state("99")),
    ]
    for expected, call in refusals:
        with pytest.raises(tiptree.TiptreeError, match=expected):
            call()
    assert issubclass(tiptree.TiptreeError, ValueError)


@pytest.mark.parametrize("rules", [Nim(), Heap(), PGame()])
def test_games_in_python_have_the_same_methods(rules: Any) -> None:
    game = tiptree.game(rules)
    state = game.new_initial_state()
    assert game.object is rules and state.object == rules.initial_state()
    while not state.is_terminal():
        again = game.deserialize_state(state.serialize())
        assert again.legal_actions() == state.legal_actions()
        assert pickle.loads(pickle.dumps(state)).object == state.object
        state.apply_action(state.legal_actions()[0])
    assert state.returns()[0] in (-1, 0, 1)
    assert copy.deepcopy(state) == state
    assert tiptree.game(Nim(5)).new_initial_state() != tiptree.game(Nim(9)).new_initial_state()
