"""Tests of the package without a cluster: what needs Ray, and what the nodes need."""

import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

from ludex.ray import binary, driver
from ray import cloudpickle

LUDEX = os.environ["LUDEX_BINARY"]

PLAY = """
import pickle, sys
sys.modules["ludex"] = None
function, *arguments = pickle.load(sys.stdin.buffer)
sys.stdout.buffer.write(pickle.dumps(pickle.loads(function)(*arguments)))
"""
"""Plays jobs as a node does, without the package."""


def python(*arguments: str, content: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    """Runs another Python."""
    return subprocess.run([sys.executable, *arguments], input=content, capture_output=True, timeout=300, check=False)


def test_the_package_does_not_load_ray() -> None:
    ran = python("-c", "import sys, ludex, ludex.ray.cli; print('ray' in sys.modules)")
    assert ran.stdout.split() == [b"False"], ran.stderr


def test_a_missing_ray_is_an_error_with_advice() -> None:
    code = "import sys; sys.modules['ray'] = None; from ludex.ray.cli import main; sys.exit(main(sys.argv[1:]))"
    ran = python("-c", code, "tournament", "takt", "--ludex", LUDEX, "--out", "none")
    assert ran.returncode == 1
    assert ran.stderr.decode().splitlines() == ["error: Ray is not installed; install it with: pip install 'ludex[ray]'"]


def test_the_command_has_two_names() -> None:
    script = subprocess.run([Path(sys.executable).with_name("ludex-ray"), "--help"], capture_output=True, check=True)
    module = python("-m", "ludex.ray", "--help")
    assert script.stdout == module.stdout
    assert b"selfplay" in module.stdout


def test_a_node_needs_no_package(tmp_path: Path) -> None:
    players = ["--player", "one: nodes=10", "--player", "two: nodes=10"]
    command = [LUDEX, "tournament", "takt", "--variant", "size=3", *players, "--pairs", "1", "--out", str(tmp_path / "out"), "--jobs"]
    jobs = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(jobs) == 2
    # Ray does not declare the types of its cloudpickle.
    pickler: Any = cloudpickle
    ran = python("-c", PLAY, content=pickle.dumps((pickler.dumps(driver.sent_function()), binary.pack(binary.find(LUDEX)), jobs, False)))
    assert ran.returncode == 0, ran.stderr.decode()
    results = pickle.loads(ran.stdout)
    assert {driver.key(line) for line in results} == {driver.key(job) for job in jobs}
