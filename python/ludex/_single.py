"""One game that is played by actions, for the environments of PettingZoo and Gymnasium."""

import random
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ._ludex import Game
from ._tools import game as open_by_name

GREATEST = 8.0
"""No value of an observation is beyond this."""

RENDER_MODES = ["human", "ansi", "rgb_array"]
"""How an environment shows its position: printed, as text, or as pixels."""


class Single:
    """A game in which players choose actions, and chance events are drawn. It is cut off after `max_steps` moves and events."""

    def __init__(self, game: Game, max_steps: "int | None") -> None:
        self.game = game
        self.max_steps = game.max_steps if max_steps is None else max_steps
        self.position = game.start()
        self.steps = 0
        self._rng = random.Random()
        self._legal: "dict[int, int]" = {}

    def begin(self, seed: "int | None") -> None:
        """Begins a new game; equal seeds give equal chance events. Without a seed the random numbers go on."""
        if seed is not None:
            self._rng.seed(seed)
        self.position, self.steps = self.game.start(), 0
        self._go_on()

    def play(self, step: "int | str") -> None:
        """Plays a legal action, or a move as text."""
        self.position = self.position.play(self._legal[step] if isinstance(step, int) else step)
        self.steps += 1
        self._go_on()

    def _go_on(self) -> None:
        """Draws chance events, and lists the legal actions with their indices."""
        while self.position.is_chance and self.steps < self.max_steps:
            self.position = self.position.sample(self._rng.getrandbits(63))
            self.steps += 1
        self._legal = {action: index for index, action in enumerate(self.position.legal_actions)}

    @property
    def player(self) -> int:
        """The player to move, from 0."""
        return (self.position.to_move or 1) - 1

    @property
    def is_cut_off(self) -> bool:
        """Whether the game is too long. So is one whose moves have no numbers left, which happens on huge boards."""
        is_long = self.steps >= self.max_steps or max(self._legal, default=0) >= self.game.num_actions
        return is_long and not self.position.is_over

    @property
    def is_over(self) -> bool:
        """Whether the game has ended in any way."""
        return self.position.is_over or self.is_cut_off

    def is_legal(self, action: int) -> bool:
        """Whether an action can be played."""
        return not self.is_over and action in self._legal

    @property
    def returns(self) -> "list[float]":
        """The results of all players. If the game is cut off, they share the point; before the end they are zeros."""
        if self.position.returns is not None:
            return list(self.position.returns)
        players = self.game.players
        return [2 / players - 1 if self.is_cut_off else 0.0] * players

    def mask(self) -> "NDArray[np.int8]":
        """1 for each legal action, else 0."""
        mask = np.zeros(self.game.num_actions, np.int8)
        if not self.is_over:
            mask[list(self._legal)] = 1
        return mask

    def observation(self) -> "dict[str, NDArray[Any]]":
        """What the player to move sees: `observation` has the planes, or the numbers if the game has no planes; `numbers` is only there if the
        game has both."""
        seen = self.position.observation()
        planes, numbers = seen["planes"], seen["numbers"]
        if planes.size == 0:
            return {"observation": numbers}
        return {"observation": planes, "numbers": numbers} if numbers.size else {"observation": planes}

    def observation_space(self) -> "spaces.Dict":
        """The space of `observation`, with the mask."""
        shapes = {name: array.shape for name, array in self.observation().items()}
        boxes: "dict[str, spaces.Space[Any]]" = {
            name: spaces.Box(-GREATEST, GREATEST, shape, np.float32) for name, shape in shapes.items()
        }
        boxes["action_mask"] = spaces.Box(0, 1, (self.game.num_actions,), np.int8)
        return spaces.Dict(boxes)

    def render(self, mode: "str | None") -> "str | NDArray[np.uint8] | None":
        """Shows the position as an environment promises it."""
        if mode == "rgb_array":
            return self.position.pixels(size=400)
        if mode == "ansi":
            return str(self.position)
        if mode == "human":
            print(self.position, end="")
        return None


def open_game(game: "Game | str", options: "dict[str, Any]") -> Game:
    """A game, or a game by name with its options."""
    if isinstance(game, str):
        return open_by_name(game, **options)
    if options:
        raise TypeError(f"the game is open already, so {next(iter(options))} has no effect; leave it out")
    return game


def check_mode(mode: "str | None") -> None:
    """An error unless this is None or a mode that exists."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode: expected one of {', '.join(RENDER_MODES)}, but found {mode!r}")
