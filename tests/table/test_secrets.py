"""Hidden information in what each reader is sent: bytes, numbers, and whether anything is sent at all.

`Match` says what a viewer may know; the conformance tests of each game hold it to that. Here the table is held to
`Match`: whatever differs for nobody but the actor changes nothing for anybody else, not even that there is news.
"""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any

import httpx
import msgspec
import pytest

from tests.table.conftest import PATIENCE, Guest, Json, Live, Server, bell_of
from tests.table.test_api import SWIMMERS, Story, listed, ready
from undertow.core.game import find_game
from undertow.core.match import Match
from undertow.table import messages as m
from undertow.table.decide import Link, Person, Refused, use_link
from undertow.table.storage import Storage
from undertow.table.table import Table, folded
from undertow.table.telling import Cursor, Presence, Teller, read_cursor

pytestmark = pytest.mark.compiled
GAMES: dict[str, tuple[int, Json]] = {
    "get-bit": (4, {}),
    "jaws": (4, {}),
    "kelp": (2, {}),
    "shark-attacks": (3, {"target": 12}),
}
MOST = 150  # decisions of a match that are looked at
every_game = pytest.mark.parametrize("game", GAMES)


def people_of(game: str) -> dict[str, list[str]]:
    """One person for each side."""
    players, settings = GAMES[game]
    setup = find_game(game).set_up(players, settings)
    sides = dict.fromkeys(setup.sides)
    return {
        f"person {side}": [seat for seat, own in zip(setup.seats, setup.sides, strict=True) if own == side]
        for side in sides
    }


def story_of(game: str, seed: int, pace: m.Pace | None = None) -> Story:
    players, settings = GAMES[game]
    people = people_of(game)
    return Story(game, players, people, pace, settings=settings, seed=f"seed {seed}")


def known(match: Match, viewer: str) -> tuple[Any, ...]:
    """All that a viewer may know of a match."""
    return match.view_json(viewer), match.log(viewer), match.prompt(viewer), match.to_act, str(match.result)


def readers_of(table: Table) -> dict[str, str]:
    """Everybody who looks on, and through whose eyes: a person for each side, and a spectator."""
    found = {next(iter(place.people)): place.side for place in table.places.values()}
    return found | {"somebody": "spectator"}


def walk(story: Story, rng: random.Random) -> Iterator[tuple[str, str]]:
    """Decisions at random: the seat and the action that come next; the caller lets them happen."""
    for _ in range(MOST):
        asked = story.table.to_act()
        if not asked:
            return
        seat = rng.choice(asked)
        yield seat, rng.choice(story.match.legal(seat))


class Reader:
    """What one reader was told last, as a connection remembers it."""

    def __init__(self, person: str) -> None:
        self.person = person
        self.cursor = Cursor()
        self.shows = 0

    def news(self, table: Table) -> bytes | None:
        told = Teller(table, Presence()).tell(self.person, self.cursor, frames=True)
        if not told.new and told.shows == self.shows:
            return None
        self.cursor, self.shows = told.cursor, told.shows
        return told.encoded(0.0)


# The table and its tellers --------------------------------------------------------------------------------------------


@every_game
def test_what_nobody_else_may_notice_is_not_news_to_them(game: str) -> None:
    """The clock runs on all the while: neither deadlines nor cursors nor counts give it away."""
    silent = 0
    for seed in range(2):
        story = story_of(game, seed, m.Pace("live", 60))
        readers = {Reader(person): viewer for person, viewer in readers_of(story.table).items()}
        for reader in readers:
            reader.news(story.table)
        rng = random.Random(seed)
        for seat, action in walk(story, rng):
            side = story.table.places[seat].side
            others = {reader: viewer for reader, viewer in readers.items() if viewer != side}
            before = {viewer: known(story.match, viewer) for viewer in others.values()}
            story.now += 3
            story.act(seat, action)
            for reader, viewer in others.items():
                said = reader.news(story.table)
                if known(story.match, viewer) == before[viewer]:
                    silent += 1
                    assert said is None, f"{viewer} hears of {seat}: {action}"
            next(reader for reader, viewer in readers.items() if viewer == side).news(story.table)
    assert silent or game != "jaws"  # only there is anything done that nobody notices


