"""The course of a training: play, judge, learn, and now and then look how good it has become."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from undertow.bots import net as nets
from undertow.bots.net import Net, Weights, fits, layers, new_weights
from undertow.core.errors import UndertowError
from undertow.core.game import Setup
from undertow.lab.ladder import meet
from undertow.train import learner as to
from undertow.train.bridge import bridge
from undertow.train.tables import Tables

TEACHER_MATCHES = 1000  # that tell how good a teacher is
LATELY = 0.05  # how much the last rollout counts in what was won lately
LEAD = 0.05  # a teacher that would win so much more often pulls with all its strength; one that would not, not at all
SETTLING = 12  # rollouts in which a new critic learns alone what to expect of networks that can already play


@dataclass(frozen=True)
class Course:
    """How a network is trained. What has two numbers goes from the first to the second."""

    matches: int = 256  # of each table
    steps: int = 64  # each match goes before anybody learns
    part: int = 2048  # decisions that are learnt from at once
    width: int = 128
    depth: int = 2
    rate: tuple[float, float] = (5e-4, 5e-5)
    entropy: tuple[float, float] = (0.06, 0.006)
    magnet: tuple[float, float] = (0.5, 0.5)
    fade: float = 0.95  # of a surprise with each further decision
    varied: int = 0  # tables with house rules
    fresh: int = 20  # rollouts until one of those gets others
    partner: str = ""  # a bot that each role meets at further tables, which a CPU plays,
    sparring: int = 0  # with so many matches at once
    teacher: float = 0.0  # how hard it is pulled towards what that bot would do, where the bot wins more
    seed: int = 0
    device: str = "cpu"


@dataclass
class Trainer:
    """Networks for every role of a game, and what they are learning with."""

    setups: list[Setup]
    course: Course
    bot: str = ""  # what has all sides but one, if it is an answer to a bot that is learnt
    side: str = ""
    fixed: Mapping[str, Weights] = field(default_factory=dict)  # roles that do not learn
    minutes_before: float = 0.0  # of trainings that this one goes on from
    decisions: int = 0
    rollouts: int = 0
    began_as: Mapping[str, Any] = field(default_factory=dict)  # how the network it started from had been trained
    settling: int = 0  # rollouts in which only the critic learns
    tables: Tables = field(init=False)
    policies: list[to.Learner] = field(init=False)
    critic: to.Learner = field(init=False)

    def __post_init__(self) -> None:
        course = self.course
        self.game = self.setups[0].game
        self._bridge = bridge(course.device)
        where = (course.matches, course.device, course.seed)
        sparring = (course.partner, course.sparring)
        self.tables = Tables(self.setups, course.varied, *where, self.bot, self.side, sparring)
        rng = np.random.default_rng(course.seed)
        self.roles = self.tables.roles
        self.learning = {role for role in self.roles if role not in self.fixed}
        fresh = {role: new_weights(rng, self.game, course.width, course.depth) for role in self.roles}
        self.policies = [to.learner(self.fixed.get(role, fresh[role])) for role in self.roles]
        sides = self.tables.most_sides
        numbers = self.game.written * sides + len(self.setups[0].house) + self.game.state.SEATS
        self.critic = to.learner(layers(rng, numbers, sides, course.width, course.depth))
        self._key = jax.random.key(course.seed)
        self._bouts: dict[int, float] = {}
        self._teacher_wins = self._measure_teacher() if course.teacher else []
        self._seat()

    def _seat(self) -> None:
        self._at = to.Seating(*map(jnp.asarray, self.tables.seating()))
        self._rows = [jnp.full(batch.matches, number, jnp.int32) for number, batch in enumerate(self.tables.batches)]

    def _keys(self, number: int) -> Iterator[Any]:
        self._key, *keys = jax.random.split(self._key, number + 1)
        return iter(keys)

    # A rollout and what is learnt from it -----------------------------------------------------------------------------

    def go_on(self, progress: float) -> dict[str, float]:
        """One rollout, and learning from it; `progress` goes from 0 to 1."""
        if self.rollouts and self.rollouts % self.course.fresh == 0 and self.tables.vary():
            self._seat()
        moments, values = self._play()
        better, targets = to.credit(moments, values, self._at, jnp.float32(self.course.fade))
        told = self._learn(moments, better, targets, self._pull(progress)) | self._sparred(moments)
        self.rollouts += 1
        self.settling = max(0, self.settling - 1)
        self.decisions += better.size
        return told

    def _sparred(self, moments: to.Moment) -> dict[str, float]:
        """What was won lately against the partner, by the weights that are learning: a first idea of their worth."""
        told = {}
        for table, seats in enumerate(self.tables.sparring_seats):
            setup = self.tables.batches[table].setup
            side = setup.sides[setup.seat(seats[0])]
            won, ended = to.won_at(moments, table, setup.viewer(side))
            if ended:
                before = self._bouts.get(table, float(won))
                self._bouts[table] = before + (float(won) - before) * LATELY
                name = side if len(seats) == setup.sides.count(side) else seats[0]
                rules = " ".join(f"{key}={value}" for key, value in setup.settings.items())
                told[f"{name} wins {rules}".strip()] = self._bouts[table]
        return told

    def _measure_teacher(self) -> list[float]:
        """What the partner itself wins at each table where somebody learns from it."""
        found = []
        for table, seats in enumerate(self.tables.sparring_seats):
            setup = self.tables.batches[table].setup
            side = setup.sides[setup.seat(seats[0])]
            found.append(meet(setup, side, self.course.partner, self.course.partner, TEACHER_MATCHES).share)
        return found

    def _teaching(self) -> Any:
        """How hard the teacher's advice pulls at each table: less and less as the network catches up."""
        found = np.zeros(len(self.tables.batches), np.float32)
        for table, wins in enumerate(self._teacher_wins):
            lead = wins - self._bouts.get(table, wins - LEAD)
            found[table] = self.course.teacher * min(1.0, max(0.0, lead / LEAD))
        return found

    def _pull(self, progress: float) -> to.Pull:
        def now(ends: tuple[float, float]) -> Any:
            return jnp.float32(ends[0] * (ends[1] / ends[0]) ** min(1.0, progress) if ends[0] else 0.0)

        return to.Pull(now(self.course.rate), now(self.course.entropy), now(self.course.magnet))

    def _play(self) -> tuple[to.Moment, Any]:
        """All tables in turn, step by step: while a GPU plays at one, the next is thought about."""
        batches = self.tables.batches
        tables = range(len(batches))
        nets = tuple(taught.weights for taught in self.policies)
        now = [self._bridge.shown(batch) for batch in batches]
        kept: list[list[tuple[Any, ...]]] = [[] for _ in tables]
        values: list[list[Any]] = [[] for _ in tables]
        teaching = self._teaching()
        for _ in range(self.course.steps):
            decided = []
            advice = [self._advised(table, teaching[table]) for table in tables]
            for table, key in zip(tables, self._keys(len(tables)), strict=True):
                decided.append(self._act(nets, key, now[table], table))
                self._bridge.step(batches[table], decided[table][0])
            for table, (actions, odds, truth) in enumerate(decided):
                before, after = now[table], self._bridge.shown(batches[table])
                now[table] = after
                values[table].append(self._judge(table, truth, before.seats))
                won = after.rewards[:, self._at.firsts[table]]
                kept[table].append(
                    (
                        self._rows[table],
                        truth,
                        before.seats,
                        before.masks,
                        actions,
                        odds,
                        advice[table],
                        won,
                        after.ends,
                    )
                )
        for table in tables:
            truth = self._act(nets, self._key, now[table], table)[2]
            values[table].append(self._judge(table, truth, now[table].seats))
        moments = (jnp.concatenate(parts, 1) for parts in zip(*(_stacked(steps) for steps in kept), strict=True))
        return to.Moment(*moments), jnp.concatenate([jnp.stack(steps) for steps in values], 1)

    def _advised(self, table: int, teaching: float) -> Any:
        """What the teacher would do, at a table where it has something to teach."""
        if teaching:
            return self._bridge.advice(self.tables.batches[table], self.course.partner)
        return jnp.full(self._rows[table].shape, to.NO_ADVICE, jnp.int32)

    def _act(self, nets: tuple[Weights, ...], key: Any, now: Any, table: int) -> tuple[Any, Any, Any]:
        kind, most = self._bridge.kind, self.tables.most_sides
        rows = self._rows[table]
        actions, odds, truth = to.act(nets, key, now.truth, rows, now.seats, now.masks, self._at, kind=kind, most=most)
        return actions, odds, truth

    def _judge(self, table: int, truth: Any, seats: Any) -> Any:
        return to.judge(self.critic.weights, truth, self._rows[table], seats, self._at, kind=self._bridge.kind)

    def _learn(self, moments: to.Moment, better: Any, targets: Any, pull: to.Pull) -> dict[str, float]:
        key = next(self._keys(1))
        order, counts, spreads, all_of_them = to.sort_out(moments, better, self._at, key, len(self.roles))
        teaching = jnp.asarray(self._teaching())
        flat = (*moments[:7], better, targets)
        lesson = to.Lesson(*(part.reshape(-1, *part.shape[2:]) for part in flat))
        told, start = {}, 0
        for role, (count, spread) in enumerate(zip(np.asarray(counts).tolist(), spreads, strict=True)):
            size = self.course.part
            learns = count if self.roles[role] in self.learning and not self.settling else 0
            for first in range(start, start + learns - size + 1, size):
                self.policies[role], entropy = to.learn_policy(
                    self.policies[role], lesson, order, first, spread, self._at, teaching, pull, size, self._bridge.kind
                )
                told[f"entropy of {self.roles[role]}"] = entropy
            start += count
        for first in range(0, better.size - self.course.part + 1, self.course.part):
            self.critic = to.learn_critic(
                self.critic, lesson, all_of_them, first, self._at, pull.rate, self.course.part, self._bridge.kind
            )
        return {name: float(number) for name, number in told.items()}

    # What has been learnt ---------------------------------------------------------------------------------------------

    def begin_as(self, networks: Mapping[str, Weights]) -> None:
        """Start from networks that can already play; what they are worth is still to be found out."""
        for role, name in enumerate(self.roles):
            if name in networks:
                like = self.policies[role].weights
                if any(networks[name][key].shape != like[key].shape for key in like):
                    raise UndertowError(f"the network of {name} has another size: take the same --width and --depth.")
                self.policies[role] = to.learner(networks[name])
        self.settling = SETTLING

    def net(self, **card: Any) -> Net:
        """What plays: the average of the weights."""
        weights = {
            role: {name: np.asarray(array) for name, array in taught.average.items()}
            for role, taught in zip(self.roles, self.policies, strict=True)
        }
        game, tables = self.game, [f"{setup.players} players {setup.settings}" for setup in self.setups]
        about: dict[str, Any] = {"game": game.name, "version": game.version, "fits": fits(game), "tables": tables}
        if self.began_as:
            about["began_as"] = self.began_as
        return Net(weights, {**about, "decisions": self.decisions, "course": vars(self.course), **card})


