//! Judged games as a page for a browser.

use anyhow::Result;
use ludex_games::interface::record::{RETURNS, shown};
use ludex_games::registry::{self, LastMark, PictureRequest, Session};
use ludex_games::support::picture::Scene;

use super::chance::score_text;
use super::told::{counted, n_book};
use super::{JudgedGame, Judging};
use crate::analysis::{BLUNDER, INACCURACY, JudgedMove, MISTAKE, totals};
use crate::output::plies;
use crate::page::{PageGame, ReportPage, SumTable};

/// What the names of counts mean, where a table has no room for it.
const LONG_NAMES: [(&str, &str); 3] = [
    ("?!", "inaccuracies ?!"),
    ("?", "mistakes ?"),
    ("??", "blunders ??"),
];

impl Judging<'_> {
    /// The page of these games.
    pub(super) fn page(&self, games: &[JudgedGame]) -> Result<String> {
        let info = registry::info(&self.position.game)?;
        let mut sessions = Vec::new();
        let mut shown = Vec::new();
        for game in games {
            let (session, _) = self.position.open_record(&game.record, self.config)?;
            shown.push(self.page_game(game, &*session)?);
            sessions.push(session);
        }
        let draw = |number: usize, verdict: Option<&JudgedMove>| self.draw(&games[number], verdict);
        let sums = match games {
            [_, _, ..] if info.annotates => {
                let players = &shown[0].players;
                self.summary(games)?
                    .map(|summary| sums_in_words(&summary.players, players))
            }
            _ => None,
        };
        let variant = sessions
            .first()
            .map(|session| session.variant().to_string());
        let name = info.name[..1].to_uppercase() + &info.name[1..];
        let page = ReportPage {
            game: [name, variant.unwrap_or_default()].join(" "),
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
        let is_name = |key: &str| {
            key.to_lowercase()
                .replace([' ', '_'], "")
                .starts_with("player")
        };
        // The result says what the returns of several players say.
        let is_told = |key: &str| is_name(key) || key == RETURNS;
        let about = record.tags.iter().filter(|(key, _)| !is_told(key));
        let mut about: Vec<_> = about
            .filter(|(_, text)| !text.is_empty())
            .map(|(key, text)| (shown(key), shown(text)))
            .collect();
        match n_book(&game.moves) {
            0 => {}
            n => about.push(("Opening".into(), format!("{} of the book", plies(n as u32)))),
        }
        if let [Some(before), after] = &game.scores {
            let after = after
                .as_deref()
                .map(|after| format!(", then {}", score_text(after)));
            about.push((
                "Score".into(),
                score_text(before) + &after.unwrap_or_default(),
            ));
        }
        if let Some(luck) = &game.luck {
            about.push(("Luck".into(), luck.line(&players)));
        }
        let sums = match self.summary(std::slice::from_ref(game))? {
            Some(summary) if game.tally.is_some() => sums_in_words(&summary.players, &players),
            _ => Self::sums(game, &players),
        };
        Ok(PageGame {
            result: result_of(game, &players),
            players,
            about,
            moves: game
                .moves
                .iter()
                .filter(|verdict| verdict.is_told())
                .cloned()
                .collect(),
            sums,
        })
    }

    fn sums(game: &JudgedGame, players: &[String]) -> SumTable {
        let sums = totals(&game.moves);
        let mut table = SumTable::default();
        for sum in &sums {
            table.players.push(players[sum.player - 1].clone());
            for (row, (name, text)) in counted(sum).into_iter().enumerate() {
                if table.rows.len() == row {
                    let long = LONG_NAMES.iter().find(|(short, _)| *short == name);
                    let name = long.map_or(name, |(_, long)| long);
                    table.rows.push((name.to_owned(), Vec::new()));
                }
                table.rows[row].1.push(text);
            }
        }
        table
    }

    /// How the games were judged.
    fn method(&self, games: &[JudgedGame]) -> Result<String> {
        let version = env!("CARGO_PKG_VERSION");
        let head = format!("Judged by Ludex {version}");
        if registry::info(&self.position.game)?.annotates {
            let summary = self.summary(games)?;
            let remark = summary.map_or("", |summary| summary.remark);
            return Ok(format!("{head}. {remark}"));
        }
        let [inaccuracy, mistake, blunder] =
            [INACCURACY, MISTAKE, BLUNDER].map(|bound| (100.0 * bound).round());
        Ok(format!(
            "{head}. A move is worth what its player may expect after it: 100 % is a win, 50 % a draw. One that loses {inaccuracy} % is an \
             inaccuracy (?!), {mistake} % a mistake (?), {blunder} % a blunder (??). Accuracy is the mean of 103.17 · exp(−0.0435 · loss in \
             percent) − 3.17 over the moves for which there was a choice."
        ))
    }

    /// The board before a move, with the best one and the one that was played; or the last board.
    fn draw(&self, game: &JudgedGame, verdict: Option<&JudgedMove>) -> Option<Scene> {
        let (mut session, _) = self.position.open_record(&game.record, self.config).ok()?;
        let n_played = match verdict {
            Some(verdict) => verdict.number - 1,
            None => game.moves.last()?.number,
        };
        let start = game.record.start.as_deref();
        session.set_line(start, &game.words[..n_played]).ok()?;
        if verdict.is_none() {
            session.end_record(&game.record);
        }
        let arrows = verdict.map(arrows);
        // A decision that a board cannot show is left out.
        [arrows, None].into_iter().find_map(|arrows| {
            let request = PictureRequest {
                last: LastMark::IfAny,
                arrows,
                ..PictureRequest::default()
            };
            session.picture(&request).ok()
        })
    }
}

/// The best move and the one that was played as arrows with their values.
fn arrows(verdict: &JudgedMove) -> String {
    let short = |value: &str| value.replace(' ', "");
    let mut arrows = Vec::new();
    if let Some(best) = verdict.best().filter(|best| best.mv != verdict.played) {
        arrows.push(format!("{}={}", best.mv, short(&best.value)));
    }
    let played = [short(&verdict.value), verdict.mark.sign().to_owned()].concat();
    arrows.push(format!("{}={played}", verdict.played));
    arrows.join(";")
}

/// How a game ended: as its record says, or who won.
fn result_of(game: &JudgedGame, players: &[String]) -> String {
    let returns = game.returns.as_deref().unwrap_or_default();
    let told = game.record.result.as_deref().unwrap_or_default();
    let points = told.split_once("win ").map(|(_, points)| points);
    let plain = points.is_none() && !told.is_empty() && !told.ends_with("win");
    if plain && players.len() == 2 {
        return told.to_owned();
    }
    let best = returns.iter().copied().fold(f32::MIN, f32::max);
    let winners = players
        .iter()
        .zip(returns)
        .filter(|(_, value)| **value >= best);
    let winners: Vec<&str> = winners.map(|(name, _)| name.as_str()).collect();
    match winners[..] {
        [] => String::new(),
        _ if winners.len() == players.len() => "drawn".to_owned(),
        _ => match points {
            Some(points) => format!("won by {}, {points} points", winners.join(" and ")),
            None => format!("won by {}", winners.join(" and ")),
        },
    }
}

fn sums_in_words(said: &[ludex_games::Description], players: &[String]) -> SumTable {
    let names = said.first().map_or(&[][..], |first| &first.cells[..]);
    let row = |(index, (name, _)): (usize, &(&'static str, String))| {
        let texts = said.iter().map(|player| player.cells[index].1.clone());
        ((*name).to_owned(), texts.collect())
    };
    SumTable {
        players: players.to_vec(),
        rows: names.iter().enumerate().map(row).collect(),
    }
}
