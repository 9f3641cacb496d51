//! Opening rules: whose flats are placed first, and how many. A second, simple implementation of the rules counts the moves too.

use ludex_kit::registry::{Session, Token};
use ludex_kit::{Playable, Variant, Visitor};
use ludex_search::perft;
use ludex_takt as takt;

/// A board in the simplest form: each square is a list of pieces (owner and kind) from the bottom.
#[derive(Clone)]
struct Plain {
    side: usize,
    opening: &'static str,
    cells: Vec<Vec<(usize, char)>>,
    stones: [usize; 2],
    caps: [usize; 2],
    ply: usize,
}

impl Plain {
    fn leaves(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if self.is_over() => 0,
            _ => self.next().iter().map(|next| next.leaves(depth - 1)).sum(),
        }
    }

    fn next(&self) -> Vec<Self> {
        let mover = self.ply % 2;
        let mut all = Vec::new();
        let empty = (0..self.cells.len()).filter(|&at| self.cells[at].is_empty());
        if self.ply < 2 {
            let owner = if self.opening == "no-swap" { mover } else { 1 - mover };
            let count = if self.opening == "double-black-stack" && self.ply == 0 { 2 } else { 1 };
            for at in empty {
                let mut next = self.clone();
                next.cells[at] = vec![(owner, 'F'); count];
                next.stones[owner] -= count;
                all.push(next);
            }
        } else {
            for at in empty {
                for kind in ['F', 'S', 'C'] {
                    let mut next = self.clone();
                    let reserve = if kind == 'C' { &mut next.caps } else { &mut next.stones };
                    if reserve[mover] > 0 {
                        reserve[mover] -= 1;
                        next.cells[at] = vec![(mover, kind)];
                        all.push(next);
                    }
                }
            }
            for at in 0..self.cells.len() {
                if self.cells[at].last().is_some_and(|top| top.0 == mover) {
                    for direction in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                        for lifted in 1..=self.side.min(self.cells[at].len()) {
                            let mut left = self.clone();
                            let rest = left.cells[at].len() - lifted;
                            let hand = left.cells[at].split_off(rest);
                            left.drop_all(at, direction, &hand, &mut all);
                        }
                    }
                }
            }
        }
        for next in &mut all {
            next.ply += 1;
        }
        all
    }

    fn drop_all(
        &self,
        at: usize,
        (dx, dy): (isize, isize),
        hand: &[(usize, char)],
        all: &mut Vec<Self>,
    ) {
        if hand.is_empty() {
            all.push(self.clone());
            return;
        }
        let side = self.side as isize;
        let (x, y) = (at as isize % side + dx, at as isize / side + dy);
        if !(0..side).contains(&x) || !(0..side).contains(&y) {
            return;
        }
        let to = (y * side + x) as usize;
        let smashes = hand.len() == 1 && hand[0].1 == 'C';
        match self.cells[to].last() {
            Some((_, 'C')) => return,
            Some((_, 'S')) if !smashes => return,
            _ => {}
        }
        for count in 1..=hand.len() {
            let mut next = self.clone();
            if let Some(top) = next.cells[to].last_mut() {
                top.1 = 'F';
            }
            next.cells[to].extend(&hand[..count]);
            next.drop_all(to, (dx, dy), &hand[count..], all);
        }
    }

    fn is_over(&self) -> bool {
        let is_out = |player: usize| self.stones[player] + self.caps[player] == 0;
        let is_full = self.cells.iter().all(|cell| !cell.is_empty());
        is_full || is_out(0) || is_out(1) || self.has_road(0) || self.has_road(1)
    }

    fn has_road(&self, player: usize) -> bool {
        let side = self.side;
        let counts =
            |at: usize| self.cells[at].last().is_some_and(|top| top.0 == player && top.1 != 'S');
        [false, true].into_iter().any(|turned| {
            let at = |line: usize, across: usize| {
                if turned { across * side + line } else { line * side + across }
            };
            let mut reached: Vec<(usize, usize)> = (0..side)
                .filter(|&across| counts(at(0, across)))
                .map(|across| (0, across))
                .collect();
            let mut next = 0;
            while let Some(&(line, across)) = reached.get(next) {
                next += 1;
                let near = [
                    (line + 1, across),
                    (line.wrapping_sub(1), across),
                    (line, across + 1),
                    (line, across.wrapping_sub(1)),
                ];
                for (line, across) in near {
                    if line < side
                        && across < side
                        && counts(at(line, across))
                        && !reached.contains(&(line, across))
                    {
                        reached.push((line, across));
                    }
                }
            }
            reached.iter().any(|&(line, _)| line + 1 == side)
        })
    }
}

