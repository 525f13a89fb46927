"""A match of Kelp in which the test lays the blocks, deals the cards, draws the dice and says what they show.

    forest = Forest(blocks={3: "octopus", 4: "current trap"}, hand=["Nimble Dodge", "Stirred Sand", "Blend In"])
    forest.octopus("play Nimble Dodge", "reveal 8", "swap 3 4", "draw", cards=["Blend In", "Nimble Dodge"])
    forest.rolls("blue 5", "yellow 3")       # the shark draws these two and rolls that
    forest.shark("current 5 at v0", "swim v0")

What a test does not name is a shell, or the first card there is. `forest.state` may be changed directly to begin
somewhere in the middle; `known()` tells the memories so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from undertow.core.match import Match, Result
from undertow.core.position import Event
from undertow.core.records import Record
from undertow.games.kelp.state import (
    BLUE,
    COLOURS,
    OCTOPUS,
    SHARK_CARD_NAMES,
    SPACE_NAMES,
    ZONES,
    broken,
)
from undertow.games.kelp.view import View


class Forest:
    """A match laid out as the test wants it, at the beginning of the octopus's first turn."""

    def __init__(
        self,
        *,
        blocks: Mapping[int, str] | None = None,
        hand: Sequence[str] = ("Nimble Dodge", "Stirred Sand", "Blend In"),
        piles: Sequence[str] = ("Sharp Senses", "Perfect Disguise", "Taking Chances", "Eat Crab"),
        market: Sequence[str] = ("aggressive", "agile", "agile", "daring"),
        den: str = "d0",
        rules: Mapping[str, Any] | None = None,
    ) -> None:
        self.match = Match("kelp", 2, dict(rules or {}), auto_chance=False)
        named = dict(blocks if blocks is not None else {0: "octopus", 8: "current trap"})
        for zone in range(ZONES):
            self.chance(named.get(zone, "shell"))
        self.chance(*market, *piles, *hand)
        self.octopus(f"den {den}")

    # What happens -----------------------------------------------------------------------------------------------------

    def chance(self, *outcomes: str) -> list[Event]:
        return [event for outcome in outcomes for event in self.match.play("chance", outcome)]

    def octopus(self, *actions: str, cards: Sequence[str] = ()) -> list[Event]:
        """What the octopus does, and then the cards it draws."""
        return [event for action in actions for event in self.match.play("octopus", action)] + self.chance(*cards)

    def shark(self, *actions: str) -> list[Event]:
        return [event for action in actions for event in self.match.play("shark", action)]

    def rolls(self, *dice: str) -> list[Event]:
        """The dice that come out of the bag, and what they show: `yellow 3`."""
        colours, pips = zip(*(die.split() for die in dice), strict=True)
        return self.chance(*colours) + self.chance(*pips)

    def shuffles(self, *kinds: str) -> None:
        """Blocks pulled out of the bag one after the other for the empty zones in order; the last comes by itself."""
        self.chance(*kinds)

    def octopus_passes(self) -> None:
        """The octopus does two things that change no block: it discards two cards and hides nothing."""
        for _ in range(2):
            legal = self.match.legal("octopus")
            self.octopus(next(action for action in legal if action.startswith("discard")))
            if "done" in self.match.legal("octopus"):
                self.octopus("done")

    # Where a test begins ----------------------------------------------------------------------------------------------

    @property
    def state(self) -> Record:
        return self.match.position.state

    @property
    def box(self) -> Record:
        return self.match.position.box

    def reveal(self, *zones: int) -> None:
        """These blocks lie open."""
        for zone in zones:
            self.state.hidden = int(self.state.hidden) & ~(1 << zone)

    def gives(self, *cards: str) -> None:
        """Shark cards out of the deck into the shark's hands, with their dice."""
        for name in cards:
            card = SHARK_CARD_NAMES.index(name)
            assert self.state.deck[card] > 0
            self.state.deck[card] -= 1
            self.state.in_deck -= 1
            self.state.cards[card] += 1
            for colour in range(1, len(COLOURS)):
                self.state.bag[colour] += self.box.card_dice[card, colour]

    def currents(self, **pips: int) -> None:
        """Currents on the board, out of the bag: `currents(v0=5, h1=3)`."""
        for name, shown in pips.items():
            space = SPACE_NAMES.index(name)
            self.state.currents[space] = shown
            self.state.covered = int(self.state.covered) | 1 << space
            self.state.bag[BLUE] -= 1

    def shark_at(self, space: str, towards: str) -> None:
        """The shark is here and faces the end where that space is."""
        at, ahead = SPACE_NAMES.index(space), SPACE_NAMES.index(towards)
        self.state.at = at
        self.state.ends = 1 if self.box.onward[at, 0] >> ahead & 1 else 2

    # What one sees ----------------------------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        view = self.match.view("spectator")
        assert isinstance(view, View)
        return view

    def seen(self, viewer: str) -> View:
        view = self.match.view(viewer)
        assert isinstance(view, View)
        return view

    @property
    def bag(self) -> dict[str, int]:
        """What the shark sees in its bag."""
        bag = self.seen("shark").shark.bag
        assert bag is not None
        return bag

    def blocks(self) -> list[str | None]:
        """What the octopus sees in the zones."""
        return [zone.block for zone in self.seen("octopus").zones]

    def hidden(self) -> set[int]:
        return {zone for zone in range(ZONES) if self.view.zones[zone].hidden}

    def hand(self) -> dict[str, int]:
        hand = self.seen("octopus").octopus.hand
        assert hand is not None
        return hand

    def may(self, who: str, kind: str) -> set[str]:
        """What somebody may do of one kind: `may("shark", "swim")`, without the word itself."""
        return {action.removeprefix(kind + " ") for action in self.match.legal(who) if action.startswith(kind + " ")}

    @property
    def result(self) -> Result:
        assert self.match.result is not None
        return self.match.result

    def said(self, events: list[Event], viewer: str = "spectator") -> list[str]:
        """What a viewer hears of it, in words."""
        return [words for event in events if (words := self.match.sentence(event))]

    # The shark's things -----------------------------------------------------------------------------------------------

    def had(self, *cards: str) -> None:
        """Shark cards out of the deck that were used long ago: their dice are in the bag."""
        self.gives(*cards)
        for name in cards:
            card = SHARK_CARD_NAMES.index(name)
            self.state.cards[card] -= 1
            self.state.used[card] += 1

    def stored(self, *dice: str) -> None:
        """Energy, out of the bag: `stored("red 4")`."""
        for place, die in enumerate(dice):
            colour, pips = die.split()
            self.state.energy[place] = COLOURS.index(colour) << 3 | int(pips)
            self.state.bag[COLOURS.index(colour)] -= 1

    def fed(self, *colours: str) -> None:
        """Dice on the hunger track, out of the bag."""
        for colour in colours:
            self.state.hunger[COLOURS.index(colour)] += 1
            self.state.hungry += 1
            self.state.bag[COLOURS.index(colour)] -= 1

    def hunts(self, *dice: str) -> list[Event]:
        """The octopus does nothing that matters; then the shark draws these dice and rolls that."""
        while self.state.turn == OCTOPUS:
            who = self.match.to_act[0]
            legal = self.match.legal(who)
            quiet = [action for action in legal if action == "done" or action.startswith("discard")]
            self.match.play(who, (quiet or legal)[0])
        assert broken(self.box, self.state) == ""
        return self.rolls(*dice) if dice else []
