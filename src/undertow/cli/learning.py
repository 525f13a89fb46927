"""`undertow train`, `undertow exploit` and `undertow ladder`: bots that learn, and how good bots are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from undertow.bots import bot_names, levels_of, plan_of
from undertow.cli import show
from undertow.core.errors import UndertowError, UnknownName
from undertow.core.game import Game, Setup, find_game
from undertow.lab.ladder import Ladder, Meeting, ladder, table_of

if TYPE_CHECKING:
    from undertow.train.trainer import Course

DEVICES = ("cuda", "cpu")
PEER = "ismcts"
#: What suits each device: a GPU is fast with many matches at once, and wants a network worth it.
SIZES: Mapping[str, Mapping[str, int]] = {
    "cuda": {"matches": 65_536, "steps": 12, "part": 32_768, "width": 512, "depth": 3},
    "cpu": {"matches": 256, "steps": 64, "part": 1024, "width": 128, "depth": 2},
}


def course_on(device: str, **wanted: Any) -> Course:
    """How it is trained: what suits the device, and what was asked for."""
    if device not in DEVICES:
        raise UnknownName("device", device, DEVICES)
    try:
        from undertow.train.trainer import Course
    except ImportError as error:
        raise UndertowError('training needs JAX: pip install "undertow[jax]".') from error
    if device == "cuda":
        _need_gpu()
    chosen = {name: value for name, value in wanted.items() if value is not None}
    return Course(device=device, **{**SIZES[device], **chosen})


def pairs(**given: str) -> dict[str, tuple[float, float]]:
    """Numbers at first and in the end, of what was given."""
    found = {}
    for name, text in given.items():
        try:
            first, last = map(float, text.split(",")) if text else (1.0, 1.0)
        except ValueError:
            first = last = 0.0
        if first <= 0 or last <= 0:
            raise UndertowError(f"--{name} takes two numbers above 0, at first and in the end, not {text!r}: 0.1,0.01.")
        if text:
            found[name] = (first, last)
    return found


def _need_gpu() -> None:
    from undertow.core.cuda import require_gpu

    try:
        require_gpu()
    except UndertowError as error:
        raise UndertowError(
            "no CUDA GPU can be used here. A CPU learns from thousands of decisions a second where a GPU learns from "
            "millions; add --device cpu to train on it all the same."
        ) from error


def setups_of(name: str, players: int | None, settings: Sequence[Mapping[str, Any]]) -> list[Setup]:
    """The tables to train at: one for each set of house rules, or for each variant if the game has some."""
    game: Game = find_game(name)
    return [game.set_up(players, dict(one)) for one in settings or [{}]]


def show_ladder(setup: Setup, bots: Sequence[str], matches: int, seed: int, workers: int) -> Ladder:
    """Play it, with a line for each meeting."""
    if any(name.startswith(PEER) for name in bots):
        from undertow.lab import ismcts  # noqa: F401  OpenSpiel's search is a bot once it is imported
    names = list(bots) or [name for name in bot_names(setup.game) if name not in levels_of(setup.game)]
    for name in names:
        plan_of(setup.game, name)

    def say(meeting: Meeting) -> None:
        show.errors.print(
            f"{meeting.side}: {meeting.bot} against {meeting.against} {meeting.share:.1%} "
            f"({meeting.low:.1%} to {meeting.high:.1%}, {meeting.matches} matches)",
            highlight=False,
        )

    return ladder(setup, names, matches, seed=seed, workers=workers, say=say)


def ladder_tables(found: Ladder) -> list[Table]:
    """For each side: who wins how often against whom, and the rating."""
    return [_ladder_table(found, side) for side in found.ratings]


def _ladder_table(found: Ladder, side: str) -> Table:
    bots, shares = table_of(found, side)
    table = Table(title=f"{side}, against", title_justify="left", title_style="bold")
    table.add_column("")
    for name in bots:
        table.add_column(name, justify="right")
    table.add_column("rating", justify="right")
    for name, row in zip(bots, shares, strict=True):
        rating = found.ratings[side][name]
        table.add_row(Text(name), *(f"{share:.1%}" for share in row), f"{rating:+.0f}")
    return table


def run_exploit(
    setup: Setup, bot: str, sides: Sequence[str], course: Course, out: Path, minutes: float, matches: int, seeds: int
) -> None:
    """Train answers to a bot, and print what the best of them wins."""
    from undertow.train.exploit import exploit
    from undertow.train.run import Wishes

    plan_of(setup.game, bot)
    for side in sides or dict.fromkeys(setup.sides):
        wishes = Wishes(out=out.with_name(f"{out.stem}-{side.replace(' ', '-')}{out.suffix}"), minutes=minutes)
        found = exploit(setup, bot, side, course, replace(wishes, every=0, matches=matches), seeds, _say)
        best = max(found, key=lambda one: one.answer.share)
        show.screen.print(
            f"{side} against {bot}: the best of {len(found)} learnt answers wins {best.answer.share:.1%} "
            f"({best.answer.low:.1%} to {best.answer.high:.1%}); {bot} itself wins {best.own:.1%} there. At least "
            f"{max(0.0, best.gain) * 100:.1f} points can be taken from it.",
            highlight=False,
            soft_wrap=True,
        )


def run_training(setups: list[Setup], course: Course, **wanted: Any) -> None:
    """Train, and say where things are."""
    from undertow.train.run import Wishes, train

    wishes = Wishes(**wanted)
    train(setups, course, wishes, _say)
    show.screen.print(
        f"The network is in {wishes.out}, the training to take up again in {wishes.training}, its log in {wishes.log}.",
        markup=False,
        soft_wrap=True,
    )


def _say(line: str) -> None:
    show.errors.print(line, highlight=False, soft_wrap=True)
