"""Kelp: what is said at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from undertow.core.actions import Deed
from undertow.core.position import Event
from undertow.core.reading import in_python
from undertow.core.records import Record, count, has
from undertow.games.kelp import state as s
from undertow.games.kelp.actions import PLAY, REVEAL, die_name
from undertow.games.kelp.energy import affordable, energy_left, is_full
from undertow.games.kelp.forest import zone_of
from undertow.games.kelp.octopus import worth
from undertow.games.kelp.rules import legal, try_each
from undertow.games.kelp.view import LAST_ROUNDS
from undertow.games.kelp.why_not import blocked as blocked

THE = tuple("a shell" if kind == s.SHELL else f"the {name}" for kind, name in enumerate(s.BLOCK_NAMES))
REASONS = {
    s.CAUGHT: "the shark has caught the octopus",
    s.FED: "the octopus has eaten all the food it needs",
    s.EXHAUSTED: "the shark is exhausted: its hunger track is full",
    s.TOOTHLESS: "the shark has no red die left, and no hunger to spare for a new one",
    s.LONG_GAME: "the shark has not found its prey in all this time",
}
SHARK_CARD_WORDS = {
    s.AGGRESSIVE: "nothing but its dice",
    s.AGILE: "turn around before moving",
    s.DARING: "put another die from the pool on the hunger track and turn a red one to {daring}",
    s.HOSTILE: "remove a random pair of confrontation cards from the game",
    s.HUNGRY: "draw and roll {hungry}",
    s.OBSERVANT: "ignore a trap",
    s.REACTIVE: "before rolling, return {reactive} and choose one from the bag",
    s.RELENTLESS: "reroll {relentless}",
    s.RUTHLESS: "add {ruthless} to a die in the pool",
    s.SWIFT: "swim one extra space, before or after the move",
    s.VIGILANT: "keep a die for a later turn",
}
FOOD_WORDS = (
    "your hand size becomes {big hand} for good, and you draw up to it",
    "take any card from your draw or discard pile",
    "hide all your blocks",
    "learn up to {free learning}",
)
POWER_WORDS = {
    s.REROLLS: "the shark may reroll a die from its pool each turn",
    s.EXCHANGES: "the shark may exchange a die from its pool for a stored one each turn",
    s.DRAWS_MORE: "the shark draws {more dice} each turn",
}
ESCAPE_WORDS = (
    ("you put the shark in a den and hide", "it would put you in a den and hide"),
    (
        "you hide and are shuffled with {flight} other hidden blocks",
        "it would hide and be shuffled with {flight} other hidden blocks",
    ),
    ("you hide, and so do {flinch} other blocks", "it would hide, and so would {flinch} other blocks"),
)
#: To the octopus, and to everybody.
TRAP_WORDS = {
    s.CURRENT_TRAP: (
        "you may take {current trap} off the board",
        "the octopus may take {current trap} off the board",
    ),
    s.CURRENTS_TRAP: (
        "you may take {currents trap} off the board",
        "the octopus may take {currents trap} off the board",
    ),
    s.HIDE_TRAP: ("you may hide {hide trap}", "the octopus may hide {hide trap}"),
    s.DEN_TRAP: ("you put the shark in a den", "the octopus puts the shark in a den"),
}


def plural(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")


def dice_words(number: int) -> str:
    return f"{number} {'die' if number == 1 else 'dice'}"


def up_to(number: int, thing: str) -> str:
    """`a current`, `up to 2 currents`."""
    if number > 1:
        return f"up to {plural(number, thing)}"
    return f"an{thing}" if thing.startswith("other") else f"a {thing}"


def all_of(things: Sequence[str]) -> str:
    """`0, 1 and 5`."""
    return " and ".join([", ".join(things[:-1]), things[-1]] if len(things) > 1 else things)


def filled(box: Record, text: str) -> str:
    """A text with the numbers of this box in it: house rules may have changed them."""
    numbers = {
        "daring": int(box.number[s.DARING]),
        "hungry": "one more die" if box.number[s.HUNGRY] == 1 else f"{int(box.number[s.HUNGRY])} more dice",
        "reactive": f"{int(box.number[s.REACTIVE])} drawn {'die' if box.number[s.REACTIVE] == 1 else 'dice'}",
        "relentless": "a die" if box.number[s.RELENTLESS] == 1 else f"up to {int(box.number[s.RELENTLESS])} dice",
        "ruthless": int(box.number[s.RUTHLESS]),
        "big hand": int(box.big_hand),
        "free learning": plural(int(box.free_learning), "thing"),
        "more dice": dice_words(int(box.more_dice)),
        "dice": dice_words(int(box.dice)),
        "flight": f"up to {int(box.flight)}" if box.flight else "no",
        "flinch": f"up to {int(box.flinch) - 1}" if box.flinch > 1 else "no",
        "current trap": up_to(int(box.current_traps[0]), "current"),
        "currents trap": up_to(int(box.current_traps[1]), "current"),
        "hide trap": up_to(int(box.hide_trap), "other block"),
        "actions": plural(int(box.actions), "action"),
        "food": int(box.food_to_win),
        "track": int(box.hunger_track),
        "slots": int(box.energy_slots),
        "double": int(box.double_shell_pays),
        "stays": _stays(box),
    }
    return text.format(**numbers) if "{" in text else text


def _stays(box: Record) -> str:
    """What a block that is learned never replaces."""
    kept = ["the octopus", *(["food"] if box.food_stays else [])]
    return " or ".join([", ".join(kept), *([] if box.replace_gained else ["a block gained by the same card"])])


def card_words(box: Record, card: int) -> str:
    """What an octopus card does, in a few words."""
    if card >= s.FIRST_EAT:
        return f"eat {THE[s.CRAB + card - s.FIRST_EAT]} beside you"
    up_to = "up to " if box.up_to[card] else ""
    kind = "blocks" if box.any_block[card] else "hidden blocks"
    middle = "the middle block with " if box.exposed[card] else ""
    words = [
        f"swap two adjacent blocks{', twice' if box.swap[card] > 1 else ''}" if box.swap[card] else "",
        f"shuffle {middle}{int(box.shuffle[card])} {kind}" if box.shuffle[card] else "",
        f"hide {up_to}{plural(int(box.hide[card]), 'block')}" if box.hide[card] else "",
        f"learn {plural(int(box.learn[card]), 'thing')}{' (a card goes to your hand)' if box.to_hand[card] else ''}"
        if box.learn[card]
        else "",
        "you may trash a card" if box.trash[card] else "",
        f"draw {plural(int(box.draw[card]), 'card')}" if box.draw[card] else "",
    ]
    return ", then ".join(word for word in words if word)


# Asking ---------------------------------------------------------------------------------------------------------------


def prompt(box: Record, state: Record, seat: int) -> str:
    phase = int(state.phase)
    if phase == s.OCTOPUS_TURN:
        if state.actions == 0:
            return "You have no actions left. Use food or end your turn."
        return f"Your turn: {plural(int(state.actions), 'action')} left."
    if phase == s.PAYING:
        more = "more " if state.to_pay < box.cost[state.card] else ""
        blocks = "block" if state.to_pay == 1 else "blocks"
        return f"Reveal {int(state.to_pay)} {more}{blocks} to pay for {s.CARD_NAMES[state.card]}."
    if phase == s.SWAPPING:
        return "Which two adjacent blocks do you swap?"
    if phase == s.PICKING:
        return f"Which block do you shuffle? {_left(state, int(state.picks))}."
    if phase == s.HIDING:
        return f"Which block do you hide? {_left(state, int(state.hides))}."
    if phase == s.LEARNING:
        return f"What do you learn? {_left(state, int(state.learns))}."
    if phase == s.EXCHANGING:
        return f"{THE[state.to_take].capitalize()} enters the forest. Which revealed block does it replace?"
    if phase == s.REMOVING:
        return f"Which current do you take off the board? Up to {int(state.removals)}."
    if phase == s.BEFORE_MOVE:
        dice = _dice(state.pool)
        return f"Your pool: {dice}. Prepare, place currents, then swim." if dice else "Your pool is empty: swim."
    if phase == s.ENERGY:
        must = "must" if is_full(box, state) and state.bought == 0 else "may"
        what = f"buy {'a card' if must == 'must' else 'cards'}" if affordable(box, state) else "replace a market card"
        last = " Careful: spending fills your hunger track." if state.hungry + 1 >= box.hunger_track else ""
        return f"You have {plural(int(energy_left(state)), 'pip')} of energy: you {must} {what}.{last}"
    if phase == s.TRAPPED:
        return f"{THE[state.trap].capitalize()}! Use observant to ignore it?"
    if phase == s.CONFRONTING:
        return CONFRONT_PROMPTS[seat]
    if phase == s.TURNING:
        return f"Daring: which red die do you turn to {_number(box, s.DARING)}?"
    return PROMPTS[phase]


def _left(state: Record, number: int) -> str:
    return f"Up to {number}" if state.least < number else f"{number} to go"


def _dice(dice: Sequence[int]) -> str:
    return ", ".join(die_name(int(die)) for die in dice if die)


CONFRONT_PROMPTS = (
    "The shark has you! How do you escape? If it chooses the same, you are lost.",
    "You have the octopus! Which way will it try to escape? Choose the same and you win.",
)
PROMPTS = {
    s.NAMING: "A block comes out of the bag unseen. Which zone does it go to?",
    s.TRASHING: "You may trash a card: it leaves the game.",
    s.FETCHING: "Which card do you take?",
    s.TRIMMING: "You have too many cards: which one do you discard?",
    s.DENNING: "Which den do you put the shark in?",
    s.TAKING_CURRENT: "Your bag is empty: which current do you take off the board to roll?",
    s.REACTING: "Use reactive before you roll?",
    s.RETURNING: "Which die do you return to the bag?",
    s.TAKING: "Which die do you take from the bag?",
    s.REROLLING: "Relentless: reroll another die?",
    s.TRADING: "Which stored die do you take in exchange?",
    s.MOVING: "Where do you swim next?",
    s.AFTER_MOVE: "Swift: swim one extra space?",
    s.SEARCHING: "Search (yellow) or strike (red)? Place your dice.",
    s.ORDERING: "Which block is revealed first?",
    s.STORING: "There is no room for all your dice: which one do you store?",
    s.FEEDING: "Which die goes to the hunger track?",
}

DONE_LABELS = {
    s.TRASHING: "Trash nothing",
    s.REACTING: "Roll what you drew",
    s.TRAPPED: "Let it spring",
    s.AFTER_MOVE: "Stay here",
    s.SEARCHING: "Place no more dice",
    s.ENERGY: "Buy nothing else",
    s.REROLLING: "Reroll only that one",
    s.HIDING: "Hide no more",
    s.PICKING: "Shuffle no more",
    s.LEARNING: "Learn no more",
    s.REMOVING: "Remove no more",
}

_Fill = Callable[[Record, Record, int, Deed], dict[str, object]]
#: By verb: what this moment puts into the fields that a label leaves open.
FILLS: dict[str, _Fill] = {
    "den": lambda box, state, seat, deed: {"current": _takes_current(state, deed.places[0])},
    "play": lambda box, state, seat, deed: _card(box, deed.places[0]),
    "draw": lambda box, state, seat, deed: {"cards": plural(int(state.hand_size), "card")},
    "discard": lambda box, state, seat, deed: {"hide": _to_hide(state)},
    "use food": lambda box, state, seat, deed: {"effect": filled(box, FOOD_WORDS[deed.places[0]])},
    "reveal": lambda box, state, seat, deed: {
        "what": _block(state, deed.places[0]),
        "pays": _pays(box, state, deed.places[0]),
    },
    "swap": lambda box, state, seat, deed: dict(
        zip(("one", "other"), (_block(state, zone) for zone in s.PAIRS[deed.places[0]]), strict=True)
    ),
    "shuffle": lambda box, state, seat, deed: {"what": _block(state, deed.places[0])},
    "hide": lambda box, state, seat, deed: {"what": _block(state, deed.places[0])},
    "exchange": lambda box, state, seat, deed: {"what": _block(state, deed.places[0])},
    "done": lambda box, state, seat, deed: {"stop": _done(state)},
    "learn card": lambda box, state, seat, deed: _card(box, int(state.open[deed.places[0]])),
    "learn": lambda box, state, seat, deed: {
        "the": THE[deed.places[0]],
        "effect": _block_words(box, deed.places[0]),
    },
    "remove": lambda box, state, seat, deed: {"pips": int(state.currents[deed.places[0]])},
    "choose": lambda box, state, seat, deed: {
        "colour": s.ESCAPE_COLOURS[deed.places[0]],
        "effect": filled(box, ESCAPE_WORDS[deed.places[0]][seat]),
    },
    "take current": lambda box, state, seat, deed: {"pips": int(state.currents[deed.places[0]])},
    "use": lambda box, state, seat, deed: {"effect": filled(box, SHARK_CARD_WORDS[deed.places[0]])},
    "saved current": lambda box, state, seat, deed: {"pips": int(state.saved[deed.places[0]]) & 7},
    "relentless": lambda box, state, seat, deed: {"another": _and_another(box)},
    "ruthless": lambda box, state, seat, deed: {"more": min(s.PIPS, deed.places[1] + 1 + _number(box, s.RUTHLESS))},
    "daring": lambda box, state, seat, deed: {"number": _number(box, s.DARING)},
    "turn": lambda box, state, seat, deed: {"number": _number(box, s.DARING)},
    "swim": lambda box, state, seat, deed: {
        "over": _over(state, deed.places[0]),
        "reach": _reach(box, state, deed.places[0]),
    },
    "swift": lambda box, state, seat, deed: {"reach": _reach(box, state, deed.places[0])},
    "saved die": lambda box, state, seat, deed: _saved_die(int(state.saved[deed.places[0]])),
    "buy": lambda box, state, seat, deed: {"offer": _offer(box, int(state.market[deed.places[0]]))},
    "replace": lambda box, state, seat, deed: {
        "die": die_name(int(state.energy[deed.places[0]])),
        "card": s.SHARK_CARD_NAMES[state.market[deed.places[1]]],
    },
}


def fill(box: Record, state: Record, seat: int, deed: Deed, names: Sequence[str]) -> dict[str, object]:
    """What this moment puts into the fields that the label of an action leaves open."""
    return FILLS[deed.verb](box, state, seat, deed)


def _done(state: Record) -> str:
    if state.phase == s.ENERGY and state.bought == 0:
        return "Buy nothing"
    return DONE_LABELS[int(state.phase)]


def _card(box: Record, card: int) -> dict[str, object]:
    cost = int(box.cost[card])
    return {
        "card": s.CARD_NAMES[card],
        "cost": f"reveal {cost}" if cost else "free",
        "effect": card_words(box, card),
    }


def _to_hide(state: Record) -> str:
    return ", then you may hide a block" if state.phase == s.OCTOPUS_TURN else ""


def _block(state: Record, zone: int) -> str:
    """For the octopus's own eyes."""
    kind = int(state.den.blocks[zone])
    return f"zone {zone}" + (f" ({s.BLOCK_NAMES[kind]})" if kind != s.EMPTY else "")


