//! Identifiers and plays as text, compared with GNU Backgammon.

use ludex_kit::{Notation, Playable, Speech};
use ludex_search::{Game, Player, Turn};
use ludex_tryktrak::notation::{match_id, ogid};
use ludex_tryktrak::{Move, Phase, Position, Roll, Tryktrak};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};

use super::{after, open, play, rows};

/// Each XGID is read and written unchanged, and converts to exactly the GNU identifiers of the reference. The identifiers convert back to
/// the XGID, except for the turn and the last field.
#[test]
fn identifiers() {
    for row in rows(include_str!("../data/ids.tsv")) {
        let [position_id, of_match, xgid] = row[..3] else { panic!("{row:?}") };
        let (game, pos) = open(xgid);
        let (written, written_match) = match_id::write(game.options(), &pos);
        assert_eq!((written.as_str(), written_match.as_str()), (position_id, of_match), "{xgid}");
        let fields = |text: &str| -> Vec<String> { text.split(':').map(str::to_owned).collect() };
        assert_eq!(game.write_position(&pos), xgid);
        let mut expected = fields(xgid);
        expected[9] = "6".into();
        let (again, turned) = open(&format!("{position_id}:{of_match}"));
        let back = again.write_position(&turned);
        if expected[3] == "1" {
            assert_eq!(back, expected.join(":"));
        }
        assert_eq!(fields(&back)[3], "1");
        let seen = |pos: &ludex_tryktrak::Position| pos.board();
        assert_eq!(seen(&turned), seen(&pos));
        assert_eq!(match_id::write(again.options(), &turned), (written, written_match));
    }
}

/// A double that awaits an answer: the ID contains the player who doubled, and the opponent is to act.
#[test]
fn identifiers_of_a_double() {
    let (game, pos) = after("length=5", "dice:31 8/5,6/5 double");
    let text = game.write_position(&pos);
    assert_eq!(text, "XGID=-b---BD-B---eE---c-e----B-:0:0:-1:D:0:0:0:5:6");
    assert_eq!(open(&text).1, pos);
    let ids = match_id::write_both(&game, &pos);
    let (again, turned) = open(&ids);
    assert_eq!(again.write_position(&turned), "XGID=-b----E-C---eE---b-db---B-:0:0:1:D:0:0:0:5:6");
    let text = "XGID=-b----E-C---eE---c-e----B-:3:-1:-1:D:3:4:0:9:10";
    let (game, pos) = open(text);
    assert_eq!(game.write_position(&pos), text);
    let mut moves = Vec::new();
    game.legal_moves(&pos, &mut moves);
    let words: Vec<_> = moves.iter().map(|&mv| game.write_move(&pos, mv)).collect();
    assert_eq!(words, ["take", "pass"]);
}

/// Plays at random to the end of a game for money or of a match. Most games end with the last checker, the others with a passed double
/// or a resignation.
fn play_to_end(rng: &mut impl Rng, game: &Tryktrak) -> Position {
    let mut pos = game.start();
    let mut moves = Vec::new();
    while game.turn(&pos) != Turn::Over {
        moves.clear();
        game.legal_moves(&pos, &mut moves);
        if pos.status().phase == Phase::Moving && rng.random_bool(0.01) {
            let loser = Player(rng.random_range(0..2));
            game.play(&mut pos, Move::Resign(loser, rng.random_range(1..4)));
        } else if let Some(&mv) = moves.choose(rng).filter(|_| game.turn(&pos) != Turn::Chance) {
            let doubles_again = mv == Move::Double && rng.random_bool(0.9);
            game.play(&mut pos, if doubles_again { Move::Roll } else { mv });
        } else {
            let roll = game.sample(&pos, rng);
            game.apply_chance(&mut pos, roll);
        }
    }
    pos
}

/// The IDs of a finished game are read: the winner, who gets number 1, the points, the cube and the score before the game.
#[test]
fn identifiers_of_finished_games() {
    let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(1);
    for variant in ["length=0", "length=0,jacoby=yes", "length=1", "length=5", "length=64"] {
        let (game, _) = after(variant, "");
        for _ in 0..40 {
            let pos = play_to_end(&mut rng, &game);
            let ids = match_id::write_both(&game, &pos);
            let (again, read) = open(&ids);
            let symmetry = pos.status().player.index();
            assert_eq!(read, game.transform(&pos, symmetry), "{variant} {ids}");
            assert_eq!(match_id::write_both(&again, &read), ids, "{variant}");
        }
    }
}

