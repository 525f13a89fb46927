"""Kelp: the table as a viewer sees it, typed. Spaces, blocks, cards and dice go by their names."""

from __future__ import annotations

from typing import Literal

import msgspec

Phase = Literal[
    "laying out blocks",
    "a card is turned up",
    "the octopus acts",
    "paying",
    "swapping",
    "picking blocks to shuffle",
    "shuffling",
    "hiding",
    "learning",
    "exchanging a block",
    "trashing",
    "drawing cards",
    "fetching a card",
    "discarding down",
    "removing currents",
    "choosing a den",
    "drawing dice",
    "rolling",
    "before the move",
    "moving",
    "search and strike",
    "trap",
    "confrontation",
    "energy",
    "over",
]
#: By the state's phase.
PHASES: tuple[Phase, ...] = (
    "laying out blocks",
    "a card is turned up",
    "a card is turned up",
    "the octopus acts",
    "paying",
    "swapping",
    "picking blocks to shuffle",
    "shuffling",
    "shuffling",
    "hiding",
    "learning",
    "exchanging a block",
    "trashing",
    "drawing cards",
    "fetching a card",
    "discarding down",
    "removing currents",
    "choosing a den",
    "drawing dice",
    "drawing dice",
    "drawing dice",
    "drawing dice",
    "drawing dice",
    "rolling",
    "before the move",
    "before the move",
    "before the move",
    "before the move",
    "before the move",
    "moving",
    "moving",
    "search and strike",
    "search and strike",
    "trap",
    "confrontation",
    "energy",
    "energy",
    "energy",
    "over",
)


#: So many rounds before the limit it is mentioned.
LAST_ROUNDS = 10


class Zone(msgspec.Struct, frozen=True):
    value: int  # the least a die must show
    hidden: bool
    block: str | None  # None: hidden from this viewer, or in the octopus's bag
    in_bag: bool
    die: str | None  # of the shark, to search or strike


class Pile(msgspec.Struct, frozen=True):
    name: str
    open: str | None
    below: int


class Octopus(msgspec.Struct, frozen=True):
    hand: dict[str, int] | None  # for its own eyes, and for everybody's when the game is over
    draw: dict[str, int] | None
    pulled: str | None
    in_hand: int
    hand_size: int
    in_draw: int
    discard: dict[str, int]
    played: dict[str, int]
    trash: dict[str, int]
    piles: list[Pile]
    aside: dict[str, int]  # blocks
    eaten: list[str]
    unused: list[str]  # eaten food whose power is left
    food_to_win: int
    actions: int
    to_pay: int


class Offer(msgspec.Struct, frozen=True):
    card: str
    cost: int
    dice: list[str]


class Shark(msgspec.Struct, frozen=True):
    at: str | None
    ahead: list[str]  # spaces next to it, the way it faces
    reach: list[int]  # zones
    bag: dict[str, int] | None  # for the shark's own eyes, unless the table plays with an open bag
    pool: list[str]
    energy: list[str]
    energy_slots: int
    energy_left: int  # pips that are not spent yet
    saved: list[str]
    hunger: list[str]
    hunger_track: int
    growth: list[str]  # on the tile being filled
    tile_dice: int
    tiles: list[str]  # in order
    tiles_full: int
    cards: dict[str, int]
    used: dict[str, int]
    market: list[Offer | None]
    in_deck: int
    rerolls: int
    exchanges: int


class Confrontation(msgspec.Struct, frozen=True):
    strategies: list[str]  # that are left
    has_chosen: list[bool]  # octopus, shark
    mine: str | None


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is printed on a card of the octopus."""

    cost: int = 0
    swap: int = 0
    shuffle: int = 0
    exposed: bool = False  # the middle block is shuffled with these
    any_block: bool = False  # not only hidden ones
    hide: int = 0
    up_to: bool = False  # as many as it hides, or fewer
    learn: int = 0
    to_hand: bool = False  # a card that is learned
    trash: int = 0
    draw: int = 0
    food: str = ""  # that it eats


class Printed(msgspec.Struct, frozen=True):
    """Numbers of this table's components: the same all match long, but house rules may have changed them."""

    cards: dict[str, Card]
    shark_cards: dict[str, int]  # what the effect of each counts
    hand_size: int  # with the crab
    lessons: int  # with the abalone
    double_shell: int  # what it pays
    current_trap: int
    currents_trap: int
    hide_trap: int
    flight: int
    flinch: int
    dice: int  # with the growth tile that draws more


class View(msgspec.Struct, frozen=True):
    phase: Phase
    round: int
    last_round: int | None  # after it the octopus has won; None while that is far away
    turn: str
    zones: list[Zone]
    currents: dict[str, int]  # pips
    octopus: Octopus
    shark: Shark
    confrontation: Confrontation
    winner: str | None
    printed: Printed


class Beliefs(msgspec.Struct, frozen=True):
    """What everybody can work out who forgets nothing; the octopus sees what the shark can know."""

    octopus: list[float]  # how likely it is in each zone
    blocks: list[dict[str, float]]  # how likely each kind is in each zone
    exact: bool  # False: there was no room for all arrangements once, so some odds are only roughly right
    entropy: float  # of where the octopus is, in bits
    hand: dict[str, float]  # how many of each card the octopus has in hand, on average
