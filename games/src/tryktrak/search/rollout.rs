//! Rollouts of plays, of cube decisions and of positions.

use ludex_search::rollout::{
    Estimate, RolloutOptions, RolloutReport, RolloutTask, Rollouts, deviations,
};
use ludex_search::{Candidate, Candidates, Game, StopFlag};
use serde_json::json;

use super::searches::{EVALUATORS, choose, chosen_networks, selective};
use crate::interface::rollouts::{self, CONFIDENCE};
use crate::support::figures::precise;
use crate::tryktrak::evaluation::cube::{CubeDecision, CubefulValue};
use crate::tryktrak::evaluation::model::{EquityModel, ModelScratch};
use crate::tryktrak::evaluation::outcome::Outcome;
use crate::tryktrak::rules::game::Tryktrak;
use crate::tryktrak::rules::moves::Move;
use crate::tryktrak::rules::options::Options;
use crate::tryktrak::rules::position::{Phase, Position, Status};
use crate::tryktrak::show::explain::{CHANCES, cube_json, cube_notes, outcome_json, signed};
use crate::{
    Chosen, Description, Facts, InputError, RolledLine, RolledOut, Roller, RolloutJudge,
    RolloutObserver, RolloutRequest, SearchSetup,
};

/// What is rolled out from one root.
struct Subject {
    /// Whose turn it is here, before the roll or with the dice.
    root: Position,
    positions: Vec<Position>,
    moves: Vec<Move>,
    question: RolloutQuestion,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum RolloutQuestion {
    /// Which play, or what a position is worth.
    Value,
    /// Whether to double.
    Double,
    /// Whether to take.
    Take,
}

impl Roller<Self> for Tryktrak {
    fn roll_out(
        &self,
        setup: &SearchSetup,
        pos: &Position,
        request: &RolloutRequest<Move>,
        stop: &StopFlag,
        observer: &mut RolloutObserver<'_, Move>,
    ) -> Result<RolledOut<Move>, InputError> {
        let chosen = choose(self, setup)?;
        roll_out(self, &chosen, pos, request, stop, observer)
    }

    fn judge(&self, setup: &SearchSetup) -> Result<RolloutJudge, InputError> {
        let chosen = choose(self, setup)?;
        let evaluator = setup.evaluator.clone();
        Ok(RolloutJudge {
            evaluator: evaluator.unwrap_or_else(|| EVALUATORS[0].to_owned()),
            networks: chosen_networks(&chosen).bytes(),
        })
    }
}

/// Rolls out what is asked for at `pos`.
fn roll_out(
    game: &Tryktrak,
    chosen: &Chosen<'_>,
    pos: &Position,
    request: &RolloutRequest<Move>,
    stop: &StopFlag,
    observer: &mut RolloutObserver<'_, Move>,
) -> Result<RolledOut<Move>, InputError> {
    let rules = Tryktrak::with_options(Options {
        cube: game.options().cube && request.cubeful,
        ..game.options()
    })
    .single_game();
    let mut model = EquityModel::new(chosen_networks(chosen), rules.options());
    let subject = subject(&rules, &mut model, pos, request);
    model.take_root(&subject.root);
    let reduces_variance = request.reduces_variance.unwrap_or(true);
    let options = RolloutOptions {
        search: selective(chosen),
        reduces_variance,
        ..request.options.clone()
    };
    let sums = rollouts::sums_of::<_, CubefulValue>(request, subject.positions.len())?;
    let rollouts = Rollouts::new(rules, model, options);
    let verdict = |report: &RolloutReport<CubefulValue>| {
        let equities = subject.equities(rollouts.model(), report);
        CubeLeads::new(report, &equities).of_verdict(subject.question)
    };
    let asks_for_verdict = subject.question != RolloutQuestion::Value;
    let task = RolloutTask {
        verdict: asks_for_verdict.then_some(&verdict),
        sums,
        ..RolloutTask::new(&subject.root, &subject.positions)
    };
    let words = |report: &RolloutReport<CubefulValue>| {
        subject.told(game, rollouts.model(), report, reduces_variance)
    };
    Ok(rollouts::roll_out(&rollouts, &task, stop, words, observer))
}

fn subject(
    rules: &Tryktrak,
    model: &mut EquityModel,
    pos: &Position,
    request: &RolloutRequest<Move>,
) -> Subject {
    let status = pos.status();
    if status.phase == Phase::Moving {
        let moves = plays(rules, model, pos, request);
        let after = |&mv: &Move| {
            let mut after = *pos;
            rules.play(&mut after, mv);
            after
        };
        return Subject {
            root: *pos,
            positions: moves.iter().map(after).collect(),
            moves,
            question: RolloutQuestion::Value,
        };
    }
    let (root, question) = match status.phase {
        Phase::Doubled => (pos.before_double(), RolloutQuestion::Take),
        // The start is an ordinary turn.
        Phase::Opening => (with_phase(pos, Phase::ToRoll), RolloutQuestion::Double),
        _ => (*pos, RolloutQuestion::Double),
    };
    let mut rolled = vec![with_phase(&root, Phase::Rolling)];
    let turns = root.status().phase == Phase::ToRoll && rules.offers_double(&root.status());
    if !turns {
        return Subject {
            root,
            positions: rolled,
            moves: vec![Move::Roll],
            question: RolloutQuestion::Value,
        };
    }
    let mut taken = root;
    rules.play(&mut taken, Move::Double);
    rules.play(&mut taken, Move::Take);
    rolled.push(taken);
    let moves = match question {
        RolloutQuestion::Take => vec![Move::Take, Move::Pass],
        _ => vec![Move::Roll, Move::Double],
    };
    Subject {
        root,
        positions: rolled,
        moves,
        question,
    }
}

/// By how many standard deviations the answers to a cube decision differ, whichever is better.
struct CubeLeads {
    take: f32,
    double: f32,
}

impl CubeLeads {
    /// From the equities of no double and of a double that is taken, the positions 0 and 1.
    fn new(report: &RolloutReport<CubefulValue>, equities: &[(f64, f64)]) -> Self {
        // What a pass brings is known.
        let over_pass = |(equity, error): (f64, f64)| deviations(equity - 1.0, error).abs();
        let [no_double, taken] = [equities[0], equities[1]];
        Self {
            take: over_pass(taken),
            double: if taken.0 <= 1.0 {
                report.lead(1, 0).abs()
            } else {
                over_pass(no_double)
            },
        }
    }

