//! The board as text, with both numberings, cube, score and pips.

use std::fmt::Write as _;

use ludex_search::Player;

use super::picture::{last_play, play_ends};
use crate::notation::{match_id, xgid};
use crate::rules::board::{Board, OFF, POINTS};
use crate::rules::game::Tryktrak;
use crate::rules::position::{Phase, Position, Status};
use ludex_kit::support::styled::{Ink, Look, StyledText};
use ludex_kit::{Shown, say, say_count};

/// Why writing to a string needs no error handling.
const INFALLIBLE: &str = "writing to a string cannot fail";

/// Number of rows of checkers in each half of the board.
const ROWS: usize = 5;
/// The letters of the players' checkers.
const LETTERS: [&str; 2] = ["X", "O"];

impl Tryktrak {
    /// The board as text, from the view of the player at the bottom, with the point numbers of both players.
    pub(crate) fn text_of(&self, shown: &Shown<Self>) -> StyledText {
        let pos = shown.position;
        let half = Half::new(shown);
        let (below, above) = (shown.seat, shown.seat.other());
        let top: Vec<usize> = (13..=POINTS).collect();
        let bottom: Vec<usize> = (1..=12).rev().collect();
        let mut rows = vec![point_numbers(&top, above, false), point_numbers(&top, below, true)];
        rows.extend((0..ROWS).map(|row| half.checkers(&top, row, above)));
        rows.push(" |                  |BAR|                  |".to_owned().into());
        rows.extend((0..ROWS).rev().map(|row| half.checkers(&bottom, row, below)));
        rows.push(point_numbers(&bottom, below, true));
        rows.push(point_numbers(&bottom, above, false));
        let mut text = StyledText::new();
        for (row, (owner, note)) in rows.into_iter().zip(self.notes_beside(pos, below)) {
            text.append(row);
            text.push_str("   ");
            if let Some(owner) = owner {
                text.paint(Ink::of_player(owner.index()), LETTERS[owner.index()]);
            }
            text.push_str(&note);
            text.end_line();
        }
        text.push_str("\n");
        let letter = LETTERS[pos.status().player.index()];
        writeln!(text, "{}", self.sentence(&pos.status(), letter)).expect(INFALLIBLE);
        writeln!(text, "{}", xgid::write(self.options(), pos)).expect(INFALLIBLE);
        writeln!(text, "{}", match_id::write_both(self, pos)).expect(INFALLIBLE);
        text
    }

    /// The texts to the right of the board, line by line, with the player they are about.
    fn notes_beside(&self, pos: &Position, below: Player) -> Vec<(Option<Player>, String)> {
        let status = pos.status();
        let of = |player: Player| {
            let side = pos.side(player);
            let (number, off) = (player.index() + 1, side.off());
            let pips = say_count!(
                side.pips().into(),
                ": player {number}, {count} pips",
                ": player {number}, {count} pips",
                number
            );
            let score = status.score_so_far()[player.index()];
            let off = if self.options().is_money() {
                say!("{off} off", off)
            } else {
                say!("{off} off, score {score}", off, score)
            };
            [(Some(player), pips), (None, off)]
        };
        let mut notes = vec![(None, String::new()); 2 * ROWS + 5];
        let mut put = |line: usize, two: [(Option<Player>, String); 2]| {
            for (index, note) in two.into_iter().enumerate() {
                notes[line + index] = note;
            }
        };
        put(2, of(below.other()));
        put(ROWS + 2, self.cube_and_length(&status).map(|note| (None, note)));
        put(2 * ROWS + 1, of(below));
        notes
    }

    fn cube_and_length(&self, status: &Status) -> [String; 2] {
        let value = status.cube.value();
        let cube = match (self.options().cube, status.cube.owner) {
            (false, _) => say!("no cube"),
            (true, None) => say!("cube {value} in the middle", value),
            (true, Some(owner)) => {
                say!("cube {value} of {player}", value, player = LETTERS[owner.index()])
            }
        };
        let length = match self.options().length {
            0 => say!("money"),
            length if status.crawford => say!("match to {length}, Crawford game", length),
            length => say!("match to {length}", length),
        };
        [cube, length]
    }

    /// Whether the finished game decided the match.
    fn is_match_won(&self, status: &Status) -> bool {
        let score = status.score_so_far()[status.player.index()];
        !self.options().is_money() && score >= u32::from(self.options().length)
    }

