//! How far chances are from what happened.

use std::io::Write;

use anyhow::Result;
use ludex_kit::support::chances::Chances;

use super::samples::{Game, Sample};

/// Plies of a phase; the last one has no end.
const PHASE: u32 = 20;
/// The number of phases.
const PHASES: usize = 5;
const BINS: usize = 10;

/// Positions whose expected results lie close together.
#[derive(Clone, Copy, Default)]
pub(super) struct Bin {
    pub(super) positions: u32,
    expected: f64,
    scored: f64,
}

/// The positions of a phase.
#[derive(Clone, Copy, Default)]
pub(super) struct PhaseFigures {
    pub(super) bins: [Bin; BINS],
    games: u32,
}

impl Bin {
    fn add(&mut self, expected: f64, scored: f64) {
        self.positions += 1;
        self.expected += expected;
        self.scored += scored;
    }

    /// The mean expected and scored result.
    pub(super) fn means(&self) -> (f64, f64) {
        let n = f64::from(self.positions.max(1));
        (self.expected / n, self.scored / n)
    }
}

/// The phase of a ply.
fn phase_of(ply: u32) -> usize {
    ((ply / PHASE) as usize).min(PHASES - 1)
}

/// The name of a phase.
pub(super) fn name_of(phase: usize) -> String {
    let first = phase as u32 * PHASE;
    if phase + 1 == PHASES { format!("{first}+") } else { format!("{first}-{}", first + PHASE - 1) }
}

/// The expected result of a position, 0 to 1.
pub(super) fn expected(chances: &Chances, sample: &Sample) -> f64 {
    let expectation = chances.of_value(sample.ply, sample.value).expectation();
    f64::from(expectation) / 2.0 + 0.5
}

/// The figures of every phase, by what scores mean, or else by what was told.
pub(super) fn by_phase(games: &[Game], chances: Option<&Chances>) -> [PhaseFigures; PHASES] {
    let mut phases = [PhaseFigures::default(); PHASES];
    for game in games {
        let mut is_there = [false; PHASES];
        for sample in &game.samples {
            let expected = match chances {
                Some(chances) => expected(chances, sample),
                None => match sample.told {
                    Some(told) => told.into(),
                    None => continue,
                },
            };
            let phase = phase_of(sample.ply);
            let bin = ((expected * BINS as f64) as usize).min(BINS - 1);
            phases[phase].bins[bin].add(expected, sample.result.into());
            is_there[phase] = true;
        }
        for (phase, is_there) in phases.iter_mut().zip(is_there) {
            phase.games += u32::from(is_there);
        }
    }
    phases
}

/// Prints the figures of every phase, in hundredths of a game: the error of the means, and the mean error over ten bins of the
/// expected result (ECE).
pub(super) fn table(out: &mut impl Write, games: &[Game], chances: Option<&Chances>) -> Result<()> {
    writeln!(out, "| plies | games | positions | expected | scored | error | ECE |")?;
    writeln!(out, "|---|--:|--:|--:|--:|--:|--:|")?;
    for (number, phase) in by_phase(games, chances).iter().enumerate() {
        let mut all = Bin::default();
        let mut error = 0.0;
        for bin in &phase.bins {
            all.positions += bin.positions;
            all.expected += bin.expected;
            all.scored += bin.scored;
            error += (bin.expected - bin.scored).abs();
        }
        if all.positions == 0 {
            continue;
        }
        let (expected, scored) = all.means();
        writeln!(
            out,
            "| {} | {} | {} | {:.1} % | {:.1} % | {:.1} % | {:.1} % |",
            name_of(number),
            phase.games,
            all.positions,
            100.0 * expected,
            100.0 * scored,
            100.0 * (expected - scored).abs(),
            100.0 * error / f64::from(all.positions),
        )?;
    }
    Ok(())
}
