"""The `undertow` command."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from undertow.cli import show
from undertow.core.box import read_house_rules, read_setting
from undertow.core.errors import UndertowError
from undertow.core.game import Setup, find_game

app = typer.Typer(
    help="A table for shark games: play, simulate and study them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

GameName = Annotated[str, typer.Argument(help="Which game; `undertow games` lists them.", metavar="GAME")]
Players = Annotated[int | None, typer.Option(help="How many players; the game's fewest if not said.")]
Settings = Annotated[list[str] | None, typer.Option("--set", help="A house rule, key=value; may be repeated.")]
HouseRules = Annotated[Path | None, typer.Option("--house-rules", help="A TOML file of house rules.")]
LOCAL = "127.0.0.1"
Seed = Annotated[int, typer.Option(help="The same seed gives the same matches.", min=0, max=2**62 - 1)]


def set_up(name: str, players: int | None, settings: list[str] | None, house_rules: Path | None) -> Setup:
    game = find_game(name)
    chosen: dict[str, Any] = read_house_rules(house_rules, game.entries) if house_rules else {}
    chosen |= dict(read_setting(text) for text in settings or ())
    return game.set_up(players, chosen)


@app.command()
def games() -> None:
    """List the games."""
    show.screen.print(show.games())


@app.command()
def rules(game: GameName) -> None:
    """The rules as we play them, with the source of every number."""
    show.screen.print(show.rules(find_game(game)))


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(help="Which game; none opens a menu.", metavar="GAME")] = None,
    players: Players = None,
    people: Annotated[int, typer.Option(help="How many of them are people at this keyboard.", min=0)] = 1,
    bots: Annotated[str, typer.Option(help="Who has the other seats: one bot, or several with commas.")] = "medium",
    seats: Annotated[str, typer.Option(help="Which seats or sides the people have, with commas.")] = "",
    names: Annotated[str, typer.Option(help="What the people are called, with commas.")] = "",
    settings: Settings = None,
    house_rules: HouseRules = None,
    seed: Annotated[str | None, typer.Option(help="For dice that can be repeated; secret if not said.")] = None,
    mix: Annotated[bool, typer.Option("--mix", help="Everybody mixes a word of theirs into the dice.")] = False,
    load: Annotated[Path | None, typer.Option(help="Go on with a saved match.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the match you left.")] = False,
) -> None:
    """Play against bots, or with friends at one keyboard."""
    from undertow.cli import seating
    from undertow.cli.play import TerminalTable

    if load or resume:
        match = seating.taken_up(load)
    elif game is None:
        match = seating.from_menu()
    else:
        setup = set_up(game, players, settings, house_rules)
        match = seating.seated(setup, people, bots, names, seed, mix, seats)
    TerminalTable(match).run()


@app.command()
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(help="How many matches.", min=1)] = 100_000,
    players: Players = None,
    bots: Annotated[str, typer.Option(help="One bot for all seats, or one for each with commas.")] = "random",
    settings: Settings = None,
    house_rules: HouseRules = None,
    workers: Annotated[int, typer.Option(help="Threads; 0: one for each core.", min=0)] = 0,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    seed: Seed = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play many matches between bots: wins by seat with confidence intervals, lengths, speed."""
    from undertow.lab.simulate import simulate as run

    setup = set_up(game, players, settings, house_rules)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=show.errors, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("compiling, then playing", total=games)
        found = run(
            setup,
            bots.split(","),
            games,
            seed=seed,
            workers=workers or os.cpu_count() or 1,
            device=device,
            progress=lambda played: bar.advance(task, played),
        )
    if as_json:
        print(json.dumps(found.as_json(), indent=2))
    else:
        show.screen.print(show.report(found))
    if found.interrupted:
        raise typer.Exit(130)


@app.command()
def check(
    game: GameName,
    players: Players = None,
    settings: Settings = None,
    matches: Annotated[int, typer.Option(help="Random matches for each check.", min=1)] = 5,
    only: Annotated[str, typer.Option(help="Only these checks, with commas.")] = "",
    seed: Seed = 1,
) -> None:
    """Prove that a game keeps the promises every game makes."""
    from undertow.core.check import ABOUT, CHECKS, check_tables
    from undertow.core.errors import UnknownName

    found = find_game(game)
    chosen = only.split(",") if only else list(CHECKS)
    for name in chosen:
        if name not in CHECKS:
            raise UnknownName("check", name, CHECKS)
    setup = set_up(game, players, settings, None)
    broken = 0
    for finding in check_tables(
        found,
        players=None if players is None else [players],
        settings=[setup.settings],
        checks=chosen,
        matches=matches,
        seed=seed,
    ):
        mark = Text("broken" if finding.problems else "ok    ", "bold red" if finding.problems else "green")
        show.screen.print(mark, Text(f"{finding.table}: {ABOUT[finding.check]}"))
        for problem in finding.problems:
            show.screen.print(Text(f"       {problem}", "red"))
        for note in finding.notes:
            show.screen.print(Text(f"       {note}", "dim"))
        broken += len(finding.problems)
    if broken:
        raise typer.Exit(1)


@app.command()
def bench(
    game: GameName,
    players: Players = None,
    settings: Settings = None,
    seconds: Annotated[float, typer.Option(help="How long each measurement runs.", min=0.1)] = 2.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure the engine on this machine, beside a peer if it is installed."""
    from undertow.lab.bench import measure

    found = measure(set_up(game, players, settings, None), seconds)
    if as_json:
        print(json.dumps(found, indent=2))
    else:
        show.screen.print(show.measurements(found))


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A saved match.")],
    eyes: Annotated[str, typer.Option(help="Whose eyes: a seat, a side or spectator.")] = "spectator",
    all: Annotated[bool, typer.Option("--all", help="Do not stop after each step.")] = False,
) -> None:
    """Step through a saved match with its log."""
    from undertow.cli.replay import step_through

    step_through(file, eyes, stop=not all and sys.stdin.isatty())


@app.command()
def verify(file: Annotated[Path, typer.Argument(help="A saved match.")]) -> None:
    """Replay a match offline: every action legal, every die the one its seed gives."""
    from undertow.core.match import Match

    match = Match.load(file)
    dice = "dice put in by hand" if not match.auto_chance else "every die is the one the committed seed gives"
    ending = str(match.result) if match.over else "not over yet"
    show.screen.print(f"ok: {len(match.history)} steps, all legal; {dice}; {ending}.", markup=False, soft_wrap=True)


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="Who can come: 127.0.0.1 is this machine alone, 0.0.0.0 everybody.")
    ] = LOCAL,
    port: Annotated[int, typer.Option(help="Where to listen.", min=1, max=65535)] = 7734,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser when it is ready.")] = False,
) -> None:
    """Serve tables: people open a link and play in the browser."""
    from undertow.cli.serve import serve as run

    run(host, port, open_browser)


@app.command()
def openapi() -> None:
    """Print the OpenAPI document of the table server."""
    from undertow.table.openapi import document

    print(json.dumps(document(), indent=2))


def main() -> None:
    """The command, with every mistake a person can mend told in one sentence."""
    try:
        app(standalone_mode=True)
    except UndertowError as error:
        show.errors.print(Text(f"undertow: {error}"), soft_wrap=True)
        sys.exit(2)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
