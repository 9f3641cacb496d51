//! Matches and positions in the formats of other programs and sites, and as users paste them.

use ludex_kit::{Notation, Record, RecordFormat, RecordedPly};
use ludex_search::{Player, Step};
use ludex_tryktrak::INFO;

use super::{after, open, play};

const MAT: &str = include_str!("../data/sample_match.mat");
/// The same match in other formats: the name of the format, the text, and a roll as it is written in this format.
const FORMS: [(&str, &str, &str); 4] = [
    ("listing", include_str!("../data/sample_listing.txt"), "to play 31"),
    ("oldmoves", include_str!("../data/sample_oldmoves.txt"), "(3 1)"),
    ("sgg", include_str!("../data/sample_match.sgg"), "31: "),
    ("tmg", include_str!("../data/sample_match.tmg"), "1 31:"),
];

fn format() -> &'static RecordFormat {
    let found = INFO.formats.iter().find(|format| format.name == "mat");
    found.expect("a known format")
}

fn read(text: &str) -> Vec<Record> {
    (format().read)(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn words(record: &Record) -> Vec<&str> {
    record.plies.iter().map(|ply| ply.text.as_str()).collect()
}

/// The steps of a record in canonical notation, so that the order of steps within a play in the file does not matter.
fn canonical(record: &Record) -> Vec<String> {
    let start = record.start.as_deref();
    let (game, mut pos) = start.map_or_else(|| after(&record.variant.to_string(), ""), open);
    let write = |ply: &RecordedPly| {
        let step = game.parse_step(&pos, &ply.text);
        let step = step.unwrap_or_else(|error| panic!("{error}"));
        let text = match step {
            Step::Move(mv) => game.write_move(&pos, mv),
            Step::Event(event) => game.write_event(&pos, event),
        };
        play(&game, &mut pos, &ply.text);
        text
    };
    record.plies.iter().map(write).collect()
}

/// The match is the same in every format: score, steps, results.
#[test]
fn every_form_tells_the_same_match() {
    let known = read(MAT);
    for (name, text, _) in FORMS {
        let records = read(text);
        assert_eq!(records.len(), known.len(), "{name}");
        for (record, known) in records.iter().zip(&known) {
            assert_eq!(record.damage, None, "{name}");
            assert_eq!(
                (&record.start, &record.variant, &record.result),
                (&known.start, &known.variant, &known.result),
                "{name}"
            );
            assert_eq!(record.player_name(2).as_deref(), Some("guest"), "{name}");
            assert_eq!(canonical(record), canonical(known), "{name}");
        }
    }
}

/// In every format, the part before the damage is kept, and the damage is reported with its line.
#[test]
fn damage_is_reported_with_its_line() {
    for (name, text, roll) in FORMS {
        let lines: Vec<&str> = text.lines().collect();
        let at = lines.iter().rposition(|line| line.contains(roll));
        let at = at.unwrap_or_else(|| panic!("{name} has {roll}"));
        let mut bad = lines.clone();
        let wrong = lines[at].replace(roll, &roll.replacen("31", "37", 1).replace("3 1", "3 7"));
        bad[at] = &wrong;
        let records = read(&bad.join("\n"));
        let damage = records.iter().find_map(|record| record.damage.as_ref());
        let damage = damage.unwrap_or_else(|| panic!("{name}: {wrong} should be damaged"));
        assert!(damage.place.starts_with("line "), "{name}: {damage}");
    }
}

/// Reads what sites write in `.mat` files: ratings after names, words in any case, `????` after a roll before a resignation, words for a
/// roll without a move, a start position in a comment, a byte order mark.
#[test]
fn mats_of_sites() {
    let text = "\u{feff}; [Site \"somewhere\"]\n; [Variation \"Backgammon\"]\n; [CubeLimit \"1024\"]\n\n 5 Point Match\n\n Game 1\n\
        Anna: B, 1650.25 : 0          Ben, 1500 : 0\n\
        \x20 1) 31: 8/5 6/5               66: 24/18 24/18 13/7 13/7\n\
        \x20 2) 52: ????                  \n\
        \x20                                 Wins 2 points and the match\n";
    let records = read(text);
    let [record] = &records[..] else {
        panic!("{records:?}");
    };
    assert_eq!(
        words(record),
        ["dice:31", "8/5,6/5", "dice:66", "24/18,24/18,13/7,13/7", "dice:52", "resign:gammon"]
    );
    assert_eq!(record.result.as_deref(), Some("p2win 2"));
    assert_eq!(
        [1, 2].map(|player| record.player_name(player)),
        [Some("Anna: B".to_owned()), Some("Ben".to_owned())]
    );
    let elo = ("Player 2 Elo".to_owned(), "1500".to_owned());
    assert!(record.tags.contains(&elo), "{:?}", record.tags);
    let dances = "0 point match\n Game 1\n a : 0  b : 0\n  1) 31: 8/5 6/5    DOUBLES => 2\n  2) takes        66: 24/18 24/18 13/7 13/7\n  3) drops\n";
    let damage = read(dances)[0].damage.clone();
    assert!(damage.is_some_and(|damage| damage.place == "line 6"));
    let set = " 7 point match\n Game 1\n a : 2  b : 1\n; Set Pos=-----AB------------ba-----/-1\n  1) 31: 6/3 5/4\n";
    let start = read(set)[0].start.clone();
    assert_eq!(start.as_deref(), Some("XGID=-----AB------------ba-----:1:-1:1:00:2:1:0:7:6"));
    let other = " 1 point match\n";
    let other = (format().read)(&format!("; [Variation \"NackGammon\"]\n{other}"));
    let error = other.expect_err("another game").to_string();
    assert!(error.contains("NackGammon") && error.contains("line 1"), "{error}");
}

/// A roll without a play is accepted if only one play is legal. If several are legal, in the middle of a game, it is an error.
#[test]
fn a_roll_without_a_play() {
    let closed = "; [XGID \"XGID=aBBBBBB-------------bbb-A-:0:0:-1:00:0:0:0:0:6\"]\n 0 point match\n Game 1\n a : 0  b : 0\n  1)                             62: Cannot Move\n  2) 21:\n  3) 11:\n";
    let record = &read(closed)[0];
    assert_eq!(words(record)[..2], ["dice:62", "-"]);
    let gam = " Anna                        Ben\n  1) 31: 8/5 6/5              52: 13/8 24/22\n";
    let records = read(gam);
    assert_eq!(records[0].player_name(2).as_deref(), Some("Ben"));
    assert_eq!(words(&records[0]).len(), 4);
}

/// Reads a file that omits the acceptance of a beaver.
#[test]
fn a_beaver_is_accepted_by_rolling() {
    let text = " 0 point match\n Game 1\n a : 0  b : 0\n  1) 31: 8/5 6/5               52: 13/8 24/22\n  2)  Doubles => 2              Beavers\n  3) 64: 24/18 18/14\n";
    let words = words(&read(text)[0])[4..].join(" ");
    assert_eq!(words, "double beaver take dice:64 24/18,18/14");
}

const XG: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:2:0:7:10\n\nX:Anna   O:Ben\nScore is X:3 O:2 7 pt.(s) match.\n";
const PICTURE: &str = "\
 +13-14-15-16-17-18------19-20-21-22-23-24-+
 | X           O    |   | O              X |
 | X           O    |   | O              X |
 | X           O    |   | O                |
 | X                |   | O                |
 | X                |   | O                |
 |                  |BAR|                  |
 | O                |   | X                |
 | O                |   | X                |
 | O           X    |   | X                |
 | O           X    |   | X              O |
 | O           X    |   | X              O |
 +12-11-10--9--8--7-------6--5--4--3--2--1-+
Pip count  X: 167  O: 167 X-O: 3-2/7
Cube: 1
X to play 31
";

/// Reads positions as users paste them: a plain XGID, IDs on two lines, a line of Snowie's format, or only a picture of the board.
#[test]
fn positions_as_they_are_pasted() {
    let start = |text: &str| {
        let records = read(text);
        assert_eq!(records.len(), 1, "{text}");
        let start = records[0].start.clone().expect("a position");
        let (game, pos) = open(&start);
        (start, game.write_position(&pos))
    };
    let canonical = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:2:0:7:6";
    let kept = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:2:0:7:10";
    let (found, written) = start(&format!("{XG}{PICTURE}"));
    assert_eq!((&*found, &*written), (kept, kept));
    assert_eq!(read(XG)[0].player_name(1).as_deref(), Some("Anna"));
    let behind = XG.split_once("X:Anna").expect("names").1;
    assert_eq!(start(&format!("X:Anna{behind}{PICTURE}")).1, canonical);
    let trimmed = PICTURE.replace("\n ", "\n");
    assert_eq!(start(&format!("X:Anna{behind}{}", trimmed.trim())).1, canonical);
    let ids = " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : cIiuAAAAAAAE\n";
    assert_eq!(
        start(&format!("{ids}{PICTURE}")).1,
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:53:0:0:0:5:6"
    );
    // The same IDs on one line, as GNU Backgammon copies them. They are also read as a position text.
    let one_line = "4HPwATDgc/ABMA:cIiuAAAAAAAE";
    for prefix in ["GNUBGID ", "GNUBgID=", "gnubgid: "] {
        let text = format!("{prefix}{one_line}");
        assert_eq!(start(&format!("My position:\n{text} (money)\n")).0, one_line);
        assert_eq!(open(&text).1, open(one_line).1);
    }
    let snowie =
        "7;0;0;0;0;Anna;Ben;0;3;2;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;3;1;";
    assert_eq!(start(snowie).1, canonical);
}

/// In these pictures tall stacks are numbers, the bar has its own column, and the cube is beside its owner's side.
#[test]
fn pictures_with_tall_stacks_bar_and_cube() {
    let picture = "\
 +12-11-10--9--8--7-------6--5--4--3--2--1-+     O: Ben
 | O        O       | X |             O  O |     Cube: 2
 |                  |   |             O  O |
 |                  |   |             O  O |
 |                  |   |             O  O |
 |                  |   |             O  7 |
^|                  |BAR|                  |
 |                  |   |                  | XX
 |                  |   |          X       | XX
 |                  |   |          X       | XX
 |                  | O |          X       | XX
 |                  |   |       X  X       | XX  On roll
 +13-14-15-16-17-18------19-20-21-22-23-24-+     X: Anna
";
    let records = read(picture);
    let start = records[0].start.as_deref().expect("a position");
    let (_, pos) = open(start);
    let [mine, theirs] = [0, 1].map(|player| pos.side(Player(player)));
    assert_eq!((mine.count(25), theirs.count(25)), (1, 1));
    assert_eq!((theirs.count(1), theirs.count(2)), (7, 5));
    assert_eq!((mine.count(3), mine.count(4)), (4, 1));
    assert_eq!(pos.status().cube.owner, Some(Player(1)));
    let (wrong, error) = ("X to play 31", "X to play 71");
    let refused = (format().read)(&PICTURE.replace(wrong, error));
    let error = refused.expect_err("no roll").to_string();
    assert!(error.contains("71"), "{error}");
    let silent = (format().read)(&PICTURE.replace(wrong, ""));
    let error = silent.expect_err("no player's turn").to_string();
    assert!(error.contains("which player is to move"), "{error}");
}

/// Texts that are cut off or reversed are either read or rejected, and never cause a panic.
#[test]
fn cut_texts_end_in_errors() {
    let texts = FORMS.map(|(_, text, _)| text).into_iter().chain([PICTURE, XG, MAT]);
    for text in texts {
        let ends = (0..text.len()).step_by(97).filter(|&at| text.is_char_boundary(at));
        for at in ends {
            drop((format().read)(&text[..at]));
            drop((format().read)(&text[at..]));
        }
    }
    let (game, mut pos) = open("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:2:0:7:10");
    play(&game, &mut pos, "8/5,6/5");
}

/// Lines are lost, duplicated, swapped or cut, and players have unusual names. Each text is read, or rejected with the line number.
#[test]
fn broken_lines_and_odd_names_are_read_or_reported() {
    let long = "x".repeat(200);
    let names = [
        "",
        " ",
        "[a](b){c}]",
        "a: b",
        "31: 8/5",
        "Game 1",
        "a wins 2 points",
        "山田太郎",
        "x is O",
        "\u{1b}[31m",
        &long,
    ];
    let known = [MAT, include_str!("../data/sample_match.sgf")];
    for text in FORMS.map(|(_, text, _)| text).into_iter().chain(known) {
        let lines: Vec<&str> = text.lines().collect();
        let mut broken: Vec<String> = names
            .iter()
            .flat_map(|name| {
                [text.replace("gnubg", name), text.replace("gnubg", name).replace("guest", name)]
            })
            .collect();
        for at in (0..lines.len() - 1).step_by(17) {
            let (before, after) = (lines[..at].join("\n"), lines[at + 1..].join("\n"));
            let half: String = lines[at].chars().take(lines[at].chars().count() / 2).collect();
            let [line, next] = [lines[at], lines[at + 1]];
            let rest = lines[at + 2..].join("\n");
            broken.push(format!("{before}\n{after}"));
            broken.push(format!("{before}\n{line}\n{line}\n{after}"));
            broken.push(format!("{before}\n{half}\n{after}"));
            broken.push(format!("{before}\n{next}\n{line}\n{rest}"));
        }
        for text in broken {
            let Ok(records) = (format().read)(&text) else {
                continue;
            };
            for damage in records.iter().filter_map(|record| record.damage.as_ref()) {
                assert!(damage.place.contains("line "), "{damage}");
            }
        }
    }
}

/// A match is read in the same way with byte order marks, non-breaking blanks from web pages, old line ends, or words in capitals.
#[test]
fn blanks_line_ends_and_capitals_do_not_change_a_match() {
    let known = canonical(&read(MAT)[2]);
    let capitals = MAT.replace("Game ", "GAME ").replace("Wins", "WINS");
    for (name, text) in [
        ("hard blanks", MAT.replace(' ', "\u{a0}")),
        ("marks of order", format!("\u{feff}\u{feff}{MAT}")),
        ("returns", MAT.replace('\n', "\r")),
        ("both", MAT.replace('\n', "\r\n")),
        ("tabulators", MAT.replace("        ", "\t")),
        ("capitals", capitals),
        ("redoubles", MAT.replace(" Doubles =>", " Redoubles =>")),
    ] {
        let records = read(&text);
        assert_eq!(records.len(), 3, "{name}");
        assert!(records.iter().all(|record| record.damage.is_none()), "{name}");
        assert_eq!(canonical(&records[2]), known, "{name}");
    }
    let text = format!(" 3 point match\n Game 1\n{}\n", ":".repeat(300_000));
    assert!(read(&text)[0].damage.is_some(), "at once");
}

/// A position that GNU Backgammon exports from the middle of a game includes the move that was played there.
#[test]
fn a_position_with_its_move_is_a_position() {
    let text = "The score (after 0 games) is: Ann 0, Ben 0 (match to 3 points)\n\nMove number 3:  Ben on roll, cube decision?\n\n \
        GNU Backgammon  Position ID: 4HPiASSYZ/ABMA\n                 Match ID   : cAlgAAAAAAAE\n\n* Ben moves 13/7 8/7\n\nRolled 61:\n*    13/7 8/7\n";
    let records = read(text);
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].start.as_deref(), Some("4HPiASSYZ/ABMA:cAlgAAAAAAAE"));
    assert!(records[0].plies.is_empty() && records[0].damage.is_none());
}

