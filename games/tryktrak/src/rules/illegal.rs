//! Explains why a play is illegal: finds the rule that it breaks.

use super::board::{BAR, Board, OFF};
use super::dice::Roll;
use super::movegen::{self, Reached};
use crate::notation::plays;
use crate::notation::plays::{Journey, place_name};
use ludex_kit::{say, say_count};

/// Finds the legal play that a text means. The error is the part of a sentence that follows the quoted text.
pub(crate) fn find(
    board: Board,
    roll: Roll,
    plays: &[Reached],
    journeys: &[Journey],
) -> Result<Reached, String> {
    let wanted = arrangement(board, journeys)?;
    let marked = journeys.iter().fold(0, |hits, journey| hits | journey.hits);
    let touched = journeys
        .iter()
        .flat_map(|journey| &journey.places[1..])
        .fold(0u32, |touched, &place| touched | 1 << place);
    let meant = plays.iter().filter(|reached| {
        let mine = reached.board.mine;
        (1..=BAR).all(|place| i32::from(mine.count(place)) == wanted[place])
    });
    // Several plays can leave the player's checkers on the same places, but hit different checkers. Prefer the play that hits the marked
    // points, does not hit points that the text does not name, and hits all blots that it names.
    let meant = meant.map(|reached| (reached, hits_of(board, reached))).min_by_key(|&(_, hits)| {
        let marks_missed = marked & !hits;
        let unnamed_hits = hits & !touched;
        let spared = touched & board.blots() & !hits;
        [marks_missed, unnamed_hits, spared].map(u32::count_ones)
    });
    match meant {
        Some((_, hits)) if marked & !hits != 0 => {
            let point = (marked & !hits).trailing_zeros();
            Err(say!("has a * on {point}, where no single checker of the opponent is hit", point))
        }
        Some((reached, _)) => Ok(*reached),
        None => Err(why_illegal(board, roll, plays, journeys)),
    }
}

/// The number of checkers on every place after the play.
fn arrangement(board: Board, journeys: &[Journey]) -> Result<[i32; BAR + 1], String> {
    let mut counts: [i32; BAR + 1] =
        std::array::from_fn(|place| i32::from(board.mine.count(place)));
    for journey in journeys {
        counts[journey.from()] -= 1;
        counts[journey.to()] += 1;
    }
    match (1..=BAR).find(|&place| counts[place] < 0) {
        Some(BAR) => Err(say!("moves more checkers from the bar than are there")),
        Some(place) => Err(say!(
            "moves more checkers from point {place} than are there ({number})",
            place,
            number = board.mine.count(place)
        )),
        None => Ok(counts),
    }
}

/// The points where a play hits.
fn hits_of(board: Board, reached: &Reached) -> u32 {
    let (before, after) = (board.theirs, reached.board.theirs);
    let is_hit = |&point: &usize| before.count(point) != after.count(point);
    (1..BAR).filter(is_hit).fold(0, |hits, point| hits | 1 << (BAR - point))
}

/// The rule that an illegal play breaks.
fn why_illegal(board: Board, roll: Roll, plays: &[Reached], journeys: &[Journey]) -> String {
    let needed = plays.first().map_or(0, |reached| reached.play.len());
    let Some(used) = steps_with_dice(board, roll, journeys) else {
        return first_fault(board, roll, journeys);
    };
    let write = |reached: &Reached| plays::write(board, reached.play, ",");
    let example = plays.first().map_or_else(String::new, write);
    match (needed, used) {
        (2, 1) if !roll.is_double() => {
            say!("is not legal: both dice must be played if possible, as in {example}", example)
        }
        (1, _) if !roll.is_double() => {
            let die = plays[0].play.hops().next().map_or(0, |hop| hop.die);
            if die == usize::from(roll.ordered().0) {
                say!(
                    "is not legal: only one die can be played, and it must be the larger one, {die}",
                    die
                )
            } else {
                say!("is not legal: only one die can be played, and it must be the {die}", die)
            }
        }
        _ => say_count!(
            needed as u64,
            "is not legal: a play must use as many dice as possible, here {count} steps of {die}, as in {example}",
            "is not legal: a play must use as many dice as possible, here {count} steps of {die}, as in {example}",
            die = roll.0,
            example
        ),
    }
}

