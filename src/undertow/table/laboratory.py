"""The lab in the browser: reports to read, and simple questions that a process of its own plays, a second at a time.

The client asks for one slice of matches after the other and adds them up, so nothing is kept here between two of them,
and a question that nobody looks at any more costs nothing.
"""

from __future__ import annotations

import asyncio
import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from litestar import Request, Response, get, post

from undertow.bots import levels_of, plan_of
from undertow.core.errors import UndertowError
from undertow.core.game import Game, find_game
from undertow.table import messages as m
from undertow.table import static
from undertow.table.decide import Refused
from undertow.table.guard import asker_of, limits_of, too_many
from undertow.table.worker import Died, Overran, Worker

SLICE = 0.8  # seconds of matches
BUDGET = 20.0  # seconds of computing, beyond which a slice is given up
WAITING = 8  # slices that may wait for the worker
MOST = 1 << 22  # matches of a slice
SEED = 1
TITLE = re.compile(r"<title>(.*?)</title>", re.S)
ASKED = re.compile(r"<h1>.*?</h1><p>(.*?)</p>", re.S)
BUSY = "the lab is busy with other questions; try again in a moment."


def reports_folder() -> Path | None:
    """The reports that come with Undertow: in the package, or in the documents of a checkout."""
    here = Path(__file__).parent
    for folder in (here / "studies", here.parents[2] / "docs" / "studies"):
        if folder.is_dir():
            return folder
    return None


def reports() -> list[m.LabReport]:
    folder = reports_folder()
    found = []
    for path in sorted(folder.glob("*.html")) if folder else []:
        head = path.read_text(encoding="utf-8")[:8000]
        title, asked = TITLE.search(head), ASKED.search(head)
        found.append(m.LabReport(path.name, title[1] if title else path.stem, asked[1] if asked else ""))
    return found


class Laboratory:
    """A worker that lets everybody else go first, and who waits for it."""

    def __init__(self) -> None:
        self._worker = Worker(patient=True)
        self._thread = ThreadPoolExecutor(1, "undertow-lab")
        self._waiting = 0

    async def slice(self, question: m.LabQuestion) -> m.LabSlice:
        if self._waiting >= WAITING:
            raise too_many(BUSY)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._played, question)
        finally:
            self._waiting -= 1

    def _played(self, question: m.LabQuestion) -> m.LabSlice:
        try:
            self._worker.do(make_ready, question)  # compiling takes as long as it takes
            played: m.LabSlice = self._worker.do(play_slice, question, budget=BUDGET)
        except Overran as error:
            raise Refused("these bots think too long for the lab; choose a weaker one.") from error
        except Died as error:
            raise Refused("the lab had to stop; ask again.") from error
        return played

    def close(self) -> None:
        self._worker.close()
        self._thread.shutdown(wait=False, cancel_futures=True)


# In the worker --------------------------------------------------------------------------------------------------------

_players: dict[str, Any] = {}


def make_ready(question: m.LabQuestion) -> None:
    """Lay the table, and compile what plays at it."""
    from undertow.core.rule import compiled
    from undertow.lab.counted import Player

    key = repr((question.game, question.players, sorted(question.settings.items()), question.bot))
    if key in _players:
        return
    _players.clear()
    with compiled():
        setup = find_game(question.game).set_up(question.players, question.settings)
        player = Player(setup, [question.bot] * len(setup.seats), SEED)
        if not player.compiled:
            raise UndertowError(f"the lab has no time for the bot {question.bot!r}; choose a compiled one.")
        player.play(0, 1)
    _players[key] = player


def play_slice(question: m.LabQuestion) -> m.LabSlice:
    """Matches from the first one that is asked for, about a second of them."""
    [player] = _players.values()
    began, first, number = time.perf_counter(), question.first, 1
    total = None
    while time.perf_counter() - began < SLICE and first - question.first < MOST:
        counts = player.play(first, number)
        total = counts if total is None else (total.view("i8") + counts.view("i8")).view(counts.dtype)
        first, number = first + number, min(2 * number, MOST)
    assert total is not None
    row, sides, whole = total[0], player.setup.viewers[:-1], player.made.WHOLE
    return m.LabSlice(
        first=question.first,
        matches=int(row["matches"]),
        sides=[m.LabSide(side, float(row["wins"][i] / whole)) for i, side in enumerate(sides)],
        unit=player.game.measures.UNIT,
        turns=int(row["turns"][0]),
        minutes=float(row["tenths"][0] / 600),
    )


# Routes ---------------------------------------------------------------------------------------------------------------


def compiled_levels(game: Game) -> list[str]:
    """The levels whose bots are compiled, the strongest last; the game's compiled bots where no level is."""
    levels = [level for level in levels_of(game) if plan_of(game, level).policy is not None]
    return levels or list(game.bots.POLICIES if game.bots else [])


@get("/api/lab", tags=["lab"])
async def lab(request: Request[Any, Any, Any]) -> m.Lab:
    """The reports that come with Undertow, and which bots the lab lets play."""
    from undertow.core.game import game_names

    def look() -> m.Lab:
        return m.Lab(reports(), {name: compiled_levels(find_game(name)) for name in game_names()})

    return await asyncio.to_thread(look)


@post("/api/lab", tags=["lab"], status_code=200)
async def ask_the_lab(request: Request[Any, Any, Any], data: m.LabQuestion) -> m.LabSlice:
    """A second of matches between bots, from a first one on. Ask again with the next number and add up."""
    if not limits_of(request).allow_lab(asker_of(request)):
        raise too_many("you have used the lab a lot; try again in a few minutes.")
    game = find_game(data.game)
    if data.bot not in compiled_levels(game):
        raise Refused(
            f"the lab lets {', '.join(compiled_levels(game))} play {game.title}; {data.bot!r} is none of them."
        )
    game.set_up(data.players, data.settings)
    laboratory: Laboratory = request.app.state.laboratory
    return await laboratory.slice(data)


@get("/lab/reports/{name:str}", include_in_schema=False)
async def report(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    return await asyncio.to_thread(static.file, request, reports_folder, name, "no-cache")


HANDLERS = [lab, ask_the_lab, report]
