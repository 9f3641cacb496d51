"""Measures the Python package, side by side with pyspiel if it is installed, and with the program that LUDEX_BINARY names.

`python bench/python_package.py` prints a table: each figure with its aim. Install the wheel, NumPy, `open_spiel` and pytest first. Rates are
per second of processor time, measured in turns, so that other programs disturb both sides equally. The verdict on batches is that for free
cores: the rate per second of processor time, times the cores. `--minutes 10` is the time of the test of memory.
"""

import argparse
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import ludex

SOURCE = Path(os.environ.get("LUDEX_SOURCE", Path(__file__).parents[1]))
PROGRAM = os.environ.get("LUDEX_BINARY", "ludex")
CORES = len(os.sched_getaffinity(0))
PLIES_OF_PYSPIEL = 324
"""The number of moves after which Quoridor of pyspiel ends."""

Play = Callable[[random.Random], int]
"""Plays a random game and returns its number of moves and events."""


@dataclass
class Options:
    """How long to measure."""

    seconds: float
    minutes: float
    nodes: int
    positions: int
    inputs: int


@dataclass
class Row:
    """A line of the table. `reached` is None if there is no aim, or if it could not be measured."""

    name: str
    found: str
    aim: str = ""
    reached: "bool | None" = None

    def __str__(self) -> str:
        verdict = {True: "reached", False: "MISSED", None: ""}[self.reached]
        return f"| {self.name} | {self.found} | {self.aim} | {verdict} |"


def middle(game: ludex.Game, seed: int = 5) -> ludex.Position:
    """The position with the most legal moves in the first 25 plies of a random game."""
    positions = [here for here, _ in zip(game.start().random_game(seed), range(25), strict=False)]
    return max(positions, key=lambda here: len(here.legal_moves))


def processor_time(who: int = resource.RUSAGE_SELF) -> float:
    """Processor time of this process, or of the programs that it has run, in seconds."""
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


# Random games, one object for each position.


def by_hand(game: ludex.Game) -> Play:
    """The loop that one writes with `legal_moves` and `play`."""
    start = game.start()

    def play(rng: random.Random) -> int:
        here, plies, number = start, 0, rng.random
        while not here.is_over:
            if here.is_chance:
                here = here.sample(int(number() * 1e15))
            else:
                here = here.play(int(number() * len(here.legal_moves)))
            plies += 1
        return plies

    return play


def by_iterator(game: ludex.Game) -> Play:
    """The positions of `Position.random_game`."""
    start = game.start()
    return lambda rng: sum(1 for _ in start.random_game(int(rng.random() * 1e15)))


def by_pyspiel(name: str, counts_events: bool = True) -> Play:
    """The loop with states of pyspiel. Rolls of dice count as plies or not."""
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
                plies += counts_events
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(number() * len(actions))])
                plies += 1
        return plies

    return play


@dataclass
class Rate:
    """Games, and moves with events, per second of processor time of one thread."""

    games: float
    plies: float


def rate(play: Play, seconds: float, seed: int) -> Rate:
    """The rate of a function that plays a game."""
    rng, games, plies, begin = random.Random(seed), 0, 0, time.thread_time()
    while (spent := time.thread_time() - begin) < seconds:
        plies += play(rng)
        games += 1
    return Rate(games / spent, plies / spent)


def in_turns(players: "list[Play]", seconds: float, turns: int = 5) -> "list[Rate]":
    """The median rates of players that take turns."""
    rates = [[rate(play, seconds / turns, seed) for play in players] for seed in range(turns)]
    return [
        Rate(statistics.median(one.games for one in column), statistics.median(one.plies for one in column))
        for column in zip(*rates, strict=True)
    ]


def games_of_pyspiel() -> "list[tuple[str, ludex.Game]]":
    """The games of pyspiel with the same rules as ours, and our game of the same length. For Quoridor also our usual rules, whose games
    are shorter because of the draw by repetition."""
    same: "dict[str, Any]" = {"repetition": "off", "max-plies": PLIES_OF_PYSPIEL}
    return [
        ("backgammon", ludex.game("tryktrak", cube=False)),
        ("quoridor", ludex.game("quoridor", **same)),
        ("quoridor", ludex.game("quoridor")),
    ]