def _pays(box: Record, state: Record, zone: int) -> str:
    pays = worth(box, state, zone)
    return f": pays {pays}" if pays > 1 else ""


def _block_words(box: Record, kind: int) -> str:
    if kind == s.DOUBLE_SHELL:
        return filled(box, ": revealing it pays {double}")
    if kind >= s.CRAB:
        return ": back into the forest"
    return f": when it springs, {filled(box, TRAP_WORDS[kind][0])}"


def _takes_current(state: Record, den: int) -> str:
    return " (its current goes back into the bag)" if has(state.covered, s.FIRST_DEN + den) else ""


def _number(box: Record, card: int) -> int:
    """What the effect of a shark card counts."""
    return int(box.number[card])


def _and_another(box: Record) -> str:
    return ", then another if you like" if box.number[s.RELENTLESS] > 1 else ""


def _over(state: Record, space: int) -> str:
    pips = int(state.currents[space])
    if pips and state.stuck:
        return f"against the current of {pips} (it goes back into the bag) to "
    return f"over the current of {pips} at " if pips else "to "


def _reach(box: Record, state: Record, space: int) -> str:
    if state.currents[space]:
        return ""
    zones = [str(zone) for zone in range(s.ZONES) if has(box.reach[space], zone)]
    return f" (beside {'zone' if len(zones) == 1 else 'zones'} {all_of(zones)})"


