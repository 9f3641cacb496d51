//! Judged moves, and totals for each player.

use ludex_kit::support::figures::precise;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::classes::{Class, Mark, accuracy};

/// A possible move with its value.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// The move.
    pub mv: String,
    /// The line of play that starts with it.
    pub pv: Vec<String>,
    /// Its value as text for readers.
    pub value: String,
    /// The value as a number: the player's expected result, 0 to 1, or an equity.
    pub number: f64,
    /// The depth of the value; 0 without a search.
    #[serde(default)]
    pub depth: u32,
    /// Whether the value is proven.
    #[serde(default)]
    pub is_proven: bool,
}

/// A proven win that the played move gave away.
#[derive(Clone, Debug, PartialEq)]
pub struct MissedWin {
    /// Length of the proof in plies.
    pub plies: u32,
    /// A line of the proof.
    pub line: Vec<String>,
}

/// A move of the record and its judgement.
#[derive(Clone, Debug, Default)]
pub struct JudgedMove {
    /// Its number in the record, from 1.
    pub number: usize,
    /// The player, from 1.
    pub player: usize,
    /// The move in the game's notation.
    pub played: String,
    /// The best moves, best first.
    pub candidates: Vec<Candidate>,
    /// The rank of the played move, from 1, if it was evaluated.
    pub rank: Option<usize>,
    /// The player's expected result after the played move, 0 to 1.
    pub kept: f64,
    /// The loss: in expected result, 0 to 1, or in equity.
    pub loss: f64,
    /// The loss of score in the game's unit; `None` next to proven results.
    pub score_loss: Option<f64>,
    /// The loss as text for readers; empty for the best move.
    pub lost: String,
    /// The value after the played move, as text for readers.
    pub value: String,
    /// Its mark.
    pub mark: Mark,
    /// Its class.
    pub class: Class,
    /// The expected result of each player after the move and the chance events that follow it, 0 to 1.
    pub expected: Vec<f64>,
    /// How much better for the player the following chance event was than the average.
    pub luck: Option<f64>,
    /// The proven win that the move gave away.
    pub missed_win: Option<MissedWin>,
    /// Whether the move is in the shipped book.
    pub in_book: bool,
    /// The chances of player 1 after the move (win, draw, loss) and the depth of the search, in a two-player game.
    pub evaluation: Option<([f64; 3], u32)>,
    /// The best continuation after the move.
    pub reply: Vec<String>,
    /// Signs that annotators of this game add to the move, independent of its value.
    pub signs: String,
    /// The comment for an annotated record, if the game supplies its own text.
    pub comment: Option<String>,
    /// Fields for JSON.
    pub facts: Map<String, Value>,
    /// A row of the table: headings and texts.
    pub cells: Vec<(String, String)>,
}

impl JudgedMove {
    /// The best move.
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.first()
    }

    /// Whether reports show the move. They leave out, for example, a roll of the dice for which the player could not double.
    pub fn is_shown(&self) -> bool {
        self.comment.as_deref() != Some("") || self.luck.is_some() || !self.lost.is_empty()
    }

    /// Whether no better move is known.
    pub fn is_best(&self) -> bool {
        matches!(self.class, Class::Forced | Class::Book | Class::Only | Class::Best)
    }
}

/// Maximum number of decisions listed as the worst.
const N_WORST: usize = 10;

/// The moves with the greatest losses, worst first, each with the number of its game.
pub fn worst<'a>(
    moves: impl Iterator<Item = (usize, &'a JudgedMove)>,
) -> Vec<(usize, &'a JudgedMove)> {
    let mut worst: Vec<_> = moves.filter(|(_, verdict)| verdict.loss > 0.0).collect();
    worst.sort_by(|(_, a), (_, b)| b.loss.total_cmp(&a.loss));
    worst.truncate(N_WORST);
    worst
}

/// The totals of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    /// The player, from 1.
    pub player: usize,
    /// Moves judged.
    pub n_moves: usize,
    /// Moves for which the player had a choice.
    pub n_chosen: usize,
    /// Moves that the search or the book would also have played.
    pub n_best: usize,
    /// Inaccuracies, without mistakes and blunders.
    pub n_inaccuracies: usize,
    /// Mistakes, without blunders.
    pub n_mistakes: usize,
    /// Blunders.
    pub n_blunders: usize,
    /// Sum of the losses in expected result.
    pub loss: f64,
    /// Sum of the accuracies of moves with a choice, in percent.
    accuracies: f64,
    /// Sum of the luck; `None` in games without chance.
    pub luck: Option<f64>,
}

impl Totals {
    /// The totals as `analyse` prints them, with the player's name.
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

    /// The mean accuracy of moves with a choice, in percent.
    pub fn accuracy(&self) -> Option<f64> {
        (self.n_chosen > 0).then(|| self.accuracies / self.n_chosen as f64)
    }

    /// The mean loss.
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

/// The totals of each player.
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
