"""Many games of one kind at once, as arrays of NumPy."""

import operator
import os
import threading
from typing import TYPE_CHECKING, Any

from ._ludex import Batch, Game, LudexError, Position

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

_MOST = 2**20
"""The greatest number of games."""

_SEEDS = 2**64
"""Seeds are less than this."""


class Vector:
    """`n` games of one kind that advance together, one move each at a time, for programs that learn. It needs NumPy. `ludex.vector` opens one.

    All arrays have one row for each game. Properties fill their array when they are read for the first time after a step, and then return the
    same array again: copy it to keep it longer. Threads play the games and fill the arrays without the interpreter lock. If several threads of
    Python use one batch, they take turns; but they share its arrays, so each should have its own batch. A batch cannot be copied or pickled.

    >>> import ludex
    >>> games = ludex.vector("quoridor", n=3, seed=1, threads=1)
    >>> games.legal_actions.shape, games.planes.shape
    ((3, 210), (3, 11, 9, 9))
    >>> for _ in range(400):
    ...     games.step(games.choose_random())
    >>> games.to_move.shape
    (3,)
    """

    def __init__(
        self,
        game: "Game | Position | str",
        n: int = 4096,
        *,
        seed: int = 0,
        threads: "int | None" = None,
        auto_reset: bool = True,
        given_events: bool = False,
        max_steps: "int | None" = None,
    ) -> None:
        try:
            import numpy as np
        except ImportError as error:
            raise ImportError("batches need NumPy: pip install 'ludex[numpy]'") from error
        self._np: Any = np
        start = _start_of(game)
        self._game, self._n = start.game, _whole("n", n, _MOST + 1, 1)
        self._batch = Batch(
            start,
            self._n,
            _whole("seed", seed, _SEEDS),
            (os.cpu_count() or 1) if threads is None else _whole("threads", threads, 2**32),
            auto_reset,
            given_events,
            None if max_steps is None else _whole("max_steps", max_steps, 2**32, 1),
        )
        self._shape: "tuple[int, int, int]" = self._batch.plane_shape()
        self._n_numbers: int = self._batch.n_numbers()
        self._lock = threading.RLock()
        self._arrays: "dict[str, NDArray[Any]]" = {}
        self._filled: "set[str]" = set()
        self._actions: "NDArray[np.uint32]" = np.zeros(self._n, np.uint32)
        self._chosen: "NDArray[np.uint32]" = np.zeros(self._n, np.uint32)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._game

    @property
    def n(self) -> int:
        """The number of games."""
        return self._n

    @property
    def num_actions(self) -> int:
        """The number of actions."""
        return self._game.num_actions

    @property
    def players(self) -> int:
        """The number of players."""
        return self._game.players

    def __len__(self) -> int:
        return self._n

    def reset(self, seed: "int | None" = None) -> None:
        """Begins a new game everywhere. With a seed, the random numbers begin again too, so that equal actions give equal games."""
        checked = None if seed is None else _whole("seed", seed, _SEEDS)
        with self._lock:
            self._filled.clear()
            self._batch.reset(checked)

    def reset_lanes(self, which: "ArrayLike") -> None:
        """Begins a new game where `which`, an array of `n` truth values, is true. It is needed with `auto_reset=False`."""
        np = self._np
        chosen: Any = np.ascontiguousarray(which, np.bool_)
        self._check_shape("which", chosen)
        with self._lock:
            self._filled.clear()
            self._batch.reset_lanes(chosen.view(np.uint8))

    def step(self, actions: "ArrayLike") -> None:
        """Plays one action in each game: an array of `n` whole numbers. The entries of games that are over are ignored.

        Raises `LudexError`, and changes nothing, if an action is not legal. After Ctrl-C the step is complete.
        """
        with self._lock:
            checked = self._checked(actions)
            # Also after an error: the arrays are filled again from the games, whatever happened.
            self._filled.clear()
            self._batch.step(checked)

    def choose_random(self) -> "NDArray[np.uint32]":
        """A random action for each game: a legal move, all with equal probability, or an event by its probability; 0 if the game is over. Each
        call returns the same array with new entries: copy it to keep it longer."""
        with self._lock:
            self._batch.choose_random(self._chosen)
        return self._chosen

    def play_random(self, steps: int) -> int:
        """Plays `steps` random actions in each game, at most 1,000,000, the same as `step(choose_random())` in turns but faster. Afterwards
        `done`, `returns` and `endings` are those of the last game that ended in this call. Returns the number of games that ended in it.

        >>> import ludex
        >>> games = ludex.vector("quoridor", n=64, seed=7)
        >>> games.play_random(steps=10)
        0
        """
        checked = _whole("steps", steps, 1_000_001)
        with self._lock:
            self._filled.clear()
            return self._batch.play_random(checked)

    @property
    def legal_actions(self) -> "NDArray[np.bool_]":
        """True for each legal action, n × actions. No action is legal in a game that is over."""
        mask: "NDArray[np.bool_]" = self._array("mask", (self._n, self.num_actions), "bool", self._write_mask)
        return mask

    def _write_mask(self, mask: Any) -> None:
        self._batch.write_mask(mask.view("uint8"))

    def legal_lists(self) -> "tuple[NDArray[np.uint32], NDArray[np.uint32]]":
        """The legal actions without a mask: `starts` (n + 1 numbers) and `actions`. Those of game i are `actions[starts[i]:starts[i + 1]]`. With
        thousands of actions this takes less time than the mask."""
        with self._lock:
            return self._batch.list_legal()

    @property
    def to_move(self) -> "NDArray[np.int8]":
        """The player to move, n entries: the index of its column in `returns`, so from 0. −1 if a chance event must be given, −2 if the game is
        over."""
        return self._array("to_move", (self._n,), "int8", self._batch.write_turns)

    @property
    def returns(self) -> "NDArray[np.float32]":
        """The results of the games that the last step ended, n × players, as in `Position.returns`. Zeros everywhere else."""
        return self._array("returns", (self._n, self.players), "float32", self._batch.write_returns)

    @property
    def endings(self) -> "NDArray[np.uint8]":
        """How the last step ended the game, n entries: 0 not at all, 1 by the rules, 2 because it reached `max_steps`."""
        return self._array("endings", (self._n,), "uint8", self._batch.write_endings)

    @property
    def done(self) -> "NDArray[np.bool_]":
        """Whether the last step ended the game, n entries. With `auto_reset` such a game has begun again."""
        return self._array("done", (self._n,), "bool", self._write_done)

    def _write_done(self, done: Any) -> None:
        done[:] = self.endings != 0

    @property
    def steps(self) -> "NDArray[np.uint32]":
        """The number of moves and events of each game so far, n entries."""
        return self._array("steps", (self._n,), "uint32", self._batch.write_steps)

    @property
    def planes(self) -> "NDArray[np.float32]":
        """The planes that a network sees, from the view of the player to move: n × planes × rows × columns. `Game.plane_names` names them."""
        return self._array("planes", (self._n, *self._shape), "float32", self._batch.write_planes)

    @property
    def numbers(self) -> "NDArray[np.float32]":
        """The numbers that a network sees besides the planes: n × numbers. `Game.number_names` names them."""
        return self._array("numbers", (self._n, self._n_numbers), "float32", self._batch.write_numbers)

    @property
    def observations(self) -> "tuple[NDArray[np.float32], NDArray[np.float32]]":
        """`planes` and `numbers`. One of them has no entries if the game does not use it."""
        return self.planes, self.numbers

    def inputs(self) -> "tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.float32]]":
        """The inputs of the game's own network that are not zero: `starts` (n + 1 numbers), `inputs` and `values`. Those of game i have the
        indices `starts[i]:starts[i + 1]`."""
        with self._lock:
            starts, (inputs, values) = self._batch.list_inputs()
        return starts, inputs, values

    def position(self, lane: int) -> Position:
        """The position of one game. `lane` is its index. The past of the game is not part of it."""
        return self._game.position(self._batch.position(self._lane(lane)))

    def action_to_text(self, lane: int, action: int) -> str:
        """The move or event that an action means in one game."""
        return self._batch.action_text(self._lane(lane), _whole("action", action, 2**32))

    def chance_outcomes(self, lane: int) -> "list[tuple[str, float]]":
        """The events that can happen next in one game, with their probabilities, in the order of its actions. Empty unless a chance event must
        be given (`given_events=True`)."""
        return self._batch.events(self._lane(lane))

    def _lane(self, lane: int) -> int:
        return _whole("lane", lane, self._n)

    def _array(self, name: str, shape: "tuple[int, ...]", kind: str, write: Any) -> "NDArray[Any]":
        """The array of a property, filled if the games have changed."""
        with self._lock:
            array = self._arrays.get(name)
            if array is None:
                array = self._arrays[name] = self._np.zeros(shape, kind)
            if name not in self._filled:
                write(array)
                self._filled.add(name)
            return array

    def _check_shape(self, name: str, array: "NDArray[Any]") -> None:
        if array.shape != (self._n,):
            raise LudexError(f"{name}: expected an array of {self._n} entries, but found the shape {array.shape}")

    def _checked(self, actions: "ArrayLike") -> "NDArray[np.uint32]":
        """The actions as the native part takes them."""
        np = self._np
        given: "NDArray[Any]" = np.asarray(actions)
        self._check_shape("actions", given)
        if given.dtype.kind not in "iu":
            raise LudexError(f"actions: expected whole numbers, but found {given.dtype}")
        if given.dtype == np.uint32:
            return np.ascontiguousarray(given)
        wrong = (given < 0) | (given >= 2**32)
        if wrong.any():
            lane = int(wrong.argmax())
            most = self.num_actions - 1
            raise LudexError(f"lane {lane}: action {given[lane]} is not an action: the actions are 0 to {most}")
        np.copyto(self._actions, given, casting="unsafe")
        return self._actions

    def __copy__(self) -> "Vector":
        raise TypeError("a batch cannot be copied or pickled; open another one, which may begin at the position of a lane")

    def __deepcopy__(self, _memo: Any) -> "Vector":
        return self.__copy__()

    def __reduce__(self) -> Any:
        return self.__copy__()

    def __repr__(self) -> str:
        return f"<ludex.Vector {self._game.name}, n={self._n}>"


