//! Moves made with a mouse or a finger: touch the source and the target of each checker, in any order; touch the cube or the dice.

use std::collections::{HashMap, HashSet};

use ludex_search::Player;

use crate::rules::board::{BAR, Board, OFF};
use crate::rules::game::Tryktrak;
use crate::rules::movegen::{sequences, step_fault};
use crate::rules::moves::{Hop, Move, Play};
use crate::rules::position::{Phase, Position, Status};
use ludex_kit::{Gestures, Touch, Way, message};

/// Source and target of a checker.
type Trip = (usize, usize);

impl Gestures<Self> for Tryktrak {
    fn ways(&self, pos: &Position, moves: &[Move]) -> Vec<Vec<Way>> {
        let status = pos.status();
        let board = pos.board();
        let mut by_board: HashMap<Board, Vec<Play>> = HashMap::new();
        if status.phase == Phase::Moving {
            for reached in sequences(board, status.dice) {
                by_board.entry(reached.board).or_default().push(reached.play);
            }
        }
        let ways = moves.iter().map(|&mv| match mv {
            Move::Play(play) if !play.is_empty() => {
                let mut plays = by_board.remove(&board.after(play)).unwrap_or_default();
                plays.insert(0, play);
                ways_of(board, &status, &plays)
            }
            Move::Play(_) | Move::Roll => {
                let dice = Touch::at("dice", dice_name(&status));
                vec![Way::new([Touch::choice(choice_word(mv))]), Way::new([dice])]
            }
            Move::Double => {
                let cube = Touch::at("cube", cube_value(&status));
                vec![Way::new([Touch::choice(choice_word(mv))]), Way::new([cube])]
            }
            // An answer to a double is a word: a click on the cube cannot say which.
            Move::Take | Move::Pass | Move::Beaver => {
                vec![Way::new([Touch::choice(choice_word(mv))])]
            }
            Move::Resign(..) => Vec::new(),
        });
        ways.collect()
    }
}

/// The word of a move that needs no point of the board. It is shown translated.
pub(super) fn choice_word(mv: Move) -> &'static str {
    match mv {
        Move::Play(_) => message!("no play"),
        Move::Roll => message!("roll"),
        Move::Double => message!("double"),
        Move::Take => message!("take"),
        Move::Pass => message!("pass"),
        Move::Beaver => message!("beaver"),
        Move::Resign(..) => message!("resign"),
    }
}

/// The value that the cube shows. If the cube is offered, this is the doubled value.
pub(super) fn cube_value(status: &Status) -> u32 {
    status.cube.value() * if status.phase == Phase::Doubled { 2 } else { 1 }
}

/// The name of the dice as a target; `roll` if they have not been rolled yet.
pub(super) fn dice_name(status: &Status) -> String {
    match status.dice {
        (0, 0) => "roll".to_owned(),
        (one, two) => format!("{one}{two}"),
    }
}

/// Class and name of the target for a player's place.
pub(super) fn place_target(player: Player, place: usize) -> (&'static str, usize) {
    match place {
        OFF => ("tray", player.index() + 1),
        BAR => ("bar", player.index() + 1),
        point => ("point", point),
    }
}

/// The ways to make a play by touches: every hop separately, or with hops of the same checker joined. `plays` contains all plays that lead
/// to the same position.
fn ways_of(board: Board, status: &Status, plays: &[Play]) -> Vec<Way> {
    let mut known = HashSet::new();
    let mut ways = Vec::new();
    for play in plays {
        for trips in joined(board, &in_order(board, *play)) {
            let mut sorted = trips.clone();
            sorted.sort_unstable();
            if !known.insert(sorted) {
                continue;
            }
            let touch = |place| {
                let (kind, name) = place_target(status.player, place);
                Touch::at(kind, name)
            };
            let Some(after) = required_order(board, status.dice, &trips) else {
                continue;
            };
            let hop = |&(from, to): &Trip| vec![touch(from), touch(to)];
            ways.push(Way { hops: trips.iter().map(hop).collect(), free: true, after });
        }
    }
    ways
}

/// The pairs of trips of which the first must come before the second in every legal order: a checker enters from the bar first, and is
/// borne off when all others are at home. `None` if no order of the trips is legal.
fn required_order(board: Board, dice: (u8, u8), trips: &[Trip]) -> Option<Vec<(usize, usize)>> {
    let dice = match dice {
        (one, two) if one == two => vec![one; 4],
        (one, two) => vec![one, two],
    };
    let mut orders = Vec::new();
    legal_orders(board, &dice, trips, &mut Vec::new(), &mut orders);
    let place = |order: &[usize], trip| order.iter().position(|&other| other == trip);
    let always = |first, second| {
        orders.iter().all(|order: &Vec<usize>| place(order, first) < place(order, second))
    };
    // A hop always waits for an earlier one of the list that brings its checker.
    let brings = |first: usize, second: usize| first < second && trips[first].1 == trips[second].0;
    let pairs =
        (0..trips.len()).flat_map(|first| (0..trips.len()).map(move |second| (first, second)));
    let after = pairs.filter(|&(first, second)| {
        first != second && !brings(first, second) && always(first, second)
    });
    (!orders.is_empty()).then(|| after.collect())
}

/// Collects all orders in which the remaining trips can be made with the remaining dice.
fn legal_orders(
    board: Board,
    dice: &[u8],
    trips: &[Trip],
    made: &mut Vec<usize>,
    orders: &mut Vec<Vec<usize>>,
) {
    if made.len() == trips.len() {
        if !orders.contains(made) {
            orders.push(made.clone());
        }
        return;
    }
    for next in 0..trips.len() {
        if made.contains(&next) {
            continue;
        }
        for (board, dice) in after_trip(board, dice, trips[next]) {
            made.push(next);
            legal_orders(board, &dice, trips, made, orders);
            made.pop();
        }
    }
}

