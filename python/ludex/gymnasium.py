"""The games as environments of Gymnasium: one player against the engine. It needs Gymnasium: `pip install 'ludex[gymnasium]'`.

>>> import gymnasium
>>> import ludex.gymnasium
>>> env = gymnasium.make("ludex.gymnasium:Ludex-v0", game="takt", size=4, opponent=1)
>>> observation, info = env.reset(seed=1)
>>> over = False
>>> while not over:
...     action = env.action_space.sample(observation["action_mask"])
...     observation, reward, terminated, truncated, info = env.step(action)
...     over = terminated or truncated
"""

import operator
from collections.abc import Callable
from typing import Any

import gymnasium as gym
from gymnasium import spaces
from numpy.typing import NDArray

from ._engine import Engine
from ._ludex import CouldNotError, Game, Position
from ._single import RENDER_MODES, Single, check_mode, open_game

__all__ = ["Against"]

Observation = dict[str, "NDArray[Any]"]
Opponent = Callable[[Position], str]


class Against(gym.Env[Observation, Any]):
    """One player against the engine.

    `game` is a game, or its name with its options by keyword. `opponent` is a level from 1 to 10, an `Engine`, or a function that takes a
    position and returns a move. Levels and engines search within `limits`, the keywords of `Engine.best_move` (default: 500 nodes). The
    opponent makes the moves of all other players. `player` is the learner's place, from 1; `None` draws it for each game. A game is
    truncated after `max_steps` moves and events (default: `Game.max_steps`).

    An observation is a dictionary as in `ludex.pettingzoo`: `observation`, perhaps `numbers`, and `action_mask`. The reward is 0 until the
    end; then it is the learner's entry of `Position.returns`. An illegal action loses the game: the reward is −1, and `info["illegal"]` is
    true. The observation after the end is from the view of the player who would move next. Equal seeds give equal games if the limits are not a time. `info["position"]` is the text of the position.
    """

    metadata: "dict[str, Any]" = {"render_modes": RENDER_MODES, "render_fps": 2}

    def __init__(
        self,
        game: "Game | str",
        *,
        opponent: "int | str | Engine | Opponent" = 1,
        limits: "dict[str, Any] | None" = None,
        player: "int | None" = 1,
        max_steps: "int | None" = None,
        render_mode: "str | None" = None,
        **options: "str | int | float | bool",
    ) -> None:
        check_mode(render_mode)
        self.render_mode = render_mode
        self._single = Single(open_game(game, options), max_steps)
        players = self._single.game.players
        if player is not None and not 1 <= player <= players:
            raise ValueError(f"player: expected 1 to {players} or None, but found {player}")
        self._place, self._me = player, (player or 1) - 1
        self._opponent = opponent
        self._is_running = False
        self._limits: "dict[str, Any]" = {"nodes": 500} if limits is None else limits
        self._choose = self._chooser(0)
        self.action_space: Any = spaces.Discrete(self._single.game.num_actions)
        self.observation_space: Any = self._single.observation_space()

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._single.game

    @property
    def position(self) -> Position:
        """The current position."""
        return self._single.position

    def _chooser(self, seed: int) -> Opponent:
        """The function that chooses the moves of the opponent in one game."""
        opponent = self._opponent
        if isinstance(opponent, (int, str)):
            opponent = Engine(self._single.game, level=opponent, threads=1, hash=1, seed=seed)
        if isinstance(opponent, Engine):
            engine, limits = opponent, self._limits
            engine.forget()
            return lambda position: engine.best_move(position, **limits)
        return opponent

    def reset(
        self, *, seed: "int | None" = None, options: "dict[str, Any] | None" = None
    ) -> "tuple[Observation, dict[str, Any]]":
        """Begins a new game; the opponent moves until it is the learner's turn."""
        super().reset(seed=seed)
        if self._place is None:
            self._me = int(self.np_random.integers(self._single.game.players))
        self._choose = self._chooser(int(self.np_random.integers(2**31)))
        self._single.begin(int(self.np_random.integers(2**31)))
        self._answer()
        self._is_running = True
        return self._observation(), self._info()

    def _answer(self) -> None:
        """Lets the opponent move until it is the learner's turn."""
        while not self._single.is_over and self._single.player != self._me:
            self._single.play(self._choose(self._single.position))

    def step(self, action: Any) -> "tuple[Observation, float, bool, bool, dict[str, Any]]":
        """Plays an action, and lets the opponent answer."""
        chosen = operator.index(action)
        if not self._is_running:
            raise CouldNotError("no game is running: call reset first")
        if not self._single.is_legal(chosen):
            self._is_running = False
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": True}
        self._single.play(chosen)
        self._answer()
        if self.render_mode == "human":
            self.render()
        cut_off = self._single.is_cut_off
        reward, over = self._single.returns[self._me], self._single.is_over and not cut_off
        self._is_running = not self._single.is_over
        return self._observation(), reward, over, cut_off, self._info()

    def _observation(self) -> Observation:
        return {**self._single.observation(), "action_mask": self._single.mask()}

    def _info(self) -> "dict[str, Any]":
        return {"position": self._single.position.text, "illegal": False}

    def render(self) -> Any:
        """The position in the chosen mode."""
        return self._single.render(self.render_mode)


gym.register(  # pyright: ignore[reportUnknownMemberType]
    id="Ludex-v0", entry_point="ludex.gymnasium:Against"
)
