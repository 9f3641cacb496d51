//! The evaluation: which player has the shorter path to the goal.

use ludex_kit::support::bitboard::squares;
use ludex_search::{Evaluator, Player, Score};

use super::rules::game::Einstein;
use super::rules::position::Position;

/// The lead of the foremost stones in steps, as thousandths of an expected result.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lead;

/// Estimated values of one step and of the right to move.
const STEP: i32 = 150;

impl Evaluator<Einstein> for Lead {
    fn evaluate(&self, _game: &Einstein, pos: &Position) -> Score {
        let mover = pos.to_move();
        let lead = way(pos, mover.other()) - way(pos, mover);
        Score::new(STEP * lead + STEP / 2)
    }
}

/// The number of steps that a player's foremost stone needs.
fn way(pos: &Position, player: Player) -> i32 {
    let steps = |square: u8| {
        let from_a1 = (square % 5, square / 5);
        let (columns, rows) = match player {
            Player(0) => (4 - from_a1.0, 4 - from_a1.1),
            _ => from_a1,
        };
        i32::from(columns.max(rows))
    };
    let stones = pos.stones(player).iter().flat_map(|&bit| squares(bit));
    stones.map(steps).min().unwrap_or(5)
}
