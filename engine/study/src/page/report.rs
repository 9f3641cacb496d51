//! Judged games as an HTML report.

use anyhow::Result;
use ludex_base::output::plies;
use ludex_kit::interface::record::{RETURNS, shown};
use ludex_kit::registry::Session;
use ludex_kit::support::picture::Scene;
use ludex_kit::{GameInfo, Record};

use super::content::{PageGame, ReportPage};
use super::judged;
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
            all.as_ref().map(|all| judged::sums_in_words(&all.players, &shown[0].players))
        }
        _ => None,
    };
    let variant = sessions.first().map(|session| session.variant());
    let draw = |number: usize, verdict: Option<&JudgedMove>| draw(&games[number], verdict, open);
    let page = ReportPage {
        game: judged::game_title(info, &variant.unwrap_or_default()),
        games: &shown,
        sums,
        method: judged::method(all.as_ref().map(|all| all.remark)),
        draw: &draw,
    };
    Ok(page.html())
}

fn page_game(game: &JudgedGame, session: &dyn Session) -> PageGame {
    let record = &game.record;
    let name = |player: usize| match record.player_name(player) {
        Some(name) => name,
        None => format!("Player {player}"),
    };
    let players: Vec<String> = (1..=session.players()).map(name).collect();
    let sums = match &game.tally {
        Some(_) => {
            let summary = summary(session, std::slice::from_ref(game));
            judged::sums_in_words(&summary.players, &players)
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
    let mut about: Vec<_> = tags.map(|(key, text)| (shown(key), shown(text))).collect();
    match game.n_book() {
        0 => {}
        n => about.push(("Opening".into(), format!("{} in the book", plies(n as u32)))),
    }
    if let [Some(before), after] = &game.scores {
        let after = after.as_deref().map(|after| format!(", then {}", score_text(after)));
        about.push(("Score".into(), score_text(before) + &after.unwrap_or_default()));
    }
    if let Some(luck) = &game.luck {
        about.push((luck.heading(), luck.line(players)));
    }
    about
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
    let mut won = match (judged::won_by(returns, players), points) {
        (won, Some("1")) if won.starts_with("won") => format!("{won}, 1 point"),
        (won, Some(points)) if won.starts_with("won") => format!("{won}, {points} points"),
        (won, _) => won,
    };
    if let Some(loser) = game.gave_up {
        won.extend([", ", &players[loser - 1], " resigns"]);
    }
    won
}
