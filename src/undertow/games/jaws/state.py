"""JAWS: all that is true on the table, and the words for it as numbers.

A space of Amity Island is a number: the open sea and the ring `1` to `8` are 0 to 7, the beaches N, E, S, W are 8 to
11, the shop is 12. A space of the Orca: the water of zone z is z, its boat space is z + 8, with zones counted from 0.
"""

from __future__ import annotations

from undertow.core.records import Record, names_between, record, state_record

# Who ------------------------------------------------------------------------------------------------------------------

SHARK, QUINT, BRODY, HOOPER = range(4)  # seats; the sides are the viewers 0 (shark) and 1 (crew)
SEATS = 4
CREW = 3  # members: seat - 1
CREW_SEATS = 0b1110
CREW_VIEWER, SPECTATOR = 1, 2

# Amity Island ---------------------------------------------------------------------------------------------------------

SPACES = ("1", "2", "3", "4", "5", "6", "7", "8", "N", "E", "S", "W", "Shop")
WATERS = 12  # the spaces with water
SHOP = 12
BEACHES = 4
FIRST_BEACH = 8
NOWHERE = -1
DOCKS = 2
BARRELS = 8

TOKENS = ("feeding frenzy", "evasive moves", "out of sight", "speed burst")
FRENZY, EVASIVE, OUT_OF_SIGHT, BURST = range(1, 5)  # in `played`; 0: none. The bit of a token in `tokens` is one less
PLAYED = 5

EVENT_NAMES = (
    "Ben Gardner's Boat",
    "Amity Island in the News",
    "Holiday Roast",
    "Mayor Vaughn Steps In",
    "Caught the Wrong Shark",
    "The Fourth of July",
    "Michael Brody's Birthday",
    "Frank Silva, Harbor Master",
    "$3,000 Bounty on the Shark",
    "The USS Indianapolis",
    "Cardboard Fin Hoax",
    "Helicopter",
    "Shark Alert! in the west",
    "Shark Alert! in the south",
    "Shark Alert! in the north",
    "Shark Alert! in the east",
)
EVENTS = len(EVENT_NAMES)
EFFECTS = (
    "none",
    "alert",
    "overboard",
    "bonus",
    "docks closed",
    "clear a beach",
    "wrong shark",
    "open beaches",
    "michael",
    "free docks",
    "hooper",
    "quint",
    "hoax",
    "helicopter",
)
(
    NO_EFFECT,
    ALERT,
    KNOCKING,
    CREW_BONUS,
    DOCKS_CLOSED,
    CLEAR_BEACH,
    WRONG_SHARK,
    OPEN_BEACHES,
    MICHAEL_COMES,
    FREE_DOCKS,
    HOOPER_BONUS,
    QUINT_BONUS,
    HOAX,
    HELICOPTER,
) = range(14)

# What a crew member may do once a round, as bits of `used`.
LAUNCHED_ONCE, LOOKED_ONCE, FISHED_ONCE, CLOSED_ONCE = 1, 2, 4, 8

FACE_UP, OPENING_SOON = range(2)  # the beach closed token
ON_THEIR_TURN, BEFORE_THE_SHARK = range(2)  # when the extra action of the news is given

# The Orca -------------------------------------------------------------------------------------------------------------

ZONES = 8
ORCA_SPACES = 2 * ZONES
WATER_SPACES, BOAT_SPACES = 0xFF, 0xFF00
INTACT, DAMAGED, DESTROYED = range(3)
OPTIONS = 3
RESURFACE_CARDS = 16
DICE = 4  # the most in one roll
ANY_ATTACK, MAIN_ATTACK_ONLY, NEVER = range(3)  # what the shark need not do

ABILITY_NAMES = (
    "extra strength",
    "second helping",
    "maul again",
    "big mouth",
    "ramming speed",
    "domino effect",
    "hard target",
    "making waves",
)
EXTRA_STRENGTH, SECOND_HELPING, MAUL_AGAIN, BIG_MOUTH, RAMMING, DOMINO_EFFECT, HARD_TARGET, MAKING_WAVES = range(8)
ABILITIES = 8
ABILITY_COPIES = 2  # of each card

