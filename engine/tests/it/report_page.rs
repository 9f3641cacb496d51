//! The report on a judged game: its content, and that a browser displays it.

use std::path::Path;
use std::process::Command;

use crate::program::{Folder, TempFile, ludex};

/// A game whose players have names with HTML in them.
const PTN: &str = "[Player1 \"<script>alert(1)</script>\"]\n[Player2 \"Bob & 'Co'\"]\n[Event \"</title><img src=x>\"]\n\
    [Size \"4\"]\n[Result \"1-0\"]\n\n1. a1 d4\n2. b2 c3\n3. b3 c2\n4. a2 d1\n5. c1 a3\n6. b1 a4\n1-0\n";
/// A game of four players, one of whose names looks like HTML.
const QUORIDOR: &str = "players: 4\nboard: 5x5\nPlayer1: Ann\nPlayer2: Bob\nPlayer3: <Cid>\nPlayer4: Dee\n\
    Returns: -1 -1 1 -1\nc2 b3 c4 d3 c1h b2 c3 d4 d1v\n";
const TRAX: &str = "@0/ @1/ A0/ A3/ @1+ A0/\n";

fn page(game: &str, name: &str, text: &str, more: &[&str]) -> String {
    let file = TempFile::new(name, text);
    page_of(game, file.name(), more)
}

fn page_of(game: &str, file: &str, more: &[&str]) -> String {
    let out = TempFile::unwritten("page.html");
    let head = ["analyse", game, "--file", file, "--html", out.name()];
    let ran = ludex(&[&head[..], more].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    std::fs::read_to_string(&out.0).expect("it was written")
}

fn pages() -> Vec<(&'static str, String)> {
    let sample =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../games/tryktrak/tests/data/sample_match.mat");
    vec![
        ("takt", page("takt", "a.ptn", PTN, &["--depth", "2"])),
        ("quoridor", page("quoridor", "a.qdr", QUORIDOR, &["--nodes", "100"])),
        ("trax", page("trax", "a.trx", TRAX, &["--depth", "1"])),
        ("tryktrak", page_of("tryktrak", sample, &["--depth", "0"])),
    ]
}

#[test]
fn a_page_is_whole_and_fetches_nothing() {
    for (game, page) in pages() {
        assert!(page.len() < 400_000, "{game}: {}", page.len());
        for part in [
            "<!doctype html>",
            "Content-Security-Policy",
            "default-src 'none'",
            "prefers-color-scheme:dark",
            "@media print",
            "class=\"graph\"",
            "class=\"boards\"",
            "class=\"moves\"",
            "href=\"#g1m",
        ] {
            assert!(page.contains(part), "{game}: no {part}");
        }
        let ids: Vec<&str> =
            page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let anchors = page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next());
        for anchor in anchors {
            assert!(ids.contains(&anchor), "{game}: the page has no element \"{anchor}\"");
        }
        let outside = ["http:", "https:", "src=", "@import", "url("];
        // A pattern of a picture is an element of the same page.
        let page = page.replace("http://www.w3.org/2000/svg", "").replace("url(#", "");
        let page = page.replace("https://lichess", "");
        for word in outside {
            let found = page.find(word).map(|at| &page[at.saturating_sub(40)..at + 20]);
            assert!(found.is_none() || game == "takt" && word == "src=", "{game}: {found:?}");
        }
    }
}

/// The worst decisions of a match, each with a link to its place, what was better, the loss and the position.
#[test]
fn the_worst_decisions_lead_to_their_places() {
    let (_, page) = pages().pop().expect("the match");
    let (_, table) = page.split_once("<table class=\"worst\">").expect("it is there");
    let (table, _) = table.split_once("</table>").expect("it ends");
    let rows: Vec<&str> = table.split("<tr>").skip(2).collect();
    assert_eq!(rows.len(), 10, "{table}");
    let mut losses = Vec::new();
    for row in rows {
        let cells: Vec<&str> = row.split("<td").skip(1).collect();
        let [place, player, played, best, lost, position] = cells[..] else {
            panic!("{row}");
        };
        let (_, id) = place.split_once("href=\"#").expect("a link");
        let (id, _) = id.split_once('"').expect("it ends");
        assert!(page.contains(&format!("<tr id=\"{id}\">")), "{id}");
        let of_page = |cell: &str| cell.trim_start_matches('>').replace("</td>", "");
        assert!(["gnubg", "guest"].contains(&of_page(player).as_str()), "{row}");
        let (_, moves) = page.split_once(&format!("<tr id=\"{id}\">")).expect("there");
        let (of_move, _) = moves.split_once("</tr>").expect("it ends");
        let played = of_page(played);
        let played = played.split_once(" <span").map_or(&*played, |(played, _)| played);
        for part in [played, &of_page(best)] {
            assert!(of_move.contains(part), "{part}: {of_move}");
        }
        let (_, lost) = lost.split_once('>').expect("a cell");
        losses.push(lost.replace("</td>", "").parse::<f64>().expect("a number"));
        assert!(
            position.contains("<code>XGID=") && position.contains("</code><br><code>"),
            "{row}"
        );
    }
    assert!(losses.is_sorted_by(|a, b| a >= b), "{losses:?}");
}

