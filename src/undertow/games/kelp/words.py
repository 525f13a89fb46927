"""Kelp: what is said at the table."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence

from undertow.core.position import Event
from undertow.core.records import Record, count, has
from undertow.games.kelp import actions as a
from undertow.games.kelp import state as s
from undertow.games.kelp.actions import die_name
from undertow.games.kelp.energy import affordable, energy_left, is_full
from undertow.games.kelp.octopus import worth

THE = tuple("a shell" if kind == s.SHELL else f"the {name}" for kind, name in enumerate(s.BLOCK_NAMES))
REASONS = {
    s.CAUGHT: "the shark has caught the octopus",
    s.FED: "the octopus has eaten all the food it needs",
    s.EXHAUSTED: "the shark is exhausted: its hunger track is full",
    s.TOOTHLESS: "the shark has no red die left, and no hunger to spare for a new one",
    s.LONG_GAME: "the shark has not found its prey in all this time",
}
ZONE_NAMES = (
    "the upper left corner",
    "the upper edge",
    "the upper right corner",
    "the left edge",
    "the middle",
    "the right edge",
    "the lower left corner",
    "the lower edge",
    "the lower right corner",
)
SHARK_CARD_WORDS = {
    s.AGGRESSIVE: "only the dice",
    s.AGILE: "turn round before you move",
    s.DARING: "another die of your pool goes to the hunger track, a red one turns to {daring}",
    s.HOSTILE: "a random pair of confrontation cards leaves the game",
    s.HUNGRY: "draw and roll {hungry} more",
    s.OBSERVANT: "ignore a trap",
    s.REACTIVE: "return {reactive} drawn dice, take one of your choice",
    s.RELENTLESS: "reroll up to {relentless} dice",
    s.RUTHLESS: "a die of your pool shows {ruthless} more",
    s.SWIFT: "one space more, before or after the move",
    s.VIGILANT: "keep a die for a later turn",
}
FOOD_WORDS = (
    "your hand size is {big hand} from now on, and you draw up to it",
    "take any card out of your draw or discard pile",
    "hide all your blocks",
    "learn up to {free learning}",
)
POWER_WORDS = {
    s.REROLLS: "one die of the pool may be rolled again each turn",
    s.EXCHANGES: "a die of the pool may be exchanged with one of energy each turn",
    s.DRAWS_MORE: "the shark draws {more dice} each turn",
}
ESCAPE_WORDS = (
    ("the shark goes to a den of your choice, you hide", "it would send you to a den, and hide"),
    (
        "you hide and are shuffled with up to {flight} other hidden blocks",
        "it would hide and be shuffled with up to {flight} other hidden blocks",
    ),
    ("hide up to {flinch} blocks, yourself among them", "it would hide up to {flinch} blocks, itself among them"),
)
TRAP_WORDS = {
    s.CURRENT_TRAP: "the octopus may take up to {current trap} off the board",
    s.CURRENTS_TRAP: "the octopus may take up to {currents trap} off the board",
    s.HIDE_TRAP: "the octopus may hide up to {hide trap}",
    s.DEN_TRAP: "the octopus sends the shark to a den",
}


def plural(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")


def dice_words(number: int) -> str:
    return f"{number} {'die' if number == 1 else 'dice'}"


def filled(box: Record, text: str) -> str:
    """A text with the numbers of this box in it: house rules may have changed them."""
    numbers = {
        "daring": int(box.number[s.DARING]),
        "hungry": "one" if box.number[s.HUNGRY] == 1 else int(box.number[s.HUNGRY]),
        "reactive": int(box.number[s.REACTIVE]),
        "relentless": int(box.number[s.RELENTLESS]),
        "ruthless": int(box.number[s.RUTHLESS]),
        "big hand": int(box.big_hand),
        "free learning": plural(int(box.free_learning), "thing"),
        "more dice": dice_words(int(box.more_dice)),
        "dice": dice_words(int(box.dice)),
        "flight": int(box.flight),
        "flinch": int(box.flinch),
        "current trap": plural(int(box.current_traps[0]), "current"),
        "currents trap": plural(int(box.current_traps[1]), "current"),
        "hide trap": plural(int(box.hide_trap), "block"),
        "actions": plural(int(box.actions), "action"),
        "food": int(box.food_to_win),
        "track": int(box.hunger_track),
        "slots": int(box.energy_slots),
        "double": int(box.double_shell_pays),
    }
    return text.format(**numbers) if "{" in text else text


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
        f"learn {int(box.learn[card])}{' (a card goes to your hand)' if box.to_hand[card] else ''}"
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
            return "Your actions are done. Use food, or end your turn."
        return f"Your turn: {plural(int(state.actions), 'action')} left."
    if phase == s.PAYING:
        more = " more" if state.to_pay < box.cost[state.card] else ""
        return f"To pay for {s.CARD_NAMES[state.card]} reveal {plural(int(state.to_pay), 'block')}{more}."
    if phase == s.SWAPPING:
        return "Which two adjacent blocks change places?"
    if phase == s.PICKING:
        return f"Which block goes into the bag? {_up_to(state, int(state.picks))} more."
    if phase == s.HIDING:
        return f"Which block do you hide? {_up_to(state, int(state.hides))} more."
    if phase == s.LEARNING:
        return f"What do you learn? {_up_to(state, int(state.learns))} more."
    if phase == s.EXCHANGING:
        return f"{THE[state.to_take].capitalize()} enters the forest. Which revealed block leaves?"
    if phase == s.REMOVING:
        return f"A current leaves the board: which? Up to {int(state.removals)} more."
    if phase == s.BEFORE_MOVE:
        dice = _dice(state.pool)
        return f"Your pool: {dice}. Prepare, place currents, then swim." if dice else "Your pool is empty: swim."
    if phase == s.ENERGY:
        must = "must" if is_full(box, state) and state.bought == 0 else "may"
        what = "buy" if affordable(box, state) else "replace a card of the market"
        last = " But beware: spending fills your hunger track." if state.hungry + 1 >= box.hunger_track else ""
        return f"{plural(int(energy_left(state)), 'pip')} of energy: you {must} {what}.{last}"
    if phase == s.TRAPPED:
        return f"{THE[state.trap].capitalize()}! Use observant to ignore it?"
    if phase == s.CONFRONTING:
        return CONFRONT_PROMPTS[seat]
    return PROMPTS[phase]


def _up_to(state: Record, number: int) -> str:
    return f"Up to {number}" if state.least < number else str(number)


def _dice(dice: Sequence[int]) -> str:
    return ", ".join(die_name(int(die)) for die in dice if die)


CONFRONT_PROMPTS = (
    "The shark has you! How do you escape? If it chooses the same, you are lost.",
    "You have the octopus! Which way will it try to escape? Choose the same and you win.",
)
PROMPTS = {
    s.NAMING: "A block comes out of the bag, unseen. Where must the octopus put it?",
    s.TRASHING: "You may trash a card for good.",
    s.FETCHING: "Which card do you fetch?",
    s.TRIMMING: "Your hand is too large: which card do you discard?",
    s.DENNING: "Into which den does the shark go?",
    s.TAKING_CURRENT: "Your bag is empty: which current do you take from the board to roll?",
    s.REACTING: "Use reactive before you roll?",
    s.RETURNING: "Which drawn die goes back?",
    s.TAKING: "Which die do you take from the bag?",
    s.REROLLING: "Relentless: another die to reroll?",
    s.TURNING: "Daring: which red die do you turn?",
    s.TRADING: "Which energy die do you take for it?",
    s.MOVING: "Where do you swim on?",
    s.AFTER_MOVE: "Swift: one space more?",
    s.SEARCHING: "Search (yellow) or strike (red)? Place your dice.",
    s.ORDERING: "Which zone is revealed first?",
    s.STORING: "There is not room for all of it: which die do you store?",
    s.FEEDING: "Which die goes to the hunger track?",
}

DONE_LABELS = {
    s.TRASHING: "Trash nothing",
    s.REACTING: "Roll what you drew",
    s.TRAPPED: "Let it spring",
    s.AFTER_MOVE: "Stay here",
    s.SEARCHING: "No more dice",
    s.ENERGY: "Buy nothing more",
    s.REROLLING: "Only that one",
}

_Label = Callable[[Record, Record, int], str]
LABELS: dict[int, _Label] = {
    a.DEN: lambda box, state, n: f"The den {s.SPACE_NAMES[s.FIRST_DEN + n]}{_takes_current(state, n)}",
    a.PLAY: lambda box, state, n: f"Play {s.CARD_NAMES[n]} ({_cost(box, n)}): {card_words(box, n)}",
    a.DRAW: lambda box, state, n: f"Draw up to {plural(int(state.hand_size), 'card')}",
    a.DISCARD: lambda box, state, n: f"Discard {s.CARD_NAMES[n]}{_to_hide(state)}",
    a.EAT_POWER: lambda box, state, n: f"{THE[s.CRAB + n].capitalize()}: {filled(box, FOOD_WORDS[n])}",
    a.END_TURN: lambda box, state, n: "End your turn",
    a.REVEAL: lambda box, state, n: f"Reveal {_block(state, n)}{_pays(box, state, n)}",
    a.SWAP: lambda box, state, n: f"Swap {_block(state, s.PAIRS[n][0])} and {_block(state, s.PAIRS[n][1])}",
    a.PICK: lambda box, state, n: f"Shuffle {_block(state, n)}",
    a.HIDE: lambda box, state, n: f"Hide {_block(state, n)}",
    a.DONE: lambda box, state, n: _done(state),
    a.LEARN_CARD: lambda box, state, n: (
        f"Learn {s.CARD_NAMES[state.open[n]]} ({_cost(box, int(state.open[n]))}): {card_words(box, int(state.open[n]))}"
    ),
    a.LEARN_BLOCK: lambda box, state, n: f"Take {THE[n]}{_block_words(box, n)}",
    a.EXCHANGE: lambda box, state, n: f"{_block(state, n).capitalize()} leaves",
    a.TRASH_HAND: lambda box, state, n: f"Trash {s.CARD_NAMES[n]} from your hand",
    a.TRASH_DISCARD: lambda box, state, n: f"Trash {s.CARD_NAMES[n]} from your discard pile",
    a.FETCH_DRAW: lambda box, state, n: f"Take {s.CARD_NAMES[n]} from your draw pile",
    a.FETCH_DISCARD: lambda box, state, n: f"Take {s.CARD_NAMES[n]} from your discard pile",
    a.REMOVE: lambda box, state, n: f"Remove the current {int(state.currents[n])} at {s.SPACE_NAMES[n]}",
    a.NAME: lambda box, state, n: f"Zone {n}, {ZONE_NAMES[n]}",
    a.TAKE_CURRENT: lambda box, state, n: f"Take the current {int(state.currents[n])} at {s.SPACE_NAMES[n]}",
    a.USE: lambda box, state, n: f"Use {s.SHARK_CARD_NAMES[n]}: {filled(box, SHARK_CARD_WORDS[n])}",
    a.RETURN: lambda box, state, n: f"Return a {s.COLOURS[n]} die",
    a.TAKE: lambda box, state, n: f"Take a {s.COLOURS[n]} die",
    a.PLACE_CURRENT: lambda box, state, n: f"Current {n // s.SPACES + 1} at {s.SPACE_NAMES[n % s.SPACES]}",
    a.PLACE_SAVED: lambda box, state, n: (
        f"Saved current {int(state.saved[n // s.SPACES]) & 7} at {s.SPACE_NAMES[n % s.SPACES]}"
    ),
    a.REROLL: lambda box, state, n: f"Growth: reroll the {die_name(n)}",
    a.TRADE: lambda box, state, n: f"Growth: exchange the {die_name(n)} with an energy die",
    a.RELENT: lambda box, state, n: f"Use relentless: reroll the {die_name(n)}, perhaps another",
    a.BOOST: lambda box, state, n: f"Use ruthless: the {die_name(n)} becomes {_boosted(box, n)}",
    a.DARE: lambda box, state, n: f"Use daring: the {die_name(n)} to the hunger track, a red die to {_daring(box)}",
    a.SAVE: lambda box, state, n: f"Use vigilant: keep the {die_name(n)} for later",
    a.DIE: lambda box, state, n: f"The {die_name(n)}",
    a.SWIM: lambda box, state, n: f"Swim {_over(state, n)}{s.SPACE_NAMES[n]}{_reach(box, state, n)}",
    a.DASH: lambda box, state, n: f"Use swift: one space to {s.SPACE_NAMES[n]}{_reach(box, state, n)}",
    a.SEARCH: lambda box, state, n: f"Search zone {n % s.ZONES} with the yellow {n // s.ZONES + 1}",
    a.STRIKE: lambda box, state, n: f"Strike zone {n % s.ZONES} with the red {n // s.ZONES + 1}",
    a.SAVED_DIE_AT: lambda box, state, n: _saved_die(state, n // s.ZONES, n % s.ZONES),
    a.FIRST: lambda box, state, n: f"Zone {n} first",
    a.BUY: lambda box, state, n: f"Buy {_offer(box, int(state.market[n]))}",
    a.REFRESH: lambda box, state, n: (
        f"Reduce the {die_name(int(state.energy[n // s.MARKET]))} by 1 to replace "
        f"{s.SHARK_CARD_NAMES[state.market[n % s.MARKET]]}"
    ),
    a.FEED: lambda box, state, n: f"A {s.COLOURS[n]} die",
}
_RANGES = sorted(LABELS)


def label(box: Record, state: Record, seat: int, action: int, names: Sequence[str]) -> str:
    if a.STRATEGY <= action < a.NAME:
        return _strategy(box, action - a.STRATEGY, seat)
    first = _RANGES[bisect(_RANGES, action) - 1]
    return LABELS[first](box, state, action - first)


def _done(state: Record) -> str:
    if state.phase == s.ENERGY and state.bought == 0:
        return "Buy nothing"
    return DONE_LABELS.get(int(state.phase), "Enough")


def _cost(box: Record, card: int) -> str:
    cost = int(box.cost[card])
    return f"reveal {cost}" if cost else "free"


def _to_hide(state: Record) -> str:
    return ", then you may hide a block" if state.phase == s.OCTOPUS_TURN else ""


def _block(state: Record, zone: int) -> str:
    """For the octopus's own eyes."""
    kind = int(state.den.blocks[zone])
    return f"zone {zone}" + (f" ({s.BLOCK_NAMES[kind]})" if kind != s.EMPTY else "")


