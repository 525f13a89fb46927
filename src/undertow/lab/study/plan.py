"""The cells of a study: which tables are played, and what each is compared with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from undertow.core.box import write_value
from undertow.core.errors import UndertowError
from undertow.core.game import Setup
from undertow.lab.counted import Restriction
from undertow.lab.study.file import MOST_CELLS, OTHERS, BadStudy, Question, put_in, value_in
from undertow.lab.study.sobol import MOST, points

Values = tuple[tuple[str, Any], ...]  # of the house rules that vary


@dataclass(frozen=True)
class Cell:
    """One table, with who plays at it."""

    number: int
    players: int
    values: Values
    bots: str  # the line-up's name
    restricted: str  # the restriction's name, or nothing
    base: int  # the cell it is compared with; itself if it is one

    @property
    def is_base(self) -> bool:
        return self.base == self.number

    def label(self, base: Values = ()) -> str:
        """What it is called, without what is as in the base."""
        rules = [f"{key} = {write_value(value)}" for key, value in self.values if (key, value) not in base]
        return ", ".join(
            [f"{self.players} players", *rules, self.bots, *([self.restricted] if self.restricted else [])]
        )


@dataclass(frozen=True)
class Impossible:
    """A combination that cannot be played, and why."""

    label: str
    why: str


@dataclass
class Plan:
    """All cells of a study, and the combinations that were left out."""

    question: Question
    cells: list[Cell] = field(default_factory=list)
    impossible: list[Impossible] = field(default_factory=list)

    @property
    def matches(self) -> int:
        return len(self.cells) * self.question.matches

    def settings(self, cell: Cell) -> dict[str, Any]:
        return settings_of(self.question, cell.values)

    def setup(self, cell: Cell) -> Setup:
        return self.question.game.set_up(cell.players, self.settings(cell))

    def bots(self, setup: Setup, cell: Cell) -> list[str]:
        """The bot of each seat."""
        by_side = self.question.bots[cell.bots]
        return [by_side.get(side) or by_side[OTHERS] for side in setup.sides]

    def restrictions(self, cell: Cell) -> dict[str, Restriction]:
        if not cell.restricted:
            return {}
        side, restriction = self.question.restrict[cell.restricted]
        return {side: restriction}

    def sides(self, cell: Cell) -> tuple[str, ...]:
        return self.setup(cell).viewers[:-1]


def settings_of(question: Question, values: Values) -> dict[str, Any]:
    """House rules of a cell: those of the study, with what varies put in."""
    settings: dict[str, Any] = {}
    for key, value in (*question.rules.items(), *values):
        settings = put_in(question.game, settings, key, value)
    return settings


def make_plan(question: Question) -> Plan:
    """Every cell that can be played, each beside the one it is compared with."""
    plan = Plan(question)
    base = base_values(question)
    for players, bots in product(question.players, question.bots):
        mine: int | None = None
        for values in combinations(question, base):
            mine = _add(plan, players, values, bots, "", mine if values != base else None, mine)
        if mine is not None:
            for name in question.restrict:
                _add(plan, players, base, bots, name, mine, mine)
    _sides_exist(plan)
    if not plan.cells:
        why = plan.impossible[0].why if plan.impossible else "nothing is varied"
        raise BadStudy(f"no cell of this study can be played: {why}")
    return plan


def _add(
    plan: Plan, players: int, values: Values, bots: str, restricted: str, base: int | None, mine: int | None
) -> int | None:
    """One more cell, if it can be played; returns the number of the cell that others are compared with."""
    number = len(plan.cells)
    cell = Cell(number, players, values, bots, restricted, number if base is None else base)
    try:
        setup = plan.setup(cell)
        plan.bots(setup, cell)
        for side in plan.restrictions(cell):
            setup.viewer(side)
    except KeyError:
        given = ", ".join(plan.question.bots[bots])
        raise BadStudy(
            f"the bots {bots!r} are only for {given}: say who plays {', '.join(dict.fromkeys(setup.sides))}, "
            f'or {OTHERS} = "random".'
        ) from None
    except UndertowError as error:
        plan.impossible.append(Impossible(cell.label(base_values(plan.question)), str(error)))
        return mine
    plan.cells.append(cell)
    if len(plan.cells) > MOST_CELLS:
        raise BadStudy(f'this study has more than {MOST_CELLS:,} cells: vary less, or use plan = "sobol".')
    return number if base is None else mine


def _sides_exist(plan: Plan) -> None:
    """Whoever is named plays somewhere."""
    question = plan.question
    sides = list(dict.fromkeys(side for cell in plan.cells for side in plan.sides(cell)))
    named = [(f"restrict, {name}", side) for name, (side, _) in question.restrict.items()]
    named += [(f"bots, {name}", side) for name, by_side in question.bots.items() for side in by_side if side != OTHERS]
    for where, side in named:
        if sides and side not in sides:
            raise BadStudy(f"{where}: there is no side {side!r} in any cell. Choose from: {', '.join(sides)}.")


def base_values(question: Question) -> Values:
    """The combination that all others are compared with: the box's own values, or the first of each list."""
    settings = settings_of(question, ())
    found = []
    for key, values in question.vary.items():
        own = value_in(question.game, settings, key)
        found.append((key, own if own in values else values[0]))
    return tuple(found)


def combinations(question: Question, base: Values) -> Iterator[Values]:
    """The combinations of a plan, the base first."""
    yield base
    seen = {str(base)}
    for values in _planned(question, base):
        if str(values) not in seen:
            seen.add(str(values))
            yield values


def _planned(question: Question, base: Values) -> Iterator[Values]:
    keys, lists = list(question.vary), list(question.vary.values())
    if question.plan == "grid":
        size = 1
        for values in lists:
            size *= len(values)
        if size > MOST_CELLS:
            raise BadStudy(f'this grid has {size:,} combinations; use plan = "sobol" or "one by one".')
        for combination in product(*lists):
            yield tuple(zip(keys, combination, strict=True))
    elif question.plan == "one by one":
        own: Mapping[str, Any] = dict(base)
        for key, values in question.vary.items():
            for value in values:
                yield tuple((other, value if other == key else own[other]) for other in keys)
    elif keys:
        if len(keys) > MOST:
            raise BadStudy(f"a sobol plan varies up to {MOST} house rules; here are {len(keys)}.")
        for point in points(question.cells, len(keys)):
            chosen = (values[int(x * len(values))] for values, x in zip(lists, point, strict=True))
            yield tuple(zip(keys, chosen, strict=True))
