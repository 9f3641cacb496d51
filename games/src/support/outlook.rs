//! Rollouts of games whose players choose by one static judgement, however many they are: chances to win, and points.

use ludex_search::rollout::{Estimate, RolloutOptions, RolloutReport, RolloutTask, Rollouts};
use ludex_search::{
    Candidate, Candidates, Decisions, Game, MAX_PLAYERS, MoveList, Player, StopFlag, Turn, Value,
    Values,
};
use serde_json::json;

use crate::interface::rollouts::{self, CONFIDENCE};
use crate::support::figures::{precise, signed};
use crate::{
    Description, Facts, InputError, Playable, RolledLine, RolledOut, RolloutObserver,
    RolloutRequest, SearchSetup,
};

/// What the players of a game may expect. All see it alike, so nothing is turned round between them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Standings {
    /// The chance of each to win; a win that is shared counts in parts.
    pub(crate) wins: [f32; MAX_PLAYERS],
    /// What each compares positions by.
    pub(crate) worth: [f32; MAX_PLAYERS],
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

/// A game's judgement of positions, for rollouts.
pub(crate) trait Outlook<G: Game>: Send + Sync {
    /// The heading of what a line is worth.
    const UNIT: &'static str;
    /// Digits behind the point.
    const DIGITS: usize;

    /// What the players may expect at `pos`: by judgement while the game goes on, by the rules when it is over.
    fn standings(&self, game: &G, pos: &G::Position) -> Standings;

    /// The moves among which the players choose.
    fn moves(&self, game: &G, pos: &G::Position, moves: &mut MoveList<G::Move>) {
        game.legal_moves(pos, moves);
    }

    /// A mean worth of so many games in the game's unit.
    fn in_unit(&self, worth: f64, _trials: u64) -> f64 {
        worth
    }
}

/// A judgement as rollouts ask for it.
struct ByOutlook<O> {
    outlook: O,
    /// Who counts as the mover where nobody is to move.
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
        // A position may be large: it is copied once, and once for each play that is kept.
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
            Candidate {
                mv,
                position,
                value,
                utility,
            }
        }));
    }
}

impl<G: Game, O: Outlook<G>> Decisions<G> for ByOutlook<O> {}

/// Rolls out the plays of a position, or the position where nobody is to move, by a game's judgement.
pub(crate) fn roll_out<G: Playable, O: Outlook<G>>(
    game: &G,
    outlook: O,
    setup: &SearchSetup,
    pos: &G::Position,
    request: &RolloutRequest<G::Move>,
    stop: &StopFlag,
    observer: &mut RolloutObserver<'_, G::Move>,
) -> Result<RolledOut<G::Move>, InputError> {
    let model = ByOutlook {
        outlook,
        mover: game.next_player(pos),
    };
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
        // One ply sees little luck: in Trax it halves the variance in two and a half times the time, in Tantrix it takes
        // nothing away in twelve times the time (216 and 36 games of the start, 2026-11-23).
        reduces_variance: request.reduces_variance.unwrap_or(false),
        ..request.options.clone()
    };
    options.search.search = setup.options.clone();
    let reduces_variance = options.reduces_variance;
    let rollouts = Rollouts::new(game.clone(), model, options);
    let told_error = |estimate: &Estimate<Standings>| {
        let (_, error) = in_unit::<G, O>(&rollouts.model().outlook, estimate);
        error as f32
    };
    let task = RolloutTask {
        told_error: Some(&told_error),
        sums: rollouts::sums_of::<_, Standings>(request, positions.len())?,
        ..RolloutTask::new(pos, &positions)
    };
    let words = |report: &RolloutReport<Standings>| {
        let lines = lines(game, rollouts.model(), pos, &plays, report);
        let description = Description::default();
        RolledOut::of(report, reduces_variance, lines, plays.clone(), description)
    };
    Ok(rollouts::roll_out(&rollouts, &task, stop, words, observer))
}

/// The plays that are asked for, or the best by judgement; none where nobody is to move.
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

/// The findings as lines, the best first.
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
    let told = |index: usize| {
        let mv = plays.get(index).copied();
        let line = line(&model.outlook, mover, mv, &report.estimates[index]);
        RolledLine {
            behind: report.lead(best, index),
            ..line
        }
    };
    let mut lines: Vec<_> = order.into_iter().map(told).collect();
    let best = lines[0].value;
    for line in lines.iter_mut().skip(1) {
        line.description.cells[2].1 = signed(line.value - best, O::DIGITS);
    }
    lines
}

/// What a line is worth in the game's unit, with its standard error.
fn in_unit<G: Game, O: Outlook<G>>(outlook: &O, estimate: &Estimate<Standings>) -> (f64, f64) {
    let (worth, half) = (
        f64::from(estimate.utility),
        f64::from(estimate.utility_error),
    );
    let unit = |worth: f64| outlook.in_unit(worth, estimate.trials);
    // As steep as the unit is around the mean.
    let error = match half {
        f64::INFINITY => half,
        _ => (unit(worth + half) - unit(worth - half)) / 2.0,
    };
    (unit(worth), error)
}

fn line<G: Playable, O: Outlook<G>>(
    outlook: &O,
    mover: usize,
    mv: Option<G::Move>,
    estimate: &Estimate<Standings>,
) -> RolledLine<G::Move> {
    let (value, error) = in_unit(outlook, estimate);
    let [win, win_error] = [&estimate.mean, &estimate.error].map(|value| value.wins[mover]);
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
                ("± 95 %", format!("{:.digits$}", CONFIDENCE * error)),
                ("diff", String::new()),
                ("win", percent(f64::from(win))),
                ("± 95 % ", percent(CONFIDENCE * f64::from(win_error))),
            ],
        },
    }
}
