"""Puzzles: made from self-play, and those of tiles."""

from typing import Any, Literal

from ._ludex import Game, make_puzzles, solve_puzzle


def puzzles(
    game: "Game | str",
    count: int,
    wins_in: int = 2,
    *,
    seed: int = 0,
    nodes: "float | None" = None,
    search: "str | None" = None,
) -> "list[dict[str, Any]]":
    """Makes puzzles from games that the engine plays against itself, as `ludex solve --generate` does. In each of them the player to move wins in
    `wins_in` own moves, and all first moves that do so lead to the same position.

    `nodes` limits each proof (one million); positions that need more are left out. Equal seeds give equal puzzles. The dictionaries have the
    fields of the program: `position`, `moves` (from the start), `to_move`, `solutions` and others.

    >>> import ludex
    >>> game = ludex.game("trax", board="8x8")
    >>> (puzzle,) = ludex.puzzles(game, 1, wins_in=1, seed=7)
    >>> after = game.start().play(*puzzle["moves"]).play(puzzle["solutions"][0])
    >>> after.is_over
    True

    Raises `LudexError` if the game has no puzzles of this kind, and `CouldNotError` if too few were found.
    """
    opened = Game(game) if isinstance(game, str) else game
    return make_puzzles(opened, count, wins_in, {"seed": seed, "nodes": nodes, "search": search})


def solve_tiles(
    tiles: str,
    *,
    colour: "str | None" = None,
    goal: Literal["loop", "line"] = "loop",
    holes: bool = False,
    find: Literal["first", "count", "all"] = "first",
    time: "float | str | None" = None,
    nodes: "float | None" = None,
    threads: "int | None" = None,
) -> "dict[str, Any]":
    """Solves a puzzle of Tantrix, as `ludex solve --tiles` does: one loop or line of `colour` through all `tiles`, such as `"1-10"` or
    `"3,5,8"`. The default colour is that on the back of the highest tile. With `holes` the tiles may enclose empty cells.

    Returns a dictionary: `result` (`win` if there is a solution, `loss`, or `unknown` after a limit), `moves` (the placements of the first solution) and
    `nodes`; if `find` is `"count"` or `"all"` also `count` and `complete`; if it is `"all"` also `solutions`.

    >>> import ludex
    >>> ludex.solve_tiles("1-3", colour="Y", goal="line")["result"]
    'win'

    Raises `LudexError` for unknown tiles or colours.
    """
    words: "dict[str, Any]" = {"tiles": tiles, "goal": goal, "holes": holes}
    if colour is not None:
        words["colour"] = colour
    return solve_puzzle("tantrix", words, find, {"time": time, "nodes": nodes, "threads": threads})
