"""Whether a built site is whole: every link leads somewhere, and nothing comes from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"script": "src", "img": "src", "link": "href", "source": "src", "video": "src", "iframe": "src"}
REPORTS = "studies"  # pages of their own, for which the server has another policy
NOT_LOADED = {"canonical", "next", "prev"}  # links that a browser does not follow by itself


class Page(HTMLParser):
    """What a page refers to, and what can be referred to in it."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.inline: list[str] = []
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.anchors |= {given[name] or "" for name in ("id", "name") if name in given}
        where = given.get(LOADED.get(tag, ""))
        if tag == "a" and given.get("href"):
            self.links.append(given["href"] or "")
        elif where and given.get("rel") not in NOT_LOADED:
            self.loads.append(where)
        elif tag == "style" or (tag == "script" and given.get("type") != "application/json"):
            self.inline.append(f"<{tag}>")
        self.inline += [name for name in given if name == "style" or name.startswith("on")]


def mistakes(site: Path) -> list[str]:
    """One line for each."""
    site = site.resolve()
    pages = {file: Page(file) for file in sorted(site.rglob("*.html"))}
    return [f"{file.relative_to(site)}: {what}" for file, page in pages.items() for what in wrong(file, page, pages)]


def wrong(file: Path, page: Page, pages: dict[Path, Page]) -> Iterator[str]:
    for what in page.inline if file.parent.name != REPORTS else ():
        yield f"{what} is inline, and the table server allows none"
    for where in page.loads:
        if urlsplit(where).scheme not in ("", "data") or urlsplit(where).netloc:
            yield f"loads {where}, which is elsewhere"
    for where in page.links + page.loads:
        if problem := dead(where, file, pages):
            yield f"{where} {problem}"


def dead(where: str, file: Path, pages: dict[Path, Page]) -> str:
    """What is wrong with a link within the site; nothing with others."""
    parts = urlsplit(where)
    if parts.scheme or parts.netloc or file.name == "404.html":  # that page is shown at any address
        return ""
    target = (file.parent / unquote(parts.path)).resolve() if parts.path else file.resolve()
    if not target.is_file():
        return "leads nowhere"
    if parts.fragment and target.suffix == ".html" and unquote(parts.fragment) not in pages[target].anchors:
        return "leads to a place that is not on that page"
    return ""
