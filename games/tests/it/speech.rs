//! Words for screen readers: in random positions, the sentence of every place agrees with the text of the position, which is read here
//! independently; the sentence of every move names a place whose words the move changes.

use std::collections::BTreeMap;

use ludex_kit::Variant;
use ludex_kit::registry::{PictureRequest, Seat, Session};
use ludex_search::testing::effort;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;

/// The words of all places in the picture of a position.
type Words = BTreeMap<String, String>;

fn words(session: &dyn Session, seat: Seat) -> Words {
    let request = PictureRequest { seat, ..PictureRequest::default() };
    session.place_words(&session.picture(&request).expect("a picture"), seat)
}

/// Plays random games and calls `check` with each position, the words of its places and the seat at the bottom.
fn play(game: &str, variant: &str, games: u64, check: impl Fn(&dyn Session, &Words, usize)) {
    let variant: Variant = variant.parse().expect(variant);
    for seed in 0..games * effort() {
        let mut rng = Pcg64::seed_from_u64(seed);
        let mut session = ludex_games::CATALOGUE.session(game, &variant, None).expect(game);
        for _ in 0..70 {
            for seat in 1..=session.players() {
                let words = words(&*session, Seat::Player(seat));
                assert!(!words.is_empty());
                check(&*session, &words, seat);
            }
            if session.status().over {
                break;
            }
            if session.sample_event(rng.random()).expect("an event that may come").is_some() {
                continue;
            }
            let moves = session.legal_moves();
            make_move(&mut *session, &moves[rng.random_range(0..moves.len())]);
        }
    }
}

/// Plays a move and checks its sentence.
fn make_move(session: &mut dyn Session, mv: &str) {
    let before = words(session, Seat::Player(1));
    let sentence = session.move_sentence(mv).expect("a legal move");
    let place = session.position();
    assert!(sentence.starts_with("{player} ") && sentence.ends_with('.'), "{sentence}");
    session.play(mv).expect("a legal move");
    let after = words(session, Seat::Player(1));
    // A move without a place: the dice are rolled, the cube is turned, or the player cannot move.
    let spoken: Vec<&str> = sentence.split([' ', ',', '.']).collect();
    let has_no_place = ["rolls", "doubles", "takes", "passes", "beavers", "cannot"];
    if spoken.iter().any(|word| has_no_place.contains(word)) {
        return;
    }
    let changed = |(place, said): (&String, &String)| before.get(place) != Some(said);
    let named = |(place, _): &(&String, &String)| {
        let name = place.rsplit(' ').next().unwrap_or_default();
        let name = name.split_once('@').map_or(name, |(_, cell)| cell);
        spoken.iter().any(|word| word.trim_end_matches(':') == name)
    };
    let is_named = after.iter().filter(|entry| changed(*entry)).any(|entry| named(&entry));
    // A tile of Trax at the west or north edge shifts the names of all cells.
    let shifts = spoken
        .iter()
        .any(|word| word.starts_with('@') || word.trim_end_matches(':').ends_with('0'));
    // Points of Tryktrak are numbered from the view of the other player after the play.
    let is_renumbered = session.info().name == "tryktrak";
    assert!(is_named || shifts || is_renumbered, "{place} {mv}: {sentence}");
}

/// The part of a sentence after the name of the place.
fn content(said: &str) -> &str {
    said.split_once(": ").expect("a place and its content").1
}

#[test]
fn squares_of_takt_are_described_as_they_are() {
    for variant in ["size=5", "size=6,komi=2", "size=4,opening=double-black-stack"] {
        play("takt", variant, 3, |session, words, _| {
            let text = session.position();
            let rows: Vec<&str> = text.split(' ').next().expect("rows").split('/').collect();
            for (row, cells) in rows.iter().enumerate() {
                let mut column = 0;
                for cell in cells.split(',') {
                    if let Some(empty) = cell.strip_prefix('x') {
                        for _ in 0..empty.parse().unwrap_or(1) {
                            check_square(words, column, rows.len() - row, "", &text);
                            column += 1;
                        }
                    } else {
                        check_square(words, column, rows.len() - row, cell, &text);
                        column += 1;
                    }
                }
            }
        });
    }
}

fn check_square(words: &Words, column: u8, row: usize, cell: &str, text: &str) {
    let name = format!("{}{row}", char::from(b'a' + column));
    for kind in ["square", "stack"] {
        let said = &words[&format!("{kind} {name}")];
        assert!(said.starts_with(&format!("{name}: ")), "{said}");
        assert_eq!(stack_of(content(said)), cell, "{said}: {text}");
    }
}

