"""What several tests use."""

from __future__ import annotations

from typing import Any

import pytest
import tiptree

SEARCHES: list[str] = [search["name"] for search in tiptree.searches()]


def without_clocks(report: tiptree.Report | dict[str, Any], *also: str) -> dict[str, Any]:
    """The report without what differs from run to run."""
    data = report.to_dict() if isinstance(report, tiptree.Report) else report
    return {key: value for key, value in data.items() if key not in ("seconds", "cpu_seconds", *also)}


@pytest.fixture
def connect4() -> tiptree.Game:
    return tiptree.load_game("connect4")
