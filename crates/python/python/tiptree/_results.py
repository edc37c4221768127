"""Results of the laboratory: dicts as the command line prints them, and frames."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def _flat(row: dict[str, Any], before: str = "") -> dict[str, Any]:
    """The row with the fields of its objects beside the others: `a_counters.evals`."""
    flat: dict[str, Any] = {}
    for key, value in row.items():
        if isinstance(value, dict):
            flat.update(_flat(value, f"{before}{key}."))
        else:
            flat[f"{before}{key}"] = value
    return flat


def _import(module: str) -> Any:
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise ImportError(f"{package} is not installed: pip install {package}") from error


class Frame(Sequence[dict[str, Any]]):
    """A list of dicts that can become a frame of pandas or polars."""

    def __init__(self, rows: Sequence[dict[str, Any]]) -> None:
        self._rows = list(rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: Any) -> Any:
        return self._rows[index]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self._rows)

    def __repr__(self) -> str:
        return f"Frame({len(self._rows)} rows)"

    def to_list(self) -> list[dict[str, Any]]:
        """The rows."""
        return list(self._rows)

    def to_pandas(self) -> Any:
        """The rows as a frame of pandas; the fields of an object are columns such as `a_counters.evals`."""
        return _import("pandas").DataFrame([_flat(row) for row in self._rows])

    def to_polars(self) -> Any:
        """The rows as a frame of polars; the fields of an object are columns such as `a_counters.evals`."""
        return _import("polars").DataFrame([_flat(row) for row in self._rows], infer_schema_length=None)


class Match:
    """The result of a match: the fields that `tiptree match --json` prints are its attributes."""

    def __init__(self, summary: dict[str, Any], games: Sequence[dict[str, Any]]) -> None:
        self._summary = summary
        self.games: Frame = Frame(games)
        """The games, in their order."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self._summary[name]
        except KeyError:
            fields = ", ".join(self._summary)
            raise AttributeError(f"a match has no {name}, but games, {fields}") from None

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._summary]

    def to_dict(self) -> dict[str, Any]:
        """What `tiptree match --json` prints."""
        return self._summary

    def to_pandas(self) -> Any:
        """The games as a frame of pandas."""
        return self.games.to_pandas()

    def to_polars(self) -> Any:
        """The games as a frame of polars."""
        return self.games.to_polars()

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draws the score of the first player over the games with matplotlib."""
        from ._plots import course

        return course(self, ax)

    def __repr__(self) -> str:
        score = self._summary["score"]
        if score is None:
            return f"{self.a} vs {self.b}: no game was finished"
        interval = self._summary["score_ci95"]
        error = "" if interval is None else f" ± {100 * interval:.1f}"
        results = f"{self.wins} wins, {self.draws} draws, {self.losses} losses"
        return f"{self.a} vs {self.b} at {self.game}: {100 * score:.1f}{error} %, {results}"


class Tournament:
    """The result of a tournament."""

    def __init__(self, played: dict[str, Any]) -> None:
        self._played = played
        pairs = zip(played["matches"], played["games"], strict=True)
        self.matches: list[Match] = [Match(summary, games) for summary, games in pairs]
        """The matches, in their order."""
        self.standings: list[dict[str, Any]] = played["standings"]
        """The standings at each budget, in tournaments of more than two players."""

    def to_dict(self) -> dict[str, Any]:
        """The matches and the standings, as `tiptree tournament --json` prints them, and the games."""
        return self._played

    def _rows(self) -> Frame:
        return Frame(
            [
                {"budget": at["budget"], **row}
                for at in self.standings
                for row in at["standings"]
            ]
        )

    def to_pandas(self) -> Any:
        """The standings as a frame of pandas."""
        return self._rows().to_pandas()

    def to_polars(self) -> Any:
        """The standings as a frame of polars."""
        return self._rows().to_polars()

    def __repr__(self) -> str:
        return "\n".join(map(repr, self.matches))
