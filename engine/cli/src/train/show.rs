//! Shows the files of a training run, and fits win probabilities of scores to tournament games.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use ludex_kit::interface::learner::Pupils;
use ludex_kit::support::figures::signed;
use ludex_kit::{InputError, Variant, message, say};
use ludex_learn::nnue::Nnue;

use crate::headings::Labelled;
use ludex_base::catalogue::catalogue;
use ludex_base::failure::CouldNot;
use ludex_base::input;
use ludex_base::output;
use ludex_matches::tournament::results::game_lines;
use ludex_matches::train::chances;
use ludex_matches::train::scores::Records;

/// Prints the label of a network, or the games of a file.
pub(super) fn show(path: &Path, json: bool) -> anyhow::Result<()> {
    let bytes = input::read_regular(path).ok();
    match bytes.and_then(|bytes| Nnue::read(&bytes)) {
        Some(network) => show_network(&network, json),
        None => show_records(path, json),
    }
}

fn show_network(network: &Nnue, json: bool) -> anyhow::Result<()> {
    let shape = network.shape();
    let label = Some(network.label()).filter(|label| !label.is_empty());
    if json {
        let object = serde_json::json!({
            "for": label, "inputs": shape.inputs, "phases": shape.buckets,
        });
        output::json(&object)?;
    } else {
        let label = label.map(str::to_owned);
        let mut table = Labelled::new();
        table.row(
            message!("network"),
            label.unwrap_or_else(|| say!("unknown (older file without a label)")),
        );
        table.row(message!("inputs"), shape.inputs.to_string());
        table.row(message!("phases"), shape.buckets.to_string());
        output::print(&table.render())?;
    }
    Ok(())
}

/// Fits the win probabilities of a game's scores to the games of some files, and prints them in the format of the game's source code.
pub(super) fn show_chances(game: &str, files: &[PathBuf], json: bool) -> anyhow::Result<()> {
    let (_, learner) = catalogue().learner(game, &Variant::default())?;
    let Pupils::Score(pupil) = learner.pupils() else {
        let problem = say!("has no network that evaluates with a score");
        return Err(InputError::problem(say!("game"), game, problem).into());
    };
    let mut games = Vec::new();
    for path in files {
        games.extend(game_lines(path)?.into_iter().map(|(_, game)| game));
    }
    let fitted = chances::fit(&games, pupil.draw_margin);
    let fitted =
        fitted.ok_or_else(|| CouldNot(say!("none of the games has a position with a score")))?;
    if json {
        let knots = fitted.knots.iter().map(
            |knot| serde_json::json!({ "ply": knot.ply, "scale": knot.scale, "shift": knot.shift }),
        );
        let knots: Vec<_> = knots.collect();
        output::json(&serde_json::json!({ "margin": fitted.margin, "knots": knots }))?;
    } else {
        output::print(&fitted.write())?;
    }
    Ok(())
}

/// Prints the recorded games of a file: a block per game, or a JSON line per position.
fn show_records(path: &Path, json: bool) -> anyhow::Result<()> {
    let records = Records::read(path)?;
    let header = &records.header;
    let opened = header.variant.parse();
    let opened = opened.and_then(|variant| catalogue().learner(&header.game, &variant));
    let (_, learner) = opened.map_err(|error| error.within(path.display().to_string()))?;
    let mut out = BufWriter::new(output::stdout()?);
    for (number, game) in records.games.iter().enumerate() {
        let place = || say!("{path}, game {number}", path = path.display(), number = number + 1);
        let plies = learner.words(game).map_err(|error| error.within(place()))?;
        if !json {
            let result = result_in_words(game.result);
            writeln!(out, "{}", say!("game {number}: {result}", number = number + 1, result))?;
        }
        for (ply, text) in plies.iter().enumerate() {
            if json {
                let line = serde_json::json!({
                    "game": number + 1, "ply": ply + 1, "position": text.position, "move": text.mv,
                    "score": text.score, "result": game.result * if text.mover == 0 { 1 } else { -1 },
                });
                writeln!(out, "{line}")?;
            } else {
                let score = text.score.map_or_else(|| "-".into(), |score| signed(score, 2));
                writeln!(out, "{:>4}  {:<8} {score:>8}  {}", ply + 1, text.mv, text.position)?;
            }
        }
    }
    out.flush()?;
    match records.damage {
        Some(damage) => Err(damage.into()),
        None => Ok(()),
    }
}

fn result_in_words(result: i8) -> String {
    match result {
        1 => say!("the first player won"),
        -1 => say!("the second player won"),
        _ => say!("drawn"),
    }
}