/// The stack that words describe, as position texts write it.
fn stack_of(said: &str) -> String {
    if said == "empty" {
        return String::new();
    }
    let digit = |colour: &str| if colour == "white" { '1' } else { '2' };
    let (top, below) = said.split_once(" on ").unwrap_or((said, ""));
    let (colour, kind) = top.split_once(' ').expect("a colour and a piece");
    let mut pieces = vec![digit(colour)];
    for run in below.split(", then ").filter(|run| !run.is_empty()) {
        let (count, colour) = run.split_once(' ').expect("a number and a colour");
        pieces.extend(vec![digit(colour); number(count)]);
    }
    let sign = match kind {
        "flat" => "",
        "wall" => "S",
        "capstone" => "C",
        _ => panic!("{said}"),
    };
    pieces.into_iter().rev().collect::<String>() + sign
}

fn number(word: &str) -> usize {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let known = WORDS.iter().position(|&known| known == word);
    known.unwrap_or_else(|| word.parse().expect("a number"))
}

#[test]
fn points_of_tryktrak_are_described_as_they_are() {
    for variant in ["", "length=5"] {
        play("tryktrak", variant, 4, |session, words, seat| {
            let text = session.position();
            let fields: Vec<&str> = text.trim_start_matches("XGID=").split(':').collect();
            let places: Vec<(bool, usize)> = fields[0].bytes().map(checkers_of).collect();
            // The facts name the player who acts. Before the opening roll there is none, and the numbers are those of the seat; after the end
            // they are those of the player who acted last.
            let last = if fields[3] == "1" { 1 } else { 2 };
            let reader = match session.describe().facts["turn"].as_u64() {
                Some(turn) => turn as usize,
                None if session.status().over => last,
                None => seat,
            };
            for point in 1..=24 {
                // Position texts count the points from the view of player 1.
                let (is_second, count) = places[if reader == 1 { point } else { 25 - point }];
                let expected = match (count, is_second) {
                    (0, _) => "empty".to_owned(),
                    (1, false) => "one black checker".to_owned(),
                    (1, true) => "one white checker".to_owned(),
                    (_, false) => format!("{count} black checkers"),
                    (_, true) => format!("{count} white checkers"),
                };
                let said = &words[&format!("point {point}")];
                let digits = content(said).split_once(' ').map_or(
                    content(said).to_owned(),
                    |(count, rest)| {
                        if rest.starts_with("black checkers") || rest.starts_with("white checkers")
                        {
                            format!("{} {rest}", number(count))
                        } else {
                            content(said).to_owned()
                        }
                    },
                );
                assert_eq!(digits, expected, "{said}: {text}");
            }
            for (player, place) in [(1, 25), (2, 0)] {
                let said = &words[&format!("bar {player}")];
                let count = content(said).split(' ').next().expect("a number");
                assert_eq!(number(count), places[place].1, "{said}: {text}");
            }
        });
    }
}

/// The owner (whether it is player 2) and the number of the checkers that a letter of an XGID means.
fn checkers_of(letter: u8) -> (bool, usize) {
    match letter {
        b'A'..=b'P' => (false, usize::from(letter - b'A') + 1),
        b'a'..=b'p' => (true, usize::from(letter - b'a') + 1),
        _ => (false, 0),
    }
}

#[test]
fn squares_and_walls_of_quoridor_are_described_as_they_are() {
    for variant in ["", "players=4", "board=5x7"] {
        play("quoridor", variant, 2, |session, words, _| {
            let text = session.position();
            let parts: Vec<&str> = text.split('/').collect();
            let pairs = |text: &str| -> Vec<String> {
                text.as_bytes()
                    .chunks(2)
                    .map(|pair| String::from_utf8_lossy(pair).into_owned())
                    .collect()
            };
            let (horizontal, vertical) = (pairs(parts[0]), pairs(parts[1]));
            let pawns: Vec<&str> = parts[2].split(' ').collect();
            for (touch, said) in words {
                let (kind, name) = touch.split_once(' ').expect("class and name");
                if kind == "square" || kind == "pawn" {
                    let expected = square_words(name, &horizontal, &vertical, &pawns);
                    assert_eq!(*said, expected, "{text}");
                }
                if kind == "slot" {
                    let (anchor, direction) = name.split_at(2);
                    let known = if direction == "h" { &horizontal } else { &vertical };
                    let is_there = known.iter().any(|wall| wall == anchor);
                    assert_eq!(content(said) == "wall", is_there, "{touch}, {said}: {text}");
                }
            }
        });
    }
}

fn square_words(name: &str, horizontal: &[String], vertical: &[String], pawns: &[&str]) -> String {
    let (column, row) = (name.as_bytes()[0], name.as_bytes()[1]);
    let has = |walls: &[String], column: u8, row: u8| {
        walls.iter().any(|wall| wall.as_bytes() == [column, row])
    };
    let sides = [
        ("above", has(horizontal, column, row) || has(horizontal, column - 1, row)),
        ("below", has(horizontal, column, row - 1) || has(horizontal, column - 1, row - 1)),
        ("to the left", has(vertical, column - 1, row) || has(vertical, column - 1, row - 1)),
        ("to the right", has(vertical, column, row) || has(vertical, column, row - 1)),
    ];
    let sides: Vec<&str> =
        sides.iter().filter(|(_, is_there)| *is_there).map(|(side, _)| *side).collect();
    let pawn = pawns.iter().position(|pawn| *pawn == name);
    let what = pawn.map_or("empty".to_owned(), |player| format!("pawn of player {}", player + 1));
    let walls = match &sides[..] {
        [] => String::new(),
        [one] => format!(", wall {one}"),
        [first @ .., last] => format!(", walls {} and {last}", first.join(", ")),
    };
    format!("{name}: {what}{walls}")
}

