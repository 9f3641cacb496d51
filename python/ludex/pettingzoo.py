"""The games as environments of PettingZoo (AEC). It needs PettingZoo: `pip install 'ludex[pettingzoo]'`.

>>> from ludex.pettingzoo import env
>>> table = env("quoridor", walls=5)
>>> table.reset(seed=1)
>>> for agent in table.agent_iter(1000):
...     observation, reward, termination, truncation, info = table.last()
...     over = termination or truncation
...     table.step(None if over else table.action_space(agent).sample(observation["action_mask"]))
"""

from typing import Any

from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs]
from pettingzoo.utils import wrappers  # pyright: ignore[reportMissingTypeStubs]

from ._ludex import Game
from ._single import RENDER_MODES, Single, check_mode, open_game

__all__ = ["Table", "env"]


def env(
    game: "Game | str",
    *,
    max_steps: "int | None" = None,
    render_mode: "str | None" = None,
    illegal_reward: float = -1.0,
    **options: "str | int | float | bool",
) -> "AECEnv[str, Any, Any]":
    """An environment with the usual wrappers. An illegal action ends the game, and its player gets `illegal_reward`.

    `game` is a game, or its name with its options by keyword. `render_mode` is `human` (printed), `ansi` (a text) or `rgb_array`. A game is
    truncated after `max_steps` moves and events (default: `Game.max_steps`).
    """
    table: Any = Table(game, max_steps=max_steps, render_mode=render_mode, **options)
    table = wrappers.TerminateIllegalWrapper(table, illegal_reward=illegal_reward)
    table = wrappers.AssertOutOfBoundsWrapper(table)
    return wrappers.OrderEnforcingWrapper(table)


class Table(AECEnv[str, Any, Any], EzPickle):
    """A game whose players are the agents `player_0`, `player_1` and so on.

    An observation is a dictionary: `observation` has the planes of the position (or the numbers, in Tryktrak), `numbers` the numbers of a
    game that has both (Tantrix), and `action_mask` the legal actions. Positions are shown from the view of the player to move; the other
    agents see the same with an empty mask. Rewards are 0 until the end; then they are `Position.returns`. Chance events are drawn from the
    seed of `reset`.
    """

    metadata: "dict[str, Any]" = {"render_modes": RENDER_MODES, "name": "ludex", "is_parallelizable": False, "render_fps": 2}

    def __init__(
        self,
        game: "Game | str",
        *,
        max_steps: "int | None" = None,
        render_mode: "str | None" = None,
        **options: "str | int | float | bool",
    ) -> None:
        EzPickle.__init__(self, game, max_steps=max_steps, render_mode=render_mode, **options)
        super().__init__()
        check_mode(render_mode)
        self.render_mode = render_mode
        self._single = Single(open_game(game, options), max_steps)
        self.metadata = {**type(self).metadata, "name": f"ludex_{self._single.game.name}"}
        self.possible_agents = [f"player_{player}" for player in range(self._single.game.players)]
        self.agents = list(self.possible_agents)
        space, count = self._single.observation_space(), self._single.game.num_actions
        self.observation_spaces = {
            agent: spaces.Dict(dict(space.spaces)) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._single.game

    def observation_space(self, agent: str) -> "spaces.Space[Any]":
        """The space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "spaces.Space[Any]":
        """The space of the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: "int | None" = None, options: "dict[str, Any] | None" = None) -> None:
        """Begins a new game. Equal seeds give equal chance events."""
        self._single.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: "dict[str, dict[str, Any]]" = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._single.player]

    def observe(self, agent: str) -> "dict[str, NDArray[Any]]":
        """What an agent sees: the position from the view of the player to move, and a mask that is empty unless the agent is that player."""
        if agent not in self.possible_agents:
            raise ValueError(f"agent: expected one of {', '.join(self.possible_agents)}, but found {agent!r}")
        mask = self._single.mask()
        if agent != self.agent_selection:
            mask.fill(0)
        return {**self._single.observation(), "action_mask": mask}

    def step(self, action: "int | None") -> None:
        """Plays a legal action of the selected agent; `None` if that agent's game is over."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None or not self._single.is_legal(int(action)):
            raise ValueError(f"{action} is not a legal action in the position {self._single.position.text}")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._single.play(int(action))
        if self._single.is_over:
            self.rewards = dict(zip(self.agents, self._single.returns))
            cut_off = self._single.is_cut_off
            self.terminations = dict.fromkeys(self.agents, not cut_off)
            self.truncations = dict.fromkeys(self.agents, cut_off)
        self.agent_selection = self.possible_agents[self._single.player]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The position in the chosen mode."""
        return self._single.render(self.render_mode)

    def close(self) -> None:
        """Does nothing: there is no window."""
