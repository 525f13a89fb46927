"""Compiling the rules beside a match in the terminal: until they are, Python runs them and bots think less."""

from __future__ import annotations

import threading

from rich.text import Text

from undertow.bots.rehearsal import compile_rules, is_compiled
from undertow.cli import show
from undertow.core.errors import UndertowError
from undertow.core.game import Game, game_names
from undertow.core.rule import INTERPRETED
from undertow.table.worker import Died, Worker


class Compiling:
    """Whether a game's rules are compiled; the first time that takes a minute or two, and nobody waits for it."""

    def __init__(self) -> None:
        self.done = True
        self._said = False

    def begin(self, game: Game) -> None:
        """Compile, or load what was compiled before, beside the match."""
        if INTERPRETED:
            return
        self.done = False
        kept = is_compiled(game)
        if not kept:
            self._said = True
            words = "The rules are compiled in the background, only once: until they are, bots think less."
            show.screen.print(Text(words, "dim"), soft_wrap=True)
        threading.Thread(target=self._work, args=(game, kept), daemon=True).start()

    def _work(self, game: Game, kept: bool) -> None:
        if not kept and game.name in game_names():
            compiler = Worker(patient=True)  # another process does not slow this one down
            try:
                compiler.do(compile_rules, game.name)
            except (Died, UndertowError, RuntimeError):
                return  # Python runs the rules as well, only slower
            finally:
                compiler.close()
        compile_rules(game)
        self.done = True

    def tell(self) -> None:
        """Say once that it is done, if anything was said of it."""
        if self.done and self._said:
            self._said = False
            show.screen.print(Text("The rules are compiled: bots think as well as they can.", "dim"))
