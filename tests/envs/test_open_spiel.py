"""The games for OpenSpiel: its own tests, its searchers and solvers, and what nobody may learn through it."""

from __future__ import annotations

import importlib
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy as spiel_policy
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough, ismcts, mcts
from open_spiel.python.observation import make_observation

from tests.toys.kuhn import GAME as KUHN
from tests.toys.lagoon import GAME as LAGOON
from undertow.core.errors import IllegalAction, UndertowError
from undertow.core.game import find_game, game_names
from undertow.core.rng import stream
from undertow.envs.open_spiel import (
    Resampler,
    UndertowState,
    game_string,
    read_rules,
    register,
    spiel_name,
    write_rules,
)
from undertow.lab import exact

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("open_spiel")]

register(KUHN)
register(LAGOON)

SMALL_LAGOON = "undertow_lagoon(rules=lagoons:3;rounds:2)"

#: Each game as it comes and with house rules or other numbers of players.
TABLES = [
    "undertow_get_bit(players=4)",
    "undertow_get_bit(players=2)",
    "undertow_get_bit(players=5,rules=shark:true;long_game:true)",
    "undertow_get_bit(players=3,turns=true)",
    "undertow_shark_attacks",
    "undertow_shark_attacks(players=4,rules=target:40)",
    "undertow_kelp",
    "undertow_kelp(rules=shark.hunger_track:4,turns=true)",
    "undertow_jaws(players=2,rules=variant:act1;act1.round_limit:6)",
    "undertow_jaws(players=4,rules=variant:act2;act2.die:[0|0|1|1|2|3])",
    "undertow_kuhn",
    "undertow_kuhn(rules=cards:4)",
    "undertow_lagoon",
    SMALL_LAGOON,
]
HIDDEN = [table for table in TABLES if "shark_attacks" not in table]


def choose(state: Any, rng: random.Random) -> None:
    """One step at random, whoever must take it."""
    if state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, odds)[0])
    elif state.is_simultaneous_node():
        legal = [state.legal_actions(player) for player in range(state.num_players())]
        state.apply_actions([rng.choice(actions) if actions else 0 for actions in legal])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def moments(table: str, looks: int, seed: int = 1) -> Iterator[tuple[UndertowState, random.Random]]:
    """So many moments of random matches, spread over them."""
    game, rng = pyspiel.load_game(table), random.Random(f"{table} {seed}")
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            choose(state, rng)
            if rng.random() < 0.1 or game.max_game_length() < 100:
                yield state, rng
                looks -= 1
                if looks == 0:
                    return


def known(state: UndertowState, player: int) -> tuple[Any, ...]:
    """All that a player is given."""
    return (
        state.information_state_string(player),
        state.information_state_tensor(player),
        state.observation_string(player),
        state.observation_tensor(player),
        [] if state.is_chance_node() else state.legal_actions(player),
        state.current_player(),
    )


# OpenSpiel's own tests ----------------------------------------------------------------------------------------------


def test_every_installed_game_is_there() -> None:
    assert {spiel_name(name) for name in game_names()} <= set(pyspiel.registered_names())
    assert {"undertow_get_bit", "undertow_shark_attacks", "undertow_jaws", "undertow_kelp"} <= {
        spiel_name(name) for name in game_names()
    }


@pytest.mark.parametrize("table", TABLES)
def test_random_matches_pass_the_tests_of_open_spiel(table: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(table), num_sims=1, serialize=True, verbose=False)


def test_a_transcript_can_be_made() -> None:
    text = generate_playthrough.playthrough("undertow_kuhn", [2, 0, 0, 1, 1])
    assert 'InformationStateString(0) = "first: turn of chance; 1 holds 0 2;' in text
    assert "Returns() = [1, -1]" in text