def _saved_die(die: int) -> dict[str, object]:
    return {"what": "Strike" if die >> 3 == s.RED else "Search", "die": die_name(die)}


def _offer(box: Record, card: int) -> str:
    numbers = {s.COLOURS[colour]: int(box.card_dice[card, colour]) for colour in range(1, 4)}
    dice = [f"a {colour} die" if n == 1 else f"{n} {colour} dice" for colour, n in numbers.items() if n]
    effect = filled(box, SHARK_CARD_WORDS[card])
    return f"{s.SHARK_CARD_NAMES[card]} for {int(box.price[card])} ({all_of(dice) if dice else 'no dice'}): {effect}"


def chance(box: Record, state: Record) -> str:
    """What chance is doing."""
    return CHANCES[int(state.phase)]


CHANCES = {
    s.LAYING: "The octopus sets up its blocks.",
    s.OPENING: "A card is turned up.",
    s.FILLING: "A card comes to the market.",
    s.PULLING: "The blocks are shuffled.",
    s.DRAWING: "The octopus draws.",
    s.DRAWING_DICE: "The shark draws dice.",
    s.ROLLING: "The dice are rolling.",
    s.BANISHING: "A pair of confrontation cards is drawn.",
}


# Explaining -----------------------------------------------------------------------------------------------------------

