"""Who sits where in a terminal match: from options, from a menu, or from a match that was left."""

from __future__ import annotations

from pathlib import Path

from rich.prompt import IntPrompt, Prompt
from rich.text import Text

from undertow.bots import levels_of, plan_of
from undertow.cli import show
from undertow.cli.play import BOT, autosave_path
from undertow.core.chance import commitment, fresh_seed
from undertow.core.errors import UndertowError
from undertow.core.game import Setup, find_game, game_names
from undertow.core.match import Match


def seated(setup: Setup, people: int, bots: str, names: str, seed: str | None, mix: bool) -> Match:
    """A new match: people first, bots in the other seats."""
    seats = setup.seats
    if people > len(seats):
        raise UndertowError(f"{people} people do not fit: this table has {len(seats)} seats; add --players {people}.")
    called = [name.strip() for name in names.split(",") if name.strip()]
    if len(called) > people:
        raise UndertowError(f"{len(called)} names for {people} people; add --people {len(called)}.")
    if any(BOT.fullmatch(name) for name in called):
        raise UndertowError("a name that ends in 'bot' is for bots; please choose another.")
    named = dict(zip(seats, called, strict=False))
    others = bots.split(",")
    for number, seat in enumerate(seats[people:]):
        bot = others[number % len(others)]
        plan_of(setup.game, bot)
        named[seat] = _bot_name(bot, number, len(seats) - people)
    secret = fresh_seed() if seed is None else seed
    show.screen.print(Text(f"The dice are sealed: {commitment(secret)}", "dim"))
    words = {seat: Prompt.ask(f"{named.get(seat, seat)}, a word to mix in") for seat in seats[:people]} if mix else {}
    return Match(setup.game, setup.players, setup.settings, secret, words=words, names=named)


def _bot_name(bot: str, number: int, bots: int) -> str:
    """`Hard bot`, or `Hard bot 2` where there are several to tell apart."""
    return f"{bot.capitalize()} bot" + (f" {number + 1}" if bots > 1 else "")


def taken_up(load: Path | None) -> Match:
    """A match that was saved or left."""
    path = load or autosave_path()
    if load is None and not path.exists():
        raise UndertowError("no match was left to go on with; start one with: undertow play GAME.")
    return Match.load(path)


def from_menu() -> Match:
    """Ask for everything, with an answer ready for each question."""
    names = game_names()
    show.screen.print(Text("\n  U N D E R T O W\n", f"bold {show.SEA}"))
    if (
        autosave_path().exists()
        and Prompt.ask("Go on with the match you left?", choices=["yes", "no"], default="yes") == "yes"
    ):
        return taken_up(None)
    for number, name in enumerate(names, start=1):
        game = find_game(name)
        show.screen.print(Text(f"  {number}  {game.title}", "bold"), Text(f"     {game.summary}\n", "dim"), sep="\n")
    number = IntPrompt.ask("Which game?", choices=[str(i) for i in range(1, len(names) + 1)], default=1)
    game = find_game(names[number - 1])
    players = IntPrompt.ask("How many players?", choices=[str(n) for n in game.players], default=game.players[0])
    people = IntPrompt.ask("How many of them are people?", choices=[str(n) for n in range(players + 1)], default=1)
    level = "medium"
    if people < players:
        level = Prompt.ask("How good are the bots?", choices=list(levels_of(game)), default="medium")
    show.screen.print(Text("Type a number or a word; help tells what else you can type.\n", "dim"))
    return seated(game.set_up(players), people, level, "", None, False)