def measure_games(options: Options) -> "Iterator[Row]":
    """Random games against pyspiel."""
    for spiel, game in games_of_pyspiel():
        players = [by_hand(game), by_iterator(game)]
        try:
            players.append(by_pyspiel(spiel))
        except ImportError:
            yield Row(f"random games, {spiel}", "pyspiel is not installed", "≥ 5 times")
            continue
        *ours, theirs = in_turns(players, options.seconds)
        for way, one in zip(["`legal_moves`, `play`", "`random_game`"], ours, strict=True):
            found = f"{one.games:,.0f} games/s, {one.plies:,.0f} plies/s; pyspiel {theirs.games:,.0f}, {theirs.plies:,.0f}"
            times = one.games / theirs.games
            found += f": {times:.1f} times the games, {one.plies / theirs.plies:.1f} times the plies"
            yield Row(f"random games of {spiel} ({game.variant}) by {way}", found, "≥ 5 times", times >= 5)


# Batches.


def measure_batches(options: Options) -> "Iterator[Row]":
    """Random games in batches, on all cores, and the moves of pyspiel on one thread. Moves are counted, but no rolls of dice."""
    for spiel, game in games_of_pyspiel()[:2]:
        ways: "list[tuple[str, Callable[[ludex.Vector], object]]]" = [
            ("`step(choose_random())`", lambda games: games.step(games.choose_random())),
            ("`play_random(32)`", lambda games: games.play_random(32)),
        ]
        try:
            theirs = rate(by_pyspiel(spiel, counts_events=False), options.seconds, 1).plies
        except ImportError:
            theirs = None
        for (way, play), n_steps in zip(ways, [1, 32], strict=True):
            found, moves = batch_rate(game, play, n_steps, options.seconds)
            many, aim = moves >= 1e6 or game.name != "tryktrak", "≥ 1 M/s" if game.name == "tryktrak" else ""
            if theirs is None:
                yield Row(f"batches of 1,024 games, {game.name}, {way}", found, aim, many)
                continue
            found += f"; pyspiel {theirs / 1e3:,.0f} k/s: {(times := moves / theirs):.0f} times"
            yield Row(f"batches of 1,024 games, {game.name}, {way}", found, f"≥ 20 times {aim}".strip(), times >= 20 and many)


def batch_rate(game: ludex.Game, play: "Callable[[ludex.Vector], object]", n_steps: int, seconds: float) -> "tuple[str, float]":
    """Moves per second of a batch on all cores, if they are free: as text and as a number."""
    games = ludex.vector(game, n=1024, seed=1, threads=CORES)
    games.play_random(100)
    steps, begin, before = 0, time.perf_counter(), processor_time()
    while (spent := time.perf_counter() - begin) < seconds:
        play(games)
        steps += n_steps * games.n
    busy = processor_time() - before
    free = steps / busy * CORES
    found = f"{free / 1e6:.2f} M moves/s on {CORES} free cores (measured: {steps / spent / 1e6:.2f} M/s with {busy / spent:.2f} cores)"
    return found, free


# Listing moves.


def measure_moves(options: Options) -> "Iterator[Row]":
    """Listing the legal moves of a position that was just made."""

    def micros(work: "Callable[[ludex.Position], object]", here: ludex.Position) -> float:
        times: "list[float]" = []
        for _ in range(9):
            copies = [here.game.position(here.text) for _ in range(200)]
            begin = time.thread_time()
            for one in copies:
                work(one)
            times.append((time.thread_time() - begin) / len(copies) * 1e6)
        return statistics.median(times)

    for name in ludex.games():
        here = middle(ludex.game(name))
        lazy, texts = micros(lambda one: len(one.legal_moves), here), micros(lambda one: list(one.legal_moves), here)
        found = f"{texts:.1f} µs for {len(here.legal_moves)} moves as texts, {lazy:.1f} µs without texts"
        yield Row(f"`legal_moves`, {name}", found, "≤ 20 µs", texts <= 20)


# Engines.


