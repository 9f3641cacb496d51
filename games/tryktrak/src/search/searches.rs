//! The searches that support Tryktrak.

use std::sync::{Arc, LazyLock};

use ludex_search::expectimax::{Expectimax, ExpectimaxOptions, Filter, Valuation};
use ludex_search::{
    Game, Limits, Line, ParameterSet, Report, Root, Score, Searcher, StopFlag, Values, Wrapped,
    Wrapper,
};

use super::levels::LEVELS;
use crate::evaluation::bearoff;
use crate::evaluation::cube::{CubeDecision, CubefulValue};
use crate::evaluation::model::{EquityModel, ModelScratch, UNITS};
use crate::evaluation::networks::Networks;
use crate::evaluation::outcome::Outcome;
use crate::rules::game::Tryktrak;
use crate::rules::moves::Move;
use crate::rules::position::{Phase, Position};
use ludex_kit::{Chosen, InputError, SearchKind, SearchSetup, Trained, message};

/// Names of the evaluations.
pub(crate) const EVALUATORS: &[&str] = &["networks"];

/// Every search; the first is the default.
pub(crate) static ALL: &[SearchKind<Tryktrak>] = &[SearchKind {
    name: "expectimax",
    about: message!(
        "expectimax: searches the best plays n plies deep over all rolls, with the cube; networks evaluate positions"
    ),
    nodes: message!("a play evaluated by the networks; rolls and cube decisions are not counted"),
    evaluators: |_| EVALUATORS,
    parameters: |_| Filters::default().list(),
    instead: |_| None,
    levels: |_| &LEVELS,
    builder: |game, chosen| Box::new(thinker(game, chosen)),
}];

ludex_search::parameters! {
    /// Move filters: which plays are searched to the next depth. Distances are in thousandths of equity.
    pub struct Filters {
        first_keep: 8, 1..=100, "Maximum number of plays at depth 0 that are searched deeper.";
        first_within: 160, 0..=3000, "Maximum distance of these plays from the best play, in thousandths of equity.";
        second_keep: 3, 1..=100, "Maximum number of plays at depth 1 that are searched deeper.";
        second_within: 60, 0..=3000, "Maximum distance of these plays from the best play, in thousandths of equity.";
        later_keep: 2, 1..=100, "Maximum number of plays at each greater depth that are searched deeper.";
        later_within: 20, 0..=3000, "Maximum distance of these plays from the best play, in thousandths of equity.";
    }
}

impl Filters {
    /// The filters from depth 0 on, for a search with a maximum depth of `plies`.
    fn list_of(&self) -> Vec<Filter> {
        let filter = |keep: i32, within: i32| Filter {
            always: 1,
            keep: keep as usize,
            within: within as f32 / 1000.0,
        };
        vec![
            filter(self.first_keep, self.first_within),
            filter(self.second_keep, self.second_within),
            filter(self.later_keep, self.later_within),
        ]
    }
}

/// The shipped networks.
pub fn shipped_networks() -> Arc<Networks> {
    static NETWORKS: LazyLock<Arc<Networks>> = LazyLock::new(|| {
        let networks = Networks::read(include_bytes!("../../data/networks.bin"));
        Arc::new(networks.expect("the shipped file is valid; a test reads it"))
    });
    NETWORKS.clone()
}

/// The user's settings of the default search. Rollouts and judging use its evaluation too.
pub(crate) fn choose<'a>(
    game: &Tryktrak,
    setup: &'a SearchSetup,
) -> Result<Chosen<'a>, InputError> {
    ALL[0].choose(game, setup)
}

/// The networks that the user chose: those in a trained file, or the shipped networks.
pub(crate) fn chosen_networks(chosen: &Chosen<'_>) -> Arc<Networks> {
    match chosen.trained {
        Some(Trained::Outcomes(networks)) => Arc::new(Networks::sharing(networks)),
        _ => shipped_networks(),
    }
}

