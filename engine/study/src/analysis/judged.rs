//! Moves of a record with what is thought of them, and the sums of the players.

use ludex_kit::support::figures::precise;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::classes::{Class, Mark, accuracy};

/// A move that could be played, with its value.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// The move.
    pub mv: String,
    /// The line that begins with it.
    pub pv: Vec<String>,
    /// Its value for a reader.
    pub value: String,
    /// The value as a number: the expected result of its player, 0 to 1, or an equity.
    pub number: f64,
    /// The depth at which it was valued; 0 where it was not searched.
    #[serde(default)]
    pub depth: u32,
    /// Whether the value is proven.
    #[serde(default)]
    pub is_proven: bool,
}

/// A win that was proven, and is no longer certain after the move that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct MissedWin {
    /// The plies of the proof.
    pub plies: u32,
    /// A line of it.
    pub line: Vec<String>,
}

/// A move of the record and what is thought of it.
#[derive(Clone, Debug, Default)]
pub struct JudgedMove {
    /// Its number in the record, from 1.
    pub number: usize,
    /// The player, from 1.
    pub player: usize,
    /// The move as the game writes it.
    pub played: String,
    /// The best moves, best first.
    pub candidates: Vec<Candidate>,
    /// The place of the played move among all, from 1, as far as they were valued.
    pub rank: Option<usize>,
    /// The expected result for its player after it, 0 to 1.
    pub kept: f64,
    /// What it lost: expected result, 0 to 1, or equity.
    pub loss: f64,
    /// The score that it lost, in the game's unit; none next to proven results.
    pub score_loss: Option<f64>,
    /// What it lost, for a reader; nothing if it was the best.
    pub lost: String,
    /// What it kept, for a reader.
    pub value: String,
    /// The mark it deserves.
    pub mark: Mark,
    /// What kind of move it was.
    pub class: Class,
    /// What each player may expect after it, and after what chance brought then; 0 to 1.
    pub expected: Vec<f64>,
    /// By how much what chance brought after it was better than what it brings in the mean.
    pub luck: Option<f64>,
    /// A proven win that it gave away.
    pub missed_win: Option<MissedWin>,
    /// Whether the shipped book would play it.
    pub in_book: bool,
    /// The chances of player 1 after it and the depth at which they were found, in a game of two.
    pub evaluation: Option<([f64; 3], u32)>,
    /// The best line after it.
    pub reply: Vec<String>,
    /// Signs that the game's annotators put behind it whatever it is worth.
    pub signs: String,
    /// What an annotated record says, where the game words it itself.
    pub comment: Option<String>,
    /// What JSON tells.
    pub facts: Map<String, Value>,
    /// A row of a table: heading and text.
    pub cells: Vec<(String, String)>,
}

impl JudgedMove {
    /// The best move.
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.first()
    }

    /// Whether there is something to say about it: to roll the dice without a thought of the cube is no move for a reader.
    pub fn is_shown(&self) -> bool {
        self.comment.as_deref() != Some("") || self.luck.is_some() || !self.lost.is_empty()
    }

    /// Whether nothing better was known.
    pub fn is_best(&self) -> bool {
        matches!(self.class, Class::Forced | Class::Book | Class::Only | Class::Best)
    }
}

/// The most decisions that are told as the worst.
const N_WORST: usize = 10;

/// The moves that lost most, worst first, each with the number of its game.
pub fn worst<'a>(
    moves: impl Iterator<Item = (usize, &'a JudgedMove)>,
) -> Vec<(usize, &'a JudgedMove)> {
    let mut worst: Vec<_> = moves.filter(|(_, verdict)| verdict.loss > 0.0).collect();
    worst.sort_by(|(_, a), (_, b)| b.loss.total_cmp(&a.loss));
    worst.truncate(N_WORST);
    worst
}

/// A player's sum.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    /// The player, from 1.
    pub player: usize,
    /// Moves judged.
    pub n_moves: usize,
    /// Those among them for which there was a choice.
    pub n_chosen: usize,
    /// Moves that the search or the book would have played too.
    pub n_best: usize,
    /// Inaccuracies that are no mistakes.
    pub n_inaccuracies: usize,
    /// Mistakes that are no blunders.
    pub n_mistakes: usize,
    /// Blunders.
    pub n_blunders: usize,
    /// The sum of the losses in expected result.
    pub loss: f64,
    /// The sum of what moves were worth in percent, where there was a choice.
    accuracies: f64,
    /// The sum of what chance brought beyond the mean; none in games without chance.
    pub luck: Option<f64>,
}

impl Totals {
    /// The sums as `analyse` prints them, with the name of the player.
    pub fn to_json(&self, name: Option<&str>) -> Value {
        json!({
            "player": self.player,
            "name": name,
            "moves": self.n_moves,
            "best": self.n_best,
            "inaccuracies": self.n_inaccuracies,
            "mistakes": self.n_mistakes,
            "blunders": self.n_blunders,
            "loss_of_win": precise(self.loss),
            "accuracy": self.accuracy().map(precise),
            "luck": self.luck.map(precise),
        })
    }

    /// The mean accuracy of the moves for which there was a choice, in percent.
    pub fn accuracy(&self) -> Option<f64> {
        (self.n_chosen > 0).then(|| self.accuracies / self.n_chosen as f64)
    }

    /// The mean of the losses.
    pub fn average_loss(&self) -> f64 {
        self.loss / self.n_moves.max(1) as f64
    }

    fn add(&mut self, verdict: &JudgedMove) {
        let is_chosen = verdict.class != Class::Forced;
        self.n_moves += 1;
        self.n_chosen += usize::from(is_chosen);
        self.n_best += usize::from(verdict.is_best());
        self.n_inaccuracies += usize::from(verdict.mark == Mark::Inaccuracy);
        self.n_mistakes += usize::from(verdict.mark == Mark::Mistake);
        self.n_blunders += usize::from(verdict.mark == Mark::Blunder);
        self.loss += verdict.loss;
        if is_chosen {
            self.accuracies += accuracy(verdict.loss);
        }
        if let Some(luck) = verdict.luck {
            *self.luck.get_or_insert(0.0) += luck;
        }
    }
}

/// Sums by player, in the order of the players.
pub fn totals(judged: &[JudgedMove]) -> Vec<Totals> {
    let mut sums: Vec<Totals> = Vec::new();
    for verdict in judged {
        let at = sums.iter().position(|sum| sum.player == verdict.player);
        let at = at.unwrap_or_else(|| {
            sums.push(Totals { player: verdict.player, ..Totals::default() });
            sums.len() - 1
        });
        sums[at].add(verdict);
    }
    sums.sort_by_key(|sum| sum.player);
    sums
}
