"""Tests on a cluster of two nodes on this machine: results do not change if workers, nodes or the driver die."""

# Ray's own types are incomplete.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("RAY_AUTH_MODE", "token")

import psutil
import pytest
from ray.cluster_utils import Cluster

Driver = subprocess.Popen[str]
Table = dict[str, Any]
LUDEX = os.environ["LUDEX_BINARY"]

# Timeout in seconds. It is long because the machine may be busy.
PATIENCE = 120

TOURNAMENT = """
pairs = 40
seed = 3
[[games]]
game = "takt"
variant = "size=4,repetition=3,reversible=20"
[[players]]
name = "strong"
nodes = "4000"
[[players]]
name = "weak"
nodes = "1000"
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A cluster with a head node of one core. Tests add and remove a second node."""
    nodes = Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": 1, "include_dashboard": False, "object_store_memory": 200_000_000},
    )
    yield nodes
    nodes.shutdown()


def add_node(cluster: Cluster) -> Any:
    return cluster.add_node(num_cpus=1, object_store_memory=200_000_000)


def driver(cluster: Cluster, arguments: list[str]) -> Driver:
    command = [sys.executable, "-m", "ludex.ray", *arguments, "--address", str(cluster.address)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ended(process: Driver) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


def ludex(*arguments: str) -> tuple[int, str, str]:
    ran = subprocess.run([LUDEX, *arguments], capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout, ran.stderr


def results(folder: Path) -> list[str]:
    path = folder / "results.jsonl"
    return path.read_text().splitlines() if path.exists() else []


def wait_for(count: int, folder: Path, process: Driver) -> None:
    end = time.monotonic() + PATIENCE
    while len(results(folder)) < count:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end, "not enough games were played in time"
        time.sleep(0.02)


def workers() -> list[psutil.Process]:
    """The worker processes on this machine."""
    found: list[psutil.Process] = []
    for process in psutil.process_iter(["cmdline"]):
        words: list[str] = process.info["cmdline"] or []
        if words[1:2] == ["worker"] and "/ludex-ray-" in words[0]:
            found.append(process)
    return found


def wait_for_workers(count: int, driver: Driver) -> list[psutil.Process]:
    """The worker processes, as soon as there are `count` of them."""
    end = time.monotonic() + PATIENCE
    while len(found := workers()) < count:
        assert driver.poll() is None, driver.communicate()
        assert time.monotonic() < end, "not enough workers started in time"
        time.sleep(0.01)
    return found


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Table]:
    """The same tournament without a cluster: its file, and its final table."""
    folder = tmp_path_factory.mktemp("alone")
    file = folder / "cup.toml"
    file.write_text(TOURNAMENT)
    code, out, err = ludex("tournament", str(file), "--out", str(folder / "out"), "--json")
    assert code == 0, err
    return file, json.loads(out.splitlines()[-1])


def test_the_cluster_requires_tokens() -> None:
    assert os.environ["RAY_AUTH_MODE"] == "token"
    token = os.environ.get("RAY_AUTH_TOKEN") or Path("~/.ray/auth_token").expanduser().read_text()
    assert token.strip()


def test_a_dead_worker_and_a_dead_node_change_nothing(cluster: Cluster, alone: tuple[Path, Table], tmp_path: Path) -> None:
    file, table = alone
    out = tmp_path / "out"
    process = driver(cluster, ["tournament", str(file), "--out", str(out), "--json"])
    wait_for(2, out, process)
    wait_for_workers(1, process)[0].send_signal(signal.SIGKILL)
    # The driver runs on the head node. The second node gets games as soon as it has joined.
    node = add_node(cluster)
    wait_for_workers(2, process)
    cluster.remove_node(node, allow_graceful=False)
    code, text, err = ended(process)
    assert code == 0, err
    assert "lost" in err, "the driver must report the lost games"
    assert json.loads(text.splitlines()[-1]) == table
    lines = [json.loads(line) for line in results(out)]
    keys = {(line["pair"], line["seating"]) for line in lines}
    assert len(lines) == len(keys) == 80, "every game must be in the results once"


def test_a_run_continues_after_its_driver_was_killed(cluster: Cluster, alone: tuple[Path, Table], tmp_path: Path) -> None:
    file, table = alone
    out = tmp_path / "out"
    process = driver(cluster, ["tournament", str(file), "--out", str(out), "--json"])
    wait_for(6, out, process)
    process.kill()
    process.communicate()
    # `ludex` ends when its input is closed. The results that it received before are in the folder.
    end = time.monotonic() + PATIENCE
    while True:
        code, left, err = ludex("tournament", "--resume", str(out), "--jobs")
        if code == 0 or time.monotonic() > end:
            break
        time.sleep(0.1)
    assert code == 0, err
    assert 0 < len(left.splitlines()) < 80
    code, text, err = ended(driver(cluster, ["tournament", "--resume", str(out), "--json"]))
    assert code == 0, err
    assert json.loads(text.splitlines()[-1]) == table


def test_tuning_gives_the_values_of_one_machine(cluster: Cluster, tmp_path: Path) -> None:
    arguments = ["tune", "takt", "--variant", "size=3,repetition=3,reversible=20", "--player", "nodes=60"]
    arguments += ["--parameter", "half_flats_late,aspiration", "--iterations", "3", "--pairs", "3", "--match-pairs", "6"]
    _, out, _ = ludex(*arguments, "--out", str(tmp_path / "here"), "--json")
    here = json.loads(out.splitlines()[-1])
    code, out, err = ended(driver(cluster, [*arguments, "--out", str(tmp_path / "there"), "--json"]))
    assert code in (0, 1), err
    assert json.loads(out.splitlines()[-1]) == here


def test_selfplay_makes_games(cluster: Cluster, tmp_path: Path) -> None:
    out = tmp_path / "games"
    arguments = ["selfplay", "takt", "--variant", "size=3", "--player", "nodes=50", "--games", "10", "--out", str(out)]
    code, text, err = ended(driver(cluster, arguments))
    assert code == 0, err
    assert "one" in text and "two" in text
    assert len(results(out)) == 10


def test_games_that_cannot_be_played_are_reported(cluster: Cluster, tmp_path: Path) -> None:
    out = tmp_path / "out"
    players = ["--player", "ours: nodes=10", "--player", "theirs: time=1s cmd=/nowhere/engine ugi"]
    arguments = ["tournament", "takt", *players, "--pairs", "1", "--out", str(out)]
    code, _, err = ended(driver(cluster, arguments))
    assert code == 1
    assert "--allow-cmd" in err, "without --allow-cmd, no program may be started"
    resume = ["tournament", "--resume", str(out), "--allow-cmd"]
    code, _, err = ended(driver(cluster, resume))
    assert code == 1
    assert "theirs did not start" in err
    assert "2 games could not be played" in err
    code, _, err = ended(driver(cluster, ["tournament", "nonsense.toml", "--out", str(out)]))
    assert code == 2 and "nonsense.toml" in err
