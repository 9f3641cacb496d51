//! Rollouts of plays, of cube decisions and of positions.

mod answers;

use ludex_search::rollout::{Estimate, RolloutOptions, RolloutReport, RolloutTask, Rollouts};
use ludex_search::{Candidate, Candidates, StopFlag};
use serde_json::json;

use self::answers::{CubeAnswer, CubeAnswers, RolloutQuestion};
use super::searches::{EVALUATORS, asks_for_accepted, choose, chosen_networks, selective};
use crate::evaluation::cube::CubefulValue;
use crate::evaluation::model::{EquityModel, ModelScratch};
use crate::evaluation::outcome::Outcome;
use crate::rules::game::Tryktrak;
use crate::rules::moves::Move;
use crate::rules::options::Options;
use crate::rules::position::{Phase, Position, Status};
use crate::show::explain::{CHANCES, cube_json, cube_notes, outcome_json, signed, translated};
use ludex_kit::interface::rollouts::{self, CONFIDENCE};
use ludex_kit::support::figures::precise;
use ludex_kit::{
    Chosen, Description, Facts, InputError, Notation, RolledLine, RolledOut, Roller, RolloutJudge,
    RolloutObserver, RolloutRequest, SearchSetup, message, say,
};

/// What is rolled out, and how results are converted to equities.
struct Subject {
    /// The position with the player who decides, before or after the roll.
    root: Position,
    /// The position whose cube and score define the equities.
    before: Position,
    positions: Vec<Position>,
    /// The plays that lead to the positions, if plays are rolled out.
    moves: Vec<Move>,
    question: RolloutQuestion,
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

/// Runs the requested rollout at `pos`.
fn roll_out(
    game: &Tryktrak,
    chosen: &Chosen<'_>,
    pos: &Position,
    request: &RolloutRequest<Move>,
    stop: &StopFlag,
    observer: &mut RolloutObserver<'_, Move>,
) -> Result<RolledOut<Move>, InputError> {
    if let (Some(play), true) = (request.plays.first(), pos.status().phase != Phase::Moving) {
        let problem = say!("cannot be chosen before the roll: all cube actions are rolled out");
        let found = game.write_move(pos, *play);
        return Err(InputError::problem("--plays", found, problem));
    }
    let rules = Tryktrak::with_options(Options {
        cube: game.options().cube && request.cubeful,
        ..game.options()
    })
    .single_game();
    let mut model = EquityModel::new(chosen_networks(chosen), rules.options());
    let subject = subject(&rules, &mut model, pos, request);
    model.take_root(&subject.root);
    let reduces_variance = request.reduces_variance.unwrap_or(true);
    let options =
        RolloutOptions { search: selective(chosen), reduces_variance, ..request.options.clone() };
    let sums = rollouts::sums_of::<_, CubefulValue>(request, subject.positions.len())?;
    let rollouts = Rollouts::new(rules, model, options);
    let verdict = |report: &RolloutReport<CubefulValue>| {
        let equities = subject.equities(rollouts.model(), report);
        let answers = CubeAnswers::new(subject.question, &equities);
        answers.certainty(report, subject.question, &equities)
    };
    let asks_for_verdict = subject.question != RolloutQuestion::Value;
    let reported_error = |estimate: &Estimate<CubefulValue>| {
        let (_, error) = subject.equity(rollouts.model(), estimate);
        error as f32
    };
    let task = RolloutTask {
        verdict: asks_for_verdict.then_some(&verdict),
        reported_error: Some(&reported_error),
        sums,
        ..RolloutTask::new(&subject.root, &subject.positions)
    };
    let words = |report: &RolloutReport<CubefulValue>| {
        subject.describe(game, rollouts.model(), report, reduces_variance)
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
    let before = pos.before_double();
    let subject = |root: Position, positions: Vec<Position>, question: RolloutQuestion| Subject {
        root,
        before,
        positions,
        moves: Vec::new(),
        question,
    };
    if status.phase == Phase::Moving {
        let moves = plays(rules, model, pos, request);
        let positions = moves.iter().map(|&mv| rules.after_move(pos, mv)).collect();
        return Subject { moves, ..subject(*pos, positions, RolloutQuestion::Value) };
    }
    if asks_for_accepted(rules, pos) {
        let accepted = rules.after_move(pos, Move::Take);
        let by_roller = status.answers_beaver();
        return subject(accepted, vec![accepted], RolloutQuestion::Accept { by_roller });
    }
    let (root, question) = match status.phase {
        Phase::Doubled => (before, RolloutQuestion::Take),
        // The start position is rolled out like an ordinary turn.
        Phase::Opening => (with_phase(pos, Phase::ToRoll), RolloutQuestion::Double),
        _ => (*pos, RolloutQuestion::Double),
    };
    let mut positions = vec![with_phase(&root, Phase::Rolling)];
    let turns = root.status().phase == Phase::ToRoll && rules.offers_double(&root.status());
    if !turns {
        return Subject {
            moves: vec![Move::Roll],
            ..subject(root, positions, RolloutQuestion::Value)
        };
    }
    let doubled = rules.after_move(&root, Move::Double);
    positions.push(rules.after_move(&doubled, Move::Take));
    if rules.can_beaver(&doubled.status()) {
        let beavered = rules.after_move(&doubled, Move::Beaver);
        positions.push(rules.after_move(&beavered, Move::Take));
    }
    subject(root, positions, question)
}

fn with_phase(pos: &Position, phase: Phase) -> Position {
    pos.with_status(Status { phase, ..pos.status() })
}

/// Writes a difference of equities, with its 95 % interval if the interval is finite. `deviations` is the same difference in joint standard
/// deviations.
fn difference(value: f64, deviations: f32) -> String {
    let error = CONFIDENCE * (value / f64::from(deviations)).abs();
    if error.is_finite() { format!("{} ± {error:.4}", signed(value)) } else { signed(value) }
}

/// The requested plays, or the best plays by static value if none are requested.
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
    model.candidates(&mut ModelScratch::default(), rules, pos, request.lines, &mut candidates);
    candidates.truncate(request.lines.max(1));
    candidates.iter().map(|candidate| candidate.mv).collect()
}

impl Subject {
    /// The equity of a position with its standard error.
    fn equity(&self, model: &EquityModel, estimate: &Estimate<CubefulValue>) -> (f64, f64) {
        let player = self.root.status().player;
        // Equities are a linear function of the values.
        let equity = |utility: f32| {
            f64::from(match self.question {
                RolloutQuestion::Accept { .. } => {
                    model.equity_before(&self.before, player, utility)
                }
                _ => utility,
            })
        };
        let error = equity(estimate.utility + estimate.utility_error);
        (equity(estimate.utility), error - equity(estimate.utility))
    }

