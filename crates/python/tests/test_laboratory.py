"""Matches, tournaments, measurements, tables, experiments, frames and pictures."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
import tiptree
from games import Nim


def test_a_match_has_a_result_and_games(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    match = tiptree.match("tictactoe", "mm", tiptree.search("uct"), "evals=50", openings="plies=1", out=out)
    assert match.games and len(match.games) == match.to_dict()["games"] == 18
    assert match.wins + match.draws + match.losses == 18
    assert "mm vs uct at tictactoe" in repr(match)
    assert len(match.to_pandas()) == len(match.to_polars()) == 18
    assert "a_counters.evals" in match.to_pandas().columns
    assert pickle.loads(pickle.dumps(match)).to_dict() == match.to_dict()
    with pytest.raises(AttributeError, match="a match has no elephants"):
        _ = match.elephants
    games = tiptree.read_games(out)
    assert len(games) == 18 and games[0]["a"] == "mm"
    assert games.to_pandas()["result"].isin(["win", "draw", "loss"]).all()
    # The file is complete: the same call only reads it.
    again = tiptree.match("tictactoe", "mm", "uct", "evals=50", openings="plies=1", out=out)
    assert again.to_dict()["games"] == 18


def test_a_tournament_has_standings() -> None:
    played = tiptree.tournament("tictactoe", ["mm", "uct", "ab(depth=2)"], budgets=["evals=20"], pairs=3)
    assert len(played.matches) == 3
    assert played.to_pandas()["player"].nunique() == 3
    assert played.to_polars().height == 3


def test_a_game_in_python_is_played() -> None:
    match = tiptree.match(tiptree.game(Nim(9)), "mm", "uct", "evals=30", openings="plies=1", jobs=2)
    assert match.game == "nim" and len(match.games) == 6


def test_positions_are_solved() -> None:
    state = tiptree.load_game("tictactoe").new_initial_state()
    solved = tiptree.solve(state, all_moves=True)
    assert solved["result"] == "draw" and len(solved["moves"]) == 9
    hard = tiptree.solve(tiptree.load_game("connect4").new_initial_state(), "nodes=1000")
    assert "not solved within nodes=1000" in hard["error"]
    with pytest.raises(tiptree.TiptreeError, match="score|over"):
        tiptree.solve(tiptree.load_game("tictactoe").state("XXXOO...."))


def test_quality_is_measured(tmp_path: Path) -> None:
    import json

    game = tiptree.load_game("tictactoe")
    labels = tmp_path / "labels.jsonl"
    states = [game.state(text) for text in ("XO.......", "X.O......", "X..O.....")]
    labels.write_text("".join(json.dumps(tiptree.solve(state, all_moves=True)) + "\n" for state in states))
    measured = tiptree.quality(game, ["mm", "ab(depth=3)"], [labels], budgets=["evals=500"])
    assert len(measured) == 2 and measured[0]["positions"] == 3
    assert len(measured.to_pandas()) == 2


def test_tables_are_reproduced() -> None:
    (table,) = tiptree.reproduce("nau", "4a", height=4, boards=100)
    assert table["paper"] == "nau" and table["rows"]
    with pytest.raises(tiptree.TiptreeError, match='paper "nobody"'):
        tiptree.reproduce("nobody")
    with pytest.raises(tiptree.TiptreeError, match="unknown field `hight`"):
        tiptree.reproduce("nau", "4a", hight=4)


def test_experiments_run(tmp_path: Path) -> None:
    file = tmp_path / "experiment.toml"
    file.write_text(
        'title = "T"\n[tournament]\ngame = "tictactoe"\nplayers = ["mm", "uct"]\nbudgets = ["evals=20"]\npairs = 2\n'
    )
    played = tiptree.run(file)
    assert isinstance(played, tiptree.Tournament) and len(played.matches[0].games) == 4
    file.write_text('title = "T"\n[tournament]\ngame = "tictactoe"\nplayers = ["mm", "ugi:./rival"]\n')
    with pytest.raises(tiptree.TiptreeError, match="allow_programs=True"):
        tiptree.run(file)


def test_pictures_are_drawn() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    report = tiptree.search("mm").run(tiptree.load_game("connect4").state("44"), moves=500)
    assert report.plot_tree(most=8).texts
    assert report.plot_moves().patches
    match = tiptree.match("tictactoe", "mm", "uct", "evals=20", pairs=2)
    assert match.plot().lines


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pandas is not installed: pip install pandas"):
        tiptree.Frame([]).to_pandas()
