//! Game files: `.mat` and SGF.

use ludex_kit::{Record, RecordFormat};
use ludex_tryktrak::{INFO, Phase};

use super::{open, play};

const MAT: &str = include_str!("../data/sample_match.mat");
const SGF: &str = include_str!("../data/sample_match.sgf");

fn format(name: &str) -> &'static RecordFormat {
    let found = INFO.formats.iter().find(|format| format.name == name);
    found.expect("a known format")
}

fn read(name: &str, text: &str) -> Vec<Record> {
    (format(name).read)(text).unwrap_or_else(|error| panic!("{error}"))
}

/// Records without the places of their plies, which differ between files.
fn plain(records: &[Record]) -> Vec<Record> {
    let mut records = records.to_vec();
    for ply in records.iter_mut().flat_map(|record| &mut record.plies) {
        ply.place.clear();
    }
    records
}

/// Checks that all plays are legal and that the game ends with the result in the file.
fn check_by_rules(record: &Record) {
    let start = record.start.as_deref();
    let start = start.map_or_else(|| super::after(&record.variant.to_string(), ""), open);
    let (game, mut pos) = start;
    let before = pos.status().score;
    for ply in &record.plies {
        play(&game, &mut pos, &ply.text);
    }
    let status = pos.status();
    let (winner, points) = match status.phase {
        Phase::Over => (status.player.index(), u32::from(status.multiple) * status.cube.value()),
        Phase::Opening => {
            let winner = usize::from(status.score[1] > before[1]);
            let points = status.score[winner] - before[winner];
            (winner, points.into())
        }
        _ => return assert_eq!(record.result, None, "the game is not over by the rules"),
    };
    let result = format!("p{}win {points}", winner + 1);
    assert_eq!(record.result, Some(result));
}

#[test]
fn the_sample_match() {
    let records = read("mat", MAT);
    assert_eq!(records.len(), 3);
    let scores: Vec<_> =
        records.iter().map(|record| (record.start.as_deref(), record.result.as_deref())).collect();
    let at = |tail: &str| format!("XGID=-b----E-C---eE---c-e----B-:0:0:0:00:{tail}:3:6");
    let (second, third) = (at("0:2:1"), at("2:2:0"));
    assert_eq!(
        scores,
        [
            (None, Some("p2win 2")),
            (Some(second.as_str()), Some("p1win 2")),
            (Some(third.as_str()), Some("p1win 1")),
        ]
    );
    for record in &records {
        check_by_rules(record);
        assert!(record.damage.is_none());
    }
    assert_eq!(records[0].plies[0].text, "dice:24");
    assert_eq!(records[0].plies[1].text, "8/4,6/4");
}

#[test]
fn a_match_is_written_as_it_was_read() {
    let records = read("mat", MAT);
    let written = format("mat").written(&records);
    let (_, original) = MAT.split_once('\n').expect("a line of origin");
    for (line, expected) in written.lines().zip(original.lines()) {
        assert_eq!(line, expected);
    }
    assert_eq!(written, original);
    assert_eq!(plain(&read("mat", &written)), plain(&records));
}

/// Both files contain the same match.
#[test]
fn mat_and_sgf_agree() {
    let (from_mat, from_sgf) = (read("mat", MAT), read("sgf", SGF));
    assert_eq!(from_sgf.len(), 3);
    for (mat, sgf) in from_mat.iter().zip(&from_sgf) {
        check_by_rules(sgf);
        assert_eq!(
            (&mat.start, &mat.variant, &mat.result),
            (&sgf.start, &sgf.variant, &sgf.result)
        );
        assert_eq!(mat.plies.len(), sgf.plies.len());
    }
    let written = format("sgf").written(&from_sgf);
    assert_eq!(plain(&read("sgf", &written)), plain(&from_sgf));
    for line in written.lines().filter(|line| line.starts_with(';')) {
        assert!(SGF.contains(line), "{line}");
    }
    let through = format("sgf").written(&from_mat);
    let again = read("sgf", &through);
    assert_eq!(format("mat").written(&again), format("mat").written(&from_mat));
}

#[test]
fn cube_actions_and_resignations() {
    let text = " 5 point match\n\n Game 1\n Anna : 0    Ben : 0\n  1) 31: 8/5 6/5               52: 13/8 24/22\n  2)  Doubles => 2              Takes\n  3) 64: 24/18 18/14               Doubles => 4\n  4)  Drops\n                                  Wins 2 points\n\n Game 2\n Anna : 0    Ben : 2\n  1)                             61: 13/7 8/7\n      Wins 1 point\n";
    let records = read("mat", text);
    let words: Vec<_> = records[0].plies.iter().map(|ply| ply.text.as_str()).collect();
    assert_eq!(
        words,
        [
            "dice:31",
            "8/5,6/5",
            "dice:52",
            "13/8,24/22",
            "double",
            "take",
            "dice:64",
            "24/18,18/14",
            "double",
            "pass"
        ]
    );
    for record in &records {
        check_by_rules(record);
    }
    let written = format("mat").written(&records);
    assert_eq!(plain(&read("mat", &written)), plain(&records));
    assert!(written.contains(" Doubles => 4"), "{written}");
    let sgf = format("sgf").written(&records);
    assert!(sgf.contains("RE[W+1R]") && sgf.contains("RE[B+2]"), "{sgf}");
    assert_eq!(plain(&read("sgf", &sgf)), plain(&records));
}

