//! Opening books, both shipped and grown by the tests, and the conversion of scores to probabilities.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use ludex_games::{CATALOGUE, visit};
use ludex_kit::interface::shipped::BookChoice;
use ludex_kit::registry::{Session, Token};
use ludex_kit::support::book::{
    Book, BookHeader, BookSearch, BookText, write_header, write_search,
};
use ludex_kit::{InputError, Playable, SearchSetup, Visitor};
use ludex_search::{Limits, SearchOptions, StopFlag};

/// Games with symmetries that can have a book.
const BOOKED: [(&str, &str); 3] =
    [("takt", "size=4"), ("quoridor", "board=5x5,walls=3"), ("trax", "")];

fn session(game: &str, variant: &str) -> Box<dyn Session> {
    CATALOGUE
        .session(game, &variant.parse().expect("valid test data"), None)
        .expect("valid test data")
}

/// A book with this number of positions, grown by small searches in the same way as by `ludex book`.
fn grown(game: &str, variant: &str, positions: usize) -> Book {
    let mut session = session(game, variant);
    let mut book = Book::new(BookHeader {
        game: game.into(),
        variant: session.variant().to_string(),
        nodes: 300,
        lines: 3,
        seed: 0,
        version: "0".into(),
    });
    while book.len() < positions {
        let task = book.next_task().expect("openings go on");
        let mut moves = Vec::new();
        if let Some((before, mv)) = &task.from {
            moves = book.moves_to(*before);
            moves.push(mv);
        }
        session.restart();
        session.extend(&Token::split(&moves.join(" "), "")).expect("valid test data");
        let setup = SearchSetup {
            options: SearchOptions {
                hash_mib: 1,
                multipv: task.width * session.n_own_images(),
                ..SearchOptions::default()
            },
            ..SearchSetup::default()
        };
        session.configure(None, setup).expect("valid test data");
        let limits = Limits::nodes(book.header.nodes);
        let findings = session.search(&limits, &StopFlag::default(), &mut |_| ());
        let findings = findings.expect("valid test data");
        let search = BookSearch {
            depth: findings.depth,
            nodes: findings.nodes,
            width: task.width,
            moves: session.book_moves(&findings, task.width),
            from: task.from,
        };
        session.add_to_book(&mut book, search).expect("valid test data");
    }
    book
}

fn as_text(book: &Book) -> String {
    let (mut text, mut sum) = write_header(&book.header);
    for number in 0..book.len() {
        let position = book.position(number).expect("valid test data");
        let (line, next) = write_search(&position.search, sum);
        text += &line;
        sum = next;
    }
    text
}

/// The answer of a player with this book after these moves; `None` if the player had to search.
fn answer(
    session: &mut dyn Session,
    moves: &[String],
    book: &Arc<Book>,
    seed: u64,
) -> Option<String> {
    session.restart();
    session.extend(&Token::split(&moves.join(" "), "")).expect("valid test data");
    let setup = SearchSetup {
        options: SearchOptions { seed, hash_mib: 1, ..SearchOptions::default() },
        book: BookChoice::Given(Arc::clone(book)),
        ..SearchSetup::default()
    };
    session.configure(None, setup).expect("valid test data");
    let limits = Limits::time(Duration::from_millis(1));
    let found = session.search(&limits, &StopFlag::default(), &mut |_| ());
    let found = found.expect("valid test data");
    let line = found.best().expect("valid test data");
    found.is_from_book().then(|| line.first().to_owned())
}

/// Checks the images of a line of play and of the move after it, under every symmetry of the game.
struct Images<'a>(&'a [String], &'a str);

impl Visitor for Images<'_> {
    type Output = Vec<(Vec<String>, [u64; 2])>;

    fn visit<G: Playable>(self, game: G, _start: G::Position) -> Self::Output {
        (0..game.symmetries()).map(|symmetry| image(&game, symmetry, self.0, self.1)).collect()
    }
}

