"""A study on a Ray cluster: the same numbers as on one machine, also when a machine is lost on the way."""

from __future__ import annotations

import builtins
import os
import signal
from collections.abc import Callable
from typing import Any

import pytest

from undertow.core.errors import UndertowError
from undertow.lab.study import Study
from undertow.lab.study.run import Progress
from undertow.lab.study.workers import RayWorkers

pytestmark = [pytest.mark.compiled, pytest.mark.slow]

QUESTION: dict[str, Any] = {
    "game": "shark-attacks",
    "matches": 1 << 18,
    "seed": 6,
    "vary": {"target": [20, 30]},
}
SMALL = {"num_cpus": 1, "object_store_memory": 80 << 20}


def patiently(start: Callable[[], Any]) -> Any:
    """Ray gives a machine half a minute to begin; one that has much else to do may need more."""
    for again in range(3):
        try:
            return start()
        except Exception as error:
            if again == 2 or "timed out during startup" not in str(error):
                raise
    raise AssertionError


def begun(cluster: Callable[..., Any]) -> Any:
    return patiently(lambda: cluster(initialize_head=True, head_node_args={**SMALL, "include_dashboard": False}))


def test_a_machine_that_dies_is_replaced_and_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    cluster_utils = pytest.importorskip("ray.cluster_utils")
    monkeypatch.setenv("RAY_agent_register_timeout_ms", "120000")  # a machine that has much else to do
    cluster = begun(cluster_utils.Cluster)
    try:
        second = patiently(lambda: cluster.add_node(**SMALL))
        cluster.wait_for_nodes()
        killed: list[int] = []

        def told(played: int, progress: Progress) -> None:
            if not killed and progress.matches >= 1 << 17:
                killed.append(progress.matches)
                for process in second.all_processes.values():
                    for each in process:
                        os.kill(each.process.pid, signal.SIGKILL)

        study = Study(QUESTION)
        study.trial()
        there = study.run(ray=cluster.address, told=told)
        assert killed
    finally:
        cluster.shutdown()
    here = Study(QUESTION).run(workers=1)
    assert there.counts.tobytes() == here.counts.tobytes()
    assert there.progress.whole


def test_without_ray_it_says_which_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name == "ray":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(UndertowError, match=r"Ray is not installed: pip install \"undertow\[ray\]\"\."):
        RayWorkers("local", 1)
