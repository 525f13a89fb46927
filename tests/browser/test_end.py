"""After the end: the replay, the match file, the proof of fair dice."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.conftest import People, Person, play
from tests.table.conftest import wait_until

pytestmark = pytest.mark.compiled


def end_of_a_short_match(person: Person) -> None:
    person.new_table(
        "shark-attacks", players=2, settings={"target": 12}, sit=["player 1"], bots={"player 2": "easy"}, start=True
    )
    play(person, lambda offers, number: person.click(number), seed=12)


def test_the_match_file_is_verified(people: People, tmp_path: Path) -> None:
    person = people()
    end_of_a_short_match(person)
    with person.page.expect_download() as download:
        person.link("Download the match file").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    said = subprocess.run(
        [sys.executable, "-m", "undertow", "verify", file], capture_output=True, text=True, check=True
    )
    assert person.last["table"]["seed"] in file.read_text()
    assert said.stdout.strip()
    person.page.get_by_text("Were the dice fair?").click()
    person.page.get_by_text("Checked in your browser: the seed matches the fingerprint.").wait_for()


def test_the_replay_goes_step_by_step(people: People) -> None:
    person = people()
    end_of_a_short_match(person)
    table = person.table
    person.link("Replay with everything revealed").click()
    page = person.page
    slider = page.get_by_role("slider", name="Step")
    slider.wait_for()
    last = int(slider.get_attribute("max") or 0)
    assert last >= len(person.decisions)
    page.get_by_role("combobox", name="Whose eyes").select_option("spectator")
    board = page.get_by_role("region", name="Spectator")

    def shows(at: int) -> None:
        page.get_by_text(f"Step {at} of {last}" if at else "The start", exact=True).wait_for()
        assert slider.input_value() == str(at)

    shows(0)
    board.locator("svg").first.wait_for()
    first = board.text_content()
    person.button("One step forward").click()
    shows(1)
    slider.focus()
    page.keyboard.press("End")
    shows(last)
    page.wait_for_function(
        "before => document.querySelector('[aria-label=\"Spectator\"]').textContent !== before", arg=first
    )
    page.keyboard.press("ArrowLeft")
    shows(last - 1)
    person.button("To the start").click()
    shows(0)
    page.wait_for_function(
        "before => document.querySelector('[aria-label=\"Spectator\"]').textContent === before", arg=first
    )
    page.locator("body").click(position={"x": 2, "y": 400})
    page.keyboard.press("ArrowRight")
    shows(1)
    person.stop_the_clock()
    page.keyboard.press("Space")
    shows(2)
    person.button("Pause").wait_for()

    def goes_on() -> bool:
        page.clock.run_for(100)  # milliseconds: no step is as short
        return slider.input_value() == "3"

    wait_until(goes_on)
    person.button("Pause").click()
    page.clock.resume()
    page.get_by_role("combobox", name="Whose eyes").select_option("spectator")
    person.link("Back to the table").click()
    page.locator("#result").wait_for()
    assert page.url.endswith(f"/t/{table}")
