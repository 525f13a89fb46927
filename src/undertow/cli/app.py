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

from undertow import __version__
from undertow.cli import admin, show
from undertow.cli.admin import SettingsFile
from undertow.core.box import read_house_rules, read_setting
from undertow.core.errors import UndertowError
from undertow.core.game import Setup, find_game

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

app.add_typer(admin.app, name="admin")

GameName = Annotated[str, typer.Argument(help="Which game; `undertow games` lists them.", metavar="GAME")]
Players = Annotated[int | None, typer.Option(help="Number of players; the game's minimum if left out.")]
Settings = Annotated[
    list[str] | None, typer.Option("--set", help="A house rule, key=value; can be given several times.")
]
HouseRules = Annotated[Path | None, typer.Option("--house-rules", help="A TOML file of house rules.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same matches.", min=0, max=2**62 - 1)]


def _say_version(wanted: bool) -> None:
    if wanted:
        print(f"undertow {__version__}")
        raise typer.Exit


@app.callback()
def undertow(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", is_eager=True, callback=_say_version)
    ] = False,
) -> None:
    """A table for shark games: play, simulate and study them."""


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
    game: Annotated[str | None, typer.Argument(help="Which game; without one a menu opens.", metavar="GAME")] = None,
    players: Players = None,
    people: Annotated[int, typer.Option(help="How many of the players are people at this keyboard.", min=0)] = 1,
    bots: Annotated[
        str, typer.Option(help="Bots for the other seats: one for all, or several separated by commas.")
    ] = "medium",
    seats: Annotated[str, typer.Option(help="Which sides the people play, separated by commas.")] = "",
    names: Annotated[str, typer.Option(help="Names of the people, separated by commas.")] = "",
    settings: Settings = None,
    house_rules: HouseRules = None,
    seed: Annotated[str | None, typer.Option(help="Makes the dice repeatable; secret if left out.")] = None,
    mix: Annotated[bool, typer.Option("--mix", help="Everybody mixes a word of their own into the dice.")] = False,
    load: Annotated[Path | None, typer.Option(help="Continue a saved match.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the match you left.")] = False,
) -> None:
    """Play against bots, or with friends at one keyboard."""
    from undertow.cli import seating
    from undertow.cli.compiling import Compiling
    from undertow.cli.play import TerminalTable
    from undertow.core.rule import run_interpreted

    run_interpreted()  # nobody waits for a compiler
    if load or resume:
        match = seating.taken_up(load)
    elif game is None:
        match = seating.from_menu()
    else:
        setup = set_up(game, players, settings, house_rules)
        match = seating.seated(setup, people, bots, names, seed, mix, seats)
    compiling = Compiling()
    compiling.begin(match.game)
    TerminalTable(match, compiling=compiling).run()


@app.command()
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(help="Number of matches.", min=1)] = 100_000,
    players: Players = None,
    bots: Annotated[
        str, typer.Option(help="One bot for all seats, or one for each seat, separated by commas.")
    ] = "random",
    settings: Settings = None,
    house_rules: HouseRules = None,
    workers: Annotated[int, typer.Option(help="Number of threads; 0 means one for each core.", min=0)] = 0,
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
def study(
    file: Annotated[Path, typer.Argument(help="A study: a question in TOML (docs/designers.md).", metavar="FILE")],
    out: Annotated[Path | None, typer.Option(help="Where results go; beside the file if left out.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with what is there already.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--plan", help="Only say what would be played, and how long it takes.")
    ] = False,
    workers: Annotated[int, typer.Option(help="Number of threads; 0 means one for each core.", min=0)] = 0,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    ray: Annotated[str, typer.Option(help="A Ray cluster: auto, its address, or local for one here.")] = "",
) -> None:
    """Ask a question of many tables: is it fair, and what if. Ends with a report."""
    from undertow.cli.studying import run_study

    if run_study(file, out, resume, dry_run, workers or os.cpu_count() or 1, device, ray):
        raise typer.Exit(130)