GEAR_NAMES = (
    "machete",
    "harpoon gun",
    "club",
    "gaff",
    "dart",
    "pistol",
    "rifle",
    "flare gun",
    "baseball bat",
    "barrel",
    "rope",
    "chum",
    "ammo",
    "shark cage",
)
GEARS = 14
CREW_GEAR = 16  # cards that are nobody's own
CHUM_CARD, AMMO_CARD, CAGE_CARD = 11, 12, 13
GEAR_TYPES = ("melee", "firearm", "attachable", "accessory")
MELEE, FIREARM, ATTACHABLE, ACCESSORY = range(4)

MOVING, ARMING, AIMING, READY = range(4)  # how far a crew member has prepared
MAIN_ATTACK, SECOND_ATTACK, BONUS_ATTACK = range(3)  # what the shark rolls for

# What is going on -----------------------------------------------------------------------------------------------------

(
    LURKING,
    EVENT,
    EVENT_CHOICE,
    SHARK_TURN,
    CREW_TURN,
    DEALING_ABILITIES,
    DEALING_GEAR,
    DIVIDING,
    BOARDING,
    RESURFACING,
    DIVING,
    CHOOSING_ABILITY,
    CHUMMING,
    SHOWING,
    PREPARING,
    ATTACKING,
    CREW_ROLL,
    SPENDING,
    RAMMING_MOVE,
    SHARK_ATTACK,
    CAGING,
    SHARK_ROLL,
    REROLLING,
    SECOND_CHOICE,
    DOMINO_CHOICE,
    BONUS_CHOICE,
    OVER,
) = range(27)

# What happened --------------------------------------------------------------------------------------------------------
# The details of each are named beside it. `member` is 0 Quint, 1 Brody, 2 Hooper.

ROUND = 0  # act, number
LURKS = 1  # space: to the shark alone
HID = 2  # the shark has chosen where it begins
CARD = 3  # event
PLACED = 4  # swimmers at N, E, S, W
FLIPPED = 5  # beach: opening soon
OPENED = 6  # beach
CLOSED = 7  # beach
MICHAEL = 8  # beach
BONUS = 9  # member: one action more
MOVED = 10  # member, space, 1: by an event, 1: and back aboard
CLEARED = 11  # beach, swimmers
SWAM = 12  # space, 1: as part of a speed burst: to the shark alone
ATE = 13  # beach, swimmers, 1: and Michael: to the shark alone
PLAYS = 14  # token: to the shark alone
KNOCKS = 15  # member: to the shark alone
EATEN = 16  # beach, swimmers, 1: and Michael
SENSORS = 17  # spaces with a floating barrel the shark was in, a bit each
TOKEN = 18  # a token was played
OVERBOARD = 19  # member
SHARK_DONE = 20  # swimmers eaten so far
RESCUED = 21  # member, beach, 1: Michael
TOOK = 22  # member, source (dock, water, Hooper's boat, shop), barrels
DROPPED = 23  # member, space
GAVE = 24  # barrels
LAUNCHED = 25  # space, 1: hit, barrels on the shark
LOOKED = 26  # space, 1: there
FISHED = 27  # space, 2: there, 1: nearby
CLIMBED = 28  # member
DONE = 29  # member
WAITS = 30  # member
ACT_1_OVER = 31  # reason, swimmers eaten
HANDS = 32  # ability cards of the shark, gear cards of the crew
ABILITY_DEALT = 33  # ability: to the shark alone
GEAR_DEALT = 34  # gear
GEAR_TO = 35  # gear, member
STANDS = 36  # member, space
OPTION = 37  # slot, card
DIVES = 38  # slot: to the shark alone
HOLDS = 39  # ability or -1: to the shark alone
LOCKED = 40  # 1: with an ability card
CHUM = 41  # member
SHOWN = 42  # slot
STEPPED = 43  # member, space
ARMED = 44  # member, gear
AIMED = 45  # member, zone
SURFACED = 46  # slot, card, ability or -1
SHOOK_OFF = 47  # weapons
TARGET_MOVED = 48  # member, zone
HELD = 49  # member does not attack
STRIKES = 50  # member, gear
DIE = 51  # hits
HURT = 52  # member, hits, evade, wounds of the shark in all
ATTACHED = 53  # member, gear
SPENT = 54  # member, gear
RAMS = 55  # zone
AT_BOAT = 56  # zone, dice
AT_CREW = 57  # member, dice, 1: a bonus attack
CAGE = 58  # member
REROLLED = 59  # dice, a bit each
BOAT = 60  # zone, hits, 0: holds, 1: damaged, 2: destroyed; 1: by extra strength
BITTEN = 61  # member, wounds, wounds in all, 1: safe in the cage
FELL = 62  # member, zone
ELIMINATED = 63  # member
DOMINO = 64  # zone
NOTHING = 65  # the shark has nothing in reach
DIVED = 66  # the shark goes under
WON = 67  # 0: shark, 1: crew; reason
SHARK_BEGINS = 68  # from here on the shark plans, unseen
SPARES = 69  # the shark attacks nothing, or does not attack this member: member or -1

