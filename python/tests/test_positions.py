"""Games and positions."""

import copy
import pickle
from typing import Any

import ludex
import pytest
from conftest import GAMES, VARIANTS, middle, random_game


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_positions_of_random_games_survive_text_pickle_and_dictionary(name: str, options: "dict[str, Any]") -> None:
    game = ludex.game(name, **options)
    for position in random_game(game, 1, 60)[::7]:
        again = game.position(position.text)
        assert again.text == position.text
        for other in (
            pickle.loads(pickle.dumps(position)),
            copy.copy(position),
            copy.deepcopy(position),
            game.from_dict(position.to_dict()),
        ):
            assert other == position
            assert hash(other) == hash(position)
            assert other.game == game
            assert other.legal_moves == position.legal_moves
            assert (other.is_over, other.returns, other.to_move) == (position.is_over, position.returns, position.to_move)


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_a_game_can_be_replayed_by_text(name: str, options: "dict[str, Any]") -> None:
    game = ludex.game(name, **options)
    last = random_game(game, 2, 80)[-1]
    assert last.first == game.start()
    assert game.start().play(*last.moves) == last
    assert game.start().play(" ".join(last.moves)).moves == last.moves


@pytest.mark.parametrize("name", GAMES)
def test_moves_are_a_sequence(name: str) -> None:
    position = middle(name)
    moves, texts = position.legal_moves, list(position.legal_moves)
    assert len(moves) == len(texts) > 0
    assert moves == texts
    assert [moves[index] for index in range(len(moves))] == texts
    assert moves[-1] == texts[-1]
    assert moves[1:3] == texts[1:3]
    assert list(reversed(moves)) == texts[::-1]
    assert texts[0] in moves
    assert "nonsense" not in moves
    assert moves.index(texts[-1]) == len(texts) - 1
    assert moves.count(texts[0]) == 1
    assert repr(moves) == repr(texts)
    for index, text in list(enumerate(texts))[:5]:
        assert position.play(index) == position.play(text)
    with pytest.raises(IndexError):
        moves[len(moves)]
    with pytest.raises(IndexError):
        position.play(len(moves))
    with pytest.raises(IndexError):
        position.play(-1)


def test_chance_is_seen_and_played() -> None:
    start = ludex.game("tryktrak").start()
    assert start.is_chance
    assert start.to_move is None
    assert len(start.legal_moves) == 0
    outcomes = start.chance_outcomes()
    assert sum(probability for _, probability in outcomes) == pytest.approx(1)
    assert start.play(0) == start.play(outcomes[0][0])
    assert start.sample(7) == start.sample(7)
    assert len({start.sample(seed).text for seed in range(50)}) > 5
    assert start.sample().to_move is not None
    rolled = start.play("dice:31")
    assert rolled.sample() is rolled
    assert rolled.chance_outcomes() == []


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_a_random_game_is_legal_and_ends(name: str, options: "dict[str, Any]") -> None:
    start = here = ludex.game(name, **options).start()
    positions = list(start.random_game(seed=3))
    assert positions[-1].is_over
    assert list(positions[-1].random_game()) == []
    assert [one.text for one in start.random_game(seed=3)] == [one.text for one in positions]
    for after in positions[:40]:
        step = after.moves[-1]
        assert step in (here.legal_moves or [event for event, _ in here.chance_outcomes()])
        here = here.play(step)
        assert here == after
    assert len({next(start.random_game(seed)).text for seed in range(20)}) > 1


def test_results() -> None:
    game = ludex.game("quoridor")
    over, steps = game.start(), 0
    while not over.is_over:
        over = over.play(("e2", "e8", "e1", "e9")[steps % 4])
        steps += 1
    assert over.result == "draw"
    assert over.returns == (0.0, 0.0)
    assert over.to_move is None
    assert pickle.loads(pickle.dumps(over)) == over
    with pytest.raises(ludex.LudexError, match="the game is over"):
        over.play("e2")


def test_a_position_remembers_what_counts_for_a_repetition() -> None:
    game = ludex.game("quoridor")
    once = game.start().play("e2", "e8", "e1", "e9")
    copied = pickle.loads(pickle.dumps(once))
    steps = 0
    here, there = once, copied
    while not here.is_over:
        step = ("e2", "e8", "e1", "e9")[steps % 4]
        here, there, steps = here.play(step), there.play(step), steps + 1
    assert there.is_over


