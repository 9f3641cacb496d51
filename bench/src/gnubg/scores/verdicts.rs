//! Cube decisions.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use ludex_games::tryktrak::{CubeAction, CubeDecision, Phase};
use ludex_kit::Notation;

use super::arguments::Arguments;
use super::ours::decision;
use super::rolled;
use super::walk::Walk;
use crate::gnubg::program::Gnubg;
use crate::gnubg::rollouts::GnubgRollouts;

/// The least margin of a decision that is used.
const CLEAR: f32 = 0.04;
/// The least margin of a decision that is used without a check at one ply less.
const VERY_CLEAR: f32 = 0.08;

const VERDICTS: [CubeAction; 4] =
    [CubeAction::NoDouble, CubeAction::DoubleTake, CubeAction::DoublePass, CubeAction::TooGood];

/// The equity that a wrong decision costs: the smaller of the doubler's and the opponent's cost.
fn margin(decision: &CubeDecision) -> f32 {
    let doubled = decision.double_take.min(decision.double_pass);
    let take = decision.double_take - decision.double_pass;
    (doubled - decision.no_double).abs().min(take.abs())
}

/// Compares the cube decisions of both programs, equally many of each kind. If they differ, prints rollouts of both programs.
pub(crate) fn compare(arguments: &Arguments, gnubg: &mut Gnubg, program: &Path) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let mut walk = Walk::new(arguments.seed, true);
    let mut rollouts = GnubgRollouts::start(program, arguments.trials)?;
    let most = arguments.verdicts.div_ceil(VERDICTS.len());
    let (mut found, mut agreed) = ([0; VERDICTS.len()], [0; VERDICTS.len()]);
    while found.iter().sum::<usize>() < arguments.verdicts {
        let (game, pos) = walk.next(Phase::ToRoll)?;
        if !game.offers_double(&pos.status()) {
            continue;
        }
        let xgid = game.write_position(&pos);
        let theirs = gnubg.cube(arguments.depth, &xgid)?.decision();
        let kind = VERDICTS.iter().position(|&verdict| verdict == theirs.verdict);
        let kind = kind.expect("all are listed");
        if found[kind] == most || margin(&theirs) < CLEAR {
            continue;
        }
        if margin(&theirs) < VERY_CLEAR {
            let before = gnubg.cube(arguments.depth.saturating_sub(1), &xgid)?.decision();
            if before.verdict != theirs.verdict {
                continue;
            }
        }
        found[kind] += 1;
        let ours = decision(&game, &pos, arguments.depth)?;
        if ours.verdict == theirs.verdict {
            agreed[kind] += 1;
            continue;
        }
        writeln!(out, "{xgid}\n  ours           {}", format_decision(&ours))?;
        writeln!(out, "  gnubg's        {}", format_decision(&theirs))?;
        if arguments.trials > 0 {
            let (by_us, behind) = rolled::cube(arguments, &game, &pos)?;
            let of_us = format_decision(&by_us);
            writeln!(out, "  our rollout    {of_us}, {behind:.1} standard errors")?;
            // Large seeds for rollouts: [`GnubgRollouts`] uses small ones to mark the end of its output.
            let seed = 1 << 20 | arguments.seed as u32;
            let [no_double, take] = rollouts.roll_out_cube(&game, &pos, seed)?;
            let (equity, error) = (no_double.equity as f32, no_double.error);
            let of_gnubg = CubeDecision::new(equity, take.equity as f32, 1.0);
            writeln!(
                out,
                "  gnubg's        {} ± {error:.4}, {:.4}",
                format_decision(&of_gnubg),
                take.error
            )?;
        }
    }
    for (kind, verdict) in VERDICTS.iter().enumerate() {
        writeln!(out, "{:18}{:4} of {:4}", verdict.text(), agreed[kind], found[kind])?;
    }
    let [agreed, found] = [agreed, found].map(|counts| counts.iter().sum::<usize>());
    writeln!(
        out,
        "{:18}{agreed:4} of {found:4}, {:.1} %",
        "all",
        100.0 * agreed as f64 / found as f64
    )?;
    Ok(())
}

fn format_decision(decision: &CubeDecision) -> String {
    format!(
        "{:16} {:+.4} {:+.4} {:+.4}",
        decision.verdict.text(),
        decision.no_double,
        decision.double_take,
        decision.double_pass
    )
}
