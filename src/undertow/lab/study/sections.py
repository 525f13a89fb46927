"""What a report says, section by section: an answer in words, a chart, and the table behind both.

Words are made from the numbers and say only what they show. "More" or "less" is said of differences that are real
(see `Result.sides`); everything else shows no difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from undertow.core.box import write_value
from undertow.lab.stats import wilson
from undertow.lab.study import charts
from undertow.lab.study.plan import Cell
from undertow.lab.study.result import Result, Row

MOST_THINGS = 24  # in a chart
MOST_RULES = 12
NONE, MINUS = "\N{EN DASH}", "\N{MINUS SIGN}"
FOCUS = 2  # sides whose share is drawn where there are many


@dataclass
class Section:
    """A question, its answer, and what it is taken from."""

    name: str
    heading: str
    answer: list[str]
    explanation: str
    columns: tuple[str, ...] = ()
    rows: Sequence[tuple[str, ...]] = field(default_factory=list)
    chart: Any = None
    said: str = ""  # what the chart shows, for who cannot see it


# Words ----------------------------------------------------------------------------------------------------------------


def percent(share: float | None, digits: int = 1) -> str:
    return NONE if share is None else f"{100 * share:.{digits}f} %"


def points(share: float | None) -> str:
    return NONE if share is None else f"{100 * share:+.1f}".replace("-", MINUS)


def between(low: float | None, high: float | None) -> str:
    return NONE if low is None or high is None else f"{100 * low:.1f} to {100 * high:.1f}".replace("-", MINUS)


def listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def table_name(result: Result, cell: Cell) -> str:
    """Which players and bots, as far as the study has several."""
    words = [f"{cell.players} players"] if len(result.question.players) > 1 else []
    words += [cell.bots] if len(result.question.bots) > 1 else []
    return ", ".join(words) or "all matches"


def sections(result: Result) -> list[Section]:
    """The report's sections, those with nothing to say left out."""
    made = (balance, effects, ranking, interaction, restricted, length, leads, endings, worth, flips)
    return [section for make in made if (section := make(result)) is not None]


def bases(result: Result) -> list[Cell]:
    return [cell for cell in result.plan.cells if cell.is_base]


def _rows_of(rows: Iterable[Row], cell: int) -> list[Row]:
    return [row for row in rows if row["cell"] == cell]


# Sections -------------------------------------------------------------------------------------------------------------


def balance(result: Result) -> Section:
    rows: list[Row] = []
    answer: list[str] = []
    for cell in bases(result):
        name = table_name(result, cell)
        mine = _rows_of(result.sides, cell.number)
        rows += [{**row, "table": name, "bots": cell.bots, "players": cell.players} for row in mine]
        above = [row for row in mine if row["low"] > row["fair"]]
        even = percent(mine[0]["fair"])
        if above:
            shown = [f"{row['side']} {percent(row['share'])} ({between(row['low'], row['high'])})" for row in above]
            said = f"{listed(shown)}, where {even} would be even."
        else:
            said = f"no side can be told to win more than its {even}."
        answer.append(f"{capital(name)}: {said}")
    return Section(
        "balance",
        "Is it fair?",
        answer,
        "Each dot is a side's share of wins, the line its 95 % interval (Wilson). The dashed line is where all sides "
        "win as often. These are the cells that all others are compared with: the game's own numbers, or the first "
        "value of each list.",
        ("players", "bots", "side", "wins", "95 % interval", "even"),
        [
            (
                str(row["players"]),
                row["bots"],
                row["side"],
                percent(row["share"]),
                between(row["low"], row["high"]),
                percent(row["fair"]),
            )
            for row in rows
        ],
        charts.balance(rows),
        "Share of wins by side, with intervals, for each line-up of bots.",
    )