def test_choices_made_at_once_can_be_rolled_out_by_open_spiel_itself() -> None:
    game = pyspiel.convert_to_turn_based(pyspiel.load_game("undertow_get_bit(players=4)"))
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("table", ["undertow_kuhn", "undertow_get_bit(players=4)"])
def test_the_environment_of_open_spiel_takes_our_games(table: str) -> None:
    """Where choices are made at once it wants an action of every player at every step; only some count."""
    environment, rng = rl_environment.Environment(table), random.Random(1)
    step = environment.reset()
    while not step.last():
        legal = step.observations["legal_actions"]
        asked = [step.observations["current_player"]] if environment.is_turn_based else range(environment.num_players)
        step = environment.step([rng.choice(legal[player]) if legal[player] else 0 for player in asked])
    assert max(step.rewards) > 0


# Chance -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES)
def test_odds_are_exact(table: str) -> None:
    seen = 0
    for state, _ in moments(table, 20):
        if not state.is_chance_node():
            continue
        seen += 1
        weights = state.table.position.weights()
        exactly = {outcome: Fraction(weight, sum(weights)) for outcome, weight in enumerate(weights) if weight}
        assert sum(exactly.values()) == 1
        assert dict(state.chance_outcomes()) == {outcome: float(odds) for outcome, odds in exactly.items()}
        assert state.legal_actions() == sorted(exactly)
    assert seen or not any(game in table for game in ("shark_attacks", "kelp", "jaws"))  # others are dealt once


def test_the_first_card_of_kuhn_poker() -> None:
    state = pyspiel.load_game("undertow_kuhn").new_initial_state()
    assert state.chance_outcomes() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    assert [state.action_to_string(outcome) for outcome, _ in state.chance_outcomes()] == ["jack", "queen", "king"]
    state.apply_action(1)
    assert state.chance_outcomes() == [(0, 0.5), (2, 0.5)]


# Who chooses --------------------------------------------------------------------------------------------------------


def until(state: Any, wanted: Any, rng: random.Random) -> Any:
    while not wanted(state):
        assert not state.is_terminal()
        choose(state, rng)
    return state


def simultaneous(state: Any) -> bool:
    return bool(state.is_simultaneous_node())


def test_all_swimmers_choose_at_once() -> None:
    state = pyspiel.load_game("undertow_get_bit(players=4)").new_initial_state()
    until(state, simultaneous, random.Random(1))
    assert all(state.legal_actions(player) for player in range(4))
    until(state, lambda it: not (it.is_simultaneous_node() or it.is_chance_node()), random.Random(1))
    bitten = state.current_player()  # and says which limb goes
    assert [bool(state.legal_actions(player)) for player in range(4)] == [player == bitten for player in range(4)]


def test_whoever_is_out_of_the_game_has_nothing_to_choose() -> None:
    state = pyspiel.load_game("undertow_get_bit(players=4)").new_initial_state()
    until(state, lambda it: it.is_simultaneous_node() and not all(map(it.legal_actions, range(4))), random.Random(1))
    assert sum(bool(state.legal_actions(player)) for player in range(4)) == 3


def test_two_swimmers_of_one_player_choose_one_after_the_other() -> None:
    state = pyspiel.load_game("undertow_get_bit(players=2)").new_initial_state()
    until(state, simultaneous, random.Random(1))
    assert [bool(state.legal_actions(player)) for player in range(4)] == [True, False, True, False]
    mine = state.legal_actions(0)[0]
    state.apply_actions([mine, 0, state.legal_actions(2)[0], 0])
    assert [bool(state.legal_actions(player)) for player in range(4)] == [False, True, False, True]
    assert f"swimmer 1 does {state.action_to_string(0, mine)}" in state.information_state_string(1)
    assert "swimmer 1 does" not in state.information_state_string(3)


def test_octopus_and_shark_confront_each_other_at_once() -> None:
    rng = random.Random(3)
    game = pyspiel.load_game("undertow_kelp")
    assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    found = 0
    for _ in range(40):
        state = game.new_initial_state()
        while not state.is_terminal() and not state.is_simultaneous_node():
            choose(state, rng)
        if state.is_simultaneous_node():
            found += 1
            assert state.legal_actions(0) == state.legal_actions(1) != []
            break
    assert found


