"""Malformed inputs are errors, never crashes. LUDEX_FUZZ sets the number of inputs for each game."""

import os
import random

import ludex
import pytest
from conftest import GAMES, middle, random_game

INPUTS = int(os.environ.get("LUDEX_FUZZ", "400"))
LETTERS = "abcdefgh123456789CS/-+<>*,:;.x @^#[](){}\"'\\\n\t\0é☃\ud7ff"


def spoilt(text: str, rng: random.Random) -> str:
    """A text with some characters changed, repeated or removed."""
    letters = list(text)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(letters) + 1)
        kind = rng.randrange(4)
        if kind == 0:
            letters.insert(at, rng.choice(LETTERS))
        elif kind == 1 and letters:
            letters[at % len(letters)] = rng.choice(LETTERS)
        elif kind == 2:
            del letters[at : at + rng.randrange(1, 5)]
        else:
            letters[at:at] = letters[at : at + rng.randrange(1, 9)] * rng.randrange(1, 30)
    return "".join(letters)


@pytest.mark.parametrize("name", GAMES)
def test_spoilt_texts_are_errors_or_legal(name: str) -> None:
    rng = random.Random(9)
    game = ludex.game(name)
    positions = random_game(game, 8, 40)
    record = ludex.Record.from_position(positions[-1])
    texts = [record.to_text("sgf"), record.to_text()]
    for _ in range(INPUTS):
        here = rng.choice(positions)
        words = list(here.legal_moves) or [event for event, _ in here.chance_outcomes()] or ["x"]
        for attempt in (
            lambda: game.position(spoilt(here.text, rng)).text,
            lambda: here.play(spoilt(rng.choice(words), rng)).text,
            lambda: ludex.game(name, **{spoilt("size", rng): spoilt("5", rng)}),
        ):
            try:
                attempt()
            except ludex.LudexError as error:
                assert str(error)
    for _ in range(INPUTS // 8):
        try:
            ludex.parse(spoilt(rng.choice(texts), rng), game=name).position()
        except ludex.LudexError as error:
            assert str(error)


def test_odd_arguments_are_errors() -> None:
    position = middle("takt")
    engine = ludex.Engine(position.game, threads=1)
    for limits in ({"nodes": "many"}, {"depth": 10**30}, {"time": float("nan")}, {"multipv": 0}, {"nodes": -1}):
        with pytest.raises(ludex.LudexError):
            engine.analyse(position, **limits)  # type: ignore[arg-type]
    for call in (lambda: engine.best_move(None), lambda: ludex.perft(position, -1), lambda: ludex.game("takt", **{"": 1})):  # type: ignore[arg-type]
        with pytest.raises((TypeError, ludex.LudexError)):
            call()
