//! Games with variations, comments and marks, written as SGF and read back.

use std::collections::BTreeMap;

use ludex_games::CATALOGUE;
use ludex_kit::registry::{self, Replayed, Session, replay};
use ludex_kit::{After, Aside, InputError, Record, RecordFormat, RecordedPly};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::conformance::variants;

fn sgf(game: &str) -> &'static RecordFormat {
    let mut formats = CATALOGUE.info(game).expect(game).formats.iter();
    formats.find(|format| format.name == "sgf").expect(game)
}

/// Comments that need care in a format.
const REMARKS: [&str; 6] = [
    "Plain.",
    "brackets ] [ and ) ( and ;",
    "a back\\slash\\",
    "two\nlines: and a colon",
    "Grüße, 5 × ♟",
    " ",
];
const MARKS: [&str; 7] = ["!!", "!", "!?", "?!", "?", "??", ""];

/// A random step of a game, now and then with a comment.
pub(crate) fn random_ply(session: &mut dyn Session, rng: &mut Pcg64Mcg) -> Option<RecordedPly> {
    let events = session.events();
    let steps: Vec<String> = if events.is_empty() {
        session.legal_moves()
    } else {
        events.into_iter().map(|(event, _)| event).collect()
    };
    let text = session.play(steps.choose(rng)?).expect("a legal step");
    let mut ply = RecordedPly { text, ..RecordedPly::default() };
    if rng.random_bool(0.2) {
        ply.comment = REMARKS.choose(rng).map(|&text| text.to_owned());
        let mark: &str = MARKS.choose(rng).expect("marks");
        mark.clone_into(&mut ply.annotation);
    }
    Some(ply)
}

/// A game of some plies with variations, some of them nested.
pub(crate) fn random_tree(game: &str, variant: &str, rng: &mut Pcg64Mcg) -> Record {
    let variant = variant.parse().expect("a variant");
    let mut session = CATALOGUE.session(game, &variant, None).expect("a game");
    let mut record = Record {
        variant: session.variant(),
        comment: Some("Before: [of] it all\\".to_owned()),
        tags: [("Player1", "Ann]"), ("Player2", "Bob"), ("Event", "tea: \\o/")]
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .to_vec(),
        ..Record::default()
    };
    while record.plies.len() < 24
        && let Some(ply) = random_ply(&mut *session, rng)
    {
        record.plies.push(ply);
    }
    for _ in 0..12 {
        let n_asides = record.asides.len();
        let from = rng.random_range(0..record.plies.len() + n_asides);
        let mut after = match from.checked_sub(record.plies.len()) {
            None => After::Main(from),
            Some(aside) => After::Aside(aside),
        };
        let mut session = CATALOGUE.session(game, &variant, None).expect("a game");
        for text in steps_to(&record, after) {
            session.play(&text).expect("a legal step");
        }
        for _ in 0..rng.random_range(1..6) {
            let Some(ply) = random_ply(&mut *session, rng) else {
                break;
            };
            record.asides.push(Aside { after, ply });
            after = After::Aside(record.asides.len() - 1);
        }
    }
    record
}

fn steps_to(record: &Record, mut after: After) -> Vec<String> {
    let mut steps = Vec::new();
    loop {
        match after {
            After::Main(n_plies) => {
                let main = record.plies[..n_plies].iter().rev();
                steps.extend(main.map(|ply| ply.text.clone()));
                steps.reverse();
                return steps;
            }
            After::Aside(index) => {
                steps.push(record.asides[index].ply.text.clone());
                after = record.asides[index].after;
            }
        }
    }
}

pub(crate) fn replayed(game: &str, record: &Record) -> Replayed {
    let start = record.start.as_deref();
    let mut session = CATALOGUE.session(game, &record.variant, start).expect("a game");
    let done = replay(&mut *session, record, usize::MAX);
    assert_eq!((&done.damage, &done.wrong_asides[..]), (&None, &[][..]), "{game}");
    done
}