def focus(result: Result) -> list[str]:
    """The sides whose share is drawn: one of two, or those that change most."""
    sides = list(dict.fromkeys(row["side"] for row in result.sides))
    if all(len(result.plan.sides(cell)) == 2 for cell in result.plan.cells):
        return sides[:1]
    ranges = {side: max((row["range"] for row in result.effects if row["side"] == side), default=0.0) for side in sides}
    alone = {side: sum(_stem(other) == _stem(side) for other in sides) == 1 for side in sides}
    chosen = sorted(sides, key=lambda side: (not alone[side], -ranges[side]))[:FOCUS]
    return chosen[:1] if alone[chosen[0]] else chosen


def level_means(result: Result) -> Iterator[Row]:
    """The share of wins with each value of each house rule, over all cells that have it."""
    for (players, bots), cells in result.groups().items():
        for side in focus(result):
            there = [cell for cell in cells if side in result.plan.sides(cell)]
            for rule in result.question.vary:
                base = dict(cells[0].values).get(rule)
                chosen = (
                    there if result.question.plan != "one by one" else [c for c in there if _alone(cells[0], c, rule)]
                )
                for value in dict.fromkeys(write_value(dict(cell.values)[rule]) for cell in chosen):
                    mine = [c for c in chosen if write_value(dict(c.values)[rule]) == value]
                    at = [(c.number, result.plan.sides(c).index(side)) for c in mine]
                    shares = np.array([result.share(*each) for each in at])
                    matches = sum(int(result.counts[c.number]["matches"]) for c in mine)
                    mean = float(shares.mean())
                    low, high = wilson(mean, matches)
                    yield {
                        "players": players,
                        "bots": bots,
                        "side": side,
                        "rule": rule,
                        "value": value,
                        "share": mean,
                        "low": low,
                        "high": high,
                        "cells": len(mine),
                        "base": value == write_value(base),
                    }


def _alone(base: Cell, cell: Cell, rule: str) -> bool:
    """Whether a cell differs from the base in no other house rule."""
    return all(mine == theirs for mine, theirs in zip(cell.values, base.values, strict=True) if mine[0] != rule)


def effects(result: Result) -> Section | None:
    if not result.question.vary:
        return None
    rows = list(level_means(result))
    answer = []
    for side in focus(result):
        for players, bots in result.groups():
            mine = [row for row in rows if (row["players"], row["bots"], row["side"]) == (players, bots, side)]
            by_rule: dict[str, list[Row]] = {}
            for row in mine:
                by_rule.setdefault(row["rule"], []).append(row)
            if not by_rule:
                continue
            rule, most = max(by_rule.items(), key=lambda item: _spread(item[1]))
            low, high = min(most, key=lambda row: float(row["share"])), max(most, key=lambda row: float(row["share"]))
            name = _group_name(result, players, bots)
            if low["high"] < high["low"]:
                answer.append(
                    f"{capital(name)}: {rule} changes most for {side}, from {percent(low['share'])} with "
                    f"{low['value']} to "
                    f"{percent(high['share'])} with {high['value']}{_evenest(result, most, side)}."
                )
            else:
                answer.append(f"{capital(name)}: no house rule can be told to change what {side} wins.")
    over = "with the others as they are" if result.question.plan == "one by one" else "over all values of the others"
    return Section(
        "effects",
        "What do the house rules do?",
        answer,
        f"Share of wins with each value of a house rule, {over}, with 95 % intervals. The dashed line is "
        "even. A ring is "
        "the value that all others are compared with.",
        ("players", "bots", "side", "house rule", "value", "wins", "95 % interval"),
        [
            (
                str(row["players"]),
                row["bots"],
                row["side"],
                row["rule"],
                row["value"],
                percent(row["share"]),
                between(row["low"], row["high"]),
            )
            for row in rows
        ],
        charts.effects(_strongest(rows), _fair(result)),
        "Share of wins by the value of each house rule, a small chart for each rule.",
    )


def _strongest(rows: list[Row]) -> list[Row]:
    """Those of the house rules that change most, if there are many."""
    spreads: dict[str, float] = {}
    for row in rows:
        mine = [r for r in rows if all(r[k] == row[k] for k in ("rule", "players", "bots", "side"))]
        spreads[row["rule"]] = max(spreads.get(row["rule"], 0.0), _spread(mine))
    kept = sorted(spreads, key=lambda rule: -spreads[rule])[:MOST_RULES]
    return [row for row in rows if row["rule"] in kept]


