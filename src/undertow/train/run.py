"""A whole training: so many minutes, with a line of progress, a log, and files that can be played with or taken up
again."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from undertow.bots import net as nets
from undertow.core.errors import UndertowError
from undertow.core.game import Setup
from undertow.lab.duels import Duel, Result, result
from undertow.train.judging import decides
from undertow.train.plot import draw
from undertow.train.trainer import Course, Trainer, resume, save

Say = Callable[[str], None]
LINE = 20.0  # seconds between two lines of progress


@dataclass(frozen=True)
class Wishes:
    """What a person asks for."""

    out: Path  # the network; beside it: what can be taken up again (.training.npz), the log (.jsonl), a plot (.svg)
    minutes: float
    total: float = 0.0  # minutes of all trainings together; 0: this is the last one
    resume: Path | None = None
    against: Sequence[str] = ()  # bots it is tried against
    every: float = 2.0  # minutes
    matches: int = 1000  # of each trial

    @property
    def training(self) -> Path:
        return self.out.with_suffix(".training.npz")

    @property
    def log(self) -> Path:
        return self.out.with_suffix(".jsonl")

    @property
    def plot(self) -> Path:
        return self.out.with_suffix(".svg")


def train(setups: list[Setup], course: Course, wishes: Wishes, say: Say) -> Trainer:
    """Train until the time is over or somebody presses Ctrl-C; either way it is saved."""
    trainer = Trainer(setups, course)
    if wishes.resume:
        resume(trainer, wishes.resume)
    learn(trainer, wishes, say)
    return trainer


def learn(trainer: Trainer, wishes: Wishes, say: Say) -> None:
    """Go on until the time is over."""
    _must_be_writable(wishes.log)
    trials = [trial for bot in wishes.against for trial in _trials(trainer, bot, wishes.matches)]
    clock = Clock(trainer.minutes_before, wishes)
    told: dict[str, float] = {}
    line = trial = time.monotonic()
    try:
        while not clock.over:
            told = trainer.go_on(clock.progress)
            clock.tick()
            now = time.monotonic()
            if now - line > LINE:
                line = now
                say(_progress(trainer, clock, told))
            if wishes.every and now - trial > 60 * wishes.every:
                keep(trainer, wishes, clock, told, trials, say)
                clock.skip()
                trial = line = time.monotonic()
    except KeyboardInterrupt:
        say("stopped; what was learnt is kept")
    keep(trainer, wishes, clock, told, trials, say)


def _must_be_writable(file: Path) -> None:
    """Better now than after the training."""
    try:
        file.open("a").close()
    except OSError as error:
        raise UndertowError(f"{file} cannot be written: {error.strerror}.") from error


class Clock:
    """Minutes of training; looking how good it is does not count."""

    def __init__(self, before: float, wishes: Wishes) -> None:
        self.minutes, self._until = before, before + wishes.minutes
        self._total = wishes.total or self._until
        self.skip()

    def skip(self) -> None:
        self._last = time.monotonic()

    def tick(self) -> None:
        now = time.monotonic()
        self.minutes += (now - self._last) / 60
        self._last = now

    @property
    def progress(self) -> float:
        return self.minutes / self._total

    @property
    def over(self) -> bool:
        return self.minutes >= self._until


class Trial(NamedTuple):
    """What a network is tried at: one side of a table, against a bot."""

    duel: Duel
    side: str
    against: str


def _trials(trainer: Trainer, bot: str, matches: int) -> Iterator[Trial]:
    """Every role that learns, once at each table that is not there twice."""
    seen: list[tuple[int, dict[str, Any]]] = []
    for setup in trainer.setups:
        if (setup.players, setup.settings) in seen:
            continue
        seen.append((setup.players, setup.settings))
        for role, side in {nets.role_of(side): side for side in reversed(setup.sides)}.items():
            if role in trainer.learning:
                others = [other for other in dict.fromkeys(setup.sides) if other != side]
                yield Trial(Duel(setup, dict.fromkeys(others, bot), matches), side, bot)


def _tried(found: nets.Net, trial: Trial, seed: int) -> Result:
    decide = decides(dict(found.weights[nets.role_of(trial.side)]), seed)
    return result(trial.duel, trial.side, trial.against, trial.duel.play({trial.side: decide}))


def _progress(trainer: Trainer, clock: Clock, told: dict[str, float]) -> str:
    parts = ", ".join(f"{name} {number:.2f}" for name, number in told.items())
    return f"{clock.minutes:6.2f} min  {trainer.decisions / 1e6:9.1f} M decisions  {parts}"


def keep(
    trainer: Trainer, wishes: Wishes, clock: Clock, told: dict[str, float], trials: Sequence[Trial], say: Say
) -> None:
    """Write the network, the training and a line of the log."""
    found = trainer.net(minutes=round(clock.minutes, 2))
    results = [_tried(found, trial, trainer.rollouts) for trial in trials]
    for one in results:
        say(f"{clock.minutes:6.2f} min  {one}")
    row: dict[str, Any] = {"minutes": clock.minutes, "decisions": trainer.decisions, **told}
    row["results"] = [one._asdict() for one in results]
    card = {**found.card, "results": [str(one) for one in results]}
    nets.save(nets.Net(found.weights, card), wishes.out)
    save(trainer, wishes.training, clock.minutes)
    with wishes.log.open("a") as log:
        log.write(json.dumps(row) + "\n")
    draw(wishes.log, wishes.plot)
