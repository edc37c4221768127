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


class Pig:
    """Pig of the Rust library: roll until you hold, or until a 1 loses what you have in this turn."""

    name = "pig-in-python"
    goal = 10
    texts = ("roll", "1", "2", "3", "4", "5", "6", "hold", "pass")

    def initial_state(self) -> tuple[int, int, int, int, str]:
        return (0, 0, 0, tiptree.MAX, "rolls")

    def current_player(self, state: tuple[int, int, int, int, str]) -> int:
        return {"rolls": tiptree.CHANCE, "won": tiptree.TERMINAL}.get(state[4], state[3])

    def legal_actions(self, state: tuple[int, int, int, int, str]) -> list[int]:
        return [0, 7] if state[4] == "decides" else [8]

    def chance_outcomes(self, state: tuple[int, int, int, int, str]) -> list[tuple[int, float]]:
        return [(face, 1 / 6) for face in range(1, 7)]

    def child(self, state: tuple[int, int, int, int, str], action: int) -> tuple[int, int, int, int, str]:
        own, other, total, player, _ = state
        if action == 0:
            return (own, other, total, player, "rolls")
        if action == 1:
            return (own, other, 0, player, "passes")
        if action >= 7:
            return (other, own + total, 0, 1 - player, "rolls")
        total += action
        return (own, other, total, player, "decides" if own + total < self.goal else "won")

    def returns(self, state: tuple[int, int, int, int, str]) -> float:
        return 1.0 if state[3] == tiptree.MAX else -1.0

    def action_to_string(self, state: tuple[int, int, int, int, str], action: int) -> str:
        return self.texts[action]

    def key(self, state: tuple[int, int, int, int, str]) -> int:
        """The key of the Rust game: which entry of a full table gives way depends on keys."""
        own, other, total, player, phase = state
        number = own << 48 | other << 32 | total << 16 | ("rolls", "decides", "passes", "won").index(phase) * 2 + player
        word = (1 << 64) - 1
        number = (number + 0x9E3779B97F4A7C15) & word
        number = ((number ^ number >> 30) * 0xBF58476D1CE4E5B9) & word
        number = ((number ^ number >> 27) * 0x94D049BB133111EB) & word
        return number ^ number >> 31
