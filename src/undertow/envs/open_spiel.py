"""Every installed game for OpenSpiel: import this module, then `pyspiel.load_game("undertow_kelp")`.

Parameters, all optional:

- `players`: how many people play; without it, as few as can. The players of OpenSpiel are our seats.
- `rules`: house rules as `key:value;key:value`. Values are TOML with `:` for `=` and `|` for `,`, for OpenSpiel needs
  those for itself: `undertow_jaws(players=4,rules=variant:act2;act2.die:[0|0|1|1|2|3])`. `game_string` writes it.
- `turns`: if true, those who choose at once choose one after the other, unseen. Searchers and solvers that know only
  turns can play then.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple

import msgspec
import numpy as np

from undertow.core.box import read_value, write_value
from undertow.core.check.walks import walk
from undertow.core.errors import HouseRule, IllegalAction
from undertow.core.game import Game, Setup, find_game, game_names
from undertow.core.position import Position
from undertow.core.recall import Recall
from undertow.core.records import CHANCE, Ints
from undertow.core.rng import stream
from undertow.envs.extras import missing

try:
    import pyspiel
except ImportError as error:
    raise missing("OpenSpiel") from error

PREFIX = "undertow_"
TRIALS = 24  # random matches in which we look for choices that are made at once

_games: dict[str, Game] = {}  # by the names OpenSpiel knows them by


class Terms(NamedTuple):
    """What is played: all that `load_game` was told."""

    game: Game
    players: int
    rules: str
    turns: bool


@cache
def setup_of(terms: Terms) -> Setup:
    return terms.game.set_up(terms.players, read_rules(terms.rules))


# Names and parameters -------------------------------------------------------------------------------------------------

QUOTED_OR_NOT = re.compile(r'("(?:\\.|[^"\\])*")')
OUTSIDE = str.maketrans({"|": ",", ":": "="})
BACK = str.maketrans({",": "|", "=": ":"})
INSIDE = str.maketrans({sign: f"\\U{ord(sign):08X}" for sign in ",=()"})  # what OpenSpiel must not see, even in quotes


def spiel_name(game: str | Game) -> str:
    """What OpenSpiel calls a game."""
    return PREFIX + find_game(game).name.replace("-", "_")


def game_string(
    game: str | Game, players: int | None = None, options: Mapping[str, Any] | None = None, *, turns: bool = False
) -> str:
    """What `pyspiel.load_game` takes for a game with these house rules."""
    found = find_game(game)
    given = _parameters(Terms(found, found.set_up(players, options).players, write_rules(options or {}), turns))
    return f"{spiel_name(found)}({','.join(f'{key}={value}' for key, value in given.items())})"


def write_rules(options: Mapping[str, Any]) -> str:
    """House rules as the parameter `rules`; `read_rules` reads them back."""
    return ";".join(f"{key}:{_written(value)}" for key, value in sorted(options.items()))


def read_rules(text: str) -> dict[str, Any]:
    """The house rules of the parameter `rules`."""
    pieces = QUOTED_OR_NOT.split(text)
    pieces[::2] = [piece.replace(";", "\n") for piece in pieces[::2]]  # nothing in quotes has a line break
    return dict(_read_rule(line) for line in "".join(pieces).split("\n") if line.strip())


def _read_rule(line: str) -> tuple[str, Any]:
    key, colon, written = line.partition(":")
    if not colon or not key.strip():
        raise HouseRule(
            f"house rules are written key:value;key:value for OpenSpiel, with | for commas; {line!r} is not."
        )
    pieces = QUOTED_OR_NOT.split(written.strip())
    pieces[::2] = [piece.translate(OUTSIDE) for piece in pieces[::2]]
    return key.strip(), read_value("".join(pieces))


def _written(value: Any) -> str:
    pieces = QUOTED_OR_NOT.split(write_value(value))
    pieces[::2] = [piece.translate(BACK) for piece in pieces[::2]]
    pieces[1::2] = [piece.translate(INSIDE) for piece in pieces[1::2]]
    return "".join(pieces)


def _parameters(terms: Terms) -> dict[str, Any]:
    """The parameters that say all of this, and nothing that goes without saying."""
    found: dict[str, Any] = {"players": terms.players}
    if terms.rules:
        found["rules"] = terms.rules
    if terms.turns:
        found["turns"] = terms.turns
    return found


def _terms(game: Game, given: Mapping[str, Any]) -> Terms:
    """What these parameters ask for, checked; two ways to write the same are the same."""
    options = read_rules(given.get("rules", ""))
    setup = game.set_up(given.get("players") or None, options)
    return Terms(game, setup.players, write_rules(options), bool(given.get("turns", False)))


# A match --------------------------------------------------------------------------------------------------------------


@cache
def at_once(terms: Terms) -> bool:
    """Whether there are moments in which several sides choose, each without seeing what the others do.

    Nothing in a game says so: random matches do. Where they miss such moments, the sides choose one after the other.
    """
    setup = setup_of(terms)
    if terms.turns:
        return False
    for number in range(TRIALS):
        position = Position(setup)
        for _ in walk(position, random.Random(number), setup.game.state.BOUND):
            if len({setup.viewer_of(seat) for seat in position.acting()}) > 1:
                return True
    return False


class Table:
    """A match as far as it has come: what is true, and what everybody remembers."""

    __slots__ = ("asked", "position", "recall", "terms")

    def __init__(self, terms: Terms, position: Position, recall: Recall) -> None:
        self.terms = terms
        self.position = position
        self.recall = recall
        self.asked = self._who_chooses()

    @classmethod
    def laid(cls, terms: Terms) -> Table:
        """The beginning of a match."""
        return _laid(terms).copy()

    def _who_chooses(self) -> list[int]:
        """The lowest seat of each side that is asked: the others of a side choose after it, for they may know what it
        chose. Whether another should go first is a choice of its own in the games where that matters."""
        acting = self.position.acting()
        if len(acting) > 1 and at_once(self.terms):
            sides = self.position.setup.sides
            return [seat for n, seat in enumerate(acting) if sides[seat] not in [sides[other] for other in acting[:n]]]
        return acting[:1]

    def legal(self, seat: int) -> list[int]:
        return sorted(self.position.offers(seat).values()) if seat in self.asked else []

    def odds(self) -> list[tuple[int, float]]:
        weights = self.position.weights()
        total = sum(weights)
        return [(outcome, weight / total) for outcome, weight in enumerate(weights) if weight]

    def step(self, choices: Mapping[int, int]) -> None:
        """What each of these seats, or chance, does."""
        for seat, action in choices.items():
            if action not in (self.legal(seat) if seat != CHANCE else [outcome for outcome, _ in self.odds()]):
                raise IllegalAction(f"action {action} is not legal for {self.who(seat)} now.")
        for seat, action in choices.items():
            if seat == CHANCE or seat in self.position.acting():  # unless another's choice has settled it
                self.position.step(seat, action)
                self.recall.note(seat, action)
        self.asked = self._who_chooses()

    def who(self, seat: int) -> str:
        return "chance" if seat == CHANCE else self.position.setup.seats[seat]

    def returns(self) -> list[float]:
        """Shares of the win; of two players, how much more than the other each has."""
        position = self.position
        if not position.over:
            return [0.0] * len(position.setup.seats)
        shares: list[float] = position.shares().tolist()
        return [shares[0] - shares[1], shares[1] - shares[0]] if zero_sum(position.setup) else shares

    def imagined(self, seat: int, rng: Ints) -> Table:
        """A world this seat cannot tell from the true one.

        What the seat's side knows and remembers stays. The others get what everybody knows, and see what they would see
        in that world: their true memories would give the truth away, and nobody can say what they would remember.
        """
        setup = self.position.setup
        viewer = setup.viewer_of(seat)
        memories = self.position.memories.copy()
        memories[:] = memories[-1]
        memories[viewer] = self.position.memories[viewer]
        world = Position(setup, self.position.imagine(viewer, rng, 1), memories)
        return Table(self.terms, world, self.recall.imagined(viewer, world))

    def digest(self) -> str:
        """The whole truth, without the echo of the latest step."""
        states = self.position.states.copy()
        states["told"] = 0
        states["events"] = 0
        return hashlib.blake2b(states.tobytes(), digest_size=16).hexdigest()

    def copy(self) -> Table:
        return Table(self.terms, self.position.copy(), self.recall.copy())

    def __deepcopy__(self, memo: Any) -> Table:
        """How OpenSpiel clones a state."""
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Table], tuple[Any, ...]]:
        """How OpenSpiel keeps a state. The game itself is found again by its name."""
        kept = (self.position.states.tobytes(), self.position.memories.tobytes(), self.recall.told())
        return _again, (spiel_name(self.terms.game), *self.terms[1:], *kept)


@cache
def _laid(terms: Terms) -> Table:
    position = Position(setup_of(terms))
    return Table(terms, position, Recall.of(position))


def _again(
    name: str, players: int, rules: str, turns: bool, states: bytes, memories: bytes, told: Sequence[str]
) -> Table:
    terms = Terms(_games[name], players, rules, turns)
    setup = setup_of(terms)
    kinds = setup.game.state
    arrays = np.frombuffer(states, kinds.State).copy(), np.frombuffer(memories, kinds.Memory).copy()
    position = Position(setup, *arrays)
    return Table(terms, position, Recall(position.copy(), told))


def zero_sum(setup: Setup) -> bool:
    """Two players, each for themselves: one gains what the other loses."""
    return len(setup.seats) == 2 and len(set(setup.sides)) == 2


# OpenSpiel ------------------------------------------------------------------------------------------------------------


class UndertowGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its number of players and house rules settled."""

    game: Game  # each game has a class of its own

    def __init__(self, given: Mapping[str, Any] | None = None) -> None:
        game = self.game
        self.terms = _terms(game, given or {})
        self.setup = setup_of(self.terms)
        state, zero = game.state, zero_sum(self.setup)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.declared.size,
            max_chance_outcomes=state.OUTCOMES,
            num_players=len(self.setup.seats),
            min_utility=-1.0 if zero else 0.0,
            max_utility=1.0,
            utility_sum=0.0 if zero else None,
            max_game_length=state.BOUND,
        )
        seats = len(self.setup.seats)
        super().__init__(_type(game, at_once(self.terms), zero, seats, seats), info, _parameters(self.terms))

    def new_initial_state(self) -> UndertowState:
        return UndertowState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.setup.game.state.BOUND

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """What a player knows, or without private information what everybody knows; None for anything else.

        Knowledge is not taken apart: what a player alone knows is shown among the rest.
        """
        if params:
            raise ValueError(f"observers of {self.setup.game.title} take no parameters, not {params}.")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        private = pyspiel.PrivateInfoType
        public = wanted.private_info == private.NONE
        if wanted.private_info == private.ALL_PLAYERS or (public and not wanted.public_info):
            return None
        return Observer(self.setup, wanted.perfect_recall, public)


