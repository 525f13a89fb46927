"""Draw the pictures of the documentation: `.venv/bin/python docs/pictures/make.py`."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from undertow import Match
from undertow.bots import Knowledge, make_bot
from undertow.cli import show
from undertow.cli.play import TerminalTable

HERE = Path(__file__).parent
WIDTH = 84


def picture(name: str, title: str, match: Match, typed: list[str]) -> None:
    """What the terminal shows while somebody types this, as SVG without any font from elsewhere."""
    show.screen = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    answers = iter(typed)

    def ask(prompt: str) -> str:
        answer = next(answers, None)
        if answer is None:
            raise SystemExit
        show.screen.print(prompt + answer)
        return answer

    table = TerminalTable(match, ask, HERE / "picture.match")
    table._pause = 0.0
    with contextlib.suppress(SystemExit):
        table.run()
    table.keep.unlink()
    svg = show.screen.export_svg(title=title, code_format=_format())
    (HERE / f"{name}.svg").write_text(svg, encoding="utf-8")


def played_on(match: Match, bot: str, until: Callable[[Match], bool]) -> Match:
    """The match, with bots in all seats up to the moment we want to see."""
    player = make_bot(match.setup, bot)
    while not until(match):
        seat = match.to_act[0]
        knowledge = Knowledge(match.position, match.setup.seat(seat))
        match.play(seat, player.choose(knowledge).name)
    return match


def _format() -> str:
    from rich._export_format import CONSOLE_SVG_FORMAT

    plain = re.sub(r"@font-face \{\{.*?\}\}", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
    return plain.replace("Fira Code", "ui-monospace, DejaVu Sans Mono")


if __name__ == "__main__":
    names = {"player 1": "Mara", "player 2": "Hard bot 1", "player 3": "Hard bot 2"}
    beach = played_on(
        Match("shark-attacks", 3, seed="pier", names=names),
        "solved",
        lambda match: match.to_act == ("player 1",) and match.view("player 1").beaches[0].score > 40,
    )
    picture("shark-attacks", "undertow play shark-attacks --players 3 --bots hard", beach, ["odds", "hint"])

    swimmers = {"shark": "Hard bot 1", "swimmer 1": "Mara"}
    swimmers |= {f"swimmer {n}": f"Hard bot {n}" for n in range(2, 5)}
    water = played_on(
        Match("get-bit", 5, {"shark": True}, seed="pier", names=swimmers),
        "careful",
        lambda match: match.to_act[0] == "swimmer 1" and match.view("swimmer 1").round > 5 and len(match.to_act) > 1,
    )
    picture("get-bit", "undertow play get-bit --players 5 --set shark=true --bots hard", water, ["odds", "hint"])

    island = played_on(
        Match("jaws", 2, seed="amity", names={"shark": "Hard bot"}),
        "hard",
        lambda match: match.view("crew").round > 2 and match.to_act[-1] == "hooper",
    )
    picture("jaws-island", "undertow play jaws --seats crew --bots hard", island, ["odds", "hint"])

    orca = played_on(
        Match("jaws", 2, {"variant": "act2"}, seed="orca", names={"shark": "Hard bot"}),
        "hard",
        lambda match: match.view("crew").round > 3 and match.view("crew").phase == "crew prepares",
    )
    forest = played_on(
        Match("kelp", 2, seed="tide", names={"octopus": "Hard bot", "shark": "Mara"}),
        "hard",
        lambda match: match.view("shark").round > 5 and match.view("shark").phase == "search and strike",
    )
    picture("kelp", "undertow play kelp --seats shark --bots hard", forest, ["odds", "hint"])

    picture("jaws-orca", "undertow play jaws --set variant=act2 --seats crew --bots hard", orca, [])
