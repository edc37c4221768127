"""Measures what a task costs on a local Ray cluster, and the games a second with 1 and 2 workers: python measure_ray.py"""

from __future__ import annotations

import logging
import os
import resource
import tempfile
import time
from pathlib import Path
from typing import Any

import ray
import tiptree
import tiptree.ray

TINY = """
title = "Nothing but overhead"
[tournament]
game = "tictactoe"
players = ["minimax(depth=1)", "minimax(depth=1)"]
pairs = 4000
"""

GAMES = """
title = "Work that fills the workers"
[tournament]
game = "connect4"
players = ["mm", "ab"]
budgets = ["moves=100000"]
openings = "random=8:240"
"""


def cpu_seconds() -> float:
    """CPU time of this process."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def timed(work: Any) -> tuple[float, float]:
    """Wall-clock and CPU seconds of this process for a piece of work."""
    began, cpu = time.perf_counter(), cpu_seconds()
    work()
    return time.perf_counter() - began, cpu_seconds() - cpu


def main() -> None:
    # Ray's workers give way to everything else on the machine, which would compare priorities.
    os.environ["RAY_worker_niceness"] = "0"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        out = folder / "out.jsonl"

        def measure(text: str, run: Any) -> tuple[float, float]:
            file = folder / "experiment.toml"
            file.write_text(text)
            out.unlink(missing_ok=True)
            return timed(lambda: run(file))

        wall: dict[str, list[float]] = {}
        for _ in range(int(os.environ.get("TIPTREE_ROUNDS", "3"))):
            for workers in (1, 2):
                began = time.perf_counter()
                ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
                start = time.perf_counter() - began
                # Starts the worker processes, which is not measured.
                measure(TINY.replace("4000", "20"), lambda file: tiptree.ray.run(file, out=out, pieces=1))
                games, _ = measure(GAMES, lambda file: tiptree.ray.run(file, out=out))
                threads, _ = measure(GAMES, lambda file: tiptree.run(file, out=out, jobs=workers))
                print(f"{workers} workers: cluster started in {start:.1f} s", end="; ")
                print(f"480 games in {games:.1f} s by Ray, {threads:.1f} s by threads, ratio {games / threads:.2f}")
                wall.setdefault(f"ray {workers}", []).append(games)
                tasks, cpu = measure(TINY.replace("4000", "1000"), lambda file: tiptree.ray.run(file, out=out, pieces=1))
                bulk, bulk_cpu = measure(TINY, lambda file: tiptree.ray.run(file, out=out, pieces=1000))
                size = out.stat().st_size / 8000
                each, each_cpu = (1e3 * (used - rest / 4) / 1000 for used, rest in ((tasks, bulk), (cpu, bulk_cpu)))
                print(f"  a task costs {each:.2f} ms, of which {each_cpu:.2f} ms are CPU time of the driver", end="; ")
                print(f"a game costs the driver {1e6 * bulk_cpu / 8000:.0f} us and {size:.0f} bytes")
                if workers == 2:
                    # As many tasks in flight as for 1000 workers.
                    usual, tiptree.ray.TASKS_PER_CPU = tiptree.ray.TASKS_PER_CPU, 1000
                    tiny = TINY.replace("4000", "6000")
                    _, cpu = measure(tiny, lambda file: tiptree.ray.run(file, out=out, pieces=1))
                    tiptree.ray.TASKS_PER_CPU = usual
                    each_cpu = 1e3 * (cpu - 1.5 * bulk_cpu) / 6000
                    print(f"  with 2000 tasks in flight a task costs the driver {each_cpu:.2f} ms of CPU time")
                ray.shutdown()
        one, two = (min(wall[f"ray {workers}"]) for workers in (1, 2))
        print(f"2 workers over 1: {one / two:.2f}, best of each")


if __name__ == "__main__":
    main()
