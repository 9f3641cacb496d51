//! Books of openings: moves that were searched before the game, for whoever has a time for his move.

use std::sync::Arc;

use ludex_search::support::random::stream;
use ludex_search::{Limits, Line, MoveList, Report, Turn};
use rand::RngExt;

use super::erased::Erased;
use super::findings::{BOOK, Findings};
use crate::interface::catalogue::Playable;
use crate::interface::input_error::InputError;
use crate::interface::shipped::BookChoice;
use crate::support::book::{
    Book, BookMove, BookPlace, BookPosition, BookSearch, BookText, BookValue,
};

/// By how many hundredths of a game a move may be worse than the best that another seed takes in its place.
const MARGIN: f64 = 2.0;

/// Books, and what those who make them need.
pub trait Books {
    /// A hash that the position shares with all its images under the symmetries of the game.
    fn symmetric_hash(&self) -> u64;
    /// How many of its images the position is itself, counting it in: of one move there are as many then that come to the same.
    fn n_own_images(&self) -> usize;
    /// A search of the position as a book keeps it: of moves to images of one position the best, and no more moves than that.
    fn book_moves(&self, findings: &Findings, width: usize) -> Vec<BookMove>;
    /// Adds a search to a book of this game, if its moves can be played.
    fn add_to_book(&self, book: &mut Book, search: BookSearch) -> Result<(), InputError>;
    /// Whether the book that the game brings along for the variant would play this move in the position at hand: the best that
    /// it knows, or one that is hardly worse.
    fn is_book_move(&self, mv: &str) -> bool;
    /// The seed by which moves of a book are chosen from here on; 0 takes the best.
    fn set_book_seed(&mut self, seed: u64);
}

/// Plays every move of a book.
pub(super) fn link(books: &dyn Books, text: &BookText) -> Result<Book, InputError> {
    let mut book = Book::new(text.header.clone());
    for (index, search) in text.searches.iter().enumerate() {
        let added = books.add_to_book(&mut book, search.clone());
        added.map_err(|error| error.within(format!("line {}", index + 2)))?;
    }
    Ok(book)
}

impl<G: Playable> Erased<G> {
    /// Whether a book is one of this game and variant.
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
        let found = format!("a book of {}, {}", header.game, header.variant);
        let expected = format!("one of {name}, {variant}");
        Err(InputError::new("book", found, expected))
    }

    /// What the book says about the position, where whoever asks has a time for the move and nothing else was asked for.
    pub(super) fn answer(&self, limits: &Limits) -> Option<Findings> {
        if matches!(self.setup.book, BookChoice::None) || !self.setup.level.is_full() {
            return None;
        }
        let is_timed = limits.time.is_some() || limits.clock.is_some();
        let is_bound = limits.nodes.is_some() || limits.depth.is_some();
        if !is_timed || is_bound || self.setup.options.deterministic || self.result().is_some() {
            return None;
        }
        let root = self.line.root();
        // Who has come here before is about to repeat himself.
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
            BookChoice::Shipped if self.plays_as_it_is() => self.read_shipped_book().map(Arc::new),
            BookChoice::None | BookChoice::Shipped => None,
        }
    }

    /// The book that the game brings along for the variant.
    fn read_shipped_book(&self) -> Option<Book> {
        let shipped = G::INFO.shipped(G::INFO.books, &self.game.variant())?;
        let text = BookText::read(shipped.text.as_bytes()).ok()?;
        link(self, &text).ok()
    }

    /// The book's moves from here, best first; none where its best move was not searched further.
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

    /// The number of the move that is taken: the best, or by a seed one that is hardly worse. Only moves that were searched
    /// further count.
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

    /// The numbers of the moves that the book may play, the best first; none where its best move was not searched further.
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

    /// The moves of a position of the book as they are called in an image of it, best first.
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

    /// A move and the book's best moves behind it.
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

    /// The position that a move leads to.
    fn after(&self, pos: &G::Position, mv: &str) -> Result<G::Position, InputError> {
        let mut after = pos.clone();
        self.game.play(&mut after, self.game.parse_move(pos, mv)?);
        Ok(after)
    }

    /// The position that a search of a book is about.
    fn searched(&self, book: &Book, search: &BookSearch) -> Result<G::Position, InputError> {
        let mut pos = self.game.start();
        let Some((before, mv)) = &search.from else {
            return Ok(pos);
        };
        if *before >= book.len() {
            let expected = format!("one of the {} positions before it", book.len());
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
        // The book keeps one of several moves that lead to images of the same position.
        let class = self.place_of(&after).class;
        let mut good = Self::good_moves(book, position, &found).into_iter();
        good.any(|n| found[n].2.class == class)
    }

    fn set_book_seed(&mut self, seed: u64) {
        self.book.seed = seed;
    }
}