@every_game
def test_updates_are_the_same_where_only_a_secret_differs(game: str) -> None:
    """Twins: one log, but for a decision. Who cannot tell them apart is sent the same bytes."""
    same = 0
    for seed in range(12 if game == "kelp" else 2):  # there a choice that only its owner sees comes seldom, and late
        story = story_of(game, seed, m.Pace("live", 60))
        rng = random.Random(seed)
        for step, (seat, action) in enumerate(walk(story, rng)):
            if same > 3:
                break
            others = [other for other in story.match.legal(seat) if other != action]
            twin = None
            if others and step % (1 if game == "kelp" else 9) == 0:
                twin = folded(story.founding, story.entries)
                number = story.table.head + 1
            story.now += 3
            story.act(seat, action)
            if twin is None:
                continue
            made = msgspec.structs.replace(story.entries[-1], what=rng.choice(others))
            assert made.number == number
            twin.fold(made)
            assert twin.match is not None
            side = story.table.places[seat].side
            for person, viewer in readers_of(story.table).items():
                if viewer == side or known(story.match, viewer) != known(twin.match, viewer):
                    continue
                same += 1
                for cursor in (Cursor(), Cursor({viewer: (0, 2)}, "table", 1)):
                    assert story.told(person, cursor) == story.told(person, cursor, twin)
    assert same or game == "shark-attacks"  # where nothing is hidden


@every_game
def test_a_decision_taken_back_leaves_no_trace(game: str) -> None:
    """A secret decision, taken back: others are sent what they would have been sent without it."""
    undone = 0
    for seed in range(2):
        story = story_of(game, seed)
        rng = random.Random(seed)
        for step, (seat, action) in enumerate(walk(story, rng)):
            side = story.table.places[seat].side
            readers = {person: viewer for person, viewer in readers_of(story.table).items() if viewer != side}
            before = {person: (known(story.match, viewer), story.told(person)) for person, viewer in readers.items()}
            story.act(seat, action)
            if step % 7 or not story.match.can_undo(seat):
                continue
            unnoticed = [
                person for person, viewer in readers.items() if known(story.match, viewer) == before[person][0]
            ]
            story.do(next(iter(story.table.places[seat].people)), m.Undo(story.id(), seat))
            for person in readers if len(unnoticed) == len(readers) else unnoticed:
                undone += 1
                assert story.told(person) == before[person][1]
            story.act(seat, action)
    assert undone or game != "jaws"


def test_asking_for_a_take_back_does_not_count_hidden_decisions() -> None:
    """If a request ended when the shark does something unseen, asking would count it: until the answer nobody acts."""
    for seed in range(10):
        story = story_of("jaws", seed)
        rng = random.Random(seed)
        crew = Reader("person crew")
        for seat, action in walk(story, rng):
            may_ask = seat == "shark" and story.table.last_decision("quint") is not None
            before = known(story.match, "crew")
            if may_ask:
                story.do("person crew", m.AskBack(story.id(), "quint"))
            crew.news(story.table)
            if may_ask:
                with pytest.raises(Refused, match="answer that first"):
                    story.act(seat, action)
                assert known(story.match, "crew") == before
                assert crew.news(story.table) is None
                return
            story.act(seat, action)
    raise AssertionError("no such moment")


