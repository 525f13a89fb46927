"""Get Bit! drawn in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from undertow.games.get_bit.view import Beliefs, Swimmer, View

SEA, GONE, CARD, PLAYED, SHARK, BOLD = (
    "deep_sky_blue1",
    "bright_black",
    "bold #ffffff on #1668b0",
    "bright_black",
    "red",
    "bold",
)


def draw(view: View, names: Sequence[str], me: int | None = None) -> RenderableType:
    """The line from front to rear with limbs and cards, the shark behind it."""
    named = names[1:] if view.shark else names
    table = Table.grid(padding=(0, 2))
    table.add_row("", Text("front", "dim"), Text("limbs", "dim"), Text("cards left", "dim"), "")
    for place, number in enumerate(view.line):
        swimmer = view.swimmers[number]
        mark = "▶" if swimmer.seat == me else " "
        table.add_row(
            Text(f"{mark} {'~' * (len(view.line) - place)}", SEA),
            Text(named[number], BOLD) + _person(view, swimmer),
            _limbs(swimmer, view.limb_parts),
            _cards(swimmer.hand, view.cards),
            _choice(view, swimmer.seat, swimmer.has_chosen, swimmer.chosen),
        )
    if view.shark:
        hand = Text(" ".join(view.shark.hand) if len(view.shark.hand) < 6 else "all six cards")
        tokens = Text("●" * view.shark.tokens + f" {view.shark.tokens} hunger", SHARK)
        chosen = _choice(view, 0, view.shark.has_chosen, view.shark.chosen)
        mark = "▶" if me == 0 else " "
        table.add_row(Text(f"{mark} ◣", SHARK), Text(names[0], f"bold {SHARK}"), tokens, hand, chosen)
    else:
        table.add_row(Text("  ◣", SHARK), Text("the shark", SHARK), "", "", "")
    gone = [named[number] for number in range(len(view.swimmers)) if number not in view.line]
    parts: list[RenderableType] = [Text(f"round {view.round}", "dim"), table]
    if gone:
        parts.append(Text("out: " + ", ".join(gone), GONE))
    return Group(*parts)


def _person(view: View, swimmer: Swimmer) -> Text:
    """A letter for each person where people have several swimmers: A, B, C."""
    owners = sorted({other.owner for other in view.swimmers})
    if len(owners) == len(view.swimmers):
        return Text()
    return Text(f" ({'ABC'[owners.index(swimmer.owner)]})", SEA)


def _limbs(swimmer: Swimmer, parts: int) -> Text:
    """Four limbs, each whole, half or gone: right arm, left arm, right leg, left leg."""
    out = Text()
    for limb, short in (("right arm", "RA"), ("left arm", "LA"), ("right leg", "RL"), ("left leg", "LL")):
        left = swimmer.limbs[limb]
        out.append(short if left else "··", GONE if not left else BOLD if left == parts else "yellow")
        out.append(" ")
    return out


def _cards(hand: list[int], highest: int) -> Text:
    out = Text()
    for card in range(1, highest + 1):
        out.append(f" {card} " if card in hand else " · ", CARD if card in hand else PLAYED)
        out.append(" ")
    return out


def _choice(view: View, seat: int, has_chosen: bool, card: int | str | None) -> Text:
    if view.phase != "choosing":
        return Text("")
    if card is not None:
        return Text(f"chose {card}", "green")
    if seat in view.choosing:
        return Text("is thinking", "dim")
    return Text("has chosen", "green") if has_chosen else Text(f"comes in round {view.first_bite}", "dim")


def odds(beliefs: Beliefs | None) -> RenderableType:
    """What each of my cards does if the others choose at random."""
    if beliefs is None:
        return Text("No card to choose right now.")
    parts: list[RenderableType] = [
        Text(f"If all others choose at random, somebody ties in {beliefs.tie:.0%} of rounds.")
    ]
    for seat, chances in beliefs.cards.items():
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        shark = seat == "shark"
        for heading in ("card", "hits") if shark else ("card", "clashes", "leaves you last"):
            table.add_column(heading)
        for chance in chances:
            row = (f"{chance.bites:.0%}",) if shark else (f"{chance.clash:.0%}", f"{chance.last:.0%}")
            table.add_row(Text(chance.card, BOLD), *row)
        parts += [Text(f"\n{seat}", SEA), table]
    return Group(*parts)
