"""Searches, their budgets, their reports, and searches in slices."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import tiptree
from conftest import SEARCHES, without_clocks


def test_a_report_has_everything(connect4: tiptree.Game) -> None:
    state = connect4.state("44535")
    report = tiptree.search("mm-fast").run(state, evals=10_000, seed=1)
    data = report.to_dict()
    for key, value in data.items():
        if key not in ("moves", "counters", "proven", "range", "learned"):
            assert getattr(report, key) == value, key
    assert report.best in [move.move for move in report.moves]
    assert report.best_action in state.legal_actions()
    assert state.action_to_string(report.best_action) == report.best
    assert [move.action for move in report.moves] == state.legal_actions()
    assert report.counters.evals <= 10_000
    assert report.learned is not None and 0.0 < report.learned.constant < 1.0
    assert report.stop == "evals" and report.budget == "evals=10000"
    assert str(state) in repr(report)
    assert "<table>" in report._repr_html_()
    assert len(report.to_pandas()) == len(report.to_polars()) == 7


def test_a_state_may_go_on_after_it_was_searched(connect4: tiptree.Game) -> None:
    state = connect4.state("44535")
    report = tiptree.search("mm").run(state, moves=1000)
    state.apply_action("1")
    assert report.state == connect4.state("44535") != state


def test_proofs_are_objects(connect4: tiptree.Game) -> None:
    report = tiptree.search("pvs").run(connect4.state("112233"))
    assert report.best == "4"
    assert report.proven is not None and (report.proven.value, report.proven.result) == (1023, "win")
    assert report.moves[3].proven == tiptree.Proven(value=1023.0, result="win", plies=None)


@pytest.mark.parametrize(
    ("limits", "text"),
    [
        ({}, "moves=100000"),
        ({"evals": 100}, "evals=100"),
        ({"evals": "1k", "depth": 3}, "evals=1000,depth=3"),
        ({"moves": 500, "memory": 1 << 20}, "moves=500,memory=1048576B"),
        ({"budget": "evals=1k", "nodes": 700}, "evals=1000,nodes=700"),
        ({"time": 0.005}, "time=5ms"),
        ({"cpu": "5ms"}, "cpu=5ms"),
        ({"sure": 0.9, "evals": 1000}, "evals=1000,sure=0.9"),
    ],
)
def test_budgets_are_keywords(connect4: tiptree.Game, limits: dict[str, object], text: str) -> None:
    assert tiptree.search("mm").run(connect4.state("4"), **limits).budget == text  # type: ignore[arg-type]


def test_errors_of_a_search(connect4: tiptree.Game) -> None:
    state = connect4.state("4")
    refusals: list[tuple[str, Callable[[], object]]] = [
        ('search "mmfast": expected one of', lambda: tiptree.search("mmfast").run(state)),
        ('budget evals "0": expected a count', lambda: tiptree.search("mm").run(state, evals=0)),
        ("expected one in which the game is not over", lambda: tiptree.search("mm").run(connect4.state("1212121"))),
    ]
    for expected, call in refusals:
        with pytest.raises(tiptree.TiptreeError, match=expected):
            call()


@pytest.mark.parametrize("name", SEARCHES)
def test_slices_change_nothing(name: str) -> None:
    state = tiptree.load_game("tictactoe").new_initial_state()
    search = tiptree.search(name)
    whole = search.run(state, evals=3000, depth=5)
    run = search.start(state, evals=3000, depth=5)
    slices = 0
    while run.work(100) is None:
        slices += 1
        assert run.report().stop is None
    found = run.report()
    assert without_clocks(found) == without_clocks(whole)
    assert run.work(100) == whole.stop


def test_a_search_in_slices_shows_its_tree(connect4: tiptree.Game) -> None:
    run = tiptree.search("mm-fast").start(connect4.state("44"), evals=10_000)
    run.work(1000)
    tree = run.tree(most=5)
    assert tree["tree"]["children"] and tree["next"]
    below = run.tree([tree["tree"]["children"][0]["moves"][0]], 3)
    assert below["at"] == tree["tree"]["children"][0]["moves"][:1]
    run.stop()
    assert run.report().stop == "cancelled"
    with pytest.raises(tiptree.TiptreeError, match="expected one that keeps a tree"):
        tiptree.search("ab").start(connect4.state("44"), depth=2).tree()


def test_a_report_makes_its_tree_again(connect4: tiptree.Game) -> None:
    report = tiptree.search("mm").run(connect4.state("44"), moves=2000)
    tree = report.tree(most=4)
    assert tree["counters"] == report.to_dict()["counters"]


def test_a_paused_depth_first_search_is_dropped(connect4: tiptree.Game) -> None:
    run = tiptree.search("pvs").start(connect4.state("44"), evals=100_000)
    run.work(1000)
    del run


def test_a_search_is_followed(connect4: tiptree.Game) -> None:
    events = tiptree.search("ab").events(connect4.state("44"), depth=2, most=50)
    assert len(events["events"]) == 50 and events["left_out"] > 0


def test_games_and_searches_are_listed() -> None:
    assert "connect4" in [game["name"] for game in tiptree.games()]
    mm = next(search for search in tiptree.searches() if search["name"] == "mm")
    assert mm["tree"] and "c" in [parameter["key"] for parameter in mm["parameters"]]