def _stacked(steps: list[tuple[Any, ...]]) -> list[Any]:
    return [jnp.stack(parts) for parts in zip(*steps, strict=True)]


# A training that can be taken up again --------------------------------------------------------------------------------


def save(trainer: Trainer, file: Path, minutes: float) -> None:
    """All weights in half precision, and how far it is; Adam begins anew."""
    arrays: dict[str, Any] = {}
    for name, taught in (*zip(trainer.roles, trainer.policies, strict=True), ("the critic", trainer.critic)):
        for part, weights in (("now", taught.weights), ("average", taught.average)):
            if name == "the critic" and part == "average":
                continue
            arrays |= {f"{name}/{part}/{key}": np.asarray(array, np.float16) for key, array in weights.items()}
    about = {
        "fits": fits(trainer.game),
        "minutes": minutes,
        "decisions": trainer.decisions,
        "rollouts": trainer.rollouts,
        "age": [int(taught.age) for taught in trainer.policies],
        "began_as": dict(trainer.began_as),
    }
    with file.with_suffix(".part").open("wb") as held:
        np.savez_compressed(held, about=np.array(json.dumps(about)), **arrays)
    file.with_suffix(".part").replace(file)


def resume(trainer: Trainer, file: Path) -> None:
    """Go on from what `save` wrote, or from a network alone."""
    try:
        with np.load(file, allow_pickle=False) as kept:
            arrays = {name: kept[name] for name in kept.files}
        if "card" in arrays:
            found = nets.load(trainer.game, file)
            trainer.begin_as(found.weights)
            lineage = ("minutes", "decisions", "course", "tables", "began_as")
            trainer.began_as = {name: found.card[name] for name in lineage if name in found.card}
            return
        about = json.loads(str(arrays.pop("about")))
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise UndertowError(f"{file} is not a training that can be taken up again.") from error
    if about["fits"] != fits(trainer.game):
        raise UndertowError(f"{file} is a training for other rules than those of {trainer.game.name} now.")

    def part(name: str, which: str, like: Weights) -> Weights:
        found = {key: arrays.get(f"{name}/{which}/{key}") for key in like}
        if any(array is None or array.shape != like[key].shape for key, array in found.items()):
            raise UndertowError(f"{file} was trained with another size of network: take the same --width and --depth.")
        return {key: jnp.asarray(array, jnp.float32) for key, array in found.items()}

    for role, name in enumerate(trainer.roles):
        taught = trainer.policies[role]
        now, average = part(name, "now", taught.weights), part(name, "average", taught.weights)
        trainer.policies[role] = taught._replace(weights=now, average=average, age=jnp.int32(about["age"][role]))
    trainer.critic = to.learner(part("the critic", "now", trainer.critic.weights))
    trainer.minutes_before = about["minutes"]
    trainer.decisions, trainer.rollouts = about["decisions"], about["rollouts"]
    trainer.began_as = about["began_as"]
