"""Is one bot better than another? Pairs of bots over many matches, in every seat, with confidence intervals."""

from __future__ import annotations

from dataclasses import dataclass

from undertow.core.bundles import GAINS, SQUARES
from undertow.core.game import Setup
from undertow.lab.simulate import simulate
from undertow.lab.stats import interval


@dataclass(frozen=True)
class Duel:
    """How often a bot won against another one, on each side equally often."""

    setup: Setup
    bot: str
    against: str
    games: int
    share: float
    low: float
    high: float

    @property
    def fair(self) -> float:
        """What it would win if both were equally good, at a table where all sides are alike."""
        return 1 / len(set(self.setup.sides))

    @property
    def better(self) -> bool:
        """Whether the whole 95 % interval lies above that."""
        return self.low > self.fair

    def __str__(self) -> str:
        verdict = "better" if self.better else "worse" if self.high < self.fair else "no difference shown"
        return (
            f"{self.bot:>14} against {self.against:<14} {self.games:>9,} games: "
            f"{self.share:6.2%} ({self.low:.2%} to {self.high:.2%}), fair is {self.fair:.1%}: {verdict}"
        )


def duel(setup: Setup, bot: str, against: str, games: int, *, seed: int = 1, workers: int = 1) -> Duel:
    """One side of `bot` against a table of the other, its place changing."""
    sides = list(dict.fromkeys(setup.sides))
    total = squares = 0.0
    played = 0
    for number, side in enumerate(sides):
        bots = [bot if owner == side else against for owner in setup.sides]
        seat = setup.sides.index(side)
        run = simulate(setup, bots, games // len(sides), seed=seed + number, workers=workers)
        total += run.totals[GAINS, seat]
        squares += run.totals[SQUARES, seat]
        played += run.games
    return Duel(setup, bot, against, played, *interval(total, squares, played))
