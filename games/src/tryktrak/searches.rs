//! The searches that Tryktrak supports.

use ludex_search::Searcher;
use ludex_search::expectimax::{Expectimax, ExpectimaxOptions};

use super::eval::Pips;
use super::rules::Tryktrak;
use crate::{InputError, SearchKind, SearchSetup};

/// Every search; the first is the default.
pub(super) static ALL: &[SearchKind<Tryktrak>] = &[SearchKind {
    name: "expectimax",
    about: "every play and every throw, one after another, by the pips that are left",
    parameters: || &[],
    build,
}];

fn build(game: &Tryktrak, setup: &SearchSetup) -> Result<Box<dyn Searcher<Tryktrak>>, InputError> {
    setup.evaluator_among(&["pips"])?;
    if let Some((name, _)) = setup.parameters.first() {
        let expected = "nothing: it has no parameters";
        return Err(InputError::new("--set", name, expected));
    }
    let options = ExpectimaxOptions {
        search: setup.options.clone(),
        first_depth: 0,
        ..ExpectimaxOptions::default()
    };
    Ok(Box::new(Expectimax::new(game.clone(), Pips, options)))
}