TOLD_AS = names_between(globals(), "ROUND", "SPARES")

#: After these nothing can be taken back.
REVEALS = frozenset({SHARK_BEGINS, SHARK_DONE, LOCKED, LAUNCHED, LOOKED, FISHED, SHOWN, SURFACED})

# Why an act or the game ended.
FED, CAUGHT, LONG_HUNT, CREW_GONE, ORCA_GONE, SHARK_DEAD, SURVIVED = range(1, 8)

# Records --------------------------------------------------------------------------------------------------------------

#: The shark in Act 1: its place and tokens, and what it has planned for its turn. Nobody else sees any of it.
Shark = record(
    [
        ("place", "i1"),
        ("tokens", "i1"),  # left, a bit each
        ("played", "i1"),  # this round
        ("left", "i1"),  # actions
        ("burst", "i1"),  # steps of a speed burst left
        ("bursting", "i1"),
        ("knocked", "i1"),  # captains, a bit each by member
        ("ate_michael", "i1"),
        ("ate", "i1", BEACHES),  # in this turn
        ("visited", "i2"),  # spaces it was in at any moment of this turn, a bit each
        ("entered", "i2"),  # spaces it moved into
    ]
)

#: What the shark sees of the water when it plans.
Sea = record(
    [
        ("swimmers", "i1", BEACHES),
        ("michael", "i1"),  # his beach, or NOWHERE
        ("effect", "i1"),  # of this round's event
        ("quint", "i1"),
        ("hooper", "i1"),
    ]
)

#: The shark in Act 2: its hand, and what it has locked in. Nobody else sees any of it.
Depths = record(
    [
        ("hand", "i1", ABILITIES),
        ("slot", "i1"),  # the resurface card chosen, or -1
        ("ability", "i1"),  # or -1
    ]
)

