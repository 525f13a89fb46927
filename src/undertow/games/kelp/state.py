"""Kelp: all that is true on the table, and the words for it as numbers.

Zones are numbered row by row, 0 to 8. A space is where the shark can be and where a current can lie. A die is a
number too: its colour times 8, plus the pips it shows (0: not rolled).
"""

from __future__ import annotations

from undertow.core.records import Record, names_between, record, state_record

# Who ------------------------------------------------------------------------------------------------------------------

OCTOPUS, SHARK = range(2)  # seats, and viewers
SEATS = 2
BOTH = 0b11
SPECTATOR = 2

# The forest -----------------------------------------------------------------------------------------------------------

ZONES = 9
ALL_ZONES = (1 << ZONES) - 1
EXPOSED = 4  # the zone in the middle
PAIRS = ((0, 1), (1, 2), (3, 4), (4, 5), (6, 7), (7, 8), (0, 3), (1, 4), (2, 5), (3, 6), (4, 7), (5, 8))
#: Adjacent zones of each zone, a bit each.
BESIDE = tuple(sum(1 << a + b - zone for a, b in PAIRS if zone in (a, b)) for zone in range(ZONES))

SPACE_NAMES = ("v0", "v1", "v2", "w0", "w1", "w2", "h0", "h1", "h2", "k0", "k1", "k2", "d0", "d2", "d6", "d8")
SPACES = len(SPACE_NAMES)
FIRST_DEN = 12
DENS = 4
ALL_DENS = 0xF << FIRST_DEN
EITHER_END = 0b11  # the ends of its space by which the shark may leave, a bit each
NOWHERE = -1
PIPS = 6
STILL = PIPS + 1  # pips a shark swims down from that has not swum over a current yet

BLOCK_NAMES = (
    "octopus",
    "shell",
    "current trap",
    "currents trap",
    "hide trap",
    "den trap",
    "double shell",
    "crab",
    "snail",
    "lobster",
    "abalone",
)
(THE_OCTOPUS, SHELL, CURRENT_TRAP, CURRENTS_TRAP, HIDE_TRAP, DEN_TRAP, DOUBLE_SHELL, CRAB, SNAIL, LOBSTER, ABALONE) = (
    range(11)
)
KINDS = len(BLOCK_NAMES)
FOODS = 4
EMPTY = -1  # a zone whose block is in the octopus's bag

# Octopus cards --------------------------------------------------------------------------------------------------------

CARD_NAMES = (
    "Fast Learning",
    "Nimble Dodge",
    "Stirred Sand",
    "Blend In",
    "Sharp Senses",
    "Problem Solving",
    "Adaptation",
    "Perfect Disguise",
    "Shed Skin",
    "Second Wind",
    "Taking Chances",
    "Cloud of Ink",
    "Sudden Evasion",
    "Eat Crab",
    "Eat Snail",
    "Eat Lobster",
    "Eat Abalone",
)
CARDS = len(CARD_NAMES)
FAST_LEARNING = 0
FIRST_EAT = CARDS - FOODS
PILE_NAMES = ("learn", "hide", "move", "eat")
PILES = len(PILE_NAMES)
EAT_PILE = 3
STARTER = -1  # the pile of a card the octopus begins with
NO_CARD = -1

# Shark ----------------------------------------------------------------------------------------------------------------

COLOURS = ("", "blue", "yellow", "red")
BLUE, YELLOW, RED = range(1, 4)
DIE_CODES = 32
POOL = 6  # dice the shark can have before it at once
SLOTS = 3  # for energy
SAVED = 2  # dice kept for later
MARKET = 4
SHARK_CARD_NAMES = (
    "aggressive",
    "agile",
    "daring",
    "hostile",
    "hungry",
    "observant",
    "reactive",
    "relentless",
    "ruthless",
    "swift",
    "vigilant",
)
SHARK_CARDS = len(SHARK_CARD_NAMES)
(AGGRESSIVE, AGILE, DARING, HOSTILE, HUNGRY, OBSERVANT, REACTIVE, RELENTLESS, RUTHLESS, SWIFT, VIGILANT) = range(11)
TILES = 4
POWERS = ("reroll", "exchange", "draw")  # of growth tiles
REROLLS, EXCHANGES, DRAWS_MORE = range(3)
ESCAPES = ("fight", "flight", "flinch")
FIGHT, FLIGHT, FLINCH = range(3)
ESCAPE_COLOURS = ("red", "yellow", "gray")
STRATEGIES = len(ESCAPES)

# What is going on -----------------------------------------------------------------------------------------------------

