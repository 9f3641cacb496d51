"""Functions on games and positions, and tournaments."""

import os
from collections.abc import Iterable, Mapping
from typing import Any, Literal, overload

from ._ludex import (
    Game,
    Position,
    game_names,
    option_list,
    play_tournament,
    resume_tournament,
    search_many,
)
from ._ludex import perft as count
from ._ludex import resume_rollout
from ._ludex import rollout as roll_out
from ._ludex import solve as prove
from ._results import Analysis, Rollout, Solution, Tournament


def game(name: str, **options: "str | int | float | bool") -> Game:
    """Opens a game: `takt` (or `tak`), `tryktrak` (or `backgammon`), `quoridor`, `trax` or `tantrix`.

    The options are those of `--variant`; `ludex.options(name)` lists them. An underscore stands for a hyphen: `max_plies=100`. True and False mean
    `yes` and `no`, or `on` and `off`; False switches a limit off: `repetition=False`.

    Raises `LudexError` for an unknown game, option or value.

    >>> import ludex
    >>> ludex.game("takt", size=6, komi=2)
    ludex.game("takt", size="6", komi="2")
    >>> ludex.game("takt", size=9)
    Traceback (most recent call last):
    ludex.LudexError: variant, size: expected 3 to 8, but found "9"
    """
    return Game(name, **_words_of(name, options))


def _words_of(name: str, options: "dict[str, str | int | float | bool]") -> "dict[str, str | int | float | bool]":
    """The options with the names and the words of `--variant`."""
    if not any("_" in key or isinstance(value, bool) for key, value in options.items()):
        return options
    known = {option["name"]: option for option in option_list(name)}
    words: "dict[str, str | int | float | bool]" = {}
    for key, value in options.items():
        key = key.replace("_", "-")
        option = known.get(key, {})
        if isinstance(value, bool) and "on" in option.get("choices", ()):
            value = "on" if value else "off"
        elif value is False and option.get("kind") == "limit":
            value = "off"
        words[key] = value
    return words


def games() -> "list[str]":
    """The names of the games.

    >>> import ludex
    >>> ludex.games()
    ['takt', 'tryktrak', 'quoridor', 'trax', 'tantrix']
    """
    return game_names()


def options(name: str) -> "list[dict[str, Any]]":
    """The options of a game: dictionaries with `name`, `kind`, `default`, `about`, and `min`, `max` and `step` or `choices`.

    >>> import ludex
    >>> [option["name"] for option in ludex.options("takt")][:2]
    ['size', 'komi']
    """
    return option_list(name)


def analyse_many(
    positions: "Iterable[Position]",
    *,
    threads: "int | None" = None,
    time: "float | str | None" = None,
    nodes: "float | None" = None,
    depth: "int | None" = None,
    multipv: "int | None" = None,
    hash: "int | None" = None,
    search: "str | None" = None,
    evaluator: "str | None" = None,
    level: "int | str | None" = None,
    seed: "int | None" = None,
    **parameters: int,
) -> "list[Analysis]":
    """Analyses positions of one game side by side, each on one thread, without the interpreter lock.

    `threads` is the number of searches at a time (default: all cores), and the limits apply to each position. Each search starts with an
    empty table of `hash` MiB (default 1), so a result depends only on its position and the options. Returns one analysis for each
    position, in their order.

    >>> import ludex
    >>> start = ludex.game("quoridor").start()
    >>> positions = [start.play(move) for move in start.legal_moves[:3]]
    >>> [analysis.data["to_move"] for analysis in ludex.analyse_many(positions, nodes=500)]
    [2, 2, 2]

    Raises `LudexError` if a position belongs to another game, or if its game is over.
    """
    choices: dict[str, Any] = {
        "threads": threads,
        "time": time,
        "nodes": nodes,
        "depth": depth,
        "multipv": multipv,
        "hash": hash,
        "search": search,
        "evaluator": evaluator,
        "level": level,
        "seed": seed,
        "parameters": parameters,
    }
    return [Analysis.of(found) for found in search_many(list(positions), choices)]


