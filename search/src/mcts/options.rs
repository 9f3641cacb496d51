//! Options of the tree search.

use crate::interface::searcher::SearchOptions;
use crate::support::certain::BEST;

/// How moves are selected in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Selection {
    /// UCT: upper confidence bounds. Every move is tried once before any move is tried again.
    #[default]
    Uct,
    /// PUCT: upper confidence bounds weighted by the priors of a policy. Unlikely moves may never be tried.
    ///
    /// CITE: Rosin, "Multi-armed bandits with episode context", Annals of Mathematics and AI 61, 2011.
    ///
    /// CITE: Silver et al., "Mastering the game of Go with deep neural networks and tree search", Nature 529, 2016.
    Puct,
}

/// Progressive widening: the number of events of a chance node that are searched is `factor · visits ^ exponent`, at least one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Widening {
    /// The number of events after the first visit.
    pub factor: f32,
    /// The exponent of the visits, 0 to 1: how fast that number grows.
    pub exponent: f32,
}

/// How chance events are handled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Chance {
    /// Chance nodes with a child for each event; all events are available from the start, or only some, by progressive widening.
    Nodes(Option<Widening>),
    /// No chance nodes: every iteration draws new events, and a node stands for all positions that its moves may lead to.
    OpenLoop,
}

/// Options of the tree search.
#[derive(Clone, Debug, PartialEq)]
pub struct MctsOptions {
    /// The options common to all searches; `hash_mib` limits the size of the tree.
    pub search: SearchOptions,
    /// The weight of exploration, for results between −1 and 1.
    pub exploration: f32,
    /// How moves are selected in the tree.
    pub selection: Selection,
    /// How chance events are handled.
    pub chance: Chance,
    /// Whether a thread counts the unfinished iterations of other threads as losses, so that it explores other branches.
    pub virtual_loss: bool,
    /// The number of moves in a playout before the evaluator is called; `None` plays to the end of the game.
    pub playout_plies: Option<u32>,
    /// The best possible result; the worst is its negative. A node at which the player to move has this result for certain is not searched
    /// further.
    pub best_return: f32,
}

impl Default for MctsOptions {
    fn default() -> Self {
        Self {
            search: SearchOptions::default(),
            exploration: 1.0,
            selection: Selection::Uct,
            chance: Chance::Nodes(None),
            virtual_loss: true,
            playout_plies: None,
            best_return: BEST,
        }
    }
}
