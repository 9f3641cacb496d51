//! What may be chosen about the tree search.

use crate::interface::searcher::SearchOptions;
use crate::support::certain::BEST;

/// How a move is chosen in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Selection {
    /// Upper confidence bounds: every move is tried once before any is tried again.
    #[default]
    Uct,
    /// Upper confidence bounds weighed by the policy's priors: unlikely moves may never be tried.
    /// CITE: Rosin, "Multi-armed bandits with episode context", Annals of Mathematics and AI 61, 2011; Silver et al.,
    /// "Mastering the game of Go with deep neural networks and tree search", Nature 529, 2016.
    Puct,
}

/// How many events of a chance node are looked at: `factor · visits ^ exponent`, at least one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Widening {
    /// Events after the first visit.
    pub factor: f32,
    /// How fast their number grows, 0 to 1.
    pub exponent: f32,
}

/// How chance is met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Chance {
    /// A node for every event, all at once or widening.
    Nodes(Option<Widening>),
    /// No nodes: every iteration draws anew, and a node stands for all positions that its moves may lead to.
    OpenLoop,
}

/// Parameters of the tree search.
#[derive(Clone, Debug, PartialEq)]
pub struct MctsOptions {
    /// The options of every search; `hash_mib` bounds the tree.
    pub search: SearchOptions,
    /// The weight of what was tried seldom, for results between −1 and 1.
    pub exploration: f32,
    /// How moves are chosen in the tree.
    pub selection: Selection,
    /// How chance is met.
    pub chance: Chance,
    /// Whether a thread takes the iterations of others that are under way to be lost, so as to look elsewhere.
    pub virtual_loss: bool,
    /// Moves of a playout before the evaluator evaluates the position; none plays to the end.
    pub playout_plies: Option<u32>,
    /// The best result there is, whose negative is the worst; a player who is sure of it looks no further.
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