(
    LAYING,  # chance: the block of the next zone
    OPENING,  # chance: the next card of a pile
    FILLING,  # chance: the next card of the market
    OCTOPUS_TURN,
    PAYING,
    SWAPPING,
    PICKING,
    PULLING,  # chance: a block out of the octopus's bag
    NAMING,
    HIDING,
    LEARNING,
    EXCHANGING,
    TRASHING,
    DRAWING,  # chance: a card for the octopus
    FETCHING,
    TRIMMING,
    REMOVING,
    DENNING,
    DRAWING_DICE,  # chance: a die out of the bag
    TAKING_CURRENT,
    REACTING,
    RETURNING,
    TAKING,
    ROLLING,  # chance: a die
    BEFORE_MOVE,
    REROLLING,
    TURNING,
    TRADING,
    BANISHING,  # chance: a pair of confrontation cards
    MOVING,
    AFTER_MOVE,
    SEARCHING,
    ORDERING,
    TRAPPED,
    CONFRONTING,
    STORING,
    ENERGY,
    FEEDING,
    OVER,
) = range(39)

# How far the shark's turn has come: `step`.
(NOT_NOW, DRAWS, ROLLS, PREPARES, MOVES, MOVED, SEARCHES, REVEALING, STORES, SPENDS) = range(10)
# How far a die on a zone has come: `reveal`.
(COVERED, SPRUNG, FACED, SETTLED) = range(4)

# What happened --------------------------------------------------------------------------------------------------------
# The details of each are named beside it.

ROUND = 0  # number
LAID = 1  # zone, kind: to the octopus alone
READY = 2  # the octopus has laid out its blocks and taken its hand
OPENED = 3  # pile, card
OFFERED = 4  # slot, card
AT_DEN = 5  # den
PLAYED = 6  # card
SHOWN = 7  # zone, kind, why: PAID, SEARCHED, STRUCK, ATE_IT
SWAPPED = 8  # zone, zone
PICKED = 9  # zone
SHUFFLED = 10  # zones, a bit each
PULLED = 11  # kind: to the octopus alone
NAMED = 12  # zone
HID = 13  # zone
GAINED_CARD = 14  # card, 1: to hand
GAINED_BLOCK = 15  # kind, zone, the kind it replaces
TRASHED = 16  # card, 1: from hand
DISCARDED = 17  # card
ATE = 18  # food, number eaten
FOOD_USED = 19  # food
DRAWN = 20  # cards
DREW = 21  # card: to the octopus alone
RESHUFFLED = 22  # cards
FETCHED = 23  # card: to the octopus alone
FETCHED_UNSEEN = 24  # a card out of the draw pile
FETCHED_OPEN = 25  # card, out of the discard pile
NOTHING_TO_DO = 26
DICE = 27  # number to draw
DIE_DRAWN = 28  # colour
CURRENT_TAKEN = 29  # space
USED = 30  # shark card
RETURNED = 31  # colour
TAKEN = 32  # colour
ROLLED = 33  # die
CURRENT = 34  # space, pips
SWAM = 35  # space, 1: over the current there
CARRIED = 36  # space: its die goes to the growth track
STUCK = 37  # space
ON_ZONE = 38  # zone, die
SPRINGS = 39  # kind of trap
IGNORED = 40  # kind of trap
CURRENT_LOST = 41  # space
CONFRONTED = 42  # pairs left
CHOSE = 43  # strategy: to whoever chose
HAS_CHOSEN = 44  # seat
SHOWDOWN = 45  # strategy of the octopus, of the shark
ESCAPED = 46  # strategy
PAIR_GONE = 47  # strategy
GREW = 48  # colour, dice on the tile
TILE = 49  # number of the tile
STORED = 50  # die
BACK = 51  # die: into the bag
BOUGHT = 52  # card
REFRESHED = 53  # card, die
HUNGRIER = 54  # colour, dice on the hunger track
GAVE_UP = 55  # all stored energy goes back
SAVED_DIE = 56  # die
DIE_TURNED = 57  # die as it was, as it is
TRADED = 58  # pool die, energy die
REVERSED = 59
SHARK_TURN = 60
PASSED = 61  # seat: it leaves it at that
COMES = 62  # kind of a block that is to enter
OFFERS = 63  # die of the pool, for one of energy
BEGINS_WITH = 64  # zone
ROLLS_AGAIN = 65  # die
WON = 66  # seat, reason

TOLD_AS = names_between(globals(), "ROUND", "WON")

PAID, SEARCHED, STRUCK, ATE_IT = range(4)

#: After these nothing can be taken back.
REVEALS = frozenset({SHOWN, SHOWDOWN})

# Why the game ended.
CAUGHT, FED, EXHAUSTED, TOOTHLESS, LONG_GAME = range(1, 6)

