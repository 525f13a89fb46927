"""The tables of a study as Parquet files, with what each column means in the file itself.

`SCHEMA` is the documented schema: the columns of each table, but for the house rules that a study varies, which have a
column of their own in `cells`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from undertow.core.errors import UndertowError
from undertow.lab.study.keeping import written
from undertow.lab.study.result import Result, Row

WHOLE, NUMBER, TEXT, YES = "int64", "float64", "string", "bool"

#: By table and column: the type, and what it is.
SCHEMA: dict[str, dict[str, tuple[str, str]]] = {
    "cells": {
        "cell": (WHOLE, "its number"),
        "players": (WHOLE, "how many play"),
        "bots": (TEXT, "the line-up, by its name in the study"),
        "restricted": (TEXT, "the restriction, by its name in the study; empty: none"),
        "base": (WHOLE, "the cell it is compared with"),
        "who": (TEXT, "the bots of that line-up"),
        "matches": (WHOLE, "matches played"),
        "unfinished": (WHOLE, "of these, cut off at the game's bound; they count for nobody"),
        "turns": (NUMBER, "rounds or turns of a match, on average"),
        "turns_p10": (WHOLE, "one in ten matches has no more than this"),
        "turns_p50": (WHOLE, "half have no more"),
        "turns_p90": (WHOLE, "nine in ten have no more"),
        "minutes": (NUMBER, "minutes that people would think, on average; an estimate (docs/designers.md)"),
        "minutes_p10": (WHOLE, "one in ten matches takes no more"),
        "minutes_p90": (WHOLE, "nine in ten take no more"),
        "decisions": (NUMBER, "decisions of a match, on average"),
        "one_option": (NUMBER, "share of decisions with one option"),
        "lead_changes": (NUMBER, "how often another side goes ahead, on average"),
        "decided": (NUMBER, "when the winner goes ahead for good, on average: 0 at the start, 1 at the end"),
    },
    "sides": {
        "cell": (WHOLE, "of which cell"),
        "side": (TEXT, "which side"),
        "share": (NUMBER, "share of wins"),
        "low": (NUMBER, "lower end of its 95 % interval (Wilson)"),
        "high": (NUMBER, "upper end"),
        "fair": (NUMBER, "what it would be if all sides won as often"),
        "difference": (NUMBER, "share less that of the cell it is compared with"),
        "difference_low": (NUMBER, "lower end of its 95 % interval (paired, common random numbers)"),
        "difference_high": (NUMBER, "upper end"),
        "p": (NUMBER, "how likely chance alone makes a difference as large"),
        "real": (
            YES,
            "whether it counts as real, with one in twenty of these allowed to be false (Benjamini, Hochberg)",
        ),
        "overruled": (NUMBER, "decisions a match that a restriction changed"),
    },
    "things": {
        "cell": (WHOLE, "of which cell; only cells that others are compared with"),
        "side": (TEXT, "which side"),
        "thing": (TEXT, "card, token, move or event"),
        "kind": (TEXT, "what it is"),
        "times": (NUMBER, "uses a match"),
        "used": (NUMBER, "share of matches with it"),
        "wins_with": (NUMBER, "share of wins in matches with it"),
        "wins_without": (NUMBER, "share of wins in the others"),
        "worth": (NUMBER, "the one less the other: goes together, need not be the cause"),
        "worth_low": (NUMBER, "lower end of its 95 % interval"),
        "worth_high": (NUMBER, "upper end"),
        "p": (NUMBER, "how likely chance alone makes it as large"),
        "real": (YES, "whether it counts as real, as in sides"),
    },
    "reasons": {
        "cell": (WHOLE, "of which cell"),
        "reason": (TEXT, "why matches ended"),
        "matches": (WHOLE, "how many"),
        "share": (NUMBER, "of all that ended"),
    },
    "lengths": {
        "cell": (WHOLE, "of which cell"),
        "unit": (TEXT, "round or turn, or minute"),
        "length": (WHOLE, "so many of them; the longest share the last number"),
        "matches": (WHOLE, "matches that took so long"),
    },
    "along": {
        "cell": (WHOLE, "of which cell"),
        "along": (NUMBER, "how far the match is: 0 at the start, 1 at the end"),
        "side": (TEXT, "which side"),
        "ahead": (NUMBER, "share of matches in which it is ahead then"),
        "wins": (NUMBER, "share of these that it wins"),
        "low": (NUMBER, "lower end of its 95 % interval (Wilson)"),
        "high": (NUMBER, "upper end"),
    },
    "effects": {
        "players": (WHOLE, "in tables of so many"),
        "bots": (TEXT, "with this line-up"),
        "side": (TEXT, "for this side"),
        "rule": (TEXT, "which house rule"),
        "with": (TEXT, "together with which other one; empty: alone"),
        "lowest": (NUMBER, "share of wins where it is lowest; for two: less than both alone would give"),
        "highest": (NUMBER, "where it is highest; for two: more than both alone would give"),
        "range": (NUMBER, "the one less the other"),
        "explains": (
            NUMBER,
            "share of all differences between cells that goes with it (Sobol's index, for two of both)",
        ),
    },
}


def write_tables(result: Result, folder: Path) -> list[Path]:
    """All tables; each file is either the old one or the new one, never half of it."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise UndertowError('Parquet files need pyarrow: pip install "undertow[lab]".') from error
    paths = []
    for name, rows in result.tables.items():
        schema = _schema(pa, name, result, rows)
        table = pa.Table.from_pylist(rows, schema=schema)
        path, fresh = folder / f"{name}.parquet", folder / f".{name}.new"
        with written(folder):
            pq.write_table(table, fresh, compression="zstd")
            fresh.replace(path)
        paths.append(path)
    return paths


def _schema(pa: Any, name: str, result: Result, rows: list[Row]) -> Any:
    types = {WHOLE: pa.int64(), NUMBER: pa.float64(), TEXT: pa.string(), YES: pa.bool_()}
    known: Mapping[str, tuple[str, str]] = SCHEMA[name]
    columns: list[str] = list(rows[0]) if rows else list(known)
    fields = []
    for column in columns:
        if column in known:
            kind, about = known[column]
        else:
            entry = result.game.entries.get(column)
            kind = _kind([row[column] for row in rows])
            about = f"house rule: {entry.about}" if entry else "part of a house rule"
        fields.append(pa.field(column, types[kind], metadata={"about": about}))
    question = result.question
    head = {"study": question.title, "game": question.game.name, "seed": str(question.seed), "table": name}
    return pa.schema(fields, metadata=head)


def _kind(values: list[Any]) -> str:
    if all(isinstance(value, bool) for value in values):
        return YES
    if all(isinstance(value, int) and not isinstance(value, bool) for value in values):
        return WHOLE
    return NUMBER if all(isinstance(value, int | float) for value in values) else TEXT
