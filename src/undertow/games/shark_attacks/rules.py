"""Shark Attacks!: the rules. Each function is one sentence of the rule sheet; the rulings are in README.md."""

from __future__ import annotations

from undertow.core.records import CHANCE, Floats, Ints, Record, add, bit, emit
from undertow.core.rule import rule, tiny
from undertow.games.shark_attacks import state as st
from undertow.games.shark_attacks.actions import BANK, PRESS, TAKE_FROM


@rule
def setup(box: Record, state: Record) -> None:
    """All dice and signs in the middle; chance names the first player."""
    state.signs_middle = box.signs
    state.blue_middle = box.blue
    state.phase = st.FIRST_PLAYER


@rule
def actors(box: Record, state: Record) -> int:
    """The player whose turn it is decides; everything else is dice."""
    if state.phase == st.BEACH or state.phase == st.SIGN:
        return bit(state.player)
    return 0


@rule
def legal(box: Record, state: Record, seat: int, out: Ints) -> int:
    n = 0
    if seat != state.player:
        return 0
    if state.phase == st.BEACH:
        n = add(out, n, BANK)
        n = add(out, n, PRESS)
    elif state.phase == st.SIGN:
        for opponent in range(box.players):
            if opponent != state.player and state.signs[opponent] > 0:
                n = add(out, n, TAKE_FROM + opponent)
    return n


@rule
def chances(box: Record, state: Record, out: Ints) -> int:
    """One die at a time: how many of its faces show each outcome."""
    if state.phase == st.FIRST_PLAYER:
        for player in range(box.players):
            out[player] = 1
        return int(box.players)
    if state.phase == st.EVENT:
        for face in range(3):
            out[face] = box.event_faces[face]
        return 3
    for face in range(st.FACES):
        out[face] = box.blue_faces[face] if state.rolling > 0 else box.red_faces[face]
    return st.FACES


@rule
def apply(box: Record, state: Record, seat: int, action: int) -> None:
    if seat == CHANCE:
        land(box, state, action)
    elif action == BANK:
        bank(box, state)
    elif action == PRESS:
        state.phase = st.EVENT
    else:
        take_sign(state, action - TAKE_FROM)
        settle_signs(box, state)


@rule
def payoff(box: Record, state: Record, out: Floats) -> None:
    """The turn's owner wins alone."""
    for seat in range(st.SEATS):
        out[seat] = 1.0 if seat == state.player else 0.0


# Dice ---------------------------------------------------------------------------------------------------------------


@rule
def land(box: Record, state: Record, face: int) -> None:
    """A die comes to rest; the last one of a throw decides what happens next."""
    if state.phase == st.FIRST_PLAYER:
        emit(state, st.BEGINS, face, 0, 0, 0)
        begin_turn(box, state, face)
    elif state.phase == st.EVENT:
        weather(box, state, face)
    elif state.rolling > 0:
        state.rolling -= 1
        state.water[face] += 1
        if state.phase == st.ENTERING and state.rolling == 0:
            swimmers_entered(box, state)
    else:
        state.red_rolling -= 1
        state.fins[face] += 1
        if state.red_rolling == 0:
            sharks_attack(box, state)


@tiny
def roll_waves(state: Record) -> None:
    """Every blue die that shows a wave is picked up to be rolled."""
    state.rolling = state.water[st.WAVE]
    state.water[st.WAVE] = 0


@tiny
def swimming(state: Record) -> int:
    """Blue dice that show swimmers."""
    return int(state.water[1]) + int(state.water[2]) + int(state.water[3])


@tiny
def swimmers(state: Record) -> int:
    """Swimmers showing."""
    return int(state.water[1]) + 2 * int(state.water[2]) + 3 * int(state.water[3])


# The turn -----------------------------------------------------------------------------------------------------------


