"""Games that OpenSpiel has too: both libraries agree along random games, and searches find the same values."""

from __future__ import annotations

import base64
import random
from collections.abc import Callable
from typing import Any

import pytest
import tiptree

pyspiel = pytest.importorskip("pyspiel")
from open_spiel.python.algorithms import minimax  # noqa: E402
from tiptree import openspiel  # noqa: E402


def sign(payoffs: Any) -> list[float]:
    """Who has won. Our backgammon pays more for a gammon."""
    return [float(payoff > 0) - float(payoff < 0) for payoff in payoffs]


def pit(player: int, action: int) -> int:
    """OpenSpiel numbers the pits of both players, and the stores with them."""
    return action + 1 + 7 * player


@pytest.mark.parametrize(
    ("ours", "theirs", "number"),
    [
        ("tictactoe", "tic_tac_toe", None),
        ("connect4", "connect_four", None),
        ("connect4(width=6,height=5)", "connect_four(columns=6,rows=5)", None),
        ("othello", "othello", None),
        ("kalah", "mancala", pit),
    ],
)
def test_actions_and_returns_agree(ours: str, theirs: str, number: Callable[[int, int], int] | None) -> None:
    dice = random.Random(1)
    for _ in range(50):
        one, two = tiptree.load_game(ours).new_initial_state(), pyspiel.load_game(theirs).new_initial_state()
        while not one.is_terminal():
            player = one.current_player()
            assert player == two.current_player()
            numbers = {action: number(player, action) if number else action for action in one.legal_actions()}
            assert sorted(numbers.values()) == two.legal_actions()
            action = dice.choice(list(numbers))
            one.apply_action(action)
            two.apply_action(numbers[action])
        assert two.is_terminal() and one.returns() == two.returns()


def test_pig_agrees() -> None:
    """In OpenSpiel a player may hold before the first roll and must hold to win; here neither is a decision."""
    dice = random.Random(1)
    for _ in range(20):
        one = tiptree.load_game("pig(goal=30)").new_initial_state()
        two = pyspiel.load_game("pig(winscore=30)").new_initial_state()
        while not one.is_terminal():
            action = dice.choice(one.legal_actions())
            text = one.action_to_string(action)
            if one.is_chance_node():
                if not two.is_chance_node():
                    assert two.legal_actions() == [0, 1]
                    two.apply_action(0)
                assert [chance for _, chance in one.chance_outcomes()] == [chance for _, chance in two.chance_outcomes()]
                two.apply_action(int(text) - 1)
            elif text != "pass":
                assert one.legal_actions() == [0, 7] and one.current_player() == two.current_player()
                two.apply_action({"roll": 0, "hold": 1}[text])
                assert text == "roll" or not two.is_terminal()
            one.apply_action(action)
        two.apply_action(1)
        assert two.is_terminal() and one.returns() == two.returns()


def einstein(state: Any) -> str:
    """The board of OpenSpiel's einstein_wurfelt_nicht as our `ewn` writes it."""
    cubes = {"__": "."} | {f"b{n}": str(n) for n in range(1, 7)} | {f"w{n}": "abcdef"[n - 1] for n in range(1, 7)}
    rows = (row.strip("|").split("||") for row in str(state).split())
    return "/".join("".join(cubes[cell] for cell in row) for row in rows)


def ends(state: Any) -> list[Any]:
    """The states after a turn. In OpenSpiel's backgammon one that begins with a double has two actions."""
    if state.is_terminal() or state.is_chance_node():
        return [state]
    return [end for action in state.legal_actions() for end in ends(state.child(action))]


def choice(rolled: Any, board: Callable[[Any], str]) -> frozenset[Any]:
    """The boards after the legal moves of a roll, and who has won there."""
    return frozenset((board(end), tuple(sign(end.returns()))) for end in ends(rolled))


def rolls(state: Any, board: Callable[[Any], str]) -> dict[frozenset[Any], float]:
    """How likely each choice is."""
    likely: dict[frozenset[Any], float] = {}
    for face, chance in state.chance_outcomes():
        boards = choice(state.child(face), board)
        likely[boards] = likely.get(boards, 0) + chance
    return likely


def first(text: str) -> str:
    """The board of a position's text, without who moves."""
    return text.partition(" ")[0]


