"""JAWS, Act 1, in a terminal: the map of Amity Island, what goes on there, and where the shark may be."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from undertow.games.jaws.terminal_chart import (
    BARREL,
    CREW,
    QUIET,
    SHARK,
    SHARK_OWN,
    Mark,
    chart,
    fitted,
    percent,
    pips,
    room,
    several,
)
from undertow.games.jaws.view import HuntBeliefs, Hunter, Island, PadLine, Sailor, View

# Spaces touch here as they do on the board: digits and capitals are water, small letters land (of 5, 6, 7, 8, the
# beaches, the shop).
ISLAND = """
┌───────────────────────────────┬─────────────────┐
│1111111111111111111111111111111│22222222222222222│
│11┌──────────────┬─────────────┼──────────────┐22│
│11│55555555555555│NNNNNNNNNNNNN│66666666666666│22│
│11│55555555555555│NNNNNNNNNNNNN│66666666666666│22│
│11│5aaaaaaaaaaaaa│nnnnnnnnnnnnn│bbbbbbbbbbbbb6│22│
├──┼──────────┐aaa├─────────────┤bbb┌──────────┤22│
│33│WWWWWWWWWw│aaa│hhhhhhhhhhhhh│bbb│eEEEEEEEEE│22│
│33│WWWWWWWWWw│aaa│hhhhhhhhhhhhh│bbb│eEEEEEEEEE│22│
│33│WWWWWWWWWw├───┤hhhhhhhhhhhhh│bbb│eEEEEEEEEE│22│
│33│Wwwwwwwwww│ccc│hhhhhhhhhhhhh│bbb│eeeeeeeeeE│22│
│33│Wwwwwwwwww│ccc├─────────────┤bbb│eeeeeeeeeE│22│
│33├──────────┘ccc│sssssssssssss│bbb└──────────┼──┤
│33│7ccccccccccccc│sssssssssssss├───┘ddddddddd8│44│
│33│77777777777777│SSSSSSSSSSSSs│dddddddd888888│44│
│33│77777777777777│SSSSSSSSSSSSS│88888888888888│44│
│33└──────────────┼─────────────┴──────────────┘44│
│33333333333333333│4444444444444444444444444444444│
└─────────────────┴───────────────────────────────┘
"""
LABEL, LABEL_ON_SAND = "#c5dcb8", "#8a6a33"
WATERS = "12345678NESW"
LAND = {"5": "a", "6": "b", "7": "c", "8": "d", "N": "n", "E": "e", "S": "s", "W": "w", "Shop": "h"}
OFFICES = {"Mayor's Office": Mark("Mayor", "Mayor", LABEL), "Amity P.D.": Mark("Amity P.D.", "P.D.", LABEL)}
OPEN_SEA, SHALLOWS, SAND, GRASS, SHOP = (
    "#d7ecff on #0b3a63",
    "#e8f6ff on #17628f",
    "#3a2c10 on #e3c98b",
    "#eaf5dc on #3d6b35",
    "#fff3dc on #7a4a24",
)
COLOURS = {
    **dict.fromkeys("1234", OPEN_SEA),
    **dict.fromkeys("5678NESW", SHALLOWS),
    **dict.fromkeys("nesw", SAND),
    **dict.fromkeys("abcd", GRASS),
    "h": SHOP,
}
FRAMES = ("#4f86b5 on #0b3a63", "#5f9055 on #3d6b35")
MUTED = dict.fromkeys("nesw", "on #7d7152") | dict.fromkeys("abcd", "on #2b4526") | {"h": "on #46301f"}
ON_SAND, SIGN = "bold #7a2f00", "bold #ffffff on #c0392b"
SWIMMER, MICHAEL, NAME = "bold #ffe0bd", "bold #ffffff on #8e44ad", "bold"
PAD_LINES = 8  # of the latest rounds
SHORT = {"feeding frenzy": "frenzy", "evasive moves": "evasive", "out of sight": "unseen", "speed burst": "burst"}


def draw_island(view: View, island: Island, names: Sequence[str], me: int | None) -> RenderableType:
    """The map, beside it the round and the crew; below, for the shark alone, what only the shark knows."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(width=23)
    table.add_row(_map(island), _status(view, island, names, me))
    return Group(table, *_secrets(view, island.shark)) if island.shark else table


# The map --------------------------------------------------------------------------------------------------------------


def _map(island: Island) -> Text:
    written = {space: fitted(_in_water(island, space), room(ISLAND, space)) for space in WATERS}
    for space, letter in LAND.items():
        written[letter] = fitted(_on_land(island, space), room(ISLAND, letter))
    return chart(ISLAND, COLOURS, written, FRAMES)


