"""Which page of the site comes from which file of the repository, and how links between them are kept.

A page is plain Markdown that reads well where it lies. Its links name files of the repository; on the site they lead to
the pages made of these files.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src/undertow/games"
FENCE = re.compile(r"^(```|~~~).*?^\1\s*$", re.DOTALL | re.MULTILINE)
MARKER = re.compile(r" {0,3}([-*+]|\d+[.)]) +")
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]*)?\)")
ELSEWHERE = {
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
    "bench/README.md": "measurements.md",
    "bench/load/README.md": "load.md",
    "web/README.md": "client.md",
}


def sources() -> dict[str, str]:
    """The files that become pages, each with the page's name."""
    found = {str(file.relative_to(ROOT)): str(file.relative_to(ROOT / "docs")) for file in ROOT.glob("docs/**/*.md")}
    found = {file: page for file, page in found.items() if not page.startswith("pieces/")}
    games = {f"src/undertow/games/{name}/README.md": f"games/{name.replace('_', '-')}.md" for name in game_folders()}
    return found | games | ELSEWHERE


def game_folders() -> list[str]:
    return sorted(file.parent.name for file in GAMES.glob("*/README.md"))


def page(source: str, names: dict[str, str]) -> str:
    """A page of the site."""
    text = (ROOT / source).read_text(encoding="utf-8")
    if source.startswith("src/undertow/games/"):
        pieces = ROOT / "docs/pieces" / PurePosixPath(names[source]).name
        drawn = with_links(pieces.read_text(encoding="utf-8"), "docs/pieces/x.md", names[source], names)
        text = with_pieces(with_links(text, source, names[source], names), drawn)
    else:
        text = with_links(text, source, names[source], names)
    return with_wide_lists(text)


def with_pieces(rules: str, pieces: str) -> str:
    """A game's rules with the drawings of its pieces before the first section."""
    opening, section, rest = rules.partition("\n## ")
    return f"{opening}\n{pieces.strip()}\n{section}{rest}"


def with_links(text: str, source: str, name: str, names: dict[str, str]) -> str:
    """The text as page `name`: links to files lead to their pages."""

    def lead(link: re.Match[str]) -> str:
        target = os.path.normpath(PurePosixPath(source).parent / link[1])
        if not (ROOT / target).exists():
            raise FileNotFoundError(f"{source} links to {link[1]}, which is not there")
        goal = names.get(target) or file_name(target)
        return f"]({os.path.relpath(goal, PurePosixPath(name).parent)}{link[2] or ''})"

    return outside_code(text, lambda prose: LINK.sub(lead, prose))


def file_name(target: str) -> str:
    """What a file that is no page is called on the site."""
    return target.removeprefix("docs/") if target != "LICENSE" else "license.txt"


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """The text with its prose changed and its code blocks as they were."""
    done, at = [], 0
    for block in FENCE.finditer(text):
        done += [change(text[at : block.start()]), block[0]]
        at = block.end()
    return "".join([*done, change(text[at:])])


def with_wide_lists(text: str) -> str:
    """The text with four spaces for each level of a list, as Python's Markdown wants it."""
    done, open_items, fence = [], list[int](), ""
    for line in text.splitlines():
        indent = len(line) - len(line.lstrip())
        if line.strip() and not fence:
            while open_items and indent < open_items[-1]:
                open_items.pop()
        inner = line[open_items[-1] :] if open_items else line
        done.append(" " * 4 * len(open_items) + inner if inner.strip() else "")
        if inner.startswith(("```", "~~~")):
            fence = "" if fence else inner[:3]
        elif not fence and (marker := MARKER.match(inner)):
            open_items.append((open_items[-1] if open_items else 0) + marker.end())
    return "\n".join(done) + "\n"
