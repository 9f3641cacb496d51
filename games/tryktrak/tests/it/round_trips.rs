//! Random matches of every kind are written to each format and read back unchanged: rolls without a play, cubes, resignations,
//! Crawford games, interrupted games, tags, marks and comments.

use ludex_kit::{Notation, Record, RecordedPly, Variant};
use ludex_search::{Game, Player, Step, Turn};
use ludex_tryktrak::{INFO, Move, Phase, Position, Tryktrak};
use proptest::prelude::*;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};

use super::{after, open, play};

const VARIANTS: [&str; 9] = [
    "length=0",
    "length=0,jacoby=yes",
    "length=0,beavers=yes",
    "length=0,cube=no",
    "length=1",
    "length=3",
    "length=5,crawford=no",
    "length=5",
    "length=7,cube=no",
];
const NAMES: [&str; 4] = ["Anna", "Ben Ali", "O'Neil [x]", "Zoë"];
const TAGS: [(&str, &str); 8] = [
    ("Event", "Open \\ 2026"),
    ("EventDate", "2026.11.27"),
    ("CubeLimit", "1024"),
    ("Variation", "Backgammon"),
    ("Crawford", "On"),
    ("Place", "Łódź: [hall]"),
    ("Player 1 Elo", "1600.00/100"),
    ("Round", "3"),
];
const COMMENTS: [&str; 4] =
    ["good", "two\nlines", "3) Anna: [not] a \\ turn; (so)", "[Key \"Value\"]"];

/// A random match with one record per game. The last game may be interrupted.
fn random_match(rng: &mut impl Rng) -> Vec<Record> {
    let variant: &str = VARIANTS.choose(rng).expect("some");
    let (game, mut pos) = after(variant, "");
    let variant = variant.parse::<Variant>().expect("a variant");
    let mut tags = Vec::new();
    let mut add_tag = |key: &str, value: &str| tags.push((key.to_owned(), value.to_owned()));
    let mut names: Vec<&str> = NAMES.sample(rng, 2).copied().collect();
    if rng.random_bool(0.1) {
        names[1] = names[0];
    }
    add_tag("Player1", names[0]);
    add_tag("Player2", names[1]);
    for (key, value) in TAGS {
        if rng.random_bool(0.3) && (key != "Crawford" || variant.get("crawford").is_none()) {
            add_tag(key, value);
        }
    }
    let mut records = Vec::new();
    for number in 0..rng.random_range(1..5) {
        let mut record =
            Record { tags: tags.clone(), variant: variant.clone(), ..Record::default() };
        if number > 0 {
            record.start = Some(start_of(&game, &pos));
        }
        if rng.random_bool(0.3) {
            record.comment = Some("before\nthe first roll".to_owned());
        }
        let broken_off = rng.random_bool(0.2).then(|| rng.random_range(1..40));
        play_game(rng, &game, &mut pos, &mut record, broken_off);
        let goes_on = pos.status().phase == Phase::Opening;
        records.push(record);
        if !goes_on {
            break;
        }
    }
    records
}

/// The position text before the opening roll, when it is neither player's turn.
fn start_of(game: &Tryktrak, pos: &Position) -> String {
    let text = game.write_position(pos);
    let mut fields: Vec<&str> = text.split(':').collect();
    fields[3] = "0";
    fields.join(":")
}

fn play_game(
    rng: &mut impl Rng,
    game: &Tryktrak,
    pos: &mut Position,
    record: &mut Record,
    broken_off: Option<usize>,
) {
    let before = pos.status().score;
    let mut moves = Vec::new();
    loop {
        let old = *pos;
        let status = old.status();
        let may_resign = !matches!(status.phase, Phase::Opening | Phase::Doubled);
        let mut ply = RecordedPly::default();
        if may_resign && rng.random_bool(0.01) {
            let counts = !game.options().jacoby || status.cube.doublings > 0;
            let times = if counts { rng.random_range(1..4) } else { 1 };
            let mv = Move::Resign(Player(rng.random_range(0..2)), times);
            ply.text = game.write_move(&old, mv);
            game.play(pos, mv);
        } else if game.turn(pos) == Turn::Chance {
            let roll = game.sample(pos, rng);
            ply.text = game.write_event(pos, roll);
            game.apply_chance(pos, roll);
        } else {
            moves.clear();
            game.legal_moves(pos, &mut moves);
            let mv = *moves.choose(rng).expect("a player can move");
            if mv == Move::Roll || (mv == Move::Double && rng.random_bool(0.7)) {
                let roll = game.sample(pos, rng).ordered();
                ply.text = game.write_event(pos, roll);
                game.apply_chance(pos, roll);
            } else {
                ply.text = game.write_move(pos, mv);
                game.play(pos, mv);
            }
        }
        // No comments are added to dice, because some formats move such comments to the play of the dice.
        if !ply.text.starts_with("dice:") && rng.random_bool(0.1) {
            ply.comment = COMMENTS.choose(rng).map(|text| (*text).to_owned());
            let marks = ludex_kit::interface::record::MARKS;
            ply.annotation = marks.choose(rng).map_or_else(String::new, |m| (*m).to_owned());
        }
        record.plies.push(ply);
        if let Some(result) = result_of(&old, pos, before) {
            record.result = Some(result);
            return;
        }
        if broken_off.is_some_and(|length| record.plies.len() >= length) {
            return;
        }
    }
}

