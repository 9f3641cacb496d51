//! The board as players know it, with both numberings, cube, score and pips.

use std::fmt::Write as _;

use ludex_search::Player;

use crate::tryktrak::notation::{match_id, xgid};
use crate::tryktrak::rules::board::{Board, POINTS};
use crate::tryktrak::rules::game::Tryktrak;
use crate::tryktrak::rules::position::{Phase, Position, Status};

/// Why writing to a string needs no error handling.
const INFALLIBLE: &str = "writing to a string cannot fail";

/// Rows of checkers in each half of the board.
const ROWS: usize = 5;
/// The letters of the players' checkers.
const LETTERS: [char; 2] = ['X', 'O'];

impl Tryktrak {
    /// The board in the view of a player, whose numbers stand below; those of the other stand above.
    pub(crate) fn picture(&self, pos: &Position, seat: Player) -> String {
        let letters = [LETTERS[seat.index()], LETTERS[seat.other().index()]];
        let board = pos.board_of(seat);
        let mut text = String::new();
        let top: Vec<usize> = (13..=POINTS).collect();
        let bottom: Vec<usize> = (1..=12).rev().collect();
        let mut notes = self.notes_beside(pos, seat).into_iter();
        let mut line = |text: &mut String, row: String| {
            let note = notes.next().unwrap_or_default();
            writeln!(text, "{}", format!("{row}   {note}").trim_end()).expect(INFALLIBLE);
        };
        line(&mut text, numbers(&top, letters[1], false));
        line(&mut text, numbers(&top, letters[0], true));
        for row in 0..ROWS {
            line(&mut text, checkers(board, letters, &top, row, 1));
        }
        line(
            &mut text,
            " |                  |BAR|                  |".into(),
        );
        for row in (0..ROWS).rev() {
            line(&mut text, checkers(board, letters, &bottom, row, 0));
        }
        line(&mut text, numbers(&bottom, letters[0], true));
        line(&mut text, numbers(&bottom, letters[1], false));
        writeln!(text).expect(INFALLIBLE);
        writeln!(text, "{}", self.sentence(&pos.status())).expect(INFALLIBLE);
        writeln!(text, "{}", xgid::write(self.options(), pos)).expect(INFALLIBLE);
        writeln!(text, "{}", match_id::write_both(self, pos)).expect(INFALLIBLE);
        text
    }

    /// What stands to the right of the board, line by line.
    fn notes_beside(&self, pos: &Position, seat: Player) -> Vec<String> {
        let status = pos.status();
        let of = |player: Player| {
            let side = pos.side(player);
            let number = player.index() + 1;
            let score = match self.options().length {
                0 => String::new(),
                _ => format!(", score {}", status.score_so_far()[player.index()]),
            };
            let letter = LETTERS[player.index()];
            [
                format!("{letter}: player {number}, {} pips", side.pips()),
                format!("{} off{score}", side.off()),
            ]
        };
        let mut notes = vec![String::new(); 2 * ROWS + 5];
        let mut put = |line: usize, two: [String; 2]| {
            for (index, note) in two.into_iter().enumerate() {
                notes[line + index] = note;
            }
        };
        put(2, of(seat.other()));
        put(ROWS + 2, self.cube_and_length(&status));
        put(2 * ROWS + 1, of(seat));
        notes
    }

    fn cube_and_length(&self, status: &Status) -> [String; 2] {
        let cube = match (self.options().cube, status.cube.owner) {
            (false, _) => "no cube".to_owned(),
            (true, None) => format!("cube {} in the middle", status.cube.value()),
            (true, Some(owner)) => {
                let letter = LETTERS[owner.index()];
                format!("cube {} of {letter}", status.cube.value())
            }
        };
        let length = match self.options().length {
            0 => "money".to_owned(),
            length if status.crawford => format!("match to {length}, Crawford game"),
            length => format!("match to {length}"),
        };
        [cube, length]
    }

    /// Whether the game that is over decided the match.
    fn is_match_won(&self, status: &Status) -> bool {
        let score = status.score_so_far()[status.player.index()];
        !self.options().is_money() && score >= u32::from(self.options().length)
    }

    /// What happens next, in a sentence.
    pub(crate) fn sentence(&self, status: &Status) -> String {
        let who = LETTERS[status.player.index()];
        match status.phase {
            Phase::Opening => "Each rolls one die for the first turn.".into(),
            Phase::ToRoll if self.offers_double(status) => format!("{who} to roll or double."),
            Phase::ToRoll | Phase::Rolling => format!("{who} to roll."),
            Phase::Moving => format!("{who} to play {}{}.", status.dice.0, status.dice.1),
            Phase::Doubled => {
                let value = 2 * status.cube.value();
                format!("{who} is offered the cube at {value}: take or pass.")
            }
            Phase::Over if !self.is_match_won(status) => {
                let points = u32::from(status.multiple) * status.cube.value();
                let kind = ["", " with a gammon", " with a backgammon"];
                let kind = kind[usize::from(status.multiple.clamp(1, 3)) - 1];
                let plural = if points == 1 { "" } else { "s" };
                format!("{who} has won {points} point{plural}{kind}.")
            }
            Phase::Over => format!("{who} has won the match."),
        }
    }
}

/// A row of numbers: those of the player who sits below, or of the other, whose point 25 − p it is.
fn numbers(points: &[usize], whose: char, is_below: bool) -> String {
    let number = |&point: &usize| {
        let own = if is_below { point } else { POINTS + 1 - point };
        format!("{own:>3}")
    };
    let half = |points: &[usize]| points.iter().map(number).collect::<String>();
    format!("{whose}|{}|   |{}|", half(&points[..6]), half(&points[6..]))
}

/// A row of checkers; row 0 is at the edge. The player `bar` has his bar in this half: 0 sits below, 1 above.
fn checkers(board: Board, letters: [char; 2], points: &[usize], row: usize, bar: usize) -> String {
    let cell = |&point: &usize| {
        let (mine, theirs) = (
            board.mine.count(point),
            board.theirs.count(POINTS + 1 - point),
        );
        let player = usize::from(theirs > 0);
        format!("{:>3}", stack(mine + theirs, letters[player], row))
    };
    let half = |points: &[usize]| points.iter().map(cell).collect::<String>();
    let side = [board.mine, board.theirs][bar];
    let on_bar = stack(side.bar(), letters[bar], row);
    format!(
        " |{}|{on_bar:^3}|{}|",
        half(&points[..6]),
        half(&points[6..])
    )
}

/// What a stack of checkers shows in a row: a letter, or in the last row how many there are.
fn stack(count: u8, letter: char, row: usize) -> String {
    let count = usize::from(count);
    match count {
        _ if count > ROWS && row == ROWS - 1 => count.to_string(),
        _ if count > row => letter.to_string(),
        _ => String::new(),
    }
}