def measure_engines(options: Options) -> "Iterator[Row]":
    """Nodes per second of `best_move` and of the program. Both begin with empty tables; the time of a start and of one node is subtracted. Other
    programs only make a search slower, so the verdict compares the least times."""
    for name in ludex.games():
        # A search that proves a result ends early, so the position is the first one that takes all nodes.
        games = (middle(ludex.game(name), seed) for seed in range(5, 50))
        here, nodes = next((here, nodes) for here in games if (nodes := nodes_of(here, options.nodes)) >= options.nodes)
        times = [times_of_search(here, options.nodes) for _ in range(15)]
        speeds = [nodes / min(column) / 1e3 for column in zip(*times, strict=True)]
        ratio, median = speeds[0] / speeds[1], statistics.median(theirs / ours for ours, theirs in times)
        found = f"{speeds[0]:,.0f} k/s, the program {speeds[1]:,.0f} k/s: {ratio:.3f} (median of 15 pairs {median:.3f}; {nodes:,} nodes each)"
        yield Row(f"nodes per second of `best_move`, {name}", found, "≥ 0.97", ratio >= 0.97)


def times_of_search(here: ludex.Position, nodes: int) -> "tuple[float, float]":
    """Processor times of a search by the engine and by the program, in seconds."""
    ours = time_of_engine(here, nodes) - time_of_engine(here, 1)
    return ours, time_of_program(here, nodes) - time_of_program(here, 1)


def time_of_engine(here: ludex.Position, nodes: int) -> float:
    """Processor time of a new engine that searches a position, in seconds."""
    begin = processor_time()
    with ludex.Engine(here.game, threads=1) as engine:
        engine.best_move(here, nodes=nodes)
    return processor_time() - begin


def run_program(here: ludex.Position, nodes: int) -> "dict[str, Any]":
    """What the program finds."""
    words = [PROGRAM, "bestmove", here.game.name, "--variant", here.game.variant, "--position", here.text]
    words += ["--threads", "1", "--hash", "64", "--nodes", str(nodes), "--json"]
    return json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)


def time_of_program(here: ludex.Position, nodes: int) -> float:
    """Processor time of the program that searches a position, in seconds."""
    begin = processor_time(resource.RUSAGE_CHILDREN)
    run_program(here, nodes)
    return processor_time(resource.RUSAGE_CHILDREN) - begin


def nodes_of(here: ludex.Position, limit: int) -> int:
    """The nodes that the engine and the program search with a limit. They are equal."""
    with ludex.Engine(here.game, threads=1) as engine:
        nodes = engine.analyse(here, nodes=limit, multipv=1).nodes
    other = run_program(here, limit)["nodes"]
    assert nodes == other, f"{here.game.name}: {nodes} nodes, the program {other}"
    return nodes


def measure_many(options: Options) -> "Iterator[Row]":
    """Share of the cores that `analyse_many` uses."""
    positions: "list[ludex.Position]" = []
    game, seed = ludex.game("quoridor"), 0
    while len(positions) < options.positions:
        seed += 1
        positions += [here for here in game.start().random_game(seed) if not here.is_over]
    begin, before = time.perf_counter(), processor_time()
    with Waiting() as waiting:
        ludex.analyse_many(positions[: options.positions], nodes=1000, threads=CORES)
    spent = time.perf_counter() - begin
    busy = (processor_time() - before) / spent / CORES
    used = busy + waiting.seconds() / spent / CORES
    found = f"{used:.1%} of {CORES} cores: {busy:.1%} used, {used - busy:.1%} taken by other programs"
    found += f"; {options.positions / spent:,.0f} positions/s of 1,000 nodes"
    yield Row(f"`analyse_many`, {options.positions:,} positions", found, "≥ 95 %", used >= 0.95)


class Waiting:
    """The time in which threads of this process could run, but other programs had the cores. The system forgets a thread when it ends, so the
    times are read again and again."""

    def __enter__(self) -> "Waiting":
        self._latest: "dict[str, int]" = {}
        self._ended = threading.Event()
        self._before = self._read()
        self._reader = threading.Thread(target=self._watch)
        self._reader.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._reader.join()

    def _watch(self) -> None:
        while not self._ended.wait(0.02):
            self._latest |= self._read()

    @staticmethod
    def _read() -> "dict[str, int]":
        """For each thread the nanoseconds that it has waited for a core."""
        found: "dict[str, int]" = {}
        for task in Path("/proc/self/task").iterdir():
            try:
                found[task.name] = int((task / "schedstat").read_text().split()[1])
            except OSError:
                continue
        return found

    def seconds(self) -> float:
        """The sum for the threads that searched, which are those that did not exist before."""
        return sum(waited for task, waited in self._latest.items() if task not in self._before and task != str(self._reader.native_id)) / 1e9


