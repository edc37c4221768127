"""Experiments on a cluster with Ray: `tiptree.ray.run`. Needs the package ray: `pip install tiptree[ray]`.

The driver, the process that calls `run`, hands out chunks of the experiment as tasks and writes the file of results. A task is done by
one thread. What it returns depends on nothing but the experiment and the chunk, so that the file is the one that `tiptree run` writes.
"""

from __future__ import annotations

import functools
import importlib
import logging
import os
import socket
import sys
import time
from os import PathLike, fspath
from pathlib import Path
from typing import Any, NamedTuple

from . import _tiptree
from ._laboratory import _results
from ._results import Frame, Tournament
from ._tiptree import TiptreeError

__all__ = ["run"]

TASK_SECONDS = 5.0
"""How long a task should take: a thousand times what it costs to start it."""

TASKS_PER_CPU = 2
"""Tasks in flight for each CPU: one that is being done, and one that waits for it."""

EARLY_PER_CPU = 8
"""Results for each CPU that may be held back because an earlier one is missing."""

KNOCK_SECONDS = 10.0
"""How long an address may take to answer."""

POLL_SECONDS = 0.5
"""How often the driver looks around while no task ends."""


class _Done(NamedTuple):
    """What a task returns: the lines of its chunk, the wall-clock time that it took, and where it was done."""

    lines: bytes
    seconds: float
    worker: str


_prepared: dict[tuple[str, str, bool], _tiptree.Experiment] = {}
"""The experiment that this worker does: its names are looked up once, and its signature is measured then."""


def _task(text: str, file: str, allow_programs: bool, section: int, start: int, end: int) -> _Done:
    """Does a chunk, on a worker."""
    declared = (text, file, allow_programs)
    if declared not in _prepared:
        _prepared.clear()
        _prepared[declared] = _tiptree.Experiment(*declared)
    began = time.perf_counter()
    lines = _prepared[declared].chunk(section, start, end)
    return _Done(lines, time.perf_counter() - began, _ray().util.get_node_ip_address())


def run(
    experiment: str | PathLike[str],
    *,
    out: str | PathLike[str],
    address: str | None = None,
    pieces: int | None = None,
    cpus: float = 1,
    retries: int = 3,
    allow_programs: bool = False,
    other_build: bool = False,
) -> Tournament | Frame | list[dict[str, Any]]:
    """Runs an experiment that is declared in a file on a Ray cluster, and writes the file `out` that `tiptree run` writes.

    Uses the cluster that this process is connected to, else the one at `address`. Without an address Ray decides: the cluster of the
    variable RAY_ADDRESS, else one that runs on this machine, else a new one; `address="local"` always starts a new one.
    The same call goes on behind what `out` holds.

    A task takes `pieces` pairs of games, tables or measurements; by default as many as take about five seconds. It takes `cpus` CPUs,
    and is tried again `retries` times if its worker dies. A worker whose measured signature differs is refused, unless `other_build`.

    Returns what `tiptree.run` returns, without the games, which `tiptree.read_games(out)` reads.
    """
    if pieces is not None and pieces < 1:
        raise TiptreeError(f'pieces "{pieces}": expected at least 1')
    if not cpus > 0:
        raise TiptreeError(f'cpus "{cpus}": expected more than 0')
    _ray()
    file = os.path.abspath(fspath(experiment))
    try:
        text = Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise TiptreeError(f"cannot read {file}: {error}") from None
    prepared = _tiptree.Experiment(text, file, allow_programs)
    driver = _tiptree.Driver(prepared, out, other_build)
    try:
        if not driver.is_finished():
            ray, is_ours = _connect(address)
            try:
                call = functools.partial(_remote(ray, cpus, retries), text, file, allow_programs)
                _Cluster(ray, call, driver, cpus, pieces).work()
            finally:
                if is_ours:
                    ray.shutdown()
    finally:
        found = driver.close()
    return _results(found)


