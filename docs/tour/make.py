"""Film the tour: `.venv/bin/python docs/tour/make.py [NAME ...]` makes the moving pictures of docs/tour.md.

A real server, real bots, and somebody who moves a mouse in Debian's Chromium. It needs the built client (web/dist) and
Pillow (`pip install pillow`, or the dependency group `tour`). The dice fall differently each time, so no two films are
the same.
"""

from __future__ import annotations

import base64
import io
import shutil
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import CDPSession, Page, ViewportSize, sync_playwright

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "pictures"))

from screens import CREW, new_table, server, sit  # noqa: E402

SCREEN = ViewportSize(width=1000, height=720)
WIDE = ViewportSize(width=1300, height=760)
WIDTH = 760  # pixels of the film
EVERY = 0.16  # seconds between two pictures
LAST = 2.5  # seconds that the last picture stays
QUALITY = 46
MOST = 1_500_000  # bytes

# A ring that follows the mouse, for a film does not show the pointer.
POINTER = """() => {
  const ring = document.createElement("div");
  Object.assign(ring.style, {
    position: "fixed", zIndex: 99, width: "26px", height: "26px", margin: "-13px", borderRadius: "50%",
    border: "3px solid #c46a00", background: "rgb(255 210 122 / 35%)", pointerEvents: "none", left: "-50px", top: "0",
  });
  document.body.append(ring);
  document.addEventListener("mousemove", ({clientX, clientY}) => {
    ring.style.left = clientX + "px";
    ring.style.top = clientY + "px";
  }, true);
}"""
# Where the action is that a strong bot would take, on the board.
WANTED = """async () => {
  const table = `/api/tables/${location.pathname.split("/")[2]}`;
  const update = await (await fetch(table)).json();
  if (update.result) return null;
  const asked = update.eyes.flatMap((eyes) => eyes.questions).find((question) => question.actions.length);
  if (!asked) return {};
  const hint = await fetch(`${table}/hint?seat=${encodeURIComponent(asked.seat)}`, {method: "POST"});
  const {action} = await hint.json();
  return {seat: asked.seat, action, asked: asked.asked};
}"""
ACT = """async ({seat, action, asked}) => {
  await fetch(`/api/tables/${location.pathname.split("/")[2]}/commands`, {
    method: "POST", headers: {"Content-Type": "application/json"},
    body: JSON.stringify({type: "act", id: crypto.randomUUID(), seat, action, asked}),
  });
}"""