def _spread(rows: list[Row]) -> float:
    shares = [float(row["share"]) for row in rows]
    return max(shares) - min(shares)


def _fair(result: Result) -> float | None:
    fair = {row["fair"] for row in result.sides}
    return fair.pop() if len(fair) == 1 else None


def _group_name(result: Result, players: int, bots: str) -> str:
    words = [f"{players} players"] if len(result.question.players) > 1 else []
    words += [bots] if len(result.question.bots) > 1 else []
    return ", ".join(words) or "all matches"


def _evenest(result: Result, rows: list[Row], side: str) -> str:
    """Which value comes nearest to even, where there is one even."""
    fair = _fair(result)
    if fair is None:
        return ""
    nearest = min(rows, key=lambda row: abs(float(row["share"]) - fair))
    return f"; {nearest['value']} comes nearest to even ({percent(nearest['share'])})"


def ranking(result: Result) -> Section | None:
    if len(result.question.vary) < 2:
        return None
    rows = [row for row in result.effects if not row["with"] and row["side"] in focus(result)]
    answer = []
    for (players, bots), side in ((group, side) for group in result.groups() for side in focus(result)):
        mine = [row for row in rows if (row["players"], row["bots"], row["side"]) == (players, bots, side)]
        mine.sort(key=lambda row: -float(row["range"]))
        if mine:
            top = [f"{row['rule']} ({100 * row['range']:.1f} points)" for row in mine[:3]]
            answer.append(f"{capital(_group_name(result, players, bots))}: for {side} it is {listed(top)}.")
    return Section(
        "ranking",
        "Which numbers matter?",
        answer,
        "How far a side's share of wins moves between the worst and the best value of a house rule. In the table, "
        "*explains* is the share of all differences between cells that goes with the rule alone (a Sobol "
        "index of first "
        "order, with what chance alone would give taken away).",
        ("players", "bots", "side", "house rule", "range in points", "explains"),
        [
            (
                str(row["players"]),
                row["bots"],
                row["side"],
                row["rule"],
                f"{100 * row['range']:.1f}",
                percent(row["explains"], 0),
            )
            for row in sorted(rows, key=lambda row: -float(row["range"]))
        ],
        charts.ranking(rows),
        "House rules by how much they change the share of wins.",
    )


def interaction(result: Result) -> Section | None:
    pairs = [row for row in result.effects if row["with"] and row["side"] in focus(result)]
    if not pairs or not result.is_grid:
        return None
    most = max((row for row in result.effects if not row["with"]), key=lambda row: float(row["range"]))
    there = [row for row in pairs if (row["players"], row["bots"]) == (most["players"], most["bots"])]
    top = max(there or pairs, key=lambda row: float(row["explains"]))
    cells = result.groups()[top["players"], top["bots"]]
    rows: list[Row] = []
    keys = (top["rule"], top["with"])
    values = [tuple(dict.fromkeys(write_value(dict(c.values)[key]) for c in cells)) for key in keys]
    for one in values[0]:
        for two in values[1]:
            mine = [c for c in cells if tuple(write_value(dict(c.values)[key]) for key in keys) == (one, two)]
            mine = [c for c in mine if top["side"] in result.plan.sides(c)]
            if mine:
                share = float(np.mean([result.share(c.number, result.plan.sides(c).index(top["side"])) for c in mine]))
                rows.append({"one": one, "two": two, "share": share})
    lowest, highest = min(rows, key=lambda r: float(r["share"])), max(rows, key=lambda r: float(r["share"]))
    said = (
        f"explains {percent(top['explains'], 0)} of all differences"
        if top["explains"] > 0.01
        else "explains next to nothing"
    )
    name = _group_name(result, top["players"], top["bots"])
    return Section(
        "interaction",
        "Do house rules depend on each other?",
        [
            f"The strongest pair is {keys[0]} with {keys[1]} ({name}): what it does beyond both alone {said}.",
            f"For {top['side']} the lowest is {percent(lowest['share'])} ({lowest['one']}, "
            f"{lowest['two']}), the highest "
            f"{percent(highest['share'])} ({highest['one']}, {highest['two']}).",
        ],
        "Share of wins for each combination of two house rules, over all values of the others.",
        (keys[0], keys[1], f"wins of {top['side']}"),
        [(row["one"], row["two"], percent(row["share"])) for row in rows],
        charts.interaction(rows, *keys, top["side"]),
        "Share of wins by two house rules, as a table of colours.",
    )