def rollout(
    position: Position,
    *,
    trials: "int | None" = None,
    plays: "Iterable[str] | None" = None,
    multipv: "int | None" = None,
    truncate: "int | None" = None,
    depth: "int | None" = None,
    error: "float | None" = None,
    jsd: "float | None" = None,
    min_trials: "int | None" = None,
    cubeful: "bool | None" = None,
    variance_reduction: "bool | None" = None,
    bearoff: "bool | None" = None,
    threads: "int | None" = None,
    seed: "int | None" = None,
    evaluator: "str | None" = None,
    hash: "int | None" = None,
    search: "str | None" = None,
    out: "str | os.PathLike[str] | None" = None,
    **parameters: int,
) -> Rollout:
    """Estimates a position, or its best plays, by playing games to the end, as `ludex rollout` does.

    `trials` is the number of games from each position (1296), `multipv` the number of plays to roll out (3), `plays` names them instead,
    and `truncate` stops each game after so many plays. The other options are those of the program: `ludex help rollout`. Equal seeds give
    equal results with any number of threads. `out` is a new file where the games are saved every two seconds and at the end;
    `continue_rollout` goes on from it, also after Ctrl-C or a crash.

    Raises `LudexError` if the game has no rollouts, or if the file exists.

    >>> import ludex
    >>> position = ludex.game("tryktrak").position("4HPwATDgc/ABMA").play("dice:31")
    >>> ludex.rollout(position, trials=36, truncate=4, seed=1).best_move
    '8/5,6/5'
    """
    choices: dict[str, Any] = {
        "trials": trials,
        "plays": None if plays is None else list(plays),
        "multipv": multipv,
        "truncate": truncate,
        "depth": depth,
        "error": error,
        "jsd": jsd,
        "min_trials": min_trials,
        "cubeful": cubeful,
        "variance_reduction": variance_reduction,
        "bearoff": bearoff,
        "threads": threads,
        "seed": seed,
        "evaluator": evaluator,
        "hash": hash,
        "search": search,
        "out": out,
        "parameters": parameters,
    }
    return Rollout.of(roll_out(position, choices))


def continue_rollout(
    path: "str | os.PathLike[str]",
    *,
    trials: "int | None" = None,
    error: "float | None" = None,
    jsd: "float | None" = None,
    min_trials: "int | None" = None,
    threads: "int | None" = None,
) -> Rollout:
    """Continues the rollout of a file that `rollout` or the program has saved. Without other values, the limits are those of the file. The
    result equals that of an uninterrupted rollout.

    >>> import ludex, tempfile
    >>> position = ludex.game("tryktrak").position("4HPwATDgc/ABMA").play("dice:31")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     first = ludex.rollout(position, trials=36, truncate=4, out=folder + "/31.json")
    ...     more = ludex.continue_rollout(folder + "/31.json", trials=72)
    >>> first.trials, more.trials
    (36, 72)

    Raises `LudexError` if the file is missing or damaged, or if another process is using it.
    """
    choices: dict[str, Any] = {
        "trials": trials,
        "error": error,
        "jsd": jsd,
        "min_trials": min_trials,
        "threads": threads,
    }
    return Rollout.of(resume_rollout(path, choices))


