"""The Orca in a match in which the test deals the cards, turns over the resurface cards and says what the dice show.

    boat = Boat(abilities=["big mouth"], quint=["rifle", "ammo"], at=(1, 2, 3))
    boat.comes("3", "big mouth")             # the card of zone 3 lies at A, and the shark takes it
    boat.prepares("quint", "rifle", 3)       # stays where he is
    boat.prepares("brody", "club", 3, go="boat 3")
    boat.rest()                              # everybody else stays and takes the weapon nobody can lose
    boat.attacks("quint", "2 1 2")           # with the dice he rolls
    boat.bites("boat 3", "1 1")              # the shark's attack with its dice

A resurface card goes by its zone: `3`, or `3!` for the one that shakes off. Only the cards a test names are dealt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from undertow.core.match import Match, Result
from undertow.core.position import Event
from undertow.core.records import Record
from undertow.games.jaws.state import DAMAGED, DESTROYED, GEAR_NAMES, INTACT, ZONES
from undertow.games.jaws.view import Fighter, Lair, Orca, Tile, View

CREW = ("quint", "brody", "hooper")
MELEE = {"quint": "machete", "brody": "club", "hooper": "gaff"}
DECK = [f"{zone}{shake}" for zone in range(1, 9) for shake in ("", "!")]  # in the order of the box


def space_number(space: str) -> int:
    """`water 3` or `boat 3` as the state has it."""
    kind, zone = space.split()
    return int(zone) - 1 + (ZONES if kind == "boat" else 0)


class Boat:
    """A match of Act 2 alone, dealt, divided and boarded."""

    def __init__(
        self,
        *,
        abilities: Sequence[str] = (),
        quint: Sequence[str] = (),
        brody: Sequence[str] = (),
        hooper: Sequence[str] = (),
        at: Sequence[int] = (1, 2, 3),
        rules: Mapping[str, Any] | None = None,
    ) -> None:
        owners = {"quint": list(quint), "brody": list(brody), "hooper": list(hooper)}
        cards = [card for gear in owners.values() for card in gear]
        hands = {"act2.shark_cards_alone": len(abilities), "act2.crew_cards_alone": len(cards)}
        options = {"variant": "act2", **hands, **(rules or {})}
        self.match = Match("jaws", 2, options, auto_chance=False)
        self.deal(*abilities, *cards)
        while self.view.phase == "dividing gear":
            owner = next(member for member in CREW if self.orca.to_divide in owners[member])
            owners[owner].remove(str(self.orca.to_divide))
            self.match.play("quint", f"{self.orca.to_divide} for {owner}")
        for member, zone in zip(CREW, at, strict=True):
            self.match.play(member, f"stand boat {zone}")

    # What happens -----------------------------------------------------------------------------------------------------

    def deal(self, *cards: str) -> None:
        for card in cards:
            self.match.play("chance", card)

    def options(self, *cards: str) -> None:
        """Resurface cards for A, B and C; what a test does not name is any other card of the deck."""
        for slot in range(3):
            if slot < len(cards):
                self.match.play("chance", f"resurface card {DECK.index(cards[slot]) + 1}")
            else:
                mine = {f"resurface card {DECK.index(card) + 1}" for card in cards}
                self.match.play("chance", next(card for card in self.match.odds() if card not in mine))

    def chooses(self, slot: str, ability: str | None = None) -> None:
        self.match.play("shark", f"resurface {slot}")
        if "no ability" in self.match.legal("shark"):
            self.match.play("shark", ability or "no ability")

    def comes(self, card: str, ability: str | None = None) -> None:
        """The shark will come up with this card, which lies at A; nobody throws chum."""
        self.options(card)
        self.chooses("A", ability)
        while self.view.phase == "chum":
            self.match.play(self.match.to_act[0], "no chum")

    def prepares(self, who: str, weapon: str, target: int, go: str | None = None) -> None:
        """Goes, takes a weapon and targets a zone; what has only one answer is not asked."""
        self.match.play(who, f"go {go or self.fighter(who).space}")
        for step in (f"use {weapon}", f"target {target}"):
            if step in self.match.legal(who):
                self.match.play(who, step)
        ready = self.fighter(who)
        if self.view.phase == "crew prepares":
            assert (ready.weapon, ready.target, ready.ready) == (weapon, target, True)

    def rest(self) -> None:
        """Everybody who has not prepared stays, takes their own weapon and targets the last zone in its reach."""
        while self.view.phase == "crew prepares":
            who = self.match.to_act[0]
            legal = self.match.legal(who)
            wanted = f"go {self.fighter(who).space}" if legal[0].startswith("go") else f"use {MELEE[who]}"
            self.match.play(who, wanted if wanted in legal else legal[-1])

    def surfaces(self, card: str, ability: str | None = None) -> None:
        """The shark comes up and nobody attacks it."""
        self.comes(card, ability)
        self.rest()
        self.holds()

    def holds(self) -> None:
        """Everybody who still may attack does not."""
        while self.view.phase == "crew attacks":
            self.match.play(self.match.to_act[0], "hold")

    def attacks(self, who: str, dice: str = "") -> list[Event]:
        return self.match.play(who, "attack") + self.rolls(dice)

    def bites(self, what: str, dice: str = "") -> list[Event]:
        """The shark attacks `boat 3` or somebody."""
        return self.match.play("shark", f"attack {what}") + self.rolls(dice)

    def bonus(self) -> list[Event]:
        """The shark makes the bonus attack it is asked for."""
        return self.match.play("shark", f"attack {self.orca.crew_target}")

    def rolls(self, dice: str) -> list[Event]:
        """What the dice show; bonus attacks are made on the way."""
        told: list[Event] = []
        for hits in dice.split():
            if self.view.phase == "bonus attack":
                told += self.bonus()
            told += self.match.play("chance", f"{hits} hit" if hits == "1" else f"{hits} hits")
        return told

    def ends_round(self) -> None:
        """The round goes on to its end: nobody attacks who need not, and no die shows a hit."""
        number = self.view.round
        while self.view.round == number and not self.match.over:
            if self.match.to_act == ("chance",):
                self.rolls("0")
                continue
            who = self.match.to_act[0]
            legal = self.match.legal(who)
            quiet = ("hold", "no attack", "no cage", "no second helping", "no ramming", "keep dice", "discard weapon")
            self.match.play(who, next((action for action in quiet if action in legal), legal[0]))

    # Where a test begins ----------------------------------------------------------------------------------------------

    @property
    def state(self) -> Record:
        return self.match.position.state

    def put(self, who: str, space: str) -> None:
        self.state.at[CREW.index(who)] = space_number(space)

    def wound(self, who: str, wounds: int) -> None:
        self.state.wounds[CREW.index(who)] = wounds

    def tiles(self, *, damaged: Sequence[int] = (), destroyed: Sequence[int] = ()) -> None:
        for zone in range(1, ZONES + 1):
            self.state.tiles[zone - 1] = DESTROYED if zone in destroyed else DAMAGED if zone in damaged else INTACT

    def attach(self, *gear: str) -> None:
        for card in gear:
            self.state.attached[GEAR_NAMES.index(card)] += 1

    # What one sees ----------------------------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        view = self.match.view("spectator")
        assert isinstance(view, View)
        return view

    @property
    def orca(self) -> Orca:
        orca = self.view.orca
        assert orca is not None
        return orca

    @property
    def lair(self) -> Lair:
        """What only the shark sees."""
        lair = self.match.view("shark").orca.shark
        assert isinstance(lair, Lair)
        return lair

    def fighter(self, who: str) -> Fighter:
        return self.orca.crew[CREW.index(who)]

    def where(self) -> list[str | None]:
        return [self.fighter(who).space for who in CREW]

    def wounds(self) -> list[int]:
        return [self.fighter(who).wounds for who in CREW]

    def tile(self, zone: int) -> Tile:
        return self.orca.tiles[zone - 1]

    def may(self, who: str, kind: str) -> set[str]:
        """What somebody may do of one kind: `may("quint", "go")`, without the word itself."""
        return {action.removeprefix(kind + " ") for action in self.match.legal(who) if action.startswith(kind + " ")}

    @property
    def result(self) -> Result:
        assert self.match.result is not None
        return self.match.result

    def said(self, events: list[Event]) -> list[str]:
        return [words for event in events if (words := self.match.sentence(event))]
