"""Batches of games, actions and observations."""

import copy
import os
import pickle
import subprocess
import sys
import threading
from typing import Any

import ludex
import numpy as np
import pytest
from conftest import GAMES, VARIANTS, middle


def played(name: str, options: "dict[str, Any]", steps: int, **others: Any) -> ludex.Vector:
    """A batch after random moves."""
    games = ludex.vector(ludex.game(name, **options), **others)
    for _ in range(steps):
        games.step(games.choose_random())
    return games


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_a_batch_shows_what_its_positions_show(name: str, options: "dict[str, Any]") -> None:
    games = played(name, options, 25, n=6, seed=3, threads=2)
    game = games.game
    starts, actions = games.legal_lists()
    for lane in range(games.n):
        here = games.position(lane)
        assert here.to_move == games.to_move[lane] + 1
        legal = here.legal_actions
        assert sorted(legal) == np.flatnonzero(games.legal_actions[lane]).tolist()
        assert sorted(legal) == sorted(actions[starts[lane] : starts[lane + 1]].tolist())
        for action, text in list(zip(legal, here.legal_moves))[::7]:
            assert game.action_to_text(here, action) == text == games.action_to_text(lane, action)
            assert game.text_to_action(here, text) == action
        seen = here.observation()
        assert np.array_equal(seen["planes"], games.planes[lane])
        assert np.array_equal(seen["numbers"], games.numbers[lane])
        assert sum(count for _, count in game.plane_names) == games.planes.shape[1]
        assert sum(count for _, count in game.number_names) == games.numbers.shape[1]
        firsts, inputs, values = games.inputs()
        assert np.array_equal(seen["inputs"], inputs[firsts[lane] : firsts[lane + 1]])
        assert np.array_equal(seen["values"], values[firsts[lane] : firsts[lane + 1]])


@pytest.mark.parametrize("name", GAMES)
def test_games_do_not_depend_on_the_number_of_threads(name: str) -> None:
    one, many = (played(name, {}, 30, n=50, seed=9, threads=threads) for threads in (1, 3))
    assert np.array_equal(one.legal_actions, many.legal_actions)
    assert np.array_equal(one.to_move, many.to_move)
    other = played(name, {}, 30, n=50, seed=10, threads=1)
    assert not np.array_equal(one.legal_actions, other.legal_actions)
    one.reset(seed=10)
    for _ in range(30):
        one.step(one.choose_random())
    assert np.array_equal(one.legal_actions, other.legal_actions)


@pytest.mark.parametrize("name", GAMES)
def test_random_games_are_those_of_random_actions(name: str) -> None:
    options: "dict[str, Any]" = {"n": 30, "seed": 4, "max_steps": 20}
    one, other = ludex.vector(name, threads=1, **options), ludex.vector(name, threads=2, **options)
    ended = 0
    for _ in range(50):
        one.step(one.choose_random())
        ended += int(one.done.sum())
    assert not other.done.any()
    assert other.play_random(50) == ended >= 60
    assert other.done.all()
    assert np.array_equal(one.steps, other.steps)
    assert np.array_equal(one.legal_actions, other.legal_actions)


def test_results_arrive_with_the_last_step() -> None:
    games = ludex.vector(ludex.game("takt", size=3), n=40, seed=2, threads=1)
    ended = 0
    for _ in range(60):
        games.step(games.choose_random())
        for lane in np.flatnonzero(games.done):
            ended += 1
            assert games.steps[lane] == 0
            assert games.to_move[lane] == 0
            assert games.returns[lane].sum() == 0
            assert games.endings[lane] == 1
        assert not games.returns[~games.done].any()
    assert ended > 40


def test_a_game_that_has_ended_waits_for_its_reset() -> None:
    games = ludex.vector(ludex.game("takt", size=3), n=8, seed=2, threads=1, auto_reset=False)
    while (games.to_move != -2).any():
        games.step(games.choose_random())
    assert not games.legal_actions.any()
    assert not games.choose_random().any()
    over = np.arange(8) % 2 == 0
    games.reset_lanes(over)
    assert ((games.to_move == 0) == over).all()
    assert (games.legal_actions.any(axis=1) == over).all()


def test_long_games_are_cut_off() -> None:
    games = ludex.vector("quoridor", n=4, max_steps=5, threads=1, auto_reset=False)
    for _ in range(5):
        assert not games.done.any()
        games.step(games.choose_random())
    assert (games.endings == 2).all()
    assert not games.returns.any()


def test_chance_can_be_given() -> None:
    games = ludex.vector("tryktrak", n=3, seed=1, threads=1, given_events=True)
    assert (games.to_move == -1).all()
    events = games.chance_outcomes(0)
    assert sum(chance for _, chance in events) == pytest.approx(1)
    number = [event for event, _ in events].index("dice:13") if "dice:13" in dict(events) else 4
    assert games.action_to_text(1, number) == events[number][0]
    games.step([number] * 3)
    assert len({games.position(lane) for lane in range(3)}) == 1
    assert games.position(0) == games.game.start().play(events[number][0])
    assert (games.to_move >= 0).all()


