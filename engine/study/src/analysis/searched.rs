//! Searches a position of a record, and examines the move that was played there.

use ludex_kit::registry::{Findings, FoundLine, Session, Token};
use ludex_kit::{GameResult, say};
use ludex_search::{Limits, StopFlag};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::judged::Candidate;
use super::plan::divide_limits;
use crate::json;
use ludex_base::failure::CouldNot;
use ludex_base::output::percent;

/// The chances of the player to move, and the depth of the search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chances {
    /// Probabilities of win, draw and loss.
    pub wdl: [f64; 3],
    /// Depth of the search.
    pub depth: u32,
}

/// The findings about a position of a record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SearchedPosition {
    /// The player to move, from 1; `None` before a chance event or at the end of the game.
    pub player: Option<usize>,
    /// The expected result of each player, 0 to 1; empty before a chance event.
    pub expected: Vec<f64>,
    /// The score of each player, if known. It is unknown if a result is proven. With more than two players, only the score of the player to
    /// move is known.
    pub scores: Vec<Option<f64>>,
    /// The chances of the player to move.
    pub chances: Option<Chances>,
    /// The JSON object that `bestmove` prints.
    pub object: Map<String, Value>,
    /// The move that the search would play.
    pub choice: Option<String>,
    /// The best moves, by value. A tree search may choose a move other than the first one, if it has explored that move more often.
    pub candidates: Vec<Candidate>,
    /// A proven result for the player to move, and its length in plies.
    pub proof: Option<(String, u32)>,
    /// Whether there is only one legal move.
    pub is_forced: bool,
    /// The played move in the game's notation.
    pub played: Option<String>,
    /// The effect of the following chance event, if one follows.
    pub behind: Option<ChanceOutcome>,
    /// Whether the shipped book would play the move.
    pub in_book: bool,
    /// The annotation signs of the move: first the usual ones, then those for a move that is a proven win.
    pub signs: [String; 2],
}

impl SearchedPosition {
    /// The expected result of the best candidate for this player. `expected` may differ, because it is the value of the move that the
    /// search chose.
    pub(super) fn best_expected(&self, seat: usize) -> f64 {
        let worth = |mv: Option<&str>| {
            let found = self.candidates.iter().find(|line| Some(&*line.mv) == mv);
            found.map_or(0.0, |line| line.number)
        };
        let best = self.candidates.first().map(|line| &*line.mv);
        let more = match self.player {
            Some(player) if player == seat + 1 => worth(best) - worth(self.choice.as_deref()),
            _ => 0.0,
        };
        (self.expected[seat] + more).min(1.0)
    }
}

/// A move followed by a chance event.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChanceOutcome {
    /// The loss compared to the best move; both moves are averaged over all possible events.
    pub lost: f64,
    /// The luck of the event that happened: the expected result after it minus the average; `None` if no event
    /// has happened yet.
    pub luck: Option<f64>,
}

/// The expected result and the score of each player in a position.
struct Expectations {
    expected: Vec<f64>,
    scores: Vec<Option<f64>>,
}

impl Expectations {
    /// The expectations after the end of a game, from the result of each player. A win by several points counts as a win by one.
    fn from_returns(returns: &[f32]) -> Self {
        let expected = |&value: &f32| f64::midpoint(1.0, f64::from(value).clamp(-1.0, 1.0));
        Self { expected: returns.iter().map(expected).collect(), scores: vec![None; returns.len()] }
    }

    /// The expectations from a search for the player to move, in a two-player game.
    fn from_findings(findings: &Findings, player: usize) -> Self {
        let Some(best) = findings.best() else {
            return Self::from_returns(&[0.0; 2]);
        };
        let sign = |seat: usize| if seat + 1 == player { 1.0 } else { -1.0 };
        let expectation = best.wdl.expectation();
        let mut view = Self::from_returns(&[0, 1].map(|seat| sign(seat) as f32 * expectation));
        view.scores = [0, 1].map(|seat| best.value.map(|value| sign(seat) * value)).to_vec();
        view
    }
}

/// Searches positions.
pub(super) struct PositionSearcher<'a> {
    pub(super) session: &'a mut dyn Session,
    pub(super) limits: &'a Limits,
    pub(super) stop: &'a StopFlag,
    pub(super) seed: u64,
}

