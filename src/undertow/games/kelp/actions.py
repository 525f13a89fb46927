"""Kelp: every decision, declared once with what it touches; and what the outcomes of chance are called."""

from __future__ import annotations

from undertow.core.actions import LETTERS, Actions, Part
from undertow.core.records import Record
from undertow.games.kelp import state as st

DEN_NAMES = st.SPACE_NAMES[st.FIRST_DEN :]
FOOD_NAMES = st.BLOCK_NAMES[st.CRAB :]
COLOURS = st.COLOURS[1:]
ZONES = range(st.ZONES)
PIPS = range(1, st.PIPS + 1)
DICE = len(COLOURS) * len(PIPS)  # that have been rolled: `nth_die` says which is meant by its number
ZONE_WORDS = (
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

ACTIONS = Actions(keys=LETTERS)
add = ACTIONS.add

# The octopus. Each is the first number of a range.
DEN = add("den {space}", "Den {space}{current}", help="Put the shark in this den.", space=DEN_NAMES)
PLAY = add(
    "play {card}",
    "Play {card} ({cost}): {effect}",
    help="Pay the card's cost by revealing hidden blocks, then carry out its whole effect.",
    card=st.CARD_NAMES,
)
DRAW = add("draw", "Draw until you hold {cards}", help="Draw up to your hand size.")
DISCARD = add(
    "discard {card}",
    "Discard {card}{hide}",
    help="Put the card on the discard pile; as an action you may then hide a block.",
    card=st.CARD_NAMES,
)
EAT_POWER = add(
    "use {block}",
    "Use the {block}: {effect}",
    verb="use food",
    help="Food you have eaten works once, at any time in your turn.",
    block=FOOD_NAMES,
)
END_TURN = add("end turn", "End your turn", help="It is the shark's turn.")
REVEAL = add(
    "reveal {zone}",
    "Reveal {what}{pays}",
    help="The block lies down for everybody to see.",
    zone=ZONES,
)
SWAP = add(
    "swap {zones}",
    "Swap {one} and {other}",
    help="Two adjacent blocks change places; each stands or lies as before.",
    zones=st.PAIRS,
)
PICK = add("shuffle {zone}", "Shuffle {what}", help="The block goes into the bag with the others.", zone=ZONES)
HIDE = add("hide {zone}", "Hide {what}", help="The block stands up again.", zone=ZONES)
DONE = add("done", "{stop}", help="Leave it at that.")
LEARN_CARD = add(
    "learn {pile} card",
    "Learn {card} ({cost}): {effect}",
    verb="learn card",
    help="The card goes to your discard pile; an Eat card brings its food along.",
    pile=st.PILE_NAMES,
)
LEARN_BLOCK = add(
    "learn {block}",
    "Take {the}{effect}",
    help="The block replaces a revealed one and lies open.",
    block=st.BLOCK_NAMES,
)
EXCHANGE = add(
    "exchange {zone}",
    "Replace {what}",
    help="The block is put aside, and the new one lies in its place.",
    zone=ZONES,
)
TRASH_HAND = add(
    "trash {card} from hand",
    "Trash {card} from your hand",
    verb="trash from hand",
    help="The card leaves the game.",
    card=st.CARD_NAMES,
)
TRASH_DISCARD = add(
    "trash {card} from discard",
    "Trash {card} from your discard pile",
    verb="trash from discard",
    help="The card leaves the game.",
    card=st.CARD_NAMES,
)
FETCH_DRAW = add(
    "fetch {card} from draw pile",
    "Take {card} from your draw pile",
    verb="fetch from draw pile",
    help="The card goes to your hand.",
    card=st.CARD_NAMES,
)
FETCH_DISCARD = add(
    "fetch {card} from discard",
    "Take {card} from your discard pile",
    verb="fetch from discard",
    help="The card goes to your hand.",
    card=st.CARD_NAMES,
)
REMOVE = add(
    "remove {space}",
    "Remove the current of {pips} at {space}",
    help="The current goes back into the shark's bag.",
    space=st.SPACE_NAMES,
)

# Both
STRATEGY = add(
    "{escape}",
    "{escape} ({colour}): {effect}",
    verb="choose",
    help="If both choose the same, the shark wins; otherwise the octopus escapes.",
    escape=st.ESCAPES,
)

# The shark
NAME = add(
    "name {zone}",
    "{zone}",
    help="The block stands there, and you do not see it.",
    zone=Part(ZONES, tuple(f"Zone {zone}, {where}" for zone, where in enumerate(ZONE_WORDS))),
)
TAKE_CURRENT = add(
    "take current {space}",
    "Take the current of {pips} at {space}",
    help="The current leaves the board, and you roll it.",
    space=st.SPACE_NAMES,
)
USE = add(
    "use {card}",
    "Use {card}: {effect}",
    help="The card works once, then it leaves the game.",
    card=st.SHARK_CARD_NAMES,
)
RETURN = add("return {colour}", "Return a {colour} die", help="The die goes back into the bag.", colour=COLOURS)
TAKE = add("take {colour}", "Take a {colour} die", help="The die comes out of the bag.", colour=COLOURS)
PLACE_CURRENT = add(
    "current {pips} at {space}",
    "Place the blue {pips} at {space}",
    help="The die lies there as a current.",
    pips=PIPS,
    space=st.SPACE_NAMES,
)
PLACE_SAVED = add(
    "saved current {saved} at {space}",
    "Place the saved blue {pips} at {space}",
    help="The die lies there as a current.",
    saved=range(1, st.SAVED + 1),
    space=st.SPACE_NAMES,
)
REROLL = add(
    "reroll {colour} {pips}",
    "Growth tile: reroll the {colour} {pips}",
    help="Once a turn for each tile.",
    colour=COLOURS,
    pips=PIPS,
)
TRADE = add(
    "trade {colour} {pips}",
    "Growth tile: exchange the {colour} {pips} for a stored die",
    help="Once a turn; both keep the pips they show.",
    colour=COLOURS,
    pips=PIPS,
)
RELENT = add(
    "relentless {colour} {pips}",
    "Use relentless: reroll the {colour} {pips}{another}",
    help="The card works once, then it leaves the game.",
    colour=COLOURS,
    pips=PIPS,
)
BOOST = add(
    "ruthless {colour} {pips}",
    "Use ruthless: the {colour} {pips} becomes {more}",
    help="The card works once, then it leaves the game.",
    colour=COLOURS,
    pips=PIPS,
)
DARE = add(
    "daring {colour} {pips}",
    "Use daring: put the {colour} {pips} on the hunger track and turn a red die to {number}",
    help="The card works once, then it leaves the game.",
    colour=COLOURS,
    pips=PIPS,
)
SAVE = add(
    "save {colour} {pips}",
    "Use vigilant: keep the {colour} {pips} for a later turn",
    help="The die lies on the card until you place it.",
    colour=COLOURS,
    pips=PIPS,
)
TURN = add(
    "turn {colour} {pips}",
    "Turn the {colour} {pips} to {number}",
    help="Daring: this red die now shows that.",
    colour=COLOURS,
    pips=PIPS,
)
TAKE_STORED = add(
    "take stored {colour} {pips}",
    "Take the stored {colour} {pips}",
    help="It comes to the pool as it is, and the other die is stored.",
    colour=COLOURS,
    pips=PIPS,
)
STORE = add(
    "store {colour} {pips}",
    "Store the {colour} {pips}",
    help="It is kept as energy; what has no room goes back into the bag.",
    colour=COLOURS,
    pips=PIPS,
)
AGAIN = add(
    "again {colour} {pips}",
    "Reroll the {colour} {pips} too",
    help="Relentless: this die is rolled again as well.",
    colour=COLOURS,
    pips=PIPS,
)
SWIM = add(
    "swim {space}",
    "Swim {over}{space}{reach}",
    help="Swim on; at an empty space your move ends.",
    space=st.SPACE_NAMES,
)
DASH = add(
    "swift {space}",
    "Use swift: swim one space to {space}{reach}",
    help="One extra space, before or after the move.",
    space=st.SPACE_NAMES,
)
SEARCH = add(
    "search {zone} with {pips}",
    "Search zone {zone} with the yellow {pips}",
    help="Reveal a hidden block; the die goes to the growth track.",
    pips=PIPS,
    zone=ZONES,
)
STRIKE = add(
    "strike {zone} with {pips}",
    "Strike zone {zone} with the red {pips}",
    help="Attack a block; the die goes to the hunger track.",
    pips=PIPS,
    zone=ZONES,
)
SAVED_DIE_AT = add(
    "saved die {saved} at {zone}",
    "{what} zone {zone} with the saved {die}",
    help="Search or strike with a die you kept.",
    saved=range(1, st.SAVED + 1),
    zone=ZONES,
)
FIRST = add("first {zone}", "Zone {zone} first", help="This block is revealed before the other.", zone=ZONES)
BUY = add(
    "buy {slot}",
    "Buy {offer}",
    help="The card is yours, and its dice go into your bag.",
    slot=range(1, st.MARKET + 1),
)
REFRESH = add(
    "replace {slot} with die {stored}",
    "Turn the {die} down by 1 to replace {card}",
    help="Once a turn; the next card of the deck takes its place.",
    stored=range(1, st.SLOTS + 1),
    slot=range(1, st.MARKET + 1),
)
FEED = add("feed {colour}", "A {colour} die", help="The die goes to the hunger track for good.", colour=COLOURS)


def outcome(box: Record, state: Record, outcome: int) -> str:
    """A block, a card, a colour or the pips of a die, by what is being drawn."""
    if state.phase in (st.LAYING, st.PULLING):
        return st.BLOCK_NAMES[outcome]
    if state.phase == st.FILLING:
        return st.SHARK_CARD_NAMES[outcome]
    if state.phase == st.DRAWING_DICE:
        return st.COLOURS[outcome]
    if state.phase == st.ROLLING:
        return str(outcome + 1)
    return st.ESCAPES[outcome] if state.phase == st.BANISHING else st.CARD_NAMES[outcome]


def die_name(die: int) -> str:
    """`yellow 3`, or `yellow` before it is rolled."""
    colour, pips = die >> 3, die & 7
    return f"{st.COLOURS[colour]} {pips}" if pips else st.COLOURS[colour]
