"""JAWS, Act 2, in a terminal: the Orca from above, the fight around it, and where the shark may come up."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from undertow.games.jaws.terminal_chart import (
    CREW,
    QUIET,
    SHARK,
    SHARK_OWN,
    Mark,
    chart,
    counted,
    fitted,
    percent,
    pips,
    room,
)
from undertow.games.jaws.terminal_island import pad_lines
from undertow.games.jaws.view import FightBeliefs, Fighter, Lair, Option, Orca, Tile, View

# Digits are the water of a zone, the letters a to h its boat space. Bow at the left, stern at the right.
ORCA = """
┌───────────────────┬────────────────┬────────────────┬───────────────────┐
│1111111111111111111│2222222222222222│3333333333333333│4444444444444444444│
│1111111111111111111│2222222222222222│3333333333333333│4444444444444444444│
│111╭───────────────┼────────────────┼────────────────┼───────────────╮444│
│111│aaaaaaaaaaaaaaa│bbbbbbbbbbbbbbbb│cccccccccccccccc│ddddddddddddddd│444│
│111│aaaaaaaaaaaaaaa│bbbbbbbbbbbbbbbb│cccccccccccccccc│ddddddddddddddd│444│
├───┼───────────────┼────────────────┼────────────────┼───────────────┼───┤
│555│eeeeeeeeeeeeeee│ffffffffffffffff│gggggggggggggggg│hhhhhhhhhhhhhhh│888│
│555│eeeeeeeeeeeeeee│ffffffffffffffff│gggggggggggggggg│hhhhhhhhhhhhhhh│888│
│555╰───────────────┼────────────────┼────────────────┼───────────────╯888│
│5555555555555555555│6666666666666666│7777777777777777│8888888888888888888│
│5555555555555555555│6666666666666666│7777777777777777│8888888888888888888│
└───────────────────┴────────────────┴────────────────┴───────────────────┘
"""
WATER, WOOD, SPLINTERS = "#e8f6ff on #0f4a78", "#fff3dc on #7a4a24", "#ffd9a0 on #4d2a12"
FRAMES = ("#4f86b5 on #0f4a78", "#a9744a on #5b3518")
TOKEN = "bold #10202e on #f2d16b"
ATTACKED = "bold #ffffff on #b3261e"
BAR = 14


def draw_orca(view: View, orca: Orca, names: Sequence[str], me: int | None) -> RenderableType:
    """The boat and the water around it, the options, the shark, the crew."""
    middle = Table.grid(padding=(0, 3, 0, 0))
    middle.add_column(no_wrap=True)
    middle.add_row(*([_options(orca)] if orca.options else []), _shark(orca))
    head = Text(f"round {view.round}   {view.phase}" if view.round else view.phase, QUIET)
    path: list[RenderableType] = []
    if view.winner and orca.shark and orca.shark.pad:
        path = [Text("\nWhere the shark swam in Act 1", QUIET), pad_lines(orca.shark.pad)]
    return Group(head, _board(orca), *_notes(orca), middle, _crew(orca, names, me), *path)


# The boat -------------------------------------------------------------------------------------------------------------


def _board(orca: Orca) -> Text:
    colours, written = {}, {}
    for tile in orca.tiles:
        water, wood = str(tile.zone), "abcdefgh"[tile.zone - 1]
        colours[water] = WATER
        colours[wood] = {"intact": WOOD, "damaged": SPLINTERS, "destroyed": WATER}[tile.state]
        written[water] = fitted(_in_water(orca, tile.zone), room(ORCA, water))
        people = fitted(_aboard(orca, tile.zone), room(ORCA, wood)[1:])
        written[wood] = [_planks(tile), people[0] if tile.state != "destroyed" else Text("~ ~ ~ ~ ~ ~")]
    return chart(ORCA, colours, written, FRAMES)


def _planks(tile: Tile) -> Text:
    """How the boat space is, and the hits that damage or destroy it."""
    if tile.state == "destroyed":
        return Text(f"{tile.zone} DESTROYED")
    if tile.state == "damaged":
        return Text(f"{tile.zone} DAMAGED -/{tile.destroy}", "bold")
    return Text(f"{tile.zone} intact  {tile.damage}/{tile.destroy}")


def _in_water(orca: Orca, zone: int) -> list[Mark]:
    """Where the shark may come up or is, who swims here, who aims here."""
    marks = [Mark(str(zone), str(zone), "bold")]
    if orca.zone is None:
        slots = [option.slot for option in orca.options if option.zone == zone and not option.ruled_out]
        marks += [Mark(f"[{slot}]", f"[{slot}]", TOKEN) for slot in slots]
    elif orca.zone == zone:
        marks.append(Mark("▲SHARK", "▲SHARK", SHARK))
    marks += [_person(fighter) for fighter in orca.crew if fighter.space == f"water {zone}"]
    aiming = [fighter.name[0].upper() for fighter in orca.crew if fighter.target == zone]
    if aiming:
        aim = "aim:" + "".join(aiming)
        marks.append(Mark(aim, aim, "bold #ffd75f"))
    return marks


def _aboard(orca: Orca, zone: int) -> list[Mark]:
    marks = [_person(fighter) for fighter in orca.crew if fighter.space == f"boat {zone}"]
    return [*marks, Mark("◀attacked", "◀!", ATTACKED)] if orca.boat_target == zone else marks


def _person(fighter: Fighter) -> Mark:
    word = fighter.name.capitalize()
    return Mark(word, word[0], CREW[fighter.name])


# Around it ------------------------------------------------------------------------------------------------------------


def _notes(orca: Orca) -> list[RenderableType]:
    """What the numbers mean; dice on the table; gear to divide; what the shark keeps to itself."""
    notes: list[RenderableType] = [Text(f"◁ bow {'1/3: hits that damage / destroy a boat space':^60} stern ▷", QUIET)]
    if orca.dice:
        notes.append(Text.assemble(("dice: ", QUIET), ("  ".join(f"[{hits}]" for hits in orca.dice), "bold")))
    if orca.pool:
        notes.append(Text.assemble(("to divide: ", QUIET), counted(orca.pool)))
    return notes + ([_secrets(orca.shark)] if orca.shark else [])


def _secrets(shark: Lair) -> Text:
    out = Text.assemble(("shark's hand: ", SHARK_OWN), counted(shark.hand) or "no ability card")
    if shark.slot:
        out.append("\nsecretly: ", SHARK_OWN).append(f"comes up at {shark.slot}")
        out.append(f" with {shark.ability}" if shark.ability else "")
    return out


def _options(orca: Orca) -> Text:
    return Text("\n").join(_option(option, orca.slot) for option in orca.options)


def _option(option: Option, revealed: str | None) -> Text:
    style = QUIET if option.ruled_out else ""
    out = Text.assemble((f"[{option.slot}]", style or TOKEN))
    out.append(f" zone {option.zone}  evade {option.evade}  {option.dice} dice", style)
    out.append("  shakes off" if option.shake_off else "", style)
    out.append("  ruled out" if option.ruled_out else "", style)
    out.append("  ◀ here" if revealed == option.slot else "", SHARK_OWN)
    return out


def _shark(orca: Orca) -> RenderableType:
    """Its wounds, what hangs on it, what it can still do."""
    full = min(BAR, round(BAR * orca.shark_wounds / orca.shark_dies_at))
    wounds = f" {orca.shark_wounds}/{orca.shark_dies_at}"
    lines = [Text.assemble(("shark ", SHARK_OWN), pips(full, BAR, SHARK_OWN, "━─"), wounds)]
    if orca.evade is not None:
        lines.append(Text(f"evades {orca.evade}" + (f", {orca.ability}" if orca.ability else ""), SHARK_OWN))
    under = ", one under the token" if orca.with_ability else ""
    lines.append(Text.assemble(("abilities: ", QUIET), f"{orca.hand_size}{under}"))
    for what, those in (("attached", orca.attached), ("used up", orca.abilities_used)):
        if those:
            lines.append(Text.assemble((f"{what}: ", QUIET), counted(those)))
    return Group(*lines)


def _crew(orca: Orca, names: Sequence[str], me: int | None) -> RenderableType:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
    for heading in ("  crew", "where", "life", "this round", "gear"):
        table.add_column(heading)
    for member, fighter in enumerate(orca.crew):
        table.add_row(
            _name(fighter, names[member + 1], me == member + 1),
            Text(fighter.space or ("gone" if fighter.wounds else "ashore")),
            pips(orca.crew_dies_at - fighter.wounds, orca.crew_dies_at, "bold red", "♥·"),
            _intent(fighter, orca),
            Text(counted(fighter.gear)),
        )
    return table


def _name(fighter: Fighter, name: str, mine: bool) -> Text:
    word = fighter.name.capitalize()
    called = "" if name == word else f"\n  {name}"[:18]
    return Text.assemble("▶ " if mine else "  ", (word, CREW[fighter.name]), (called, QUIET))


def _intent(fighter: Fighter, orca: Orca) -> Text:
    """The weapon and where it points, the cage, or that the shark attacks."""
    words = [fighter.weapon] if fighter.weapon else []
    if fighter.target is not None:
        words.append(f"at {fighter.target}")
    if fighter.caged:
        words.append("in the cage")
    attacked = " attacked!" if orca.crew_target == fighter.name else ""
    return Text.assemble(" ".join(words), (attacked, SHARK_OWN))


# What the crew may believe --------------------------------------------------------------------------------------------


def draw_fight(beliefs: FightBeliefs) -> RenderableType:
    """Where it may come up, and with which ability."""
    where = Table.grid(padding=(0, 2, 0, 0))
    for option, share in beliefs.options.items():
        where.add_row(Text(f"[{option}]", TOKEN), Text(percent(share), "bold"), _bar(share))
    zones = "   ".join(f"{zone}: {percent(share)}" for zone, share in beliefs.zones.items() if share)
    parts: list[RenderableType] = [Text(), where, Text.assemble(("zone ", QUIET), zones)] if beliefs.options else []
    cards = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
    under = any(beliefs.under_token.values())
    for heading in ("ability", "in its hand", "", "under its token" if under else ""):
        cards.add_column(heading)
    for ability, share in beliefs.in_hand.items():
        cards.add_row(ability, percent(share), _bar(share), percent(beliefs.under_token[ability]) if under else "")
    return Group(Text("What the crew can know, if the shark chooses at random", QUIET), *parts, Text(), cards)


def _bar(share: float) -> Text:
    return pips(round(BAR * share), BAR, SHARK_OWN, "━─")