def test_nobody_is_told_the_order_of_hidden_things() -> None:
    """Numbers of heard lines count what the reader heard: nobody's have gaps that others' secrets left."""
    story = story_of("jaws", 1)
    for seat, action in walk(story, random.Random(1)):
        story.act(seat, action)
    for person, viewer in readers_of(story.table).items():
        update = msgspec.json.decode(story.told(person))
        events = len(story.match.events(viewer))
        assert update["cursor"].endswith(f"{viewer}~0~{events}")
        numbers = [line["number"] for line in update["eyes"][0]["heard"]]
        assert numbers == sorted(set(numbers))
        assert numbers[-1] <= events


# Who shared a seat ----------------------------------------------------------------------------------------------------


def let_in(story: Story, seat: str, person: str) -> None:
    """Somebody shares a seat."""
    [giver] = story.table.places[seat].people
    link = Link(seat, "share", giver, person, story.table.places[seat].voided)
    for entry in use_link(story.table, link, Person(person, "Cleo"), story.now):
        story.write(entry)


@every_game
def test_who_was_removed_knows_no_more_than_a_spectator(game: str) -> None:
    """From the moment of the removal they are sent what a spectator is sent, but for the note that they were removed;
    whatever they ask to be told again, and whatever happens after it."""
    for seed in range(2):
        story = story_of(game, seed)
        rng = random.Random(seed)
        seat = next(iter(story.table.places))
        [giver] = story.table.places[seat].people
        let_in(story, seat, "cleo")
        cursor = Cursor()
        for step, (asked, action) in enumerate(walk(story, rng)):
            if step == 12:
                update = msgspec.json.decode(story.told("cleo"))
                assert update["eyes"][0]["viewer"] == story.table.places[seat].side
                cursor = read_cursor(update["cursor"])
                story.do(giver, m.Remove(story.id(), seat, "Cleo"))
            if step >= 12:
                for told in (Cursor(), cursor):
                    mine = msgspec.json.decode(story.told("cleo", told))
                    others = msgspec.json.decode(story.told("somebody", told))
                    assert mine["you"].pop("removed") == [seat]
                    assert others["you"].pop("removed") == []
                    assert mine == others
            story.act(asked, action)
            if step > 40:
                break


def test_who_gets_up_and_comes_back_looks_through_nobody_else_s_eyes() -> None:
    """Whatever somebody was at this table before, they see their own seats now."""
    story = story_of("jaws", 3)
    let_in(story, "quint", "cleo")

    def eyes() -> list[str]:
        return [eyes["viewer"] for eyes in msgspec.json.decode(story.told("cleo"))["eyes"]]

    for _ in range(2):
        assert eyes() == ["crew"]
        story.do("cleo", m.Leave(story.id(), "quint"))
        assert eyes() == ["spectator"]
        for seat in ("shark", "brody", "hooper"):
            with pytest.raises(Refused, match="is taken by"):
                story.do("cleo", m.Sit(story.id(), seat))
        story.do("cleo", m.Sit(story.id(), "quint"))


# Over the wire --------------------------------------------------------------------------------------------------------


class Wire:
    """A live connection that keeps every byte."""

    def __init__(self, guest: Guest, table: str, viewer: str) -> None:
        self.viewer = viewer
        self.live: Live = guest.live(table)
        self.guest = guest
        self.received: list[str] = []
        self.log: dict[int, str] = {}

    def barrier(self) -> list[Json]:
        """All that the server had to say until now."""
        found: list[Json] = []
        self.live.socket.send('{"type":"ping"}')
        while (said := str(self.live.socket.recv(PATIENCE))) != '{"type":"pong"}':
            self.received.append(said)
            found.append(json.loads(said))
        return found


def seed_of(server: Server, table: str) -> str:
    storage = Storage(f"sqlite:///{server.data / 'tables' / 'tables.sqlite'}")
    founding = storage.founding(table)
    storage.close()
    assert founding is not None
    return founding.seed


