//! Rollouts for games whose players choose moves by one static evaluation, with any number of players: win probabilities and points.

use ludex_search::rollout::{Estimate, RolloutOptions, RolloutReport, RolloutTask, Rollouts};
use ludex_search::{
    Candidate, Candidates, Decisions, Game, MAX_PLAYERS, MoveList, Player, StopFlag, Turn, Value,
    Values,
};
use serde_json::json;

use crate::interface::catalogue::Playable;
use crate::interface::explanation::{Description, Facts};
use crate::interface::input_error::InputError;
use crate::interface::rollouts::{self, CONFIDENCE};
use crate::interface::rollouts::{RolledLine, RolledOut, RolloutObserver, RolloutRequest};
use crate::interface::search_kinds::SearchSetup;
use crate::message;
use crate::support::figures::{precise, signed};

/// The expected results of the players. Each value belongs to one player, so it keeps its sign when the turn passes to the next player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Standings {
    /// Each player's probability of winning; a shared win counts as a fraction.
    pub wins: [f32; MAX_PLAYERS],
    /// The value by which each player compares positions.
    pub worth: [f32; MAX_PLAYERS],
}

impl Value for Standings {
    const COMPONENTS: usize = 2 * MAX_PLAYERS;

    fn component(&self, index: usize) -> f32 {
        match index.checked_sub(MAX_PLAYERS) {
            None => self.wins[index],
            Some(index) => self.worth[index],
        }
    }

    fn set_component(&mut self, index: usize, component: f32) {
        match index.checked_sub(MAX_PLAYERS) {
            None => self.wins[index] = component,
            Some(index) => self.worth[index] = component,
        }
    }

    fn add_scaled(&mut self, other: &Self, weight: f32) {
        for index in 0..MAX_PLAYERS {
            self.wins[index] += weight * other.wins[index];
            self.worth[index] += weight * other.worth[index];
        }
    }

    fn flipped(&self) -> Self {
        *self
    }
}

/// A game's static evaluation for rollouts.
pub trait Outlook<G: Game>: Send + Sync {
    /// Column heading for the value of a line.
    const UNIT: &'static str;
    /// Digits after the decimal point.
    const DIGITS: usize;

    /// The expected results at `pos`: estimated while the game goes on, by the rules when it is over.
    fn standings(&self, game: &G, pos: &G::Position) -> Standings;

    /// The moves that the players consider.
    fn moves(&self, game: &G, pos: &G::Position, moves: &mut MoveList<G::Move>) {
        game.legal_moves(pos, moves);
    }

    /// Converts a mean of `trials` games and its standard error to the game's unit. The error is infinite if only a few games were played
    /// and all ended alike: then their spread says nothing about the error.
    fn in_unit(&self, worth: f64, error: f64, trials: u64) -> (f64, f64) {
        let is_unknown = error == 0.0 && trials < FEW;
        (worth, if is_unknown { f64::INFINITY } else { error })
    }
}

/// Adapts an [`Outlook`] to the interface of rollouts.
struct ByOutlook<O> {
    outlook: O,
    /// The player for whom results are reported if no player is to move.
    mover: Player,
}

impl<O> ByOutlook<O> {
    fn mover<G: Game>(&self, game: &G, pos: &G::Position) -> usize {
        match game.turn(pos) {
            Turn::Player(mover) => mover.index(),
            Turn::Chance | Turn::Over => self.mover.index(),
        }
    }
}

impl<G: Game, O: Outlook<G>> Values<G> for ByOutlook<O> {
    type Value = Standings;
    type Scratch = MoveList<G::Move>;

    fn value(&self, _: &mut MoveList<G::Move>, game: &G, pos: &G::Position) -> Standings {
        self.outlook.standings(game, pos)
    }

    fn viewer(&self, _game: &G, _pos: &G::Position) -> Player {
        Player(0)
    }

    fn utility(&self, game: &G, pos: &G::Position, value: &Standings) -> f32 {
        value.worth[self.mover(game, pos)]
    }
}

