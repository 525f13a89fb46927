"""Shark Attacks! for two, solved: how likely whoever moves wins when both play as well as can be.

`solve(box)` finds the chances for every pair of distances to the target and every distribution of signs. It goes from
the end of the game backwards; a turn without points leaves the same two distances to the other player, so it goes
through each pair until nothing changes any more. The turns are those of `turn.py`, with the chances found so far after
them.

`optimum.npz` has the chances for the printed box, of a target of 100 points; they hold for shorter games, too, because
only the points to go matter. `optimum.toml` says what they are, and `python -m bench.solve_shark_attacks` makes both
again. Other house rules would take a minute or more when a table opens, so there the bot reckons with `race.py`.
"""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from undertow.core.records import Floats, Record, Records
from undertow.core.rule import rule
from undertow.games.shark_attacks import GAME
from undertow.games.shark_attacks.bots.race import LONGEST, most_signs, race
from undertow.games.shark_attacks.bots.turn import (
    BANK_AT,
    ROLL_AT,
    chances_at,
    fill_ends,
    flat,
    new_swimmers,
    place,
    press_again,
    room,
    solve_turn,
    turn_value,
    value,
)
from undertow.games.shark_attacks.box import Box
from undertow.games.shark_attacks.state import State

CLOSE = 1e-10  # chances that differ by less are the same
FILE, CARD = (Path(__file__).with_suffix(suffix) for suffix in (".npz", ".toml"))


# What is in the package ---------------------------------------------------------------------------------------------


def shipped(boxes: Records) -> Floats | None:
    """The chances for this box, if they are in the package and whole."""
    found = kept()
    if isinstance(found, str) or not fits(boxes, found[0]):
        return None
    most = int(boxes[0].target) + 1
    return found[1][:most, :most].astype(np.float64)


def trouble(boxes: Records) -> str:
    """Why this box's chances cannot be used although they should be in the package; nothing if all is well."""
    found = kept()
    return found if isinstance(found, str) and fits(boxes, GAME.set_up(2).box) else ""


def fits(boxes: Records, solved: Records) -> bool:
    """Whether what was solved for one box holds for another: only the target may be nearer."""
    alike = boxes.copy()
    alike["target"] = solved["target"]
    return bool(boxes[0].target <= solved[0].target) and alike.tobytes() == solved.tobytes()


@cache
def kept() -> tuple[Records, Floats] | str:
    """The box and its chances, as the package has them; or, in a sentence, why they cannot be used."""
    try:
        card = tomllib.loads(CARD.read_text(encoding="utf-8"))
        with np.load(FILE) as file:
            box, chances = file["box"].view(Box), file["chances"]
    except Exception as problem:  # whatever a damaged file makes of its readers
        return f"the exact chances cannot be read ({type(problem).__name__})"
    if card.get("rules") != GAME.version:
        return "the exact chances are for another version of the rules"
    if card.get("sha256") != digest(box, chances):
        return "the exact chances are not those that their card describes"
    return box, chances


def digest(boxes: Records, chances: np.ndarray[Any, Any]) -> str:
    """Of a box and its chances, to the last bit."""
    return hashlib.sha256(boxes.tobytes() + chances.tobytes()).hexdigest()


# Solving ------------------------------------------------------------------------------------------------------------


def solve(boxes: Records) -> Floats:
    """`solve(box)[x, y, gx, gy]`: the chance of whoever moves, x points short, with gx signs, against y and gy."""
    boxes = for_two(boxes)
    first = race(boxes)  # close, so that little is left to change
    table = flat(boxes, first)
    play_best(boxes, np.zeros(1, State), table, np.zeros(room(boxes)))
    return table[-first.size :].reshape(first.shape).copy()


def best_response(boxes: Records, chances: Floats, close: float = 1e-8) -> tuple[Floats, Floats]:
    """What the best answer wins against a bot that solves its turns with these chances, and what that bot wins then.

    Both are chances of whoever moves: of the answer when the answer moves, of the bot when the bot does. Each pair of
    distances is gone through until none of its chances changes by more than `close`.
    """
    boxes = for_two(boxes)
    answer, bot = flat(boxes, chances), flat(boxes, chances)
    scratch = np.zeros((2, room(boxes)))
    play_against(boxes, np.zeros(1, State), flat(boxes, chances), answer, bot, scratch[0], scratch[1], close)
    worth, rest = (table[-chances.size :].reshape(chances.shape).copy() for table in (answer, bot))
    return worth, rest


def for_two(boxes: Records) -> Records:
    """The same box at a table for two; a race that is too long to be told apart cannot be solved."""
    assert boxes[0].target <= LONGEST
    two = boxes.copy()
    two["players"] = 2
    return two


