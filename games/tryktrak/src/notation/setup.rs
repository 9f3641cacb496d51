//! Positions as text: XGID, OGID, Position ID alone, or `POSITIONID:MATCHID`.

use ludex_search::Player;

use super::{match_id, ogid, position_id, xgid};
use crate::rules::board::{CHECKERS, Side};
use crate::rules::game::Tryktrak;
use crate::rules::options::Options;
use crate::rules::position::{Cube, Phase, Position, Status};
use ludex_kit::{InputError, Variant};

/// What a text says about a position; a Position ID alone leaves length and rules open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The checkers by player.
    pub sides: [Side; 2],
    /// Dice, cube and score.
    pub status: Status,
    /// The length of the match; 0 for money.
    pub length: Option<u8>,
    /// Whether the Jacoby rule holds.
    pub jacoby: Option<bool>,
    /// Whether beavers are allowed.
    pub beavers: Option<bool>,
    /// The largest cube, as a power of two.
    pub largest_cube: Option<u16>,
}

impl Setup {
    /// Reads any of the texts.
    pub fn read(text: &str) -> Result<Self, InputError> {
        let text = match_id::without_prefix(text.trim());
        let setup = if let Some(text) = ogid::without_prefix(text) {
            ogid::read(text)?
        } else if xgid::looks_like(text) {
            xgid::read(text)?
        } else if let Some((position, of_match)) = text.split_once(':') {
            match_id::read(position, of_match)?
        } else {
            Self::of_position_id(text)?
        };
        if setup.sides.iter().all(|side| side.off() == CHECKERS) {
            let expected = "checkers of one player at least";
            return Err(InputError::new("position", "no checker", expected));
        }
        if setup.sides.iter().all(|side| side.bar() > 0 && side.is_closed()) {
            let found = "checkers of both on the bar against closed boards";
            let expected = "a player who can enter";
            return Err(InputError::new("position", found, expected));
        }
        let Status { cube, crawford, .. } = setup.status;
        if crawford && cube.doublings > 0 {
            let expected = "1: nobody doubles in the Crawford game";
            let found = cube.value().to_string();
            return Err(InputError::new("position, cube", found, expected));
        }
        Ok(setup)
    }

    /// Money play, to roll, the cube in the middle.
    fn of_position_id(text: &str) -> Result<Self, InputError> {
        let board = position_id::read("Position ID", text).map_err(|error| {
            let hint = "a position is an XGID, an OGID, a Position ID, or POSITIONID:MATCHID";
            error.with_hint(hint)
        })?;
        Ok(Self {
            sides: board.sides(Player(0)),
            status: Status { phase: Phase::ToRoll, ..Status::START },
            length: None,
            jacoby: None,
            beavers: None,
            largest_cube: None,
        })
    }

    /// The options that follow from the position and the variant. Length and Crawford game may not be contradicted.
    pub fn options(&self, variant: &Variant) -> Result<Options, InputError> {
        let usual = Options::default();
        let said = Options {
            length: self.length.unwrap_or(usual.length),
            jacoby: self.jacoby.unwrap_or(usual.jacoby),
            beavers: self.beavers.unwrap_or(usual.beavers),
            largest_cube: self.largest_cube.unwrap_or(usual.largest_cube),
            ..usual
        };
        let options = said.changed_by(variant)?;
        self.check(options)?;
        Ok(options)
    }

    /// What the position says and the variant does not allow.
    fn check(&self, options: Options) -> Result<(), InputError> {
        if self.status.crawford && !options.crawford {
            let expected = "no Crawford game, as in the variant";
            return Err(InputError::new("position, Crawford", "1", expected));
        }
        match self.length {
            Some(length) if length != options.length => {
                let expected = format!("{}, as in the variant", options.length);
                Err(InputError::new("position, length", length.to_string(), expected))
            }
            _ => Ok(()),
        }
    }

    /// The position in a game that was opened for it.
    pub fn position(&self, game: &Tryktrak) -> Result<Position, InputError> {
        self.check(game.options())?;
        let pos = Position::new(self.sides, self.status);
        Ok(game.after_bearing_off(&pos))
    }

    /// Lets the player named by the status double, or answer a double with a beaver; says what is against it.
    pub(crate) fn offer(&mut self, is_beaver: bool) -> Result<(), &'static str> {
        let status = &mut self.status;
        if status.cube.doublings >= Cube::MOST {
            return Err("the cube is at its limit");
        }
        if status.crawford {
            return Err("nobody doubles in the Crawford game");
        }
        if status.cube.owner == Some(status.player.other()) {
            return Err("the cube belongs to the other player");
        }
        if is_beaver && (status.cube.owner.is_none() || self.beavers != Some(true)) {
            return Err("there is no beaver");
        }
        status.phase = Phase::Doubled;
        status.player = status.player.other();
        status.multiple = u8::from(is_beaver);
        Ok(())
    }
}

/// A score that is possible in a match of this length.
pub(crate) fn check_score(place: &str, points: u16, length: u8) -> Result<u8, InputError> {
    if points > most_points(length) {
        let expected = expected_score(length);
        return Err(InputError::new(place, points.to_string(), expected));
    }
    Ok(points as u8)
}

/// The most points that a player may have while a match of this length goes on.
fn most_points(length: u8) -> u16 {
    match length {
        0 => 127,
        _ => u16::from(length) - 1,
    }
}

/// What a score may be.
pub(super) fn expected_score(length: u8) -> String {
    let most = most_points(length);
    match length {
        0 => format!("0 to {most} points"),
        _ => format!("0 to {most} points: the match goes to {length}"),
    }
}
