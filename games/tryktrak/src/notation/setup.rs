//! The content of a position text, before it is checked against the rules.

use crate::rules::board::Side;
use crate::rules::game::Tryktrak;
use crate::rules::options::Options;
use crate::rules::position::{Cube, Phase, Position, Status};
use ludex_kit::{InputError, Variant, say, say_count};

/// The content of a position text. `None` in a field means that the notation does not contain it, as in a Position ID alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The checkers by player.
    pub sides: [Side; 2],
    /// Dice, cube and score. If the game is over, the score is the one before its points were added.
    pub status: Status,
    /// Match length; 0 for money play.
    pub length: Option<u8>,
    /// Whether the Jacoby rule applies.
    pub jacoby: Option<bool>,
    /// Whether beavers are allowed.
    pub beavers: Option<bool>,
    /// The largest cube, as a power of two.
    pub largest_cube: Option<u16>,
}

impl Setup {
    /// The options that follow from the position and the variant. Length and Crawford game must not contradict each other.
    pub fn options(&self, variant: &Variant) -> Result<Options, InputError> {
        let usual = Options::default();
        let options = Options {
            length: self.length.unwrap_or(usual.length),
            jacoby: self.jacoby.unwrap_or(usual.jacoby),
            beavers: self.beavers.unwrap_or(usual.beavers),
            largest_cube: self.largest_cube.unwrap_or(usual.largest_cube),
            ..usual
        };
        let options = options.changed_by(variant)?;
        self.check(options)?;
        Ok(options)
    }

    /// Checks that the variant allows everything in the position.
    fn check(&self, options: Options) -> Result<(), InputError> {
        if self.status.crawford && !options.crawford {
            let problem = say!("does not fit: the variant has no Crawford game");
            return Err(InputError::problem(
                format!("position, {}", say!("Crawford")),
                "1",
                problem,
            ));
        }
        match self.length {
            Some(length) if length != options.length => {
                let expected = say!("{expected}, as in the variant", expected = options.length);
                Err(InputError::new(
                    format!("position, {}", say!("length")),
                    length.to_string(),
                    expected,
                ))
            }
            _ => Ok(()),
        }
    }

    /// The position, checked against the options of the game.
    pub fn position(&self, game: &Tryktrak) -> Result<Position, InputError> {
        self.check(game.options())?;
        let pos = Position::new(self.sides, self.status);
        Ok(match self.status.phase {
            Phase::Over => game.won(&pos, self.status.player, self.status.multiple),
            _ => game.after_bearing_off(&pos),
        })
    }

    /// Adds a double by the player on roll, or a beaver as the answer to a double. The error is the reason why this is impossible.
    pub(crate) fn offer(&mut self, is_beaver: bool) -> Result<(), String> {
        let status = &mut self.status;
        if status.cube.doublings >= Cube::MOST {
            return Err(say!("the cube is at its limit"));
        }
        if status.crawford {
            return Err(say!("there is no double in the Crawford game"));
        }
        if status.cube.owner == Some(status.player.other()) {
            return Err(say!("the cube belongs to the other player"));
        }
        if is_beaver && (status.cube.owner.is_none() || self.beavers != Some(true)) {
            return Err(say!("a beaver is not possible"));
        }
        status.phase = Phase::Doubled;
        status.player = status.player.other();
        status.multiple = u8::from(is_beaver);
        Ok(())
    }
}

/// Checks that a score is possible in a match of this length.
pub(crate) fn check_score(place: &str, points: u16, length: u8) -> Result<u8, InputError> {
    if points > most_points(length) {
        let expected = expected_score(length);
        return Err(InputError::new(place, points.to_string(), expected));
    }
    Ok(points as u8)
}

/// The maximum number of points of a player while a match of this length is in progress.
fn most_points(length: u8) -> u16 {
    match length {
        0 => 127,
        _ => u16::from(length) - 1,
    }
}

/// The range of possible scores as text, for error messages.
pub(super) fn expected_score(length: u8) -> String {
    let most = most_points(length);
    match length {
        0 => say!("0 to {most} points", most),
        1 => say!("0 points in a match to 1"),
        _ => say_count!(
            most.into(),
            "0 to {count} point in a match to {length}",
            "0 to {count} points in a match to {length}",
            length
        ),
    }
}
