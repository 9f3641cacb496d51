"""The program `ludex`: finds it, runs it, and installs it on a node.

This module is sent to the nodes, which may not have the package, so it imports only the standard library.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
import zlib
from pathlib import Path


class CommandError(Exception):
    """An error with the exit code for it. The message is empty if `ludex` has already printed one."""

    def __init__(self, message: str, code: int = 1):
        super().__init__(message)
        self.code = code


def find(given: str | None) -> Path:
    """The path of the program: `given`, else the environment variable LUDEX_BINARY, else `ludex` in PATH."""
    name = given or os.environ.get("LUDEX_BINARY") or "ludex"
    found = shutil.which(name)
    if found is None:
        raise CommandError(f"there is no program {name}: give the path of ludex with --ludex", 2)
    return Path(found).resolve()


def output_lines(program: Path, arguments: list[str]) -> list[str]:
    """Runs the program and returns the lines of its standard output. Its standard error goes to that of the driver."""
    ran = subprocess.run([program, *arguments], stdout=subprocess.PIPE, text=True, check=False)
    if ran.returncode != 0:
        # The program has already printed the reason.
        raise CommandError("", ran.returncode)
    return ran.stdout.splitlines()


def pack(program: Path) -> bytes:
    """The compressed program, as it is sent to the nodes."""
    return zlib.compress(program.read_bytes(), 1)


def install(content: bytes) -> Path:
    """Writes the packed program to a folder of this node, unless an earlier task has done so, and returns its path."""
    name = "ludex-" + hashlib.sha256(content).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / f"ludex-ray-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise CommandError(f"{folder}: this folder belongs to another user; remove it")
    path = folder / name
    if not path.exists():
        # Write a temporary file and rename it, so that a parallel task never runs an incomplete program.
        handle, beside = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(zlib.decompress(content))
        os.chmod(beside, 0o700)
        os.replace(beside, path)
    return path


def play(content: bytes, jobs: list[str], allow_cmd: bool = False) -> list[str]:
    """Plays job lines on this node and returns the result lines. If the worker dies, the results that it has printed are kept.
    Programs that the jobs name are started only if `allow_cmd` is set."""
    program = install(content)
    command = [str(program), "worker", *(["--allow-cmd"] if allow_cmd else [])]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as worker:
        output, _ = worker.communicate("\n".join(jobs) + "\n")
    # Ignore an incomplete last line, which a dying worker may leave.
    whole = output[: output.rfind("\n") + 1]
    return whole.splitlines()
