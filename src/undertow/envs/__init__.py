"""Environments for learners: many matches at once, and the interfaces of the field on top.

`Batch` holds the matches. `undertow.envs.pettingzoo`, `undertow.envs.gymnasium` and `undertow.envs.open_spiel` are
imported by those who want them: they need the extra `rl`.
"""

from __future__ import annotations

from undertow.envs.batch import Batch
from undertow.envs.buffers import Buffers
from undertow.envs.credit import credit
from undertow.envs.layout import Place, layout, place

__all__ = ["Batch", "Buffers", "Place", "credit", "layout", "place"]