def test_the_crew_takes_turns() -> None:
    """Seats of one side know the same, so nothing is chosen at once; whoever is asked first may let others go first."""
    game = pyspiel.load_game("undertow_jaws(rules=variant:act1;act1.round_limit:6)")
    assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    state = until(game.new_initial_state(), lambda it: it.current_player() == 1, random.Random(1))
    [wait] = [action for action in state.legal_actions() if state.action_to_string(action) == "wait"]
    state.apply_action(wait)
    assert state.current_player() == 2


def test_one_after_the_other_nobody_sees_what_was_chosen() -> None:
    game = pyspiel.load_game("undertow_get_bit(players=4,turns=true)")
    assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    state = until(game.new_initial_state(), lambda it: it.current_player() == 0, random.Random(1))
    children = [state.child(action) for action in state.legal_actions()]
    assert len({child.information_state_string(0) for child in children}) == len(children)
    for player in (1, 2, 3):
        assert len({pickle.dumps(known(child, player)) for child in children}) == 1


def test_what_a_loaded_game_says_of_itself() -> None:
    kind = pyspiel.GameType
    two, four, crew = (pyspiel.load_game(table) for table in ("undertow_shark_attacks", TABLES[5], TABLES[8]))
    assert two.get_type().utility == kind.Utility.ZERO_SUM
    assert (two.min_utility(), two.max_utility(), two.utility_sum()) == (-1, 1, 0)
    assert two.get_type().information == kind.Information.PERFECT_INFORMATION
    assert four.get_type().utility == crew.get_type().utility == kind.Utility.GENERAL_SUM
    assert (four.min_utility(), four.max_utility(), four.utility_sum()) == (0, 1, None)
    assert (two.num_players(), four.num_players(), crew.num_players()) == (2, 4, 4)
    assert crew.get_type().information == kind.Information.IMPERFECT_INFORMATION


def test_an_illegal_action_changes_nothing() -> None:
    state = pyspiel.load_game("undertow_kuhn").new_initial_state()
    state.apply_action(1)
    before = str(state)
    with pytest.raises(IllegalAction, match="action 1 is not legal for chance now"):
        state.apply_action(1)
    assert str(state) == before


# Knowledge ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", HIDDEN)
def test_a_player_cannot_tell_an_imagined_state_from_the_true_one(table: str) -> None:
    others = 0
    for number, (state, _) in enumerate(moments(table, 10)):
        for player in range(state.num_players()):
            twin = state.imagined(player, stream(number))
            others += str(twin) != str(state)
            assert known(twin, player) == known(state, player)
            assert twin.history() == []
    assert others > 2 or "get_bit" in table  # whose secrets last for half a round


@pytest.mark.parametrize("table", HIDDEN)
def test_what_is_imagined_does_not_depend_on_the_truth(table: str) -> None:
    """From two states that a player cannot tell apart the same worlds are imagined, down to what the others know in
    them."""
    for number, (state, _) in enumerate(moments(table, 5, seed=2)):
        for player in range(state.num_players()):
            other_truth = state.imagined(player, stream(number))
            one, two = (it.imagined(player, stream(1000 + number)) for it in (state, other_truth))
            assert str(one) == str(two)
            for other in range(state.num_players()):
                assert known(one, other) == known(two, other)


@pytest.mark.parametrize("table", HIDDEN)
def test_imagined_states_can_be_played_to_the_end(table: str) -> None:
    for number, (state, rng) in enumerate(moments(table, 1, seed=3)):
        for player in range(state.num_players()):
            twin = state.imagined(player, stream(number))
            while not twin.is_terminal():
                choose(twin, rng)
            for other in range(twin.num_players()):
                assert np.isfinite(twin.information_state_tensor(other)).all()