def test_arrays_are_filled_in_place() -> None:
    games = ludex.vector("quoridor", n=4, threads=1)
    arrays = [games.legal_actions, games.planes, games.numbers, games.to_move, games.returns, games.done, games.steps]
    before = np.array(games.planes)
    games.step(games.choose_random())
    again = [games.legal_actions, games.planes, games.numbers, games.to_move, games.returns, games.done, games.steps]
    assert all(one is other for one, other in zip(arrays, again))
    assert not np.array_equal(before, games.planes)


def test_a_batch_can_begin_anywhere() -> None:
    here = middle("takt")
    games = ludex.vector(here, n=2, threads=1)
    assert games.position(1) == here
    with pytest.raises(ludex.LudexError, match="over"):
        over = ludex.game("takt", size=3).start().play("a1 c3 a2 c2 a3")
        while not over.is_over:
            over = over.play(0)
        ludex.vector(over, n=2)


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        ([3, 3, 3], "4 entries"),
        ([[3, 3, 3, 3]], "4 entries"),
        ([3.0, 3, 3, 3], "whole numbers"),
        ([3, 3, -1, 3], "lane 2.*-1"),
        ([3, 3, 2**40, 3], "lane 2.*1099511627776"),
        ([3, 210, 3, 3], "lane 1.*210.*0 to 209"),
        ([3, 3, 3, 80], "lane 3.*80 .i9.*not legal"),
        (["a", "b", "c", "d"], "whole numbers"),
    ],
)
def test_a_wrong_step_changes_nothing(actions: Any, sentence: str) -> None:
    games = ludex.vector("quoridor", n=4, threads=1)
    before = np.array(games.planes)
    with pytest.raises(ludex.LudexError, match=sentence):
        games.step(actions)
    assert np.array_equal(before, games.planes)
    assert not games.steps.any()


def test_wrong_options_are_errors() -> None:
    wrong: "list[dict[str, Any]]" = [{"n": 0}, {"n": 2**21}, {"n": -1}, {"seed": -1}, {"threads": 5000}, {"max_steps": 0}]
    for options in wrong:
        with pytest.raises(ludex.LudexError, match=next(iter(options))):
            ludex.vector("takt", **options)
    games = ludex.vector("takt", n=2, threads=1)
    for call in (lambda: games.position(2), lambda: games.position(-1), lambda: games.action_to_text(0, 10**6), lambda: games.play_random(-1)):
        with pytest.raises(ludex.LudexError):
            call()
    here = middle("takt")
    for call in (
        lambda: here.game.text_to_action(here, "z9"),
        lambda: here.game.action_to_text(here, 10**6),
        lambda: here.game.action_to_text(middle("trax"), 0),
    ):
        with pytest.raises(ludex.LudexError):
            call()


def test_the_package_needs_no_numpy() -> None:
    code = """
import sys
sys.modules["numpy"] = None
import ludex
for make in (lambda: ludex.vector("takt", n=2), lambda: ludex.game("takt").start().observation()):
    try:
        make()
    except ImportError as error:
        assert "pip install 'ludex[numpy]'" in str(error), error
    else:
        raise AssertionError
print(ludex.game("takt").start().legal_actions[:2], ludex.game("takt").num_actions)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "[0, 1] 3075\n", done.stderr


def test_the_package_imports_no_other_package() -> None:
    code = "import ludex, sys; print([name for name in ('numpy', 'gymnasium', 'pettingzoo', 'pyspiel') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_batch_with_threads_ends_at_a_fork() -> None:
    code = """
import os, ludex
one, many = (ludex.vector("takt", n=64, threads=threads) for threads in (1, 2))
child = os.fork()
if child == 0:
    one.step(one.choose_random())
    try:
        many.step(many.choose_random())
    except ludex.CouldNotError as error:
        os._exit(7 if "fork" in str(error) else 8)
    os._exit(9)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
many.step(many.choose_random())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "7\n"


def test_a_batch_is_shared_by_turns() -> None:
    games = ludex.vector("quoridor", n=512, seed=1, threads=2)
    for _ in range(20):
        threads = [threading.Thread(target=games.play_random, args=[1]), threading.Thread(target=lambda: games.planes)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        shown: Any = np.array(games.planes)
        games._filled.clear()  # pyright: ignore[reportPrivateUsage]
        assert np.array_equal(shown, games.planes)


def test_a_batch_cannot_be_copied() -> None:
    games = ludex.vector("takt", n=2)
    for work in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="a batch cannot be copied or pickled"):
            work(games)


def test_numbers_of_numpy_are_whole_numbers() -> None:
    game = ludex.game("quoridor", walls=np.int64(3))  # pyright: ignore[reportArgumentType]
    assert game.start().play(np.int64(0)) == game.start().play(0)  # pyright: ignore[reportArgumentType]
    with pytest.raises(TypeError, match="a move is a text or an index, not bool"):
        game.start().play(True)
    for wrong in ("3", 1.5, None):
        with pytest.raises(ludex.LudexError, match="n: expected 1 to"):
            ludex.vector(game, n=wrong)  # pyright: ignore[reportArgumentType]
    with pytest.raises(TypeError, match="game: expected a game, its name or a position"):
        ludex.vector(None)  # pyright: ignore[reportArgumentType]
    with pytest.raises(ludex.LudexError, match="lane: expected 0 to 1, but found 2"):
        ludex.vector(game, n=2).position(2)
