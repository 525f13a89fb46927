"""Fair chance that can be checked afterwards.

A match has a secret seed. Its SHA-256, the commitment, is shown before the first die falls, so the seed cannot be
changed later; the players may mix in words of their own, so whoever chose the seed cannot have chosen it for its dice.
Outcome number n is drawn from HMAC-SHA-256(seed, words and n). The seed is shown at the end, and then anybody can
draw every outcome again: `undertow verify FILE`.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping, Sequence

DRAW = 2**64


def fresh_seed() -> str:
    """A secret nobody knows yet."""
    return secrets.token_hex(16)


def commitment(seed: str) -> str:
    """What may be shown of a seed before the match: it binds, and tells nothing."""
    return hashlib.sha256(seed.encode()).hexdigest()


class FairChance:
    """Draws a match's outcomes one after the other."""

    def __init__(self, seed: str, words: Mapping[str, str]) -> None:
        self._key = seed.encode()
        self._words = json.dumps(sorted(words.items()), ensure_ascii=True, separators=(",", ":"))

    def draw(self, number: int, weights: Sequence[int]) -> int:
        """Outcome number `number` of the match: an index, in proportion to its weight, exactly."""
        total = sum(weights)
        left = self._below(number, total)
        for index, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return index
        raise AssertionError("weights changed while drawing")

    def _below(self, number: int, total: int) -> int:
        """A whole number below `total`; what would favour small numbers is rejected and drawn again."""
        fair = DRAW - DRAW % total
        attempt = 0
        while True:
            message = f"{number}.{attempt}.{self._words}".encode()
            found = int.from_bytes(hmac.digest(self._key, message, "sha256")[:8], "big")
            if found < fair:
                return found % total
            attempt += 1
