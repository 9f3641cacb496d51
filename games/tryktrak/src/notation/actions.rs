//! Numbers for moves: plays of two different dice by their two steps, cube actions, and plays of a double by their order.
//!
//! Two different dice: `order * 676 + second * 26 + first`. A step is the place that its checker leaves: point 1 is 0, point 24 is 23, the
//! bar is 24, and 25 means no step. The order is 0 if the first step uses the higher die and 1 if it uses the lower one.
//! CITE: `games/backgammon` of OpenSpiel numbers such plays in nearly the same way.

use ludex_kit::Actions;

use super::plays::MOST_STEPS;
use crate::rules::board::{BAR, CHECKERS};
use crate::rules::dice::Roll;
use crate::rules::game::{Tryktrak, with_plays};
use crate::rules::moves::{Hop, Move, Play};
use crate::rules::position::Position;

/// Places that a checker can leave, and one value for no step.
const PLACES: u32 = BAR as u32 + 1;
const NO_STEP: u32 = PLACES - 1;
/// The first number of the cube actions.
const CUBE: u32 = 2 * PLACES * PLACES;
/// The cube actions in the order of their numbers.
const CUBE_ACTIONS: [Move; 5] = [Move::Roll, Move::Double, Move::Take, Move::Pass, Move::Beaver];
/// The first number of the plays of a double.
const DOUBLES: u32 = CUBE + CUBE_ACTIONS.len() as u32;
/// An upper bound of the number of plays of a double. A play distributes four equal steps over fifteen checkers, and equal distributions
/// lead to equal positions: C(18, 4).
const MOST_PLAYS: u32 = {
    let most = CHECKERS as u32 + MOST_STEPS as u32 - 1;
    most * (most - 1) * (most - 2) * (most - 3) / 24
};
const COUNT: u32 = DOUBLES + MOST_PLAYS;

/// The number of a play of two different dice.
fn number_of_steps(roll: Roll, play: Play) -> u32 {
    let mut hops = play.hops();
    let (first, second) = (hops.next(), hops.next());
    let is_low_first = first.is_some_and(|hop| hop.die == usize::from(roll.1));
    let place = |hop: Option<Hop>| hop.map_or(NO_STEP, |hop| hop.from as u32 - 1);
    (u32::from(is_low_first) * PLACES + place(second)) * PLACES + place(first)
}

/// The play of two different dice with a number below [`CUBE`]. `None` if there is a second step but no first one.
fn play_of_steps(roll: Roll, action: u32) -> Option<Play> {
    let (first, second) = (action % PLACES, action / PLACES % PLACES);
    let dice = match action / PLACES / PLACES {
        0 => [roll.0, roll.1],
        _ => [roll.1, roll.0],
    };
    let is_low_first = dice[0] == roll.1;
    match (first, second) {
        (NO_STEP, NO_STEP) => (!is_low_first).then_some(Play::NONE),
        (NO_STEP, _) => None,
        _ => {
            let steps = [(first, dice[0]), (second, dice[1])].into_iter();
            let steps = steps.filter(|&(place, _)| place != NO_STEP);
            Some(steps.fold(Play::NONE, |play, (place, die)| {
                play.with(place as usize + 1, usize::from(die))
            }))
        }
    }
}

/// The dice that the player to move plays, the higher one first.
fn roll_of(pos: &Position) -> Roll {
    let (high, low) = pos.status().dice;
    Roll(high, low).ordered()
}

impl Actions<Self> for Tryktrak {
    fn count(&self) -> usize {
        COUNT as usize
    }

    fn encode(&self, pos: &Position, moves: &[Move], out: &mut Vec<u32>) {
        let roll = roll_of(pos);
        let number = |(place, mv): (usize, &Move)| match mv {
            Move::Play(_) if roll.is_double() => DOUBLES + place as u32,
            Move::Play(play) => number_of_steps(roll, *play),
            action => {
                let place = CUBE_ACTIONS.iter().position(|known| known == action);
                place.map_or(COUNT, |place| CUBE + place as u32)
            }
        };
        out.extend(moves.iter().enumerate().map(number));
    }

    fn decode(&self, pos: &Position, action: u32) -> Option<Move> {
        let (roll, board) = (roll_of(pos), pos.board());
        if action >= DOUBLES {
            let place = (action - DOUBLES) as usize;
            let nth = || with_plays(board, roll.pair(), |plays| Some(plays.get(place)?.play));
            return roll.is_double().then(nth).flatten().map(Move::Play);
        }
        if action >= CUBE {
            return Some(CUBE_ACTIONS[(action - CUBE) as usize]);
        }
        let has_steps = roll.0 != roll.1;
        has_steps.then(|| play_of_steps(roll, action)).flatten().map(Move::Play)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_documented() {
        let roll = Roll(6, 1);
        let play = Play::NONE.with(24, 6).with(18, 1);
        assert_eq!(number_of_steps(roll, play), 17 * 26 + 23);
        let low_first = Play::NONE.with(25, 1);
        assert_eq!(number_of_steps(roll, low_first), 676 + 25 * 26 + 24);
        assert_eq!(number_of_steps(roll, Play::NONE), 675);
        assert_eq!((CUBE, DOUBLES, COUNT), (1352, 1357, 4417));
    }

    #[test]
    fn every_number_below_the_cube_is_one_play() {
        let roll = Roll(5, 2);
        let plays = (0..CUBE).filter_map(|action| Some((action, play_of_steps(roll, action)?)));
        let plays: Vec<_> = plays.collect();
        assert_eq!(plays.len(), 2 * 25 * 26 + 1);
        for (action, play) in plays {
            assert_eq!(number_of_steps(roll, play), action);
        }
    }
}
