"""The games in OpenSpiel. It needs OpenSpiel: `pip install 'ludex[openspiel]'`. Importing this module registers `ludex_takt`,
`ludex_tryktrak`, `ludex_quoridor`, `ludex_trax` and `ludex_tantrix`.

>>> import ludex.openspiel, pyspiel
>>> game = pyspiel.load_game("ludex_takt(size=4)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.string_to_action("a1"))
>>> state.current_player(), game.num_distinct_actions()
(1, 944)

Options are parameters of the game: komi is a number with a decimal point (`komi=2.0`), and a limit that is off is 0 (`repetition=0`). Actions are those of `Position.legal_actions`; the outcomes of chance are numbered in the order of
`Position.chance_outcomes`. A game ends after `Game.max_steps` moves and events, and the players share the point.
"""

from typing import Any

import numpy as np
import pyspiel as _pyspiel  # pyright: ignore[reportMissingTypeStubs]
from numpy.typing import NDArray

from ._ludex import Game, Position, game_names, option_list

__all__ = ["LudexGame", "LudexState", "Observer"]

_spiel: Any = _pyspiel
"""The module pyspiel, which has no types."""

_PREFIX = "ludex_"

_NO_LIMIT = "off"
"""The value of a limit that is not there."""

_MOST_OUTCOMES = 60
"""No chance event has more outcomes: Tantrix draws one of 56 tiles."""

_MOST_POINTS = 3.0 * 2**30
"""The bound of the results of a money game with the cube, which has no limit in the rules."""


def _options(name: str, params: "dict[str, Any]") -> "dict[str, Any]":
    """The options that parameters give. pyspiel passes the defaults as well."""
    known = {option["name"]: option for option in option_list(name)}
    given = {key: value for key, value in params.items() if key not in known or value != _default(known[key])}
    no_limit = {key for key, value in given.items() if value == 0 and known[key]["kind"] == "limit"}
    return given | dict.fromkeys(no_limit, _NO_LIMIT)


def _default(option: "dict[str, Any]") -> "int | float | str":
    """The default of an option, with the type of its parameter. −1 or an empty text if the default depends on other options.
    A limit is a number, and 0 if there is none: pyspiel reads digits in the text of a game as a number."""
    text, kind, is_fixed = str(option["default"]), option["kind"], len(option["defaults"]) == 1
    if kind == "half":
        return float(text)
    if kind == "limit":
        return 0 if text == _NO_LIMIT else int(text)
    if kind == "int" or all(choice.isdigit() for choice in option.get("choices", ["no"])):
        return int(text) if is_fixed else -1
    return text if is_fixed else ""


def _game_type(name: str, variant: Game, specification: "dict[str, Any]") -> Any:
    """The type of a game. The players that a type allows depend on the options, so it is made anew for each game."""
    kinds = _spiel.GameType
    two = variant.players == 2
    return kinds(
        short_name=_PREFIX + name,
        long_name=f"{variant.title} by Ludex",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if _has_chance(variant) else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if two else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=specification,
    )


def _has_chance(game: Game) -> bool:
    return game.name in ("tryktrak", "tantrix") or game.options.get("luck") == "yes"


def _greatest_result(game: Game) -> float:
    """A bound of the results of a player."""
    if game.options.get("length") != "0":
        return 1.0
    return 3.0 if game.options.get("cube") == "no" else _MOST_POINTS


class LudexGame(_spiel.Game):
    """A game of OpenSpiel. `pyspiel.load_game` opens it."""

    def __init__(self, params: "dict[str, Any] | None" = None) -> None:
        raise NotImplementedError("use pyspiel.load_game")

    def _open(self, name: str, params: "dict[str, Any]") -> None:
        defaults = {option["name"]: _default(option) for option in option_list(name)}
        self.ludex = Game(name, **_options(name, params))
        greatest = _greatest_result(self.ludex)
        info = _spiel.GameInfo(
            num_distinct_actions=self.ludex.num_actions,
            max_chance_outcomes=_MOST_OUTCOMES if _has_chance(self.ludex) else 0,
            num_players=self.ludex.players,
            min_utility=-greatest,
            max_utility=greatest,
            utility_sum=0.0 if self.ludex.players == 2 else None,
            max_game_length=self.ludex.max_steps,
        )
        super().__init__(  # pyright: ignore[reportUnknownMemberType]
            _game_type(name, self.ludex, defaults), info, params
        )

    def new_initial_state(self, state: "str | None" = None) -> "LudexState":
        """The start of a game, or the position of a text."""
        return LudexState(self, self.ludex.start() if state is None else self.ludex.position(state))

    def make_py_observer(self, iig_obs_type: Any = None, params: "dict[str, Any] | None" = None) -> "Observer":
        """What a network sees."""
        return Observer(self.ludex, params)


