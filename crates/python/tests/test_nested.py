"""Searches within searches."""

from __future__ import annotations

import tiptree


def test_an_evaluator_may_search() -> None:
    plain = tiptree.load_game("tictactoe")

    @tiptree.evaluator(range=(-9, 9), batch=False)
    def deeper(state: tiptree.State) -> float:
        return tiptree.search("ab").run(plain.state(state.serialize()), depth=1).value

    game = tiptree.load_game("tictactoe", eval=deeper)
    report = tiptree.search("minimax").run(game.new_initial_state(), depth=1)
    assert report.value == tiptree.search("minimax").run(plain.new_initial_state(), depth=2).value
