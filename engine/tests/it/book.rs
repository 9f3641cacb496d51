//! Opening books: how they are extended and used.

use super::program::{Engine, Folder, Ran, ludex};

/// The game of these tests, on a board so small that searches take no time.
const GAME: &[&str] = &["takt", "--variant", "size=4"];

fn grow(file: &str, positions: &str) -> Ran {
    let grow = ["--nodes", "300", "--lines", "3", "--hash", "1", "--positions", positions];
    ludex(&[&["book"], GAME, &grow, &["--out", file]].concat())
}

fn go_on(file: &str, positions: &str) -> Ran {
    ludex(&["book", "--resume", file, "--hash", "1", "--positions", positions])
}

/// A folder with a book of a dozen positions.
fn with_book(name: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    let book = folder.file("takt.book", "");
    std::fs::remove_file(&book).expect("valid test data");
    let ran = grow(&book, "12");
    assert_eq!(ran.code, 0, "{ran:?}");
    (folder, book)
}

fn bestmove(more: &[&str]) -> Ran {
    ludex(&[&["bestmove"], GAME, more].concat())
}

#[test]
fn an_interrupted_book_resumes_to_the_same_book() {
    let (folder, book) = with_book("resumed");
    let whole = std::fs::read(&book).expect("valid test data");
    let first = folder.path("first.book");
    assert_eq!(grow(&first, "5").code, 0);
    assert_eq!(go_on(&first, "12").code, 0);
    assert_eq!(std::fs::read(&first).expect("valid test data"), whole);
    // The program may have been killed while it wrote a line.
    for cut in [whole.len() - 1, whole.len() / 2, whole.len() / 3] {
        let cut_off = folder.path("cut.book");
        std::fs::write(&cut_off, &whole[..cut]).expect("valid test data");
        let ran = go_on(&cut_off, "12");
        assert_eq!(ran.code, 0, "{ran:?}");
        assert_eq!(std::fs::read(&cut_off).expect("valid test data"), whole, "cut at {cut}");
    }
}

