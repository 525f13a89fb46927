"""What every drawn board has around it: steps played back, a guide, settings, and links to a moment."""

from __future__ import annotations

import pytest

from tests.browser.conftest import People, Person, play
from tests.browser.test_axe import check

pytestmark = pytest.mark.compiled
BOTS = dict.fromkeys(("swimmer 2", "swimmer 3", "swimmer 4"), "easy")


def get_bit(person: Person) -> None:
    person.new_table("get-bit", players=4, sit=["swimmer 1"], bots=BOTS, start=True)
    person.page.locator(".thing.can").first.wait_for()


def test_a_round_is_played_back_and_can_be_skipped(people: People) -> None:
    person = people(reduced_motion="no-preference")
    get_bit(person)
    things, skip = person.page.locator(".thing.can"), person.button("Skip")
    person.asked()
    person.stop_the_clock()
    person.page.locator("[data-action='card 3']").click()
    skip.wait_for()
    assert things.count() == 0  # the board is not in the present yet
    assert len(person.asked()) == 4  # the list is
    skip.click()
    things.first.wait_for()  # it is now, although the clock stands still
    person.page.clock.resume()  # the bots' next choices may be told already
    skip.wait_for(state="detached")


def test_who_still_has_to_choose_can_while_others_are_seen_choosing(people: People) -> None:
    """Cards are chosen at the same time: somebody else's choice is told, and takes nothing out of my hand."""
    slow, quick = people(reduced_motion="no-preference"), people()
    slow.fold_the_list()
    bots = dict.fromkeys(("swimmer 3", "swimmer 4"), "easy")
    slow.new_table("get-bit", players=4, sit=["swimmer 1"], bots=bots)
    quick.go(f"/t/{slow.table}")
    quick.button("Sit here: Swimmer 2").click()
    slow.page.get_by_role("button", name="Start", disabled=False).click()
    things = slow.page.locator(".thing.can")
    things.first.wait_for()
    slow.button("Skip").wait_for(state="detached")
    slow.page.evaluate(COUNT_CARDS)
    slow.stop_the_clock()
    quick.asked()
    quick.click(0)
    slow.button("Skip").wait_for()
    slow.page.clock.resume()
    slow.button("Skip").wait_for(state="detached")
    assert slow.page.evaluate("fewest") == 5


# Watches how many cards can be picked at the least.
COUNT_CARDS = """() => {
    window.fewest = 5
    new MutationObserver(() => {
        fewest = Math.min(fewest, document.querySelectorAll(".thing.can").length)
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
}"""


def test_a_button_of_the_list_ends_the_playback(people: People) -> None:
    person = people(reduced_motion="no-preference")
    get_bit(person)
    for _ in range(3):
        person.asked()
        person.click(0)
    person.asked()
    assert len(person.decisions) == 3


def test_pointing_in_the_list_points_on_the_board_and_back(people: People) -> None:
    person = people()
    get_bit(person)
    person.asked()
    listed = person.page.locator("[aria-label^='Actions of'] button")
    card = person.page.locator("[data-action='card 2']")
    card.hover()
    person.page.get_by_role("tooltip").wait_for()
    assert "pointed" in (listed.nth(1).get_attribute("class") or "")
    card.focus()
    person.page.keyboard.press("Escape")
    person.page.get_by_role("tooltip").wait_for(state="detached")


def test_what_only_explains_itself_is_not_in_the_way(people: People) -> None:
    """The shop stands on a space that Brody can walk to."""
    person = people()
    others = dict.fromkeys(("shark", "quint", "hooper"), "easy")
    person.new_table("jaws", players=4, sit=["brody"], bots=others, start=True)
    offers = person.asked_on_board()
    while not any(offer["action"] == "move Shop" for offer in offers):
        person.pick(offers[0], person.page.mouse.click)  # the event of the round asks something first
        offers = person.asked_on_board()
    person.page.locator("[data-spot='shop']").click(force=True)  # its stripes lie over it
    person.asked()
    assert person.decisions[-1] == "move Shop"


