"""Records: read from files and judged."""

import os
import warnings
from collections.abc import Iterable
from typing import Any

from ._ludex import LudexError, Record, read_records
from ._ludex import judge as judge_records
from ._results import Judgement, MatchJudgement


def read(
    path: "str | os.PathLike[str]",
    *,
    game: "str | None" = None,
    format: "str | None" = None,
    number: int = 1,
) -> Record:
    """Reads a recorded game from a file: PTN, .mat, SGF, .trx, move lists and others. The game and the format are detected if they are not
    given. `number` chooses among the games of the file, from 1. Moves after an error are left out, and `Record.damage` says why.

    Raises `LudexError` if the file contains no such game.
    """
    return _chosen(read_all(path, game=game, format=format), number, os.fspath(path))


def read_all(
    path: "str | os.PathLike[str]",
    *,
    game: "str | None" = None,
    format: "str | None" = None,
) -> "list[Record]":
    """Reads all games of a file, as `read` does."""
    return read_records(os.fspath(path), None, game, format)


def parse(
    text: str,
    *,
    game: "str | None" = None,
    format: "str | None" = None,
    number: int = 1,
) -> Record:
    """Reads a recorded game from a text, as `read` does from a file.

    >>> import ludex
    >>> ludex.parse('[Size "5"] 1. a1 e5 2. c3', game="takt").moves
    ['a1', 'e5', 'c3']
    """
    return _chosen(read_records("", text, game, format), number, "text")


def _chosen(records: "list[Record]", number: int, place: str) -> Record:
    if not 1 <= number <= len(records):
        raise LudexError(f"{place}: there is no game {number}: the file has {len(records)} games")
    return records[number - 1]


def judge(
    record: Record,
    *,
    time: "float | str | None" = None,
    nodes: "float | None" = None,
    depth: "int | None" = None,
    multipv: "int | None" = None,
    threads: "int | None" = None,
    hash: "int | None" = None,
    search: "str | None" = None,
    evaluator: "str | None" = None,
    seed: "int | None" = None,
    deterministic: "bool | None" = None,
    workers: "int | None" = None,
    annotate: "str | os.PathLike[str] | None" = None,
    html: "str | os.PathLike[str] | None" = None,
    **parameters: int,
) -> Judgement:
    """Judges every move of a record, as `ludex analyse --file` does. The limits apply to the search of each position; without limits each
    takes one second, or depth 2 in Tryktrak. `threads` is the number of positions searched at a time (default: all cores).

    `annotate` is a file for the record with marks and comments, in the format that its extension names. `html` is a file for a report: one page
    with a graph, boards and all moves.

    >>> import ludex
    >>> record = ludex.parse('[Size "4"] 1. a1 d4 2. b2 c3', game="takt")
    >>> [move.move for move in ludex.judge(record, nodes=500).moves]
    ['a1', 'd4', 'b2', 'c3']

    Raises `LudexError` for an unknown option or value, and `CouldNotError` if the game has no moves. Warns if moves are missing after an error
    in the file (`Record.damage`).
    """
    choices: dict[str, Any] = {
        "time": time,
        "nodes": nodes,
        "depth": depth,
        "multipv": multipv,
        "threads": threads,
        "hash": hash,
        "search": search,
        "evaluator": evaluator,
        "seed": seed,
        "deterministic": deterministic,
        "workers": workers,
        "annotate": annotate,
        "html": html,
        "parameters": parameters,
    }
    if not isinstance(record, Record):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"record: expected a record, as `ludex.read` returns it, but found {record!r}; `ludex.judge_all` judges a file")
    _warn_of_damage(record)
    return MatchJudgement.of(judge_records([record], choices)[0]).games[0]


def _warn_of_damage(record: Record) -> None:
    """Warns that a record lacks the moves after an error."""
    if record.damage is not None:
        warnings.warn(f"only the moves before an error are judged: {record.damage}", stacklevel=3)


def judge_all(
    records: "Iterable[Record] | str | os.PathLike[str]",
    *,
    time: "float | str | None" = None,
    nodes: "float | None" = None,
    depth: "int | None" = None,
    multipv: "int | None" = None,
    threads: "int | None" = None,
    hash: "int | None" = None,
    search: "str | None" = None,
    evaluator: "str | None" = None,
    seed: "int | None" = None,
    deterministic: "bool | None" = None,
    workers: "int | None" = None,
    annotate: "str | os.PathLike[str] | None" = None,
    html: "str | os.PathLike[str] | None" = None,
    **parameters: int,
) -> "list[MatchJudgement]":
    """Judges every game of a file, as `ludex analyse --file` does, and returns the matches of which they consist. `records` is a list from
    `read_all`, or the name of a file. Games of Tryktrak belong to one
    match if they have the same players and options and the score does not fall. In other games each record is its own match.

    The options are those of `judge`. `annotate` and `html` are files for all games.

    >>> import ludex
    >>> text = '''
    ...  3 point match
    ...
    ...  Game 1
    ...  Ada : 0                              Bob : 0
    ...   1) 31: 8/5 6/5                       42: 8/4 6/4
    ... '''
    >>> record = ludex.parse(text, format="mat")
    >>> (match,) = ludex.judge_all([record], depth=0)
    >>> len(match.games), match.totals[0]["plays"]
    (1, 1)

    Raises `LudexError` if the records belong to different games, or for an unknown option or value. Warns of a damaged record, as `judge` does.
    """
    choices: dict[str, Any] = {
        "time": time,
        "nodes": nodes,
        "depth": depth,
        "multipv": multipv,
        "threads": threads,
        "hash": hash,
        "search": search,
        "evaluator": evaluator,
        "seed": seed,
        "deterministic": deterministic,
        "workers": workers,
        "annotate": annotate,
        "html": html,
        "parameters": parameters,
    }
    games = read_all(records) if isinstance(records, (str, os.PathLike)) else list(records)
    for record in games:
        _warn_of_damage(record)
    return [MatchJudgement.of(found) for found in judge_records(games, choices)]