struct Count(u32);

impl Visitor for Count {
    type Output = u64;
    fn visit<G: Playable>(self, game: G, start: G::Position) -> u64 {
        perft(&game, &start, self.0)
    }
}

#[test]
fn every_opening_has_the_counts_of_a_plain_implementation() {
    for opening in ["swap", "no-swap", "double-black-stack"] {
        for (side, stones, caps, depth) in
            [(3, 10, 0, 4), (3, 2, 1, 5), (4, 15, 0, 3), (4, 3, 1, 4)]
        {
            let plain = Plain {
                side,
                opening,
                cells: vec![Vec::new(); side * side],
                stones: [stones; 2],
                caps: [caps; 2],
                ply: 0,
            };
            let variant = format!("size={side},stones={stones},caps={caps},opening={opening}");
            let parsed: Variant = variant.parse().unwrap();
            for depth in 1..=depth {
                let counted = ludex_takt::open(&parsed, None, Count(depth)).unwrap();
                assert_eq!(counted, plain.leaves(depth), "{variant}, depth {depth}");
            }
        }
    }
}

fn session(opening: &str) -> Box<dyn Session> {
    let variant = Variant::new().with("opening", opening);
    crate::CATALOGUE.session("takt", &variant, None).expect(opening)
}

#[test]
fn a_double_black_stack_is_two_flats_of_the_second_player() {
    let mut session = session("double-black-stack");
    assert_eq!(session.legal_moves().len(), 25);
    assert!(session.legal_moves().contains(&"2a1".to_owned()));
    session.play("2a1").unwrap();
    assert_eq!(session.position(), "x5/x5/x5/x5/22,x4 2 1");
    let reserves = session.describe().facts.remove("reserves").unwrap();
    assert_eq!(reserves["p1"]["stones"], 21);
    assert_eq!(reserves["p2"]["stones"], 19);
    session.play("e5").unwrap();
    assert_eq!(session.position(), "x4,1/x5/x5/x5/22,x4 1 2");
    assert_eq!(session.describe().facts["reserves"]["p1"]["stones"], 20);
    // The player whose flats form the stack may spread it.
    session.play("c3").unwrap();
    assert_eq!(session.play("2a1>11").unwrap(), "2a1>11");
    assert!(session.undo() && session.undo() && session.undo() && session.undo());
    assert_eq!(session.position(), "x5/x5/x5/x5/x5 1 1");
    // A position text of the opening phase is recognised as such.
    let start = Some("x5/x5/x5/x5/22,x4 2 1");
    let mut session = crate::CATALOGUE.session("takt", &session.variant(), start).unwrap();
    session.play("e5").unwrap();
    assert_eq!(session.position(), "x4,1/x5/x5/x5/22,x4 1 2");
}

#[test]
fn a_stack_is_placed_only_in_its_opening() {
    let refused = |opening: &str, moves: &str, word: &str| {
        let line = Token::split(moves, "moves");
        let error = session(opening).extend(&line).expect_err(moves);
        assert!(error.to_string().contains(word), "{moves}: {error}");
    };
    refused("double-black-stack", "a1", "2a1");
    refused("double-black-stack", "2Sa1", "direction");
    refused("double-black-stack", "Sa1", "flat of the opponent");
    refused("double-black-stack", "3a1", "direction");
    refused("double-black-stack", "2a1 2e5", "direction");
    refused("double-black-stack", "2a1 a1", "occupied");
    refused("swap", "2a1", "direction");
    refused("no-swap", "2a1", "direction");
    let short: Variant = "stones=1,caps=1,opening=double-black-stack".parse().unwrap();
    let error = crate::CATALOGUE.session("takt", &short, None).err().expect("one stone is too few");
    assert!(error.to_string().contains("2 stones or more"), "{error}");
}

