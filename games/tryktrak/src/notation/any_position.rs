//! Positions as text in any notation: XGID, OGID, Position ID alone, or `POSITIONID:MATCHID`.

use ludex_search::Player;

use super::setup::Setup;
use super::{match_id, ogid, position_id, xgid};
use crate::rules::board::CHECKERS;
use crate::rules::position::{Phase, Status};
use ludex_kit::{InputError, say};

impl Setup {
    /// Reads a position in any of these notations.
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
            return Err(InputError::sentence("position", say!("there are no checkers")));
        }
        if setup.sides.iter().all(|side| side.bar() > 0 && side.is_closed()) {
            let sentence = say!(
                "both players have checkers on the bar against closed boards, so no one can ever enter"
            );
            return Err(InputError::sentence("position", sentence));
        }
        let Status { cube, crawford, .. } = setup.status;
        if crawford && cube.doublings > 0 {
            let expected = say!("1, because there is no double in the Crawford game");
            let found = cube.value().to_string();
            return Err(InputError::new(format!("position, {}", say!("cube")), found, expected));
        }
        Ok(setup)
    }

    /// Money play, before the roll, with the cube in the middle.
    fn of_position_id(text: &str) -> Result<Self, InputError> {
        let board = position_id::read("Position ID", text).map_err(|error| {
            let hint = say!("a position is an XGID, an OGID, a Position ID, or POSITIONID:MATCHID");
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
}
