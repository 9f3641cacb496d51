#!/usr/bin/env python3
"""Measures how quickly `ludex serve` answers: the first line of an analysis in each game, and moves while fifty tabs search.

    bench/serve_load.py target/release/ludex [TABS] [SECONDS]
"""
import http.client
import json
import random
import subprocess
import sys
import threading
import time

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "target/release/ludex"
TABS = int(sys.argv[2]) if len(sys.argv) > 2 and __name__ == "__main__" else 50
SECONDS = float(sys.argv[3]) if len(sys.argv) > 3 else 20.0
HANDS = ">51 >26 >19 >20 >44 >1 >32 >45 >43 >47 >16 >38".split()
STARTS = {"takt": [], "quoridor": [], "trax": [], "tantrix": HANDS, "tryktrak": ["dice:31"]}


def ask(host, path, question):
    """Sends a question. Returns the connection and the answer, whose body has not been read yet."""
    connection = http.client.HTTPConnection(host, timeout=60)
    kind = {"Content-Type": "application/json"}
    connection.request("POST", path, json.dumps(question), kind)
    return connection, connection.getresponse()


def first_line(host, line):
    """Opens a live analysis. Returns the time to its first line, and the answer, which continues until it is closed."""
    begun = time.perf_counter()
    connection, answer = ask(host, "/api/analyse", {"line": line, "lines": 3})
    while True:
        text = answer.readline()
        if text.startswith(b"data:"):
            return time.perf_counter() - begun, (connection, answer)
        if not text:
            raise RuntimeError(f"no findings for {line}")


def leave(opened):
    connection, answer = opened
    answer.close()
    connection.close()


def view(host, line):
    begun = time.perf_counter()
    connection, answer = ask(host, "/api/view", {"line": line, "last": True})
    shown = json.loads(answer.read())
    connection.close()
    return time.perf_counter() - begun, shown


def tab(host, game, seed, until, moved, analysed):
    """A tab that plays random moves, views each position, and analyses it."""
    rng = random.Random(seed)
    line = {"game": game, "steps": list(STARTS[game])}
    live = None
    while time.perf_counter() < until:
        took, shown = view(host, line)
        moved.append(took)
        if live:
            leave(live)
            live = None
        line = shown["line"]
        if not shown["show"]["over"] and not shown["missing"]:
            took, live = first_line(host, line)
            analysed.append(took)
        time.sleep(rng.uniform(0.5, 1.5))
        steps = [known["move"] for known in shown["moves"]] or [known["event"] for known in shown["events"]]
        if steps and len(line["steps"]) < 60:
            line["steps"].append(rng.choice(steps))
        else:
            line = {"game": game, "steps": list(STARTS[game])}
    if live:
        leave(live)


def told(name, times):
    times = sorted(times)
    part = lambda share: 1000 * times[min(len(times) - 1, int(share * len(times)))]
    print(f"{name:32} {len(times):6} times   median {part(0.5):6.0f} ms   99 % {part(0.99):6.0f} ms   worst {part(1):6.0f} ms")


def main():
    server = subprocess.Popen([PROGRAM, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        host = server.stdout.readline().split("//")[1].split("/")[0]
        for game, steps in STARTS.items():
            line = {"game": game, "steps": steps}
            view(host, line)
            time.sleep(1)
            times = []
            for _ in range(20):
                took, live = first_line(host, line)
                times.append(took)
                leave(live)
            told(f"first line, {game}", times)
        moved, analysed = [], []
        until = time.perf_counter() + SECONDS
        games = list(STARTS)
        tabs = [threading.Thread(target=tab, args=(host, games[n % len(games)], n, until, moved, analysed)) for n in range(TABS)]
        for one in tabs:
            one.start()
        for one in tabs:
            one.join()
        told(f"moves, {TABS} tabs with searches", moved)
        told(f"first line, {TABS} tabs", analysed)
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