def _pays(box: Record, state: Record, zone: int) -> str:
    pays = worth(box, state, zone)
    return f", pays {pays}" if pays > 1 else ""


def _block_words(box: Record, kind: int) -> str:
    if kind == s.DOUBLE_SHELL:
        return filled(box, ": revealing it pays {double}")
    return f": when it springs {filled(box, TRAP_WORDS[kind])}"


def _takes_current(state: Record, den: int) -> str:
    return ", its current goes back" if has(state.covered, s.FIRST_DEN + den) else ""


def _strategy(box: Record, strategy: int, seat: int) -> str:
    name, colour = s.ESCAPES[strategy].capitalize(), s.ESCAPE_COLOURS[strategy]
    return f"{name} ({colour}): {filled(box, ESCAPE_WORDS[strategy][seat])}"


def _boosted(box: Record, die: int) -> int:
    return min(s.PIPS, (die & 7) + int(box.number[s.RUTHLESS]))


def _daring(box: Record) -> int:
    return int(box.number[s.DARING])


def _over(state: Record, space: int) -> str:
    pips = int(state.currents[space])
    if pips and state.stuck:
        return f"against the current {pips} (it goes back into the bag) to "
    return f"over the current {pips} at " if pips else "to "


def _reach(box: Record, state: Record, space: int) -> str:
    if state.currents[space]:
        return ""
    zones = [str(zone) for zone in range(s.ZONES) if has(box.reach[space], zone)]
    return f" (beside zone {' and '.join(zones)})"


