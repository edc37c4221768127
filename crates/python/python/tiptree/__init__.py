"""Game-tree search: games, searches, matches, and games and evaluators of your own.

>>> import tiptree
>>> state = tiptree.load_game("connect4", eval="fitted").state("44535")
>>> report = tiptree.search("mm-fast").run(state, evals=10_000)
>>> report.best
'5'

`docs/python.md` in the repository is the manual.
"""

from . import conformance
from ._evaluators import evaluator
from ._laboratory import (
    game,
    match,
    quality,
    read_games,
    register,
    reproduce,
    run,
    solve,
    tournament,
)
from ._python_game import CHANCE, MAX, MIN, TERMINAL, PythonGame
from ._report import Counters, Learned, Proven, Report, RootMove
from ._results import Frame, Match, Tournament
from ._search import Run, Search, search
from ._tiptree import (
    Evaluator,
    Game,
    State,
    TiptreeError,
    __version__,
    games,
    load_game,
    searches,
)

__all__ = [
    "CHANCE",
    "MAX",
    "MIN",
    "TERMINAL",
    "Counters",
    "Evaluator",
    "Frame",
    "Game",
    "Learned",
    "Match",
    "Proven",
    "PythonGame",
    "Report",
    "RootMove",
    "Run",
    "Search",
    "State",
    "TiptreeError",
    "Tournament",
    "__version__",
    "conformance",
    "evaluator",
    "game",
    "games",
    "load_game",
    "match",
    "quality",
    "read_games",
    "register",
    "reproduce",
    "run",
    "search",
    "searches",
    "solve",
    "tournament",
]
