"""The games in OpenSpiel."""

import random
from typing import Any

import ludex
import numpy as np
import pyspiel as _pyspiel  # pyright: ignore[reportMissingTypeStubs]
import pytest
from conftest import GAMES
from ludex import openspiel

spiel: Any = _pyspiel


@pytest.mark.parametrize("name", GAMES)
def test_random_playthroughs(name: str) -> None:
    game = spiel.load_game(f"ludex_{name}")
    spiel.random_sim_test(game, num_sims=2, serialize=name == "takt", verbose=False)


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ("ludex_takt(size=6,komi=2.5)", "size=6,komi=2.5"),
        ("ludex_quoridor(players=4,walls=3)", "players=4,board=9x9,walls=3"),
        ("ludex_quoridor(repetition=0,max-plies=60)", "repetition=off,max-plies=60"),
        ("ludex_trax(luck=yes)", "board=unlimited,luck=yes,loop=no"),
        ("ludex_tryktrak(length=3,cube=no)", "length=3,cube=no"),
        ("ludex_tantrix(players=3)", "players=3"),
    ],
)
def test_options_are_parameters(text: str, variant: str) -> None:
    game = spiel.load_game(text)
    asked = dict(pair.split("=") for pair in variant.split(","))
    assert asked.items() <= game.ludex.options.items()
    assert game.num_players() == game.ludex.players
    again = spiel.load_game(str(game))
    assert again.ludex == game.ludex
    spiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize(("text", "greatest"), [("trax", 1), ("tryktrak(cube=no)", 3), ("tryktrak(length=5)", 1)])
def test_results_have_bounds(text: str, greatest: float) -> None:
    game = spiel.load_game(f"ludex_{text}")
    assert (game.min_utility(), game.max_utility()) == (-greatest, greatest)


@pytest.mark.parametrize("name", GAMES)
def test_states_show_their_positions(name: str) -> None:
    rng, game = random.Random(4), spiel.load_game(f"ludex_{name}")
    state, observer = game.new_initial_state(), game.make_py_observer()
    for _ in range(30):
        if state.is_terminal():
            state = game.new_initial_state()
        here: ludex.Position = state.position
        assert state.current_player() == (spiel.PlayerId.CHANCE if here.is_chance else (here.to_move or 0) - 1)
        if here.is_chance:
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        else:
            assert state.legal_actions() == sorted(here.legal_actions)
        observer.set_from(state, 0)
        seen = here.observation()
        parts = [part.ravel() for part in (seen["planes"], seen["numbers"])]
        assert np.array_equal(observer.tensor, np.concatenate(parts))
        action = rng.choice(state.legal_actions())
        text = state.action_to_string(state.current_player(), action)
        copy = state.clone()
        state.apply_action(action)
        assert state.position == here.play(text)
        assert copy.position == here
    assert isinstance(state, openspiel.LudexState)


def test_long_games_are_shared() -> None:
    game = spiel.load_game("ludex_quoridor(repetition=0)")
    state = game.new_initial_state()
    for step in range(game.max_game_length()):
        assert not state.is_terminal()
        state.apply_action(state.string_to_action(("e2", "e8", "e1", "e9")[step % 4]))
    assert state.is_terminal()
    assert state.returns() == [0, 0]


Checkers = tuple[tuple[int, ...], tuple[int, ...]]
"""For each player, the checkers on points 1 to 24 from the player's view, and on the bar. The others are borne off."""


def checkers_of(state: Any) -> Checkers:
    """The checkers of a state of pyspiel, which numbers the bar 100 and lets player 1 move to higher points."""
    bar, points = 100, range(24)
    one = [state.board(0, 23 - point) for point in points] + [state.board(0, bar)]
    other = [state.board(1, point) for point in points] + [state.board(1, bar)]
    return tuple(one), tuple(other)


def checkers(position: ludex.Position) -> Checkers:
    """The checkers of a position, from its XGID: 26 letters from the view of player 1, whose checkers are capitals."""
    places = position.text.removeprefix("XGID=")[:26]
    one = [ord(letter) - ord("A") + 1 if letter.isupper() else 0 for letter in places]
    other = [ord(letter) - ord("a") + 1 if letter.islower() else 0 for letter in places[::-1]]
    return tuple(one[1:]), tuple(other[1:])


def ends_of_turn(state: Any) -> "dict[Checkers, Any]":
    """What a player can reach with a roll. pyspiel plays a double as two turns of two steps each."""
    ends: "dict[Checkers, Any]" = {}
    for action in state.legal_actions():
        after = state.child(action)
        same = not after.is_terminal() and after.current_player() == state.current_player()
        ends |= ends_of_turn(after) if same else {checkers_of(after): after}
    return ends


def roll(state: Any, rng: random.Random) -> str:
    """Rolls the dice, and returns the roll as we write it. In the opening pyspiel draws the player who begins as well."""
    action = rng.choice([action for action, _ in state.chance_outcomes()])
    text = state.action_to_string(action)
    state.apply_action(action)
    first, second = sorted(text.partition("roll: ")[2][:2], reverse="O starts" not in text)
    return f"dice:{first}{second}"


def test_backgammon_agrees_with_that_of_openspiel() -> None:
    """Every roll of random games can be played to the same positions, and the games end with the same points."""
    theirs, ours = spiel.load_game("backgammon(scoring_type=full_scoring)"), ludex.game("tryktrak", cube=False)
    points: "set[float]" = set()
    for seed in range(12):
        rng, state = random.Random(seed), theirs.new_initial_state()
        here: ludex.Position = ours.start()
        while not state.is_terminal():
            here = here.play(roll(state, rng))
            assert (here.to_move or 0) - 1 == state.current_player()
            after = [here.play(index) for index in range(len(here.legal_moves))]
            mine: "dict[Checkers, ludex.Position]" = {checkers(one): one for one in after}
            others = ends_of_turn(state)
            assert len(after) == len(mine)
            assert mine.keys() == others.keys(), here
            end = rng.choice(sorted(mine))
            here, state = mine[end], others[end]
        assert here.is_over
        assert here.returns == tuple(state.returns())
        points.add(abs(state.returns()[0]))
    assert points == {1, 2, 3}


def of_pyspiel(text: str) -> str:
    """A move of Quoridor as pyspiel writes it, in our notation: pyspiel counts the rows from the top."""
    column, row = text[0], int(text[1])
    return f"{column}{10 - row}" if len(text) == 2 else f"{column}{9 - row}{text[2]}"


def test_quoridor_agrees_with_that_of_openspiel() -> None:
    """pyspiel has no draw by repetition, and ends long games with a draw."""
    theirs = spiel.load_game("quoridor")
    ours = spiel.load_game(f"ludex_quoridor(repetition=0,max-plies={theirs.max_game_length()})")
    results: "set[tuple[float, ...]]" = set()
    for seed in range(30):
        rng, one, other = random.Random(seed), theirs.new_initial_state(), ours.new_initial_state()
        while not one.is_terminal():
            moves = {of_pyspiel(one.action_to_string(action)): action for action in one.legal_actions()}
            assert set(moves) == set(other.position.legal_moves), other
            assert one.current_player() == other.current_player()
            move = rng.choice(sorted(moves))
            one.apply_action(moves[move])
            other.apply_action(other.string_to_action(move))
        assert other.is_terminal()
        assert one.returns() == other.returns()
        results.add(tuple(one.returns()))
    assert results == {(1, -1), (-1, 1), (0, 0)}
