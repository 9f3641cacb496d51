//! Branches as PTN Ninja writes them, and variations in parentheses.

use ludex_kit::registry;
use ludex_kit::{After, Record};
use ludex_takt as takt;

fn read(text: &str) -> Record {
    let mut games = (takt::INFO.formats[0].read)(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

fn write(record: &Record) -> String {
    (takt::INFO.formats[0].write)(record)
}

/// Each branch with its name, as a line from the start of the game.
fn lines(record: &Record) -> Vec<(String, String)> {
    let branches = record.branches();
    let line = |branch: &ludex_kit::Branch| {
        let plies = record.along(branch).plies;
        let moves: Vec<_> = plies.iter().map(|ply| ply.text.clone()).collect();
        (branch.name.clone(), moves.join(" "))
    };
    branches.iter().map(line).collect()
}

fn check(text: &str, expected: &[(&str, &str)]) -> Record {
    let record = read(text);
    assert_eq!((&record.damage, &record.remarks[..]), (&None, &[][..]), "{text}");
    let found = lines(&record);
    let found: Vec<_> = found.iter().map(|(name, line)| (&**name, &**line)).collect();
    assert_eq!(found, expected, "{text}");
    record
}

const NESTED: &str = "\
[Size \"6\"]
[Opening \"swap\"]

1. a1 b1
2. a2 b2
3. a3 b3
4. a4 b4

{3w1}
3. c1? b3 {a note}
4. c2! b4

{3w1/4w1}
4. d1 b4
5. d2 b5

{3w1/4b1}
4. -- f6

{3w2}
3. d1 b3

{3b1}
3. -- c1
4. a4 c2 R-0
";

#[test]
fn branches_of_branches_are_read_and_written_as_they_were() {
    let record = check(
        NESTED,
        &[
            ("3w1", "a1 b1 a2 b2 c1 b3 c2 b4"),
            ("3w1/4w1", "a1 b1 a2 b2 c1 b3 d1 b4 d2 b5"),
            ("3w1/4b1", "a1 b1 a2 b2 c1 b3 c2 f6"),
            ("3w2", "a1 b1 a2 b2 d1 b3"),
            ("3b1", "a1 b1 a2 b2 a3 c1 a4 c2"),
        ],
    );
    assert_eq!(record.plies.len(), 8);
    assert_eq!(record.asides[0].ply.annotation, "?");
    assert_eq!(record.asides[1].ply.comment.as_deref(), Some("a note"));
    assert_eq!(write(&record), NESTED);
    // A file with Windows line ends and with branch names that users chose.
    let windows = NESTED.replace('\n', "\r\n");
    assert_eq!(write(&read(&windows)), NESTED);
    assert_eq!(write(&read(&NESTED.replace('\n', "\r"))), NESTED);
    let named = NESTED.replace("3w1", "Better: c1!").replace("3w2", "an idea");
    assert_eq!(write(&read(&named)), named);
}

#[test]
fn branches_leave_a_game_that_begins_at_a_position() {
    let text = "\
[Size \"6\"]
[TPS \"x6/x6/x6/x6/x6/x2,1,x3 2 16\"]

16. -- a1
17. b1 c2
18. d4

{16b1}
16. -- d3
17. c6

{18w1}
18. e6

{17b1}
17. -- a2
";
    let record = check(text, &[("16b1", "d3 c6"), ("17b1", "a1 b1 a2"), ("18w1", "a1 b1 c2 e6")]);
    let written = write(&record);
    assert_eq!(lines(&read(&written)), lines(&record), "{written}");
    // If the game ends with the first player's move, a branch may begin with the number of that move again.
    let text = "[Size \"5\"]\n\n1. a1 e5\n2. c3\n\n{idea}\n2. d4 d3\n";
    check(text, &[("idea", "a1 e5 d4 d3")]);
}

#[test]
fn names_before_numbers_and_parentheses_begin_branches_too() {
    let text = "[Size \"5\"]\n1. a1 e5\n2. c3 c4\n\n2-1.2. d4 d3\n2-1.3. d2\n";
    check(text, &[("2-1", "a1 e5 d4 d3 d2")]);
    let text =
        "[Size \"5\"]\n1. a1 e5 2. c3 (2. d4 d3 (2... d2) 3. b1) (Sb2) c4 (2... b4 {so}) 3. c5";
    check(
        text,
        &[
            ("2w1", "a1 e5 d4 d3 b1"),
            ("2w1/2b1", "a1 e5 d4 d2"),
            ("2w2", "a1 e5 Sb2"),
            ("2b1", "a1 e5 c3 b4"),
        ],
    );
}

#[test]
fn comments_between_moves_are_not_branches() {
    for text in [
        "1. a1 e5\n\n{a thought}\n\n2. c3 c4\n",
        "1. a1 e5 {3w1} 2. c3 c4\n",
        "1. a1\n{so}\n1... e5 2. c3 {2w1} c4\n",
    ] {
        let record = read(text);
        assert_eq!((record.plies.len(), record.asides.len()), (4, 0), "{text}");
    }
}

/// An error in a branch does not affect the game or the other branches.
#[test]
fn an_unreadable_branch_is_reported() {
    for (bad, n_lines) in [
        ("{2w1}\n2. zz d3\n", 1),
        ("{2w1}\n2. d4 zz\n", 2),
        ("{2w1}\n2. d4 d3\n5. e1\n", 2),
        ("{9w1}\n9. d4 d3\n", 1),
    ] {
        let text = format!("[Size \"5\"]\n\n1. a1 e5\n2. c3 c4\n3. c5\n\n{bad}\n{{3w1}}\n3. b1\n");
        let record = read(&text);
        assert_eq!((record.plies.len(), &record.damage), (5, &None), "{text}");
        assert_eq!(record.remarks.len(), 1, "{text}: {:?}", record.remarks);
        assert_eq!(lines(&record).len(), n_lines, "{text}");
    }
    let orphan = read("[Size \"5\"]\n\n1. a1 e5\n2. c3 c4\n\n{x/2w1}\n2. b1\n");
    assert!(orphan.remarks[0].to_string().contains("x/2w1"));
    assert_eq!(orphan.asides[0].after, After::Main(2));
}

#[test]
fn branches_keep_their_names_in_sgf() {
    let record = read(&NESTED.replace("3w2", "an idea"));
    let sgf = &takt::INFO.formats[1];
    let written = (sgf.write)(&record);
    let again = (sgf.read)(&written).expect("it was written");
    assert_eq!(lines(&again[0]), lines(&record), "{written}");
    assert_eq!(write(&again[0]), write(&record));
    assert_eq!(registry::losses(&crate::CATALOGUE, "takt", sgf, &record), Ok(Vec::new()));
}
