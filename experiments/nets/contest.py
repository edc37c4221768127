"""Min/max approximation against puct with the same neural net, in batches, on a GPU if there is one.

    python contest.py connect4.pt tune --out tuning        # one setting against another, on one set of openings
    python contest.py connect4.pt final --out final        # the report at equal evaluations, on other openings
    python contest.py connect4.pt clock --out final        # the same at equal wall time; few jobs, so that none waits
    python contest.py connect4.pt single --out final       # the same without batches, which takes long
    python contest.py connect4.pt quality --out quality    # moves against solved positions

Every cell is a process of its own and a file of games in the folder; a cell that is there already goes on where it stopped. The
summary of each cell is printed as a line of JSON.
"""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

DATA = Path(__file__).parent / "../../crates/games/data"
PUCT = "puct(priors=evaluator,squash=0,c={c},batch={batch})"
MIN_MAX = {
    "value": "mm(c={c},batch={batch})",
    "floyd": "mm(penalty=floyd,batch={batch})",
    "both": "mm(penalty=policy,c={c},batch={batch})",
    "fast": "mm-fast(c={c},batch={batch})",
}
# The best of tune, by hand.
CHOSEN = {"puct": 1.5, "value": 0.3, "floyd": 0, "both": 0.3, "fast": 0.01}


def named(kind, batch, c=None):
    """The text of a search."""
    c = CHOSEN[kind] if c is None else c
    return (PUCT if kind == "puct" else MIN_MAX[kind]).format(c=c, batch=batch)


def tune(given):
    """Every setting against one opponent, the same for all."""
    opponent = named("puct", 32, 1.5)
    for kind, constants in {
        "puct": [0.5, 1, 3, 6],
        "value": [0.01, 0.03, 0.1, 0.3],
        "both": [0.01, 0.03, 0.1, 0.3],
        "floyd": [0],
        "fast": [0.01, 0.03, 0.1, 0.3],
    }.items():
        for c in constants:
            yield f"tune-{kind}-{c}", named(kind, 32, c), opponent, "evals=400", f"random=6:{given.pairs}", 11


def against_puct(kinds, batches, budget, pairs):
    """Each kind against puct with the same net, budget and batch."""
    for kind in kinds:
        for batch in batches:
            name = f"{budget.replace('=', '-')}-{kind}-{batch}"
            yield name, named(kind, batch), named("puct", batch), budget, f"random=6:{pairs}", 12


PARTS = {
    "tune": tune,
    "final": lambda given: against_puct(MIN_MAX, (16, 64, 256), "evals=400", given.pairs),
    "clock": lambda given: against_puct(MIN_MAX, (64,), "time=20ms", given.pairs),
    "single": lambda given: against_puct(MIN_MAX, (1,), "evals=400", given.pairs),
    "quality": lambda given: (
        (f"quality-{kind}-{batch}", named(kind, batch), "evals=400") for kind in ("puct", *MIN_MAX) for batch in (16, 256)
    ),
}


def evaluator(file):
    """The net as an evaluator of the package."""
    import tiptree
    import torch

    device = "cuda" if torch.cuda.is_available() else "cpu"
    net = torch.jit.load(file).eval().to(device)

    def answer(planes):
        values, logits = net(planes)
        return torch.cat([values, torch.softmax(logits, 1)], 1)

    # A call of few states waits for the launches of some twenty kernels; a recorded graph is one launch.
    recorded = {}

    def record(shape):
        given = torch.zeros(shape, device=device)
        for _ in range(3):
            answer(given)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            found = answer(given)
        return graph, given, found

    def answer_recorded(planes):
        count = len(planes)
        size = 1 << (count - 1).bit_length()
        if size not in recorded:
            recorded[size] = record((size, *planes.shape[1:]))
        graph, given, found = recorded[size]
        given[:count].copy_(planes)
        graph.replay()
        return found[:count]

    @tiptree.evaluator(planes=True, priors=True)
    def net_values(planes):
        with torch.inference_mode():
            both = (answer_recorded if device == "cuda" else answer)(torch.from_numpy(planes)).cpu().numpy()
        return both[:, 0].astype(float), both[:, 1:].astype(float)

    return net_values


def play(file, game, name, a, b, budget, openings, seed, out):
    """Plays one cell and prints its summary."""
    import tiptree

    known = tiptree.load_game(game, eval=evaluator(file))
    began = time.time()
    match = tiptree.match(known, a, b, budget, openings=openings, seed=seed, jobs=1, out=Path(out) / f"{name}.jsonl")
    print(json.dumps({"cell": name, "seconds": round(time.time() - began, 1), **match.to_dict()}), flush=True)


def measure(file, game, name, search, budget, out):
    """Measures the moves of one search at solved positions."""
    import tiptree

    known = tiptree.load_game(game, eval=evaluator(file))
    files = sorted(DATA.glob(f"{game}-all-moves-*.txt"))
    rows = tiptree.quality(known, [search], files, budgets=[budget], jobs=1, out=Path(out) / f"{name}.jsonl")
    for row in rows:
        print(json.dumps({"cell": name, **row}), flush=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("net", help="the traced net that train.py wrote beside the ONNX file")
    arguments.add_argument("part", choices=[*PARTS, "cell"])
    arguments.add_argument("--game", default="connect4")
    arguments.add_argument("--pairs", type=int, default=100)
    arguments.add_argument("--jobs", type=int, default=12)
    arguments.add_argument("--limit", type=float, default=540, help="seconds after which no cell goes on")
    arguments.add_argument("--out", required=True)
    arguments.add_argument("--cell", help="one cell, as JSON")
    given = arguments.parse_args()
    Path(given.out).mkdir(parents=True, exist_ok=True)
    if given.part == "cell":
        cell = json.loads(given.cell)
        (measure if cell[0].startswith("quality") else play)(given.net, given.game, *cell, given.out)
        return
    cells = list(PARTS[given.part](given))
    running, end = [], time.time() + given.limit
    while cells or running:
        while cells and len(running) < given.jobs and time.time() < end:
            command = [sys.executable, __file__, given.net, "cell", "--game", given.game, "--out", given.out]
            running.append(subprocess.Popen([*command, "--cell", json.dumps(cells.pop(0))]))
        running = [process for process in running if process.poll() is None]
        if time.time() >= end:
            for process in running:
                process.kill()
            return
        time.sleep(0.2)


if __name__ == "__main__":
    main()