@pytest.mark.parametrize("table", TABLES)
def test_who_remembers_the_same_knows_the_same(table: str) -> None:
    """Whatever chance and the others may do: where a player's text is the same, so is all that the player is given."""
    for state, rng in moments(table, 6, seed=4):
        if state.is_terminal() or state.is_simultaneous_node():
            continue
        actions = state.legal_actions()
        state.information_state_string(0)  # once for all children
        children = [state.child(action) for action in rng.sample(actions, min(6, len(actions)))]
        for player in range(state.num_players()):
            by_text: dict[str, Any] = {}
            for child in children:
                text, *rest = known(child, player)
                assert by_text.setdefault(text, rest) == rest


@pytest.mark.parametrize(("table", "number"), [("undertow_kuhn", 12), ("undertow_kuhn(rules=cards:4)", 16)])
def test_information_states_of_kuhn_poker(table: str, number: int) -> None:
    assert len(information_states(table)) == number


def test_information_states_of_the_lagoon() -> None:
    """The diver has one before the first look and one after each that found nothing. The shark has one for each lagoon
    it may be in at first; then it has stayed or swum on, and was not seen in one of the two other lagoons."""
    assert len(information_states(SMALL_LAGOON)) == 1 + 3 + 3 + 3 * 2 * 2


def information_states(table: str) -> set[str]:
    """All texts of those who are asked: each says what is known, and what its player has done so far."""
    nodes, found = [pyspiel.load_game(table).new_initial_state()], dict[str, Any]()
    while nodes:
        state = nodes.pop()
        nodes += [state.child(action) for action in state.legal_actions()]
        if not (state.is_terminal() or state.is_chance_node()):
            player = state.current_player()
            done = [move.action for move in state.full_history() if move.player == player]
            given = (done, *known(state, player))
            assert found.setdefault(state.information_state_string(), given) == given
    return set(found)


def test_numbers_are_our_encoding_and_the_seat() -> None:
    for state, _ in moments("undertow_jaws(rules=variant:act2)", 5):
        position = state.table.position
        size = position.setup.game.encoding
        for player in range(4):
            tensor = np.array(state.observation_tensor(player), np.float32)
            assert (tensor[:size] == position.encoding(position.setup.viewer_of(player))).all()
            assert tensor[size:].tolist() == [float(seat == player) for seat in range(4)]
            assert state.information_state_tensor(player) == state.observation_tensor(player)


def test_observers() -> None:
    game = pyspiel.load_game("undertow_kuhn")
    state = game.new_initial_state()
    for card in (2, 0):
        state.apply_action(card)
    mine = make_observation(game)
    assert mine.string_from(state, 0).endswith('"cards":["king",null]}')
    mine.set_from(state, 0)
    assert mine.dict["knowledge"][:4].tolist() == [0, 0, 1, 0]
    assert mine.dict["knowledge"][4:8].tolist() == [0.5, 0.5, 0, 0]
    kinds = pyspiel.PrivateInfoType
    public = make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, private_info=kinds.NONE))
    assert public.string_from(state, 0) == public.string_from(state, 1)
    assert public.string_from(state, 0).endswith('"cards":[null,null]}')
    story = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True, private_info=kinds.NONE))
    told = [words for words in story.string_from(state, 0).split("; ") if not words.startswith("sees")]
    assert told == ["turn of chance", "0 dealt", "0 dealt 1", "turn of first"]
    everything = pyspiel.IIGObservationType(perfect_recall=False, private_info=kinds.ALL_PLAYERS)
    assert make_observation(game, everything) is None
    with pytest.raises(ValueError, match="take no parameters"):
        game.make_py_observer(None, {"more": 1})


def test_worlds_are_drawn_as_open_spiel_asks_for_them() -> None:
    state = pyspiel.load_game("undertow_lagoon").new_initial_state()
    for action in (2, 0):
        state.apply_action(action)
    drawn = [state.resample_from_infostate(1, pyspiel.UniformProbabilitySampler(seed, 0.0, 1.0)) for seed in range(40)]
    assert {int(it.table.position.state.shark) for it in drawn} == {0, 1, 2, 3}
    again = state.resample_from_infostate(1, pyspiel.UniformProbabilitySampler(7, 0.0, 1.0))
    assert str(again) == str(drawn[7])


