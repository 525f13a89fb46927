"""Take the pictures of the browser table for README: `.venv/bin/python docs/pictures/screens.py`.

Needs Debian's Chromium and the built client (web/dist). The dice are others each time, so the pictures are, too.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

HERE = Path(__file__).parent
DESKTOP = ViewportSize(width=1200, height=760)
PHONE = ViewportSize(width=360, height=740)

# Plays my seats as a strong bot would; after so many decisions and one more question, or at the end, it is done.
PLAY = """async (most) => {
  const table = `/api/tables/${location.pathname.split("/")[2]}`;
  const post = (path, body) => fetch(path, {
    method: "POST", headers: {"Content-Type": "application/json"}, body: body && JSON.stringify(body),
  }).then((answer) => answer.json());
  const until = Date.now() + 90_000;
  for (let taken = 0; Date.now() < until; ) {
    const update = await (await fetch(table)).json();
    if (update.result) return;
    const asked = update.eyes.flatMap((eyes) => eyes.questions).find((question) => question.actions.length);
    if (!asked) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      continue;
    }
    if (taken++ === most) return;
    const {action} = await post(`${table}/hint?seat=${encodeURIComponent(asked.seat)}`);
    await post(`${table}/commands`, {
      type: "act", id: crypto.randomUUID(), seat: asked.seat, action, after: asked.decisions,
    });
  }
}"""
CREATE = """async (wanted) => (await fetch("/api/tables", {
  method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(wanted),
})).json()"""
LEVEL = "medium"


@contextmanager
def server() -> Iterator[str]:
    """The address of a server whose games are all ready."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as data:
        env = os.environ | {"UNDERTOW_DATA": data, "UNDERTOW_BOT_PAUSE": "0", "UNDERTOW_RATE": "0"}
        command = [sys.executable, "-m", "undertow", "serve", "--port", str(port)]
        running = subprocess.Popen(command, env=env, start_new_session=True, stdout=subprocess.DEVNULL)
        url = f"http://127.0.0.1:{port}"
        try:
            until = time.monotonic() + 300
            while not ready(url):
                assert time.monotonic() < until, "the server does not get ready"
                time.sleep(0.2)
            yield url
        finally:
            os.killpg(running.pid, signal.SIGTERM)
            running.wait()


def ready(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/api/games") as answer:
            return b'"ready":false' not in answer.read()
    except OSError:
        return False


def sit(browser: Browser, url: str, name: str, size: ViewportSize = DESKTOP, **more: Any) -> Page:
    """Somebody with a browser of their own, on the home page."""
    context = browser.new_context(viewport=size, color_scheme="light", reduced_motion="reduce", **more)
    page = context.new_page()
    page.goto(url)
    page.get_by_role("button", name="Change your name").click()
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("dialog").wait_for(state="detached")
    return page


def new_table(page: Page, url: str, **wanted: Any) -> str:
    """Lay a table and go there; its address."""
    link: str = url + page.evaluate(CREATE, wanted)["link"]
    page.goto(link)
    page.get_by_role("heading", level=1).wait_for()
    return link


def say(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="Message").fill(text)
    page.get_by_role("button", name="Send", exact=True).click()
    page.get_by_role("log").get_by_text(text).wait_for()


def shoot(page: Page, name: str) -> None:
    """As somebody sees it who has just come: from the top, with nothing in focus."""
    page.evaluate("document.activeElement?.blur(); scrollTo(0, 0)")
    page.mouse.move(0, 0)
    picture = smaller(page.screenshot(animations="disabled", caret="hide"))
    (HERE / f"{name}.png").write_bytes(picture)
    print(f"{name}.png: {len(picture) // 1000} kB")


def smaller(picture: bytes) -> bytes:
    """The same PNG (three bytes a pixel), without filters: flat areas pack better so, if one takes the time."""
    head, packed, at = b"", b"", 8
    while at < len(picture):
        end = at + 12 + int.from_bytes(picture[at : at + 4], "big")
        if picture[at + 4 : at + 8] == b"IHDR":
            head = picture[at + 8 : end - 4]
        elif picture[at + 4 : at + 8] == b"IDAT":
            packed += picture[at + 8 : end - 4]
        at = end
    assert head[8:10] == bytes([8, 2]), "not three bytes a pixel"
    plain = unfiltered(zlib.decompress(packed), 3 * int.from_bytes(head[:4], "big"))
    found = picture[:8] + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(plain, 9)) + chunk(b"IEND", b"")
    return min(picture, found, key=len)


def unfiltered(rows: bytes, width: int) -> bytes:
    """Rows of a PNG as they are, each after a 0 for "no filter"."""
    plain = bytearray()
    above = bytearray(width + 3)
    for start in range(0, len(rows), width + 1):
        kind = rows[start]
        row = bytearray(3)  # a pixel of nothing on the left
        for place, value in enumerate(rows[start + 1 : start + 1 + width]):
            left, up, corner = row[place], above[place + 3], above[place]
            if kind == 4:
                far = left + up - corner
                guess = min((left, up, corner), key=lambda near: abs(far - near))
            else:
                guess = (0, left, up, (left + up) // 2)[kind]
            row.append((value + guess) & 255)
        plain += b"\0" + row[3:]
        above = row
    return bytes(plain)


def chunk(kind: bytes, content: bytes) -> bytes:
    return len(content).to_bytes(4, "big") + kind + content + zlib.crc32(kind + content).to_bytes(4, "big")


def take(browser: Browser, url: str) -> None:
    ann, ben = sit(browser, url, "Ann"), sit(browser, url, "Ben")
    shoot(ann, "home")

    link = new_table(ann, url, game="jaws", players=4, sit=["shark"], bots={"hooper": LEVEL})
    ben.goto(link)
    ben.get_by_role("button", name="Sit here: Quint", exact=True).click()
    say(ben, "I take the Orca. Who is Brody?")
    say(ann, "Nobody yet. Bring more swimmers!")
    shoot(ann, "lobby")

    bots = {"brody": LEVEL, "hooper": LEVEL, "shark": "easy"}
    new_table(ben, url, game="jaws", players=4, sit=["quint"], bots=bots, start=True)
    ben.evaluate(PLAY, 12)
    ben.locator("[role=group][aria-label^='Actions of'] button").first.wait_for(timeout=60_000)
    shoot(ben, "table")

    bots = {f"swimmer {number}": "easy" for number in (2, 3, 4)}
    for _ in range(8):  # until she wins
        new_table(ann, url, game="get-bit", players=4, sit=["swimmer 1"], bots=bots, start=True)
        ann.evaluate(PLAY, 10_000)
        if ann.locator("#result").inner_text().startswith("Ann wins"):
            break
    shoot(ann, "end")

    phone = sit(browser, url, "Ann", PHONE, has_touch=True, is_mobile=True)
    new_table(phone, url, game="get-bit", players=4, sit=["swimmer 1"], bots=bots, start=True)
    phone.evaluate(PLAY, 5)
    phone.locator("[role=group][aria-label^='Actions of'] button").first.wait_for()
    shoot(phone, "phone")


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    assert chromium, "the pictures need Debian's Chromium: apt-get install chromium"
    with server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        take(browser, url)
        browser.close()


if __name__ == "__main__":
    main()
