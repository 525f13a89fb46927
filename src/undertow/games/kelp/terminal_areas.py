"""Kelp in a terminal: what lies before the shark and before the octopus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from undertow.games.kelp.terminal_forest import DICE, QUIET, die_mark
from undertow.games.kelp.view import Confrontation, Octopus, Offer, Shark, View

OCTOPUS_OWN, SHARK_OWN = "bold #c792ea", "bold #ff6b5e"
GAIN = "bold #9fd468"
SIDEBAR = 22
TILE_WORDS = {"reroll": "reroll a die", "exchange": "swap with energy", "draw": "draw more dice"}


def counted(things: Mapping[str, int]) -> str:
    """`Blend In, Nimble Dodge x2`."""
    return ", ".join(name if number == 1 else f"{name} x{number}" for name, number in things.items())


def plural(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")


def heading(what: str, style: str, name: str, turn: bool, mine: bool, width: int) -> Text:
    """`▶ SHARK Ada (you)`: the arrow is for whose turn it is."""
    you = " (you)" if mine else ""
    called = "" if name.lower() == what else f" {name}"
    room = width - len(what) - 2 - len(you)
    called = called if len(called) <= room else f"{called[: room - 1]}…"
    return Text.assemble(("▶ " if turn else "  ", "bold"), (what.upper(), style), called, (you, QUIET))


def rows(*lines: tuple[str, RenderableType] | None) -> Table:
    """A word and what it is about, line by line."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    for line in lines:
        if line:
            table.add_row(Text(line[0], QUIET), line[1])
    return table


# The shark ------------------------------------------------------------------------------------------------------------


def shark_area(view: View, name: str, mine: bool) -> RenderableType:
    shark = view.shark
    left = [plural(number, what) for number, what in ((shark.rerolls, "reroll"), (shark.exchanges, "swap")) if number]
    return Group(
        heading("shark", SHARK_OWN, name, view.turn == "shark" and not view.winner, mine, SIDEBAR),
        rows(
            ("pool", dice(shark.pool)),
            ("energy", _energy(shark)),
            ("saved", dice(shark.saved)) if shark.saved else None,
            ("hunger", _hunger(shark)),
            ("bag", _bag(shark.bag)) if shark.bag is not None else None,
            ("cards", Text(counted(shark.cards) or "none", "" if shark.cards else QUIET)),
            ("left", Text(", ".join(left), GAIN)) if left and view.phase == "before the move" else None,
        ),
        Text("growth", QUIET),
        *(_tile(shark, tile) for tile in range(len(shark.tiles))),
        Text(f"market, {shark.in_deck} in the deck", QUIET),
        _market(shark.market),
        Text("ways to escape", QUIET),
        *_escapes(view.confrontation),
    )


def dice(those: Sequence[str]) -> Text:
    return Text(" ").join(Text(*die_mark(die)) for die in those) if those else Text("none", QUIET)


def _energy(shark: Shark) -> Text:
    """Stored dice, free slots, and the pips they have together."""
    out = Text(" ").join([Text(*die_mark(die)) for die in shark.energy])
    for _ in range(shark.energy_slots - len(shark.energy)):
        out.append(" __" if out else "__", QUIET)
    total = shark.energy_left
    return out.append(f" = {total}", "bold") if total else out


def _letters(colours: Sequence[str], total: int) -> Text:
    """A track: dice as the letters of their colours, then what is free."""
    out = Text()
    for colour in colours:
        out.append(colour[0].upper(), DICE[colour])
    return out.append("·" * (total - len(colours)), QUIET)


def _hunger(shark: Shark) -> Text:
    number = len(shark.hunger)
    out = _letters(shark.hunger, shark.hunger_track)
    danger = number >= shark.hunger_track - 2
    return out.append(f" {number}/{shark.hunger_track}" + ("!" if danger else ""), SHARK_OWN if danger else "")


def _bag(bag: Mapping[str, int]) -> Text:
    marks = [Text(f"{number}{colour[0].upper()}", DICE[colour]) for colour, number in bag.items() if number]
    return Text(" ").join(marks) if marks else Text("empty", QUIET)


