//! Points, bar, trays and plays in words. As in the picture, points are numbered from the view of the player who acts.

use ludex_search::Player;

use super::gestures::cube_value;
use crate::rules::board::{BAR, OFF, POINTS};
use crate::rules::game::Tryktrak;
use crate::rules::moves::{Hop, Move, Play};
use crate::rules::position::{Phase, Position};
use ludex_kit::interface::speech::{PLAYER, count_words, list_words};
use ludex_kit::{PlaceWords, Speech};

/// The colours of the players' checkers on the page.
const COLOURS: [&str; 2] = ["black", "white"];

impl Speech<Self> for Tryktrak {
    fn player(&self, player: Player) -> String {
        ["Black", "White"][player.index()].to_owned()
    }

    fn places<'a>(&'a self, pos: &'a Position, seat: Player) -> PlaceWords<'a> {
        let status = pos.status();
        Box::new(move |kind, name| match kind {
            "point" => {
                let number = name.parse().ok().filter(|number| (1..=POINTS).contains(number))?;
                Some(format!("point {number}: {}", point_words(pos, seat, number)))
            }
            "bar" | "tray" => {
                let player =
                    Player(name.parse::<u8>().ok()?.checked_sub(1).filter(|&player| player < 2)?);
                let (place, where_words) =
                    if kind == "bar" { (BAR, "bar") } else { (OFF, "borne off") };
                let count = pos.side(player).count(place);
                Some(format!("{where_words}: {}", checkers(player, count)))
            }
            "cube" => {
                let value = cube_value(&status);
                Some(match (status.phase == Phase::Doubled, status.cube.owner) {
                    (true, _) => format!("Doubling cube: offered at {value}"),
                    (false, None) => format!("Doubling cube: {value}, in the middle"),
                    (false, Some(owner)) => {
                        format!("Doubling cube: {value}, owned by {}", COLOURS[owner.index()])
                    }
                })
            }
            "dice" => Some(match status.dice {
                (0, 0) => "Dice: not rolled yet".to_owned(),
                (one, two) => format!("Dice: {one} and {two}"),
            }),
            _ => None,
        })
    }

    fn sentence(&self, pos: &Position, mv: Move) -> Option<String> {
        let value = cube_value(&pos.status());
        Some(match mv {
            Move::Play(play) if play.is_empty() => format!("{PLAYER} cannot move."),
            Move::Play(play) => format!("{PLAYER} moves {}.", play_words(pos, play)),
            Move::Roll => format!("{PLAYER} rolls the dice."),
            Move::Double => format!("{PLAYER} doubles to {}.", 2 * value),
            Move::Take => format!("{PLAYER} takes the cube at {value}."),
            Move::Pass => format!("{PLAYER} passes the double."),
            Move::Beaver => format!("{PLAYER} beavers to {}.", 2 * value),
            Move::Resign(..) => format!("{PLAYER} resigns."),
        })
    }
}

/// Checkers in words: `five black checkers`.
fn checkers(player: Player, count: u8) -> String {
    count_words(count.into(), &format!("{} checker", COLOURS[player.index()]))
}

/// What is on a point, numbered as in the picture with `seat` at the bottom.
fn point_words(pos: &Position, seat: Player, number: usize) -> String {
    let status = pos.status();
    let reader = if status.phase == Phase::Opening { seat } else { status.player };
    let own = pos.side(reader).count(number);
    let other = pos.side(reader.other()).count(POINTS + 1 - number);
    match (own, other) {
        (0, 0) => "empty".to_owned(),
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
        let from = if hop.from == BAR { "the bar".to_owned() } else { hop.from.to_string() };
        let checkers = count_words(count, "checker");
        match hop.to() {
            OFF => format!("{checkers} off from {from}"),
            to if blots & 1 << to != 0 => format!("{checkers} from {from} to {to}, hitting"),
            to => format!("{checkers} from {from} to {to}"),
        }
    });
    list_words(&words.collect::<Vec<_>>())
}
