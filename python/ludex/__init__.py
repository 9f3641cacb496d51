"""Takt (Tak), Tryktrak (backgammon), Quoridor, Trax and Tantrix: rules, analysis and strong engines.

A game makes positions, and an engine searches them:

>>> import ludex
>>> game = ludex.game("quoridor")
>>> position = game.start().play("e2", "e8")
>>> with ludex.Engine(game, threads=1) as engine:
...     move = engine.best_move(position, nodes=2000)
>>> move in position.legal_moves
True

All errors are `LudexError`, a subclass of `ValueError`. Their messages are those of the program `ludex`.
"""

from collections.abc import Sequence as _Sequence

from ._engine import Engine
from ._ludex import CouldNotError, Game, LudexError, Moves, Position, Record
from ._puzzles import puzzles, solve_tiles
from ._records import judge, judge_all, parse, read, read_all
from ._results import Analysis, Judged, Judgement, Line, MatchJudgement, Proof, RolledLine, Rollout, Solution, Tournament
from ._tools import (
    analyse_many,
    continue_rollout,
    continue_tournament,
    game,
    games,
    options,
    perft,
    rollout,
    solve,
    tournament,
)
from ._vector import Vector, vector

_Sequence.register(Moves)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]

__all__ = [
    "Analysis",
    "CouldNotError",
    "Engine",
    "Game",
    "Judged",
    "Judgement",
    "Line",
    "LudexError",
    "MatchJudgement",
    "Moves",
    "Position",
    "Proof",
    "Record",
    "RolledLine",
    "Rollout",
    "Solution",
    "Tournament",
    "Vector",
    "analyse_many",
    "continue_rollout",
    "continue_tournament",
    "game",
    "games",
    "judge",
    "judge_all",
    "options",
    "parse",
    "perft",
    "puzzles",
    "read",
    "read_all",
    "rollout",
    "solve",
    "solve_tiles",
    "tournament",
    "vector",
]
