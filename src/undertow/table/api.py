"""The API: who I am, the games, tables and what can be asked about them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Annotated, Any, cast

import msgspec
from litestar import MediaType, Request, Response, get, post, put
from litestar.datastructures import Cookie
from litestar.params import Parameter

from undertow.bots import levels_of
from undertow.core.errors import OtherRules, UndertowError
from undertow.core.game import Game, find_game, game_names
from undertow.core.match import Match
from undertow.table import clock
from undertow.table import messages as m
from undertow.table.decide import Person, Refused, held, refusal, use_link
from undertow.table.guard import asker_of, limits_of, somebody, too_many, who_asks
from undertow.table.house import House
from undertow.table.links import Damaged
from undertow.table.people import COOKIE, NOBODY, People, name_of_a_bot, name_of_a_person
from undertow.table.replays import Played, Recorded, recorded
from undertow.table.room import Room
from undertow.table.telling import read_cursor, viewers_of

YEAR = 365 * 86400
REFUSED = 409
CursorText = Annotated[str, Parameter(max_length=2000, description="The `cursor` of the last update I have.")]
Ask = Request[Any, Any, Any]


def house_of(request: Any) -> House:
    house: House = request.app.state.house
    return house


def people_of(request: Any) -> People:
    people: People = request.app.state.people
    return people


def _identified(request: Ask, person: Person) -> Response[m.Me]:
    cookie = Cookie(
        COOKIE,
        path="/",
        value=people_of(request).cookie(person),
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return Response(m.Me(person.id, person.name), cookies=[cookie])


# Me -------------------------------------------------------------------------------------------------------------------


def _room_for_a_name(request: Ask) -> None:
    if not limits_of(request).allow_name(asker_of(request)):
        raise too_many("too many new names come from your address; try again in a few minutes.")


def _newcomer(request: Ask) -> Person:
    _room_for_a_name(request)
    return people_of(request).newcomer()


@get("/api/me", tags=["people"])
async def who_am_i(request: Ask) -> Response[m.Me]:
    """My name. Whoever comes without a cookie gets one, and a name to begin with."""
    person = who_asks(request)
    if person.bot:
        return Response(m.Me(person.id, person.name))  # a cookie would let it go on as a person
    return _identified(request, _newcomer(request) if person is NOBODY else person)


@put("/api/me", tags=["people"])
async def rename_me(request: Ask, data: m.Rename) -> Response[m.Me]:
    """Go by another name from now on."""
    person = who_asks(request)
    if person.bot:
        raise Refused("a bot keeps the name of its token; for another name, make another token.")
    name = name_of_a_person(data.name)
    id = _newcomer(request).id if person is NOBODY else person.id
    return _identified(request, Person(id, name))


@post("/api/tokens", tags=["bots"])
async def create_token(request: Ask, data: m.NewToken) -> m.Token:
    """A token for a bot, with a name of its own, which tables show with a mark. The token is shown only once."""
    name = name_of_a_bot(data.name)
    _room_for_a_name(request)
    token, person = await house_of(request).read(people_of(request).new_token, name)
    return m.Token(token, person.id, person.name)


# Games ----------------------------------------------------------------------------------------------------------------


@get("/api/games", tags=["games"])
async def games(request: Ask) -> list[m.GameInfo]:
    """The games that can be played here."""
    house = house_of(request)
    found: list[m.GameInfo] = await house.read(lambda: list(_games(house)))
    return found


def _games(house: House) -> Iterator[m.GameInfo]:
    """Each that can be loaded: a game from elsewhere that is broken must not take the others away."""
    for name in game_names():
        with suppress(Exception):  # the log has it: its rules could not be compiled
            yield _game(house, find_game(name))


def _game(house: House, game: Game) -> m.GameInfo:
    return m.GameInfo(
        name=game.name,
        title=game.title,
        summary=game.summary,
        minutes=game.minutes,
        players=list(game.players),
        usual_players=game.players[len(game.players) // 2],
        hidden=game.hidden,
        levels=list(levels_of(game)),
        ready=game.name in house.rules.ready,
    )


def _installed(name: str) -> Any:
    """A game of this server; others cannot be named from outside."""
    if name not in game_names():
        raise Refused(f"there is no game {name!r}; choose from {', '.join(game_names())}.")
    return find_game(name)


@get("/api/games/{game:str}/options", tags=["games"])
async def options(game: str) -> m.GameOptions:
    """Every number and choice of the game's box, with where it comes from: a table may change each of them."""
    entries = _installed(game).entries.values()
    return m.GameOptions(
        [
            m.Option(
                entry.key,
                entry.value,
                entry.about,
                entry.source,
                list(entry.choices) if entry.choices else None,
                list(entry.limits) if entry.limits else None,
            )
            for entry in entries
        ]
    )


