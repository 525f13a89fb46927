"""Match files: what is written is read back, and nothing else is believed."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.toys.lagoon import GAME as LAGOON
from undertow import BadMatchFile, Game, Match, UndertowError, UnknownName, find_game
from undertow.core.notation import Line, Score, read_match, write_match
from undertow.core.records import CHANCE

SHARK_ATTACKS = find_game("shark-attacks")
GAMES = [LAGOON, SHARK_ATTACKS]
both_games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@cache
def played(game: Game, most: int = 1000) -> Match:
    """A short match, with every kind of line in its file."""
    if game is LAGOON:
        match = Match(game, seed="deep 5", options={"lagoons": 6}, words={"diver": "kelp"}, names={"shark": "Bruce"})
    else:
        options = {"target": 12, "dice.blue_faces": [3, 1, 1, 1]}
        match = Match(game, seed="reef", options=options, words={"player 1": "tuna"}, names={"player 2": 'A "B" C'})
    rng = random.Random(3)
    while not match.over and len(match.history) < most:
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))
    return match


def saved(game: Game) -> list[str]:
    """Its file, line by line."""
    return played(game).text().splitlines()


def score_of(game: Game) -> Score:
    """What its file says, to be altered; written again, all digits fit."""
    return read_match(played(game).text())


def head_end(rows: list[str]) -> int:
    return next(i for i, row in enumerate(rows) if row.startswith("---"))


def refusal(text: str, game: Game) -> str:
    with pytest.raises(BadMatchFile) as caught:
        Match.from_text(text, game)
    return str(caught.value)


def refused_line(rows: list[str], game: Game) -> int:
    """The line that the refusal names."""
    said = refusal("\n".join(rows) + "\n", game)
    found = re.match(r"line (\d+): \S", said)
    assert found, said
    return int(found[1])


# Writing and reading ------------------------------------------------------------------------------------------------

SEATS = ["player 1", "player 2", "shark", "swimmer 3"]
readable = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]) | st.just("\n"))
actions = st.from_regex(r"[!-~](?:[ -~]{0,50}[!-~])?", fullmatch=True)  # longer than the column of the digits, too
values = st.recursive(
    st.booleans() | st.integers() | st.floats(allow_nan=False) | readable,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.from_regex("[a-z]+", fullmatch=True), inner),
    max_leaves=5,
)


@st.composite
def scores(draw: Any) -> Score:
    by_hand = draw(st.booleans())
    score = Score(
        game=draw(readable),
        rules=draw(st.integers(0, 99)),
        players=draw(st.integers(1, 9)),
        commitment="",
        by_hand=by_hand,
        settings=draw(st.dictionaries(st.from_regex(r"[a-z_]+(\.[a-z_]+)?", fullmatch=True), values, max_size=3)),
        names=draw(st.dictionaries(st.sampled_from(SEATS), readable)),
        lines=draw(st.lists(st.builds(Line, st.sampled_from(["chance", *SEATS]), actions), max_size=6)),
    )
    if by_hand:
        return score
    seeds = draw(st.none() | readable)
    words = draw(st.dictionaries(st.sampled_from(SEATS), readable))
    return replace(score, commitment=draw(readable), seed=seeds, words=words)


@given(scores())
def test_what_is_written_is_read_back(score: Score) -> None:
    text = write_match(score)
    back = read_match(text)
    rows = text.splitlines()
    for line in back.lines:
        assert f"{line.seat}: {line.action}" in rows[line.number - 1]
    unnumbered = [Line(line.seat, line.action) for line in back.lines]
    assert replace(back, lines=unnumbered) == score
    assert write_match(back) == text


@given(st.text(st.characters(categories=["Cc", "Zl", "Zp"]), min_size=1))
@example("\u2028")
@example("a\rb")
def test_any_name_is_read_back(name: str) -> None:
    score = Score(game="g", rules=1, players=2, commitment="", names={"player 1": name})
    assert read_match(write_match(score)).names == {"player 1": name}


@pytest.mark.parametrize("who", ["Ann: Bob", "two\nlines"])
def test_whoever_mixes_in_a_word_is_read_back_or_refused(who: str) -> None:
    try:
        match = Match(LAGOON, seed="x", words={who: "kelp"})
    except UndertowError:
        return
    assert Match.from_text(match.text(), LAGOON).words == {who: "kelp"}


@both_games
def test_a_saved_match_is_the_same_match(game: Game, tmp_path: Path) -> None:
    match = played(game)
    match.save(tmp_path / "match.txt")
    again = Match.load(tmp_path / "match.txt", game)
    assert again.text() == match.text()
    assert again.state_bytes() == match.state_bytes()
    assert again.history == match.history
    assert [again.log(viewer) for viewer in again.viewers] == [match.log(viewer) for viewer in match.viewers]
    assert again.names == match.names
    assert again.result == match.result


def test_a_file_reads_like_a_match() -> None:
    rows = saved(LAGOON)
    assert rows[:9] == [
        "undertow match 1",
        'game: "lagoon"',
        "rules: 4",
        "players: 2",
        "set lagoons: 6",
        'name shark: "Bruce"',
        f'commitment: "{played(LAGOON).commitment}"',
        'seed: "deep 5"',
        'words diver: "kelp"',
    ]
    assert re.fullmatch(r"--- {42}#[0-9a-f]{6}", rows[9])
    assert re.fullmatch(r"1 chance: lagoon \d {27}#[0-9a-f]{6}", rows[10])
    assert re.fullmatch(r"2 shark: (stay|swim) +#[0-9a-f]{6}", rows[11])
    assert re.fullmatch(rf"end {len(rows) - 11} +#[0-9a-f]{{6}}", rows[-1])


@both_games
def test_a_match_goes_on_where_it_was_saved(game: Game) -> None:
    whole = played(game)
    half = Match.from_text(played(game, len(whole.history) // 2).text(), game)
    assert not half.over
    decisions = [ply for ply in whole.history if ply.seat != CHANCE]
    for ply in decisions[sum(ply.seat != CHANCE for ply in half.history) :]:
        half.play(half.seats[ply.seat], ply.name)
    assert half.text() == whole.text()


def test_line_ends_of_another_system_do_no_harm() -> None:
    text = played(LAGOON).text()
    assert Match.from_text(text.replace("\n", "\r\n"), LAGOON).text() == text


# Alterations --------------------------------------------------------------------------------------------------------


def spots(row: str) -> Iterator[str]:
    """The line with one character of it altered: its first, one in the middle, the last before the digits, a digit."""
    content, mark, digits = row.rpartition("  #")
    if not mark:
        content, digits = row, ""
    end = len(content.rstrip()) - 1
    for place in {0, end // 2, end}:
        other = "z" if row[place] != "z" else "y"
        yield row[:place] + other + row[place + 1 :]
    if digits:
        yield row[:-1] + ("0" if row[-1] != "0" else "1")


@both_games
def test_every_changed_line_is_refused(game: Game) -> None:
    rows = saved(game)
    end = head_end(rows)
    for i, row in enumerate(rows):
        for altered in spots(row):
            expected = 1 if i == 0 else max(i, end) + 1
            if i == end and not altered.startswith("---"):
                expected = len(rows)  # no line begins the match any more
            assert refused_line([*rows[:i], altered, *rows[i + 1 :]], game) == expected, altered


@both_games
def test_every_deleted_line_is_missed(game: Game) -> None:
    rows = saved(game)
    end = head_end(rows)
    for i in range(len(rows)):
        expected = i + 1
        if 0 < i < end:
            expected = end
        elif i in (end, len(rows) - 1):
            expected = len(rows) - 1
        assert refused_line([*rows[:i], *rows[i + 1 :]], game) == expected


@both_games
def test_every_swap_of_lines_is_noticed(game: Game) -> None:
    rows = saved(game)
    end = head_end(rows)
    for i in range(len(rows) - 1):
        expected = i + 1
        if 0 < i < end - 1:
            expected = end + 1
        elif i == end:
            expected = end + 2
        assert refused_line([*rows[:i], rows[i + 1], rows[i], *rows[i + 2 :]], game) == expected


@both_games
def test_every_doubled_line_is_noticed(game: Game) -> None:
    rows = saved(game)
    end = head_end(rows)
    for i in range(len(rows)):
        assert refused_line([*rows[: i + 1], *rows[i:]], game) == max(i, end) + 2


@both_games
def test_a_line_from_another_match_is_noticed(game: Game) -> None:
    rows, other = saved(game), Match(game, seed="another").text().splitlines()
    begins = head_end(other)
    i = head_end(rows) + 1
    assert refused_line([*rows[:i], other[begins + 1], *rows[i + 1 :]], game) == i + 1


@both_games
def test_every_cut_is_noticed(game: Game) -> None:
    text = played(game).text()
    for length in range(len(text) - 1):
        assert re.match(r"line \d+: ", refusal(text[:length], game))
    assert Match.from_text(text[:-1], game).text() == text  # all that is missing is the last line's end


@both_games
def test_a_cut_between_lines_names_the_last_one(game: Game) -> None:
    rows = saved(game)
    for length in range(1, len(rows)):
        assert refused_line(rows[:length], game) == length


# Forgeries: alterations with the digits made to fit -----------------------------------------------------------------


def signed(head: list[str], body: list[str]) -> str:
    """A file with the right digits, computed here: those of SHA-256 over all lines so far, without their padding."""
    rows, so_far = list(head), "\n".join(head)
    for content in body:
        so_far += "\n" + content
        rows.append(f"{content} #{hashlib.sha256(so_far.encode()).hexdigest()[:6]}")
    return "\n".join(rows) + "\n"


@both_games
def test_the_digits_can_be_computed_by_hand(game: Game) -> None:
    rows = saved(game)
    end = head_end(rows)
    by_hand = signed(rows[:end], [row.rpartition("#")[0].rstrip() for row in rows[end:]])
    assert re.sub(" +#", " #", "\n".join(rows) + "\n") == by_hand


def forged(game: Game, i: int, line: Line) -> str:
    """The file with another ply number i."""
    score = score_of(game)
    score.lines[i] = line
    return write_match(score)


def replayed(game: Game) -> Iterator[tuple[int, Line, Match]]:
    """Each ply of the saved match, with the match just before it, dice by hand."""
    match = Match(game, played(game).setup.players, played(game).setup.settings, auto_chance=False)
    for i, line in enumerate(score_of(game).lines):
        yield i, line, match
        match.play(line.seat, line.action)


@both_games
def test_every_other_outcome_is_refused_because_the_seed_gives_this_one(game: Game) -> None:
    tried = 0
    for i, line, match in replayed(game):
        for other in match.odds().keys() - {line.action}:
            said = refusal(forged(game, i, Line("chance", other)), game)
            expected = (
                f"line {line.number}: the seed gives {line.action!r} here, not {other!r}: an outcome was altered."
            )
            assert said == expected
            tried += 1
    assert tried >= 5


@both_games
def test_another_decision_is_another_match_or_refused(game: Game) -> None:
    """Nobody vouches for a decision but the dice and rules after it: it shows where they no longer fit."""
    whole, refused = played(game).text(), 0
    for i, line, match in replayed(game):
        for other in set(match.legal(line.seat)) - {line.action} if line.seat != "chance" else ():
            text = forged(game, i, Line(line.seat, other))
            try:
                assert Match.from_text(text, game).text() == text != whole
            except BadMatchFile as error:
                refused += 1
                found = re.match(r"line (\d+): ", str(error))
                assert found
                assert int(found[1]) > line.number
    assert refused > 0


@both_games
def test_an_illegal_action_is_refused_with_its_line(game: Game) -> None:
    for i, line, match in replayed(game):
        said = refusal(forged(game, i, Line(line.seat, "fly away")), game)
        if line.seat == "chance":
            assert said.startswith(f"line {line.number}: the seed gives {line.action!r} here, not 'fly away'")
        else:
            legal = ", ".join(match.legal(line.seat))
            assert said == f"line {line.number}: 'fly away' is not legal for {line.seat} now. Legal: {legal}."


def test_an_action_out_of_turn_is_refused_with_its_line() -> None:
    assert refusal(forged(LAGOON, 1, Line("diver", "look 1")), LAGOON) == (
        "line 12: diver cannot act now: waiting for shark."
    )
    assert refusal(forged(LAGOON, 1, Line("chance", "lagoon 1")), LAGOON) == (
        "line 12: chance cannot act now: waiting for shark."
    )
    assert refusal(forged(LAGOON, 1, Line("whale", "swim")), LAGOON).startswith("line 12: there is no seat 'whale'.")


def test_an_action_after_the_end_is_refused_with_its_line() -> None:
    score = score_of(LAGOON)
    score.lines.append(Line("shark", "swim"))
    number = len(saved(LAGOON))
    assert refusal(write_match(score), LAGOON).startswith(f"line {number}: the match is over: ")


def test_plies_are_counted() -> None:
    text = signed(saved(LAGOON)[:9], ["---", "2 chance: lagoon 1", "end 1"])
    assert refusal(text, LAGOON) == "line 11: expected '1 seat: action', found '2 chance: lagoon 1'."


def test_a_match_cut_before_an_outcome_goes_on_with_the_dice_of_its_seed() -> None:
    score = score_of(SHARK_ATTACKS)
    cut = next(i for i in range(3, len(score.lines)) if score.lines[i].seat == "chance")
    match = Match.from_text(write_match(replace(score, lines=score.lines[:cut])))
    assert match.to_act != ("chance",)


def test_another_seed_does_not_fit_the_commitment() -> None:
    said = refusal(write_match(replace(score_of(LAGOON), seed="deep 2")), LAGOON)
    assert said == "the seed does not fit the commitment shown before the match: one of them was altered."


def test_another_word_gives_other_dice() -> None:
    score = score_of(SHARK_ATTACKS)
    score.words["player 1"] = "cod"
    assert re.match(r"line \d+: the seed gives ", refusal(write_match(score), SHARK_ATTACKS))


# Files that are something else --------------------------------------------------------------------------------------


def test_a_match_of_other_rules_is_refused() -> None:
    said = refusal(write_match(replace(score_of(LAGOON), rules=5)), LAGOON)
    assert said == "this match was played by version 5 of the rules of lagoon; here is 4."


def test_a_match_of_an_unknown_game_is_refused() -> None:
    with pytest.raises(UnknownName, match=r"there is no game 'shark-attack'\. Did you mean 'shark-attacks'\?"):
        Match.from_text(write_match(replace(score_of(SHARK_ATTACKS), game="shark-attack")))


def test_a_match_of_another_game_is_refused() -> None:
    match = Match(SHARK_ATTACKS, auto_chance=False)
    with pytest.raises(BadMatchFile, match="shark-attacks"):
        Match.from_text(match.text(), LAGOON)


@pytest.mark.parametrize(
    ("altered", "wrong"),
    [
        ({"settings": {"lagoon": 6}}, r"no house rule 'lagoon'\. Did you mean 'lagoons'"),
        ({"settings": {"lagoons": 9}}, "house rule 'lagoons' cannot be 9"),
        ({"names": {"whale": "Moby"}}, "no seat 'whale'"),
        ({"players": 3}, "Lagoon is for 2 players, not 3"),
    ],
)
def test_a_head_that_makes_no_sense_is_refused(altered: dict[str, Any], wrong: str) -> None:
    with pytest.raises(UndertowError, match=wrong):
        Match.from_text(write_match(replace(score_of(LAGOON), **altered)), LAGOON)


@pytest.mark.parametrize(
    "row",
    [
        'rules: "one"',
        "players: true",
        "seed: 5",
        "colour: 3",
        'dice: "loaded"',
        "name shark: 7",
        "words diver: [1]",
        "set",
    ],
)
def test_a_head_line_that_says_something_else_is_refused(row: str) -> None:
    said = refusal(signed([*saved(LAGOON)[:4], row], ["---", "end 0"]), LAGOON)
    assert said in (
        f"line 5: {row!r} does not belong in a match file.",
        f"line 5: {row!r} is not written as 'key: value'.",
    )


@pytest.mark.parametrize("text", ["", "\n", "hello\n", "undertow match 2\n---\n", "# undertow match 1\n"])
def test_a_text_that_is_no_match_is_refused(text: str) -> None:
    said = "line 1: this is not a match file; its first line must be 'undertow match 1'."
    assert refusal(text, LAGOON) == said


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    path.write_bytes(bytes(range(256)))
    with pytest.raises(BadMatchFile, match=r"cannot read '.*match\.txt': it is not text\."):
        Match.load(path)


def test_a_file_that_is_empty_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    path.write_bytes(b"")
    with pytest.raises(BadMatchFile, match="line 1: this is not a match file"):
        Match.load(path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadMatchFile, match=r"cannot read '.*nowhere': No such file or directory\."):
        Match.load(tmp_path / "nowhere")
    with pytest.raises(BadMatchFile, match="cannot read"):
        Match.load(tmp_path)


# Secrets ------------------------------------------------------------------------------------------------------------


def test_a_file_without_its_seed_cannot_be_checked_yet() -> None:
    text = played(LAGOON).text(with_seed=False)
    assert "deep 5" not in text
    assert played(LAGOON).commitment in text
    assert refusal(text, LAGOON) == (
        "the seed of this match is not shown yet; it can be checked once the match is over."
    )


def test_dice_by_hand_are_believed_and_need_no_seed() -> None:
    match = Match(LAGOON, seed="secret", auto_chance=False)
    match.play("chance", "lagoon 2")
    match.play("shark", "stay")
    assert 'dice: "by hand"' in match.text()
    assert "secret" not in match.text()
    again = Match.from_text(match.text(), LAGOON)
    assert again.text() == match.text()
    assert again.auto_chance is False
    assert again.state_bytes() == match.state_bytes()
