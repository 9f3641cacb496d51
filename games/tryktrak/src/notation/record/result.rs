//! The winner of a game, and the number of points.

use ludex_search::Player;

use crate::rules::moves::Move;
use crate::rules::position::{Phase, Position};

/// The winner and the points, if a move ended the game.
pub(super) fn ended(before: &Position, mv: Move, after: &Position) -> Option<(Player, u32)> {
    let (old, new) = (before.status(), after.status());
    match new.phase {
        Phase::Over => Some((new.player, u32::from(new.multiple) * new.cube.value())),
        Phase::Opening => {
            let winner = match mv {
                Move::Pass => old.player.other(),
                Move::Resign(loser, _) => loser.other(),
                _ => old.player,
            };
            let points = new.score[winner.index()] - old.score[winner.index()];
            Some((winner, points.into()))
        }
        _ => None,
    }
}

/// A result in the words of records: `p1win 2`.
pub(super) fn result_word((winner, points): (Player, u32)) -> String {
    format!("p{}win {points}", winner.index() + 1)
}

/// Parses the winner and the points of a record's result.
pub(crate) fn read_result(text: &str) -> Option<(Player, u32)> {
    let (who, points) = text.split_once(' ')?;
    let winner = match who {
        "p1win" => Player(0),
        "p2win" => Player(1),
        _ => return None,
    };
    Some((winner, points.parse().ok()?))
}
