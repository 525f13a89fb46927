"""The documents as a site: built strictly, without a dead link, without anything from elsewhere."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from docs.site.check import mistakes
from docs.site.pages import ROOT, page, sources, with_links, with_wide_lists
from docs.site.reference import reference

CONFIG = (ROOT / "docs/site/zensical.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def site() -> Path:
    """As `./test` has built it; `.ci/docs` builds it again where anything has changed."""
    subprocess.run([ROOT / ".ci/docs"], check=True, capture_output=True)
    return ROOT / "build/site"


def test_it_is_built_without_a_mistake(site: Path) -> None:
    assert mistakes(site) == []
    for name in ("index", "tour", "players", "hosts", "designers", "researchers", "bots", "contributing", "games/kelp"):
        assert "<h1" in (site / f"{name}.html").read_text(encoding="utf-8")


def test_the_licences_of_the_theme_travel_with_it(site: Path) -> None:
    text = (site / "licences.txt").read_text(encoding="utf-8")
    for owner in ("Zensical", "Lucide", "rxjs"):
        assert owner in text


def test_every_page_is_in_the_menu() -> None:
    in_menu = set(re.findall(r'"([\w/-]+\.md)"', CONFIG))
    assert in_menu == {*sources().values(), *reference()}


BREAKS: dict[str, Callable[[str], str]] = {
    "leads nowhere": lambda text: text.replace('href="tour.html"', 'href="gone.html"', 1),
    "leads to a place": lambda text: text.replace("players.html#on-the-board", "players.html#under-it", 1),
    "is elsewhere": lambda text: text.replace("</body>", '<img src="https://elsewhere.example/x.png" alt=""></body>'),
    "is inline": lambda text: text.replace("</body>", "<script>alert(1)</script></body>"),
    "style is inline": lambda text: text.replace("<h1", '<h1 style="color: red"', 1),
}


@pytest.mark.parametrize("what", BREAKS)
def test_the_checker_notices(site: Path, tmp_path: Path, what: str) -> None:
    broken = shutil.copytree(site, tmp_path / "site")
    first = broken / "index.html"
    before = first.read_text(encoding="utf-8")
    after = BREAKS[what](before)
    assert after != before
    first.write_text(after, encoding="utf-8")
    assert any(what in mistake for mistake in mistakes(broken)), mistakes(broken)


def test_every_game_shows_its_pieces() -> None:
    names = sources()
    for source, name in names.items():
        if name.startswith("games/"):
            text = page(source, names)
            shown = {Path(drawing).name for drawing in re.findall(r"\]\(([^)]+\.svg)\)", text)}
            drawn = {file.name for file in (ROOT / "docs/pieces" / Path(name).stem).glob("*.svg")}
            assert shown == drawn, f"{name} does not show all drawings of its pieces, or shows others"
            assert text.index("## The pieces") < text.index("## Rulings")


def test_links_follow_the_pages() -> None:
    names = sources()
    text = (
        "[a](hosts.md#limits) [b](../bench/README.md) [c](../LICENSE) [d](https://x.example)\n\n```\n[e](x.md)\n```\n"
    )
    assert with_links(text, "docs/players.md", "players.md", names) == (
        "[a](hosts.md#limits) [b](measurements.md) [c](license.txt) [d](https://x.example)\n\n```\n[e](x.md)\n```\n"
    )
    assert with_links("[a](../docs/hosts.md)", "bench/x.md", "games/x.md", names) == "[a](../hosts.md)"
    with pytest.raises(FileNotFoundError, match=r"docs/players\.md links to nothing\.md"):
        with_links("[a](nothing.md)", "docs/players.md", "players.md", names)


def test_lists_within_lists_have_four_spaces() -> None:
    text = "1. one\n   - inner\n     more of it\n\n     | a |\n     |---|\n2. two\n\nEnd.\n"
    wide = "1. one\n    - inner\n        more of it\n\n        | a |\n        |---|\n2. two\n\nEnd.\n"
    assert with_wide_lists(text) == wide
