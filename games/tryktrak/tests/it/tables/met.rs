//! Match equity tables.

use ludex_search::Player;
use ludex_tryktrak::{Crawford, MatchEquities, MatchScore};

const SHIPPED: &str = include_str!("../../../data/kazaross-xg2.tsv");

fn chance(table: &MatchEquities, away: [u8; 2], crawford: Crawford) -> f64 {
    table.chance(Player(0), MatchScore { away, crawford })
}

#[test]
fn listed_chances_are_returned() {
    let table = MatchEquities::kazaross();
    assert_eq!(table.listed(), 25);
    let lines: Vec<_> = super::rows(SHIPPED).collect();
    for (row, line) in lines[..25].iter().enumerate() {
        for (column, listed) in line.iter().enumerate() {
            let away = [row as u8 + 1, column as u8 + 1];
            let crawford = if away.contains(&1) { Crawford::Now } else { Crawford::Ahead };
            let listed: f64 = listed.parse().expect("a number");
            assert!((chance(table, away, crawford) - listed).abs() < 1e-6);
            let score = MatchScore { away, crawford };
            let sum = table.chance(Player(0), score) + table.chance(Player(1), score);
            assert!((sum - 1.0).abs() < 1e-4, "{away:?}");
        }
    }
    for (behind, listed) in lines[25][1..].iter().enumerate() {
        let listed: f64 = listed.parse().expect("a number");
        let away = [behind as u8 + 1, 1];
        assert!((chance(table, away, Crawford::Past) - listed).abs() < 1e-6);
        let other = chance(table, [1, behind as u8 + 1], Crawford::Past);
        assert!((other - 1.0 + listed).abs() < 1e-6);
    }
}

/// The text of the shipped table, cut to a match length of `size` points.
fn cut(size: usize) -> String {
    super::rows(SHIPPED)
        .enumerate()
        .filter(|(row, _)| *row < size || *row == 25)
        .map(|(row, line)| line[..size + usize::from(row == 25)].join("\t") + "\n")
        .collect()
}

#[test]
fn an_extension_finds_what_was_cut_off() {
    let whole = MatchEquities::kazaross();
    let table = MatchEquities::read("cut", &cut(15)).expect("a smaller table");
    assert_eq!(table.listed(), 15);
    let mut worst: f64 = 0.0;
    for mine in 1..=25 {
        for theirs in 1..=25 {
            let crawford = if mine == 1 || theirs == 1 { Crawford::Now } else { Crawford::Ahead };
            let difference =
                chance(&table, [mine, theirs], crawford) - chance(whole, [mine, theirs], crawford);
            worst = worst.max(difference.abs());
        }
        let difference =
            chance(&table, [mine, 1], Crawford::Past) - chance(whole, [mine, 1], Crawford::Past);
        worst = worst.max(difference.abs());
    }
    println!("worst {worst}");
    assert!(worst < 0.004, "{worst}");
}

#[test]
fn chances_rise_with_every_point_up_to_the_longest_match() {
    let table = MatchEquities::kazaross();
    for mine in 2..=64 {
        for theirs in 2..=64 {
            let here = chance(table, [mine, theirs], Crawford::Ahead);
            assert!((0.0..=1.0).contains(&here));
            if mine < 64 {
                assert!(
                    here >= chance(table, [mine + 1, theirs], Crawford::Ahead),
                    "{mine} {theirs}"
                );
            }
            let mirrored = chance(table, [theirs, mine], Crawford::Ahead);
            assert!((here + mirrored - 1.0).abs() < 1e-4);
        }
    }
    let far = chance(table, [64, 63], Crawford::Ahead);
    assert!((0.45..0.5).contains(&far), "{far}");
}

/// After the Crawford game the trailing player doubles at once, so each game is worth two points: a player who needs two points fewer has
/// to win one game fewer.
#[test]
fn each_two_points_far_behind_count_about_one_game() {
    let table = MatchEquities::kazaross();
    for mine in 27..=64 {
        let [more, less] = [mine - 2, mine].map(|away| chance(table, [away, 1], Crawford::Past));
        let games = more / less;
        assert!(0.0 < less && (1.4..1.9).contains(&games), "{mine}: {games}");
    }
}

#[test]
fn scores_after_a_game() {
    let table = MatchEquities::kazaross();
    let score = MatchScore::new(7, [5, 2], false, true);
    assert_eq!(score.away, [2, 5]);
    let next = score.after(Player(0), 1).expect("the match continues");
    assert_eq!(next.crawford, Crawford::Now);
    assert_eq!(score.after(Player(0), 2), None);
    let last = next.after(Player(1), 4).expect("the match continues");
    assert_eq!((last.away, last.crawford), ([1, 1], Crawford::Past));
    assert!((table.chance(Player(0), last) - 0.5).abs() < 1e-6);
    // Without the Crawford rule, the table for games after the Crawford game is always used.
    let free = MatchScore::new(7, [6, 2], false, false);
    assert_eq!(free.crawford, Crawford::Past);
    assert!((table.chance(Player(1), free) - 0.190_12).abs() < 1e-6);
}

