//! Records in every format of their game: text in comments and tags never becomes a move, and variations are kept.

use ludex_games::CATALOGUE;
use ludex_kit::registry;
use ludex_kit::{GameInfo, Record, RecordFormat, RecordedPly, Variant};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::variations::{comments_by_line, random_ply, random_tree, replayed};

/// Texts that would be moves, tags, comments or the end of a game if they were not escaped.
const HOSTILE: [&str; 36] = [
    "\n\n[Event \"x\"]\n1. a1",
    "\r\nmoves: a1",
    "\rresult: 1-0\rplayers: 4",
    "]\n;W[a1]",
    "]\\",
    "\\",
    "a\\]b\\",
    "\\\n",
    ")\n(;GAME[takt];W[a1])",
    "}\n\n{3w1}\n1. a1 b1",
    "{",
    "}}}",
    "\"]\n[Size \"6\"]\n1. a1",
    "\"",
    "\\\"",
    "\0",
    "a\0b\nc: d",
    "# turn 1: !! x",
    "turn 1: ?? x",
    "from @0/ B1+",
    "# from @0/",
    "Variant: loop=yes",
    "Result: RESIGN",
    "result: 1-0 # x",
    "position: x",
    "3w1",
    "\n\n3w1/4b1\n\n",
    "1. a1 e5",
    "R-0",
    "*",
    "; [Crawford \"Off\"]",
    "; [Start \"XGID=-a--BBCABA--bC---bbbb---A-:0:0:1:00:0:0:0:0:10\"]",
    "\n Game 7\n x : 0  y : 0\n  1) 31: 8/5 6/5",
    "\u{2028}1. a1\u{2029}\u{85}players: 3",
    "\u{feff}",
    " \t ",
];

const KEYS: [&str; 20] = [
    "Player1", "Player2", "Event", "Size", "size", "TPS", "Result", "position", "Position",
    "players", "board", "Variant", "Comment", "PW", "a: b", "x\ny", "[", "\"", "", "#",
];

fn games() -> impl Iterator<Item = &'static GameInfo> {
    CATALOGUE.games().filter(|info| info.name != "einstein")
}

/// A game with a hostile text wherever text is allowed.
fn hostile_record(info: &GameInfo, rng: &mut Pcg64Mcg) -> Record {
    let mut session = CATALOGUE.session(info.name, &Variant::new(), None).expect("a game");
    let mut record = Record { variant: session.variant(), ..Record::default() };
    while record.plies.len() < 12
        && let Some(ply) = random_ply(&mut *session, rng)
    {
        record.plies.push(ply);
    }
    let mut text = || -> String {
        let parts = (0..rng.random_range(1..3)).map(|_| *HOSTILE.choose(rng).expect("texts"));
        parts.collect::<Vec<_>>().concat()
    };
    for key in KEYS {
        record.tags.push((key.to_owned(), text()));
    }
    record.tags.push((text(), text()));
    record.comment = Some(text());
    record.result = Some(text());
    for ply in &mut record.plies {
        (ply.annotation, ply.comment) = (text(), Some(text()));
        (ply.name, ply.ending) = (Some(text()), Some(text()));
    }
    record
}

fn line(record: &Record) -> Vec<&str> {
    record.plies.iter().map(|ply| ply.text.as_str()).collect()
}

fn end_of(game: &str, record: &Record) -> String {
    let start = record.start.as_deref();
    let mut session = CATALOGUE.session(game, &record.variant, start).expect("a game");
    for ply in &record.plies {
        session.play(&ply.text).unwrap_or_else(|error| panic!("{error}"));
    }
    session.position()
}

fn check_same(info: &GameInfo, format: &RecordFormat, record: &Record) -> Record {
    let written = (format.write)(record);
    let name = format.name;
    let mut read =
        (format.read)(&written).unwrap_or_else(|error| panic!("{name}: {error}: {written:?}"));
    assert_eq!(read.len(), 1, "{name}: {written:?}");
    let read = read.remove(0);
    assert_eq!(read.damage, None, "{name}: {written:?}");
    assert_eq!(read.start, record.start, "{name}: {written:?}");
    if !format.verbatim {
        assert_eq!(line(&read), line(record), "{name}: {written:?}");
    }
    let told = registry::losses(&CATALOGUE, info.name, format, record).map(drop);
    assert_eq!(told, Ok(()), "{name}: {written:?}");
    read
}