@rule
def begin_turn(box: Record, state: Record, player: int) -> None:
    """Take seven blue dice, one fewer for each sign on the beach, and roll them."""
    state.player = player
    dice = max(int(box.least), int(box.start) - int(state.signs[player]))
    emit(state, st.TURN, player, dice, state.signs[player], 0)
    state.blue_middle -= dice
    state.rolling = dice
    state.phase = st.ENTERING


@rule
def swimmers_entered(box: Record, state: Record) -> None:
    """After a throw: with no wave showing it is a Beach Party, otherwise the player decides."""
    emit(state, st.ENTERED, state.water[0], state.water[1], state.water[2], state.water[3])
    if state.water[st.WAVE] == 0:
        beach_party(box, state)
    else:
        state.phase = st.BEACH


@rule
def bank(box: Record, state: Record) -> None:
    """Satisfied: score the swimmers showing and give back one sign."""
    points = swimmers(state)
    state.scores[state.player] += points
    emit(state, st.BANKED, state.player, points, state.scores[state.player], 0)
    give_back_signs(state, box.back_after_bank)
    end_turn(box, state)


@rule
def beach_party(box: Record, state: Record) -> None:
    """Only swimmers: they count double, and up to two signs go back."""
    points = swimmers(state) * int(box.party)
    state.scores[state.player] += points
    emit(state, st.PARTY, state.player, points, state.scores[state.player], 0)
    give_back_signs(state, box.back_after_party)
    end_turn(box, state)


@rule
def weather(box: Record, state: Record, event: int) -> None:
    """Pressing on: the event die first."""
    if event == st.SUN:
        sun(state)
    elif event == st.RAIN:
        rain(box, state)
    else:
        shark(box, state)


@rule
def sun(state: Record) -> None:
    """A hot day: one more blue die, if there is one; then all waves are rolled."""
    more = 1 if state.blue_middle > 0 else 0
    emit(state, st.WEATHER, st.SUN, more, 0, 0)
    state.blue_middle -= more
    state.water[st.WAVE] += more
    roll_waves(state)
    state.phase = st.ENTERING


@rule
def rain(box: Record, state: Record) -> None:
    """A wave die goes back. Was it the last one, there is a Beach Party; otherwise all waves are rolled."""
    emit(state, st.WEATHER, st.RAIN, -1, 0, 0)
    state.water[st.WAVE] -= 1
    state.blue_middle += 1
    if state.water[st.WAVE] == 0:
        beach_party(box, state)
    else:
        roll_waves(state)
        state.phase = st.ENTERING


@rule
def shark(box: Record, state: Record) -> None:
    """Wave dice go back; the swimmers flee together with a first red die. Nobody in the water: nothing happens."""
    emit(state, st.WEATHER, st.SHARK, 0, 0, 0)
    state.blue_middle += state.water[st.WAVE]
    state.water[st.WAVE] = 0
    if swimming(state) == 0:
        emit(state, st.NOBODY_THERE, state.player, 0, 0, 0)
        end_turn(box, state)
    else:
        state.water[st.WAVE] = swimming(state)
        for face in range(1, st.FACES):
            state.water[face] = 0
        state.reds = box.first_red
        flee(state)


# The flight ---------------------------------------------------------------------------------------------------------


@rule
def flee(state: Record) -> None:
    """Throw all blue dice still in the water together with the red ones."""
    roll_waves(state)
    for face in range(st.FACES):
        state.fins[face] = 0
    state.red_rolling = state.reds
    state.phase = st.FLEEING


@rule
def sharks_attack(box: Record, state: Record) -> None:
    """Triple fins bite first, then double, then single; whoever is left over and not on a wave escapes."""
    emit(state, st.FLED, state.water[0], state.water[1], state.water[2], state.water[3])
    emit(state, st.FINS, state.fins[0], state.fins[1], state.fins[2], state.fins[3])
    state.bitten = 0
    for fewer in range(3):
        fins = 3 - fewer
        for _ in range(state.fins[fins]):
            eat(box, state, fins)
    escape(state)
    state.eaten += state.bitten
    state.owed = state.bitten
    settle_signs(box, state)