    /// The equity of each position with its standard error.
    fn equities(
        &self,
        model: &EquityModel,
        report: &RolloutReport<CubefulValue>,
    ) -> Vec<(f64, f64)> {
        let of = |estimate| self.equity(model, estimate);
        report.estimates.iter().map(of).collect()
    }

    fn describe(
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
                let answers = CubeAnswers::new(question, &equities);
                if let Some(decision) = &answers.decision {
                    description.facts.insert("cube".into(), cube_json(decision));
                    description.notes = cube_notes(&self.root, decision);
                }
                self.cube_lines(game, report, &answers)
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
        RolledOut::from_report(report, reduces_variance, lines, plays, description)
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

    /// The lines for a cube question.
    fn cube_lines(
        &self,
        game: &Tryktrak,
        report: &RolloutReport<CubefulValue>,
        answers: &CubeAnswers,
    ) -> Vec<RolledLine<Move>> {
        let best = answers.best();
        let line = |(place, answer): (usize, &CubeAnswer)| {
            let estimate = answer.position.map(|index| &report.estimates[index]);
            let behind = if place == best { 0.0 } else { answers.lead(report, place) };
            RolledLine { behind, ..self.line(game, answer.mv, answer.equity, estimate) }
        };
        answers.answers.iter().enumerate().map(line).collect()
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
            (message!("equity"), signed(equity)),
            ("± 95 %", format!("{:.4}", CONFIDENCE * error)),
            (message!("diff"), String::new()),
        ];
        facts.insert("equity".into(), precise(equity));
        facts.insert("error".into(), precise(error));
        let interval = [equity - CONFIDENCE * error, equity + CONFIDENCE * error];
        facts.insert("interval".into(), json!(interval.map(precise)));
        let turned = matches!(
            self.question,
            RolloutQuestion::Take | RolloutQuestion::Accept { by_roller: false }
        );
        // If `turned` is set, the equity is from the view of the player who takes, so the equity of the player on roll has the opposite
        // sign.
        let sign = if turned { -1.0 } else { 1.0 };
        if let Some(chance) = game.match_chance(&self.before, sign * equity) {
            let chance = if turned { 1.0 - chance } else { chance };
            facts.insert("mwc".into(), precise(chance));
            cells.push((message!("match"), format!("{:.2}", 100.0 * chance)));
        }
        if let Some(estimate) = estimate {
            let flip = |outcome: Outcome| if turned { outcome.flipped() } else { outcome };
            let mean = flip(estimate.mean.outcome).plausible();
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
            description: Description { facts, notes: Vec::new(), cells: translated(cells) },
        }
    }
}
