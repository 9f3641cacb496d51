"""The package in several threads, with and without the interpreter lock."""

import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor

import ludex
import pytest
from conftest import GAMES, random_game


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this interpreter has the lock")
def test_the_import_does_not_switch_the_lock_on() -> None:
    assert not getattr(sys, "_is_gil_enabled")()  # noqa: B009


@pytest.mark.parametrize("name", GAMES)
def test_threads_share_a_game_and_its_positions(name: str) -> None:
    game = ludex.game(name)
    expected = [position.text for position in random_game(game, 3, 30)]
    shared = game.start()

    def play(_: int) -> "list[str]":
        # All threads read the same objects, whose moves and texts are computed at the first reading.
        assert shared.is_chance or len(shared.legal_moves) == len(list(shared.legal_moves))
        hash(shared)
        return [position.text for position in random_game(game, 3, 30)]

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(play, range(32))) == [expected] * 32


def test_one_engine_in_several_threads() -> None:
    """An engine runs one search at a time. The other threads get an error and no wrong answer."""
    position = ludex.game("takt", size=5).start()
    with ludex.Engine(position.game, threads=1) as engine:

        def search(_: int) -> str:
            try:
                return engine.best_move(position, nodes=2_000)
            except ludex.CouldNotError as error:
                assert "is searching" in str(error)
                return "busy"

        with ThreadPoolExecutor(4) as threads:
            found = set(threads.map(search, range(40)))
    assert found - {"busy"} <= set(position.legal_moves)
    assert found - {"busy"}


def test_batches_in_several_threads() -> None:
    def play(seed: int) -> "list[str]":
        games = ludex.vector("quoridor", n=8, seed=seed % 2, threads=2)
        for _ in range(40):
            games.step(games.choose_random())
        return [games.position(lane).text for lane in range(8)]

    with ThreadPoolExecutor(4) as threads:
        results = list(threads.map(play, range(8)))
    assert results == [results[0], results[1]] * 4
    assert results[0] != results[1]
