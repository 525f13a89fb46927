"""JAWS: every decision, and what the outcomes of chance are called."""

from __future__ import annotations

from undertow.core.actions import LETTERS, Actions, Part
from undertow.core.records import Record
from undertow.games.jaws import state as st

MEMBER_NAMES = ("quint", "brody", "hooper")
ROLES = ("Shark", "Quint", "Brody", "Hooper")  # in the log and on buttons everybody goes by their role
SLOTS = "ABC"
BEACH_NAMES = ("the north beach", "the east beach", "the south beach", "the west beach")


def space_name(space: int) -> str:
    """A space of the Orca: `water 3`, `boat 3`."""
    return f"water {space + 1}" if space < st.ZONES else f"boat {space - st.ZONES + 1}"


def beach_name(beach: int) -> str:
    return st.SPACES[st.FIRST_BEACH + beach]


def barrels(number: int) -> str:
    return f"{number} barrel" + ("" if number == 1 else "s")


# What actions touch ---------------------------------------------------------------------------------------------------

WATER = st.SPACES[: st.WATERS]
ANYWHERE = Part(st.SPACES, (*WATER, "the shop"))
BEACH = Part(st.SPACES[st.FIRST_BEACH : st.FIRST_BEACH + st.BEACHES], BEACH_NAMES)
MEMBER = Part(MEMBER_NAMES, ROLES[1:])
NUMBER = Part(range(1, st.BARRELS + 1), [barrels(number) for number in range(1, st.BARRELS + 1)])
ZONE = range(1, st.ZONES + 1)
ORCA_SPACE = [space_name(space) for space in range(st.ORCA_SPACES)]
BOAT_SPACE = Part(ORCA_SPACE[st.ZONES :], [f"boat space {zone}" for zone in ZONE])
#: Any dice of a roll but none of them, in the order of their bit sets.
DICE_SETS = [tuple(die + 1 for die in range(st.DICE) if dice >> die & 1) for dice in range(1, 1 << st.DICE)]

ACTIONS = Actions(keys=LETTERS)  # spaces have numbers

# Act 1, the shark -----------------------------------------------------------------------------------------------------

LURK = ACTIONS.add(
    "lurk {space}", "Begin in {space}", help="The shark begins in this water, and no one sees where.", space=WATER
)
MOVE = ACTIONS.add(  # the crew moves with it too
    "move {space}", "{ending}move to {space}", help="Go to this space, for one action.", space=ANYWHERE
)
EAT = ACTIONS.add("eat", "{ending}eat a swimmer", help="One action. It is announced when your turn ends.")
EAT_MICHAEL = ACTIONS.add(
    "eat Michael", "{ending}eat Michael (counts {michael})", help="One action. It is announced when your turn ends."
)
EAT_ALL = ACTIONS.add("eat all", "{ending}eat everyone here", help="With the feeding frenzy, for one action.")
PLAY = ACTIONS.add("play {token}", "{token}: {does}", help="One token a round, and each once a game.", token=st.TOKENS)
BURST_TO = ACTIONS.add(
    "burst {space}", "{burst} to {space}", help="All steps of a speed burst are one action.", space=WATER
)
KNOCK = ACTIONS.add(
    "knock {member} overboard",
    "Knock {member} overboard",
    help="It costs no action. The captain has to climb back before he does anything else.",
    member=MEMBER,
)
END = ACTIONS.add("end turn", "End your turn", help="You are done for this round.")

# Act 1, the crew ------------------------------------------------------------------------------------------------------

WAIT = ACTIONS.add("wait", "Let the others go first", help="You can still go after them.")
RESCUE = ACTIONS.add("rescue", "Rescue a swimmer", help="One swimmer in your space goes ashore, for one action.")
RESCUE_MICHAEL = ACTIONS.add("rescue Michael", "Rescue Michael", help="Only Brody can, for one action.")
TAKE_DOCK = ACTIONS.add(
    "take {barrels} from dock",
    "Take {barrels} from the dock",
    verb="take from dock",
    help="Any number of them for one action.",
    barrels=NUMBER,
)
TAKE_WATER = ACTIONS.add(
    "take {barrels} from water",
    "Take {barrels} out of the water",
    verb="take from water",
    help="Any number of them for one action.",
    barrels=NUMBER,
)
TAKE_BOAT = ACTIONS.add(
    "take {barrels} from hooper",
    "Take {barrels} from Hooper's boat",
    verb="take from hooper",
    help="Any number of them for one action.",
    barrels=NUMBER,
)
TAKE_SHOP = ACTIONS.add("take barrel from shop", "Take a barrel from the shop", help="Brody carries one at a time.")
DROP = ACTIONS.add("drop barrel", "Leave the barrel at the dock", help="A boat can pick it up there.")
GIVE = ACTIONS.add("give barrels", "Give Quint all your barrels", help="When you are in the same space.")
LAUNCH = ACTIONS.add(
    "launch {space}",
    "Launch a barrel into {space}",
    help="Once a round. If the shark is there it is hit; if not, the barrel floats and listens.",
    space=WATER,
)
LOOK = ACTIONS.add("binoculars", "Look through the binoculars", help="Once a round: is the shark at your beach?")
FISH = ACTIONS.add("fish finder", "Use the fish finder", help="Once a round: is the shark here, nearby, or neither?")
CLOSE = ACTIONS.add(
    "close {beach}",
    "Close {beach}",
    help="Once a round. The next two events that would bring swimmers there bring none.",
    beach=BEACH,
)
CLIMB = ACTIONS.add("climb back", "Climb back into the boat", help="One action, before anything else.")

# Act 1, what an event asks of the crew --------------------------------------------------------------------------------

