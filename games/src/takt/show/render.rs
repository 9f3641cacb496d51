//! The board as text for players.

use std::fmt::Write as _;

use ludex_search::Player;

use crate::takt::notation::tps::write_cell;
use crate::takt::rules::game::{Ending, Takt};
use crate::takt::rules::moves::Square;
use crate::takt::rules::options::write_komi;
use crate::takt::rules::pile::{Board, Size};
use crate::takt::rules::position::Position;

impl<const N: usize> Takt<N>
where
    Size<N>: Board,
{
    /// Ranks from the top, every column as wide as its highest stack needs; below it what the board does not show.
    pub fn render(&self, pos: &Position<N>) -> String {
        self.render_for(pos, Player(0))
    }

    /// The same as a player sees it: player 2 with the board turned around.
    pub fn render_for(&self, pos: &Position<N>, seat: Player) -> String {
        let ok = "writing to a string cannot fail";
        let cell = |file, rank| match pos.controller(Square::at::<N>(file, rank)) {
            None => ".".to_string(),
            Some(_) => write_cell(pos, Square::at::<N>(file, rank)),
        };
        let turned = |index: usize| match seat {
            Player(0) => index,
            _ => N - 1 - index,
        };
        let width = |file: usize| (0..N).map(|rank| cell(file, rank).len()).max().unwrap_or(1);
        let files: Vec<(usize, usize)> = (0..N)
            .map(|index| (turned(index), width(turned(index))))
            .collect();
        let mut text = String::new();
        for rank in (0..N).rev().map(turned) {
            write!(text, "{} ", rank + 1).expect(ok);
            for &(file, width) in &files {
                write!(text, " {:<width$} ", cell(file, rank)).expect(ok);
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text.push_str("  ");
        for &(file, width) in &files {
            write!(text, " {:<width$} ", (b'a' + file as u8) as char).expect(ok);
        }
        text.truncate(text.trim_end().len());
        text.push_str("\n\n");
        text.push_str("Stacks from the bottom; S is a wall on top, C a capstone.\n");
        for player in [Player(0), Player(1)] {
            writeln!(
                text,
                "Player {}: {} on top, {} and {} in reserve",
                player.index() + 1,
                plural(pos.flats(player).count_ones(), "flat"),
                plural(pos.stones(player), "stone"),
                plural(pos.capstones_left(player), "capstone"),
            )
            .expect(ok);
        }
        if self.options().half_komi != 0 {
            let komi = write_komi(self.options().half_komi);
            writeln!(text, "Komi: {komi} for player 2").expect(ok);
        }
        text.push_str(&self.state(pos));
        text.push('\n');
        text
    }

    /// What happens next, or how the game ended.
    pub(crate) fn state(&self, pos: &Position<N>) -> String {
        let wins = |player: Player| format!("Player {} wins", player.index() + 1);
        match self.ending(pos) {
            Some(Ending::Road(player)) => {
                format!("{} by a road ({})", wins(player), result(player, 'R'))
            }
            Some(Ending::Flats(Some(player))) => {
                format!("{} by flats ({})", wins(player), result(player, 'F'))
            }
            Some(Ending::Flats(None)) => "Drawn: equal flats (1/2-1/2)".into(),
            Some(Ending::Reversible) => {
                format!(
                    "Drawn: {} plies without a placement (1/2-1/2)",
                    pos.reversible()
                )
            }
            None => {
                let (player, number) = (pos.to_move().index() + 1, pos.ply() / 2 + 1);
                let opening = match pos.is_opening() {
                    true if pos.owner_placed() == pos.to_move() => ", placing a flat",
                    true => ", placing a flat of the opponent",
                    false => "",
                };
                format!("Move {number}: player {player} to move{opening}")
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

fn plural(count: u32, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
