"""Every example in README and docs runs as it stands."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.compiled
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples_run(page: Path) -> None:
    """The Python of a page runs from top to bottom."""
    names: dict[str, object] = {"__name__": page.stem}
    for block in blocks(page, "python"):
        exec(compile(block, str(page), "exec"), names)


def commands() -> list[str]:
    found = [line for page in PAGES for block in blocks(page, "sh") for line in block.splitlines()]
    return [line.partition("#")[0].strip() for line in found if line.startswith("undertow ")]


@pytest.mark.compiled
@pytest.mark.parametrize("command", commands())
def test_commands_run(command: str) -> None:
    """A command that a page shows ends well."""
    script = f"import sys; sys.argv = {shlex.split(command)!r}; from undertow.cli.app import main; main()"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_links_lead_somewhere() -> None:
    """A relative link of a page names a file that exists."""
    for page in [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "bench" / "README.md"]:
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