def _in_water(island: Island, space: str) -> list[Mark]:
    """Swimmers, those eaten this turn as x and X, floating barrels, boats, and the shark where it is known to be."""
    marks = [Mark(space, space, NAME)]
    swimmers = island.swimmers.get(space, 0)
    eaten = island.shark.planned.get(space, 0) if island.shark else 0
    if swimmers:
        row = several("o", swimmers - eaten) + several("x", eaten)
        marks.append(Mark(row, row, SWIMMER))
    if island.michael == space:
        mark = "X" if island.shark and island.shark.ate_michael else "M"
        marks.append(Mark(mark, mark, MICHAEL))
    if barrels := island.floating.get(space):
        marks.append(Mark(f"~{several('■', barrels, 3)}~", f"{barrels}■", BARREL))
    marks += [_person(sailor) for sailor in island.crew if sailor.space == space and sailor.name != "brody"]
    if island.shark and island.shark.place == space:
        marks.append(Mark("▲SHARK", "▲", SHARK))
    elif island.seen == space:
        marks.append(Mark("▲seen!", "▲", SHARK))
    return marks


def _person(sailor: Sailor) -> Mark:
    word = sailor.name.capitalize()
    style = CREW[sailor.name]
    return Mark(f"({word})", f"({word[0]})", style) if sailor.overboard else Mark(word, word[0], style)


def _on_land(island: Island, space: str) -> list[Mark]:
    """Beach or sign, dock and its barrels, offices, Brody."""
    marks = []
    if space in island.swimmers:
        closed = Mark("opening soon", "opening", SIGN) if island.opening_soon else Mark("CLOSED", "CLOSED", SIGN)
        marks.append(closed if island.closed == space else Mark("beach", "", LABEL_ON_SAND))
    if space in island.offices:
        marks.append(OFFICES[island.offices[space]])
    barrels = island.docks.get(space, island.shop if space == "Shop" else 0)
    if space in island.docks or space == "Shop":
        marks.append(Mark("Shop", "Shop", NAME) if space == "Shop" else Mark("dock", "dock", NAME))
    if barrels:
        marks.append(Mark(several("■", barrels), several("■", barrels, 0), BARREL))
    for sailor in island.crew:
        if sailor.name == "brody" and sailor.space == space:
            style = ON_SAND if space in island.swimmers else CREW["brody"]
            marks.append(_person(sailor)._replace(style=style))
    return marks


# Beside it ------------------------------------------------------------------------------------------------------------


def _status(view: View, island: Island, names: Sequence[str], me: int | None) -> RenderableType:
    event = Text(island.event, "bold") if island.event else Text("no event yet", QUIET)
    turn = island.turn or (island.crew[me - 1].name if me else None)
    crew = [_sailor(sailor, name, sailor.name == turn) for sailor, name in zip(island.crew, names[1:], strict=True)]
    legend = Text("o swimmer   M Michael\n■ barrel  ~■~ floating", QUIET)
    legend.append("\nx X eaten this turn" if island.shark and view.phase == "shark turn" else "")
    extra = [Text("extra action to take", "green")] if island.extra_action else []
    head = [Text(f"round {view.round}", QUIET), event, *extra]
    return Group(*head, Text(), _numbers(island), Text(), *crew, Text(), legend)


def _numbers(island: Island) -> RenderableType:
    table = Table.grid(padding=(0, 1, 0, 0))
    for what, number, total, style, signs in (
        ("eaten", island.eaten, island.track_end, SHARK_OWN, "●○"),
        ("barrels", island.on_shark, island.barrels_to_catch, BARREL, "■□"),
    ):
        table.add_row(Text(what, QUIET), Text.assemble(pips(number, total, style, signs), f" {number}/{total}"))
    table.add_row(Text("tokens", QUIET), Text("◆" * island.tokens_left or "none left", SHARK_OWN))
    if island.token_in_play:
        table.add_row("", Text("one in play", SHARK_OWN))
    table.add_row(Text("supply", QUIET), Text(str(island.supply)))
    return table


def _sailor(sailor: Sailor, name: str, acts: bool) -> Text:
    """Who, what is left to do, what is carried; below, who plays that if it is somebody else."""
    out = Text.assemble("▶ " if acts else "  ", (f"{sailor.name.capitalize():<7}", CREW[sailor.name]))
    if sailor.actions:
        out.append("●" * sailor.actions + " ", "green")
    elif sailor.done:
        out.append("done ", QUIET)
    if sailor.barrels:
        out.append(several("■", sailor.barrels, 4), BARREL)
    if name != sailor.name.capitalize():
        out.append(f"\n  {name}"[:24], QUIET)
    if sailor.overboard:
        out.append("\n  overboard!", SHARK_OWN)
    return out


