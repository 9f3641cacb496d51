"""An engine that keeps its search, with the hash table, between positions."""

import os
import weakref
from collections.abc import Iterator
from typing import Any

from ._ludex import CouldNotError, Game, Position, Searcher
from ._results import Analysis

_engines: "weakref.WeakSet[Engine]" = weakref.WeakSet()
_lost: "list[Searcher | None]" = []
"""Searchers of the parent process: their threads do not exist in a child, so they can be neither used nor dropped there."""


class Engine:
    """An engine for one game.

    `threads` is the number of threads (default: all cores), `hash` the size of the table in MiB (64). `search`, `evaluator` and further
    keywords choose the search and its parameters; `Game.searches` lists them. `evaluator` may also be a file of `ludex train`. `level` is
    the strength, 1 to 10 or a name from `beginner` to `expert`. Equal seeds give equal results with one thread; `deterministic` gives
    equal results with any number of threads, and needs `nodes` or `depth` as the limit of each search. `book` is an opening book for
    `best_move`: `"default"` (the one that ships with the game) or a file of `ludex book`. It answers at once, if time is the only limit.

    Engines can be pickled: a copy has the same options and an empty table. After a fork, the engines of the child process start with
    empty tables. One engine runs one search at a time.

    >>> import ludex
    >>> game = ludex.game("takt", size=4)
    >>> with ludex.Engine(game, threads=1, hash=4) as engine:
    ...     analysis = engine.analyse(game.start().play("a1", "d4"), nodes=3000, multipv=2)
    >>> len(analysis.lines), 0 < analysis.win < 1
    (2, True)

    Raises `LudexError` for an unknown option or value.
    """

    def __init__(
        self,
        game: "Game | str",
        *,
        threads: "int | None" = None,
        hash: "int | None" = None,
        search: "str | None" = None,
        evaluator: "str | None" = None,
        level: "int | str | None" = None,
        seed: "int | None" = None,
        deterministic: "bool | None" = None,
        workers: "int | None" = None,
        book: "str | os.PathLike[str] | None" = None,
        **parameters: int,
    ) -> None:
        self._game = Game(game) if isinstance(game, str) else game
        self._options: dict[str, Any] = {
            "threads": threads,
            "hash": hash,
            "search": search,
            "evaluator": evaluator,
            "level": level,
            "seed": seed,
            "deterministic": deterministic,
            "workers": workers,
            "book": None if book is None else os.fspath(book),
            "parameters": parameters,
        }
        self._searcher: "Searcher | None" = None
        self._start()

    def _start(self) -> None:
        self._searcher = Searcher(self._game, self._options)
        _engines.add(self)

    @property
    def game(self) -> Game:
        """The game that the engine plays."""
        return self._game

    def _open(self) -> Searcher:
        if self._searcher is None:
            raise CouldNotError("the engine is closed")
        return self._searcher

    def best_move(
        self,
        position: Position,
        *,
        time: "float | str | None" = None,
        nodes: "float | None" = None,
        depth: "int | None" = None,
        clock: "str | None" = None,
        overhead: "float | str | None" = None,
    ) -> str:
        """The best move of a position.

        The limits are `time` in seconds, `nodes`, `depth` in plies and `clock` (such as `"60s+1s"`, with `overhead` for the time lost
        outside the search). The first one that is reached ends the search. Without limits it takes one second; with `time=math.inf` it
        runs until Ctrl-C or `stop`. Before a draw of chance that a search can evaluate (Trax with luck) the answer is the value of the
        position, such as `"value 0.5310"`.

        Raises `CouldNotError` if the game is over, and `LudexError` if a chance event is due first.
        """
        limits = _limits(time, nodes, depth, clock, overhead)
        found = self._open().search(position, limits, False)
        best: "str | None" = found["bestmove"]
        return best if best is not None else f"value {found['win'] + found['draw'] / 2:.4f}"

    def analyse(
        self,
        position: Position,
        *,
        time: "float | str | None" = None,
        nodes: "float | None" = None,
        depth: "int | None" = None,
        clock: "str | None" = None,
        overhead: "float | str | None" = None,
        multipv: "int | None" = None,
    ) -> Analysis:
        """The best lines of a position, as `ludex analyse` finds them. `multipv` is the number of lines, 1 to 500; the default depends on the
        game. The limits are those of `best_move`."""
        limits = _limits(time, nodes, depth, clock, overhead)
        return Analysis.of(self._open().search(position, limits | {"multipv": multipv}, True))

    def analysis(
        self,
        position: Position,
        *,
        time: "float | str | None" = None,
        nodes: "float | None" = None,
        depth: "int | None" = None,
        clock: "str | None" = None,
        overhead: "float | str | None" = None,
        multipv: "int | None" = None,
    ) -> Iterator[Analysis]:
        """What the search has found so far, after each of its iterations; the last result is the final one.

        Without limits the search runs until the loop is left. It runs on another thread while the body of the loop runs. Leaving the loop
        ends it, and so does Ctrl-C.

        >>> import ludex
        >>> game = ludex.game("quoridor")
        >>> with ludex.Engine(game, threads=1) as engine:
        ...     for analysis in engine.analysis(game.start()):
        ...         if analysis.depth >= 2:
        ...             break
        >>> analysis.best_move in game.start().legal_moves
        True
        """
        limits = _limits(time, nodes, depth, clock, overhead)
        live = self._open().live(position, limits | {"multipv": multipv})

        def results() -> Iterator[Analysis]:
            try:
                while (found := live.next()) is not None:
                    yield Analysis.of(found)
            finally:
                live.stop()

        return results()

    async def analyse_async(
        self,
        position: Position,
        *,
        time: "float | str | None" = None,
        nodes: "float | None" = None,
        depth: "int | None" = None,
        clock: "str | None" = None,
        overhead: "float | str | None" = None,
        multipv: "int | None" = None,
    ) -> Analysis:
        """`analyse` for asyncio: other tasks run during the search. Cancelling the task stops the search."""
        import asyncio

        limits = _limits(time, nodes, depth, clock, overhead) | {"multipv": multipv}
        searcher = self._open()
        search = asyncio.get_running_loop().run_in_executor(None, searcher.search, position, limits, True)
        try:
            return Analysis.of(await asyncio.shield(search))
        except asyncio.CancelledError:
            searcher.stop()
            await asyncio.wait([search])
            raise

    def stop(self) -> None:
        """Stops the current search from another thread; the search returns what it has found."""
        self._open().stop()

    def forget(self) -> None:
        """Forgets everything that earlier searches have stored."""
        self._open().forget()

    def close(self) -> None:
        """Stops the current search and frees the table. A closed engine cannot search."""
        searcher, self._searcher = self._searcher, None
        if searcher is not None:
            searcher.stop()

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> "Engine":
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> "tuple[Any, ...]":
        return _restore, (self._game, self._options)

    def __repr__(self) -> str:
        given = {key: value for key, value in self._options.items() if value is not None and key != "parameters"}
        words = [f"{key}={value!r}" for key, value in (given | self._options["parameters"]).items()]
        closed = "" if self._searcher is not None else ", closed"
        return f"<ludex.Engine {', '.join([self._game.name, *words])}{closed}>"


def _limits(
    time: "float | str | None",
    nodes: "float | None",
    depth: "int | None",
    clock: "str | None",
    overhead: "float | str | None",
) -> "dict[str, Any]":
    return {"time": time, "nodes": nodes, "depth": depth, "clock": clock, "overhead": overhead}


def _restore(game: Game, options: "dict[str, Any]") -> Engine:
    others = {key: value for key, value in options.items() if key != "parameters"}
    return Engine(game, **others, **options["parameters"])


def _after_fork() -> None:
    for engine in list(_engines):
        if engine._searcher is not None:  # pyright: ignore[reportPrivateUsage]
            _lost.append(engine._searcher)  # pyright: ignore[reportPrivateUsage]
            engine._start()  # pyright: ignore[reportPrivateUsage]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
