"""`undertow new-game`: a package of its own with a tiny complete game, to be made into another.

The template is that package as it stands in `undertow/template`, called Your Game. Making one is copying it with
another name.
"""

from __future__ import annotations

import importlib.util
import keyword
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from rich.text import Text

import undertow
from undertow.cli import show
from undertow.core.errors import UndertowError
from undertow.core.game import game_names

TEMPLATE = Path(undertow.__file__).parent / "template"
WORDS = re.compile(r"[a-z][a-z0-9]*(?:[ _-][a-z0-9]+)*", re.IGNORECASE | re.ASCII)
LONGEST = 40  # characters of a name
LEFT_BEHIND = {"__pycache__", ".ruff_cache"}  # in a checkout, by tools that looked at the template


@dataclass(frozen=True)
class Name:
    """What a game is called: `night-dive` in commands, `night_dive` in Python, `Night Dive` by people."""

    words: tuple[str, ...]

    @property
    def plain(self) -> str:
        return "-".join(self.words)

    @property
    def package(self) -> str:
        return "_".join(self.words)

    @property
    def title(self) -> str:
        return " ".join(word.capitalize() for word in self.words)


YOURS = Name(("your", "game"))


def new_game(given: str, where: Path) -> Path:
    """Make the package; its folder. Nothing is left behind if that fails."""
    name = read_name(given)
    folder = where / name.plain
    if folder.exists() or folder.is_symlink():
        raise UndertowError(f"{str(folder)!r} is there already; choose another name or another folder.")
    try:
        with tempfile.TemporaryDirectory(prefix=".new-game-", dir=where) as workshop:
            made = Path(workshop) / name.plain
            copy(made, name)
            made.rename(folder)
    except OSError as error:
        raise UndertowError(f"cannot make {str(folder)!r}: {error.strerror}.") from error
    return folder


def read_name(given: str) -> Name:
    """A name that nobody has, or one sentence that says why it will not do."""
    if not WORDS.fullmatch(given) or len(given) > LONGEST:
        raise UndertowError(
            f"a game is called by up to {LONGEST} letters and digits, a letter first, such as night-dive; "
            f"{given!r} is not."
        )
    name = Name(tuple(re.split("[ _-]", given.lower())))
    if name.plain in game_names():
        raise UndertowError(f"there is a game {name.plain!r} already; choose another name.")
    if keyword.iskeyword(name.package) or importlib.util.find_spec(name.package):
        raise UndertowError(f"the name {name.package!r} means something in Python already; choose another name.")
    return name


def copy(folder: Path, name: Name) -> None:
    """Every file of the template, with this name in place of its own."""
    for source in sorted(TEMPLATE.rglob("*")):
        if source.is_dir() or LEFT_BEHIND & set(source.parts):
            continue
        place = folder / renamed(source.relative_to(TEMPLATE).as_posix(), name)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(renamed(source.read_text(encoding="utf-8"), name), encoding="utf-8", newline="\n")


def renamed(text: str, name: Name) -> str:
    for old, new in ((YOURS.plain, name.plain), (YOURS.package, name.package), (YOURS.title, name.title)):
        text = text.replace(old, new)
    return text


def tell(folder: Path) -> None:
    """What to do next."""
    name = folder.name
    show.screen.print(Text(f"{folder} is a game of its own, complete with tests and a bot. Next:\n"), soft_wrap=True)
    for command, about in {
        f"pip install --editable {folder}": "from now on it is one of the games",
        f"undertow check {name}": "does it keep the promises every game makes?",
        f"undertow play {name}": "in the terminal; undertow serve --open has it in the browser",
    }.items():
        show.screen.print(Text.assemble(f"  {command}", (f"   # {about}", "dim")), soft_wrap=True)
