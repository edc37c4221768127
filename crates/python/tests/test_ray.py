"""Experiments on a local Ray cluster of two workers: the files are those of one process."""

from __future__ import annotations

import json
import logging
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import tiptree
import tiptree.ray

ray = pytest.importorskip("ray")

BINARY = os.environ.get("TIPTREE")
PAGE = re.DOTALL | re.MULTILINE

THREE = """
title = "Three at noughts and crosses"
[tournament]
game = "tictactoe"
players = ["ab", "mm", "minimax(depth=1)"]
budgets = ["moves=50", "moves=200"]
pairs = 12
"""

TESTED = """
title = "Is one ply enough?"
[tournament]
game = "tictactoe"
players = ["ab", "minimax(depth=1)"]
budgets = ["moves=1000", "moves=500"]
pairs = 300
sprt = "0,50"
seed = {seed}
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A cluster of two workers, for all tests."""
    # Ray writes a token into the home folder.
    before = os.environ.get("HOME")
    os.environ["HOME"] = str(tmp_path_factory.mktemp("home"))
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level=logging.WARNING)
    yield ray.get_runtime_context().gcs_address
    ray.shutdown()
    if before is not None:
        os.environ["HOME"] = before


def timeless(path: Path) -> list[dict[str, Any]]:
    """The lines of a file, in their order, without the clock readings and the commit, of which the binary may have another."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return [{key: value for key, value in line.items() if key not in ("times", "commit", "dirty")} for line in lines]


def written_lines(path: Path) -> int:
    """The number of whole lines of a file that may not be there yet."""
    return path.read_bytes().count(b"\n") if path.exists() else 0


def written(folder: Path, text: str) -> Path:
    file = folder / "experiment.toml"
    file.write_text(text)
    return file


def with_fault(monkeypatch: pytest.MonkeyPatch, fault: Callable[[int, int], None]) -> None:
    """Calls `fault` with section and piece on the worker, before a chunk is done there."""
    task = tiptree.ray._task

    def faulty(text: str, file: str, allow_programs: bool, section: int, start: int, end: int) -> Any:
        fault(section, start)
        return task(text, file, allow_programs, section, start, end)

    def remote(ray: Any, cpus: float, retries: int) -> Any:
        return ray.remote(num_cpus=cpus, max_retries=retries)(faulty).remote

    monkeypatch.setattr(tiptree.ray, "_remote", remote)


@pytest.mark.skipif(BINARY is None, reason="TIPTREE names no binary of the command line")
def test_threads_shards_and_ray_write_the_same_file(address: str, tmp_path: Path) -> None:
    assert BINARY is not None
    file = written(tmp_path, THREE)
    threads, merged, cluster = (tmp_path / f"{name}.jsonl" for name in ("threads", "merged", "cluster"))
    subprocess.run([BINARY, "run", file, "--jobs", "2", "--out", threads], check=True, capture_output=True)
    shards = [tmp_path / f"shard-{index}.jsonl" for index in range(2)]
    for index, shard in enumerate(shards):
        subprocess.run([BINARY, "run", file, "--shard", f"{index}/2", "--out", shard], check=True, capture_output=True)
    subprocess.run([BINARY, "merge", *shards, "--out", merged], check=True, capture_output=True)
    played = tiptree.ray.run(file, out=cluster)
    assert timeless(cluster) == timeless(threads) == timeless(merged)
    assert isinstance(played, tiptree.Tournament)
    assert played.standings == tiptree.run(file, out=threads).standings  # type: ignore[union-attr]
    assert len(tiptree.read_games(cluster)) == sum(match.to_dict()["games"] for match in played.matches) == 144


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_sequential_test_ends_at_the_same_pair(address: str, tmp_path: Path, seed: int) -> None:
    file = written(tmp_path, TESTED.format(seed=seed))
    threads, cluster = tmp_path / "threads.jsonl", tmp_path / "cluster.jsonl"
    tiptree.run(file, out=threads)
    played = tiptree.ray.run(file, out=cluster, pieces=2)
    assert timeless(cluster) == timeless(threads)
    assert isinstance(played, tiptree.Tournament)
    found = [match.to_dict() for match in played.matches]
    assert all(match["games"] < 600 and match["sprt"] != "continue" for match in found)


def test_a_worker_that_is_killed_is_replaced(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = written(tmp_path, THREE)
    threads, cluster, marker = tmp_path / "threads.jsonl", tmp_path / "cluster.jsonl", tmp_path / "killed"
    tiptree.run(file, out=threads)

    def die_once(section: int, start: int) -> None:
        if (section, start) == (1, 4):
            try:
                marker.touch(exist_ok=False)
            except FileExistsError:
                return
            os.kill(os.getpid(), signal.SIGKILL)

    with_fault(monkeypatch, die_once)
    tiptree.ray.run(file, out=cluster, pieces=2)
    assert marker.exists()
    assert timeless(cluster) == timeless(threads)


def test_a_task_that_always_kills_its_worker_ends_the_run_and_keeps_the_games(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, THREE)
    threads, cluster = tmp_path / "threads.jsonl", tmp_path / "cluster.jsonl"

    def die(section: int, start: int) -> None:
        if (section, start) == (0, 8):
            os.kill(os.getpid(), signal.SIGKILL)

    with_fault(monkeypatch, die)
    with pytest.raises(tiptree.TiptreeError, match="section 1, pieces 9 to 10: WorkerCrashedError") as error:
        tiptree.ray.run(file, out=cluster, pieces=2, retries=0)
    assert "\n" not in str(error.value)
    monkeypatch.undo()
    tiptree.ray.run(file, out=cluster)
    tiptree.run(file, out=threads)
    assert timeless(cluster) == timeless(threads)


def test_a_driver_that_is_killed_goes_on_behind_its_games(address: str, tmp_path: Path) -> None:
    file = written(tmp_path, THREE)
    threads, cluster = tmp_path / "threads.jsonl", tmp_path / "cluster.jsonl"
    tiptree.run(file, out=threads)
    whole = len(timeless(threads))
    program = "import sys, tiptree.ray; tiptree.ray.run(sys.argv[1], out=sys.argv[2], address=sys.argv[3], pieces=1)"
    draw = random.Random(int(os.environ.get("TIPTREE_SEED", "1")))
    for _ in range(int(os.environ.get("TIPTREE_KILLS", "2"))):
        lines = written_lines(cluster)
        if lines >= whole - 1:
            cluster.unlink()
            lines = 0
        # Counted in lines of the file, so that no clock decides.
        until = draw.randrange(lines + 1, whole)
        driver = subprocess.Popen([sys.executable, "-c", program, file, cluster, address])
        while driver.poll() is None and written_lines(cluster) < until:
            time.sleep(0.005)
        driver.kill()
        driver.wait()
    tiptree.ray.run(file, out=cluster)
    assert timeless(cluster) == timeless(threads)


def test_measurements_and_tables_are_made(address: str, tmp_path: Path) -> None:
    game = tiptree.load_game("tictactoe")
    labels = [tiptree.solve(game.state(text), all_moves=True) for text in ("XO.......", "X.O......", "X..O.....")]
    (tmp_path / "labels.jsonl").write_text("".join(json.dumps(label) + "\n" for label in labels))
    for task in (
        '[quality]\ngame = "tictactoe"\nsearches = ["mm", "ab(depth=3)"]\nbudgets = ["evals=100"]\nfiles = ["labels.jsonl"]\n',
        '[reproduce]\npaper = "nau"\ntables = ["4a", "4b"]\nheight = 4\nboards = 50\n',
    ):
        file = written(tmp_path, f'title = "T"\n{task}')
        threads, cluster = tmp_path / "threads.jsonl", tmp_path / "cluster.jsonl"
        expected = tiptree.run(file, out=threads)
        found = tiptree.ray.run(file, out=cluster)
        assert len(found) == len(expected) == 2  # type: ignore[arg-type]
        counted = [
            [{key: value for key, value in line.items() if not key.startswith("cpu_")} for line in timeless(path)]
            for path in (threads, cluster)
        ]
        assert counted[0] == counted[1]
        threads.unlink()
        cluster.unlink()


def test_the_example_of_the_manual_runs(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    docs = Path(__file__).resolve().parents[3] / "docs"
    declared = re.search(r"<!-- file: constant.toml -->\n```toml\n(.*?)^```$", (docs / "experiments.md").read_text(), PAGE)
    example = re.search(r"\n\n```python\n(.*?)^```$", (docs / "clusters.md").read_text(), PAGE)
    assert declared and example
    monkeypatch.chdir(tmp_path)
    Path("constant.toml").write_text(declared.group(1))
    names: dict[str, Any] = {}
    exec(example.group(1), names)
    assert len(names["played"].matches) == 6
    assert len(tiptree.read_games("all.jsonl")) == 120


def test_what_cannot_be_run_is_said_in_a_line(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out.jsonl"
    with pytest.raises(tiptree.TiptreeError, match="cannot read .*missing.toml"):
        tiptree.ray.run(tmp_path / "missing.toml", out=out)
    programs = written(tmp_path, THREE.replace('"mm"', '"ugi:./rival"'))
    with pytest.raises(tiptree.TiptreeError, match="allow_programs=True"):
        tiptree.ray.run(programs, out=out)
    file = written(tmp_path, THREE)
    with pytest.raises(tiptree.TiptreeError, match='pieces "0": expected at least 1'):
        tiptree.ray.run(file, out=out, pieces=0)
    with pytest.raises(tiptree.TiptreeError, match='cpus "0": expected more than 0'):
        tiptree.ray.run(file, out=out, cpus=0)
    assert not out.exists()
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    with pytest.raises(tiptree.TiptreeError, match="no Ray cluster at 127.0.0.1:1: .*refused"):
        tiptree.ray.run(file, out=out, address="127.0.0.1:1")
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ImportError, match=r"ray is not installed: pip install tiptree\[ray\]"):
        tiptree.ray.run(file, out=out)