# Reliability.


def measure_memory(options: Options) -> "Iterator[Row]":
    """Growth of memory while objects of all kinds are made and dropped."""

    def size() -> int:
        fields = Path("/proc/self/statm").read_text().split()
        return int(fields[1]) * resource.getpagesize() >> 10

    def work(seed: int) -> None:
        for name in ludex.games():
            game = ludex.game(name)
            *_, here = (here for here, _ in zip(game.start().random_game(seed), range(30), strict=False))
            here = here if here.to_move else middle(game)
            with ludex.Engine(game, threads=1, hash=1) as engine:
                assert engine.analyse(here, nodes=200).lines
                for _ in engine.analysis(here, nodes=100):
                    break
            ludex.vector(game, n=64, seed=seed).play_random(20)
            ludex.Record.from_position(here).to_text()
            here.svg()

    begin, rounds = time.perf_counter(), 0
    sizes: "list[tuple[float, int]]" = []
    while (spent := time.perf_counter() - begin) < options.minutes * 60:
        work(rounds)
        rounds += 1
        sizes.append((spent, size()))
    # The first half warms up: it fills caches and pools of memory.
    first, second = ([kib for at, kib in sizes if half <= at / spent * 4 < half + 1] for half in (1, 3))
    grown = (statistics.median(second) - statistics.median(first)) / 1024
    found = f"{grown:+.1f} MiB from the second to the last quarter of {options.minutes:g} minutes ({rounds} rounds, {sizes[-1][1] / 1024:.0f} MiB)"
    yield Row("memory", found, "< 1 MiB", grown < 1)


def measure_inputs(options: Options) -> "Iterator[Row]":
    """Malformed inputs, by the test of the package."""
    tests = SOURCE / "python" / "tests" / "test_robust.py"
    # Each input of the test is three texts and an eighth of a record, in five games.
    each = max(1, round(options.inputs / 5 / 3.125))
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tests)]
    environment = os.environ | {"LUDEX_FUZZ": str(each)}
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=environment, cwd=tests.parent)
    found = "each is an error or legal" if done.returncode == 0 else f"pytest ended with {done.returncode}: {done.stdout[-200:]!r}"
    yield Row(f"{options.inputs:,} malformed inputs", found, "no crash", done.returncode == 0)


def measure_import(options: Options) -> "Iterator[Row]":
    """Processor time of `import ludex`, without the start of the interpreter."""
    code = "import time; begin = time.process_time(); import ludex; print(time.process_time() - begin)"
    times = [float(subprocess.check_output([sys.executable, "-c", code])) * 1e3 for _ in range(11)]
    found = statistics.median(times)
    yield Row("`import ludex`", f"{found:.1f} ms", "≤ 50 ms", found <= 50)


MEASUREMENTS: "dict[str, Callable[[Options], Iterator[Row]]]" = {
    "import": measure_import,
    "moves": measure_moves,
    "games": measure_games,
    "batches": measure_batches,
    "engines": measure_engines,
    "many": measure_many,
    "inputs": measure_inputs,
    "memory": measure_memory,
}


def main() -> int:
    """Prints the table. The exit status is 1 if an aim is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="time of each measurement of a rate (default 10)")
    parser.add_argument("--minutes", type=float, default=10.0, help="time of the test of memory (default 10)")
    parser.add_argument("--nodes", type=int, default=500_000, help="nodes of each search (default 500,000)")
    parser.add_argument("--positions", type=int, default=10_000, help="positions of analyse_many (default 10,000)")
    parser.add_argument("--inputs", type=int, default=100_000, help="malformed inputs (default 100,000)")
    parser.add_argument("--only", choices=list(MEASUREMENTS), action="append", help="measure only this; may be repeated")
    chosen = parser.parse_args()
    options = Options(chosen.seconds, chosen.minutes, chosen.nodes, chosen.positions, chosen.inputs)
    print(f"{time.strftime('%Y-%m-%d %H:%M')}, {CORES} cores, load {os.getloadavg()[0]:.1f}, Python {sys.version.split()[0]}\n")
    print("| what | found | aim | verdict |\n|---|---|---|---|")
    missed = 0
    for name in chosen.only or MEASUREMENTS:
        for row in MEASUREMENTS[name](options):
            print(row, flush=True)
            missed += row.reached is False
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