def check_eyes(wire: Wire, updates: list[Json], mirror: Match) -> None:
    """The reader is told what `Match` lets this viewer know, and not a line more."""
    for update in updates:
        [eyes] = update["eyes"]
        assert eyes["viewer"] == wire.viewer
        wire.log = {number: text for number, text in wire.log.items() if number <= eyes["keep"]}
        wire.log |= {line["number"]: line["text"] for line in eyes["heard"]}
    assert eyes["view"] == mirror.view_json(wire.viewer)
    assert eyes["prompt"] == mirror.prompt(wire.viewer)
    assert [wire.log[number] for number in sorted(wire.log)] == mirror.log(wire.viewer)
    mine = set(update["you"]["seats"])
    asked: list[tuple[str, list[str]]] = []
    for question in eyes["questions"]:
        seat = question["seat"]
        assert seat in mine
        what = mirror.prompt(seat), mirror.legal(seat)
        once = mirror.position.joint and what in asked  # what a side decides together a person is asked once
        assert [offer["action"] for offer in question["actions"]] == ([] if once else what[1])
        asked.append(what)
    assert set(update) == {"type", "cursor", "table", "you", "eyes", "keep_chat", "chat", "result"}


@every_game
def test_what_each_one_receives_over_the_wire(server: Server, game: str) -> None:
    """One connection for each side and a spectator; a mirror of the match says what each may receive."""
    ready(server, game)
    players, settings = GAMES[game]
    seats = people_of(game)
    guests = {side: Guest(server.url, side.removeprefix("person ").title()) for side in seats}
    host = next(iter(guests.values()))
    table = host.new_table(game, players=players, settings=settings, public=True)
    for side, guest in guests.items():
        for seat in seats[side]:
            guest.command(table, "sit", seat=seat)
    host.command(table, "start")
    names = {seat: guests[side].name for side, own in seats.items() for seat in own}
    taken = list(names.values())
    names = {seat: f"{name} ({seat})" if taken.count(name) > 1 else name for seat, name in names.items()}
    seed = seed_of(server, table)
    mirror = Match(game, players, settings, seed, names=names)
    rng = random.Random(5)
    hidden = 0
    with ExitStack() as stack:
        wires = [Wire(guest, table, side.removeprefix("person ")) for side, guest in guests.items()]
        wires.append(Wire(Guest(server.url, "Spencer"), table, "spectator"))
        for wire in wires:
            stack.enter_context(wire.live)
        came = [wire.barrier() for wire in wires]  # all are at the table
        bell_of(server.url).ring()
        for wire, updates in zip(wires, came, strict=True):
            check_eyes(wire, updates + wire.barrier(), mirror)
        for _ in range(70):
            if mirror.over:
                break
            seat = rng.choice(mirror.to_act)
            action = rng.choice(mirror.legal(seat))
            side = mirror.setup.sides[mirror.setup.seat(seat)]
            before = {wire.viewer: known(mirror, wire.viewer) for wire in wires}
            line = listed(host, "running").get(table)
            guests[f"person {side}"].act(table, seat, action)
            mirror.play(seat, action)
            bell_of(server.url).ring()
            for wire in wires:
                updates = wire.barrier()
                if wire.viewer != side and known(mirror, wire.viewer) == before[wire.viewer]:
                    assert updates == []
                    hidden += 1
                elif known(mirror, wire.viewer) != before[wire.viewer]:
                    check_eyes(wire, updates, mirror)
            if hidden and known(mirror, "spectator") == before["spectator"]:
                assert listed(host, "running").get(table) == line  # nor does the list give it away
        for wire in wires:
            received = wire.received if not mirror.over else wire.received[:-1]
            for said in received:
                assert seed not in said
                assert not any(guest.person in said for guest in guests.values())
        shown = [{**json.loads(wire.received[-1])["table"], "now": 0, "spectators": 0} for wire in wires]
        if mirror.over:
            assert shown == [shown[0]] * len(shown)  # the table is the same for everybody
    assert hidden or game != "jaws"


