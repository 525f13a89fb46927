"""What a study found: rows of plain numbers, each with its interval, and what they say about house rules.

Everything here follows from the counts of the cells; nothing is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from undertow.core.box import write_value
from undertow.core.records import Floats
from undertow.lab.counted import counting
from undertow.lab.stats import Difference, discoveries, paired, percentile, unpaired, wilson
from undertow.lab.study.plan import Cell, Plan
from undertow.lab.study.run import Progress

Row = dict[str, Any]
ENOUGH = 30  # matches with and without a thing, below which nothing is said about its worth


@dataclass
class Result:
    """A study that was played, or as much of it as was."""

    plan: Plan
    progress: Progress

    def __post_init__(self) -> None:
        self.question = self.plan.question
        self.game = self.question.game
        self.measures = self.game.measures
        self.made = counting(self.game)
        self.counts = self.progress.counts
        self._sides = [self.plan.sides(cell) for cell in self.plan.cells]

    # Cells ------------------------------------------------------------------------------------------------------------

    @cached_property
    def cells(self) -> list[Row]:
        """A row for each cell: what was played, how long it took, how it went."""
        return [self._cell(cell) for cell in self.plan.cells]

    def _cell(self, cell: Cell) -> Row:
        counts = self.counts[cell.number]
        ended = max(1, int(counts["ended"]))
        points = self.made.POINTS
        decided = counts["decided"] @ np.arange(points + 1) / (ended * points)
        setup = self.plan.setup(cell)
        return {
            "cell": cell.number,
            "players": cell.players,
            **{key: _plain(value) for key, value in cell.values},
            "bots": cell.bots,
            "restricted": cell.restricted,
            "base": cell.base,
            "who": ", ".join(dict.fromkeys(self.plan.bots(setup, cell))),
            "matches": int(counts["matches"]),
            "unfinished": int(counts["matches"] - counts["ended"]),
            "turns": float(counts["turns"][0] / ended),
            "turns_p10": percentile(counts["lengths"], 0.1),
            "turns_p50": percentile(counts["lengths"], 0.5),
            "turns_p90": percentile(counts["lengths"], 0.9),
            "minutes": float(counts["tenths"][0] / ended / 600),
            "minutes_p10": percentile(counts["minutes"], 0.1),
            "minutes_p90": percentile(counts["minutes"], 0.9),
            "decisions": float(counts["decisions"] / ended),
            "one_option": _share(counts["forced"], counts["decisions"]),
            "lead_changes": float(counts["changes"] @ np.arange(len(counts["changes"])) / ended),
            "decided": float(decided),
        }

    def share(self, cell: int, side: int) -> float:
        counts = self.counts[cell]
        return _share(counts["wins"][side], int(counts["matches"]) * self.made.WHOLE)

    def _effective(self, cell: int, side: int) -> float:
        """Matches that a share is worth: shared wins vary less than whole ones."""
        counts = self.counts[cell]
        n, mean = int(counts["matches"]), self.share(cell, side)
        seen = counts["squares"][side] / max(1, n) / self.made.WHOLE**2 - mean**2
        whole = mean * (1 - mean)
        return n * whole / seen if 0 < seen < whole else n

    # Sides ------------------------------------------------------------------------------------------------------------

    @cached_property
    def sides(self) -> list[Row]:
        """A row for each side of each cell: its share of wins, and how that differs from the base cell's."""
        rows = [
            self._side(cell, i, side) for cell in self.plan.cells for i, side in enumerate(self._sides[cell.number])
        ]
        tested = [row for row in rows if row["p"] is not None]
        for row, real in zip(tested, discoveries([row["p"] for row in tested]), strict=True):
            row["real"] = real
        return rows

    def _side(self, cell: Cell, i: int, side: str) -> Row:
        share = self.share(cell.number, i)
        low, high = wilson(share, self._effective(cell.number, i))
        row: Row = {
            "cell": cell.number,
            "side": side,
            "share": share,
            "low": low,
            "high": high,
            "fair": 1 / len(self._sides[cell.number]),
            "difference": None,
            "difference_low": None,
            "difference_high": None,
            "p": None,
            "real": None,
            "overruled": _share(self.counts[cell.number]["overruled"][i], self.counts[cell.number]["matches"]),
        }
        there = self._sides[cell.base]
        if not cell.is_base and side in there:
            found = self.difference(cell.number, i, cell.base, there.index(side))
            names = ("difference", "difference_low", "difference_high", "p")
            row |= dict(zip(names, found, strict=True))
        return row

    def difference(self, cell: int, side: int, other: int, other_side: int) -> Difference:
        """Between two cells; where they have the same matches, by the blocks that were played with the same numbers."""
        ours, theirs = self.counts[cell], self.counts[other]
        if ours["matches"] != theirs["matches"] or ours["matches"] % self.made.BLOCKS or not ours["matches"]:
            one, two = self.share(cell, side), self.share(other, other_side)
            return unpaired(one, self._effective(cell, side), two, self._effective(other, other_side))
        each = int(ours["matches"]) // self.made.BLOCKS * self.made.WHOLE
        return paired(ours["blocks"][:, side] / each, theirs["blocks"][:, other_side] / each)

    # What is used -----------------------------------------------------------------------------------------------------

    @cached_property
    def things(self) -> list[Row]:
        """A row for each thing, side and base cell: how often it is used, and who wins with and without it."""
        rows = [row for cell in self.plan.cells if cell.is_base for row in self._things(cell)]
        tested = [row for row in rows if row["p"] is not None]
        for row, real in zip(tested, discoveries([row["p"] for row in tested]), strict=True):
            row["real"] = real
        return rows

    def _things(self, cell: Cell) -> Iterable[Row]:
        counts = self.counts[cell.number]
        ended = int(counts["ended"])
        for number, thing in enumerate(self.measures.THINGS):
            for i, side in enumerate(self._sides[cell.number]):
                used, won = int(counts["used"][number, i]), int(counts["used_wins"][number, i])
                without = ended - used
                row: Row = {
                    "cell": cell.number,
                    "side": side,
                    "thing": thing.name,
                    "kind": thing.kind,
                    "times": float(counts["times"][number, i] / max(1, ended)),
                    "used": _share(used, ended),
                    "wins_with": _share(won, used * self.made.WHOLE),
                    "wins_without": _share(int(counts["wins"][i]) - won, without * self.made.WHOLE),
                    "worth": None,
                    "worth_low": None,
                    "worth_high": None,
                    "p": None,
                    "real": None,
                }
                if used >= ENOUGH and without >= ENOUGH:
                    found = unpaired(row["wins_with"], used, row["wins_without"], without)
                    row |= dict(zip(("worth", "worth_low", "worth_high", "p"), found, strict=True))
                if used:
                    yield row

    # How it goes ------------------------------------------------------------------------------------------------------

    @cached_property
    def reasons(self) -> list[Row]:
        """A row for each reason that matches of a cell ended for."""
        rows = []
        for cell in self.plan.cells:
            counts = self.counts[cell.number]
            for number in np.flatnonzero(counts["reasons"]).tolist():
                reason = self.measures.REASONS.get(number, f"reason {number}")
                share = _share(counts["reasons"][number], counts["ended"])
                rows.append(
                    {"cell": cell.number, "reason": reason, "matches": int(counts["reasons"][number]), "share": share}
                )
        return rows

    @cached_property
    def lengths(self) -> list[Row]:
        """How many matches of a cell took so many turns, or so many minutes of decisions."""
        rows = []
        for cell in self.plan.cells:
            for unit, field in ((self.measures.UNIT, "lengths"), ("minute", "minutes")):
                counts = self.counts[cell.number][field]
                rows += [
                    {"cell": cell.number, "unit": unit, "length": i, "matches": int(counts[i])}
                    for i in np.flatnonzero(counts).tolist()
                ]
        return rows

    @cached_property
    def along(self) -> list[Row]:
        """Along the match: how often a side is ahead, and how often it then wins."""
        rows = []
        for cell in self.plan.cells:
            counts = self.counts[cell.number]
            for point in range(self.made.POINTS):
                for i, side in enumerate(self._sides[cell.number]):
                    led = int(counts["led"][point, i])
                    wins = _share(counts["led_wins"][point, i], led * self.made.WHOLE)
                    low, high = wilson(wins, led)
                    rows.append(
                        {
                            "cell": cell.number,
                            "along": point / self.made.POINTS,
                            "side": side,
                            "ahead": _share(led, counts["ended"]),
                            "wins": wins if led else None,
                            "low": low if led else None,
                            "high": high if led else None,
                        }
                    )
        return rows

    # House rules ------------------------------------------------------------------------------------------------------

    @cached_property
    def effects(self) -> list[Row]:
        """For each group (players, bots), side and house rule that varies: what it does to the side's share of wins."""
        return [
            row
            for (players, bots), cells in self.groups().items()
            for side in dict.fromkeys(side for cell in cells for side in self._sides[cell.number])
            for row in self._effects(players, bots, [cell for cell in cells if side in self._sides[cell.number]], side)
        ]

    def groups(self) -> dict[tuple[int, str], list[Cell]]:
        """Cells without restrictions that only differ in house rules."""
        found: dict[tuple[int, str], list[Cell]] = {}
        for cell in self.plan.cells:
            if not cell.restricted:
                found.setdefault((cell.players, cell.bots), []).append(cell)
        return found

    def _effects(self, players: int, bots: str, cells: Sequence[Cell], side: str) -> Iterable[Row]:
        if len(cells) < 2:
            return
        at = [self._sides[cell.number].index(side) for cell in cells]
        shares = np.array([self.share(cell.number, i) for cell, i in zip(cells, at, strict=True)])
        noise = float(
            np.mean(
                [
                    s * (1 - s) / max(1.0, self._effective(c.number, i))
                    for s, c, i in zip(shares, cells, at, strict=True)
                ]
            )
        )
        total = float(shares.var()) - noise
        total = total if total > noise else 0.0  # what chance alone might give needs no explaining
        levels = {key: _levels(cells, key) for key in self.question.vary}
        head = {"players": players, "bots": bots, "side": side}
        for key, level in levels.items():
            means = _means(shares, level)
            main = _explained(shares, level, noise)
            yield {
                **head,
                "rule": key,
                "with": "",
                "lowest": min(means.values()),
                "highest": max(means.values()),
                "range": max(means.values()) - min(means.values()),
                "explains": _share(main, total),
            }
        if self.question.plan == "one by one":
            return
        for one, two in combinations(levels, 2):
            both = [f"{a} {b}" for a, b in zip(levels[one], levels[two], strict=True)]
            alone = _explained(shares, levels[one], noise) + _explained(shares, levels[two], noise)
            more = (
                max(0.0, _explained(shares, both, noise) - alone) if len(set(both)) < len(both) or self.is_grid else 0.0
            )
            means = _means(shares - _additive(shares, levels[one], levels[two]), both)
            yield {
                **head,
                "rule": one,
                "with": two,
                "lowest": min(means.values()),
                "highest": max(means.values()),
                "range": max(means.values()) - min(means.values()),
                "explains": _share(more, total),
            }

    @property
    def is_grid(self) -> bool:
        return self.question.plan == "grid"

    @cached_property
    def flips(self) -> list[Row]:
        """What one line-up of bots says and another denies: a difference that is real both times, and turns round."""
        found: list[Row] = []
        by_table: dict[Any, list[Row]] = {}
        for row in self.sides:
            cell = self.plan.cells[row["cell"]]
            if row["real"]:
                by_table.setdefault((cell.players, str(cell.values), cell.restricted, row["side"]), []).append(row)
        for rows in by_table.values():
            for one, two in combinations(rows, 2):
                if one["difference"] * two["difference"] < 0:
                    found.append({"side": one["side"], "cell": one["cell"], "other": two["cell"], "what": "difference"})
        return found + list(self._favourites())

    def _favourites(self) -> Iterable[Row]:
        """Tables at which another side has the better of it when other bots play."""
        by_table: dict[Any, list[Row]] = {}
        for row in self.sides:
            cell = self.plan.cells[row["cell"]]
            by_table.setdefault((cell.players, str(cell.values), cell.restricted, row["side"]), []).append(row)
        for rows in by_table.values():
            for one, two in combinations(rows, 2):
                if (one["low"] > one["fair"] and two["high"] < two["fair"]) or (
                    one["high"] < one["fair"] and two["low"] > two["fair"]
                ):
                    yield {"side": one["side"], "cell": one["cell"], "other": two["cell"], "what": "favourite"}

    @property
    def tables(self) -> Mapping[str, list[Row]]:
        """Everything, by the name of its file."""
        names = ("cells", "sides", "things", "reasons", "lengths", "along", "effects")
        return {name: getattr(self, name) for name in names}

    def write(self, folder: str | Path) -> Path:
        """Tables, charts and the report, in a folder; returns the report."""
        from undertow.lab.study.report import write_report

        return write_report(self, Path(folder))

    def _repr_html_(self) -> str:
        from undertow.lab.study.report import notebook

        return notebook(self)


def _share(part: Any, whole: Any) -> float:
    return float(part) / float(whole) if whole else 0.0


def _plain(value: Any) -> Any:
    """A value that fits into a column: lists and tables as they are written in a file."""
    return value if isinstance(value, bool | int | float | str) else write_value(value)


def _levels(cells: Sequence[Cell], key: str) -> list[str]:
    return [write_value(dict(cell.values)[key]) for cell in cells]


def _means(shares: Floats, level: Sequence[str]) -> dict[str, float]:
    names = np.array(level)
    return {name: float(shares[names == name].mean()) for name in dict.fromkeys(level)}


def _explained(shares: Floats, level: Sequence[str], noise: float) -> float:
    """How much of what varies goes with the levels of a house rule, without what chance alone would give."""
    means = _means(shares, level)
    spread = float(np.var([means[name] for name in level]))
    return max(0.0, spread - noise * (len(means) - 1) / max(1, len(level)))


def _additive(shares: Floats, one: Sequence[str], two: Sequence[str]) -> Floats:
    """What two house rules would do if each did the same whatever the other is."""
    first, second, middle = _means(shares, one), _means(shares, two), float(shares.mean())
    return np.array([first[a] + second[b] - middle for a, b in zip(one, two, strict=True)])
