//! Opening books: moves that were searched in advance. A player with a limited time per move plays them without searching.

use std::sync::Arc;

use ludex_search::support::random::stream;
use ludex_search::{Limits, Line, MoveList, Report, Turn};
use rand::RngExt;

use super::erased::Erased;
use super::findings::{BOOK, Findings};
use crate::interface::catalogue::Playable;
use crate::interface::input_error::InputError;
use crate::interface::shipped::BookChoice;
use crate::say;
use crate::support::book::{
    Book, BookMove, BookPlace, BookPosition, BookSearch, BookText, BookValue,
};

/// If a seed is set, a book may play a move that is at most this much worse than the best, in hundredths of a game.
const MARGIN: f64 = 2.0;

/// Using opening books, and building them.
pub trait Books {
    /// A hash that is equal for all images of the position under the game's symmetries.
    fn symmetric_hash(&self) -> u64;
    /// The number of symmetries that map the position to itself, the identity included. Each move has that many equivalent images.
    fn n_own_images(&self) -> usize;
    /// Converts a search of the position into book entries, at most `width` moves. Of several moves that lead to images of the same
    /// position only the best is kept.
    fn book_moves(&self, findings: &Findings, width: usize) -> Vec<BookMove>;
    /// Adds a search to a book of this game, if its moves are legal.
    fn add_to_book(&self, book: &mut Book, search: BookSearch) -> Result<(), InputError>;
    /// Whether the shipped book would play this move in the current position: its best move, or one that is only slightly worse.
    fn is_book_move(&self, mv: &str) -> bool;
    /// Sets the seed that chooses among book moves from now on. 0 always takes the best.
    fn set_book_seed(&mut self, seed: u64);
    /// Lets searches ignore the book, or use it again. The search itself is kept.
    fn suspend_book(&mut self, is_suspended: bool);
}

/// Checks a book by playing every move of it.
pub(super) fn link(books: &dyn Books, text: &BookText) -> Result<Book, InputError> {
    let mut book = Book::new(text.header.clone());
    for (index, search) in text.searches.iter().enumerate() {
        let added = books.add_to_book(&mut book, search.clone());
        added.map_err(|error| error.within(format!("line {}", index + 2)))?;
    }
    Ok(book)
}

impl<G: Playable> Erased<G> {
    /// Checks that a book is for this game and variant.
    pub(super) fn check_book(&self, choice: &BookChoice) -> Result<(), InputError> {
        let BookChoice::Given(book) = choice else {
            return Ok(());
        };
        let info = G::INFO;
        let (name, variant) = (info.name, info.for_openings(&self.game.variant()).to_string());
        let header = &book.header;
        if header.game == name && header.variant == variant {
            return Ok(());
        }
        let sentence = say!(
            "the book is for {book}, but the game is {game}",
            book = format!("{} {}", header.game, header.variant),
            game = format!("{name} {variant}")
        );
        Err(InputError::sentence("book", sentence))
    }

    /// The book's answer for the position, if the search is limited by time per move and nothing else was requested.
    pub(super) fn answer(&self, limits: &Limits) -> Option<Findings> {
        let has_book = !matches!(self.setup.book, BookChoice::None) && !self.book.is_suspended;
        if !has_book || !self.setup.level.is_full() {
            return None;
        }
        let is_timed = limits.time.is_some() || limits.clock.is_some();
        let is_bound = limits.nodes.is_some() || limits.depth.is_some();
        if !is_timed || is_bound || self.setup.options.deterministic || self.result().is_some() {
            return None;
        }
        let root = self.line.root();
        // The position has occurred before: following the book again would repeat the game.
        if root.earlier().contains(&self.game.repetition_hash(&root.position)) {
            return None;
        }
        let book = self.book.book.get_or_init(|| self.open_book());
        let book = book.as_deref()?;
        let report = self.report_of(book)?;
        let mut findings = Findings::new(&self.game, self.now(), &report);
        let n_positions = book.len();
        findings.description.facts.insert(
            BOOK.into(),
            serde_json::json!({"positions": n_positions, "nodes": book.header.nodes}),
        );
        Some(findings)
    }

