//! The loss of each move is the expectation before it less the expectation after it, both seen by its player.

use ludex_search::{Limits, StopFlag};

use crate::findings::Findings;
use crate::registry::{Session, Word};

/// A move that lost this much expected result (1 is a whole game) is a mistake, `?`.
const MISTAKE: f64 = 0.10;

/// A move that lost this much is a blunder, `??`.
const BLUNDER: f64 = 0.25;

/// How a move is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Nothing to say.
    None,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    fn of(loss: f64) -> Self {
        match loss {
            loss if loss >= BLUNDER => Self::Blunder,
            loss if loss >= MISTAKE => Self::Mistake,
            _ => Self::None,
        }
    }

    /// The sign that annotators use.
    pub fn sign(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

/// A move of the record and what the search thinks of it.
#[derive(Clone, Debug)]
pub struct JudgedMove {
    /// Its number in the record, from 1.
    pub number: usize,
    /// The player, from 1.
    pub player: usize,
    /// The move as the game writes it.
    pub played: String,
    /// What the search found in the position before it.
    pub findings: Findings,
    /// The expected result for its player after it, 0 to 1.
    pub kept: f64,
    /// The expected result that it lost, 0 to 1.
    pub loss: f64,
    /// The score that it lost, in the game's unit; none next to proven results.
    pub score_loss: Option<f64>,
    /// The mark it deserves.
    pub mark: Mark,
}

/// A player's sum.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    /// The player, from 1.
    pub player: usize,
    /// Moves judged.
    pub n_moves: usize,
    /// Moves that the search would have played too.
    pub n_best: usize,
    /// Mistakes that are no blunders.
    pub n_mistakes: usize,
    /// Blunders.
    pub n_blunders: usize,
    /// The sum of the losses in expected result.
    pub loss: f64,
}

/// A position as one player sees it.
struct View {
    /// The expected result of the player to move, 0 to 1.
    expected: f64,
    /// The score of the player to move, unless it is proven.
    score: Option<f64>,
    player: usize,
}

impl View {
    /// The expected result of another player.
    fn expected_by(&self, player: usize) -> f64 {
        if player == self.player {
            self.expected
        } else {
            1.0 - self.expected
        }
    }

    fn score_by(&self, player: usize) -> Option<f64> {
        let sign = if player == self.player { 1.0 } else { -1.0 };
        self.score.map(|score| sign * score)
    }
}

/// Judges every move of a record; `session` stands at its start. Each verdict goes to `tell` as soon as it is known,
/// with the session at the position that the move was played in.
pub fn judge(
    session: &mut dyn Session,
    words: &[Word],
    limits: &Limits,
    tell: &mut dyn FnMut(&dyn Session, &JudgedMove) -> anyhow::Result<()>,
) -> anyhow::Result<Vec<JudgedMove>> {
    let stop = StopFlag::default();
    let mut judged = Vec::new();
    let mut known: Option<Findings> = None;
    for (index, word) in words.iter().enumerate() {
        let place = |error: ludex_games::InputError| word.locate(error);
        let Some(player) = session.standing().to_move else {
            // A chance event is nobody's merit; a move after the end is an error of the record.
            session.play(&word.text).map_err(place)?;
            known = None;
            continue;
        };
        let findings = match known.take() {
            Some(findings) => findings,
            None => session.search(limits, &stop, &mut |_| {})?,
        };
        let before = view(&findings, player);
        let played = session.play(&word.text).map_err(place)?;
        let (after, next) = look(session, limits, &stop)?;
        known = next;
        session.undo();
        let is_best = findings.best_move() == Some(played.as_str());
        let kept = after
            .as_ref()
            .map_or(before.expected, |view| view.expected_by(player));
        let lost = if is_best {
            0.0
        } else {
            (before.expected - kept).max(0.0)
        };
        let score_loss = after
            .and_then(|view| Some(before.score? - view.score_by(player)?))
            .map(|lost| if is_best { 0.0 } else { lost.max(0.0) });
        let verdict = JudgedMove {
            number: index + 1,
            player,
            played,
            findings,
            kept,
            loss: lost,
            score_loss,
            mark: Mark::of(lost),
        };
        tell(session, &verdict)?;
        session.play(&word.text).map_err(place)?;
        judged.push(verdict);
    }
    Ok(judged)
}

/// What is thought of the position at hand: by its result if it is over, else by a search.
fn look(
    session: &mut dyn Session,
    limits: &Limits,
    stop: &StopFlag,
) -> anyhow::Result<(Option<View>, Option<Findings>)> {
    let standing = session.standing();
    if let Some(returns) = standing.returns {
        // A game may be won by more than one point; the expected result is that of one game.
        let expected = f64::midpoint(1.0, f64::from(returns[0]).clamp(-1.0, 1.0));
        let view = View {
            expected,
            score: None,
            player: 1,
        };
        return Ok((Some(view), None));
    }
    let Some(player) = standing.to_move else {
        return Ok((None, None));
    };
    let findings = session.search(limits, stop, &mut |_| {})?;
    Ok((Some(view(&findings, player)), Some(findings)))
}

fn view(findings: &Findings, player: usize) -> View {
    let Some(best) = findings.best() else {
        return View {
            expected: 0.5,
            score: None,
            player,
        };
    };
    View {
        expected: f64::midpoint(1.0, f64::from(best.outlook.expectation())),
        score: (!best.score.is_proven()).then_some(best.value),
        player,
    }
}

/// Sums by player, in the order of the players.
pub fn totals(judged: &[JudgedMove]) -> Vec<Totals> {
    let mut sums: Vec<Totals> = Vec::new();
    for verdict in judged {
        let at = sums.iter().position(|sum| sum.player == verdict.player);
        let at = at.unwrap_or_else(|| {
            sums.push(Totals {
                player: verdict.player,
                ..Totals::default()
            });
            sums.len() - 1
        });
        let sum = &mut sums[at];
        sum.n_moves += 1;
        sum.n_best += usize::from(verdict.findings.best_move() == Some(&verdict.played));
        sum.n_mistakes += usize::from(verdict.mark == Mark::Mistake);
        sum.n_blunders += usize::from(verdict.mark == Mark::Blunder);
        sum.loss += verdict.loss;
    }
    sums.sort_by_key(|sum| sum.player);
    sums
}
