"""Every example in a page runs as it stands. What cannot is marked in the page, with the reason:

<!-- not run: it serves until it is stopped -->
"""

from __future__ import annotations

import re
import shlex
import sys
from dataclasses import dataclass

import pytest
from docs.site.pages import ROOT, sources

from undertow.cli.app import main

FOLLOWED = "docs/your-game.md"  # step by step, in an environment of its own: tests/package/test_your_game.py
PAGES = ["README.md", *sorted(set(sources()) - {FOLLOWED})]
CODE = {"python", "py", "sh", "bash", "shell", "console"}  # what readers would run
BLOCK = re.compile(
    r"(?:^ *<!-- not run: (?P<why>.+?) -->\n)?^ *```(?P<language>\w+)\n(?P<code>.*?)^ *```$", re.DOTALL | re.MULTILINE
)


@dataclass(frozen=True)
class Block:
    page: str
    language: str
    code: str
    why_not: str | None

    @property
    def lines(self) -> list[str]:
        """Commands, without what is said about them."""
        joined = self.code.replace("\\\n", " ")
        return [line.partition(" #")[0].strip() for line in joined.splitlines() if line.strip()]


def blocks() -> list[Block]:
    found = []
    for page in PAGES:
        for match in BLOCK.finditer((ROOT / page).read_text(encoding="utf-8")):
            found.append(Block(page, match["language"], match["code"], match["why"]))
    return [block for block in found if block.language in CODE]


RUN = [block for block in blocks() if block.why_not is None]
COMMANDS = [(block.page, line) for block in RUN if block.language == "sh" for line in block.lines]


def test_nothing_is_left_out() -> None:
    """What is not run says why; and what is run is Python, or our command."""
    for block in RUN:
        assert block.language in ("python", "sh"), (
            f"{block.page}: mark it as not run, or as python or sh:\n{block.code}"
        )
    for page, line in COMMANDS:
        assert line.startswith("undertow "), f"{page}: mark it as not run: {line}"
    assert len(COMMANDS) > 10


@pytest.mark.compiled
@pytest.mark.parametrize("page", sorted({block.page for block in RUN if block.language == "python"}))
def test_python_examples_run(page: str) -> None:
    """The Python of a page runs from top to bottom."""
    names: dict[str, object] = {"__name__": page}
    for block in RUN:
        if (block.page, block.language) == (page, "python"):
            exec(compile(block.code, page, "exec"), names)


@pytest.mark.compiled
@pytest.mark.parametrize("command", sorted({line for _, line in COMMANDS}))
def test_commands_run(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that a page shows ends well; with fewer matches, where there are many."""
    monkeypatch.setattr(sys, "argv", shlex.split(re.sub(r"--games \d+", "--games 20", command)))
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