fn letters(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).collect()
}

fn texts_of(record: &Record) -> String {
    let plies = record.plies.iter().filter_map(|ply| ply.comment.as_deref());
    let comments = record.comment.as_deref().into_iter().chain(plies);
    comments.map(letters).collect()
}

#[test]
fn words_never_become_moves() {
    let effort: u64 = std::env::var("LUDEX_TEST_EFFORT").map_or(1, |n| n.parse().unwrap_or(1));
    for info in games() {
        for format in info.formats {
            for seed in 0..60 * effort {
                let mut rng = Pcg64Mcg::seed_from_u64(seed);
                let record = hostile_record(info, &mut rng);
                let read = check_same(info, format, &record);
                let again = check_same(info, format, &read);
                assert_eq!(line(&again), line(&read));
                if format.annotated && info.name != "tryktrak" {
                    // All texts are kept, in order.
                    assert_eq!(texts_of(&read), texts_of(&record), "{}", format.name);
                }
            }
        }
    }
}

/// Every format with comments keeps their empty lines, those of the game and those of a move, with and without a mark.
#[test]
fn empty_lines_in_comments_are_kept() {
    let comments = ["one\n\ntwo", "three\n\n\nfour", "five\n\nsix"];
    for info in games() {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let mut session = CATALOGUE.session(info.name, &Variant::new(), None).expect("a game");
        let mut record = Record { variant: session.variant(), ..Record::default() };
        while record.plies.len() < 20
            && let Some(mut ply) = random_ply(&mut *session, &mut rng)
        {
            (ply.annotation, ply.comment) = (String::new(), None);
            record.plies.push(ply);
        }
        record.comment = Some(comments[0].to_owned());
        let is_move = |ply: &&mut RecordedPly| !ply.text.starts_with(['>', '?', 'd']);
        let mut moves = record.plies.iter_mut().filter(is_move).skip(1);
        let mut next = || moves.next().expect("a move");
        next().comment = Some(comments[1].to_owned());
        let marked = next();
        (marked.annotation, marked.comment) = ("!".to_owned(), Some(comments[2].to_owned()));
        for format in info.formats.iter().filter(|format| format.annotated) {
            let read = check_same(info, format, &record);
            let of_moves = read.plies.iter().filter_map(|ply| ply.comment.as_deref());
            let kept: Vec<&str> = read.comment.as_deref().into_iter().chain(of_moves).collect();
            assert_eq!(kept, comments, "{} {}", info.name, format.name);
        }
    }
}

/// A tree is converted to every pair of formats, one after the other. What both formats can store must still be there.
#[test]
fn trees_go_round_through_every_pair_of_formats() {
    for info in games() {
        for seed in 0..4 {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let record = random_tree(info.name, "", &mut rng);
            let meant = replayed(info.name, &record);
            if meant.steps.iter().any(|step| step.after == meant.n_main) {
                continue;
            }
            for first in info.formats {
                for second in info.formats {
                    let [there] = &round(first, &record)[..] else {
                        continue;
                    };
                    let [back] = &round(second, there)[..] else {
                        continue;
                    };
                    let names = (first.name, second.name);
                    // A .mat file does not contain a roll without a play.
                    if info.name != "tryktrak" {
                        let ends = [back, &record].map(|record| end_of(info.name, record));
                        assert_eq!(ends[0], ends[1], "{names:?}");
                    }
                    let come = replayed(info.name, back);
                    if first.variations && second.variations && info.name != "tryktrak" {
                        let paths = |tree| comments_by_line(tree).into_keys().collect::<Vec<_>>();
                        assert_eq!(paths(&come), paths(&meant), "{names:?}");
                    }
                    if !first.variations {
                        let losses = registry::losses(&CATALOGUE, info.name, first, &record)
                            .expect("the moves");
                        let is_told = losses.iter().any(|loss| loss.what.contains("variation"));
                        assert!(is_told, "{names:?}: {losses:?}");
                    }
                }
            }
        }
    }
}

fn round(format: &RecordFormat, record: &Record) -> Vec<Record> {
    let written = (format.write)(record);
    (format.read)(&written).unwrap_or_else(|error| panic!("{}: {error}: {written}", format.name))
}