# Searchers and solvers ----------------------------------------------------------------------------------------------


def is_mcts(table: str, simulations: int) -> Any:
    luck = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, luck)
    bot = ismcts.ISMCTSBot(
        pyspiel.load_game(table), evaluator=evaluator, uct_c=2.0, max_simulations=simulations, random_state=luck
    )
    bot.set_resampler(Resampler(5))
    return bot


def test_information_set_search_plays_kuhn_poker() -> None:
    bot = is_mcts("undertow_kuhn", 150)
    for cards, wanted in (((0, 2), 0), ((2, 0), 1)):  # against a bet: the jack folds, the king calls
        state = pyspiel.load_game("undertow_kuhn").new_initial_state()
        for action in (*cards, 0, 1):
            state.apply_action(action)
        assert bot.step(state) == wanted


@pytest.mark.parametrize(
    "table", ["undertow_lagoon", "undertow_kelp(turns=true)", "undertow_get_bit(players=4,turns=true)", TABLES[9]]
)
def test_information_set_search_runs(table: str) -> None:
    bot, rng = is_mcts(table, 4), random.Random(2)
    state = pyspiel.load_game(table).new_initial_state()
    for _ in range(3):
        until(state, lambda it: not it.is_chance_node() and len(it.legal_actions()) > 1, rng)
        state.apply_action(bot.step(state))
        if state.is_terminal():
            break


def test_search_draws_worlds_without_our_help_too() -> None:
    bot = is_mcts("undertow_kuhn", 20)
    bot.set_resampler(None)
    state = pyspiel.load_game("undertow_kuhn").new_initial_state()
    for action in (2, 0):
        state.apply_action(action)
    assert bot.step(state) in (0, 1)


@pytest.mark.parametrize("table", ["undertow_kuhn", SMALL_LAGOON, "undertow_shark_attacks(rules=target:5)"])
def test_tree_search_runs(table: str) -> None:
    game, luck = pyspiel.load_game(table), np.random.RandomState(1)
    state = until(game.new_initial_state(), lambda it: not it.is_chance_node(), random.Random(1))
    bot = mcts.MCTSBot(game, 2.0, 20, mcts.RandomRolloutEvaluator(1, luck), random_state=luck)
    assert bot.step(state) in state.legal_actions()


def as_ours(policy: spiel_policy.TabularPolicy) -> exact.Ask:
    def ask(known: str, legal: Any) -> dict[int, float]:
        row = policy.action_probability_array[policy.state_lookup[known]]
        return {action: float(row[action]) for action in legal}

    return ask


@pytest.mark.parametrize("table", ["undertow_kuhn", SMALL_LAGOON])
def test_exploitability_is_ours(table: str) -> None:
    """Between two players OpenSpiel is given what one has more than the other: twice as much as a share."""
    game = pyspiel.load_game(table)
    solver = cfr.CFRSolver(game)
    for policy in (spiel_policy.TabularPolicy(game), solver.average_policy()):
        theirs = exploitability.exploitability(game, policy)
        assert theirs == pytest.approx(2 * exact.exploitability(game.setup, as_ours(policy)))
        assert exploitability.nash_conv(game, policy) == pytest.approx(2 * theirs)
        solver.evaluate_and_update_policy()


def test_kuhn_poker_is_that_of_open_spiel() -> None:
    """Our shares are chips over 4, and what one has more than the other is chips over 2."""
    ours, theirs = pyspiel.load_game("undertow_kuhn"), pyspiel.load_game("kuhn_poker")
    uniform = [exploitability.nash_conv(game, spiel_policy.UniformRandomPolicy(game)) for game in (ours, theirs)]
    assert uniform[1] == pytest.approx(11 / 12)
    assert uniform[0] == pytest.approx(uniform[1] / 2)