def test_einstein_wurfelt_nicht_agrees() -> None:
    """In OpenSpiel chance deals the cubes and every face is an outcome; here faces that choose the same cubes are one."""
    dice = random.Random(1)
    game = tiptree.load_game("ewn")
    for _ in range(10):
        state = pyspiel.load_game("einstein_wurfelt_nicht").new_initial_state()
        for _ in range(2):
            state.apply_action(dice.choice(state.legal_actions()))
        while not state.is_terminal():
            mover = ("max", "min")[state.child(0).current_player()]
            ours = rolls(game.state(f"{einstein(state)} {mover}"), lambda one: first(one.serialize()))
            assert ours == pytest.approx(rolls(state, einstein))
            state.apply_action(dice.choice(state.legal_actions()))
            state.apply_action(dice.choice(state.legal_actions()))


def position_id(state: Any, mover: int) -> str:
    """The board of OpenSpiel's backgammon as a position ID of GNU Backgammon, which our `backgammon` reads."""
    tensor = [round(value) for value in state.observation_tensor(0)]
    bits = at = 0
    for player in (1 - mover, mover):
        # Four numbers a point: whether there are one, two or three checkers, or how many more than three.
        fours = [tensor[place : place + 4] for place in range(96 * player, 96 * player + 96, 4)]
        counts = [one + 2 * two + 3 * three + (more and more + 3) for one, two, three, more in fours]
        for count in [*(counts if player else reversed(counts)), tensor[192 + 3 * player]]:
            bits |= ((1 << count) - 1) << at
            at += count + 1
    return base64.b64encode(bits.to_bytes(10, "little")).decode().rstrip("=")


def faces(state: Any) -> str:
    """The dice of a state of OpenSpiel's backgammon, the higher one first."""
    return "".join(sorted((str(round(face)) for face in state.observation_tensor(0)[-2:]), reverse=True))


def test_backgammon_agrees() -> None:
    """In OpenSpiel a double is played in two actions, and the two orders of a roll are two outcomes."""
    dice = random.Random(1)
    game = tiptree.load_game("backgammon")
    for _ in range(2):
        state = pyspiel.load_game("backgammon").new_initial_state()
        state.apply_action(dice.choice(state.legal_actions()))
        while not state.is_terminal():
            if not state.is_chance_node():
                state.apply_action(dice.choice(state.legal_actions()))
                continue
            mover = state.child(0).current_player()
            one = game.state(f"{position_id(state, mover)} {('max', 'min')[mover]}")
            theirs: dict[str, float] = {}
            for roll, chance in state.chance_outcomes():
                theirs[faces(state.child(roll))] = theirs.get(faces(state.child(roll)), 0) + chance
            ours = {one.action_to_string(roll): chance for roll, chance in one.chance_outcomes()}
            assert ours == pytest.approx(theirs)
            state.apply_action(dice.choice(state.legal_actions()))
            boards = choice(one.child(faces(state)), lambda end: first(end.serialize()))
            assert boards == choice(state, lambda end: position_id(end, 1 - mover))


@pytest.mark.parametrize(
    ("ours", "theirs", "eval", "plies", "depth"),
    [
        ("connect4", "connect_four", "rivest", 8, 4),
        ("othello", "othello", "mobility", 20, 3),
        ("tictactoe", "tic_tac_toe", "lines", 1, 8),
    ],
)
def test_searches_of_both_libraries_find_the_same_values(
    ours: str, theirs: str, eval: str, plies: int, depth: int
) -> None:
    """Here the game is ours, in Rust; OpenSpiel's alpha-beta plays its own, with the same evaluator."""
    game, dice = tiptree.load_game(ours, eval=eval), random.Random(2)
    low, high = tiptree.search("ab").run(game.new_initial_state(), depth=1).range

    def scaled(value: float) -> float:
        return (value - low) / (high - low) * 2 - 1

    def estimate(state: Any) -> float:
        one = game.new_initial_state()
        for action in state.history():
            one.apply_action(action)
        return scaled(one.evaluate())

    for _ in range(3):
        one, two = game.new_initial_state(), pyspiel.load_game(theirs).new_initial_state()
        for _ in range(plies):
            action = dice.choice(one.legal_actions())
            one.apply_action(action)
            two.apply_action(action)
        value, _ = minimax.alpha_beta_search(
            two.get_game(), two, estimate, maximum_depth=depth, maximizing_player_id=0
        )
        assert scaled(tiptree.search("ab").run(one, depth=depth).value) == pytest.approx(value)
        bridged = openspiel.search("ab", two, eval=estimate, depth=depth)
        assert bridged.value == value
