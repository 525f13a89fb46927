"""For all tests."""

from __future__ import annotations

import pytest

WITH_SERVERS = {"table", "browser"}
EARLY = ("core", "games")  # after these the rules are compiled: servers and browsers need not wait for them


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist looks at the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that share a server run in one worker: a server takes seconds to start."""
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.xdist_group("browser"))
        elif "table" in item.path.parts:
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
    items.sort(key=lambda item: _turn(item.path.parts))


def _turn(parts: tuple[str, ...]) -> int:
    if WITH_SERVERS & set(parts):
        return 1
    return 0 if set(EARLY) & set(parts) else 2
