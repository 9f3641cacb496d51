"""Measures the Python package, side by side with pyspiel if it is installed, and with the program that LUDEX_BINARY names.

Run it on an idle machine: `python bench/python_package.py [SECONDS]`. It prints one line for each figure.
"""

import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import ludex

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
"""Time of each measurement of a rate."""


def micros(work: "Callable[[Any], object]", inputs: "list[Any]") -> float:
    """Mean time of the work on one input, in microseconds."""
    begin = time.perf_counter()
    for one in inputs:
        work(one)
    return (time.perf_counter() - begin) / len(inputs) * 1e6


def middle(game: ludex.Game) -> ludex.Position:
    """The position with the most legal moves in the first 25 plies of a random game."""
    rng, here, found = random.Random(5), game.start(), game.start()
    for _ in range(25):
        if here.is_over:
            break
        here = here.sample(rng.randrange(2**32)) if here.is_chance else here.play(rng.randrange(len(here.legal_moves)))
        found = here if len(here.legal_moves) >= len(found.legal_moves) else found
    return found


def rate(play: "Callable[[random.Random], int]") -> "tuple[float, float]":
    """Games and plies per second of a function that plays a game and returns its length."""
    rng, games, plies, begin = random.Random(1), 0, 0, time.perf_counter()
    while (spent := time.perf_counter() - begin) < SECONDS:
        plies += play(rng)
        games += 1
    return games / spent, plies / spent


def player(game: ludex.Game) -> "Callable[[random.Random], int]":
    """Plays a random game with objects."""
    start = game.start()

    def play(rng: random.Random) -> int:
        here, plies, number = start, 0, rng.random
        while True:
            if n_moves := len(here.legal_moves):
                here = here.play(int(number() * n_moves))
            elif here.is_over:
                return plies
            else:
                here = here.sample(int(number() * 1e15))
            plies += 1

    return play


def spiel_player(name: str) -> "Callable[[random.Random], int]":
    """Plays a random game with pyspiel."""
    game: Any = import_module("pyspiel").load_game(name)

    def play(rng: random.Random) -> int:
        state, plies, number = game.new_initial_state(), 0, rng.random
        while not state.is_terminal():
            if state.is_chance_node():
                rest, action = number(), 0
                for action, chance in state.chance_outcomes():
                    rest -= chance
                    if rest <= 0:
                        break
                state.apply_action(action)
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(number() * len(actions))])
            plies += 1
        return plies

    return play


def measure_moves() -> None:
    """Listing the legal moves of a position that was just made."""
    for name in ludex.games():
        here = middle(ludex.game(name))
        copies = [here.game.position(here.text) for _ in range(500)]
        lazy = micros(lambda one: len(one.legal_moves), copies)
        copies = [here.game.position(here.text) for _ in range(500)]
        texts = micros(lambda one: list(one.legal_moves), copies)
        print(f"{name}: {len(here.legal_moves)} legal moves in {lazy:.1f} us, with their texts {texts:.1f} us")


def measure_games() -> None:
    """Random games."""
    for name, options, spiel in [
        ("tryktrak", {"cube": False}, "backgammon"),
        ("quoridor", {}, "quoridor"),
        ("quoridor", {"repetition": "off"}, "quoridor"),
    ]:
        game = ludex.game(name, **options)
        games, plies = rate(player(game))
        line = f"{name} {game.variant}: {games:.0f} random games/s, {plies:.0f} plies/s"
        try:
            other_games, other_plies = rate(spiel_player(spiel))
            line += f"; pyspiel {other_games:.0f} and {other_plies:.0f}: {games / other_games:.1f} and {plies / other_plies:.1f} times"
        except ImportError:
            pass
        print(line)


def measure_search() -> None:
    """Nodes per second of an engine and of the program, in turns."""
    program = os.environ.get("LUDEX_BINARY", "ludex")
    for name in ludex.games():
        here = middle(ludex.game(name))
        own, other = 0.0, 0.0
        for _ in range(3):
            with ludex.Engine(here.game, threads=1) as engine:
                analysis = engine.analyse(here, time=SECONDS / 3, multipv=1)
                own += analysis.nps
            words = ["bestmove", name, "--variant", here.game.variant, "--position", here.text, "--threads", "1", "--json"]
            done = subprocess.run([program, *words, "--time", f"{SECONDS / 3}s"], capture_output=True, text=True, check=True)
            other += json.loads(done.stdout)["nps"]
        print(f"{name}: {own / 3:.0f} nodes/s, the program {other / 3:.0f}: {own / other:.3f}")


def measure_many() -> None:
    """Share of the cores that analyse_many uses."""
    here = middle(ludex.game("quoridor"))
    positions = [here.play(index % len(here.legal_moves)) for index in range(1000)]
    positions = [one for one in positions if not one.is_over]
    cores = len(os.sched_getaffinity(0))
    begin, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF)
    ludex.analyse_many(positions, nodes=10_000)
    spent, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_SELF)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"analyse_many: {len(positions) / spent:.0f} positions/s, {busy / spent / cores:.1%} of {cores} cores")


def measure_memory() -> None:
    """Growth of memory while positions and engines are made and dropped."""

    def size() -> int:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize() >> 10

    def work() -> None:
        for name in ludex.games():
            here = middle(ludex.game(name))
            ludex.Engine(here.game, threads=1, hash=1).best_move(here, nodes=200)
            here.svg()

    sizes: "list[int]" = []
    until = time.perf_counter() + 4 * SECONDS
    while time.perf_counter() < until:
        for _ in range(20):
            work()
        sizes.append(size())
    quarter = max(1, len(sizes) // 4)
    print(f"memory: {sizes[quarter]} KiB after a quarter of the time, {sizes[-1]} KiB at the end")


def measure_import() -> None:
    """Time of `import ludex`, without the start of the interpreter."""
    code = "import time; begin = time.perf_counter(); import ludex; print(time.perf_counter() - begin)"
    times = [float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(10)]
    print(f"import: {sorted(times)[5] * 1e3:.1f} ms")


if __name__ == "__main__":
    measure_import()
    measure_moves()
    measure_games()
    measure_search()
    measure_many()
    measure_memory()