    fn open_book(&self) -> Option<Arc<Book>> {
        match &self.setup.book {
            BookChoice::Given(book) => Some(Arc::clone(book)),
            BookChoice::Shipped if self.uses_defaults() => self.read_shipped_book().map(Arc::new),
            BookChoice::None | BookChoice::Shipped => None,
        }
    }

    /// The book that ships with the game for the variant.
    fn read_shipped_book(&self) -> Option<Book> {
        let shipped = G::INFO.shipped(G::INFO.books, &self.game.variant())?;
        let text = BookText::read(shipped.text.as_bytes()).ok()?;
        link(self, &text).ok()
    }

    /// The book's moves in the current position, best first. `None` if the book has no entry for the position after its best move.
    fn report_of(&self, book: &Book) -> Option<Report<G::Move>> {
        let (_, position) = book.find(self.game.symmetric_hash(self.now()))?;
        let values = book.values();
        let mut found = self.moves_here(book, self.now(), position, &values)?;
        let chosen = self.choose(book, position, &found)?;
        found[..=chosen].rotate_right(1);
        let lines = found.into_iter().map(|(mv, value, _)| {
            let pv = self.line_of(book, mv, &values);
            Line {
                depth: position.search.depth,
                nodes: position.search.nodes,
                ..Line::new(pv, value.score, value.wdl())
            }
        });
        let most = self.setup.options.multipv.max(1);
        let report = Report::new(lines.take(most).collect(), position.search.depth);
        Some(Report { nodes: position.search.nodes, ..report })
    }

    /// Index of the move to play: the best move, or with a seed a random one of those at most [`MARGIN`] worse. Moves to positions without
    /// an entry in the book are not chosen.
    fn choose(
        &self,
        book: &Book,
        position: &BookPosition,
        found: &[(G::Move, BookValue, BookPlace)],
    ) -> Option<usize> {
        let good = Self::good_moves(book, position, found);
        if self.book.seed == 0 {
            return good.first().copied();
        }
        let mut rng = stream(self.book.seed, position.place.class);
        (!good.is_empty()).then(|| good[rng.random_range(0..good.len())])
    }

    /// Indices of the moves that the book may play, best first. Empty if the book has no entry for the position after its best move.
    fn good_moves(
        book: &Book,
        position: &BookPosition,
        found: &[(G::Move, BookValue, BookPlace)],
    ) -> Vec<usize> {
        let is_searched = |place: &BookPlace| book.behind(position, place).is_some();
        let Some((_, best, place)) = found.first() else {
            return Vec::new();
        };
        if !is_searched(place) {
            return Vec::new();
        }
        let is_good = |(_, value, place): &(G::Move, BookValue, BookPlace)| {
            best.percent() - value.percent() <= MARGIN && is_searched(place)
        };
        (0..found.len()).filter(|&n| is_good(&found[n])).collect()
    }

    /// The moves of a book entry, translated to this position, which may be a symmetric image of the entry's. Best first.
    fn moves_here(
        &self,
        book: &Book,
        pos: &G::Position,
        position: &BookPosition,
        values: &[BookValue],
    ) -> Option<Vec<(G::Move, BookValue, BookPlace)>> {
        let game = &self.game;
        let mut images = (0..game.symmetries()).map(|s| (s, game.transform(pos, s)));
        let (symmetry, image) =
            images.find(|(_, image)| game.hash(image) == position.place.hash)?;
        let mut legal = MoveList::new();
        game.legal_moves(pos, &mut legal);
        let there = |mv: G::Move| game.write_move(&image, game.transform_move(mv, symmetry));
        let names: Vec<(String, G::Move)> = legal.into_iter().map(|mv| (there(mv), mv)).collect();
        let worth = book.moves_of(position, values);
        let moves = position.search.moves.iter().zip(&position.next).zip(worth);
        let mut found = Vec::new();
        for ((mv, &place), value) in moves {
            let (_, here) = names.iter().find(|(name, _)| *name == mv.mv)?;
            found.push((*here, value, place));
        }
        found.sort_by_key(|(_, value, _)| std::cmp::Reverse(value.rank()));
        Some(found)
    }

