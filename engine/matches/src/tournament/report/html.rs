//! The HTML report of a tournament: standings, progress of a match, and all games with their moves.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::BufReader;

use ludex_kit::registry::{PictureRequest, Token};
use ludex_kit::{say, say_count};

use super::page::{Page, cross_points};
use super::{INFALLIBLE, details, standing_columns, standing_rows};
use crate::tournament::results::{GameEnding, GameLine};
use crate::tournament::schedule::GameJob;
use crate::tournament::settings::GameEntry;
use ludex_base::catalogue::catalogue;
use ludex_base::lines::{Lines, MAX_JSON};
use ludex_study::page::judged::game_title;
use ludex_study::page::{MOST_BYTES, document, escaped};

/// Maximum length of a game's own text about its ending, in bytes; longer texts are not shown.
const LONGEST_ENDING: usize = 100;

impl Page<'_> {
    /// The report as HTML; `picture` is the progress of the match as SVG.
    pub fn html(&self, picture: Option<&str>) -> anyhow::Result<String> {
        let mut body = self.standings_table();
        let details = details(self.summary);
        if !details.is_empty() {
            let lines: Vec<String> = details.lines().map(escaped).collect();
            writeln!(body, "<pre>{}</pre>", lines.join("\n")).expect(INFALLIBLE);
        }
        if self.settings.players.len() > 2 {
            body += &self.cross_table();
        }
        if let Some(picture) = picture {
            writeln!(body, "<figure class=\"chart\">{picture}</figure>").expect(INFALLIBLE);
        }
        body += &self.games(MOST_BYTES.saturating_sub(body.len()))?;
        let names: Vec<&str> = self.settings.players.iter().map(|p| p.name.as_str()).collect();
        let games: Vec<String> = self.settings.games.iter().map(title).collect();
        let (played, planned) = (self.summary.games, self.planned);
        let about = say_count!(
            planned as u64,
            "Tournament: {games}; {played} of {count} games",
            "Tournament: {games}; {played} of {count} games",
            games = games.join("; "),
            played
        );
        let begun = humantime::format_rfc3339_seconds(self.begun);
        let version = env!("CARGO_PKG_VERSION");
        let method = say!(
            "Played by Ludex {version}, started {begun}. The settings and results are in the same folder as this page.",
            version,
            begun
        );
        Ok(document(&names.join(" – "), &about, &body, &method))
    }

    fn standings_table(&self) -> String {
        let columns = standing_columns(self.summary);
        let heads: Vec<&str> = columns.iter().map(|(heading, _)| *heading).collect();
        table(&heads, standing_rows(self.summary))
    }

    /// The cross table: points of the player on the left against the player above.
    fn cross_table(&self) -> String {
        let players = &self.settings.players;
        let mut heads = vec![""];
        heads.extend(players.iter().map(|player| player.name.as_str()));
        let points = cross_points(self.settings, self.outcomes);
        let rows = players.iter().zip(points).map(|(player, points)| {
            let cell = |(won, games): (f64, u64)| match games {
                0 => String::new(),
                _ => format!("{won:.1} / {games}"),
            };
            let cells = points.into_iter().map(cell);
            [player.name.clone()].into_iter().chain(cells).collect()
        });
        let title = say!("Points of each player (rows) against each opponent (columns)");
        format!("<h3>{title}</h3>\n") + &table(&heads, rows)
    }

    /// The games with their moves, in the order of the schedule, up to `most_bytes`.
    fn games(&self, most_bytes: usize) -> anyhow::Result<String> {
        let (mut shown, mut bytes, mut n_games) = (BTreeMap::new(), 0, 0);
        let mut first_left_out: Option<GameJob> = None;
        let lines = BufReader::new(std::fs::File::open(self.results)?);
        for line in Lines::new(lines, MAX_JSON) {
            let Ok(game) = serde_json::from_slice::<GameLine>(&line?) else {
                continue;
            };
            n_games += 1;
            let is_behind = |first: &GameJob| game.job >= *first;
            if first_left_out.as_ref().is_some_and(is_behind) {
                continue;
            }
            let length = one_game(&game, game.ending.translated()).len() + LONGEST_ENDING;
            bytes += length;
            shown.insert(game.job.clone(), (game, length));
            while bytes > most_bytes
                && let Some((job, (_, length))) = shown.pop_last()
            {
                bytes -= length;
                first_left_out = Some(job);
            }
        }
        let mut text = format!("<h3>{}</h3>\n", say!("Games"));
        for (game, _) in shown.values() {
            let told = self.ending_in_words(game);
            text += &one_game(game, told.as_deref().unwrap_or(game.ending.translated()));
        }
        let left_out = n_games - shown.len();
        if left_out > 0 {
            let remark = say_count!(
                left_out as u64,
                "{count} more games are in the game files in the same folder as this page.",
                "{count} more games are in the game files in the same folder as this page."
            );
            writeln!(text, "<p>{remark}</p>").expect(INFALLIBLE);
        }
        Ok(text)
    }

    /// How a game ended by its rules, in the game's own words. `None` if it ended in another way or has no such text.
    fn ending_in_words(&self, game: &GameLine) -> Option<String> {
        let entry = self.settings.games.get(game.job.game)?;
        if game.ending != GameEnding::Rules {
            return None;
        }
        let start = game.start.as_deref();
        let mut session = catalogue().session(&entry.game, &entry.variant().ok()?, start).ok()?;
        let moves = Token::split(&game.moves.join(" "), "moves");
        session.extend(&moves).ok()?;
        let picture = session.picture(&PictureRequest::default()).ok()?;
        let (_, ending) = picture.title().split_once(": ")?;
        let is_short = session.status().over && ending.len() <= LONGEST_ENDING;
        is_short.then(|| ending.to_owned())
    }
}

