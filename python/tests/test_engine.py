"""Engines: limits, levels, live analysis, threads, interrupts, forks and pickles."""

import asyncio
import math
import os
import pickle
import signal
import subprocess
import sys
import threading
from typing import Any

import ludex
import pytest
from conftest import GAMES, middle


@pytest.mark.parametrize("name", GAMES)
def test_the_best_move_is_legal(name: str) -> None:
    position = middle(name)
    with ludex.Engine(position.game, threads=1, hash=4) as engine:
        assert engine.best_move(position, nodes=500) in position.legal_moves
        analysis = engine.analyse(position, nodes=500, multipv=2)
    assert analysis.best_move == analysis.lines[0].move == analysis.pv[0]
    assert len(analysis.lines) == min(2, len(position.legal_moves))
    for line in analysis.lines:
        assert line.win + line.draw + line.loss == pytest.approx(1, abs=1e-3)
        assert line.pv[0] == line.move
    assert analysis.unit == position.game.score_unit
    assert analysis.nodes > 0
    assert str(analysis.best_move) in repr(analysis)


def test_equal_nodes_give_equal_answers() -> None:
    position = middle("takt")
    first, second = (ludex.Engine(position.game, threads=1, seed=3) for _ in range(2))
    one, two = (engine.analyse(position, nodes=3000) for engine in (first, second))
    assert (one.lines, one.nodes) == (two.lines, two.nodes)
    first.forget()
    assert first.analyse(position, nodes=3000).lines == one.lines


def test_a_proof() -> None:
    position = ludex.game("takt").position("2,x3,1/x2,2,x,1/x2,2C,x,1/x3,21C,21/x3,2S,2 1 8")
    analysis = ludex.Engine(position.game, threads=1).analyse(position, depth=4)
    assert analysis.best_move == "d2>"
    assert analysis.proof is not None
    assert analysis.proof == analysis.lines[0].proof
    assert (analysis.proof.result, analysis.proof.plies % 2) == ("win", 1)
    assert analysis.score is None
    assert (analysis.win, analysis.draw, analysis.loss) == (1, 0, 0)


def test_choices_are_checked() -> None:
    game = ludex.game("takt")
    for options, sentence in [
        ({"search": "magic"}, "magic"),
        ({"evaluator": "tarot"}, "tarot"),
        ({"level": 11}, "level: expected 1 to 10"),
        ({"threads": 0}, "threads: expected a whole number from 1"),
        ({"hash": "much"}, "hash"),
        ({"no_such": 3}, "no_such"),
    ]:
        with pytest.raises(ludex.LudexError, match=sentence):
            ludex.Engine(game, **options)  # type: ignore[arg-type]
    engine = ludex.Engine(game, threads=1)
    for limits, sentence in [
        ({"nodes": 0}, "nodes: expected a whole number above zero"),
        ({"nodes": 1.5}, "nodes"),
        ({"depth": 0}, "depth"),
        ({"time": -1}, "time"),
        ({"time": "soon"}, "time"),
        ({"clock": "long"}, "clock"),
        ({"overhead": 0.05}, "overhead: this option has no effect"),
    ]:
        with pytest.raises(ludex.LudexError, match=sentence):
            engine.best_move(game.start(), **limits)  # type: ignore[arg-type]
    with pytest.raises(ludex.LudexError, match="is not the game of the engine"):
        engine.best_move(ludex.game("takt", size=6).start(), nodes=10)
    with pytest.raises(ludex.LudexError, match="needs nodes or depth"):
        ludex.Engine(game, deterministic=True).best_move(game.start(), time=1)
    with pytest.raises(ludex.LudexError, match="the dice are not rolled|no player is to move"):
        start = ludex.game("tryktrak").start()
        ludex.Engine(start.game).best_move(start, nodes=10)


def test_levels_and_parameters() -> None:
    position = middle("quoridor")
    weak = ludex.Engine("quoridor", level=1, seed=4, threads=1)
    assert weak.best_move(position) in position.legal_moves
    parameter = position.game.searches[0]["parameters"][0]
    engine = ludex.Engine("quoridor", threads=1, **{parameter["name"]: parameter["max"]})
    assert engine.best_move(position, nodes=200) in position.legal_moves
    assert parameter["name"] in repr(engine)


def test_a_finished_game_has_no_best_move() -> None:
    position = ludex.game("takt", size=3).start().play("a1", "c3", "b3", "a2", "a3")
    while not position.is_over:
        position = position.play(0)
    with pytest.raises(ludex.CouldNotError, match="the game is over"):
        ludex.Engine(position.game, threads=1).best_move(position, nodes=10)


def test_a_live_analysis_ends_with_its_loop() -> None:
    position = middle("takt")
    engine = ludex.Engine(position.game, threads=2, hash=4)
    depths: "list[int]" = []
    for analysis in engine.analysis(position):
        depths.append(analysis.depth)
        if analysis.depth >= 3:
            break
    assert depths == sorted(depths)
    # The engine is free again as soon as the loop has been left.
    assert engine.best_move(position, nodes=100) in position.legal_moves
    found = list(engine.analysis(position, depth=3))
    assert found[-1].depth == 3
    running = engine.analysis(position)
    next(running)
    with pytest.raises(ludex.CouldNotError, match="the engine is searching"):
        engine.best_move(position, nodes=100)
    del running
    with pytest.raises(ludex.LudexError, match="is not the game of the engine"):
        list(engine.analysis(ludex.game("takt", size=6).start(), nodes=10))