impl<G: Game, O: Outlook<G>> Candidates<G> for ByOutlook<O> {
    fn candidates(
        &self,
        moves: &mut MoveList<G::Move>,
        game: &G,
        pos: &G::Position,
        keep: usize,
        out: &mut Vec<Candidate<G, Standings>>,
    ) {
        let mover = self.mover(game, pos);
        moves.clear();
        self.outlook.moves(game, pos, moves);
        // Positions can be large: copy once, and once more for each play that is kept.
        let mut after = pos.clone();
        let judge = |mv: G::Move| {
            let undo = game.play(&mut after, mv);
            let value = self.outlook.standings(game, &after);
            game.undo(&mut after, mv, undo);
            (mv, value)
        };
        let mut judged: Vec<(G::Move, Standings)> = moves.iter().copied().map(judge).collect();
        judged.sort_by(|(_, a), (_, b)| b.worth[mover].total_cmp(&a.worth[mover]));
        let kept = judged.into_iter().take(keep.max(1));
        out.extend(kept.map(|(mv, value)| {
            let mut position = pos.clone();
            game.play(&mut position, mv);
            let utility = value.worth[mover];
            Candidate { mv, position, value, utility }
        }));
    }
}

impl<G: Game, O: Outlook<G>> Decisions<G> for ByOutlook<O> {}

/// Rolls out the plays of a position, or the position itself if no player is to move, with a game's static evaluation.
pub fn roll_out<G: Playable, O: Outlook<G>>(
    game: &G,
    outlook: O,
    setup: &SearchSetup,
    pos: &G::Position,
    request: &RolloutRequest<G::Move>,
    stop: &StopFlag,
    observer: &mut RolloutObserver<'_, G::Move>,
) -> Result<RolledOut<G::Move>, InputError> {
    let model = ByOutlook { outlook, mover: game.next_player(pos) };
    let plays = plays(game, &model, pos, request);
    let after = |&mv: &G::Move| {
        let mut after = pos.clone();
        game.play(&mut after, mv);
        after
    };
    let positions: Vec<G::Position> = match &plays[..] {
        [] => vec![pos.clone()],
        plays => plays.iter().map(after).collect(),
    };
    let mut options = RolloutOptions {
        // Variance reduction by one-ply look-ahead is off by default. In Trax it halves the variance but takes two and a half times the
        // time; in Tantrix it gains nothing and takes twelve times the time (216 and 36 games from the start, 2026-11-23).
        reduces_variance: request.reduces_variance.unwrap_or(false),
        ..request.options.clone()
    };
    options.search.search = setup.options.clone();
    let reduces_variance = options.reduces_variance;
    let rollouts = Rollouts::new(game.clone(), model, options);
    let reported_error = |estimate: &Estimate<Standings>| {
        let (_, error) = in_unit::<G, O>(&rollouts.model().outlook, estimate);
        error as f32
    };
    let task = RolloutTask {
        reported_error: Some(&reported_error),
        sums: rollouts::sums_of::<_, Standings>(request, positions.len())?,
        ..RolloutTask::new(pos, &positions)
    };
    let words = |report: &RolloutReport<Standings>| {
        let lines = lines(game, rollouts.model(), pos, &plays, report);
        let description = Description::default();
        RolledOut::from_report(report, reduces_variance, lines, plays.clone(), description)
    };
    Ok(rollouts::roll_out(&rollouts, &task, stop, words, observer))
}

/// The requested plays, or the best by static evaluation; empty if no player is to move.
fn plays<G: Playable, O: Outlook<G>>(
    game: &G,
    model: &ByOutlook<O>,
    pos: &G::Position,
    request: &RolloutRequest<G::Move>,
) -> Vec<G::Move> {
    if !request.plays.is_empty() {
        return request.plays.clone();
    }
    let mut candidates = Vec::new();
    if let Turn::Player(_) = game.turn(pos) {
        let scratch = &mut MoveList::new();
        model.candidates(scratch, game, pos, request.lines, &mut candidates);
    }
    candidates.iter().map(|candidate| candidate.mv).collect()
}

/// The results as lines, best first.
fn lines<G: Playable, O: Outlook<G>>(
    game: &G,
    model: &ByOutlook<O>,
    pos: &G::Position,
    plays: &[G::Move],
    report: &RolloutReport<Standings>,
) -> Vec<RolledLine<G::Move>> {
    let worth = |index: usize| report.estimates[index].utility;
    let mut order: Vec<usize> = (0..report.estimates.len()).collect();
    order.sort_by(|&a, &b| worth(b).total_cmp(&worth(a)));
    let Some(&best) = order.first() else {
        return Vec::new();
    };
    let mover = model.mover(game, pos);
    let rolled_line = |index: usize| {
        let mv = plays.get(index).copied();
        let is_over = mv.is_some_and(|mv| ends(game, pos, mv));
        let line = line(&model.outlook, mover, mv, is_over, &report.estimates[index]);
        RolledLine { behind: report.lead(best, index), ..line }
    };
    let mut lines: Vec<_> = order.into_iter().map(rolled_line).collect();
    let best = lines[0].value;
    for line in lines.iter_mut().skip(1) {
        line.description.cells[2].1 = signed(line.value - best, O::DIGITS);
    }
    lines
}