/// A book does not contain the number of positions that was requested at its start.
#[test]
fn a_resumed_book_needs_a_number_of_positions() {
    let (_folder, book) = with_book("without-number");
    let before = std::fs::read(&book).expect("valid test data");
    let ran = ludex(&["book", "--resume", &book, "--hash", "1"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("the book has 12 positions; add --positions"), "{ran:?}");
    assert_eq!(std::fs::read(&book).expect("valid test data"), before);
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_leaves_a_book_that_goes_on() {
    let folder = Folder::new("interrupted");
    let book = folder.file("takt.book", "");
    std::fs::remove_file(&book).expect("valid test data");
    let mut growing = Engine::with_remarks(&[
        "book",
        "takt",
        "--variant",
        "size=4",
        "--nodes",
        "2000",
        "--hash",
        "1",
        "--positions",
        "100000",
        "--out",
        &book,
    ]);
    while std::fs::read_to_string(&book).unwrap_or_default().lines().count() < 4 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    growing.interrupt();
    let remark = growing.read_remark();
    assert!(remark.contains("ludex book --resume"), "{remark}");
    assert_eq!(growing.end(), 130);
    assert_eq!(ludex(&["book", "--show", &book]).code, 0);
}

#[test]
fn a_book_is_shown() {
    let (_folder, book) = with_book("shown");
    let ran = ludex(&["book", "--show", &book]);
    assert_eq!(ran.code, 0, "{ran:?}");
    for part in ["size=4,komi=0", "positions  12", "expected", "start"] {
        assert!(ran.out.contains(part), "{part}: {ran:?}");
    }
    let ran = ludex(&["book", "--show", &book, "--json"]);
    let lines: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("valid test data")).collect();
    assert_eq!(lines.len(), 12);
    assert_eq!(lines[0]["moves"].as_array().expect("valid test data").len(), 0);
    assert_eq!(lines[0]["bestmove"], lines[0]["lines"][0]["move"]);
}

#[test]
fn a_move_of_the_book_is_a_whole_report() {
    let (_folder, book) = with_book("reported");
    let best = ludex(&["book", "--show", &book, "--json"]);
    let best: serde_json::Value =
        serde_json::from_str(best.out.lines().next().expect("valid test data"))
            .expect("valid test data");
    let found = bestmove(&["--book", &book, "--time", "1h", "--json"]).json();
    assert_eq!(found["bestmove"], best["bestmove"]);
    assert_eq!(found["nodes"], best["nodes"]);
    assert_eq!(found["depth"], best["depth"]);
    assert_eq!(found["book"]["positions"], 12);
    assert_eq!(found["pv"][0], best["bestmove"]);
    assert!(found["pv"].as_array().expect("valid test data").len() > 1);
    let [win, draw, loss] =
        ["win", "draw", "loss"].map(|key| found[key].as_f64().expect("valid test data"));
    assert!((win + draw + loss - 1.0).abs() < 1e-3);
    for more in [&["--book", "none", "--time", "1ms"][..], &["--time", "1ms"], &["--depth", "1"]] {
        let found = bestmove(&[more, &["--json"]].concat()).json();
        assert_eq!(found.get("book"), None, "{more:?}");
    }
}

#[test]
fn files_that_are_not_books_of_the_game_are_refused() {
    let (folder, book) = with_book("refused");
    let refused = |arguments: &[&str], part: &str| {
        let ran = ludex(arguments);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
        assert!(ran.err.contains(part), "{part}: {ran:?}");
    };
    let other = folder.file("other.book", "nothing\n");
    let mut damaged = std::fs::read(&book).expect("valid test data");
    let at = damaged.len() - 20;
    damaged[at] ^= 1;
    let damaged_book = folder.path("damaged.book");
    std::fs::write(&damaged_book, damaged).expect("valid test data");
    let takt = ["bestmove", "takt", "--variant", "size=4", "--book"];
    refused(&[&takt[..], &[&other]].concat(), "other.book: this is not a book");
    refused(&[&takt[..], &[&damaged_book]].concat(), "the line is damaged or cut off");
    refused(&[&takt[..], &["/nowhere/at/all"]].concat(), "the file does not exist");
    refused(&[&takt[..], &[&book, "--nodes", "10"]].concat(), "--book");
    refused(&["bestmove", "takt", "--book", &book], "size=4");
    refused(&["bestmove", "trax", "--book", &book], "this is a book of takt, not of trax");
    refused(&["book", "--show", &damaged_book], "the line is damaged or cut off");
    refused(&["book", "takt", "--variant", "size=4", "--out", &book], "--resume");
    refused(&["book", "--resume", &other], "this is not a book");
    for game in ["tryktrak", "tantrix"] {
        let out = folder.path("none");
        refused(&["book", game, "--out", &out], "takt, quoridor, trax");
    }
    let out = folder.path("none");
    refused(&["book", "quoridor", "--variant", "players=4", "--out", &out], "two players");
    refused(
        &["book", "trax", "--variant", "luck=yes", "--out", &out],
        "begins with a chance event",
    );
}

#[test]
fn a_protocol_opens_and_closes_the_book() {
    let (_folder, book) = with_book("protocol");
    let mut engine = Engine::start(&["ugi", "takt", "--variant", "size=4", "--book", &book]);
    engine.say("ugi");
    let heard = engine.read_until("ugiok");
    let option = format!("option name Book type string default {book}");
    assert!(heard.contains(&option), "{heard:?}");
    engine.say("position startpos");
    engine.say("go movetime 3600000");
    let heard = engine.read_until("bestmove");
    assert!(heard.iter().any(|line| line.contains("book")), "{heard:?}");
    assert!(heard[0].starts_with("info depth"), "{heard:?}");
    assert!(engine.ask("setoption name Book value none").is_empty());
    engine.say("go movetime 1");
    let heard = engine.read_until("bestmove");
    assert!(!heard.iter().any(|line| line.contains("book")), "{heard:?}");
    let heard = engine.ask("setoption name Book value /nowhere/at/all");
    assert!(heard[0].contains("setoption Book"), "{heard:?}");
    let mut engine = Engine::start(&["ugi", "tryktrak"]);
    engine.say("ugi");
    let heard = engine.read_until("ugiok");
    assert!(!heard.iter().any(|line| line.contains("Book")), "{heard:?}");
}

#[test]
fn a_player_of_a_tournament_uses_a_book_only_on_request() {
    let (folder, book) = with_book("players");
    let with = format!("with: time=1ms seed=3 book={book}");
    let ran = ludex(&[
        "tournament",
        "takt",
        "--variant",
        "size=4",
        "--player",
        &with,
        "--player",
        "without: time=1ms",
        "--pairs",
        "1",
        "--random-plies",
        "0",
        "--max-plies",
        "4",
        "--margin",
        "1h",
        "--out",
        &folder.path("out"),
    ]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let bound = format!("bound: nodes=10 book={book}");
    let ran = ludex(&["tournament", "takt", "--player", &bound, "--player", "other: nodes=10"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("player bound, book"), "{ran:?}");
}

/// A tournament of random players, from the balanced openings of a variant.
fn balanced(game: &str, variant: &str, out: &str, more: &[&str]) -> Ran {
    let player = |name: &str| format!("{name}: search=random");
    let (a, b) = (player("a"), player("b"));
    let game = ["tournament", game, "--variant", variant];
    let rest = ["--openings", "balanced", "--player", &a, "--player", &b];
    ludex(&[&game[..], &rest, &["--out", out], more].concat())
}

#[test]
fn balanced_openings_come_with_the_program() {
    let folder = Folder::new("balanced");
    let games: serde_json::Value = ludex(&["games", "--json"]).json();
    let mut n_suites = 0;
    for game in games["games"].as_array().expect("valid test data") {
        let name = game["game"].as_str().expect("valid test data");
        for variant in game["openings"].as_array().expect("valid test data") {
            n_suites += 1;
            let out = folder.path(&format!("out-{n_suites}"));
            let variant = variant.as_str().expect("valid test data");
            let ran = balanced(name, variant, &out, &["--pairs", "2", "--max-plies", "12"]);
            assert_eq!(ran.code, 0, "{ran:?}");
            let results =
                std::fs::read_to_string(format!("{out}/results.jsonl")).expect("valid test data");
            let openings: Vec<serde_json::Value> = results
                .lines()
                .map(|line| serde_json::from_str(line).expect("valid test data"))
                .collect();
            assert!(
                openings.iter().all(|game| game["opening"].as_u64().expect("valid test data") > 0)
            );
        }
    }
    assert!(n_suites >= 4, "{n_suites}");
    for (game, variant) in [("tryktrak", "length=0"), ("takt", "size=3"), ("tantrix", "players=2")]
    {
        let ran = balanced(game, variant, &folder.path("none"), &[]);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains("there are no balanced openings"), "{ran:?}");
        assert!(ran.err.contains("--make-book"), "{ran:?}");
    }
}

#[test]
fn the_book_of_the_program_is_shown() {
    let show = ["book", "takt", "--show", "default", "--variant", "size=6,komi=2"];
    let text = ludex(&show);
    assert!(text.code == 0 && text.out.contains("size=6,komi=2"), "{text:?}");
    let first = ludex(&[&show[..], &["--json"]].concat());
    let first = first.out.lines().next().expect("a position");
    let first: serde_json::Value = serde_json::from_str(first).expect("JSON");
    assert_eq!(first["moves"], serde_json::json!([]), "{first}");
}

#[test]
fn the_largest_number_of_nodes_is_valid() {
    let folder = Folder::new("most-nodes");
    let book = folder.file("takt.book", "");
    std::fs::remove_file(&book).expect("valid test data");
    let variant = "size=3,stones=1,caps=0";
    let nodes = u64::MAX.to_string();
    let grow = ["book", "takt", "--variant", variant, "--nodes", &nodes, "--positions", "2"];
    let ran = ludex(&[&grow[..], &["--hash", "1", "--out", &book]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains(&nodes), "{ran:?}");
}