    /// How certain the verdict is: for who is doubled his answer, for who may double the other's too.
    fn of_verdict(&self, question: RolloutQuestion) -> f32 {
        match question {
            RolloutQuestion::Take => self.take,
            _ => self.take.min(self.double),
        }
    }
}

fn with_phase(pos: &Position, phase: Phase) -> Position {
    pos.with_status(Status {
        phase,
        ..pos.status()
    })
}

/// A difference that is so many joint standard deviations, with its interval of 95 % where there is one.
fn difference(value: f64, deviations: f32) -> String {
    let error = CONFIDENCE * (value / f64::from(deviations)).abs();
    if error.is_finite() {
        format!("{} ± {error:.4}", signed(value))
    } else {
        signed(value)
    }
}

/// The plays that are asked for, or the best by static value.
fn plays(
    rules: &Tryktrak,
    model: &mut EquityModel,
    pos: &Position,
    request: &RolloutRequest<Move>,
) -> Vec<Move> {
    if !request.plays.is_empty() {
        return request.plays.clone();
    }
    model.take_root(pos);
    let mut candidates: Vec<Candidate<Tryktrak, CubefulValue>> = Vec::new();
    model.candidates(
        &mut ModelScratch::default(),
        rules,
        pos,
        request.lines,
        &mut candidates,
    );
    candidates.truncate(request.lines.max(1));
    candidates.iter().map(|candidate| candidate.mv).collect()
}

impl Subject {
    /// The equity of each position with its standard error.
    fn equities(
        &self,
        model: &EquityModel,
        report: &RolloutReport<CubefulValue>,
    ) -> Vec<(f64, f64)> {
        let player = self.root.status().player;
        // Equities are linear in what values are worth.
        let equity = |utility: f32| f64::from(model.equity_of_worth(player, utility));
        let of = |estimate: &Estimate<CubefulValue>| {
            let error = equity(estimate.utility + estimate.utility_error);
            (equity(estimate.utility), error - equity(estimate.utility))
        };
        report.estimates.iter().map(of).collect()
    }

    fn told(
        &self,
        game: &Tryktrak,
        model: &EquityModel,
        report: &RolloutReport<CubefulValue>,
        reduces_variance: bool,
    ) -> RolledOut<Move> {
        let equities = self.equities(model, report);
        let mut description = Description::default();
        let mut lines = match self.question {
            RolloutQuestion::Value => self.play_lines(game, report, &equities),
            question => {
                let decision = CubeDecision::new(equities[0].0 as f32, equities[1].0 as f32, 1.0);
                description
                    .facts
                    .insert("cube".into(), cube_json(&decision));
                description.notes = cube_notes(&self.root, &decision);
                self.cube_lines(game, question, report, &equities)
            }
        };
        lines.sort_by(|a, b| b.value.total_cmp(&a.value));
        let best = lines.first().map_or(0.0, |line| line.value);
        for line in lines.iter_mut().skip(1) {
            line.description.cells[2].1 = difference(line.value - best, line.behind);
        }
        let plays = match self.root.status().phase {
            Phase::Moving => self.moves.clone(),
            _ => Vec::new(),
        };
        RolledOut::of(report, reduces_variance, lines, plays, description)
    }

