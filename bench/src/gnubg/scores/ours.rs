//! The search of Ludex for a position.

use anyhow::Result;
use ludex_games::tryktrak::{CubeDecision, Move, Position, Tryktrak};
use ludex_kit::{Playable, SearchSetup};
use ludex_search::{Limits, Report, Root, StopFlag};

/// The result of the search.
pub(super) fn search(game: &Tryktrak, pos: &Position, depth: u32) -> Result<Report<Move>> {
    let mut search = Tryktrak::SEARCHES[0].build(game, &SearchSetup::default())?;
    let (root, limits) = (Root::new(*pos), Limits::depth(depth));
    Ok(search.search(&root, &limits, &StopFlag::default(), &mut |_| {}))
}

/// The cube decision of Ludex, with its equities.
pub(super) fn decision(game: &Tryktrak, pos: &Position, depth: u32) -> Result<CubeDecision> {
    let report = search(game, pos, depth)?;
    let [.., no_double, take, pass] = report.lines[0].components[..] else {
        anyhow::bail!("no equities of the cube");
    };
    Ok(CubeDecision::new(no_double, take, pass))
}
