"""A bot that looks ahead: it never knows more than its side does, and it moves towards what is better."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.toys.kuhn import GAME as KUHN
from undertow import find_game
from undertow.bots import Knowledge, ahead_bot, make_bot, net_bot, plan_of
from undertow.bots import net as nets
from undertow.bots.ahead_bot import AHEAD, AheadBot, Head, Ready, improved
from undertow.bots.dreams import NOBODY, room_for
from undertow.core.errors import UndertowError
from undertow.core.game import Setup
from undertow.core.position import Position
from undertow.core.records import CHANCE
from undertow.core.rng import below, pick, stream

pytestmark = pytest.mark.compiled
ROLES = {nets.role_of(side) for side in KUHN.set_up().sides}
TABLES = {"kelp": {}, "jaws": {"variant": "act1"}}


def moments(name: str, seat: str, number: int) -> list[Knowledge]:
    """Decisions of this seat, of matches between networks, that it has to think about."""
    setup, rng, found = find_game(name).set_up(None, TABLES[name]), stream(7), []
    player = net_bot.NetBot(setup, 1, "net", (100,), make_bot(setup, "random"))
    while True:
        position = Position(setup)
        while not position.over:
            acting = position.acting()
            if not acting:
                weights = np.array(position.weights(), np.int64)
                position.step(CHANCE, pick(rng, weights, len(weights)))
                continue
            knowledge = Knowledge(position, acting[0])
            choice = player.choose(knowledge)
            if setup.seats[acting[0]] == seat and choice.mix and max(choice.mix.values()) < 0.8 and below(rng, 8) == 0:
                found.append(Knowledge(position.copy(), acting[0]))
                if len(found) == number:
                    return found
            position.step(acting[0], choice.action)


@pytest.mark.parametrize(("name", "seat"), [("kelp", "shark"), ("jaws", "quint")])
def test_it_decides_the_same_in_every_world_it_cannot_tell_apart(name: str, seat: str) -> None:
    for knowledge in moments(name, seat, 3):
        setup = knowledge.setup
        worlds = knowledge.imagine(stream(3), 2)
        choices = [make_bot(setup, "ahead:96", 5).choose(knowledge)]
        for world in range(2):
            position = Position(setup, worlds[world : world + 1].copy(), knowledge.memories())
            choices.append(make_bot(setup, "ahead:96", 5).choose(Knowledge(position, knowledge.seat)))
        assert choices[0] == choices[1] == choices[2]
        assert sum(choices[0].mix.values()) == pytest.approx(1)


@pytest.mark.parametrize(("name", "seat"), [("kelp", "octopus"), ("jaws", "shark")])
def test_rows_stand_where_the_rules_say(name: str, seat: str) -> None:
    """Who chooses, between what, and what they know: as a position with the same state and memories tells it."""
    (knowledge,) = moments(name, seat, 1)
    setup, game = knowledge.setup, knowledge.setup.game
    dreams, actions = room_for(setup, 8), np.array(list(knowledge.legal.values())[:2])
    game.algorithm(AHEAD).branch(
        setup.box,
        knowledge.imagine(stream(1), 4),
        knowledge.memories(),
        setup.viewers_of_seats(),
        knowledge.seat,
        actions,
        9,
        dreams,
    )
    for row in range(4 * len(actions)):
        position = Position(setup, dreams.states[row : row + 1], dreams.memories[row])
        if dreams.seats[row] == NOBODY:
            assert position.over
            continue
        seat_now = int(dreams.seats[row])
        legal = dreams.legal[row, : dreams.counts[row]].tolist()
        assert legal == list(position.legal(seat_now).values())
        assert len(legal) > 1
        known = position.encoding(setup.viewer_of(seat_now))[: game.written]
        np.testing.assert_array_equal(dreams.seen[row], known)


def test_a_network_made_ready_for_a_table_answers_as_it_does_otherwise() -> None:
    setup = find_game("kelp").set_up(None, {"shark.energy_slots": 2})
    weights = nets.new_weights(np.random.default_rng(1), setup.game, 16, 2)
    weights["0.weights"][:] = np.random.default_rng(2).normal(0, 0.1, weights["0.weights"].shape)
    ready, dreams = Ready(setup, weights), room_for(setup, 2)
    position = Position(setup)
    dreams.seen[:] = position.encoding(0)[: setup.game.written]
    dreams.counts[:] = 2
    dreams.legal[:, :2] = (3, 5)
    logits, column = ready.logits(dreams, np.arange(2), np.zeros(2, np.int64))
    place = np.eye(setup.game.state.SEATS, dtype=np.float32)[0]
    expected, value = nets.think(weights, np.concatenate([position.encoding(0), place]))
    assert logits[0, column[[3, 5]]] == pytest.approx(expected[[3, 5]], abs=1e-4)
    share = ready.share(dreams, np.arange(2), np.zeros(2, np.int64))
    assert share == pytest.approx(1 / (1 + np.exp(-value)), abs=1e-4)


def test_a_step_goes_towards_what_is_worth_more() -> None:
    odds, thought = np.array([0.5, 0.3, 0.2]), np.array([0, 1])
    assert improved(odds, thought, np.array([0.4, 0.4])) == pytest.approx(odds)
    better = improved(odds, thought, np.array([0.40, 0.41]))
    assert better[1] > odds[1]
    assert better[0] < odds[0]
    assert better.sum() == pytest.approx(1)


def kuhn_with(monkeypatch: pytest.MonkeyPatch) -> Setup:
    """Kuhn poker with a network that knows nothing."""
    weights = nets.new_weights(np.random.default_rng(1), KUHN, 8, 1)
    monkeypatch.setattr(net_bot, "network", lambda game: nets.Net(dict.fromkeys(ROLES, weights), {}))
    return KUHN.set_up()


@pytest.mark.parametrize(("card", "calls"), [(2, True), (0, False)])
def test_whoever_holds_the_king_calls_and_the_jack_does_not(
    card: int, calls: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = kuhn_with(monkeypatch)
    position = Position(setup)
    for outcome in (card, 1):
        position.step(CHANCE, outcome)
    legal = position.legal(0)
    position.step(0, legal["pass"])
    position.step(1, legal["bet"])
    bot = AheadBot(setup, 1, "ahead", make_bot(setup, "random"), matches=64)
    choice = bot.choose(Knowledge(position, 0))
    assert (choice.mix["bet"] > 0.9) == calls
    assert choice.values["bet"] == (1.0 if calls else 0.0)
    assert choice.values["pass"] == 0.25


def test_it_keeps_to_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stops before the next go would take it over its time: of goes that take 0.06 s, 0.2 s has room for three."""
    (knowledge,) = moments("kelp", "shark", 1)
    clock, play = [0.0], Head.play

    def played(head: Head, *given: Any) -> Any:
        clock[0] += 0.06
        return play(head, *given)

    monkeypatch.setattr(Head, "play", played)
    monkeypatch.setattr("undertow.bots.ahead_bot.time.perf_counter", lambda: clock[0])
    assert "matches in its head" in make_bot(knowledge.setup, "ahead:0.2s", 1).choose(knowledge).why
    assert clock[0] == pytest.approx(0.18)


def test_it_does_not_look_ahead_where_others_choose_unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    (knowledge,) = moments("kelp", "shark", 1)
    bot = make_bot(knowledge.setup, "ahead:96", 1)
    monkeypatch.setattr(bot, "_hook", lambda view, seat: False)
    monkeypatch.setattr(Head, "play", None)
    assert "matches in its head" not in bot.choose(knowledge).why


def test_names_are_read() -> None:
    kelp = find_game("kelp")
    assert plan_of(kelp, "ahead:0.2s").seconds == 0.2
    assert plan_of(kelp, "ahead:500").parameter == 500
    with pytest.raises(UndertowError, match=r"ahead:0\.4s for seconds"):
        plan_of(kelp, "ahead:deep")


def test_without_its_network_another_bot_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(game: object) -> nets.Net:
        raise UndertowError("net.npz is damaged.")

    (knowledge,) = moments("kelp", "shark", 1)
    monkeypatch.setattr(net_bot, "network", refuse)
    assert (
        "instead of the network"
        in ahead_bot.make_ahead_bot(knowledge.setup, 1, "ahead", make_bot(knowledge.setup, "random"), 96, None)
        .choose(knowledge)
        .why
    )
