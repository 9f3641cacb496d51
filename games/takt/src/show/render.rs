//! The board as text for players.

use std::fmt::Write as _;

use ludex_search::Player;

use super::view::{Stack, View, way};
use crate::any_size::AnyTakt;
use crate::rules::game::{Ending, Takt};
use crate::rules::moves::Piece;
use crate::rules::options::write_komi;
use crate::rules::pile::{Board, Size};
use crate::rules::position::Position;
use ludex_kit::Shown;
use ludex_kit::support::styled::{Ink, Look, StyledText};
use ludex_kit::{say, say_count};

/// Why writing to a string needs no error handling.
const INFALLIBLE: &str = "writing to a string cannot fail";

impl AnyTakt {
    /// The board as text. Each column is as wide as its highest stack. Reserves, flats and komi follow below the board.
    pub(crate) fn text_of(&self, shown: &Shown<Self>) -> StyledText {
        let view = View::shown(self, shown);
        let size = view.size;
        let last = shown.last.first().map(|last| last.mv);
        let touched = last.map_or(Vec::new(), |mv| {
            let mut squares = way(size, mv);
            squares.push(mv.square().index());
            squares
        });
        let turned = shown.seat == Player(1);
        let upwards: Vec<usize> = (0..size).collect();
        let downwards: Vec<usize> = (0..size).rev().collect();
        let (files, ranks) = if turned { (&downwards, &upwards) } else { (&upwards, &downwards) };
        let widths: Vec<usize> = (0..size)
            .map(|file| {
                let stacks = (0..size).map(|rank| &view.stacks[rank * size + file]);
                stacks.map(Stack::width).max().unwrap_or(1)
            })
            .collect();
        let mut text = StyledText::new();
        for &rank in ranks {
            write!(text, "{} ", rank + 1).expect(INFALLIBLE);
            for &file in files {
                let index = rank * size + file;
                let stack = &view.stacks[index];
                text.push_str(" ");
                stack.write(&mut text, |player| Look {
                    ink: match view.road >> index & 1 {
                        1 => Ink::Won,
                        _ => Ink::of_player(player.index()),
                    },
                    is_last: touched.contains(&index),
                });
                let rest = widths[file] - stack.width() + 1;
                text.push_str(&" ".repeat(rest));
            }
            text.end_line();
        }
        text.push_str("  ");
        for &file in files {
            let (name, width) = (char::from(b'a' + file as u8), widths[file]);
            write!(text, " {name:<width$} ").expect(INFALLIBLE);
        }
        text.end_line();
        let legend = say!("Stacks from the bottom; S is a wall on top, C a capstone.");
        writeln!(text, "\n{legend}").expect(INFALLIBLE);
        for (player, (stones, capstones, flats)) in view.counts.into_iter().enumerate() {
            text.paint(Ink::of_player(player), &say!("Player {number}", number = player + 1));
            let owned = say!(
                "{flats} on top, {stones} and {capstones} in reserve",
                flats = say_count!(flats.into(), "{count} flat", "{count} flats"),
                stones = say_count!(stones.into(), "{count} stone", "{count} stones"),
                capstones = say_count!(capstones.into(), "{count} capstone", "{count} capstones"),
            );
            writeln!(text, ": {owned}").expect(INFALLIBLE);
        }
        if view.half_komi != 0 {
            let komi = write_komi(view.half_komi);
            writeln!(text, "{}", say!("Komi: {komi} for player 2", komi)).expect(INFALLIBLE);
        }
        writeln!(text, "{}", view.words).expect(INFALLIBLE);
        text
    }
}

impl Stack {
    /// Width in characters.
    fn width(&self) -> usize {
        let sign = usize::from(self.height > 0 && self.top != Piece::Flat);
        (self.height as usize).max(1) + sign
    }

    /// Writes the pieces from the bottom as the numbers of their owners, then the letter of the top.
    fn write(&self, text: &mut StyledText, look: impl Fn(Player) -> Look) {
        if self.height == 0 {
            return text.push_str(".");
        }
        for depth in (0..self.height).rev() {
            let owner = self.owner(depth);
            text.paint(look(owner), &(owner.index() + 1).to_string());
        }
        let sign = match self.top {
            Piece::Flat => "",
            Piece::Wall => "S",
            Piece::Capstone => "C",
        };
        text.paint(look(self.owner(0)), sign);
    }
}

impl<const N: usize> Takt<N>
where
    Size<N>: Board,
{
    /// The player to move, or how the game ended.
    pub(crate) fn state(&self, pos: &Position<N>) -> String {
        match self.ending(pos) {
            Some(Ending::Road(player)) => say!(
                "Player {player} wins by a road ({result})",
                player = player.index() + 1,
                result = result(player, 'R')
            ),
            Some(Ending::Flats(Some(player))) => say!(
                "Player {player} wins by flats ({result})",
                player = player.index() + 1,
                result = result(player, 'F')
            ),
            Some(Ending::Flats(None)) => say!("Drawn: equal flats (1/2-1/2)"),
            Some(Ending::Reversible) => say!(
                "Drawn: {number} plies without a placement (1/2-1/2)",
                number = pos.reversible()
            ),
            None => {
                let (player, number) = (pos.to_move().index() + 1, pos.ply() / 2 + 1);
                match pos.is_opening() {
                    true if pos.lays_stack() => say!(
                        "Move {number}: player {player} to move, placing two flats of the opponent on a square",
                        number,
                        player
                    ),
                    true if pos.owner_placed() == pos.to_move() => {
                        say!(
                            "Move {number}: player {player} to move, placing a flat",
                            number,
                            player
                        )
                    }
                    true => say!(
                        "Move {number}: player {player} to move, placing a flat of the opponent",
                        number,
                        player
                    ),
                    false => say!("Move {number}: player {player} to move", number, player),
                }
            }
        }
    }
}

fn result(winner: Player, kind: char) -> String {
    match winner {
        Player(0) => format!("{kind}-0"),
        _ => format!("0-{kind}"),
    }
}