def has_chosen(seat: str, update: Json) -> bool:
    return not update["table"]["seats"][SWIMMERS.index(seat)]["to_act"]


def test_a_chosen_card_is_nowhere_until_it_is_shown(server: Server) -> None:
    """Get Bit!: the spectator's bytes hold no card, and the others' no choice, until all are shown."""
    ann, ben = Guest(server.url, "Ann"), Guest(server.url, "Ben")
    table = ann.new_table(players=4, sit=SWIMMERS[:3])
    ben.command(table, "sit", seat="swimmer 4")
    ann.command(table, "start")
    spectator = Guest(server.url, "Spencer")
    with ben.live(table) as bens, spectator.live(table) as spencers:
        bens.receive()
        spencers.receive()
        for seat, card in zip(SWIMMERS[:3], (5, 4, 3), strict=True):
            ann.act(table, seat, f"card {card}")
            for live in (bens, spencers):
                update = live.until(partial(has_chosen, seat))
                for swimmer in update["eyes"][0]["view"]["swimmers"]:
                    assert swimmer["chosen"] is None
                assert all("a 5" not in line["text"] for line in update["eyes"][0]["heard"])
        assert all("card " not in json.dumps(update["eyes"]) for update in spencers.updates)
        path = f"/api/tables/{table}"
        for answer in (ben.client.get(f"{path}/beliefs"), spectator.client.get(f"{path}/beliefs")):
            hands = answer.json()["beliefs"]["hands"]
            assert all(len(hand) == 5 for hand in hands.values())
        ben.act(table, "swimmer 4", "card 2")
        shown = spencers.until(lambda update: update["eyes"][0]["view"]["round"] == 2)
        assert any("5" in line["text"] for line in shown["eyes"][0]["heard"])


def hidden_decision(match: Match) -> str | None:
    """Something the shark can do now, and take back, without the crew's noticing."""
    for action in match.legal("shark"):
        again = Match.from_text(match.text())
        again.play("shark", action)
        if known(again, "crew") == known(match, "crew") and again.can_undo("shark"):
            return action
    return None


def test_a_bots_stream_goes_on_breathing_whatever_others_hide(server: Server) -> None:
    """Every second has its line, though the shark goes on deciding in secret all the while."""
    ready(server, "jaws")
    shark = Guest(server.url, "Sharon")
    token = shark.client.post("/api/tokens", json={"name": "Deep Crew"}).json()["token"]
    bot = httpx.Client(
        base_url=server.url, headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE, trust_env=False
    )
    table = shark.new_table("jaws", players=2, sit=["shark"])
    for seat in ("quint", "brody", "hooper"):
        command = {"type": "sit", "id": seat, "seat": seat}
        assert bot.post(f"/api/tables/{table}/commands", json=command).status_code == 200
    shark.command(table, "start")
    mirror = Match("jaws", 2, {}, seed_of(server, table))
    alive: list[float] = []  # in the server's time
    stop = threading.Event()

    def listen() -> None:
        with suppress(httpx.HTTPError), bot.stream("GET", "/api/bot/stream") as stream:
            for line in stream.iter_lines():
                if (said := json.loads(line))["type"] == "alive":
                    alive.append(said["now"])
                if stop.is_set():
                    return

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    rng = random.Random(1)
    while (action := hidden_decision(mirror)) is None:
        seat = rng.choice(mirror.to_act)
        chosen = rng.choice(mirror.legal(seat))
        who = shark.client if seat == "shark" else bot
        command = {"type": "act", "id": f"step.{len(mirror.history)}", "seat": seat, "action": chosen}
        assert who.post(f"/api/tables/{table}/commands", json=command).status_code == 200
        mirror.play(seat, chosen)
    began = time.time()
    while sum(at > began for at in alive) < 3:
        assert time.time() < began + PATIENCE
        shark.act(table, "shark", action)
        shark.command(table, "undo", seat="shark")
    stop.set()
    listener.join(PATIENCE)
