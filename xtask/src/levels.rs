//! `cargo xtask levels`: plays each level of a game against the next one and writes a table of the differences.

use std::fmt::Write;
use std::path::Path;

use crate::{Done, create_folder, ludex, program, text_of, write};

/// The variant of the measurement, and the limit for level 10, which has no built-in limit.
fn conditions(game: &str) -> Done<(&'static str, &'static str)> {
    match game {
        "takt" => Ok(("size=5,komi=2", "nodes=10k")),
        "quoridor" => Ok(("board=9x9", "nodes=40k")),
        "trax" => Ok(("board=unlimited", "nodes=12k")),
        "tryktrak" => Ok(("length=7", "depth=1")),
        "tantrix" => Ok(("players=2", "nodes=30k")),
        _ => Err(format!(
            "there are no settings to measure the levels of {game:?}; add them to xtask/src/levels.rs"
        )),
    }
}

/// Plays the nine matches between neighbouring levels, `pairs` pairs of games each, one search at a time. A match that `folder` already
/// contains is resumed.
pub(crate) fn play(game: &str, folder: &Path, pairs: &str) -> Done {
    let (variant, highest) = conditions(game)?;
    let ludex = ludex()?;
    create_folder(folder)?;
    let folder = folder.canonicalize().map_err(|error| error.to_string())?;
    let mut table = format!("| {game} | Elo (95 %) |\n|---|--:|\n");
    for low in 1..10 {
        let high = low + 1;
        let results = folder.join(format!("{game}-{low}-{high}"));
        let mut command = program(&ludex);
        command.arg("tournament");
        if results.is_dir() {
            command.arg("--resume").arg(&results);
        } else {
            let limit = if high == 10 { highest } else { "time=1h" };
            command.args([
                game,
                "--variant",
                variant,
                "--pairs",
                pairs,
                "-j",
                "1",
                "--seed",
                &low.to_string(),
            ]);
            command.args(["--player", &format!("level {high}: level={high},{limit}")]);
            command
                .args(["--player", &format!("level {low}: level={low},time=1h")])
                .arg("--out")
                .arg(&results);
        }
        let text = text_of(command.arg("--json"))?;
        let summary = text.lines().last().unwrap_or_default();
        let _ = match elo(summary) {
            Some((elo, error)) => writeln!(table, "| {low} → {high} | {elo:+.0} ± {error:.0} |"),
            None => writeln!(table, "| {low} → {high} | unknown: one level won every game |"),
        };
    }
    write(&folder.join(format!("{game}.md")), &table)?;
    println!("{table}");
    Ok(())
}

/// The Elo difference and its error, parsed from the JSON summary of a tournament of two players.
fn elo(summary: &str) -> Option<(f64, f64)> {
    let (_, rest) = summary.split_once("\"elo\":{\"value\":")?;
    let (value, rest) = rest.split_once(',')?;
    let (_, rest) = rest.split_once("\"error\":")?;
    let (error, _) = rest.split_once([',', '}'])?;
    Some((value.parse().ok()?, error.parse().ok()?))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_difference_of_a_summary_is_read() {
        let summary =
            r#"{"games":200,"elo":{"value":-12.5,"error":30.0,"bound":null},"players":[]}"#;
        assert_eq!(super::elo(summary), Some((-12.5, 30.0)));
        assert_eq!(super::elo("{}"), None);
    }
}