State = state_record(
    [
        ("waiting", "i4"),  # seats that may act, a bit each; 0: chance
        ("phase", "i1"),
        ("act", "i1"),
        ("rounds", "i1"),  # of this act
        ("eaten", "i1"),
        ("winner", "i1"),  # 0: shark, 1: crew
        # Act 1
        ("shark", Shark),
        ("sea", Sea),
        ("deck", "i4"),  # event cards not drawn yet, a bit each
        ("card", "i1"),
        ("closed", "i1"),  # the beach with the token, or NOWHERE
        ("closed_side", "i1"),
        ("brody", "i1"),
        ("seen", "i1"),  # where the shark was last seen, until it moves again, or NOWHERE
        ("floating", "i1", WATERS),  # barrels
        ("dock", "i1", DOCKS),
        ("shop", "i1"),
        ("orca", "i1"),
        ("hoopers_boat", "i1"),
        ("carried", "i1"),  # by Brody
        ("on_shark", "i1"),
        ("turn", "i1"),  # the member whose turn it is, or NOWHERE
        ("left", "i1"),
        ("done", "i1"),  # members, a bit each
        ("waited", "i1"),  # members who let others go first, a bit each
        ("used", "i1"),
        ("bonus", "i1"),  # the member with an extra action, or NOWHERE
        ("overboard", "i1"),  # members, a bit each
        # Act 2
        ("depths", Depths),
        ("hand_size", "i1"),  # of the shark
        ("abilities_used", "i1", ABILITIES),
        ("to_deal", "i1"),
        ("pool", "i1", GEARS),  # gear not divided yet
        ("gear", "i1", (CREW, GEARS)),
        ("attached", "i1", GEARS),
        ("tiles", "i1", ZONES),
        ("at", "i1", CREW),  # spaces of the crew, or NOWHERE
        ("wounds", "i1", CREW),
        ("shark_wounds", "i1"),
        ("resurface", "i4"),  # cards not drawn yet, a bit each
        ("options", "i1", OPTIONS),  # cards at A, B and C, or -1
        ("shown", "i1"),  # slots the shark showed that it did not choose, a bit each
        ("covered", "i1"),  # 1: an ability card lies under the token
        ("chummed", "i1"),  # this round
        ("stage", "i1", CREW),
        ("weapon", "i1", CREW),  # or -1
        ("target", "i1", CREW),  # zone or -1
        ("slot", "i1"),  # the option that was revealed, or -1
        ("ability", "i1"),  # in effect this round, or -1
        ("zone", "i1"),  # of the shark, or NOWHERE
        ("attackers", "i1"),  # members who still may attack, a bit each
        ("roller", "i1"),  # the member who rolls
        ("dice", "i1", DICE),
        ("to_roll", "i1"),  # dice still to fall
        ("thrown", "i1"),  # dice of this attack
        ("fall", "i1"),  # the dice that are falling, a bit each
        ("attack", "i1"),  # MAIN_ATTACK, SECOND_ATTACK, BONUS_ATTACK
        ("boat_target", "i1"),  # zone or -1
        ("crew_target", "i1"),  # member or -1
        ("rammed", "i1"),
        ("mauled", "i1"),
        ("caged", "i1"),  # members, a bit each
        ("asked", "i1"),  # members asked for their cage before this roll, a bit each
        ("prey", "i1"),  # members still to get a bonus attack, a bit each
    ],
    events=16,
)

PAD = 64  # rounds on the shark's tracker pad
STEPS = 9  # spaces of a turn on the pad
PLAN_DEPTH = 16  # decisions of one shark turn
PLAN_WIDTH = 40  # of which so many to choose from
PLANS = 512  # different ones after as many decisions, of a shark that began with certain tokens
SLOTS = 1024  # to find one among them
MODES = 9  # what may have been played so far (see walk.py)
GOAL_BITS = 8  # to write down how much of an announcement has come true
WEIGHTS = 1152  # of plans with as many actions left
PILES = WEIGHTS // WATERS  # of them, at most

#: What was announced, as `walk.py` counts how much of it has come true, and what it has room for.
Goal = record(
    [
        ("burst", "i1"),  # the last mode
        ("bits", "i1"),  # all of them,
        ("michael", "i1"),  # the bit for him,
        ("moved", "i1"),  # for a shark that has moved,
        ("meals", "i1", BEACHES),  # the first bit for each beach,
        ("captains", "i1", CREW),  # and each captain's
        ("widths", "i1", PLAYED),  # weights of a place: how many sets of tokens there may have been
        ("left", "i1", 2),  # actions, before and after one
        ("piles", "i1", 2),  # that there are,
        ("crowded", "i1"),  # 1: there is no room for all of them
        ("weights", "i2", 2),  # that they take
        ("full", "i2"),  # what is written down once everything has come true
        ("barrels", "i2"),  # spaces where they float
        ("having", "i2", 4),  # which sets have each token
    ]
)

