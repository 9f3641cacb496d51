"""Records: reading, writing, variations and judgements."""

from pathlib import Path
from typing import Any

import ludex
import pytest
from conftest import VARIANTS, random_game

PTN = """[Player1 "Ada"]
[Player2 "Bob"]
[Size "5"]
[Result "0-1"]

1. a1 e5 {a corner}
2. c3? d4
3. b2 c2

{3w1}
3. c4 d3
"""


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_a_random_game_is_written_and_read(name: str, options: "dict[str, Any]", tmp_path: Path) -> None:
    game = ludex.game(name, **options)
    last = random_game(game, 3, 40)[-1]
    record = ludex.Record.from_position(last, {"Event": "test"})
    assert record.moves == last.moves
    assert record.game == game
    path = tmp_path / "game.sgf"
    record.write(path)
    for records in (ludex.read_all(path, game=name), ludex.read_all(path)):
        # A match is written as several games.
        assert [record.damage for record in records] == [None] * len(records)
        moves = [move for record in records for move in record.moves]
        # Files of Tryktrak do not write that a player rolls.
        assert [move for move in moves if move != "roll"] == [move for move in record.moves if move != "roll"]
        assert records[-1].position().text == last.text
    assert record.positions()[-1] == record.position(-1) == last
    assert len(record.positions()) == len(record) + 1
    assert record.position(0) == game.start()


def test_tags_comments_and_variations(tmp_path: Path) -> None:
    path = tmp_path / "game.ptn"
    path.write_text(PTN)
    record = ludex.read(path)
    assert record.game.name == "takt"
    assert record.moves == ["a1", "e5", "c3", "d4", "b2", "c2"]
    assert record.players == ["Ada", "Bob"]
    assert record.result == "0-1"
    assert record.tags["Player1"] == "Ada"
    assert record.annotated[1] == {"move": "e5", "mark": "", "comment": "a corner"}
    assert record.annotated[2]["mark"] == "?"
    assert [branch["moves"] for branch in record.variations] == [["c4", "d3"]]
    assert record.variations[0]["ply"] == 4
    again = ludex.parse(record.to_text(), game="takt")
    assert (again.moves, again.variations, again.tags) == (record.moves, record.variations, record.tags)
    assert "6 moves" in repr(record)


def test_errors_of_files_name_the_place(tmp_path: Path) -> None:
    with pytest.raises(ludex.LudexError, match=r"nowhere\.ptn: the file cannot be read"):
        ludex.read(tmp_path / "nowhere.ptn")
    path = tmp_path / "wrong.ptn"
    path.write_text('[Size "5"]\n1. a1 e5\n2. z9 c3\n')
    record = ludex.read(path)
    assert record.moves == ["a1", "e5"]
    assert record.damage is not None
    assert "wrong.ptn, line 3" in record.damage
    path.write_text(PTN)
    with pytest.raises(ludex.LudexError, match="there is no game 2"):
        ludex.read(path, number=2)
    with pytest.raises(ludex.LudexError, match="format"):
        ludex.read(path, format="pgn")
    with pytest.raises(ludex.LudexError, match="game"):
        ludex.read(path, game="chess")
    with pytest.raises(ludex.LudexError):
        ludex.parse("")
    with pytest.raises(ludex.LudexError):
        ludex.parse("this is no game at all")
    with pytest.raises(ludex.LudexError, match="a format of this game"):
        ludex.read(path).write(tmp_path / "game.doc")
    with pytest.raises(IndexError, match="has no position 7"):
        ludex.read(path).position(7)


def test_what_a_format_cannot_store_is_a_warning() -> None:
    record = ludex.Record.from_position(ludex.game("takt", size=5, komi=2).start().play("a1", "e5"), {"Mood": "good"})
    text = record.to_text("ptn")
    assert ludex.parse(text, game="takt").moves == record.moves


def test_a_judged_game() -> None:
    record = ludex.parse(PTN, game="takt")
    judgement = ludex.judge(record, nodes=500, threads=2)
    assert [move.move for move in judgement.moves] == record.moves
    assert [move.player for move in judgement.moves] == [1, 2, 1, 2, 1, 2]
    assert all(0 <= move.loss <= 1 for move in judgement.moves)
    assert [total["name"] for total in judgement.totals] == ["Ada", "Bob"]
    again = ludex.judge(record, nodes=500, threads=1)
    assert [move[:6] for move in again.moves] == [move[:6] for move in judgement.moves]
    assert again.totals == judgement.totals
    assert "6 moves" in repr(judgement)
    with pytest.raises(ludex.LudexError, match="nodes"):
        ludex.judge(record, nodes=0)


def test_a_variation_within_a_variation() -> None:
    record = ludex.parse('[Size "5"]\n1. a1 e5 2. c3 d4\n\n{2w1}\n2. c4 d3 3. e1\n\n{2w1/2b1}\n2. -- a3\n', game="takt")
    names = [branch["name"] for branch in record.variations]
    assert names == ["2w1", "2w1/2b1"]
    assert [branch["ply"] for branch in record.variations] == [2, 3]
    assert [branch["moves"] for branch in record.variations] == [["c4", "d3", "e1"], ["a3"]]


def test_damaged_records_are_judged_with_a_warning() -> None:
    record = ludex.parse("1. a1 e5 2. c3 z9", game="takt")
    assert record.damage is not None
    with pytest.warns(UserWarning, match="only the moves before an error are judged: "):
        assert len(ludex.judge(record, nodes=50).moves) == 3
    with pytest.warns(UserWarning, match="only the moves before"):
        ludex.judge_all([record], nodes=50)
    with pytest.raises(TypeError, match="record: expected a record, as `ludex.read` returns it"):
        ludex.judge("game.ptn")  # pyright: ignore[reportArgumentType]
