"""A match in the terminal: people at one keyboard, bots in the other seats."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from hashlib import sha256
from itertools import count, groupby
from pathlib import Path
from string import ascii_lowercase
from tempfile import gettempdir
from typing import IO

import platformdirs
from rich.console import Group
from rich.panel import Panel
from rich.text import Text

from undertow.bots import Bot, Knowledge, make_bot
from undertow.cli import show
from undertow.core.errors import UndertowError
from undertow.core.match import Match
from undertow.core.records import CHANCE

try:
    import fcntl
except ImportError:  # not on every system
    fcntl = None  # type: ignore[assignment]

BOT = re.compile(r"(.+) bot(?: \d+)?")  # how a bot's seat is named: "Hard bot", "Hard bot 2"
PAUSE = 0.6  # seconds to read what a bot did
LONG = 5  # actions of one kind that are worth a line of their own
NUMBER = re.compile("[0-9]+")
FORGET_SCROLLBACK = "\x1b[3J"  # what the person before typed is not there to scroll back to
QUIT = ("quit", "exit", "q")
LAST_LINES = 5  # of the log, told again when a match is taken up
COMMANDS = {
    "odds": "what may happen",
    "hint": "what the hard bot would do, and why",
    "help": "the rules of this moment",
    "undo": "take back your last decision",
    "log": "the match so far",
    "save FILE": "keep the match",
    "quit": "leave; the match is kept",
}


class Leave(Exception):
    """Somebody gets up from the table."""


def autosave_path() -> Path:
    """Where a match is kept while it is played; `undertow play --resume` takes it up again.

    Terminals that play at the same time each have a file of their own.
    """
    folder = Path(platformdirs.user_data_dir("undertow"))
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

    def __init__(self, match: Match, ask: Callable[[str], str] | None = None, keep: Path | None = None) -> None:
        self.match = match
        self.keep = keep or autosave_path()
        self.bots = {seat: self._bot(seat, name) for seat, name in zip(match.seats, match.names, strict=True)}
        self.people = [seat for seat, bot in self.bots.items() if bot is None]
        begun = any(ply.seat != CHANCE for ply in match.history)
        self._told = max(0, len(match.log(self._eyes())) - LAST_LINES) if begun else 0
        self._kept = not match.over
        self._in_front = ""  # the side that has the screen, where that matters
        self._ask = ask or (lambda prompt: show.screen.input(prompt, markup=False))
        self._pause = PAUSE if show.screen.is_terminal else 0.0

    def _bot(self, seat: str, name: str) -> Bot | None:
        bot = BOT.fullmatch(name)
        return make_bot(self.match.setup, bot[1].lower(), self.match.setup.seat(seat) + 1) if bot else None

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
                seat = next((seat for seat in self.match.to_act if self.bots[seat]), None) or self.match.to_act[0]
                bot = self.bots[seat]
                if bot:
                    self._bot_acts(seat, bot)
                else:
                    self._person_acts(seat)
        except (Leave, EOFError, KeyboardInterrupt):
            self._keep()
            if self._kept:
                how = "--resume" if self.keep.name == "running.match" else f"--load {self.keep}"
                told = f"\nThe match is kept. Take it up again with: undertow play {how}   ({self.keep})"
                show.screen.print(Text(told), soft_wrap=True)
            return
        self._show_end()

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
        for line in log[self._told :]:
            show.screen.print(Text("  " + line))
            time.sleep(self._pause / 3)
        self._told = len(log)

    def _bot_acts(self, seat: str, bot: Bot) -> None:
        """A bot decides. What it chose may be a secret: the screen learns of it from the log, like everybody."""
        self._tell()
        match = self.match
        knowledge = Knowledge(match.position, match.setup.seat(seat))
        choice = bot.choose(knowledge)
        match.play(seat, next(name for name, action in knowledge.legal.items() if action == choice.action))
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
        if self._ask(f"{name}, the screen is yours alone. Enter when nobody looks, quit to leave. ").strip() in QUIT:
            raise Leave
        self._in_front = side
        self._told = max(0, len(self.match.log(seat)) - LAST_LINES)

    def _person_acts(self, seat: str) -> None:
        self._hand_over(seat)
        self._tell()
        match = self.match
        index = match.setup.seat(seat)
        legal = match.legal(seat)
        title = f"{match.game.title}   {match.names[index]}"
        drawn = show.board(match.game, match.view(seat), match.names, index)
        offers = menu({key: match.label(seat, action) for key, action in keys(legal).items()})
        asked = Text(f"\n{match.prompt(seat)}", "bold")
        show.screen.print(Panel(Group(drawn, asked, *offers), title=Text(title), border_style=show.SEA, expand=False))
        self._answer(seat, legal)

    def _answer(self, seat: str, legal: list[str]) -> None:
        """Ask until an action is taken; everything else is answered on the way."""
        while True:
            typed = self._ask("> ").strip()
            try:
                action = chosen(typed, {name: self.match.label(seat, name) for name in legal})
                if action is not None:
                    self.match.play(seat, action)
                    return
                if self._command(seat, typed):
                    return
            except UndertowError as error:
                show.screen.print(Text(str(error), "red"))

    def _command(self, seat: str, typed: str) -> bool:
        """Carry out a word that is no action; true if the board must be shown again."""
        match = self.match
        word, _, rest = typed.partition(" ")
        word = word.lower()
        if not word:
            return True
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
        elif word in ("help", "?"):
            show.screen.print(Text(match.help(seat)))
            show.screen.print(
                Text("You can also type: " + ", ".join(f"{c} ({what})" for c, what in COMMANDS.items()), "dim")
            )
        else:
            labels = {name: match.label(seat, name) for name in match.legal(seat)}
            several = matching(typed.lower(), labels)
            if several:
                raise UndertowError(f"{typed!r} could be: {', '.join(labels[name] for name in several)}.")
            raise UndertowError(
                f"{typed!r} is no action here. Type {', '.join(keys(list(labels)))}, or: {', '.join(COMMANDS)}."
            )
        return False

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
        choice = make_bot(match.setup, "hard", 99).choose(knowledge)
        name = next(name for name, action in knowledge.legal.items() if action == choice.action)
        show.screen.print(Text(f"The hard bot would choose: {match.label(seat, name)} ({choice.why})."))

    def _save(self, path: Path) -> None:
        try:
            path = path.expanduser()
            self.match.save(path)
        except (OSError, RuntimeError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise UndertowError(f"cannot save to {str(path)!r}: {why}.") from error
        show.screen.print(f"Saved. Go on with it by: undertow play --load {path}", markup=False)

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
            f"Look at it again: undertow replay {last}   Check the dice: undertow verify {last}", markup=False
        )


def keys(legal: list[str]) -> dict[str, str]:
    """What to type for each action.

    The number in its name where all have one (a card's); letters where some end in a number of their own, like a space
    of a board, which then means that space; else their places.
    """
    ends = [last_word(name) for name in legal]
    if not any(NUMBER.fullmatch(end) for end in ends):
        return {str(place): name for place, name in enumerate(legal, start=1)}
    if len(legal) > 1 and all(NUMBER.fullmatch(end) for end in ends) and len(set(ends)) == len(legal):
        return dict(zip(ends, legal, strict=True))
    letters = [letter for letter in ascii_lowercase if letter not in ends and letter not in QUIT]
    names = [*letters, *(first + second for first in letters for second in letters)]
    return dict(zip(names, legal, strict=False))


def menu(labels: dict[str, str]) -> list[Text]:
    """A line for each action; many that differ in their last word only share one."""
    lines = []
    for start, group in groupby(labels.items(), key=lambda offer: offer[1].rpartition(" ")[0]):
        offers = list(group)
        if len(offers) < LONG:
            lines += [Text(f" {key}  {label}") for key, label in offers]
        else:
            lines.append(Text(f" {start}  " + "  ".join(f"{key}:{label.rpartition(' ')[2]}" for key, label in offers)))
    return lines


def last_word(name: str) -> str:
    return name.rpartition(" ")[2].lower()


def chosen(typed: str, labels: dict[str, str]) -> str | None:
    """The action a person means: its key, its name, what its button says, or an unmistakable part of that."""
    by_key = keys(list(labels))
    if typed in by_key:
        return by_key[typed]
    said = typed.lower()
    exact = [name for name, label in labels.items() if said in (name.lower(), label.lower())]
    if exact or not said or said.split(" ")[0] in {command.split(" ")[0] for command in COMMANDS}:
        return exact[0] if len(exact) == 1 else None
    meant = matching(said, labels)
    return meant[0] if len(meant) == 1 else None


def matching(said: str, labels: dict[str, str]) -> list[str]:
    """Actions that end in this word; if none does, those that begin like it."""
    ending = [name for name in labels if last_word(name) == said]
    begun = [name for name, label in labels.items() if name.lower().startswith(said) or label.lower().startswith(said)]
    return ending or begun
