//! Judged games as an HTML report.

use anyhow::Result;
use ludex_kit::interface::record::{RETURNS, shown};
use ludex_kit::registry::Session;
use ludex_kit::support::picture::Scene;

use super::chance::score_text;
use super::game::{JudgedGame, matches};
use super::print::n_book;
use super::request::Judging;
use ludex_base::catalogue::catalogue;
use ludex_base::output::plies;
use ludex_study::analysis::JudgedMove;
use ludex_study::page::{PageGame, ReportPage, judged};

impl Judging<'_> {
    /// The report on these games.
    pub(super) fn page(&self, games: &[JudgedGame]) -> Result<String> {
        let info = catalogue().info(&self.position.game)?;
        let mut sessions = Vec::new();
        let mut shown = Vec::new();
        for game in games {
            let mut record = game.record.clone();
            let (session, _) = self.position.open_record(&mut record, self.config)?;
            shown.push(self.page_game(game, &*session)?);
            sessions.push(session);
        }
        let draw = |number: usize, verdict: Option<&JudgedMove>| self.draw(&games[number], verdict);
        let sums = match games {
            // The games of one match have the same players; games of different matches may have different players.
            [_, _, ..] if info.annotates && matches(games).count() == 1 => {
                let players = &shown[0].players;
                self.summary(games)?.map(|summary| judged::sums_in_words(&summary.players, players))
            }
            _ => None,
        };
        let variant = sessions.first().map(|session| session.variant());
        let page = ReportPage {
            game: judged::game_title(info, &variant.unwrap_or_default()),
            games: &shown,
            sums,
            method: self.method(games)?,
            draw: &draw,
        };
        Ok(page.html())
    }

    fn page_game(&self, game: &JudgedGame, session: &dyn Session) -> Result<PageGame> {
        let record = &game.record;
        let name = |player: usize| match record.player_name(player) {
            Some(name) => name,
            None => format!("Player {player}"),
        };
        let players: Vec<String> = (1..=session.players()).map(name).collect();
        let is_name = |key: &str| key.to_lowercase().replace([' ', '_'], "").starts_with("player");
        // The line with the result already contains the returns of several players.
        let is_shown_elsewhere = |key: &str| is_name(key) || key == RETURNS;
        let about = record.tags.iter().filter(|(key, _)| !is_shown_elsewhere(key));
        let mut about: Vec<_> = about
            .filter(|(_, text)| !text.is_empty())
            .map(|(key, text)| (shown(key), shown(text)))
            .collect();
        match n_book(&game.moves) {
            0 => {}
            n => about.push(("Opening".into(), format!("{} in the book", plies(n as u32)))),
        }
        if let [Some(before), after] = &game.scores {
            let after = after.as_deref().map(|after| format!(", then {}", score_text(after)));
            about.push(("Score".into(), score_text(before) + &after.unwrap_or_default()));
        }
        if let Some(luck) = &game.luck {
            about.push((luck.heading(), luck.line(&players)));
        }
        let sums = match self.summary(std::slice::from_ref(game))? {
            Some(summary) if game.tally.is_some() => {
                judged::sums_in_words(&summary.players, &players)
            }
            _ => judged::sums(&game.moves, &players),
        };
        Ok(PageGame {
            branch: game.branch.clone(),
            result: result_of(game, &players),
            players,
            about,
            moves: game.moves.iter().filter(|verdict| verdict.is_shown()).cloned().collect(),
            sums,
        })
    }

    /// How the games were judged.
    fn method(&self, games: &[JudgedGame]) -> Result<String> {
        let info = catalogue().info(&self.position.game)?;
        let summary = info.annotates.then(|| self.summary(games)).transpose()?;
        let remark = summary.map(|summary| summary.map_or("", |summary| summary.remark));
        Ok(judged::method(remark))
    }

    /// The board before a move, with arrows for the best and the played move; or the final board.
    fn draw(&self, game: &JudgedGame, verdict: Option<&JudgedMove>) -> Option<Scene> {
        let mut record = game.record.clone();
        let (mut session, _) = self.position.open_record(&mut record, self.config).ok()?;
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
