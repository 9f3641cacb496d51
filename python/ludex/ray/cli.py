"""The command `ludex-ray`."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from . import binary
from .binary import CommandError

if TYPE_CHECKING:
    from .driver import Cluster

ABOUT = """\
Plays the games of `ludex` on a Ray cluster. Options that are not listed here, such as --player and --seed, are passed to `ludex`.

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
    words.add_argument("--address", default="auto", help="address of the cluster: auto, HOST:PORT, or local [default: auto]")
    words.add_argument("--ludex", metavar="PATH", help="path of the program ludex [default: $LUDEX_BINARY, else ludex in PATH]")
    words.add_argument("--out", metavar="DIR", help="folder for the results of a new run")
    words.add_argument("--resume", metavar="DIR", help="continue the run in this folder")
    words.add_argument("--cpus-per-game", type=float, default=1.0, metavar="N", help="cores reserved for each game [default: 1]")
    words.add_argument("--allow-cmd", action="store_true", help="allow the nodes to start programs that players name (cmd=…)")
    words.add_argument("--json", action="store_true", help="print the summary as JSON")
    return words


def main(arguments: list[str] | None = None) -> int:
    """Runs the command and returns its exit code."""
    known, rest = parser().parse_known_args(arguments)
    if (known.out is None) == (known.resume is None):
        say("error: ludex-ray needs either --out DIR for a new run, or --resume DIR to continue one")
        return 2
    # Ray prints its messages on standard output, which is reserved for results.
    output, sys.stdout = sys.stdout, sys.stderr
    try:
        return run(known, rest, output)
    finally:
        if (ray := sys.modules.get("ray")) is not None:
            # Ray prints messages here too, so restore standard output only after this.
            ray.shutdown()
        sys.stdout = output


def run(known: argparse.Namespace, rest: list[str], output: TextIO) -> int:
    """Runs a command; writes results to `output`. `rest` contains the arguments for `ludex`."""
    # Handle SIGTERM, which schedulers send, like Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        program = binary.find(known.ludex)
        cluster = connect(program, known)
        if known.command == "tune":
            return tune(cluster, program, known, rest, output)
        if known.command == "selfplay":
            rest = selfplay(rest)
        return tournament(cluster, program, known, rest, output)
    except CommandError as error:
        if str(error):
            say(f"error: {error}")
        return error.code
    except KeyboardInterrupt:
        say(f"error: interrupted; continue with `ludex-ray {known.command} --resume {known.resume or known.out}`")
        return 1
    except ConnectionError as error:
        say(f"error: --address {known.address}: {error}")
        return 1


def connect(program: Path, known: argparse.Namespace) -> Cluster:
    """Connects to the cluster and sends the program to it."""
    # Set this before Ray is loaded: a cluster without tokens must be chosen explicitly.
    os.environ.setdefault("RAY_AUTH_MODE", "token")
    try:
        from . import driver
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        raise CommandError("Ray is not installed; install it with: pip install 'ludex[ray]'") from None
    driver.connect(known.address)
    return driver.Cluster(program, known.cpus_per_game, say, known.allow_cmd)


def run_arguments(known: argparse.Namespace, rest: list[str]) -> list[str]:
    """The arguments of `ludex` that start or continue a run."""
    if known.resume is not None:
        return ["--resume", known.resume, *rest]
    return [*rest, "--out", known.out]


def selfplay(rest: list[str]) -> list[str]:
    """The arguments of a tournament in which a player plays against itself. --games N replaces --pairs."""
    words = argparse.ArgumentParser(prog="ludex-ray selfplay", allow_abbrev=False)
    words.add_argument("--player", default="")
    words.add_argument("--games", type=int, default=1000)
    known, rest = words.parse_known_args(rest)
    if not rest:
        # With --resume, the folder contains these settings.
        return rest
    player = known.player.split(":", 1)[-1].strip()
    players = ["--player", f"one: {player}", "--player", f"two: {player}"]
    return [*rest, *players, "--pairs", str(max(1, (known.games + 1) // 2))]


class Receiver:
    """A process `ludex … --results -`, which reads result lines as they arrive."""

    def __init__(self, program: Path, command: str, folder: str, json_lines: bool):
        arguments = [command, "--resume", folder, "--results", "-", *(["--json"] if json_lines else [])]
        self.process = subprocess.Popen(
            [program, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            # Ctrl-C must stop only the driver, so that this process can still store the results.
            start_new_session=True,
        )
        assert self.process.stdin is not None and self.process.stdout is not None, "both are pipes"
        self.input, self.output = self.process.stdin, self.process.stdout
        self.decided = False
        self.lines: list[str] = []
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self) -> None:
        for line in self.output:
            self.lines.append(line.rstrip("\n"))
            if '"decided":"' in line:
                self.decided = True

    def send(self, line: str) -> None:
        try:
            self.input.write(line + "\n")
            self.input.flush()
        except BrokenPipeError:
            raise CommandError("", self.close()) from None

    def close(self) -> int:
        try:
            self.input.close()
        except BrokenPipeError:
            pass
        code = self.process.wait()
        self.reader.join()
        return code


def tournament(cluster: Cluster, program: Path, known: argparse.Namespace, rest: list[str], output: TextIO) -> int:
    """Plays all games that remain; then prints the table."""
    jobs = binary.output_lines(program, ["tournament", *run_arguments(known, rest), "--jobs"])
    folder = known.resume or known.out
    failed = 0
    if jobs:
        say(f"{len(jobs)} games on {cluster.places()} cores")
        receiver = Receiver(program, "tournament", folder, True)
        try:
            for line in cluster.play(jobs):
                failed += '"error":' in line[:10]
                receiver.send(line)
                if receiver.decided:
                    break
        finally:
            code = receiver.close()
        if code != 0:
            return code
    table = ["tournament", "--resume", folder, "--results", os.devnull, *(["--json"] if known.json else [])]
    print("\n".join(binary.output_lines(program, table)), file=output, flush=True)
    if failed:
        say(f"error: {failed} games could not be played; to try them again, run `ludex-ray tournament --resume {folder}`")
    return 1 if failed else 0


def tune(cluster: Cluster, program: Path, known: argparse.Namespace, rest: list[str], output: TextIO) -> int:
    """Plays the games of each tuning step, then the games of the final match."""
    arguments = run_arguments(known, rest)
    folder = known.resume or known.out
    code = 0
    summary: list[str] = []
    while jobs := binary.output_lines(program, ["tune", *arguments, "--jobs"]):
        arguments = ["--resume", folder]
        receiver = Receiver(program, "tune", folder, known.json)
        failed = 0
        try:
            for line in cluster.play(jobs):
                failed += '"error":' in line[:10]
                receiver.send(line)
                if receiver.decided:
                    break
        finally:
            code = receiver.close()
        # The output of the last step is the summary. If games of a step could not be played, the run ends.
        summary = receiver.lines
        if failed or (code != 0 and not summary):
            return code or 1
    if not summary:
        # The run was already complete.
        return subprocess.run([program, "tune", "--resume", folder, *(["--json"] if known.json else [])], check=False).returncode
    print(summary[-1] if known.json else "\n".join(summary), file=output, flush=True)
    return code
