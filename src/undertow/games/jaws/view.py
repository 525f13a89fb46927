"""JAWS: the table as a viewer sees it, typed. Spaces, beaches, cards and tokens go by their names."""

from __future__ import annotations

from typing import Literal

import msgspec

Phase = Literal[
    "the shark hides",
    "event",
    "the crew answers the event",
    "shark turn",
    "crew turn",
    "dealing",
    "dividing gear",
    "boarding the Orca",
    "resurface options",
    "shark chooses",
    "chum",
    "the shark shows a token",
    "crew prepares",
    "crew attacks",
    "crew rolls",
    "ammo",
    "ramming",
    "shark attacks",
    "shark cage",
    "shark rolls",
    "reroll",
    "second helping",
    "domino",
    "bonus attack",
    "over",
]
#: By the state's phase: what others may not tell apart has the same name.
PHASES: tuple[Phase, ...] = (
    "the shark hides",
    "event",
    "the crew answers the event",
    "shark turn",
    "crew turn",
    "dealing",
    "dealing",
    "dividing gear",
    "boarding the Orca",
    "resurface options",
    "shark chooses",
    "shark chooses",
    "chum",
    "the shark shows a token",
    "crew prepares",
    "crew attacks",
    "crew rolls",
    "ammo",
    "ramming",
    "shark attacks",
    "shark cage",
    "shark rolls",
    "reroll",
    "second helping",
    "domino",
    "bonus attack",
    "over",
)


class Sailor(msgspec.Struct, frozen=True):
    """A crew member on Amity Island."""

    name: str
    space: str
    barrels: int
    overboard: bool
    done: bool
    actions: int  # left in this round


class PadLine(msgspec.Struct, frozen=True):
    """A round on the shark's tracker pad."""

    round: int  # 0: where it began
    path: list[str]
    token: str | None
    ate: int


class Hunter(msgspec.Struct, frozen=True):
    """The shark in Act 1, for its own eyes, and for everybody's when the game is over; the pad it keeps for itself."""

    place: str | None  # None until it has chosen
    tokens: list[str]
    played: str | None
    actions: int
    burst: int  # steps of a speed burst left
    bursting: bool  # it has begun: anything else ends it
    planned: dict[str, int]  # swimmers eaten in this turn so far, by beach, Michael aside
    ate_michael: bool  # in this turn
    pad: list[PadLine]


class Island(msgspec.Struct, frozen=True):
    event: str | None
    effect: str  # of the event, for this round
    extra_action: bool  # one of the crew may still take it
    offices: dict[str, str]  # where Brody can close beaches, by space
    beside: dict[str, list[str]]  # which waters border on each
    swimmers: dict[str, int]  # by beach
    michael: str | None
    supply: int
    closed: str | None
    opening_soon: bool
    floating: dict[str, int]  # barrels in the water
    docks: dict[str, int]
    shop: int
    crew: list[Sailor]
    turn: str | None
    events_left: int
    seen: str | None  # where the shark was found, until it moves on
    on_shark: int
    barrels_to_catch: int
    eaten: int
    track_end: int
    tokens_left: int
    token_in_play: bool
    shark: Hunter | None


class Option(msgspec.Struct, frozen=True):
    slot: str
    zone: int
    evade: int
    dice: int
    shake_off: bool
    ruled_out: bool  # the shark showed that it did not choose this one


class Fighter(msgspec.Struct, frozen=True):
    """A crew member on the Orca."""

    name: str
    space: str | None  # None when eliminated or not aboard yet
    wounds: int
    gear: dict[str, int]
    weapon: str | None
    target: int | None
    ready: bool
    caged: bool


class Tile(msgspec.Struct, frozen=True):
    zone: int
    state: Literal["intact", "damaged", "destroyed"]
    damage: int | None  # hits to damage it, while intact
    destroy: int | None  # hits to destroy it, while there


class Lair(msgspec.Struct, frozen=True):
    """The shark in Act 2, for its own eyes, and for everybody's when the game is over."""

    hand: dict[str, int]
    slot: str | None
    ability: str | None
    pad: list[PadLine]  # of Act 1, kept for itself


class Orca(msgspec.Struct, frozen=True):
    tiles: list[Tile]
    crew: list[Fighter]
    to_divide: str | None  # the gear card that is given out next
    divided: int  # gear cards given out
    to_be_divided: int  # of so many
    pool: dict[str, int]  # gear not given out yet
    options: list[Option]
    locked: bool
    with_ability: bool  # a card lies under the shark's token
    hand_size: int
    abilities_used: dict[str, int]
    zone: int | None  # where the shark is
    slot: str | None
    ability: str | None  # in effect
    evade: int | None
    attached: dict[str, int]
    shark_wounds: int
    shark_dies_at: int
    crew_dies_at: int
    dice: list[int]
    boat_target: int | None
    crew_target: str | None
    shark: Lair | None


class View(msgspec.Struct, frozen=True):
    variant: str
    act: int
    phase: Phase
    round: int
    eaten: int
    island: Island | None
    orca: Orca | None
    winner: str | None


class HuntBeliefs(msgspec.Struct, frozen=True):
    """Act 1, for the crew: probabilities if the shark decides at random."""

    places: dict[str, float]
    tokens: dict[str, float]  # the shark still has it
    in_play: dict[str, float]  # it works this round
    entropy: float  # bits that are unknown of the place


class FightBeliefs(msgspec.Struct, frozen=True):
    """Act 2, for the crew."""

    options: dict[str, float]  # by slot
    zones: dict[str, float]
    in_hand: dict[str, float]  # at least one such ability card
    under_token: dict[str, float]  # this ability lies under the token


class Beliefs(msgspec.Struct, frozen=True):
    hunt: HuntBeliefs | None = None
    fight: FightBeliefs | None = None