/// Options of a search that searches only some plays deeper.
pub(crate) fn selective(chosen: &Chosen<'_>) -> ExpectimaxOptions {
    let filters = chosen.set(Filters::default());
    ExpectimaxOptions::selective(chosen.options.clone(), filters.list_of())
}

/// The search depth for a forced play, if the limits do not set a depth.
const FORCED_DEPTH: u32 = 2;

/// The search for plays.
type PlaySearch = Expectimax<Tryktrak, EquityModel>;

/// The search for plays and cube decisions.
pub(crate) type CubeDecisions = Wrapped<CubeSearch, PlaySearch>;

/// Makes cube decisions from the values that a search for plays returns.
#[derive(Default)]
pub(crate) struct CubeSearch {
    scratch: ModelScratch,
}

/// A search for plays and cube decisions.
pub(crate) fn thinker(game: &Tryktrak, chosen: &Chosen<'_>) -> CubeDecisions {
    let model = EquityModel::new(chosen_networks(chosen), game.options());
    Wrapped {
        wrapper: CubeSearch::default(),
        inside: Expectimax::new(game.single_game(), model, selective(chosen)),
    }
}

impl Wrapper<Tryktrak, PlaySearch> for CubeSearch {
    fn search(
        &mut self,
        inside: &mut PlaySearch,
        root: &Root<Tryktrak>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let pos = &root.position;
        match pos.status().phase {
            Phase::Moving => {
                let limits = limits_for_forced_play(inside.game(), pos, limits);
                inside.search(root, &limits, stop, observer)
            }
            _ => self.decide(inside, pos, limits, stop, observer),
        }
    }

    /// Evaluates a position with the cube and score of this position, which may differ from those of the last search.
    fn evaluate(&self, inside: &PlaySearch, pos: &Position) -> Option<Score> {
        let (mut model, game) = (inside.model().clone(), inside.game());
        model.take_root(pos);
        let value = model.value(&mut ModelScratch::default(), game, pos);
        let utility = model.utility(game, pos, &value);
        Some(model.score(&value, utility))
    }

    fn prepare(&mut self) {
        warm_up();
    }
}

/// The limits for a position. If only one play is legal, only its value is needed, so a small depth is set if the limits contain none.
fn limits_for_forced_play(game: &Tryktrak, pos: &Position, limits: &Limits) -> Limits {
    let is_free = limits.depth.is_some() || limits.is_infinite();
    let forced = !is_free && game.count_moves(pos) == 1;
    Limits { depth: if forced { Some(FORCED_DEPTH) } else { limits.depth }, ..*limits }
}

impl CubeSearch {
    /// The cube decision of the player who is about to roll, or of the player who was doubled.
    fn decide(
        &mut self,
        inside: &mut PlaySearch,
        pos: &Position,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let before = asked_about(inside.game(), pos);
        inside.set_root(&before);
        let undecided = inside.model().undecided(&mut self.scratch, &before);
        let threads = inside.options().search.threads;
        let game = inside.game();
        let known = inside.model().exact(&mut self.scratch, game, &before);
        let model = inside.model();
        let report = |valuation: &Valuation<CubefulValue>| {
            // At depth 0 the value of the search already includes the cube decision, so use the value before the decision.
            let value = if valuation.depth == 0 { undecided } else { valuation.value };
            if asks_for_accepted(game, pos) {
                accepting_report((model, game), pos, &before, &value, valuation, threads)
            } else {
                cube_report(model, pos, &before, &value, valuation, threads)
            }
        };
        if known.is_some() {
            let valuation = Valuation {
                value: undecided,
                depth: 0,
                nodes: 0,
                elapsed: std::time::Duration::ZERO,
            };
            return report(&valuation);
        }
        let valuation = inside.value_within(&before, limits, stop, &mut |valuation| {
            observer(&report(valuation));
        });
        report(&valuation)
    }
}

/// Computes the tables and reads the networks that every evaluation uses.
pub(crate) fn warm_up() {
    bearoff::warm_up();
    shipped_networks();
}

