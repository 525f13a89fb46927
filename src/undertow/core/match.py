"""A match: a game being played, with its history, log and dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from undertow.core import files
from undertow.core.actions import Blocked, Offer
from undertow.core.chance import FairChance, commitment, fresh_seed
from undertow.core.errors import IllegalAction, UndertowError
from undertow.core.game import Game, Setup, find_game
from undertow.core.position import Event, Position
from undertow.core.records import CHANCE, Encoding, Ints, Records
from undertow.core.story import Story, Walker, told_by_ply
from undertow.core.undo import Ply, Undo

CHANCE_SEAT = "chance"
NOT_BY_NAME = 12  # an error lists at most so many legal actions


@dataclass(frozen=True)
class Result:
    winners: tuple[str, ...]
    reason: str
    shares: dict[str, float]  # each seat's share of the win
    scores: dict[str, int]  # what the game counts, where it counts something

    def __str__(self) -> str:
        who = " and ".join(self.winners) if self.winners else "Nobody"
        return f"{who} wins: {self.reason}" if len(self.winners) < 2 else f"{who} win: {self.reason}"


class Match:
    """The Python face of a game: seats, legal actions and outcomes by the names players use."""

    _asked: tuple[Position | None, int, tuple[str, ...]]  # who may act in this position, after so many plies

    def __init__(
        self,
        game: str | Game | Setup,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: str | None = None,
        *,
        words: Mapping[str, str] | None = None,
        names: Mapping[str, str] | None = None,
        auto_chance: bool = True,
    ) -> None:
        self.setup = game if isinstance(game, Setup) else find_game(game).set_up(players, options)
        self.game = self.setup.game
        self.words = dict(words or {})
        for who in self.words:
            self.setup.viewer(who)  # a seat or a side
        self.auto_chance = auto_chance
        self._seed = fresh_seed() if seed is None else seed
        self._dice = FairChance(self._seed, self.words)
        self.call(names or {})
        self._begin()
        self._run_chance()

    # Who ---------------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        return self.setup.seats

    @property
    def viewers(self) -> tuple[str, ...]:
        """Whose eyes one can look through: each side, and the spectator."""
        return self.setup.viewers

    def call(self, names: Mapping[str, str]) -> None:
        """Give seats the names their people go by, in the log and the prompts."""
        for seat in names:
            self.setup.seat(seat)
        self.given_names = dict(names)
        self.names = tuple(names.get(seat, seat.capitalize()) for seat in self.seats)

    @property
    def to_act(self) -> tuple[str, ...]:
        """The seats that may act now; `("chance",)` when dice are due by hand; nobody when it is over."""
        at, plies, asked = self._asked
        if at is not self.position or plies != len(self._history):
            acting = () if self.position.over else self.position.acting() or (CHANCE,)
            asked = tuple(self.seat_name(seat) for seat in acting)
            self._asked = self.position, len(self._history), asked
        return asked

    @property
    def joint(self) -> bool:
        """Whether the seats of a side are asked something that one of them settles for all: people answer it before
        bots do."""
        return self.position.joint

    # Playing -----------------------------------------------------------------------------------------------------

    def legal(self, seat: str) -> list[str]:
        """The actions this seat may take now, by name."""
        return list(self._legal(self._seat(seat)))

    def play(self, seat: str, action: str) -> list[Event]:
        """Take an action; returns what its seat hears. `IllegalAction` says what is legal and changes nothing."""
        index = self._seat(seat)
        viewer = -1 if index == CHANCE else self.setup.viewer_of(index)
        before = len(self._story.heard[viewer])
        self.take(seat, action)
        return self.events(self.viewers[viewer], before)

    def take(self, seat: str, action: str) -> None:
        """The same for whoever asks later what was heard."""
        index = self._seat(seat)
        legal = self._legal(index)
        if action not in legal:
            raise IllegalAction(self._refusal(seat, action, list(legal)))
        self._step(index, legal[action], action)
        self._run_chance()

    def odds(self) -> dict[str, Fraction]:
        """When dice are due: the exact odds of each outcome."""
        weights = self.position.weights()
        total = sum(weights)
        return {
            self.position.name(CHANCE, outcome): Fraction(weight, total)
            for outcome, weight in enumerate(weights)
            if weight
        }

    def can_undo(self, seat: str) -> bool:
        """Whether the seat's last decision can be taken back: nothing was revealed to anybody else since."""
        return self._last_decision(seat) is not None

    def undo(self, seat: str) -> None:
        """Take back the seat's last decision, unless something new was revealed since."""
        ply = self._last_decision(seat)
        if ply is None:
            raise IllegalAction(
                f"{seat} cannot take anything back: only a decision after which nothing new was revealed can be undone."
            )
        self._tell_again([*self._history[:ply], *self._history[ply + 1 :]])

    def _last_decision(self, seat: str) -> int | None:
        """The index in the history of the decision that the seat may take back."""
        return None if self.over else self._undo.last_of(self._seat(seat), self._history)

    def rewind(self, plies: int) -> None:
        """Go back to where the match stood after so many steps of its history: for what all at the table agree on.

        Dice that were due then fall again, and the same.
        """
        if not 0 <= plies <= len(self._history):
            raise UndertowError(f"cannot go back to step {plies}: the match has {len(self._history)}.")
        self._tell_again(self._history[:plies])
        self._run_chance()

    # Looking -----------------------------------------------------------------------------------------------------

    def view(self, viewer: str) -> Any:
        """All that this viewer may see, typed; `view_json` has it as plain data."""
        return self.position.view(self.setup.viewer(viewer))

    def view_json(self, viewer: str) -> Any:
        return msgspec.to_builtins(self.view(viewer))

    def beliefs(self, viewer: str) -> Any:
        """Probabilities this viewer may look at."""
        return self.position.beliefs(self.setup.viewer(viewer))

    def encoding(self, viewer: str) -> Encoding:
        """What the viewer knows, as numbers for a learner."""
        return self.position.encoding(self.setup.viewer(viewer))

    def imagine(self, viewer: str, rng: Ints, number: int) -> Records:
        """Worlds this viewer cannot tell from the true one, drawn from what the viewer may believe."""
        return self.position.imagine(self.setup.viewer(viewer), rng, number)

    def events(self, viewer: str, since: int = 0) -> list[Event]:
        """What this viewer has heard after event number `since`, numbered for this viewer: plies would count unseen
        decisions."""
        heard = enumerate(self.heard_since(viewer, since), start=since + 1)
        return [Event(number, e.kind, e.audience, e.details) for number, e in heard]

    def heard_since(self, viewer: str, since: int) -> list[Event]:
        """The same under their plies: for telling what they say, not when."""
        return self._story.heard[self.setup.viewer(viewer)][since:]

    def heard(self, viewer: str) -> int:
        """How many events this viewer has heard."""
        return len(self._story.heard[self.setup.viewer(viewer)])

    def log(self, viewer: str, since: int = 0) -> list[str]:
        """The match so far in words, as this viewer heard it; or what came after event number `since`."""
        return [line for event in self.events(viewer, since) if (line := self.sentence(event))]

    def story(self) -> list[str]:
        """When the match is over: all that happened in words, what was hidden too. Nothing before that."""
        return [line for lines in told_by_ply(self).values() for line in lines]

    def all_events(self) -> list[Event]:
        """When the match is over: all that happened, what was hidden too. Nothing before that."""
        return self._story.all if self.over else []

    def look_back(self, plies: int) -> Position:
        """The same as `position_after`, for looking at one step after the other: it must not be played on."""
        return self._walker.after(plies, self._history)

    def position_after(self, plies: int) -> Position:
        """The position after so many steps of the history. This is the whole truth, as the history is."""
        return Walker(self.setup).after(plies, self._history)

    def kind(self, event: Event) -> str:
        """What the game calls this kind of event."""
        kinds: dict[int, str] = self.game.hook("state", "TOLD_AS")
        return kinds.get(event.kind, "")

    def sentence(self, event: Event) -> str:
        """An event in words, the same for all who hear of it."""
        return self.position.sentence(event, self.names)

    def prompt(self, viewer: str) -> str:
        """What this viewer is asked to do, or whom they wait for."""
        self.setup.viewer(viewer)
        acting = self.to_act
        if not acting:
            return str(self.result)
        if acting == (CHANCE_SEAT,):
            return self.position.chance()
        if viewer in acting:
            return self.position.prompt(self.setup.seat(viewer))
        mine = [seat for seat in acting if viewer == self.setup.sides[self.setup.seat(seat)]]
        if mine:
            return self.position.prompt(self.setup.seat(mine[0]))
        return "Waiting for " + " and ".join(self.names[self.setup.seat(seat)] for seat in acting) + "."

    def label(self, seat: str, action: str) -> str:
        """What a button for this action says."""
        index = self._seat(seat)
        legal = self._legal(index)
        if action not in legal:
            raise IllegalAction(self._refusal(seat, action, list(legal)))
        return self.position.label(index, legal[action], self.names)

    def offered(self, seat: str) -> list[Offer]:
        """The same with all that a button, a board or a keyboard needs to know of them."""
        index = self._seat(seat)
        return self.position.offered(index, self.names) if seat in self.to_act and index != CHANCE else []

    def blocked(self, seat: str) -> list[Blocked]:
        """What this seat can see but not pick now, each with the reason."""
        return self.position.blocked(self._seat(seat)) if seat in self.to_act and seat != CHANCE_SEAT else []

    def help(self, viewer: str) -> str:
        """The rules of this moment."""
        return self.position.help(self.setup.viewer(viewer))

    @property
    def over(self) -> bool:
        return not self.to_act

    @property
    def result(self) -> Result | None:
        """Who won and why; None while the match goes on."""
        if not self.over:
            return None
        shares = self.position.shares()
        named = {seat: float(shares[i]) for i, seat in enumerate(self.seats)}
        winners = tuple(self.names[i] for i in range(len(self.seats)) if shares[i] > 0)
        box, state, words = self.position.box, self.position.state, self.game.words
        scores = dict(zip(self.seats, words.scores(box, state), strict=True))
        return Result(winners, words.reason(box, state), named, scores)

    # Chance and keeping ------------------------------------------------------------------------------------------

    @property
    def commitment(self) -> str:
        """The seed's SHA-256: shown before the first die falls."""
        return commitment(self._seed)

    @property
    def seed(self) -> str | None:
        """The seed, once the match is over."""
        return self._seed if self.over else None

    @property
    def history(self) -> tuple[Ply, ...]:
        """Every step so far. This is the whole truth: it is not for any one viewer's eyes."""
        return tuple(self._history)

    def state_bytes(self) -> bytes:
        """The whole truth as bytes, for comparing and storing."""
        return self.position.states.tobytes() + self.position.memories.tobytes()

    def text(self, *, with_seed: bool = True) -> str:
        """The match as a file. Without its seed nobody can foresee the dice, and nobody can check them."""
        return files.text_of(self, self._seed if with_seed else None)

    def save(self, path: str | Path) -> None:
        Path(path).write_text(self.text(), encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path, game: Game | None = None) -> Match:
        """A saved match, checked line by line: every action legal, every outcome the one the seed gives."""
        return cls.from_text(files.read(path), game)

    @classmethod
    def from_text(cls, text: str, game: Game | None = None) -> Match:
        return files.match_of(cls, text, game)

    def follow(self, seat: str, action: str) -> None:
        """Take a line of a match whose dice are known: an outcome must be the one that the seed gives."""
        if seat == CHANCE_SEAT and (weights := self.position.weights()):
            drawn = self.position.name(CHANCE, self._dice.draw(self._drawn, weights))
            if drawn != action:
                raise UndertowError(f"the seed gives {drawn!r} here, not {action!r}: an outcome was altered.")
        self.take(seat, action)

    def go_on(self) -> None:
        """From here on the dice fall by themselves."""
        self.auto_chance = True
        self._run_chance()

    # Inside ------------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        self.position = Position(self.setup)  # the truth: for what drives a match, never for a player
        self._history: list[Ply] = []
        self._story = Story(len(self.viewers))
        self._asked = None, 0, ()
        self._drawn = 0
        self._undo = Undo(self.setup)
        self._walker = Walker(self.setup)

    def _seat(self, name: str) -> int:
        return CHANCE if name == CHANCE_SEAT else self.setup.seat(name)

    def seat_name(self, seat: int) -> str:
        return CHANCE_SEAT if seat == CHANCE else self.seats[seat]

    def _legal(self, seat: int) -> dict[str, int]:
        if seat == CHANCE:
            return self.position.legal(CHANCE)
        return self.position.offers(seat) if self.seats[seat] in self.to_act else {}

    def _refusal(self, seat: str, action: str, legal: Sequence[str]) -> str:
        if self.over:
            return f"the match is over: {self.result}."
        if not legal:
            return f"{seat} cannot act now: waiting for {' and '.join(self.to_act)}."
        shown = ", ".join(legal[:NOT_BY_NAME]) + (", ..." if len(legal) > NOT_BY_NAME else "")
        return f"{action!r} is not legal for {seat} now. Legal: {shown}."

    def _step(self, seat: int, action: int, name: str) -> None:
        position, ply = self.position, len(self._history) + 1
        self._undo.before(seat, len(self._history), position)
        self._history.append(Ply(seat, action, name, position.actors()))
        events = position.step(seat, action, ply)
        self._story.tell(events)
        self._drawn += seat == CHANCE
        self._undo.after(seat, ply, events)

    def _tell_again(self, history: Sequence[Ply]) -> None:
        """Another history that begins like ours."""
        self._walker.forget()
        firm = self._undo.firm
        if len(history) < firm:
            self._begin()
        elif position := self._undo.back_to_firm():
            self.position = position
            del self._history[firm:]
            self._story.back_to(firm)
        for step in history[len(self._history) :]:
            self._step(step.seat, step.action, step.name)

    def _run_chance(self) -> None:
        while self.auto_chance and (weights := self.position.weights()):
            outcome = self._dice.draw(self._drawn, weights)
            self._step(CHANCE, outcome, self.position.name(CHANCE, outcome))