class Film:
    """What the browser shows, picture by picture."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taken: list[tuple[float, bytes]] = []
        self._line: CDPSession = page.context.new_cdp_session(page)
        self._line.on("Page.screencastFrame", self._frame)
        self._line.send("Page.startScreencast", {"format": "png", "everyNthFrame": 2})

    def _frame(self, frame: dict[str, Any]) -> None:
        self.taken.append((float(frame["metadata"]["timestamp"]), base64.b64decode(frame["data"])))
        self._line.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def save(self, name: str, box: dict[str, float] | None = None) -> None:
        """An animated WebP, and its last picture for those who want nothing to move."""
        self._line.send("Page.stopScreencast")
        taken = evenly(self.taken)
        pictures = [picture_of(png, box) for _, png in taken]
        shown = [round(1000 * (after - before)) for (before, _), (after, _) in pairwise(taken)] + [round(1000 * LAST)]
        film = HERE / f"{name}.webp"
        pictures[0].save(
            film,
            save_all=True,
            append_images=pictures[1:],
            duration=shown,
            loop=0,
            quality=QUALITY,
            method=4,
            minimize_size=True,
        )
        pictures[-1].save(HERE / f"{name}-still.webp", quality=75, method=6)
        size = film.stat().st_size
        print(f"{film.name}: {len(pictures)} pictures, {sum(shown) / 1000:.1f} s, {size // 1000} kB", flush=True)
        assert size <= MOST, "this film is too large: make it shorter"


def picture_of(png: bytes, box: dict[str, float] | None) -> Image.Image:
    """One picture of a film: what is in the box, or all of it."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    if box:
        x, y = int(box["x"]), int(box["y"])
        picture = picture.crop((x, y, x + int(box["width"]), y + int(box["height"])))
    return picture.resize((WIDTH, picture.height * WIDTH // picture.width), Image.Resampling.LANCZOS)


def evenly(taken: list[tuple[float, bytes]]) -> list[tuple[float, bytes]]:
    """Not more pictures than a second needs."""
    kept = taken[:1]
    for moment, picture in taken[1:]:
        if moment - kept[-1][0] >= EVERY:
            kept.append((moment, picture))
    return kept


def wait(page: Page, seconds: float) -> None:
    page.wait_for_timeout(1000 * seconds)


def point(page: Page, x: float, y: float) -> None:
    page.mouse.move(x, y, steps=12)


def press(page: Page, name: str, exact: bool = True) -> None:
    """Go to a button and click it, as people do."""
    button = page.get_by_role("button", name=name, exact=exact).first
    button.wait_for()
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    point(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    wait(page, 0.4)
    page.mouse.down()
    page.mouse.up()


def play_for(page: Page, seconds: float, pause: float) -> None:
    """Take strong decisions, one after the other, each looked at for a while."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        wanted = page.evaluate(WANTED)
        if wanted is None:
            return
        if wanted:
            page.evaluate(ACT, wanted)
        wait(page, pause)


def board_of(page: Page) -> dict[str, float]:
    board = page.locator("section.panel:has(svg[role=group])").first
    board.wait_for()
    box = board.bounding_box()
    assert box
    return {**box, "height": min(box["height"], WIDE["height"] - box["y"])}


def seated(page: Page, url: str, game: str, mine: list[str], others: dict[str, str], **more: Any) -> None:
    new_table(page, url, game=game, sit=mine, bots=others, start=True, **more)
    page.locator("section.panel:has(svg[role=group])").first.wait_for()
    page.set_viewport_size(WIDE)
    page.evaluate("document.activeElement?.blur()")


# The films


def start(page: Page, url: str) -> None:
    """From the home page to the first card."""
    page.goto(url)
    page.get_by_role("button", name="Play now against bots: Get Bit!").wait_for()
    page.evaluate(POINTER)
    film = Film(page)
    wait(page, 1)
    press(page, "Play now against bots: Get Bit!")
    wait(page, 1)
    page.get_by_role("dialog").get_by_role("button", name="Swimmer 1").wait_for()
    press(page, "Swimmer 1")
    page.locator("section.panel:has(svg[role=group])").first.wait_for()
    for _ in range(3):
        card = page.locator(".thing.can").last
        card.wait_for()
        box = card.bounding_box()
        assert box
        point(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        wait(page, 1.2)
        page.mouse.down()
        page.mouse.up()
        wait(page, 3)
    film.save("start")


def jaws(page: Page, url: str) -> None:
    """The crew hunts a shark it does not see, with the odds over the island."""
    seated(page, url, "jaws", list(CREW), {"shark": "hard"}, players=2, settings={"variant": "act1"})
    page.get_by_role("switch").check()
    page.evaluate("document.activeElement?.blur(); scrollTo(0, 0)")
    box = board_of(page)
    film = Film(page)
    wait(page, 1)
    play_for(page, 24, 0.75)
    film.save("jaws", box)


def kelp(page: Page, url: str) -> None:
    """The octopus sees its blocks; the shark searches."""
    seated(page, url, "kelp", ["octopus"], {"shark": "hard"}, players=2)
    box = board_of(page)
    film = Film(page)
    wait(page, 1)
    play_for(page, 22, 0.9)
    film.save("kelp", box)


FILMS: dict[str, Callable[[Page, str], None]] = {"start": start, "jaws": jaws, "kelp": kelp}


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    assert chromium, "the films need Debian's Chromium: apt-get install chromium"
    with server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name in sys.argv[1:] or FILMS:
            page = sit(browser, url, "Ann", viewport=SCREEN, reduced_motion="no-preference")
            FILMS[name](page, url)
            page.context.close()
        browser.close()


if __name__ == "__main__":
    main()
