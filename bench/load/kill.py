"""`kill -9` under load, a restart, and then: which acknowledged moves does the server still know?"""

from __future__ import annotations

import argparse
import json
import time
import urllib.request
from typing import Any

from bench.load.clients import Clients, node
from bench.load.servers import Server, running

SECONDS = 6  # of play before


def kill(side: str, options: argparse.Namespace) -> dict[str, Any]:
    tables = options.tables[0]
    with running(side, options.folder, **options.settings) as server:
        with Clients(side, server.url, tables, 0, 3600, **options.settings) as clients:
            clients.hear("ready")
            clients.go_on()
            time.sleep(SECONDS)
            server.kill()
            time.sleep(1)  # what was already sent arrives
            clients.go_on()
            clients.hear("report")
            clients.go_on()
            ledger = clients.hear("ledger")
        told = ours(server, ledger) if side == "undertow" else theirs(server, ledger)
    lost = told["rolled_back"] + told["unreadable"]
    share = lost / max(1, told["acknowledged"])
    unreadable = f"{told['unreadable']:,} in {len(told['unreadable_matches'])} matches that cannot be read"
    print(f"{side}, {tables} tables: of {told['acknowledged']:,} acknowledged moves {lost:,} are lost ({share:.1%})")
    print(f"  {told['rolled_back']:,} rolled back, {unreadable}")
    print(f"  restarted and asked for them, the server {'lives' if told['alive'] else 'died'}", flush=True)
    if side == "undertow":
        assert lost == 0, told
        assert told["alive"]
    return told | {"tables": tables}


def theirs(server: Server, ledger: list[dict[str, Any]]) -> dict[str, Any]:
    """Read with the framework's own storage code; then one real client asks for a match that could not be read."""
    path = server.data / "ledger.json"
    path.write_text(json.dumps(ledger))
    told: dict[str, Any] = node("stored.js", server.data / "flatfile", path)
    server.start()
    asked = told["unreadable_matches"][:1] or [ledger[0]["id"]]
    node("ask.js", server.url, *asked)
    time.sleep(1)
    return told | {"alive": server.alive}


def ours(server: Server, ledger: list[dict[str, Any]]) -> dict[str, Any]:
    """Every person asks for every table they sat at."""
    server.start()
    told: dict[str, Any] = {"acknowledged": 0, "rolled_back": 0, "unreadable": 0, "unreadable_matches": []}
    for match in ledger:
        for person, (cookie, acknowledged) in enumerate(zip(match["cookies"], match["acknowledged"], strict=True)):
            told["acknowledged"] += acknowledged
            update = ask(server, f"/api/tables/{match['id']}", cookie)
            told["rolled_back"] += max(0, acknowledged - known(update, f"swimmer {person + 1}"))
    return told | {"alive": server.alive}


def ask(server: Server, path: str, cookie: str) -> Any:
    request = urllib.request.Request(server.url + path, headers={"Cookie": cookie})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def known(update: dict[str, Any], seat: str) -> int:
    """How many decisions of the seat the server knows of."""
    for eyes in update["eyes"]:
        for question in eyes["questions"]:
            if question["seat"] == seat:
                return int(question["decisions"])
    return 0