class LudexState(_spiel.State):
    """A state of OpenSpiel with a position of Ludex."""

    def __init__(self, game: LudexGame, position: Position) -> None:
        super().__init__(game)  # pyright: ignore[reportUnknownMemberType]
        self._steps = 0
        self._most_steps = game.ludex.max_steps
        self._move_to(position)

    def _move_to(self, position: Position) -> None:
        self._position = position
        self._indices = {action: index for index, action in enumerate(position.legal_actions)}
        is_long = self._steps >= self._most_steps or max(self._indices, default=0) >= position.game.num_actions
        self._is_cut_off = is_long and not position.is_over

    @property
    def position(self) -> Position:
        """The position of Ludex."""
        return self._position

    def current_player(self) -> int:
        """The player to move from 0, or the player id of chance or of the end."""
        if self.is_terminal():
            return _spiel.PlayerId.TERMINAL
        to_move = self._position.to_move
        return _spiel.PlayerId.CHANCE if to_move is None else to_move - 1

    def _legal_actions(self, player: int) -> "list[int]":
        return sorted(self._indices)

    def chance_outcomes(self) -> "list[tuple[int, float]]":
        """The numbers of the events with their probabilities."""
        return [(number, chance) for number, (_, chance) in enumerate(self._position.chance_outcomes())]

    def _apply_action(self, action: int) -> None:
        self._steps += 1
        self._move_to(self._position.play(action if self._position.is_chance else self._indices[action]))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == _spiel.PlayerId.CHANCE:
            return self._position.chance_outcomes()[action][0]
        return self._position.game.action_to_text(self._position, action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._position.is_over or self._is_cut_off

    def returns(self) -> "list[float]":
        """The results of the players; zeros before the end."""
        if self._position.returns is not None:
            return list(self._position.returns)
        players = self._position.game.players
        return [2 / players - 1 if self._is_cut_off else 0.0] * players

    def __str__(self) -> str:
        return self._position.text


class Observer:
    """What a network sees of a state: `dict` has `planes` and `numbers`, as in `Position.observation`; `tensor` has both one after the other. The
    view is that of the player to move, whatever player is asked for."""

    def __init__(self, game: Game, params: "dict[str, Any] | None") -> None:
        if params:
            raise ValueError(f"there are no parameters of observations, but found {params}")
        seen = game.start().observation()
        pieces = {name: seen[name] for name in ("planes", "numbers") if seen[name].size}
        self.tensor: "NDArray[np.float32]" = np.zeros(sum(piece.size for piece in pieces.values()), np.float32)
        self.dict: "dict[str, NDArray[np.float32]]" = {}
        first = 0
        for name, piece in pieces.items():
            part: Any = self.tensor[first : first + piece.size]
            self.dict[name] = part.reshape(piece.shape)
            first += piece.size

    def set_from(self, state: LudexState, player: int) -> None:
        """Fills the arrays."""
        seen = state.position.observation()
        for name, piece in self.dict.items():
            piece[...] = seen[name]

    def string_from(self, state: LudexState, player: int) -> str:
        """The text of the position."""
        return state.position.text


def _register(name: str) -> None:
    def init(self: LudexGame, params: "dict[str, Any] | None" = None) -> None:
        self._open(name, params or {})  # pyright: ignore[reportPrivateUsage]

    kind = type(f"{name.title()}Game", (LudexGame,), {"__init__": init, "__module__": __name__})
    globals()[kind.__name__] = kind
    defaults = {option["name"]: _default(option) for option in option_list(name)}
    _spiel.register_game(_game_type(name, Game(name), defaults), kind)


for _name in game_names():
    _register(_name)
