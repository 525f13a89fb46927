"""The box: every number has a source, and a house rule is taken as it is meant or refused with a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.toys.lagoon import GAME as LAGOON
from undertow import Game, HouseRule, UndertowError, UnknownName, find_game, game_names
from undertow.core.box import (
    SOURCES,
    Entry,
    load_box,
    read_house_rules,
    read_setting,
    read_value,
    settle,
    write_value,
)

BOX = """
[options]
target = { value = 100, range = [1, 1000], source = "sheet", about = "points" }
shark = { value = false, source = "ruling" }
mood = { value = "calm", choices = ["calm", "wild"], source = "ours" }

[dice]
faces = { value = [3, 1, 1, 1], range = [0, 12], source = "sheet" }
luck = { value = 0.5, range = [0, 1], source = "rebuilt" }

[meals]
double = { value = [[2], [1, 1]], range = [1, 3], source = "rebuilt" }
map = { value = { sea = 2, land = 1 }, range = [0, 9], source = "found" }
"""


@pytest.fixture
def box(tmp_path: Path) -> dict[str, Entry]:
    (tmp_path / "box.toml").write_text(BOX)
    return load_box(tmp_path / "box.toml")


# The box file -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [LAGOON, *game_names()], ids=str)
def test_every_entry_of_every_game_has_a_source_and_fits_its_own_limits(game: Game | str) -> None:
    entries = find_game(game).entries
    assert entries
    for entry in entries.values():
        assert entry.source in SOURCES
        assert entry.about
        assert entry.check(entry.value) == entry.value


def test_entries_go_by_their_section_and_name_but_options_by_their_name(box: dict[str, Entry]) -> None:
    assert list(box) == ["target", "shark", "mood", "dice.faces", "dice.luck", "meals.double", "meals.map"]
    assert box["target"] == Entry("target", 100, "sheet", "points", (1, 1000))
    assert box["mood"].choices == ("calm", "wild")


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("target = { value = 100 }", "target needs a source: one of sheet, found"),
        ('target = { value = 100, source = "hearsay" }', "target needs a source"),
        ("target = 100", "target needs a value and a source"),
        ('[dice]\nblue = { range = [1, 2], source = "sheet" }', "dice.blue.range needs a value and a source"),
    ],
)
def test_an_entry_without_a_source_is_refused(tmp_path: Path, line: str, wrong: str) -> None:
    (tmp_path / "box.toml").write_text(line)
    with pytest.raises(ValueError, match=wrong):
        load_box(tmp_path / "box.toml")


@pytest.mark.parametrize("value", ["value = 0, range = [1, 5]", 'value = "wide", choices = ["calm", "wild"]'])
def test_an_entry_that_breaks_its_own_limits_is_refused(tmp_path: Path, value: str) -> None:
    (tmp_path / "box.toml").write_text(f'[options]\ntarget = {{ {value}, source = "ours" }}\n')
    with pytest.raises(ValueError, match="target"):
        load_box(tmp_path / "box.toml")


# House rules --------------------------------------------------------------------------------------------------------


def test_the_box_is_played_as_it_is_without_house_rules(box: dict[str, Entry]) -> None:
    assert settle(box, {}) == {key: entry.value for key, entry in box.items()}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("target", 1),
        ("target", 1000),
        ("shark", True),
        ("mood", "wild"),
        ("dice.faces", [0, 0, 12, 1]),
        ("dice.faces", [1]),
        ("dice.luck", 1),
        ("dice.luck", 0.25),
        ("meals.double", [[1], [2, 2, 2], [3]]),
        ("meals.map", {"sea": 0, "land": 9}),
    ],
)
def test_a_house_rule_takes_the_place_of_the_number(box: dict[str, Entry], key: str, value: Any) -> None:
    settled = settle(box, {key: value})
    assert settled.pop(key) == value
    assert settled == {other: entry.value for other, entry in box.items() if other != key}


@pytest.mark.parametrize(
    ("key", "value", "must"),
    [
        ("target", 0, "a whole number from 1 to 1000"),
        ("target", 1001, "a whole number from 1 to 1000"),
        ("target", True, "a whole number from 1 to 1000"),
        ("target", 50.0, "a whole number from 1 to 1000"),
        ("target", "50", "a whole number from 1 to 1000"),
        ("target", [50], "a whole number from 1 to 1000"),
        ("shark", 1, "true or false"),
        ("shark", "true", "true or false"),
        ("mood", "wide", "one of calm, wild"),
        ("mood", True, "one of calm, wild"),
        ("dice.faces", 3, r"a list like \[3, 1, 1, 1\] from 0 to 12"),
        ("dice.faces", [3, 13], r"a list like \[3, 1, 1, 1\] from 0 to 12"),
        ("dice.faces", [3, True], r"a list like \[3, 1, 1, 1\]"),
        ("dice.faces", [[3]], r"a list like \[3, 1, 1, 1\]"),
        ("dice.luck", True, "a number from 0 to 1"),
        ("dice.luck", float("nan"), "a number from 0 to 1"),
        ("dice.luck", 1.5, "a number from 0 to 1"),
        ("meals.double", [2], r"a list like \[\[2\], \[1, 1\]\]"),
        ("meals.double", [[2], [4]], r"a list like \[\[2\], \[1, 1\]\] from 1 to 3"),
        ("meals.double", [[2], [[1]]], r"a list like \[\[2\], \[1, 1\]\]"),
        ("meals.map", {"sea": 1}, "a table like {sea = 2, land = 1}"),
        ("meals.map", {"sea": 1, "land": 10}, "a table like {sea = 2, land = 1} from 0 to 9"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_would(box: dict[str, Entry], key: str, value: Any, must: str) -> None:
    with pytest.raises(HouseRule, match=f"house rule '{key}' cannot be .*: it must be {must}"):
        settle(box, {key: value})


@pytest.mark.parametrize("value", ["text", 3, True])
def test_an_empty_list_is_still_a_list(value: Any) -> None:
    with pytest.raises(HouseRule):
        Entry("houses", [], "ours", "").check(value)


def test_a_misspelt_house_rule_gets_a_suggestion(box: dict[str, Entry]) -> None:
    with pytest.raises(
        UnknownName, match=r"no house rule 'traget'\. Did you mean 'target'\? Choose from: target, shark"
    ):
        settle(box, {"traget": 50})


def test_a_house_rule_nobody_could_have_meant_gets_the_list(box: dict[str, Entry]) -> None:
    with pytest.raises(UnknownName, match=r"no house rule 'zzz'\. Choose from: target, shark"):
        settle(box, {"zzz": 50})


def test_a_game_refuses_house_rules_and_players_it_cannot_have() -> None:
    with pytest.raises(HouseRule, match="'lagoons' cannot be 7: it must be a whole number from 3 to 6"):
        LAGOON.set_up(2, {"lagoons": 7})
    with pytest.raises(HouseRule, match="Lagoon is for 2 players, not 3"):
        LAGOON.set_up(3)


# Settings as typed --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "setting"),
    [
        ("target=50", ("target", 50)),
        (" target = 50 ", ("target", 50)),
        ("luck=0.5", ("luck", 0.5)),
        ("shark=true", ("shark", True)),
        ("mood=wild", ("mood", "wild")),
        ('mood="wild"', ("mood", "wild")),
        ("mood=a=b", ("mood", "a=b")),
        ("mood=", ("mood", "")),
        ("dice.faces=[1, 2]", ("dice.faces", [1, 2])),
        ("map={sea = 1}", ("map", {"sea": 1})),
    ],
)
def test_a_setting_is_read_as_typed(text: str, setting: tuple[str, Any]) -> None:
    key, value = read_setting(text)
    assert (key, value) == setting
    assert type(value) is type(setting[1])


@pytest.mark.parametrize("text", ["target", "", "=50", "  =50", "target:50"])
def test_what_is_no_setting_is_refused(text: str) -> None:
    with pytest.raises(HouseRule, match=r"a setting is written key=value, for example target=50; .* is not\."):
        read_setting(text)


# Values in TOML's notation ------------------------------------------------------------------------------------------

printable = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\n\t\x85"))
bare_keys = st.text("abcdefghij_-0123456789", min_size=1, max_size=8)
plain = st.booleans() | st.integers() | st.floats(allow_nan=False) | printable


def nested(leaves: st.SearchStrategy[Any], keys: st.SearchStrategy[str] = bare_keys) -> st.SearchStrategy[Any]:
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
        max_leaves=8,
    )


@given(nested(plain))
@example('say "hi" \\ or \\n')
@example("two\nlines, \u2028 and \x85 too")
@example("true")
@example([[1, [2.0]], {"a": {"b": [True]}}])
def test_what_is_written_is_read_back(value: Any) -> None:
    back = read_value(write_value(value))
    assert back == value
    assert type(back) is type(value)


@given(st.text(st.characters(categories=["Cc"]), min_size=1))
@example("\r")
@example("tab\tbell\x07")
def test_control_characters_are_read_back(value: str) -> None:
    assert read_value(write_value(value)) == value


@given(st.dictionaries(printable, st.integers(), min_size=1))
@example({"two words": 1})
@example({"dotted.key": 1})
def test_any_key_is_read_back(value: dict[str, int]) -> None:
    assert read_value(write_value(value)) == value


# House-rules files --------------------------------------------------------------------------------------------------


def rules_file(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "house.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("", {}),
        ("target = 50", {"target": 50}),
        ("[options]\ntarget = 50", {"target": 50}),
        (
            "[dice]\nfaces = [1]\n[meals]\nmap = { sea = 3, land = 4 }",
            {"dice.faces": [1], "meals.map": {"sea": 3, "land": 4}},
        ),
        ("dice.luck = 1", {"dice.luck": 1}),
        ("[meals.map]\nsea = 3\nland = 4", {"meals.map": {"sea": 3, "land": 4}}),
    ],
)
def test_a_file_of_house_rules(tmp_path: Path, box: dict[str, Entry], text: str, settings: dict[str, Any]) -> None:
    read = read_house_rules(rules_file(tmp_path, text), box)
    assert read == settings
    settle(box, read)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("[option]\ntarget = 50", r"no house rule 'option\.target'\. Did you mean 'target'"),
        ("[dice]\ntarget = 50", r"no house rule 'dice\.target'"),
        ("[target]\nvalue = 50", "house rule 'target' cannot be {'value': 50}"),
        ("luck = 1", r"no house rule 'luck'\. Did you mean 'dice\.luck'"),
    ],
)
def test_a_file_with_a_wrong_section(tmp_path: Path, box: dict[str, Entry], text: str, wrong: str) -> None:
    with pytest.raises(UndertowError, match=wrong):
        settle(box, read_house_rules(rules_file(tmp_path, text), box))


def test_a_file_that_is_not_there(tmp_path: Path, box: dict[str, Entry]) -> None:
    with pytest.raises(HouseRule, match=r"cannot read the house rules '.*nowhere\.toml': No such file or directory\."):
        read_house_rules(tmp_path / "nowhere.toml", box)


def test_a_folder_is_no_file(tmp_path: Path, box: dict[str, Entry]) -> None:
    with pytest.raises(HouseRule, match="cannot read the house rules"):
        read_house_rules(tmp_path, box)


@pytest.mark.parametrize("content", [b"target : 50", b"target = ", b"\xff\xfe\x00", b"target = 1\ntarget = 2"])
def test_a_file_that_is_not_toml(tmp_path: Path, box: dict[str, Entry], content: bytes) -> None:
    with pytest.raises(HouseRule, match=r"the house rules '.*house\.toml' are not TOML: "):
        read_house_rules(rules_file(tmp_path, content), box)