/// The result of the game that ended with the last step, if one did.
fn result_of(old: &Position, pos: &Position, before: [u8; 2]) -> Option<String> {
    let status = pos.status();
    let (winner, points) = match status.phase {
        Phase::Over => {
            let points = u32::from(status.multiple) * status.cube.value();
            (status.player.index(), points)
        }
        Phase::Opening if old.status().phase != Phase::Opening => {
            let winner = usize::from(status.score[1] > before[1]);
            (winner, u32::from(status.score[winner] - before[winner]))
        }
        _ => return None,
    };
    Some(format!("p{}win {points}", winner + 1))
}

/// A record in a form that does not depend on the file: the steps are in canonical notation, the tags are sorted, and places are removed.
fn plain(record: &Record) -> Record {
    let mut record = record.clone();
    assert_eq!(record.damage, None);
    let start = record.start.as_deref();
    let (game, mut pos) = start.map_or_else(|| after(&record.variant.to_string(), ""), open);
    for ply in &mut record.plies {
        let step = game.parse_step(&pos, &ply.text);
        let text = match step.unwrap_or_else(|error| panic!("{error}")) {
            Step::Move(mv) => game.write_move(&pos, mv),
            Step::Event(event) => game.write_event(&pos, event),
        };
        play(&game, &mut pos, &text);
        ply.text = text;
        ply.place.clear();
    }
    record.tags.sort();
    record
}

