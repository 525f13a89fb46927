"""A match in the terminal: what people type, what they see, what is kept, and what stays hidden."""

from __future__ import annotations

import io
import itertools
import re
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace
from rich.console import Console

from tests.cli.conftest import Command
from undertow import Match
from undertow.bots import Choice, Knowledge, best_level
from undertow.cli import compiling, show
from undertow.cli.compiling import Compiling
from undertow.cli.keys import SHORT, chosen, matching, menu
from undertow.cli.play import TerminalTable, autosave_path, lock_path
from undertow.cli.seating import _options_for, who_is_who, who_sits_where
from undertow.core.actions import LETTERS, NUMBERS, Actions, Offer, letters
from undertow.core.game import find_game
from undertow.games.get_bit.actions import CARD

HAND_OVER = "the screen is yours alone"
QUESTION = "> "
MOST_QUESTIONS = 1000
QUICK = {"target": 15}
GAMES: dict[str, tuple[int, dict[str, int | bool]]] = {
    "shark-attacks": (3, {"target": 40}),
    "get-bit": (4, {}),
}


class Screen:
    """Records what is printed."""

    def __init__(self) -> None:
        self.console = Console(file=io.StringIO(), width=100, highlight=False, record=True)

    def text(self) -> str:
        """All that was printed since one last asked."""
        return self.console.export_text(clear=True)


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    recorded = Screen()
    monkeypatch.setattr(show, "screen", recorded.console)
    return recorded


@dataclass
class Asked:
    """One question and all that was shown since the one before."""

    prompt: str
    shown: str


FIRST = "the first action there is"


def typing(
    match: Match, answers: Iterable[str], heard: list[str] | None = None, leaving: type[BaseException] = EOFError
) -> Callable[[str], str]:
    """Somebody who types this, and leaves when nothing is left to type; nobody is asked for ever."""
    waiting = itertools.islice(answers, MOST_QUESTIONS)

    def ask(prompt: str) -> str:
        if heard is not None:
            heard.append(prompt)
        answer = next(waiting, None)
        if answer is None:
            raise leaving
        if answer != FIRST:
            return answer
        return match.legal(match.to_act[0])[0] if prompt == QUESTION else ""

    return ask


def new_match(game: str, people: int = 1, bot: str = "Easy", seed: str = "table") -> Match:
    players, options = GAMES[game]
    seats = Match(game, players, options, "").seats
    names = {seat: f"{bot} bot {number}" for number, seat in enumerate(seats[people:], start=1)}
    return Match(game, players, options, seed, names=names)


def sat_down(match: Match, answers: Iterable[str], keep: Path, heard: list[str] | None = None) -> TerminalTable:
    return TerminalTable(match, typing(match, answers, heard), keep)


@pytest.fixture
def keep(tmp_path: Path) -> Path:
    return tmp_path / "kept" / "running.match"


# A whole match --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_to_its_end(game: str, screen: Screen, keep: Path) -> None:
    match = new_match(game)
    sat_down(match, itertools.repeat(FIRST), keep).run()
    told = screen.text()
    assert match.over
    assert str(match.result) in told
    assert f"the seed was {match.seed}" in told.replace("\n", " ")
    for line in match.log("spectator")[-3:]:
        assert line in told


@pytest.mark.parametrize("game", GAMES)
def test_the_match_is_on_disk_at_every_question_and_gone_at_the_end(game: str, screen: Screen, keep: Path) -> None:
    match = new_match(game, people=2)
    heard: list[str] = []
    answer = typing(match, itertools.repeat(FIRST), heard)

    def ask(prompt: str) -> str:
        assert Match.load(keep).state_bytes() == match.state_bytes()
        return answer(prompt)

    TerminalTable(match, ask, keep).run()
    assert len(heard) > 3
    assert match.over
    assert not keep.exists()
    assert Match.load(keep.with_name("last.match")).state_bytes() == match.state_bytes()


def test_bots_alone_play_a_match(screen: Screen, keep: Path) -> None:
    match = new_match("shark-attacks", people=0)
    sat_down(match, [], keep).run()
    assert match.over


def test_the_shark_is_a_seat_for_a_person(screen: Screen, keep: Path) -> None:
    names = {f"swimmer {n}": f"Easy bot {n}" for n in range(1, 5)}
    match = Match("get-bit", 5, {"shark": True}, "teeth", names=names)
    heard: list[str] = []
    sat_down(match, itertools.repeat(FIRST), keep, heard).run()
    assert match.over
    assert set(heard) == {QUESTION}
    assert "Bite: right leg" in screen.text()