def test_analysis_with_asyncio() -> None:
    position = middle("quoridor")

    async def both() -> "tuple[ludex.Analysis, int]":
        ticks = 0
        async with ludex.Engine(position.game, threads=1) as engine:
            search = asyncio.create_task(engine.analyse_async(position, nodes=20_000))
            while not search.done():
                ticks += 1
                await asyncio.sleep(0)
            return search.result(), ticks

    analysis, ticks = asyncio.run(both())
    assert analysis.best_move in position.legal_moves
    assert ticks > 1

    start = position.game.start()

    async def cancelled() -> str:
        async with ludex.Engine(start.game, threads=1) as engine:
            search = asyncio.create_task(engine.analyse_async(start, time=math.inf))
            await asyncio.sleep(0.05)
            search.cancel()
            with pytest.raises(asyncio.CancelledError):
                await search
            return engine.best_move(start, nodes=100)

    assert asyncio.run(cancelled()) in start.legal_moves


def test_stop_from_another_thread() -> None:
    position = middle("takt")
    engine = ludex.Engine(position.game, threads=1)
    timer = threading.Timer(0.1, engine.stop)
    timer.start()
    assert engine.best_move(position, time=math.inf) in position.legal_moves


@pytest.mark.parametrize(
    "work",
    [
        "engine.best_move(position, time=float('inf'))",
        "for _ in engine.analysis(position): pass",
        "ludex.analyse_many([position] * 1000, time=60)",
        "ludex.perft(position, 12)",
        "ludex.solve(ludex.game('trax').start(), time=60)",
        "asyncio.run(engine.analyse_async(position, time=float('inf')))",
        "ludex.vector('quoridor').play_random(1_000_000)",
    ],
)
def test_ctrl_c_ends_work(work: str) -> None:
    code = f"""
import asyncio, ludex, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
position = ludex.game("takt", size=6).start().play("a1", "f6", "c3", "d4")
engine = ludex.Engine(position.game, hash=4)
engine.best_move(position, nodes=10)
print("ready", flush=True)
try:
    {work}
except KeyboardInterrupt:
    print("interrupted", engine.best_move(position, nodes=10))
"""
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        threading.Timer(0.3, child.send_signal, [signal.SIGINT]).start()
        rest, _ = child.communicate(timeout=60)
        assert rest.startswith("interrupted "), rest
    finally:
        child.kill()


def test_engines_and_positions_survive_pickle() -> None:
    position = middle("takt")
    engine = ludex.Engine(position.game, threads=1, seed=5, hash=4)
    again = pickle.loads(pickle.dumps(engine))
    assert repr(again) == repr(engine)
    assert again.best_move(position, nodes=1000) == engine.best_move(position, nodes=1000)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_an_engine_works_after_a_fork() -> None:
    position = middle("takt")
    engine = ludex.Engine(position.game, threads=2, hash=4)
    engine.best_move(position, nodes=2000)
    child = os.fork()
    if child == 0:
        found = engine.best_move(position, nodes=2000)
        many = ludex.analyse_many([position] * 4, nodes=200, threads=2)
        os._exit(0 if found in position.legal_moves and len(many) == 4 else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert engine.best_move(position, nodes=2000) in position.legal_moves


def test_a_closed_engine_cannot_search() -> None:
    position = middle("takt")
    with ludex.Engine(position.game, threads=1) as engine:
        pass
    assert "closed" in repr(engine)
    with pytest.raises(ludex.CouldNotError, match="closed"):
        engine.best_move(position, nodes=10)


@pytest.mark.parametrize("name", GAMES)
def test_many_positions_give_the_answers_of_single_searches(name: str) -> None:
    position = middle(name)
    after = [position.play(move).sample(3) for move in position.legal_moves[:12]]
    positions = [position, *(here for here in after if here.to_move)]
    options: "dict[str, Any]" = {"hash": 1, "seed": 2}
    many = ludex.analyse_many(positions, nodes=300, threads=2, **options)
    engine = ludex.Engine(position.game, threads=1, **options)
    for here, analysis in zip(positions, many, strict=True):
        engine.forget()
        assert engine.best_move(here, nodes=300) == analysis.best_move
        assert analysis.data["position"] == here.text
    assert ludex.analyse_many([], nodes=10) == []
    with pytest.raises(ludex.LudexError, match="position 2"):
        ludex.analyse_many([positions[0], middle("takt" if name != "takt" else "trax")], nodes=10, threads=1)


def test_threads_share_nothing() -> None:
    position = middle("quoridor")
    expected = ludex.Engine(position.game, threads=1, hash=2).analyse(position, nodes=2000).lines
    found: "list[tuple[ludex.Line, ...]]" = []

    def search() -> None:
        found.append(ludex.Engine(position.game, threads=1, hash=2).analyse(position, nodes=2000).lines)

    threads = [threading.Thread(target=search) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4
