"""The package gives the answers of the program `ludex` to the same questions."""

import os
from pathlib import Path
from typing import Any

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


def test_a_rollout_is_saved_and_continued(tmp_path: Path) -> None:
    position = ludex.game("tryktrak").position("4HPwATDgc/ABMA").play("dice:31")
    choices: "dict[str, Any]" = {"seed": 4, "truncate": 5, "threads": 1}
    whole = ludex.rollout(position, trials=144, **choices)
    path, other = tmp_path / "python.json", tmp_path / "program.json"
    half = ludex.rollout(position, trials=72, out=path, **choices)
    # The program continues the file of the package.
    other.write_bytes(path.read_bytes())
    (continued,) = printed("rollout", "tryktrak", "--resume", str(other), "--trials", "144", "--threads", "1")
    resumed = ludex.continue_rollout(path, trials=144, threads=1)
    for result in (continued, resumed.data, whole.data):
        del result["time_ms"]
    assert half.trials == 72
    assert resumed.data == whole.data == continued
    assert path.read_bytes() == other.read_bytes()
    with pytest.raises(ludex.LudexError, match="continues it"):
        ludex.rollout(position, trials=72, out=path, **choices)
    path.write_text(path.read_text().replace('"seed": 4', '"seed": 5'))
    with pytest.raises(ludex.LudexError, match="checksum"):
        ludex.continue_rollout(path)
    with pytest.raises(ludex.LudexError, match="does not exist"):
        ludex.continue_rollout(tmp_path / "none.json")


@pytest.mark.parametrize(("name", "options"), [("quoridor", {}), ("takt", {"size": 6, "komi": 2})])
def test_moves_of_the_book_are_equal(name: str, options: "dict[str, Any]") -> None:
    position = ludex.game(name, **options).start()
    (found,) = printed("bestmove", *question(position), "--book", "default", "--time", "20ms", "--threads", "1")
    assert found["book"]["positions"] > 0
    engine = ludex.Engine(position.game, threads=1, book="default")
    assert engine.best_move(position, time=0.02) == found["bestmove"]
    # The book answers only moves that are limited by time, and no analysis.
    assert "book" not in engine.analyse(position, time=0.02).data
    assert engine.best_move(position, nodes=100) in position.legal_moves
    assert engine.best_move(position, time=0.02) == found["bestmove"]


def test_a_book_that_cannot_be_used_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ludex.LudexError, match="level 10"):
        ludex.Engine("quoridor", book="default", level=3)
    with pytest.raises(ludex.LudexError, match="deterministic"):
        ludex.Engine("quoridor", book="default", deterministic=True)
    with pytest.raises(ludex.LudexError, match="book"):
        ludex.Engine("trax", book=tmp_path / "none.book")
    with pytest.raises(ludex.LudexError, match="no book"):
        ludex.Engine("tantrix", book="default")


def test_puzzles_are_equal() -> None:
    words = ["--variant", "board=8x8", "--generate", "2", "--wins-in", "1", "--seed", "7"]
    assert ludex.puzzles(ludex.game("trax", board="8x8"), 2, wins_in=1, seed=7) == printed("solve", "trax", *words)
    with pytest.raises(ludex.LudexError):
        ludex.puzzles("tryktrak", 1)


@pytest.mark.parametrize("find", ["first", "count", "all"])
def test_puzzles_of_tiles_are_equal(find: Any) -> None:
    words = ["--tiles", "1-4", "--colour", "Y", "--line", *([] if find == "first" else [f"--{find}"])]
    *solutions, found = printed("solve", "tantrix", *words, "--threads", "1")
    solved = ludex.solve_tiles("1-4", colour="Y", goal="line", find=find, threads=1)
    assert [{"moves": moves} for moves in solved.pop("solutions", [])] == solutions
    assert solved == found
    with pytest.raises(ludex.LudexError, match="tiles"):
        ludex.solve_tiles("1-400")