/// The line under a symmetry, and the symmetric hashes of the positions before and after the last move.
fn image<G: Playable>(
    game: &G,
    symmetry: usize,
    line: &[String],
    last: &str,
) -> (Vec<String>, [u64; 2]) {
    let mut pos = game.start();
    let mut turned = game.transform(&pos, symmetry);
    let mut written = Vec::new();
    for text in line {
        let mv = game.parse_move(&pos, text).expect("valid test data");
        let there = game.transform_move(mv, symmetry);
        written.push(game.write_move(&turned, there));
        game.play(&mut pos, mv);
        game.play(&mut turned, there);
    }
    let before = game.symmetric_hash(&pos);
    let mv = game.parse_move(&pos, last).expect("valid test data");
    game.play(&mut pos, mv);
    (written, [before, game.symmetric_hash(&pos)])
}

#[test]
fn every_image_of_a_position_is_answered_by_the_image_of_its_move() {
    for (game, variant) in BOOKED {
        let book = Arc::new(grown(game, variant, 12));
        let mut session = session(game, variant);
        let mut answered = 0;
        for number in 0..book.len() {
            let moves: Vec<String> = book.moves_to(number).iter().map(|&mv| mv.into()).collect();
            let Some(best) = answer(&mut *session, &moves, &book, 0) else {
                continue;
            };
            let images = visit(
                game,
                &variant.parse().expect("valid test data"),
                None,
                Images(&moves, &best),
            );
            for (line, [before, class]) in images.expect("valid test data") {
                // The image of an empty board may differ from the start of a game: Trax begins with two of six faces.
                let words = Token::split(&line.join(" "), "");
                session.restart();
                if session.extend(&words).is_err() || session.symmetric_hash() != before {
                    continue;
                }
                let found = answer(&mut *session, &line, &book, 0).expect("an image is known");
                session.play_move(&found).expect("valid test data");
                assert_eq!(session.symmetric_hash(), class, "{game}: {line:?} {found}");
                answered += 1;
            }
        }
        assert!(answered > 2, "{game}: {answered}");
    }
}

#[test]
fn a_position_and_its_images_stand_in_a_book_once() {
    for (game, variant) in BOOKED {
        let book = grown(game, variant, 12);
        let places: HashSet<u64> = (0..book.len())
            .map(|number| book.position(number).expect("valid test data").place.class)
            .collect();
        assert_eq!(places.len(), book.len(), "{game}");
        for number in 0..book.len() {
            let next = &book.position(number).expect("valid test data").next;
            let classes: HashSet<u64> = next.iter().map(|place| place.class).collect();
            assert_eq!(classes.len(), next.len(), "{game}, position {number}");
        }
    }
}

#[test]
fn a_book_is_read_as_it_was_written() {
    for (game, variant) in BOOKED {
        let book = grown(game, variant, 8);
        let text = as_text(&book);
        let read = BookText::read(text.as_bytes()).expect("valid test data");
        assert_eq!((read.damage.as_ref(), read.sound), (None, text.len()));
        let again = CATALOGUE.book(&read).expect("valid test data");
        assert_eq!(as_text(&again), text);
        assert_eq!(again.values(), book.values());
        assert_eq!(again.next_task(), book.next_task());
    }
}

#[test]
fn damage_ends_a_book_wherever_it_is() {
    let text = as_text(&grown("takt", "size=4", 5));
    let first = text.find('\n').expect("valid test data") + 1;
    for at in first..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1;
        let read = BookText::read(&bytes).expect("valid test data");
        assert!(read.damage.is_some(), "byte {at}");
        assert!(read.sound <= at && text.is_char_boundary(read.sound));
        assert_eq!(bytes[read.sound - 1], b'\n');
        let cut = BookText::read(&text.as_bytes()[..at]).expect("valid test data");
        let whole = text[..at].rfind('\n').expect("valid test data") + 1;
        assert_eq!(cut.sound, whole, "cut at byte {at}");
        assert_eq!(cut.damage.is_some(), whole < at);
    }
    // A missing line is damage too: the checksums continue from line to line.
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    lines.remove(2);
    assert!(BookText::read(lines.concat().as_bytes()).expect("valid test data").damage.is_some());
    assert!(BookText::read(b"ludex-records-1 {}\n").is_err());
    assert!(BookText::read(b"").is_err());
}

#[test]
fn a_book_whose_moves_are_illegal_is_refused() {
    let book = grown("takt", "size=4", 3);
    let (mut text, sum) = write_header(&book.header);
    let mut search = book.position(0).expect("valid test data").search.clone();
    search.moves[0].mv = "z9".into();
    text += &write_search(&search, sum).0;
    let read = BookText::read(text.as_bytes()).expect("valid test data");
    let error = CATALOGUE.book(&read).expect_err("it is refused").to_string();
    assert!(error.starts_with("line 2"), "{error}");
}