# Leaving and going on -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("leaving", ["quit", "exit", "q", EOFError, KeyboardInterrupt])
def test_a_match_that_is_left_goes_on_from_the_same_state(
    game: str, leaving: str | type[BaseException], screen: Screen
) -> None:
    match = new_match(game)
    if isinstance(leaving, str):
        ask = typing(match, [FIRST, FIRST, leaving])
    else:
        ask = typing(match, [FIRST, FIRST], leaving=leaving)
    TerminalTable(match, ask).run()
    assert not match.over
    assert "undertow play --resume" in screen.text()
    taken_up = Match.load(autosave_path())
    assert taken_up.state_bytes() == match.state_bytes()
    assert taken_up.names == match.names
    sat_down(taken_up, itertools.repeat(FIRST), autosave_path()).run()
    assert taken_up.over
    assert not autosave_path().exists()


def test_a_match_that_is_taken_up_tells_the_last_lines_only(screen: Screen, keep: Path) -> None:
    match = new_match("shark-attacks")
    sat_down(match, [FIRST] * 2, keep).run()
    log = match.log("player 1")
    screen.text()
    sat_down(Match.load(keep), [], keep).run()
    told = screen.text()
    assert len(log) > 5
    assert all(line in told for line in log[-5:])
    assert f"  {log[0]}\n" not in told