    /// What happens next, in a sentence. `player` is the name of the player who acts.
    pub(crate) fn sentence(&self, status: &Status, player: &str) -> String {
        match status.phase {
            Phase::Opening => say!("Each rolls one die for the first turn."),
            Phase::ToRoll if self.offers_double(status) => {
                say!("{player} to roll or double.", player)
            }
            Phase::ToRoll | Phase::Rolling => say!("{player} to roll.", player),
            Phase::Moving => {
                let dice = format!("{}{}", status.dice.0, status.dice.1);
                say!("{player} to play {dice}.", player, dice)
            }
            Phase::Doubled => {
                let value = 2 * status.cube.value();
                say!("{player} is offered the cube at {value}: take or pass.", player, value)
            }
            Phase::Over if !self.is_match_won(status) => {
                let points = u64::from(status.multiple) * u64::from(status.cube.value());
                match status.multiple {
                    ..=1 => say_count!(
                        points,
                        "{player} has won {count} point.",
                        "{player} has won {count} points.",
                        player
                    ),
                    2 => say_count!(
                        points,
                        "{player} has won {count} point with a gammon.",
                        "{player} has won {count} points with a gammon.",
                        player
                    ),
                    _ => say_count!(
                        points,
                        "{player} has won {count} point with a backgammon.",
                        "{player} has won {count} points with a backgammon.",
                        player
                    ),
                }
            }
            Phase::Over => say!("{player} has won the match.", player),
        }
    }
}

/// A row with the point numbers of a player. `points` are numbered from the view of the player at the bottom (`is_own`); for the other
/// player, point p is point 25 − p.
fn point_numbers(points: &[usize], whose: Player, is_own: bool) -> StyledText {
    let number = |&point: &usize| {
        let own = if is_own { point } else { POINTS + 1 - point };
        format!("{own:>3}")
    };
    let half = |points: &[usize]| points.iter().map(number).collect::<String>();
    let mut text = StyledText::new();
    text.paint(Ink::of_player(whose.index()), LETTERS[whose.index()]);
    let row = format!("|{}|   |{}|", half(&points[..6]), half(&points[6..]));
    text.paint(Ink::Quiet, &row);
    text
}

/// Half of the board, in the point numbers of the player at the bottom.
struct Half {
    below: Player,
    board: Board,
    /// The player of the last play, and the points where checkers went.
    last: Option<(Player, Vec<usize>)>,
}

impl Half {
    fn new(shown: &Shown<Tryktrak>) -> Self {
        let below = shown.seat;
        let last = last_play(shown).map(|(player, play)| {
            let counted = |point| {
                if player == below { point } else { POINTS + 1 - point }
            };
            let ends = play_ends(play).into_iter();
            (player, ends.filter(|&end| end != OFF).map(counted).collect())
        });
        Self { below, board: shown.position.board_of(below), last }
    }

    /// The number of checkers that a player moved to a point in the last play.
    fn came(&self, player: Player, point: usize) -> usize {
        match &self.last {
            Some((who, ends)) if *who == player => ends.iter().filter(|&&end| end == point).count(),
            _ => 0,
        }
    }

    /// A row of checkers; row 0 is at the edge of the board. `bar` is the player whose checkers on the bar are shown in this half.
    fn checkers(&self, points: &[usize], row: usize, bar: Player) -> StyledText {
        let mut text = StyledText::new();
        let half = |text: &mut StyledText, points: &[usize]| {
            for &point in points {
                let mine = self.board.mine.count(point);
                let theirs = self.board.theirs.count(POINTS + 1 - point);
                let player = if theirs > 0 { self.below.other() } else { self.below };
                let count = usize::from(mine + theirs);
                let is_last = row + self.came(player, point) >= count.min(ROWS);
                let letters = stack(count, player, row);
                text.push_str(&" ".repeat(3 - letters.len()));
                let ink = Ink::of_player(player.index());
                text.paint(Look { ink, is_last }, &letters);
            }
        };
        let side = if bar == self.below { self.board.mine } else { self.board.theirs };
        text.push_str(" |");
        half(&mut text, &points[..6]);
        text.push_str("|");
        let on_bar = stack(usize::from(side.bar()), bar, row);
        text.paint(Ink::of_player(bar.index()), &format!("{on_bar:^3}"));
        text.push_str("|");
        half(&mut text, &points[6..]);
        text.push_str("|");
        text
    }
}

/// The text of a stack in a row: a letter, or in the last row the number of checkers.
fn stack(count: usize, player: Player, row: usize) -> String {
    match count {
        _ if count > ROWS && row == ROWS - 1 => count.to_string(),
        _ if count > row => LETTERS[player.index()].to_owned(),
        _ => String::new(),
    }
}
