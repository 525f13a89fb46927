"""Games as Gymnasium environments: one learner has a side, bots have the others.

    import gymnasium
    import undertow.envs.gymnasium

    env = gymnasium.make("undertow/kelp-v1", side="octopus", bots="seasoned")
    envs = gymnasium.make_vec("undertow/kelp-v1", num_envs=1024, side="octopus", bots="seasoned")

The learner decides for every seat of its side. It observes what its side knows, laid out as
`undertow.envs.layout(game)` says; `info["action_mask"]` has 1 for each action that is legal now, and `info["seat"]` is
the seat that decides. At the end it is rewarded with its share of the win, from 0 to 1; before that with 0.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

try:
    import gymnasium
except ModuleNotFoundError as error:
    from undertow.envs.extras import missing

    raise missing("Gymnasium") from error

import numpy as np
import numpy.typing as npt

from undertow.bots import Bot, Knowledge, make_bot
from undertow.core.errors import IllegalAction, UndertowError, UnknownName
from undertow.core.game import Game, Setup, find_game, game_names
from undertow.core.records import Encoding
from undertow.envs.batch import Batch
from undertow.envs.buffers import Buffers
from undertow.envs.rows import CUT_OFF, ENDED
from undertow.envs.single import (
    RENDER_MODES,
    SEEDS,
    VERSION,
    LegalActions,
    Mask,
    Single,
    check_render_mode,
    observations,
)

REFUSE, ERROR = "refuse", "error"
Info = dict[str, Any]


def seats_of(setup: Setup, side: str | None) -> list[int]:
    """The seats of a side, which any of its seats may stand for; the first side, if none is named."""
    names = dict.fromkeys((*setup.sides, *setup.seats))
    if side is not None and side not in names:
        raise UnknownName("side", side, names)
    viewer = 0 if side is None else setup.viewer(side)
    return [seat for seat in range(len(setup.seats)) if setup.viewer_of(seat) == viewer]


def opponents(setup: Setup, mine: list[int], bots: str | Mapping[str, str]) -> dict[str, str]:
    """The bot of each seat that the learner does not have. A mapping names them by seat or side."""
    others = [seat for seat in range(len(setup.seats)) if seat not in mine]
    if isinstance(bots, str):
        return {setup.seats[seat]: bots for seat in others}
    names = dict.fromkeys(name for seat in others for name in (setup.seats[seat], setup.sides[seat]))
    for name in bots:
        if name not in names:
            raise UnknownName("seat or side of an opponent", name, names)
    found = {setup.seats[seat]: bots.get(setup.seats[seat], bots.get(setup.sides[seat])) for seat in others}
    for seat, bot in found.items():
        if bot is None:
            raise UndertowError(f"{seat} has no bot: name one for every seat or side beside the learner's.")
    return {seat: bot for seat, bot in found.items() if bot is not None}


class AgainstBots(gymnasium.Env[Encoding, Any]):
    """One match after the other of one learner against bots.

    Gymnasium knows no masks, and its own checker tries actions that are not legal. So one that is not is refused:
    nothing happens, the same observation comes back with the reward 0, `info["refused"]` says why, and the first time a
    warning does. `illegal="error"` raises that sentence instead. `action_space.sample()` draws legal actions alone.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        side: str | None = None,
        bots: str | Mapping[str, str] = "random",
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        illegal: str = REFUSE,
    ) -> None:
        check_render_mode(render_mode)
        if illegal not in (REFUSE, ERROR):
            raise UnknownName("way with illegal actions", illegal, (REFUSE, ERROR))
        self.match = Single(game, players, options)
        self.setup = self.match.setup
        self.seats = seats_of(self.setup, side)
        self.render_mode = render_mode
        self.observation_space = observations(self.match.game.encoding)
        self._legal = LegalActions(self.match.size)
        self.action_space = self._legal
        self._names = {self.setup.seat(seat): bot for seat, bot in opponents(self.setup, self.seats, bots).items()}
        self._bots = self._make_bots(0)
        self._refuses = illegal == REFUSE
        self._warned = False
        self._asked: int | None = None

    def _make_bots(self, seed: int) -> dict[int, Bot]:
        return {seat: make_bot(self.setup, name, (seed + seat + 1) % SEEDS) for seat, name in self._names.items()}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Encoding, Info]:
        """Begin a match. `options` are for others: house rules are settled when an environment is made."""
        super().reset(seed=seed)
        self._asked = None
        while self._asked is None:  # a match may end before the learner is asked anything
            drawn = int(self.np_random.integers(SEEDS))
            self.match.begin(drawn)
            self._bots = self._make_bots(drawn)
            self._go_on()
        return self._seen()

    def step(self, action: int) -> tuple[Encoding, float, bool, bool, Info]:
        if self._asked is None:
            raise UndertowError("no match is under way: reset() begins one.")
        try:
            understood = self.match.understood(self._asked, action)
        except IllegalAction as refusal:
            return self._refuse(refusal)
        self.match.take(self._asked, understood)
        self._go_on()
        over = self.match.over
        reward = float(self.match.shares()[self.seats[0]]) if over else 0.0
        seen, info = self._seen()
        return seen, reward, over, False, info

    def _refuse(self, refusal: IllegalAction) -> tuple[Encoding, float, bool, bool, Info]:
        if not self._refuses:
            raise refusal
        if not self._warned:
            warnings.warn(f"{refusal} Nothing was done, here and whenever this happens again.", stacklevel=3)
            self._warned = True
        seen, info = self._seen()
        return seen, 0.0, False, False, {**info, "refused": str(refusal)}

    def _go_on(self) -> None:
        """Bots act until the learner is asked or the match is over. Seats that are asked at once act in their order."""
        while acting := self.match.acting():
            seat = acting[0]
            if seat in self.seats:
                self._asked = seat
                break
            self.match.take(seat, self._bots[seat].choose(Knowledge(self.match.position, seat)).action)
        else:
            self._asked = None
        self._legal.now = self._mask()
        if self.render_mode == "human":
            self.render()

    def _mask(self) -> Mask:
        return self.match.mask(self.seats[0] if self._asked is None else self._asked)

    def _seen(self) -> tuple[Encoding, Info]:
        seat = self.seats[0] if self._asked is None else self._asked
        return self.match.known_to(seat), {"action_mask": self._mask().copy(), "seat": self.setup.seats[seat]}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Whether each action is legal now: under the name that learners with masks look for."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """The table as the learner's side sees it."""
        return self.match.drawn(self.render_mode, self.setup.viewer_of(self.seats[0]), self._asked)