/// Whether the value after acceptance of the cube is enough to decide about it at `pos`. This is the case after a beaver and after a
/// pointless double: for example, if the current cube already wins the match.
pub(crate) fn asks_for_accepted(game: &Tryktrak, pos: &Position) -> bool {
    let status = pos.status();
    status.phase == Phase::Doubled
        && (status.answers_beaver() || !game.offers_double(&pos.before_double().status()))
}

/// The position that is evaluated for a cube decision. Its next event is a roll.
fn asked_about(game: &Tryktrak, pos: &Position) -> Position {
    if asks_for_accepted(game, pos) {
        game.after_move(pos, Move::Take)
    } else {
        pos.before_double()
    }
}

/// The report on accepting or refusing the cube, from the value after acceptance.
fn accepting_report(
    (model, game): (&EquityModel, &Tryktrak),
    pos: &Position,
    accepted: &Position,
    value: &CubefulValue,
    valuation: &Valuation<CubefulValue>,
    threads: usize,
) -> Report<Move> {
    let (player, roller) = (pos.status().player, accepted.status().player);
    let worth = model.utility(game, accepted, value);
    let equity = model.equity_before(&pos.before_double(), roller, worth);
    let (equity, outcome) =
        if player == roller { (equity, value.outcome) } else { (-equity, value.outcome.flipped()) };
    let answers = vec![(Move::Take, equity), (Move::Pass, -1.0)];
    report_of(answers, outcome, &[], valuation, threads)
}

/// A report of answers, best first; ties keep their order. `components` follow the outcome probabilities.
fn report_of(
    answers: Vec<(Move, f32)>,
    outcome: Outcome,
    components: &[f32],
    valuation: &Valuation<CubefulValue>,
    threads: usize,
) -> Report<Move> {
    let line = |(mv, equity): (Move, f32)| {
        let score = Score::new((equity * UNITS).round() as i32);
        Line {
            depth: valuation.depth,
            nodes: valuation.nodes,
            components: [&outcome.chances(), components].concat(),
            exact: Some(equity),
            ..Line::new(vec![mv], score, outcome.wdl())
        }
    };
    let mut lines: Vec<_> = answers.into_iter().map(line).collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.score));
    Report {
        nodes: valuation.nodes,
        elapsed: valuation.elapsed,
        threads,
        ..Report::new(lines, valuation.depth)
    }
}

/// The answers to a cube question with their equities, best first.
fn cube_report(
    model: &EquityModel,
    pos: &Position,
    before: &Position,
    value: &CubefulValue,
    valuation: &Valuation<CubefulValue>,
    threads: usize,
) -> Report<Move> {
    let player = before.status().player;
    let status = pos.status();
    let may_decide = status.phase != Phase::Rolling;
    let decision = model
        .states()
        .filter(|_| may_decide)
        .and_then(|states| states.decision(player, value))
        .unwrap_or_else(|| {
            let equity = model.equity(player, value);
            CubeDecision::new(equity, f32::NEG_INFINITY, 1.0)
        });
    let CubeDecision { verdict, no_double, double_take, double_pass, double_beaver } = decision;
    let mut answers = match status.phase {
        Phase::Doubled => decision.answers(),
        _ if double_take.is_finite() => decision.actions(),
        _ => vec![(Move::Roll, no_double)],
    };
    let outcome = match status.phase {
        Phase::Doubled => value.outcome.flipped(),
        _ => value.outcome,
    };
    let mut components = vec![no_double, double_take, double_pass];
    components.extend(double_beaver);
    // If answers are equal, the answer of the verdict comes first.
    let is_right = |mv| match mv {
        Move::Double => verdict.doubles(),
        Move::Roll => !verdict.doubles(),
        Move::Take => verdict.takes() && !decision.beavers(),
        Move::Beaver => decision.beavers(),
        _ => !verdict.takes(),
    };
    answers.sort_by_key(|&(mv, _)| !is_right(mv));
    report_of(answers, outcome, &components, valuation, threads)
}