fn check(records: &[Record]) {
    let wanted: Vec<Record> = records.iter().map(plain).collect();
    for first in INFO.formats {
        let text = first.written(records);
        let read = (first.read)(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read.iter().map(plain).collect::<Vec<_>>(), wanted, "{text}");
        assert_eq!(first.written(&read), text);
        for second in INFO.formats {
            let through = second.written(&read);
            let again = (second.read)(&through).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(again.iter().map(plain).collect::<Vec<_>>(), wanted, "{through}");
        }
    }
    for record in records {
        for format in INFO.formats {
            let checked =
                ludex_kit::registry::losses(&crate::CATALOGUE, "tryktrak", format, record);
            assert_eq!(checked.map(drop), Ok(()), "{}", format.name);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn matches_go_round_through_every_file(seed in any::<u64>()) {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(seed);
        check(&random_match(&mut rng));
    }

    /// Two matches in one file stay separate, even with the same players.
    #[test]
    fn matches_of_a_file_stay_apart(seed in any::<u64>()) {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(seed);
        let matches = [random_match(&mut rng), random_match(&mut rng)];
        check(&matches.concat());
    }
}

/// A second session of the same players does not get tags that only the first one has.
#[test]
fn sessions_with_other_tags_stay_apart() {
    let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(7681261442637530981);
    let sessions = [random_match(&mut rng), random_match(&mut rng)];
    check(&sessions.concat());
}

fn read(name: &str, text: &str) -> Vec<Record> {
    let format = INFO.formats.iter().find(|format| format.name == name);
    (format.expect("it is known").read)(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn written(name: &str, records: &[Record]) -> String {
    let format = INFO.formats.iter().find(|format| format.name == name);
    format.expect("it is known").written(records)
}

/// Dice without a play at the end of a game are kept, whether one or several plays are legal.
#[test]
fn dice_at_the_end_are_kept() {
    let head = " 5 point match\n\n Game 1\n Anna : 0    Ben : 0\n";
    let rows = "  1) 31: 8/5 6/5               52: 13/8 24/22\n";
    let last = |rest: &str| {
        let records = read("mat", &format!("{head}{rows}{rest}"));
        let again = read("mat", &written("mat", &records));
        assert_eq!(again.len(), 1);
        let words = |record: &Record| -> Vec<String> {
            record.plies.iter().map(|ply| ply.text.clone()).collect()
        };
        assert_eq!(words(&again[0]), words(&records[0]));
        let sgf = read("sgf", &written("sgf", &records));
        assert_eq!(words(&sgf[0]), words(&records[0]));
        words(&records[0])[4..].join(" ")
    };
    assert_eq!(last("  2) 64: ????\n"), "dice:64");
    assert_eq!(last("  2) 64:\n"), "dice:64");
    assert_eq!(last("  2) 64: ????\n      Wins 2 points\n"), "dice:64 resign2:gammon");
    assert_eq!(
        last("  2) 64: ????\n                                  Wins 1 point\n"),
        "dice:64 resign"
    );
}

/// Two matches of the same length between the same players stay separate, because the score starts again at 0.
#[test]
fn a_score_that_begins_anew_is_another_match() {
    let game = " Game 1\n Anna : 0    Ben : 0\n  1) 31: 8/5 6/5               52: 13/8 24/22\n      Wins 1 point\n\n";
    let text = format!(" 3 point match\n\n{game} 3 point match\n\n{game}");
    let records = read("mat", &text);
    assert_eq!(records.len(), 2);
    for name in ["mat", "sgf"] {
        let text = written(name, &records);
        let heads = text.matches(if name == "mat" { "3 point match" } else { "[game:0]" });
        assert_eq!(heads.count(), 2, "{text}");
    }
    // A money session continues at the same score.
    let money = format!(" 0 point match\n\n{game}{game}");
    assert_eq!(written("mat", &read("mat", &money)).matches("point match").count(), 1);
}

/// The analysis by GNU Backgammon (candidates, cube decisions, luck, statistics) is kept when its file is read and written.
#[test]
fn analyses_of_others_are_kept() {
    let text = include_str!("../data/sample_match.sgf");
    let records = read("sgf", text);
    let again = written("sgf", &records);
    for name in ["A[0][", "DA[", "GS[", "MR["] {
        assert_eq!(again.matches(name).count(), text.matches(name).count(), "{name}");
    }
    let lines = text.lines().filter(|line| line.contains("]A[0]["));
    for line in lines {
        assert!(again.contains(line), "{line}");
    }
    let noted = "(;FF[4]GM[6]MI[length:3]PW[a]PB[b]WR[1800]\n;W[31hefe]LU[+0.05]BM[1]C[so]\n;C[aside]\n;B[52lqac]DA[x \\] y](;W[61mghg]A[1])(;W[61xrhg]A[2]))";
    let written = written("sgf", &read("sgf", noted));
    for kept in ["WR[1800]", "LU[+0.05]", "BM[1]", "aside", "DA[x \\] y]", "A[1]", "A[2]"] {
        assert!(written.contains(kept), "{kept} in {written}");
    }
}

/// The match information in other programs' files is kept, and a file with two of their matches contains two.
#[test]
fn match_information_of_other_programs_is_kept() {
    for (name, text, tag) in [
        ("sgg", include_str!("../data/sample_match.sgg"), None),
        ("tmg", include_str!("../data/sample_match.tmg"), Some(("MatchID", "1"))),
        ("listing", include_str!("../data/sample_listing.txt"), Some(("Date", "11/21/26"))),
    ] {
        let one = read("mat", text);
        let has = |tags: &[(String, String)]| {
            tag.is_none_or(|(key, value)| tags.contains(&(key.to_owned(), value.to_owned())))
        };
        assert!(one.iter().all(|record| has(&record.tags)), "{name}");
        let other = text.replace("gnubg", "Carla").replace("MatchID: 1", "MatchID: 2");
        let two = read("mat", &format!("{text}\n{other}"));
        assert_eq!(two.len(), 2 * one.len(), "{name}");
        let player = |record: &Record| record.player_name(1).expect("a name");
        assert_eq!([player(&two[0]), player(&two[one.len()])], ["gnubg", "Carla"], "{name}");
        assert_eq!(written("mat", &two).matches("3 point match").count(), 2, "{name}");
    }
}
