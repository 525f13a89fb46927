"""Nothing is installed that has no hash, whatever the platform."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_every_python_package_has_a_hash(lock: str) -> None:
    entries = re.split(r"^(?=\S)", (ROOT / lock).read_text(encoding="utf-8"), flags=re.M)[1:]
    assert len(entries) > 20
    for entry in entries:
        assert re.match(r"[\w.-]+(\[[\w,]+])?==\S+ .*\\\n( +--hash=sha256:[0-9a-f]{64}( \\)?\n)+$", entry), entry


@pytest.mark.parametrize("lock", ["web/package-lock.json", "bench/load/boardgame/package-lock.json"])
def test_every_npm_package_has_a_hash(lock: str) -> None:
    """Also those for other platforms: rather an older version that the registry has for all of them."""
    packages = json.loads((ROOT / lock).read_text(encoding="utf-8"))["packages"]
    assert [name for name, entry in packages.items() if name and "integrity" not in entry] == []
    for entry in packages.values():
        assert [name for name in entry.get("optionalDependencies", {}) if f"node_modules/{name}" not in packages] == []


def test_what_playing_needs_includes_postgresql() -> None:
    assert re.search(r"^psycopg-binary==", (ROOT / "requirements.lock").read_text(encoding="utf-8"), re.M)
