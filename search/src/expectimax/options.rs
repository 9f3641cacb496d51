//! Options of expectiminimax.

use crate::interface::searcher::SearchOptions;

/// Options of expectiminimax.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectimaxOptions {
    /// The options common to all searches.
    pub search: SearchOptions,
    /// The depth that users see for the first iteration, which evaluates the positions right after the moves: 1 in most games, 0 in
    /// backgammon by convention.
    pub first_depth: u32,
    /// The moves that are searched below the root.
    pub plays: Plays,
    /// The filters that select the root moves to search one ply deeper: the first one after the first depth, and so on. The last one is
    /// used for all greater depths. Without filters all moves are searched at every depth.
    pub filters: Vec<Filter>,
    /// Pruning at chance nodes; it needs a [`range`](crate::Values::range).
    pub star: Star,
    /// The capacity of the cache of chance nodes, in values; 0 turns it off. With several threads the number of nodes then varies from run
    /// to run, but the values do not.
    pub cache: usize,
    /// End as soon as the filters leave only one root move. The move can then be played, but its value is not refined.
    pub only_choose: bool,
}

/// The moves that are searched below the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plays {
    /// All legal moves. They are made and taken back on one position.
    Legal,
    /// All moves that the value model lists, the best static value first.
    Ordered,
    /// This number of moves with the best static values, at least one.
    Best(usize),
}

/// Pruning at chance nodes.
///
/// CITE: Ballard, "The *-minimax search procedure for trees containing chance nodes", Artificial Intelligence 21, 1983.
///
/// CITE: Hauk, Buro, Schaeffer, "*-Minimax performance in backgammon", Computers and Games 2004.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Star {
    /// No pruning.
    Off,
    /// Star1: each event is searched with the window in which its value can still affect the result, if all later events have their best or
    /// worst possible values.
    One,
    /// Star2: as Star1, but first one move after every event is searched, which gives a bound for the event.
    Two,
}

/// Selects the moves to search at the next depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Filter {
    /// The number of best moves that always pass.
    pub always: usize,
    /// The greatest number of moves that pass.
    pub keep: usize,
    /// Moves after the first `always` pass only if their utility is at most this much below the best.
    pub within: f32,
}

impl Filter {
    /// The number of moves that pass; `utilities` are sorted, the greatest first.
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
    /// Options for a selective search: only root moves that pass these filters are searched deeper, and below the root each player chooses
    /// the move with the best static value. The first depth is 0. CITE: Tesauro, "Temporal difference learning and TD-Gammon",
    /// Communications of the ACM 38, 1995 (2-ply search).
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
