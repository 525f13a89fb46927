"""The training loops of the page for researchers run to their end. How much they learn is written there."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec

import pytest
from docs.site.pages import ROOT

from undertow import __version__

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize(("library", "extra"), [("torch", "gpu"), ("jax", "jax")])
def test_a_loop_trains_and_says_how_often_it_wins(library: str, extra: str) -> None:
    if find_spec(library) is None:
        pytest.skip(f'{library} is not installed: pip install "undertow[{extra}]"')
    command = [sys.executable, str(ROOT / f"docs/train_{library}.py"), "--seconds", "0"]  # it learns once in any case
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = re.fullmatch(r"(\d+) matches; share of wins against three random swimmers: (\d\.\d+)\n", done.stdout)
    assert found, done.stdout
    assert int(found[1]) > 0
    assert 0 <= float(found[2]) <= 1


def test_what_to_cite_is_this_version() -> None:
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"version = {{{__version__}}}" in (ROOT / "docs/researchers.md").read_text(encoding="utf-8")
