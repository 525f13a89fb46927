"""Match, the Python face of a game: who acts, what is legal, who sees what, and what can be taken back."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.toys.lagoon import GAME as LAGOON
from tests.toys.lagoon.knowledge import View
from tests.toys.lagoon.state import LOOKED, LURKS, SWAM
from undertow import HouseRule, IllegalAction, Match, UndertowError, UnknownName, find_game
from undertow.core.chance import commitment
from undertow.core.rng import stream
from undertow.core.story import frames
from undertow.testing import matches

GAMES = ["shark-attacks", "tests.toys.lagoon:GAME"]
both_games = pytest.mark.parametrize("game", GAMES, ids=["shark-attacks", "lagoon"])


def lagoon(start: int = 3, **choices: Any) -> Match:
    """The toy, with the shark put into this lagoon, counted from 1 as players do."""
    match = Match(LAGOON, auto_chance=False, **choices)
    match.play("chance", f"lagoon {start}")
    return match


def play_all(match: Match, *decisions: str) -> Match:
    for decision in decisions:
        [seat] = match.to_act
        match.play(seat, decision)
    return match


def play_at_random(match: Match, seed: int = 1) -> Match:
    rng = random.Random(seed)
    while not match.over:
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))
    return match


def snapshot(match: Match) -> tuple[Any, ...]:
    """Everything of a match that an action might change."""
    logs = [match.log(viewer) for viewer in match.viewers]
    return match.state_bytes(), match.history, match.to_act, logs, match.text()


# The face of the design document ------------------------------------------------------------------------------------


def test_a_game_of_open_dice_from_beginning_to_end() -> None:
    match = Match("shark-attacks", players=3, options={"target": 10}, seed="reef")
    assert match.seats == ("player 1", "player 2", "player 3")
    assert match.viewers == ("player 1", "player 2", "player 3", "spectator")
    [seat] = match.to_act
    assert match.legal(seat) == ["bank", "press on"]
    assert match.prompt(seat).endswith("Bank, or press on?")
    assert match.label(seat, "bank").startswith("Bank ")
    events = match.play(seat, "bank")
    assert events
    assert match.log("spectator")[-len(events) :] == [match.sentence(event) for event in events]
    play_at_random(match)
    assert match.over
    assert match.to_act == ()
    assert match.result is not None
    assert len(match.result.winners) == 1
    assert match.result.reason == "first to reach 10 points"
    assert sum(match.result.shares.values()) == 1
    winner = max(match.result.shares, key=lambda seat: match.result.shares[seat] if match.result else 0)
    assert match.result.scores[winner] >= 10
    assert str(match.result) == f"{winner.capitalize()} wins: first to reach 10 points"


def test_a_game_with_a_secret_from_beginning_to_end() -> None:
    match = lagoon(3)
    assert match.seats == ("shark", "diver")
    assert match.viewers == ("shark", "diver", "spectator")
    assert match.to_act == ("shark",)
    assert match.legal("shark") == ["stay", "swim"]
    assert [event.kind for event in match.play("shark", "swim")] == [LURKS, SWAM]
    assert match.to_act == ("diver",)
    assert match.legal("diver") == ["look 1", "look 2", "look 3", "look 4"]
    [event] = match.play("diver", "look 3")
    assert (event.kind, event.details[:2]) == (LOOKED, (2, 0))
    play_all(match, "stay", "look 4")
    assert match.over
    assert match.result is not None
    assert match.result.winners == ("Diver",)
    assert match.result.reason == "the shark was found"
    assert match.result.shares == {"shark": 0.0, "diver": 1.0}
    assert match.view("spectator").shark == 3


def test_the_shark_wins_when_time_is_up() -> None:
    match = play_all(lagoon(1, options={"rounds": 2}), "stay", "look 2", "stay", "look 3")
    assert str(match.result) == "Shark wins: the shark was never found"
    assert match.view("diver").shark is None


@both_games
def test_the_number_of_players_is_the_smallest_if_not_said(game: str) -> None:
    assert len(Match(game).seats) == find_game(game).players[0]


# Who sees what ------------------------------------------------------------------------------------------------------


def test_everybody_has_their_own_view() -> None:
    match = lagoon(3)
    assert match.view("shark") == View(phase="swimming", lagoons=4, rounds_left=5, shark=2)
    assert (
        match.view("diver") == match.view("spectator") == View(phase="swimming", lagoons=4, rounds_left=5, shark=None)
    )
    assert match.view_json("diver") == {"phase": "swimming", "lagoons": 4, "rounds_left": 5, "shark": None}


def test_everybody_hears_their_own_story() -> None:
    match = play_all(lagoon(3), "swim", "look 1")
    assert match.log("shark") == [
        "You are in lagoon 3.",
        "Shark hides in one of 4 lagoons.",
        "You are in lagoon 4.",
        "Shark stays or swims on.",
        "Diver looks into lagoon 1: nothing.",
    ]
    assert match.log("diver") == match.log("spectator")
    assert match.log("diver") == [line for line in match.log("shark") if not line.startswith("You are")]


def test_the_story_tells_the_secrets_when_it_is_over() -> None:
    match = play_all(lagoon(3), "swim")
    assert match.story() == []
    play_all(match, "look 4")
    assert match.over
    assert match.story() == match.log("shark")
    assert len(match.story()) == len(match.log("spectator")) + 2
    assert match.story()[2] == "You are in lagoon 4."


@pytest.mark.parametrize("viewer", ["shark", "diver", "spectator"])
def test_what_was_heard_only_ever_grows(viewer: str) -> None:
    """Also when it is over: what somebody had not heard stays out of their log."""
    match = lagoon(3)
    heard, events = match.log(viewer), match.events(viewer)
    for decision in ("swim", "look 1", "stay", "look 4"):
        play_all(match, decision)
        assert match.log(viewer)[: len(heard)] == heard
        assert match.events(viewer)[: len(events)] == events
        heard, events = match.log(viewer), match.events(viewer)
    assert match.over
    assert any(line.startswith("You are") for line in heard) == (viewer == "shark")


@both_games
def test_one_may_ask_only_for_what_is_new(game: str) -> None:
    match = Match(game, seed="news")
    rng = random.Random(2)
    heard: dict[str, list[Any]] = {viewer: [] for viewer in match.viewers}
    while not match.over and len(match.history) < 60:
        for viewer in match.viewers:
            before = len(heard[viewer])
            news = match.events(viewer, before)
            assert match.log(viewer, before) == [line for e in news if (line := match.sentence(e))]
            heard[viewer] += news
            assert heard[viewer] == match.events(viewer)
            assert [event.ply for event in heard[viewer]] == list(range(1, len(heard[viewer]) + 1))
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))
    assert len(heard[match.viewers[0]]) > 2


@both_games
def test_frames_show_each_step_as_it_was_seen_then(game: str) -> None:
    """Whoever looks again is shown the steps they heard of, one by one, each with the view of that moment."""
    match = Match(game, seed="frames")
    rng = random.Random(5)
    seen: dict[str, dict[int, Any]] = {viewer: {} for viewer in match.viewers}
    while not match.over and len(match.history) < 60:
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))
        if rng.random() < 0.2 and match.can_undo(seat):
            match.undo(seat)
        for viewer in match.viewers:
            seen[viewer][match.heard(viewer)] = match.view(viewer)
    for viewer in match.viewers:
        for since in (0, 3, match.heard(viewer)):
            shown = frames(match, viewer, since, most=1000)
            assert [event for frame in shown for event in frame.events] == match.events(viewer, since)
            for frame in shown:
                if frame.events[-1].ply in seen[viewer]:
                    assert frame.view == seen[viewer][frame.events[-1].ply]
        latest = frames(match, viewer, 0, most=4)
        assert len(latest) == 4
        assert latest[-1].events[-1].ply == match.heard(viewer)


def all_that_is_shown(match: Match, viewer: str) -> list[Any]:
    """Whatever this viewer can ask of a match."""
    asked: list[Callable[[str], Any]] = [match.view, match.view_json, match.log, match.events, match.prompt]
    asked += [match.help, match.beliefs]
    labels = [match.label(viewer, action) for action in match.legal(viewer)] if viewer in match.to_act else []
    imagined = match.imagine(viewer, stream(3), 5).tobytes()
    return [*(ask(viewer) for ask in asked), match.encoding(viewer).tolist(), match.to_act, labels, imagined]


SECRET_STORIES = [(1, "swim", "swim"), (1, "stay", "stay"), (2, "stay", "stay"), (4, "swim", "stay")]


@pytest.mark.parametrize("viewer", ["diver", "spectator"])
def test_nobody_can_tell_where_the_shark_is_before_it_is_found(viewer: str) -> None:
    """However the shark has swum, the others were shown the very same, step by step."""
    shown = []
    for start, first, second in SECRET_STORIES:
        match = lagoon(start)
        steps = [all_that_is_shown(match, viewer)]
        for decision in (first, "look 4", second):
            play_all(match, decision)
            steps.append(all_that_is_shown(match, viewer))
        shown.append(steps)
    assert all(steps == shown[0] for steps in shown[1:])


def test_the_shark_itself_can_tell() -> None:
    one, two = (play_all(lagoon(start), first, "look 4", second) for start, first, second in SECRET_STORIES[:2])
    assert one.view("shark") != two.view("shark")
    assert one.log("shark") != two.log("shark")


def test_beliefs_are_what_the_diver_may_conclude() -> None:
    match = lagoon(1)
    assert match.beliefs("diver") == [0.25] * 4
    play_all(match, "stay", "look 4")
    assert match.beliefs("diver") == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])
    play_all(match, "stay")
    assert match.beliefs("diver") == pytest.approx([1 / 6, 1 / 3, 1 / 3, 1 / 6])
    play_all(match, "look 1")
    assert match.over
    assert match.beliefs("spectator") == [1, 0, 0, 0]
    assert match.beliefs("shark") is None


def test_the_prompt_asks_whoever_acts_and_tells_the_others_whom_they_wait_for() -> None:
    match = lagoon(2, names={"shark": "Bruce"})
    assert match.prompt("shark") == "You are in lagoon 2. Stay, or swim on?"
    assert match.prompt("diver") == match.prompt("spectator") == "Waiting for Bruce."
    play_all(match, "stay")
    assert match.prompt("diver") == "Which lagoon do you look into? 5 to go."
    assert match.prompt("shark") == "Waiting for Diver."
    play_all(match, "look 2")
    assert match.prompt("shark") == match.prompt("spectator") == "Diver wins: the shark was found"


def test_labels_and_help() -> None:
    match = lagoon(2)
    assert match.label("shark", "stay") == "Stay in lagoon 2"
    play_all(match, "stay")
    assert match.label("diver", "look 3") == "Look into lagoon 3"
    assert "the next of 4 lagoons" in match.help("diver")
    assert match.help("diver").endswith("\nLook: Everybody sees what is there.")
    assert "Look:" not in match.help("shark"), "only those who can do it are told what it does"


def test_a_label_of_something_illegal_is_refused_with_a_sentence() -> None:
    with pytest.raises(UndertowError):
        lagoon(2).label("shark", "fly")


# Refusals -----------------------------------------------------------------------------------------------------------


def assert_refused(match: Match, seat: str, action: str, says: str) -> None:
    before = snapshot(match)
    with pytest.raises(IllegalAction) as caught:
        match.play(seat, action)
    assert str(caught.value) == says
    assert snapshot(match) == before


def test_an_illegal_action_is_refused_with_what_is_legal() -> None:
    match = lagoon(2)
    assert_refused(match, "shark", "look 1", "'look 1' is not legal for shark now. Legal: stay, swim.")
    assert_refused(match, "shark", "", "'' is not legal for shark now. Legal: stay, swim.")


def test_acting_out_of_turn_is_refused() -> None:
    match = lagoon(2)
    assert_refused(match, "diver", "look 2", "diver cannot act now: waiting for shark.")
    assert_refused(match, "chance", "lagoon 1", "chance cannot act now: waiting for shark.")
    assert match.legal("diver") == []


def test_acting_after_the_end_is_refused() -> None:
    match = play_all(lagoon(2), "stay", "look 2")
    for seat, action in (("shark", "stay"), ("diver", "look 1"), ("chance", "lagoon 1")):
        assert_refused(match, seat, action, "the match is over: Diver wins: the shark was found.")
        assert match.legal(seat) == []


@both_games
@settings(max_examples=20)
@given(data=st.data())
def test_no_refusal_changes_anything(game: str, data: st.DataObject) -> None:
    match = data.draw(matches(game, most=12))
    seat = data.draw(st.sampled_from([*match.seats, "chance"]))
    action = data.draw(st.sampled_from(["bank", "press on", "stay", "swim", "look 1", "lagoon 2", "sun", "wave", "x"]))
    before = snapshot(match)
    if action in match.legal(seat):
        match.play(seat, action)
        assert snapshot(match) != before
    else:
        with pytest.raises(IllegalAction):
            match.play(seat, action)
        assert snapshot(match) == before


def test_a_long_list_of_what_is_legal_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    match = play_all(lagoon(2), "stay")
    monkeypatch.setattr("undertow.core.match.NOT_BY_NAME", 3)
    assert_refused(match, "diver", "look 9", "'look 9' is not legal for diver now. Legal: look 1, look 2, look 3, ....")


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda match: match.play("sharc", "stay"), r"there is no seat 'sharc'\. Did you mean 'shark'\?"),
        (lambda match: match.legal("whale"), r"there is no seat 'whale'\. Choose from: shark, diver\."),
        (lambda match: match.undo("whale"), "there is no seat 'whale'"),
        (lambda match: match.can_undo("whale"), "there is no seat 'whale'"),
        (lambda match: match.label("whale", "stay"), "there is no seat 'whale'"),
        (lambda match: match.call({"whale": "Moby"}), "there is no seat 'whale'"),
        (lambda match: match.view("whale"), r"there is no viewer 'whale'\. Choose from: shark, diver, spectator\."),
        (lambda match: match.view("chance"), "there is no viewer 'chance'"),
        (lambda match: match.log("spectater"), r"there is no viewer 'spectater'\. Did you mean 'spectator'\?"),
        (lambda match: match.events("whale"), "there is no viewer 'whale'"),
        (lambda match: match.beliefs("whale"), "there is no viewer 'whale'"),
        (lambda match: match.encoding("whale"), "there is no viewer 'whale'"),
        (lambda match: match.help("whale"), "there is no viewer 'whale'"),
        (lambda match: match.imagine("whale", stream(1), 1), "there is no viewer 'whale'"),
        pytest.param(
            lambda match: match.prompt("whale"),
            "there is no viewer 'whale'",
        ),
    ],
)
def test_a_name_nobody_has_is_refused(ask: Callable[[Match], Any], says: str) -> None:
    match = lagoon(2)
    before = snapshot(match)
    with pytest.raises(UnknownName, match=says):
        ask(match)
    assert snapshot(match) == before


def test_a_game_or_option_nobody_has_is_refused() -> None:
    with pytest.raises(UnknownName, match=r"there is no game 'shark-atacks'\. Did you mean 'shark-attacks'\?"):
        Match("shark-atacks")
    with pytest.raises(UnknownName, match=r"there is no house rule 'tarket'\. Did you mean 'target'\?"):
        Match("shark-attacks", options={"tarket": 5})
    with pytest.raises(HouseRule, match="'target' cannot be 0"):
        Match("shark-attacks", options={"target": 0})
    with pytest.raises(HouseRule, match="is for 2 to 6 players, not 7"):
        Match("shark-attacks", players=7)
    with pytest.raises(UndertowError, match=r"cannot load the game 'no\.such\.module:GAME'"):
        Match("no.such.module:GAME")
    with pytest.raises(UndertowError, match=r"'undertow:Match' is not a game"):
        Match("undertow:Match")
    with pytest.raises(UnknownName, match="there is no seat 'whale'"):
        Match(LAGOON, names={"whale": "Moby"})


# Chance -------------------------------------------------------------------------------------------------------------


def test_dice_by_hand_have_exact_odds() -> None:
    match = Match(LAGOON, auto_chance=False)
    assert match.to_act == ("chance",)
    assert match.prompt("diver") == "Chance decides."
    assert match.odds() == {f"lagoon {number}": Fraction(1, 4) for number in (1, 2, 3, 4)}
    assert match.legal("chance") == list(match.odds())
    legal = "lagoon 1, lagoon 2, lagoon 3, lagoon 4"
    assert_refused(match, "chance", "lagoon 5", f"'lagoon 5' is not legal for chance now. Legal: {legal}.")
    match.play("chance", "lagoon 4")
    assert match.view("shark").shark == 3
    assert match.odds() == {}


def test_odds_sum_to_one_all_through_a_match() -> None:
    match = Match("shark-attacks", options={"target": 15}, auto_chance=False)
    rng = random.Random(4)
    seen = set()
    while not match.over:
        odds = match.odds()
        if odds:
            assert match.to_act == ("chance",)
            assert all(isinstance(chance, Fraction) and chance > 0 for chance in odds.values())
            assert sum(odds.values()) == 1
            seen.add(tuple(odds.values()))
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))
    assert (Fraction(1, 3),) * 3 in seen
    assert (Fraction(1, 2), Fraction(1, 6), Fraction(1, 6), Fraction(1, 6)) in seen


def test_what_weighs_nothing_cannot_happen() -> None:
    match = Match("shark-attacks", options={"dice.blue_faces": [3, 0, 0, 3]}, auto_chance=False)
    match.play("chance", "player 1 begins")
    assert match.odds() == {"wave": Fraction(1, 2), "3 swimmers": Fraction(1, 2)}
    assert_refused(match, "chance", "1 swimmer", "'1 swimmer' is not legal for chance now. Legal: wave, 3 swimmers.")


@both_games
def test_the_same_seed_gives_the_same_match(game: str) -> None:
    one, two = (play_at_random(Match(game, seed="same"), 5) for _ in range(2))
    assert one.text() == two.text()
    assert one.state_bytes() == two.state_bytes()
    assert len({Match(game, seed=f"other {number}").state_bytes() for number in range(20)}) > 1


def test_no_seed_is_a_fresh_one() -> None:
    assert Match(LAGOON).commitment != Match(LAGOON).commitment


def test_words_change_the_dice() -> None:
    plies = {
        tuple(play_at_random(Match("shark-attacks", seed="same", words=words), 5).history)
        for words in ({}, {"player 1": "tuna"}, {"player 2": "tuna"})
    }
    assert len(plies) == 3


def test_the_seed_is_hidden_until_it_is_over() -> None:
    match = Match(LAGOON, seed="secret")
    assert match.commitment == commitment("secret")
    while not match.over:
        assert match.seed is None
        [seat] = match.to_act
        match.play(seat, match.legal(seat)[-1])
    assert match.seed == "secret"


# Taking back --------------------------------------------------------------------------------------------------------


def assert_cannot_undo(match: Match, *seats: str) -> None:
    for seat in seats:
        before = snapshot(match)
        assert not match.can_undo(seat)
        with pytest.raises(
            IllegalAction, match=f"^{seat} cannot take anything back: only a decision after which nothing"
        ):
            match.undo(seat)
        assert snapshot(match) == before


def test_the_sharks_move_can_be_taken_back_until_the_diver_looks() -> None:
    match = lagoon(3)
    before = snapshot(match)
    match.play("shark", "swim")
    assert match.can_undo("shark")
    assert not match.can_undo("diver")
    match.undo("shark")
    assert snapshot(match) == before
    play_all(match, "stay", "look 1")
    assert_cannot_undo(match, "shark", "diver")


def test_a_look_cannot_be_taken_back() -> None:
    match = play_all(lagoon(3), "stay", "look 1")
    assert_cannot_undo(match, "diver")
    match.play("shark", "stay")
    assert_cannot_undo(match, "diver")


def test_nothing_is_taken_back_twice_or_before_anything_happened() -> None:
    match = lagoon(3)
    assert_cannot_undo(match, "shark", "diver", "chance")
    play_all(match, "stay", "look 1", "swim")
    match.undo("shark")
    assert_cannot_undo(match, "shark", "diver")


def test_nothing_is_taken_back_after_dice_or_the_end() -> None:
    match = Match("shark-attacks", seed="reef")
    [seat] = match.to_act
    match.play(seat, "press on")
    assert_cannot_undo(match, *match.seats)
    assert_cannot_undo(play_all(lagoon(2), "stay", "look 2"), "shark", "diver")


def test_what_is_played_instead_is_what_counts() -> None:
    match, straight = lagoon(3, seed="s"), lagoon(3, seed="s")
    match.play("shark", "swim")
    match.undo("shark")
    play_all(match, "stay", "look 1")
    play_all(straight, "stay", "look 1")
    assert snapshot(match) == snapshot(straight)


# Names --------------------------------------------------------------------------------------------------------------


def test_people_go_by_the_names_they_are_given() -> None:
    match = lagoon(2, names={"diver": "Ann"})
    assert match.names == ("Shark", "Ann")
    play_all(match, "stay", "look 1")
    assert match.log("diver")[-1] == "Ann looks into lagoon 1: nothing."
    match.call({"shark": "Bruce"})
    assert match.names == ("Bruce", "Diver")
    assert match.log("diver")[-1] == "Diver looks into lagoon 1: nothing."
    play_all(match, "stay", "look 2")
    assert match.result is not None
    assert match.result.winners == ("Diver",)


def test_a_name_changes_no_dice() -> None:
    one, two = (Match("shark-attacks", seed="s", names=names) for names in ({}, {"player 1": "Ann"}))
    assert one.state_bytes() == two.state_bytes()
