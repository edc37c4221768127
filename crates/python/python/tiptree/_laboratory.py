"""Matches, tournaments, exact values, measurements and the papers' tables: the commands of the command line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from os import PathLike, fspath
from typing import Any

from . import _tiptree
from ._results import Frame, Match, Tournament
from ._search import Search
from ._tiptree import Evaluator, Game, State

Path = str | PathLike[str]


def game(game: Any, eval: str | Evaluator | Sequence[str | Evaluator] | None = None) -> Game:
    """A game that is written in Python, such as a `PythonGame`, with everything that other games have.

    `eval` is an evaluator in Python, or a list of them, of which the first is the default.
    """
    return _tiptree.game(game, eval)


def register(game: Any) -> Game:
    """Gives a game that is written in Python its name: `load_game`, `match` and the like then find it by that name."""
    found = game if isinstance(game, Game) else _tiptree.game(game)
    _tiptree.register(found)
    return found


def _asked(game: str | Game, eval: str | None) -> tuple[str, Game | None, str | None]:
    """The name of the game, the game itself if it is one, and the evaluator."""
    if isinstance(game, Game):
        return game.name, game, eval if eval is not None else game.eval
    return game, None, eval


def _request(**fields: Any) -> str:
    """The fields that are set, as a request of the laboratory."""
    return json.dumps({key.replace("_", "-"): value for key, value in fields.items() if value is not None})


def _name(player: str | Search) -> str:
    name = player.name if isinstance(player, Search) else player
    if name is None:
        raise ValueError("a player needs a name, as in search('mm')")
    return name


def tournament(
    game: str | Game,
    players: Sequence[str | Search],
    *,
    format: str = "round-robin",
    budgets: Sequence[str] = (),
    openings: str | None = None,
    pairs: int | None = None,
    eval: str | None = None,
    seed: int = 1,
    sprt: str | None = None,
    alpha: float | None = None,
    beta: float | None = None,
    model: str | None = None,
    adjudicate: bool = False,
    max_plies: int | None = None,
    jobs: int | None = None,
    out: Path | None = None,
    other_build: bool = False,
) -> Tournament:
    """Plays a tournament in pairs of games, as `tiptree tournament` does; the options are those of the command line."""
    name, found, eval = _asked(game, eval)
    text = _request(
        game=name,
        players=[_name(player) for player in players],
        format=format,
        budgets=list(budgets),
        openings=openings,
        pairs=pairs,
        eval=None if eval is None else [eval],
        seed=seed,
        sprt=sprt,
        alpha=alpha,
        beta=beta,
        model=model,
        adjudicate=adjudicate,
        max_plies=max_plies,
    )
    return Tournament(_tiptree.tournament(text, found, jobs, out, other_build))


def match(
    game: str | Game,
    a: str | Search,
    b: str | Search,
    budget: str | None = None,
    *,
    openings: str | None = None,
    pairs: int | None = None,
    eval: str | None = None,
    seed: int = 1,
    sprt: str | None = None,
    alpha: float | None = None,
    beta: float | None = None,
    model: str | None = None,
    adjudicate: bool = False,
    max_plies: int | None = None,
    jobs: int | None = None,
    out: Path | None = None,
    other_build: bool = False,
) -> Match:
    """Plays a match in pairs of games, as `tiptree match` does; the options are those of the command line.

    Ctrl-C finishes the games that are being played. With `out` nothing is lost: the same call goes on behind them.
    """
    played = tournament(
        game,
        [a, b],
        budgets=[] if budget is None else [budget],
        openings=openings,
        pairs=pairs,
        eval=eval,
        seed=seed,
        sprt=sprt,
        alpha=alpha,
        beta=beta,
        model=model,
        adjudicate=adjudicate,
        max_plies=max_plies,
        jobs=jobs,
        out=out,
        other_build=other_build,
    )
    return played.matches[0]


def solve(state: State, budget: str | None = None, *, all_moves: bool = False) -> dict[str, Any]:
    """The exact value of a position: what `tiptree solve --json` prints, also if the budget does not suffice."""
    return _tiptree.solve(state, budget, all_moves)


def quality(
    game: str | Game,
    searches: Sequence[str | Search],
    files: Sequence[Path],
    *,
    budgets: Sequence[str] = (),
    eval: str | None = None,
    only: str | None = None,
    seed: int = 1,
    jobs: int | None = None,
    out: Path | None = None,
    other_build: bool = False,
) -> Frame:
    """How often searches keep the value of solved positions, as `tiptree quality --json` prints it, a row each."""
    name, found, eval = _asked(game, eval)
    text = _request(
        game=name,
        searches=[_name(search) for search in searches],
        budgets=list(budgets),
        files=[fspath(file) for file in files],
        eval=None if eval is None else [eval],
        only=only,
        seed=seed,
    )
    return Frame(_tiptree.quality(text, found, jobs, out, other_build))


def reproduce(paper: str, *tables: str, jobs: int | None = None, seed: int = 1, **parameters: Any) -> list[dict[str, Any]]:
    """Tables of a paper with our numbers beside the published ones, as `tiptree reproduce --json` prints them.

    The parameters are those of the command line: `height`, `boards`, `trees` and so on.
    """
    text = json.dumps({"paper": paper, "tables": list(tables), "seed": seed, **parameters})
    return _tiptree.reproduce(text, jobs)


def run(
    file: Path,
    *,
    shard: str | None = None,
    jobs: int | None = None,
    out: Path | None = None,
    allow_programs: bool = False,
    other_build: bool = False,
) -> Tournament | Frame | list[dict[str, Any]]:
    """Runs an experiment that is declared in a file, or a shard of it, as `tiptree run` does.

    Returns a `Tournament`, a `Frame` of measurements or a list of tables.
    """
    return _results(_tiptree.run_experiment(file, shard, jobs, out, allow_programs, other_build)["result"])


def _results(result: dict[str, Any]) -> Tournament | Frame | list[dict[str, Any]]:
    """What an experiment has found, by its kind."""
    if "tournament" in result:
        return Tournament(result["tournament"])
    if "quality" in result:
        return Frame(result["quality"])
    tables: list[dict[str, Any]] = result["reproduce"]
    return tables


def read_games(path: Path) -> Frame:
    """The games of a file of results, a row each; every game is replayed by the rules. `result` is that for Max."""
    return Frame(_tiptree.read_games(path))