@rule
def eat(box: Record, state: Record, fins: int) -> None:
    """A shark eats the first meal on its list that is in the water; what is eaten is gone before the next."""
    for rank in range(st.MEALS):
        if is_there(box, state, fins, rank):
            emit(state, st.ATE, fins, box.meals[fins, rank, 1], box.meals[fins, rank, 2], box.meals[fins, rank, 3])
            for face in range(1, st.FACES):
                dice = box.meals[fins, rank, face]
                state.water[face] -= dice
                state.blue_middle += dice
                state.bitten += dice
            return


@rule
def is_there(box: Record, state: Record, fins: int, rank: int) -> bool:
    """Whether the water holds every die of this meal."""
    dice = 0
    for face in range(1, st.FACES):
        dice += int(box.meals[fins, rank, face])
        if box.meals[fins, rank, face] > state.water[face]:
            return False
    return dice > 0  # an empty place on a shorter list is no meal


@rule
def escape(state: Record) -> None:
    """Swimmers not eaten in this throw are safe and count their face value."""
    dice = swimming(state)
    if dice > 0:
        points = swimmers(state)
        state.saved += points
        state.escaped += dice
        emit(state, st.ESCAPED, points, dice, int(state.saved), 0)
    for face in range(1, st.FACES):
        state.water[face] = 0


@rule
def settle_signs(box: Record, state: Record) -> None:
    """For each eaten die one sign, up to the limit: from the middle, else from an opponent of the player's choice."""
    while state.owed > 0 and state.signs[state.player] < box.sign_limit:
        if state.signs_middle > 0:
            take_sign(state, -1)
            continue
        opponents = 0
        only = 0
        for seat in range(box.players):
            if seat != state.player and state.signs[seat] > 0:
                opponents += 1
                only = seat
        if opponents == 0:
            break
        if opponents > 1:
            state.phase = st.SIGN
            return
        take_sign(state, only)
    state.owed = 0
    after_throw(box, state)


@rule
def take_sign(state: Record, giver: int) -> None:
    """One sign more on this beach; giver -1 is the middle of the table."""
    if giver < 0:
        state.signs_middle -= 1
    else:
        state.signs[giver] -= 1
    state.signs[state.player] += 1
    state.owed -= 1
    emit(state, st.SIGN_UP, state.player, giver, state.signs[state.player], 0)


@rule
def after_throw(box: Record, state: Record) -> None:
    """Blood draws one more shark; the flight goes on until no blue die is left in the water."""
    if state.bitten > 0:
        state.reds = min(int(box.red), int(state.reds) + 1)
    if state.water[st.WAVE] > 0:
        flee(state)
        return
    times = int(box.safe_flight) if state.eaten == 0 else 1
    points = int(state.saved) * times
    state.scores[state.player] += points
    emit(state, st.ASHORE, state.player, points, state.scores[state.player], times)
    end_turn(box, state)


# The end of a turn --------------------------------------------------------------------------------------------------


@rule
def give_back_signs(state: Record, most: int) -> None:
    signs = min(most, int(state.signs[state.player]))
    if signs > 0:
        state.signs[state.player] -= signs
        state.signs_middle += signs
        emit(state, st.SIGNS_BACK, state.player, signs, state.signs[state.player], 0)


@rule
def end_turn(box: Record, state: Record) -> None:
    """Whoever reaches the target ends the game at once; otherwise all dice go back and the next player begins."""
    for face in range(st.FACES):
        state.blue_middle += state.water[face]
        state.water[face] = 0
        state.fins[face] = 0
    state.blue_middle += state.escaped
    state.escaped = 0
    state.saved = 0
    state.reds = 0
    state.bitten = 0
    state.eaten = 0
    if state.scores[state.player] >= box.target:
        emit(state, st.WON, state.player, state.scores[state.player], 0, 0)
        state.phase = st.OVER
        state.over = 1
        state.reason = st.REACHED_TARGET
    else:
        begin_turn(box, state, (int(state.player) + 1) % int(box.players))
