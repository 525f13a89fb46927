"""Get Bit! tables under load: Undertow and a boardgame.io server, one after the other, with the same clients.

.venv/bin/python -m bench.load.run --tables 10,50,200,1000 --seconds 15
.venv/bin/python -m bench.load.run --before COMMIT --rounds 3      ours now, and as it was then
.venv/bin/python -m bench.load.run --kill      what `kill -9` costs
.venv/bin/python -m bench.load.run --leak      what a player and a spectator are handed
"""

from __future__ import annotations

import argparse
import json
import signal
import statistics
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bench.load import kill, leak
from bench.load.clients import Clients
from bench.load.servers import NODE_FOLDER, SIDES, Server, running, sources_of

TITLES = {"undertow": "Undertow", "boardgame": "boardgame.io", "before": "Undertow before"}
COLUMNS = [
    "server",
    "tables",
    "moves/s",
    "rejected",
    "p50",
    "p95",
    "p99",
    "kB a table",
    "server, cores",
    "CPU a move",
    "clients, cores",
    "kB a move",
    "games",
    "lost connections",
]


@dataclass
class Measured:
    """One server with so many tables."""

    side: str
    tables: int
    report: dict[str, Any]
    set_up_seconds: float
    memory_idle: float  # bytes a table, everybody seated and connected, nothing played
    memory: float  # bytes a table, after the load
    processes: int
    cpu: float  # of the server: cores while it was measured
    cpu_per_move: float  # seconds

    def line(self) -> str:
        told = self.report
        rejected = told["rejected"] / max(1, told["rejected"] + told["accepted"])
        times = [f"{told[key]:.0f} ms" if told[key] is not None else "-" for key in ("p50", "p95", "p99")]
        cells = [
            TITLES[self.side],
            f"{self.tables:,}",
            f"{told['per_second']:,.0f}",
            f"{rejected:.0%}",
            *times,
            f"{self.memory / 1024:,.0f}",
            f"{self.cpu:.2f}",
            f"{self.cpu_per_move * 1000:.2f} ms",
            f"{told['generator_cpu']:.2f}",
            f"{told['received_kb_per_move'] or 0:.1f}",
            f"{told['games']:,}",
            f"{told['lost_connections']:,}",
        ]
        return row(cells)


IDLE = 0.05  # cores


def row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def settle(server: Server) -> None:
    """Until a server has nothing to do: ours loads the compiled rules when somebody plays, two seconds later."""
    quiet = 0
    while quiet < 5:
        before = server.use().cpu
        time.sleep(1)
        quiet = quiet + 1 if server.use().cpu - before < IDLE else 0


def measure(side: str, tables: int, options: argparse.Namespace) -> Measured:
    """Warm up with one table, sit everybody down, let them play."""
    sources = options.sources if side == "before" else None
    kind = "boardgame" if side == "boardgame" else "undertow"
    with running(kind, options.folder, sources, **options.settings) as server:
        with Clients(kind, server.url, 1, 0, 2, **options.settings) as first:
            first.hear("ready")
            first.go_on()
            first.hear("report")
        settle(server)
        empty = server.use()
        with Clients(kind, server.url, tables, options.warmup, options.seconds, **options.settings) as clients:
            set_up = clients.hear("ready")
            idle = server.use()
            clients.go_on()
            time.sleep(options.warmup)
            before = server.use()
            began = time.monotonic()
            report = clients.hear("report")
            after = server.use()
            took = time.monotonic() - began
        for error, times in report["errors"].items():
            print(f"  {TITLES[side]}: {times} x {error}", file=sys.stderr)
        spent = after.cpu - before.cpu
        return Measured(
            side=side,
            tables=tables,
            report=report,
            set_up_seconds=set_up,
            memory_idle=(idle.memory - empty.memory) / tables,
            memory=(after.memory - empty.memory) / tables,
            processes=after.processes,
            cpu=spent / took,
            cpu_per_move=spent / max(1, report["accepted"]),
        )


def load(options: argparse.Namespace, sides: list[str]) -> list[Measured]:
    """Both servers in turn, as often as wished: on a shared machine a ratio of single runs says little. Two versions of
    ours take turns at being the first: the machine is another one a minute later."""
    print(row(COLUMNS))
    print(row(["---"] * len(COLUMNS)), flush=True)
    measured: list[Measured] = []
    for tables in options.tables:
        times, costs = [], []
        for number in range(options.rounds):
            order = sides[::-1] if number % 2 and options.before else sides
            pair = {side: measure(side, tables, options) for side in order}
            measured += pair.values()
            print(*(one.line() for one in pair.values()), sep="\n", flush=True)
            if len(pair) == 2:
                ours, peer = (pair[side] for side in sides)
                times.append(ours.report["per_second"] / max(peer.report["per_second"], 1e-9))
                costs.append(ours.cpu_per_move / max(peer.cpu_per_move, 1e-9))
        if times:
            print(
                f"  {tables:,} tables: {_middle(times)} times the moves, {_middle(costs)} of the CPU a move", flush=True
            )
    return measured


def _middle(ratios: list[float]) -> str:
    between = f" (between {min(ratios):.2f} and {max(ratios):.2f})" if len(ratios) > 1 else ""
    return f"{statistics.median(ratios):.2f}{between}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=lambda text: [int(n) for n in text.split(",")], default=[10, 50, 200, 1000])
    parser.add_argument("--seconds", type=float, default=15, help="measured, after the warm-up")
    parser.add_argument("--warmup", type=float, default=3, help="seconds of play before")
    parser.add_argument("--rounds", type=int, default=1, help="both servers in turn, so often: the middle ratio")
    parser.add_argument("--only", choices=SIDES)
    parser.add_argument("--before", metavar="REVISION", help="ours as it was then, in place of boardgame.io")
    parser.add_argument("--folder", type=Path, help="where both store: on the disk that counts")
    parser.add_argument("--stale-check", action="store_true", help="boardgame.io's default for simultaneous moves")
    parser.add_argument("--one-core", action="store_true", help="boardgame.io's server on one core; it is one thread")
    parser.add_argument("--json", type=Path, help="write everything measured there")
    parser.add_argument("--kill", action="store_true", help="kill -9 under load: what was acknowledged and is gone")
    parser.add_argument("--leak", action="store_true", help="what a player and a spectator are handed")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that no server is left behind
    options.settings = {"BGIO_STALE_CHECK": "1"} if options.stale_check else {}
    options.settings |= {"BGIO_ONE_CORE": "1"} if options.one_core else {}
    options.settings |= {"AFRESH": "1"} if options.before else {}
    if not (NODE_FOLDER / "node_modules").exists():
        subprocess.run(["npm", "ci", "--silent"], cwd=NODE_FOLDER, check=True)
    sides = [options.only] if options.only else list(SIDES)
    told: list[dict[str, Any]]
    if options.kill:
        told = [kill.kill(side, options) for side in sides]
    elif options.leak:
        told = [leak.leak(side, options) for side in sides]
    elif options.before:
        with sources_of(options.before) as options.sources:
            told = [asdict(one) for one in load(options, ["undertow", "before"])]
    else:
        told = [asdict(one) for one in load(options, sides)]
    if options.json:
        options.json.write_text(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()
