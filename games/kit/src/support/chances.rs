//! Converts scores to probabilities of win, draw and loss, fitted to games between equal players. The conversion depends on the ply:
//! the same lead is worth more late in a long game than in the opening.
//!
//! **Invariant:** Alpha-beta reports the probabilities of its root by phase (`wdl_at`). Training and tree searches use `wdl`, which ignores
//! the phase. `ludex train GAME --chances results.jsonl` fits the numbers to the games of a tournament.

use std::fmt::Write;

use ludex_search::{ProofResult, Score, Wdl};

use crate::interface::input_error::InputError;
use crate::say;

/// A logistic curve that changes with the number of plies played. It is read from a file that `ludex train --chances` prints.
#[derive(Clone, Debug, PartialEq)]
pub struct Chances {
    /// Half the width of the band of scores that count as draws, in the game's unit.
    pub margin: f32,
    /// At least one knot, in order of plies.
    pub knots: Vec<ChanceKnot>,
}

/// The curve at one ply. Between two knots, scale and shift are interpolated linearly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChanceKnot {
    /// Plies played.
    pub ply: u32,
    /// The score, in the game's unit, at which the odds of winning are e : 1. It is positive, so a better score never has a smaller
    /// probability.
    pub scale: f32,
    /// Added to every score for the player to move.
    pub shift: f32,
}

impl Chances {
    /// Parses a file: a line `margin M`, then one line with ply, scale and shift per knot. Text after `#` is a comment.
    pub fn read(text: &str) -> Result<Self, InputError> {
        let mut chances = Self { margin: 0.0, knots: Vec::new() };
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            let words: Vec<&str> = line.split_whitespace().collect();
            let wrong = || {
                let expected = say!("`margin M`, or ply, scale (above zero) and shift");
                InputError::new(format!("line {}", index + 1), line, expected)
            };
            match words[..] {
                [] => {}
                ["margin", margin] => {
                    chances.margin = margin.parse().map_err(|_| wrong())?;
                }
                [ply, scale, shift] => {
                    let knot = ChanceKnot {
                        ply: ply.parse().map_err(|_| wrong())?,
                        scale: scale.parse().map_err(|_| wrong())?,
                        shift: shift.parse().map_err(|_| wrong())?,
                    };
                    let is_later = chances.knots.last().is_none_or(|last| last.ply < knot.ply);
                    let is_sound = knot.scale > 0.0 && knot.scale.is_finite();
                    if !is_sound || !is_later || !knot.shift.is_finite() {
                        return Err(wrong());
                    }
                    chances.knots.push(knot);
                }
                _ => return Err(wrong()),
            }
        }
        if chances.knots.is_empty() || !(chances.margin >= 0.0 && chances.margin.is_finite()) {
            let sentence =
                say!("a margin of 0 or more and at least one ply with scale and shift are needed");
            return Err(InputError::sentence("", sentence));
        }
        Ok(chances)
    }

    /// The lines of the file.
    pub fn write(&self) -> String {
        let mut text = format!("margin {}\n# ply scale shift\n", self.margin);
        for ChanceKnot { ply, scale, shift } in &self.knots {
            writeln!(text, "{ply} {scale:.4} {shift:.4}").expect("text takes all");
        }
        text
    }

    /// The probabilities for a score after `ply` plies. `value` is the same score in the game's unit.
    pub fn wdl(&self, ply: u32, score: Score, value: f32) -> Wdl {
        if score.is_win() {
            return Wdl::certain(ProofResult::Win);
        }
        if score.is_loss() {
            return Wdl::certain(ProofResult::Loss);
        }
        self.of_value(ply, value)
    }

    /// The probabilities for a score that is not proven.
    pub fn of_value(&self, ply: u32, value: f32) -> Wdl {
        let (scale, shift) = self.at(ply);
        let logistic = |x: f32| 1.0 / (1.0 + (-x / scale).exp());
        let win = logistic(value + shift - self.margin);
        // With a margin of 0 there are no draws, and rounding must not create any.
        if self.margin == 0.0 {
            return Wdl { win, draw: 0.0, loss: 1.0 - win };
        }
        let loss = logistic(-value - shift - self.margin);
        Wdl { win, draw: (1.0 - win - loss).max(0.0), loss }
    }

    /// Scale and shift after `ply` plies.
    fn at(&self, ply: u32) -> (f32, f32) {
        let after = self.knots.partition_point(|knot| knot.ply <= ply);
        let (Some(low), Some(high)) =
            (after.checked_sub(1).and_then(|before| self.knots.get(before)), self.knots.get(after))
        else {
            let end = self.knots.get(after).or(self.knots.last());
            return end.map_or((1.0, 0.0), |knot| (knot.scale, knot.shift));
        };
        let share = (ply - low.ply) as f32 / (high.ply - low.ply) as f32;
        let between = |low: f32, high: f32| low + share * (high - low);
        (between(low.scale, high.scale), between(low.shift, high.shift))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_are_interpolated_between_knots() {
        let chances = Chances::read("margin 0\n10 1 0 # early\n30 3 1\n").expect("whole");
        assert_eq!(chances.at(0), (1.0, 0.0));
        assert_eq!(chances.at(10), (1.0, 0.0));
        assert_eq!(chances.at(20), (2.0, 0.5));
        assert_eq!(chances.at(99), (3.0, 1.0));
        assert_eq!(Chances::read(&chances.write()).expect("whole"), chances);
    }

    #[test]
    fn a_better_score_has_a_higher_probability() {
        let chances = Chances::read("margin 0.1\n10 0.7 0.2\n30 1.3 0\n").expect("whole");
        for ply in 0..40 {
            let mut last = f32::NEG_INFINITY;
            for value in -40..40 {
                let wdl = chances.of_value(ply, value as f32 / 10.0);
                assert!((wdl.win + wdl.draw + wdl.loss - 1.0).abs() < 1e-5);
                assert!(wdl.expectation() > last);
                last = wdl.expectation();
            }
        }
    }

    #[test]
    fn a_game_without_draws_has_none() {
        let chances = Chances::read("margin 0\n10 0.8488 0.0439\n").expect("whole");
        for value in -500..=500 {
            let wdl = chances.of_value(5, value as f32 / 100.0);
            assert_eq!((wdl.draw, wdl.win + wdl.loss), (0.0, 1.0), "{value}");
        }
    }

    #[test]
    fn malformed_files_of_chances_are_rejected() {
        for text in ["", "margin -1\n10 1 0", "10 0 0", "10 1", "30 1 0\n10 1 0", "margin x"] {
            assert!(Chances::read(text).is_err(), "{text}");
        }
    }
}
