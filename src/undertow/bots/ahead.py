"""Many imagined matches side by side, each from one real choice to the next (made once for each game, see
core/template.py). Chance and choices between one action do not count: nobody has to think about them."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from undertow.bots.dreams import NOBODY, Dreams
from undertow.core.records import CHANCE, Encoding, Floats, Ints, Record, Records, forget_events
from undertow.core.rng import draw, pick, start
from undertow.core.rule import rule

if TYPE_CHECKING:
    from undertow.core.contract import actors, apply, chances, encode, legal, observe, payoff
    from undertow.core.playout import first


@rule
def branch(
    boxes: Records,
    worlds: Records,
    memories: Records,
    viewers: Ints,
    seat: int,
    actions: Ints,
    seed: int,
    dreams: Dreams,
) -> None:
    """In every world every action is tried; each row then goes on to its next choice. The rows of one world share
    their luck, so that they differ by the action more than by the dice."""
    for world in range(worlds.shape[0]):
        for choice in range(actions.shape[0]):
            row = world * actions.shape[0] + choice
            dreams.states[row] = worlds[world]
            for viewer in range(memories.shape[0]):
                dreams.memories[row, viewer] = memories[viewer]
            start(dreams.rngs[row], seed, world)
            go_on(boxes[0], viewers, dreams, row, seat, int(actions[choice]))


@rule
def choose_and_go_on(boxes: Records, viewers: Ints, dreams: Dreams, rows: Ints, logits: Encoding, column: Ints) -> None:
    """In each of these rows somebody chooses, by the logits of the legal actions; `column` says where an action's is in
    a row."""
    for i in range(rows.shape[0]):
        row = int(rows[i])
        seat = int(dreams.seats[row])
        go_on(boxes[0], viewers, dreams, row, seat, chosen(dreams, row, logits[i], column))


@rule
def chosen(dreams: Dreams, row: int, logits: Encoding, column: Ints) -> int:
    """One of a row's legal actions, drawn in proportion to the exponentials of their logits."""
    n = int(dreams.counts[row])
    legal_now, weights = dreams.legal[row], dreams.weights
    most = logits[column[legal_now[0]]]
    for i in range(1, n):
        most = max(most, logits[column[legal_now[i]]])
    total = 0.0
    for i in range(n):
        weights[i] = exp(float(logits[column[legal_now[i]]] - most))
        total += weights[i]
    left = draw(dreams.rngs[row]) / 4294967296.0 * total
    for i in range(n):
        left -= weights[i]
        if left < 0.0:
            return int(legal_now[i])
    return int(legal_now[n - 1])


@rule
def go_on(box: Record, viewers: Ints, dreams: Dreams, row: int, seat: int, action: int) -> None:
    """Take a row's action and go on until somebody has a choice, or it is over."""
    state, memories, rng = dreams.states[row], dreams.memories[row], dreams.rngs[row]
    out = dreams.legal[row]
    steps = 0
    while True:
        take(box, state, memories, seat, action)
        steps += 1
        if state.over != 0 or steps >= dreams.bound:
            dreams.seats[row] = NOBODY
            return
        seats = actors(box, state)
        if seats == 0:
            seat = CHANCE
            action = pick(rng, out, chances(box, state, out))
            continue
        seat = first(seats)
        n = legal(box, state, seat, out)
        if n > 1:
            dreams.seats[row] = seat
            dreams.counts[row] = n
            see(box, state, memories[int(viewers[seat])], int(viewers[seat]), dreams.seen[row])
            return
        action = int(out[0])


@rule
def take(box: Record, state: Record, memories: Records, seat: int, action: int) -> None:
    """A decision, or an outcome of chance, that everybody observes."""
    forget_events(state)
    apply(box, state, seat, action)
    spectator = memories.shape[0] - 1
    for viewer in range(spectator, -1, -1):
        observe(box, state, memories[viewer], viewer, memories[spectator])


@rule
def see(box: Record, state: Record, memory: Record, viewer: int, out: Encoding) -> None:
    for i in range(out.shape[0]):
        out[i] = 0.0
    encode(box, state, memory, viewer, out)


@rule
def gains(boxes: Records, dreams: Dreams, rows: Ints, seat: int, room: Floats, out: Floats) -> None:
    """What the matches of these rows, which are over, brought the seat; one that was cut off brought nothing."""
    for i in range(rows.shape[0]):
        out[i] = 0.0
        if dreams.states[int(rows[i])].over != 0:
            payoff(boxes[0], dreams.states[int(rows[i])], room)
            out[i] = room[seat]