#[test]
fn texts_of_a_record_are_escaped() {
    let page = page("takt", "names.ptn", PTN, &["--depth", "1"]);
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert!(page.contains("Bob &amp; &#39;Co&#39;"));
    assert_eq!(page.matches("<script").count(), 1, "only its own");
    assert!(!page.contains("<img"));
}

#[test]
fn the_graph_distinguishes_four_players() {
    let page = page("quoridor", "four.qdr", QUORIDOR, &["--nodes", "100"]);
    for seat in 1..=4 {
        assert!(page.contains(&format!("<polyline class=\"s{seat}\"")), "{seat}");
    }
    assert!(page.contains("class=\"legend\"") && page.contains("&lt;Cid&gt;"));
    assert!(page.contains("won by &lt;Cid&gt;"));
}

/// The browser, which this test requires.
fn chromium() -> String {
    let named = std::env::var("LUDEX_CHROMIUM").ok();
    let known = ["chromium", "chromium-browser", "google-chrome"].map(str::to_owned);
    let is_there = |name: &String| Command::new(name).arg("--version").output().is_ok();
    let found = named.into_iter().chain(known).find(is_there);
    found.expect("no Chromium: .ci/chromium installs it, LUDEX_CHROMIUM names another one")
}

fn open_in(browser: &str, folder: &Path, file: &Path, more: &[&str]) -> (String, String) {
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--v=0"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .args(more)
        .arg(format!("file://{}", file.display()))
        .env("HOME", folder)
        .output()
        .expect("the browser runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// The page's policy forbids all requests; an attempted one would be reported on the console.
#[test]
fn chromium_shows_a_page_without_complaint() {
    let browser = chromium();
    let folder = Folder::new("browser");
    let root = Path::new(folder.name());
    std::fs::create_dir_all(root).expect("a folder for temporary files");
    for (game, page) in pages() {
        let file = root.join(format!("{game}.html"));
        std::fs::write(&file, page).expect("it can be written");
        let (dom, said) = open_in(&browser, root, &file, &["--dump-dom"]);
        assert!(!said.contains("CONSOLE"), "{game}: {said}");
        assert!(dom.contains("data-scripted=\"yes\""), "{game}: the script ran");
        assert!(dom.contains("</footer>"), "{game}: the page is whole");
    }
    let file = root.join("takt.html");
    let picture = root.join("takt.png");
    let shot = format!("--screenshot={}", picture.display());
    open_in(&browser, root, &file, &[&shot, "--window-size=800,1200"]);
    let bytes = std::fs::read(&picture).expect("a picture");
    assert!(bytes.len() > 20_000 && bytes.starts_with(b"\x89PNG"), "{}", bytes.len());
}

/// The test above would notice a page that violates its policy.
#[test]
fn chromium_reports_what_a_policy_forbids() {
    let browser = chromium();
    let folder = Folder::new("forbidden");
    let root = Path::new(folder.name());
    std::fs::create_dir_all(root).expect("a folder for temporary files");
    let page = page("trax", "a.trx", TRAX, &["--depth", "1"]);
    let page = page.replace("<main>", "<main><img src=\"http://localhost/x.png\" alt=\"\">");
    let file = root.join("forbidden.html");
    std::fs::write(&file, page).expect("it can be written");
    let (_, said) = open_in(&browser, root, &file, &["--dump-dom"]);
    assert!(said.contains("CONSOLE"), "{said}");
}

#[test]
fn a_page_never_takes_the_place_of_the_record() {
    let folder = Folder::new("same-file");
    let record = folder.file("game.ptn", PTN);
    for option in ["--html", "--annotate"] {
        let ran = ludex(&["analyse", "takt", "--file", &record, option, &record]);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains("is the record itself"), "{ran:?}");
    }
    assert_eq!(std::fs::read_to_string(&record).expect("it is there"), PTN);
}

#[test]
fn names_and_candidates_without_end_do_not_make_a_page_too_large() {
    let ptn = PTN.replace("Bob", &"B\u{1b}[31mob".repeat(20_000));
    let long = page("takt", "long.ptn", &ptn, &["--nodes", "200", "--multipv", "60"]);
    assert!(long.len() < 400_000, "{}", long.len());
    assert!(!long.contains('\u{1b}'));
}

#[test]
fn a_folder_is_not_accepted_as_a_page() {
    let file = TempFile::new("a.ptn", PTN);
    let ran = ludex(&["analyse", "takt", "--file", file.name(), "--depth", "1", "--html", "."]);
    assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
}