def _tile(shark: Shark, tile: int) -> Text:
    """A tile with its dice, or what it gives once it is full."""
    words = f" {TILE_WORDS[shark.tiles[tile]]}"
    if tile < shark.tiles_full:
        return Text.assemble("  ", ("■" * shark.tile_dice, GAIN), (words, "bold"))
    there = _letters(shark.growth if tile == shark.tiles_full else (), shark.tile_dice)
    return Text.assemble("  ", there, (words, QUIET))


def _market(offers: Sequence[Offer | None]) -> RenderableType:
    table = Table.grid(padding=(0, 1, 0, 0))
    for slot, offer in enumerate(offers, start=1):
        if offer is None:
            table.add_row(Text(f" {slot}", QUIET), Text("-", QUIET))
        else:
            table.add_row(Text(f" {slot}", QUIET), offer.card, Text(str(offer.cost), "bold"), _letters(offer.dice, 0))
    return table


def _escapes(confrontation: Confrontation) -> list[Text]:
    """The confrontation cards that are left, and who has chosen one."""
    lines = [Text(f" {' '.join(confrontation.strategies)}")]
    if confrontation.mine:
        lines.append(Text(f" you chose {confrontation.mine}", "bold"))
    elif any(confrontation.has_chosen):
        who = "octopus" if confrontation.has_chosen[0] else "shark"
        lines.append(Text(f" {who} has chosen", "bold"))
    return lines


# The octopus ----------------------------------------------------------------------------------------------------------


def octopus_area(view: View, name: str, mine: bool, width: int) -> RenderableType:
    octopus = view.octopus
    title = heading("octopus", OCTOPUS_OWN, name, view.turn == "octopus" and not view.winner, mine, width - 12)
    if view.turn == "octopus" and view.round and view.winner is None:
        title.append(f"  {'●' * octopus.actions or 'no'} {'action' if octopus.actions == 1 else 'actions'}", GAIN)
    return Group(
        title,
        rows(
            ("hand", _hand(octopus)),
            ("pulled", Text(octopus.pulled, "bold")) if octopus.pulled else None,
            ("to pay", Text(f"reveal {octopus.to_pay} more", "bold")) if octopus.to_pay else None,
            ("played", Text(counted(octopus.played))) if octopus.played else None,
            ("draw", Text(plural(octopus.in_draw, "card"))),
            ("discard", Text(counted(octopus.discard) or "none", "" if octopus.discard else QUIET)),
            ("trash", Text(counted(octopus.trash))) if octopus.trash else None,
            ("learn", _piles(octopus)),
            ("aside", Text(counted(octopus.aside) or "none")),
            ("eaten", _food(octopus)),
        ),
    )


def _hand(octopus: Octopus) -> Text:
    of = f"{octopus.in_hand} of {octopus.hand_size}"
    if octopus.hand is None:
        return Text.assemble((f"{'▮' * octopus.in_hand} " if octopus.in_hand else "", OCTOPUS_OWN), of)
    return Text.assemble((counted(octopus.hand) or "empty", "bold"), (f" ({of})", QUIET))


def _piles(octopus: Octopus) -> Text:
    """The open card of each pile, and how many are below it."""
    out = Text()
    for pile in octopus.piles:
        out.append(", " if out else "")
        out.append(pile.open or f"no {pile.name} card", "" if pile.open else QUIET)
        out.append(f" +{pile.below}" if pile.below else "", QUIET)
    return out


def _food(octopus: Octopus) -> Text:
    number = len(octopus.eaten)
    out = Text.assemble(("●" * number, GAIN), ("○" * max(0, octopus.food_to_win - number), QUIET))
    out.append(f" {number} of {octopus.food_to_win}")
    for food in octopus.eaten:
        out.append(", " if food != octopus.eaten[0] else ": ")
        out.append(food, "bold" if food in octopus.unused else QUIET)
        out.append(" (ready)" if food in octopus.unused else " (used)", "" if food in octopus.unused else QUIET)
    return out
