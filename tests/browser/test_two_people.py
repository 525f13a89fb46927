"""Two people with a browser each: what one hides is not in anything the other receives, not only out of sight."""

from __future__ import annotations

import json
import re

import pytest

from tests.browser.conftest import People, Person, play_together
from tests.table.conftest import Json, wait_until

pytestmark = pytest.mark.compiled


def invited(host: Person, guest: Person) -> None:
    """The guest opens the link that the host's lobby shows."""
    field = host.page.get_by_label("Link to this table")
    guest.page.goto(field.input_value())


def view_of(update: Json) -> Json:
    [eyes] = update["eyes"]
    view: Json = eyes["view"]
    return view


def heard(update: Json) -> list[str]:
    return [line["text"] for line in update["eyes"][0]["heard"]]


def cards_in(update: Json) -> list[str]:
    return [line for line in heard(update) if line.startswith("Cards:")]


def get_to(people: list[Person], words: str, several: bool) -> None:
    """Answer whatever else comes first, until these (all, or one of them) are asked a question like that."""
    there: set[Person] = set()

    def found() -> bool:
        for person in people:
            if person not in there and person.is_asked():
                if words in person.asked()[0]["words"]:
                    there.add(person)
                else:
                    person.click(0)
        return len(there) == (len(people) if several else 1)

    wait_until(found)


def chooses(person: Person) -> str:
    """Somebody clicks the first card in their hand; which."""
    said = person.offers[0]["words"]
    person.click(0)
    return re.sub(r"\D", "", said)


def test_two_friends_play_get_bit_and_once_more(people: People) -> None:
    ann, ben = people().go().named("Ann"), people().go().named("Ben")
    ann.button("Invite friends: Get Bit!").click()
    ann.button("Sit here: Swimmer 1").click()
    invited(ann, ben)
    ben.button("Sit here: Swimmer 2").click()
    ben.page.get_by_text("Ann starts when every seat is taken.").wait_for()
    ann.button("Bots on all free seats").click()
    ann.page.get_by_role("button", name="Start", disabled=False).click()

    for number in range(2):
        first, second = ((ann, 0), (ben, 1))[:: (1 if number % 2 else -1)]
        get_to([ann, ben], "Swim with", several=True)
        check_a_round(first, second)
    play_together([ann, ben], seed=3)

    for person in (ann, ben):
        person.page.locator("#result").wait_for()
    assert ann.last["result"] == ben.last["result"]
    over = ann.table
    ann.button("Rematch").click()
    ann.page.wait_for_url(lambda url: over not in url)
    ann.page.get_by_text("kept for Ben").wait_for()
    ben.button("Join the rematch").click()
    ben.page.wait_for_url(lambda url: over not in url)
    assert ann.table == ben.table
    for person, seat in ((ann, "swimmer 1"), (ben, "swimmer 2")):
        wait_until(lambda person=person: person.last["table"]["id"] != over)  # type: ignore[misc]
        assert person.last["you"]["seats"] == [seat]
    wait_until(lambda: ann.last["table"]["status"] == "running")


def test_a_seat_is_shared_and_taken_back(people: People) -> None:
    """Ben opens Ann's link and has her seat, too; once she has removed him he watches, and the link is void for all."""
    ann, ben, cleo = (people().go().named(name) for name in ("Ann", "Ben", "Cleo"))
    bots = {"swimmer 2": "easy", "swimmer 3": "easy", "swimmer 4": "easy"}
    ann.new_table("get-bit", players=4, sit=["swimmer 1"], bots=bots, start=True)
    ann.button("Seat link: Swimmer 1").click()
    ann.button("Share the seat").click()
    link = ann.page.get_by_label("Your link").input_value()
    ann.page.keyboard.press("Escape")
    ben.page.goto(link)
    wait_until(lambda: ben.seen and ben.last["you"]["seats"] == ["swimmer 1"])
    ann.button("Remove somebody from Swimmer 1").click()
    ann.button("Remove Ben").click()
    ben.page.get_by_text("You were removed from Swimmer 1.").wait_for()
    assert [eyes["viewer"] for eyes in ben.last["eyes"]] == ["spectator"]
    cleo.forgive("409")
    cleo.page.goto(link)
    cleo.page.get_by_text("this link was made void; ask for a new one.").wait_for()
    assert cleo.last["you"]["seats"] == []


