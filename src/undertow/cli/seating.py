"""Who sits where in a terminal match: from options, from a menu, or from a match that was left."""

from __future__ import annotations

import shlex
from pathlib import Path

from rich.prompt import IntPrompt, Prompt
from rich.text import Text

from undertow.bots import levels_of, plan_of
from undertow.cli import show
from undertow.cli.play import BOT, autosave_path
from undertow.core.chance import commitment, fresh_seed
from undertow.core.errors import UndertowError, UnknownName
from undertow.core.game import Game, Setup
from undertow.core.match import Match


def seated(setup: Setup, people: int, bots: str, names: str, seed: str | None, mix: bool, sides: str = "") -> Match:
    """A new match, with everybody in their seats."""
    taken, named = who_sits_where(setup, people, bots, names, sides)
    _set_aside()
    show.screen.print(Text(who_is_who(setup, taken, people)), soft_wrap=True)
    secret = fresh_seed() if seed is None else seed
    show.screen.print(Text(f"The dice are sealed: {commitment(secret)}", "dim"), soft_wrap=True)
    words = {side: Prompt.ask(f"{side}, a word to mix in") for side in taken} if mix else {}
    return Match(setup.game, setup.players, setup.settings, secret, words=words, names=named)


def who_sits_where(
    setup: Setup, people: int, bots: str, names: str = "", sides: str = ""
) -> tuple[list[str], dict[str, str]]:
    """The sides or seats that people have, and what each seat is called.

    People have whole sides, the first ones, if they do not ask for seats; bots have the other seats.
    """
    taken = _sides_of_people(setup, people, sides)
    called = [name.strip() for name in names.split(",") if name.strip()]
    there = max(people, len(taken)) if taken else 0
    if len(called) > there:
        raise UndertowError(f"{len(called)} names for {there} people; add --people {len(called)}.")
    if any(BOT.fullmatch(name) for name in called):
        raise UndertowError("a name that ends in 'bot' is for bots; please choose another.")
    return taken, _people_names(setup, taken, called) | _bot_names(setup, taken, bots.split(","))


def _sides_of_people(setup: Setup, people: int, sides: str) -> list[str]:
    all_sides = list(dict.fromkeys(setup.sides))
    chosen = [side.strip() for side in sides.split(",") if side.strip()]
    for side in chosen:
        if side not in (*all_sides, *setup.seats):
            raise UnknownName("side", side, dict.fromkeys((*all_sides, *setup.seats)))
    if people > setup.players:
        raise UndertowError(f"{people} people do not fit: this table is for {setup.players}; change --players.")
    return chosen or all_sides[:people]  # where a side is several players, more people than sides share the last one


def _seats_of(setup: Setup, side: str) -> list[str]:
    """The seats of a side; a seat may stand for itself."""
    return [seat for seat, owner in zip(setup.seats, setup.sides, strict=True) if owner == side] or [side]


def who_is_who(setup: Setup, taken: list[str], people: int) -> str:
    """What the people play, and how to play something else."""
    if not taken:
        return "Only bots play."
    *but_last, last = [_told(setup, side) for side in taken]
    who = f"{', '.join(but_last)} and {last}" if but_last else last
    playing = {side for seat, side in zip(setup.seats, setup.sides, strict=True) if seat in taken or side in taken}
    others = [side for side in dict.fromkeys(setup.sides) if side not in playing]
    how = f" To play another side: --seats {shlex.quote(others[0])}" if others else ""
    return f"{'You are' if people < 2 else 'The people are'} {who}.{how}"


def _told(setup: Setup, side: str) -> str:
    """`the shark`, `swimmer 3`, `player 1 (swimmer 1, swimmer 2)`; a seat of a side by its own name, `Quint`."""
    if side not in setup.sides:
        return side.capitalize()
    seats = _seats_of(setup, side)
    return (side if side[-1].isdigit() else f"the {side}") + ("" if seats == [side] else f" ({', '.join(seats)})")


