"""The results of searches, rollouts, proofs and judged games.

Each is a named tuple; `data` holds everything that the program prints with `--json`, under the same names.
"""

from typing import Any, NamedTuple


class Proof(NamedTuple):
    """A proven result for the player to move."""

    result: str
    """`win`, `loss` or `draw`."""
    plies: int
    """Length of the shortest known proof, in moves of all players."""

    @classmethod
    def of(cls, found: "dict[str, Any] | None") -> "Proof | None":
        """The proof in a JSON object."""
        return None if found is None else cls(found["result"], found["plies"])


class Line(NamedTuple):
    """A line of play with its evaluation for the player to move."""

    move: str
    """The first move."""
    win: float
    """Probability of a win, 0 to 1."""
    draw: float
    """Probability of a draw, 0 to 1."""
    loss: float
    """Probability of a loss, 0 to 1."""
    score: "float | None"
    """Score in the game's unit; None if the result is proven."""
    pv: "tuple[str, ...]"
    """The expected moves; the first is `move`."""
    proof: "Proof | None"
    """What is proven about the move, if anything."""
    depth: int
    """Depth of the search in plies."""
    nodes: int
    """Nodes that the search spent on the line."""
    data: "dict[str, Any]"
    """All fields of the line in the JSON of the program."""

    @classmethod
    def of(cls, line: "dict[str, Any]") -> "Line":
        """The line in a JSON object."""
        return cls(
            line["move"],
            line["win"],
            line["draw"],
            line["loss"],
            line["score"],
            tuple(line["pv"]),
            Proof.of(line["proof"]),
            line["depth"],
            line["nodes"],
            line,
        )

    def __repr__(self) -> str:
        return f"<ludex.Line {' '.join(self.pv[:5])}, {_chance(self.win, self.score)}>"


class Analysis(NamedTuple):
    """What a search has found about a position. Values are for the player to move."""

    best_move: "str | None"
    """The best move; None before a draw of chance (Trax with luck)."""
    win: float
    """Probability of a win, 0 to 1."""
    draw: float
    """Probability of a draw, 0 to 1."""
    loss: float
    """Probability of a loss, 0 to 1."""
    score: "float | None"
    """Score in `unit`; None if the result is proven."""
    unit: str
    """Unit of the score: flats, steps, equity or points."""
    proof: "Proof | None"
    """The proven result of the position, if there is one."""
    lines: "tuple[Line, ...]"
    """The best lines, best first."""
    depth: int
    """Depth of the search in plies."""
    nodes: int
    """Number of nodes searched; `Game.searches` says what a node is."""
    time: float
    """Time of the search in seconds."""
    nps: int
    """Nodes per second."""
    data: "dict[str, Any]"
    """All fields of the JSON of `ludex analyse`."""

    @classmethod
    def of(cls, found: "dict[str, Any]") -> "Analysis":
        """The analysis in a JSON object."""
        return cls(
            found["bestmove"],
            found["win"],
            found["draw"],
            found["loss"],
            found["score"]["value"],
            found["score"]["unit"],
            Proof.of(found["proof"]),
            tuple(map(Line.of, found["lines"])),
            found["depth"],
            found["nodes"],
            found["time_ms"] / 1000,
            found["nps"],
            found,
        )

    @property
    def pv(self) -> "tuple[str, ...]":
        """The moves that the search expects, the best move first."""
        return tuple(self.data["pv"])

    def __repr__(self) -> str:
        best = self.best_move or "no move"
        return f"<ludex.Analysis {best}, {_chance(self.win, self.score)}, depth {self.depth}, {self.nodes} nodes>"


class RolledLine(NamedTuple):
    """A play (or the position) that was rolled out."""

    move: "str | None"
    """The play; None if the position itself was rolled out."""
    trials: int
    """Number of games played."""
    data: "dict[str, Any]"
    """All fields of the line: values, errors and chances, as the game reports them."""


class Rollout(NamedTuple):
    """The result of a rollout."""

    best_move: "str | None"
    """The best play; None if the position itself was rolled out."""
    score: float
    """Its value in the game's unit."""
    trials: int
    """Number of games played from each position."""
    lines: "tuple[RolledLine, ...]"
    """The plays, best first."""
    data: "dict[str, Any]"
    """All fields of the JSON of `ludex rollout`."""

    @classmethod
    def of(cls, found: "dict[str, Any]") -> "Rollout":
        """The rollout in a JSON object."""
        lines = tuple(RolledLine(line["move"], line["trials"], line) for line in found["lines"])
        return cls(found["bestmove"], found["score"]["value"], found["trials"], lines, found)

    def __repr__(self) -> str:
        return f"<ludex.Rollout {self.best_move or 'position'}, {self.score:+.3f}, {self.trials} games>"