# What the shark knows -------------------------------------------------------------------------------------------------


def _secrets(view: View, shark: Hunter) -> list[RenderableType]:
    where = f"The shark is in {shark.place}" if shark.place else "The shark is not in the water yet"
    line = Text.assemble((f"\n{where}", SHARK_OWN))
    if view.phase == "shark turn":
        line.append(f"  actions left: {'●' * shark.actions or 'none'}")
        if shark.burst:
            line.append(f"  speed burst: {shark.burst} {'step' if shark.burst == 1 else 'steps'} left")
        ate = [f"{number} in {beach}" for beach, number in shark.planned.items()]
        ate += ["Michael"] if shark.ate_michael else []
        line.append(f"  eaten this turn: {', '.join(ate)}" if ate else "")
    tokens = Text.assemble(("tokens: ", QUIET), ", ".join(shark.tokens) or "none left")
    if shark.played:
        tokens.append("  in play: ", QUIET).append(shark.played, SHARK_OWN)
    return [line, tokens, pad_lines(shark.pad)]


def pad_lines(pad: Sequence[PadLine]) -> RenderableType:
    """The latest rounds of the tracker pad, two side by side."""
    lines = [_pad_line(line) for line in pad if line.path or line.token or line.ate][-PAD_LINES:]
    half = (len(lines) + 1) // 2
    table = Table.grid(padding=(0, 2, 0, 0))
    for row in range(half):
        table.add_row(lines[row], lines[row + half] if row + half < len(lines) else "")
    return table


def _pad_line(line: PadLine) -> Text:
    when = f"{line.round:>2}  " if line.round else " start  "
    out = Text.assemble((when, QUIET), (" ".join(line.path) or "stays", NAME))
    if line.ate:
        out.append(f"  ate {line.ate}", "red")
    if line.token:
        out.append(f"  {SHORT.get(line.token, line.token)}", SHARK_OWN)
    return out


# What the crew may believe --------------------------------------------------------------------------------------------

COLD, HOT, RULED_OUT = (23, 70, 110), (201, 42, 42), "#7f8c99 on #1b2630"
CERTAIN = 0.05  # bits
FEW, MANY = 2.5, 8  # spaces
BAR = 3
MUTED_FRAMES = ("#5f87af on #0b2236", "#4c6b45 on #2b4526")


def draw_hunt(beliefs: HuntBeliefs) -> RenderableType:
    """The map in shades: the redder, the likelier the shark is there; beside it its tokens."""
    top = max(beliefs.places.values())
    colours = MUTED | {space: _shade(share / top) for space, share in beliefs.places.items()}
    written = {
        space: [Text(f"{space} {percent(share)} " + "▒" * round(BAR * share / top))]
        for space, share in beliefs.places.items()
    }
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(width=27)
    table.add_row(chart(ISLAND, colours, written, MUTED_FRAMES), Group(_certainty(beliefs), Text(), _tokens(beliefs)))
    return Group(table, Text("What the crew can know, if the shark decides everything at random.", QUIET))


def _shade(heat: float) -> str:
    if heat <= 0:
        return RULED_OUT
    red, green, blue = (round(cold + (hot - cold) * heat) for cold, hot in zip(COLD, HOT, strict=True))
    return f"bold #ffffff on #{red:02x}{green:02x}{blue:02x}"


def _certainty(beliefs: HuntBeliefs) -> Text:
    best = max(beliefs.places, key=lambda space: beliefs.places[space])
    if beliefs.entropy < CERTAIN:
        return Text(f"Found: it is in {best}.", SHARK_OWN)
    spaces = 2**beliefs.entropy
    words = "Nearly found" if spaces < FEW else "Closing in" if spaces < MANY else "It may be nearly anywhere"
    likeliest = (f"{best}, {percent(beliefs.places[best])}", SHARK_OWN)
    return Text.assemble(f"{words}: as unsure as between {spaces:.1f} spaces.\nLikeliest ", likeliest)


def _tokens(beliefs: HuntBeliefs) -> RenderableType:
    table = Table.grid(padding=(0, 1, 0, 0))
    playing = any(beliefs.in_play.values())
    table.add_row(Text("token", QUIET), Text("left", QUIET), Text("in play" if playing else "", QUIET))
    for token, share in beliefs.tokens.items():
        table.add_row(Text(token), percent(share), percent(beliefs.in_play[token]) if playing else "")
    return table