#: What a viewer remembers: the crew and the spectator how likely the shark is where, the shark its pad.
Memory = record(
    [
        ("odds", "f8", (PLAYED, WATERS, 16)),  # by token in play, place and tokens left
        ("fresh", "f8", (PLAYED, WATERS, 16)),  # room to work out the next odds
        ("at", "f8", WATERS),  # how likely the shark is at each place, whatever it has,
        ("having", "f8", 16),  # and has these tokens left, wherever it is
        ("tokens", "i1"),  # how many it has left,
        ("in_play", "i1"),  # and whether one is in play
        ("sea", Sea),  # as it was when the shark's turn began
        ("pad", "i1", (PAD, STEPS)),  # for the shark: spaces of each round, one more than their numbers; 0: none
        ("pad_token", "i1", PAD),
        ("pad_ate", "i1", PAD),
        ("announced", Shark),  # of the shark's latest turn, as far as it said
        ("plans", Shark, PLAN_DEPTH),  # room to walk through plans: after each decision the shark,
        ("choices", "i8", (PLAN_DEPTH, PLAN_WIDTH)),  # what it can do next,
        ("width", "i8", PLAN_DEPTH),  # how many that are,
        ("untried", "i8", PLAN_DEPTH),  # how many are still to be tried,
        ("weight", "f8", PLAN_DEPTH),  # and how likely it is to be here
        ("goal", Goal),  # room to walk through all of them at once:
        ("weights", "f8", (2, WEIGHTS)),  # how likely they are before and after an action,
        ("piles", "i1", (2, MODES, 1 << GOAL_BITS)),  # which of them belong together, counted from 1; -1: hopeless
        ("starts", "i2", (2, PILES)),  # where the weights of each pile begin,
        ("places", "i2", (2, PILES)),  # and at which places there are any
        ("essences", "i8", (2, PLANS)),  # room for a bot's plans before and after a decision, each as a number,
        ("slots", "i2", SLOTS),  # where to look for one,
        ("taken", "i2", PLANS),  # and where each can be found
    ]
)

MOST_LEGAL = 64
OUTCOMES = 16
BOUND = 8000  # 60 rounds of Act 1 with at most 40 decisions, 60 of Act 2 with at most 80


def broken(box: Record, state: Record) -> str:
    """What is wrong with this state, in words; nothing if it is sound."""
    return _broken_island(box, state) if state.act == 1 else _broken_orca(box, state)


def _broken_island(box: Record, state: Record) -> str:
    if state.sea.swimmers.min() < 0 or state.sea.swimmers.sum() > box.swimmers:
        return "swimmers are not conserved"
    afloat = state.floating.sum() + state.dock.sum() + state.on_shark
    if afloat + state.shop + state.orca + state.hoopers_boat + state.carried != box.shop + box.orca:
        return "barrels are not conserved"
    if not 0 <= state.shark.place < WATERS:
        return "the shark is nowhere"
    if not 0 <= state.eaten <= box.track_top:
        return "the swimmer track shows an impossible number"
    if (state.shark.ate > state.sea.swimmers).any():
        return "the shark ate swimmers who were not there"
    return ""


def _broken_orca(box: Record, state: Record) -> str:
    if state.depths.hand.min() < 0 or state.depths.hand.sum() != state.hand_size:
        return "the shark's hand is not as large as it seems"
    if ((state.depths.hand + state.abilities_used) > box.ability_copies).any():
        return "there are more ability cards than the box has"
    if state.gear.min() < 0 or state.attached.min() < 0 or state.wounds.min() < 0:
        return "there are fewer than none of something"
    for member in range(CREW):
        space = int(state.at[member])
        if space >= ZONES and state.tiles[space - ZONES] == DESTROYED:
            return "somebody stands on a tile that is gone"
        if state.wounds[member] >= box.crew_wounds and space != NOWHERE:
            return "somebody stands although eliminated"
    return ""
