"""A network that plays: what it is made of, and the file it is kept in.

It sees what a seat's side knows (`undertow.envs.layout`) and which of the side's seats decides, and answers with how
likely it takes each action and which share of the win it expects. Sides that are alike, such as the players of Shark
Attacks!, are one role and share a network; sides that are not have one each.

The same few lines run with NumPy at the table and with JAX in training: `np` is whichever it is.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import numpy

from undertow.core.errors import UndertowError
from undertow.core.game import Game, Setup
from undertow.core.records import Floats, Ints

Weights: TypeAlias = dict[str, Any]  # arrays by name; JAX takes a dict as it is
NOTHING = -1e9  # the logit of what is not legal
AS_TRAINED = 100  # how loosely it plays, in hundredths of how it was trained to


def role_of(side: str) -> str:
    """`player 2` and `player 1` have the same role."""
    return re.sub(r" \d+$", "", side)


def places(setup: Setup) -> Ints:
    """Each seat's number among the seats of its side."""
    return numpy.array([setup.sides[:seat].count(side) for seat, side in enumerate(setup.sides)], numpy.int64)


def inputs(game: Game) -> int:
    """What goes in: the encoding, and which of a side's seats decides."""
    return game.encoding + game.state.SEATS


# The network ----------------------------------------------------------------------------------------------------------


def layers(rng: numpy.random.Generator, numbers: int, answers: int, width: int, depth: int) -> Weights:
    """A network that expects nothing yet, from so many numbers to so many answers."""
    found: Weights = {}
    sizes = [numbers, *[width] * depth]
    for layer, (before, after) in enumerate(pairwise(sizes)):
        found[f"{layer}.weights"] = rng.normal(0, before**-0.5, (before, after))
        found[f"{layer}.bias"], found[f"{layer}.scale"] = numpy.zeros(after), numpy.ones(after)
        found[f"{layer}.shift"] = numpy.zeros(after)
    for head, size in (("policy", answers), ("value", 1)):
        found[f"{head}.weights"] = rng.normal(0, 0.01 * width**-0.5, (width, size))
        found[f"{head}.bias"] = numpy.zeros(size)
    return {name: array.astype(numpy.float32) for name, array in found.items()}


def new_weights(rng: numpy.random.Generator, game: Game, width: int, depth: int) -> Weights:
    """A network that takes any legal action about as likely. House rules weigh nothing yet, so those that are never
    varied stay 0 and take no room in a file."""
    found = layers(rng, inputs(game), game.declared.size, width, depth)
    found["0.weights"][game.written : game.encoding] = 0
    return found


def think(weights: Weights, seen: Any, np: Any = numpy) -> tuple[Any, Any]:
    """For rows of input: a logit for each action, and one for the expected share."""
    felt = feel(weights, seen, np=np)
    return (
        felt @ weights["policy.weights"] + weights["policy.bias"],
        (felt @ weights["value.weights"] + weights["value.bias"])[..., 0],
    )


def feel(weights: Weights, seen: Any, more: Any = 0.0, np: Any = numpy) -> Any:
    """For rows of input: what the last layer makes of it. `more` is added where the first layer begins."""
    depth = sum(name.endswith(".scale") for name in weights)
    for layer in range(depth):
        made = seen @ weights[f"{layer}.weights"] + (weights[f"{layer}.bias"] + (more if layer == 0 else 0.0))
        made = made - made.mean(-1, keepdims=True)
        made = made / np.sqrt((made * made).mean(-1, keepdims=True) + 1e-5)
        made = np.maximum(made * weights[f"{layer}.scale"] + weights[f"{layer}.shift"], 0)
        seen = made if layer == 0 else seen + made
    return seen


def softmax(logits: Floats) -> Floats:
    odds: Floats = numpy.exp(logits - logits.max(-1, keepdims=True))
    odds /= odds.sum(-1, keepdims=True)
    return odds


# The file -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Net:
    """The networks of a game's roles, and a card that says where they come from."""

    weights: Mapping[str, Weights]  # by role
    card: Mapping[str, Any]

    def odds(self, role: str, seen: Floats, legal: Ints) -> tuple[Floats, float]:
        """How likely it takes each of these actions, and the share of the win it expects."""
        logits, value = think(self.weights[role], seen)
        return softmax(logits[legal]), float(1 / (1 + numpy.exp(-value)))

    def loosened(self, numbers: Sequence[int]) -> Net:
        """The same network with its choices spread: one number for all roles, or one for each. With 300 all differences
        are a third of what they are with `AS_TRAINED`."""
        each = list(numbers) * len(self.weights) if len(numbers) == 1 else list(numbers)
        if len(each) != len(self.weights):
            raise UndertowError(
                f"this network plays {' and '.join(self.weights)}: give one number for all, or {len(self.weights)}."
            )
        scaled = {
            role: {
                name: array * (AS_TRAINED / max(number, 1)) if name.startswith("policy.") else array
                for name, array in weights.items()
            }
            for number, (role, weights) in zip(each, self.weights.items(), strict=True)
        }
        return Net(scaled, self.card)


def save(net: Net, file: Path) -> None:
    """In half precision, with the digest of the weights in the card."""
    arrays = {
        f"{role}/{name}": array.astype(numpy.float16)
        for role, weights in net.weights.items()
        for name, array in weights.items()
    }
    card = {**net.card, "digest": _digest(arrays)}
    held = io.BytesIO()
    numpy.savez_compressed(held, card=numpy.array(json.dumps(card)), **arrays)
    file.write_bytes(held.getvalue())


def load(game: Game, file: Path) -> Net:
    """What `save` wrote, if it belongs to this game as it is now."""
    try:
        with numpy.load(file, allow_pickle=False) as kept:
            arrays = {name: kept[name] for name in kept.files}
        card = json.loads(str(arrays.pop("card")))
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise UndertowError(f"{file.name} cannot be read as a network: {_cause(error)}.") from error
    if card.get("digest") != _digest(arrays):
        raise UndertowError(f"{file.name} is damaged: its weights are not those its card names.")
    if card.get("fits") != fits(game):
        raise UndertowError(
            f"{file.name} was trained for {card.get('game')} (version {card.get('version')}), and its input or its "
            f"actions are not those of {game.name} (version {game.version})."
        )
    found: dict[str, Weights] = {}
    for name, array in arrays.items():
        role, _, part = name.partition("/")
        found.setdefault(role, {})[part] = array.astype(numpy.float32)
    return Net(found, card)


def fits(game: Game) -> str:
    """A digest of what a network must agree with: the version of the rules, the encoding and the actions."""
    pieces = [(piece.name, piece.numbers) for piece in game.layout]
    deeds = [(deed.verb, str(deed)) for deed in game.declared.deeds]
    return hashlib.sha256(json.dumps([game.name, game.version, pieces, deeds]).encode()).hexdigest()[:16]


def _digest(arrays: Mapping[str, Any]) -> str:
    digest = hashlib.sha256()
    for name in sorted(arrays):
        digest.update(name.encode() + str(arrays[name].shape).encode() + arrays[name].tobytes())
    return digest.hexdigest()


def _cause(error: Exception) -> str:
    return "there is no such file" if isinstance(error, FileNotFoundError) else "it is damaged"
