//! Results of searches with a value model.

use std::time::Duration;

use crate::interface::game::{Game, MAX_PLAYERS};
use crate::interface::report::{Line, Report};
use crate::interface::value_model::{Value, ValueModel, Values};
use crate::support::certain::shown;
use crate::support::deepening::{Ranked, Ranking};

/// The value of a position for its viewer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Valuation<V> {
    /// The value before decisions in closed form.
    pub value: V,
    /// The depth of the search, in moves.
    pub depth: u32,
    /// The total number of nodes.
    pub nodes: u64,
    /// The time since the start of the search; zero in deterministic mode.
    pub elapsed: Duration,
}

/// The ranking of a game's moves by a value model.
pub type RankingOf<G, V> = Ranking<<G as Game>::Move, <V as Values<G>>::Value>;

impl<M: Copy, V: Value> Ranking<M, V> {
    /// Converts the ranking to a report with at most `lines` lines, for the player to move at `pos`.
    pub fn report<G, E>(&self, game: &G, model: &E, pos: &G::Position, lines: usize) -> Report<M>
    where
        G: Game<Move = M>,
        E: ValueModel<G, Value = V>,
    {
        let is_whole = || self.plays.len() as u64 == game.count_moves(pos);
        let lines = self.shown(lines.max(1));
        self.report_lines(
            lines.map(|play| line_of(game, model, pos, play)).collect(),
            model.range().is_some() && is_whole(),
        )
    }
}

fn line_of<G: Game, E: ValueModel<G>>(
    game: &G,
    model: &E,
    pos: &G::Position,
    play: &Ranked<G::Move, E::Value>,
) -> Line<G::Move> {
    let mover = model.viewer(game, pos);
    let returns = |utility: f32| {
        let value = match model.range() {
            Some((_, best)) => shown(utility, best, play.certain.is_exact()),
            None => utility,
        };
        let mut returns = [0.0; MAX_PLAYERS];
        returns[mover.index()] = value;
        returns[mover.other().index()] = -value;
        returns
    };
    let count = if E::Value::COMPONENTS > 1 { E::Value::COMPONENTS } else { 0 };
    let score = model.score(&play.value, play.utility);
    let wdl = model.wdl(&play.value, play.utility);
    let line = Line {
        returns: (game.players() == 2 && play.utility.is_finite()).then(|| returns(play.utility)),
        components: (0..count).map(|index| play.value.component(index)).collect(),
        exact: model.exact_score(&play.value, play.utility),
        ..play.line(score, wdl)
    };
    match model.range() {
        Some(_) => line.with_certain(play.certain),
        // A model without a range has values that already express uncertainty, such as probabilities. They are reported unchanged, and
        // never as proven.
        None => line,
    }
}