/// A file with a single position keeps the player on roll, the dice, an offered cube, and the largest cube.
#[test]
fn positions_alone_are_written_and_read() {
    for rest in ["1:31", "-1:00", "1:00", "-1:52", "1:D"] {
        for most in [6, 10] {
            let start = format!("XGID=-b----E-C---eE---c-e----B-:0:0:{rest}:3:2:0:7:{most}");
            let record = &read(&start)[0];
            for format in INFO.formats {
                let checked =
                    ludex_kit::registry::losses(&crate::CATALOGUE, "tryktrak", format, record);
                assert_eq!(checked.map(drop), Ok(()), "{start} as {}", format.name);
            }
        }
    }
}

const ANALYSIS: &str = "    1. XG Roller+  8/5 6/5                      eq:+0,160\n";

/// The analysis by eXtreme Gammon and the user's notes below a position are kept. A position mentioned in them is not read as a position of
/// the file.
#[test]
fn notes_below_a_position_are_kept() {
    let note = "Compare XGID=-a----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10\nXGID=-b----E-C---eE---c-e----B-:0:0:1:66:0:0:0:7:10\nis played so.";
    let text = format!("{XG}{PICTURE}\n{ANALYSIS}\n{note}\n\neXtreme Gammon Version: 2.10\n");
    let records = read(&text);
    assert_eq!(records.len(), 1);
    let comment = records[0].comment.as_deref().expect("notes");
    assert!(comment.contains(note) && comment.starts_with(ANALYSIS.trim_end()), "{comment}");
    for format in INFO.formats {
        let again = (format.read)(&format.written(&records)).expect("it was written");
        let kept = again[0].comment.as_deref().unwrap_or_default();
        assert!(kept.contains("is played so."), "{}: {kept}", format.name);
    }
    // Two positions in one file, each with its own names and notes.
    let other = text.replace("Anna", "Carla").replace("is played so", "otherwise");
    let two = read(&format!("{text}\n{other}"));
    assert_eq!(two.len(), 2);
    assert_eq!(two[1].player_name(1).as_deref(), Some("Carla"));
    assert!(two[1].comment.as_deref().is_some_and(|comment| comment.contains("otherwise")));
    // A position mentioned below a picture without an ID is not read as the position of the file either.
    let behind = XG.split_once("X:Anna").expect("names").1;
    let text = format!(
        "X:Anna{behind}{PICTURE}\nsee XGID=-a----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10\n"
    );
    let start = read(&text)[0].start.clone().expect("a position");
    assert!(start.starts_with("XGID=-b----E"), "{start}");
}