    fn play_lines(
        &self,
        game: &Tryktrak,
        report: &RolloutReport<CubefulValue>,
        equities: &[(f64, f64)],
    ) -> Vec<RolledLine<Move>> {
        let worth = |&index: &usize| equities[index].0;
        let by_worth = |a: &usize, b: &usize| worth(a).total_cmp(&worth(b));
        let best = (0..self.moves.len()).max_by(by_worth).unwrap_or_default();
        let line = |(index, &mv): (usize, &Move)| RolledLine {
            behind: report.lead(best, index),
            ..self.line(game, mv, equities[index], Some(&report.estimates[index]))
        };
        self.moves.iter().enumerate().map(line).collect()
    }

    /// The answers to a question of the cube.
    fn cube_lines(
        &self,
        game: &Tryktrak,
        question: RolloutQuestion,
        report: &RolloutReport<CubefulValue>,
        equities: &[(f64, f64)],
    ) -> Vec<RolledLine<Move>> {
        let [no_double, taken] = [equities[0], equities[1]];
        let estimate = |index: usize| Some(&report.estimates[index]);
        let leads = CubeLeads::new(report, equities);
        let mut lines = if question == RolloutQuestion::Take {
            vec![
                self.line(game, Move::Take, (-taken.0, taken.1), estimate(1)),
                self.line(game, Move::Pass, (-1.0, 0.0), None),
            ]
        } else {
            let (double, rolled) = if taken.0 <= 1.0 {
                (taken, estimate(1))
            } else {
                ((1.0, 0.0), None)
            };
            vec![
                self.line(game, Move::Roll, no_double, estimate(0)),
                self.line(game, Move::Double, double, rolled),
            ]
        };
        let worse = usize::from(lines[0].value >= lines[1].value);
        lines[worse].behind = match question {
            RolloutQuestion::Take => leads.take,
            _ => leads.double,
        };
        lines
    }

    fn line(
        &self,
        game: &Tryktrak,
        mv: Move,
        (equity, error): (f64, f64),
        estimate: Option<&Estimate<CubefulValue>>,
    ) -> RolledLine<Move> {
        let mut facts = Facts::new();
        let mut cells = vec![
            ("equity", signed(equity)),
            ("± 95 %", format!("{:.4}", CONFIDENCE * error)),
            ("diff", String::new()),
        ];
        facts.insert("equity".into(), precise(equity));
        facts.insert("error".into(), precise(error));
        let interval = [equity - CONFIDENCE * error, equity + CONFIDENCE * error];
        facts.insert("interval".into(), json!(interval.map(precise)));
        let turned = matches!(mv, Move::Take | Move::Pass);
        // A take is worth to its player what it is not to the other.
        let sign = if turned { -1.0 } else { 1.0 };
        if let Some(chance) = game.match_chance(&self.root, sign * equity) {
            let chance = if turned { 1.0 - chance } else { chance };
            facts.insert("mwc".into(), precise(chance));
            cells.push(("match", format!("{:.2}", 100.0 * chance)));
        }
        if let Some(estimate) = estimate {
            let flip = |outcome: Outcome| if turned { outcome.flipped() } else { outcome };
            let mean = flip(estimate.mean.outcome);
            facts.insert("outcome".into(), outcome_json(mean));
            let [win, rest @ ..] = estimate.error.outcome.chances();
            let errors = match (turned, rest) {
                (false, _) => estimate.error.outcome,
                (true, [gammon, backgammon, lost, lost_b]) => {
                    Outcome::new([win, lost, lost_b, gammon, backgammon])
                }
            };
            facts.insert("outcome_error".into(), outcome_json(errors));
            for (&(heading, _), chance) in CHANCES.iter().zip(mean.chances()) {
                cells.push((heading, format!("{:.2}", 100.0 * chance)));
            }
        } else {
            cells.extend(CHANCES.iter().map(|&(heading, _)| (heading, String::new())));
        }
        RolledLine {
            mv: Some(mv),
            trials: estimate.map_or(0, |estimate| estimate.trials),
            value: equity,
            error,
            behind: 0.0,
            description: Description {
                facts,
                notes: Vec::new(),
                cells,
            },
        }
    }
}
