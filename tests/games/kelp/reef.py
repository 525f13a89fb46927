"""A forest somewhere in the middle of a match, at the beginning of an octopus's turn.

    reef = Reef("Nimble Dodge", "Eat Lobster", blocks={3: "octopus", 5: "lobster"}, lying=[8], discard=["Blend In"])

The arguments are the hand; what a test does not name is a shell, or a card in its pile. Everybody has seen all of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.kelp.forest import Forest
from undertow.games.kelp.state import BLOCK_NAMES, CARD_NAMES, CRAB, FIRST_EAT, NO_CARD, PILES, STARTER, ZONES, broken

FOOD = BLOCK_NAMES[CRAB:]
SKILLS = CARD_NAMES[4:FIRST_EAT]  # that can be learned, Eat cards aside


class Reef(Forest):
    """What lies where is as the test says; starter cards it does not name are the draw pile, if it names none."""

    def __init__(
        self,
        *hand: str,
        blocks: Mapping[int, str] | None = None,
        lying: Sequence[int] = (),
        draw: Sequence[str] | None = None,
        discard: Sequence[str] = (),
        trash: Sequence[str] = (),
        eaten: Sequence[str] = (),
        used: Sequence[str] = (),
        rules: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(rules=rules)
        self.reveal(*lying)
        self.eat(eaten, used)
        self.put(blocks or {0: "octopus"}, eaten)
        self.deal(hand, draw, discard, [*trash, *(f"Eat {food.capitalize()}" for food in eaten)])
        self.tell_everybody()
        assert broken(self.box, self.state) == ""

    def eat(self, eaten: Sequence[str], used: Sequence[str]) -> None:
        self.state.eaten = sum(1 << FOOD.index(food) for food in eaten)
        self.state.unused = sum(1 << FOOD.index(food) for food in eaten if food not in used)

    def put(self, blocks: Mapping[int, str], eaten: Sequence[str]) -> None:
        """Blocks on the board; the others are beside it."""
        kinds = [blocks.get(zone, "shell") for zone in range(ZONES)]
        self.state.den.blocks[:] = [BLOCK_NAMES.index(kind) for kind in kinds]
        gone = Counter([*kinds, *eaten])
        self.state.aside[:] = [self.box.blocks[number] - gone[kind] for number, kind in enumerate(BLOCK_NAMES)]

    def deal(
        self, hand: Sequence[str], draw: Sequence[str] | None, discard: Sequence[str], trash: Sequence[str]
    ) -> None:
        """The octopus's cards: what is left of each pile lies there with one card open."""
        state, box = self.state, self.box
        left = Counter({name: int(box.copies[card]) for card, name in enumerate(CARD_NAMES)})
        left.subtract([*hand, *(draw or ()), *discard, *trash])
        starters = {name for card, name in enumerate(CARD_NAMES) if box.pile[card] == STARTER}
        if draw is None:
            draw = [name for name in left.elements() if name in starters]
        else:
            trash = [*trash, *(name for name in left.elements() if name in starters)]
        for place, cards in (
            (state.den.hand, hand),
            (state.den.draw, draw),
            (state.discard, discard),
            (state.trash, trash),
        ):
            held = Counter(cards)
            place[:] = [held[name] for name in CARD_NAMES]
        state.in_hand, state.in_draw, state.in_discard = len(hand), len(draw), len(discard)
        for pile in range(PILES):
            here = [card for card, name in enumerate(CARD_NAMES) if box.pile[card] == pile]
            there = [card for card in here if left[CARD_NAMES[card]] > 0]
            state.open[pile] = there[0] if there else NO_CARD
            state.below[pile] = max(0, len(there) - 1)
            for card in here:
                state.in_pile[card] = card in there[1:]
        state.eats = sum(left[name] for name in CARD_NAMES[FIRST_EAT:])
        state.skills = sum(left[name] for name in CARD_NAMES[:FIRST_EAT] if name not in starters)

    def tell_everybody(self) -> None:
        """The memories know every block, and no card of the hand."""
        for memory in self.match.position.memories:
            memory.together[:] = range(ZONES)
            memory.blocks[0] = sum(int(kind) << 4 * zone for zone, kind in enumerate(self.state.den.blocks))
            memory.known[:] = 0

    # What one sees ----------------------------------------------------------------------------------------------------

    def lying(self) -> set[int]:
        return set(range(ZONES)) - self.hidden()

    def where(self, kind: str) -> int:
        return self.blocks().index(kind)

    @property
    def phase(self) -> str:
        return self.view.phase

    @property
    def legal(self) -> set[str]:
        """What the octopus may do."""
        return set(self.match.legal("octopus"))

    def sound(self) -> bool:
        return broken(self.box, self.state) == ""

    # What the shark does ----------------------------------------------------------------------------------------------

    def rest(self) -> None:
        """The octopus discards and hides nothing until its turn is over; what is left in its hand stays there."""
        while self.match.to_act == ("octopus",):
            legal = self.match.legal("octopus")
            ending = [action for action in legal if action in ("done", "end turn")]
            self.octopus(ending[0] if ending else next(action for action in legal if action.startswith("discard")))

    def swims_to(self, space: str, *dice: str) -> None:
        """The shark's turn up to the search: it comes from a den beside the space and rolls these dice."""
        self.rolls(*dice)
        self.shark(f"swim {space}")
