"""What the command prints: tables, logs, rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from undertow.core.box import SOURCES, write_value
from undertow.core.game import Game, find_game, game_names
from undertow.lab.simulate import Report

SEA = "deep_sky_blue1"
LONG_VALUE = 40  # characters that fit into a table
screen = Console(highlight=False)
errors = Console(stderr=True, highlight=False)


def loaded() -> list[Game]:
    """The installed games; one that somebody is still writing must not take the others away."""
    found = []
    for name in game_names():
        try:
            found.append(find_game(name))
        except Exception as error:
            errors.print(Text(f"undertow: the game {name!r} cannot be loaded: {error}"), soft_wrap=True)
    return found


def games() -> Table:
    table = Table(box=None, padding=(0, 2, 1, 0), header_style="bold")
    for heading in ("game", "players", "minutes", "what it is"):
        table.add_column(heading)
    for game in loaded():
        fewest, most = game.players[0], game.players[-1]
        players = f"{fewest}-{most}" if fewest < most else str(most)
        about = Text.assemble((game.title, "bold"), f"\n{game.summary}")
        table.add_row(Text(game.name, SEA), players, str(game.minutes), about)
    return table


def rules(game: Game) -> RenderableType:
    """The game's page, then every number with its source."""
    page = Markdown((game.folder / "README.md").read_text(encoding="utf-8"))
    heading = Text("\nEvery number, and where it comes from\n", "bold")
    return Group(page, heading, box_of(game), *_long_values(game), Text(), _sources())


def _long_values(game: Game) -> list[Text]:
    """Boards and cards, written out as a house-rules file has them: too long for a table."""
    long = [entry for entry in game.entries.values() if len(write_value(entry.value)) > LONG_VALUE]
    return [Text.assemble("\n", (entry.key, SEA), f" = {write_value(entry.value)}") for entry in long]


def box_of(game: Game) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("house rule", "value", "source", "about"):
        table.add_column(heading, no_wrap=heading in ("house rule", "source"), overflow="fold")
    for entry in game.entries.values():
        style = "yellow" if entry.source == "rebuilt" else ""
        value = write_value(entry.value)
        shown = value if len(value) <= LONG_VALUE else "see below"
        table.add_row(Text(entry.key, SEA), shown, Text(entry.source, style), entry.about)
    return table


def _sources() -> Table:
    table = Table.grid(padding=(0, 2))
    for source, meaning in SOURCES.items():
        table.add_row(Text(source, "bold"), Text(meaning, "dim"))
    return table


def board(game: Game, view: Any, names: Sequence[str], me: int | None = None) -> RenderableType:
    """The table as the game draws it, or plainly if it does not."""
    terminal = game.optional("terminal")
    drawn: RenderableType = terminal.draw(view, names, me) if terminal else plain(view)
    return drawn


def odds(game: Game, beliefs: Any) -> RenderableType:
    terminal = game.optional("terminal")
    shown: RenderableType = terminal.odds(beliefs) if hasattr(terminal, "odds") else plain(beliefs)  # type: ignore[union-attr]
    return shown


def plain(something: Any) -> Table:
    """Any view or belief as a table of its fields."""
    table = Table.grid(padding=(0, 2))
    content = msgspec.to_builtins(something)
    for name, value in content.items() if isinstance(content, dict) else ():
        table.add_row(Text(name.replace("_", " "), "dim"), _shown(value))
    return table


def _shown(value: Any) -> RenderableType:
    """A field: records of one list stand under each other, and what none of them says is left out."""
    if not (isinstance(value, list) and value and all(isinstance(row, dict) for row in value)):
        return Text(f"{value:.1%}" if isinstance(value, float) and 0 <= value <= 1 else _word(value))
    columns = [name for name in value[0] if any(row.get(name) is not None for row in value)]
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in columns:
        table.add_column(name.replace("_", " "))
    for row in value:
        table.add_row(*(_word(row.get(name)) for name in columns))
    return table


def _word(value: Any) -> str:
    return {None: "-", True: "yes", False: "no"}[value] if value is None or isinstance(value, bool) else str(value)


def report(found: Report) -> RenderableType:
    """What a simulation came to."""
    content = found.as_json()
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("seat", "bot", "wins", "95 % interval"):
        table.add_column(heading)
    for seat, wins in content["wins"].items():
        interval = f"{wins['low']:.2%} to {wins['high']:.2%}"
        table.add_row(Text(seat, SEA), wins["bot"], f"{wins['share']:.2%}", interval)
    length = content["length"]
    lines = [
        f"{content['games']:,} games of {content['game']}, {content['steps']:,} steps in {content['seconds']:.2f} s "
        f"on {content['device']} ({content['workers']} workers)",
        f"{content['games_per_second']:,.0f} games/s, {content['steps_per_second']:,.0f} steps/s",
        f"steps a game: {length['mean']:.1f} on average; 5 % have at most {length['p5']}, half {length['p50']}, "
        f"95 % {length['p95']}",
    ]
    if found.interrupted:
        lines.insert(0, "Stopped early; this is what was counted so far.")
    return Group(*map(Text, lines), Text(), table)


def measurements(found: dict[str, Any]) -> Table:
    """What `undertow bench` measured."""
    table = Table.grid(padding=(0, 2))
    rows = [
        (
            "random play, one core",
            f"{found['steps_per_second']:,.0f} steps/s, {found['games_per_second']:,.0f} games/s",
        ),
        ("from nothing compiled to the first match", f"{found['cold_start_seconds']:.1f} s"),
        ("the same, compiled before", f"{found['warm_start_seconds']:.1f} s"),
        ("a state", f"{found['state_bytes']} bytes, {found['clone_ns']:.0f} ns to clone"),
        ("one Match.play, dice included", f"{found['play_microseconds']:.0f} microseconds"),
    ]
    if "peer" in found:
        peer = f"{found['peer_steps_per_second']:,.0f} steps/s: ours is {found['ratio']:.0f} times as fast"
        if found["peer_decisions_per_second"] > found["peer_steps_per_second"]:
            peer += (
                f"; counting every player's decision {found['peer_decisions_per_second']:,.0f}/s, "
                f"{found['ratio_by_decision']:.0f} times"
            )
        rows.insert(1, (found["peer"] + " from Python", peer))
    else:
        rows.insert(1, ("peer", "not measured: pip install open_spiel"))
    for what, value in rows:
        table.add_row(Text(what, "dim"), Text(value, "bold"))
    return table


def batches(found: dict[str, Any]) -> Table:
    """What `undertow bench envs` measured: each table beside the peer that is nearest to it."""
    peers = found["peers"]
    table = Table.grid(padding=(0, 2))
    for row in found["tables"]:
        speed = row["decisions_per_second"]
        times = f"{speed / peers[row['peer']]:,.0f} times {row['peer']}" if row["peer"] in peers else ""
        table.add_row(Text(row["table"], "dim"), Text(f"{speed:,.0f} decisions/s", "bold"), times)
    for name, speed in peers.items():
        table.add_row(Text(name, "dim"), f"{speed:,.0f} decisions/s")
    if not peers:
        table.add_row(Text("peers", "dim"), 'not measured: pip install "undertow[rl]" pygame')
    return table