@get("/api/games/{game:str}/plan", tags=["games"])
async def plan(
    request: Ask,
    game: str,
    players: Annotated[int | None, Parameter(ge=1, le=12)] = None,
    settings: Annotated[str, Parameter(max_length=20_000, description="House rules as a JSON object.")] = "{}",
) -> m.Plan:
    """The seats a table would have with so many players and these house rules."""
    planned: m.Plan = await house_of(request).read(_plan, game, players, settings)
    return planned


def _plan(game: str, players: int | None, settings: str) -> m.Plan:
    found = _installed(game)
    chosen = _settings(settings)
    possible = list(found.players_with(chosen))
    setup = found.set_up(players if players is not None else _usual(possible), chosen)
    seats = [m.PlannedSeat(seat, side) for seat, side in zip(setup.seats, setup.sides, strict=True)]
    return m.Plan(setup.players, possible, seats)


def _usual(possible: list[int]) -> int:
    return possible[len(possible) // 2]


def _settings(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise Refused('settings are a JSON object, for example {"target": 50}.')
    return found


@get("/api/games/{game:str}/rules", media_type="text/markdown", tags=["games"])
async def rules(game: str) -> str:
    """The rules as we play them, with sources and rulings."""
    text: str = (_installed(game).folder / "README.md").read_text(encoding="utf-8")
    return text


# Tables ---------------------------------------------------------------------------------------------------------------


@post("/api/tables", tags=["tables"])
async def create_table(request: Ask, data: m.NewTable) -> m.Created:
    """Make a table: the game, house rules, pace, bots, and the seats I take."""
    _installed(data.game)
    person = somebody(who_asks(request))
    if not limits_of(request).allow_table(asker_of(request)):
        raise too_many("too many new tables come from your address; try again in a minute.")
    id = await house_of(request).found(data, person)
    return m.Created(id, f"/t/{id}")


@get("/api/tables", tags=["tables"])
async def list_tables(
    request: Ask,
    which: Annotated[str, Parameter(query="list", pattern="^(open|running|mine)$")] = "open",
) -> m.Tables:
    """Public tables that wait for people (`open`) or are being played (`running`), or those I sit at (`mine`)."""
    house = house_of(request)
    if which == "mine":
        person = who_asks(request)
        return m.Tables([] if person is NOBODY else await house.read(house.storage.of_person, person.id))
    return m.Tables(await house.read(house.storage.listed, "gathering" if which == "open" else "running"))


@get("/api/tables/{table:str}", tags=["tables"])
async def look_at_table(request: Ask, table: str, cursor: CursorText = "") -> Response[m.Update]:
    """Everything I may know about a table now."""
    house = house_of(request)
    room = await house.room(table)
    await room.settle()
    told = room.tell().tell(who_asks(request).id, read_cursor(cursor))
    return Response(told.encoded(clock.now()), media_type=MediaType.JSON)  # type: ignore[arg-type]


@post("/api/tables/{table:str}/commands", status_code=200, tags=["tables"])
async def command(request: Ask, table: str, data: m.Command) -> Response[m.Ack]:
    """Do something at a table. The answer comes when it is durable; the same id again does no harm."""
    house, person = house_of(request), somebody(who_asks(request))
    room = await house.room(table)
    try:
        await house.carry_out(room, data, person)
    except UndertowError as error:
        limits_of(request).count_refused(asker_of(request))
        return Response(refusal(data.id, error), status_code=REFUSED)
    return Response(m.Ack(data.id, True))


# A seat on another device ---------------------------------------------------------------------------------------------


@post("/api/tables/{table:str}/ticket", tags=["tables"])
async def seat_link(request: Ask, table: str, data: m.SeatLink) -> m.SeatTicket:
    """A link to one of my seats. Keep it to yourself: whoever opens it holds the seat."""
    person = somebody(who_asks(request))
    room = await house_of(request).room(table)
    held(room.table, data.seat, person)
    ticket = people_of(request).ticket(table, data.seat, data.kind, person, room.table.places[data.seat].voided)
    return m.SeatTicket(ticket, f"/t/{table}#ticket={ticket}")


@post("/api/tables/{table:str}/ticket/use", status_code=200, tags=["tables"])
async def use_ticket(request: Ask, table: str, data: m.UseTicket) -> m.Ack:
    """Take the seat a link was made for. A link that moves a seat works once."""
    person = somebody(who_asks(request))
    house = house_of(request)
    link = people_of(request).read_ticket(data.ticket, table)
    await house.writer.submit(await house.room(table), lambda table, now: use_link(table, link, person, now))
    return m.Ack(f"ticket.{link.number}", True)


# Questions about a match ----------------------------------------------------------------------------------------------


def _match(room: Room) -> Match:
    if room.table.match is None:
        raise Refused("the match has not begun.")
    return room.table.match


def _viewer(room: Room, person: Person, viewer: str) -> str:
    """The eyes asked for, if they are this person's."""
    mine = viewers_of(room.table, person.id)
    if viewer and viewer not in mine:
        raise Refused(f"you cannot look through the eyes of {viewer!r}; yours: {', '.join(mine)}.")
    return viewer or mine[0]


@post("/api/tables/{table:str}/hint", status_code=200, tags=["tables"])
async def hint(request: Ask, table: str, seat: str) -> m.Hint:
    """What a strong bot would do with my seat, and why."""
    house = house_of(request)
    room = await house.room(table)
    _match(room)
    person = somebody(who_asks(request))
    thought = await house.caretaker.hint(room, held(room.table, seat, person), person.id)
    return m.Hint(thought.action, thought.label, thought.why)


@get("/api/tables/{table:str}/help", tags=["tables"])
async def rules_help(request: Ask, table: str, viewer: str = "") -> m.Help:
    """The rules of this moment."""
    room = await house_of(request).room(table)
    match = _match(room)
    return m.Help(match.help(_viewer(room, who_asks(request), viewer)))


@get("/api/tables/{table:str}/beliefs", tags=["tables"])
async def beliefs(request: Ask, table: str, viewer: str = "") -> Response[m.Beliefs]:
    """The probabilities I may see."""
    house, person = house_of(request), who_asks(request)
    room = await house.room(table)
    await room.settle()
    _match(room)
    odds = await house.caretaker.odds(room, _viewer(room, person, viewer), asker_of(request).name)
    return _ready(m.encode(m.Beliefs(msgspec.Raw(odds))))


# After the end --------------------------------------------------------------------------------------------------------


async def _finished(request: Ask, table: str) -> Played | Recorded:
    """A match to look at again: by the rules, or where today's cannot play it or its log is damaged, from its
    recording."""
    house = house_of(request)
    try:
        room = await house.room(table)
    except (OtherRules, Damaged):
        if found := await house.read(recorded, house.storage, table):
            return cast("Recorded", found)
        raise
    return Played(room.table, room.presence)


def _ready(encoded: bytes) -> Response[Any]:
    return Response(encoded, media_type=MediaType.JSON)


async def _packed(request: Ask, made: Callable[[], bytes]) -> Response[Any]:
    """Something long, made and compressed in a thread. Only where nothing is hidden any more: how well a view
    compresses could tell of its secrets."""
    packs = "gzip" in request.headers.get("accept-encoding", "")
    encoded = await house_of(request).read(lambda: gzip.compress(made(), 6) if packs else made())
    headers = {"vary": "accept-encoding"} | ({"content-encoding": "gzip"} if packs else {})
    return Response(encoded, media_type=MediaType.JSON, headers=headers)


@get("/api/tables/{table:str}/replay", tags=["tables"])
async def replay(request: Ask, table: str) -> Response[m.Replay]:
    """A finished match, step by step, with everything revealed."""
    found = await _finished(request, table)
    return await _packed(request, found.replay)


@get("/api/tables/{table:str}/replay/{ply:int}", tags=["tables"])
async def replay_step(request: Ask, table: str, ply: int) -> Response[m.ReplayViews]:
    """What everybody saw after so many steps of a finished match."""
    found = await _finished(request, table)
    return _ready(await house_of(request).read(found.views, ply))


@get("/api/tables/{table:str}/match", media_type=MediaType.TEXT, tags=["tables"])
async def match_file(request: Ask, table: str) -> Response[str]:
    """A finished match as a file that `undertow verify` checks."""
    found = await _finished(request, table)
    name = f'attachment; filename="{table}.match"'
    return Response(
        await house_of(request).read(found.file), media_type=MediaType.TEXT, headers={"content-disposition": name}
    )


HANDLERS = [
    who_am_i,
    rename_me,
    create_token,
    games,
    options,
    plan,
    rules,
    create_table,
    list_tables,
    look_at_table,
    command,
    seat_link,
    use_ticket,
    hint,
    rules_help,
    beliefs,
    replay,
    replay_step,
    match_file,
]