#[test]
fn tiles_of_trax_are_described_as_they_are() {
    for variant in ["", "luck=yes", "board=8x8"] {
        play("trax", variant, 3, |session, words, _| {
            let text = session.position();
            let rows: Vec<&str> = text.split(' ').next().expect("rows").split('/').collect();
            let mut n_tiles = 0;
            for (row, cells) in rows.iter().enumerate() {
                for (column, cell) in cells.chars().enumerate() {
                    let Some(white) = cell.to_digit(16) else {
                        continue;
                    };
                    n_tiles += 1;
                    // Random games stay below 26 columns.
                    let name = format!("{}{}", char::from(b'A' + column as u8), row + 1);
                    let side = |bits: u32| {
                        let names = ["north", "east", "south", "west"];
                        let sides: Vec<&str> = (0..4)
                            .filter(|side| bits >> side & 1 != 0)
                            .map(|side| names[side])
                            .collect();
                        sides.join(" and ")
                    };
                    let expected = format!(
                        "{name}: white joins {}, red joins {}",
                        side(white),
                        side(!white & 15)
                    );
                    assert_eq!(words[&format!("tile {name}")], expected, "{text}");
                }
            }
            let is_tile = |touch: &&String| touch.starts_with("tile ");
            assert_eq!(words.keys().filter(is_tile).count(), n_tiles, "{text}");
        });
    }
}

#[test]
fn tiles_of_tantrix_agree_with_their_neighbours() {
    const SIDES: [(&str, (i32, i32)); 6] = [
        ("north", (0, -1)),
        ("north-east", (1, -1)),
        ("south-east", (1, 0)),
        ("south", (0, 1)),
        ("south-west", (-1, 1)),
        ("north-west", (-1, 0)),
    ];
    for variant in ["", "players=4"] {
        play("tantrix", variant, 2, |session, words, _| {
            let text = session.position();
            let mut board: BTreeMap<(i32, i32), Vec<String>> = BTreeMap::new();
            for (touch, said) in words.iter().filter(|(touch, _)| touch.starts_with("tile ")) {
                let (tile, cell) = touch["tile ".len()..].split_once('@').expect("tile and cell");
                assert!(text.contains(&touch["tile ".len()..]), "{touch}: {text}");
                let number = tile.trim_end_matches(char::is_alphabetic);
                let start = format!("{cell}: tile {number}, ");
                let lines = said.strip_prefix(&start).unwrap_or_else(|| panic!("{said}: {start}"));
                let colour_at = |side: &str| {
                    let line = lines.split(", ").find(|line| {
                        let (_, sides) = line.split_once(" joins ").expect("a line");
                        sides.split(" and ").any(|known| known == side)
                    });
                    let line = line.unwrap_or_else(|| panic!("{said}: {side}"));
                    line.split(' ').next().expect("a colour").to_owned()
                };
                let (q, r) = cell.split_once(':').expect("a cell");
                let hex = (q.parse().expect("a number"), r.parse().expect("a number"));
                board.insert(hex, SIDES.iter().map(|(side, _)| colour_at(side)).collect());
            }
            let neighbour = |(q, r): (i32, i32), side: usize| {
                let (_, (x, y)) = SIDES[side];
                board.get(&(q + x, r + y)).map(|colours| &colours[(side + 3) % 6])
            };
            for (&hex, colours) in &board {
                for (side, colour) in colours.iter().enumerate() {
                    assert!(
                        neighbour(hex, side).is_none_or(|other| other == colour),
                        "{hex:?}: {text}"
                    );
                }
            }
            for (touch, said) in words.iter().filter(|(touch, _)| touch.starts_with("cell ")) {
                let (q, r) = touch["cell ".len()..].split_once(':').expect("a cell");
                let hex = (q.parse().expect("a number"), r.parse().expect("a number"));
                let entering = (0..6).filter_map(|side| {
                    Some(format!(", {} from the {}", neighbour(hex, side)?, SIDES[side].0))
                });
                assert_eq!(
                    *said,
                    format!("{q}:{r}: empty{}", entering.collect::<String>()),
                    "{text}"
                );
            }
        });
    }
}

#[test]
fn every_place_that_a_move_touches_has_words() {
    for info in ludex_games::CATALOGUE.games() {
        play(info.name, "", 1, |session, words, _| {
            for (mv, ways) in session.gestures() {
                for touch in ways.iter().flat_map(|way| way.hops.iter().flatten()) {
                    let has_words =
                        touch.word().is_some() || words.contains_key(&touch.to_string());
                    assert!(has_words, "{mv}: {touch}");
                }
            }
        });
    }
}
