"""For all tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("no stopwatch", deadline=None)
settings.load_profile("no stopwatch")

TESTS = Path(__file__).parent
SLOW = {"test_belief", "test_bots", "test_conformance", "test_odds", "test_replays", "test_undo"}  # files
LONG = {"docs", "envs", "lab", "train"}  # folders with tests that take long
TOGETHER = {"browser", "package"}  # folders whose tests share a server or an installation


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist looks at the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that share a server run in one worker: a server takes seconds to start. What only tests a game's rules need
    not run at two speeds."""
    for item in items:
        folder = _folder(item)
        if folder == "games" and not item.get_closest_marker("compiled"):
            item.add_marker(pytest.mark.rules)
        if item.path.stem in SLOW:
            item.add_marker(pytest.mark.slow)
        if folder in TOGETHER:
            item.add_marker(pytest.mark.xdist_group(folder))
        elif folder == "table" or item.path.stem == "test_batch":  # batches compile much, which one worker does once
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
    items.sort(key=_turn)


def _folder(item: pytest.Item) -> str:
    """The folder of `tests` that the test is in."""
    return item.path.relative_to(TESTS).parts[0]


def _turn(item: pytest.Item) -> int:
    """What takes long comes first: at the end all workers have something to do."""
    folder = _folder(item)
    if folder in TOGETHER:
        return 0
    if folder == "table":
        return 2
    return 1 if folder in LONG or item.path.stem in SLOW else 3