/// The boards after one checker has made a trip with one or more of the dice, each with the dice that are left.
fn after_trip(board: Board, dice: &[u8], (from, to): Trip) -> Vec<(Board, Vec<u8>)> {
    let mut reached = Vec::new();
    for (index, &die) in dice.iter().enumerate() {
        if dice[..index].contains(&die) || step_fault(board, from, die.into()).is_some() {
            continue;
        }
        let next = from.saturating_sub(die.into());
        if next < to {
            continue;
        }
        let after = board.after(Play::NONE.with(from, die.into()));
        let mut left = dice.to_vec();
        left.remove(index);
        if next == to {
            reached.push((after, left));
        } else {
            reached.extend(after_trip(after, &left, (next, to)));
        }
    }
    reached
}

/// The hops of a play in an order in which they can be made: a hop of a checker that must first arrive at its source comes after the hop
/// that brings it there.
fn in_order(board: Board, play: Play) -> Vec<Trip> {
    let mut hops: Vec<Hop> = play.hops().collect();
    hops.sort_by_key(|hop| hop.from);
    let mut n_left = [0; BAR + 1];
    for hop in &hops {
        n_left[hop.from] = board.mine.count(hop.from);
    }
    let (mut ordered, mut waiting): (Vec<Trip>, Vec<Trip>) = (Vec::new(), Vec::new());
    for hop in hops {
        let trip = (hop.from, hop.to());
        if n_left[hop.from] > 0 {
            n_left[hop.from] -= 1;
            ordered.push(trip);
        } else {
            waiting.push(trip);
        }
    }
    // Insert the waiting hops, those from higher points first, so that the hop that brings the checker is already in the list. If several
    // hops leave the same point, each comes after a different arrival.
    let mut n_from = [0; BAR + 1];
    for trip in waiting.into_iter().rev() {
        let arrivals = ordered.iter().enumerate().filter(|(_, other)| other.1 == trip.0);
        let arrival = arrivals.map(|(index, _)| index + 1).nth(n_from[trip.0]);
        ordered.insert(arrival.unwrap_or(ordered.len()), trip);
        n_from[trip.0] += 1;
    }
    ordered
}

/// The hops as they are, and all versions in which hops of one checker are joined. Hops are not joined if the checker hits on the way,
/// because the hit must be visible, or if it is borne off, because a single higher die may bear it off too.
fn joined(board: Board, hops: &[Trip]) -> Vec<Vec<Trip>> {
    let mut all = vec![hops.to_vec()];
    let mut next = 0;
    while next < all.len() {
        let trips = all[next].clone();
        for first in 0..trips.len() {
            for second in 0..trips.len() {
                let ((from, between), (begin, to)) = (trips[first], trips[second]);
                let hits = board.blots() & 1 << between != 0;
                if first == second || between != begin || to == OFF || hits {
                    continue;
                }
                let mut shorter = trips.clone();
                shorter[first] = (from, to);
                shorter.remove(second);
                if !all.contains(&shorter) {
                    all.push(shorter);
                }
            }
        }
        next += 1;
    }
    all
}

/// Shows a play in progress: the board after these touches, from the mover's view, and which dice are used.
pub(super) fn half_made(
    status: &Status,
    mut board: Board,
    touches: &[Touch],
) -> (Board, [bool; 4]) {
    let place = |touch: &Touch| {
        let is_it = |&place: &usize| {
            let (kind, name) = place_target(status.player, place);
            touch.name_of(kind) == Some(name.to_string().as_str())
        };
        (OFF..=BAR).find(is_it)
    };
    let places: Vec<usize> = touches.iter().filter_map(place).collect();
    let mut lengths = Vec::new();
    for pair in places.chunks_exact(2) {
        let (from, to) = (pair[0], pair[1]);
        lengths.push((from - to) as u8);
        // A checker hits only where it stops, because hops with a hit on the way are not joined.
        if to != OFF && board.blots() & 1 << to != 0 {
            board.theirs = board.theirs.hit(BAR - to);
        }
        board.mine = board.mine.moved(from, to);
    }
    (board, used(status.dice, &lengths))
}

/// Which dice the hops of these lengths use. A double has four dice; otherwise only the first two entries can be set. Bearing off uses the
/// lowest die that is sufficient.
fn used((one, two): (u8, u8), lengths: &[u8]) -> [bool; 4] {
    let (low, high) = (one.min(two), one.max(two));
    if one == two {
        let n_hops: u8 = lengths.iter().map(|length| length.div_ceil(one)).sum();
        return [1, 2, 3, 4].map(|nth| n_hops >= nth);
    }
    let (first, second) = match lengths {
        [] => (false, false),
        &[length] if length <= low => (one == low, two == low),
        &[length] if length <= high => (one == high, two == high),
        _ => (true, true),
    };
    [first, second, false, false]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hops_use_dice() {
        let two = |dice, lengths: &[u8]| used(dice, lengths)[..2].to_vec();
        assert_eq!(two((6, 1), &[]), [false, false]);
        assert_eq!(two((6, 1), &[1]), [false, true]);
        assert_eq!(two((6, 1), &[4]), [true, false]);
        assert_eq!(two((6, 1), &[7]), [true, true]);
        assert_eq!(used((3, 3), &[3]), [true, false, false, false]);
        assert_eq!(used((3, 3), &[9, 2]), [true; 4]);
    }
}