class UndertowState(pyspiel.State):  # type: ignore[misc]
    """A match for OpenSpiel: chance with its exact odds, one player's turn, or several who choose at once."""

    @cached_property
    def table(self) -> Table:
        """Laid when somebody looks: whoever clones a state gets a new one and then another table."""
        return Table.laid(self.get_game().terms)

    def current_player(self) -> Any:
        table = self.table
        if table.position.over:
            return pyspiel.PlayerId.TERMINAL
        if not table.asked:
            return pyspiel.PlayerId.CHANCE
        return table.asked[0] if len(table.asked) == 1 else pyspiel.PlayerId.SIMULTANEOUS

    def _legal_actions(self, player: int) -> list[int]:
        """Of several who choose at once; whoever has nothing to choose has no legal action."""
        return self.table.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.table.odds()

    def _apply_action(self, action: int) -> None:
        self.table.step({self.table.asked[0] if self.table.asked else CHANCE: action})

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self.table.step({seat: actions[seat] for seat in self.table.asked})

    def _action_to_string(self, player: int, action: int) -> str:
        return self.table.position.name(CHANCE if player == pyspiel.PlayerId.CHANCE else player, action)

    def is_terminal(self) -> bool:
        return self.table.position.over

    def returns(self) -> list[float]:
        return self.table.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> UndertowState:
        """A state that this player cannot tell from this one, drawn from what the player may believe.

        It has no history: nobody knows how that world came about.
        """
        return self.imagined(player, stream(int(sampler() * 2**53)))

    def imagined(self, player: int, rng: Ints) -> UndertowState:
        made: UndertowState = self.get_game().new_initial_state()
        made.table = self.table.imagined(player, rng)
        return made

    def __str__(self) -> str:
        """What everybody sees, and a digest of the truth: different states are different texts."""
        return f"{_view(self.table, -1)} {self.table.digest()}"