#[test]
fn seeds_choose_among_good_moves() {
    let book = Arc::new(grown("takt", "size=4", 40));
    let mut session = session("takt", "size=4");
    let best = answer(&mut *session, &[], &book, 0);
    assert_eq!(answer(&mut *session, &[], &book, 0), best);
    let all: HashSet<Vec<String>> = (0..40)
        .map(|seed| {
            let mut line = Vec::new();
            while let Some(mv) = answer(&mut *session, &line, &book, seed) {
                line.push(mv);
            }
            line
        })
        .collect();
    assert!(all.len() > 1, "{all:?}");
}

#[test]
fn a_book_is_asked_for_moves_with_a_time_alone() {
    let book = Arc::new(grown("takt", "size=4", 8));
    let mut session = session("takt", "size=4");
    assert!(answer(&mut *session, &[], &book, 0).is_some());
    for limits in [Limits::nodes(10), Limits::depth(1)] {
        let found = session.search(&limits, &StopFlag::default(), &mut |_| ());
        assert!(!found.expect("valid test data").is_from_book(), "{limits:?}");
    }
    let other = CATALOGUE.session("takt", &"size=5".parse().expect("valid test data"), None);
    let setup = SearchSetup { book: BookChoice::Given(book), ..SearchSetup::default() };
    let error = other.expect("valid test data").configure(None, setup).expect_err("it is refused");
    assert_eq!(error.place, "book");
}

/// The books and openings of all games, as bytes in the program.
#[test]
fn shipped_books_are_whole_and_small() {
    let mut bytes = 0;
    for info in CATALOGUE.games() {
        for shipped in info.books {
            bytes += shipped.text.len();
            let text = BookText::read(shipped.text.as_bytes()).expect("valid test data");
            assert_eq!(text.damage, None);
            assert_eq!((&*text.header.game, &*text.header.variant), (info.name, shipped.variant));
            let book = CATALOGUE.book(&text).expect("valid test data");
            assert!(book.len() >= 50, "{} {}", info.name, shipped.variant);
            let mut session = session(info.name, shipped.variant);
            let setup = SearchSetup { book: BookChoice::Shipped, ..SearchSetup::default() };
            session.configure(None, setup).expect("valid test data");
            let limits = Limits::time(Duration::from_millis(1));
            let found = session.search(&limits, &StopFlag::default(), &mut |_| ());
            assert!(
                found.expect("valid test data").is_from_book(),
                "{} {}",
                info.name,
                shipped.variant
            );
        }
    }
    assert!(bytes < 300_000, "{bytes}");
}

#[test]
fn shipped_openings_are_legal_distinct_and_as_many_as_they_say() {
    for info in CATALOGUE.games() {
        for shipped in info.openings {
            let mut session = session(info.name, shipped.variant);
            assert_eq!(session.variant().to_string(), shipped.variant);
            let lines: Vec<&str> =
                shipped.text.lines().filter(|line| !line.starts_with('#')).collect();
            let told = shipped.text.lines().next().expect("valid test data");
            assert!(told.starts_with(&format!("# {} openings", lines.len())), "{told}");
            assert!(lines.len() >= 200, "{} {}", info.name, shipped.variant);
            let mut seen = HashSet::new();
            for line in lines {
                session.restart();
                session.extend(&Token::split(line, "openings")).expect("valid test data");
                assert!(!session.status().over, "{line}");
                assert!(seen.insert(session.symmetric_hash()), "{line} is an image of another");
            }
        }
    }
}

/// Illegal moves and positions do not cause a panic.
#[test]
fn a_search_of_a_position_that_is_not_there_is_refused() {
    let book = grown("takt", "size=4", 2);
    let session = session("takt", "size=4");
    let mut again = book.clone();
    let mut search = book.position(1).expect("valid test data").search.clone();
    search.from = Some((7, "a1".into()));
    let error: InputError = session.add_to_book(&mut again, search).expect_err("it is refused");
    assert_eq!(error.found, "7");
    let same = book.position(1).expect("valid test data").search.clone();
    assert!(session.add_to_book(&mut again, same).is_err());
}