/// Reads a list of XGIDs, some of them without their last fields. An error in one XGID does not affect the others.
#[test]
fn lists_of_xgids() {
    let text = "my positions:\nXGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7\nxgid: -b----E-C---eE---c-e----B-:0:0:1:31\n\n\
        XGID=-b----E-C---eE---c-e----Z-:0:0:1:00:0:0:0:7:10\n(XGID=-b----E-C---eE---c-e----B-:0:0:1).\n";
    let records = read(text);
    assert_eq!(records.len(), 4);
    let damage = records[2].damage.as_ref().expect("Z is not a checker");
    assert!(damage.place.starts_with("line 5"), "{damage}");
    for record in [0, 1, 3].map(|index| &records[index]) {
        open(record.start.as_deref().expect("a position"));
    }
}

/// In every format, a match that was interrupted after a roll ends with the dice on the board.
#[test]
fn a_roll_at_the_end_is_kept_in_every_form() {
    let known = read(MAT);
    let game = &known[0];
    let played = canonical(game);
    // The roll of the first player's second turn, and the steps before it.
    let dice = played.iter().rposition(|word| word == "dice:31").expect("a roll of 31");
    let wanted = &played[..=dice];
    for (name, text, roll) in FORMS {
        let second = ["The score (after 1 ", "Score is 0-2", "Game 2"];
        let end = second.iter().filter_map(|head| text.find(head)).min();
        let first = &text[..end.unwrap_or(text.len())];
        let at = first.rfind(roll).expect(name);
        let records = read(&first[..at + roll.len()]);
        assert_eq!(canonical(&records[0]), wanted, "{name}");
    }
}

