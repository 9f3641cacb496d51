//! Points, bar, trays and plays in words. As in the picture, points are numbered from the view of the player who acts.

use ludex_search::Player;

use super::gestures::cube_value;
use crate::rules::board::{BAR, OFF, POINTS};
use crate::rules::game::Tryktrak;
use crate::rules::moves::{Hop, Move, Play};
use crate::rules::position::{Phase, Position};
use ludex_kit::interface::speech::{list_words, number_word};
use ludex_kit::{PlaceWords, Speech, say, say_count};

impl Speech<Self> for Tryktrak {
    fn player(&self, player: Player) -> String {
        if player.index() == 0 { say!("Black") } else { say!("White") }
    }

    fn places<'a>(&'a self, pos: &'a Position, seat: Player) -> PlaceWords<'a> {
        let status = pos.status();
        Box::new(move |kind, name| match kind {
            "point" => {
                let number = name.parse().ok().filter(|number| (1..=POINTS).contains(number))?;
                let checkers = point_words(pos, seat, number);
                Some(say!("point {number}: {checkers}", number, checkers))
            }
            "bar" | "tray" => {
                let player =
                    Player(name.parse::<u8>().ok()?.checked_sub(1).filter(|&player| player < 2)?);
                let side = pos.side(player);
                Some(if kind == "bar" {
                    say!("bar: {checkers}", checkers = checkers(player, side.count(BAR)))
                } else {
                    say!("borne off: {checkers}", checkers = checkers(player, side.count(OFF)))
                })
            }
            "cube" => {
                let value = cube_value(&status);
                Some(match (status.phase == Phase::Doubled, status.cube.owner) {
                    (true, _) => say!("Doubling cube: offered at {value}", value),
                    (false, None) => say!("Doubling cube: {value}, in the middle", value),
                    (false, Some(Player(0))) => {
                        say!("Doubling cube: {value}, owned by black", value)
                    }
                    (false, Some(_)) => say!("Doubling cube: {value}, owned by white", value),
                })
            }
            "dice" => Some(match status.dice {
                (0, 0) => say!("Dice: not rolled yet"),
                (one, two) => say!("Dice: {one} and {two}", one, two),
            }),
            _ => None,
        })
    }

    fn sentence(&self, pos: &Position, mv: Move) -> Option<String> {
        let value = cube_value(&pos.status());
        Some(match mv {
            Move::Play(play) if play.is_empty() => say!("{player} cannot move."),
            Move::Play(play) => say!("{player} moves {play}.", play = play_words(pos, play)),
            Move::Roll => say!("{player} rolls the dice."),
            Move::Double => say!("{player} doubles to {value}.", value = 2 * value),
            Move::Take => say!("{player} takes the cube at {value}.", value),
            Move::Pass => say!("{player} passes the double."),
            Move::Beaver => say!("{player} beavers to {value}.", value = 2 * value),
            Move::Resign(..) => say!("{player} resigns."),
        })
    }

    fn task(&self, pos: &Position) -> Option<String> {
        let status = pos.status();
        let value = cube_value(&status);
        (status.phase == Phase::Doubled).then(|| {
            say_count!(
                u64::from(value / 2),
                "Take and play for {value}, or pass and lose {count} point.",
                "Take and play for {value}, or pass and lose {count} points.",
                value
            )
        })
    }
}

/// Checkers in words: `five black checkers`.
fn checkers(player: Player, count: u8) -> String {
    let number = number_word(count.into());
    let count = u64::from(count);
    match (player.index(), count) {
        (0, 0) => say!("no black checkers"),
        (_, 0) => say!("no white checkers"),
        (0, _) => say_count!(count, "{number} black checker", "{number} black checkers", number),
        _ => say_count!(count, "{number} white checker", "{number} white checkers", number),
    }
}

/// What is on a point, numbered as in the picture with `seat` at the bottom.
fn point_words(pos: &Position, seat: Player, number: usize) -> String {
    let status = pos.status();
    let reader = if status.phase == Phase::Opening { seat } else { status.player };
    let own = pos.side(reader).count(number);
    let other = pos.side(reader.other()).count(POINTS + 1 - number);
    match (own, other) {
        (0, 0) => say!("empty"),
        (0, _) => checkers(reader.other(), other),
        _ => checkers(reader, own),
    }
}

/// The checkers of a play in words: `a checker from 13 to 7, hitting`.
fn play_words(pos: &Position, play: Play) -> String {
    let blots = pos.board().blots();
    let mut known: Vec<(Hop, usize)> = Vec::new();
    for hop in play.hops() {
        match known.iter_mut().find(|(other, _)| (other.from, other.die) == (hop.from, hop.die)) {
            Some((_, count)) => *count += 1,
            None => known.push((hop, 1)),
        }
    }
    let words = known.into_iter().map(|(hop, count)| {
        let from = if hop.from == BAR { say!("the bar") } else { hop.from.to_string() };
        let (number, count) = (number_word(count), count as u64);
        match hop.to() {
            OFF => say_count!(
                count,
                "{number} checker off from {from}",
                "{number} checkers off from {from}",
                number,
                from
            ),
            to if blots & 1 << to != 0 => say_count!(
                count,
                "{number} checker from {from} to {to}, hitting",
                "{number} checkers from {from} to {to}, hitting",
                number,
                from,
                to
            ),
            to => say_count!(
                count,
                "{number} checker from {from} to {to}",
                "{number} checkers from {from} to {to}",
                number,
                from,
                to
            ),
        }
    });
    list_words(&words.collect::<Vec<_>>())
}
