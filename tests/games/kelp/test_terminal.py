"""The forest in a terminal: nothing runs over, nothing is given away, and what lies on the table is drawn."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from io import StringIO

import msgspec
import pytest
from rich.console import Console, RenderableType
from rich.panel import Panel

from tests.games.kelp.forest import Forest
from undertow.core.match import Match
from undertow.games.kelp import terminal
from undertow.games.kelp.state import BLOCK_NAMES, CARD_NAMES, SPACE_NAMES
from undertow.games.kelp.terminal_forest import BLOCK, HEIGHT, PLACES, SHORT, WIDTH, corner, facing
from undertow.games.kelp.terminal_odds import percent
from undertow.games.kelp.view import Beliefs, View

NAMES = ("Octopus", "Shark")
LONG_NAMES = ("A name that is as long as a name can be",) * 2
ME = {"octopus": 0, "shark": 1, "spectator": None}
COLUMNS = 76  # in a panel of 80


def shown(drawing: RenderableType, width: int = COLUMNS) -> str:
    """A drawing as plain text without colours."""
    file = StringIO()
    Console(file=file, width=width, color_system=None).print(drawing)
    assert max(map(len, file.getvalue().splitlines())) <= width
    return file.getvalue()


def drawn(view: View, me: int | None = None, names: Sequence[str] = NAMES) -> str:
    return shown(terminal.draw(view, names, me))


def row_of(text: str, *words: str) -> str:
    """The line that has all these words."""
    return next(line for line in text.splitlines() if all(word in line for word in words))


def map_of(text: str) -> list[str]:
    return [line[:WIDTH] for line in text.splitlines()[:HEIGHT]]


def in_zone(text: str, zone: int) -> str:
    """What is written in a zone, its header included."""
    y, x = corner(zone)
    return " ".join(line[x : x + 16] for line in map_of(text)[y : y + 4])


def at_space(text: str, space: str) -> str:
    y, x = PLACES[space]
    return map_of(text)[y][x : x + 4]


def whole(text: str) -> bool:
    """Whether the path and all zones are there, none folded or cut."""
    rows = map_of(text)
    return all(len(row.rstrip()) > WIDTH // 2 for row in rows) and rows[5][17] == rows[10][34] == "╋"


def positions(seed: str, decisions: int, every: int) -> Iterator[Match]:
    """Positions of a match in which both decide at random."""
    match = Match("kelp", 2, {}, seed)
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
        text = drawn(view, ME[viewer])
        assert whole(text), text
        assert whole(drawn(view, ME[viewer], LONG_NAMES))
        shown(Panel(terminal.draw(view, NAMES, ME[viewer]), expand=False), 80)
        shown(terminal.odds(match.beliefs(viewer)), 78)
        for zone, block in enumerate(view.zones):
            assert str(zone) in in_zone(text, zone)
            assert f"{block.value}+" in in_zone(text, zone)
            if viewer != "octopus" and block.hidden and not match.over:
                assert not any(word in in_zone(text, zone) for word in SHORT.values()), text
        assert all(name in at_space(text, name) for name in SPACE_NAMES)


@pytest.mark.parametrize("seed", ["sea", "sand", "ink"])
def test_random_moments_can_be_drawn(seed: str) -> None:
    for match in positions(seed, 160, 20):
        check(match)


@pytest.mark.compiled
@pytest.mark.parametrize("seed", ["one", "two", "three", "four"])
def test_whole_matches_can_be_drawn(seed: str) -> None:
    for match in positions(seed, 2000, 20):
        check(match)
    assert match.over


# The forest -----------------------------------------------------------------------------------------------------------


def test_a_hidden_block_is_shown_to_the_octopus_alone() -> None:
    forest = Forest(blocks={0: "octopus", 8: "current trap"})
    own = drawn(forest.seen("octopus"), 0)
    assert "(OCTOPUS)" in in_zone(own, 0)
    assert "(trap 1~)" in in_zone(own, 8)
    assert "(shell)" in in_zone(own, 4)
    for viewer in ("shark", "spectator"):
        forest_map = "\n".join(map_of(drawn(forest.seen(viewer), ME[viewer])))
        assert not any(word in forest_map for word in SHORT.values())
        assert forest_map.count("▒" * BLOCK) == 27


def test_the_drawing_for_the_shark_does_not_depend_on_hidden_blocks_or_on_the_hand() -> None:
    one = Forest(blocks={0: "octopus", 8: "current trap"}, hand=("Nimble Dodge", "Stirred Sand", "Blend In"))
    other = Forest(blocks={4: "octopus", 1: "current trap"}, hand=("Nimble Dodge", "Nimble Dodge", "Stirred Sand"))
    for viewer in ("shark", "spectator"):
        assert drawn(one.seen(viewer), ME[viewer]) == drawn(other.seen(viewer), ME[viewer])
    assert drawn(one.seen("octopus"), 0) != drawn(other.seen("octopus"), 0)


def test_a_lying_block_is_open_for_everybody() -> None:
    forest = Forest(blocks={0: "octopus", 8: "current trap"})
    forest.reveal(0, 8, 4)
    for viewer, me in ME.items():
        text = drawn(forest.seen(viewer), me)
        assert "│ OCTOPUS │" in in_zone(text, 0)
        assert "│ trap 1~ │" in in_zone(text, 8)
        assert "│  shell  │" in in_zone(text, 4)
        assert "▒" in in_zone(text, 1)


def test_every_kind_of_block_fits() -> None:
    view = Forest().seen("octopus")
    for kind in BLOCK_NAMES:
        for hidden in (True, False):
            zones = [msgspec.structs.replace(zone, block=kind, hidden=hidden) for zone in view.zones]
            text = drawn(msgspec.structs.replace(view, zones=zones), 0)
            assert whole(text)
            assert all(SHORT[kind] in in_zone(text, zone) for zone in range(9))


def test_blocks_in_the_bag_leave_gaps() -> None:
    forest = Forest(hand=("Stirred Sand", "Nimble Dodge", "Blend In"), rules={"naming": True})
    forest.octopus("play Stirred Sand", "reveal 8", "shuffle 0", "shuffle 1", "shuffle 2")
    forest.chance("shell")
    text = drawn(forest.seen("shark"), 1)
    assert all("in bag" in in_zone(text, zone) for zone in (0, 1, 2))
    assert "pulled" not in text
    assert "shell" in row_of(drawn(forest.seen("octopus"), 0), "pulled")


def test_currents_lie_where_they_are_with_their_pips() -> None:
    forest = Forest(den="d0")
    forest.currents(v1=5, k2=3, d8=6)
    text = drawn(forest.view)
    assert (at_space(text, "v1"), at_space(text, "k2"), at_space(text, "d8")) == ("v1~5", "k2~3", "d8~6")
    assert (at_space(text, "w1"), at_space(text, "d2")) == (" w1 ", " d2 ")


def test_the_spaces_lie_beside_the_zones_they_reach() -> None:
    """On the map a space touches exactly the zones the shark can search from there."""
    reach = {entry.split()[0]: entry.split()[1] for entry in Forest().match.game.entries["board.reach"].value}
    for space, (y, x) in PLACES.items():
        touched = {zone for zone in range(9) if _touches(zone, y, x)}
        assert touched == {int(zone) for zone in reach[space]}, space


def _touches(zone: int, y: int, x: int) -> bool:
    top, left = corner(zone)
    middle = x + 1
    return top - 1 <= y <= top + 4 and left - 1 <= middle <= left + 16


@pytest.mark.parametrize(
    ("space", "towards", "sign"),
    [
        ("v0", "d0", "▲v0▲"),
        ("v0", "h1", "▼v0▼"),
        ("w1", "w0", "▲w1▲"),
        ("w1", "k1", "▼w1▼"),
        ("h0", "d0", "◀h0◀"),
        ("h0", "v1", "▶h0▶"),
        ("k1", "k0", "◀k1◀"),
        ("k1", "w2", "▶k1▶"),
        ("k2", "d8", "▶k2▶"),
        ("d0", "v0", "▶d0▶"),
        ("d0", "h0", "▼d0▼"),
        ("d8", "w2", "◀d8◀"),
        ("d8", "k2", "▲d8▲"),
    ],
)
def test_the_shark_shows_where_it_faces(space: str, towards: str, sign: str) -> None:
    forest = Forest()
    forest.shark_at(space, towards)
    text = drawn(forest.view)
    assert at_space(text, space) == sign
    assert at_space(text, towards) == f"({towards})"
    assert {zone for zone in range(9) if f"*{zone}" in in_zone(text, zone)} == set(forest.view.shark.reach)


@pytest.mark.parametrize(("den", "sign"), [("d0", "▼d0▶"), ("d2", "◀d2▼"), ("d6", "▲d6▶"), ("d8", "◀d8▲")])
def test_a_shark_put_into_a_den_faces_both_ways(den: str, sign: str) -> None:
    assert facing(Forest(den=den).view.shark) == sign


def test_a_shark_that_is_nowhere_yet_is_not_drawn() -> None:
    text = "\n".join(map_of(drawn(Match("kelp", 2, {}, "any").view("shark"), 1)))
    assert not set("▲▼◀▶") & set(text)


def test_dice_lie_on_their_zones() -> None:
    forest = Forest(den="d0")
    forest.octopus_passes()
    forest.rolls("yellow 4", "red 6")
    forest.shark("swim v0", "search 0 with 4")
    text = drawn(forest.view)
    assert "Y4" in in_zone(text, 0)
    assert "R6" in row_of(text, "pool")
    assert "search and strike" in text


# Beside and below it --------------------------------------------------------------------------------------------------


def test_the_hand_is_told_to_the_octopus_alone() -> None:
    forest = Forest(hand=("Nimble Dodge", "Nimble Dodge", "Blend In"))
    assert "Fast Learning, Nimble Dodge x2, Blend In" in row_of(drawn(forest.seen("octopus"), 0), "hand")
    text = drawn(forest.seen("shark"), 1)
    assert "▮▮▮▮ 4 of 4" in row_of(text, "hand")
    opened = [pile.open for pile in forest.view.octopus.piles]
    assert not any(card in text for card in CARD_NAMES if card not in opened)


def test_the_cards_of_the_octopus_lie_open() -> None:
    forest = Forest()
    forest.octopus("discard Blend In")
    text = drawn(forest.seen("shark"), 1)
    assert "Blend In" in row_of(text, "discard")
    assert "▶ OCTOPUS  ● action" in text
    assert "Sharp Senses +2" in text
    assert "Eat Crab +3" in text
    assert "currents trap" in row_of(text, "aside")
    assert "○○○○ 0 of 4" in row_of(text, "eaten")


def test_eaten_food_and_its_power() -> None:
    view = Forest().view
    octopus = msgspec.structs.replace(view.octopus, eaten=["crab", "lobster"], unused=["lobster"])
    text = drawn(msgspec.structs.replace(view, octopus=octopus))
    assert "●●○○ 2 of 4: crab (used), lobster (ready)" in row_of(text, "eaten")


def test_the_dice_of_the_shark() -> None:
    forest = Forest(market=("aggressive", "agile", "observant", "daring"))
    shark = msgspec.structs.replace(
        forest.view.shark,
        pool=["blue 5", "yellow 3", "red"],
        bag=forest.bag,
        energy=["red 6", "blue 2"],
        energy_left=8,
        saved=["yellow 6"],
        hunger=["yellow", "red"],
        growth=["blue"],
        tiles_full=1,
        cards={"agile": 1, "swift": 2},
        rerolls=1,
    )
    text = drawn(msgspec.structs.replace(forest.view, shark=shark, turn="shark", phase="before the move"))
    assert "B5 Y3 R?" in row_of(text, "pool")
    assert "R6 B2 __ = 8" in row_of(text, "energy ")
    assert "Y6" in row_of(text, "saved")
    assert "YR····· 2/7" in row_of(text, "hunger")
    assert "7B 3Y 1R" in row_of(text, "bag ")
    assert "agile, swift x2" in row_of(text, "cards ")
    assert "1 reroll" in row_of(text, "left ")
    assert "■■■ reroll a die" in text
    assert "B·· swap with energy" in text
    assert "··· draw more dice" in text
    assert "1 aggressive 8 RR" in text
    assert "3 observant  6 BY" in text
    assert "market, 16 in the deck" in text
    assert "▶ SHARK" in text


def test_only_the_shark_sees_its_bag() -> None:
    forest = Forest()
    assert "7B 3Y 1R" in drawn(forest.seen("shark"), 1)
    assert "7B 3Y 1R" not in drawn(forest.seen("octopus"), 0)


def test_hunger_is_a_warning_near_the_end() -> None:
    shark = msgspec.structs.replace(Forest().view.shark, hunger=["red"] * 5)
    assert "RRRRR·· 5/7!" in drawn(msgspec.structs.replace(Forest().view, shark=shark))


def test_a_choice_in_a_confrontation_is_seen_by_who_made_it() -> None:
    view = Forest().view
    for mine, words in (("flight", "you chose flight"), (None, "octopus has chosen")):
        confrontation = msgspec.structs.replace(
            view.confrontation, strategies=["flight", "flinch"], has_chosen=[True, False], mine=mine
        )
        text = drawn(msgspec.structs.replace(view, confrontation=confrontation))
        assert "flight flinch" in text
        assert "fight" not in text.replace("flight", "")
        assert words in text


def test_the_end_is_told() -> None:
    text = drawn(msgspec.structs.replace(Forest().view, phase="over", winner="shark"))
    assert "The shark wins." in text
    assert not any(line.lstrip().startswith("▶") for line in text.splitlines())


# What the shark may believe -------------------------------------------------------------------------------------------


def believed(octopus: dict[int, float], entropy: float, exact: bool = True, **kinds: float) -> str:
    shares = [octopus.get(zone, 0.0) for zone in range(9)]
    blocks = [{"octopus": share, "shell": 1 - share} if share else {"shell": 0.5, **kinds} for share in shares]
    return shown(terminal.odds(Beliefs(shares, blocks, exact, entropy, {"Blend In": 1.0, "Nimble Dodge": 0.75})), 78)


def test_the_belief_is_a_shade_and_a_percentage_in_every_zone() -> None:
    text = believed({0: 0.65, 1: 0.3, 4: 0.04, 8: 0.002, 5: 0.2}, 1.5, crab=0.3, snail=0.2)
    assert "█ 65% █" in in_zone(text, 0)
    assert "▓ 30% ▓" in in_zone(text, 1)
    assert "▒ 20% ▒" in in_zone(text, 5)
    assert "░ 4% ░" in in_zone(text, 4)
    assert "░ <1% ░" in in_zone(text, 8)
    assert "not here" in in_zone(text, 2)
    assert "crab 30%" in in_zone(text, 2)
    assert not set("░▒▓█") & set(in_zone(text, 2))


def test_certainty_is_told_in_words() -> None:
    assert re.search(r"Found: the octopus is\s.*in zone 5\.", believed({5: 1.0}, 0.0), re.DOTALL)
    assert "100%" in in_zone(believed({5: 1.0}, 0.0), 5)
    assert "Nearly found" in believed({5: 0.5, 6: 0.5}, 1.0)
    assert "Closing in" in believed(dict.fromkeys(range(4), 0.25), 2.0)
    assert "zone 0, 25%" in believed(dict.fromkeys(range(4), 0.25), 2.0)
    assert "It may be nearly" in believed(dict.fromkeys(range(9), 1 / 9), 3.17)


def test_known_blocks_are_named_and_the_hand_is_told() -> None:
    text = believed({5: 1.0}, 0.0, shell=1.0)
    assert "shell" in in_zone(text, 0)
    assert "not here" not in in_zone(text, 0)
    assert row_of(text, "2", "cards in its hand")
    assert row_of(text, "1   ", "Blend In")
    assert row_of(text, "0.8", "Nimble Dodge")


def test_whether_it_is_exact() -> None:
    assert "Exact, based on what was seen" in believed({5: 1.0}, 0.0)
    assert "Roughly right, based on what was seen" in believed({5: 1.0}, 0.0, exact=False)


def test_there_is_nothing_to_believe_when_it_is_over() -> None:
    assert "nothing to guess" in shown(terminal.odds(None))


def test_the_belief_of_a_real_match() -> None:
    forest = Forest(blocks={0: "octopus", 8: "current trap"})
    forest.octopus("play Nimble Dodge", "reveal 4", "swap 0 1")
    text = shown(terminal.odds(forest.match.beliefs("shark")), 78)
    assert "shell" in in_zone(text, 4)
    assert all("12%" in in_zone(text, zone) for zone in (0, 1, 2, 3, 5, 6, 7, 8))
    assert "trap 1~ 12%" in in_zone(text, 0)


@pytest.mark.parametrize(
    ("share", "words"), [(0.0, "-"), (0.001, "<1%"), (0.333, "33%"), (0.996, ">99%"), (1.0, "100%")]
)
def test_percentages_promise_nothing(share: float, words: str) -> None:
    assert percent(share) == words