HELP_OCTOPUS = (
    "The octopus takes {actions} a turn: play a card (first pay its cost by revealing hidden blocks), draw up to its "
    "hand size, or discard a card to hide a block. Food it has eaten can be used once, at any time in its turn. It "
    "wins when it has eaten {food} foods or when the shark is exhausted."
)
HELP_SHARK = (
    "The shark draws and rolls {dice} ({more dice} with the growth tile for it). It may place blue dice as currents, "
    "must swim, may search with yellow dice and strike with red ones in the zones beside it, then stores the rest as "
    "energy. With {slots} dice stored it must buy cards. Every strike and every purchase puts a die on the hunger "
    "track; with {track} dice there the shark is exhausted."
)
HELP = {
    s.PAYING: "Any hidden block pays 1, the double shell {double}. Revealed blocks lie open until they are hidden.",
    s.SWAPPING: "Adjacent means side by side, not diagonally. Standing blocks stay standing, and lying blocks lying.",
    s.PICKING: "The blocks go into the bag, are mixed, and stand in the same zones again. Only the octopus looks.",
    s.NAMING: "The shark names the zones without seeing the blocks.",
    s.LEARNING: "Cards go to the discard pile. A block replaces a revealed one, but never "
    "{stays}. An Eat card brings its food along.",
    s.EXCHANGING: "The new block lies open. The block it replaces is put beside the board.",
    s.BEFORE_MOVE: "Currents go on any empty space. Then the shark swims the way it faces; at a crossing it goes "
    "straight on, left or right. It swims over a current, and over several if each shows fewer pips; it never stops "
    "on one.",
    s.MOVING: "It swims on until it reaches an empty space; each current must show fewer pips than the one before.",
    s.SEARCHING: "A die must show at least the zone's number, and each zone takes one die. Yellow dice reveal a hidden "
    "block; red dice attack it.",
    s.DENNING: "A shark that was put in a den may leave it either way.",
    s.REACTING: "Reactive returns drawn dice to the bag before the roll, and lets the shark choose one from the bag.",
    s.ORDERING: "Both dice lie on their zones; now the blocks are revealed one after the other.",
    s.HIDING: "Hidden blocks can pay again. Hiding a block makes nobody forget what it is.",
    s.FEEDING: "One die of the energy spent goes to the hunger track for good; the others go back into the bag.",
    s.CONFRONTING: "Both choose in secret. If they choose the same, the shark wins. Otherwise the octopus escapes, and "
    "its card and the shark's matching card leave the game.",
    s.ENERGY: "The shark may buy cards whose costs add up to no more than its pips. Once a turn it may turn a stored "
    "die down by 1 to replace a card in the market.",
}