    /// A move and the book's best moves after it.
    fn line_of(&self, book: &Book, mv: G::Move, values: &[BookValue]) -> Vec<G::Move> {
        let mut line = vec![mv];
        let mut pos = self.now().clone();
        self.game.play(&mut pos, mv);
        while let Some((_, position)) = book.find(self.game.symmetric_hash(&pos)) {
            let found = self.moves_here(book, &pos, position, values);
            let Some((mv, ..)) = found.and_then(|found| found.into_iter().next()) else {
                break;
            };
            self.game.play(&mut pos, mv);
            line.push(mv);
        }
        line
    }

    fn place_of(&self, pos: &G::Position) -> BookPlace {
        BookPlace {
            class: self.game.symmetric_hash(pos),
            hash: self.game.hash(pos),
            ply: self.game.ply(pos),
            mover: match self.game.turn(pos) {
                Turn::Player(mover) => Some(mover.index()),
                _ => None,
            },
        }
    }

    /// The position after a move.
    fn after(&self, pos: &G::Position, mv: &str) -> Result<G::Position, InputError> {
        let mut after = pos.clone();
        self.game.play(&mut after, self.game.parse_move(pos, mv)?);
        Ok(after)
    }

    /// The position of a book entry.
    fn searched(&self, book: &Book, search: &BookSearch) -> Result<G::Position, InputError> {
        let mut pos = self.game.start();
        let Some((before, mv)) = &search.from else {
            return Ok(pos);
        };
        if *before >= book.len() {
            let expected = match book.len() {
                1 => say!("0, the number of the only position before it"),
                number => say!("the number of one of the {number} positions before it", number),
            };
            return Err(InputError::new("position", before.to_string(), expected));
        }
        for mv in book.moves_to(*before) {
            pos = self.after(&pos, mv)?;
        }
        self.after(&pos, mv)
    }
}

impl<G: Playable> Books for Erased<G> {
    fn symmetric_hash(&self) -> u64 {
        self.game.symmetric_hash(self.now())
    }

    fn n_own_images(&self) -> usize {
        let (game, pos) = (&self.game, self.now());
        let hash = game.hash(pos);
        let images = (0..game.symmetries()).map(|symmetry| game.transform(pos, symmetry));
        images.filter(|image| game.hash(image) == hash).count()
    }

    fn book_moves(&self, findings: &Findings, width: usize) -> Vec<BookMove> {
        let mut seen = Vec::new();
        let mut moves = Vec::new();
        for line in &findings.lines {
            let Ok(after) = self.after(self.now(), line.first()) else {
                continue;
            };
            let class = self.game.symmetric_hash(&after);
            if moves.len() < width && !seen.contains(&class) {
                seen.push(class);
                let value = BookValue::new(line.score, line.wdl);
                let mv = line.first().to_owned();
                moves.push(BookMove { mv, value });
            }
        }
        moves
    }

    fn add_to_book(&self, book: &mut Book, search: BookSearch) -> Result<(), InputError> {
        let pos = self.searched(book, &search)?;
        let mut next = Vec::new();
        for BookMove { mv, .. } in &search.moves {
            next.push(self.place_of(&self.after(&pos, mv)?));
        }
        book.add(search, self.place_of(&pos), next)
    }

    fn is_book_move(&self, mv: &str) -> bool {
        let book = self.shipped_book.get_or_init(|| self.read_shipped_book());
        let Some(book) = book else { return false };
        let Some((_, position)) = book.find(self.game.symmetric_hash(self.now())) else {
            return false;
        };
        let found = self.moves_here(book, self.now(), position, &book.values());
        let (Some(found), Ok(after)) = (found, self.after(self.now(), mv)) else {
            return false;
        };
        // Of several moves that lead to images of the same position, the book keeps one.
        let class = self.place_of(&after).class;
        let mut good = Self::good_moves(book, position, &found).into_iter();
        good.any(|n| found[n].2.class == class)
    }

    fn set_book_seed(&mut self, seed: u64) {
        self.book.seed = seed;
    }

    fn suspend_book(&mut self, is_suspended: bool) {
        self.book.is_suspended = is_suspended;
    }
}
