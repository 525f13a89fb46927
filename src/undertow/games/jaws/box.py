"""JAWS: the box as a record, and who sits at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from undertow.core.errors import HouseRule
from undertow.core.records import Record, Records, record
from undertow.games.jaws import state as st

VARIANTS = ("full", "act1", "act2")
FULL, ACT_1, ACT_2 = range(3)
SEAT_NAMES = ("shark", "quint", "brody", "hooper")
MEMBERS = SEAT_NAMES[1:]
LETTERS = 8  # swimmers of an event, at most
FACES = 4  # hits on a die, at most one less
LAND = len(st.SPACES)
NEWS = ("on their turn", "before the shark")
HOLDING_BACK = ("any attack", "main attack", "never")
MOST_NEIGHBOURS = 6  # in the water: with more there would be too many plans to try
MOST_ACTIONS = 5  # of the shark in a round: with more there would be too many plans to try
NUMBERS = ("copies", "dice", "plus", "reach", "evade", "attack")  # of a gear card

Box = record(
    [
        ("variant", "i8"),
        # Amity Island. A list of neighbours begins with how many there are.
        ("near", "i8", st.WATERS),  # adjacent water, a bit each
        ("swim", "i8", (st.WATERS, st.WATERS + 1)),
        ("cruise", "i8", (st.WATERS, st.WATERS + 1)),  # what Hooper's boat reaches with one action
        ("walk", "i8", (LAND, LAND + 1)),
        ("on_land", "i8"),  # spaces with land, a bit each
        ("docks", "i8", st.DOCKS),
        ("quint_start", "i8"),
        ("brody_start", "i8"),
        ("hooper_start", "i8"),
        ("amity_pd", "i8"),
        ("mayors_office", "i8"),
        ("shark_actions", "i8"),
        ("crew_actions", "i8"),
        ("hooper_steps", "i8"),
        ("swimmers", "i8"),
        ("michael_counts", "i8"),
        ("track_top", "i8"),  # the last slot
        ("track_end", "i8"),  # where the act ends, as the variant has it
        ("barrels_to_catch", "i8"),
        ("orca", "i8"),  # barrels
        ("shop", "i8"),
        ("tokens", "i8"),  # a bit each
        ("burst_steps", "i8"),
        ("climb_cost", "i8"),
        ("wrong_shark_more", "i8"),
        ("alert_at", "i8"),
        ("island_rounds", "i8"),
        ("news_action", "i8"),
        ("close_again", "i8"),
        ("back_aboard", "i8"),
        ("letters", "i8", (st.EVENTS, 2 * LETTERS)),  # beaches in printed order, then those of an alert
        ("letters_printed", "i8", st.EVENTS),
        ("letters_more", "i8", st.EVENTS),
        ("effect", "i8", st.EVENTS),
        # The Orca
        ("shark_cards", "i8", 10),
        ("crew_cards", "i8", 10),
        ("shark_cards_alone", "i8"),
        ("crew_cards_alone", "i8"),
        ("die", "i8", FACES),  # faces with so many hits
        ("shark_wounds", "i8"),
        ("crew_wounds", "i8"),
        ("steps", "i8"),
        ("bonus_dice", "i8"),
        ("hold_back", "i8"),
        ("orca_rounds", "i8"),
        ("borders", "i8", st.ORCA_SPACES),  # adjacent spaces while the boat is whole, a bit each
        ("damage", "i8", st.ZONES),
        ("destroy", "i8", st.ZONES),
        ("damaged", "i8", st.ZONES),
        ("zone", "i8", st.RESURFACE_CARDS),
        ("evade", "i8", st.RESURFACE_CARDS),
        ("dice", "i8", st.RESURFACE_CARDS),
        ("shake_off", "i8", st.RESURFACE_CARDS),
        ("ability_copies", "i8", st.ABILITIES),
        ("ability_number", "i8", st.ABILITIES),
        ("gear_type", "i8", st.GEARS),
        ("gear_personal", "i8", st.GEARS),  # member or -1
        ("gear_copies", "i8", st.GEARS),
        ("gear_dice", "i8", st.GEARS),
        ("gear_plus", "i8", st.GEARS),
        ("gear_once", "i8", st.GEARS),
        ("gear_ammo", "i8", st.GEARS),
        ("gear_reach", "i8", st.GEARS),
        ("gear_evade", "i8", st.GEARS),
        ("gear_attack", "i8", st.GEARS),
    ]
)


def seats(values: Mapping[str, Any], players: int) -> tuple[str, ...]:
    """Always the same four; with fewer people somebody has several."""
    return SEAT_NAMES


def sides(values: Mapping[str, Any], players: int) -> tuple[str, ...]:
    return ("shark", "crew", "crew", "crew")


def build(values: Mapping[str, Any], players: int) -> Records:
    made = np.zeros(1, Box)
    box: Record = made[0]
    box.variant = VARIANTS.index(values["variant"])
    _build_island(box, values)
    _build_events(box, values)
    _build_orca(box, values)
    _build_cards(box, values)
    return made


# Amity Island ---------------------------------------------------------------------------------------------------------


def _build_island(box: Record, values: Mapping[str, Any]) -> None:
    water = _neighbours("island.water", values["island.water"], st.SPACES[: st.WATERS])
    land = _neighbours("island.land", values["island.land"], st.SPACES)
    if max(map(len, water)) > MOST_NEIGHBOURS:
        raise HouseRule(f"house rule 'island.water': a space can have at most {MOST_NEIGHBOURS} others beside it.")
    for space in range(st.WATERS):
        box.near[space] = sum(1 << other for other in water[space])
        _write_list(box.swim[space], water[space])
        _write_list(box.cruise[space], _within(water, space, values["act1.hooper_steps"]))
    for space in range(LAND):
        _write_list(box.walk[space], land[space])
    box.on_land = sum(1 << space for space in range(LAND) if land[space])
    _build_places(box, values)
    _nobody_stranded(box, water, land)
    for name in ("shark_actions", "crew_actions", "swimmers", "michael_counts", "barrels_to_catch", "burst_steps"):
        setattr(box, name, values[f"act1.{name}"])
    for name in ("hooper_steps", "climb_cost", "wrong_shark_more", "alert_at", "close_again", "back_aboard"):
        setattr(box, name, values[f"act1.{name}"])
    box.news_action = NEWS.index(values["act1.news_action"])
    if box.climb_cost > box.crew_actions:
        raise HouseRule("house rule 'act1.climb_cost' cannot be more than act1.crew_actions.")
    if box.shark_actions + box.wrong_shark_more > MOST_ACTIONS:
        raise HouseRule(f"act1.shark_actions and act1.wrong_shark_more cannot be more than {MOST_ACTIONS} together.")
    alone = values["variant"] == "act1"
    box.track_top = max(values["act1.track_end"], values["act1.shark_wins_alone"])
    box.track_end = values["act1.shark_wins_alone" if alone else "act1.track_end"]
    box.island_rounds = values["act1.round_limit"]
    box.orca, box.shop = values["act1.barrels_on_orca"], values["act1.barrels_in_shop"]
    if box.orca + box.shop > st.BARRELS:
        raise HouseRule(f"there are {st.BARRELS} barrels; act1.barrels_on_orca and act1.barrels_in_shop ask for more.")
    if box.orca + box.shop < box.barrels_to_catch:
        raise HouseRule(
            f"the crew could never catch the shark: act1.barrels_to_catch is {box.barrels_to_catch}, but "
            f"act1.barrels_on_orca and act1.barrels_in_shop add up to {box.orca + box.shop}."
        )
    tokens = values["act1.power_tokens"]
    if len(set(tokens)) != len(tokens):
        raise HouseRule("house rule 'act1.power_tokens': there is only one token of each kind.")
    box.tokens = sum(1 << st.TOKENS.index(token) for token in tokens)


def _build_places(box: Record, values: Mapping[str, Any]) -> None:
    """Docks, offices, and where everybody begins."""
    docks = values["island.docks"]
    if len(docks) != st.DOCKS or len(set(docks)) != st.DOCKS:
        raise HouseRule(f"house rule 'island.docks' needs {st.DOCKS} different spaces.")
    box.docks[:] = [_space("island.docks", dock, st.SPACES[: st.WATERS]) for dock in docks]
    for name in ("quint_start", "hooper_start"):
        setattr(box, name, _space(f"island.{name}", values[f"island.{name}"], st.SPACES[: st.WATERS]))
    for name in ("brody_start", "amity_pd", "mayors_office"):
        setattr(box, name, _space(f"island.{name}", values[f"island.{name}"], st.SPACES))


def _nobody_stranded(box: Record, water: list[list[int]], land: list[list[int]]) -> None:
    """Every space can be reached by water, and by land everything that Brody needs."""
    reached = _within(water, 0, st.WATERS)
    if len(reached) < st.WATERS - 1:
        cut_off = next(space for space in range(1, st.WATERS) if space not in reached)
        raise HouseRule(f"house rule 'island.water' leaves no way from {st.SPACES[0]} to {st.SPACES[cut_off]}.")
    beaches = range(st.FIRST_BEACH, st.FIRST_BEACH + st.BEACHES)
    needed = {
        "island.brody_start": [box.brody_start],
        "island.amity_pd": [box.amity_pd],
        "island.mayors_office": [box.mayors_office],
        "island.docks": box.docks,
        "island.land": [st.SHOP, *beaches, *(space for space in range(LAND) if land[space])],
    }
    start = int(box.brody_start)
    walked = {start, *_within(land, start, LAND)}
    for key, spaces in needed.items():
        for space in map(int, spaces):
            if not land[space]:
                raise HouseRule(
                    f"house rule {key!r} needs land in {st.SPACES[space]}: Brody must be able to get there."
                )
            if space not in walked:
                raise HouseRule(f"house rule {key!r}: Brody cannot walk from {st.SPACES[start]} to {st.SPACES[space]}.")


def _space(key: str, name: str, spaces: Sequence[str]) -> int:
    if name not in spaces:
        raise HouseRule(f"house rule {key!r} cannot name the space {name!r}: it must be one of {', '.join(spaces)}.")
    return spaces.index(name)


def _neighbours(key: str, borders: Sequence[str], spaces: Sequence[str]) -> list[list[int]]:
    """For each space those beside it, from borders written like `1-N`."""
    found: list[set[int]] = [set() for _ in spaces]
    for border in borders:
        one, dash, other = border.partition("-")
        if not dash or one == other:
            raise HouseRule(
                f"house rule {key!r}: a border is written like {spaces[0]}-{spaces[-1]}; {border!r} is not."
            )
        a, b = _space(key, one, spaces), _space(key, other, spaces)
        found[a].add(b)
        found[b].add(a)
    return [sorted(near) for near in found]


def _within(neighbours: list[list[int]], space: int, steps: int) -> list[int]:
    """Every other space that so many steps reach."""
    reached = {space}
    for _ in range(steps):
        reached |= {other for one in reached for other in neighbours[one]}
    return sorted(reached - {space})


def _write_list(row: Any, spaces: Sequence[int]) -> None:
    row[0] = len(spaces)
    row[1 : 1 + len(spaces)] = spaces


def _build_events(box: Record, values: Mapping[str, Any]) -> None:
    for number, event in enumerate(events(values)):
        if event["effect"] not in st.EFFECTS:
            effects = ", ".join(st.EFFECTS)
            raise HouseRule(f"an event cannot have the effect {event['effect']!r}: it must be one of {effects}.")
        box.effect[number] = st.EFFECTS.index(event["effect"])
        printed, more = _beaches(event["swimmers"]), _beaches(event["more"])
        box.letters[number, : len(printed) + len(more)] = printed + more
        box.letters_printed[number], box.letters_more[number] = len(printed), len(more)


def events(values: Mapping[str, Any]) -> list[dict[str, str]]:
    """The event cards in the order of the box."""
    return [value for key, value in values.items() if key.startswith("events.")]


def _beaches(letters: str) -> list[int]:
    beaches = st.SPACES[st.FIRST_BEACH : st.FIRST_BEACH + st.BEACHES]
    found = [beaches.index(letter) for letter in letters if letter in beaches]
    if len(found) > LETTERS or len(found) < len(letters.replace(" ", "")):
        raise HouseRule(f"the swimmers of an event are up to {LETTERS} of the letters N, E, S and W, not {letters!r}.")
    return found


# The Orca -------------------------------------------------------------------------------------------------------------


def _build_orca(box: Record, values: Mapping[str, Any]) -> None:
    names = [f"W{zone + 1}" for zone in range(st.ZONES)] + [f"B{zone + 1}" for zone in range(st.ZONES)]
    borders = _neighbours("orca.borders", values["orca.borders"], names)
    reached = _within(borders, 0, st.ORCA_SPACES)
    for space, near in enumerate(borders):
        box.borders[space] = sum(1 << other for other in near)
        if space >= st.ZONES and not any(other < st.ZONES for other in near):
            raise HouseRule(f"house rule 'orca.borders' needs water beside {names[space]}, or nobody there could aim.")
        if space and space not in reached:
            raise HouseRule(f"house rule 'orca.borders' leaves no way from {names[0]} to {names[space]}.")
    _needs("orca.tiles", values["orca.tiles"], st.ZONES)
    for zone, tile in enumerate(values["orca.tiles"]):
        if tile["damage"] > tile["destroy"]:
            raise HouseRule(f"house rule 'orca.tiles': tile {zone + 1} is destroyed before it is damaged.")
        box.damage[zone], box.destroy[zone], box.damaged[zone] = tile["damage"], tile["destroy"], tile["damaged"]
    _needs("orca.resurface", values["orca.resurface"], st.RESURFACE_CARDS)
    for number, card in enumerate(values["orca.resurface"]):
        if not 1 <= card["zone"] <= st.ZONES or not 1 <= card["dice"] <= st.DICE:
            raise HouseRule(f"resurface card {number + 1} needs a zone from 1 to {st.ZONES} and 1 to {st.DICE} dice.")
        box.zone[number], box.evade[number] = card["zone"] - 1, card["evade"]
        box.dice[number], box.shake_off[number] = card["dice"], min(1, card["shake_off"])
    _needs("act2.shark_cards", values["act2.shark_cards"], 10)
    _needs("act2.crew_cards", values["act2.crew_cards"], 10)
    for name in ("shark_cards", "crew_cards", "shark_cards_alone", "crew_cards_alone", "shark_wounds", "crew_wounds"):
        setattr(box, name, values[f"act2.{name}"])
    box.steps, box.bonus_dice = values["act2.steps"], values["act2.bonus_dice"]
    box.hold_back = HOLDING_BACK.index(values["act2.shark_may_hold_back"])
    box.orca_rounds = values["act2.round_limit"]
    for hits in values["act2.die"]:
        box.die[hits] += 1
    if not box.die[1:].any():
        raise HouseRule("house rule 'act2.die' needs a face with a hit, or nobody could ever win.")


def _needs(key: str, value: Sequence[Any], number: int) -> None:
    if len(value) != number:
        raise HouseRule(f"house rule {key!r} needs {number} entries, not {len(value)}.")


def _build_cards(box: Record, values: Mapping[str, Any]) -> None:
    for ability, name in enumerate(st.ABILITY_NAMES):
        card = values["abilities." + name.replace(" ", "_")]
        if card["copies"] > st.ABILITY_COPIES:
            raise HouseRule(
                f"there are {st.ABILITY_COPIES} cards of each ability; {name!r} cannot have {card['copies']}."
            )
        box.ability_copies[ability], box.ability_number[ability] = card["copies"], card["number"]
    if not 1 <= box.ability_number[st.SECOND_HELPING] <= st.DICE:
        raise HouseRule(f"house rule 'abilities.second_helping' needs a number of dice from 1 to {st.DICE}.")
    for gear, name in enumerate(st.GEAR_NAMES):
        card = values["gear." + name.replace(" ", "_")]
        if card["type"] not in st.GEAR_TYPES or card["personal"] not in ("", *MEMBERS) or card["dice"] > st.DICE:
            raise HouseRule(
                f"the gear card {name!r} needs a type ({', '.join(st.GEAR_TYPES)}), nobody or one of "
                f"{', '.join(MEMBERS)} who begins with it, and at most {st.DICE} dice."
            )
        if (card["type"] == "accessory") != (gear in (st.CHUM_CARD, st.AMMO_CARD, st.CAGE_CARD)):
            raise HouseRule("chum, ammo and the shark cage are the accessories; no other gear card can be one.")
        if min(card[number] for number in NUMBERS) < 0 or card["reach"] > 1:
            raise HouseRule(f"the gear card {name!r} needs numbers that are not negative, and a reach of 0 or 1.")
        box.gear_type[gear] = st.GEAR_TYPES.index(card["type"])
        box.gear_personal[gear] = MEMBERS.index(card["personal"]) if card["personal"] else -1
        for number in (*NUMBERS, "once", "ammo"):
            getattr(box, f"gear_{number}")[gear] = int(card[number])
    if max(*box.shark_cards, box.shark_cards_alone) > box.ability_copies.sum():
        raise HouseRule("the shark would get more ability cards than there are; change act2.shark_cards.")
    if box.gear_copies.sum() > st.CREW_GEAR:
        raise HouseRule(
            f"there are {st.CREW_GEAR} crew gear cards; the copies in [gear] add up to {box.gear_copies.sum()}."
        )
    if max(*box.crew_cards, box.crew_cards_alone) > box.gear_copies.sum():
        raise HouseRule("the crew would get more gear cards than there are; change act2.crew_cards.")
    for member in range(st.CREW):
        if not any(
            box.gear_personal[gear] == member and box.gear_type[gear] == st.MELEE and not box.gear_once[gear]
            for gear in range(st.GEARS)
        ):
            raise HouseRule(f"{MEMBERS[member]} needs a melee weapon that is never discarded.")
