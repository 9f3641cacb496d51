//! What a search reports about a position, during and after the search.

use std::time::Duration;

use crate::interface::game::Returns;
use crate::interface::score::Score;
use crate::interface::window::Bound;

/// The probabilities of win, draw and loss for the player to move; they add up to 1.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Wdl {
    /// Probability of a win.
    pub win: f32,
    /// Probability of a draw.
    pub draw: f32,
    /// Probability of a loss.
    pub loss: f32,
}

impl Wdl {
    /// The probabilities for this expected result (−1 to 1), without draws.
    pub fn without_draws(expectation: f32) -> Self {
        Self {
            win: f32::midpoint(1.0, expectation),
            draw: 0.0,
            loss: f32::midpoint(1.0, -expectation),
        }
    }

    /// The expected result, −1 to 1.
    pub fn expectation(self) -> f32 {
        self.win - self.loss
    }

    /// The probabilities of a proven result.
    pub fn certain(result: ProofResult) -> Self {
        let is = |other| f32::from(u8::from(result == other));
        Self { win: is(ProofResult::Win), draw: is(ProofResult::Draw), loss: is(ProofResult::Loss) }
    }
}

/// A proven result, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofResult {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Loss,
    /// The game is drawn.
    Draw,
}

/// A proven result and its distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The result for the player to move.
    pub result: ProofResult,
    /// Plies to the end of the game, if the winner plays the shortest win and the loser resists as long as possible. For a draw: the
    /// length of the line that was searched.
    pub plies: u32,
}

impl Proof {
    /// The proof in a score that is a proven distance.
    fn of(score: Score) -> Option<Self> {
        let result = if score.is_win() { ProofResult::Win } else { ProofResult::Loss };
        score.plies().map(|plies| Self { result, plies })
    }
}

/// One line of play with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// The principal variation; its first move is the move of the line. It contains no chance events and ends at the first one. With two
    /// players, a proven line continues to the end of the game: moves that the tables have lost are searched again, unless that takes too
    /// long.
    pub pv: Vec<M>,
    /// The score for the player to move. For a proven win or loss it is the distance, in every search.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The probabilities of win, draw and loss for this score.
    pub wdl: Wdl,
    /// The expected result of each player, from searches that compute it.
    pub returns: Option<Returns>,
    /// The depth to which the line was searched. Lines may differ if only the best moves are searched deeper.
    pub depth: u32,
    /// The nodes spent on this line; in Monte-Carlo tree search the visits of its move.
    pub nodes: u64,
    /// The components of the value, if the search has vectors as values (such as probabilities); the game defines their meaning. Empty
    /// otherwise.
    pub components: Vec<f32>,
    /// The score in the game's unit, if it is more precise than [`score`](Self::score).
    pub exact: Option<f32>,
    /// The proven result of this move, whatever the other moves lead to.
    pub proof: Option<Proof>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// The lines, best first: as many as requested, if that many moves exist. Empty only if there is no legal move.
    pub lines: Vec<Line<M>>,
    /// The depth that was completed.
    pub depth: u32,
    /// The greatest depth reached in any line.
    pub seldepth: u32,
    /// Nodes of all threads; [`Limits::nodes`](crate::Limits::nodes) defines a node for each search.
    pub nodes: u64,
    /// The time since the start of the search; zero in deterministic mode.
    pub elapsed: Duration,
    /// The number of threads.
    pub threads: usize,
    /// The share of the table filled by this search, in thousandths.
    pub hashfull: u32,
    /// The proven result of the position, if there is one.
    pub proof: Option<Proof>,
    /// Whether the search is complete: a longer search would give the same report.
    pub is_complete: bool,
}

impl<M> Line<M> {
    /// A line with an exact score; the other fields are empty.
    pub fn new(pv: Vec<M>, score: Score, wdl: Wdl) -> Self {
        Self {
            pv,
            score,
            bound: Bound::Exact,
            wdl,
            returns: None,
            depth: 0,
            nodes: 0,
            components: Vec::new(),
            exact: None,
            proof: Proof::of(score),
        }
    }
}

impl<M> Report<M> {
    /// A report of these lines, by one thread, without nodes and time. If the first line is a proven win, the position is a proven win;
    /// other proofs are not set here.
    pub fn new(lines: Vec<Line<M>>, depth: u32) -> Self {
        let best = lines.first().and_then(|line| Proof::of(line.score));
        let proof = best.filter(|proof| proof.result == ProofResult::Win);
        Self {
            lines,
            depth,
            seldepth: depth,
            nodes: 0,
            elapsed: Duration::ZERO,
            threads: 1,
            hashfull: 0,
            proof,
            is_complete: false,
        }
    }
}

impl<M: Copy> Report<M> {
    /// The best move; `None` if there is no legal move.
    pub fn best_move(&self) -> Option<M> {
        self.lines.first().and_then(|line| line.pv.first().copied())
    }

    /// Nodes per second.
    pub fn nodes_per_second(&self) -> u64 {
        let seconds = self.elapsed.as_secs_f64();
        if seconds > 0.0 { (self.nodes as f64 / seconds) as u64 } else { 0 }
    }
}