/// Plays in the notation of GNU Backgammon are read, and written identically.
#[test]
fn plays_of_references() {
    let check = |position: &str, dice: &str, text: &str| {
        let (game, mut pos) = open(position);
        play(&game, &mut pos, &format!("dice:{dice}"));
        for text in [text.to_owned(), text.replace(' ', ",")] {
            let mv =
                game.parse_move(&pos, &text).unwrap_or_else(|error| panic!("{position} {error}"));
            assert_eq!(game.write_move(&pos, mv), text.replace(' ', ","), "{position} {dice}");
        }
    };
    for row in rows(include_str!("../data/decisions.tsv")) {
        for candidate in row[2].split(" ; ") {
            check(row[0], row[1], candidate.split('=').next().expect("a play"));
        }
    }
    for row in rows(include_str!("../data/opening.tsv")) {
        check("4HPwATDgc/ABMA", row[0], row[2]);
    }
}

/// The same steps in any order are the same play.
#[test]
fn any_order_of_steps() {
    let check = |position: &str, dice: &str, texts: &[&str]| {
        let (game, mut pos) = open(position);
        play(&game, &mut pos, &format!("dice:{dice}"));
        let first = game.parse_move(&pos, texts[0]).expect("legal");
        assert_eq!(game.write_move(&pos, first), texts[0]);
        for text in texts {
            assert_eq!(game.parse_move(&pos, text), Ok(first), "{text}");
        }
    };
    let start = "4HPwATDgc/ABMA";
    check(start, "31", &["8/5,6/5", "6/5,8/5", "6/5 8/5", "8/5, 6/5"]);
    check(start, "65", &["24/13", "24/18/13", "24/18,18/13", "18/13,24/18"]);
    check(start, "33", &["8/5(2),6/3(2)", "6/3,8/5,6/3,8/5", "6/3(2),8/5(2)"]);
    check(start, "11", &["8/7(2),6/5(2)", "8/7(2),6/5,6/5"]);
    check(start, "22", &["13/5", "13/11/9/7/5", "13/11,11/7,7/5"]);
    // Two paths lead to the same point, and one of them hits on the way. The notation of the path with the hit includes the point of the
    // hit.
    let hit = "XGID=-b----E-C--aeD---c-d----B-:0:0:1:32:0:0:0:0:10";
    let (game, pos) = open(hit);
    let quiet = game.parse_move(&pos, "13/8").expect("legal");
    assert_eq!(game.write_move(&pos, quiet), "13/8");
    let hitting = game.parse_move(&pos, "13/11*/8").expect("legal");
    assert_eq!(game.write_move(&pos, hitting), "13/11*/8");
    assert_eq!(game.parse_move(&pos, "13/11/8"), Ok(hitting));
    assert_ne!(quiet, hitting);
}

#[test]
fn rolls() {
    let (game, mut pos) = after("", "");
    assert_eq!(game.parse_event(&pos, "dice:31"), Ok(Roll(3, 1)));
    let (_, second) = after("", "dice:13");
    assert_eq!(second.status().player.index(), 1);
    assert_eq!(second.status().dice, (3, 1));
    play(&game, &mut pos, "dice:31");
    assert_eq!(pos.status().player.index(), 0);
    // On an ordinary turn the order of the dice does not matter, and a roll means that the player does not double.
    let (game, pos) = after("", "dice:31 8/5,6/5 dice:12");
    assert_eq!((pos.status().player.index(), pos.status().dice), (1, (2, 1)));
    let (_, explicit) = after("", "dice:31 8/5,6/5 roll dice:21");
    assert_eq!(explicit, pos);
    assert_eq!((pos.ply(), game.ply(&pos)), (1, 1));
}

/// OGIDs as `AnkiGammon` writes them, with the XGIDs of the same positions from `blunderDB`.
#[test]
fn ogids_are_xgids_in_other_letters() {
    for (xgid, text) in [
        (
            "-b----E-C---eE---c-e----B-:0:0:1:51:0:0:0:7",
            "11ccccchhhjjjjj:66666888dddddoo:N0N:51:B::0:0:7:",
        ),
        (
            "-aa---E-C---dE---d-e----B-:0:0:1:00:0:0:0:7",
            "12cccchhhhjjjjj:66666888dddddoo:N0N::B::0:0:7:",
        ),
        (
            "--ABBaBBC--B--a----bbbeb-A:0:0:1:64:0:0:0:7",
            "5ejjkkllmmmmmnn:233446677888bbp:N0N:64:B::0:0:7:",
        ),
        (
            "a-aAaBCAB---bCA--b-ec---B-:1:-1:1:63:1:0:0:7",
            "024cchhjjjjjkkk:355666788dddeoo:W1N:63:B::0:1:7:",
        ),
        (
            "-DBBBC-------------b-cccbB:1:1:1:00:0:1:0:7",
            "jjlllmmmnnnoo:1111223344555pp:B1N::B::1:0:7:",
        ),
        ("-A---A---------------ba---:1:-1:1:54:0:1:0:4", "llm:15:W1N:54:B::1:0:4:"),
        (
            "-b----E-C---eE---c-e----B-:0:0:-1:43:1:6:0:9",
            "11ccccchhhjjjjj:66666888dddddoo:N0N:43:W::6:1:9:",
        ),
        (
            "-b----E-C---eE---c-e----B-:0:0:1:00:4:2:1:5",
            "11ccccchhhjjjjj:66666888dddddoo:N0N::B::2:4:5C:",
        ),
        (
            "-b----E-C---eE---c-e----B-:0:0:-1:D:0:0:0:5",
            "11ccccchhhjjjjj:66666888dddddoo:N0O::W::0:0:5:",
        ),
        (
            "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0",
            "11ccccchhhjjjjj:66666888dddddoo:N0N:31:B::0:0::",
        ),
    ] {
        // The reader also accepts these XGIDs, which lack the last field.
        let (game, pos) = open(&format!("XGID={xgid}"));
        assert_eq!(ogid::write(game.options(), &pos), text, "{xgid}");
        for prefix in ["", "OGID=", "ogid:"] {
            let (again, read) = open(&format!("{prefix}{text}"));
            assert_eq!((read, again.options()), (pos, game.options()), "{text}");
        }
    }
    // Checkers in any order, and missing fields.
    let (game, pos) = open("11jjjjjhhhccccc:ooddddd88866666:N0N");
    assert_eq!(game.write_position(&pos), "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:6");
}

