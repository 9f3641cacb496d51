"""The package gives the answers of the program `ludex` to the same questions."""

from pathlib import Path

import ludex
import pytest
from conftest import GAMES, middle, printed, program

NODES = 3000
"""Nodes of each search."""

CHANGING = {"time_ms", "nps"}
"""Fields that depend on the time."""


def question(position: ludex.Position) -> "list[str]":
    """The options that name a position on the command line."""
    return [position.game.name, "--variant", position.game.variant, "--position", position.text]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("plies", [6, 20])
def test_moves_searches_and_counts_are_equal(name: str, plies: int) -> None:
    position = middle(name, plies)
    game = position.game
    # Both sides begin at the text, so that no earlier position counts.
    position = game.position(position.text)
    where = question(position)
    assert program("moves", *where).stdout.split() == list(position.legal_moves)
    engine = ludex.Engine(game, threads=1, seed=0)
    limits = ["--nodes", str(NODES), "--threads", "1"]
    assert program("bestmove", *where, *limits).stdout.strip() == engine.best_move(position, nodes=NODES)
    engine.forget()
    (found,) = printed("analyse", *where, *limits, "--multipv", "2")
    analysis = engine.analyse(position, nodes=NODES, multipv=2)
    for line in analysis.data["lines"]:
        for key in ("draw", "loss", "proof"):
            line.pop(key)
    assert {key: found[key] for key in found if key not in CHANGING} == {
        key: analysis.data[key] for key in analysis.data if key not in CHANGING
    }
    (shown,) = printed("show", *where)
    assert shown == position.describe()
    (counted,) = printed("perft", *where, "--depth", "2", "--divide")
    assert counted["nodes"] == ludex.perft(position, 2)
    assert counted["divide"] == ludex.perft(position, 2, divide=True)


@pytest.mark.parametrize("name", GAMES)
def test_pictures_are_equal(name: str) -> None:
    position = middle(name)
    position = position.game.position(position.text)
    words = ["show", *question(position), "--svg", "-", "--theme", "print", "--size", "500"]
    assert program(*words).stdout == position.svg(size=500, theme="print", last=False)


@pytest.mark.parametrize(
    ("name", "text", "moves"),
    [
        ("takt", "2,x4,1/x,212121C,1,1,1,x/22,2,x,1,x2/x,2,2C,1,x2/2,2,x4/2,x5 1 15", []),
        ("tryktrak", "jQAAwCQAAAAAAA", ["dice:31"]),
    ],
)
def test_proofs_are_equal(name: str, text: str, moves: "list[str]") -> None:
    position = ludex.game(name).position(text).play(*moves)
    words = ["solve", name, "--position", text, "--threads", "1", "--nodes", "1e6"]
    (found,) = printed(*words, *(["--moves", " ".join(moves)] if moves else []))
    solution = ludex.solve(position, threads=1, nodes=1e6)
    assert {key: solution.data[key] for key in found} == found
    assert solution.result == found["result"]


def test_a_proof_that_is_not_found_is_unknown() -> None:
    position = ludex.game("takt").start()
    done = program("solve", "takt", "--nodes", "1000", "--threads", "1", "--json")
    solution = ludex.solve(position, threads=1, nodes=1000)
    assert (done.returncode, solution.result) == (1, "unknown")


def test_rollouts_are_equal() -> None:
    words = ["--position", "4HPwATDgc/ABMA", "--moves", "dice:31", "--trials", "72", "--seed", "4"]
    (found,) = printed("rollout", "tryktrak", *words, "--truncate", "5", "--threads", "2")
    position = ludex.game("tryktrak").position("4HPwATDgc/ABMA").play("dice:31")
    rolled = ludex.rollout(position, trials=72, seed=4, truncate=5, threads=2)
    for result in (found, rolled.data):
        del result["time_ms"]
    assert rolled.data == found
    assert rolled.best_move == found["bestmove"]
    with pytest.raises(ludex.LudexError, match="a game with rollouts"):
        ludex.rollout(ludex.game("takt").start(), trials=36)


MATCH = """; [Player 1 "Ada"]
 3 point match

 Game 1
 Ada : 0                              Bob : 0
  1) 31: 8/5 6/5                       42: 8/4 6/4
  2) 21: 13/11 6/5                     31: 8/5 6/5
"""


@pytest.mark.parametrize(
    ("name", "file", "text", "limits"),
    [
        ("takt", "game.ptn", '[Size "5"]\n1. a1 e5\n2. c3 d4\n3. b2 c2\n', {"nodes": 500}),
        ("quoridor", "game.moves", "e2 e8 e3 e7 e3h", {"nodes": 500}),
        ("tryktrak", "game.mat", MATCH, {"depth": 0}),
    ],
)
def test_judgements_are_equal(
    name: str, file: str, text: str, limits: "dict[str, int]", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = tmp_path / file
    path.write_text(text)
    options = [word for key, value in limits.items() for word in (f"--{key}", str(value))]
    lines = printed("analyse", name, "--file", str(path), *options)
    judgement = ludex.judge(ludex.read(path, game=name), nodes=limits.get("nodes"), depth=limits.get("depth"))
    moves = [line for line in lines if "played" in line]
    assert len(moves) >= 4
    shown = [move.data for move in judgement.moves]
    for found in moves:
        own = next(move for move in shown if move["ply"] == found["ply"])
        assert {key: own[key] for key in found if key not in CHANGING} == {
            key: found[key] for key in found if key not in CHANGING
        }
    assert list(judgement.totals) == lines[-1]["totals"]


def test_conversions_are_equal(tmp_path: Path) -> None:
    path, out = tmp_path / "game.ptn", tmp_path / "game.sgf"
    path.write_text('[Size "5"]\n[Player1 "Ada"]\n1. a1 e5 {a corner}\n2. c3 d4\n')
    assert program("convert", "takt", "--file", str(path), "--to", "sgf", "--out", str(out)).returncode == 0
    assert ludex.read(path).to_text("sgf") == out.read_text()


def test_errors_are_equal() -> None:
    for words, call in [
        (("show", "trax", "--moves", "@0"), lambda: ludex.game("trax").start().play("@0")),
        (("show", "takt", "--variant", "size=9"), lambda: ludex.game("takt", size=9)),
        (("show", "chess"), lambda: ludex.game("chess")),
    ]:
        said = program(*words).stderr.removeprefix("error: ").strip()
        with pytest.raises(ludex.LudexError) as raised:
            call()
        assert said.removeprefix("--").removeprefix("moves, ").endswith(str(raised.value).split(": ", 1)[1])


def test_tournaments_are_equal(tmp_path: Path) -> None:
    words = ["takt", "--variant", "size=4", "--player", "deep: nodes=400", "--player", "quick: nodes=50", "--pairs", "3"]
    lines = printed("tournament", *words, "--out", str(tmp_path / "program"), "-j", "1")
    players = {"deep": {"nodes": 400}, "quick": "nodes=50"}
    played = ludex.tournament(ludex.game("takt", size=4), players, tmp_path / "python", pairs=3, concurrency=2)
    assert played.data == lines[-1]
    assert played.games == 6
    assert ludex.continue_tournament(tmp_path / "python") == played
    assert "6 games" in repr(played)
    with pytest.raises(ludex.LudexError, match="at least two players"):
        ludex.tournament("takt", {"alone": "nodes=5"}, tmp_path / "none")
    with pytest.raises(ludex.LudexError, match="nodes"):
        ludex.tournament("takt", {"a": "nodes=0", "b": "nodes=5"}, tmp_path / "none")
    with pytest.raises(ludex.LudexError):
        ludex.tournament("takt", players, tmp_path / "python")