def solve(
    position: Position,
    *,
    time: "float | str | None" = None,
    nodes: "float | None" = None,
    depth: "int | None" = None,
    search: "str | None" = None,
    threads: "int | None" = None,
    hash: "int | None" = None,
    table: "int | None" = None,
    seed: "int | None" = None,
    deterministic: "bool | None" = None,
    workers: "int | None" = None,
) -> Solution:
    """Proves a win, a loss or a draw, as `ludex solve` does. Without limits it searches for one second. `search` chooses one of the game's
    proof searches; `table` is the size of the bear-off table of Tryktrak, in checkers a side.

    >>> import ludex
    >>> position = ludex.game("takt").position("2,x3,1/x2,2,x,1/x2,2C,x,1/x3,21C,21/x3,2S,2 1 8")
    >>> ludex.solve(position, nodes=1e6, threads=1).moves
    ('d2>',)
    """
    choices: dict[str, Any] = {
        "time": time,
        "nodes": nodes,
        "depth": depth,
        "search": search,
        "threads": threads,
        "hash": hash,
        "table": table,
        "seed": seed,
        "deterministic": deterministic,
        "workers": workers,
    }
    return Solution.of(prove(position, choices))


@overload
def perft(
    position: Position,
    depth: int,
    *,
    divide: Literal[False] = False,
    threads: "int | None" = None,
    hash: "int | None" = None,
) -> int: ...


@overload
def perft(
    position: Position,
    depth: int,
    *,
    divide: Literal[True],
    threads: "int | None" = None,
    hash: "int | None" = None,
) -> "dict[str, int]": ...


def perft(
    position: Position,
    depth: int,
    *,
    divide: bool = False,
    threads: "int | None" = None,
    hash: "int | None" = None,
) -> "int | dict[str, int]":
    """The number of sequences of `depth` legal moves; with `divide`, the number below each move. Chance events do not count as moves, and
    each is counted once. `hash` is the size in MiB of a table of positions that were counted already (default: no table).

    >>> import ludex
    >>> ludex.perft(ludex.game("takt", size=5).start(), 3)
    43320
    """
    choices = {"depth": depth, "divide": divide, "threads": threads, "hash": hash}
    counted = count(position, choices)
    return counted["divide"] if divide else counted["nodes"]


def tournament(
    game: "Game | str",
    players: "Mapping[str, str | Mapping[str, Any]]",
    folder: "str | os.PathLike[str]",
    *,
    pairs: "int | None" = None,
    concurrency: "int | None" = None,
    seed: "int | None" = None,
    book: "str | None" = None,
    random_plies: "int | None" = None,
    luck: "bool | None" = None,
    sprt: "str | None" = None,
    gauntlet: "bool | None" = None,
) -> Tournament:
    """Plays a tournament, as `ludex tournament` does, and keeps its games in a folder that has no other tournament.

    `players` maps each name to its limits and choices: `{"nodes": 2000, "level": 5}`, or a text as after `--player`; `cmd` runs another
    engine. Each opening is played twice with sides swapped, `pairs` times (100). `concurrency` is the number of games at a time. After
    Ctrl-C, `continue_tournament(folder)` plays the rest.

    >>> import ludex, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     players = {"deep": {"nodes": 400}, "quick": {"nodes": 50}}
    ...     result = ludex.tournament(ludex.game("takt", size=3), players, folder + "/run", pairs=2)
    >>> result.games
    4
    """
    name, variant = (game, None) if isinstance(game, str) else (game.name, game.variant)
    options = {
        "variant": variant,
        "pairs": pairs,
        "concurrency": concurrency,
        "seed": seed,
        "book": book,
        "random_plies": random_plies,
        "luck": luck,
        "sprt": sprt,
        "gauntlet": gauntlet,
    }
    entries = [f"{player}: {_choices(choices)}" for player, choices in players.items()]
    return Tournament.of(play_tournament(name, entries, os.fspath(folder), options))


def continue_tournament(folder: "str | os.PathLike[str]", *, concurrency: "int | None" = None) -> Tournament:
    """Plays the rest of the tournament in a folder. A finished one returns its result at once."""
    return Tournament.of(resume_tournament(os.fspath(folder), {"concurrency": concurrency}))


def _choices(choices: "str | Mapping[str, Any]") -> str:
    if isinstance(choices, str):
        return choices
    return " ".join(f"{key}={value}" for key, value in choices.items())
