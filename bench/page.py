"""How fast and how accessible the pages are, by Lighthouse: `python -m bench.page`.

Serves the built client (web/dist) and lets Lighthouse, fetched by npx, look at the home page, at a table where bots
play, and at a replay: as on a middling phone with a slow line, which is its usual way, or with `--desktop`. Needs
Debian's Chromium. `--runs 3` looks three times and tells the middle.
"""

from __future__ import annotations

import argparse
import gzip
import http.cookiejar
import json
import os
import shutil
import statistics
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from bench.load.servers import ROOT, running

LIGHTHOUSE = "lighthouse@12"
SCORES = ("performance", "accessibility")
TIMES = {
    "first-contentful-paint": "first paint",
    "largest-contentful-paint": "largest paint",
    "total-blocking-time": "blocked",
    "cumulative-layout-shift": "shift",
}
SEATS = {
    "shark-attacks": ["player 1", "player 2"],
    "get-bit": ["swimmer 1", "swimmer 2", "swimmer 3", "swimmer 4"],
    "jaws": ["shark", "quint", "brody", "hooper"],
    "kelp": ["octopus", "shark"],
}
TRIES = 3  # on a busy machine Chromium now and then records nothing
END_SECONDS = 120  # within which bots without pauses end a match


class Host:
    """Somebody who lays tables for bots."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        self.ask("/api/me")

    def ask(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json", "origin": self.url}
        with self.opener.open(urllib.request.Request(self.url + path, data, headers)) as answer:
            return json.load(answer)

    def watch(self, game: str) -> str:
        """A public table where bots play; its path."""
        wanted = {"game": game, "players": min(len(SEATS[game]), 4), "public": True, "start": True}
        if game == "jaws":
            wanted["players"] = 2  # one bot for the whole crew
        link: str = self.ask("/api/tables", wanted | {"bots": dict.fromkeys(SEATS[game], "hard")})["link"]
        return link

    def finished(self, game: str) -> str:
        """The replay of a match between bots, in the middle; its path."""
        link = self.watch(game)
        until = time.monotonic() + END_SECONDS
        while not self.ask(f"/api/tables/{link.split('/')[-1]}").get("result"):
            assert time.monotonic() < until, f"bots do not end a match of {game}"
            time.sleep(0.2)
        steps = len(self.ask(f"/api/tables/{link.split('/')[-1]}/replay")["steps"])
        return f"{link}/replay?step={steps // 2}"


def look(url: str, desktop: bool) -> dict[str, Any]:
    """What Lighthouse says of a page."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    assert chromium, "Lighthouse needs Debian's Chromium: apt-get install chromium"
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder, "found.json")
        command = ["npx", "--yes", LIGHTHOUSE, url, "--quiet", "--output=json", f"--output-path={found}"]
        command += ["--chrome-flags=--headless --no-sandbox", f"--only-categories={','.join(SCORES)}"]
        path = f"{ROOT / '.venv/bin'}{os.pathsep}{os.environ['PATH']}"  # npx comes with the lock
        env = os.environ | {"CHROME_PATH": chromium, "PATH": path}
        command += ["--preset=desktop"] * desktop
        for _ in range(TRIES):
            if subprocess.run(command, check=False, cwd=folder, env=env).returncode == 0:
                break
        report: dict[str, Any] = json.loads(found.read_text())
    assert "runtimeError" not in report, report["runtimeError"]
    return report


def told(page: str, reports: list[dict[str, Any]]) -> str:
    """A row: the middle of each number."""
    scores = [middle([report["categories"][name]["score"] * 100 for report in reports]) for name in SCORES]
    times = [middle([report["audits"][name]["numericValue"] for report in reports]) for name in TIMES]
    size = middle([report["audits"]["total-byte-weight"]["numericValue"] for report in reports])
    paint, largest, blocked, shift = times
    cells = [f"{scores[0]:.0f}", f"{scores[1]:.0f}", f"{paint / 1000:.1f} s", f"{largest / 1000:.1f} s"]
    return f"| {page} | {' | '.join(cells)} | {blocked:.0f} ms | {shift:.3f} | {size / 1000:.0f} kB |"


def middle(numbers: list[float]) -> float:
    return statistics.median(numbers)


def wrong(reports: list[dict[str, Any]]) -> list[str]:
    """What costs points of accessibility."""
    audits = reports[0]["audits"]
    marked = reports[0]["categories"]["accessibility"]["auditRefs"]
    failed = [audits[ref["id"]] for ref in marked if ref["weight"] and audits[ref["id"]]["score"] == 0]
    return [f"  {audit['title']}: {len(audit.get('details', {}).get('items', []))} places" for audit in failed]


def weighed() -> str:
    """The first load of the built client, and what each game adds, compressed."""
    assets = {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in (ROOT / "web/dist/assets").iterdir()}
    games = {game: sum(size for name, size in assets.items() if name.startswith(f"{game}-")) for game in SEATS}
    first = sum(size for name, size in assets.items() if name.startswith("index-"))
    shared = sum(assets.values()) - first - sum(games.values())
    more = ", ".join(f"{game} {size / 1000:.0f}" for game, size in games.items())
    return f"compressed, kB: first load {first / 1000:.0f}; with a board {shared / 1000:.0f} and {more}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Lighthouse on the pages of the built client")
    parser.add_argument("--runs", type=int, default=1, help="how often to look at each page; the middle is told")
    parser.add_argument("--games", default="get-bit,jaws", help="whose table and replay are looked at")
    parser.add_argument("--desktop", action="store_true", help="as on a desktop, not as on a phone")
    options = parser.parse_args()
    print(weighed())
    print("| page | performance | accessibility | " + " | ".join(TIMES.values()) + " | transferred |")
    print("|---" * 8 + "|")
    with running("undertow", UNDERTOW_BOT_PAUSE="0") as quick:
        host = Host(quick.url)
        pages = {"home": "/"} | {f"replay, {game}": host.finished(game) for game in options.games.split(",")}
        measure(quick.url, pages, options)
    with running("undertow", UNDERTOW_BOT_PAUSE="3") as slow:
        host = Host(slow.url)
        for game in options.games.split(","):
            measure(slow.url, {f"table, {game}": host.watch(game)}, options)


def measure(url: str, pages: dict[str, str], options: argparse.Namespace) -> None:
    for page, path in pages.items():
        reports = [look(url + path, options.desktop) for _ in range(options.runs)]
        print(told(page, reports), *wrong(reports), sep="\n", flush=True)


if __name__ == "__main__":
    main()
