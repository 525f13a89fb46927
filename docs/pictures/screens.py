"""Take pictures of the browser table, at good moments of matches against bots.

`.venv/bin/python docs/pictures/screens.py [FOLDER]` takes every scene on a phone (both ways round), a tablet and a
desktop, light and dark, into FOLDER (a new one if none is given): to be looked at. `--docs` takes the few that README
and docs show, in this folder. `--only WORD` takes the scenes whose name holds the word, `--whole` the whole page
instead of what the screen shows.

Needs Debian's Chromium and the built client (web/dist). The dice are others each time, so the pictures are, too.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, StorageState, ViewportSize, sync_playwright
from png import smaller

HERE = Path(__file__).parent
DESKTOP = ViewportSize(width=1200, height=760)
PHONE = ViewportSize(width=360, height=740)
SCREENS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
    "phone-lying": {"viewport": ViewportSize(width=740, height=360), "has_touch": True, "is_mobile": True},
    "tablet": {"viewport": ViewportSize(width=820, height=1180), "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": ViewportSize(width=1440, height=900)},
}
PATIENCE = 120_000  # milliseconds: bots of all tables think on one machine
ALL = 10_000  # decisions: more than any match has

# Plays my seats as a strong bot would; after so many decisions and one more question, or at the end, it is done.
PLAY = """async (most) => {
  const table = `/api/tables/${location.pathname.split("/")[2]}`;
  const post = (path, body) => fetch(path, {
    method: "POST", headers: {"Content-Type": "application/json"}, body: body && JSON.stringify(body),
  }).then((answer) => answer.json());
  const until = Date.now() + 90_000;
  for (let taken = 0; Date.now() < until; ) {
    const update = await (await fetch(table)).json();
    if (update.result) return true;
    const asked = update.eyes.flatMap((eyes) => eyes.questions).find((question) => question.actions.length);
    if (!asked) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      continue;
    }
    if (taken++ === most) return false;
    const {action} = await post(`${table}/hint?seat=${encodeURIComponent(asked.seat)}`);
    await post(`${table}/commands`, {
      type: "act", id: crypto.randomUUID(), seat: asked.seat, action, asked: asked.asked,
    });
  }
}"""
CREATE = """async (wanted) => (await fetch("/api/tables", {
  method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(wanted),
})).json()"""
LENGTH = """async () => {
  const replay = await fetch(`/api/tables/${location.pathname.split("/")[2]}/replay`);
  return (await replay.json()).steps.length;
}"""


@dataclass(frozen=True)
class Scene:
    """A moment of a match: whose seats are mine, and how many decisions they have taken."""

    name: str
    game: str
    players: int
    mine: tuple[str, ...]
    decisions: int
    others: tuple[str, ...]
    settings: dict[str, Any] = field(default_factory=dict)
    overlay: bool = False  # the odds lie over the board
    replay: float = 0  # where in the replay, from 0 to 1


CREW = ("quint", "brody", "hooper")
SWIMMERS = tuple(f"swimmer {number}" for number in range(1, 6))
SCENES = [
    Scene("shark-attacks", "shark-attacks", 3, ("player 1",), 8, ("player 2", "player 3")),
    Scene("get-bit", "get-bit", 5, SWIMMERS[:1], 5, SWIMMERS[1:]),
    Scene("get-bit-shark", "get-bit", 5, ("shark",), 3, SWIMMERS[:4], {"shark": True}),
    Scene("island-crew", "jaws", 2, CREW, 16, ("shark",), overlay=True),
    Scene("island-shark", "jaws", 2, ("shark",), 9, CREW),
    Scene("orca-crew", "jaws", 2, CREW, 14, ("shark",), {"variant": "act2"}),
    Scene("orca-shark", "jaws", 2, ("shark",), 6, CREW, {"variant": "act2"}),
    Scene("kelp-octopus", "kelp", 2, ("octopus",), 12, ("shark",)),
    Scene("kelp-shark", "kelp", 2, ("shark",), 20, ("octopus",), overlay=True),
    Scene("end-shark-attacks", "shark-attacks", 2, ("player 1",), ALL, ("player 2",)),
    Scene("end-get-bit", "get-bit", 4, SWIMMERS[:1], ALL, SWIMMERS[1:4]),
    Scene("end-kelp", "kelp", 2, ("octopus",), ALL, ("shark",)),
    Scene("replay-island", "jaws", 2, CREW, ALL, ("shark",), {"variant": "act1"}, replay=0.6),
    Scene("replay-orca", "jaws", 2, CREW, ALL, ("shark",), {"variant": "act2"}, replay=0.5),
    Scene("replay-kelp", "kelp", 2, ("shark",), ALL, ("octopus",), replay=0.6),
]


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


# What people do


def open_browser(browser: Browser, **options: Any) -> Page:
    context = browser.new_context(**{"color_scheme": "light", "reduced_motion": "reduce", **options})
    context.set_default_timeout(PATIENCE)
    return context.new_page()


def sit(browser: Browser, url: str, name: str, **options: Any) -> Page:
    """Somebody with a browser of their own, on the home page."""
    page = open_browser(browser, **{"viewport": DESKTOP, **options})
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


def play(page: Page, url: str, scene: Scene, level: str = "hard") -> str:
    """Play on to the scene; its address."""
    for _ in range(8):  # a match may be over too soon
        link = new_table(
            page,
            url,
            game=scene.game,
            players=scene.players,
            settings=scene.settings,
            sit=list(scene.mine),
            bots=dict.fromkeys(scene.others, level),
            start=True,
        )
        if page.evaluate(PLAY, scene.decisions) == (scene.decisions == ALL):
            break
    return f"{link}/replay?step={int(page.evaluate(LENGTH) * scene.replay)}" if scene.replay else link


def show(page: Page, link: str, scene: Scene) -> Locator:
    """Go to a scene and wait until it stands still; the board."""
    page.goto(link)
    board = page.locator("section.panel:has(svg[role=group])").first
    board.wait_for()
    if scene.overlay:
        page.get_by_role("switch").check()
    page.wait_for_load_state("networkidle")
    page.evaluate("document.activeElement?.blur(); scrollTo(0, 0)")
    page.mouse.move(0, 0)
    page.wait_for_timeout(300)
    return board


# What is taken


def gallery(browser: Browser, url: str, folder: Path, scenes: list[Scene], whole: bool) -> None:
    """Every scene on every screen, by day and by night."""
    ann = sit(browser, url, "Ann")
    links = {}
    for scene in scenes:
        print(f"{scene.name}: playing ...", flush=True)
        links[scene.name] = play(ann, url, scene)
    mine: StorageState = ann.context.storage_state()
    for screen, options in SCREENS.items():
        page = open_browser(browser, storage_state=mine, **options)
        for scene in scenes:
            page.emulate_media(color_scheme="light")
            show(page, links[scene.name], scene)
            wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            print(f"{scene.name} on {screen}" + (f": {wide} pixels too wide" if wide else ""), flush=True)
            for light in ("light", "dark"):
                page.emulate_media(color_scheme=light)
                picture = folder / f"{scene.name}-{screen}-{light}.png"
                page.screenshot(path=picture, full_page=whole, animations="disabled", caret="hide")
        page.context.close()


def keep(name: str, taken: bytes) -> None:
    picture = smaller(taken)
    (HERE / f"{name}.png").write_bytes(picture)
    print(f"{name}.png: {len(picture) // 1000} kB", flush=True)


def shoot(page: Page, name: str) -> None:
    """As somebody sees it who has just come: from the top, with nothing in focus."""
    page.evaluate("document.activeElement?.blur(); scrollTo(0, 0)")
    page.mouse.move(0, 0)
    page.wait_for_timeout(300)
    keep(name, page.screenshot(animations="disabled", caret="hide"))


def shell(browser: Browser, url: str) -> None:
    """The pages around the boards."""
    ann, ben = sit(browser, url, "Ann"), sit(browser, url, "Ben")
    shoot(ann, "home")

    link = new_table(ann, url, game="jaws", players=4, sit=["shark"], bots={"hooper": "medium"})
    ben.goto(link)
    ben.get_by_role("button", name="Sit here: Quint", exact=True).click()
    say(ben, "I take the Orca. Who is Brody?")
    say(ann, "Nobody yet. Bring more swimmers!")
    shoot(ann, "lobby")

    table = Scene("", "jaws", 4, ("quint",), 9, ("brody", "hooper", "shark"))
    show(ben, play(ben, url, table, "medium"), table)
    shoot(ben, "table")

    end = Scene("", "get-bit", 4, SWIMMERS[:1], ALL, SWIMMERS[1:4])
    for _ in range(8):  # until she wins
        show(ann, play(ann, url, end, "easy"), end)
        if ann.locator("#result").inner_text().startswith("Ann wins"):
            break
    shoot(ann, "end")


def boards(browser: Browser, url: str) -> None:
    """Each game's board, and what players.md tells of."""
    ann = sit(browser, url, "Ann", viewport=ViewportSize(width=1180, height=900))
    mine = {scene.name: scene for scene in SCENES}
    for name in ("shark-attacks", "get-bit", "island-crew", "orca-crew", "kelp-octopus", "kelp-shark"):
        board = show(ann, play(ann, url, mine[name]), mine[name])
        keep(f"board-{name}", board.screenshot(animations="disabled"))
        if name == "get-bit":
            ann.locator(".thing.can").last.hover()
            ann.get_by_role("tooltip").wait_for()
            ann.wait_for_timeout(600)
            keep("preview", board.screenshot())
    show(ann, play(ann, url, mine["replay-kelp"]), mine["replay-kelp"])
    shoot(ann, "replay")

    phone = sit(browser, url, "Ann", **SCREENS["phone"])
    show(phone, play(phone, url, mine["get-bit"], "easy"), mine["get-bit"])
    shoot(phone, "phone")


def main() -> None:
    parser = argparse.ArgumentParser(description="pictures of the browser table")
    parser.add_argument("folder", nargs="?", type=Path, help="where all scenes go; a new folder if none is given")
    parser.add_argument("--docs", action="store_true", help="take the pictures of README and docs instead")
    parser.add_argument("--only", default="", help="scenes whose name holds this")
    parser.add_argument("--whole", action="store_true", help="the whole page, not only what the screen shows")
    options = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    assert chromium, "the pictures need Debian's Chromium: apt-get install chromium"
    with server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        if options.docs:
            shell(browser, url)
            boards(browser, url)
        else:
            folder: Path = options.folder or Path(tempfile.mkdtemp(prefix="undertow-screens-"))
            folder.mkdir(parents=True, exist_ok=True)
            gallery(browser, url, folder, [scene for scene in SCENES if options.only in scene.name], options.whole)
            print(f"in {folder}")
        browser.close()


if __name__ == "__main__":
    main()
