"""Why something that lies on the table cannot be picked now: each seat is told in one sentence."""

from __future__ import annotations

from tests.games.jaws.boat import Boat
from tests.games.jaws.island import Amity, ashore, at_sea
from undertow.core.match import Match


def why(match: Match, seat: str) -> dict[str, str]:
    """What the seat cannot pick, with the reason; nothing of it is offered."""
    found = {one.action: one.why for one in match.blocked(seat)}
    assert not found.keys() & set(match.legal(seat))
    return found


def test_tokens_of_the_shark() -> None:
    """One a round and each once a game: those left lie there and say so."""
    amity = at_sea("N")
    assert why(amity.match, "shark") == {}
    amity.plans("play out of sight")
    assert why(amity.match, "shark") == {
        "play feeding frenzy": "You may play one power token a round.",
        "play evasive moves": "You may play one power token a round.",
        "play out of sight": "It works this round.",
        "play speed burst": "You may play one power token a round.",
    }
    amity.shark()
    amity.rest()
    amity.event("The Fourth of July")
    assert why(amity.match, "shark") == {"play out of sight": "You have played it already."}


def test_a_shark_that_cannot_eat() -> None:
    amity = at_sea("W", card="Michael Brody's Birthday")
    assert why(amity.match, "shark") == {"eat": "Only Michael is left here."}
    amity.plans("eat Michael")
    assert why(amity.match, "shark") == {"eat": "There is no one to eat here."}
    amity = at_sea("N")
    amity.plans("move 5, move N, move 5")
    assert why(amity.match, "shark") == {}
    amity = at_sea("5")
    amity.plans("move 1, move 5, move N")
    assert why(amity.match, "shark") == {"eat": "You have no actions left."}


def test_what_the_crew_does_once_a_round() -> None:
    amity = ashore("1")
    amity.does("quint", "launch 8")
    assert why(amity.match, "quint")["launch 8"] == "Quint launches one barrel a round."
    amity.quint()
    amity.does("hooper", "fish finder")
    assert why(amity.match, "hooper")["fish finder"] == "The fish finder is used once a round."
    amity.hooper()
    assert why(amity.match, "brody")["binoculars"] == "Binoculars only work at a beach."
    amity.does("brody", "move W, binoculars")
    assert why(amity.match, "brody")["binoculars"] == "The binoculars are used once a round."


def test_beaches_that_cannot_be_closed() -> None:
    """Why not, beach by beach: swimmers, the sign that is there, the wrong place, or once a round."""
    amity = ashore("1", card="Holiday Roast")
    swimmers = "There are swimmers at this beach."
    assert {beach: why(amity.match, "brody")[f"close {beach}"] for beach in "NEW"} == dict.fromkeys("NEW", swimmers)
    amity.does("brody", "close S")
    assert why(amity.match, "brody")["close S"] == "Brody closes one beach a round."
    amity.does("brody", "move 5")
    assert why(amity.match, "brody")["close S"] == "Beaches are closed from Amity P.D. or the Mayor's Office."
    amity = ashore("1", card="The Fourth of July")
    assert why(amity.match, "brody")["close S"] == "No beach may be closed on the Fourth of July."


def test_barrels_that_cannot_be_moved() -> None:
    amity = ashore("1")
    assert why(amity.match, "brody")["take barrel from shop"] == "Brody is not in the shop."
    amity.does("brody", "move Shop, take barrel from shop")
    found = why(amity.match, "brody")
    assert found["take barrel from shop"] == "Brody carries one barrel at a time."
    assert found["drop barrel"] == "You can only leave a barrel at a dock."


def test_a_captain_overboard_and_michael() -> None:
    amity = Amity("1")
    amity.event("Ben Gardner's Boat")
    amity.shark("move 5, knock hooper overboard")
    assert why(amity.match, "hooper")["fish finder"] == "Climb back into the boat first."
    amity = ashore("1", card="Michael Brody's Birthday")
    amity.does("hooper", "move W")
    assert why(amity.match, "hooper")["rescue Michael"] == "Only Brody can rescue Michael."


def test_the_extra_action_waits_for_ones_own() -> None:
    amity = ashore("1", card="Amity Island in the News")
    assert why(amity.match, "quint")["bonus for quint"] == "You still have actions of your own."


def test_gear_cards_are_given_out_one_by_one() -> None:
    rules = {"variant": "act2", "act2.shark_cards_alone": 0, "act2.crew_cards_alone": 2}
    match = Match("jaws", 2, rules, auto_chance=False)
    match.play("chance", "chum")
    match.play("chance", "rifle")
    assert match.legal("quint")[0] == "rifle for quint"
    said = "Cards are given out one by one."
    assert why(match, "quint") == {f"chum for {who}": said for who in ("quint", "brody", "hooper")}


def test_the_crew_prepares() -> None:
    """Spaces too far off, accessories that are no weapons, zones out of reach."""
    boat = Boat(quint=["chum", "ammo", "shark cage"], at=(1, 8, 8))
    boat.put("brody", "water 1")
    boat.comes("3")
    assert why(boat.match, "quint")["go boat 4"] == "Too far for one round."
    assert why(boat.match, "brody")["go boat 2"] == "Climbing aboard takes your whole move."
    boat.match.play("quint", "go boat 1")
    assert why(boat.match, "quint") == {
        "use chum": "Chum is thrown before the crew prepares.",
        "use ammo": "Ammo is discarded after a shot.",
        "use shark cage": "The cage is used when the shark attacks.",
    }
    boat.match.play("brody", "go water 1")
    boat.match.play("brody", "use club")
    assert why(boat.match, "brody")["target 4"] == "The club does not reach this zone from here."


def test_the_shark_on_the_orca() -> None:
    boat = Boat(abilities=["big mouth", "big mouth"], quint=["chum"], at=(3, 8, 8))
    boat.options("3", "1", "2")
    boat.chooses("A", "big mouth")
    boat.match.play("quint", "chum")
    assert why(boat.match, "shark") == {"show A": "This is the token you chose."}
    assert why(boat.match, "quint") == {}
    boat.match.play("shark", "show B")
    boat.rest()
    boat.put("brody", "water 8")
    boat.holds()
    found = why(boat.match, "shark")
    assert found["attack boat 1"] == "You are not beside this boat space."
    assert found["attack quint"] == "Quint is on the boat."
    assert found["attack brody"] == "Brody is too far away."