@rule
def play_best(boxes: Records, worlds: Records, table: Floats, scratch: Floats) -> None:
    """Both play as well as can be."""
    target = int(boxes[0].target)
    for both in range(2, 2 * target + 1):
        for x in range(max(1, both - target), both // 2 + 1):
            change = 1.0
            while change > CLOSE:
                change = improve(boxes[0], worlds[0], x, both - x, table, table, scratch)
                change = max(change, improve(boxes[0], worlds[0], both - x, x, table, table, scratch))


@rule
def play_against(
    boxes: Records,
    worlds: Records,
    table: Floats,
    answer: Floats,
    bot: Floats,
    scratch: Floats,
    plan: Floats,
    close: float,
) -> None:
    """One plays the best answer to a bot that goes by `table`."""
    box = boxes[0]
    world = worlds[0]
    target = int(box.target)
    for both in range(2, 2 * target + 1):
        for x in range(max(1, both - target), both // 2 + 1):
            y = both - x
            change = 1.0
            while change > close:
                change = follow(box, world, x, y, table, answer, bot, scratch, plan)
                change = max(change, follow(box, world, y, x, table, answer, bot, scratch, plan))
                change = max(change, improve(box, world, x, y, bot, answer, scratch))
                change = max(change, improve(box, world, y, x, bot, answer, scratch))


@rule
def improve(box: Record, world: Record, x: int, y: int, after: Floats, found: Floats, scratch: Floats) -> float:
    """The best turns of a player x points short against one y short, by what the other wins `after` them; returns how
    much changed."""
    change = 0.0
    for mine in range(most_signs(box) + 1):
        for theirs in range(min(most_signs(box), int(box.signs) - mine) + 1):
            lay(box, world, x, y, mine, theirs)
            scratch[0] = 0.0  # solved for other chances, if at all
            solve_turn(box, world, 0, after, scratch)
            change = max(change, note(box, x, y, mine, theirs, found, scratch))
    return change


@rule
def follow(
    box: Record,
    world: Record,
    x: int,
    y: int,
    table: Floats,
    after: Floats,
    found: Floats,
    scratch: Floats,
    plan: Floats,
) -> float:
    """The same for a player who decides by `table` although the other wins as `after` says."""
    change = 0.0
    for mine in range(most_signs(box) + 1):
        for theirs in range(min(most_signs(box), int(box.signs) - mine) + 1):
            lay(box, world, x, y, mine, theirs)
            plan[0] = 0.0
            solve_turn(box, world, 0, table, plan)
            follow_turn(box, world, 0, after, scratch, plan)
            change = max(change, note(box, x, y, mine, theirs, found, scratch))
    return change


@rule
def follow_turn(box: Record, world: Record, seat: int, after: Floats, scratch: Floats, plan: Floats) -> None:
    """Fill the scratch for a turn in which the player does what is best by the plan, a turn that was solved."""
    fill_ends(box, world, seat, after, scratch)
    for fewer in range(int(box.blue) + 1):
        k = int(box.blue) - fewer
        for p in range(k, 3 * k + 1):
            follow_sea(box, after, scratch, plan, k, p)


@rule
def follow_sea(box: Record, table: Floats, scratch: Floats, plan: Floats, k: int, p: int) -> None:
    """The values of all seas with k dice and p swimmers for a player who presses on where the plan does."""
    most = int(box.blue) - k
    for m in range(1, most + 1):
        scratch[ROLL_AT + m] = new_swimmers(box, table, scratch, m, k, p)
    for w in range(1, most + 1):
        scratch[place(box, w, k, p)] = scratch[BANK_AT + p]
    change = 1.0
    while change > CLOSE:
        change = 0.0
        for w in range(1, most + 1):
            if value(box, plan, w, k, p) > plan[BANK_AT + p]:
                found = press_again(box, table, scratch, w, k, p)
                change = max(change, abs(found - value(box, scratch, w, k, p)))
                scratch[place(box, w, k, p)] = found


@rule
def lay(box: Record, world: Record, x: int, y: int, mine: int, theirs: int) -> None:
    """The beaches before a turn of the first player."""
    world.scores[0] = box.target - x
    world.scores[1] = box.target - y
    world.signs[0] = mine
    world.signs[1] = theirs
    world.signs_middle = box.signs - mine - theirs


@rule
def note(box: Record, x: int, y: int, mine: int, theirs: int, found: Floats, scratch: Floats) -> float:
    """Write down what a turn is worth; returns how much that changed."""
    worth = turn_value(box, found, scratch, max(int(box.least), int(box.start) - mine))
    at = chances_at(box, x, y, mine, theirs)
    change = abs(worth - found[at])
    found[at] = worth
    return float(change)
