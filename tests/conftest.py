"""For all tests."""

from __future__ import annotations

import pytest
from hypothesis import settings

settings.register_profile("no stopwatch", deadline=None)
settings.load_profile("no stopwatch")

SLOW = {"test_belief", "test_bots", "test_conformance", "test_odds", "test_replays", "test_undo"}  # files
LONG = SLOW | {"test_examples", "test_lab", "test_site"}  # files with tests that take long


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist looks at the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that share a server run in one worker: a server takes seconds to start. What only tests a game's rules need
    not run at two speeds."""
    for item in items:
        if "games" in item.path.parts and not item.get_closest_marker("compiled"):
            item.add_marker(pytest.mark.rules)
        if item.path.stem in SLOW:
            item.add_marker(pytest.mark.slow)
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.xdist_group("browser"))
        elif "package" in item.path.parts:
            item.add_marker(pytest.mark.xdist_group("package"))
        elif "table" in item.path.parts:
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> int:
    """What takes long comes first: at the end all workers have something to do."""
    parts = item.path.parts
    if "browser" in parts or "package" in parts:
        return 0
    if "table" in parts:
        return 2
    return 1 if item.path.stem in LONG else 3
