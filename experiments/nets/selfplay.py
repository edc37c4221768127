"""Positions for a neural net: games that `mm-fast` plays against itself from random openings.

    python selfplay.py connect4 --games 6000 --evals 2000 --out connect4.npz

A position is labelled with the result of its game, Max's view, and with the share of each move in the search, indexed by action.
"""

import argparse
import random

import numpy as np
import tiptree


def opening(game, plies, dice):
    """A position after random moves in which the game is not over."""
    while True:
        state = game.new_initial_state()
        for _ in range(dice.randrange(plies + 1)):
            state.apply_action(dice.choice(state.legal_actions()))
            if state.is_terminal():
                break
        if not state.is_terminal():
            return state


def play(game, search, evals, plies, actions, seed):
    """The planes, shares and result of one game."""
    dice = random.Random(seed)
    state = opening(game, plies, dice)
    planes, shares = [], []
    while not state.is_terminal():
        report = search.run(state, evals=evals, seed=seed)
        row = np.zeros(actions, np.float32)
        for move in report.moves:
            row[state.string_to_action(move.move)] = move.share or 0.0
        if row.sum() == 0:
            row[report.best_action] = 1
        planes.append(state.observation_tensor())
        shares.append(row / row.sum())
        state.apply_action(report.best_action)
    return planes, shares, [np.sign(state.returns()[0])] * len(planes)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("game")
    arguments.add_argument("--games", type=int, default=6000)
    arguments.add_argument("--evals", type=int, default=2000)
    arguments.add_argument("--plies", type=int, default=12, help="most random moves of an opening")
    arguments.add_argument("--actions", type=int, default=7, help="numbers of moves: 7 at Connect-Four, 65 at Othello")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--out", required=True)
    given = arguments.parse_args()
    game, search = tiptree.load_game(given.game), tiptree.search("mm-fast")
    planes, shares, results = [], [], []
    for number in range(given.games):
        played = play(game, search, given.evals, given.plies, given.actions, given.seed * 1_000_000 + number)
        for column, more in zip((planes, shares, results), played):
            column.extend(more)
        if number % 500 == 499:
            print(f"{number + 1} games, {len(planes)} positions", flush=True)
    np.savez_compressed(
        given.out,
        planes=np.array(planes, np.uint8),
        shares=np.array(shares, np.float16),
        results=np.array(results, np.int8),
    )


if __name__ == "__main__":
    main()
