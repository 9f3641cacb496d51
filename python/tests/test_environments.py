"""Environments of PettingZoo and Gymnasium."""

import pickle
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import ludex
import numpy as np
import pytest
from conftest import GAMES, VARIANTS
from gymnasium.utils.env_checker import check_env  # pyright: ignore[reportUnknownVariableType]
from ludex.gymnasium import Against
from ludex.pettingzoo import Table, env
from pettingzoo.test import api_test, render_test, seed_test  # type: ignore[import-untyped] # pyright: ignore

tests: Any = (api_test, seed_test, render_test)


@pytest.fixture(autouse=True)
def _quiet() -> "Iterator[None]":
    """Their tests warn of dictionaries and masks, which the environments of PettingZoo itself have too."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_pettingzoo_accepts_the_environments(name: str, options: "dict[str, Any]") -> None:
    def make(render_mode: "str | None" = None) -> Any:
        return env(name, render_mode=render_mode, **options)

    api, seed, render = tests
    api(make(), num_cycles=60)
    seed(make, num_cycles=30)
    if name in ("takt", "tantrix"):
        render(make)


@pytest.mark.parametrize(("name", "options"), [*VARIANTS, ("takt", {"size": 3})])
def test_a_table_plays_a_game(name: str, options: "dict[str, Any]") -> None:
    table = Table(name, max_steps=150, **options)
    table.reset(seed=5)
    rng, total = np.random.default_rng(1), dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, _ = table.last()
        total[agent] += reward
        assert observation is not None
        assert table.observation_space(agent).contains(observation)
        if terminated or truncated:
            table.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        assert observation["action_mask"].any()
        table.step(int(rng.choice(legal)))
    over = table.unwrapped
    assert isinstance(over, Table)
    result = over._single.returns  # pyright: ignore[reportPrivateUsage]
    assert list(total.values()) == pytest.approx(result)


def test_an_illegal_action_of_a_table() -> None:
    table = Table("quoridor")
    table.reset()
    with pytest.raises(ValueError, match="80 is not a legal action"):
        table.step(80)
    wrapped = env("quoridor", illegal_reward=-3)
    wrapped.reset()
    wrapped.step(80)
    assert wrapped.terminations == {"player_0": True, "player_1": True}
    assert wrapped.rewards == {"player_0": -3, "player_1": 0}
    again = pickle.loads(pickle.dumps(table))
    assert again.game == table.game
    with pytest.raises(ValueError, match="render_mode"):
        env("takt", render_mode="pink")
    with pytest.raises(TypeError, match="size"):
        env(ludex.game("takt"), size=5)


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_accepts_the_environments(name: str) -> None:
    check_env(Against(name, opponent=1, limits={"nodes": 20}), skip_render_check=True)


def test_gymnasium_renders() -> None:
    for mode, kind in (("rgb_array", np.ndarray), ("ansi", str), ("human", type(None))):
        environment = gymnasium.make("ludex.gymnasium:Ludex-v0", game="takt", size=4, render_mode=mode)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        environment.reset(seed=1)
        shown: Any = environment.render()
        assert isinstance(shown, kind)
        check_env(environment.unwrapped)


def first_move(position: ludex.Position) -> str:
    """An opponent that always plays the first move."""
    return position.legal_moves[0]


def play(environment: Against, seed: int) -> "tuple[list[str], float]":
    """The positions of a random game, and the reward."""
    observation, info = environment.reset(seed=seed)
    rng, seen, reward, over = np.random.default_rng(seed), [str(info["position"])], 0.0, False
    while not over:
        action = rng.choice(np.flatnonzero(observation["action_mask"]))
        observation, reward, terminated, truncated, info = environment.step(action)
        over = terminated or truncated
        seen.append(info["position"])
    return seen, reward


@pytest.mark.parametrize(("name", "options"), [("takt", {"size": 4}), ("tryktrak", {"cube": False}), ("quoridor", {"players": 3})])
def test_equal_seeds_give_equal_games(name: str, options: "dict[str, Any]") -> None:
    engine = ludex.Engine(ludex.game(name, **options), threads=1, hash=1)
    opponents: "list[Any]" = [2, engine, first_move]
    for opponent in opponents:
        environment = Against(name, opponent=opponent, limits={"nodes": 30}, player=2, max_steps=60, **options)
        one, other = play(environment, 3), play(environment, 3)
        assert one == other
        assert play(environment, 4) != one


def test_the_learner_loses_by_an_illegal_action_and_can_win() -> None:
    environment = Against("quoridor", opponent=lambda position: position.legal_moves[-1])
    environment.reset(seed=1)
    _, reward, terminated, truncated, info = environment.step(80)
    assert (reward, terminated, truncated, info["illegal"]) == (-1, True, False, True)
    environment = Against("quoridor", opponent=first_move, player=None)
    players = {environment.reset(seed=seed) and environment.position.to_move for seed in range(20)}
    assert players == {1, 2}
    with pytest.raises(ValueError, match="player"):
        Against("quoridor", player=3)
    with pytest.raises(ludex.LudexError, match="level"):
        Against("quoridor", opponent=11)
    with ludex.Engine(ludex.game("quoridor"), threads=1, hash=1) as engine:
        environment = Against("quoridor", opponent=1, limits={"nodes": 20})
        environment.reset(seed=2)
        reward, over = 0.0, False
        while not over:
            move = engine.best_move(environment.position, nodes=2000)
            action = environment.game.text_to_action(environment.position, move)
            _, reward, over, _, _ = environment.step(action)
    assert reward == 1


def test_options_of_environments_are_those_of_games() -> None:
    table = Table("quoridor", repetition=False, max_plies=50)
    assert table.game == ludex.game("quoridor", repetition=False, max_plies=50)
    table.reset(seed=1)
    with pytest.raises(ValueError, match="agent: expected one of player_0, player_1, but found 'x'"):
        table.observe("x")


def test_a_step_needs_a_running_game() -> None:
    one = Against("takt", size=3, opponent=1, limits={"nodes": 10})
    with pytest.raises(ludex.CouldNotError, match="call reset first"):
        one.step(0)
    observation, _ = one.reset(seed=1)
    with pytest.raises(TypeError):
        one.step(7.5)
    wrong = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    assert one.step(wrong)[4]["illegal"]
    with pytest.raises(ludex.CouldNotError, match="call reset first"):
        one.step(0)
