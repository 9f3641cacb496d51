//! Squares and moves in words.

use std::collections::HashMap;

use ludex_search::Player;

use super::view::{Stack, View, square_name};
use crate::any_size::{AnyPosition, AnyTakt, with_position};
use crate::rules::moves::{Action, Direction, Move, Piece};
use ludex_kit::interface::speech::{PLAYER, list_words, number_word};
use ludex_kit::{PlaceWords, Speech, message, say, say_count};

impl Speech<Self> for AnyTakt {
    fn player(&self, player: Player) -> String {
        crate::WORDS.translate([message!("White"), message!("Black")][player.index()]).to_owned()
    }

    fn places<'a>(&'a self, pos: &'a AnyPosition, _seat: Player) -> PlaceWords<'a> {
        let view = View::from_position(self, pos);
        let squares = 0..view.size * view.size;
        let indices: HashMap<String, usize> =
            squares.map(|index| (square_name(view.size, index), index)).collect();
        Box::new(move |kind, name| match kind {
            "square" | "stack" => {
                Some(format!("{name}: {}", view.stacks[*indices.get(name)?].words()))
            }
            "reserve" => view.reserve_words(name),
            _ => None,
        })
    }

    fn sentence(&self, pos: &AnyPosition, mv: Move) -> Option<String> {
        let square = square_name(self.size(), mv.square().index());
        Some(match mv.action() {
            Action::Place(piece, _) => {
                let (is_stack, is_own) = with_position!(self, pos, _game, pos => {
                    (pos.lays_stack(), pos.owner_placed() == pos.to_move())
                });
                placement(piece, is_stack, is_own, &square)
            }
            Action::Spread(_, direction, drops) => {
                let counts: Vec<usize> = drops.counts().map(|count| count as usize).collect();
                spread(&square, direction, &counts)
            }
        })
    }

    fn choice(&self, word: &str) -> Option<String> {
        match word.split_once('+') {
            Some(_) => Some(say!("drop {counts}", counts = word.replace('+', ", "))),
            None => word.parse::<u8>().is_ok().then(|| say!("take {count}", count = word)),
        }
    }

    fn task(&self, pos: &AnyPosition) -> Option<String> {
        let (owner, mover, is_stack) = with_position!(self, pos, _game, pos => {
            (pos.owner_placed(), pos.to_move(), pos.lays_stack())
        });
        (owner != mover).then(|| match (owner, is_stack) {
            (Player(0), _) => say!("Place one of White's stones."),
            (_, false) => say!("Place one of Black's stones."),
            (_, true) => say!("Place two of Black's stones on one square."),
        })
    }
}

/// A placement as a sentence.
fn placement(piece: Piece, is_stack: bool, is_own: bool, square: &str) -> String {
    let player = PLAYER;
    match (piece, is_own) {
        _ if is_stack => {
            say!("{player} places two flats of the opponent at {square}.", player, square)
        }
        (_, false) => say!("{player} places a flat of the opponent at {square}.", player, square),
        (Piece::Flat, true) => say!("{player} places a flat at {square}.", player, square),
        (Piece::Wall, true) => say!("{player} places a wall at {square}.", player, square),
        (Piece::Capstone, true) => say!("{player} places a capstone at {square}.", player, square),
    }
}

/// A spread as a sentence. `counts` are the pieces that it drops on each square.
fn spread(square: &str, direction: Direction, counts: &[usize]) -> String {
    let count = counts.iter().sum();
    let (player, number, direction) = (PLAYER, number_word(count), direction_words(direction));
    if let [_] = counts {
        return say_count!(
            count as u64,
            "{player} moves {number} piece from {square} {direction}.",
            "{player} moves {number} pieces from {square} {direction}.",
            player,
            number,
            square,
            direction
        );
    }
    let drops: Vec<String> = counts.iter().map(|&count| number_word(count)).collect();
    say_count!(
        count as u64,
        "{player} moves {number} piece from {square} {direction}, dropping {drops}.",
        "{player} moves {number} pieces from {square} {direction}, dropping {drops}.",
        player,
        number,
        square,
        direction,
        drops = list_words(&drops)
    )
}

fn direction_words(direction: Direction) -> String {
    match direction {
        Direction::Up => say!("up"),
        Direction::Down => say!("down"),
        Direction::Left => say!("to the left"),
        Direction::Right => say!("to the right"),
    }
}

/// A piece in words.
fn piece_words(owner: Player, piece: Piece) -> String {
    match (owner, piece) {
        (Player(0), Piece::Flat) => say!("white flat"),
        (Player(0), Piece::Wall) => say!("white wall"),
        (Player(0), Piece::Capstone) => say!("white capstone"),
        (_, Piece::Flat) => say!("black flat"),
        (_, Piece::Wall) => say!("black wall"),
        (_, Piece::Capstone) => say!("black capstone"),
    }
}

impl Stack {
    /// The stack in words: `empty`, `black wall`, `white flat on two black, then one white`. The pieces below the top are listed from the top
    /// down.
    fn words(&self) -> String {
        if self.height == 0 {
            return say!("empty");
        }
        let top = piece_words(self.owner(0), self.top);
        let mut runs: Vec<(Player, usize)> = Vec::new();
        for depth in 1..self.height {
            let owner = self.owner(depth);
            match runs.last_mut() {
                Some((known, count)) if *known == owner => *count += 1,
                _ => runs.push((owner, 1)),
            }
        }
        let below = runs.into_iter().map(|(owner, count)| {
            let number = number_word(count);
            match owner {
                Player(0) => say_count!(count as u64, "{number} white", "{number} white", number),
                _ => say_count!(count as u64, "{number} black", "{number} black", number),
            }
        });
        match below.reduce(|before, next| say!("{before}, then {next}", before, next)) {
            Some(below) => say!("{top} on {below}", top, below),
            None => top,
        }
    }
}

impl View {
    /// The pieces in a reserve, by the name of its target.
    fn reserve_words(&self, name: &str) -> Option<String> {
        let player = match name.get(1..)? {
            "1" => 0,
            "2" => 1,
            _ => return None,
        };
        let (stones, capstones, _) = self.counts[player];
        let is_capstone = name.starts_with('C');
        let count = if is_capstone { capstones } else { stones };
        let number = number_word(count as usize);
        Some(match (player, is_capstone) {
            (0, false) => say_count!(
                count.into(),
                "Reserve: {number} white stone",
                "Reserve: {number} white stones",
                number
            ),
            (_, false) => say_count!(
                count.into(),
                "Reserve: {number} black stone",
                "Reserve: {number} black stones",
                number
            ),
            (0, true) => say_count!(
                count.into(),
                "Reserve: {number} white capstone",
                "Reserve: {number} white capstones",
                number
            ),
            (_, true) => say_count!(
                count.into(),
                "Reserve: {number} black capstone",
                "Reserve: {number} black capstones",
                number
            ),
        })
    }
}