def test_resume_takes_up_the_match_that_was_left(
    undertow: Command, monkeypatch: pytest.MonkeyPatch, data_folder: Path
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    begun = undertow("play", "shark-attacks", "--seed", "left", "--names", "Ann", "--bots", "easy")
    assert begun.code == 0
    assert "undertow play --resume" in begun.out
    kept = Match.load(data_folder / "running.match")
    assert kept.names == ("Ann", "Easy bot")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    again = undertow("play", "--resume")
    assert again.code == 0
    assert "Ann" in again.out
    assert Match.load(data_folder / "running.match").state_bytes() == kept.state_bytes()


def test_a_saved_match_is_loaded_with_the_same_state(
    undertow: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, data_folder: Path
) -> None:
    match = new_match("get-bit", people=1)
    match.save(tmp_path / "ours.match")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert undertow("play", "--load", tmp_path / "ours.match").code == 0
    taken_up = Match.load(data_folder / "running.match")
    assert taken_up.history[: len(match.history)] == match.history
    assert taken_up.to_act == ("swimmer 1",)


def test_nothing_to_resume(undertow: Command) -> None:
    said = undertow("play", "--resume")
    assert (said.code, said.out) == (2, "")
    assert said.err == "undertow: there is no match to continue; start one with: undertow play GAME.\n"


def test_loading_a_finished_match_leaves_the_running_one_alone(screen: Screen, keep: Path) -> None:
    sat_down(new_match("shark-attacks"), ["1"], keep).run()
    finished = new_match("shark-attacks", people=0, seed="other")
    sat_down(finished, [], keep.with_name("other.match")).run()
    sat_down(finished, [], keep).run()
    assert keep.exists()


# What one can type ----------------------------------------------------------------------------------------------------


def shown_at_each(match: Match, answers: Iterable[str], screen: Screen) -> tuple[Callable[[str], str], list[Asked]]:
    """Somebody who types this, and the list of what they were asked and had seen before."""
    asked: list[Asked] = []
    answer = typing(match, answers)

    def ask(prompt: str) -> str:
        asked.append(Asked(prompt, screen.text()))
        return answer(prompt)

    return ask, asked


def questions(match: Match, answers: Iterable[str], screen: Screen, keep: Path) -> list[Asked]:
    """Everything a table asks until the answers are used up."""
    ask, asked = shown_at_each(match, answers, screen)
    TerminalTable(match, ask, keep).run()
    return asked


def answer_to(typed: str, game: str, screen: Screen, keep: Path) -> str:
    """What is shown after this was typed as the first thing."""
    return questions(new_match(game), [typed], screen, keep)[1].shown


@pytest.mark.parametrize("game", GAMES)
def test_help_tells_the_rules_of_the_moment_and_every_command(game: str, screen: Screen, keep: Path) -> None:
    shown = " ".join(answer_to("help", game, screen, keep).split())
    match = new_match(game)
    assert " ".join(match.help(match.seats[0]).split()) in shown
    for command in ("odds", "hint", "undo", "log", "save FILE", "quit"):
        assert command in shown


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_hint_names_an_action_that_is_legal(game: str, screen: Screen, keep: Path) -> None:
    match = new_match(game)
    shown = " ".join(questions(match, ["hint"], screen, keep)[1].shown.split())
    seat = match.to_act[0]
    labels = [match.label(seat, action) for action in match.legal(seat)]
    level = best_level(match.game)
    assert any(shown.startswith(f"The {level} bot would choose: {label} (") for label in labels)


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_odds_are_percentages(game: str, screen: Screen, keep: Path) -> None:
    shares = [float(number) for number in re.findall(r"([\d.]+) ?%", answer_to("odds", game, screen, keep))]
    assert len(shares) > 1
    assert all(0 <= share <= 100 for share in shares)


@pytest.mark.parametrize("game", GAMES)
def test_log_tells_all_that_the_person_heard(game: str, screen: Screen, keep: Path) -> None:
    match = new_match(game)
    shown = questions(match, ["log"], screen, keep)[1].shown
    assert shown.splitlines() == match.log(match.to_act[0])


@pytest.mark.parametrize("typed", ["0", "99", "-1", "swim", "1 2", "[b]", "[/b]", "é", "²"])
def test_what_is_no_action_is_answered_and_changes_nothing(typed: str, screen: Screen, keep: Path) -> None:
    match = new_match("shark-attacks")
    questions(match, [], screen, keep)
    state = match.state_bytes()
    shown = " ".join(questions(match, [typed], screen, keep)[1].shown.split())
    assert shown == (f"{typed!r} is not an action here. Type 1, 2, or: odds, hint, help, undo, log, save FILE, quit.")
    assert match.state_bytes() == state


@pytest.mark.compiled
@pytest.mark.parametrize(("short", "word"), [("o", "odds"), ("h", "hint"), ("?", "help"), ("U", "undo"), ("O", "odds")])
def test_one_letter_is_enough_as_in_the_browser(short: str, word: str, screen: Screen, keep: Path) -> None:
    shown = [answer_to(typed, "shark-attacks", screen, keep) for typed in (short, word)]
    assert shown[0] == shown[1] != ""


def test_the_board_says_which_letters_help(screen: Screen, keep: Path) -> None:
    shown = questions(new_match("get-bit"), [], screen, keep)[0].shown
    assert "o odds   h hint   u undo   ? help   q leave" in shown


def test_compiling_is_said_once_and_so_is_its_end(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only where something has to be compiled, and before anything else is said."""
    told = Compiling()
    told.tell()
    assert screen.text() == ""
    monkeypatch.setattr(compiling, "is_compiled", lambda game: False)
    monkeypatch.setattr(compiling, "INTERPRETED", False)
    compiled = threading.Event()
    monkeypatch.setattr(compiling, "Worker", lambda patient: SimpleNamespace(do=lambda *_: None, close=lambda: None))
    monkeypatch.setattr(compiling, "compile_rules", lambda game: compiled.wait())
    told.begin(find_game("get-bit"))
    told.tell()
    assert not told.done
    said = "The rules are compiled in the background, only once: until they are, bots think less.\n"
    assert screen.text() == said
    compiled.set()
    while not told.done:
        time.sleep(0.01)
    told.tell()
    told.tell()
    assert screen.text() == "The rules are compiled: bots think as well as they can.\n"


@pytest.mark.parametrize(("answers", "played"), [(["1", "no"], 0), (["1", ""], 0), (["1", "yes"], 1), (["2"], 1)])
def test_what_gives_a_secret_away_is_asked_about_once(
    answers: list[str], played: int, screen: Screen, keep: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever would show their own secret for good is told what the others then know, and may think again."""
    match = new_match("get-bit", bot="Hard")
    monkeypatch.setattr(
        match.setup, "gives_away", lambda box, state, seat: [(CARD, "Everybody then sees your card.")], raising=False
    )
    before = sum(ply.seat == 0 for ply in match.history)
    heard: list[str] = []
    table = TerminalTable(match, typing(match, answers, heard), keep)
    table._bot = lambda seat: Fixed(0)  # type: ignore[method-assign]
    table.run()
    assert sum(ply.seat == 0 for ply in match.history) - before == played
    assert ("Everybody then sees your card." in screen.text()) == (answers[0] == "1")
    assert ("Do it? (yes or no) " in heard) == (answers[0] == "1")


def test_enter_shows_the_board_again(screen: Screen, keep: Path) -> None:
    match = new_match("shark-attacks")
    first, again = questions(match, [""], screen, keep)[:2]
    assert match.prompt("player 1") in again.shown
    assert match.prompt("player 1") in first.shown


def test_save_needs_a_file(screen: Screen, keep: Path) -> None:
    assert "save needs a file" in answer_to("save", "shark-attacks", screen, keep)


def test_a_new_match_leaves_the_one_before_where_it_can_be_found(
    undertow: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for _ in range(2):
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
        undertow("play", "shark-attacks", "--people", "2")
    kept = sorted(path.name for path in (tmp_path / "undertow").iterdir())
    assert kept == ["left-1.match", "running.match"]


@pytest.mark.parametrize("typed", ["1", "bank", "BANK", " bank ", "b"])
def test_an_action_by_its_number_name_or_beginning(typed: str, screen: Screen, keep: Path) -> None:
    match = new_match("shark-attacks")
    sat_down(match, [], keep).run()
    before = len(match.history)
    assert match.legal("player 1")[0] == "bank"
    sat_down(match, [typed], keep).run()
    assert match.history[before].name == "bank"


@pytest.mark.parametrize("game", GAMES)
def test_what_the_screen_offers_can_be_typed(game: str, screen: Screen, keep: Path) -> None:
    match = new_match(game)
    sat_down(match, [], keep).run()
    seat, before = match.to_act[0], len(match.history)
    sat_down(match, [match.label(seat, match.legal(seat)[0])], keep).run()
    assert len(match.history) > before


def test_the_number_of_a_card_is_the_number_on_it(screen: Screen, keep: Path) -> None:
    asked = questions(new_match("get-bit"), ["1"], screen, keep)
    offers = re.findall(r"│ +(\d+)  Swim with a (\d+)", asked[1].shown)
    assert offers
    assert all(number == card for number, card in offers)


def test_a_new_match_tells_its_whole_beginning(screen: Screen, keep: Path) -> None:
    names = {f"swimmer {n}": f"Easy bot {n}" for n in range(2, 7)}
    match = Match("get-bit", 6, None, "table", names=names)
    shown = questions(match, [], screen, keep)[0].shown
    for line in match.log("swimmer 1"):
        assert line in shown


# Undo -----------------------------------------------------------------------------------------------------------------


def test_undo_gives_back_the_very_same_state(screen: Screen, keep: Path) -> None:
    names = {f"swimmer {n}": f"Easy bot {n}" for n in (3, 4)}
    match = Match("get-bit", 2, None, "undo", names=names)
    states: list[bytes] = []
    answers = iter(["2", "undo", "3"])

    def ask(prompt: str) -> str:
        states.append(match.state_bytes())
        return next(answers, "quit")

    TerminalTable(match, ask, keep).run()
    first, chosen, undone, chosen_again = states
    assert first == undone
    assert len({first, chosen, chosen_again}) == 3


def test_undo_after_the_dice_is_refused(screen: Screen, keep: Path) -> None:
    match = new_match("shark-attacks")
    before = questions(match, ["1"], screen, keep)[-1]
    state = match.state_bytes()
    refusal = " ".join(questions(match, ["undo"], screen, keep)[1].shown.split())
    assert before.prompt == QUESTION
    assert "cannot take anything back" in refusal
    assert match.state_bytes() == state


# Saving ---------------------------------------------------------------------------------------------------------------


def test_save_writes_the_match_where_one_says(screen: Screen, keep: Path, tmp_path: Path) -> None:
    match = new_match("shark-attacks")
    shown = questions(match, [f"save {tmp_path / 'my match'}"], screen, keep)[1].shown
    assert "undertow play --load" in shown
    assert Match.load(tmp_path / "my match").state_bytes() == match.state_bytes()


def test_save_to_an_impossible_path_is_one_sentence(screen: Screen, keep: Path, tmp_path: Path) -> None:
    for path, reason in (("/nowhere/at all", "No such file or directory"), (str(tmp_path), "Is a directory")):
        shown = " ".join(answer_to(f"save {path}", "shark-attacks", screen, keep).split())
        assert shown == f"cannot save to {path!r}: {reason}."


@pytest.mark.parametrize("path", ["~nobody-of-that-name/x", "a\0b"])
def test_save_to_a_path_nobody_has_is_one_sentence(path: str, screen: Screen, keep: Path) -> None:
    assert "cannot save" in answer_to(f"save {path}", "shark-attacks", screen, keep)


def test_a_data_folder_that_cannot_be_written(undertow: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/dev/null/data")
    monkeypatch.setattr("sys.stdin", io.StringIO("help\nquit\n"))
    said = undertow("play", "shark-attacks", "--bots", "easy")
    assert said.code == 0
    assert said.err == "The match cannot be kept in /dev/null/data/undertow/running.match: Not a directory.\n"
    assert "--resume" not in said.out


# Secrets --------------------------------------------------------------------------------------------------------------


class Fixed:
    """A bot that always plays the same one of its cards."""

    name = "fixed"

    def __init__(self, number: int) -> None:
        self.number = number

    def choose(self, knowledge: Knowledge) -> Choice:
        actions = list(knowledge.legal.values())
        return knowledge.choice(actions[self.number % len(actions)], "")


def screens_beside(number: int, people: int, answers: list[str], screen: Screen, keep: Path) -> list[Asked]:
    """What the people see when every bot plays its card of that number."""
    match = new_match("get-bit", people)
    screen.text()
    ask, asked = shown_at_each(match, answers, screen)
    table = TerminalTable(match, ask, keep)
    table._bot = lambda seat: Fixed(number)  # type: ignore[method-assign]
    table.run()
    return asked


def test_the_screen_does_not_depend_on_a_bots_card_before_the_reveal(screen: Screen, keep: Path) -> None:
    typed = ["odds", "log", "help", "1"]
    runs = [screens_beside(card, 1, typed, screen, keep) for card in range(5)]
    before = [run[:4] for run in runs]
    after = [run[4].shown for run in runs]
    assert all(run == before[0] for run in before)
    assert "has chosen" in before[0][0].shown
    assert all("Cards:" not in asked.shown for asked in before[0])
    assert all("Cards:" in shown for shown in after)
    assert len(set(after)) == 5


def hot_seat(first: str, screen: Screen, keep: Path, also: str = "undo") -> list[Asked]:
    """Two people: one chooses, hands over the screen, the other looks at everything there is and chooses."""
    typed = ["", first, "", "odds", "log", "help", also, "2"]
    return screens_beside(0, 2, typed, screen, keep)


def test_the_screen_does_not_depend_on_another_persons_card_before_the_reveal(screen: Screen, keep: Path) -> None:
    runs = [hot_seat(card, screen, keep) for card in ("1", "3", "5")]
    before = [run[2:8] for run in runs]
    after = [run[8].shown for run in runs]
    assert all(run == before[0] for run in before)
    assert len(set(after)) == 3


@pytest.mark.compiled
def test_a_hint_does_not_depend_on_another_persons_card(screen: Screen, keep: Path) -> None:
    hints = [hot_seat(card, screen, keep, "hint")[7].shown for card in ("1", "3", "5")]
    assert hints[0].startswith("The expert bot would choose")
    assert hints[0] == hints[1] == hints[2]


def test_hot_seat_with_secrets_hands_over_the_screen_before_every_decision(screen: Screen, keep: Path) -> None:
    asked = hot_seat("1", screen, keep)
    handed = [question.prompt.partition(",")[0] for question in asked if HAND_OVER in question.prompt]
    assert handed == ["Swimmer 1", "Swimmer 2", "Swimmer 1"]
    assert [HAND_OVER in question.prompt for question in asked[:4]] == [True, False, True, False]


def test_nobody_hands_over_the_screen_where_there_are_no_secrets(screen: Screen, keep: Path) -> None:
    heard: list[str] = []
    match = new_match("shark-attacks", people=3)
    sat_down(match, itertools.repeat(FIRST), keep, heard).run()
    assert match.over
    assert set(heard) == {QUESTION}


def test_one_person_with_two_swimmers_keeps_the_screen(screen: Screen, keep: Path) -> None:
    names = {f"swimmer {n}": f"Easy bot {n}" for n in (3, 4)}
    heard: list[str] = []
    sat_down(Match("get-bit", 2, None, "two", names=names), itertools.repeat(FIRST), keep, heard).run()
    assert set(heard) == {QUESTION}


def test_handing_over_the_screen_leaves_nothing_to_scroll_back_to(monkeypatch: pytest.MonkeyPatch, keep: Path) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(show, "screen", Console(file=terminal, width=100, force_terminal=True))
    table = sat_down(new_match("get-bit", people=2), ["", "1"], keep)
    table._pause = 0.0
    table.run()
    assert "\x1b[3J" in terminal.getvalue() or "\x1b[?1049h" in terminal.getvalue()


def test_one_can_leave_when_the_screen_is_handed_over(screen: Screen, keep: Path) -> None:
    heard: list[str] = []
    sat_down(new_match("get-bit", people=2), ["", "1", "quit"], keep, heard).run()
    assert len(heard) == 3


# Names ----------------------------------------------------------------------------------------------------------------


def begun(undertow: Command, monkeypatch: pytest.MonkeyPatch, *words: object) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 3))
    return undertow("play", *words, "--bots", "easy").out


def kept_names() -> tuple[str, ...]:
    return Match.load(autosave_path()).names


def test_people_and_bots_are_called_by_their_names(undertow: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = begun(undertow, monkeypatch, "shark-attacks", "--players", 4, "--people", 2, "--names", "Ada, Bo")
    assert kept_names() == ("Ada", "Bo", "Easy bot 1", "Easy bot 2")
    assert all(name in shown for name in kept_names())


def test_people_have_the_seats_they_ask_for(undertow: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(undertow, monkeypatch, "shark-attacks", "--players", 3, "--seats", "player 2", "--names", "Bo")
    assert kept_names() == ("Easy bot 1", "Bo", "Easy bot 2")


def test_one_of_the_crew_can_be_a_person() -> None:
    """Bots have the other seats of the side."""
    taken, named = who_sits_where(find_game("jaws").set_up(4), 1, "easy", "Ada", "brody")
    assert taken == ["brody"]
    assert named == {"shark": "Easy bot 1", "quint": "Easy bot 2", "brody": "Ada", "hooper": "Easy bot 3"}


def test_a_person_with_two_swimmers_is_numbered(undertow: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(undertow, monkeypatch, "get-bit", "--players", 2, "--names", "Ada")
    assert kept_names() == ("Ada 1", "Ada 2", "Easy bot 1", "Easy bot 2")


def test_the_shark_can_be_a_person(undertow: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("get-bit", "--players", 5, "--set", "shark=true", "--seats", "shark", "--names", "Bruce")
    begun(undertow, monkeypatch, *words)
    match = Match.load(autosave_path())
    assert match.names[match.seats.index("shark")] == "Bruce"
    assert sum(name.startswith("Easy bot") for name in match.names) == 4


@pytest.mark.parametrize(
    ("game", "players", "rules", "people", "sides", "said"),
    [
        ("get-bit", 5, {"shark": True}, 1, "", "You are the shark. To play another side: --seats 'swimmer 1'"),
        ("get-bit", 5, {"shark": True}, 1, "swimmer 2", "You are swimmer 2. To play another side: --seats shark"),
        ("get-bit", 2, {}, 1, "", "You are player 1 (swimmer 1, swimmer 2). To play another side: --seats 'player 2'"),
        ("shark-attacks", 2, {}, 1, "", "You are player 1. To play another side: --seats 'player 2'"),
        ("shark-attacks", 2, {}, 2, "", "The people are player 1 and player 2."),
        ("jaws", 2, {}, 1, "crew", "You are the crew (quint, brody, hooper). To play another side: --seats shark"),
        ("jaws", 2, {}, 1, "quint", "You are Quint. To play another side: --seats shark"),
        ("jaws", 4, {}, 4, "shark,quint,brody,hooper", "The people are the shark, Quint, Brody and Hooper."),
        ("kelp", 2, {}, 0, "", "Only bots play."),
    ],
)
def test_people_are_told_who_they_are(
    game: str, players: int, rules: dict[str, bool], people: int, sides: str, said: str
) -> None:
    setup = find_game(game).set_up(players, rules)
    taken, _ = who_sits_where(setup, people, "easy", "", sides)
    assert who_is_who(setup, taken, people) == said


@pytest.mark.parametrize(
    ("game", "players", "asked"),
    [
        ("kelp", 2, []),
        ("jaws", 2, []),
        ("shark-attacks", 3, []),
        (
            "get-bit",
            5,
            ["One more seat plays the shark?", "Every limb comes off in two parts: eight bites a swimmer?"],
        ),
    ],
)
def test_the_menu_asks_about_ways_to_play_and_not_about_rulings(
    game: str, players: int, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []

    def no(words: str, **_: object) -> str:
        heard.append(words)
        return "no"

    monkeypatch.setattr("undertow.cli.seating.Prompt.ask", no)
    assert _options_for(find_game(game), players) == {}
    assert heard == asked


def test_the_lone_person_is_told_to_be_the_shark(undertow: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "You are the shark." in begun(undertow, monkeypatch, "get-bit", "--players", 5, "--set", "shark=true")


@pytest.mark.parametrize(
    ("players", "people", "names", "sides", "called"),
    [
        (4, 4, "Ann,Bo,Cy,Di", "", {"shark": "Ann", "quint": "Bo", "brody": "Cy", "hooper": "Di"}),
        (4, 4, "", "", {}),
        (3, 3, "Ann,Bo,Cy", "", {"shark": "Ann", "quint": "Bo 1", "brody": "Cy", "hooper": "Bo 2"}),
        (4, 3, "Bo,Cy,Di", "crew", {"shark": "Easy bot", "quint": "Bo", "brody": "Cy", "hooper": "Di"}),
        (2, 1, "Ann", "crew", {"shark": "Easy bot", "quint": "Ann 1", "brody": "Ann 2", "hooper": "Ann 3"}),
    ],
)
def test_a_crew_is_as_many_people_as_it_likes(
    players: int, people: int, names: str, sides: str, called: dict[str, str]
) -> None:
    """In JAWS up to three people share the crew: they know the same, and each has a member or more."""
    setup = find_game("jaws").set_up(players)
    assert who_sits_where(setup, people, "easy", names, sides)[1] == called


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--names", "Ada,Bo"], ["2 names for 1 people", "--people 2"]),
        (["--people", "3"], ["3 people do not fit", "--players"]),
        (["--names", "Hard bot"], ["'bot'", "choose another"]),
        (["--seats", "player 5"], ["side 'player 5'", "player 1, player 2"]),
        (["--players", "9"], ["9", "2 to 6 players"]),
        (["--set", "target=none"], ["'target'", "a whole number"]),
    ],
)
def test_people_that_do_not_fit(undertow: Command, words: list[str], named: list[str]) -> None:
    said = undertow("play", "shark-attacks", *words)
    assert (said.code, said.out) == (2, "")
    assert re.fullmatch(r"undertow: [^\n]+\.\n", said.err)
    for name in named:
        assert name in said.err


def test_an_unknown_bot_is_refused_before_anything_is_shown(undertow: Command) -> None:
    said = undertow("play", "shark-attacks", "--bots", "nemo")
    assert (said.code, said.out) == (2, "")
    assert "bot 'nemo'" in said.err


@pytest.mark.parametrize("name", ["[/b]", "[red]Ann"])
def test_a_name_with_brackets_is_shown_as_it_is(name: str, screen: Screen, keep: Path) -> None:
    names = {"player 1": name, "player 2": "Easy bot"}
    shown = questions(Match("shark-attacks", 2, QUICK, "names", names=names), [], screen, keep)[0].shown
    assert f"Shark Attacks!   {name}" in shown


# What is typed for what -----------------------------------------------------------------------------------------------

QUINT = ["move 4", "move E", "move S", "launch 8", "launch 4", "launch E", "rescue", "wait", "end turn"]
DOCK = ["move 1", "move N", "take 1 from dock", "take 2 from dock", "fish finder", "wait", "end turn"]
BOATS = ["go boat 3", "go boat 2", "go water 3"]


def offers(names: list[str]) -> list[Offer]:
    """Each action with a key and a button of its own words."""
    verbs = {"move": "Sail", "launch": "Throw", "target": "Aim at", "lurk": "Begin in"}
    labels = [" ".join([verbs.get(word, word) for word in name.split()]).capitalize() for name in names]
    keys = letters(len(names), "nesw")
    return [Offer(name, label, "", {}, key) for name, label, key in zip(names, labels, keys, strict=True)]


@pytest.mark.parametrize(("game", "kind"), [("get-bit", NUMBERS), ("shark-attacks", NUMBERS)])
def test_a_match_keeps_one_kind_of_key(game: str, kind: str) -> None:
    """Numbers or letters, never now these and now those; and no action takes the key of odds, hint, undo or leaving."""
    match = Match(game, seed="keys")
    while not match.over:
        seat = match.to_act[0]
        typed = {offer.key for offer in match.offered(seat)}
        assert all(key.isdigit() == (kind == NUMBERS) for key in typed)
        assert not typed & SHORT.keys()
        match.play(seat, match.legal(seat)[-1])


def test_a_letter_that_names_a_space_or_a_command_is_no_key() -> None:
    """Whoever types E means the beach, wherever beaches have letters."""
    actions = Actions(keys=LETTERS)
    actions.add("move {space}", "Move to {space}", space=("1", "2", *"NESW", *"345678"))
    actions.add("launch {space}", "Launch a barrel into {space}", space=("1", "2", *"NESW", *"345678"))
    keys = actions.keys_of(range(actions.size))
    assert len(set(keys)) == len(actions.deeds) == 24
    assert not {*"neswohuq"} & set(keys)
    assert not any(key.isdigit() for key in keys)


def test_two_terminals_keep_their_matches_apart(data_folder: Path) -> None:
    """Another terminal plays and keeps its match: this one takes the next file."""
    fcntl = pytest.importorskip("fcntl")
    first = data_folder / "running.match"
    with lock_path(first).open("w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        assert autosave_path() == data_folder / "running-2.match"
    assert autosave_path() == first


def test_many_actions_that_differ_in_a_word_share_a_line() -> None:
    currents = [
        Offer(f"current v{n}", f"Current 5 at v{n}", "current", {}, "cdefgi"[n - 1], short=f"v{n}") for n in range(1, 7)
    ]
    swim, done = Offer("swim h0", "Swim to h0", "swim", {}, "a"), Offer("done", "Done", "done", {}, "b")
    lines = [line.plain for line in menu([swim, *currents, done])]
    assert lines == [" a  Swim to h0", " Current 5 at  c:v1  d:v2  e:v3  f:v4  g:v5  i:v6", " b  Done"]
    assert len(menu(currents[:4])) == 4
    long = [replace(offer, label=f"{offer.label} and on", short=f"{offer.short} and on and on") for offer in currents]
    assert len(menu(long)) == 6


def test_there_are_keys_for_as_many_actions_as_there_are() -> None:
    assert len(set(letters(61))) == 61


@pytest.mark.parametrize(
    ("names", "typed", "meant"),
    [
        (DOCK, "a", "move 1"),
        (DOCK, "1", "move 1"),  # the space
        (DOCK, "N", "move N"),
        (DOCK, "n", "move N"),
        (DOCK, "move n", "move N"),
        (DOCK, "sail 1", "move 1"),
        (DOCK, "2", None),
        (DOCK, "dock", None),  # one or two?
        (DOCK, "take 2", "take 2 from dock"),
        (DOCK, "finder", "fish finder"),
        (DOCK, "turn", "end turn"),
        (DOCK, "end", "end turn"),
        (DOCK, "", None),
        (DOCK, "help", None),
        (QUINT, "8", "launch 8"),
        (QUINT, "4", None),  # to move there or to launch?
        (QUINT, "s", "move S"),
        (QUINT, "launch 4", "launch 4"),
        (QUINT, "throw e", "launch E"),
        (BOATS, "2", "go boat 2"),
        (BOATS, "3", None),
        (BOATS, "b", "go boat 2"),
        (["target 2"], "2", "target 2"),
        (["target 1", "target 5"], "5", "target 5"),
        (["resurface A", "resurface B"], "b", "resurface B"),
        (["resurface A", "resurface B"], "2", None),
        (DOCK, "h", None),  # a hint
        (["open beach", "use radio"], "o", None),  # the odds
        (["open beach", "use radio"], "u", None),
    ],
)
def test_the_last_word_of_an_action_is_enough(names: list[str], typed: str, meant: str | None) -> None:
    """Where it is the last word of no other; a space of the board goes by its name."""
    offer = chosen(typed, offers(names))
    assert (offer and offer.action) == meant


@pytest.mark.parametrize("typed", ["e", "E"])
def test_a_space_that_may_mean_two_actions_means_no_third(typed: str) -> None:
    """Whoever types E with two actions for that beach must not end the turn with it."""
    assert chosen(typed, offers(QUINT)) is None


def test_every_action_can_be_typed_by_key_name_and_button() -> None:
    for names in (DOCK, QUINT, BOATS):
        for offer in offers(names):
            for typed in (offer.key, offer.action, offer.label, offer.action.upper()):
                assert chosen(typed, offers(names)) == offer


def test_several_actions_are_named_and_none_is_taken() -> None:
    """Typing what may mean two things gets both of them."""
    there = offers(["move E", "launch E", "end turn"])
    assert [offer.action for offer in matching("e", there)] == ["move E", "launch E"]
    assert [offer.action for offer in matching("end", there)] == ["end turn"]
    assert matching("swim", there) == []


def test_a_space_goes_by_two_words_too() -> None:
    """`boat 3` and `water 3` are told apart."""
    for typed in ("boat 3", "water 3"):
        offer = chosen(typed, offers(BOATS))
        assert offer
        assert offer.action == f"go {typed}"


@pytest.mark.parametrize("typed", ["3", "card 3"])
def test_what_cannot_be_chosen_now_is_answered_with_the_reason(typed: str, screen: Screen, keep: Path) -> None:
    """A card that lies on the table: the game says when it comes back."""
    shown = questions(new_match("get-bit"), ["3", typed], screen, keep)[2].shown
    assert " ".join(shown.split()).startswith("card 3 cannot be chosen now: Played: all cards come back")


def test_help_says_what_cannot_be_picked_and_why(screen: Screen, keep: Path) -> None:
    shown = " ".join(questions(new_match("get-bit"), ["3", "help"], screen, keep)[2].shown.split())
    assert "Card: High cards end up in front" in shown
    assert "Not now: card 3. Played: all cards come back after a bite, or with 1 card left." in shown


def test_people_answer_first_what_a_side_decides_together(keep: Path) -> None:
    """Bots of the same side decide nothing for them, but where each decides alone they do not wait."""
    bots = {"shark": "Hard bot", "quint": "Hard bot 2", "hooper": "Hard bot 3"}
    match = Match("jaws", 4, {"variant": "act2", "act2.crew_cards_alone": 1}, "together", names=bots)
    table = TerminalTable(match, keep=keep)
    assert table._next_seat() == "brody"
    match.play("brody", match.legal("brody")[0])
    assert match.view("crew").phase == "boarding the Orca"
    assert table._next_seat() == "quint"


def test_undo_takes_back_the_last_decision_of_a_side(keep: Path) -> None:
    """One person has the whole crew: the last one to act is meant, not the first who could take something back."""
    match = Match("jaws", 2, {"variant": "act2", "act2.crew_cards_alone": 0}, "undo", names={"shark": "Hard bot"})
    match.play("quint", "stand boat 1")
    match.play("brody", "stand boat 2")
    assert TerminalTable(match, keep=keep)._last_of_side("hooper") == "brody"
