#!/usr/bin/env python3
"""Sends random lines in every protocol and measures the memory, or measures the latency of stop, quit, end of input and Ctrl-C.

    protocol_fuzz.py [--ludex PROGRAM] fuzz [--lines 100000] [--seed 1] [--only "ugi trax"]
    protocol_fuzz.py [--ludex PROGRAM] latency [--tries 50] [--busy 2] [--only qtp]

`fuzz` prints one line for each protocol and game: lines sent, answers, and resident memory in MiB after the first 2,000 lines and at
the end. The program must not crash, must answer the last question, and must end with exit code 0.
"""

import argparse
import random
import signal
import subprocess
import sys
import threading
import time

GAMES = {
    "takt": (["a1", "e5", "c3", "Sb2", "Cc4", "a1>", "3c3>12", "b2-"], "x5/x5/x5/x5/x5 1 1"),
    "quoridor": (["e2", "e8", "e3h", "d5v", "f1", "a9h"], "//e1 e9/10 10/1"),
    "trax": (["@0/", "@0+", "A0\\", "B1/", "B1+", "A2\\", "@1/"], "@0/"),
    "tantrix": ([">18", ">47", "18@0:0", "R", "dice"], "- 14,50"),
    "tryktrak": (["dice:31", "8/5,6/5", "roll", "double", "take", "dice:66", "24/22,13/11"], "4HPwATDgc/ABMA"),
}
COMMON = "isready setoption name value Hash Threads MultiPV Seed Overhead Search position startpos moves go stop infinite " \
    "movetime nodes depth 1 2 -1 3 99999999999999999999 é \0 quux query gameover result p1turn returns turn".split()
QTP = "name known_command list_commands boardsize clear_board walls playmove playwall genmove undo winner showboard white " \
    "black e2 e8 e3 d5 horizontal vertical 3 5 9 10 -1 # fly".split()
FPT = "-T -W -B -R -F @0/ @0+ A0\\ B1/ B1\\ B1+ A1/ A2\\ Z9 @1/ xyz".split()


def line_of(protocol, game, rng):
    """A random line that neither ends the program nor starts a long search."""
    kind = rng.random()
    if kind < 0.05:
        return "".join(chr(rng.randrange(1, 0x250)) for _ in range(rng.randrange(40))).replace("\n", "")
    if protocol in ("qtp", "fpt"):
        words = QTP if protocol == "qtp" else FPT
        return " ".join(rng.choice(words) for _ in range(rng.randrange(1, 5)))
    moves, position = GAMES[game]
    hello = [protocol, protocol + "newgame", "fen" if protocol == "ugi" else "tps", position]
    if kind < 0.1:
        return rng.choice(["go depth 1", "go nodes 20", "go movetime 1", "go infinite\nstop"])
    if kind < 0.3:
        return "position startpos moves " + " ".join(rng.choice(moves) for _ in range(rng.randrange(1, 4)))
    words = [rng.choice(COMMON + moves + hello) for _ in range(rng.randrange(7))]
    if words and words[0] == "go":
        words = ["go", "depth", "1"]
    # Keep the tables small, because their memory is not what is measured.
    return " ".join(words) if "Hash" not in words and "Threads" not in words else "setoption name Hash value 1"


def resident(pid):
    with open(f"/proc/{pid}/status") as status:
        for line in status:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    return 0.0


def start(arguments):
    return subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def fuzz(ludex, arguments, protocol, game, lines, seed):
    child = start([ludex, *arguments])
    n_answers, marks, done = [0], [], threading.Event()
    last = {"ugi": b"readyok", "tei": b"readyok", "qtp": b"= Ludex", "fpt": b"LX"}[protocol]

    def listen():
        for answer in child.stdout:
            n_answers[0] += 1
            marks.append(answer.strip()) if answer.strip() == last else None
        done.set()

    threading.Thread(target=listen, daemon=True).start()
    rng, early = random.Random(seed), 0.0
    for number in range(lines):
        child.stdin.write((line_of(protocol, game, rng) + "\n").encode("utf-8", "surrogatepass"))
        if number == 2000:
            child.stdin.flush()
            time.sleep(1)
            early = resident(child.pid)
    child.stdin.write({"qtp": b"name\n", "fpt": b"-T\n"}.get(protocol, b"stop\nisready\n"))
    child.stdin.flush()
    before, end = -1, time.time() + 60
    while n_answers[0] != before and time.time() < end:
        before = n_answers[0]
        time.sleep(0.5)
    memory = resident(child.pid)
    child.stdin.close()
    code = child.wait(timeout=60)
    done.wait(10)
    print(f"{protocol:4} {game:9} lines {lines:7} answers {n_answers[0]:8} "
          f"memory {early:7.1f} -> {memory:7.1f} MiB  code {code}  {'ok' if marks and code == 0 else 'FAILED'}", flush=True)


LATENCY = {
    "qtp": (["qtp", "--time", "10m"], b"genmove white\n", b"quit\n"),
    "fpt": (["fpt", "--time", "10m"], b"-R @0/ B1\\ -F -W\n", b"-E\n"),
    "ugi": (["ugi", "takt"], b"go infinite\n", b"quit\n"),
    "tei": (["tei"], b"go infinite\n", b"quit\n"),
}


def once(ludex, protocol, how, rng):
    arguments, go, quit_line = LATENCY[protocol]
    child = start([ludex, *arguments])
    if how != "eof idle":
        child.stdin.write(go)
        child.stdin.flush()
    time.sleep(rng.uniform(0.15, 0.4))
    began = time.perf_counter()
    if how == "quit":
        child.stdin.write(quit_line)
        child.stdin.flush()
    elif how == "stop":
        child.stdin.write(b"stop\n")
        child.stdin.flush()
        while not child.stdout.readline().startswith(b"bestmove"):
            pass
        took = time.perf_counter() - began
        child.kill()
        child.wait()
        return took * 1000
    elif how == "SIGINT":
        child.send_signal(signal.SIGINT)
    else:
        child.stdin.close()
    child.wait(timeout=700)
    return (time.perf_counter() - began) * 1000


def latency(ludex, tries, busy, only):
    burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(busy)]
    try:
        for protocol in filter(lambda name: only in name, LATENCY):
            ways = ["quit", "SIGINT", "eof idle"] + (["stop", "eof"] if protocol in ("ugi", "tei") else [])
            for how in ways:
                rng = random.Random(tries)
                took = sorted(once(ludex, protocol, how, rng) for _ in range(tries))
                print(f"{protocol} {how:8} busy {busy}  median {took[len(took) // 2]:6.1f}  "
                      f"p95 {took[len(took) * 95 // 100]:6.1f}  worst {took[-1]:6.1f} ms", flush=True)
    finally:
        for burner in burners:
            burner.kill()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ludex", default="target/release/ludex")
    parser.add_argument("what", choices=["fuzz", "latency"])
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tries", type=int, default=50)
    parser.add_argument("--busy", type=int, default=0)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    if options.what == "latency":
        latency(options.ludex, options.tries, options.busy, options.only)
        return
    runs = [("ugi", game, ["ugi", game, "--hash", "1"]) for game in GAMES]
    runs += [("tei", "takt", ["tei", "--hash", "1"]), ("qtp", "quoridor", ["qtp", "--hash", "1", "--nodes", "100"]),
             ("fpt", "trax", ["fpt", "--hash", "1", "--nodes", "50"])]
    for protocol, game, arguments in runs:
        if options.only in f"{protocol} {game}":
            fuzz(options.ludex, arguments, protocol, game, options.lines, options.seed)


if __name__ == "__main__":
    main()