#[test]
fn files_name_the_opening_in_their_own_words() {
    let format = &takt::INFO.formats[0];
    for (told, opening, written) in [
        ("Swap", "swap", "swap"),
        ("no swap", "no-swap", "no-swap"),
        ("no-swap", "no-swap", "no-swap"),
        ("Double Black Stack", "double-black-stack", "double black stack"),
        ("double-black-stack", "double-black-stack", "double black stack"),
    ] {
        let text = format!("[Size \"6\"]\n[Opening \"{told}\"]\n\n1. 2a1 f6\n");
        let record = (format.read)(&text).expect(told).remove(0);
        assert_eq!(record.variant.get("opening"), Some(opening));
        let text = (format.write)(&record);
        assert!(text.contains(&format!("[Opening \"{written}\"]")), "{text}");
    }
    // Files also use this tag for names of openings.
    let other = (format.read)("[Opening \"middle\"]\n1. a1 f6\n").expect("a game");
    assert_eq!(other[0].variant.get("opening"), None);
    assert_eq!((other[0].remarks.len(), other[0].plies.len()), (1, 2));
}

#[test]
fn books_and_openings_serve_their_own_opening_alone() {
    for (opening, n_books) in [("swap", 1), ("no-swap", 0), ("double-black-stack", 0)] {
        let variant: Variant = format!("size=6,komi=2,opening={opening}").parse().unwrap();
        let session = crate::CATALOGUE.session("takt", &variant, None).unwrap();
        let info = session.info();
        for shipped in [info.books, info.openings] {
            let found = info.shipped(shipped, &session.variant());
            assert_eq!(found.iter().count(), n_books, "{opening}");
        }
    }
}

#[test]
fn unequal_pieces_are_refused_and_equal_ones_are_obeyed() {
    let format = &takt::INFO.formats[0];
    let read = |tags: &str| (format.read)(&format!("[Size \"6\"]\n{tags}\n\n1. a1 f6\n"));
    let obeyed = |tags: &str, variant: &str| {
        let record = read(tags).expect(tags).remove(0);
        assert_eq!(record.variant.to_string(), variant, "{tags}");
        assert!(record.tags.is_empty());
    };
    obeyed("[Flats1 \"20\"]\n[Flats2 \"20\"]", "size=6,stones=20");
    obeyed("[Flats1 \"30\"]\n[Caps2 \"1\"]", "size=6");
    obeyed("[Caps1 \"2\"]\n[Flats \"20\"]\n[Caps2 \"2\"]", "size=6,stones=20,caps=2");
    obeyed("[flats2 \"20\"]\n[Flats \"20\"]", "size=6,stones=20");
    let refused = |tags: &str, words: &[&str]| {
        let error = read(tags).expect_err(tags).to_string();
        for word in words {
            assert!(error.contains(word), "{tags}: {error} does not say {word:?}");
        }
    };
    refused("[Flats1 \"20\"]\n[Flats2 \"30\"]", &["line 2, tag Flats1", "\"20\"", "30", "unequal"]);
    refused("[Flats2 \"25\"]", &["line 2, tag Flats2", "\"25\"", "30"]);
    refused("[Caps1 \"2\"]", &["line 2, tag Caps1", "\"2\"", "1"]);
    refused("[Flats \"20\"]\n[Flats1 \"30\"]", &["line 3, tag Flats1", "20"]);
    refused("[Flats1 \"many\"]\n[Flats2 \"many\"]", &["line 2, tag Flats1", "many"]);
}