/// A special start position, and a game whose first roll is a double.
#[test]
fn games_with_other_starts() {
    let text = "(;FF[4]GM[6]MI[length:7][ws:3][bs:1]PW[a]PB[b]\n\
        ;AE[a:y]AW[f][f][e]AB[s][s][t]CV[2]CO[w]PL[W]\n;W[31fcfe])";
    let records = read("sgf", text);
    let start = records[0].start.as_deref().expect("a position");
    assert_eq!(start, "XGID=-----AB------------ba-----:1:1:1:00:3:1:0:7:6");
    let written = format("sgf").written(&records);
    assert_eq!(plain(&read("sgf", &written)), plain(&records));
    let mat = format("mat").written(&records);
    assert!(mat.contains("[XGID \"XGID=-----AB"), "{mat}");
    assert_eq!(format("sgf").written(&read("mat", &mat)), written);
    let text = " 0 point match\n\n Game 1\n A : 0    B : 0\n  1)                             33: 8/5(2) 6/3(2)\n";
    let records = read("mat", text);
    assert!(records[0].start.as_deref().is_some_and(|start| start.contains(":-1:00:")));
    check_by_rules(&records[0]);
}

/// The part before the damage is kept, and the damage is reported with its line.
#[test]
fn damaged_records() {
    let check = |name: &str, text: &str, n_good: usize, place: &str| {
        let records = read(name, text);
        let damaged = records.iter().find_map(|record| record.damage.as_ref());
        let damage = damaged.unwrap_or_else(|| panic!("{text} should be damaged"));
        assert!(damage.place.starts_with(place), "{damage}");
        let good = records.iter().filter(|record| record.damage.is_none());
        assert_eq!(good.count(), n_good, "{damage}");
    };
    let lines: Vec<&str> = MAT.lines().collect();
    let game_2 = lines.iter().position(|line| *line == " Game 2").expect("it is there");
    let with = |at: usize, line: &str| {
        let mut lines = lines.clone();
        lines[at] = line;
        lines.join("\n")
    };
    let place = |at: usize| format!("line {}", at + 1);
    // The games before and after the damaged one are intact.
    check("mat", &with(game_2 + 1, " gnubg 0"), 2, &place(game_2 + 1));
    check("mat", &with(game_2 + 1, " a : 0   b : 3"), 2, &place(game_2 + 1));
    check("mat", &with(game_2 + 3, "  2) 17: 6/5    55: 25/20"), 2, &place(game_2 + 3));
    check("mat", &with(game_2 + 3, "  2) what is this"), 2, &place(game_2 + 3));
    check("mat", &with(game_2 + 3, "  2)  Takes"), 2, &place(game_2 + 3));
    check(
        "mat",
        &with(game_2 + 3, "  2)                              55: 25/20 20/15 15/10 13/8"),
        2,
        &place(game_2 + 3),
    );
    check("mat", &with(game_2 + 3, "  2) Dropsy"), 2, &place(game_2 + 3));
    let cut = &SGF[..SGF.len() - 700];
    check("sgf", cut, 2, "line");
    let error = (format("sgf").read)("(;GM[1]FF[4])");
    assert!(error.is_err_and(|error| error.place == "line 1, GM"));
    assert!((format("sgf").read)("(;GM[6];AE[a:y];W[31fcfe])").is_err());
    assert!((format("mat").read)("").is_err());
    assert!((format("sgf").read)("nothing").is_err());
    assert!((format("mat").read)(" 65 point match\n").is_err());
}

/// Reads several matches in one file, as tournaments write them, and files with the wrong extension.
#[test]
fn several_matches_in_a_file() {
    let records = read("mat", MAT);
    let single: Vec<String> = records.iter().map(|record| (format("mat").write)(record)).collect();
    let text = single.join("\n");
    let again = read("mat", &text);
    assert_eq!(plain(&again), plain(&records));
    assert_eq!(plain(&read("sgf", &text)), plain(&records));
    assert_eq!(plain(&read("mat", SGF)), plain(&read("sgf", SGF)));
}

/// SGF cannot express the beaver rule, so a beaver in the game allows beavers. Without this, the game could not be replayed and written
/// back unchanged.
#[test]
fn a_beaver_of_sgf_is_allowed() {
    let text = "(;FF[4]GM[6]CA[UTF-8]AP[Ludex:0.1.0]MI[length:0][game:0][ws:0][bs:0]RU[Jacoby]RE[W+2]\n;W[65xrrm]\n;B[double]\n;W[beaver]\n;B[drop]\n)\n";
    let records = read("sgf", text);
    assert_eq!(records[0].variant.get("beavers"), Some("yes"));
    assert_eq!(format("sgf").written(&records), text);
}

/// Results without points occur in tournaments: a draw at the move limit, or a loss on time.
#[test]
fn results_without_points_are_kept() {
    for (word, result) in [("Draw", "1/2-1/2"), ("W+", "1-0"), ("B+", "0-1")] {
        let text = format!(
            "(;FF[4]GM[6]CA[UTF-8]AP[Ludex:0.1.0]MI[length:0][game:0][ws:0][bs:0]RE[{word}]\n;W[31fcfe]\n)\n"
        );
        let records = read("sgf", &text);
        assert_eq!(records[0].result.as_deref(), Some(result));
        assert_eq!(format("sgf").written(&records), text);
    }
    // Another text that begins with 0 does not state a draw.
    let records = read("sgf", "(;FF[4]GM[6]RE[0-1];W[31fcfe])");
    assert_eq!(records[0].result, None);
}
