"""Games in Python: every search finds what it finds in the same game in Rust, and every exception arrives."""

from __future__ import annotations

import random
import traceback
from typing import Any

import pytest
import tiptree
from conftest import SEARCHES, without_clocks
from games import Heap, Nim, PGame, Pig


@pytest.mark.parametrize("name", SEARCHES)
def test_a_game_in_python_is_the_game_in_rust(name: str) -> None:
    ours = tiptree.load_game("pgame(height=4)", eval="neutral")
    theirs = tiptree.game(PGame())
    boards = random.Random(1)
    for _ in range(10):
        text = "".join(boards.choice("01") for _ in range(16))
        for budget in ("depth=2", "depth=4", "evals=9", "moves=20"):
            reports = [
                tiptree.search(name).run(game.state(text), budget, seed=3) for game in (ours, theirs)
            ]
            assert without_clocks(reports[0], "game") == without_clocks(reports[1], "game"), (text, budget)


@pytest.mark.parametrize("name", SEARCHES)
def test_a_game_with_dice_in_python_is_the_game_in_rust(name: str) -> None:
    ours = tiptree.load_game("pig(goal=10)", eval="neutral")
    theirs = tiptree.game(Pig())
    for line in ("3", "4 hold 5", "1 pass 6", "2 roll 3 hold 1 pass 4 roll"):
        for budget in ("depth=3", "evals=200"):
            found: list[Any] = []
            for game in (ours, theirs):
                state = game.new_initial_state()
                for move in line.split():
                    state.apply_action(move)
                try:
                    data = without_clocks(tiptree.search(name).run(state, budget, seed=3), "game", "position")
                    # States of our pig take less memory.
                    data["counters"] = {**data["counters"], "tree_bytes": None}
                    found.append(data)
                except tiptree.TiptreeError as error:
                    found.append(str(error))
            assert found[0] == found[1], (line, budget)


@pytest.mark.parametrize("name", SEARCHES)
def test_every_search_runs_on_a_game_without_texts_or_keys(name: str) -> None:
    state = tiptree.game(Nim()).state("1 2 3")
    report = tiptree.search(name).run(state, evals=500, depth=4)
    assert report.best in ("1", "2", "3")
    assert report.position == "1 2 3"


def test_nim_is_solved() -> None:
    state = tiptree.game(Nim(11)).new_initial_state()
    assert tiptree.solve(state)["result"] == "win"
    report = tiptree.search("mm-fast").run(state)
    assert report.best == "3" and report.proven is not None and report.proven.result == "win"


def test_chance_counts_as_it_is_declared() -> None:
    state = tiptree.game(Heap()).new_initial_state()
    report = tiptree.search("expectimax").run(state)
    assert report.value == pytest.approx(-1 / 27)
    with pytest.raises(tiptree.TiptreeError, match="dfpn"):
        tiptree.search("dfpn").run(state)


def test_registered_games_have_a_name() -> None:
    tiptree.register(Nim(9))
    assert "nim" in [game["name"] for game in tiptree.games()]
    assert tiptree.load_game("nim").new_initial_state().object == (9, 0)
    tiptree.register(Nim(5))
    assert tiptree.load_game("nim").new_initial_state().object == (5, 0)
    assert tiptree.match("nim", "mm", "uct", openings="plies=1", budget="evals=50").games
    connect4 = tiptree.load_game("connect4")
    with pytest.raises(tiptree.TiptreeError, match="written in Python"):
        tiptree.register(connect4)

    class Taken(Nim):
        name = "connect4"

    with pytest.raises(tiptree.TiptreeError, match="a name that no other game has"):
        tiptree.register(Taken())


@pytest.mark.parametrize("rules", [Nim(), PGame(), Heap(), Pig()])
def test_games_conform(rules: object) -> None:
    tiptree.conformance.check(rules)


def test_a_game_that_breaks_a_contract_is_found() -> None:
    class Backwards(Nim):
        def returns(self, state: tuple[int, int]) -> float:
            return 7.0

    with pytest.raises(tiptree.TiptreeError, match="after .*: .*7"):
        tiptree.conformance.check(Backwards(5))


def test_threads_are_refused() -> None:
    state = tiptree.game(Nim()).new_initial_state()
    with pytest.raises(tiptree.TiptreeError, match=r'threads of mm-fast "2": expected 1: Python runs'):
        tiptree.search("mm-fast(threads=2)").run(state)


def test_a_game_says_what_it_lacks() -> None:
    with pytest.raises(tiptree.TiptreeError, match="an object with the method initial_state"):
        tiptree.game(object())

    class Half(Nim):
        def to_string(self, state: tuple[int, int]) -> str:
            return str(state)

    with pytest.raises(tiptree.TiptreeError, match="both to_string and from_string"):
        tiptree.game(Half())


class Trap(Nim):
    """Raises an exception in one of its methods, after some calls."""

    def __init__(self, method: str, calls: int) -> None:
        super().__init__()
        self.method = method
        self.calls = calls

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if name != super().__getattribute__("method"):
            return found

        def trap(*arguments: Any) -> Any:
            self.calls -= 1
            if self.calls < 0:
                raise ZeroDivisionError(f"in {name}")
            return found(*arguments)

        return trap


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("method", ["current_player", "legal_actions", "child", "returns"])
def test_an_exception_in_a_game_arrives(name: str, method: str) -> None:
    state = tiptree.game(Trap(method, 3 if method == "returns" else 30)).new_initial_state()
    with pytest.raises(ZeroDivisionError, match=f"in {method}") as caught:
        tiptree.search(name).run(state, depth=21, evals=10_000)
    assert "trap" in [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    # The process is sound: the next search finds what it always finds.
    assert tiptree.search(name).run(tiptree.game(Nim(5)).new_initial_state(), depth=5).best == "1"


@pytest.mark.parametrize("name", ["mm", "mm-fast", "pvs", "uct", "dfpn", "star1"])
def test_an_exception_in_a_slice_arrives(name: str) -> None:
    run = tiptree.search(name).start(tiptree.game(Trap("child", 60)).new_initial_state(), evals=10_000, depth=21)
    with pytest.raises(ZeroDivisionError):
        while run.work(10) is None:
            pass
    with pytest.raises(tiptree.TiptreeError, match="a search that has not failed"):
        run.report()


def test_an_exception_in_a_state_arrives() -> None:
    state = tiptree.game(Trap("legal_actions", 0)).new_initial_state()
    with pytest.raises(ZeroDivisionError):
        state.legal_actions()
    assert state.current_player() == tiptree.MAX


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_exception_in_a_match_arrives(jobs: int) -> None:
    with pytest.raises(ZeroDivisionError):
        tiptree.match(tiptree.game(Trap("child", 2000)), "mm", "uct", "evals=200", pairs=5, jobs=jobs)
