"""For all tests."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that share a server run in one worker: a server takes seconds to start."""
    for item in items:
        if {"table", "browser"} & set(item.path.parts):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
