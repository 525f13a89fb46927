"""The documents under /docs: they can be searched, they work under the server's strict policy, and axe is content."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator

from tests.browser.conftest import PHONE, ROOT, People, Person
from tests.browser.test_axe import check, violations

pytestmark = pytest.mark.compiled
PAGES = ["index", "tour", "games/kelp", "reference/python"]  # one of each kind


@pytest.fixture(autouse=True)
def built() -> None:
    assert (ROOT / "build/site/index.html").exists(), "the documents are not built: `.ci/docs` does it"


def read(person: Person, name: str) -> None:
    person.go(f"/docs/{name}.html")
    person.page.get_by_role("heading", level=1).wait_for()


def title(person: Person, text: str) -> Locator:
    """Of a page; each heading has a link to itself, which is part of its name."""
    return person.page.get_by_role("heading", level=1, name=text)


def test_the_home_page_leads_there(people: People) -> None:
    person = people().go()
    person.page.get_by_role("link", name="Documents").click()
    title(person, "A table for shark games").wait_for()
    person.go("/docs")
    title(person, "A table for shark games").wait_for()


@pytest.mark.parametrize("where", ["desk", "phone"])
def test_a_word_is_searched_and_found(people: People, where: str) -> None:
    person = people()
    if where == "phone":
        person.page.set_viewport_size(PHONE)
    read(person, "index")
    page = person.page
    button = page.locator("label[for=__search]") if where == "phone" else page.get_by_role("button", name="Search")
    button.click()
    page.get_by_role("combobox", name="Search").fill("confrontation")
    found = page.get_by_role("option").filter(has_text="Confrontation").filter(has_text="Kelp").first
    found.wait_for()
    check_only_here(person)
    # A result is called by its title alone: its excerpt would be too much to listen to.
    assert [said for said in violations(person) if not said.startswith("label-content-name-mismatch")] == []
    found.click()
    page.wait_for_url("**/docs/games/kelp.html**")
    title(person, "Kelp").wait_for()


def check_only_here(person: Person) -> None:
    """Everything came from the server itself."""
    addresses: list[str] = person.page.evaluate("performance.getEntriesByType('resource').map(({name}) => name)")
    assert addresses
    assert [address for address in addresses if not address.startswith((person.url, "data:"))] == []


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(people: People, name: str) -> None:
    person = people()
    read(person, name)
    check(person, f"documents, {name}")
    check_only_here(person)
