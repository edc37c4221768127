"""The package finds what the command line finds. The variable TIPTREE names the binary; ./check python sets it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
import tiptree
from conftest import SEARCHES, without_clocks

BINARY = os.environ.get("TIPTREE")
pytestmark = pytest.mark.skipif(BINARY is None, reason="TIPTREE names no binary of the command line")


def command_line(*arguments: str) -> list[dict[str, Any]]:
    """The lines that a command prints."""
    assert BINARY is not None
    done = subprocess.run([BINARY, *arguments, "--json"], capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


POSITIONS = [
    ("connect4", ""),
    ("connect4(width=5,height=4)", "3321"),
    ("othello(size=6)", ""),
    ("kalah", ""),
    ("pig", ""),
    ("ewn", ""),
    ("tictactoe", "X.O......"),
    ("pgame", ""),
    ("backgammon", ""),
]


@pytest.mark.parametrize("name", SEARCHES)
def test_reports_are_those_of_the_command_line(name: str) -> None:
    compared = 0
    for game_name, text in POSITIONS:
        game = tiptree.load_game(game_name)
        state = game.state(text) if text else game.new_initial_state(seed=7)
        arguments = ["best", game_name, *(["--position", text] if text else []), "--search", name]
        arguments += ["--budget", "evals=500,depth=4", "--seed", "7"]
        try:
            report = tiptree.search(name).run(state, evals=500, depth=4, seed=7)
        except tiptree.TiptreeError as error:
            assert BINARY is not None
            done = subprocess.run([BINARY, *arguments], capture_output=True, text=True)
            assert done.returncode == 2
            assert done.stderr.strip() == f"tiptree: {error}"
            continue
        assert without_clocks(report) == without_clocks(command_line(*arguments)[0]), game_name
        compared += 1
    assert compared >= 6


def test_the_defaults_are_those_of_the_command_line() -> None:
    report = tiptree.search().run(tiptree.load_game("connect4").new_initial_state())
    assert without_clocks(report) == without_clocks(command_line("best", "connect4")[0])


def test_trees_are_those_of_the_command_line() -> None:
    report = tiptree.search("mm").run(tiptree.load_game("connect4").state("44"), moves=2000)
    theirs = command_line("tree", "connect4", "--position", "44", "--search", "mm", "--budget", "moves=2000", "--nodes", "30")
    assert without_clocks(report.tree()) == without_clocks(theirs[0])


def test_matches_are_those_of_the_command_line() -> None:
    match = tiptree.match("connect4", "mm", "ab", "moves=200", openings="plies=1", seed=3)
    theirs = command_line("match", "connect4", "mm", "ab", "--budget", "moves=200", "--openings", "plies=1", "--seed", "3")
    timed = ("a_stats", "b_stats", "commit", "dirty")
    assert without_clocks(match.to_dict(), *timed) == without_clocks(theirs[-1], *timed)
    assert match.a_stats["evals"] == theirs[-1]["a_stats"]["evals"]


def test_tournaments_are_those_of_the_command_line() -> None:
    players = ["mm", "ab(depth=2)", "uct"]
    ours = tiptree.tournament("tictactoe", players, budgets=["evals=50"], openings="plies=1")
    theirs = command_line("tournament", "tictactoe", *players, "--budget", "evals=50", "--openings", "plies=1")
    assert ours.standings[0]["standings"] == theirs[-1]["standings"]


def test_exact_values_are_those_of_the_command_line() -> None:
    state = tiptree.load_game("connect4").state("4453222222")
    theirs = command_line("solve", "connect4", "--position", "4453222222", "--all-moves")
    assert without_clocks(tiptree.solve(state, all_moves=True)) == without_clocks(theirs[0])


def test_lists_are_those_of_the_command_line() -> None:
    ours = [game for game in tiptree.games() if game["summary"] != "a game in Python"]
    assert ours == command_line("games")[0]["games"]
    assert tiptree.searches() == command_line("searches")[0]["searches"]


def test_results_name_the_commit_of_the_build(tmp_path: Path) -> None:
    command_line("match", "tictactoe", "mm", "uct", "--budget", "evals=5", "--pairs", "1", "--out", str(tmp_path / "theirs"))
    tiptree.match("tictactoe", "mm", "uct", "evals=5", pairs=1, out=tmp_path / "ours")
    headers = [json.loads((tmp_path / name).read_text().splitlines()[0]) for name in ("theirs", "ours")]
    assert headers[0]["commit"] == headers[1]["commit"]
