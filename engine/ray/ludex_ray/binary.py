"""The program `ludex`: where it is, how it is asked, and how it gets onto a node."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
import zlib
from pathlib import Path


class LudexError(Exception):
    """What went wrong, with the exit code that tells it."""

    def __init__(self, message: str, code: int = 1):
        super().__init__(message)
        self.code = code


def find(given: str | None) -> Path:
    """The program that was named, or the one on the path."""
    found = shutil.which(given or os.environ.get("LUDEX_BINARY") or "ludex")
    if found is None:
        raise LudexError(f"ludex: found no program {given or 'ludex'}, expected one; name it with --ludex", 2)
    return Path(found).resolve()


def ask(program: Path, arguments: list[str]) -> list[str]:
    """Runs the program and returns its lines; its remarks go where ours go."""
    ran = subprocess.run([program, *arguments], stdout=subprocess.PIPE, text=True, check=False)
    if ran.returncode != 0:
        # The program has said why.
        raise LudexError("", ran.returncode)
    return ran.stdout.splitlines()


def pack(program: Path) -> bytes:
    """The program as it travels."""
    return zlib.compress(program.read_bytes(), 1)


def install(content: bytes) -> Path:
    """Puts the packed program into a folder of this node, once for all tasks, and returns where it is."""
    name = "ludex-" + hashlib.sha256(content).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / f"ludex-ray-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise LudexError(f"{folder}: found a folder of somebody else's, expected ours")
    path = folder / name
    if not path.exists():
        # Written beside it and renamed, so that a task beside this one never runs half a program.
        handle, beside = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(zlib.decompress(content))
        os.chmod(beside, 0o700)
        os.replace(beside, path)
    return path


def play(content: bytes, jobs: list[str], allow_cmd: bool = False) -> list[str]:
    """Plays jobs on this node: lines in, lines out. A worker that dies takes only the jobs with it that it had not answered.
    Programs that the jobs name are started only if that is allowed."""
    program = install(content)
    command = [program, "worker", *(["--allow-cmd"] if allow_cmd else [])]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as worker:
        output, _ = worker.communicate("\n".join(jobs) + "\n")
    # A line that was cut off in the middle is no answer.
    whole = output[: output.rfind("\n") + 1]
    return whole.splitlines()