class Solution(NamedTuple):
    """The result of a proof search."""

    result: str
    """`win`, `loss`, `draw`, or `unknown` if a limit was reached first. Tables of Tryktrak describe the result in words."""
    plies: "int | None"
    """Length of the shortest proof in plies, if it is known."""
    moves: "tuple[str, ...]"
    """All first moves that achieve the result as fast; for a table, the best plays."""
    line: "tuple[str, ...]"
    """One line of the proof."""
    nodes: int
    """Number of nodes searched."""
    data: "dict[str, Any]"
    """All fields of the JSON of `ludex solve`."""

    @classmethod
    def of(cls, found: "dict[str, Any]") -> "Solution":
        """The solution in a JSON object."""
        moves, line = tuple(found["moves"]), tuple(found["line"])
        return cls(found["result"], found["plies"], moves, line, found["nodes"], found)

    def __repr__(self) -> str:
        plies = "" if self.plies is None else f" in {self.plies} plies"
        return f"<ludex.Solution {self.result}{plies}>"


class Judged(NamedTuple):
    """A move of a record with its judgement."""

    ply: int
    """Number of the move or event in the record, from 1."""
    player: int
    """The player who moved, from 1."""
    move: str
    """The move."""
    best_move: "str | None"
    """The best move."""
    loss: float
    """What the move lost: expected result (0 to 1), or equity in Tryktrak."""
    mark: str
    """`?!`, `?`, `??`, or empty."""
    data: "dict[str, Any]"
    """All fields of the move in the JSON of `ludex analyse --file`."""

    @classmethod
    def of(cls, found: "dict[str, Any]") -> "Judged":
        """The judged move in a JSON object."""
        best = found.get("bestmove")
        return cls(found["ply"], found["player"], found["played"], best, found["lost"], found["mark"], found)


class Judgement(NamedTuple):
    """A judged record."""

    moves: "tuple[Judged, ...]"
    """The judged moves, in the order of the record."""
    totals: "tuple[dict[str, Any], ...]"
    """The totals of each player, under the names of the program's JSON."""
    result: "str | None"
    """`p1win`, `p2win`, `draw`, `ended`, or None if the game is unfinished."""
    luck: "dict[str, Any] | None"
    """The effect of chance: `unit`, and the lists `won`, `luck` and `without_luck` with a number for each player. None without chance
    events, or if the game is unfinished."""
    data: "dict[str, Any]"
    """Everything, as dictionaries and lists; in matches also `score_before` and `score_after`."""

    @classmethod
    def of(cls, found: "dict[str, Any]") -> "Judgement":
        """The judgement in a JSON object."""
        moves = tuple(map(Judged.of, found["moves"]))
        return cls(moves, tuple(found["totals"]), found["result"], found["luck"], found)

    def __repr__(self) -> str:
        marked = sum(1 for move in self.moves if move.mark)
        return f"<ludex.Judgement {len(self.moves)} moves, {marked} marked>"


class MatchJudgement(NamedTuple):
    """The judged games of a match."""

    games: "tuple[Judgement, ...]"
    """The games, in the order of the file."""
    totals: "tuple[dict[str, Any], ...]"
    """The totals of each player over all games, under the names of the program's JSON."""
    score: "tuple[int, ...] | None"
    """The score after the last game; None if the game is unfinished or has no matches."""
    worst: "tuple[dict[str, Any], ...]"
    """The worst decisions of Tryktrak, the worst first, with `game_number` and `ply`. Empty in other games."""
    data: "dict[str, Any]"
    """Everything, as dictionaries and lists."""

    @classmethod
    def of(cls, found: "dict[str, Any]") -> "MatchJudgement":
        """The judged match in a JSON object."""
        games = tuple(map(Judgement.of, found["games"]))
        score = found["games"][-1]["score_after"]
        worst = tuple(found.get("worst", ()))
        return cls(games, tuple(found["totals"]), None if score is None else tuple(score), worst, found)

    def __repr__(self) -> str:
        moves = sum(len(game.moves) for game in self.games)
        score = "" if self.score is None else f", score {' : '.join(map(str, self.score))}"
        return f"<ludex.MatchJudgement {len(self.games)} games, {moves} moves{score}>"


class Tournament(NamedTuple):
    """The result of a tournament."""

    games: int
    """Number of games played."""
    standings: "tuple[dict[str, Any], ...]"
    """One dictionary for each player, best first: `name`, `games`, `wins`, `draws`, `losses`, `score` (0 to 1), `rating` and others."""
    data: "dict[str, Any]"
    """All fields of the JSON of `ludex tournament`."""

    @classmethod
    def of(cls, found: "dict[str, Any]") -> "Tournament":
        """The tournament in a JSON object."""
        return cls(found["games"], tuple(found["standings"]), found)

    def __repr__(self) -> str:
        scores = ", ".join(f"{player['name']} {player['score']:.1%}" for player in self.standings)
        return f"<ludex.Tournament {self.games} games: {scores}>"


def _chance(win: float, score: "float | None") -> str:
    return f"win {win:.1%}" if score is None else f"win {win:.1%}, score {score:+.2f}"