def gives_away(box: Record, state: Record, seat: int) -> Iterator[tuple[int, str]]:
    """Whatever reveals the octopus: to eat, and to pay with it, even if only because nothing else is left to pay with.
    All that might is tried out."""
    hidden = state.phase in SHOWING and has(state.hidden, in_python(zone_of)(state, s.THE_OCTOPUS))
    if seat != s.OCTOPUS or not hidden:
        return
    room = np.zeros(s.MOST_LEGAL, np.int64)
    tried = [action for action in room[: legal(box, state, seat, room)].tolist() if action in SHOWING[state.phase]]
    worlds = np.zeros(len(tried), s.State)
    worlds[:] = state
    try_each(box, worlds, np.array(tried, np.int64))
    for action, over, told, events in zip(tried, worlds["over"], worlds["told"], worlds["events"], strict=True):
        shown = ((event[0], event[3]) for event in events[:told].tolist())
        if not over and (s.SHOWN, s.THE_OCTOPUS) in shown:
            yield action, "The shark then sees where the octopus is."


#: By phase: what may reveal the octopus.
SHOWING = {s.OCTOPUS_TURN: range(PLAY, PLAY + s.CARDS), s.PAYING: range(REVEAL, REVEAL + s.ZONES)}


def help(box: Record, state: Record, viewer: int) -> str:
    """The rules of this moment."""
    if state.over:
        return "The match is over. The replay shows everything, hidden blocks too."
    general = HELP_OCTOPUS if state.turn == s.OCTOPUS else HELP_SHARK
    return filled(box, f"{HELP.get(int(state.phase), '')} {general}".strip())


