//! Moves made with a mouse or a finger: touch a square and choose a piece, or touch a stack and the squares that get its pieces.

use super::view::{Stack, View, square_name, way};
use crate::any_size::{AnyPosition, AnyTakt};
use crate::rules::moves::{Action, Drops, Move, Piece, Square};
use ludex_kit::{Gestures, Touch, Way, message};

impl Gestures<Self> for AnyTakt {
    fn ways(&self, pos: &AnyPosition, moves: &[Move]) -> Vec<Vec<Way>> {
        let view = View::from_position(self, pos);
        let spreads: Vec<Spread> = moves.iter().filter_map(|&mv| view.spread(mv)).collect();
        let ways = moves.iter().map(|&mv| match mv.action() {
            Action::Place(piece, square) => view.placements(piece, square),
            Action::Spread(..) => {
                view.spread(mv).map_or_else(Vec::new, |spread| spread.ways(&view, &spreads))
            }
        });
        ways.collect()
    }
}

/// A spread as square indices.
#[derive(PartialEq, Eq)]
struct Spread {
    origin: usize,
    end: usize,
    squares: Vec<usize>,
    drops: Drops,
}

impl Spread {
    /// There are two ways to make a spread. In the first, the player touches the stack, chooses the number of pieces, and touches each
    /// square once for each piece that it gets. In the second, the player drags the stack to its last square and chooses the number of
    /// pieces, then the number for each square. If only one piece can be moved, no number is chosen.
    fn ways(&self, view: &View, all: &[Self]) -> Vec<Way> {
        let square = |index| Touch::at("square", square_name(view.size, index));
        let taken = |spread: &Self| spread.drops.lifted();
        let has_choice = all.iter().any(|other| other.origin == self.origin && taken(other) > 1);
        let number = has_choice.then(|| Touch::choice(taken(self)));
        let each = self.squares.iter().zip(self.drops.counts());
        let each = each.flat_map(|(&index, count)| vec![square(index); count as usize]);
        let begin = [square(self.origin)].into_iter();
        let dropped: Vec<Touch> = begin.clone().chain(number.clone()).chain(each).collect();
        let Some(number) = number else {
            return vec![dropped.into()];
        };
        let is_like = |other: &&Self| {
            (other.origin, other.end, taken(other)) == (self.origin, self.end, taken(self))
        };
        let counts: Vec<String> = self.drops.counts().map(|n| n.to_string()).collect();
        let pattern = || Touch::choice(counts.join("+"));
        let pattern = (all.iter().filter(is_like).count() > 1).then(pattern);
        let dragged = begin.chain([square(self.end), number]).chain(pattern);
        vec![dropped.into(), dragged.collect::<Vec<_>>().into()]
    }
}

impl View {
    /// There are two ways to place a piece: touch the square and choose the piece, or touch the reserve and then the square. In the second
    /// way, a stone also needs the choice between flat and wall.
    fn placements(&self, piece: Piece, square: Square) -> Vec<Way> {
        let word = match piece {
            Piece::Flat => message!("flat"),
            Piece::Wall => message!("wall"),
            Piece::Capstone => message!("capstone"),
        };
        let choice = Touch::choice(word);
        let square = Touch::at("square", square_name(self.size, square.index()));
        let reserve = Touch::at("reserve", reserve_name(piece, self.placer.index()));
        let from_reserve = match piece {
            Piece::Capstone => Way::new([reserve, square.clone()]),
            _ => Way::new([reserve, square.clone(), choice.clone()]),
        };
        vec![Way::new([square, choice]), from_reserve]
    }

    fn spread(&self, mv: Move) -> Option<Spread> {
        let Action::Spread(square, _, drops) = mv.action() else {
            return None;
        };
        let squares = way(self.size, mv);
        Some(Spread { origin: square.index(), end: *squares.last()?, squares, drops })
    }

    /// Shows a spread in progress: the dropped pieces are on their squares, and the remaining pieces are in the hand. Returns the hand and
    /// the square it is above.
    pub(super) fn take_up(&mut self, touches: &[Touch]) -> Option<(usize, Stack)> {
        let square_of = |touch: &Touch| {
            let name = touch.name_of("square")?;
            (0..self.stacks.len()).find(|&index| square_name(self.size, index) == name)
        };
        let [origin, taken, dropped @ ..] = touches else {
            return None;
        };
        let mut at = square_of(origin)?;
        let taken = taken.word()?.parse().ok()?;
        let dropped: Vec<usize> = dropped.iter().filter_map(square_of).collect();
        let mut hand = self.stacks[at].lift(taken)?;
        for square in dropped {
            hand.drop_on(&mut self.stacks[square]);
            at = square;
        }
        Some((at, hand))
    }
}

/// The name of a player's reserve as a target: `F1` for the stones of player 1, `C1` for their capstones.
pub(super) fn reserve_name(piece: Piece, player: usize) -> String {
    let letter = if piece == Piece::Capstone { 'C' } else { 'F' };
    format!("{letter}{}", player + 1)
}