def test_positions_are_keys() -> None:
    start = ludex.game("takt").start()
    assert len({start, ludex.game("takt").start(), ludex.game("takt", size=6).start()}) == 2
    assert start.play("a1", "e5") == start.play("a1").play("e5")
    assert start != start.play("a1")
    assert start != "start"
    assert len({start.play("a1", "e5"): 1, start.play("a1", "e5"): 2}) == 1


def test_options_are_typed() -> None:
    assert ludex.game("takt", size=6, komi=2.5).variant == "size=6,komi=2.5"
    assert ludex.game("takt", size=6.0) == ludex.game("tak", size="6")
    assert ludex.game("trax", luck=True).options["luck"] == "yes"
    assert ludex.game("takt").position("x6/x6/x6/x6/x6/x6 1 1").game.options["size"] == "6"
    wrong: "list[tuple[str, dict[str, Any], str]]" = [
        ("chess", {}, "chess"),
        ("takt", {"sise": 5}, "sise"),
        ("takt", {"size": 9}, "expected 3 to 8"),
        ("takt", {"size": [5]}, "list"),
        ("tantrix", {"mode": "gobble"}, "gobble"),
    ]
    for name, options, sentence in wrong:
        with pytest.raises(ludex.LudexError, match=sentence) as raised:
            ludex.game(name, **options)
        assert isinstance(raised.value, ValueError)


@pytest.mark.parametrize("name", GAMES)
def test_pictures_and_words(name: str) -> None:
    position = middle(name)
    svg = position.svg(size=300, theme="dark")
    assert svg.startswith("<svg")
    assert svg != position.svg(size=300)
    assert position._repr_svg_().startswith("<svg")  # pyright: ignore[reportPrivateUsage]
    assert position.png(size=64).startswith(b"\x89PNG")
    move = position.legal_moves[0]
    assert position.svg(arrows={move: "+1"}) != position.svg()
    assert str(position).endswith("\n")
    assert f"player {position.to_move} to move" in repr(position)
    assert position.describe()["position"] == position.text
    with pytest.raises(ludex.LudexError, match="theme"):
        position.svg(theme="pink")
    with pytest.raises(ludex.LudexError, match="size"):
        position.svg(size=1)
    with pytest.raises(ludex.LudexError, match="notation"):
        position.text_as("runes")


def test_games_are_values() -> None:
    game = ludex.game("takt", size=6)
    assert pickle.loads(pickle.dumps(game)) == game == copy.deepcopy(game)
    assert eval(repr(game), {"ludex": ludex}) == game
    assert len({game, ludex.game("tak", size=6), ludex.game("takt")}) == 2
    assert [search["name"] for search in game.searches][0] == "alphabeta"
    with pytest.raises(ludex.LudexError, match="another game"):
        game.from_dict(ludex.game("takt", size=5).start().to_dict())
    with pytest.raises(ludex.LudexError, match="position"):
        game.from_dict({"game": "takt", "variant": game.variant})
    with pytest.raises(TypeError):
        game.start().play(1.5)  # type: ignore[arg-type]


def test_an_illegal_move_is_named_with_its_place() -> None:
    start = ludex.game("quoridor").start()
    with pytest.raises(ludex.LudexError, match='^move 2: "e2"'):
        start.play("e2", "e2")
    with pytest.raises(ludex.LudexError, match='^move 3: expected a square.* but found "z9"'):
        start.play("e2 e8 z9")


def test_options_have_names_of_python() -> None:
    game = ludex.game("quoridor", max_plies=100, edge_diagonal=False, repetition=False)
    assert game == ludex.game("quoridor", **{"max-plies": 100, "edge-diagonal": "off", "repetition": "off"})
    assert eval(repr(game)) == game
    assert ludex.game("quoridor", edge_diagonal=True) == ludex.game("quoridor")
    assert ludex.game("trax", luck=True).options["luck"] == "yes"
    with pytest.raises(ludex.LudexError, match="max-plies"):
        ludex.game("quoridor", max_ply=100)
    with pytest.raises(ludex.LudexError, match="repetition"):
        ludex.game("quoridor", repetition=True)
