//! A page in each language.

use std::collections::BTreeSet;

use ludex_kit::GameInfo;
use ludex_kit::support::picture::Scene;
use ludex_kit::words::Language;

use super::{PageGame, ReportPage, judged};
use crate::analysis::{Candidate, Class, JudgedMove, Mark, MissedWin};

/// A mistake that gave a win away, or another move.
fn verdict(number: usize, mark: Mark) -> JudgedMove {
    let is_marked = mark != Mark::None;
    let player = 2 - number % 2;
    let [lost, value] = [if is_marked { "40.0 %" } else { "" }, "50.0 %"].map(str::to_owned);
    let best =
        Candidate { mv: "c3".to_owned(), value: "90.0 %".to_owned(), ..Candidate::default() };
    let cells = [
        ("ply", number.to_string()),
        ("player", player.to_string()),
        ("move", "a1".to_owned()),
        ("", mark.sign().to_owned()),
        ("expected", value.clone()),
        ("lost", lost.clone()),
        ("best", best.mv.clone()),
    ];
    JudgedMove {
        number,
        player,
        played: "a1".to_owned(),
        candidates: vec![best],
        rank: is_marked.then_some(2),
        loss: if is_marked { 0.4 } else { 0.0 },
        lost,
        value,
        mark,
        class: Class::Good,
        expected: vec![0.5, 0.5],
        missed_win: is_marked.then(|| MissedWin { plies: 3, line: vec!["c3".to_owned()] }),
        in_book: !is_marked,
        cells: cells.map(|(heading, text)| (heading.to_owned(), text)).to_vec(),
        ..JudgedMove::default()
    }
}

/// A page with two games.
fn page() -> String {
    let players = ["Ada", "Eve"].map(str::to_owned).to_vec();
    let game = |branch: Option<&str>, returns: &[f32]| {
        let moves: Vec<JudgedMove> = [Mark::Blunder, Mark::None, Mark::Mistake]
            .into_iter()
            .zip(1..)
            .map(|(mark, number)| verdict(number, mark))
            .collect();
        PageGame {
            branch: branch.map(str::to_owned),
            result: judged::won_by(returns, &players),
            about: Vec::new(),
            sums: judged::sums(&moves, &players),
            players: players.clone(),
            moves,
        }
    };
    let games = [game(None, &[1.0, -1.0]), game(Some("B1"), &[0.0, 0.0])];
    let info = GameInfo { title: "Takt", ..GameInfo::BASE };
    let page = ReportPage {
        info: &info,
        game: "Takt".to_owned(),
        games: &games,
        sums: Some(judged::sums(&games[0].moves, &players)),
        method: judged::method(None),
        draw: &|_, _| Some(Scene::new((100.0, 100.0), "Takt")),
    };
    page.html()
}

/// The words of a page, without its head, its scripts and its tags, but with the texts for screen readers.
fn words(page: &str) -> BTreeSet<String> {
    let (_, body) = page.split_once("<body>").expect("a body");
    let (body, _) = body.split_once("<script>").expect("a script");
    let labels = body.split("aria-label=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let texts = body.split('<').filter_map(|part| part.split_once('>')).map(|(_, text)| text);
    let words = texts.chain(labels).flat_map(|text| text.split(|c: char| !c.is_alphabetic()));
    words.filter(|word| word.chars().count() > 1).map(str::to_lowercase).collect()
}

#[test]
fn a_translated_page_has_no_english_words() {
    /// Names, and the formula of the accuracy.
    const SAME: [&str; 5] = ["ludex", "takt", "ada", "eve", "exp"];
    let english = words(&page());
    assert!(english.contains("accuracy") && english.contains("blunder"), "{english:?}");
    for language in [Language::Russian, Language::Polish] {
        let page = language.scope(page);
        assert!(page.contains(&format!("<html lang=\"{}\">", language.code())));
        let translated = words(&page);
        let known = SAME.iter().map(|word| (*word).to_owned()).collect();
        let same: BTreeSet<String> = translated.intersection(&english).cloned().collect();
        let same: Vec<&String> = same.difference(&known).collect();
        assert!(same.is_empty(), "{}: {same:?}", language.code());
    }
}
