"""Helpers of the tests."""

import json
import os
import random
import subprocess
from typing import Any

import ludex

GAMES = ["takt", "tryktrak", "quoridor", "trax", "tantrix"]
"""Every game in its default variant."""

VARIANTS: "list[tuple[str, dict[str, Any]]]" = [
    *((name, {}) for name in GAMES),
    ("takt", {"size": 6, "komi": 2}),
    ("tryktrak", {"length": 5}),
    ("quoridor", {"players": 4}),
    ("trax", {"luck": True}),
    ("trax", {"board": "8x8"}),
    ("tantrix", {"players": 3}),
]
"""Games with options."""


def random_game(game: ludex.Game, seed: int, plies: int) -> "list[ludex.Position]":
    """The positions of a random game of at most `plies` steps."""
    rng, positions = random.Random(seed), [game.start()]
    while not positions[-1].is_over and len(positions) <= plies:
        here = positions[-1]
        if here.is_chance:
            positions.append(here.sample(rng.randrange(2**32)))
        else:
            positions.append(here.play(rng.randrange(len(here.legal_moves))))
    return positions


def middle(name: str, plies: int = 20, **options: Any) -> ludex.Position:
    """A position of a random game in which a player is to move."""
    positions = random_game(ludex.game(name, **options), 5, plies)
    playing = [here for here in positions if here.to_move is not None]
    return playing[-1] if playing else middle(name, plies * 2, **options)


def program(*words: str) -> "subprocess.CompletedProcess[str]":
    """Runs the program `ludex`."""
    command = [os.environ["LUDEX_BINARY"], *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def printed(*words: str) -> "list[dict[str, Any]]":
    """The JSON objects that the program prints."""
    done = program(*words, "--json")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
