"""The command `ludex-ray`."""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

# Before Ray is loaded: whoever wants a cluster without tokens must say so.
os.environ.setdefault("RAY_AUTH_MODE", "token")

from . import binary  # noqa: E402
from .binary import LudexError  # noqa: E402

ABOUT = """\
Plays the games of `ludex` on a Ray cluster. Options that are not listed here go to `ludex`: players, pairs, seeds.

  ludex-ray tournament FILE.toml --out DIR --address auto
  ludex-ray tournament --resume DIR --address auto
  ludex-ray tune takt --player "nodes=500" --parameter reduction_base --out DIR --address auto
  ludex-ray selfplay takt --player "nodes=2000" --games 10000 --out DIR --address auto
"""


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def parser() -> argparse.ArgumentParser:
    words = argparse.ArgumentParser(
        prog="ludex-ray", description=ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    words.add_argument("command", choices=["tournament", "tune", "selfplay"])
    words.add_argument("--address", default="auto", help="the cluster: auto, HOST:PORT, or local [default: auto]")
    words.add_argument("--ludex", metavar="PATH", help="the program [default: LUDEX_BINARY, or ludex on the path]")
    words.add_argument("--out", metavar="DIR", help="the folder of the results")
    words.add_argument("--resume", metavar="DIR", help="go on with the folder of a run")
    words.add_argument("--cpus-per-game", type=float, default=1.0, metavar="N", help="cores of a game [default: 1]")
    words.add_argument("--allow-cmd", action="store_true", help="let the nodes start the programs that players name (cmd=…)")
    words.add_argument("--json", action="store_true", help="print the summary as JSON")
    return words


def main(arguments: list[str] | None = None) -> int:
    """Runs the command and returns its exit code."""
    known, rest = parser().parse_known_args(arguments)
    if (known.out is None) == (known.resume is None):
        say("error: ludex-ray: expected --out DIR for a new run, or --resume DIR")
        return 2
    # Ray tells what it has to tell on standard output, which is for results.
    output, sys.stdout = sys.stdout, sys.stderr
    try:
        return run(known, rest, output)
    finally:
        if "ray" in sys.modules:
            # Its last words too.
            sys.modules["ray"].shutdown()
        sys.stdout = output


def run(known: argparse.Namespace, rest: list[str], output) -> int:
    """Runs a command whose arguments are known; results go to `output`."""
    # A scheduler ends us as Ctrl-C does.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        program = binary.find(known.ludex)
        from . import driver

        driver.connect(known.address)
        cluster = driver.Cluster(program, known.cpus_per_game, say, known.allow_cmd)
        if known.command == "tune":
            return tune(cluster, program, known, rest, output)
        if known.command == "selfplay":
            rest = selfplay(rest)
        return tournament(cluster, program, known, rest, output)
    except LudexError as error:
        if str(error):
            say(f"error: {error}")
        return error.code
    except KeyboardInterrupt:
        say(f"error: interrupted; `ludex-ray {known.command} --resume {known.resume or known.out}` goes on")
        return 1
    except ConnectionError as error:
        say(f"error: --address {known.address}: {error}")
        return 1


def where(known: argparse.Namespace, rest: list[str]) -> list[str]:
    """The arguments that begin a run, or go on with one."""
    if known.resume is not None:
        return ["--resume", known.resume, *rest]
    return [*rest, "--out", known.out]


def selfplay(rest: list[str]) -> list[str]:
    """A tournament of a player against himself: --games N instead of --pairs."""
    words = argparse.ArgumentParser(prog="ludex-ray selfplay", allow_abbrev=False)
    words.add_argument("--player", default="")
    words.add_argument("--games", type=int, default=1000)
    known, rest = words.parse_known_args(rest)
    if not rest:
        # Resuming: the folder knows.
        return rest
    player = known.player.split(":", 1)[-1].strip()
    players = ["--player", f"one: {player}", "--player", f"two: {player}"]
    return [*rest, *players, "--pairs", str(max(1, (known.games + 1) // 2))]


class Taker:
    """`ludex … --results -`: takes result lines in as they come."""

    def __init__(self, program: Path, command: str, folder: str, json_lines: bool):
        arguments = [command, "--resume", folder, "--results", "-", *(["--json"] if json_lines else [])]
        self.process = subprocess.Popen(
            [program, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            # Ctrl-C is for us: what was played is still taken in.
            start_new_session=True,
        )
        self.decided = False
        self.lines: list[str] = []
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self) -> None:
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            if '"decided":"' in line:
                self.decided = True

    def give(self, line: str) -> None:
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise LudexError("", self.close()) from None

    def close(self) -> int:
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        code = self.process.wait()
        self.reader.join()
        return code


def tournament(cluster, program: Path, known: argparse.Namespace, rest: list[str], output) -> int:
    """All games that are left; then the table."""
    jobs = binary.ask(program, ["tournament", *where(known, rest), "--jobs"])
    folder = known.resume or known.out
    failed = 0
    if jobs:
        say(f"{len(jobs)} games on {cluster.places()} cores")
        taker = Taker(program, "tournament", folder, True)
        try:
            for line in cluster.play(jobs):
                failed += '"error":' in line[:10]
                taker.give(line)
                if taker.decided:
                    break
        finally:
            code = taker.close()
        if code != 0:
            return code
    table = ["tournament", "--resume", folder, "--results", os.devnull, *(["--json"] if known.json else [])]
    print("\n".join(binary.ask(program, table)), file=output, flush=True)
    if failed:
        say(f"error: {failed} games could not be played; `ludex-ray tournament --resume {folder}` tries them again")
    return 1 if failed else 0


def tune(cluster, program: Path, known: argparse.Namespace, rest: list[str], output) -> int:
    """Step by step; then the match."""
    arguments = where(known, rest)
    folder = known.resume or known.out
    code, summary = 0, []
    while jobs := binary.ask(program, ["tune", *arguments, "--jobs"]):
        arguments = ["--resume", folder]
        taker = Taker(program, "tune", folder, known.json)
        failed = 0
        try:
            for line in cluster.play(jobs):
                failed += '"error":' in line[:10]
                taker.give(line)
                if taker.decided:
                    break
        finally:
            code = taker.close()
        # The last one has the summary; a step whose games could not be played ends the run.
        summary = taker.lines
        if failed or (code != 0 and not summary):
            return code or 1
    if not summary:
        # Nothing was left to do.
        return subprocess.run([program, "tune", "--resume", folder, *(["--json"] if known.json else [])], check=False).returncode
    print(summary[-1] if known.json else "\n".join(summary), file=output, flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
