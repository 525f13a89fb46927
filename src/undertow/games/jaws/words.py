"""JAWS: what is said at the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from undertow.core.position import Event
from undertow.core.reading import in_python
from undertow.core.records import Record, has
from undertow.games.jaws import state as s
from undertow.games.jaws.act1 import actions_of
from undertow.games.jaws.act2 import targets, to_divide
from undertow.games.jaws.actions import (
    ABILITY,
    AIM,
    ARM,
    ATTACK,
    BITE_AGAIN,
    BITE_BOAT,
    BITE_CREW,
    BONUS_FOR,
    BURST_TO,
    CLEAR,
    CLIMB,
    CLOSE,
    DIVE,
    DROP,
    EAT,
    EAT_ALL,
    EAT_MICHAEL,
    END,
    FISH,
    FLY,
    GATHER,
    GEAR_FOR,
    GIVE,
    HOLD,
    KEEP_DICE,
    KNOCK,
    LAUNCH,
    LOOK,
    LURK,
    MICHAEL_AT,
    MOVE,
    NO_ABILITY,
    NO_CAGE,
    NO_CHUM,
    NO_RAM,
    NO_SECOND,
    PLAY,
    RAM,
    RANGES,
    REROLL,
    RESCUE,
    RESCUE_MICHAEL,
    SHOW,
    SLOTS,
    SPEND_AMMO,
    SPEND_WEAPON,
    STAND,
    STAY,
    STEP,
    TAKE_BOAT,
    TAKE_DOCK,
    TAKE_SHOP,
    TAKE_WATER,
    TO_DOCK,
    TOPPLE,
    USE_CAGE,
    USE_CHUM,
    WAIT,
    space_name,
)

BEACH_NAMES = ("the north beach", "the east beach", "the south beach", "the west beach")
SOURCES = ("the dock", "the water", "Hooper's boat", "the shop")
REASONS = {
    s.FED: "the shark has eaten its fill of swimmers",
    s.CAUGHT: "the barrels are fast and the shark cannot dive",
    s.LONG_HUNT: "the season is over and the shark has not had its fill",
    s.CREW_GONE: "nobody of the crew is left",
    s.ORCA_GONE: "the Orca has sunk",
    s.SHARK_DEAD: "the shark is dead",
    s.SURVIVED: "the shark has given up and the crew drifts ashore",
}
EFFECT_WORDS = {
    s.KNOCKING: "A shark that enters a boat's space this round may knock its captain overboard; climbing back takes "
    "him {climb} before anything else.",
    s.CREW_BONUS: "One crew member has one action more; the crew says who.",
    s.DOCKS_CLOSED: "No barrel is dropped or picked up at a dock this round.",
    s.CLEAR_BEACH: "The crew takes all swimmers from one beach and closes it.",
    s.WRONG_SHARK: "Brody and Hooper go to the same dock; the shark has more actions this round.",
    s.OPEN_BEACHES: "All beaches are open, and none may be closed this round.",
    s.MICHAEL_COMES: "Michael Brody goes swimming: he counts {michael}, and only Brody can rescue him.",
    s.FREE_DOCKS: "Dropping and picking up barrels at a dock costs no action this round.",
    s.HOAX: "All three crew members hurry to the beach with most swimmers.",
    s.HELICOPTER: "Brody may fly to any land space.",
    s.ALERT: "With {alert} eaten or fewer, more swimmers come than usual.",
}
TOKEN_WORDS = (
    "eat everybody in your space as one action, this round",
    "no motion sensor notices you this round",
    "binoculars and fish finder find nothing this round",
    "once this round swim up to {burst} as one action",
)
ABILITY_WORDS = (
    "a boat space your attack damages is destroyed outright",
    "after attacking the boat attack it again with {second helping}",
    "reroll any dice of one attack",
    "everybody on a boat space you damage or destroy is wounded",
    "move beside after the crew's attacks and hit harder",
    "what you damage or destroy gives {domino} to the boat space beside it",
    "you evade {hard target} this round",
    "if you damage or destroy a boat space everybody falls into the water",
)


ACCESSORY_WORDS = {
    s.CHUM_CARD: "the shark shows a token it did not choose",
    s.AMMO_CARD: "discarded in place of a pistol or rifle",
    s.CAGE_CARD: "no wounds for one round",
}


#: In the log and on buttons everybody goes by their role; the table shows who plays whom.
ROLES = ("Shark", "Quint", "Brody", "Hooper")


def plural(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")


def dice_words(number: int) -> str:
    return f"{number} {'die' if number == 1 else 'dice'}"


def gear_words(box: Record, gear: int) -> str:
    """What a gear card does, in a few words."""
    if gear in ACCESSORY_WORDS:
        return ACCESSORY_WORDS[gear]
    words = []
    if box.gear_dice[gear] or box.gear_plus[gear]:
        plus = f" +{int(box.gear_plus[gear])}" if box.gear_plus[gear] else ""
        words.append(dice_words(int(box.gear_dice[gear])) + plus)
    if box.gear_evade[gear]:
        words.append(f"the shark evades {int(box.gear_evade[gear])} less while it is attached")
    if box.gear_attack[gear]:
        words.append(f"the shark rolls {dice_words(int(box.gear_attack[gear]))} less while it is attached")
    if box.gear_type[gear] == s.FIREARM:
        words.append("any zone")
    if box.gear_reach[gear]:
        words.append("also hits beside the target")
    if box.gear_once[gear] and box.gear_type[gear] != s.ATTACHABLE:
        words.append("once")
    return ", ".join(words)


def filled(box: Record, text: str) -> str:
    """A text with the numbers of this box in it: house rules may have changed them."""
    numbers = {
        "climb": plural(int(box.climb_cost), "action"),
        "burst": plural(int(box.burst_steps), "space"),
        "shark actions": plural(int(box.shark_actions), "action"),
        "michael": {1: "once", 2: "twice"}.get(int(box.michael_counts), "three times"),
        "hooper steps": plural(int(box.hooper_steps), "space"),
        "steps": plural(int(box.steps), "space"),
        "alert": str(int(box.alert_at)),
        "crew actions": plural(int(box.crew_actions), "action"),
        "second helping": plural(int(box.ability_number[s.SECOND_HELPING]), "die").replace("dies", "dice"),
        "domino": plural(int(box.ability_number[s.DOMINO_EFFECT]), "hit"),
        "hard target": plural(int(box.ability_number[s.HARD_TARGET]), "hit"),
    }
    return text.format(**numbers) if "{" in text else text


# Asking ---------------------------------------------------------------------------------------------------------------


def prompt(box: Record, state: Record, seat: int) -> str:
    if state.phase in PROMPTS:
        return PROMPTS[state.phase]
    if state.phase == s.EVENT_CHOICE:
        return EVENT_PROMPTS[int(state.sea.effect)]
    if state.phase == s.SHARK_TURN:
        return f"Your turn: {plural(int(state.shark.left), 'action')} left. Nobody sees what you plan."
    if state.phase == s.CREW_TURN:
        return _crew_prompt(box, state, seat - 1)
    if state.phase == s.DIVIDING:
        gear = to_divide(state)
        return f"Who gets the {s.GEAR_NAMES[gear]} ({gear_words(box, gear)})?"
    if state.phase == s.PREPARING:
        return f"{ROLES[seat]}: {PREPARE_PROMPTS[int(state.stage[seat - 1])]}"
    dice = ", ".join(str(int(state.dice[die])) for die in range(state.thrown))
    return f"You rolled {dice}. Reroll any of them?"


def _crew_prompt(box: Record, state: Record, member: int) -> str:
    left = int(state.left) if state.turn == member else in_python(actions_of)(box, state, member)
    if has(state.overboard, member):
        return f"You are overboard: climb back ({plural(int(box.climb_cost), 'action')}) before anything else."
    return f"Your turn, {ROLES[member + 1]}: {plural(left, 'action')} left."


PROMPTS = {
    s.LURKING: "Where do you begin? Nobody sees it.",
    s.BOARDING: "Where on the Orca do you stand?",
    s.DIVING: "Where do you come up? Choose A, B or C, unseen.",
    s.CHOOSING_ABILITY: "Do you put an ability card under your token?",
    s.CHUMMING: "The shark has made its choice. Throw chum into the water?",
    s.SHOWING: "Chum! Show one of the two tokens you did not choose.",
    s.ATTACKING: "You targeted the right zone: attack?",
    s.SPENDING: "The shot is fired. What do you discard?",
    s.RAMMING_MOVE: "Ramming speed: move beside and hit harder?",
    s.SHARK_ATTACK: "What do you attack?",
    s.CAGING: "The shark is about to roll. Into the shark cage?",
    s.SECOND_CHOICE: "Second helping: attack the boat again?",
    s.DOMINO_CHOICE: "Domino effect: which boat space takes the hits?",
}
EVENT_PROMPTS = {
    s.CREW_BONUS: "Who has one action more this round?",
    s.CLEAR_BEACH: "Which beach is cleared and closed?",
    s.WRONG_SHARK: "To which dock do Brody and Hooper go?",
    s.MICHAEL_COMES: "Several beaches have fewest swimmers. Where does Michael go?",
    s.HOAX: "Several beaches have most swimmers. Where does the crew gather?",
    s.HELICOPTER: "The helicopter is waiting. Where does Brody fly?",
}
PREPARE_PROMPTS = ("Where do you go?", "Which weapon?", "Which zone do you target?")

# What a button says; for ranges, what is left to say is put in.
LABELS: dict[int, str] = {
    EAT: "Eat a swimmer",
    EAT_MICHAEL: "Eat Michael (counts twice)",
    EAT_ALL: "Eat everybody here",
    END: "End your turn",
    WAIT: "Let the others go first",
    RESCUE: "Rescue a swimmer",
    RESCUE_MICHAEL: "Rescue Michael",
    TAKE_SHOP: "Take a barrel from the shop",
    DROP: "Leave the barrel at the dock",
    GIVE: "Give Quint all your barrels",
    LOOK: "Look through the binoculars",
    FISH: "Use the fish finder",
    CLIMB: "Climb back into the boat",
    STAY: "Stay here",
    NO_ABILITY: "No ability card",
    USE_CHUM: "Throw chum",
    NO_CHUM: "Keep the chum",
    ATTACK: "Attack",
    HOLD: "Hold back",
    SPEND_AMMO: "Discard extra ammo, keep the weapon",
    SPEND_WEAPON: "Discard the weapon",
    NO_RAM: "Stay where you are",
    USE_CAGE: "Into the shark cage: no wounds this round",
    NO_CAGE: "Keep the cage for later",
    KEEP_DICE: "Keep the dice",
    NO_SECOND: "No second attack",
}


def label(box: Record, state: Record, seat: int, action: int, names: Sequence[str]) -> str:
    if action in LABELS:
        return LABELS[action]
    if STEP <= action < ARM and state.at[seat - 1] == action - STEP:
        return f"Stay in {space_name(action - STEP)}"
    if ARM <= action < AIM:
        return _weapon(box, state, seat - 1, action - ARM)
    for first, number, _ in RANGES:
        if first <= action < first + number:
            return _RANGE_LABELS[first](action - first, names, box, state)
    raise ValueError(f"no action has the number {action}")


_Label = Callable[[int, Sequence[str], Record, Record], str]
_RANGE_LABELS: dict[int, _Label] = {
    LURK: lambda n, names, box, state: f"Begin in {s.SPACES[n]}",
    MOVE: lambda n, names, box, state: f"Move to {s.SPACES[n]}",
    PLAY: lambda n, names, box, state: f"{s.TOKENS[n].capitalize()}: {filled(box, TOKEN_WORDS[n])}",
    BURST_TO: lambda n, names, box, state: f"Burst on to {s.SPACES[n]}",
    KNOCK: lambda n, names, box, state: f"Knock {ROLES[n + 1]} overboard",
    TAKE_DOCK: lambda n, names, box, state: f"Take {plural(n + 1, 'barrel')} from the dock",
    TAKE_WATER: lambda n, names, box, state: f"Take {plural(n + 1, 'barrel')} out of the water",
    TAKE_BOAT: lambda n, names, box, state: f"Take {plural(n + 1, 'barrel')} from Hooper's boat",
    LAUNCH: lambda n, names, box, state: f"Launch a barrel into {s.SPACES[n]}",
    CLOSE: lambda n, names, box, state: f"Close {BEACH_NAMES[n]}",
    BONUS_FOR: lambda n, names, box, state: f"One action more for {ROLES[n + 1]}",
    CLEAR: lambda n, names, box, state: f"Clear and close {BEACH_NAMES[n]}",
    TO_DOCK: lambda n, names, box, state: f"To the dock in {s.SPACES[box.docks[n]]}",
    MICHAEL_AT: lambda n, names, box, state: f"Michael goes to {BEACH_NAMES[n]}",
    GATHER: lambda n, names, box, state: f"All go to {BEACH_NAMES[n]}",
    FLY: lambda n, names, box, state: f"Fly to {_place(n)}",
    GEAR_FOR: lambda n, names, box, state: f"For {ROLES[n + 1]}",
    STAND: lambda n, names, box, state: f"Stand in boat space {n + 1}",
    DIVE: lambda n, names, box, state: f"Come up at {SLOTS[n]}: {_card(box, state.options[n])}",
    ABILITY: lambda n, names, box, state: f"{s.ABILITY_NAMES[n].capitalize()}: {filled(box, ABILITY_WORDS[n])}",
    SHOW: lambda n, names, box, state: f"Show {SLOTS[n]}",
    STEP: lambda n, names, box, state: f"Go to {space_name(n)}",
    AIM: lambda n, names, box, state: f"Target zone {n + 1}{_slots(box, state, n)}",
    RAM: lambda n, names, box, state: f"Move to zone {n + 1} and hit harder",
    BITE_BOAT: lambda n, names, box, state: f"Attack boat space {n + 1}",
    BITE_CREW: lambda n, names, box, state: f"Attack {ROLES[n + 1]}",
    REROLL: lambda n, names, box, state: "Reroll the dice with " + _dice(state, n),
    BITE_AGAIN: lambda n, names, box, state: f"Attack boat space {n + 1} again",
    TOPPLE: lambda n, names, box, state: f"Hit boat space {n + 1}",
}


def _weapon(box: Record, state: Record, member: int, gear: int) -> str:
    """What it does, and from where one stands the zones it reaches."""
    reached = int(targets(box, state, member, gear))
    zones = [str(zone + 1) for zone in range(s.ZONES) if has(reached, zone)]
    on = "" if len(zones) == s.ZONES else f" on zone {' or '.join(zones)}"
    return f"Use the {s.GEAR_NAMES[gear]}{on}: {gear_words(box, gear)}"


def _slots(box: Record, state: Record, zone: int) -> str:
    """The options at this zone that the shark may have chosen."""
    slots = [
        SLOTS[slot]
        for slot in range(s.OPTIONS)
        if state.options[slot] >= 0 and box.zone[state.options[slot]] == zone and not has(state.shown, slot)
    ]
    return f" ({' and '.join(slots)})" if slots else ""


def _place(space: int) -> str:
    return "the shop" if space == s.SHOP else s.SPACES[space]


def _dice(state: Record, dice: int) -> str:
    return ", ".join(f"{int(state.dice[die])} (no. {die + 1})" for die in range(state.thrown) if has(dice, die))


# Explaining -----------------------------------------------------------------------------------------------------------


def help(box: Record, state: Record, viewer: int) -> str:
    """The rules of this moment."""
    if state.over:
        return "It is over. The replay shows everything, the shark's path too."
    words = HELP_ISLAND.get(int(state.phase), "") if state.act == 1 else HELP_ORCA.get(int(state.phase), "")
    effect = EFFECT_WORDS.get(int(state.sea.effect), "") if state.act == 1 else ""
    return filled(box, f"{words} {effect}".strip())


HELP_ISLAND = {
    s.LURKING: "The shark begins in any of the twelve spaces with water.",
    s.EVENT: "An event brings swimmers to the beaches.",
    s.EVENT_CHOICE: "The crew decides what the event leaves open.",
    s.SHARK_TURN: "The shark has {shark actions}: move to water beside it, or eat a swimmer in its space; and it may "
    "play one power token a round. Afterwards it says only what it ate at which beach, which floating barrels sensed "
    "it, and that it played a token.",
    s.CREW_TURN: "Each crew member has {crew actions}; the three go in any order, one after the other. Quint sails one "
    "space, launches one barrel a round into his space or one beside it. Brody walks, carries barrels from the shop to "
    "a dock, looks through binoculars at a beach, closes an empty beach from Amity P.D. or the Mayor's Office. Hooper "
    "sails up to {hooper steps}, uses the fish finder, gives Quint his barrels. All rescue swimmers in their space.",
}
_PREPARE = (
    "Everybody moves up to {steps} (climbing out of the water takes all of it), picks a weapon and a target. Melee and "
    "attachable weapons reach the water one is in or beside; firearms reach any water."
)
HELP_ORCA = {
    s.DIVIDING: "The crew divides its gear as it likes; it is not traded later.",
    s.BOARDING: "Everybody begins on any boat space; several may share one.",
    s.RESURFACING: "Three cards say where the shark may come up, how well it evades and how many dice it rolls.",
    s.DIVING: "The shark secretly picks one of three resurface cards, and perhaps an ability.",
    s.CHOOSING_ABILITY: "The shark secretly picks one of three resurface cards, and perhaps an ability.",
    s.CHUMMING: "Chum makes the shark show one of the tokens it did not choose. One a round.",
    s.SHOWING: "Chum makes the shark show one of the tokens it did not choose. One a round.",
    s.PREPARING: _PREPARE,
    s.ATTACKING: "Whoever targeted the right zone may attack: hits above the shark's evade are wounds. Attachable "
    "weapons need no dice.",
    s.SPENDING: "Extra ammo can be discarded in place of a pistol or rifle.",
    s.RAMMING_MOVE: "The shark may move to water beside it; if it does, its attack has more hits.",
    s.SHARK_ATTACK: "The shark attacks a boat space it is beside, or somebody in its water or beside it. Enough hits "
    "damage or destroy a tile, and whoever stood on it falls in; in the water each hit is a wound.",
    s.CAGING: "Whoever is in the shark cage takes no wounds this round.",
    s.REROLLING: "Any dice of one attack may be rolled again.",
    s.SECOND_CHOICE: "After an attack on the boat the shark may attack it again with {second helping}.",
    s.DOMINO_CHOICE: "A boat space beside the one that was hit takes hits too.",
}


def reason(box: Record, state: Record) -> str:
    return REASONS.get(int(state.reason), "")


def scores(box: Record, state: Record) -> list[int]:
    """For the shark swimmers eaten; for the crew barrels on the shark in Act 1, wounds each has taken in Act 2."""
    if state.act == 1:
        return [int(state.eaten), *[int(state.on_shark)] * s.CREW]
    return [int(state.eaten), *(int(wounds) for wounds in state.wounds)]


# Telling --------------------------------------------------------------------------------------------------------------


def sentence(box: Record, event: Event, names: Sequence[str]) -> str:
    """What happened, in one sentence; nothing for what needs no words."""
    told = SENTENCES.get(event.kind)
    return told(box, ROLES[0], ROLES[1:], *event.details) if told else ""


def _round(box: Record, shark: str, crew: Sequence[str], act: int, number: int, c: int, d: int) -> str:
    return f"Act {act}, round {number}."


def _placed(box: Record, shark: str, crew: Sequence[str], n: int, e: int, south: int, w: int) -> str:
    came = [f"{number} at {beach}" for number, beach in zip((n, e, south, w), BEACH_NAMES, strict=True) if number]
    return "Swimmers come: " + ", ".join(came) + "." if came else "No swimmer comes."


def _eaten(box: Record, shark: str, crew: Sequence[str], beach: int, number: int, michael: int, d: int) -> str:
    who = [plural(number, "swimmer")] if number else []
    who += ["Michael Brody"] if michael else []
    return f"{' and '.join(who)} eaten at {BEACH_NAMES[beach]}!"


def _ate(box: Record, shark: str, crew: Sequence[str], beach: int, number: int, michael: int, d: int) -> str:
    total = number + michael * int(box.michael_counts)
    return f"{shark} eats at {BEACH_NAMES[beach]} ({total} there so far this turn)."


def _sensors(box: Record, shark: str, crew: Sequence[str], spaces: int, b: int, c: int, d: int) -> str:
    where = [s.SPACES[space] for space in range(s.WATERS) if has(spaces, space)]
    return f"Motion sensors: something passed {' and '.join(where)}."


def _moved(box: Record, shark: str, crew: Sequence[str], member: int, space: int, event: int, d: int) -> str:
    return f"{crew[member]} {'is brought' if event else 'moves'} to {_place(space)}."


def _rescued(box: Record, shark: str, crew: Sequence[str], member: int, beach: int, michael: int, d: int) -> str:
    return f"{crew[member]} rescues {'Michael' if michael else 'a swimmer'} at {BEACH_NAMES[beach]}."


def _launched(box: Record, shark: str, crew: Sequence[str], space: int, hit: int, barrels: int, d: int) -> str:
    if not hit:
        return f"{crew[0]} launches a barrel into {s.SPACES[space]}: it floats and listens."
    return f"{crew[0]} launches a barrel into {s.SPACES[space]}: hit! {plural(barrels, 'barrel')} on {shark}."


def _fished(box: Record, shark: str, crew: Sequence[str], space: int, answer: int, c: int, d: int) -> str:
    said = ("not there or nearby", "nearby", "right there")[answer]
    return f"{crew[2]}'s fish finder in {s.SPACES[space]}: {said}."


def _surfaced(box: Record, shark: str, crew: Sequence[str], slot: int, card: int, ability: int, d: int) -> str:
    words = f"{shark} comes up at {SLOTS[slot]}, zone {int(box.zone[card]) + 1}"
    return f"{words}, with {s.ABILITY_NAMES[ability]}." if ability >= 0 else f"{words}."


def _hurt(box: Record, shark: str, crew: Sequence[str], member: int, hits: int, evade: int, total: int) -> str:
    if hits <= evade:
        return f"{plural(hits, 'hit')} against evade {evade}: {crew[member]} misses."
    return f"{plural(hits, 'hit')} against evade {evade}: {plural(hits - evade, 'wound')}, {total} in all."


def _boat(box: Record, shark: str, crew: Sequence[str], zone: int, hits: int, result: int, d: int) -> str:
    became = ("holds", "is damaged", "is destroyed")[result] + (" by extra strength" if d else "")
    return f"{plural(hits, 'hit')} on boat space {zone + 1}: it {became}."


def _bitten(box: Record, shark: str, crew: Sequence[str], member: int, wounds: int, total: int, caged: int) -> str:
    if caged:
        return f"{crew[member]} is safe in the cage."
    if not wounds:
        return f"{crew[member]} gets away unhurt."
    return f"{crew[member]} takes {plural(wounds, 'wound')}: {total} of {int(box.crew_wounds)}."


def _option(box: Record, shark: str, crew: Sequence[str], slot: int, card: int, c: int, d: int) -> str:
    return f"{SLOTS[slot]}: {_card(box, card)}."


def _card(box: Record, card: int) -> str:
    """A resurface card."""
    shakes = ", shakes off" if box.shake_off[card] else ""
    zone, evade, dice = int(box.zone[card]) + 1, int(box.evade[card]), int(box.dice[card])
    return f"zone {zone}, evade {evade}, {dice_words(dice)}{shakes}"


def _won(box: Record, shark: str, crew: Sequence[str], side: int, why: int, c: int, d: int) -> str:
    return f"{shark if side == 0 else 'The crew'} wins: {REASONS[why]}."


_Sentence = Callable[[Record, str, Sequence[str], int, int, int, int], str]
SENTENCES: dict[int, _Sentence] = {
    s.ROUND: _round,
    s.LURKS: lambda box, shark, crew, a, b, c, d: f"{shark} begins in {s.SPACES[a]}.",
    s.HID: lambda box, shark, crew, a, b, c, d: f"{shark} is somewhere in the water.",
    s.CARD: lambda box, shark, crew, a, b, c, d: (
        f"Event: {s.EVENT_NAMES[a]}. {filled(box, EFFECT_WORDS.get(int(box.effect[a]), ''))}".strip()
    ),
    s.PLACED: _placed,
    s.FLIPPED: lambda box, shark, crew, a, b, c, d: f"{BEACH_NAMES[a].capitalize()} is opening soon.",
    s.OPENED: lambda box, shark, crew, a, b, c, d: f"{BEACH_NAMES[a].capitalize()} is open again.",
    s.CLOSED: lambda box, shark, crew, a, b, c, d: f"{BEACH_NAMES[a].capitalize()} is closed.",
    s.MICHAEL: lambda box, shark, crew, a, b, c, d: f"Michael Brody swims at {BEACH_NAMES[a]}.",
    s.BONUS: lambda box, shark, crew, a, b, c, d: f"{crew[a]} has one action more this round.",
    s.MOVED: _moved,
    s.CLEARED: lambda box, shark, crew, a, b, c, d: f"{BEACH_NAMES[a].capitalize()} is cleared of swimmers ({b}).",
    s.SWAM: lambda box, shark, crew, a, b, c, d: f"{shark} {'bursts on' if b else 'swims'} to {s.SPACES[a]}.",
    s.ATE: _ate,
    s.PLAYS: lambda box, shark, crew, a, b, c, d: f"{shark} plays {s.TOKENS[a]}.",
    s.KNOCKS: lambda box, shark, crew, a, b, c, d: f"{shark} knocks {crew[a]} overboard.",
    s.EATEN: _eaten,
    s.SENSORS: _sensors,
    s.TOKEN: lambda box, shark, crew, a, b, c, d: f"{shark} played a power token.",
    s.OVERBOARD: lambda box, shark, crew, a, b, c, d: f"{crew[a]} was knocked overboard!",
    s.SHARK_DONE: lambda box, shark, crew, a, b, c, d: f"{shark} has ended its turn: {a} eaten so far.",
    s.RESCUED: _rescued,
    s.TOOK: lambda box, shark, crew, a, b, c, d: f"{crew[a]} takes {plural(c, 'barrel')} from {SOURCES[b]}.",
    s.DROPPED: lambda box, shark, crew, a, b, c, d: f"{crew[a]} leaves a barrel at the dock in {s.SPACES[b]}.",
    s.GAVE: lambda box, shark, crew, a, b, c, d: f"{crew[2]} gives {crew[0]} {plural(a, 'barrel')}.",
    s.LAUNCHED: _launched,
    s.LOOKED: lambda box, shark, crew, a, b, c, d: (
        f"{crew[1]} looks through the binoculars in {s.SPACES[a]}: {'the shark is there!' if b else 'nothing.'}"
    ),
    s.FISHED: _fished,
    s.CLIMBED: lambda box, shark, crew, a, b, c, d: f"{crew[a]} climbs back into the boat.",
    s.DONE: lambda box, shark, crew, a, b, c, d: f"{crew[a]} is done.",
    s.ACT_1_OVER: lambda box, shark, crew, a, b, c, d: f"Act 1 is over, {b} eaten: {REASONS[a]}.",
    s.HANDS: lambda box, shark, crew, a, b, c, d: (
        f"{shark} gets {plural(a, 'ability card')}, the crew {plural(b, 'gear card')}."
    ),
    s.ABILITY_DEALT: lambda box, shark, crew, a, b, c, d: f"{shark} gets {s.ABILITY_NAMES[a]}.",
    s.GEAR_DEALT: lambda box, shark, crew, a, b, c, d: f"Gear: {s.GEAR_NAMES[a]}.",
    s.GEAR_TO: lambda box, shark, crew, a, b, c, d: f"{crew[b]} takes the {s.GEAR_NAMES[a]}.",
    s.STANDS: lambda box, shark, crew, a, b, c, d: f"{crew[a]} stands in {space_name(b)}.",
    s.OPTION: _option,
    s.DIVES: lambda box, shark, crew, a, b, c, d: f"{shark} will come up at {SLOTS[a]}.",
    s.HOLDS: lambda box, shark, crew, a, b, c, d: (
        f"{shark} puts {s.ABILITY_NAMES[a]} under the token." if a >= 0 else f"{shark} plays no ability card."
    ),
    s.LOCKED: lambda box, shark, crew, a, b, c, d: f"{shark} has chosen{', with an ability card' if a else ''}.",
    s.CHUM: lambda box, shark, crew, a, b, c, d: f"{crew[a]} throws chum.",
    s.SHOWN: lambda box, shark, crew, a, b, c, d: f"{shark} shows that it did not choose {SLOTS[a]}.",
    s.STEPPED: lambda box, shark, crew, a, b, c, d: f"{crew[a]} is in {space_name(b)}.",
    s.ARMED: lambda box, shark, crew, a, b, c, d: f"{crew[a]} readies the {s.GEAR_NAMES[b]}.",
    s.AIMED: lambda box, shark, crew, a, b, c, d: f"{crew[a]} targets zone {b + 1}.",
    s.SURFACED: _surfaced,
    s.SHOOK_OFF: lambda box, shark, crew, a, b, c, d: f"{shark} shakes off {plural(a, 'weapon')}.",
    s.TARGET_MOVED: lambda box, shark, crew, a, b, c, d: f"{crew[a]} moves the target to zone {b + 1}.",
    s.HELD: lambda box, shark, crew, a, b, c, d: f"{crew[a]} holds back.",
    s.STRIKES: lambda box, shark, crew, a, b, c, d: f"{crew[a]} attacks with the {s.GEAR_NAMES[b]}.",
    s.HURT: _hurt,
    s.ATTACHED: lambda box, shark, crew, a, b, c, d: f"{crew[a]} attaches the {s.GEAR_NAMES[b]} to {shark}.",
    s.SPENT: lambda box, shark, crew, a, b, c, d: f"{crew[a]} discards the {s.GEAR_NAMES[b]}.",
    s.RAMS: lambda box, shark, crew, a, b, c, d: f"{shark} moves to zone {a + 1} at ramming speed.",
    s.AT_BOAT: lambda box, shark, crew, a, b, c, d: f"{shark} attacks boat space {a + 1}.",
    s.AT_CREW: lambda box, shark, crew, a, b, c, d: (
        f"{shark} snaps at {crew[a]} in the water too." if c else f"{shark} attacks {crew[a]}."
    ),
    s.CAGE: lambda box, shark, crew, a, b, c, d: f"{crew[a]} goes into the shark cage.",
    s.REROLLED: lambda box, shark, crew, a, b, c, d: f"{shark} rolls {dice_words(a.bit_count())} again.",
    s.BOAT: _boat,
    s.BITTEN: _bitten,
    s.FELL: lambda box, shark, crew, a, b, c, d: f"{crew[a]} falls into water {b + 1}.",
    s.ELIMINATED: lambda box, shark, crew, a, b, c, d: f"{crew[a]} is gone.",
    s.DOMINO: lambda box, shark, crew, a, b, c, d: f"The domino effect reaches boat space {a + 1}.",
    s.NOTHING: lambda box, shark, crew, a, b, c, d: f"{shark} has nothing in reach.",
    s.DIVED: lambda box, shark, crew, a, b, c, d: f"{shark} dives.",
    s.WON: _won,
}
