//! Results of a search as text, without the game's types: moves are in the game's notation.
//!
//! **Invariant:** A proven win or loss has no value in the game's unit: `FoundLine::value` is `None`.

use std::time::Duration;

use crate::interface::catalogue::Playable;
use crate::interface::explanation::Description;
use crate::say;
use crate::support::figures::Figure;
use ludex_search::support::rank::best_first;
use ludex_search::{Bound, Line, Proof, ProofResult, Report, Score, Turn, Wdl};

/// Key of the JSON fact that marks an answer from an opening book.
pub(super) const BOOK: &str = "book";

/// One line of play.
#[derive(Clone, Debug)]
pub struct FoundLine {
    /// Its moves.
    pub pv: Vec<String>,
    /// Score for the player to move.
    pub score: Score,
    /// Score in the game's unit. `None` for a proven win or loss, which has a distance instead.
    pub value: Option<f64>,
    /// For a proven win or loss: the number of moves that the player to move still makes.
    pub own_moves: Option<u32>,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Probabilities of win, draw and loss that correspond to the score.
    pub wdl: Wdl,
    /// One expected result per player, from searches that estimate them.
    pub returns: Option<Vec<f32>>,
    /// Depth at which it was evaluated.
    pub depth: u32,
    /// Nodes spent on it.
    pub nodes: u64,
    /// What is proven if its first move is played.
    pub proof: Option<Proof>,
    /// The game's description of the line.
    pub description: Description,
}

impl FoundLine {
    /// A line for a move that was not searched.
    pub(super) fn unsearched(mv: String) -> Self {
        Self {
            pv: vec![mv],
            score: Score::DRAW,
            value: Some(0.0),
            own_moves: None,
            bound: Bound::Lower,
            wdl: Wdl::without_draws(0.0),
            returns: None,
            depth: 0,
            nodes: 0,
            proof: None,
            description: Description::default(),
        }
    }

    /// A line without moves: the value of a position before a draw.
    pub(super) fn of_draws(score: Score, value: f64, wdl: Wdl, (depth, nodes): (u32, u64)) -> Self {
        Self {
            pv: Vec::new(),
            score,
            value: Some(value),
            own_moves: None,
            bound: Bound::Exact,
            wdl,
            returns: None,
            depth,
            nodes,
            proof: None,
            description: Description::default(),
        }
    }

    /// The first move.
    pub fn first(&self) -> &str {
        self.pv.first().map_or("", String::as_str)
    }

    /// The first move, or the value of the position if there is no move, as `bestmove` prints it.
    pub fn first_or_value(&self) -> String {
        match self.first() {
            "" => {
                say!("value {value}", value = format!("{:.4}", self.wdl.win + self.wdl.draw / 2.0))
            }
            first => first.to_owned(),
        }
    }

    /// The score in the game's unit, as engine protocols send it. A proven win is 10,000 minus its distance in plies, a proven loss
    /// −10,000 plus its distance.
    pub fn protocol_score(&self) -> f64 {
        let plies = f64::from(self.score.plies().unwrap_or_default());
        match self.value {
            Some(value) => value,
            None if self.score.is_win() => 10_000.0 - plies / 100.0,
            None => plies / 100.0 - 10_000.0,
        }
    }
}

/// A search's report.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The lines, best first.
    pub lines: Vec<FoundLine>,
    /// The last completed depth.
    pub depth: u32,
    /// The greatest depth reached.
    pub seldepth: u32,
    /// Number of nodes: moves made by the search.
    pub nodes: u64,
    /// Elapsed time.
    pub elapsed: Duration,
    /// Nodes per second.
    pub nps: u64,
    /// Number of threads.
    pub threads: usize,
    /// How full the hash table is, in thousandths.
    pub hashfull: u32,
    /// A proven result.
    pub proof: Option<Proof>,
    /// The game's description of the position after the search.
    pub description: Description,
}

/// Sort key of the lines after the first: proven wins, then unproven lines by depth, then proven losses. The depth of a proof does
/// not matter.
fn rank_of<M: Copy>(line: &Line<M>) -> f64 {
    let score = f64::from(line.score.value());
    match line.proof.map(|proof| proof.result) {
        Some(ProofResult::Win) => 1e12 + score,
        Some(ProofResult::Loss) => -1e12 + score,
        _ => 1e6 * f64::from(line.depth) + score,
    }
}

