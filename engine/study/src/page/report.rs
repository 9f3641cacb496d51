//! Judged games as an HTML report.

use anyhow::Result;
use ludex_base::output::plies;
use ludex_kit::interface::record::{RETURNS, shown};
use ludex_kit::registry::Session;
use ludex_kit::support::picture::Scene;
use ludex_kit::{GameInfo, Record, message, say, say_count};

use super::content::{PageGame, ReportPage};
use super::judged::{self, Winners};
use crate::analysis::{JudgedGame, JudgedMove, matches, score_text, summary};

/// Opens the game of a record at its end.
pub type OpenRecord<'a> = dyn Fn(&Record) -> Result<Box<dyn Session>> + 'a;

/// The report on judged games of one kind, as HTML.
pub fn report(info: &GameInfo, games: &[JudgedGame], open: &OpenRecord<'_>) -> Result<String> {
    let sessions = games.iter().map(|game| open(&game.record)).collect::<Result<Vec<_>>>()?;
    let shown = games.iter().zip(&sessions).map(|(game, session)| page_game(game, &**session));
    let shown: Vec<PageGame> = shown.collect();
    let first = sessions.first().filter(|_| info.annotates);
    let all = first.map(|session| summary(&**session, games));
    let sums = match games {
        // The games of one match have the same players; games of different matches may have different players.
        [_, _, ..] if matches(games).count() == 1 => {
            all.as_ref().map(|all| judged::sums_in_words(info, &all.players, &shown[0].players))
        }
        _ => None,
    };
    let variant = sessions.first().map(|session| session.variant());
    let draw = |number: usize, verdict: Option<&JudgedMove>| draw(&games[number], verdict, open);
    let page = ReportPage {
        info,
        game: judged::game_title(info, &variant.unwrap_or_default()),
        games: &shown,
        sums,
        method: judged::method(all.as_ref().map(|all| info.translate(all.remark))),
        draw: &draw,
    };
    Ok(page.html())
}

fn page_game(game: &JudgedGame, session: &dyn Session) -> PageGame {
    let record = &game.record;
    let name = |player: usize| match record.player_name(player) {
        Some(name) => name,
        None => say!("Player {number}", number = player),
    };
    let players: Vec<String> = (1..=session.players()).map(name).collect();
    let sums = match &game.tally {
        Some(_) => {
            let summary = summary(session, std::slice::from_ref(game));
            judged::sums_in_words(session.info(), &summary.players, &players)
        }
        None => judged::sums(&game.moves, &players),
    };
    PageGame {
        branch: game.branch.clone(),
        result: result_of(game, &players),
        about: about(game, &players),
        players,
        moves: game.moves.iter().filter(|verdict| verdict.is_shown()).cloned().collect(),
        sums,
    }
}

/// Other facts about a game: tags, opening, score and luck.
fn about(game: &JudgedGame, players: &[String]) -> Vec<(String, String)> {
    let is_name = |key: &str| key.to_lowercase().replace([' ', '_'], "").starts_with("player");
    // The line with the result already contains the returns of several players.
    let is_shown_elsewhere = |key: &str| is_name(key) || key == RETURNS;
    let tags = game.record.tags.iter().filter(|(key, _)| !is_shown_elsewhere(key));
    let tags = tags.filter(|(_, text)| !text.is_empty());
    let mut about: Vec<_> = tags.map(|(key, text)| (tag_name(key), shown(text))).collect();
    match game.n_book() {
        0 => {}
        n => about.push((say!("Opening"), say!("{plies} in the book", plies = plies(n as u32)))),
    }
    if let [Some(before), after] = &game.scores {
        let before = score_text(before);
        let score = match after.as_deref().map(score_text) {
            Some(after) => say!("{before}, then {after}", before, after),
            None => before,
        };
        about.push((say!("Score"), score));
    }
    if let Some(luck) = &game.luck {
        about.push((luck.heading(), luck.line(players)));
    }
    about
}

/// The name of a tag in the language of the reader.
fn tag_name(key: &str) -> String {
    const KNOWN: [&str; 6] = [
        message!("Date"),
        message!("Event"),
        message!("Place"),
        message!("Round"),
        message!("Site"),
        message!("Time"),
    ];
    let name = shown(key);
    let known = KNOWN.iter().find(|known| **known == name);
    known.map_or_else(|| name.clone(), |known| crate::WORDS.translate(known).to_owned())
}

/// The board before a move, with arrows for the best and the played move; or the final board.
fn draw(game: &JudgedGame, verdict: Option<&JudgedMove>, open: &OpenRecord<'_>) -> Option<Scene> {
    let mut session = open(&game.record).ok()?;
    let n_played = match verdict {
        Some(verdict) => verdict.number - 1,
        None => game.moves.last()?.number,
    };
    session.restart();
    session.extend(&game.words[..n_played]).ok()?;
    if verdict.is_none() {
        session.end_record(&game.record);
    }
    judged::board(&*session, verdict)
}

/// The result: as the record states it, or who won.
fn result_of(game: &JudgedGame, players: &[String]) -> String {
    let returns = game.returns.as_deref().unwrap_or_default();
    let stated = game.record.result.as_deref().unwrap_or_default();
    let points = stated.split_once("win ").map(|(_, points)| points);
    let plain = points.is_none() && !stated.is_empty() && !stated.ends_with("win");
    if plain && players.len() == 2 {
        return stated.to_owned();
    }
    let won = match (judged::winners(returns, players), points.map(str::parse)) {
        (Winners::One(name), Some(Ok(points))) => say_count!(
            points,
            "won by {name}, {count} point",
            "won by {name}, {count} points",
            name
        ),
        _ => judged::won_by(returns, players),
    };
    match game.gave_up {
        Some(loser) => say!("{result}, {name} resigns", result = won, name = players[loser - 1]),
        None => won,
    }
}
