"""Games in Python, as a user would write them, for the tests."""

from __future__ import annotations

import math

import tiptree


class Nim(tiptree.PythonGame[tuple[int, int]]):
    """Take one to three stones in turn; the player who takes the last one wins."""

    repeats = False

    def __init__(self, stones: int = 21) -> None:
        self.stones = stones

    def initial_state(self) -> tuple[int, int]:
        return (self.stones, tiptree.MAX)

    def current_player(self, state: tuple[int, int]) -> int:
        return state[1] if state[0] else tiptree.TERMINAL

    def legal_actions(self, state: tuple[int, int]) -> list[int]:
        return list(range(1, min(state[0], 3) + 1))

    def child(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return (state[0] - action, 1 - state[1])

    def returns(self, state: tuple[int, int]) -> float:
        return -1.0 if state[1] == tiptree.MAX else 1.0


class PGame:
    """P-games of the Rust library: a board of zeros and ones is halved until one square is left; Max moves last."""

    name = "pgame-in-python"
    payoffs = (0, 1, 1)
    repeats = False

    def initial_state(self) -> str:
        return "0110100110010110"

    def current_player(self, state: str) -> int:
        left = int(math.log2(len(state.strip("."))))
        return tiptree.TERMINAL if left == 0 else tiptree.MAX if left % 2 else tiptree.MIN

    def legal_actions(self, state: str) -> list[int]:
        return [0, 1]

    def child(self, state: str, action: int) -> str:
        first, half = len(state) - len(state.lstrip(".")), len(state.strip(".")) // 2
        kept = first + action * half
        return "." * kept + state[kept : kept + half] + "." * (len(state) - kept - half)

    def returns(self, state: str) -> float:
        return float(state.strip("."))

    def to_string(self, state: str) -> str:
        return state

    def from_string(self, text: str) -> str:
        if len(text) != 16 or set(text) - set("01."):
            raise ValueError("16 squares, each 0, 1 or .")
        return text

    def action_to_string(self, state: str, action: int) -> str:
        return str(action + 1)

    def key(self, state: str) -> str:
        return state


class Heap(tiptree.PythonGame[tuple[int, int, bool]]):
    """Take one stone, or roll a die with three sides and take as many; the player who takes the last one wins."""

    repeats = False

    def initial_state(self) -> tuple[int, int, bool]:
        return (7, tiptree.MAX, False)

    def current_player(self, state: tuple[int, int, bool]) -> int:
        stones, player, is_rolling = state
        return tiptree.TERMINAL if stones == 0 else tiptree.CHANCE if is_rolling else player

    def legal_actions(self, state: tuple[int, int, bool]) -> list[int]:
        return [0, 1]

    def chance_outcomes(self, state: tuple[int, int, bool]) -> list[tuple[int, float]]:
        stones = state[0]
        return [(n, (4 - n if n == stones else 1) / 3) for n in range(1, min(stones, 3) + 1)]

    def child(self, state: tuple[int, int, bool], action: int) -> tuple[int, int, bool]:
        stones, player, _ = state
        return (stones, player, True) if action == 0 else (stones - action, 1 - player, False)

    def returns(self, state: tuple[int, int, bool]) -> float:
        return -1.0 if state[1] == tiptree.MAX else 1.0