impl Findings {
    /// Converts a report to text.
    pub fn new<G: Playable>(game: &G, pos: &G::Position, report: &Report<G::Move>) -> Self {
        let explanation = game.offers().commentary.explain(pos, report);
        let mut descriptions = explanation.lines;
        descriptions.resize_with(report.lines.len(), Description::default);
        let line = |(line, description): (&Line<G::Move>, Description)| FoundLine {
            pv: write_line(game, pos, &line.pv),
            score: line.score,
            value: value_of(game, line),
            own_moves: own_moves(game, pos, line),
            bound: line.bound,
            wdl: line.wdl,
            returns: line.returns.map(|all| all[..game.players()].to_vec()),
            depth: line.depth,
            nodes: line.nodes,
            proof: line.proof,
            description,
        };
        let mut lines: Vec<_> = report.lines.iter().zip(descriptions).collect();
        // The search guarantees that the first line is the best. The others may be unsorted if it was stopped during an iteration.
        if let Some(others) = lines.get_mut(1..) {
            best_first(others, |(line, _)| rank_of(line));
        }
        let lines: Vec<_> = lines.into_iter().map(line).collect();
        // Near the end of a game, an iteration may be deeper than the number of plies left. The greatest depth reached is at least the
        // depth of every line.
        let depths = lines.iter().map(|line| line.depth);
        let deepest = depths.fold(report.depth, u32::max);
        Self {
            lines,
            depth: report.depth,
            seldepth: report.seldepth.max(deepest),
            nodes: report.nodes,
            elapsed: report.elapsed,
            nps: report.nodes_per_second(),
            threads: report.threads,
            hashfull: report.hashfull,
            proof: report.proof,
            description: explanation.position,
        }
    }

    /// The best line, if there is one.
    pub fn best(&self) -> Option<&FoundLine> {
        self.lines.first()
    }

    /// Whether the answer comes from an opening book and nothing was searched.
    pub fn is_from_book(&self) -> bool {
        self.description.facts.contains_key(BOOK)
    }

    /// The best move, if there is one.
    pub fn best_move(&self) -> Option<&str> {
        self.best().map(FoundLine::first).filter(|mv| !mv.is_empty())
    }
}

/// The value of a line in the game's unit; `None` if its score is a distance.
fn value_of<G: Playable>(game: &G, line: &Line<G::Move>) -> Option<f64> {
    let value = || game.score_value(line.score);
    (!line.score.is_proven()).then(|| line.exact.map_or_else(value, Figure::decimal))
}

/// The number of moves that the player to move makes until a proven win or loss. After the end of the line, the players are assumed to take
/// turns.
fn own_moves<G: Playable>(game: &G, pos: &G::Position, line: &Line<G::Move>) -> Option<u32> {
    let plies = line.score.plies()?;
    let Turn::Player(mover) = game.turn(pos) else {
        return None;
    };
    let (mut pos, mut made, mut own) = (pos.clone(), 0, 0);
    for &mv in line.pv.iter().take(plies as usize) {
        let Turn::Player(player) = game.turn(&pos) else {
            break;
        };
        if !game.is_legal(&pos, mv) {
            break;
        }
        made += 1;
        own += u32::from(player == mover);
        game.play(&mut pos, mv);
    }
    let players = game.players() as u32;
    // Number of other players who move before the player moves again.
    let others = match game.turn(&pos) {
        Turn::Player(next) => (mover.index() as u32 + players - next.index() as u32) % players,
        _ => 0,
    };
    Some(own + (plies - made + players - 1 - others) / players)
}

/// Writes the moves of a line, each in the position in which it is played. Stops at a move that is not legal.
pub(super) fn write_line<G: Playable>(
    game: &G,
    pos: &G::Position,
    moves: &[G::Move],
) -> Vec<String> {
    let chance = game.offers().chance;
    let mut pos = pos.clone();
    let mut words = Vec::with_capacity(moves.len());
    for &mv in moves {
        let is_playing = matches!(game.turn(&pos), ludex_search::Turn::Player(_));
        // At a chance node that searches can evaluate, the event is unknown, so the move after it cannot be checked.
        if chance.awaits_event(&pos).is_none() && !(is_playing && game.is_legal(&pos, mv)) {
            break;
        }
        words.push(game.write_move(&pos, mv));
        game.play(&mut pos, mv);
    }
    words
}