/// The comments at the end of each line of play, and whether it is the main line. The step `roll`, which only asks for the dice, is
/// ignored, so two lines that differ only in it are equal.
pub(crate) fn comments_by_line(tree: &Replayed) -> BTreeMap<String, (Vec<String>, bool)> {
    let mut paths = vec![String::new()];
    let mut lines: BTreeMap<String, (Vec<String>, bool)> = BTreeMap::new();
    for (index, step) in tree.steps.iter().enumerate() {
        let is_roll = step.text == "roll";
        let path = match &paths[step.after] {
            before if is_roll => before.clone(),
            before => format!("{before} {}", step.text),
        };
        let comment = step.comment.iter().flat_map(|text| text.lines());
        let comments: Vec<String> = [&*step.mark]
            .into_iter()
            .chain(comment)
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
            .collect();
        if !is_roll || !comments.is_empty() {
            let key = if is_roll { format!("{path} roll") } else { path.clone() };
            let (known, is_main) = lines.entry(key).or_default();
            known.extend(comments);
            known.sort();
            *is_main |= index < tree.n_main && !is_roll;
        }
        paths.push(path);
    }
    lines
}

/// The order of the lines that leave each position.
fn order(tree: &Replayed) -> Vec<String> {
    let mut children = vec![Vec::new(); tree.steps.len() + 1];
    for (index, step) in tree.steps.iter().enumerate() {
        children[step.after].push(index + 1);
    }
    let mut left = vec![0];
    let mut order = Vec::new();
    while let Some(at) = left.pop() {
        if at > 0 && tree.steps[at - 1].text != "roll" {
            order.push(tree.steps[at - 1].text.clone());
        }
        left.extend(children[at].iter().rev());
    }
    order
}

#[test]
fn trees_of_every_game_come_back() {
    for (game, variant) in variants().filter(|(game, _)| *game != "einstein") {
        for seed in 0..6 {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let record = random_tree(game, variant, &mut rng);
            let meant = replayed(game, &record);
            // A variation after the last step of the main line would be read as its continuation, so such trees are skipped.
            if meant.steps.iter().any(|step| step.after == meant.n_main) {
                continue;
            }
            let written = (sgf(game).write)(&record);
            let read = (sgf(game).read)(&written).unwrap_or_else(|error| panic!("{error}"));
            // A match is written as one tree per game.
            let [again] = &read[..] else {
                assert_eq!(game, "tryktrak", "{written}");
                continue;
            };
            assert_eq!(again.damage, None, "{written}");
            assert_eq!(
                registry::losses(&CATALOGUE, game, sgf(game), &record).map(drop),
                Ok(()),
                "{written}"
            );
            let come = replayed(game, again);
            assert_eq!(
                comments_by_line(&meant),
                comments_by_line(&come),
                "{game} {variant}: {written}"
            );
            // Lines that begin with the ignored step `roll` may be in a different order.
            if meant.steps.iter().all(|step| step.text != "roll") {
                assert_eq!(order(&meant), order(&come), "{game} {variant}: {written}");
            }
            assert_eq!(again.comment, record.comment);
            assert_eq!(again.player_name(1).as_deref(), Some("Ann]"));
            assert_eq!((sgf(game).write)(again), written, "{game} {variant}");
        }
    }
}

#[test]
fn what_is_no_tree_is_refused_with_its_place() {
    let deep = format!("(;GAME[quoridor]{}", "(;".repeat(100_000));
    let unclosed = format!("(;GAME[quoridor]C[{}", "x".repeat(1 << 20));
    for (text, place, message) in [
        (deep.as_str(), "line 1", "variations are nested more than"),
        (&unclosed, "line 1", "the file ends inside a value"),
        ("(;GAME[quoridor]\n;W[e2]C[a\\", "line 2", "the file ends inside a value"),
        ("(;GAME[quoridor]\n;W[e2", "line 2", "the file ends inside a value"),
        ("(;GAME[quoridor]\n;W e2)", "line 2", "but found \"W\""),
        ("(;GAME[quoridor]\n;W[e2] 5)", "line 2", "but found \"5\""),
        ("(;GAME[quoridor];W[e2]", "line 1", "the file ends inside a game"),
    ] {
        let error = error_of((sgf("quoridor").read)(text));
        assert!(error.place == place && error.message().contains(message), "{error}");
    }
    for (game, text, place, message) in [
        ("trax", "(;GM[6])", "line 1, GM", "16, trax"),
        ("trax", "(;FF[4])", "line 1, GM", "add GM[16] for trax"),
        ("tryktrak", "(;GM[16])", "line 1, GM", "6, tryktrak"),
        ("tryktrak", "(;GAME[quoridor];W[e2])", "line 1, GAME", "tryktrak"),
        ("takt", "\n(;GAME[quoridor];W[e2])", "line 2, GAME", "takt"),
        ("takt", "(;GM[1];W[aa])", "line 1, GM", "is the number of another game, not of takt"),
        ("quoridor", "e2 e8", "", "the text contains no SGF game"),
    ] {
        let error = error_of((sgf(game).read)(text));
        let told = error.message();
        assert!(error.place == place && told.contains(message), "{game} {text}: {told}");
    }
}

