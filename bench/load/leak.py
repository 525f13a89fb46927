"""What a player and a spectator are handed: every message they get while somebody else's choice is secret."""

from __future__ import annotations

import argparse
from typing import Any

from bench.load.clients import node
from bench.load.servers import running

GAMES = 12


def leak(side: str, options: argparse.Namespace) -> dict[str, Any]:
    with running(side, options.folder) as server:
        told: dict[str, Any] = node("leak.js", side, server.url, str(GAMES), server.data / "flatfile")
    print(f"{side}: {told['choices']} secret choices, {told['messages']} messages to others meanwhile")
    print(
        f"  changes seen often enough to compare: {told['compared']} messages; telling the card: {len(told['telling'])}"
    )
    print(f"  the dice's seed sent before the end to: {', '.join(told['seed_sent_to']) or 'nobody'}")
    print(f"  a player could move for another: {'yes' if told['moved_for_another'] else 'no'}")
    print(f"  what changed in them: {', '.join(told['changed_paths'])}", flush=True)
    if side == "undertow":
        assert told["choices"] > 0, "nothing was compared"
        assert told["compared"] > 0, "nothing was compared"
        assert not told["telling"], told["telling"]
        assert not told["seed_sent_to"], told["seed_sent_to"]
        assert not told["moved_for_another"]
    return told
