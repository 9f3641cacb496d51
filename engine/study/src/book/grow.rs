//! Extends a book by one search after another, each time of the position that is then the most interesting one.

use ludex_kit::registry::{Session, Token};
use ludex_kit::support::book::{BookSearch, BookTask};
use ludex_kit::{GameInfo, InputError, SearchSetup, Variant, say};
use ludex_search::{Limits, SearchOptions, StopFlag};

use super::BookFile;
use ludex_base::catalogue::catalogue;

/// How far to extend a book.
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    /// Number of positions at which the extension ends.
    pub positions: usize,
    /// Table of each search, in MiB.
    pub hash_mib: usize,
}

/// Why the extension ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrowthEnding {
    /// The book has the requested number of positions.
    Grown,
    /// There is nothing left to search.
    Complete,
    /// It was stopped.
    Stopped,
}

/// Opens a game for which books are possible.
pub fn open(game: &str, variant: &Variant) -> Result<Box<dyn Session>, InputError> {
    let info = catalogue().info(game)?;
    let begins_with_chance = |info: &GameInfo| info.opening_plies == 0;
    if begins_with_chance(info) {
        let expected = say!("a game that does not begin with chance");
        let has = |info: &GameInfo| !begins_with_chance(info);
        return Err(catalogue().not_offered("game", info, &expected, has));
    }
    let session = catalogue().session(info.name, variant, None)?;
    let refused = |problem: String| {
        Err(InputError::problem("variant", session.variant().to_string(), problem))
    };
    if session.players() != 2 {
        return refused(say!("is not for two players, but a book needs exactly two"));
    }
    if session.status().to_move.is_none() {
        return refused(say!("begins with a chance event, so it cannot have a book"));
    }
    Ok(session)
}

/// Extends a book, and reports each search that was added.
pub fn grow(
    file: &mut BookFile,
    growth: Growth,
    stop: &StopFlag,
    mut report: impl FnMut(&BookFile),
) -> anyhow::Result<GrowthEnding> {
    let header = file.book.header.clone();
    let mut session = open(&header.game, &header.variant.parse()?)?;
    while file.book.len() < growth.positions {
        let Some(task) = file.book.next_task() else {
            return Ok(GrowthEnding::Complete);
        };
        let Some(search) = search(&mut *session, file, task, growth.hash_mib, stop)? else {
            return Ok(GrowthEnding::Stopped);
        };
        file.add(&*session, search)?;
        report(file);
    }
    Ok(GrowthEnding::Grown)
}

/// Searches with empty tables, so that the result depends only on the book; `None` if it was stopped.
fn search(
    session: &mut dyn Session,
    file: &BookFile,
    task: BookTask,
    hash_mib: usize,
    stop: &StopFlag,
) -> anyhow::Result<Option<BookSearch>> {
    let header = &file.book.header;
    let mut moves = Vec::new();
    if let Some((before, mv)) = &task.from {
        moves = file.book.moves_to(*before);
        moves.push(mv);
    }
    session.restart();
    session.extend(&Token::split(&moves.join(" "), "book"))?;
    let options = SearchOptions {
        hash_mib,
        seed: header.seed,
        multipv: task.width * session.n_own_images(),
        ..SearchOptions::default()
    };
    let setup = SearchSetup { options, ..SearchSetup::default() };
    session.configure(None, setup)?;
    // A search for twice as many lines gets twice as many nodes. The product may not fit into 64 bits.
    let nodes = u128::from(header.nodes) * task.width as u128 / header.lines.max(1) as u128;
    let nodes = u64::try_from(nodes).unwrap_or(u64::MAX);
    let findings = session.search(&Limits::nodes(nodes), stop, &mut |_| ())?;
    Ok((!stop.is_stopped()).then(|| BookSearch {
        depth: findings.depth,
        nodes: findings.nodes,
        width: task.width,
        moves: session.book_moves(&findings, task.width),
        from: task.from,
    }))
}