/// The error about a text, whether some of it could be read or not.
fn error_of(read: Result<Vec<Record>, InputError>) -> InputError {
    match read {
        Ok(mut records) => {
            let damage = records.pop().and_then(|last| last.damage);
            damage.expect("something is wrong")
        }
        Err(error) => error,
    }
}

#[test]
fn sgf_of_a_game_with_an_illegal_variation_keeps_the_others() {
    let text = "(;GAME[quoridor];W[e2](;B[e8])(;B[e9];W[e3])(;B[e8h]C[kept];W[z9])(;B[d9]))";
    let [record] = &(sgf("quoridor").read)(text).expect("a tree")[..] else {
        panic!("one game");
    };
    let mut session = CATALOGUE.session("quoridor", &record.variant, None).expect("a game");
    let done = replay(&mut *session, record, usize::MAX);
    let steps: Vec<&str> = done.steps.iter().map(|step| &*step.text).collect();
    assert_eq!(steps, ["e2", "e8", "e8h", "d9"]);
    assert_eq!(done.steps[2].comment.as_deref(), Some("kept"));
    let error = done.wrong_asides.first().expect("e9 is where the pawn stands");
    assert_eq!((&*error.place, &*error.found), ("line 1", "e9"));
    // No line is longer than the limit.
    let mut session = CATALOGUE.session("quoridor", &record.variant, None).expect("a game");
    let done = replay(&mut *session, record, 1);
    assert_eq!((done.steps.len(), done.damage.is_some()), (1, true));
}

#[test]
fn a_position_that_was_set_up_comes_back() {
    for (game, variant, start, steps) in [
        ("takt", "size=5", "x5/x5/x2,12S,x2/x5/x5 1 5", "a1 a2"),
        ("quoridor", "", "//e4 e6/9 8/2", "e5"),
        ("trax", "", "..93c3./..6c3../..93c../..6c3../69556a9/3c5396./69..c3. w", "G6\\"),
        ("tantrix", "", "- 1,2,3,4,5,6|7,8,9,10,11,12 ? RY 0 2", "1a@0:0 >14"),
        (
            "tryktrak",
            "length=0",
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:6",
            "dice:31 8/5,6/5",
        ),
        (
            "tryktrak",
            "length=0",
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:6",
            "8/5,6/5 roll dice:42",
        ),
        ("tryktrak", "length=0", "XGID=-b----E-C---eE---c-e----B-:0:0:-1:42:0:0:0:0:6", ""),
        ("tryktrak", "length=5", "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:2:1:0:5:6", "take"),
    ] {
        let variant = variant.parse().expect("a variant");
        let Ok(mut session) = CATALOGUE.session(game, &variant, Some(start)) else {
            panic!("{game}: {start}");
        };
        let ply = |text: &str| RecordedPly { text: text.to_owned(), ..RecordedPly::default() };
        let record = Record {
            variant: session.variant(),
            start: Some(session.position()),
            plies: steps.split_whitespace().map(ply).collect(),
            ..Record::default()
        };
        for ply in &record.plies {
            session.play(&ply.text).unwrap_or_else(|error| panic!("{game}: {error}"));
        }
        let written = (sgf(game).write)(&record);
        let read = (sgf(game).read)(&written).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(read.len(), 1);
        assert_eq!(
            registry::losses(&CATALOGUE, game, sgf(game), &record).map(drop),
            Ok(()),
            "{written}"
        );
        assert_eq!(
            comments_by_line(&replayed(game, &record)),
            comments_by_line(&replayed(game, &read[0])),
            "{written}"
        );
    }
}
