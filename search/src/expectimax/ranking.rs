//! What a search of values says of a position.

use std::time::Duration;

use crate::{Bound, Game, Line, MAX_PLAYERS, Player, Report, Returns, Value, Valuer, Values};

/// A play with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked<M, V> {
    /// The play.
    pub mv: M,
    /// Its value for the player who plays it.
    pub value: V,
    /// What the value is worth to him; negative infinity if there was no time to look.
    pub utility: f32,
    /// The depth at which it was valued.
    pub depth: u32,
    /// What is known about the utility. If it is but a bound, the value means nothing.
    pub bound: Bound,
    /// The play after it, up to the next chance event.
    pub replies: Vec<M>,
    /// Nodes spent on it.
    pub nodes: u64,
}

/// The plays of a position: those that were looked at most deeply first, and of these the best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking<M, V> {
    /// The plays; those that a filter of the valuer left out are missing.
    pub plays: Vec<Ranked<M, V>>,
    /// The depth that was finished.
    pub depth: u32,
    /// Nodes in all.
    pub nodes: u64,
    /// The time since the search began; zero in deterministic mode.
    pub elapsed: Duration,
    /// Threads at work.
    pub threads: usize,
}

/// The value of a position for its viewer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Valuation<V> {
    /// The value, not settled.
    pub value: V,
    /// The plays that were looked at.
    pub depth: u32,
    /// Nodes in all.
    pub nodes: u64,
    /// The time since the search began; zero in deterministic mode.
    pub elapsed: Duration,
}

/// The ranking of a game's plays by a valuer.
pub type RankingOf<G, V> = Ranking<<G as Game>::Move, <V as Values<G>>::Value>;

impl<M: Copy, V: Value> Ranking<M, V> {
    /// The best play, unless there is none.
    pub fn best(&self) -> Option<&Ranked<M, V>> {
        self.plays.first()
    }

    /// The same as a report of so many lines, for whoever moves.
    pub fn report<G, E>(&self, game: &G, valuer: &E, mover: Player, lines: usize) -> Report<M>
    where
        G: Game<Move = M>,
        E: Valuer<G, Value = V>,
    {
        let returns = |utility: f32| {
            let mut returns: Returns = [0.0; MAX_PLAYERS];
            returns[mover.index()] = utility;
            returns[mover.other().index()] = -utility;
            returns
        };
        let line = |play: &Ranked<M, V>| Line {
            pv: [&[play.mv], play.replies.as_slice()].concat(),
            score: valuer.score(&play.value, play.utility),
            bound: play.bound,
            outlook: valuer.outlook(&play.value, play.utility),
            returns: (game.players() == 2 && play.utility.is_finite())
                .then(|| returns(play.utility)),
            depth: play.depth,
            nodes: play.nodes,
            components: if V::COMPONENTS > 1 {
                (0..V::COMPONENTS)
                    .map(|index| play.value.component(index))
                    .collect()
            } else {
                Vec::new()
            },
            exact: valuer.exact_score(&play.value, play.utility),
        };
        Report {
            lines: self.plays.iter().take(lines.max(1)).map(line).collect(),
            depth: self.depth,
            seldepth: self.depth,
            nodes: self.nodes,
            elapsed: self.elapsed,
            threads: self.threads,
            hashfull: 0,
            proof: None,
        }
    }
}
