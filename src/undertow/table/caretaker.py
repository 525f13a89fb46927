"""Who looks after a table although nobody comes: bots take their turns, clocks run out, listeners hear of the end.

Time is part of what people are told. What a bot does in secret takes no time, and what it shows it shows a whole number
of pauses after it was asked: neither how often it decided nor how long it thought can be read off the clock.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterable
from math import ceil

import msgspec

from undertow.bots import best_level
from undertow.core.errors import UndertowError
from undertow.core.game import Setup
from undertow.core.match import Match
from undertow.table import clock
from undertow.table.asking import asked_now
from undertow.table.decide import STAND_IN, Refused
from undertow.table.endings import Endings
from undertow.table.entries import Entry
from undertow.table.room import Room
from undertow.table.table import EVERYBODY, TALKATIVE, Table
from undertow.table.tallies import TALLY
from undertow.table.tasks import Tasks
from undertow.table.thinkers import BUDGET, Thinkers
from undertow.table.thinking import Run, Task, Thought, moment_of, task_for
from undertow.table.worker import Died, Overran
from undertow.table.writer import Decision, Writer, log

GONE = 30.0  # seconds after which nobody is thought to come back at once
GRACE = 30.0  # seconds after the server opens before anybody is late: people have to find back first


class Caretaker:
    """Bots and clocks of all rooms."""

    def __init__(self, thinkers: Thinkers, writer: Writer, endings: Endings, tasks: Tasks, bot_pause: float) -> None:
        self._thinkers = thinkers
        self._writer = writer
        self._endings = endings
        self._tasks = tasks
        self._bot_pause = bot_pause
        self._opened = time.monotonic()

    def look_after(self, room: Room) -> None:
        """The table is not as it was: let bots think whose turn it is, and set the alarm for the next deadline."""
        if self._tasks.closed or room.broken:
            return
        if room.table.status == "over":
            self._endings.look()
        standing = room.table.stood or room.table.standing()
        asked = room.table.bots_asked() if standing.wake == 0.0 else []
        room.slots = {seat: began for seat, began in room.slots.items() if seat in asked}
        for seat in asked:
            if seat not in room.thinking:
                room.thinking.add(seat)
                self._tasks.spawn(self._bot_turn(room, seat))
        self._set_alarm(room, standing.wake or room.table.next_deadline())

    # Clocks ----------------------------------------------------------------------------------------------------------

    def _set_alarm(self, room: Room, deadline: float | None) -> None:
        if deadline == room.alarm_for:
            return
        room.silence()
        room.alarm_for = deadline
        if deadline is not None:
            wait = max(0.0, deadline - clock.now(), self._opened + GRACE - time.monotonic())
            room.alarm = asyncio.get_running_loop().call_later(wait, self._ring, room)

    def _ring(self, room: Room) -> None:
        room.alarm_for = None
        self._tasks.spawn(self._wake_up_call(room))

    async def _wake_up_call(self, room: Room) -> None:
        await self._writer.submit(room, whoever_is_late)

    async def sound_out(self, setup: Setup, levels: Iterable[str], person: str) -> None:
        """Refuse bots that would take too long to think with these house rules: each of them has to try."""
        match = await asyncio.to_thread(Match, setup)
        for level in dict.fromkeys(levels):
            run = await self._thinkers.choose(task_for(match, match.to_act[0], level, most=1), person)
            if run.tired:
                raise Refused(
                    f"with these house rules the {level} bot takes more than {BUDGET:g} seconds to decide; "
                    "choose another bot, or rules closer to the box."
                )

    # Questions -------------------------------------------------------------------------------------------------------

    async def hint(self, room: Room, seat: str, person: str) -> Thought:
        """What a strong bot would do; where that takes too long, what a weaker one would."""
        match = room.table.match
        if match is None or seat not in room.table.to_act():
            raise Refused(f"{seat} has nothing to decide now.")
        for level in (best_level(match.game), STAND_IN):
            try:
                run = await self._thinkers.choose(task_for(match, seat, level, most=1), person, room.id)
            except UndertowError:
                raise
            except Exception as error:
                log.warning("no hint at table %s: %r", room.id, error)
                raise Refused("the bot cannot say anything now; try again in a moment.") from error
            if not run.tired:
                return run.thoughts[0]
        raise Refused("with these house rules bots take too long to think; there are no hints.")

    async def odds(self, room: Room, viewer: str, person: str) -> bytes:
        """The probabilities that a viewer may look at, as JSON. They are worked out once for all who know the same.

        What is kept depends on what the viewer knows alone: a decision that others hide must not make it slower.
        """
        match = room.table.match
        assert match is not None
        if match.setup.game.name not in self._thinkers.ready:
            raise Refused("the odds can be worked out once the rules are compiled, in a minute or so.")
        memory = match.position.memories[match.setup.viewer(viewer)].tobytes()
        known = viewer, msgspec.json.encode(match.view(viewer)), memory
        if known not in room.odds:
            room.odds = {one: odds for one, odds in room.odds.items() if one[0] != viewer}
            room.odds[known] = self._tasks.spawn(self._work_out(room, match, viewer, person))
        return await asyncio.shield(room.odds[known])

    async def _work_out(self, room: Room, match: Match, viewer: str, person: str) -> bytes:
        try:
            return await self._thinkers.odds(moment_of(match), viewer, person, room.id)
        except Overran:
            raise Refused("the odds of these house rules take too long to work out.") from None
        except Exception as error:
            room.odds.clear()  # perhaps it works next time
            log.warning("no odds at table %s: %r", room.id, error)
            raise Refused("the odds cannot be worked out now; try again in a moment.") from error

    # Bots ------------------------------------------------------------------------------------------------------------

    async def _bot_turn(self, room: Room, seat: str) -> None:
        """A bot decides for a seat. Whatever else happened meanwhile, the rules have the last word."""
        loop = asyncio.get_running_loop()
        try:
            table, match = room.table, room.table.match
            if match is None or seat not in table.bots_asked():
                return
            began = room.slots.setdefault(seat, loop.time())
            asked, stood, head = asked_now(table, seat), match.state_bytes(), table.head
            run = await self._think(room, task_for(match, seat, table.places[seat].bot or STAND_IN), match)
            if run.shows and (pause := self._pause_of(room)):
                began += pause * max(1, ceil((loop.time() - began) / pause))
                await asyncio.sleep(began - loop.time())
            await self._writer.submit(room, _acting(seat, asked, match, stood, head, run))
            if seat in room.slots:
                room.slots[seat] = began  # of the next pause, if it has more to show
        except UndertowError:
            await asyncio.sleep(0.05)  # the position changed under it: look again
        except Exception:
            log.exception("a bot failed at table %s", room.id)
            await asyncio.sleep(1)
        finally:
            room.thinking.discard(seat)
            self.look_after(room)

    def _pause_of(self, room: Room) -> float:
        """Time for people to read what a bot did; where nobody has been for a while, no pause."""
        gone = not room.connections and time.monotonic() - room.left > GONE
        return 0.0 if gone else self._bot_pause

    async def _think(self, room: Room, task: Task, match: Match) -> Run:
        began = time.monotonic()
        try:
            return await self._thinkers.choose(task, room.table.founding.host, room.id)
        except Died:
            action = random.choice(match.legal(task.seat) or [""])  # nothing is asked if somebody was faster
            return Run([Thought(action, action, "its process ended")], True)
        finally:
            TALLY.bots.add(time.monotonic() - began)


def _acting(seat: str, asked: str, match: Match, stood: bytes, head: int, run: Run) -> Decision:
    """What a bot decided, as entries: all of it where nothing happened meanwhile, else its answer to what it was asked,
    if that is still asked."""
    id = f"bot.{head}.{seat.replace(' ', '.')}"

    def act(table: Table, now: float) -> list[Entry]:
        if id in table.done or seat not in table.bots_asked() or asked_now(table, seat) != asked:
            return []  # somebody was faster: it looks again
        same = table.match is match and match.state_bytes() == stood
        decided = [thought.action for thought in run.thoughts] if same else [run.thoughts[0].action]
        entries = [Entry(table.head + 1 + i, "act", now, seat, action) for i, action in enumerate(decided)]
        entries[0] = msgspec.structs.replace(entries[0], command=id)
        if run.tired and (words := _tired(table, seat)):
            entries.append(Entry(table.head + 1 + len(entries), "say", now, seat, words, room=EVERYBODY))
        return entries

    return act


def _tired(table: Table, seat: str) -> str:
    """What the table says, once, of a bot that does not get done with thinking."""
    words = f"{table.name_of(seat)} takes too long to think with these house rules, so it plays at random."
    said = len(table.chat) >= TALKATIVE or any(line.text == words and not line.name for line in table.chat)
    return "" if said else words


def whoever_is_late(table: Table, now: float) -> list[Entry]:
    """A bot plays on for whoever takes too long; whoever does not answer a request does not agree."""
    if table.take_back:
        lapsed = table.take_back.lapses <= now
        return [Entry(table.head + 1, "answer back", now, table.take_back.seat, "no")] if lapsed else []
    late = [seat for seat in table.to_act() if (at := table.deadline(seat)) is not None and at <= now]
    return [Entry(table.head + 1 + i, "away", now, seat) for i, seat in enumerate(late)]
