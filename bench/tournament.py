"""Measures what tournaments cost besides the searches: games of instant players, the share of processor time spent in searches,
and many engines at once.

    cargo build --release && cargo build --examples -p ludex
    python3 bench/tournament.py --ludex target/release/ludex --mock target/debug/examples/mock_engine

Prints one line for each measurement. The times are wall-clock times, so no other program should run.
"""

import argparse
import json
import os
import subprocess
import tempfile
import time
from pathlib import Path


def run(ludex, out, *arguments):
    """Runs a tournament; returns its summary, its games and the seconds that it took."""
    began = time.perf_counter()
    ran = subprocess.run([ludex, "tournament", *arguments, "--out", out, "--json"], capture_output=True, text=True, check=True)
    seconds = time.perf_counter() - began
    games = [json.loads(line) for line in Path(out, "results.jsonl").read_text().splitlines()]
    return json.loads(ran.stdout.splitlines()[-1]), games, seconds


def instant(ludex, folder):
    """Measures games of random players, on a board with games about as long as those of Connect Four."""
    players = ["--player", "a: search=random", "--player", "b: search=random"]
    _, games, seconds = run(ludex, f"{folder}/instant", "takt", "--variant", "size=3", *players, "--pairs", "20000", "-j", "1")
    plies = sum(len(game["moves"]) for game in games) / len(games)
    print(f"instant players: {len(games) / seconds:.0f} games a second on one core, {plies:.1f} plies a game")


def share(ludex, folder, concurrency, pairs):
    """Measures games with ten milliseconds per move, and as many games at once as there are cores."""
    players = ["--player", "a: time=10ms", "--player", "b: time=10ms"]
    variant = "size=5,repetition=3,reversible=50"
    _, games, seconds = run(
        ludex, f"{folder}/share", "takt", "--variant", variant, *players, "--pairs", str(pairs), "-j", str(concurrency)
    )
    times = [time for game in games for time in game["marks"].get("ms", []) if time is not None]
    searched = sum(times) / 1000
    late = sum(game["ending"] == "time" for game in games)
    moves = len(times)
    part = searched / (seconds * concurrency)
    print(f"10 ms a move: {100 * part:.1f} % of {concurrency} cores in search, {moves} moves in {seconds:.1f} s, {late} late")


def many(ludex, mock, folder, pairs):
    """Measures a hundred games at once, between two hundred engines."""
    command = f"cmd={mock} good"
    players = ["--player", f"a: time=60s {command}", "--player", f"b: time=60s {command}"]
    summary, games, seconds = run(
        ludex, f"{folder}/many", "takt", "--variant", "size=3", *players, "--pairs", str(pairs), "-j", "100"
    )
    keys = {(game["pair"], game["seating"]) for game in games}
    faults = {s["name"]: s["faults"] for s in summary["standings"] if s["faults"]}
    print(f"200 engines: {len(games)} lines of {2 * pairs} games, {len(keys)} different, faults {faults or 'none'}, {seconds:.1f} s")
    assert len(games) == len(keys) == 2 * pairs and not faults


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--ludex", default="target/release/ludex")
    words.add_argument("--mock", default="target/debug/examples/mock_engine")
    words.add_argument("--concurrency", type=int, default=os.cpu_count())
    words.add_argument("--pairs", type=int, default=10, help="pairs of games at 10 ms a move")
    known = words.parse_args()
    ludex, mock = os.path.abspath(known.ludex), os.path.abspath(known.mock)
    with tempfile.TemporaryDirectory() as folder:
        instant(ludex, folder)
        share(ludex, folder, known.concurrency, known.pairs)
        many(ludex, mock, folder, 500)


if __name__ == "__main__":
    main()