# Records --------------------------------------------------------------------------------------------------------------

#: What the octopus alone knows: its cards, and the blocks that stand upright or are in its bag.
Den = record(
    [
        ("blocks", "i1", ZONES),  # kinds; EMPTY while in the bag
        ("bag", "i1", KINDS),
        ("pulled", "i1"),  # kind, or EMPTY
        ("hand", "i1", CARDS),
        ("draw", "i1", CARDS),
    ]
)

State = state_record(
    [
        ("waiting", "i4"),  # seats that may act, a bit each; 0: chance
        ("phase", "i1"),
        ("turn", "i1"),  # seat
        ("rounds", "i1"),
        ("winner", "i1"),
        # The forest
        ("den", Den),
        ("hidden", "i2"),  # zones whose block stands, a bit each
        ("gaps", "i2"),  # zones whose block is in the bag, a bit each
        ("aside", "i1", KINDS),  # blocks beside the board
        ("currents", "i1", SPACES),  # pips, 0: none
        ("covered", "i4"),  # spaces with a current, a bit each
        ("at", "i1"),  # the shark's space
        ("ends", "i1"),  # by which it may leave, a bit each
        # The octopus
        ("in_hand", "i1"),
        ("in_draw", "i1"),
        ("in_discard", "i1"),
        ("discard", "i1", CARDS),
        ("played", "i1", CARDS),  # this turn, until it ends
        ("trash", "i1", CARDS),
        ("in_pile", "i1", CARDS),  # cards below the open ones
        ("open", "i1", PILES),  # or NO_CARD
        ("below", "i1", PILES),  # how many cards are below it
        ("skills", "i1"),  # cards that can still be learned, Eat cards aside
        ("eats", "i1"),  # Eat cards that can still be learned
        ("to_open", "i1"),  # piles whose next card is to be turned up, a bit each
        ("hand_size", "i1"),
        ("eaten", "i1"),  # foods, a bit each
        ("unused", "i1"),  # eaten foods whose power is left, a bit each
        # What the octopus is doing
        ("actions", "i1"),  # left in this turn
        ("ended", "i1"),  # 1: it wants no more of this turn
        ("card", "i1"),  # being paid for
        ("to_pay", "i1"),
        ("swaps", "i1"),
        ("picks", "i1"),  # blocks still to be picked for a shuffle
        ("any_block", "i1"),  # 1: revealed ones too
        ("hides", "i1"),
        ("not_here", "i1"),  # a zone that cannot be hidden now, or NOWHERE
        ("learns", "i1"),
        ("to_hand", "i1"),  # 1: cards learned now go to the hand
        ("to_take", "i1"),  # a block that is to enter, or EMPTY
        ("gained", "i2"),  # zones of blocks gained by what is being learned now, a bit each
        ("trashes", "i1"),
        ("draws", "i1"),
        ("drawing", "i1"),  # 1: it has been said how many
        ("fetches", "i1"),
        ("removals", "i1"),
        ("to_den", "i1"),
        ("least", "i1"),  # how many of these must be done before it may stop
        # The shark
        ("step", "i1"),
        ("bag", "i1", 4),  # dice by colour
        ("pool", "i1", POOL),
        ("energy", "i1", SLOTS),
        ("saved", "i1", SAVED),
        ("saved_now", "i1"),  # of these, saved in this turn: a bit each
        ("hunger", "i1", 4),  # dice by colour
        ("hungry", "i1"),  # dice on the hunger track
        ("growth", "i1", 4),  # dice on the growth tile being filled
        ("tiles", "i1"),  # filled
        ("cards", "i1", SHARK_CARDS),
        ("used", "i1", SHARK_CARDS),
        ("gone", "i1", SHARK_CARDS),  # discarded from the market
        ("market", "i1", MARKET),  # or NO_CARD
        ("deck", "i1", SHARK_CARDS),
        ("in_deck", "i1"),
        ("to_fill", "i1"),  # slots of the market to be refilled, a bit each
        ("to_draw", "i1"),
        ("asked", "i1"),  # whether to use reactive
        ("to_return", "i1"),  # dice, to take one of its choice for them
        ("to_choose", "i1"),  # 1: that choice
        ("to_roll", "i1"),  # dice of the pool, a bit each
        ("rerolls", "i1"),
        ("exchanges", "i1"),
        ("began", "i1"),  # 1: the draw and roll step is over
        ("relents", "i1"),  # dice that relentless may still reroll
        ("dares", "i1"),  # 1: daring is to turn a red die
        ("trading", "i1"),  # the pool die given for one of energy, 0: none
        ("banishes", "i1"),
        ("usable", "i2"),  # cards it can use before the move, a bit each
        ("ahead", "i4"),  # spaces it can swim to next, a bit each
        ("stuck", "i1"),  # 1: these are currents in its way, for there is nothing else
        ("heading", "i1"),  # where it swims now, or NOWHERE
        ("first", "i1"),  # the first current it swims over, or NOWHERE
        ("swims", "i1"),  # pips it swims down from
        ("placed", "i1", 2),  # dice on zones, 0: none
        ("placed_at", "i1", 2),
        ("reveal", "i1"),
        ("trap", "i1"),  # kind
        ("spent", "i1"),
        ("bought", "i1"),
        ("refreshed", "i1"),
        ("pairs", "i1"),  # strategies left, a bit each
        ("chosen", "i1", SEATS),  # strategy + 1
    ],
    events=24,
)