def restricted(result: Result) -> Section | None:
    cells = [cell for cell in result.plan.cells if cell.restricted]
    if not cells:
        return None
    rows: list[Row] = []
    answer: list[str] = []
    for cell in cells:
        side = result.question.restrict[cell.restricted][0]
        row = next(row for row in _rows_of(result.sides, cell.number) if row["side"] == side)
        rows.append(
            {
                **row,
                "restricted": cell.restricted,
                "bots": cell.bots,
                "players": cell.players,
                "table": table_name(result, cell),
            }
        )
    for row in sorted(rows, key=lambda row: float(row["difference"])):
        lead = f"{capital(row['table'])}, {row['restricted']}: {row['side']}"
        if not row["real"]:
            answer.append(
                f"{lead} shows no difference ({points(row['difference_low'])} to "
                f"{points(row['difference_high'])} points)."
            )
        else:
            verb = "loses" if row["difference"] < 0 else "gains"
            answer.append(
                f"{lead} {verb} {100 * abs(row['difference']):.1f} points "
                f"({points(row['difference_low'])} to {points(row['difference_high'])})."
            )
    return Section(
        "restricted",
        "What is it worth to be allowed to?",
        answer,
        "The same matches with a side that plays by a restriction of its own: what changes is what the "
        "restriction costs "
        "this bot. Where a bot wants what it may not do, it takes any of the rest, each as likely; where "
        "nothing else is "
        "legal it does it all the same. A side that looks one step ahead plays for its standing right after its move.",
        (
            "players",
            "bots",
            "restriction",
            "side",
            "wins",
            "difference in points",
            "95 % interval",
            "real",
            "overruled a match",
        ),
        [
            (
                str(row["players"]),
                row["bots"],
                row["restricted"],
                row["side"],
                percent(row["share"]),
                points(row["difference"]),
                between(row["difference_low"], row["difference_high"]),
                "yes" if row["real"] else "no",
                f"{row['overruled']:.2f}",
            )
            for row in rows
        ],
        charts.restricted(rows),
        "Points of win share that each restriction costs or brings, with intervals.",
    )


def length(result: Result) -> Section:
    rows: list[Row] = []
    answer: list[str] = []
    table: list[tuple[str, ...]] = []
    unit = result.measures.UNIT
    for cell in bases(result):
        name = table_name(result, cell)
        row = result.cells[cell.number]
        table.append(
            (
                str(cell.players),
                cell.bots,
                f"{row['turns']:.1f}",
                f"{row['turns_p10']} to {row['turns_p90']}",
                f"{row['minutes']:.1f}",
                f"{row['decisions']:.0f}",
                percent(row["one_option"]),
                f"{row['lead_changes']:.1f}",
                percent(row["decided"], 0),
            )
        )
        answer.append(
            f"{capital(name)}: {row['turns']:.1f} {unit}s on average, eight in ten matches between "
            f"{row['turns_p10']} and "
            f"{row['turns_p90']}; about {_minutes(row['minutes'])} of thinking."
        )
        mine = [r for r in _rows_of(result.lengths, cell.number) if r["unit"] == unit]
        total = sum(r["matches"] for r in mine) or 1
        rows += [{"length": r["length"], "share": r["matches"] / total, "table": name} for r in mine]
    return Section(
        "length",
        "How long does it take?",
        answer,
        f"Matches by their number of {unit}s. Minutes are an estimate of how long people think: two "
        "seconds for a decision, and "
        "one and a half more each time the number of options doubles (Hick's law; both numbers are ours). "
        "Dice, cards and talk "
        "come on top.",
        (
            "players",
            "bots",
            f"{unit}s",
            "eight in ten",
            "minutes",
            "decisions",
            "with one option",
            "lead changes",
            "decided after",
        ),
        table,
        charts.length(rows, unit),
        f"Share of matches by number of {unit}s.",
    )


