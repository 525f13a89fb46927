"""A table as text and as pixels."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from rich.console import Console
from rich.segment import Segment
from rich.style import Style

from tests.toys.lagoon import GAME as LAGOON
from undertow.core.errors import UndertowError
from undertow.core.game import Game, find_game, game_names
from undertow.core.rng import below, stream
from undertow.envs import pictures
from undertow.envs.single import Single

pytestmark = pytest.mark.compiled

SIZE = (pictures.ROWS * pictures.HIGH + 2 * pictures.MARGIN, pictures.COLUMNS * pictures.WIDE + 2 * pictures.MARGIN, 3)


def begun(game: str | Game, decisions: int = 20, players: int | None = None) -> Single:
    match, rng = Single(game, players, None), stream(1)
    match.begin(1)
    for _ in range(decisions):
        if match.over:
            break
        seat = match.acting()[0]
        legal = np.flatnonzero(match.mask(seat))
        match.take(seat, int(legal[below(rng, len(legal))]))
    return match


@pytest.mark.parametrize("name", game_names())
def test_every_picture_is_of_one_size_and_shows_something(name: str) -> None:
    game = find_game(name)
    for players in (game.players_with({})[0], game.players_with({})[-1]):
        for decisions in (0, 15, 10_000):
            match = begun(name, decisions, players)
            for viewer in range(len(match.setup.viewers)):
                picture = pictures.pixels(match.position, viewer)
                assert picture.shape == SIZE
                assert picture.dtype == np.uint8
                assert 0.005 < (picture != picture[0, 0]).any(axis=2).mean() < 0.9
                picture[:] = 0  # it belongs to whoever asked for it


@pytest.mark.parametrize("name", game_names())
def test_the_text_has_what_the_game_draws(name: str) -> None:
    match = begun(name)
    told = pictures.text(match.position, len(match.setup.viewers) - 1)
    assert match.game.title in told
    assert "\x1b[" in told
    assert max(map(len, Console(color_system=None).render_str(told).plain.splitlines())) > 40


@pytest.mark.parametrize("name", game_names())
def test_the_font_has_every_character_that_is_drawn(name: str) -> None:
    from PIL import ImageFont

    font = ImageFont.truetype(pictures.FONT, pictures.POINTS)
    nothing = bytes(font.getmask("\ue000"))  # what a font shows for a character that it lacks
    for decisions in (0, 30, 10_000):
        match = begun(name, decisions)
        drawn = {
            character
            for viewer in range(len(match.setup.viewers))
            for line in Console(width=100).render_lines(pictures.drawing(match.position, viewer))
            for segment in line
            for character in segment.text
        }
        assert {character for character in drawn if bytes(font.getmask(character)) == nothing} == set()
        assert "│" in drawn


def test_the_font_and_its_licence_are_in_the_package() -> None:
    assert Path(pictures.__file__).parent in pictures.FONT.parents
    assert "Bitstream Vera" in (pictures.FONT.parent / "LICENSE").read_text()


def test_a_spectator_sees_no_secrets_and_a_side_its_own() -> None:
    match = begun("kelp", 10)
    octopus, shark, spectator = (pictures.text(match.position, viewer) for viewer in range(3))
    assert "(OCTOPUS)" in octopus
    assert "(OCTOPUS)" not in shark + spectator


def test_a_game_that_draws_nothing_is_shown_plainly() -> None:
    match = begun(LAGOON, 2)
    assert pictures.pixels(match.position, 0).shape == SIZE
    assert match.game.title in pictures.text(match.position, 0)


def test_a_drawing_that_is_too_long_is_shrunk() -> None:
    lines = [[Segment("x" * pictures.COLUMNS, Style(color="red"))]] * (2 * pictures.ROWS)
    picture = pictures._paint(lines)
    assert picture.shape == SIZE
    red = (picture[:, :, 0] > 120).nonzero()
    assert red[0].max() - red[0].min() > SIZE[0] - 4 * pictures.MARGIN  # from top to bottom
    assert 0.4 < (red[1].max() - red[1].min()) / SIZE[1] < 0.6  # and no wider than that allows


def test_styles_are_painted() -> None:
    def colours(style: Style) -> set[tuple[int, ...]]:
        picture = pictures._paint([[Segment("█", style)]])
        return {tuple(colour) for colour in picture[SIZE[0] // 2 - 20 : SIZE[0] // 2 + 20].reshape(-1, 3).tolist()}

    assert (255, 0, 0) in colours(Style(color="#ff0000"))
    assert (255, 0, 0) in colours(Style(bgcolor="#ff0000", reverse=True))
    assert (255, 0, 0) not in colours(Style(color="#ff0000", dim=True))


def test_people_at_a_terminal_see_it_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert begun("kelp").drawn("human", 0) is None
    assert "Kelp" in capsys.readouterr().out
    assert begun("kelp").drawn(None, 0) is None


def test_without_pillow_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    missing: ModuleType | None = None
    monkeypatch.setitem(sys.modules, "PIL", missing)
    with pytest.raises(UndertowError, match=r'this needs Pillow, which is not installed: pip install "undertow\[rl\]"'):
        pictures.pixels(begun("kelp").position, 0)