def test_distinct_moves_are_equal() -> None:
    position = ludex.game("trax").start().play("@0+")
    words = [*question(ludex.game("trax").start()), "--moves", "@0+", "--distinct"]
    distinct = position.distinct_moves
    assert program("moves", *words).stdout.split() == distinct
    assert 0 < len(distinct) < len(position.legal_moves)


def test_pictures_of_the_mover_are_equal() -> None:
    position = middle("quoridor", 7)
    position = position.game.position(position.text)
    words = ["show", *question(position), "--svg", "-", "--side", "mover"]
    assert program(*words).stdout == position.svg(last=False, side="mover")
    assert position.to_move == 2
    assert position.svg(side="mover") != position.svg()
    with pytest.raises(ludex.LudexError, match="side"):
        position.svg(side="left")


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


def moves_of(judgement: ludex.Judgement) -> "list[dict[str, Any]]":
    """The judged moves without the fields that the program prints only for some games."""
    added = {"lost", "number", *CHANGING}
    return [{key: value for key, value in move.data.items() if key not in added} for move in judgement.moves]


def test_judged_matches_are_equal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = Path(os.environ["LUDEX_SOURCE"], "docs/src/examples/match.mat")
    files = {kind: (tmp_path / f"program.{kind}", tmp_path / f"python.{kind}") for kind in ("sgf", "html")}
    out = ["--annotate", str(files["sgf"][0]), "--html", str(files["html"][0])]
    lines = printed("analyse", "tryktrak", "--file", str(path), "--depth", "0", *out)
    records = ludex.read_all(path)
    (match,) = ludex.judge_all(records, depth=0, annotate=files["sgf"][1], html=files["html"][1])
    assert [move for game in match.games for move in moves_of(game)] == lines[:-1]
    games = [{key: game.data[key] for key in ("resigned", "score_before", "score_after", "luck")} for game in match.games]
    assert games == [{key: game[key] for key in game if key != "result"} for game in lines[-1]["games"]]
    assert (list(match.totals), list(match.worst)) == (lines[-1]["totals"], lines[-1]["worst"])
    assert match.score == (1, 4)
    assert "2 games" in repr(match)
    for ours, theirs in files.values():
        assert ours.read_bytes() == theirs.read_bytes()
    assert ludex.judge_all(path, depth=0)[0].totals == match.totals
    # Each game alone gives the same moves.
    alone = [ludex.judge(record, depth=0) for record in records]
    assert [move.loss for game in alone for move in game.moves] == [move.loss for game in match.games for move in game.moves]
    # The first game again begins another match, because the score falls.
    again = ludex.judge_all([*records, records[0]], depth=0)
    assert [len(match.games) for match in again] == [2, 1]


def test_judged_games_of_other_kinds() -> None:
    takt = ludex.parse('[Size "4"] 1. a1 d4 2. b2 c3', game="takt")
    first, second = ludex.judge_all([takt, takt], nodes=300)
    assert len(first.games) == 1
    assert first.totals == second.totals == first.games[0].totals
    assert first.score is None
    assert ludex.judge_all([]) == []
    with pytest.raises(ludex.LudexError, match="record 2"):
        ludex.judge_all([takt, ludex.parse("e2 e8", game="quoridor")], nodes=300)


def test_a_variation_is_judged_as_the_program_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = tmp_path / "game.ptn"
    path.write_text('[Size "5"]\n\n1. a1 e5\n2. c3 d4\n3. b2 b3\n\n{3w1}\n3. c4 d3\n')
    lines = printed("analyse", "takt", "--file", str(path), "--branch", "3w1", "--nodes", "300")
    record = ludex.read(path).branch("3w1")
    assert record.moves == ["a1", "e5", "c3", "d4", "c4", "d3"]
    found = moves_of(ludex.judge(record, nodes=300))[4:]
    assert [move["ply"] for move in found] == [5, 6]
    for move, line in zip(found, lines, strict=False):
        assert move == {key: value for key, value in line.items() if key not in CHANGING and key != "branch"}
    with pytest.raises(ludex.LudexError, match="3w1"):
        ludex.read(path).branch("4w1")


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
