"""Distributes job lines over a cluster and returns result lines, even if workers or nodes die."""

# Ray's own types are incomplete.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import json
import logging
from collections import Counter, deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import ray
from ray import cloudpickle
from ray.exceptions import RayError

from . import binary

# The identity of a game.
Key = tuple[Any, ...]

# A job that was lost or failed this many times is reported as failed.
ATTEMPTS = 4

# Maximum number of jobs in one task: few enough that a dead node loses little, many enough that starting a worker costs little.
MOST_JOBS = 64


def key(line: str) -> Key:
    """The identity of a game, from a job line or a result line."""
    value = json.loads(line)
    value = value.get("job") or value
    return tuple(value.get(name) for name in ("run", "pair", "game", "meeting", "seating"))


def connect(address: str) -> None:
    """Connects to the cluster, if this has not been done yet."""
    if not ray.is_initialized():
        ray.init(address=None if address == "local" else address, log_to_driver=False, logging_level=logging.WARNING)


def sent_function() -> Callable[[bytes, list[str], bool], list[str]]:
    """The function that the nodes run. Its module is sent with it, so the nodes need only Ray and not this package."""
    cloudpickle.register_pickle_by_value(binary)
    return binary.play


class Cluster:
    """A cluster to which the program has been sent."""

    def __init__(self, program: Path, cpus: float, report: Callable[[str], None], allow_cmd: bool):
        self.content = ray.put(binary.pack(program))
        # This class repeats lost jobs itself: Ray would repeat whole tasks, including jobs that are done.
        self.remote = ray.remote(num_cpus=cpus, max_retries=0)(sent_function())
        self.cpus = cpus
        self.report = report
        self.allow_cmd = allow_cmd

    def places(self) -> int:
        """The number of tasks that can run at the same time."""
        return max(1, int(ray.cluster_resources().get("CPU", 1) / self.cpus))

    def play(self, jobs: list[str]) -> Iterator[str]:
        """Plays jobs and yields result lines as they arrive. For a job that failed too often, yields a line with an error."""
        todo = deque(jobs)
        attempts: Counter[Key] = Counter()
        running: dict[ray.ObjectRef[list[str]], list[str]] = {}
        while todo or running:
            places = self.places()
            # Tasks get smaller near the end, so that all nodes finish at about the same time.
            size = max(1, min(MOST_JOBS, len(todo) // (4 * places)))
            while todo and len(running) < 2 * places:
                batch = [todo.popleft() for _ in range(min(size, len(todo)))]
                running[self.remote.remote(self.content, batch, self.allow_cmd)] = batch
            done, _ = ray.wait(list(running), num_returns=1, timeout=5.0)
            for task in done:
                batch = running.pop(task)
                answers, reason = self.answers(task)
                yield from self.settle(batch, answers, reason, attempts, todo)

    def answers(self, task: ray.ObjectRef[list[str]]) -> tuple[list[str], str]:
        """The result lines of a task, and the reason why lines may be missing."""
        try:
            return ray.get(task), "the worker died"
        except RayError as error:
            reason = str(error).strip().splitlines()
            return [], reason[-1] if reason else type(error).__name__

    def settle(
        self, batch: list[str], answers: list[str], reason: str, attempts: Counter[Key], todo: deque[str]
    ) -> Iterator[str]:
        """Yields the results of a batch, and queues the jobs without a result again."""
        left = {key(job): job for job in batch}
        failures: dict[Key, str] = {}
        for line in answers:
            value = json.loads(line)
            if "error" in value:
                failures[key(line)] = line
            elif left.pop(key(line), None) is not None:
                yield line
        for lost, job in left.items():
            attempts[lost] += 1
            if attempts[lost] < ATTEMPTS:
                todo.append(job)
                continue
            yield failures.get(lost) or json.dumps({"error": reason, "line": 0, "job": dict(json.loads(job), settings=None)})
        if left:
            words = json.loads(next(iter(failures.values())))["error"] if failures else reason
            self.report(f"{len(left)} games lost ({words}); they will be played again")
