"""A match: a game being played, with its history, log and dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from undertow.core.chance import FairChance, commitment, fresh_seed
from undertow.core.errors import BadMatchFile, IllegalAction, UndertowError
from undertow.core.game import Game, Setup, find_game
from undertow.core.notation import Line, Score, read_match, write_match
from undertow.core.position import Event, Position
from undertow.core.records import CHANCE, EVERYBODY, Encoding, Ints, Records, has

CHANCE_SEAT = "chance"
NOT_BY_NAME = 12  # an error lists at most so many legal actions
FRAMES = 60  # steps that somebody who looks again is shown one by one; what came before is past


class Ply(msgspec.Struct, frozen=True, gc=False):
    """One step of the history: a seat's decision, or an outcome of chance."""

    seat: int
    action: int
    name: str
    acting: int  # everybody who could have acted then, as a bit set


class Frame(NamedTuple):
    """A step as one viewer saw it: what was heard, and the view after it."""

    events: list[Event]
    view: Any


@dataclass(frozen=True)
class Result:
    winners: tuple[str, ...]
    reason: str
    shares: dict[str, float]  # each seat's share of the win
    scores: dict[str, int]  # what the game counts, where it counts something

    def __str__(self) -> str:
        who = " and ".join(self.winners) if self.winners else "Nobody"
        return f"{who} wins: {self.reason}" if len(self.winners) < 2 else f"{who} win: {self.reason}"


def _question(position: Position, seat: int) -> tuple[str, list[str]]:
    """What a seat is asked, and what it can answer."""
    legal = list(position.legal(seat))
    return (position.prompt(seat) if legal and seat != CHANCE else "", legal)