def vector(
    game: "Game | Position | str",
    n: int = 4096,
    *,
    seed: int = 0,
    threads: "int | None" = None,
    auto_reset: bool = True,
    given_events: bool = False,
    max_steps: "int | None" = None,
) -> Vector:
    """Opens `n` games that advance together, for programs that learn. It needs NumPy (`pip install 'ludex[numpy]'`).

    `game` is a game, its name, or a position where all games begin; options belong to the game:
    `ludex.vector(ludex.game("quoridor", walls=3))`. Equal seeds and actions give equal games with any number of `threads`
    (default: all cores). With `auto_reset` a game that has ended begins again in the same step. Chance events are drawn; with
    `given_events=True` each of them is an action that the caller chooses. A game that reaches `max_steps` moves and events
    (default: `Game.max_steps`) ends, and the players share the point.

    Raises `LudexError` for a number out of range: `n` is 1 to 1,048,576.

    >>> import ludex
    >>> games = ludex.vector("tryktrak", n=64, seed=7)
    >>> ended = 0
    >>> while ended < 64:
    ...     games.step(games.choose_random())
    ...     ended += int(games.done.sum())
    """
    return Vector(
        game,
        n,
        seed=seed,
        threads=threads,
        auto_reset=auto_reset,
        given_events=given_events,
        max_steps=max_steps,
    )


def _start_of(game: "Game | Position | str") -> Position:
    if isinstance(game, Position):
        return game
    if isinstance(game, str):
        game = Game(game)
    if not isinstance(game, Game):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"game: expected a game, its name or a position, but found {game!r}")
    return game.start()


def _whole(name: str, number: int, end: int, first: int = 0) -> int:
    """A whole number that is at least `first` and less than `end`."""
    try:
        whole = operator.index(number)
    except TypeError:
        whole = first - 1
    if not first <= whole < end:
        raise LudexError(f"{name}: expected {first} to {end - 1}, but found {number!r}")
    return whole
