"""Many matches at once, for a learner."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from undertow.bots import plan_of, tables_of
from undertow.core.bundles import Minds
from undertow.core.errors import UndertowError, UnknownName
from undertow.core.game import Game, Setup, find_game
from undertow.core.records import Floats
from undertow.envs import rows
from undertow.envs.buffers import NUMBERS, Buffers, Wanted, check

DEVICES = ("cpu", "cuda")
MOST_ROWS = 1 << 31


class Batch:
    """Many matches of one set-up, each waiting for a decision.

    `step` takes one action for each match and goes on to the next decisions: chance and bots do their parts inside, and
    a match that ends begins again in the same step, with its end told in `rewards` and `ends`. What a batch shows is
    in `buffers`, which the caller may own. Only knowledge goes out, never the state.

    Match number m of row r has a random stream of its own: results depend neither on the number of matches nor on
    threads or devices.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        matches: int = 1024,
        device: str = "cpu",
        *,
        bots: Mapping[str, str] | None = None,
        seed: int = 0,
        threads: int | None = None,
        numbers: str = "float32",
        final: bool = False,
        critic: bool = False,
        buffers: Buffers | None = None,
    ) -> None:
        if not 0 < matches < MOST_ROWS:
            raise UndertowError(f"a batch has at least 1 match and fewer than {MOST_ROWS:,}, not {matches:,}.")
        if device not in DEVICES:
            raise UnknownName("device", device, DEVICES)
        if numbers not in NUMBERS:
            raise UnknownName("kind of number", numbers, NUMBERS)
        self.setup: Setup = find_game(game).set_up(players, options)
        self.game = self.setup.game
        self.matches = matches
        self.device = device
        self.seats = self.setup.seats
        self.sides = self.setup.sides
        self.actions = self.game.declared.size
        self.numbers = self.game.encoding
        self._kind = numbers
        self._advisers: dict[str, tuple[rows.Table, Floats]] = {}
        self._wanted = self._wants(final, critic)
        self._table, self._scratch = _table_of(self.setup, _policies(self.setup, bots or {}), seed)
        self._table = self._table._replace(final=final, critic=critic)
        self._rows = self._rows_on(device, threads)
        self.use(self.new_buffers() if buffers is None else buffers, shown=False)
        self.reset()

    def _rows_on(self, device: str, threads: int | None) -> Any:
        if device == "cpu":
            from undertow.envs.cpu import Threads

            return Threads(self.setup, self.matches, self._table, self._scratch, threads)
        from undertow.envs.gpu import Gpu

        return Gpu(self.setup, self.matches, self._table, self._scratch)

    def _wants(self, final: bool, critic: bool) -> dict[str, Wanted]:
        many, seats = self.matches, len(self.setup.seats)
        wanted = {
            "seats": Wanted((many,), ("int64",)),
            "observations": Wanted((many, self.numbers), NUMBERS),
            "masks": Wanted((many, self.actions), ("uint8",)),
            "rewards": Wanted((many, seats), ("float32",)),
            "ends": Wanted((many,), ("uint8",)),
        }
        if final:
            wanted["final_observations"] = wanted["observations"]
        if critic:
            sides = len(self.setup.viewers) - 1
            wanted["truth_for_critic_only"] = Wanted((many, sides, self.game.written), ("float32",))
        return wanted

    # Buffers ----------------------------------------------------------------------------------------------------------

    def new_buffers(self) -> Buffers:
        """Fresh buffers that fit."""
        kinds = {name: self._kind if self._kind in kinds else kinds[0] for name, (_, kinds) in self._wanted.items()}
        return Buffers(**{name: self._rows.new(shape, kinds[name]) for name, (shape, _) in self._wanted.items()})

    def use(self, buffers: Buffers, *, shown: bool = True) -> None:
        """Write into these from now on; what is due now is shown in them at once."""
        check(buffers, self._wanted, self._rows.device)
        self.buffers = buffers
        self._rows.use(buffers)
        if shown:
            self._rows.show()

    @property
    def device_name(self) -> str:
        """What it plays on, in words."""
        return str(self._rows.name)

    # Playing ----------------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> Buffers:
        """Begin the first match of every row."""
        if seed is not None:
            self._table = self._table._replace(seed=seed)
        self._rows.begin(self._table)
        return self.buffers

    def step(self, actions: Any, into: Buffers | None = None) -> Buffers:
        """One action for each match, in the order of the rows; `into`: where to write from now on."""
        self._rows.check(actions)
        if into is not None:
            self.use(into, shown=False)
        self._rows.step(actions)
        return self.buffers

    def random_actions(self) -> Any:
        """A legal action for each match, all equally likely."""
        return self._rows.random_actions()

    def advice(self, bot: str) -> Any:
        """What a compiled bot would do in each match, if it sat where the decision is due: for a learner to copy."""
        if self.device != "cpu":
            raise UndertowError("bots that give advice think on the CPU; take a batch there.")
        if bot not in self._advisers:
            asked = _policies(self.setup, dict.fromkeys(self.seats, bot), advising=True)
            self._advisers[bot] = _table_of(self.setup, asked, 0)
        return self._rows.advice(*self._advisers[bot])

    # Counting ---------------------------------------------------------------------------------------------------------

    @property
    def played(self) -> int:
        """Matches that are over."""
        return int(self._rows.kept("played").sum())

    @property
    def won(self) -> dict[str, float]:
        """What they brought each seat, added up."""
        return dict(zip(self.seats, self._rows.kept("won").sum(axis=0).tolist(), strict=True))

    @property
    def lasted(self) -> Any:
        """How many steps the match took that ended last in each row: decisions, bots' too, and outcomes of chance."""
        return self._rows.lasted()

    # Keeping ----------------------------------------------------------------------------------------------------------

    def save(self) -> bytes:
        """All matches as they stand; `restore` goes on from there. It holds secrets."""
        held = io.BytesIO()
        kept = {name: self._rows.kept(name) for name in rows.Rows._fields}
        raw = {name: np.frombuffer(array.tobytes(), np.uint8) for name, array in kept.items()}
        np.savez_compressed(held, about=np.array(self._about()), seed=np.array(self._table.seed), **raw)  # type: ignore[arg-type]
        return held.getvalue()

    def restore(self, saved: bytes) -> Buffers:
        """Go on from what `save` gave: here, or in another batch that is set up alike."""
        try:
            found = dict(np.load(io.BytesIO(saved), allow_pickle=False))
            about = str(found["about"])
        except (ValueError, KeyError, OSError, EOFError) as error:
            raise UndertowError("this is not what `Batch.save` gives.") from error
        if about != self._about():
            raise UndertowError(f"this batch is {self._about()}; what was saved is {about}.")
        self._table = self._table._replace(seed=int(found["seed"]))
        self._rows.restore(self._table, {name: found[name] for name in rows.Rows._fields})
        return self.buffers

    def _about(self) -> str:
        setup = self.setup
        rules = "".join(f", {key} = {value!r}" for key, value in sorted(setup.settings.items()))
        return f"{self.matches} matches of {self.game.name} (version {self.game.version}) for {setup.players}{rules}"


