//! Writes the games of a tournament in their own formats.

use std::io::{self, BufReader};
use std::path::Path;

use anyhow::Context;
use ludex_kit::support::figures::signed;
use ludex_kit::{ENDING, GameInfo, MARGINS, RETURNS, Record, RecordedPly, say};

use crate::tournament::results::{GameLine, PlyNote};
use crate::tournament::settings::{GameEntry, TournamentSettings};
use ludex_base::catalogue::catalogue;
use ludex_base::lines::{Lines, MAX_JSON};
use ludex_base::output;

/// Writes the games of the results file in their own formats, one file for each game of the tournament.
pub fn write_records(
    settings: &TournamentSettings,
    results: &Path,
    folder: &Path,
) -> anyhow::Result<()> {
    for (number, entry) in settings.games.iter().enumerate() {
        let info = catalogue().info(&entry.game)?;
        let Some(format) = info.formats.first() else {
            continue;
        };
        let ending = format.extensions.first().unwrap_or(&"txt");
        let name = format!("games-{}.{ending}", number + 1);
        let path = folder.join(&name);
        let games = BufReader::new(std::fs::File::open(results)?);
        let written = output::write_file_by(&path, |file| {
            for line in Lines::new(games, MAX_JSON) {
                let Ok(game) = serde_json::from_slice::<GameLine>(&line.map_err(io::Error::other)?)
                else {
                    continue;
                };
                if game.job.game == number {
                    let record = record(info, entry, &game);
                    writeln!(file, "{}", (format.write)(&record))?;
                }
            }
            Ok(())
        });
        written.with_context(|| say!("{path} cannot be written", path = path.display()))?;
    }
    Ok(())
}

/// A game as a record, with scores, depths and times as comments.
fn record(info: &GameInfo, entry: &GameEntry, game: &GameLine) -> Record {
    let mut tags: Vec<(String, String)> = game
        .names
        .iter()
        .enumerate()
        .map(|(seat, name)| (format!("Player{}", seat + 1), name.clone()))
        .collect();
    tags.push(("Round".into(), game.job.round()));
    tags.push((ENDING.into(), game.ending.words().into()));
    if game.returns.len() > 2 {
        let values: Vec<String> = game.returns.iter().map(ToString::to_string).collect();
        tags.push((RETURNS.into(), values.join(" ")));
    }
    if let Some(margins) = &game.margins {
        let values: Vec<String> = margins.iter().map(|margin| format!("{margin:+}")).collect();
        tags.push((MARGINS.into(), values.join(" ")));
    }
    let ply = |(text, mark): (&String, Option<&PlyNote>)| RecordedPly {
        text: text.clone(),
        comment: mark.and_then(comment),
        ..RecordedPly::default()
    };
    let marks = game.marks.iter().map(Some).chain(std::iter::repeat(None));
    debug_assert!(info.answers_to(&entry.game));
    Record {
        tags,
        variant: entry.variant().unwrap_or_default(),
        start: game.start.clone(),
        plies: game.moves.iter().zip(marks).map(ply).collect(),
        result: game.result.clone().or_else(|| game.plain_result()),
        ..Record::default()
    }
}

fn comment(mark: &PlyNote) -> Option<String> {
    let mut words = Vec::new();
    if let Some(score) = mark.score {
        words.push(signed(score, 2));
    }
    if let Some(depth) = mark.depth {
        words.push(format!("depth {depth}"));
    }
    if let Some(time) = mark.time_ms {
        words.push(format!("{:.3} s", time / 1000.0));
    }
    (!words.is_empty()).then(|| words.join(", "))
}
