//! Squares and moves in words.

use std::collections::HashMap;

use ludex_search::Player;

use super::view::{Stack, View, square_name};
use crate::any_size::{AnyPosition, AnyTakt, with_position};
use crate::rules::moves::{Action, Direction, Move, Piece};
use ludex_kit::interface::speech::{PLAYER, count_words, list_words, number_word};
use ludex_kit::{PlaceWords, Speech};

/// The colours of the players.
const COLOURS: [&str; 2] = ["white", "black"];

impl Speech<Self> for AnyTakt {
    fn player(&self, player: Player) -> String {
        ["White", "Black"][player.index()].to_owned()
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
                let what = match (is_stack, is_own) {
                    (true, _) => "two flats of the opponent".to_owned(),
                    (false, false) => "a flat of the opponent".to_owned(),
                    (false, true) => format!("a {}", piece_word(piece)),
                };
                format!("{PLAYER} places {what} at {square}.")
            }
            Action::Spread(_, direction, drops) => {
                let counts: Vec<usize> = drops.counts().map(|count| count as usize).collect();
                let moved = count_words(counts.iter().sum(), "piece");
                let direction = direction_word(direction);
                let dropped: Vec<String> = counts.iter().map(|&count| number_word(count)).collect();
                let dropped = match &dropped[..] {
                    [_] => String::new(),
                    several => format!(", dropping {}", list_words(several)),
                };
                format!("{PLAYER} moves {moved} from {square} {direction}{dropped}.")
            }
        })
    }
}

fn piece_word(piece: Piece) -> &'static str {
    match piece {
        Piece::Flat => "flat",
        Piece::Wall => "wall",
        Piece::Capstone => "capstone",
    }
}

fn direction_word(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Left => "to the left",
        Direction::Right => "to the right",
    }
}

impl Stack {
    /// The stack in words: `empty`, `black wall`, `white flat on two black, then one white`. The pieces below the top are listed from the top
    /// down.
    fn words(&self) -> String {
        if self.height == 0 {
            return "empty".to_owned();
        }
        let colour = |depth| COLOURS[self.owner(depth).index()];
        let top = format!("{} {}", colour(0), piece_word(self.top));
        let mut runs: Vec<(&str, usize)> = Vec::new();
        for depth in 1..self.height {
            match runs.last_mut() {
                Some((known, count)) if *known == colour(depth) => *count += 1,
                _ => runs.push((colour(depth), 1)),
            }
        }
        if runs.is_empty() {
            return top;
        }
        let below: Vec<String> = runs
            .iter()
            .map(|(colour, count)| format!("{} {colour}", number_word(*count)))
            .collect();
        format!("{top} on {}", below.join(", then "))
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
        let (count, noun) =
            if name.starts_with('C') { (capstones, "capstone") } else { (stones, "stone") };
        let words = count_words(count as usize, &format!("{} {noun}", COLOURS[player]));
        Some(format!("Reserve: {words}"))
    }
}