/// The lines that describe a position may be in any language, and in another order, as in `BGBlitz`. Only the analysis becomes a comment.
#[test]
fn descriptions_in_any_language() {
    let behind = PICTURE.split_once("Pip count").expect("lines below").0;
    let french = format!(
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:2:0:7:10\n\nX:Anna   O:Ben\nLe score est X:3 O:2 match en 7 pt(s)\n{behind}\
        Course  X: 167  O: 167 X-O: 3-2/7\nVideau: 1\nX à jouer 31\n\n    1. 4-plis      8/5 6/5                      éq:+0.160\n"
    );
    let records = read(&french);
    assert_eq!(
        records[0].comment.as_deref(),
        Some("    1. 4-plis      8/5 6/5                      éq:+0.160")
    );
    assert_eq!(records[0].player_name(2).as_deref(), Some("Ben"));
    let mut lines: Vec<String> = behind.lines().map(str::to_owned).collect();
    lines[0] += "   O: 緑  167";
    lines[12] += "   X: Anna 2  167";
    let bgblitz = format!(
        "{}\n\n Position-ID: 4HPwATDgc/ABMA    Match-ID: cIjlAGAAEAAE\n XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:2:0:7:10\n\n Evaluation\n",
        lines.join("\n")
    );
    let records = read(&bgblitz);
    assert_eq!(records.len(), 1);
    let names = [1, 2].map(|player| records[0].player_name(player));
    assert_eq!(names, [Some("Anna 2".to_owned()), Some("緑".to_owned())]);
    assert_eq!(records[0].comment.as_deref(), Some(" Evaluation"));
}
