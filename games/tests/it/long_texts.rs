//! Long texts that could keep a reader busy: reading must take time proportional to their length, not to its square. A reader that
//! re-read earlier text for every word would not finish.

use std::iter::repeat_n;

use ludex_games::CATALOGUE;
use ludex_kit::{InputError, MAX_PLIES, Record};

/// Length of a text in characters.
const LENGTH: usize = 4 << 20;

fn read(game: &str, text: &str) -> Result<Vec<Record>, InputError> {
    let info = CATALOGUE.games().find(|info| info.name == game);
    (info.expect("it is a game").formats[0].read)(text)
}

/// A text with these words repeated until it is long enough.
fn filled(head: &str, word: &str) -> String {
    let words = repeat_n(word, LENGTH / word.len());
    [head].into_iter().chain(words).collect()
}

#[test]
fn comments_are_added_to_each_other() {
    let records = read("takt", &filled("1. a1 ", "{a} ")).expect("comments");
    let comment = records[0].plies[0].comment.as_deref().expect("a comment");
    assert_eq!(comment.len(), LENGTH / 4 * 2 - 1);
    let named = filled("1. a1 e5 2. b1 ", "{a} ") + "{name} 1. a1 b1";
    let records = read("takt", &named).expect("a branch");
    let comment = records[0].plies[2].comment.as_deref().expect("a comment");
    assert_eq!(comment.len(), LENGTH / 4 * 2 - 1, "a name is not part of it");
    assert_eq!(records[0].asides.len(), 2);
}

#[test]
fn tags_of_many_names() {
    let n_tags = LENGTH / 12;
    let tags = (0..n_tags).map(|number| format!("[a{number} \"\"]"));
    let tags = tags.collect::<Vec<_>>().join("\n");
    let records = read("takt", &tags).expect("tags");
    assert_eq!(records[0].tags.len(), n_tags);
}

#[test]
fn branches_of_one_name_and_of_each_other() {
    let records = read("takt", &filled("1. a1 e5 2. b1 ", "\n\n{a}\n1. b1 ")).expect("branches");
    assert_eq!(records[0].asides.len(), MAX_PLIES - 3);
    let info = CATALOGUE.games().find(|info| info.name == "takt");
    let format = &info.expect("it is a game").formats[0];
    let again = (format.read)(&(format.write)(&records[0])).expect("it was written");
    assert_eq!(again[0].asides.len(), records[0].asides.len());
    let nested: String = (0..800).map(|_| "(1. b1 ").collect();
    let text = format!("1. a1 {nested}{} e5", ")".repeat(800));
    assert_eq!(read("takt", &text).expect("a game")[0].plies.len(), 2);
}

#[test]
fn moves_behind_a_long_position() {
    let blanks = " ".repeat(LENGTH / 2);
    let head = format!("[TPS \"x5/x5/x5/x5/x5{blanks} 2 7\"]\n7. -- a1 8. ");
    let records = read("takt", &filled(&head, "a1 ")).expect("moves");
    assert_eq!(records[0].plies.len(), MAX_PLIES);
}

#[test]
fn comments_behind_draws() {
    let records = read("tantrix", &filled("", ">1\n# c\n")).expect("draws");
    assert_eq!(records[0].plies.len(), MAX_PLIES);
}

/// A text of megabytes would need gigabytes as a game.
#[test]
fn a_game_has_a_most_of_moves_in_every_format() {
    let jacoby = "GM[6]FF[4]RU[Jacoby]";
    let texts = [
        ("takt", "ptn", filled("1. a1 e5 ", "a1 ")),
        ("takt", "ptn", filled("1. a1 e5 2. b1 ", "\n\n{a}\n1. b1 ")),
        ("takt", "sgf", filled("(;FF[4]GAME[takt]", ";B[a1]")),
        ("takt", "sgf", filled("(;FF[4]GAME[takt];B", "[a1]") + ")"),
        ("quoridor", "qdr", filled("", "e2 ")),
        ("quoridor", "qtp", filled("", "playmove white e2\nplaymove black e8\n")),
        ("quoridor", "openspiel", filled("", "e2 ")),
        ("trax", "trx", filled("A game\n", "@0+ ")),
        ("tantrix", "tantrix", filled("", ">1 ")),
        ("tryktrak", "sgf", filled(&format!("(;{jacoby}"), ";W[31hfge];B[42ceae]")),
        (
            "tryktrak",
            "mat",
            filled(
                " 0 point match\n\n Game 1\n A : 0  B : 0\n",
                "  1) 31: 8/5 6/5    42: 8/4 6/4\n",
            ),
        ),
    ];
    for (game, format, text) in texts {
        let info = CATALOGUE.games().find(|info| info.name == game);
        let info = info.expect("it is a game");
        let mut formats = info.formats.iter();
        let format = formats.find(|found| found.name == format);
        let format = format.unwrap_or_else(|| panic!("{game} {format:?}"));
        let records = match (format.read)(&text) {
            Ok(records) => records,
            Err(error) => {
                assert!(error.message().contains("more than the limit of 100000"), "{error}");
                continue;
            }
        };
        let record = &records[0];
        let damage = record.damage.as_ref().map(ToString::to_string);
        let damage = damage.unwrap_or_default();
        assert!(
            damage.contains("more than the limit of 100000"),
            "{game} {}: {damage}",
            format.name
        );
        assert!(record.plies.len() + record.asides.len() <= MAX_PLIES);
    }
    for info in CATALOGUE.games() {
        let error = ludex_kit::read_moves(info, &filled("", "e2 "), "--moves");
        let error = error.expect_err("too long").to_string();
        assert!(error.contains("more than the limit of 100000"), "{error}");
    }
}

#[test]
fn every_reader_comes_to_an_end() {
    let words = [
        "1",
        "1. ",
        "(",
        "[",
        "{",
        "(;",
        "(;B[31])",
        ";B[",
        "\"(;B[31])",
        "{} ",
        "a1 ",
        "1) 31: 8/5\n",
        "Game 1\n",
        "O\n",
        " | X  O |\n",
        "XGID=-",
        "e2 e8\n",
        "@0/ ",
        "1a@0:0,",
        "key: b\n",
        "\\",
    ];
    for word in words {
        let text = word.repeat((LENGTH >> 3) / word.len());
        for info in CATALOGUE.games() {
            for format in info.formats {
                // The text need not be a valid file of this format; only the time counts.
                let _ = (format.read)(&text);
            }
        }
    }
}
