//! Rollouts by Ludex to the end of the game, with the cube in play.

use anyhow::{Context, Result};
use ludex_games::tryktrak::{CubeDecision, Move, Position, Tryktrak};
use ludex_kit::{RolledOut, Roller, RolloutRequest, SearchSetup};
use ludex_search::rollout::RolloutOptions;
use ludex_search::{SearchOptions, StopFlag};

use super::arguments::Arguments;

fn roll_out(
    arguments: &Arguments,
    game: &Tryktrak,
    pos: &Position,
    plays: Vec<Move>,
) -> Result<RolledOut<Move>> {
    let setup = SearchSetup {
        options: SearchOptions {
            seed: arguments.seed,
            threads: arguments.threads,
            ..SearchOptions::default()
        },
        ..SearchSetup::default()
    };
    let request = RolloutRequest {
        options: RolloutOptions { trials: arguments.trials, ..RolloutOptions::default() },
        reduces_variance: Some(true),
        lines: plays.len(),
        plays,
        cubeful: true,
        numbers: None,
    };
    Ok(game.roll_out(&setup, pos, &request, &StopFlag::default(), &mut |_| {})?)
}

/// The equities of a cube decision, and the smaller margin divided by its standard error.
pub(crate) fn cube(
    arguments: &Arguments,
    game: &Tryktrak,
    pos: &Position,
) -> Result<(CubeDecision, f32)> {
    let rolled = roll_out(arguments, game, pos, Vec::new())?;
    let facts = &rolled.description.facts["cube"];
    let number = |name: &str| facts[name].as_f64().map(|number| number as f32);
    let [no_double, take] = ["no_double", "double_take"].map(number);
    let decision =
        CubeDecision::new(no_double.context("an equity")?, take.context("an equity")?, 1.0);
    let behind = rolled.lines.iter().map(|line| line.behind.abs());
    Ok((decision, behind.fold(0.0, f32::max)))
}

/// The advantage of the first of two moves, in units of the current cube, with its standard error.
pub(crate) fn plays(
    arguments: &Arguments,
    game: &Tryktrak,
    pos: &Position,
    plays: [Move; 2],
) -> Result<(f64, f64)> {
    let rolled = roll_out(arguments, game, pos, plays.into())?;
    let line = |play: Move| {
        let found = rolled.lines.iter().find(|line| line.mv == Some(play));
        found.context("a play that was not rolled out")
    };
    let [first, second] = plays.map(line);
    let (first, second) = (first?, second?);
    let lead = first.value - second.value;
    let behind = f64::from(first.behind.abs().max(second.behind.abs()));
    Ok((lead, lead.abs() / behind.max(1e-9)))
}