ROWS = 128  # arrangements of the blocks a viewer can tell apart; 40 were the most in 100,000 random games

#: What a viewer remembers: how the blocks may stand (see belief.py), and cards known to be in the octopus's hand.
Memory = record(
    [
        ("begun", "i1"),
        ("coarse", "i1"),  # 1: there was no room once, and some odds are only roughly right
        ("together", "i1", ZONES),  # zones of one group were shuffled together: any order of them is as likely
        ("rows", "i8"),
        ("blocks", "i8", ROWS),  # arrangements: four bits a zone
        ("odds", "f8", ROWS),
        ("known", "i1", CARDS),  # in hand, for all to know
        ("touched", "i2"),  # zones whose block the octopus moved in this turn, a bit each
        ("calm", "f8", ZONES),  # turns in which the shark threatened a zone and its block stayed where it was
        ("new_blocks", "i8", ROWS),  # room to work out the next ones
        ("new_odds", "f8", ROWS),
        ("index", "i2", 2 * ROWS),
    ]
)

MOST_LEGAL = 192
OUTCOMES = 18
BOUND = 20000
BY_PHASE = OVER + 1  # on a GPU, matches in the same phase take their steps together


def broken(box: Record, state: Record) -> str:
    """What is wrong with this state, in words; nothing if it is sound."""
    return _broken_forest(box, state) or _broken_cards(box, state) or _broken_dice(box, state)


def _broken_forest(box: Record, state: Record) -> str:
    blocks = state.den.blocks.tolist()
    if {zone for zone in range(ZONES) if blocks[zone] == EMPTY} != {z for z in range(ZONES) if state.gaps >> z & 1}:
        return "a zone is empty whose block is not in the bag"
    if int(state.gaps) & ~int(state.hidden):
        return "a block in the bag is not hidden"
    outside = state.den.bag.sum() + state.aside.sum() + (0 if state.den.pulled == EMPTY else 1)
    if outside + sum(block != EMPTY for block in blocks) + int(state.eaten).bit_count() != box.blocks.sum():
        return "blocks are not conserved"
    if (state.currents > 0).sum() != int(state.covered).bit_count():
        return "a space is covered without a current"
    if state.at != NOWHERE and state.currents[state.at] and state.step != MOVES:
        return "the shark stands on a current"
    return ""


def _broken_cards(box: Record, state: Record) -> str:
    den = state.den
    if den.hand.sum() != state.in_hand or den.draw.sum() != state.in_draw or state.discard.sum() != state.in_discard:
        return "cards are miscounted"
    everywhere = den.hand + den.draw + state.discard + state.played + state.trash + state.in_pile
    for card in state.open.tolist():
        if card != NO_CARD:
            everywhere[card] += 1
    if (everywhere != box.copies).any():
        return "octopus cards are not conserved"
    sharks = state.cards + state.used + state.gone + state.deck
    for card in state.market.tolist():
        if card != NO_CARD:
            sharks[card] += 1
    return "shark cards are not conserved" if (sharks != box.shark_copies).any() else ""


def _broken_dice(box: Record, state: Record) -> str:
    gained = [0, 0, 0, 0]
    for card in range(SHARK_CARDS):
        for colour in (BLUE, YELLOW, RED):
            gained[colour] += int(state.cards[card] + state.used[card]) * int(box.card_dice[card, colour])
    for colour in (BLUE, YELLOW, RED):
        loose = [*state.pool, *state.energy, *state.saved, *state.placed]
        number = sum(int(die) >> 3 == colour for die in loose)
        number += int(state.bag[colour]) + int(state.hunger[colour]) + int(state.growth[colour])
        number += int(state.covered).bit_count() if colour == BLUE else 0
        if number != box.start_dice[colour] + gained[colour]:
            return f"{COLOURS[colour]} dice are not conserved"
    return ""
