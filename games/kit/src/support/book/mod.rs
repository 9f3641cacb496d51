//! Opening books, grown by a search: [`Book`].
//!
//! A book is a list of searches. The first is of the start position; every other one is of a position that a move leads to from an
//! earlier position in the list. Symmetric images count as one position. The value of a position is backed up from the searches after
//! it, and the next position to search is chosen by drop-out expansion: CITE: Lincke, "Strategies for the automatic construction of
//! opening books", Computers and Games 2000.
//!
//! **Invariant:** A book consists of its searches: values are backed up when it is read, positions are found by the hash that they share
//! with their symmetric images ([`symmetric_hash`](ludex_search::Game::symmetric_hash)), and every move is checked by the rules. Which
//! position is searched next depends only on the book, so an interrupted book continues to the same result. A session opens a book only if
//! the setup of the search says so, and only players with a time limit per move use the book (`games/tests/it/books.rs`).

mod text;
mod tree;

use std::collections::HashMap;

use ludex_search::{Score, Wdl};
use serde::{Deserialize, Serialize};

pub use text::{BookText, write_header, write_search};
pub use tree::BookTask;

use crate::interface::input_error::InputError;
use crate::say;

/// Probabilities are stored in units of 1/10,000, finer than the precision of any search.
const WHOLE: i32 = 10_000;

/// The game that a book is for, and how its searches were made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookHeader {
    /// The game.
    pub game: String,
    /// The full variant.
    pub variant: String,
    /// Nodes per search.
    pub nodes: u64,
    /// Number of moves that a search evaluates.
    pub lines: usize,
    /// Seed of the searches.
    pub seed: u64,
    /// Version of the program that began the book.
    pub version: String,
}

/// The value of a move or position for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookValue {
    /// Score of the search.
    pub score: Score,
    /// Probability of a win, in ten-thousandths.
    pub win: u16,
    /// Probability of a draw, in ten-thousandths.
    pub draw: u16,
}

/// A move that a search evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: String,
    /// Its value.
    pub value: BookValue,
}

/// A search: a position and its best moves. Of several moves that lead to images of one position, only one is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookSearch {
    /// The index of the position before it and the move that leads here; `None` for the start.
    pub from: Option<(usize, String)>,
    /// Depth in plies.
    pub depth: u32,
    /// Number of nodes: moves made by the search.
    pub nodes: u64,
    /// The number of moves requested. If fewer are stored, the position has no other moves.
    pub width: usize,
    /// The moves, best first.
    pub moves: Vec<BookMove>,
}

/// A position that a book leads to. The caller, who knows the rules, computes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookPlace {
    /// A hash that is equal for all symmetric images of the position.
    pub class: u64,
    /// The hash of the position itself.
    pub hash: u64,
    /// Number of moves made before it.
    pub ply: u32,
    /// The player to move; `None` if the game is over.
    pub mover: Option<usize>,
}

/// A position of a book.
#[derive(Clone, Debug)]
pub struct BookPosition {
    /// The search of this position that evaluated the most moves.
    pub search: BookSearch,
    /// Identity of the position.
    pub place: BookPlace,
    /// Where each of its moves leads.
    pub next: Vec<BookPlace>,
}

/// An opening book. Moves are not checked here; `registry` replays them before adding.
#[derive(Clone, Debug)]
pub struct Book {
    /// What it is for.
    pub header: BookHeader,
    positions: Vec<BookPosition>,
    by_class: HashMap<u64, usize>,
}

impl BookValue {
    /// A search's score, and the probabilities it corresponds to.
    pub fn new(score: Score, wdl: Wdl) -> Self {
        let part = |chance: f32| (chance.clamp(0.0, 1.0) * WHOLE as f32).round() as u16;
        let win = part(wdl.win);
        Self { score, win, draw: part(wdl.draw).min(WHOLE as u16 - win) }
    }

    /// The probabilities.
    pub fn wdl(self) -> Wdl {
        let chance = |part: i32| part as f32 / WHOLE as f32;
        let (win, draw) = (i32::from(self.win), i32::from(self.draw));
        Wdl { win: chance(win), draw: chance(draw), loss: chance(WHOLE - win - draw) }
    }

    /// Expected result in percent.
    pub fn percent(self) -> f64 {
        f64::from(2 * i32::from(self.win) + i32::from(self.draw)) * 50.0 / f64::from(WHOLE)
    }

    /// Whether the result is proven.
    fn is_certain(self) -> bool {
        self.score.is_proven() || i32::from(self.draw) == WHOLE
    }

    /// The value for the other player, one move earlier.
    #[must_use]
    fn before(self) -> Self {
        Self {
            score: (-self.score).from_node(1),
            win: (WHOLE - i32::from(self.win) - i32::from(self.draw)) as u16,
            draw: self.draw,
        }
    }

    /// Sort key for comparing values.
    pub fn rank(self) -> (i32, Score) {
        let expected = 2 * i32::from(self.win) + i32::from(self.draw);
        (expected, self.score)
    }
}

impl Book {
    /// An empty book.
    pub fn new(header: BookHeader) -> Self {
        Self { header, positions: Vec::new(), by_class: HashMap::new() }
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The position with this index.
    pub fn position(&self, number: usize) -> Option<&BookPosition> {
        self.positions.get(number)
    }

    /// The position whose symmetric images have this hash.
    pub fn find(&self, class: u64) -> Option<(usize, &BookPosition)> {
        let &number = self.by_class.get(&class)?;
        Some((number, &self.positions[number]))
    }

    /// The moves from the start to a position.
    pub fn moves_to(&self, number: usize) -> Vec<&str> {
        let mut moves = Vec::new();
        let mut at = number;
        while let Some((before, mv)) = self.positions.get(at).and_then(|p| p.search.from.as_ref()) {
            moves.push(mv.as_str());
            at = *before;
        }
        moves.reverse();
        moves
    }

    /// Adds a search of the position `place`, whose moves lead to `next`. A search of a position already in the book replaces the older,
    /// narrower one.
    pub fn add(
        &mut self,
        search: BookSearch,
        place: BookPlace,
        next: Vec<BookPlace>,
    ) -> Result<(), InputError> {
        let position = BookPosition { search, place, next };
        let Some(&known) = self.by_class.get(&place.class) else {
            self.by_class.insert(place.class, self.positions.len());
            self.positions.push(position);
            return Ok(());
        };
        let known = &mut self.positions[known];
        let is_wider =
            position.search.from == known.search.from && position.search.width > known.search.width;
        if !is_wider {
            return Err(InputError::sentence(
                "",
                say!("the book has this position already, with as many moves"),
            ));
        }
        *known = position;
        Ok(())
    }
}
