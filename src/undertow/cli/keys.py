"""What people type: the key of an action, its name, a word of it, or a command."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.text import Text

from undertow.core.actions import Offer

LONG = 5  # actions of one kind that are worth a line of their own
BRIEF = 12  # letters of each, at most, on such a line
QUIT = ("quit", "exit")
COMMANDS = {
    "odds": "what may happen",
    "hint": "what the hard bot would do, and why",
    "help": "the rules of this moment",
    "undo": "take back your last decision",
    "log": "the match so far",
    "save FILE": "keep the match",
    "quit": "leave; the match is kept",
}
SHORT = {
    "o": "odds",
    "h": "hint",
    "u": "undo",
    "?": "help",
    "q": "quit",
}  # as in the browser; never the key of an action


def menu(offers: Sequence[Offer]) -> list[Text]:
    """A line for each action; many of a kind whose labels begin alike share one."""
    lines = []
    for (_, start), group in groupby(offers, key=_kind):
        alike = list(group)
        if len(alike) < LONG or not start or any(len(offer.short) > BRIEF for offer in alike):
            lines += [Text(f" {offer.key}  {offer.label}") for offer in alike]
        else:
            lines.append(Text(f" {start}  " + "  ".join(f"{offer.key}:{offer.short}" for offer in alike)))
    return lines


def _kind(offer: Offer) -> tuple[str, str]:
    """The verb, and what the label begins with where it can stand before several."""
    return offer.verb, offer.label.removesuffix(offer.short).rstrip() if offer.short else ""


def is_command(said: str) -> bool:
    return said in SHORT or said.split(" ")[0] in {*QUIT, *(command.split(" ")[0] for command in COMMANDS)}


def chosen(typed: str, offers: Sequence[Offer]) -> Offer | None:
    """The action a person means: its key, its name, what its button says, or an unmistakable part of that."""
    said = typed.lower()
    for offer in offers:
        if said == offer.key:
            return offer
    meant = [offer for offer in offers if said in (offer.action.lower(), offer.label.lower())]
    if not meant and said and not is_command(said):
        meant = matching(said, offers)
    return meant[0] if len(meant) == 1 else None


def ends_in(name: str, said: str) -> bool:
    """Whether these are the last words of an action's name."""
    return bool(said) and f" {name.lower()}".endswith(f" {said}")


def matching(said: str, offers: Sequence[Offer]) -> list[Offer]:
    """Actions that end in these words; if none does, those that begin like them."""
    ending = [offer for offer in offers if ends_in(offer.action, said)]
    return ending or [
        offer for offer in offers if offer.action.lower().startswith(said) or offer.label.lower().startswith(said)
    ]