class Resampler:
    """For `ISMCTSBot.set_resampler`: the same seed draws the same worlds."""

    def __init__(self, seed: int) -> None:
        self._rng = stream(seed)

    def __call__(self, state: UndertowState, player: int) -> UndertowState:
        return state.imagined(player, self._rng)


class Observer:
    """What a player knows. As numbers: our encoding, then which seat it is. As a text: the view, or with perfect recall
    all that the player has seen, heard and done."""

    def __init__(self, setup: Setup, perfect_recall: bool, public: bool) -> None:
        self.perfect_recall, self.public = perfect_recall, public
        size = setup.game.encoding
        self.tensor = np.zeros(size + len(setup.seats), np.float32)
        self.dict = {"knowledge": self.tensor[:size], "seat": self.tensor[size:]}

    def set_from(self, state: UndertowState, player: int) -> None:
        self.dict["knowledge"][:] = state.table.position.encoding(self._viewer(state, player))
        self.dict["seat"][:] = 0.0
        if not self.public:
            self.dict["seat"][player] = 1.0

    def string_from(self, state: UndertowState, player: int) -> str:
        if not self.perfect_recall:
            return _view(state.table, self._viewer(state, player))
        return state.table.recall.told()[-1] if self.public else state.table.recall.of_seat(player)

    def _viewer(self, state: UndertowState, player: int) -> int:
        setup = state.table.position.setup
        return len(setup.viewers) - 1 if self.public else setup.viewer_of(player)


def _view(table: Table, viewer: int) -> str:
    return msgspec.json.encode(table.position.view(viewer % len(table.position.setup.viewers))).decode()


def _type(game: Game, simultaneous: bool, zero: bool, fewest: int, most: int) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=spiel_name(game),
        long_name=game.title,
        dynamics=kind.Dynamics.SIMULTANEOUS if simultaneous else kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION if game.hidden else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if zero else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 0, "rules": "", "turns": False},
    )


def register(game: str | Game) -> str:
    """Make a game known to OpenSpiel; returns its name there. Installed games are."""
    found = find_game(game)
    name = spiel_name(found)
    _games[name] = found
    # OpenSpiel keeps what makes games until after Python has gone; unlike a function, a class is not torn down then
    made = type(name, (UndertowGame,), {"game": found})
    globals()[name] = made  # where pickle looks for it
    # what a loaded game says of itself is exact; before that only its widest form is known
    pyspiel.register_game(_type(found, True, False, 2, found.state.SEATS), made)
    return name


for _name in game_names():
    register(_name)
