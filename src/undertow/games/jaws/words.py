"""JAWS: what is said at the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from undertow.core.actions import Deed
from undertow.core.position import Event
from undertow.core.reading import in_python
from undertow.core.records import Record, has
from undertow.games.jaws import state as st
from undertow.games.jaws.act1 import actions_of, extra_is_open
from undertow.games.jaws.act2 import beside, crew_gear, targets, to_divide
from undertow.games.jaws.actions import BEACH_NAMES, ROLES, SLOTS, space_name
from undertow.games.jaws.blocked import blocked as blocked

SOURCES = ("the dock", "the water", "Hooper's boat", "the shop")
REASONS = {
    st.FED: "the shark has eaten its fill of swimmers",
    st.CAUGHT: "with the barrels on it the shark can no longer dive",
    st.LONG_HUNT: "the season is over, and the shark is still hungry",
    st.CREW_GONE: "the whole crew is gone",
    st.ORCA_GONE: "the Orca has sunk",
    st.SHARK_DEAD: "the shark is dead",
    st.SURVIVED: "the shark gives up, and the crew drifts ashore",
}
EFFECT_WORDS = {
    st.KNOCKING: "This round, a shark that enters a boat's space may knock its captain overboard; he must spend "
    "{climb} to climb back before he does anything else.",
    st.CREW_BONUS: "One crew member of the crew's choice gets an extra action this round.",
    st.DOCKS_CLOSED: "No barrels may be dropped or picked up at a dock this round.",
    st.CLEAR_BEACH: "The crew clears all swimmers from one beach and closes it.",
    st.WRONG_SHARK: "Brody and Hooper go to the same dock, and the shark gets {wrong shark} this round.",
    st.OPEN_BEACHES: "All beaches open, and none may be closed this round.",
    st.MICHAEL_COMES: "Michael Brody goes swimming: he counts {michael}, and only Brody can rescue him.",
    st.FREE_DOCKS: "Dropping and picking up barrels at a dock costs no action this round.",
    st.HOAX: "All three crew members hurry to the beach with the most swimmers.",
    st.HELICOPTER: "Brody may fly to any land space.",
    st.ALERT: "If {alert} or fewer have been eaten, extra swimmers come.",
}
TOKEN_WORDS = (
    "eat everyone in your space as one action, this round",
    "you trigger no motion sensors this round",
    "binoculars and fish finder find nothing this round",
    "once this round, swim up to {burst} as one action",
)
ABILITY_WORDS = (
    "a boat space the shark damages is destroyed outright",
    "after attacking the boat the shark may attack it again with {second helping}",
    "the shark may reroll any dice of one attack",
    "everyone on a boat space the shark damages or destroys takes {big mouth}",
    "after the crew's attacks the shark may move to the water beside it, and then scores {ramming} more",
    "when the shark damages or destroys a boat space, one beside that takes {domino}",
    "the shark evades {hard target} this round",
    "when the shark damages or destroys a boat space, everyone on the boat falls into the water",
)


ACCESSORY_WORDS = {
    st.CHUM_CARD: "the shark shows one token it did not choose",
    st.AMMO_CARD: "discard it instead of a pistol or rifle",
    st.CAGE_CARD: "no wounds for one round",
}


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
        words.append(f"while attached, the shark evades {int(box.gear_evade[gear])} less")
    if box.gear_attack[gear]:
        dice = int(box.gear_attack[gear])
        words.append(f"while attached, the shark rolls {dice_words(dice)} {'less' if dice == 1 else 'fewer'}")
    if box.gear_type[gear] == st.FIREARM:
        words.append("any zone")
    if box.gear_reach[gear]:
        words.append("also hits a shark in the water beside its target")
    if box.gear_once[gear] and box.gear_type[gear] != st.ATTACHABLE:
        words.append("one use")
    return ", ".join(words)


def filled(box: Record, text: str) -> str:
    """A text with the numbers of this box in it: house rules may have changed them."""
    numbers = {
        "climb": plural(int(box.climb_cost), "action"),
        "burst": plural(int(box.burst_steps), "space"),
        "shark actions": plural(int(box.shark_actions), "action"),
        "wrong shark": plural(int(box.wrong_shark_more), "extra action"),
        "michael": {1: "once", 2: "twice"}.get(int(box.michael_counts), "three times"),
        "hooper steps": plural(int(box.hooper_steps), "space"),
        "steps": plural(int(box.steps), "space"),
        "alert": str(int(box.alert_at)),
        "crew actions": plural(int(box.crew_actions), "action"),
        "second helping": dice_words(int(box.ability_number[st.SECOND_HELPING])),
        "big mouth": plural(int(box.ability_number[st.BIG_MOUTH]), "wound"),
        "ramming": plural(int(box.ability_number[st.RAMMING]), "hit"),
        "domino": plural(int(box.ability_number[st.DOMINO_EFFECT]), "hit"),
        "hard target": plural(int(box.ability_number[st.HARD_TARGET]), "hit"),
    }
    return text.format(**numbers) if "{" in text else text


# Asking ---------------------------------------------------------------------------------------------------------------


def prompt(box: Record, state: Record, seat: int) -> str:
    if state.phase in PROMPTS:
        return filled(box, PROMPTS[state.phase])
    if state.phase in MEMBER_PROMPTS:
        return f"{ROLES[seat]}: {_member_prompt(box, state, seat - 1)}"
    if state.phase == st.EVENT_CHOICE:
        return EVENT_PROMPTS[int(state.sea.effect)]
    if state.phase == st.SHARK_TURN:
        return f"Your turn: {_shark_left(state)}. No one sees what you plan."
    if state.phase == st.CREW_TURN:
        return _crew_prompt(box, state, seat - 1)
    if state.phase == st.DIVIDING:
        return _dividing_prompt(box, state)
    if state.phase == st.BONUS_CHOICE:
        return f"Bonus attack: roll {dice_words(int(box.bonus_dice))} against {ROLES[int(state.crew_target) + 1]}?"
    dice = ", ".join(str(int(state.dice[die])) for die in range(state.thrown))
    return f"You rolled {dice}. Reroll any of them?"


def _shark_left(state: Record) -> str:
    """Actions, and how far a speed burst still goes."""
    left = f"{plural(int(state.shark.left), 'action')} left"
    if not state.shark.burst:
        return left
    if state.shark.bursting:
        return f"{plural(int(state.shark.burst), 'step')} of your speed burst and {left}"
    return f"{left}, and a speed burst of up to {plural(int(state.shark.burst), 'step')}"


def _crew_prompt(box: Record, state: Record, member: int) -> str:
    who = ROLES[member + 1]
    left = int(state.left) if state.turn == member else in_python(actions_of)(box, state, member)
    if has(state.overboard, member):
        return f"{who}, you are overboard: climb back ({plural(int(box.climb_cost), 'action')}) before anything else."
    extra = in_python(extra_is_open)(state)
    if left <= 0 and extra:
        return f"{who}, you have no actions left. Take the extra action, or leave it to someone else?"
    more = " One of the crew may take an extra action." if extra else ""
    return f"Your turn, {who}: {plural(left, 'action')} left.{more}"


def _dividing_prompt(box: Record, state: Record) -> str:
    gear, cards = in_python(to_divide)(state), in_python(crew_gear)(box, state)
    number = cards - int(state.pool.sum()) + 1
    return f"Card {number} of {cards}: who gets the {st.GEAR_NAMES[gear]} ({gear_words(box, gear)})?"


def _member_prompt(box: Record, state: Record, member: int) -> str:
    words = MEMBER_PROMPTS[int(state.phase)]
    if state.phase == st.PREPARING:
        words = PREPARE_PROMPTS[int(state.stage[member])]
    weapon = int(state.weapon[member])
    if state.phase == st.PREPARING and state.stage[member] == st.AIMING and box.gear_reach[weapon]:
        words += " The {weapon} also hits a shark in the water beside its target."
    return words.format(weapon=st.GEAR_NAMES[weapon], dice=dice_words(int(state.thrown)))


PROMPTS = {
    st.LURKING: "Where do you begin? No one sees it.",
    st.DIVING: "Where do you come up? Choose A, B or C in secret.",
    st.CHOOSING_ABILITY: "Do you put an ability card under your token?",
    st.SHOWING: "Chum! Show one of the two tokens you did not choose.",
    st.RAMMING_MOVE: "Ramming speed: move to the water beside you and score {ramming} more?",
    st.SHARK_ATTACK: "What do you attack?",
    st.SECOND_CHOICE: "Second helping: attack the boat again with {second helping}?",
    st.DOMINO_CHOICE: "Domino effect: which boat space takes {domino}?",
}
#: What one of the crew is asked; who, stands before it.
MEMBER_PROMPTS = {
    st.BOARDING: "Where on the Orca do you stand?",
    st.CHUMMING: "The shark has chosen. Do you throw chum into the water?",
    st.PREPARING: "",
    st.ATTACKING: "You targeted the right zone. Do you attack with the {weapon}?",
    st.SPENDING: "You fired the {weapon}. What do you discard?",
    st.CAGING: "The shark is about to roll {dice}, and you are in danger. Do you get into the shark cage?",
}
EVENT_PROMPTS = {
    st.CREW_BONUS: "Who gets the extra action this round?",
    st.CLEAR_BEACH: "Which beach do you clear and close?",
    st.WRONG_SHARK: "Which dock do Brody and Hooper go to?",
    st.MICHAEL_COMES: "Several beaches have the fewest swimmers. Where does Michael go?",
    st.HOAX: "Several beaches have the most swimmers. Where does the crew gather?",
    st.HELICOPTER: "Brody, the helicopter is waiting. Where do you fly?",
}
PREPARE_PROMPTS = ("Where do you go?", "Which weapon do you use?", "Which zone do you target?")


def chance(box: Record, state: Record) -> str:
    """What chance is doing."""
    return CHANCES.get(int(state.phase), "The dice are rolling.")


CHANCES = {
    st.EVENT: "An event card is drawn.",
    st.DEALING_ABILITIES: "Ability cards are dealt.",
    st.DEALING_GEAR: "Gear cards are dealt.",
    st.RESURFACING: "Resurface cards are turned up.",
}

# Buttons --------------------------------------------------------------------------------------------------------------


def fill(box: Record, state: Record, seat: int, deed: Deed, names: Sequence[str]) -> dict[str, str]:
    """What the buttons leave open."""
    return FILL[deed.verb](box, state, seat - 1, *deed.places)


def _ending(state: Record) -> str:
    """Whatever else the shark does in the middle of a speed burst ends it."""
    bursting = state.phase == st.SHARK_TURN and state.shark.bursting and state.shark.burst
    return "end the burst and " if bursting else ""


def _weapon_of(box: Record, state: Record, member: int) -> dict[str, str]:
    return {"weapon": st.GEAR_NAMES[int(state.weapon[member])]}


#: By verb; `place` is where what the action touches stands among its values.
FILL: dict[str, Callable[..., dict[str, str]]] = {
    "move": lambda box, state, member, place: {"ending": _ending(state)},
    "eat": lambda box, state, member: {"ending": _ending(state)},
    "eat Michael": lambda box, state, member: {"ending": _ending(state), "michael": filled(box, "{michael}")},
    "eat all": lambda box, state, member: {"ending": _ending(state)},
    "play": lambda box, state, member, place: {"does": filled(box, TOKEN_WORDS[place])},
    "burst": lambda box, state, member, place: {"burst": "burst on" if state.shark.bursting else "speed burst"},
    "resurface": lambda box, state, member, place: {"card": _card(box, int(state.options[place]))},
    "ability": lambda box, state, member, place: {"does": filled(box, ABILITY_WORDS[place])},
    "go": lambda box, state, member, place: {"going": "stay in" if state.at[member] == place else "go to"},
    "use": lambda box, state, member, place: {
        "zones": _zones(box, state, member, place),
        "does": gear_words(box, place),
    },
    "target": lambda box, state, member, place: {"slots": _slots(box, state, member, place)},
    "discard ammo": _weapon_of,
    "discard weapon": _weapon_of,
    "reroll": lambda box, state, member, place: {"these": _dice(state, place + 1)},
}


def _zones(box: Record, state: Record, member: int, gear: int) -> str:
    """The zones a weapon reaches from where one stands, unless it reaches all."""
    reached = int(targets(box, state, member, gear))
    zones = [str(zone + 1) for zone in range(st.ZONES) if has(reached, zone)]
    return "" if len(zones) == st.ZONES else f" on zone {' or '.join(zones)}"


def _slots(box: Record, state: Record, member: int, zone: int) -> str:
    """The options at this zone that the shark may have chosen, and those beside it for a weapon that reaches them."""
    near = beside(box, state, zone) if box.gear_reach[state.weapon[member]] else 0
    at, by = [], []
    for slot in range(st.OPTIONS):
        if state.options[slot] >= 0 and not has(state.shown, slot):
            there = int(box.zone[state.options[slot]])
            at += [SLOTS[slot]] if there == zone else []
            by += [SLOTS[slot]] if has(near, there) else []
    words = ([" and ".join(at)] if at else []) + ([f"{' and '.join(by)} beside it"] if by else [])
    return f" ({', '.join(words)})" if words else ""


def _place(space: int) -> str:
    return "the shop" if space == st.SHOP else st.SPACES[space]


def _dice(state: Record, dice: int) -> str:
    """Dice have the numbers of their places."""
    picked = [die for die in range(state.thrown) if has(dice, die)]
    numbers = listed([str(die + 1) for die in picked])
    shown = listed([str(int(state.dice[die])) for die in picked])
    return f"{'die' if len(picked) == 1 else 'dice'} {numbers} (showing {shown})"


def listed(words: Sequence[str]) -> str:
    """`1`, `1 and 2`, `1, 2 and 3`."""
    return " and ".join([*([", ".join(words[:-1])] if words[1:] else []), *words[-1:]])


# Explaining -----------------------------------------------------------------------------------------------------------


def help(box: Record, state: Record, viewer: int) -> str:
    """The rules of this moment."""
    if state.over:
        return "The match is over. The replay shows everything, including the shark's path."
    words = HELP_ISLAND.get(int(state.phase), "") if state.act == 1 else HELP_ORCA.get(int(state.phase), "")
    effect = EFFECT_WORDS.get(int(state.sea.effect), "") if state.act == 1 else ""
    return filled(box, f"{words} {effect or _ability_help(state)}".strip())


def _ability_help(state: Record) -> str:
    """What the ability does that is in effect."""
    if state.act == 1 or state.ability < 0:
        return ""
    return f"{st.ABILITY_NAMES[state.ability].capitalize()}: {ABILITY_WORDS[state.ability]}."


HELP_ISLAND = {
    st.LURKING: "The shark begins in any of the twelve spaces with water.",
    st.EVENT: "An event brings swimmers to the beaches.",
    st.EVENT_CHOICE: "The crew decides what the event leaves open.",
    st.SHARK_TURN: "The shark has {shark actions}: it moves to adjacent water, or eats a swimmer in its space. It may "
    "play one power token a round. Afterwards it announces only how many it ate at which beach, which floating barrels "
    "sensed it, and that it played a token.",
    st.CREW_TURN: "Each crew member has {crew actions}; the three take their turns in any order. Quint sails one space "
    "and launches one barrel a round into his space or one beside it. Brody walks, carries barrels from the shop to a "
    "dock, looks through his binoculars at a beach, and closes an empty beach from Amity P.D. or the Mayor's Office. "
    "Hooper sails up to {hooper steps}, uses the fish finder, and gives Quint his barrels. All three rescue swimmers "
    "in their space.",
}
_PREPARE = (
    "Each crew member moves up to {steps} (climbing out of the water takes the whole move), then picks a weapon and a "
    "target. Melee and attachable weapons reach the water you are in or beside; firearms reach any water."
)
HELP_ORCA = {
    st.DIVIDING: "The crew divides its gear as it likes; cards are never traded later.",
    st.BOARDING: "Each crew member begins on any boat space; several may share one.",
    st.RESURFACING: "Three cards say where the shark may come up, how well it evades and how many dice it rolls.",
    st.DIVING: "The shark secretly picks one of three resurface cards, and perhaps an ability.",
    st.CHOOSING_ABILITY: "The shark secretly picks one of three resurface cards, and perhaps an ability.",
    st.CHUMMING: "Chum makes the shark show one of the tokens it did not choose. One a round.",
    st.SHOWING: "Chum makes the shark show one of the tokens it did not choose. One a round.",
    st.PREPARING: _PREPARE,
    st.ATTACKING: "Whoever targeted the right zone may attack: hits above the shark's evade are wounds. Attachable "
    "weapons need no dice.",
    st.SPENDING: "Extra ammo can be discarded instead of a pistol or rifle.",
    st.RAMMING_MOVE: "The shark may move to the water beside it; if it does, its attack scores {ramming} more.",
    st.SHARK_ATTACK: "The shark attacks a boat space beside it, or someone in its water or the water beside it. Enough "
    "hits damage or destroy a tile, and whoever stood on it falls in; in the water each hit is a wound.",
    st.CAGING: "Whoever is in the shark cage takes no wounds this round.",
    st.REROLLING: "Any dice of one attack may be rolled again.",
    st.SECOND_CHOICE: "After an attack on the boat the shark may attack it again with {second helping}.",
    st.DOMINO_CHOICE: "A boat space beside the one that was hit takes {domino}.",
    st.BONUS_CHOICE: "Before it dives, the shark may roll a bonus attack against everyone in the water near it.",
}


def reason(box: Record, state: Record) -> str:
    return REASONS.get(int(state.reason), "")


def scores(box: Record, state: Record) -> list[int]:
    """For the shark swimmers eaten; for the crew barrels on the shark in Act 1, wounds each has taken in Act 2."""
    if state.act == 1:
        return [int(state.eaten), *[int(state.on_shark)] * st.CREW]
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
    return "Swimmers arrive: " + ", ".join(came) + "." if came else "No swimmers arrive."


def _eaten(box: Record, shark: str, crew: Sequence[str], beach: int, number: int, michael: int, d: int) -> str:
    who = [plural(number, "swimmer")] if number else []
    who += ["Michael Brody"] if michael else []
    return f"{' and '.join(who)} eaten at {BEACH_NAMES[beach]}!"


def _ate(box: Record, shark: str, crew: Sequence[str], beach: int, number: int, michael: int, d: int) -> str:
    total = number + michael * int(box.michael_counts)
    return f"{shark} eats at {BEACH_NAMES[beach]} ({total} there so far this turn)."


def _sensors(box: Record, shark: str, crew: Sequence[str], spaces: int, b: int, c: int, d: int) -> str:
    where = [st.SPACES[space] for space in range(st.WATERS) if has(spaces, space)]
    return f"Motion sensors: something passed {' and '.join(where)}."


def _moved(box: Record, shark: str, crew: Sequence[str], member: int, space: int, event: int, d: int) -> str:
    aboard = " and is back aboard" if d else ""
    return f"{crew[member]} {'is taken' if event else 'moves'} to {_place(space)}{aboard}."


def _rescued(box: Record, shark: str, crew: Sequence[str], member: int, beach: int, michael: int, d: int) -> str:
    return f"{crew[member]} rescues {'Michael' if michael else 'a swimmer'} at {BEACH_NAMES[beach]}."


def _launched(box: Record, shark: str, crew: Sequence[str], space: int, hit: int, barrels: int, d: int) -> str:
    if not hit:
        return f"{crew[0]} launches a barrel into {st.SPACES[space]}: it floats and listens."
    return f"{crew[0]} launches a barrel into {st.SPACES[space]}: hit! {plural(barrels, 'barrel')} on {shark}."


def _fished(box: Record, shark: str, crew: Sequence[str], space: int, answer: int, c: int, d: int) -> str:
    said = ("not there or nearby", "nearby", "right there")[answer]
    return f"{crew[2]}'s fish finder in {st.SPACES[space]}: {said}."


def _surfaced(box: Record, shark: str, crew: Sequence[str], slot: int, card: int, ability: int, d: int) -> str:
    words = f"{shark} comes up at {SLOTS[slot]}, zone {int(box.zone[card]) + 1}"
    if ability < 0:
        return f"{words}."
    return f"{words}, with {st.ABILITY_NAMES[ability]}: {filled(box, ABILITY_WORDS[ability])}."


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
    st.ROUND: _round,
    st.LURKS: lambda box, shark, crew, a, b, c, d: f"{shark} begins in {st.SPACES[a]}.",
    st.HID: lambda box, shark, crew, a, b, c, d: f"{shark} is hiding somewhere in the water.",
    st.CARD: lambda box, shark, crew, a, b, c, d: (
        f"Event: {st.EVENT_NAMES[a]}. {filled(box, EFFECT_WORDS.get(int(box.effect[a]), ''))}".strip()
    ),
    st.PLACED: _placed,
    st.FLIPPED: lambda box, shark, crew, a, b, c, d: f"{BEACH_NAMES[a].capitalize()} is opening soon.",
    st.OPENED: lambda box, shark, crew, a, b, c, d: f"{BEACH_NAMES[a].capitalize()} is open again.",
    st.CLOSED: lambda box, shark, crew, a, b, c, d: f"{BEACH_NAMES[a].capitalize()} is closed.",
    st.MICHAEL: lambda box, shark, crew, a, b, c, d: f"Michael Brody swims at {BEACH_NAMES[a]}.",
    st.BONUS: lambda box, shark, crew, a, b, c, d: f"{crew[a]} gets an extra action this round.",
    st.MOVED: _moved,
    st.CLEARED: lambda box, shark, crew, a, b, c, d: (
        f"{BEACH_NAMES[a].capitalize()} is cleared of {plural(b, 'swimmer')}."
    ),
    st.SWAM: lambda box, shark, crew, a, b, c, d: f"{shark} {'bursts on' if b else 'swims'} to {st.SPACES[a]}.",
    st.ATE: _ate,
    st.PLAYS: lambda box, shark, crew, a, b, c, d: f"{shark} plays {st.TOKENS[a]}.",
    st.KNOCKS: lambda box, shark, crew, a, b, c, d: f"{shark} knocks {crew[a]} overboard.",
    st.EATEN: _eaten,
    st.SENSORS: _sensors,
    st.TOKEN: lambda box, shark, crew, a, b, c, d: f"{shark} played a power token.",
    st.OVERBOARD: lambda box, shark, crew, a, b, c, d: f"{crew[a]} was knocked overboard!",
    st.SHARK_DONE: lambda box, shark, crew, a, b, c, d: f"{shark} has ended its turn: {a} eaten so far.",
    st.RESCUED: _rescued,
    st.TOOK: lambda box, shark, crew, a, b, c, d: f"{crew[a]} takes {plural(c, 'barrel')} from {SOURCES[b]}.",
    st.DROPPED: lambda box, shark, crew, a, b, c, d: f"{crew[a]} leaves a barrel at the dock in {st.SPACES[b]}.",
    st.GAVE: lambda box, shark, crew, a, b, c, d: f"{crew[2]} gives {crew[0]} {plural(a, 'barrel')}.",
    st.LAUNCHED: _launched,
    st.LOOKED: lambda box, shark, crew, a, b, c, d: (
        f"{crew[1]} looks through the binoculars in {st.SPACES[a]}: {'the shark is there!' if b else 'nothing.'}"
    ),
    st.FISHED: _fished,
    st.CLIMBED: lambda box, shark, crew, a, b, c, d: f"{crew[a]} climbs back into the boat.",
    st.DONE: lambda box, shark, crew, a, b, c, d: f"{crew[a]} is done.",
    st.ACT_1_OVER: lambda box, shark, crew, a, b, c, d: f"Act 1 is over, {b} eaten: {REASONS[a]}.",
    st.HANDS: lambda box, shark, crew, a, b, c, d: (
        f"{shark} gets {plural(a, 'ability card')}, the crew {plural(b, 'gear card')}."
    ),
    st.ABILITY_DEALT: lambda box, shark, crew, a, b, c, d: f"{shark} gets {st.ABILITY_NAMES[a]}.",
    st.GEAR_DEALT: lambda box, shark, crew, a, b, c, d: f"Gear: {st.GEAR_NAMES[a]}.",
    st.GEAR_TO: lambda box, shark, crew, a, b, c, d: f"{crew[b]} takes the {st.GEAR_NAMES[a]}.",
    st.STANDS: lambda box, shark, crew, a, b, c, d: f"{crew[a]} stands in {space_name(b)}.",
    st.OPTION: _option,
    st.DIVES: lambda box, shark, crew, a, b, c, d: f"{shark} will come up at {SLOTS[a]}.",
    st.HOLDS: lambda box, shark, crew, a, b, c, d: (
        f"{shark} puts {st.ABILITY_NAMES[a]} under the token." if a >= 0 else f"{shark} plays no ability card."
    ),
    st.LOCKED: lambda box, shark, crew, a, b, c, d: f"{shark} has chosen{', with an ability card' if a else ''}.",
    st.CHUM: lambda box, shark, crew, a, b, c, d: f"{crew[a]} throws chum.",
    st.SHOWN: lambda box, shark, crew, a, b, c, d: f"{shark} shows that it did not choose {SLOTS[a]}.",
    st.STEPPED: lambda box, shark, crew, a, b, c, d: f"{crew[a]} is in {space_name(b)}.",
    st.ARMED: lambda box, shark, crew, a, b, c, d: f"{crew[a]} readies the {st.GEAR_NAMES[b]}.",
    st.AIMED: lambda box, shark, crew, a, b, c, d: f"{crew[a]} targets zone {b + 1}.",
    st.SURFACED: _surfaced,
    st.SHOOK_OFF: lambda box, shark, crew, a, b, c, d: f"{shark} shakes off {plural(a, 'weapon')}.",
    st.TARGET_MOVED: lambda box, shark, crew, a, b, c, d: f"{crew[a]} moves the target to zone {b + 1}.",
    st.HELD: lambda box, shark, crew, a, b, c, d: f"{crew[a]} holds back.",
    st.STRIKES: lambda box, shark, crew, a, b, c, d: f"{crew[a]} attacks with the {st.GEAR_NAMES[b]}.",
    st.HURT: _hurt,
    st.ATTACHED: lambda box, shark, crew, a, b, c, d: f"{crew[a]} attaches the {st.GEAR_NAMES[b]} to {shark}.",
    st.SPENT: lambda box, shark, crew, a, b, c, d: f"{crew[a]} discards the {st.GEAR_NAMES[b]}.",
    st.RAMS: lambda box, shark, crew, a, b, c, d: f"{shark} moves to zone {a + 1} at ramming speed.",
    st.AT_BOAT: lambda box, shark, crew, a, b, c, d: f"{shark} attacks boat space {a + 1}.",
    st.AT_CREW: lambda box, shark, crew, a, b, c, d: (
        f"{shark} snaps at {crew[a]} in the water too." if c else f"{shark} attacks {crew[a]}."
    ),
    st.CAGE: lambda box, shark, crew, a, b, c, d: f"{crew[a]} gets into the shark cage.",
    st.REROLLED: lambda box, shark, crew, a, b, c, d: f"{shark} rolls {dice_words(a.bit_count())} again.",
    st.BOAT: _boat,
    st.BITTEN: _bitten,
    st.FELL: lambda box, shark, crew, a, b, c, d: f"{crew[a]} falls into the water of zone {b + 1}.",
    st.ELIMINATED: lambda box, shark, crew, a, b, c, d: f"{crew[a]} is gone.",
    st.DOMINO: lambda box, shark, crew, a, b, c, d: f"The domino effect reaches boat space {a + 1}.",
    st.NOTHING: lambda box, shark, crew, a, b, c, d: f"{shark} has nothing in reach.",
    st.SPARES: lambda box, shark, crew, a, b, c, d: f"{shark} does not attack{'' if a < 0 else f' {crew[a]}'}.",
    st.DIVED: lambda box, shark, crew, a, b, c, d: f"{shark} dives.",
    st.WON: _won,
}