impl PositionSearcher<'_> {
    /// Searches the current position and examines the move `played` in it; `after` is the next step of the record. `None` if the search was
    /// stopped, because an interrupted result is not used.
    pub(super) fn search(
        &mut self,
        played: Option<&Token>,
        after: Option<&Token>,
    ) -> anyhow::Result<Option<SearchedPosition>> {
        let mut look = SearchedPosition::default();
        let status = self.session.status();
        let Some(player) = status.to_move else {
            let expected =
                |result: GameResult| Expectations::from_returns(&result.singles()).expected;
            look.expected = status.result.map_or_else(Vec::new, expected);
            return Ok(Some(look));
        };
        let findings = self.session.search(self.limits, self.stop, &mut |_| {})?;
        let view = self.view(&findings, player, self.limits)?;
        look.player = Some(player);
        look.expected = view.expected;
        look.scores = view.scores;
        look.is_forced = self.session.legal_moves().len() == 1;
        look.object = json::findings(self.session, &findings, self.seed);
        let candidate = |line| candidate(line, player);
        look.candidates = findings.lines.iter().map(candidate).collect();
        look.choice = look.candidates.first().map(|line| line.mv.clone());
        (look.candidates).sort_by(|a, b| b.number.total_cmp(&a.number));
        let proof = findings.proof;
        look.proof = proof.map(|proof| (json::result_name(proof.result).into(), proof.plies));
        look.chances = findings.best().map(|best| Chances {
            wdl: [best.wdl.win, best.wdl.draw, best.wdl.loss].map(f64::from),
            depth: findings.depth,
        });
        if let Some(word) = played {
            self.look_at_move(&mut look, word, after)?;
        }
        Ok((!self.stop.is_stopped()).then_some(look))
    }

    fn look_at_move(
        &mut self,
        look: &mut SearchedPosition,
        word: &Token,
        after: Option<&Token>,
    ) -> anyhow::Result<()> {
        let place = |error: ludex_kit::InputError| word.locate(error);
        look.in_book = self.session.is_book_move(&word.text);
        look.signs = [false, true].map(|is_won| self.session.signs(&word.text, is_won).to_owned());
        let played = self.session.play(&word.text).map_err(place)?;
        let waits = !self.session.events().is_empty();
        self.session.undo();
        if let (true, Some(player)) = (waits, look.player) {
            let mean = self.expected_after_move(&played, player, after)?;
            let best = look.candidates.first().map(|best| best.mv.clone());
            let lost = match best {
                Some(best) if best != played && look.choice.as_ref() != Some(&played) => {
                    self.expected_after_move(&best, player, None)?.mean - mean.mean
                }
                _ => 0.0,
            };
            look.behind = Some(ChanceOutcome {
                lost: lost.max(0.0),
                luck: mean.came.map(|came| came - mean.mean),
            });
        }
        look.played = Some(played);
        Ok(())
    }

    /// The expected result after a move that is followed by a chance event: the average over all events, and the
    /// value after the event that happened. The searches of all events together take about as much effort as one
    /// search.
    fn expected_after_move(
        &mut self,
        mv: &str,
        player: usize,
        came: Option<&Token>,
    ) -> anyhow::Result<MeanOfEvents> {
        self.session.play(mv)?;
        let mean = self.mean_of_events(player, *self.limits, came);
        self.session.undo();
        mean
    }

    fn mean_of_events(
        &mut self,
        player: usize,
        limits: Limits,
        came: Option<&Token>,
    ) -> anyhow::Result<MeanOfEvents> {
        let events = self.session.events();
        let limits = divide_limits(&limits, events.len() as u32);
        let came = came.and_then(|word| {
            let written = self.session.play(&word.text).ok()?;
            self.session.undo();
            Some(written)
        });
        let (mut sum, mut total, mut after_it) = (0.0, 0.0, None);
        for (event, weight) in events {
            if self.stop.is_stopped() {
                break;
            }
            self.session.play(&event)?;
            let value = if self.session.events().is_empty() {
                self.value_for(player, &limits)
            } else {
                self.mean_of_events(player, limits, None).map(|mean| mean.mean)
            };
            self.session.undo();
            let value = value?;
            if came.as_deref() == Some(&event) {
                after_it = Some(value);
            }
            sum += f64::from(weight) * value;
            total += f64::from(weight);
        }
        Ok(MeanOfEvents { mean: if total > 0.0 { sum / total } else { 0.5 }, came: after_it })
    }

    /// The expected result in the current position, where a player is to move.
    fn value_for(&mut self, player: usize, limits: &Limits) -> anyhow::Result<f64> {
        let status = self.session.status();
        let view = match (status.result, status.to_move) {
            (None, Some(mover)) => {
                let findings = self.session.search(limits, self.stop, &mut |_| {})?;
                self.view(&findings, mover, limits)?
            }
            (Some(result), _) => Expectations::from_returns(&result.singles()),
            (None, None) => Expectations::from_returns(&vec![0.0; self.session.players()]),
        };
        Ok(view.expected[player - 1])
    }

    /// The expectations of all players from findings about the current position. With more than two players, the value of one
    /// player does not determine the values of the others. If the chosen search does not evaluate all players, a search that does so is used.
    fn view(
        &mut self,
        findings: &Findings,
        player: usize,
        limits: &Limits,
    ) -> anyhow::Result<Expectations> {
        if self.session.players() == 2 {
            return Ok(Expectations::from_findings(findings, player));
        }
        let known = findings.best().and_then(|line| line.returns.clone());
        let returns = match known {
            Some(returns) => Some(returns),
            None => self.session.search_for_all(limits, self.stop)?,
        };
        let missing =
            || CouldNot(say!("no search of this game estimates the result of each player"));
        Ok(Expectations::from_returns(&returns.ok_or_else(missing)?))
    }
}

/// The expected result of a player before a chance event.
struct MeanOfEvents {
    /// The average.
    mean: f64,
    /// The expected result after the event that happened.
    came: Option<f64>,
}

/// A line of play as a candidate. If the search evaluates all players, the candidate has the value for this player.
fn candidate(line: &FoundLine, player: usize) -> Candidate {
    let told = line.returns.as_ref().and_then(|returns| returns.get(player - 1));
    let value = told.copied().unwrap_or_else(|| line.wdl.expectation());
    let expected = f64::midpoint(1.0, f64::from(value).clamp(-1.0, 1.0));
    Candidate {
        mv: line.first().to_owned(),
        pv: line.pv.clone(),
        value: percent(expected as f32),
        number: expected,
        depth: line.depth,
        is_proven: line.proof.is_some(),
    }
}
