"""The boards in a terminal: nothing runs over, nothing is given away, and what lies on the table is drawn."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from io import StringIO

import pytest
from rich.console import Console, RenderableType
from rich.panel import Panel

from tests.games.jaws.island import Amity, at_sea
from undertow.core.match import Match
from undertow.games.jaws import terminal
from undertow.games.jaws.terminal_chart import LINES, Mark, fitted, several
from undertow.games.jaws.terminal_island import ISLAND, LAND, WATERS
from undertow.games.jaws.terminal_orca import ORCA
from undertow.games.jaws.view import (
    Beliefs,
    FightBeliefs,
    Fighter,
    HuntBeliefs,
    Hunter,
    Island,
    Option,
    Orca,
    PadLine,
    Sailor,
    Tile,
    View,
)

NAMES = ("Shark", "Quint", "Brody", "Hooper")
LONG_NAMES = tuple("A name that is as long as a name can be" for _ in NAMES)
ME = {"shark": 0, "crew": 1, "spectator": None}
CREW = ("quint", "brody", "hooper")
TOKENS = ("feeding frenzy", "evasive moves", "out of sight", "speed burst")


def shown(drawing: RenderableType, width: int = 80) -> str:
    """A drawing as plain text without colours."""
    file = StringIO()
    Console(file=file, width=width, color_system=None).print(drawing)
    assert max(map(len, file.getvalue().splitlines())) <= width
    return file.getvalue()


def drawn(view: View, names: Sequence[str] = NAMES, me: int | None = None) -> str:
    """A table in a panel, as `undertow play` shows it."""
    return shown(Panel(terminal.draw(view, names, me), expand=False))


def whole(picture: str, text: str) -> bool:
    """Whether every line of the board is there as it was laid out: none was folded or cut."""
    rows = iter(text.splitlines())
    return all(any(re.search(_pattern(row), line) for line in rows) for row in picture.split())


def _pattern(row: str) -> str:
    return "".join(sign if sign in LINES else "." for sign in row)


def positions(variant: str, seed: str, decisions: int, every: int) -> Iterator[Match]:
    """Positions of a match in which everybody decides at random."""
    match = Match("jaws", 2, {"variant": variant}, seed)
    rng = random.Random(seed)
    for number in range(decisions):
        if match.over:
            break
        if number % every == 0:
            yield match
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))
    yield match


def check(match: Match) -> None:
    """What holds for every position and every viewer."""
    for viewer in match.viewers:
        view = match.view(viewer)
        text = drawn(view, match.names, ME[viewer])
        assert whole(ISLAND if view.island else ORCA, text), text
        drawn(view, LONG_NAMES, ME[viewer])
        shown(terminal.odds(match.beliefs(viewer)))
        if view.island and viewer != "shark" and not match.over and view.island.seen is None:
            assert "▲" not in text
        if view.orca and viewer != "shark" and not match.over:
            assert "secretly" not in text
            assert ("▲SHARK" in text) == (view.orca.zone is not None)


def test_every_moment_of_a_fight_can_be_drawn() -> None:
    for match in positions("act2", "boat", 220, 6):
        check(match)


def test_a_plan_of_the_shark_can_be_drawn() -> None:
    match = Match("jaws", 2, {"variant": "act1"}, "sea")
    for action in ("lurk 1", "move N", "play speed burst", "burst 6", "burst E", "burst 8"):
        check(match)
        match.play("shark", action)
    check(match)


@pytest.mark.compiled
@pytest.mark.parametrize(("variant", "seed"), [("act1", "one"), ("full", "two")])
def test_whole_matches_can_be_drawn(variant: str, seed: str) -> None:
    for match in positions(variant, seed, 1200, 30):
        check(match)
    assert match.over


# Amity Island ---------------------------------------------------------------------------------------------------------


def sailor(name: str, space: str, barrels: int = 0, *, overboard: bool = False, actions: int = 4) -> Sailor:
    return Sailor(name, space, barrels, overboard, done=False, actions=actions)


def island(**changes: object) -> View:
    content: dict[str, object] = {
        "event": "Helicopter",
        "effect": "helicopter",
        "extra_action": False,
        "offices": {"6": "Mayor's Office", "7": "Amity P.D."},
        "beside": {},
        "swimmers": {"N": 0, "E": 0, "S": 0, "W": 0},
        "michael": None,
        "supply": 15,
        "closed": None,
        "opening_soon": False,
        "floating": {},
        "docks": {"5": 0, "8": 0},
        "shop": 6,
        "crew": [sailor("quint", "8", 2), sailor("brody", "7"), sailor("hooper", "5")],
        "turn": None,
        "events_left": 15,
        "seen": None,
        "on_shark": 0,
        "barrels_to_catch": 2,
        "eaten": 3,
        "track_end": 9,
        "tokens_left": 4,
        "token_in_play": False,
        "shark": None,
    } | changes
    return View("act1", 1, "crew turn", 1, 3, Island(**content), None, None)  # type: ignore[arg-type]


def row_of(text: str, *words: str) -> str:
    """The line that has all these words."""
    return next(line for line in text.splitlines() if all(word in line for word in words))


def test_the_map_has_the_borders_of_the_board() -> None:
    """Two spaces touch on the map exactly where boats, or Brody, can cross from one to the other."""
    game = Match("jaws", 2, {"variant": "act1"}, "any").game
    water = {frozenset(border.split("-")) for border in game.entries["island.water"].value}
    land = {frozenset(border.split("-")) for border in game.entries["island.land"].value}
    spaces = {letter: space for space, letter in LAND.items()}
    assert touching({letter: letter for letter in WATERS}) == water
    assert touching(spaces) == land


def touching(spaces: dict[str, str]) -> set[frozenset[str]]:
    """Pairs of spaces with a border between them on the map, at least two signs long or across."""
    rows = ISLAND.split()
    found = set()
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            for there in (rows[y][x + 2 : x + 3], rows[y + 2][x] if y + 2 < len(rows) else "", row[x + 1 : x + 2]):
                if sign in spaces and there in spaces and sign != there:
                    found.add(frozenset((spaces[sign], spaces[there])))
    return found


def test_swimmers_barrels_and_boats_lie_in_their_spaces() -> None:
    view = island(
        swimmers={"N": 3, "E": 0, "S": 12, "W": 1}, michael="W", floating={"1": 1, "8": 5}, docks={"5": 2, "8": 0}
    )
    text = drawn(view, NAMES, 1)
    assert "N ooo " in text
    assert "S 12o " in text
    assert "W o M " in text
    assert "1 ~■~ " in text
    assert "8 ~5■~ Quint" in text
    assert "5 Hooper" in text
    assert "dock ■■ " in text
    assert "P.D. Brody" in text
    assert "Shop ■■■■■■" in text


@pytest.mark.parametrize("space", ["1", "4", "5", "8", "N", "E", "S", "W"])
def test_there_is_room_for_everything_in_one_space(space: str) -> None:
    shark = Hunter(space, list(TOKENS), None, 3, 0, False, {}, False, [])
    beach = space if space in "NESW" else "N"
    view = island(
        swimmers={"N": 9, "E": 9, "S": 9, "W": 9},
        michael=beach,
        closed=beach,
        floating={space: 8},
        docks={"5": 8, "8": 8},
        crew=[sailor(name, "7" if (name, space) in STRANDED else space, 4, overboard=name != "brody") for name in CREW],
        shark=shark,
    )
    text = drawn(view, LONG_NAMES, 1)
    assert whole(ISLAND, text)
    assert "▲" in text
    assert "(Q" in text
    assert "(H" in text
    assert re.search(r"\bB(rody)?\b", text)


STRANDED = {("brody", "1"), ("brody", "4")}


def test_a_closed_beach_has_a_sign() -> None:
    assert "CLOSED" in drawn(island(closed="E"))
    soon = drawn(island(closed="N", opening_soon=True), NAMES)
    assert "opening soon" in soon
    assert "CLOSED" not in soon


def test_where_the_shark_was_found_is_drawn() -> None:
    assert "2 ▲seen!" in drawn(island(seen="2"), NAMES)
    assert "▲" not in drawn(island(), NAMES)


def test_offices_are_drawn_where_the_house_has_them() -> None:
    """On the printed board Brody begins at Amity P.D. in 7; the sheets have it in 6."""
    rules = {"variant": "act1", "island.amity_pd": "6", "island.mayors_office": "7"}
    for options, offices, seven in (
        ({"variant": "act1"}, {"6": "Mayor's Office", "7": "Amity P.D."}, "P.D. Brody"),
        (rules, {"6": "Amity P.D.", "7": "Mayor's Office"}, "Mayor Brody"),
    ):
        match = Match("jaws", 2, options, "any")
        view = match.view("crew")
        assert (view.island.offices, view.island.effect) == (offices, "none")
        assert view.island.crew[1].space == "7"
        assert view.island.beside["1"] == ["2", "3", "5", "N"]
        text = drawn(view, NAMES)
        assert seven in text
        assert ("Amity P.D." in text) == (offices["6"] == "Amity P.D.")
        assert "Mayor" in text


def test_the_effect_is_that_of_the_event() -> None:
    amity = Amity()
    amity.event("Holiday Roast")
    assert (amity.sea.event, amity.sea.effect) == ("Holiday Roast", "docks closed")


def test_the_shark_sees_itself_its_tokens_its_plan_and_its_pad() -> None:
    pad = [PadLine(0, ["7"], None, 0), PadLine(1, ["S", "4"], "speed burst", 2), PadLine(2, ["S"], None, 1)]
    shark = Hunter("S", ["feeding frenzy"], "out of sight", 1, 0, False, {"S": 1}, False, pad)
    view = island(swimmers={"N": 0, "E": 0, "S": 3, "W": 0}, shark=shark)
    text = drawn(View("act1", 1, "shark turn", 2, 3, view.island, None, None), NAMES, 0)
    assert "S oox" in text
    assert "▲SHARK" in text
    assert "actions left: ●" in row_of(text, "The shark is in S")
    assert "eaten this turn: 1 in S" in text
    assert row_of(text, "tokens: feeding frenzy", "in play: out of sight")
    assert row_of(text, "1  S 4  ate 2  burst")
    assert row_of(text, "2  S  ate 1")


def test_a_planned_meal_marks_who_is_eaten() -> None:
    """Michael, and not the swimmer beside him."""
    swimmers = {"N": 0, "E": 0, "S": 0, "W": 1}
    ate_michael = Hunter("W", [], None, 2, 0, False, {}, True, [])
    text = drawn(island(swimmers=swimmers, michael="W", shark=ate_michael), NAMES, 0)
    assert "W o X " in text
    ate_the_other = Hunter("W", [], None, 2, 0, False, {"W": 1}, False, [])
    text = drawn(island(swimmers=swimmers, michael="W", shark=ate_the_other), NAMES, 0)
    assert "W x M " in text


def test_a_speed_burst_shows_its_steps_left() -> None:
    amity = at_sea("1")
    amity.plans("play speed burst")
    assert "speed burst: 3 steps left" in drawn(amity.match.view("shark"), NAMES, 0)
    amity.plans("burst 2, burst 4")
    assert "speed burst: 1 step left" in drawn(amity.match.view("shark"), NAMES, 0)
    amity.plans("burst 8")
    assert "speed burst: " not in drawn(amity.match.view("shark"), NAMES, 0)


def test_the_extra_action_of_the_news_is_shown_until_it_is_taken() -> None:
    assert "extra action" in drawn(island(extra_action=True), NAMES)
    assert "extra action" not in drawn(island(), NAMES)


def test_the_round_in_numbers() -> None:
    view = island(on_shark=1, tokens_left=2, token_in_play=True, supply=7)
    text = drawn(view, ("Shark", "Ann", "Brody", "Ben"), 1)
    assert "●●●○○○○○○ 3/9" in row_of(text, "eaten")
    assert "■□ 1/2" in row_of(text, "barrels")
    assert "◆◆ " in row_of(text, "tokens")
    assert "one in play" in text
    assert "7" in row_of(text, "supply")
    assert "▶ Quint  ●●●● ■■" in text
    assert "Ann" in text
    assert "Ben" in text


# The Orca -------------------------------------------------------------------------------------------------------------


def fighter(name: str, space: str | None = "boat 2", wounds: int = 0, **more: object) -> Fighter:
    content: dict[str, object] = {"gear": {}, "weapon": None, "target": None, "ready": False, "caged": False} | more
    return Fighter(name, space, wounds, **content)  # type: ignore[arg-type]


def orca(**changes: object) -> View:
    content: dict[str, object] = {
        "tiles": [Tile(zone, "intact", 2, 4) for zone in range(1, 9)],
        "crew": [fighter(name) for name in CREW],
        "to_divide": None,
        "divided": 7,
        "to_be_divided": 7,
        "pool": {},
        "options": [Option("A", 1, 2, 2, False, False), Option("B", 8, 0, 3, True, False)],
        "locked": True,
        "with_ability": False,
        "hand_size": 6,
        "abilities_used": {},
        "zone": None,
        "slot": None,
        "ability": None,
        "evade": None,
        "attached": {},
        "shark_wounds": 0,
        "shark_dies_at": 18,
        "crew_dies_at": 5,
        "dice": [],
        "boat_target": None,
        "crew_target": None,
        "shark": None,
    } | changes
    return View("act2", 2, "crew prepares", 3, 0, None, Orca(**content), None)  # type: ignore[arg-type]


def test_tiles_show_what_is_left_of_them() -> None:
    tiles = [Tile(zone, "intact", 2, 4) for zone in range(1, 9)]
    tiles[1] = Tile(2, "damaged", None, 2)
    tiles[6] = Tile(7, "destroyed", None, None)
    text = drawn(orca(tiles=tiles, crew=[fighter(name, "water 7") for name in CREW]), NAMES)
    assert "1 intact  2/4" in text
    assert "2 DAMAGED -/2" in text
    assert "7 DESTROYED" in text
    assert text.count("~ ~ ~ ~ ~ ~") == 1


def test_options_lie_in_the_water_of_their_zones_unless_ruled_out() -> None:
    options = [Option("A", 1, 2, 2, False, False), Option("B", 8, 0, 3, True, True), Option("C", 1, 1, 2, True, False)]
    text = drawn(orca(options=options), NAMES)
    assert "1 [A] [C]" in text
    assert "8 [B]" not in text
    assert "[B] zone 8  evade 0  3 dice  shakes off  ruled out" in text


def test_the_shark_when_it_is_up() -> None:
    crew = [fighter("quint", "water 8", 2, weapon="rifle", target=8), fighter("brody", None, 5), fighter("hooper")]
    view = orca(zone=8, slot="B", evade=1, ability="hard target", shark_wounds=9, boat_target=2, crew=crew, dice=[2, 0])
    text = drawn(view, NAMES)
    assert "8 ▲SHARK Quint" in text
    assert "aim:Q" in text
    assert "Hooper ◀at" in text or "◀" in row_of(text, "Hooper", "│")
    assert "◀ here" in row_of(text, "[B] zone 8")
    assert "━━━━━━━─────── 9/18" in text
    assert "evades 1, hard target" in text
    assert "♥♥♥··" in row_of(text, "rifle at 8")
    assert "gone" in row_of(text, "Brody")
    assert "[2]  [0]" in text


def test_everybody_in_one_place_is_still_legible() -> None:
    for space in ("water 2", "boat 2", "water 1", "boat 1"):
        crew = [fighter(name, space, target=int(space[-1])) for name in CREW]
        zone = int(space[-1])
        text = drawn(orca(crew=crew, zone=zone, slot="A", evade=2, boat_target=zone), LONG_NAMES, 2)
        assert whole(ORCA, text)
        assert "aim:QBH" in text
        assert "▲SHARK" in text


# What the crew may believe --------------------------------------------------------------------------------------------


def percentages(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"(\d+)%", text)]


def hunt(places: dict[str, float], entropy: float) -> str:
    everywhere = dict.fromkeys(WATERS, 0.0) | places
    beliefs = HuntBeliefs(everywhere, dict.fromkeys(TOKENS, 1.0), dict.fromkeys(TOKENS, 0.0), entropy)
    return shown(terminal.odds(Beliefs(hunt=beliefs)))


def test_the_belief_is_told_in_percent_in_every_space() -> None:
    text = hunt({"1": 0.5, "N": 0.25, "8": 0.248, "S": 0.002}, 1.5)
    assert whole(ISLAND, text)
    assert "1 50% ▒▒▒" in text
    assert "N 25% ▒▒" in text
    assert "8 25%" in text
    assert "S <1%" in text
    assert "W - " in text
    assert "Closing in: as unsure as" in text
    assert "between 2.8 spaces." in text
    assert "Likeliest 1, 50%" in text


def test_certainty_is_told_in_words() -> None:
    assert "Found: it is in W." in hunt({"W": 1.0}, 0.0)
    assert "W 100%" in hunt({"W": 1.0}, 0.0)
    assert "Nearly found" in hunt({"W": 0.5, "5": 0.5}, 1.0)
    assert "It may be nearly anywhere" in hunt(dict.fromkeys(WATERS, 1 / 12), 3.585)


@pytest.mark.compiled
def test_percentages_of_a_real_hunt_sum_to_a_hundred() -> None:
    for match in positions("act1", "sea", 150, 5):
        beliefs = match.beliefs("crew")
        if beliefs:
            picture = "".join(line[:53] for line in shown(terminal.odds(beliefs)).splitlines(keepends=True)[1:20])
            assert 94 <= sum(percentages(picture)) <= 106


def test_the_belief_of_a_fight() -> None:
    fight = FightBeliefs(
        {"A": 0.0, "B": 0.5, "C": 0.5}, {"1": 0.0, "2": 0.5, "7": 0.5}, {"maul again": 0.625}, {"maul again": 0.125}
    )
    text = shown(terminal.odds(Beliefs(fight=fight)))
    assert "50%" in row_of(text, "[B]")
    assert "-" in row_of(text, "[A]")
    assert "zone 2: 50%   7: 50%" in text
    assert row_of(text, "maul again", "62%", "12%")


def test_there_is_nothing_to_believe_for_who_knows() -> None:
    assert "You know where the shark is: you are the shark." in shown(terminal.odds(None))


# Fitting --------------------------------------------------------------------------------------------------------------


def test_marks_are_shortened_from_the_first_until_they_fit() -> None:
    marks = [Mark("Amity P.D.", "P.D.", ""), Mark("Brody", "B", "")]
    assert [str(line) for line in fitted(marks, [16])] == ["Amity P.D. Brody"]
    assert [str(line) for line in fitted(marks, [12])] == ["P.D. Brody"]
    assert [str(line) for line in fitted(marks, [6])] == ["P.D. B"]
    assert [str(line) for line in fitted(marks, [10, 6])] == ["Amity P.D.", "Brody"]


def test_many_things_are_counted() -> None:
    assert several("o", 0) == ""
    assert several("o", 3) == "ooo"
    assert several("o", 12) == "12o"


# What is asked --------------------------------------------------------------------------------------------------------


def test_labels_say_what_gear_does_and_reaches() -> None:
    match = next(match for match in positions("act2", "boat", 400, 1) if weapons(match))
    seat = weapons(match)[0]
    labels = [match.label(seat, action) for action in match.legal(seat)]
    assert all(re.fullmatch(r"Use the [a-z ]+( on zone [1-8]( or [1-8])*)?: .+", label) for label in labels), labels


def weapons(match: Match) -> list[str]:
    """The seats that are asked for a weapon."""
    return [seat for seat in match.to_act if match.legal(seat)[0].startswith("use ")]


def test_a_card_is_explained_when_it_is_divided() -> None:
    match = Match("jaws", 2, {"variant": "act2"}, "boat")
    assert match.prompt("crew") == "Card 1 of 7: who gets the rifle (3 dice, any zone, one use)?"


def test_the_shark_is_told_each_option() -> None:
    match = next(match for match in positions("act2", "boat", 400, 1) if match.to_act == ("shark",))
    label = match.label("shark", "resurface A")
    assert re.fullmatch(r"Come up at A: zone \d, evade \d, \d dice(, shakes off)?", label), label


@pytest.mark.compiled
def test_the_end_of_a_full_game_shows_where_the_shark_swam() -> None:
    """Through the shark's eyes, which are everybody's when it is over."""
    match = Match("jaws", 2, {"act1.track_end": 1, "act2.shark_wounds": 1}, "path")
    rng = random.Random(3)
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, rng.choice(match.legal(seat)))
    shark = match.view("shark")
    assert shark.orca.shark.pad[0].path
    assert match.view("crew").orca.shark.pad == []
    console = Console(width=80, record=True, file=StringIO())
    console.print(terminal.draw(shark, match.names, None))
    assert "Where the shark swam in Act 1" in console.export_text()
