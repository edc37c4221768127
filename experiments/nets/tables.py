"""The tables of docs/nets.md, from the lines that contest.py printed:

    python experiments/nets/tables.py experiments/results/2026-11-18-nets.txt
"""

import json
import math
import sys
from pathlib import Path

NAMES = {
    "puct": "`puct`",
    "fast": "`mm-fast`",
    "value": "`mm`, values",
    "both": "`mm(penalty=policy)`",
    "floyd": "`mm(penalty=floyd)`",
}


def row(*cells):
    """A row of a table in Markdown."""
    return f"| {' | '.join(cells)} |"


def scores(lines):
    """Scores against puct, a row for each game and search."""
    cells = {(line["net"], line["cell"]): line for line in lines if "score" in line}
    columns = [f"evals-400-{{}}-{batch}" for batch in (1, 16, 64, 256)] + ["time-20ms-{}-64"]
    for game in ("connect4", "othello"):
        for kind in list(NAMES)[1:]:
            found = [cells.get((game, column.format(kind))) for column in columns]
            yield row(
                game,
                NAMES[kind],
                *(f"{one['score']:.3f} ± {one['score_ci95']:.3f}" if one else "not finished" for one in found),
            )


def shares(lines):
    """Moves that keep the value of the game, of all files together, a row for each search."""
    for kind, name in NAMES.items():
        yield row(name, *(share([line for line in lines if line["cell"] == f"quality-{kind}-{batch}"]) for batch in (16, 256)))


def share(files):
    """The share of moves that keep the value, in percent, with half a 95 % interval."""
    kept, positions = (sum(file[key] for file in files) for key in ("kept", "positions"))
    part = kept / positions
    return f"{100 * part:.1f} ± {196 * math.sqrt(part * (1 - part) / (positions - 1)):.1f}"


def tables(file):
    """All rows."""
    lines = [json.loads(line) for line in Path(file).read_text().splitlines()]
    return [*scores(lines), *shares(lines)]


if __name__ == "__main__":
    print("\n".join(tables(sys.argv[1])))