def check_a_round(first: tuple[Person, int], second: tuple[Person, int]) -> None:
    """One chooses, then the other: until then nothing the second one has received tells which card."""
    (chooser, seat), (reader, other) = first, second
    since, before = len(reader.seen), asks(reader)
    card = chooses(chooser)
    wait_until(lambda: view_of(chooser.seen[-1])["swimmers"][seat]["has_chosen"])
    now = view_of(chooser.seen[-1])
    assert str(now["swimmers"][seat]["chosen"]) == card  # the one who chose it is told, so it would be in there
    hand = [*now["swimmers"][seat]["hand"]]

    def told() -> list[Json]:
        updates = [update for update in reader.seen[since:] if view_of(update)["round"] == now["round"]]
        return updates if updates and view_of(updates[-1])["swimmers"][seat]["has_chosen"] else []

    updates = wait_until(told)
    for update in updates:
        view = view_of(update)
        assert view["phase"] == "choosing"
        assert all(swimmer["chosen"] is None for swimmer in view["swimmers"] if swimmer["owner"] != other)
        lines = heard(update)
        begun = f"Round {now['round']}."  # with which the cards of the last round may come
        since_then = lines[lines.index(begun) :] if begun in lines else lines
        assert not [line for line in since_then if line.startswith("Cards:")]
    assert asks(reader) == before
    assert not [body for body in reader.bodies if re.search(r'"chosen":\s*\d', body)]
    held = view_of(updates[-1])["swimmers"][seat]["hand"]
    assert sorted({*hand, int(card)}) == held  # it looks as if it were still in hand
    chooses(reader)
    shown = wait_until(lambda: [line for update in reader.seen[since:] for line in cards_in(update)])
    name = chooser.last["table"]["seats"][seat]["name"]
    assert f"{name} ({card})" in shown[0]


def asks(person: Person) -> list[str]:
    """What the server answers to somebody who asks for odds and rules."""
    ask = "path => fetch(`/api/tables/${location.pathname.split('/')[2]}/${path}`).then(answer => answer.text())"
    return [person.page.evaluate(ask, path) for path in ("beliefs", "help")]


SECRETS = ("pad", "planned", "tokens")  # what only the shark's view of the island holds


def test_the_crew_receives_nothing_of_the_shark(people: People) -> None:
    ann, ben, cara = people().go().named("Ann"), people().go().named("Ben"), people().go().named("Cara")
    ann.link("All options: JAWS").click()
    ann.choose("Players", "2")
    ann.button("Open the table").click()
    ann.button("Sit here: Brody").wait_for()
    invited(ann, ben)
    for seat in ("Quint", "Brody", "Hooper"):
        ben.button(f"Sit here: {seat}").click()
    cara.page.goto(ann.page.url)
    ann.page.get_by_role("button", name="Start", disabled=False).click()

    get_to([ann, ben], "Move to", several=False)
    start = place_of(ann)
    twins: list[list[Json]] = []
    places: list[str] = []
    for number in (0, 1):
        ann.click(number)
        wait_until(lambda: place_of(ann) != start)
        places.append(place_of(ann))
        twins.append([everything(person) for person in (ben, cara)])
        if number == 0:
            ann.button("Undo").click()
            wait_until(lambda: place_of(ann) == start)
            ann.forget()
            ann.asked()
    assert places[0] != places[1]
    assert twins[0] == twins[1]  # whatever differs for the shark alone, they are sent the same

    play_together([ann, ben], seed=4, most=30)
    assert any(view_of(update)["island"]["shark"] for update in ann.seen)
    for person in (ben, cara):
        hunt = [update for update in person.seen if view_of(update)["act"] == 1]
        assert len(hunt) > 10
        for update in hunt:
            assert view_of(update)["island"]["shark"] is None
            assert not [line for line in heard(update) if re.search("Shark (begins in|swims to)", line)]
        for text in (*(json.dumps(update) for update in hunt), *person.bodies):
            assert not [secret for secret in SECRETS if f'"{secret}":' in text]
    own = json.dumps(ann.seen)
    assert [secret for secret in SECRETS if f'"{secret}":' in own] == [*SECRETS]


def place_of(shark: Person) -> str:
    """Where the shark is, as its own player is told."""
    island = view_of(shark.seen[-1])["island"]
    place: str = island["shark"] and island["shark"]["place"]
    return place


def everything(person: Person) -> Json:
    """All that a fresh page is sent, but for the clock and who is connected."""
    before = len(person.updates)
    person.page.reload()
    update = wait_until(lambda: person.updates[before:])[-1]
    seats = [seat | {"connected": True} for seat in update["table"]["seats"]]
    return update | {"table": update["table"] | {"now": 0, "spectators": 0, "seats": seats}}
