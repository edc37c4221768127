"""The scripts of experiments/nets that need no net: games for training, and the tables of the page."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[3]
SCRIPTS = ROOT / "experiments" / "nets"


def test_games_for_training_have_planes_shares_and_results(tmp_path: Path) -> None:
    out = tmp_path / "games.npz"
    options = ["--games", "2", "--evals", "100", "--out", str(out)]
    subprocess.run([sys.executable, SCRIPTS / "selfplay.py", "connect4", *options], check=True)
    games = np.load(out)
    count = len(games["results"])
    assert count > 10
    assert games["planes"].shape == (count, 3, 6, 7)
    assert games["shares"].shape == (count, 7)
    assert np.allclose(games["shares"].sum(axis=1), 1, atol=1e-2)
    assert set(games["results"]) <= {-1, 0, 1}


def test_the_tables_of_the_page_are_those_of_the_results() -> None:
    results = ROOT / "experiments" / "results" / "2026-11-18-nets.txt"
    command = [sys.executable, str(SCRIPTS / "tables.py"), str(results)]
    rows = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    page = (ROOT / "docs" / "nets.md").read_text().splitlines()
    assert len(rows) == 13
    assert [row for row in rows if row not in page] == []
