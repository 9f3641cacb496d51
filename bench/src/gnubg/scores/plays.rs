//! Moves in matches.

use std::io::Write;

use anyhow::{Context, Result};
use ludex_games::tryktrak::evaluation::model::{EquityModel, ModelScratch};
use ludex_games::tryktrak::{Move, Phase, Position, Tryktrak, shipped_networks};
use ludex_kit::Notation;
use ludex_search::{Game, Values};

use super::arguments::Arguments;
use super::ours::search;
use super::rolled;
use super::walk::Walk;
use crate::gnubg::program::{Gnubg, board_after};
use crate::shared::mean_and_error;

/// The greatest distance of the winning probability from a take point or a cash point.
const NEAR: f32 = 0.08;
/// Losses of at least this much, as GNU Backgammon estimates them, are checked by rollouts.
const MUCH: f64 = 0.02;

/// Compares the moves of both programs by their values in GNU Backgammon, and checks large differences by rollouts.
pub(crate) fn compare(arguments: &Arguments, gnubg: &mut Gnubg) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let mut walk = Walk::new(arguments.seed, false);
    let (mut losses, mut n_different) = (Vec::new(), 0);
    while losses.len() < arguments.plays {
        let (game, pos) = walk.next(Phase::Moving)?;
        if game.count_moves(&pos) < 2 || !is_near(&game, &pos) {
            continue;
        }
        let ours = search(&game, &pos, arguments.depth)?.best_move();
        let ours = ours.context("a turn without a move")?;
        let theirs = gnubg.choice(arguments.depth, &game, &pos)?;
        if board_after(&pos, ours) == board_after(&pos, theirs) {
            losses.push(0.0);
            continue;
        }
        n_different += 1;
        let [our_worth, their_worth] =
            [ours, theirs].map(|play| worth(arguments, gnubg, &game, &pos, play));
        let loss = their_worth? - our_worth?;
        losses.push(loss);
        if loss < MUCH {
            continue;
        }
        write!(
            out,
            "{} we {}, gnubg {}: {:.1} less",
            game.write_position(&pos),
            game.write_move(&pos, ours),
            game.write_move(&pos, theirs),
            1e3 * loss
        )?;
        if arguments.trials > 0 {
            let (lead, error) = rolled::plays(arguments, &game, &pos, [ours, theirs])?;
            write!(out, ", by rollout {:.1} ± {:.1}", -1e3 * lead, 1e3 * error)?;
        }
        writeln!(out)?;
    }
    let much = losses.iter().filter(|&&loss| loss >= MUCH).count();
    let (mean, error) = mean_and_error(losses.iter().map(|loss| 1e3 * loss));
    writeln!(
        out,
        "{} plays, {n_different} of them different, {much} with a loss of 20 thousandths or more; mean loss {mean:.2} ± {error:.2} thousandths",
        losses.len()
    )?;
    Ok(())
}

/// Whether the best move leads close to a take point or a cash point of the current cube.
fn is_near(game: &Tryktrak, pos: &Position) -> bool {
    let mut model = EquityModel::new(shipped_networks(), game.options());
    model.take_root(pos);
    let outcome = model.value(&mut ModelScratch::default(), game, pos).outcome;
    let points = model.states().map(|states| states.live_points(pos.status().player, outcome));
    let (take, cash) = points.unwrap_or((0.0, 1.0));
    let near = |point: f32| point > 0.0 && point < 1.0 && (outcome.win() - point).abs() < NEAR;
    near(take) || near(cash)
}

/// The value of a move for the player who makes it, as GNU Backgammon estimates it, in units of the current cube. It includes the
/// opponent's next cube decision.
fn worth(
    arguments: &Arguments,
    gnubg: &mut Gnubg,
    game: &Tryktrak,
    pos: &Position,
    play: Move,
) -> Result<f64> {
    let mut after = *pos;
    game.play(&mut after, play);
    let status = after.status();
    if status.phase == Phase::Over {
        let model = EquityModel::new(shipped_networks(), game.options());
        let states = model.states_of(pos);
        let value = states.finished(status.player, status.multiple);
        return Ok(f64::from(states.root_value(status.player, &value)));
    }
    let decision = gnubg.cube(arguments.depth, &game.write_position(&after))?.decision();
    let best = if game.offers_double(&status) { decision.best() } else { decision.no_double };
    Ok(-f64::from(best))
}
