//! Scores and results of recorded games.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use serde_json::Value;

use crate::shared::json_lines;

/// A told score that lies beyond this is a proof.
const PROVEN: f64 = 5_000.0;

/// What was thought of a position, and what happened.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    /// Plies played before it.
    pub(super) ply: u32,
    /// The score for the player to move, in the game's unit.
    pub(super) value: f32,
    /// What he made of the game: 0, ½ or 1, or another share of a win of several.
    pub(super) result: f32,
    /// What his search told him that he would, if that is known.
    pub(super) told: Option<f32>,
}

/// The positions of a game.
pub(super) struct Game {
    /// Its number among all that were read.
    pub(super) number: usize,
    pub(super) samples: Vec<Sample>,
}

/// The different games of some files.
pub(super) fn read(files: &[PathBuf]) -> Result<Vec<Game>> {
    let mut games = Vec::new();
    for path in files {
        read_file(path, &mut games)?;
    }
    // Records come ply by ply, so who plays a game again is known only now.
    let mut seen = HashSet::new();
    games.retain(|(key, _)| seen.insert(key.clone()));
    let games = games.into_iter().enumerate();
    let games = games.map(|(number, (_, samples))| Game { number, samples });
    Ok(games.filter(|game| !game.samples.is_empty()).collect())
}

type Keyed = (String, Vec<Sample>);

fn read_file(path: &Path, games: &mut Vec<Keyed>) -> Result<()> {
    let mut records: BTreeMap<u64, Keyed> = BTreeMap::new();
    for line in json_lines(path)? {
        let (place, line): (String, Value) = line?;
        if line["marks"].is_array() {
            games.extend(of_tournament(&line).with_context(|| place)?);
        } else if line["ply"].is_u64() && line["game"].is_u64() {
            let number = line["game"].as_u64().unwrap_or_default();
            add_record(&line, records.entry(number).or_default());
        } else {
            bail!("{place}: found another line, expected a game or a ply with its score");
        }
    }
    games.extend(records.into_values());
    Ok(())
}

/// A line of results: one game, from the start. Files that do not tell who moved are of two who move in turn.
fn of_tournament(line: &Value) -> Result<Option<Keyed>> {
    let missing = |what: &str| anyhow!("found no {what}, expected a game of a tournament");
    let returns = line["returns"].as_array().ok_or_else(|| missing("returns"))?;
    let marks = line["marks"].as_array().ok_or_else(|| missing("marks"))?;
    // Who moves after an opening that is a position is not told, and a game that somebody forfeited says nothing.
    let is_decided_by_rules = matches!(line["ending"].as_str(), Some("rules" | "length"));
    let is_told = marks.iter().any(|mark| mark["seat"].is_u64());
    if !is_decided_by_rules || !is_told && (returns.len() != 2 || line["start"].is_string()) {
        return Ok(None);
    }
    let won: Vec<f32> =
        returns.iter().map(|value| value.as_f64().unwrap_or_default() as f32 / 2.0 + 0.5).collect();
    let sample = |(ply, mark): (usize, &Value)| {
        let value = mark["score"].as_f64().filter(|value| value.abs() < PROVEN)?;
        let seat = mark["seat"].as_u64().map_or(ply % 2, |seat| seat as usize);
        Some(Sample {
            ply: ply as u32,
            value: value as f32,
            result: *won.get(seat)?,
            told: mark["expected"].as_f64().map(|told| told as f32),
        })
    };
    let samples = marks.iter().enumerate().filter_map(sample).collect();
    Ok(Some((line["moves"].to_string(), samples)))
}

/// A line of records: one ply of a game.
fn add_record(line: &Value, (key, samples): &mut Keyed) {
    key.push_str(line["move"].as_str().unwrap_or_default());
    key.push(' ');
    let Some(value) = line["score"].as_f64().filter(|value| value.abs() < PROVEN) else {
        return;
    };
    samples.push(Sample {
        ply: line["ply"].as_u64().unwrap_or(1).saturating_sub(1) as u32,
        value: value as f32,
        result: line["result"].as_f64().unwrap_or_default() as f32 / 2.0 + 0.5,
        told: None,
    });
}
