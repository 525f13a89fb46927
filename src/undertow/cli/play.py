"""A match in the terminal: people at one keyboard, bots in the other seats."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from hashlib import sha256
from itertools import count
from pathlib import Path
from tempfile import gettempdir
from typing import IO

from rich.console import Group
from rich.panel import Panel
from rich.text import Text

from undertow.bots import Bot, Knowledge, best_level, make_bot, make_light_bot
from undertow.cli import show
from undertow.cli.compiling import Compiling
from undertow.cli.keys import COMMANDS, QUIT, SHORT, chosen, ends_in, matching, menu
from undertow.core.actions import Offer
from undertow.core.errors import UndertowError
from undertow.core.match import Match
from undertow.core.records import CHANCE
from undertow.settings import data_folder

try:
    import fcntl
except ImportError:  # not on every system
    fcntl = None  # type: ignore[assignment]

BOT = re.compile(r"(.+) bot(?: \d+)?")  # how a bot's seat is named: "Hard bot", "Hard bot 2"
PAUSE = 0.6  # seconds to read what a bot did
FORGET_SCROLLBACK = "\x1b[3J"  # what the person before typed is not there to scroll back to
SHORTCUTS = Text("\n o odds   h hint   u undo   ? help   q leave", "dim")
LAST_LINES = 5  # of the log, told again when a match is taken up


class Leave(Exception):
    """Somebody gets up from the table."""


def autosave_path() -> Path:
    """Where a match is kept while it is played; `undertow play --resume` takes it up again.

    Terminals that play at the same time each have a file of their own.
    """
    folder = data_folder()
    names = (f"running-{number}.match" if number > 1 else "running.match" for number in count(1))
    return next(folder / name for name in names if _is_ours(folder / name))


_ours: dict[Path, IO[str]] = {}


def lock_path(path: Path) -> Path:
    return Path(gettempdir()) / f"undertow-{sha256(str(path).encode()).hexdigest()[:16]}.lock"


def _is_ours(path: Path) -> bool:
    """Whether no other terminal keeps its match there; from now on, and until it ends, this one may."""
    if path in _ours or fcntl is None:
        return True
    try:
        lock = lock_path(path).open("w")
    except OSError:
        return True  # where nothing can be written nobody can be warned either
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        return False
    _ours[path] = lock
    return True


class TerminalTable:
    """One match with its people, bots and screen."""

    def __init__(
        self,
        match: Match,
        ask: Callable[[str], str] | None = None,
        keep: Path | None = None,
        compiling: Compiling | None = None,
    ) -> None:
        self.match = match
        self._compiling = compiling or Compiling()
        self.keep = keep or autosave_path()
        bots = {seat: BOT.fullmatch(name) for seat, name in zip(match.seats, match.names, strict=True)}
        self.bots = {seat: bot[1].lower() for seat, bot in bots.items() if bot}  # what each is called
        self.people = [seat for seat in match.seats if seat not in self.bots]
        self._made: dict[tuple[str, bool], Bot] = {}
        begun = any(ply.seat != CHANCE for ply in match.history)
        self._told = max(0, len(match.log(self._eyes())) - LAST_LINES) if begun else 0
        self._kept = not match.over
        self._in_front = ""  # the side that has the screen, where that matters
        self._ask = ask or (lambda prompt: show.screen.input(prompt, markup=False))
        self._pause = PAUSE if show.screen.is_terminal else 0.0

    def _bot(self, seat: str) -> Bot:
        """The bot of a seat; a lighter one until the rules are compiled."""
        light = not self._compiling.done
        if (seat, light) not in self._made:
            make = make_light_bot if light else make_bot
            self._made[seat, light] = make(self.match.setup, self.bots[seat], self.match.setup.seat(seat) + 1)
        return self._made[seat, light]

    def _eyes(self) -> str:
        """Whose eyes the screen shows: the person who acts, or the only person, or a spectator."""
        acting = [seat for seat in self.match.to_act if seat in self.people]
        if acting:
            return acting[0]
        return self.people[0] if len(self.people) == 1 else "spectator"

    def run(self) -> None:
        """Play until it is over or somebody leaves; every decision is kept on disk first."""
        try:
            while not self.match.over:
                self._keep()
                seat = self._next_seat()
                if seat in self.bots:
                    self._bot_acts(seat)
                else:
                    self._person_acts(seat)
        except (Leave, EOFError, KeyboardInterrupt):
            self._keep()
            if self._kept:
                how = "--resume" if self.keep.name == "running.match" else f"--load {self.keep}"
                told = f"\nThe match is kept. Continue it with: undertow play {how}   ({self.keep})"
                show.screen.print(Text(told), soft_wrap=True)
            return
        self._show_end()

    def _next_seat(self) -> str:
        """Bots decide first, but what a side decides together its people decide."""
        asked = self.match.to_act
        first = [seat for seat in asked if (seat in self.people) == self.match.joint]
        return (first or asked)[0]

    def _keep(self) -> None:
        """Write the match down; where that is impossible say so once and play on."""
        if not self._kept:
            return
        try:
            self.keep.parent.mkdir(parents=True, exist_ok=True)
            self.match.save(self.keep)
        except OSError as error:
            self._kept = False
            show.errors.print(Text(f"The match cannot be kept in {self.keep}: {error.strerror}."), soft_wrap=True)

    # What happens ----------------------------------------------------------------------------------------------------

    def _tell(self) -> None:
        """Everything that happened since the screen last spoke."""
        log = self.match.log(self._eyes())
        self._compiling.tell()
        for line in log[self._told :]:
            show.screen.print(Text("  " + line))
            time.sleep(self._pause / 3)
        self._told = len(log)

    def _bot_acts(self, seat: str) -> None:
        """A bot decides. What it chose may be a secret: the screen learns of it from the log, like everybody."""
        self._tell()
        match = self.match
        knowledge = Knowledge(match.position, match.setup.seat(seat))
        choice = self._bot(seat).choose(knowledge)
        match.play(seat, choice.name)
        time.sleep(self._pause)

    def _hand_over(self, seat: str) -> None:
        """Several people and secrets: nobody sees the screen of another."""
        side = self.match.setup.sides[self.match.setup.seat(seat)]
        sides = {self.match.setup.sides[self.match.setup.seat(other)] for other in self.people}
        if not self.match.game.hidden or len(sides) < 2 or side == self._in_front:
            return
        show.screen.clear()
        if show.screen.is_terminal:
            show.screen.file.write(FORGET_SCROLLBACK)
        name = self.match.names[self.match.setup.seat(seat)]
        how = "Press Enter when nobody else is looking, or type quit to leave. "
        typed = self._ask(f"{name}, the screen is yours alone. {how}").strip()
        if SHORT.get(typed, typed) in QUIT:
            raise Leave
        self._in_front = side
        self._told = max(0, len(self.match.log(seat)) - LAST_LINES)

    def _person_acts(self, seat: str) -> None:
        self._hand_over(seat)
        self._tell()
        match = self.match
        index = match.setup.seat(seat)
        title = f"{match.game.title}   {match.names[index]}"
        drawn = show.board(match.game, match.view(seat), match.names, index)
        offers = menu(match.offered(seat))
        asked = Text(f"\n{match.prompt(seat)}", "bold")
        show.screen.print(
            Panel(Group(drawn, asked, *offers, SHORTCUTS), title=Text(title), border_style=show.SEA, expand=False)
        )
        self._answer(seat)

    def _answer(self, seat: str) -> None:
        """Ask until an action is taken; everything else is answered on the way."""
        while True:
            typed = self._ask("> ").strip()
            try:
                offer = chosen(typed, self.match.offered(seat))
                if offer is not None and self._is_sure(offer):
                    self.match.play(seat, offer.action)
                    return
                if offer is not None:
                    continue
                if self._command(seat, typed):
                    return
            except UndertowError as error:
                show.screen.print(Text(str(error), "red"))

    def _is_sure(self, offer: Offer) -> bool:
        """A secret of one's own that is given away for good is asked about once more."""
        if not offer.gives_away:
            return True
        show.screen.print(Text(f"{offer.label}: {offer.gives_away} This cannot be taken back.", "yellow"))
        return self._ask("Do it? (yes or no) ").strip().lower() in ("y", "yes")

    def _command(self, seat: str, typed: str) -> bool:
        """Carry out a word that is no action; true if the board must be shown again."""
        match = self.match
        word, _, rest = typed.partition(" ")
        word = SHORT.get(typed.lower(), word.lower())
        if not word:
            return True
        if word == "odds" and not self._compiling.done:
            raise UndertowError("The odds can be worked out once the rules are compiled, in a minute or so.")
        if word == "odds":
            show.screen.print(show.odds(match.game, match.beliefs(seat)))
        elif word == "hint":
            self._hint(seat)
        elif word == "undo":
            match.undo(self._last_of_side(seat))
            self._told = min(self._told, len(match.log(self._eyes())))
            return True
        elif word == "log":
            show.screen.print("\n".join(match.log(seat)), markup=False)
        elif word == "save":
            if not rest.strip():
                raise UndertowError("save needs a file, for example: save evening.match")
            self._save(Path(rest.strip()))
        elif word in QUIT:
            raise Leave
        elif word == "help":
            self._help(seat)
        else:
            raise UndertowError(self._no_action(seat, typed))
        return False

    def _help(self, seat: str) -> None:
        """The rules of this moment, what cannot be picked and why, and the commands."""
        match = self.match
        lines = [match.help(seat)]
        not_now: dict[str, list[str]] = {}
        for blocked in match.blocked(seat):
            not_now.setdefault(blocked.why, []).append(blocked.action)
        lines += [f" Not now: {', '.join(actions)}. {why}" for why, actions in not_now.items()]
        show.screen.print(Text("\n".join(lines)))
        commands = ", ".join(f"{command} ({what})" for command, what in COMMANDS.items())
        show.screen.print(Text(f"You can also type: {commands}", "dim"))

    def _no_action(self, seat: str, typed: str) -> str:
        """Why this was not understood: it means several things, or what cannot be done now, or nothing."""
        offers = self.match.offered(seat)
        if several := matching(typed.lower(), offers):
            return f"{typed!r} could be: {', '.join(offer.label for offer in several)}."
        if blocked := [other for other in self.match.blocked(seat) if ends_in(other.action, typed.lower())]:
            return f"{blocked[0].action} cannot be chosen now: {blocked[0].why}"
        keys = ", ".join(offer.key for offer in offers)
        return f"{typed!r} is not an action here. Type {keys}, or: {', '.join(COMMANDS)}."

    def _last_of_side(self, seat: str) -> str:
        """Whose decision is meant: one's own, or that of another seat one plays."""
        setup = self.match.setup
        side = setup.sides[setup.seat(seat)]
        mine = [other for other in self.people if setup.sides[setup.seat(other)] == side]
        acted = (setup.seats[ply.seat] for ply in reversed(self.match.history) if ply.seat != CHANCE)
        return next((other for other in acted if other in mine), seat)

    def _hint(self, seat: str) -> None:
        match = self.match
        knowledge = Knowledge(match.position, match.setup.seat(seat))
        make = make_bot if self._compiling.done else make_light_bot
        level = best_level(match.game)
        choice = make(match.setup, level, 99).choose(knowledge)
        why = choice.told(lambda name: match.label(seat, name))
        show.screen.print(Text(f"The {level} bot would choose: {match.label(seat, choice.name)} ({why})."))

    def _save(self, path: Path) -> None:
        try:
            path = path.expanduser()
            self.match.save(path)
        except (OSError, RuntimeError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise UndertowError(f"cannot save to {str(path)!r}: {why}.") from error
        show.screen.print(f"Saved. Continue it with: undertow play --load {path}", markup=False)

    def _show_end(self) -> None:
        self._tell()
        match = self.match
        drawn = show.board(match.game, match.view(match.viewers[0]), match.names)  # now nothing is secret
        proof = Text(f"\nThe dice were sealed by {match.commitment[:16]}..., the seed was {match.seed}.", "dim")
        show.screen.print(
            Panel(Group(drawn, Text(f"\n{match.result}", "bold"), proof), border_style=show.SEA, expand=False)
        )
        if not self._kept:
            return
        last = self.keep.with_name("last.match")
        self.match.save(last)
        self.keep.unlink(missing_ok=True)
        show.screen.print(
            f"Watch it again: undertow replay {last}   Check the dice: undertow verify {last}", markup=False
        )