#[test]
fn gammon_values_of_known_scores() {
    let table = MatchEquities::kazaross();
    let value = |away, crawford, player, doublings| {
        table.payoffs(MatchScore { away, crawford }, Player(player), doublings).gammon_value()
    };
    // Gammons have no value at double match point and for the leader in the Crawford game. After the Crawford game, with the cube at 2 and
    // 4 points to win, a gammon is worth about as much as the win.
    assert!(value([1, 1], Crawford::Past, 0, 0).abs() < 1e-6);
    assert!(value([1, 4], Crawford::Now, 0, 0).abs() < 1e-6);
    assert!((value([4, 1], Crawford::Past, 0, 1) - (1.0 - 0.48803) / 0.48803).abs() < 1e-5);
    // 2-away, 2-away: with the cube at 1 a gammon wins the match.
    let expected = (1.0 - 0.67736) / (0.67736 - 0.32264);
    assert!((value([2, 2], Crawford::Ahead, 0, 0) - expected).abs() < 1e-4);
    assert!(value([2, 2], Crawford::Ahead, 0, 1).abs() < 1e-6);
}

fn xml(table: &MatchEquities, size: u8) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\"?>\n<!-- a <row> in a comment -->\n<met>\n<info><name>n</name></info>\n<pre-crawford-table type=\"explicit\">\n",
    );
    let row = |numbers: Vec<f64>| {
        let cells: Vec<_> = numbers.iter().map(f64::to_string).collect();
        format!("<row><me>{}</me></row>\n", cells.join("</me><me>"))
    };
    for mine in 1..=size {
        text +=
            &row((1..=size).map(|theirs| chance(table, [mine, theirs], Crawford::Ahead)).collect());
    }
    text += "</pre-crawford-table>\n<post-crawford-table player=\"both\" type=\"explicit\">\n";
    text += &row((1..=size).map(|behind| chance(table, [behind, 1], Crawford::Past)).collect());
    text + "</post-crawford-table>\n</met>\n"
}

#[test]
fn xml_tables_are_read() {
    let table = MatchEquities::read("cut", &cut(9)).expect("a smaller table");
    let text = xml(&table, 9);
    let read = MatchEquities::read("cut", &text).expect("an XML table");
    assert_eq!(read, table);
    let broken = text.replacen("</me>", "", 1).replacen("<me>0.5", "<me>half", 1);
    let error = MatchEquities::read("x", &broken).expect_err("not a number");
    assert_eq!(
        error.to_string(),
        "match equity table x, line 6: expected a chance from 0 to 1, but found \"half\""
    );
    let implicit = text.replacen("explicit", "zadeh", 1);
    let error = MatchEquities::read("x", &implicit).expect_err("no rows");
    assert!(error.to_string().contains("line 5"), "{error}");
    assert!(MatchEquities::read("x", "<met><row>").is_err());
    assert!(MatchEquities::read("x", "<met><!-- ").is_err());
}

#[test]
fn a_shorter_row_for_after_the_crawford_game_is_extended() {
    let text = cut(9);
    let shorter = text.trim_end().rsplit_once('\t').expect("many numbers").0;
    let table = MatchEquities::read("cut", shorter).expect("a table");
    assert_eq!(table.listed(), 9);
    let found = chance(&table, [9, 1], Crawford::Past);
    assert!((found - 0.06953).abs() < 0.005, "{found}");
}

#[test]
fn broken_tables_are_refused_with_their_line() {
    let check = |text: &str, expected: &str| {
        let error = MatchEquities::read("x", text).expect_err(text);
        assert_eq!(error.to_string(), format!("match equity table x{expected}"));
    };
    check("", ": expected 1 to 64 rows before the Crawford game, but found 0");
    check("0.5\n", ": the row for the games after the Crawford game is missing");
    check("# n\n0.5 1.2\n", ", line 2: expected a chance from 0 to 1, but found \"1.2\"");
    check(
        "0.5 0.7\n0.3\npost 0.5 0.4\n",
        ", line 2: expected a row with as many numbers as the table has rows (2), but found 1",
    );
    check("0.5\npost 0.5 0.4\n", ", line 2: expected a row with 1 number, but found 2");
    check(
        "0.5 0.7\n0.4 0.5\npost 0.5 0.4\n",
        ", line 1: column 2 is 0.7 and the other player's chance is 0.4: the two must add up to 1",
    );
    check(
        "0.5\npost 0.5\n0.5\n",
        ", line 3: expected no more rows after the row that begins with \"post\", but found \"0.5\"",
    );
}
