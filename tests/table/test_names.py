"""Names: who looks like a bot, and who like somebody else."""
# ruff: noqa: RUF001 - letters that look like others are what this is about

from __future__ import annotations

import pytest

from undertow.table.decide import Person, Refused
from undertow.table.names import MARK, Names, look, passes_for_a_bot, some_name
from undertow.table.people import People, Signer, name_of_a_bot, name_of_a_person
from undertow.table.storage import Storage


@pytest.mark.parametrize(
    "name",
    [
        "Hard bot",
        "Hard bot (swimmer 3)",
        "Easy bot 2",
        "Bot 2",
        "bot",
        "BOTS",
        "Deep Robot",
        "hardbot7",
        "hard_bot",
        "Hard-bot!",
        "Bot Driftwood",
        "b0t",
        "80T",
        "B07 9",
        "b o t",
        "H a r d  b.o.t",
        "bo\u200bt",
        "b\u202eo\u2066t",
        "b\u0336o\u0336t\u0336",
        "b\ufe0fo\ufe0ft",
        "b\u3164ot",
        "Нard вот",
        "BОТ",
        "Ηard βοτ",
        "Ｈａｒｄ　ｂｏｔ",
        "𝐇𝐚𝐫𝐝 𝐛𝐨𝐭",
        "ⓑⓞⓣ",
        "🅱🅾🆃",
        "🇧🇴🇹",
        "ʙᴏᴛ",
        "Bøŧ",
        "ßot",
        "ḃốṫ",
        "🤖",
    ],
)
def test_names_that_pass_for_a_bot_s(name: str) -> None:
    assert passes_for_a_bot(name)
    with pytest.raises(Refused, match="ends in 'bot' is for bots"):
        name_of_a_person(name)


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Bottle",
        "Botany Bay",
        "Jacob Otis",
        "Rob Otter",
        "Robotics",
        "Agent 807",
        "807",
        "Both",
        "B. Otter",
        "Bo T",
        "Anne é 鮫 🦈",
        "Владимир",
        "Νίκος",
        "R2-D2",
        "T. O. B.",
        "Ann (2)",
        *map(some_name, "abcdefgh"),
    ],
)
def test_names_of_people(name: str) -> None:
    assert not passes_for_a_bot(name)
    assert name_of_a_person(name) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("Ann", "Аnn"),
        ("Ann", "A\u200bnn"),
        ("Ann", "Ａnn"),
        ("Ann", "Ánn"),
        ("Ian", "lan"),
        ("Bo  Li", " Bo Li"),
        ("Tom", "Том"),
    ],
)
def test_names_that_look_the_same(one: str, other: str) -> None:
    assert look(one) == look(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "Anna"), ("Bo", "Bob"), ("鮫", "鯨"), ("🦈", "🐙"), ("Ann", "Ann (2)")]
)
def test_names_that_do_not(one: str, other: str) -> None:
    assert look(one) != look(other)


def test_namesakes_have_numbers() -> None:
    names = Names()
    assert names.of("a", "Ann") == "Ann"
    assert names.of("b", "ANN") == "ANN (2)"
    assert names.of("c", "Ann (3)") == "Ann (3)"
    assert names.of("d", "Ann") == "Ann (4)"
    assert names.of("b", "ANN") == "ANN (2)"
    assert (names.given("b", "?"), names.given("nobody", "?")) == ("ANN", "?")
    assert names.of("a", "Zoe") == "Zoe"
    assert names.of("e", "Ann") == "Ann (5)"  # the first one's lines are still there
    assert names.of("a", "Ann") == "Ann"


@pytest.mark.parametrize("name", ["", "\u200b", "\u2800", "\u3164", " \u0301"])
def test_a_name_can_be_seen(name: str) -> None:
    for named in (name_of_a_person, name_of_a_bot):
        with pytest.raises(Refused, match=r"a name needs at least one printable character\."):
            named(name)


@pytest.fixture
def people(tmp_path: object) -> People:
    return People(Storage(f"sqlite:///{tmp_path}/tables.sqlite"))


def test_a_token_s_name_is_marked(people: People) -> None:
    token, bot = people.new_token(name_of_a_bot("Driftwood"))
    assert bot == people.of_token(token) == Person(bot.id, "Bot Driftwood", bot=True)
    assert passes_for_a_bot(bot.name)
    assert name_of_a_bot(f"{MARK}Driftwood") == "Driftwood"  # it is not marked twice


def test_a_cookie_of_long_ago_holds_no_bot_s_name(people: People) -> None:
    key = people._storage.signing_key()
    old = Signer(key).sign("person", ["somebody", "Hard b0t (swimmer 3)"])
    found = people.of_cookie(old)
    assert found == people.of_cookie(old)
    assert found
    assert found.id == "somebody"
    assert found.name == some_name("somebody")
    assert people.of_cookie(people.cookie(Person("somebody", "Ann"))) == Person("somebody", "Ann")


def test_an_id_of_the_server_s_own_is_nobody_else_s() -> None:
    one, other = Signer("one key"), Signer("another")
    assert one.id("rematch", "abc") == one.id("rematch", "abc")
    assert (
        len({one.id("rematch", "abc"), one.id("rematch", "abd"), one.id("x", "abc"), other.id("rematch", "abc")}) == 4
    )
    assert len(one.id("rematch", "abc")) == 12
