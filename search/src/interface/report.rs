//! What a search says about a position, while it runs and at its end.

use std::time::Duration;

use crate::interface::game::Returns;
use crate::interface::score::Score;
use crate::interface::window::Bound;

/// Chances of the player to move; they add up to one.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Wdl {
    /// To win.
    pub win: f32,
    /// To draw.
    pub draw: f32,
    /// To lose.
    pub loss: f32,
}

impl Wdl {
    /// The chances of this expected result, −1 to 1, where nothing is known of draws.
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

    /// The chances of what is certain.
    pub fn certain(result: ProofResult) -> Self {
        let is = |other| f32::from(u8::from(result == other));
        Self { win: is(ProofResult::Win), draw: is(ProofResult::Draw), loss: is(ProofResult::Loss) }
    }
}

/// What was proven about a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofResult {
    /// He wins.
    Win,
    /// He loses.
    Loss,
    /// Nobody wins.
    Draw,
}

/// A proven result and its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The result for the player to move.
    pub result: ProofResult,
    /// Plies to the end of the game, if the winner hurries and the loser does not; of a draw, those of the line that was seen.
    pub plies: u32,
}

impl Proof {
    /// What a score proves that is a distance.
    fn of(score: Score) -> Option<Self> {
        let result = if score.is_win() { ProofResult::Win } else { ProofResult::Loss };
        score.plies().map(|plies| Self { result, plies })
    }
}

/// One line of play with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// The principal variation; its first move is the line's move. Chance events are left out and end it. Between two players a
    /// proven line goes on to the end of the game; what a table has lost of it is found again, unless that takes too long.
    pub pv: Vec<M>,
    /// The score for the player to move: of a certain win or loss, its distance, whatever the search.
    pub score: Score,
    /// What is known about the score.
    pub bound: Bound,
    /// The chances that the score stands for.
    pub wdl: Wdl,
    /// One expected value for each player, from searches that know them.
    pub returns: Option<Returns>,
    /// The depth at which the line was valued; it may differ from line to line where only the best go on.
    pub depth: u32,
    /// Nodes spent on this line; in a Monte-Carlo tree search the visits of its move.
    pub nodes: u64,
    /// The numbers of a value that is more than a score, which the game explains; else none.
    pub components: Vec<f32>,
    /// The score in the game's unit, where it is known more finely than a score counts.
    pub exact: Option<f32>,
    /// What is certain if its move is made, whatever the other moves may bring.
    pub proof: Option<Proof>,
}

/// A search's findings.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// The lines, best first: as many as were asked for and exist. Empty only if there is no legal move.
    pub lines: Vec<Line<M>>,
    /// The depth that was finished.
    pub depth: u32,
    /// The greatest depth that was reached anywhere.
    pub seldepth: u32,
    /// Nodes, by all threads together: [`Limits::nodes`](crate::Limits::nodes) says what a node is in each search.
    pub nodes: u64,
    /// The time since the search began; zero in deterministic mode.
    pub elapsed: Duration,
    /// Threads at work.
    pub threads: usize,
    /// How much of the table is filled by this search, in thousandths.
    pub hashfull: u32,
    /// A proven result of the position.
    pub proof: Option<Proof>,
    /// Whether nothing is left to be seen: a longer search would say the same.
    pub is_complete: bool,
}

impl<M> Line<M> {
    /// A line of an exact score, with no word of how it was found.
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
    /// A report by one thread of these lines, with no word of nodes and time. A first line that wins is a proof, even where
    /// nothing else may be claimed.
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
    /// The best move, unless there is no legal one.
    pub fn best_move(&self) -> Option<M> {
        self.lines.first().and_then(|line| line.pv.first().copied())
    }

    /// Nodes a second.
    pub fn nodes_per_second(&self) -> u64 {
        let seconds = self.elapsed.as_secs_f64();
        if seconds > 0.0 { (self.nodes as f64 / seconds) as u64 } else { 0 }
    }
}
