"""A position: what is true at one moment, and everything that can be said about it to a viewer.

Seats, viewers and actions are numbers here. `Match` adds names, history and dice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from undertow.core.actions import Blocked, Deed, Offer, capital
from undertow.core.game import Setup
from undertow.core.reading import read, read_one
from undertow.core.records import CHANCE, EVERYBODY, Encoding, Floats, Ints, Record, Records, has


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened at a ply: a kind the game names, its details, and who may hear of it."""

    ply: int
    kind: int
    audience: int
    details: tuple[int, int, int, int]

    def heard_by(self, viewer: int) -> bool:
        return self.audience == EVERYBODY or has(self.audience, viewer)


class Position:
    """A state with its memory, on a table that is set up."""

    __slots__ = ("_box", "_recall", "_room", "_state", "memories", "setup", "states")

    def __init__(self, setup: Setup, states: Records | None = None, memories: Records | None = None) -> None:
        self.setup = setup
        self.states = setup.new_state() if states is None else states
        self.memories = setup.new_memories() if memories is None else memories
        self._box = setup.reading
        self._state = read_one(self.states)
        self._recall = read(self.memories)
        self._room = setup.room_for_actions()

    def copy(self) -> Position:
        return Position(self.setup, self.states.copy(), self.memories.copy())

    @property
    def box(self) -> Record:
        box: Record = self.setup.box[0]
        return box

    @property
    def state(self) -> Record:
        state: Record = self.states[0]
        return state

    @property
    def over(self) -> bool:
        return bool(self._state.over)

    # What can happen -------------------------------------------------------------------------------------------------

    def actors(self) -> int:
        """The seats that may act, as a bit set; 0 when chance acts or it is over."""
        return 0 if self.over else int(self.setup.game.door.who(self.setup.box, self.states))

    def acting(self) -> list[int]:
        bits = self.actors()
        return [seat for seat in range(len(self.setup.seats)) if bits >> seat & 1]

    def legal(self, seat: int) -> dict[str, int]:
        """Legal actions by name. The names of a moment differ, so printing and parsing are inverse."""
        if seat == CHANCE:
            return {self.name(CHANCE, outcome): outcome for outcome, weight in enumerate(self.weights()) if weight}
        return self.offers(seat) if has(self.actors(), seat) else {}

    def offers(self, seat: int) -> dict[str, int]:
        """The same for a seat that may act."""
        names = self.setup.game.declared.names
        return {names[action]: action for action in self._legal(seat)}

    def _legal(self, seat: int) -> list[int]:
        n = self.setup.game.door.offers(self.setup.box, self.states, seat, self._room)
        found: list[int] = self._room[:n].tolist()
        return found

    def _final(self, seat: int, n: int) -> list[int]:
        """For each of the `n` actions that stand in the room: 1 if it could never be taken back, else 0."""
        twin = self.states.copy()
        self.setup.game.door.settle(self.setup.box, self.states, twin, seat, self.setup.reveals, self._room, n)
        found: list[int] = self._room[:n].tolist()
        return found

    def weights(self) -> list[int]:
        """The weight of each outcome when chance acts; none otherwise."""
        if self.actors() != 0 or self.over:
            return []
        n = self.setup.game.door.weights(self.setup.box, self.states, self._room)
        found: list[int] = self._room[:n].tolist()
        return found

    def step(self, seat: int, action: int, ply: int = 0) -> list[Event]:
        """One decision or outcome, and what it tells."""
        self.setup.game.door.step(self.setup.box, self.states, self.memories, seat, action)
        state = self._state
        rows = state.events[: state.told].tolist()
        return [Event(ply, row[0], row[1], (row[2], row[3], row[4], row[5])) for row in rows]

    def shares(self) -> Floats:
        """At the end: each seat's share of the win."""
        out = np.zeros(max(len(self.setup.seats), self.setup.game.state.SEATS))
        self.setup.game.door.gains(self.setup.box, self.states, out)
        return out[: len(self.setup.seats)]

    @property
    def joint(self) -> bool:
        """Whether the seats of a side are asked something that one of them settles for all."""
        return not self.over and bool(self.setup.joint(self._box, self._state))

    # What a viewer may know ------------------------------------------------------------------------------------------

    def view(self, viewer: int) -> Any:
        return self.setup.game.knowledge.view(self._box, self._state, self._recall[viewer], viewer)

    def beliefs(self, viewer: int) -> Any:
        return self.setup.game.knowledge.beliefs(self._box, self._state, self._recall[viewer], viewer)

    def encoding(self, viewer: int) -> Encoding:
        """Numbers for a learner, laid out as `Game.layout` says."""
        out = np.zeros(self.setup.game.encoding, np.float32)
        written = self.setup.game.written
        self.setup.game.door.numbers(self.setup.box, self.states, self.memories, viewer, out[:written])
        out[written:] = self.setup.house
        return out

    def imagine(self, viewer: int, rng: Ints, number: int) -> Records:
        """Worlds this viewer cannot tell from the true one, drawn from what the viewer may believe."""
        worlds = np.zeros(number, self.setup.game.state.State)
        self.setup.game.door.dream(self.setup.box, self.states, self.memories, viewer, rng, worlds)
        return worlds

    # Words -----------------------------------------------------------------------------------------------------------

    def name(self, seat: int, action: int) -> str:
        """What this action, or this outcome of chance, is called."""
        game = self.setup.game
        return game.actions.outcome(self._box, self._state, action) if seat == CHANCE else game.declared.names[action]

    def prompt(self, seat: int) -> str:
        return self.setup.game.words.prompt(self._box, self._state, seat)

    def chance(self) -> str:
        """What chance is doing."""
        words: str = self.setup.game.hook("words", "chance")(self._box, self._state)
        return words

    def label(self, seat: int, action: int, names: Sequence[str]) -> str:
        """What a button for this action says."""
        declared = self.setup.game.declared
        deed = declared.deeds[action]
        return declared.label(deed, self._fill(seat, deed, names)) if deed.open else deed.label

    def _fill(self, seat: int, deed: Deed, names: Sequence[str]) -> Mapping[str, object]:
        filled: Mapping[str, object] = self.setup.fill(self._box, self._state, seat, deed, names)
        return filled

    def offered(self, seat: int, names: Sequence[str]) -> list[Offer]:
        """What a seat that may act can do, with all that a button, a board or a keyboard needs to know of it."""
        declared = self.setup.game.declared
        legal = self._legal(seat)
        final = self._final(seat, len(legal))
        away = dict(self.setup.gives_away(self._box, self._state, seat))
        return [
            declared.offer(deed, key, last == 1, away.get(deed.number, ""), self._fill(seat, deed, names))
            if deed.open or away
            else declared.plain_offer(deed, key, last)
            for deed, key, last in zip(
                map(declared.deeds.__getitem__, legal), declared.keys_of(legal), final, strict=True
            )
        ]

    def blocked(self, seat: int) -> list[Blocked]:
        """What a seat that may act can see but not pick, each with the reason."""
        deeds = self.setup.game.declared.deeds
        found = self.setup.blocked(self._box, self._state, seat)
        return [Blocked(deeds[number].name, deeds[number].verb, why, deeds[number].parts) for number, why in found]

    def sentence(self, event: Event, names: Sequence[str]) -> str:
        return self.setup.game.words.sentence(self._box, event, names)

    def help(self, viewer: int) -> str:
        """The rules of this moment, then a line for each thing that this viewer's seats can do."""
        declared = self.setup.game.declared
        mine = [seat for seat in self.acting() if self.setup.viewer_of(seat) == viewer]
        verbs = dict.fromkeys(declared.deeds[action].verb for seat in mine for action in self._legal(seat))
        helped = [declared.verbs[verb] for verb in verbs if declared.verbs[verb].help]
        rules = self.setup.game.words.help(self._box, self._state, viewer)
        return "\n".join([rules, *(f"{capital(verb.verb)}: {verb.help}" for verb in helped)])