/// The title of a game with its variant; only the name of the game if it is not in the catalogue.
fn title(entry: &GameEntry) -> String {
    let info = catalogue().info(&entry.game);
    let title = info.ok().zip(entry.variant().ok());
    title.map_or_else(|| entry.game.clone(), |(info, variant)| game_title(info, &variant))
}

fn one_game(game: &GameLine, ending: &str) -> String {
    let who = escaped(&game.names.join(" – "));
    let returns = || {
        let values: Vec<String> = game.returns.iter().map(ToString::to_string).collect();
        values.join(" ")
    };
    let result = escaped(&game.plain_result().unwrap_or_else(returns));
    let (round, ending) = (game.job.round(), escaped(ending));
    let id = format!("game{}-{round}", game.job.game + 1);
    let (opening, moves) = game.moves.split_at(game.opening.min(game.moves.len()));
    let (opening, moves) = (escaped(&opening.join(" ")), escaped(&moves.join(" ")));
    let start = game
        .start
        .iter()
        .map(|start| format!("<p>{}</p>", say!("From {start}", start = escaped(start))));
    let start: String = start.collect();
    let n_moves = say_count!(game.moves.len() as u64, "{count} moves", "{count} moves");
    format!(
        "<details id=\"{id}\"><summary><a href=\"#{id}\">{round}</a> {who} <b>{result}</b>, {ending}, {n_moves}</summary>\
         {start}<p><span class=\"book\">{opening}</span> {moves}</p></details>\n"
    )
}

/// A table whose first column contains words and whose other columns contain numbers.
fn table(heads: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let class = |column: usize| if column < 2 { "" } else { " class=\"n\"" };
    let heads = heads.iter().enumerate();
    let heads = heads
        .map(|(column, head)| format!("<th{} scope=\"col\">{}</th>", class(column), escaped(head)));
    let heads: String = heads.collect();
    let row = |cells: Vec<String>| {
        let cells = cells.iter().enumerate();
        let cells =
            cells.map(|(column, text)| format!("<td{}>{}</td>", class(column), escaped(text)));
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let rows: String = rows.map(row).collect();
    format!(
        "<div class=\"wide\"><table><thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n"
    )
}
