"""Studies: is it fair, and what if.

    from undertow.lab.study import Study

    study = Study({"game": "get-bit", "players": [4, 5], "matches": 2000, "bots": {"careful": "careful"}})
    result = study.run()
    result                     # shows itself in a notebook
    result.sides               # rows of plain numbers; result.tables has all of them
    result.write("my-study")   # Parquet files, charts and the report

`Study("study.toml")` reads a file. `docs/designers.md` says what a study can ask.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from undertow.lab.study.file import BadStudy, Question, read_study, study_of
from undertow.lab.study.plan import Plan, make_plan
from undertow.lab.study.result import Result
from undertow.lab.study.run import Told, Trial, run_plan, try_out
from undertow.lab.study.workers import workers_for

__all__ = ["BadStudy", "Plan", "Question", "Result", "Study", "Trial"]


class Study:
    """A question, and the cells that answer it."""

    def __init__(self, asked: str | Path | Mapping[str, Any]) -> None:
        self.question = study_of(asked) if isinstance(asked, Mapping) else read_study(asked)
        self.plan = make_plan(self.question)
        self._trial: Trial | None = None

    def trial(self, device: str = "cpu") -> Trial:
        """How fast it goes here: some cells are played for a moment."""
        self._trial = self._trial or try_out(self.plan, device)
        return self._trial

    def run(
        self,
        out: str | Path | None = None,
        *,
        resume: bool = False,
        workers: int = 0,
        device: str = "cpu",
        ray: str = "",
        told: Told = lambda played, progress: None,
    ) -> Result:
        """Play it. With `out` everything is kept there, `resume` goes on with it, and a report is written."""
        chunk = self.trial(device).chunk(self.question.matches, device)
        team = workers_for(ray, device, workers or os.cpu_count() or 1)
        folder = Path(out) if out is not None else None
        try:
            progress = run_plan(self.plan, team, chunk=chunk, folder=folder, resume=resume, device=device, told=told)
        finally:
            team.close()
        result = Result(self.plan, progress)
        if folder is not None:
            result.write(folder)
        return result

    def _repr_html_(self) -> str:
        cells, matches = len(self.plan.cells), self.plan.matches
        title = escape(self.question.title)
        return f"<p><strong>{title}</strong>: {cells} cells, {matches:,} matches. <code>.run()</code> plays them.</p>"