def reason(box: Record, state: Record) -> str:
    return REASONS.get(int(state.reason), "")


def scores(box: Record, state: Record) -> list[int]:
    """For the octopus foods eaten, for the shark dice on its hunger track."""
    return [int(count(state.eaten)), int(state.hungry)]


# Telling --------------------------------------------------------------------------------------------------------------


def sentence(box: Record, event: Event, names: Sequence[str]) -> str:
    """What happened, in one sentence; nothing for what needs no words."""
    told = SENTENCES.get(event.kind)
    return told(box, *event.details) if told else ""


def _shown(box: Record, zone: int, kind: int, why: int, d: int) -> str:
    what = f"zone {zone}: {THE[kind]}"
    if why == s.PAID:
        return f"The octopus reveals {what}."
    if why == s.ATE_IT:
        return f"To eat, the octopus reveals {what}."
    verb = "searches" if why == s.SEARCHED else "strikes"
    return f"The shark {verb} {what}{'!' if kind == s.THE_OCTOPUS else '.'}"


def _hungrier(box: Record, colour: int, dice: int, c: int, d: int) -> str:
    return f"A {s.COLOURS[colour]} die goes to the hunger track: {dice} of {int(box.hunger_track)}."


def _showdown(box: Record, octopus: int, shark: int, c: int, d: int) -> str:
    same = "the same!" if octopus == shark else "not the same."
    return f"The octopus shows {s.ESCAPES[octopus]}, the shark {s.ESCAPES[shark]}: {same}"


def _grew(box: Record, colour: int, dice: int, c: int, d: int) -> str:
    return f"A {s.COLOURS[colour]} die goes to the growth track: {dice} of {int(box.tile_dice)}."


def _tile(box: Record, tile: int, b: int, c: int, d: int) -> str:
    power = filled(box, POWER_WORDS[int(box.tiles[tile - 1])])
    return f"Growth tile {tile} is full: from now on {power}."