/// Tries to make the paths with legal steps, ignoring the rule that as many dice as possible must be used. Returns the number of steps, or
/// `None` if the paths cannot be made with legal steps.
fn steps_with_dice(board: Board, roll: Roll, journeys: &[Journey]) -> Option<usize> {
    let dice = if roll.is_double() { vec![roll.0; 4] } else { vec![roll.0, roll.1] };
    let pending: Vec<Vec<usize>> = journeys.iter().map(|j| j.places.clone()).collect();
    try_steps(board, &dice, pending, 0)
}

fn try_steps(board: Board, dice: &[u8], pending: Vec<Vec<usize>>, used: usize) -> Option<usize> {
    let pending: Vec<Vec<usize>> = pending.into_iter().filter(|path| path.len() > 1).collect();
    if pending.is_empty() {
        return Some(used);
    }
    for (at, path) in pending.iter().enumerate() {
        for (index, &die) in dice.iter().enumerate() {
            let from = path[0];
            let to = from.saturating_sub(die.into());
            if to < path[1] || movegen::step_fault(board, from, die.into()).is_some() {
                continue;
            }
            let mut rest = dice.to_vec();
            rest.remove(index);
            let mut next = pending.clone();
            if to == path[1] {
                next[at].remove(0);
            } else {
                next[at][0] = to;
            }
            let play = crate::rules::moves::Play::NONE.with(from, die.into());
            if let Some(used) = try_steps(board.after(play), &rest, next, used + 1) {
                return Some(used);
            }
        }
    }
    None
}

/// The first error in paths that cannot be made with legal steps.
fn first_fault(board: Board, roll: Roll, journeys: &[Journey]) -> String {
    let entering = journeys.iter().filter(|j| j.from() == BAR).count();
    if entering < usize::from(board.mine.bar()) && journeys.iter().any(|j| j.from() != BAR) {
        return say!("is not legal: the checkers on the bar must enter first");
    }
    let lengths = lengths(roll);
    let mut steps = 0;
    for journey in journeys {
        for pair in journey.places.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let fits = lengths
                .iter()
                .find(|&&(length, _)| from - to == length || (to == OFF && length > from));
            let Some(&(_, n_dice)) = fits else {
                return say!(
                    "is not legal: the dice are {one} and {other}, but {step} is a step of {length}",
                    one = roll.0,
                    other = roll.1,
                    step = format!("{}/{}", place_name(from), place_name(to)),
                    length = from - to
                );
            };
            steps += n_dice;
            if to != OFF && board.blocked() & 1 << to != 0 {
                return say!("is not legal: the opponent holds point {point}", point = to);
            }
        }
    }
    let most = if roll.is_double() { 4 } else { 2 };
    if steps > most {
        return say!("is not legal: the dice give only {most} steps", most);
    }
    let faults = journeys.iter().flat_map(|journey| {
        [roll.0, roll.1].map(|die| movegen::step_fault(board, journey.from(), die.into()))
    });
    let fault = faults.flatten().next();
    fault.unwrap_or_else(|| say!("is not legal: each step uses one die and lands on an open point"))
}

/// The distances that one checker can move, each with the number of dice that it uses.
fn lengths(roll: Roll) -> Vec<(usize, usize)> {
    let (first, second) = (usize::from(roll.0), usize::from(roll.1));
    if roll.is_double() {
        (1..=4).map(|n| (n * first, n)).collect()
    } else {
        vec![(first, 1), (second, 1), (first + second, 2)]
    }
}
