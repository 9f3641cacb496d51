#!/usr/bin/env python3
"""Measures how long a search takes to answer `stop`: every search of every game, over UGI.

usage: bench/stop_latency.py [--program target/release/ludex] [--tries 50] [--busy] [--threads 1,2] [--hash 64]
                             [--only TEXT] [--seed 1]

Each engine plays a few moves against itself, and each search is stopped after 20 to 400 ms. So most searches start with the tree
or table of the search before, and some with a new game. `--busy` keeps every core busy during the measurement. `--only` selects
the rows that contain a text, such as `quoridor` or `mcts`. The last line gives the longest time of all; the exit code is 1 if it is
over 50 ms.
"""

import argparse
import json
import multiprocessing
import os
import random
import subprocess
import sys
import time

# The variants of each game. PLIES: the plies of a game after which its position is used. LIMIT: milliseconds.
VARIANTS = {
    "takt": ["size=5", "size=6", "size=8"],
    "tryktrak": ["length=0", "length=5"],
    "quoridor": ["", "players=3", "players=4"],
    "trax": ["", "board=8x8", "luck=yes"],
    "tantrix": ["players=2", "players=4"],
}
PLIES = [0, 6, 14]
LIMIT = 50.0


def answer(program, words):
    """The JSON output of the program; None if it fails."""
    done = subprocess.run([program, *words, "--json"], capture_output=True, text=True, timeout=60)
    return json.loads(done.stdout) if done.returncode == 0 and done.stdout else None


def positions(program, game, variant, seed):
    """The positions after PLIES plies of one game that the program plays quickly against itself, as texts."""
    found, moves = [], []
    for ply in range(max(PLIES) + 1):
        words = ["bestmove", game, "--deal", "--seed", str(seed + ply), "--nodes", "60", "--threads", "1"]
        words += ["--variant", variant] if variant else []
        said = answer(program, words + moves)
        if said is None:
            break
        if ply in PLIES:
            found.append(said["position"])
        moves = ["--position", said["position"], "--moves", said["bestmove"]]
    return found


class Engine:
    """An engine, controlled by the protocol UGI."""

    def __init__(self, program, game, variant, search, threads, megabytes):
        words = [program, "ugi", game, "--search", search, "--threads", str(threads), "--hash", str(megabytes)]
        words += ["--variant", variant] if variant else []
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True, bufsize=1)
        self.send("isready")
        self.until("readyok")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, *words):
        for line in self.process.stdout:
            if line.startswith(words):
                return line.split()
        raise EOFError

    def try_once(self, position, moves, wait):
        """Milliseconds from `stop` to the answer, and the words of the answer; None if the search failed or ended before `stop`."""
        self.send("position fen " + position + (" moves " + " ".join(moves) if moves else ""))
        self.send("go infinite")
        time.sleep(wait)
        self.send("isready")
        said = self.until("readyok", "bestmove", "info string error")
        if said[0] != "readyok":
            if said[0] == "bestmove":
                self.until("readyok")
            return None
        begin = time.perf_counter()
        self.send("stop")
        said = self.until("bestmove", "info string error")
        return (time.perf_counter() - begin) * 1000, said

    def quit(self):
        begin = time.perf_counter()
        self.send("quit")
        self.process.wait(30)
        return (time.perf_counter() - begin) * 1000


def measure(options, game, variant, search, threads, texts, rng):
    """The sorted latencies of `stop` for one search, and those of `quit`, in milliseconds."""
    found, quits = [], []
    for index, position in enumerate(texts):
        engine = Engine(options.program, game, variant, search, threads, options.hash)
        moves = []
        for number in range(-(-options.tries // len(texts))):
            if number % 10 == 9:
                engine.send("uginewgame " + game)
                moves = []
            one = engine.try_once(position, moves, rng.uniform(0.02, 0.4))
            if one is None:
                moves = []
                continue
            found.append(one[0])
            # The next search starts after the move of this one, so that it can reuse the tree.
            moves = moves + one[1][1:2] if len(moves) < 4 and number % 5 else []
        quits.append(engine.quit())
    return sorted(found), quits


def busy():
    while True:
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="target/release/ludex")
    parser.add_argument("--tries", type=int, default=50)
    parser.add_argument("--busy", action="store_true")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--hash", type=int, default=64)
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    load = [multiprocessing.Process(target=busy, daemon=True) for _ in range(os.cpu_count() if options.busy else 0)]
    rows = []
    for game in answer(options.program, ["games"])["games"]:
        for variant in VARIANTS.get(game["game"], [""]):
            for search in game["searches"]:
                for threads in options.threads.split(","):
                    row = (game["game"], variant, search["name"], threads)
                    if options.only in " ".join(row):
                        rows.append(row)
    texts = {row[:2]: positions(options.program, *row[:2], options.seed) for row in rows}
    for process in load:
        process.start()
    print(f"{'game':9} {'variant':12} {'search':12} threads tries    p50    p95  worst   quit")
    worst = 0.0
    for row in rows:
        try:
            found, quits = measure(options, *row, texts[row[:2]], rng)
        except (EOFError, BrokenPipeError):
            continue  # The search does not support this variant.
        if not found:
            continue
        at = lambda part: found[min(len(found) - 1, int(part * len(found)))]
        worst = max(worst, found[-1])
        game, variant, search, threads = row
        print(f"{game:9} {variant:12} {search:12} {threads:>7} {len(found):5} {at(0.5):6.1f} {at(0.95):6.1f} "
              f"{found[-1]:6.1f} {max(quits):6.1f}", flush=True)
    for process in load:
        process.terminate()
    print(f"worst {worst:.1f} ms")
    sys.exit(worst > LIMIT)


if __name__ == "__main__":
    main()
