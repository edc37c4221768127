"""Our Connect-Four solver against bitbully (PyPI), whose book stays closed: exact scores of the positions in a file.

    python3 -m venv /somewhere/else && /somewhere/else/bin/pip install bitbully==0.0.79
    /somewhere/else/bin/python bitbully.py TIPTREE FILE [ROUNDS]

TIPTREE is a release build of the command line; each line of FILE holds a position and its score. Both sides solve all
positions in turn, round by round, on the CPU clock of their process; ours includes its start. Bitbully keeps its
table from one position to the next, because clearing it takes 50 ms; we forget ours. Every score is held against the file.
"""

import json
import resource
import subprocess
import sys
import time

from bitbully import bitbully_core


def ours(program, labels):
    """CPU seconds, and positions entered."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    lines = "".join(f"{position}\n" for position, _ in labels)
    output = subprocess.run(
        [program, "solve", "connect4", "--json", "-"], input=lines, capture_output=True, text=True, check=True
    ).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    answers = [json.loads(line) for line in output.splitlines()]
    assert [answer["score"] for answer in answers] == [score for _, score in labels]
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, sum(answer["nodes"] for answer in answers)


def theirs(labels):
    """The same of a new solver of bitbully."""
    solver = bitbully_core.BitBullyCore()
    boards = []
    for position, _ in labels:
        board = bitbully_core.BoardCore()
        assert all(board.play(int(column) - 1) for column in position)
        boards.append(board)
    solver.resetNodeCounter()
    before = time.process_time()
    scores = [solver.nullWindow(board) for board in boards]
    seconds = time.process_time() - before
    assert scores == [score for _, score in labels]
    return seconds, solver.getNodeCounter()


def main():
    program, path = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    with open(path, encoding="utf-8") as file:
        words = [line.split() for line in file if not line.startswith("#")]
    labels = [(line[0], int(line[1])) for line in words]
    for number in range(rounds):
        (our_time, our_nodes), (their_time, their_nodes) = ours(program, labels), theirs(labels)
        each = 1e6 / len(labels)
        print(
            f"round {number + 1}: {our_time * each:.1f} against {their_time * each:.1f} CPU microseconds a position, "
            f"ratio {our_time / their_time:.3f}; nodes {our_nodes} against {their_nodes}"
        )


if __name__ == "__main__":
    main()