/// If the text contains a state, as in the OGIDs of `OpenGammon`, the letter of the turn names the player who acted last, and White is
/// player 1.
#[test]
fn ogids_of_opengammon_itself() {
    for (xgid, text) in [
        (
            "-aaa-CBBB--AdB---b-cabA-AA:0:0:1:31:0:0:0:5",
            "013ccehhiijjkkk:44566688ddddmno:N0N:31:B:R:0:0:5:12",
        ),
        (
            "-aaa-CBBB--AdB---b-cabBA--:0:0:-1:52:0:0:0:5",
            "233ccehhiijjkkk:44566688ddddmno:N0N:52:W:R:0:0:5:13",
        ),
        (
            "-CDbC-D-----A----a-ccbbb--:1:-1:-1:21:2:0:0:5",
            "djjjjlllnnnnooo:2233445556668mm:B1N:21:W:R:2:0:5:97",
        ),
        (
            "-b----E-C---eE---c-e----B-:0:0:1:46:0:0:0:3",
            "11ccccchhhjjjjj:66666888dddddoo:N0N:46:B:IB:0:0:3:0",
        ),
    ] {
        assert_eq!(open(text).1, open(&format!("XGID={xgid}")).1, "{text}");
    }
    // The player who acted has doubled; the opponent answers.
    let (game, pos) = open("cccccgghhhjjjjj:112233666777dll:N0O::B:D:0:0:3:11");
    let status = pos.status();
    assert_eq!((status.phase, status.player.index()), (ludex_tryktrak::Phase::Doubled, 0));
    assert_eq!(open(&game.write_position(&pos)).1, pos);
}

/// Reads steps with other separators, and bar and tray as a number or letter, in upper or lower case.
#[test]
fn plays_as_others_write_them() {
    let check = |position: &str, dice: &str, expected: &str, texts: &[&str]| {
        let (game, mut pos) = open(position);
        play(&game, &mut pos, &format!("dice:{dice}"));
        for text in texts {
            let mv = game.parse_move(&pos, text);
            let mv = mv.unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(game.write_move(&pos, mv), expected, "{text}");
        }
    };
    let start = "4HPwATDgc/ABMA";
    check(start, "31", "8/5,6/5", &["8/5 6/5", "8-5,6-5", "8-5 6-5", "6-5, 8/5"]);
    check(start, "65", "24/13", &["24-18-13", "24-18 18-13", "24/18/13"]);
    check(start, "33", "8/5(2),6/3(2)", &["8-5(2) 6-3(2)", "8/5 8/5 6/3 6/3"]);
    let on_bar = "XGID=-b----E-C---dE---c-e----AA:0:0:1:00:0:0:0:0";
    let texts = ["Bar/22 6/5", "BAR-22,6-5", "b/22 6/5", "25/22,6/5", "B-22 6-5"];
    check(on_bar, "31", "bar/22,6/5", &texts);
    let home = "XGID=-BBB-CC------------cccc---:0:0:1:00:0:0:0:0";
    check(home, "65", "6/off,5/off", &["6/0 5/0", "6-off,5-OFF", "6/Off 5/off", "6-0 5-0"]);
}

/// A player who answers a double reads what taking and passing mean, and no other player reads a task.
#[test]
fn the_task_of_a_double() {
    let task = |steps| {
        let (game, pos) = after("length=7", steps);
        Speech::task(&game, &pos)
    };
    let text = |value, lost| Some(format!("Take and play for {value}, or pass and lose {lost}."));
    assert_eq!(task("dice:31 8/5,6/5"), None);
    assert_eq!(task("dice:31 8/5,6/5 double"), text(2, "1 point"));
    assert_eq!(task("dice:31 8/5,6/5 double take"), None);
    assert_eq!(task("dice:31 8/5,6/5 double take dice:42 8/4,6/4 double"), text(4, "2 points"));
}
