"""Get Bit!: how matches of older versions of the rules are read."""

from __future__ import annotations

from undertow.core.versions import Older

OLDER = {
    1: Older(
        "Ties and jumps are told as such. In the long game the shark has half a hunger token more for each swimmer.",
        {"shark.half_tokens_more_in_long_game": 0},
    )
}
