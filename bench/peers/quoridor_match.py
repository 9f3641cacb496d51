#!/usr/bin/env python3
"""Quoridor: a match of Ludex against Titanium, or of two builds of Ludex, in pairs with sides swapped.

Build `ludex` (`cargo native -p ludex`), and Titanium from its public source (titaniummachine1/titanium-quoridor,
`RUSTFLAGS=-Ctarget-cpu=native cargo build --release`) outside of this repository. Then:

    bench/peers/quoridor_match.py --ludex target/release/ludex --titanium PATH/titanium --pairs 50 --time 0.5

Each opening consists of some steps of both pawns and a random wall of each player. It is played twice, with sides swapped.
Results are from the point of view of --ludex. With `--other PATH`, the opponent is another build of Ludex.
"""

import argparse
import math
import random
import subprocess
import sys
import time


class Ludex:
    def __init__(self, path, arguments):
        self.name = path
        self.process = subprocess.Popen(
            [path, "ugi", "quoridor"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.say("ugi")
        self.wait("ugiok")
        for name, value in arguments:
            self.say(f"setoption name {name} value {value}")

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def wait(self, word):
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"{self.name} has died")
            if line.startswith("info string error"):
                raise RuntimeError(f"{self.name}: {line.strip()}")
            if line.split()[:1] == [word]:
                return line.split()[1:]

    def new_game(self):
        self.say("uginewgame")

    def move(self, moves, seconds):
        self.say("position startpos moves " + " ".join(moves) if moves else "position startpos")
        self.say(f"go movetime {int(seconds * 1000)}")
        return self.wait("bestmove")[0]

    def result(self, moves):
        self.say("position startpos moves " + " ".join(moves) if moves else "position startpos")
        self.say("query result")
        return self.wait("response")[0]


class Titanium:
    def __init__(self, path, engine):
        self.name = "titanium"
        self.process = subprocess.Popen(
            [path, "session", "--engine", engine],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )

    def ask(self, line, word):
        self.process.stdin.write(line + "\n")
        while True:
            answer = self.process.stdout.readline()
            if not answer:
                raise RuntimeError("titanium has died")
            if answer.startswith(word):
                return answer.split()
            if answer.startswith("error"):
                raise RuntimeError(answer.strip())

    def new_game(self):
        self.ask("reset", "ready")

    def move(self, moves, seconds):
        self.ask("position " + " ".join(moves), "ready")
        return self.ask(f"go {seconds}", "bestmove")[1]


def opening(ludex, rng):
    while True:
        steps = rng.randrange(4)
        moves = []
        for step in range(steps):
            moves += [f"e{2 + step}", f"e{8 - step}"]
        for _ in range(2):
            moves.append(rng.choice("abcdefgh") + rng.choice("12345678") + rng.choice("hv"))
        command = [ludex, "show", "quoridor", "--moves", " ".join(moves)]
        if subprocess.run(command, capture_output=True, check=False).returncode == 0:
            return moves


def play(first, second, referee, moves, seconds, most=300):
    """The result for the first player: 1, 0.5 or 0."""
    moves = list(moves)
    players = [first, second]
    longest = {first: 0.0, second: 0.0}
    for player in players:
        player.new_game()
    while len(moves) < most:
        result = referee.result(moves)
        if result != "none":
            return {"p1win": 1.0, "p2win": 0.0}.get(result, 0.5), moves, longest
        player = players[len(moves) % 2]
        begin = time.monotonic()
        moves.append(player.move(moves, seconds))
        longest[player] = max(longest[player], time.monotonic() - begin)
    return 0.5, moves, longest


def elo(score):
    score = min(max(score, 1e-3), 1 - 1e-3)
    return -400 * math.log10(1 / score - 1)


def summary(pairs):
    """Score, Elo and the half-width of its 95 % interval from the spread of the pairs."""
    scores = [sum(pair) / 2 for pair in pairs]
    mean = sum(scores) / len(scores)
    variance = sum((score - mean) ** 2 for score in scores) / max(1, len(scores) - 1)
    error = 1.96 * math.sqrt(variance / len(scores))
    half = (elo(mean + error) - elo(mean - error)) / 2
    return f"{mean:.3f} ± {error:.3f}, Elo {elo(mean):+.0f} ± {half:.0f} ({2 * len(pairs)} games)"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ludex", required=True)
    parser.add_argument("--titanium")
    parser.add_argument("--engine", default="titanium-v16", help="the value of Titanium's option --engine")
    parser.add_argument("--other", help="path of another build of Ludex, as the opponent")
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--time", type=float, default=0.5, help="seconds for each move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", action="append", default=[], help="an option for --ludex, as NAME=VALUE")
    parser.add_argument("--log", help="file to which the games are written")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    options = [("Threads", "1")]
    own = Ludex(args.ludex, options + [tuple(item.split("=", 1)) for item in args.set])
    referee = Ludex(args.ludex, [])
    other = Titanium(args.titanium, args.engine) if args.titanium else Ludex(args.other, options)
    log = open(args.log, "a", encoding="utf-8") if args.log else None
    pairs = []
    for _ in range(args.pairs):
        start = opening(args.ludex, rng)
        forward, moves, times = play(own, other, referee, start, args.time)
        backward, again, more = play(other, own, referee, start, args.time)
        pairs.append((forward, 1 - backward))
        slowest = max(times[own], more[own]), max(times[other], more[other])
        print(f"{pairs[-1]} {summary(pairs)}; slowest moves {slowest[0]:.2f} s, {slowest[1]:.2f} s", flush=True)
        if log:
            print(f"{forward} {' '.join(moves)}\n{backward} {' '.join(again)}", file=log, flush=True)


if __name__ == "__main__":
    sys.exit(main())