BONUS_FOR = ACTIONS.add(
    "bonus for {member}",
    "Extra action for {member}",
    verb="bonus",
    help="He has one more action this round.",
    member=MEMBER,
)
CLEAR = ACTIONS.add(
    "clear {beach}",
    "Clear and close {beach}",
    help="Its swimmers go back to the supply, and the beach is closed.",
    beach=BEACH,
)
TO_DOCK = ACTIONS.add("dock {space}", "Go to the dock in {space}", help="The boat goes there at once.", space=WATER)
MICHAEL_AT = ACTIONS.add(
    "Michael at {beach}", "Michael goes to {beach}", verb="michael", help="He swims at this beach.", beach=BEACH
)
GATHER = ACTIONS.add(
    "gather at {beach}", "Everyone goes to {beach}", verb="gather", help="All three go there at once.", beach=BEACH
)
FLY = ACTIONS.add("fly {space}", "Fly to {space}", help="The helicopter takes you there.", space=ANYWHERE)
STAY = ACTIONS.add("stay", "Stay here", help="You do not move.")

# Act 2 ----------------------------------------------------------------------------------------------------------------

GEAR_FOR = ACTIONS.add(  # + gear * CREW + member
    "{gear} for {member}",
    "The {gear} for {member}",
    verb="give gear",
    help="Cards are never traded later.",
    gear=st.GEAR_NAMES,
    member=MEMBER,
)
STAND = ACTIONS.add("stand {space}", "Stand in {space}", help="You begin here.", space=BOAT_SPACE)
DIVE = ACTIONS.add(
    "resurface {slot}", "Come up at {slot}: {card}", help="No one sees which one you choose.", slot=tuple(SLOTS)
)
NO_ABILITY = ACTIONS.add("no ability", "No ability card", help="No card lies under your token this round.")
ABILITY = ACTIONS.add(
    "{ability}",
    "{ability}: {does}",
    verb="ability",
    help="The card lies under your token until you come up, and is used up then.",
    ability=st.ABILITY_NAMES,
)
USE_CHUM = ACTIONS.add("chum", "Throw chum", help="The shark shows one token it did not choose. Once a round.")
NO_CHUM = ACTIONS.add("no chum", "Keep the chum", help="You can throw it in another round.")
SHOW = ACTIONS.add(
    "show {slot}", "Show {slot}", help="The crew then knows that you did not choose it.", slot=tuple(SLOTS)
)
STEP = ACTIONS.add(
    "go {space}",
    "{going} {space}",
    help="Up to two spaces a round; climbing onto the boat takes both.",
    space=ORCA_SPACE,
)
ARM = ACTIONS.add(
    "use {gear}", "Use the {gear}{zones}: {does}", help="It is your weapon for this round.", gear=st.GEAR_NAMES
)
AIM = ACTIONS.add(
    "target {zone}", "Target zone {zone}{slots}", help="You can attack if the shark comes up there.", zone=ZONE
)
ATTACK = ACTIONS.add("attack", "Attack", help="Hits above the shark's evade are wounds.")
HOLD = ACTIONS.add("hold", "Hold back", help="Nothing is used up.")
SPEND_AMMO = ACTIONS.add(
    "discard ammo", "Discard the ammo and keep the {weapon}", help="The weapon can be fired again."
)
SPEND_WEAPON = ACTIONS.add("discard weapon", "Discard the {weapon}", help="The ammo stays for another weapon.")
RAM = ACTIONS.add(
    "ram {zone}", "Move to zone {zone} and ram", help="The shark goes there, and its attack hits harder.", zone=ZONE
)
NO_RAM = ACTIONS.add("no ramming", "Stay where you are", help="The shark attacks from where it came up.")
BITE_BOAT = ACTIONS.add(
    "attack boat {zone}", "Attack boat space {zone}", help="Enough hits damage the tile or destroy it.", zone=ZONE
)
BITE_CREW = ACTIONS.add(
    "attack {member}", "Attack {member}", verb="attack crew", help="Each hit is a wound.", member=MEMBER
)
NO_BITE = ACTIONS.add("no attack", "Do not attack", help="The round goes on.")
USE_CAGE = ACTIONS.add("cage", "Get into the shark cage: no wounds this round", help="The card is used up.")
NO_CAGE = ACTIONS.add("no cage", "Keep the cage for later", help="You can use it in another round.")
KEEP_DICE = ACTIONS.add("keep dice", "Keep the dice", help="They count as they lie.")
REROLL = (
    ACTIONS.add(
        "reroll {dice}", "Reroll {these}", help="These dice are rolled once more, and then they count.", dice=DICE_SETS
    )
    - 1
)  # + dice as a bit set
BITE_AGAIN = ACTIONS.add(
    "attack boat {zone} again",
    "Attack boat space {zone} again",
    verb="attack again",
    help="A second attack on the boat, this time here.",
    zone=ZONE,
)
NO_SECOND = ACTIONS.add("no second helping", "No second attack", help="The round goes on.")
TOPPLE = ACTIONS.add(
    "topple boat {zone}", "Hit boat space {zone}", help="The hits go on to this tile.", zone=ZONE
)  # where the domino effect goes


def outcome(box: Record, state: Record, outcome: int) -> str:
    """The event card, the card dealt, the resurface card, or the hits on a die."""
    if state.phase == st.EVENT:
        return st.EVENT_NAMES[outcome]
    if state.phase == st.DEALING_ABILITIES:
        return st.ABILITY_NAMES[outcome]
    if state.phase == st.DEALING_GEAR:
        return st.GEAR_NAMES[outcome]
    if state.phase == st.RESURFACING:
        return f"resurface card {outcome + 1}"
    return f"{outcome} hit" + ("" if outcome == 1 else "s")