def _people_names(setup: Setup, taken: list[str], called: list[str]) -> dict[str, str]:
    """A person's name for their seat; numbered where they have several. More people than sides share the last side."""
    named = {}
    for place, side in enumerate(taken):
        sharing = called[place : place + 1] if place < len(taken) - 1 else called[place:]
        seats = _seats_of(setup, side)
        for number, seat in enumerate(seats if sharing else []):
            turn, person = divmod(number, len(sharing))
            alone = len(sharing) + person >= len(seats)
            named[seat] = sharing[person] if alone else f"{sharing[person]} {turn + 1}"
    return named


def _bot_names(setup: Setup, taken: list[str], bots: list[str]) -> dict[str, str]:
    """A bot for each seat that nobody has; several named bots take the seats in turn."""
    free = [seat for seat in setup.seats if not any(seat in _seats_of(setup, side) for side in taken)]
    named = {}
    for number, seat in enumerate(free):
        bot = bots[number % len(bots)]
        plan_of(setup.game, bot)
        named[seat] = _bot_name(bot, number, len(free))
    return named


def _bot_name(bot: str, number: int, bots: int) -> str:
    """`Hard bot`, or `Hard bot 2` where there are several to tell apart."""
    return f"{bot.capitalize()} bot" + (f" {number + 1}" if bots > 1 else "")


def _set_aside() -> None:
    """A match that was left stays where it can be found when a new one begins."""
    left = autosave_path()
    if not left.exists():
        return
    number = 1
    while (aside := left.with_name(f"left-{number}.match")).exists():
        number += 1
    left.rename(aside)
    show.screen.print(Text(f"The match you left is kept: undertow play --load {aside}", "dim"), soft_wrap=True)


def taken_up(load: Path | None) -> Match:
    """A match that was saved or left."""
    path = load or autosave_path()
    if load is None and not path.exists():
        raise UndertowError("there is no match to continue; start one with: undertow play GAME.")
    return Match.load(path)


def from_menu() -> Match:
    """Ask for everything, with an answer ready for each question."""
    games = show.loaded()
    show.screen.print(Text("\n  U N D E R T O W\n", f"bold {show.SEA}"))
    if (
        autosave_path().exists()
        and Prompt.ask("Continue the match you left?", choices=["yes", "no"], default="yes") == "yes"
    ):
        return taken_up(None)
    for number, game in enumerate(games, start=1):
        show.screen.print(Text(f"  {number}  {game.title}", "bold"), Text(f"     {game.summary}\n", "dim"), sep="\n")
    number = IntPrompt.ask("Which game?", choices=[str(i) for i in range(1, len(games) + 1)], default=1)
    game = games[number - 1]
    players = IntPrompt.ask("How many players?", choices=[str(n) for n in game.players], default=_usual(game))
    setup = game.set_up(players, _options_for(game, players))
    sides = list(dict.fromkeys(setup.sides))
    people = IntPrompt.ask("How many of them are people?", choices=[str(n) for n in range(players + 1)], default=1)
    side = Prompt.ask("Who are you?", choices=sides, default=sides[-1]) if people == 1 and game.hidden else ""
    level = "medium"
    if people < len(sides):
        level = Prompt.ask("How good are the bots?", choices=list(levels_of(game)), default="medium")
    show.screen.print(Text("Type a number or a word; type help to see what else you can type.\n", "dim"))
    return seated(setup, people, level, "", None, False, side)


def _usual(game: Game) -> int:
    """A number of players that makes a good evening: the middle."""
    return game.players[len(game.players) // 2]


def _options_for(game: Game, players: int) -> dict[str, bool]:
    """Yes-or-no options worth asking about; one that this number of players needs, or cannot have, is not asked."""
    chosen: dict[str, bool] = {}
    for entry in game.entries.values():
        if not isinstance(entry.value, bool) or "." in entry.key or not entry.ask:
            continue
        possible = [yes for yes in (False, True) if players in game.players_with({**chosen, entry.key: yes})]
        if len(possible) == 2:
            answer = Prompt.ask(f"{entry.about[0].upper()}{entry.about[1:]}?", choices=["yes", "no"], default="no")
            possible = [answer == "yes"]
        chosen[entry.key] = possible[0]
    return {key: value for key, value in chosen.items() if value != game.entries[key].value}
