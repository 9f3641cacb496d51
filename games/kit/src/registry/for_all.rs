//! Expected results of every player, for games in which the chosen search estimates the result of only one player.

use ludex_search::{Limits, Root, Searcher, StopFlag};

use super::SessionError;
use super::erased::Erased;
use crate::interface::catalogue::Playable;
use crate::interface::search_kinds::SearchSetup;

/// A search for every player's expected result.
pub trait SearchForAll {
    /// The expected result of each player, from the first listed search that estimates them. `None` if no search does.
    fn search_for_all(
        &mut self,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Result<Option<Vec<f32>>, SessionError>;
}

/// A search long enough to see whether it reports every player's result.
const TRY: Limits = Limits { nodes: Some(200), time: None, depth: None, clock: None };

impl<G: Playable> SearchForAll for Erased<G> {
    fn search_for_all(
        &mut self,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Result<Option<Vec<f32>>, SessionError> {
        self.check_playing()?;
        let root = self.line.root();
        if self.for_all.is_none() {
            self.for_all = search_with_returns(&self.game, &self.setup, &root);
        }
        let Some(searcher) = &mut self.for_all else {
            return Ok(None);
        };
        let report = searcher.search(&root, limits, stop, &mut |_| ());
        let stated = report.lines.first().and_then(|line| line.returns);
        Ok(stated.map(|stated| stated[..self.game.players()].to_vec()))
    }
}

/// The first listed search that reports every player's expected result, found by short trial searches.
fn search_with_returns<G: Playable>(
    game: &G,
    setup: &SearchSetup,
    root: &Root<G>,
) -> Option<Box<dyn Searcher<G>>> {
    let setup = SearchSetup { options: setup.options.clone(), ..SearchSetup::default() };
    let reports_returns = |searcher: &mut Box<dyn Searcher<G>>| {
        let report = searcher.search(root, &TRY, &StopFlag::default(), &mut |_| ());
        let best = report.lines.first();
        best.is_some_and(|line| line.returns.is_some())
    };
    let mut built = G::SEARCHES.iter().filter_map(|kind| kind.build(game, &setup).ok());
    built.find_map(|mut searcher| reports_returns(&mut searcher).then_some(searcher))
}