def _ray() -> Any:
    """The package ray, which sends no statistics home unless it was asked to."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        return importlib.import_module("ray")
    except ImportError as error:
        raise ImportError("ray is not installed: pip install tiptree[ray]") from error


def _connect(address: str | None) -> tuple[Any, bool]:
    """The package ray, connected to a cluster, and whether we have connected it."""
    ray = _ray()
    if ray.is_initialized():
        return ray, False
    asked = address or os.environ.get("RAY_ADDRESS") or "this machine"
    try:
        _knock(asked)
        ray.init(address=address, include_dashboard=False, log_to_driver=False, logging_level=logging.WARNING)
    except (OSError, RuntimeError, ValueError) as error:
        raise TiptreeError(f"no Ray cluster at {asked}: {' '.join(str(error).split())}") from None
    return ray, True


def _knock(address: str) -> None:
    """Raises an error at once if nobody listens at HOST:PORT, where Ray would try for minutes."""
    host, _, port = address.rpartition(":")
    if host and "/" not in host and port.isdigit():
        socket.create_connection((host, int(port)), timeout=KNOCK_SECONDS).close()


def _remote(ray: Any, cpus: float, retries: int) -> Any:
    """The task as Ray calls it."""
    return ray.remote(num_cpus=cpus, max_retries=retries)(_task).remote


class _Cluster:
    """Keeps the workers of a cluster busy until the driver's file is complete."""

    def __init__(self, ray: Any, call: Any, driver: _tiptree.Driver, cpus: float, pieces: int | None) -> None:
        self.ray = ray
        self.call = call
        self.driver = driver
        self.cpus = cpus
        self.pieces = pieces
        self.tasks: dict[Any, tuple[int, int, int]] = {}
        self.done = 0.0
        self.seconds = 0.0
        self.size = 1
        self.looked = -POLL_SECONDS
        self.shows = sys.stderr.isatty()

    def work(self) -> None:
        """Hands out chunks and takes their results."""
        try:
            while not self.driver.is_finished():
                self.look()
                self.submit()
                self.take()
        finally:
            self.cancel(list(self.tasks))
            self.show("\n")

    def look(self) -> None:
        """Counts the workers, which may come and go, and looks after the file and the terminal."""
        now = time.monotonic()
        if now - self.looked < POLL_SECONDS:
            return
        self.looked = now
        self.size = max(1, int(self.ray.cluster_resources().get("CPU", 1) / self.cpus))
        self.driver.sync()
        self.show("")

    def show(self, end: str) -> None:
        """Shows how far the run is, on a terminal."""
        if self.shows:
            done, _, all_pieces = self.driver.progress()
            print(f"\r{done} of {all_pieces} done, {self.size} workers ", end=end, file=sys.stderr, flush=True)

    def submit(self) -> None:
        """Fills the queue of the cluster."""
        while len(self.tasks) < TASKS_PER_CPU * self.size and self.driver.early() < EARLY_PER_CPU * self.size:
            chunk = self.driver.next(self.chunk_size())
            if chunk is None:
                return
            self.tasks[self.call(*chunk)] = chunk

    def chunk_size(self) -> int:
        """The number of pieces of the next task: fewer towards the end, so that all workers end together."""
        if self.pieces is not None:
            return self.pieces
        if self.done == 0:
            return 1
        _, left, _ = self.driver.progress()
        wanted = TASK_SECONDS * self.done / max(self.seconds, 1e-9)
        return max(1, min(int(wanted), left // (TASKS_PER_CPU * self.size)))

    def take(self) -> None:
        """Waits for a task to end, and takes the results of all that have."""
        if not self.tasks:
            return
        ended, waiting = self.ray.wait(list(self.tasks), num_returns=1, timeout=POLL_SECONDS)
        if waiting:
            ended += self.ray.wait(waiting, num_returns=len(waiting), timeout=0)[0]
        for task in ended:
            # A task that was cancelled meanwhile is not among them any more.
            chunk = self.tasks.pop(task, None)
            if chunk is None:
                continue
            done = self.result(task, chunk)
            # Recent chunks count more, because the games of the next match may take longer.
            self.done = 0.9 * self.done + chunk[2] - chunk[1]
            self.seconds = 0.9 * self.seconds + done.seconds
            self.driver.receive(*chunk, done.lines, done.worker)
            if not self.driver.is_needed(chunk[0]):
                self.cancel([other for other, theirs in self.tasks.items() if not self.driver.is_needed(theirs[0])])

    def result(self, task: Any, chunk: tuple[int, int, int]) -> _Done:
        """What a task returned; one line if it failed."""
        section, start, end = chunk
        where = f"section {section + 1}, pieces {start + 1} to {end}"
        try:
            done: _Done = self.ray.get(task)
            return done
        except self.ray.exceptions.RayTaskError as error:
            cause = error.cause
            text = str(cause) if isinstance(cause, TiptreeError) else f"{type(cause).__name__}: {cause}"
            raise TiptreeError(f"{where}: {' '.join(text.split())}") from None
        except self.ray.exceptions.RayError as error:
            line = next(iter(str(error).splitlines()), "")
            raise TiptreeError(f"{where}: {type(error).__name__}: {line}; the same call goes on behind what is done") from None

    def cancel(self, tasks: list[Any]) -> None:
        """Stops tasks whose results nobody wants; a worker finishes the game that has begun."""
        for task in tasks:
            del self.tasks[task]
            self.ray.cancel(task)