class ManyAgainstBots(gymnasium.vector.VectorEnv[Encoding, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many matches at once on `undertow.envs.Batch`, the learner and the bots as in `AgainstBots`.

    A match that ends begins again in the same step: `infos["final_obs"]` and `infos["final_info"]` tell of its end. The
    bots are compiled ones. An action that is not legal raises a sentence, and nothing is stepped in any match.
    """

    def __init__(
        self,
        num_envs: int,
        game: str | Game,
        side: str | None = None,
        bots: str | Mapping[str, str] = "random",
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        threads: int | None = None,
    ) -> None:
        if render_mode is not None:
            raise UndertowError("many matches at once are not drawn: leave out render_mode, or make a single one.")
        setup = find_game(game).set_up(players, options)
        self.seats = seats_of(setup, side)
        bots = opponents(setup, self.seats, bots)
        self.batch = Batch(game, players, options, num_envs, bots=bots, threads=threads, final=True)
        self.num_envs = num_envs
        self.metadata = {
            "autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP,
            "render_modes": [],
        }
        self.single_observation_space = observations(self.batch.numbers)
        self.single_action_space = gymnasium.spaces.Discrete(self.batch.actions)
        batched = gymnasium.vector.utils.batch_space
        self.observation_space = batched(self.single_observation_space, num_envs)
        self.action_space = batched(self.single_action_space, num_envs)
        self._names = np.array(setup.seats)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Encoding, Info]:
        """Begin a match in every row. A seed begins what `Batch.reset` begins with it."""
        super().reset(seed=seed)
        shown = self.batch.reset(int(self.np_random.integers(SEEDS)) if seed is None else seed)
        return shown.observations.copy(), self._infos(shown)

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Encoding, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], Info]:
        shown = self.batch.step(np.asarray(actions))
        ended, cut_off = shown.ends == ENDED, shown.ends == CUT_OFF
        infos = self._infos(shown)
        if (ended | cut_off).any():
            self._tell_ends(infos, shown, ended | cut_off)
        rewards = shown.rewards[:, self.seats[0]].astype(np.float64)
        return shown.observations.copy(), rewards, ended, cut_off, infos

    def _infos(self, shown: Buffers) -> Info:
        """Every row has a mask and a seat; the fields with an underscore say which rows do."""
        everywhere = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": shown.masks.astype(np.int8),
            "_action_mask": everywhere,
            "seat": self._names[shown.seats],
            "_seat": everywhere.copy(),
        }

    def _tell_ends(self, infos: Info, shown: Buffers, over: npt.NDArray[np.bool_]) -> None:
        """What the learner knew at the end of matches that are over, where nothing was legal any more."""
        last = np.full(self.num_envs, None, object)
        for row in np.flatnonzero(over).tolist():
            last[row] = shown.final_observations[row].copy()
        nothing = np.zeros(shown.masks.shape, np.int8)
        infos |= {"final_obs": last, "_final_obs": over.copy()}
        infos |= {"final_info": {"action_mask": nothing, "_action_mask": over.copy()}, "_final_info": over.copy()}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Whether each action is legal now, a row for each match."""
        masks: npt.NDArray[np.bool_] = self.batch.buffers.masks.astype(np.bool_)
        return masks


for _name in game_names():
    gymnasium.register(
        f"undertow/{_name}-v{VERSION}",
        f"{__name__}:AgainstBots",
        kwargs={"game": _name},
        vector_entry_point=f"{__name__}:ManyAgainstBots",
    )