def _policies(setup: Setup, bots: Mapping[str, str], advising: bool = False) -> list[tuple[int, int]]:
    """Policy and parameter of each seat; a side's name stands for all its seats."""
    names = dict.fromkeys((*setup.seats, *setup.sides))
    for name in bots:
        if name not in names:
            raise UnknownName("seat or side", name, names)
    found = []
    for seat, side in zip(setup.seats, setup.sides, strict=True):
        bot = bots.get(seat, bots.get(side))
        if bot is None:
            found.append((rows.LEARNER, 0))
            continue
        plan = plan_of(setup.game, bot)
        if plan.policy is None:
            raise UndertowError(f"the bot {bot!r} is not compiled and cannot play inside a batch; take one that is.")
        found.append((plan.policy, plan.parameter))
    if not advising and all(policy != rows.LEARNER for policy, _ in found):
        raise UndertowError("bots have all the seats: leave at least one to be played from outside.")
    return found


def _table_of(setup: Setup, policies: Sequence[tuple[int, int]], seed: int) -> tuple[Any, Floats]:
    """What all rows share, and room for one thread's bots to think."""
    playing = [policy for policy, _ in policies if policy != rows.LEARNER]
    table, scratch = tables_of(setup, playing) if playing else (np.zeros(1), np.zeros(1))
    numbers = np.array(policies, np.int64)
    minds = Minds(setup.viewers_of_seats(), numbers[:, 0].copy(), numbers[:, 1].copy(), table)
    fresh = setup.new_memories()[:1]
    game = setup.game
    found = rows.Table(setup.box, setup.new_state(), fresh, minds, seed, game.state.BOUND, game.written, False, False)
    return found, scratch