def _minutes(minutes: float) -> str:
    return (
        f"{minutes:.0f} minutes" if minutes >= 1.5 else "a minute" if minutes >= 0.75 else f"{60 * minutes:.0f} seconds"
    )


def leads(result: Result) -> Section | None:
    rows: list[Row] = []
    answer: list[str] = []
    for cell in bases(result):
        name = table_name(result, cell)
        by_point: dict[float, tuple[float, float]] = {}
        for row in _rows_of(result.along, cell.number):
            ahead, won = by_point.get(row["along"], (0.0, 0.0))
            by_point[row["along"]] = (ahead + row["ahead"], won + row["ahead"] * (row["wins"] or 0.0))
        mine: list[Row] = [
            {"along": along, "ahead": ahead, "wins": won / ahead if ahead > 0.005 else None, "table": name}
            for along, (ahead, won) in by_point.items()
        ]
        rows += mine
        half = next(row for row in mine if row["along"] == 0.5)
        changes = result.cells[cell.number]["lead_changes"]
        if half["wins"] is not None:
            answer.append(
                f"{capital(name)}: whoever is ahead half-way wins {percent(half['wins'], 0)}; the lead changes "
                f"{changes:.1f} times a match."
            )
    if not answer:
        return None
    return Section(
        "leads",
        "When is it decided?",
        answer,
        "Of the matches in which somebody is ahead at a moment, the share that this side goes on to win. "
        "Who is ahead is "
        "what the game's measures call so: points, limbs, wounds. A line that stays low means that being ahead by that "
        "count says little.",
        ("players and bots", "along the match", "somebody is ahead", "and wins"),
        [(row["table"], percent(row["along"], 0), percent(row["ahead"], 0), percent(row["wins"], 0)) for row in rows],
        charts.leads([row for row in rows if row["wins"] is not None]),
        "Chance that the side that is ahead wins, along the match.",
    )


def endings(result: Result) -> Section | None:
    rows: list[Row] = []
    answer: list[str] = []
    for cell in bases(result):
        mine = _rows_of(result.reasons, cell.number)
        rows += [{**row, "table": table_name(result, cell)} for row in mine]
        if mine:
            top = max(mine, key=lambda row: float(row["share"]))
            answer.append(
                f"{capital(table_name(result, cell))}: mostly because {top['reason']} ({percent(top['share'], 0)})."
            )
    if len({row["reason"] for row in rows}) < 2:
        return None
    return Section(
        "endings",
        "How does it end?",
        answer,
        "Why matches ended, as a share of all.",
        ("players and bots", "reason", "matches", "share"),
        [(row["table"], row["reason"], f"{row['matches']:,}", percent(row["share"])) for row in rows],
        charts.endings(rows),
        "Why matches ended, as shares.",
    )