def _on_zone(box: Record, zone: int, die: int, c: int, d: int) -> str:
    return f"The {die_name(die)} is placed in zone {zone}."


def _gained_card(box: Record, card: int, to_hand: int, c: int, d: int) -> str:
    return f"The octopus learns {s.CARD_NAMES[card]}{' and takes it into its hand' if to_hand else ''}."


def _shuffled(box: Record, zones: int, b: int, c: int, d: int) -> str:
    which = [str(zone) for zone in range(s.ZONES) if has(zones, zone)]
    return f"The blocks in zones {all_of(which)} are shuffled."


def _of(box: Record, number: int) -> str:
    """The limit is mentioned when it is near."""
    return f" of {int(box.round_cap)}" if number > box.round_cap - LAST_ROUNDS else ""


def _won(box: Record, seat: int, why: int, c: int, d: int) -> str:
    return f"{'The shark' if seat == s.SHARK else 'The octopus'} wins: {REASONS[why]}."


_Sentence = Callable[[Record, int, int, int, int], str]
SENTENCES: dict[int, _Sentence] = {
    s.ROUND: lambda box, a, b, c, d: f"Round {a}{_of(box, a)}.",
    s.LAID: lambda box, a, b, c, d: f"You stand {THE[b]} in zone {a}.",
    s.READY: lambda box, a, b, c, d: "The octopus has set up its blocks and drawn its hand.",
    s.OPENED: lambda box, a, b, c, d: f"Now on top of the {s.PILE_NAMES[a]} pile: {s.CARD_NAMES[b]}.",
    s.OFFERED: lambda box, a, b, c, d: f"New in the market: {_offer(box, b)}.",
    s.AT_DEN: lambda box, a, b, c, d: f"The shark is put in den {s.SPACE_NAMES[a]}.",
    s.PLAYED: lambda box, a, b, c, d: f"The octopus plays {s.CARD_NAMES[a]}.",
    s.SHOWN: _shown,
    s.SWAPPED: lambda box, a, b, c, d: f"The blocks in zones {a} and {b} swap places.",
    s.PICKED: lambda box, a, b, c, d: f"The block in zone {a} goes into the bag.",
    s.SHUFFLED: _shuffled,
    s.PULLED: lambda box, a, b, c, d: f"You pull {THE[a]} out of the bag.",
    s.NAMED: lambda box, a, b, c, d: f"A block from the bag goes to zone {a}.",
    s.HID: lambda box, a, b, c, d: f"The block in zone {a} stands up.",
    s.GAINED_CARD: _gained_card,
    s.GAINED_BLOCK: lambda box, a, b, c, d: f"{THE[a].capitalize()} replaces {THE[c]} in zone {b}.",
    s.TRASHED: lambda box, a, b, c, d: f"The octopus trashes {s.CARD_NAMES[a]}.",
    s.DISCARDED: lambda box, a, b, c, d: f"The octopus discards {s.CARD_NAMES[a]}.",
    s.ATE: lambda box, a, b, c, d: f"The octopus has eaten {THE[s.CRAB + a]}: {b} of {int(box.food_to_win)}.",
    s.FOOD_USED: lambda box, a, b, c, d: f"The octopus uses {THE[s.CRAB + a]}.",
    s.DRAWN: lambda box, a, b, c, d: f"The octopus draws {plural(a, 'card')}.",
    s.DREW: lambda box, a, b, c, d: f"You draw {s.CARD_NAMES[a]}.",
    s.RESHUFFLED: lambda box, a, b, c, d: "The discard pile is shuffled and becomes the draw pile.",
    s.FETCHED: lambda box, a, b, c, d: f"You take {s.CARD_NAMES[a]} from your draw pile.",
    s.FETCHED_UNSEEN: lambda box, a, b, c, d: "The octopus takes a card from its draw pile.",
    s.FETCHED_OPEN: lambda box, a, b, c, d: f"The octopus takes {s.CARD_NAMES[a]} from its discard pile.",
    s.NOTHING_TO_DO: lambda box, a, b, c, d: "The octopus can do nothing.",
    s.DICE: lambda box, a, b, c, d: f"The shark draws {dice_words(a)}.",
    s.CURRENT_TAKEN: lambda box, a, b, c, d: f"The bag is empty: the shark takes the current at {s.SPACE_NAMES[a]}.",
    s.USED: lambda box, a, b, c, d: f"The shark uses {s.SHARK_CARD_NAMES[a]}.",
    s.RETURNED: lambda box, a, b, c, d: f"A {s.COLOURS[a]} die goes back into the bag.",
    s.TAKEN: lambda box, a, b, c, d: f"The shark takes a {s.COLOURS[a]} die of its choice.",
    s.ROLLED: lambda box, a, b, c, d: f"The shark rolls a {die_name(a)}.",
    s.CURRENT: lambda box, a, b, c, d: f"The shark places a current of {b} at {s.SPACE_NAMES[a]}.",
    s.SWAM: lambda box, a, b, c, d: f"The shark swims {'over the current at' if b else 'to'} {s.SPACE_NAMES[a]}.",
    s.CARRIED: lambda box, a, b, c, d: f"The current at {s.SPACE_NAMES[a]} has carried the shark and leaves.",
    s.STUCK: lambda box, a, b, c, d: f"The shark is stuck and swims against the current at {s.SPACE_NAMES[a]}.",
    s.ON_ZONE: _on_zone,
    s.SPRINGS: lambda box, a, b, c, d: f"The trap springs: {filled(box, TRAP_WORDS[a][1])}.",
    s.IGNORED: lambda box, a, b, c, d: "The shark ignores the trap.",
    s.CURRENT_LOST: lambda box, a, b, c, d: f"The current at {s.SPACE_NAMES[a]} goes back into the bag.",
    s.CONFRONTED: lambda box, a, b, c, d: "Shark and octopus face each other!",
    s.CHOSE: lambda box, a, b, c, d: f"You choose {s.ESCAPES[a]}.",
    s.HAS_CHOSEN: lambda box, a, b, c, d: f"The {('octopus', 'shark')[a]} has chosen.",
    s.SHOWDOWN: _showdown,
    s.ESCAPED: lambda box, a, b, c, d: f"The octopus escapes by {s.ESCAPES[a]}; both {s.ESCAPES[a]} cards are gone.",
    s.PAIR_GONE: lambda box, a, b, c, d: f"Hostile: both {s.ESCAPES[a]} cards leave the game.",
    s.GREW: _grew,
    s.TILE: _tile,
    s.STORED: lambda box, a, b, c, d: f"The {die_name(a)} is stored as energy.",
    s.BACK: lambda box, a, b, c, d: f"The {die_name(a)} goes back into the bag.",
    s.BOUGHT: lambda box, a, b, c, d: f"The shark buys {s.SHARK_CARD_NAMES[a]}.",
    s.REFRESHED: lambda box, a, b, c, d: (
        f"{s.SHARK_CARD_NAMES[a].capitalize()} is replaced; a stored die now shows {b & 7}."
    ),
    s.HUNGRIER: _hungrier,
    s.GAVE_UP: lambda box, a, b, c, d: "The shark can afford nothing: all its energy goes back into the bag.",
    s.SAVED_DIE: lambda box, a, b, c, d: f"The {die_name(a)} is kept for a later turn.",
    s.DIE_TURNED: lambda box, a, b, c, d: f"The {die_name(a)} is turned to {b & 7}.",
    s.TRADED: lambda box, a, b, c, d: f"The {die_name(a)} is exchanged for the stored {die_name(b)}.",
    s.ROLLS_AGAIN: lambda box, a, b, c, d: f"The shark picks up the {die_name(a)} to reroll it.",
    s.OFFERS: lambda box, a, b, c, d: f"The shark offers the {die_name(a)} for a stored die.",
    s.BEGINS_WITH: lambda box, a, b, c, d: f"Zone {a} comes first.",
    s.COMES: lambda box, a, b, c, d: f"The octopus takes {THE[a]} from beside the board.",
    s.REVERSED: lambda box, a, b, c, d: "The shark turns around.",
    s.WON: _won,
}
