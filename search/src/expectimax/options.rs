//! Parameters of expectiminimax.

use crate::interface::searcher::SearchOptions;

/// Parameters of expectiminimax.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectimaxOptions {
    /// The options of every search.
    pub search: SearchOptions,
    /// What users call the depth at which moves are evaluated by the evaluation right behind them: 1 in most games, 0 where
    /// players say so.
    pub first_depth: u32,
    /// Which plays a player below the root looks at.
    pub plays: Plays,
    /// Which plays of the root are looked at more deeply: the first filter after the first depth, and so on; the last one
    /// serves for all depths after it. Without any filter all plays go on.
    pub filters: Vec<Filter>,
    /// Pruning at chance nodes; it needs a [`range`](crate::Values::range).
    pub star: Star,
    /// The most values of chance nodes that are kept to be used again; 0 for none. With several threads the number of nodes
    /// then depends on chance, the values do not.
    pub cache: usize,
    /// End as soon as a single play of the root is left: that is enough to choose it, but not to value it.
    pub only_choose: bool,
}

/// Which plays a player below the root looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plays {
    /// All, as the rules list them; they are made and taken back on one position.
    Legal,
    /// All that the value model gives, the statically best first.
    Ordered,
    /// The statically best few, at least one.
    Best(usize),
}

/// How chance nodes are pruned.
/// CITE: Ballard, "The *-minimax search procedure for trees containing chance nodes", Artificial Intelligence 21, 1983.
/// CITE: Hauk, Buro, Schaeffer, "*-Minimax performance in backgammon", Computers and Games 2004.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Star {
    /// Not at all.
    Off,
    /// Each event gets the window in which its value can still matter, if the events after it are as good, or as bad, as
    /// they can be.
    One,
    /// Besides, one play behind every event is looked at first: it bounds what the event can be.
    Two,
}

/// Which plays go on to the next depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Filter {
    /// So many of the best go on whatever they are worth.
    pub always: usize,
    /// At most so many go on.
    pub keep: usize,
    /// Those beyond `always` only if they are worth at most so much less than the best.
    pub within: f32,
}

impl Filter {
    /// How many of some plays go on; their utilities fall.
    pub(super) fn count(&self, mut utilities: impl Iterator<Item = f32>) -> usize {
        let Some(best) = utilities.next() else {
            return 0;
        };
        let others = utilities.take(self.keep.saturating_sub(1));
        let is_kept =
            |&(index, utility): &(usize, f32)| index < self.always || best - utility <= self.within;
        1 + (1..).zip(others).take_while(is_kept).count()
    }
}

impl ExpectimaxOptions {
    /// A search that looks deeper only at plays that pass these filters, and takes everybody below the root to choose by
    /// the static value. Its first depth is 0.
    /// CITE: Tesauro, "Temporal difference learning and TD-Gammon", Communications of the ACM 38, 1995 (2-ply search).
    pub fn selective(search: SearchOptions, filters: Vec<Filter>) -> Self {
        Self {
            search,
            first_depth: 0,
            plays: Plays::Best(1),
            filters,
            star: Star::Off,
            ..Self::default()
        }
    }
}

impl Default for ExpectimaxOptions {
    fn default() -> Self {
        Self {
            search: SearchOptions::default(),
            first_depth: 1,
            plays: Plays::Legal,
            filters: Vec::new(),
            star: Star::One,
            cache: 0,
            only_choose: false,
        }
    }
}
