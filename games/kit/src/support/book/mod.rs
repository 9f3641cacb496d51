//! Books of openings, grown by a search: [`Book`].
//!
//! A book is a list of searches. The first is that of the start; every other one is of a position that a move leads to from a
//! position before it in the list. Images of a position under the symmetries of the game are one position. What a position is
//! worth is backed up from the searches behind it, and the next search is that of the most interesting move that has none:
//! CITE: Lincke, "Strategies for the automatic construction of opening books", Computers and Games 2000, drop-out expansion.
//!
//! **Invariant:** A book is its searches: values are backed up when it is read, positions are found by the hash that they share with their
//! images ([`symmetric_hash`](ludex_search::Game::symmetric_hash)), and every move is replayed by the rules. What is searched next depends
//! on the book alone, so an interrupted book grows to the same one. A session opens a book only if its setup says so, and only a player
//! with a time for a move uses it (`games/tests/it/books.rs`).

mod text;
mod tree;

use std::collections::HashMap;

use ludex_search::{Score, Wdl};
use serde::{Deserialize, Serialize};

pub use text::{BookText, write_header, write_search};
pub use tree::BookTask;

use crate::interface::input_error::InputError;

/// Chances are kept in parts of this: finer than any search knows them.
const WHOLE: i32 = 10_000;

/// What a book is of, and what its searches are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookHeader {
    /// The game.
    pub game: String,
    /// Its variant in full.
    pub variant: String,
    /// Nodes of a search.
    pub nodes: u64,
    /// Moves that a search values.
    pub lines: usize,
    /// The seed of the searches.
    pub seed: u64,
    /// The version of the program that began it.
    pub version: String,
}

/// What a move or a position is worth to the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookValue {
    /// The score of the search.
    pub score: Score,
    /// The chance to win, in ten-thousandths.
    pub win: u16,
    /// The chance to draw.
    pub draw: u16,
}

/// A move that a search valued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: String,
    /// What the search found.
    pub value: BookValue,
}

/// A search: a position, and the best of its moves. Of moves to images of one position there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookSearch {
    /// The number of the position before it, and the move that leads here; none for the start.
    pub from: Option<(usize, String)>,
    /// Depth in plies.
    pub depth: u32,
    /// Calls of `play`.
    pub nodes: u64,
    /// How many moves were asked for. If there are fewer, there are no others.
    pub width: usize,
    /// The moves, best first.
    pub moves: Vec<BookMove>,
}

/// A position where a book leads, found by whoever knows the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookPlace {
    /// The hash that the position shares with its images.
    pub class: u64,
    /// Its own hash.
    pub hash: u64,
    /// Moves made before it.
    pub ply: u32,
    /// Who is to move; nobody if the game is over.
    pub mover: Option<usize>,
}

/// A position of a book.
#[derive(Clone, Debug)]
pub struct BookPosition {
    /// Its search: the widest there is.
    pub search: BookSearch,
    /// Which position it is.
    pub place: BookPlace,
    /// Where each of its moves leads.
    pub next: Vec<BookPlace>,
}

/// A book. Who adds to it vouches for its moves: `registry` replays them.
#[derive(Clone, Debug)]
pub struct Book {
    /// What it is of.
    pub header: BookHeader,
    positions: Vec<BookPosition>,
    by_class: HashMap<u64, usize>,
}

impl BookValue {
    /// A search's score and the chances that it stands for.
    pub fn new(score: Score, wdl: Wdl) -> Self {
        let part = |chance: f32| (chance.clamp(0.0, 1.0) * WHOLE as f32).round() as u16;
        let win = part(wdl.win);
        Self { score, win, draw: part(wdl.draw).min(WHOLE as u16 - win) }
    }

    /// The chances.
    pub fn wdl(self) -> Wdl {
        let chance = |part: i32| part as f32 / WHOLE as f32;
        let (win, draw) = (i32::from(self.win), i32::from(self.draw));
        Wdl { win: chance(win), draw: chance(draw), loss: chance(WHOLE - win - draw) }
    }

    /// The expected result in hundredths of a game, 0 to 100.
    pub fn percent(self) -> f64 {
        f64::from(2 * i32::from(self.win) + i32::from(self.draw)) * 50.0 / f64::from(WHOLE)
    }

    /// Whether nothing is left to be found out.
    fn is_certain(self) -> bool {
        self.score.is_proven() || i32::from(self.draw) == WHOLE
    }

    /// The same for the other player, a move earlier.
    #[must_use]
    fn before(self) -> Self {
        Self {
            score: (-self.score).from_node(1),
            win: (WHOLE - i32::from(self.win) - i32::from(self.draw)) as u16,
            draw: self.draw,
        }
    }

    /// By what values are compared.
    pub fn rank(self) -> (i32, Score) {
        let expected = 2 * i32::from(self.win) + i32::from(self.draw);
        (expected, self.score)
    }
}

impl Book {
    /// A book with nothing in it.
    pub fn new(header: BookHeader) -> Self {
        Self { header, positions: Vec::new(), by_class: HashMap::new() }
    }

    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// A position by its number.
    pub fn position(&self, number: usize) -> Option<&BookPosition> {
        self.positions.get(number)
    }

    /// The position whose images have this hash in common.
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

    /// Adds a search of this position, whose moves lead to those. A position that is there already was searched again for more
    /// moves.
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
            let found = "a position that the book has already";
            return Err(InputError::new("", found, "a new one, or more of its moves"));
        }
        *known = position;
        Ok(())
    }
}