def test_counterfactual_regret_solves_kuhn_poker() -> None:
    game = pyspiel.load_game("undertow_kuhn")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.nash_conv(game, policy) < 0.005
    worth = exact.value(game.setup, as_ours(policy))
    assert 4 * float(worth["first"]) - 2 == pytest.approx(-1 / 18, abs=0.005)  # chips


def test_the_solver_in_cpp_takes_our_games_too() -> None:
    game = pyspiel.load_game("undertow_kuhn")
    solver = pyspiel.CFRSolver(game)
    for _ in range(40):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(game, solver.average_policy()) < 0.03


# Parameters ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"variant": "act2", "act1.news_action": "before the shark", "act2.die": [0, 1, 2]},
        {"orca.tiles": [{"damage": 1, "destroy": 3, "damaged": 1}], "close_again": False, "x": -1.5},
        {"odd": 'commas, "quotes"; (brackets) = | : \\ and\nlines'},
    ],
    ids=str,
)
def test_house_rules_can_be_written_for_open_spiel(options: dict[str, Any]) -> None:
    written = write_rules(options)
    assert not set(written) & set("=,()\n")
    assert read_rules(written) == options
    told = pyspiel.game_parameters_from_string(f"name(players=2,rules={written})")
    assert read_rules(told["rules"]) == options


def test_a_game_is_named_with_its_parameters() -> None:
    text = game_string("jaws", 4, {"variant": "act2", "act2.die": [0, 0, 1, 1, 2, 3]}, turns=True)
    assert text == 'undertow_jaws(players=4,rules=act2.die:[0| 0| 1| 1| 2| 3];variant:"act2",turns=True)'
    game = pyspiel.load_game(text)
    assert str(game) == text
    assert game.setup.values["act2.die"] == [0, 0, 1, 1, 2, 3]
    assert str(pickle.loads(pickle.dumps(game))) == text
    assert (
        str(pyspiel.load_game("undertow_get_bit(rules=shark:true)")) == "undertow_get_bit(players=3,rules=shark:true)"
    )


def test_a_kept_state_is_the_same_again() -> None:
    for state, rng in moments("undertow_kelp", 3):
        again = pickle.loads(pickle.dumps(state))
        assert [known(again, player) for player in (0, 1)] == [known(state, player) for player in (0, 1)]
        luck = rng.getstate()
        choose(again, rng)
        rng.setstate(luck)
        choose(state, rng)
        assert str(again) == str(state)


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ("undertow_kelp(players=5)", "Kelp is for 2 players, not 5."),
        ("undertow_get_bit(rules=sharks:true)", "there is no house rule 'sharks'. Did you mean 'shark'?"),
        (
            "undertow_jaws(rules=variant:act3)",
            "house rule 'variant' cannot be 'act3': it must be one of full, act1, act2.",
        ),
        ("undertow_jaws(rules=variant)", "house rules are written key:value;key:value for OpenSpiel"),
    ],
)
def test_wrong_parameters_are_answered_in_a_sentence(table: str, says: str) -> None:
    with pytest.raises(UndertowError) as caught:
        pyspiel.load_game(table)
    assert str(caught.value).startswith(says)


def test_without_open_spiel_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "undertow.envs.open_spiel")
    with pytest.raises(UndertowError, match=r'pip install "undertow\[rl\]"'):
        importlib.import_module("undertow.envs.open_spiel")


def test_a_script_with_a_loaded_game_ends_in_peace() -> None:
    """OpenSpiel holds on to Python objects until after Python has gone."""
    script = "import pyspiel, undertow.envs.open_spiel; game = pyspiel.load_game('undertow_shark_attacks')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_game_that_is_not_installed_can_be_registered() -> None:
    assert register("tests.toys.lagoon:GAME") == "undertow_lagoon"
    assert pyspiel.load_game("undertow_lagoon").setup.game == find_game("tests.toys.lagoon:GAME")