@app.command()
def check(
    game: GameName,
    players: Players = None,
    settings: Settings = None,
    matches: Annotated[int, typer.Option(help="Number of random matches for each check.", min=1)] = 5,
    only: Annotated[str, typer.Option(help="Only these checks, separated by commas.")] = "",
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
    game: Annotated[str, typer.Argument(help="Which game, or `envs` for batches of every game.", metavar="GAME")],
    players: Players = None,
    settings: Settings = None,
    device: Annotated[str, typer.Option(help="Of batches: cpu or cuda.")] = "cpu",
    matches: Annotated[int | None, typer.Option(help="Of batches: how many at once.", min=1)] = None,
    seconds: Annotated[float, typer.Option(help="How long each measurement runs.", min=0.1)] = 2.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure the engine on this machine, next to peers if some are installed."""
    if game == "envs":
        from undertow.lab.batches import measure as measure_batches

        found, shown = measure_batches(device, seconds, matches), show.batches
    else:
        from undertow.lab.bench import measure

        found, shown = measure(set_up(game, players, settings, None), seconds), show.measurements
    if as_json:
        print(json.dumps(found, indent=2))
    else:
        show.screen.print(shown(found))


@app.command()
def train(
    game: GameName,
    out: Annotated[Path, typer.Option(help="Where the network goes.")] = Path("net.npz"),
    minutes: Annotated[float, typer.Option(help="How long this training takes.", min=0.01)] = 10.0,
    total: Annotated[float, typer.Option(help="Minutes of this and all later trainings; 0: this is the last.")] = 0.0,
    resume: Annotated[
        Path | None, typer.Option(help="A training to go on with (.training.npz), or a network to start from.")
    ] = None,
    players: Players = None,
    settings: Settings = None,
    table: Annotated[
        list[str] | None,
        typer.Option(help="House rules of a table, as 'variant=act2 act2.shark_wounds=9'; once for each table."),
    ] = None,
    varied: Annotated[int, typer.Option(help="Tables with house rules that change all the time.", min=0)] = 0,
    partner: Annotated[str, typer.Option(help="A bot that it also learns against, on a CPU.")] = "",
    sparring: Annotated[int, typer.Option(help="Matches at once against that bot.", min=1)] = 4096,
    teacher: Annotated[
        float,
        typer.Option(help="How hard it is pulled towards what that bot would do, where the bot wins more.", min=0),
    ] = 0.0,
    against: Annotated[str, typer.Option(help="Bots it is tried against, separated by commas.")] = "",
    every: Annotated[float, typer.Option(help="Minutes between two trials; 0: only at the end.", min=0)] = 2.0,
    device: Annotated[str, typer.Option(help="cuda or cpu.")] = "cuda",
    matches: Annotated[int | None, typer.Option(help="Matches at once at each table.", min=1)] = None,
    steps: Annotated[int | None, typer.Option(help="Of each match before anybody learns.", min=1)] = None,
    part: Annotated[int | None, typer.Option(help="Decisions that are learnt from at once.", min=1)] = None,
    width: Annotated[int | None, typer.Option(help="Of the network's layers.", min=1)] = None,
    depth: Annotated[int | None, typer.Option(help="How many layers.", min=1)] = None,
    rate: Annotated[str, typer.Option(help="How fast it learns, at first and in the end: 5e-4,3e-5.")] = "",
    entropy: Annotated[str, typer.Option(help="How hard it is pulled towards being undecided: 0.06,0.006.")] = "",
    magnet: Annotated[str, typer.Option(help="How hard towards what it was a while ago: 0.5,0.5.")] = "",
    seed: Seed = 0,
) -> None:
    """Train a network by playing against itself. Ctrl-C stops it; what it has learnt is kept."""
    from undertow.cli import learning

    chosen = dict(read_setting(text) for text in settings or ())
    tables = [chosen | dict(read_setting(text) for text in rules.split()) for rules in table or [""]]
    pulls = learning.pairs(rate=rate, entropy=entropy, magnet=magnet)
    sizes = {"matches": matches, "steps": steps, "part": part, "width": width, "depth": depth}
    beside = {"varied": varied, "partner": partner, "sparring": sparring, "teacher": teacher}
    if teacher and not partner:
        raise UndertowError("--teacher needs somebody to learn from: name a bot with --partner.")
    course = learning.course_on(device, **sizes, **beside, seed=seed, **pulls)
    tried = [bot for bot in against.split(",") if bot]
    setups = learning.setups_of(game, players, tables)
    learning.run_training(
        setups, course, out=out, minutes=minutes, total=total, resume=resume, against=tried, every=every
    )


@app.command()
def exploit(
    game: GameName,
    bot: Annotated[str, typer.Argument(help="The bot to beat.", metavar="BOT")],
    sides: Annotated[str, typer.Option(help="Sides to play against it, separated by commas; all if left out.")] = "",
    minutes: Annotated[float, typer.Option(help="How long each answer is trained.", min=0.01)] = 10.0,
    seeds: Annotated[int, typer.Option(help="How many answers, each from a start of its own.", min=1)] = 1,
    matches: Annotated[int, typer.Option(help="Matches to measure with.", min=1)] = 2000,
    out: Annotated[Path, typer.Option(help="Where the answers go.")] = Path("answer.npz"),
    players: Players = None,
    settings: Settings = None,
    device: Annotated[str, typer.Option(help="cuda or cpu.")] = "cuda",
    seed: Seed = 0,
) -> None:
    """Train an answer to a bot, to see how much can be taken from it: a lower bound."""
    from undertow.cli import learning

    setup = set_up(game, players, settings, None)
    course = learning.course_on(device, seed=seed)
    chosen = [side for side in sides.split(",") if side]
    learning.run_exploit(setup, bot, chosen, course, out, minutes, matches, seeds)


@app.command()
def ladder(
    game: GameName,
    bots: Annotated[str, typer.Option(help="Which bots, separated by commas; all the game has if left out.")] = "",
    matches: Annotated[int, typer.Option(help="Of each meeting; bots that search play a twentieth.", min=1)] = 2000,
    players: Players = None,
    settings: Settings = None,
    house_rules: HouseRules = None,
    workers: Annotated[int, typer.Option(help="Number of threads; 0 means one for each core.", min=0)] = 0,
    levels: Annotated[bool, typer.Option("--levels", help="The levels of the game instead of its bots.")] = False,
    seed: Seed = 1,
    keep: Annotated[bool, typer.Option("--keep", help="Keep the result in the game's folder, for the page.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Every bot against every other on every side, with a rating for each."""
    from undertow.bots import levels_of
    from undertow.cli import learning
    from undertow.lab import strength

    setup = set_up(game, players, settings, house_rules)
    chosen = [bot for bot in bots.split(",") if bot] or (list(levels_of(setup.game)) if levels else [])
    found = learning.show_ladder(setup, chosen, matches, seed, workers or os.cpu_count() or 1)
    if keep:
        show.errors.print(f"kept in {strength.keep(setup.game, found)}", markup=False, soft_wrap=True)
    if as_json:
        print(found.as_json())
    else:
        for table in learning.ladder_tables(found):
            show.screen.print(table)


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
    """Check a match offline: every action is legal, every die is the one its seed gives."""
    from undertow.core.match import Match

    match = Match.load(file)
    dice = "dice put in by hand" if not match.auto_chance else "every die is the one the committed seed gives"
    ending = str(match.result) if match.over else "not over yet"
    show.screen.print(f"ok: {len(match.history)} steps, all legal; {dice}; {ending}.", markup=False, soft_wrap=True)


@app.command()
def serve(
    settings: SettingsFile = None,
    host: Annotated[
        str | None, typer.Option(help="Who can connect: 127.0.0.1 is this machine alone, 0.0.0.0 everybody.")
    ] = None,
    port: Annotated[int | None, typer.Option(help="Where to listen; 7734 if left out.", min=1, max=65535)] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser when it is ready.")] = False,
) -> None:
    """Serve tables: people open a link and play in the browser."""
    from undertow.cli.serve import serve as run

    run(settings, host, port, open_browser)


@app.command()
def fsck(
    settings: SettingsFile = None,
    repair: Annotated[
        bool, typer.Option("--repair", help="Go back to the last whole entry of damaged tables; the rest is set aside.")
    ] = False,
) -> None:
    """Check the database of tables: every log from its first entry to its last."""
    from undertow.cli.fsck import fsck as run

    if run(settings, repair):
        raise typer.Exit(1)


@app.command()
def new_game(
    name: Annotated[str, typer.Argument(help="What it is called, such as night-dive.", metavar="NAME")],
    into: Annotated[Path, typer.Option(help="The folder to make it in.")] = Path(),
) -> None:
    """Make a package with a tiny complete game, to be made into yours."""
    from undertow.cli.new_game import new_game as make
    from undertow.cli.new_game import tell

    tell(make(name, into))


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