def worth(result: Result) -> Section | None:
    rows = [{**row, "table": table_name(result, result.plan.cells[row["cell"]])} for row in _merged_things(result)]
    known = [row for row in rows if row["worth"] is not None]
    if not known:
        return None
    answer = []
    for cell in bases(result):
        mine = [row for row in known if row["cell"] == cell.number and row["real"]]
        if not mine:
            continue
        best, least = max(mine, key=lambda row: float(row["worth"])), min(mine, key=lambda row: float(row["worth"]))
        name = capital(table_name(result, cell))
        said = (
            f"{name}: {best['owner']} with {best['thing']} wins {points(best['worth'])} points more often than without"
        )
        if least["worth"] < 0:
            said += f"; {least['owner']} with {least['thing']} {points(least['worth'])}"
        answer.append(said + ".")
    seldom = sorted({row["thing"] for row in rows if row["used"] < 0.01})
    if seldom:
        answer.append(f"Used in fewer than one match in a hundred, by some bots: {listed(seldom[:8])}.")
    chosen = sorted(dict.fromkeys((row["thing"], row["owner"]) for row in known), key=lambda key: -max(
        abs(float(row["worth"])) for row in known if (row["thing"], row["owner"]) == key))[:MOST_THINGS]  # fmt: skip
    return Section(
        "worth",
        "What is used, and what is it worth?",
        answer or ["Nothing can be told to be worth more than the rest."],
        "How much more often a side wins in matches in which it used something than in the others, in "
        "points. This shows "
        "what goes together, not what causes what: a card that is only played by who is winning anyway looks strong. A "
        "restriction (*never*) asks for the cause.",
        (
            "players and bots",
            "side",
            "thing",
            "kind",
            "uses a match",
            "in matches",
            "wins with",
            "wins without",
            "worth in points",
            "95 % interval",
            "real",
        ),
        [
            (
                row["table"],
                row["owner"],
                row["thing"],
                row["kind"],
                f"{row['times']:.2f}",
                percent(row["used"], 0),
                percent(row["wins_with"]),
                percent(row["wins_without"]),
                points(row["worth"]),
                between(row["worth_low"], row["worth_high"]),
                NONE if row["real"] is None else "yes" if row["real"] else "no",
            )
            for row in sorted(rows, key=lambda row: (row["table"], -(row["worth"] if row["worth"] is not None else -9)))
        ],
        charts.worth([row for row in known if (row["thing"], row["owner"]) in chosen]),
        "Difference in win share between matches with and without each thing, with intervals.",
    )


def _merged_things(result: Result) -> Iterator[Row]:
    """Things by side; where all sides are alike, only the first one's, for the others have the same to say."""
    for row in result.things:
        sides = result.plan.sides(result.plan.cells[row["cell"]])
        alike = [side for side in sides if _stem(side) == _stem(row["side"])]
        if len(alike) > 1:
            if row["side"] == alike[0]:
                yield {**row, "owner": f"a {_stem(row['side'])}" if _stem(row["side"]) else row["side"]}
        else:
            yield {**row, "owner": row["side"]}


def _stem(side: str) -> str:
    """`player` of `player 2`."""
    return side.rstrip("0123456789 ") if side[-1:].isdigit() else side


def flips(result: Result) -> Section | None:
    if len(result.question.bots) < 2:
        return None
    rows: list[tuple[str, ...]] = []
    answer: list[str] = []
    for row in result.flips:
        one, two = result.plan.cells[row["cell"]], result.plan.cells[row["other"]]
        shown = [
            next(r for r in result.sides if r["cell"] == c.number and r["side"] == row["side"]) for c in (one, two)
        ]
        by = [points(r["difference"]) if row["what"] == "difference" else percent(r["share"]) for r in shown]
        where = ", ".join(
            [
                f"{one.players} players",
                *(f"{k} = {write_value(v)}" for k, v in one.values),
                *([one.restricted] if one.restricted else []),
            ]
        )
        what = "what a change does" if row["what"] == "difference" else "who wins more than its share"
        rows.append((where, row["side"], what, f"{one.bots}: {by[0]}", f"{two.bots}: {by[1]}"))
    if rows:
        answer.append(
            f"{len(rows)} results turn round with other bots. Do not believe them: they say more about the "
            "bots than about the game."
        )
    else:
        answer.append("No result turns round from one line-up of bots to another, as far as these matches can tell.")
    return Section(
        "flips",
        "What changes with the bots?",
        answer,
        "A result turns round if it is real with two line-ups and points the other way: a side that has "
        "more than its share "
        "with one and less with the other, or a change that helps it with one and harms it with the other.",
        ("where", "side", "what", "one line-up", "another"),
        rows,
    )
