//! The loss of each move is the expectation before it less the expectation after it, both seen by its player. Where
//! chance decides next, the best move and the one that was played are compared behind everything that it may bring.

use ludex_search::{Limits, StopFlag};

use super::plan::share;
use crate::failure::CouldNot;
use ludex_games::registry::Findings;
use ludex_games::registry::{Session, Token};

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

/// What the players may expect in a position.
struct View {
    /// The expected result of each player, 0 to 1.
    expected: Vec<f64>,
    /// The score of each player, where it is known: it is not next to proven results, nor by others of more than two.
    scores: Vec<Option<f64>>,
}

impl View {
    /// By the result of each player, −1 to 1. A game may be won by more than one point; the expected result is that of
    /// one game.
    fn of_returns(returns: &[f32]) -> Self {
        let expected = |&value: &f32| f64::midpoint(1.0, f64::from(value).clamp(-1.0, 1.0));
        Self {
            expected: returns.iter().map(expected).collect(),
            scores: vec![None; returns.len()],
        }
    }

    /// By a search for the player to move, in a game for two.
    fn of_two(findings: &Findings, player: usize) -> Self {
        let Some(best) = findings.best() else {
            return Self::of_returns(&[0.0; 2]);
        };
        let sign = |seat: usize| if seat + 1 == player { 1.0 } else { -1.0 };
        let expectation = best.wdl.expectation();
        let mut view = Self::of_returns(&[0, 1].map(|seat| sign(seat) as f32 * expectation));
        view.scores = [0, 1]
            .map(|seat| best.value.map(|value| sign(seat) * value))
            .to_vec();
        view
    }
}

/// Marks the moves of a game by searches.
struct MoveJudge<'a> {
    session: &'a mut dyn Session,
    limits: Limits,
    stop: &'a StopFlag,
    /// The findings about the position at hand, if it was looked at already.
    known: Option<Findings>,
}

/// What a move kept and lost.
struct Loss {
    kept: f64,
    lost: f64,
    score: Option<f64>,
}

/// Judges every move of a record; `session` stands at its start. Each verdict goes to `tell` as soon as it is known,
/// with the session at the position that the move was played in. What was judged when the flag was raised is returned.
pub fn judge(
    session: &mut dyn Session,
    words: &[Token],
    limits: &Limits,
    stop: &StopFlag,
    tell: &mut dyn FnMut(&dyn Session, &JudgedMove) -> anyhow::Result<()>,
) -> anyhow::Result<Vec<JudgedMove>> {
    let mut judge = MoveJudge {
        session,
        limits: *limits,
        stop,
        known: None,
    };
    let mut judged = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let place = |error: ludex_games::InputError| word.locate(error);
        let Some(player) = judge.session.status().to_move else {
            // A chance event is nobody's merit; a move after the end is an error of the record.
            judge.session.play(&word.text).map_err(place)?;
            judge.known = None;
            continue;
        };
        let findings = match judge.known.take() {
            Some(findings) => findings,
            None => judge.session.search(limits, stop, &mut |_| {})?,
        };
        let played = judge.session.play(&word.text).map_err(place)?;
        judge.session.undo();
        let loss = judge.loss(&findings, player, &played)?;
        if stop.is_stopped() {
            // A search that was cut short is no judge.
            break;
        }
        let verdict = JudgedMove {
            number: index + 1,
            player,
            played,
            findings,
            kept: loss.kept,
            loss: loss.lost,
            score_loss: loss.score,
            mark: Mark::of(loss.lost),
        };
        tell(judge.session, &verdict)?;
        judge.session.play(&word.text).map_err(place)?;
        judged.push(verdict);
    }
    Ok(judged)
}

impl MoveJudge<'_> {
    /// What a move of the position at hand kept and lost for its player.
    fn loss(&mut self, findings: &Findings, player: usize, played: &str) -> anyhow::Result<Loss> {
        let before = self.view(findings, player)?;
        let expected = before.expected[player - 1];
        let best = findings.best_move();
        self.session.play(played)?;
        let waits = !self.session.events().is_empty();
        let after = if waits { None } else { Some(self.look()?) };
        self.session.undo();
        let loss = match (after, best) {
            (Some(after), _) => {
                let kept = after.expected[player - 1];
                let scores = before.scores[player - 1].zip(after.scores[player - 1]);
                Loss {
                    kept,
                    lost: expected - kept,
                    score: scores.map(|(before, after)| before - after),
                }
            }
            // What chance brings is told to neither of two moves that are compared behind it.
            (None, Some(best)) if best != played => {
                let lost =
                    self.behind_events(best, player)? - self.behind_events(played, player)?;
                Loss {
                    kept: (expected - lost.max(0.0)).max(0.0),
                    lost,
                    score: None,
                }
            }
            (None, _) => Loss {
                kept: expected,
                lost: 0.0,
                score: None,
            },
        };
        let is_best = best == Some(played);
        let some = |lost: f64| if is_best { 0.0 } else { lost.max(0.0) };
        Ok(Loss {
            kept: loss.kept,
            lost: some(loss.lost),
            score: loss.score.map(some),
        })
    }

    /// What a player may expect after a move that lets chance decide next: the mean over what it may bring. The searches
    /// behind the events spend about as much together as one search.
    fn behind_events(&mut self, mv: &str, player: usize) -> anyhow::Result<f64> {
        self.session.play(mv)?;
        let mean = self.mean_of_events(player, self.limits);
        self.session.undo();
        mean
    }

    fn mean_of_events(&mut self, player: usize, limits: Limits) -> anyhow::Result<f64> {
        let events = self.session.events();
        let limits = share(&limits, events.len() as u32);
        let (mut sum, mut total) = (0.0, 0.0);
        for (event, weight) in events {
            if self.stop.is_stopped() {
                break;
            }
            self.session.play(&event)?;
            let value = if self.session.events().is_empty() {
                let whole = std::mem::replace(&mut self.limits, limits);
                let view = self.look();
                self.limits = whole;
                self.known = None;
                view.map(|view| view.expected[player - 1])
            } else {
                self.mean_of_events(player, limits)
            };
            self.session.undo();
            sum += f64::from(weight) * value?;
            total += f64::from(weight);
        }
        Ok(if total > 0.0 { sum / total } else { 0.5 })
    }

    /// What is thought of the position at hand, where chance does not decide: by its result if it is over, else by a search.
    fn look(&mut self) -> anyhow::Result<View> {
        let status = self.session.status();
        let (None, Some(player)) = (status.returns.as_ref(), status.to_move) else {
            let drawn = vec![0.0; self.session.players()];
            return Ok(View::of_returns(&status.returns.unwrap_or(drawn)));
        };
        let findings = self.session.search(&self.limits, self.stop, &mut |_| {})?;
        let view = self.view(&findings, player)?;
        self.known = Some(findings);
        Ok(view)
    }

    /// What findings about the position at hand say of every player. With more than two nothing follows from one player's
    /// value for the others: where the chosen search knows no more, another one is asked that does.
    fn view(&mut self, findings: &Findings, player: usize) -> anyhow::Result<View> {
        if self.session.players() == 2 {
            return Ok(View::of_two(findings, player));
        }
        let told = findings.best().and_then(|line| line.returns.clone());
        let returns = match told {
            Some(returns) => Some(returns),
            None => self.session.search_for_all(&self.limits, self.stop)?,
        };
        let nobody = || CouldNot("no search of this game tells what each player may expect".into());
        Ok(View::of_returns(&returns.ok_or_else(nobody)?))
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
