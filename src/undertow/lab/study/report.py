"""The report of a study: one HTML file without scripts, that needs neither server nor network; charts lie beside it."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from undertow import __version__
from undertow.core.box import write_value
from undertow.lab.study import charts
from undertow.lab.study.keeping import written
from undertow.lab.study.result import Result
from undertow.lab.study.sections import Section, percent, sections
from undertow.lab.study.tables import write_tables

MOST_LINES = 12  # of an answer
MOST_ROWS = 400  # of a table in the page; the Parquet files have all of them
STYLE = """
:root { color-scheme: light dark; --paper: #fbfcfd; --card: #ffffff; --ink: #1f2d3a; --soft: #566573; --faint: #d5dde3;
  --even: #8793a0; --sea: #0a6f8f; }
@media (prefers-color-scheme: dark) { :root { --paper: #10171d; --card: #182129; --ink: #e4ebf0; --soft: #9fb0bd;
  --faint: #33424e; --even: #8595a3; --sea: #6fc6e4; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 760px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 4px; } h2 { font-size: 1.2rem; margin: 0 0 8px; }
header p, footer { color: var(--soft); } a { color: var(--sea); }
section { background: var(--card); border: 1px solid var(--faint); border-radius: 12px; padding: 16px; margin: 16px 0; }
section > ul { margin: 0 0 12px; padding-left: 20px; } li { margin: 2px 0; }
.chart { overflow-x: auto; } .chart svg { display: block; max-width: 100%; height: auto; }
@media (max-width: 640px) { .chart svg { max-width: none; } }
.scroll { overflow-x: auto; max-height: 26rem; overflow-y: auto; }
summary { cursor: pointer; color: var(--sea); padding: 4px 0; min-height: 24px; }
table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); padding: 4px 0; }
th, td { text-align: left; padding: 3px 10px 3px 0; border-bottom: 1px solid var(--faint); vertical-align: top; }
th { position: sticky; top: 0; background: var(--card); }
:focus-visible { outline: 2px solid var(--sea); outline-offset: 2px; }
.note { border-left: 4px solid #e69f00; }
pre { overflow-x: auto; font-size: .8rem; }
@media print {
  :root { --paper: #fff; --card: #fff; --ink: #000; --soft: #333; --faint: #bbb; --even: #777; --sea: #000; }
  section { break-inside: avoid; border: 0; padding: 0; } details { display: none; }
  main { max-width: none; padding: 0; } }
"""


def write_report(result: Result, folder: Path) -> Path:
    """Everything about a study in its folder: tables, charts and the report."""
    write_tables(result, folder)
    made = sections(result)
    pictures = folder / "charts"
    with written(folder):
        pictures.mkdir(parents=True, exist_ok=True)
        for section in made:
            if section.chart is not None:
                (pictures / f"{section.name}.svg").write_text(charts.svg(section.chart), encoding="utf-8")
                (pictures / f"{section.name}.png").write_bytes(charts.png(section.chart))
        path, fresh = folder / "report.html", folder / ".report.new"
        fresh.write_text(page(result, made), encoding="utf-8")
        fresh.replace(path)
    return path


def page(result: Result, made: list[Section] | None = None) -> str:
    """The report as one page."""
    question = result.question
    body = "".join(_section(section) for section in made or sections(result))
    asked = f"<p>{escape(question.text)}</p>" if question.text else ""
    early = "" if result.progress.whole else _early(result)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(question.title)}</title><style>{STYLE}</style></head><body><main>"
        f"<header><h1>{escape(question.title)}</h1>{asked}<p>{escape(_played(result))}</p></header>"
        f"{early}{body}{_method(result)}"
        f"<footer><p>Made by Undertow {__version__} from the numbers alone; every sentence says only what "
        "they show.</p></footer>"
        "</main></body></html>\n"
    )


def _played(result: Result) -> str:
    cells = len(result.plan.cells)
    matches = result.progress.matches
    each = f"{result.question.matches:,} each"
    return f"{result.game.title}: {matches:,} matches in {cells} {'cell' if cells == 1 else 'cells'}, {each}."


def _early(result: Result) -> str:
    share = result.progress.matches / max(1, result.plan.matches)
    return (
        f'<section class="note"><h2>Not finished</h2><p>Only {percent(share, 0)} of the matches have been played. '
        "Intervals are as wide as that leaves them.</p></section>"
    )


def _section(section: Section) -> str:
    answer = "".join(f"<li>{escape(line)}</li>" for line in section.answer[:MOST_LINES])
    if len(section.answer) > MOST_LINES:
        answer += f"<li>{len(section.answer) - MOST_LINES} more are in the table below.</li>"
    chart = ""
    if section.chart is not None:
        drawn = inline(charts.svg(section.chart), section.name, section.said)
        chart = (
            f'<div class="chart" tabindex="0" role="group" aria-label="Chart: {escape(section.heading)}">{drawn}</div>'
        )
    table = _table(section) if section.rows else ""
    return (
        f'<section id="{section.name}"><h2>{escape(section.heading)}</h2><ul>{answer}</ul>{chart}'
        f"<details><summary>What this shows{', and the numbers' if table else ''}</summary>"
        f"<p>{_emphasis(section.explanation)}</p>{table}</details></section>"
    )


def _emphasis(text: str) -> str:
    return re.sub(r"\*(.+?)\*", r"<em>\1</em>", escape(text))


def _table(section: Section) -> str:
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in section.columns)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(value)}</td>" for value in row) + "</tr>" for row in section.rows[:MOST_ROWS]
    )
    more = len(section.rows) - MOST_ROWS
    left = f"<p>{more:,} more rows are in the Parquet files.</p>" if more > 0 else ""
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="Table: {escape(section.heading)}">'
        f"<table><caption>{escape(section.said or section.heading)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>{left}"
    )


def _method(result: Result) -> str:
    question = result.question
    lines = [
        f"Game: {question.game.title}, rules version {question.game.version}. Seed {question.seed}. The "
        "same file and seed give "
        "the same numbers, whatever plays them.",
        "Match number n of every cell begins with the same random numbers, so that differences are "
        "sharper than the cells "
        "themselves; their intervals are by 64 blocks of such matches.",
        "A difference is called real if it survives Benjamini and Hochberg's procedure over all "
        "differences of this study, with "
        "one in twenty of those named allowed to be false.",
    ]
    for name, by_side in question.bots.items():
        who = ", ".join(
            f"{bot}" if side == "others" and len(by_side) == 1 else f"{side}: {bot}" for side, bot in by_side.items()
        )
        lines.append(f"Bots *{name}*: {who}. What is true of bots need not be true of people.")
    for name, (side, restriction) in question.restrict.items():
        what = [f"never {', '.join(restriction.never)}"] if restriction.never else []
        what += [f"always {', '.join(restriction.always)}"] if restriction.always else []
        what += ["looks one step ahead"] if restriction.one_step else []
        lines.append(f"Restriction *{name}*: {side} {'; '.join(what)}.")
    lines += [f"House rule everywhere: {key} = {write_value(value)}." for key, value in question.rules.items()]
    if result.plan.impossible:
        lines.append(f"{len(result.plan.impossible)} combinations cannot be played: {result.plan.impossible[0].why}")
    items = "".join(f"<li>{_emphasis(line)}</li>" for line in lines)
    source = (
        f"<details><summary>The study file</summary><pre>{escape(question.source)}</pre></details>"
        if question.source
        else ""
    )
    return f'<section id="method"><h2>How it was played</h2><ul>{items}</ul>{source}</section>'


def inline(drawn: str, name: str, said: str) -> str:
    """A chart inside a page: its own ids, the page's colours, and words for who cannot see it."""
    drawn = drawn[drawn.index("<svg") :]
    drawn = re.sub(r'(\bid="|url\(#)(?=[A-Za-z])', rf"\g<1>{name}-", drawn)
    for colour, variable in ((charts.INK, "ink"), (charts.FAINT, "faint"), (charts.EVEN, "even")):
        drawn = drawn.replace(colour, f"var(--{variable})")
    drawn = re.sub(r' aria-roledescription="[^"]*"| role="graphics-[a-z]+"', "", drawn)
    return drawn.replace("<svg ", f'<svg role="img" aria-label="{escape(said)}" ', 1)


def notebook(result: Result) -> str:
    """How a study shows itself in a notebook: answers first, the charts of the first sections below them."""
    made = sections(result)
    answers = "".join(
        f"<p><strong>{escape(section.heading)}</strong> {escape(' '.join(section.answer[:3]))}</p>" for section in made
    )
    drawn = "".join(inline(charts.svg(s.chart), s.name, s.said) for s in made[:2] if s.chart is not None)
    style = "--ink: currentColor; --faint: #8884; --even: #888"
    head = f"<h3>{escape(result.question.title)}</h3><p>{escape(_played(result))}</p>"
    return f'<div style="{style}">{head}{answers}{drawn}</div>'