def _saved_die(state: Record, place: int, zone: int) -> str:
    die = int(state.saved[place])
    verb = "Strike" if die >> 3 == s.RED else "Search"
    return f"{verb} zone {zone} with the saved {die_name(die)}"


def _offer(box: Record, card: int) -> str:
    dice = [s.COLOURS[colour] for colour in range(1, 4) for _ in range(int(box.card_dice[card, colour]))]
    effect = filled(box, SHARK_CARD_WORDS[card])
    return f"{s.SHARK_CARD_NAMES[card]} for {int(box.price[card])} ({' and '.join(dice) or 'no die'}): {effect}"


# Explaining -----------------------------------------------------------------------------------------------------------

HELP_OCTOPUS = (
    "The octopus takes {actions} a turn: play a card (pay its cost by revealing hidden blocks first), draw up to its "
    "hand size, or discard a card to hide a block. Food it has eaten can be used once, at any time of its turn. It "
    "wins when it has eaten {food} foods or the shark is exhausted."
)
HELP_SHARK = (
    "The shark draws {dice} ({more dice} with the growth tile for it) and rolls them, may place blue ones as currents, "
    "must swim on, may search with yellow "
    "and strike with red dice in the zones beside it, then stores the rest as energy. With {slots} dice stored it must "
    "buy cards. Every strike and every spending puts a die on the hunger track; with {track} it is exhausted."
)
HELP = {
    s.PAYING: "Any hidden block pays 1, the double shell {double}. Revealed blocks lie open until they are hidden.",
    s.SWAPPING: "Adjacent means side by side, not diagonally. Standing blocks stay standing, lying ones lying.",
    s.PICKING: "The blocks go into the bag. One by one they are pulled out unseen, and the shark says where each goes.",
    s.NAMING: "The shark names the zones without seeing the blocks.",
    s.LEARNING: "Cards go to the discard pile. A block takes the place of a revealed one, never of the octopus or "
    "food. With an Eat card its food comes along.",
    s.BEFORE_MOVE: "Currents go on any empty space. Then the shark swims the way it faces, at a crossing straight, "
    "left or right. Over a current it swims on, over several if their pips fall; it never stops on one.",
    s.MOVING: "It swims on until it comes to an empty space; each current must show fewer pips than the one before.",
    s.SEARCHING: "A die must show at least the zone's number. One die a zone. Yellow dice reveal a hidden block; red "
    "ones attack it.",
    s.DENNING: "A shark in a den may leave it either way.",
    s.REACTING: "Reactive puts drawn dice back and lets you take one of your choice from the bag, before you roll.",
    s.ORDERING: "Both dice lie on their zones; now one block after the other is revealed.",
    s.HIDING: "Hidden blocks can pay again. Hiding does not make anybody forget what was seen.",
    s.FEEDING: "One die of the energy you spent goes to the hunger track for good; the others go back into the bag.",
    s.CONFRONTING: "Both choose unseen. The same choice: the shark wins. Otherwise the octopus escapes, and that card "
    "and its match leave the game.",
    s.ENERGY: "Buy any cards whose costs together are no more than your pips. Once a turn a die can be reduced by 1 to "
    "replace a card of the market.",
}