def test_dice_are_rolled_again_alone_or_with_others(people: People) -> None:
    """Maul again, on the Orca; also for somebody who just came, and was not told how the dice fell."""
    person = people()
    crew = dict.fromkeys(("quint", "brody", "hooper"), "easy")
    every_ability = {"variant": "act2", "act2.shark_cards_alone": 16}
    person.new_table("jaws", players=2, settings=every_ability, sit=["shark"], bots=crew, start=True)
    offers = person.asked_on_board()
    while not any(offer["action"].startswith("reroll") for offer in offers):
        wanted = [offer for offer in offers if offer["action"].startswith(("maul again", "attack"))]
        person.pick((wanted or offers)[0], person.page.mouse.click)
        offers = person.asked_on_board()
        assert offers, "the match was over before the shark mauled again"
    person.page.reload()
    person.forget()
    person.asked_on_board()
    every = max((offer["action"] for offer in offers), key=len)
    person.walk_on_board(every)
    person.asked_on_board()
    assert person.decisions[-1] == every


def test_what_cannot_be_taken_back_asks_once_if_wanted(people: People) -> None:
    person = people()
    get_bit(person)
    person.button("Settings").click()
    person.page.get_by_label("Ask before anything that cannot be taken back").check()
    check(person, "settings")
    person.page.keyboard.press("Escape")
    person.asked()
    person.page.locator("[data-action='card 4']").click()
    person.button("Not yet").click()
    person.page.locator("[data-action='card 3']").click()
    person.page.get_by_text("This cannot be taken back.").wait_for()
    person.page.keyboard.press("Enter")
    person.asked()
    assert person.decisions == ["card 3"]


@pytest.mark.parametrize("game", ["Get Bit!", "JAWS", "Kelp", "Shark Attacks!"])
def test_the_guide_teaches_each_thing_once(people: People, game: str) -> None:
    person = people().go()
    person.button(f"Learn by playing: {game}").click()
    coach = person.page.get_by_role("region", name="Your first game")
    person.button("Got it").wait_for()
    check(person, f"guide of {game}")
    first = coach.get_by_role("heading").inner_text()
    person.button("Got it").click()
    person.page.reload()
    coach.wait_for()
    assert coach.get_by_role("heading", name=first, exact=True).count() == 0
    person.button("Skip the guide").click()
    coach.wait_for(state="detached")
    person.page.reload()
    person.page.locator("#prompt").wait_for()
    assert coach.count() == 0


def test_a_link_to_a_moment_leads_there(people: People) -> None:
    person = people()
    get_bit(person)
    play(person, lambda offers, number: person.click(number), seed=15)
    person.link("Replay with everything revealed").click()
    slider = person.page.get_by_role("slider", name="Step")
    slider.wait_for()
    slider.fill("7")
    person.page.wait_for_url("**/replay?step=7")
    person.page.get_by_role("combobox", name="Whose eyes").select_option("swimmer 2")
    person.page.wait_for_url("**/replay?step=7&eyes=swimmer+2")
    friend = people()
    friend.page.goto(person.page.url)
    friend.page.get_by_text("Step 7 of").wait_for()
    friend.page.get_by_role("region", name="Swimmer 2").locator("svg").first.wait_for()


def test_a_board_that_does_not_come_is_told_in_words(people: People) -> None:
    person = people()
    person.page.route("**/assets/get-bit-*.js", lambda route: route.abort())
    person.new_table("get-bit", players=4, sit=["swimmer 1"], bots=BOTS, start=True)
    person.page.get_by_text("The drawn board could not be loaded").wait_for()
    person.asked()
    person.click(0)
    person.asked()
    person.page.unroute("**/assets/get-bit-*.js")
    person.forgive("net::ERR_FAILED")
