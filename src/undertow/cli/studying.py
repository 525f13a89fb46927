"""`undertow study`: the plan first, then a bar with what is known so far, then the report."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from undertow.cli import show
from undertow.lab.study import Result, Study, Trial
from undertow.lab.study import run as running
from undertow.lab.study.sections import between, percent, sections

SHOWN = 8  # combinations that cannot be played


def run_study(file: Path, out: Path | None, resume: bool, only_plan: bool, workers: int, device: str, ray: str) -> bool:
    """Returns whether it was stopped early."""
    study = Study(file)
    say_plan(study, study.trial(device), workers)
    if only_plan:
        return False
    folder = out or file.with_suffix("")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=show.errors, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("playing", total=study.plan.matches)

        def told(played: int, progress: running.Progress) -> None:
            bar.update(task, advance=played, description=known_so_far(study, progress))

        result = study.run(folder, resume=resume, workers=workers, device=device, ray=ray, told=told)
    say_answers(result)
    if result.progress.interrupted:
        say(f"Stopped early; --resume goes on. What is known so far: {folder / 'report.html'}")
    else:
        say(f"Report: {folder / 'report.html'}")
    return result.progress.interrupted


def say(text: str, style: str = "") -> None:
    show.screen.print(Text(text, style), soft_wrap=True)


def say_plan(study: Study, trial: Trial, workers: int) -> None:
    plan, question = study.plan, study.question
    say(question.title, "bold")
    table = Table.grid(padding=(0, 2))
    table.add_row(Text("game", "dim"), question.game.title)
    table.add_row(
        Text("cells", "dim"), f"{len(plan.cells):,} ({question.plan})" if question.vary else f"{len(plan.cells):,}"
    )
    table.add_row(Text("matches", "dim"), f"{question.matches:,} a cell, {plan.matches:,} in all")
    table.add_row(
        Text("expected", "dim"),
        f"{duration(trial.expected(plan.matches, workers))} with {workers} workers of this machine",
    )
    show.screen.print(table)
    if plan.impossible:
        say(f"{len(plan.impossible)} combinations cannot be played; the {len(plan.cells)} cells left can:", "yellow")
        for left_out in plan.impossible[:SHOWN]:
            say(f"  {left_out.label}: {left_out.why}")
        if len(plan.impossible) > SHOWN:
            say(f"  and {len(plan.impossible) - SHOWN} more")


def duration(seconds: float) -> str:
    if seconds < 90:
        return f"about {max(1, round(seconds))} s"
    return f"about {round(seconds / 60)} minutes" if seconds < 5400 else f"about {seconds / 3600:.1f} hours"


def known_so_far(study: Study, progress: running.Progress) -> str:
    """The first cell's first side, as far as it is known."""
    counts = progress.counts[0]
    if not counts["matches"]:
        return "playing"
    result = Result(study.plan, progress)
    row = result._side(study.plan.cells[0], 0, study.plan.sides(study.plan.cells[0])[0])
    return f"{row['side']} {percent(row['share'])} ({between(row['low'], row['high'])})"


def say_answers(result: Result) -> None:
    for section in sections(result):
        say("")
        say(section.heading, "bold")
        for line in section.answer[:4]:
            say(f"  {line}")
        if len(section.answer) > 4:
            say(f"  and {len(section.answer) - 4} more in the report", "dim")
