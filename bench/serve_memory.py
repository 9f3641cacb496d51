#!/usr/bin/env python3
"""Measures the memory of `ludex serve` during long mixed use: tabs that move and analyse, analyses of whole games, imports, exports,
rollouts, proofs and puzzles. Prints the resident memory once a minute.

    bench/serve_memory.py target/release/ludex [MINUTES]
"""
import json
import random
import subprocess
import sys
import threading
import time

from serve_load import PROGRAM, STARTS, ask, tab

MINUTES = float(sys.argv[2]) if len(sys.argv) > 2 else 30.0
TABS = 8
LONG = 20.0


def told(host, path, question):
    """The status and the body of the answer to a question. A stream is read for some seconds at most."""
    connection, answer = ask(host, path, question)
    until = time.perf_counter() + LONG
    text = b""
    while time.perf_counter() < until:
        part = answer.readline()
        if not part:
            break
        text += part
    connection.close()
    return answer.status, text


def visitor(host, seed, until, asked):
    """A client that plays random games, and sends every kind of request for each of them."""
    rng = random.Random(seed)
    games = list(STARTS)
    while time.perf_counter() < until:
        game = rng.choice(games)
        line = {"game": game, "steps": list(STARTS[game])}
        for _ in range(rng.randrange(4, 40)):
            shown = json.loads(told(host, "/api/view", {"line": line})[1])
            line = shown["line"]
            steps = [known["move"] for known in shown["moves"]] or [known["event"] for known in shown["events"]]
            if not steps:
                break
            line["steps"].append(rng.choice(steps))
        questions = [
            ("/api/judge", {"line": line, "time_ms": 20}),
            ("/api/export", {"line": line, "format": "svg"}),
            ("/api/export", {"line": line, "format": "png"}),
            ("/api/import", {"text": " ".join(line["steps"]), "game": game}),
            ("/api/solve", {"line": line, "time_ms": 1000}),
            ("/api/rollout", {"line": line, "trials": 36}),
            ("/api/puzzles", {"game": game}),
        ]
        for path, question in questions:
            status, _ = told(host, path, question)
            count = asked.setdefault(path, {})
            count[status] = count.get(status, 0) + 1


def resident(pid):
    """The resident memory of a process, in MiB."""
    with open(f"/proc/{pid}/status") as status:
        words = dict(row.split(":", 1) for row in status)
    return int(words["VmRSS"].split()[0]) / 1024


def main():
    server = subprocess.Popen([PROGRAM, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        host = server.stdout.readline().split("//")[1].split("/")[0]
        until = time.perf_counter() + 60 * MINUTES
        games, asked = list(STARTS), {}
        tasks = [threading.Thread(target=tab, args=(host, games[n % len(games)], n, until, [], [])) for n in range(TABS)]
        tasks += [threading.Thread(target=visitor, args=(host, n, until, asked)) for n in range(2)]
        for task in tasks:
            task.start()
        minute = 0
        while time.perf_counter() < until:
            print(f"{minute:4} min {resident(server.pid):7.1f} MiB", flush=True)
            minute += 1
            time.sleep(min(60, max(0, until - time.perf_counter())))
        for task in tasks:
            task.join()
        time.sleep(3)
        print(f" end     {resident(server.pid):7.1f} MiB")
        for path, count in sorted(asked.items()):
            print(f"{path}: {count}")
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