/// Whether a move ends the game.
fn ends<G: Game>(game: &G, pos: &G::Position, mv: G::Move) -> bool {
    let mut after = pos.clone();
    game.play(&mut after, mv);
    game.turn(&after) == Turn::Over
}

/// The value of a line in the game's unit, with its standard error.
fn in_unit<G: Game, O: Outlook<G>>(outlook: &O, estimate: &Estimate<Standings>) -> (f64, f64) {
    outlook.in_unit(f64::from(estimate.utility), f64::from(estimate.utility_error), estimate.trials)
}

/// If fewer games than this all end alike, their spread says nothing about the error.
const FEW: u64 = 30;

/// A probability with its standard error. If all games ended alike, the error is not zero: two wins and two losses are added
/// (Agresti–Coull). CITE: Agresti, Coull, "Approximate is better than 'exact' for interval estimation of binomial proportions", The
/// American Statistician 52 (1998).
pub fn chance_with_error(chance: f64, error: f64, trials: u64) -> (f64, f64) {
    if error > 0.0 {
        return (chance, error);
    }
    let trials = trials as f64;
    let chance = (trials * chance + 2.0) / (trials + 4.0);
    (chance, (chance * (1.0 - chance) / (trials + 4.0)).sqrt())
}

/// Half the width of a 95 % confidence interval as text; empty if unknown.
fn reach(error: f64, factor: f64, digits: usize) -> String {
    if error.is_finite() {
        format!("{:.digits$}", CONFIDENCE * error * factor)
    } else {
        String::new()
    }
}

/// `is_over`: the play ends the game, so its result is certain.
fn line<G: Playable, O: Outlook<G>>(
    outlook: &O,
    mover: usize,
    mv: Option<G::Move>,
    is_over: bool,
    estimate: &Estimate<Standings>,
) -> RolledLine<G::Move> {
    let (value, error) = in_unit(outlook, estimate);
    let [win, spread] = [&estimate.mean, &estimate.error].map(|value| f64::from(value.wins[mover]));
    let (_, win_error) = chance_with_error(win, spread, estimate.trials);
    let [error, win_error] = [error, win_error].map(|error| if is_over { 0.0 } else { error });
    let mut facts = Facts::new();
    facts.insert("value".into(), precise(value));
    facts.insert("error".into(), precise(error));
    let interval = [value - CONFIDENCE * error, value + CONFIDENCE * error];
    facts.insert("interval".into(), json!(interval.map(precise)));
    facts.insert("win".into(), precise(win));
    facts.insert("win_error".into(), precise(win_error));
    let digits = O::DIGITS;
    let percent = |chance: f64| format!("{:.2}", 100.0 * chance);
    RolledLine {
        mv,
        trials: estimate.trials,
        value,
        error,
        behind: 0.0,
        description: Description {
            facts,
            notes: Vec::new(),
            cells: vec![
                (O::UNIT, signed(value, digits)),
                ("± 95 %", reach(error, 1.0, digits)),
                (message!("diff"), String::new()),
                (message!("win"), percent(win)),
                ("± 95 % ", reach(win_error, 100.0, 2)),
            ],
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_results_still_have_a_standard_error() {
        let (chance, few) = chance_with_error(1.0, 0.0, 2);
        assert!((chance - 4.0 / 6.0).abs() < 1e-12, "{chance}");
        assert!((few - (1.0_f64 / 27.0).sqrt()).abs() < 1e-12, "{few}");
        assert!((chance_with_error(0.0, 0.0, 2).1 - few).abs() < 1e-12);
        let (_, many) = chance_with_error(1.0, 0.0, 1296);
        assert!(many > 0.001 && many < 0.002, "{many}");
        assert_eq!(chance_with_error(0.5, 0.1, 25), (0.5, 0.1));
        let one = chance_with_error(1.0, f64::INFINITY, 1);
        assert_eq!(one, (1.0, f64::INFINITY));
        assert_eq!(reach(f64::INFINITY, 1.0, 2), "");
    }
}