def help(box: Record, state: Record, viewer: int) -> str:
    """The rules of this moment."""
    if state.over:
        return "It is over. The replay shows everything, hidden blocks too."
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
    return f"{'Search' if why == s.SEARCHED else 'Strike'} in {what}{'!' if kind == s.THE_OCTOPUS else '.'}"


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
    return f"The {die_name(die)} is placed on zone {zone}."


def _gained_card(box: Record, card: int, to_hand: int, c: int, d: int) -> str:
    return f"The octopus learns {s.CARD_NAMES[card]}{', into its hand' if to_hand else ''}."


def _shuffled(box: Record, zones: int, b: int, c: int, d: int) -> str:
    which = [str(zone) for zone in range(s.ZONES) if has(zones, zone)]
    return f"The blocks of zones {', '.join(which)} are shuffled."


def _won(box: Record, seat: int, why: int, c: int, d: int) -> str:
    return f"{'The shark' if seat == s.SHARK else 'The octopus'} wins: {REASONS[why]}."


_Sentence = Callable[[Record, int, int, int, int], str]
SENTENCES: dict[int, _Sentence] = {
    s.ROUND: lambda box, a, b, c, d: f"Round {a}.",
    s.LAID: lambda box, a, b, c, d: f"In zone {a} stands {THE[b]}.",
    s.READY: lambda box, a, b, c, d: "The octopus has laid out its blocks and taken its hand.",
    s.OPENED: lambda box, a, b, c, d: f"On the {s.PILE_NAMES[a]} pile: {s.CARD_NAMES[b]}.",
    s.OFFERED: lambda box, a, b, c, d: f"To the market comes {_offer(box, b)}.",
    s.AT_DEN: lambda box, a, b, c, d: f"The shark is put into the den {s.SPACE_NAMES[a]}.",
    s.PLAYED: lambda box, a, b, c, d: f"The octopus plays {s.CARD_NAMES[a]}.",
    s.SHOWN: _shown,
    s.SWAPPED: lambda box, a, b, c, d: f"The blocks of zones {a} and {b} change places.",
    s.PICKED: lambda box, a, b, c, d: f"The block of zone {a} goes into the bag.",
    s.SHUFFLED: _shuffled,
    s.PULLED: lambda box, a, b, c, d: f"You pull {THE[a]} out of the bag.",
    s.NAMED: lambda box, a, b, c, d: f"A block from the bag goes to zone {a}.",
    s.HID: lambda box, a, b, c, d: f"The block of zone {a} stands up.",
    s.GAINED_CARD: _gained_card,
    s.GAINED_BLOCK: lambda box, a, b, c, d: f"{THE[a].capitalize()} comes to zone {b} in place of {THE[c]}.",
    s.TRASHED: lambda box, a, b, c, d: f"The octopus trashes {s.CARD_NAMES[a]}.",
    s.DISCARDED: lambda box, a, b, c, d: f"The octopus discards {s.CARD_NAMES[a]}.",
    s.ATE: lambda box, a, b, c, d: f"The octopus has eaten {THE[s.CRAB + a]}: {b} of {int(box.food_to_win)}.",
    s.FOOD_USED: lambda box, a, b, c, d: f"The octopus uses {THE[s.CRAB + a]}.",
    s.DRAWN: lambda box, a, b, c, d: f"The octopus draws {plural(a, 'card')}.",
    s.DREW: lambda box, a, b, c, d: f"You draw {s.CARD_NAMES[a]}.",
    s.RESHUFFLED: lambda box, a, b, c, d: "The discard pile is shuffled and becomes the draw pile.",
    s.FETCHED: lambda box, a, b, c, d: f"You take {s.CARD_NAMES[a]} out of your draw pile.",
    s.FETCHED_UNSEEN: lambda box, a, b, c, d: "The octopus takes a card out of its draw pile.",
    s.FETCHED_OPEN: lambda box, a, b, c, d: f"The octopus takes {s.CARD_NAMES[a]} out of its discard pile.",
    s.NOTHING_TO_DO: lambda box, a, b, c, d: "The octopus can do nothing.",
    s.DICE: lambda box, a, b, c, d: f"The shark draws {dice_words(a)}.",
    s.CURRENT_TAKEN: lambda box, a, b, c, d: f"The bag is empty: the current at {s.SPACE_NAMES[a]} is taken to roll.",
    s.USED: lambda box, a, b, c, d: f"The shark uses {s.SHARK_CARD_NAMES[a]}.",
    s.RETURNED: lambda box, a, b, c, d: f"A {s.COLOURS[a]} die goes back into the bag.",
    s.TAKEN: lambda box, a, b, c, d: f"The shark takes a {s.COLOURS[a]} die of its choice.",
    s.ROLLED: lambda box, a, b, c, d: f"The shark rolls {die_name(a)}.",
    s.CURRENT: lambda box, a, b, c, d: f"A current {b} at {s.SPACE_NAMES[a]}.",
    s.SWAM: lambda box, a, b, c, d: f"The shark swims {'over the current at' if b else 'to'} {s.SPACE_NAMES[a]}.",
    s.CARRIED: lambda box, a, b, c, d: f"The current at {s.SPACE_NAMES[a]} has carried it and leaves the board.",
    s.STUCK: lambda box, a, b, c, d: f"The shark is stuck and swims against the current at {s.SPACE_NAMES[a]}.",
    s.ON_ZONE: _on_zone,
    s.SPRINGS: lambda box, a, b, c, d: f"The trap springs: {filled(box, TRAP_WORDS[a])}.",
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
    s.REFRESHED: lambda box, a, b, c, d: f"{s.SHARK_CARD_NAMES[a].capitalize()} is replaced; a die shows {b & 7} now.",
    s.HUNGRIER: _hungrier,
    s.GAVE_UP: lambda box, a, b, c, d: "The shark can afford nothing: all its energy goes back into the bag.",
    s.SAVED_DIE: lambda box, a, b, c, d: f"The {die_name(a)} is kept for a later turn.",
    s.DIE_TURNED: lambda box, a, b, c, d: f"The {die_name(a)} is turned to {b & 7}.",
    s.TRADED: lambda box, a, b, c, d: f"The {die_name(a)} is exchanged with the {die_name(b)} of energy.",
    s.ROLLS_AGAIN: lambda box, a, b, c, d: f"The {die_name(a)} is picked up to be rolled again.",
    s.OFFERS: lambda box, a, b, c, d: f"The shark offers the {die_name(a)} for a die of energy.",
    s.BEGINS_WITH: lambda box, a, b, c, d: f"Zone {a} is first.",
    s.COMES: lambda box, a, b, c, d: f"The octopus takes {THE[a]} from beside the board.",
    s.REVERSED: lambda box, a, b, c, d: "The shark turns round.",
    s.WON: _won,
}
