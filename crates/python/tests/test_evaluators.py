"""Evaluators in Python."""

from __future__ import annotations

import pickle
import traceback
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import tiptree
from conftest import SEARCHES, without_clocks
from games import Nim


def open_lines(state: tiptree.State) -> float:
    """The evaluator of tic-tac-toe in Rust, asked from Python."""
    return state.evaluate("lines")


def many_lines(states: list[tiptree.State]) -> list[float]:
    return [open_lines(state) for state in states]


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("is_batch", [False, True])
def test_an_evaluator_in_python_is_the_evaluator_in_rust(name: str, is_batch: bool) -> None:
    function: Any = many_lines if is_batch else open_lines
    evaluator = tiptree.evaluator(function, range=(-9, 9, 1), batch=is_batch)
    ours = tiptree.load_game("tictactoe")
    theirs = tiptree.load_game("tictactoe", eval=evaluator)
    for text in ("", "X.O......", "XO..X...."):
        for budget in ("evals=300", "depth=2"):
            reports = [tiptree.search(name).run(game.state(text), budget, seed=5) for game in (ours, theirs)]
            assert without_clocks(reports[0]) == without_clocks(reports[1]), (text, budget)


def test_batches_are_families() -> None:
    sizes = []

    def count(states: list[tiptree.State]) -> npt.NDArray[np.float64]:
        sizes.append(len(states))
        return np.zeros(len(states))

    game = tiptree.load_game("connect4", eval=tiptree.evaluator(count))
    tiptree.search("mm").run(game.new_initial_state(), evals=500)
    assert max(sizes) == 7


def test_planes_come_as_an_array() -> None:
    @tiptree.evaluator(planes=True)
    def stones(planes: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        assert planes.shape[1:] == (3, 6, 7) and planes.dtype == np.float32
        return np.tanh(planes[:, 0, :, 3].sum(axis=1) - planes[:, 1, :, 3].sum(axis=1))  # type: ignore[no-any-return]

    game = tiptree.load_game("connect4", eval=stones)
    report = tiptree.search("mm").run(game.new_initial_state(), depth=1)
    assert report.best == "4"
    one = tiptree.evaluator(lambda planes: float(planes[0].mean()), planes=True, batch=False, name="one")
    assert game.state("44").evaluate(one) == pytest.approx(1 / 42)
    with pytest.raises(tiptree.TiptreeError, match="declares planes"):
        tiptree.search("mm").run(tiptree.load_game("tictactoe", eval=stones).new_initial_state())


@pytest.mark.parametrize("as_dict", [False, True])
def test_priors_lead_puct(as_dict: bool) -> None:
    @tiptree.evaluator(priors=True)
    def first(states: list[tiptree.State]) -> Any:
        rows = np.full((len(states), 7), 1e-3, dtype=np.float32)
        rows[:, 2] = 1
        priors: Any = [dict(enumerate(row.tolist())) for row in rows] if as_dict else rows
        return np.zeros(len(states)), priors

    game = tiptree.load_game("connect4", eval=first)
    report = tiptree.search("puct(priors=evaluator)").run(game.new_initial_state(), evals=200)
    assert report.best == "3"
    assert max(report.moves, key=lambda move: move.visits).move == "3"


def test_an_evaluator_of_a_game_in_python_sees_its_states() -> None:
    @tiptree.evaluator(batch=False)
    def modulo(state: tiptree.State) -> float:
        stones, player = state.object
        good = 0.5 if stones % 4 else -0.5
        return good if player == tiptree.MAX else -good

    game = tiptree.game(Nim(), eval=modulo)
    assert tiptree.search("ab").run(game.new_initial_state(), depth=1).best == "1"
    tiptree.conformance.check(Nim(), modulo)


def test_a_game_in_python_may_have_planes() -> None:
    class Planes(Nim):
        def observation_tensor(self, state: tuple[int, int]) -> npt.NDArray[np.float32]:
            return np.full((2, 1, 1), state[0], dtype=np.float32)

    @tiptree.evaluator(planes=True, range=(0, 30))
    def stones(planes: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        assert planes.shape[1:] == (2, 1, 1)
        return planes[:, 0, 0, 0]

    game = tiptree.game(Planes(), eval=stones)
    assert game.observation_tensor_shape() == [2, 1, 1]
    assert game.new_initial_state().observation_tensor().sum() == 42
    assert tiptree.search("mm").run(game.new_initial_state(), depth=1).value == 20
    tiptree.conformance.check(Planes(), stones)


def test_a_search_chooses_an_evaluator_by_name() -> None:
    up = tiptree.evaluator(lambda states: np.full(len(states), 0.5), name="up")
    down = tiptree.evaluator(lambda states: np.full(len(states), -0.5), name="down")
    state = tiptree.load_game("connect4", eval=[up, down, "rivest"]).new_initial_state()
    values = [tiptree.search(name).run(state, depth=1).value for name in ("ab", "ab(eval=down)", "ab(eval=neutral)")]
    assert values == [0.5, -0.5, 0]
    assert state.evaluate() == 0.5 and state.evaluate("down") == -0.5
    match = tiptree.match(state.game, "mm(eval=up)", "mm(eval=rivest)", "evals=20", pairs=2)
    assert match.to_dict()["a"] == "mm(eval=up)" and len(match.games) == 4


def test_wrong_answers_are_refused(connect4: tiptree.Game) -> None:
    for function, expected in [
        (lambda states: [2.0] * len(states), 'value of wrong "2": expected one from -1 to 1'),
        (lambda states: [float("nan")] * len(states), "NaN"),
        (lambda states: [0.0], "one for each state"),
    ]:
        game = tiptree.load_game("connect4", eval=tiptree.evaluator(function, name="wrong"))
        with pytest.raises(tiptree.TiptreeError, match=expected):
            tiptree.search("mm").run(game.new_initial_state())
    with pytest.raises(tiptree.TiptreeError, match="a function"):
        tiptree.evaluator(7, name="seven")  # type: ignore[call-overload]
    with pytest.raises(tiptree.TiptreeError, match="the least and the greatest"):
        tiptree.evaluator(len, range=(1, -1))
    with pytest.raises(tiptree.TiptreeError, match="a name that no other evaluator"):
        tiptree.load_game("connect4", eval=tiptree.evaluator(len, name="rivest"))
    with pytest.raises(tiptree.TiptreeError, match="threads of mm-fast"):
        game = tiptree.load_game("connect4", eval=tiptree.evaluator(many_lines))
        tiptree.search("mm-fast(threads=2)").run(game.new_initial_state())


@pytest.mark.parametrize("name", SEARCHES)
def test_an_exception_in_an_evaluator_arrives(name: str) -> None:
    calls = 0

    @tiptree.evaluator(batch=False)
    def fails(state: tiptree.State) -> float:
        nonlocal calls
        calls += 1
        if calls > 20:
            raise ZeroDivisionError("in an evaluator")
        return 0.0

    game = tiptree.load_game("tictactoe", eval=fails)
    if name in ("uct", "dfpn"):
        pytest.skip("asks no evaluator")
    with pytest.raises(ZeroDivisionError, match="in an evaluator") as caught:
        tiptree.search(name).run(game.new_initial_state(), evals=10_000, depth=4)
    assert "fails" in [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]


def test_evaluators_are_pickled() -> None:
    evaluator = tiptree.evaluator(many_lines, range=(-9, 9))
    game = tiptree.load_game("tictactoe", eval=evaluator)
    state = pickle.loads(pickle.dumps(game.new_initial_state()))
    assert state.game.eval == "many_lines"
    assert state.evaluate() == game.new_initial_state().evaluate()