@dataclass
class _Branch:
    """A position that follows the history from its ply `first` on, and what was asked on the way."""

    position: Position
    first: int
    asked: list[tuple[str, list[str]]] = field(default_factory=list)

    def question(self, history: Sequence[Ply], ply: int) -> tuple[str, list[str]]:
        """What was asked before this ply. The plies between are taken only now: it may never come to it."""
        while self.first + len(self.asked) <= ply:
            here = self.first + len(self.asked)
            if self.asked:
                self.position.step(history[here - 1].seat, history[here - 1].action)
            self.asked.append(_question(self.position, history[here].seat))
        return self.asked[ply - self.first]


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
        self._reveals: frozenset[int] = getattr(self.game.state, "REVEALS", frozenset())
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

    # Playing -----------------------------------------------------------------------------------------------------

    def legal(self, seat: str) -> list[str]:
        """The actions this seat may take now, by name."""
        return list(self._legal(self._seat(seat)))

    def play(self, seat: str, action: str) -> list[Event]:
        """Take an action; returns what its seat hears. `IllegalAction` says what is legal and changes nothing."""
        index = self._seat(seat)
        viewer = -1 if index == CHANCE else self.setup.viewer_of(index)
        before = len(self._heard[viewer])
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
        return self._undoable(self._seat(seat)) is not None

    def undo(self, seat: str) -> None:
        """Take back the seat's last decision, unless something new was revealed since."""
        ply = self._undoable(self._seat(seat))
        if ply is None:
            raise IllegalAction(
                f"{seat} cannot take anything back: only a decision after which nothing new was revealed can be undone."
            )
        self._tell_again([*self._history[:ply], *self._history[ply + 1 :]])

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
        return self._heard[self.setup.viewer(viewer)][since:]

    def frames(self, viewer: str, since: int = 0, most: int = FRAMES) -> list[Frame]:
        """What came after event number `since` one step after the other: what this viewer heard in it, and saw then.

        Steps of which the viewer heard nothing are not there, and of many only the latest.
        """
        index = self.setup.viewer(viewer)
        steps: dict[int, list[Event]] = {}
        for number, event in enumerate(self._heard[index][since:], start=since + 1):
            steps.setdefault(event.ply, []).append(Event(number, event.kind, event.audience, event.details))
        return [Frame(steps[ply], self._walk(ply).view(index)) for ply in sorted(steps)[-most:]]

    def heard(self, viewer: str) -> int:
        """How many events this viewer has heard."""
        return len(self._heard[self.setup.viewer(viewer)])

    def log(self, viewer: str, since: int = 0) -> list[str]:
        """The match so far in words, as this viewer heard it; or what came after event number `since`."""
        return [line for event in self.events(viewer, since) if (line := self.sentence(event))]

    def story(self) -> list[str]:
        """When the match is over: all that happened in words, what was hidden too. Nothing before that."""
        return [line for lines in self.told_by_ply().values() for line in lines]

    def told_by_ply(self) -> dict[int, list[str]]:
        """When the match is over: all that happened in words, what was hidden too, under the ply that told it."""
        told: dict[int, list[str]] = {}
        for ply, events in self.by_ply().items():
            if lines := [line for event in events if (line := self.sentence(event))]:
                told[ply] = lines
        return told

    def by_ply(self) -> dict[int, list[Event]]:
        """When the match is over: all that happened, what was hidden too, under the ply that told it."""
        told: dict[int, list[Event]] = {}
        for event in self._events if self.over else []:
            told.setdefault(event.ply, []).append(event)
        return told

    def position_after(self, plies: int) -> Position:
        """The position after so many steps of the history. This is the whole truth, as the history is."""
        position = Position(self.setup)
        for ply in self._history[:plies]:
            position.step(ply.seat, ply.action)
        return position

    def kind(self, event: Event) -> str:
        """What the game calls this kind of event."""
        kinds: dict[int, str] = getattr(self.game.state, "TOLD_AS", {})
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
            return "The dice are rolling."
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

    def labels(self, seat: str) -> dict[str, str]:
        """What the buttons for all this seat may do now say, by action."""
        index = self._seat(seat)
        return self.position.labels(index, self._legal(index), self.names)

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
        lines = [Line(self.seat_name(ply.seat), ply.name) for ply in self._history]
        return write_match(
            Score(
                game=self.game.name,
                rules=self.game.version,
                players=self.setup.players,
                commitment=self.commitment,
                seed=self._seed if with_seed else None,
                by_hand=not self.auto_chance,
                settings=self.setup.settings,
                names=self.given_names,
                words=self.words,
                lines=lines,
            )
        )

    def save(self, path: str | Path) -> None:
        Path(path).write_text(self.text(), encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path, game: Game | None = None) -> Match:
        """A saved match, checked line by line: every action legal, every outcome the one the seed gives."""
        try:
            text = Path(path).read_text(encoding="utf-8")
        except OSError as error:
            raise BadMatchFile(f"cannot read {str(path)!r}: {error.strerror}.") from error
        except UnicodeDecodeError as error:
            raise BadMatchFile(f"cannot read {str(path)!r}: it is not text.") from error
        return cls.from_text(text, game)

    @classmethod
    def from_text(cls, text: str, game: Game | None = None) -> Match:
        score = read_match(text)
        found = game or find_game(score.game)
        if score.game != found.name:
            raise BadMatchFile(f"this is a match of {score.game}, not of {found.name}.")
        if score.rules != found.version:
            raise BadMatchFile(
                f"this match was played by version {score.rules} of the rules of {score.game}; here is {found.version}."
            )
        if not score.by_hand and score.seed is None:
            raise BadMatchFile("the seed of this match is not shown yet; it can be checked once the match is over.")
        if score.seed is not None and commitment(score.seed) != score.commitment:
            raise BadMatchFile("the seed does not fit the commitment shown before the match: one of them was altered.")
        match = cls(
            found, score.players, score.settings, score.seed, words=score.words, names=score.names, auto_chance=False
        )
        for line in score.lines:
            match._follow(line, score.by_hand)
        match.auto_chance = not score.by_hand
        match._run_chance()
        return match

    # Inside ------------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        self.position = Position(self.setup)  # the truth: for what drives a match, never for a player
        self._history: list[Ply] = []
        self._events: list[Event] = []
        self._heard: list[list[Event]] = [[] for _ in self.viewers]  # of the events, by viewer
        self._asked = None, 0, ()
        self._drawn = 0
        self._firm = 0  # so many plies nobody can take back
        self._after_firm: tuple[Records, Records] | None = None  # states and memories there, once there is more
        self._branches: dict[int, _Branch] = {}  # of what followed, by its first ply
        self._walker: tuple[int, Position] | None = None  # a position some plies back, for whoever looks on

    def _walk(self, plies: int) -> Position:
        """The position after so many plies, for looking at them in their order: it goes on from where it stood."""
        if self._walker is None or self._walker[0] > plies:
            self._walker = 0, Position(self.setup)
        at, position = self._walker
        for ply in self._history[at:plies]:
            position.step(ply.seat, ply.action)
        self._walker = plies, position
        return position

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
        if seat != CHANCE and self._firm == len(self._history):
            self._after_firm = position.states.copy(), position.memories.copy()
        self._history.append(Ply(seat, action, name, position.actors()))
        events = position.step(seat, action, ply)
        self._events += events
        secret = any(event.audience != EVERYBODY for event in events)
        for viewer, heard in enumerate(self._heard):
            heard += [event for event in events if event.heard_by(viewer)] if secret else events
        self._drawn += seat == CHANCE
        if seat == CHANCE or not self._reveals.isdisjoint([event.kind for event in events]):
            self._firm, self._after_firm, self._branches = ply, None, {}

    def _tell_again(self, history: Sequence[Ply]) -> None:
        """Another history that begins like ours."""
        self._walker = None
        if len(history) < self._firm:
            self._begin()
        elif self._after_firm:
            self.position = Position(self.setup, *self._after_firm)
            self._after_firm, self._branches = None, {}
            del self._history[self._firm :]
            for told in (self._events, *self._heard):
                while told and told[-1].ply > self._firm:
                    told.pop()
        for step in history[len(self._history) :]:
            self._step(step.seat, step.action, step.name)

    def _run_chance(self) -> None:
        while self.auto_chance and (weights := self.position.weights()):
            outcome = self._dice.draw(self._drawn, weights)
            self._step(CHANCE, outcome, self.position.name(CHANCE, outcome))

    def _undoable(self, seat: int) -> int | None:
        """The index in the history of the decision that this seat may take back.

        Chance, an answer that gave a secret away, and whoever acted because of the decision stand in the way; somebody
        who could act all the same, as in a simultaneous choice, does not.
        """
        if self.over:
            return None
        since: list[int] = []
        for i in range(len(self._history) - 1, self._firm - 1, -1):
            ply = self._history[i]
            if ply.seat == seat:
                free = all(has(ply.acting, other) for other in since)
                return i if free and (not since or self._others_were_asked_the_same(i)) else None
            since.append(ply.seat)
        return None

    def _others_were_asked_the_same(self, ply: int) -> bool:
        """Whether whoever acted after this decision would have had the very same question without it."""
        then, without = self._branch(self._firm), self._branch(ply + 1)
        after = range(ply + 1, len(self._history))
        return all(then.question(self._history, i) == without.question(self._history, i) for i in after)

    def _branch(self, first: int) -> _Branch:
        """The history from this ply on, without the decision before it unless that is firm."""
        if first not in self._branches:
            assert self._after_firm
            states, memories = self._after_firm
            position = Position(self.setup, states.copy(), memories.copy())
            for step in self._history[self._firm : max(self._firm, first - 1)]:
                position.step(step.seat, step.action)
            self._branches[first] = _Branch(position, first)
        return self._branches[first]

    def _follow(self, line: Line, by_hand: bool) -> None:
        """Play a line of a match file, unless it cannot have happened."""
        where = f"line {line.number}: "
        try:
            if line.seat == CHANCE_SEAT and not by_hand and (weights := self.position.weights()):
                drawn = self.position.name(CHANCE, self._dice.draw(self._drawn, weights))
                if drawn != line.action:
                    raise UndertowError(f"the seed gives {drawn!r} here, not {line.action!r}: an outcome was altered.")
            self.play(line.seat, line.action)
        except UndertowError as error:
            raise BadMatchFile(where + str(error)) from error
