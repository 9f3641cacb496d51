//! Rollouts of both programs.

use std::path::Path;

use anyhow::{Context, Result};
use ludex_bench::gnubg::{GnubgRollouts, HowToRollOut};
use ludex_games::tryktrak::{Move, Position, Tryktrak};
use ludex_kit::{Notation, RolledLine, Roller, RolloutRequest, SearchSetup};
use ludex_search::rollout::RolloutOptions;
use ludex_search::{SearchOptions, StopFlag};

use crate::dispute::{Dispute, Judgement, Settings};

/// Who judges.
pub(crate) struct Judges {
    game: Tryktrak,
    settings: Settings,
    gnubg: Option<GnubgRollouts>,
}

impl Judges {
    pub(crate) fn start(program: &Path, game: &Tryktrak, settings: &Settings) -> Result<Self> {
        let how = HowToRollOut {
            trials: settings.gnubg_trials,
            truncate: truncate(settings),
            plies: settings.rollout_plies,
            cubeful: settings.cube,
        };
        let asks_gnubg = settings.gnubg_trials > 0;
        Ok(Self {
            game: game.clone(),
            settings: settings.clone(),
            gnubg: asks_gnubg
                .then(|| GnubgRollouts::start(program, &how))
                .transpose()?,
        })
    }

    /// Writes the judgements into a dispute.
    pub(crate) fn judge(&mut self, dispute: &mut Dispute) -> Result<()> {
        let game = &self.game;
        let pos = game.parse_position(&dispute.xgid)?;
        let ours = game.parse_move(&pos, &dispute.our_play)?;
        let gnubgs = game.parse_move(&pos, &dispute.gnubg_play)?;
        let plays = [ours, gnubgs];
        dispute.by_us = Some(self.by_us(&pos, plays, dispute.decision)?);
        if let Some(gnubg) = &mut self.gnubg {
            // Its seeds have 31 bits.
            let seed = self.settings.seed.wrapping_mul(1_000_003);
            let seed = seed.wrapping_add(dispute.decision as u64) as u32 & (u32::MAX >> 1);
            let [ours, gnubgs] = gnubg.roll_out(&self.game, &pos, plays, seed)?;
            dispute.by_gnubg = Some(Judgement {
                ours: ours.equity,
                gnubg: gnubgs.equity,
                // It tells nothing of how the two depend on each other, which the same dice make them.
                error: ours.error.hypot(gnubgs.error),
            });
        }
        Ok(())
    }

    fn by_us(&self, pos: &Position, plays: [Move; 2], decision: usize) -> Result<Judgement> {
        let settings = &self.settings;
        let setup = SearchSetup {
            options: SearchOptions {
                seed: settings
                    .seed
                    .wrapping_mul(1 << 32)
                    .wrapping_add(decision as u64),
                ..SearchOptions::default()
            },
            ..SearchSetup::default()
        };
        let request = RolloutRequest {
            options: RolloutOptions {
                trials: settings.trials,
                plies: truncate(settings),
                play_depth: settings.rollout_plies,
                end_depth: settings.rollout_plies,
                ..RolloutOptions::default()
            },
            reduces_variance: Some(true),
            plays: plays.into(),
            lines: plays.len(),
            cubeful: settings.cube,
            numbers: None,
        };
        let stop = StopFlag::default();
        let rolled = self
            .game
            .roll_out(&setup, pos, &request, &stop, &mut |_| {})?;
        judgement(&rolled.lines, plays)
    }
}

/// The plays after which games end, if they do.
fn truncate(settings: &Settings) -> Option<u32> {
    (settings.truncate > 0).then_some(settings.truncate)
}

/// What lines of two plays, ours first, tell.
fn judgement(lines: &[RolledLine<Move>], plays: [Move; 2]) -> Result<Judgement> {
    let line = |play: Move| {
        let found = lines.iter().find(|line| line.mv == Some(play));
        found.context("a play that was not rolled out")
    };
    let [ours, gnubgs] = plays.map(line);
    let (ours, gnubgs) = (ours?, gnubgs?);
    // The better play is not behind; the other is behind it by so many errors, and by none if they are worth the same.
    let behind = f64::from(ours.behind.abs().max(gnubgs.behind.abs()));
    let error = if behind > 0.0 {
        (ours.value - gnubgs.value).abs() / behind
    } else {
        0.0
    };
    Ok(Judgement {
        ours: ours.value,
        gnubg: gnubgs.value,
        error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_kit::Description;

    #[test]
    fn the_error_is_that_of_the_difference() {
        let game = Tryktrak::new();
        let text = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:6";
        let pos = game.parse_position(text).expect("a position with dice");
        let plays = ["8/5,6/5", "24/23,13/10"];
        let plays = plays.map(|text| game.parse_move(&pos, text).expect("a legal play"));
        let line = |play: usize, value: f64, behind: f32| RolledLine {
            mv: Some(plays[play]),
            trials: 144,
            value,
            error: 0.01,
            behind,
            description: Description::default(),
        };
        // The best comes first, whoever's it is.
        let found = judgement(&[line(1, 0.25, 0.0), line(0, 0.125, 5.0)], plays);
        let expected = Judgement {
            ours: 0.125,
            gnubg: 0.25,
            error: 0.025,
        };
        assert_eq!(found.expect("both are there"), expected);
        let found = judgement(&[line(0, 0.5, 0.0), line(1, 0.5, 0.0)], plays);
        let expected = Judgement {
            ours: 0.5,
            gnubg: 0.5,
            error: 0.0,
        };
        assert_eq!(found.expect("both are there"), expected);
        assert!(judgement(&[line(0, 0.5, 0.0)], plays).is_err());
    }
}
