//! A board drawn with the letters X and O, and the text around it: `X to play 31`.

use ludex_search::Player;

use crate::notation::setup::Setup;
use crate::notation::setup::check_score;
use crate::rules::board::Side;
use crate::rules::dice::Roll;
use crate::rules::options::Options;
use crate::rules::position::{Cube, Phase, Status};
use ludex_kit::{InputError, say};

/// The letters of the players.
const LETTERS: [char; 2] = ['X', 'O'];
/// Number of points in half of a board.
const HALF: usize = 12;

/// Whether a text contains such a picture.
pub(super) fn looks_like(text: &str) -> bool {
    text.lines().filter(|line| labels(line).is_some()).count() >= 2
}

/// Whether a line may be part of a picture.
pub(super) fn is_row(line: &str) -> bool {
    is_border(line) || Row::read(line).is_some()
}

/// Whether a line is the first or last of a picture.
pub(super) fn is_border(line: &str) -> bool {
    labels(line).is_some()
}

/// The players' names next to the borders of a picture, before their pip counts: `O: Ben  137`.
pub(super) fn names(text: &str) -> Option<[String; 2]> {
    let name = |letter: char| {
        let behind = |line: &str| {
            let (_, behind) = line.rsplit_once('+')?;
            let stated = behind.trim().strip_prefix(letter)?.strip_prefix(':')?;
            let name = stated.trim_end_matches(|last: char| last.is_ascii_digit());
            let is_pips = name.len() < stated.len() && name.ends_with("  ");
            Some(if is_pips { name } else { stated }.trim().to_owned())
        };
        text.lines().filter(|line| is_border(line)).find_map(behind)
    };
    let names = [name(LETTERS[0])?, name(LETTERS[1])?];
    names.iter().all(|name| !name.is_empty()).then_some(names)
}

/// Reads the first picture. X is player 1.
pub(super) fn read(text: &str) -> Result<Setup, InputError> {
    let lines: Vec<&str> = text.lines().collect();
    let mut borders =
        lines.iter().enumerate().filter_map(|(index, line)| Some((index, labels(line)?)));
    let ends = borders.next().zip(borders.next());
    let Some(((top, labels), (bottom, _))) = ends else {
        let sentence = say!(
            "this is not the picture of a board, which has two lines such as +13-14-15-16-17-18------19-20-21-22-23-24-+"
        );
        return Err(InputError::sentence("", sentence));
    };
    let rows: Vec<Row<'_>> =
        lines[top + 1..bottom].iter().filter_map(|line| Row::read(line)).collect();
    let bar = rows.iter().position(|row| row.bar.contains("BAR"));
    let wrong = || {
        InputError::sentence(
            "",
            say!("the board has no bar: a line with {line} is missing", line = "|BAR|"),
        )
    };
    let bar = bar.ok_or_else(wrong)?;
    let halves = [&rows[..bar], &rows[bar + 1..]];
    let mut counts = [[0_u8; 25]; 2];
    for (half, rows) in halves.into_iter().enumerate() {
        for (column, &(_, at)) in labels.iter().enumerate() {
            let Some((player, count)) = stack(rows.iter().map(|row| row.letters(at))) else {
                continue;
            };
            let from_left = if is_mirrored(&labels) { HALF - 1 - column } else { column };
            let point = if half == 0 { HALF + 1 + from_left } else { HALF - from_left };
            let own = if player == 0 { point } else { 25 - point };
            counts[player][own - 1] = count;
        }
    }
    for (player, letter) in LETTERS.into_iter().enumerate() {
        let column = rows.iter().filter(|row| !row.bar.contains("BAR")).map(|row| row.bar);
        counts[player][24] = on_bar(column, letter);
    }
    let side = |player: usize| {
        let sum: u32 = counts[player].iter().map(|&count| u32::from(count)).sum();
        let sentence =
            say!("{player} has {sum} checkers, more than 15", player = LETTERS[player], sum);
        Side::from_counts(&counts[player]).ok_or_else(|| InputError::sentence("", sentence))
    };
    let around = Around { text, above: &rows[..bar], below: &rows[bar + 1..] };
    around.setup([side(0)?, side(1)?])
}

/// The numbers of the points in the line above or below a board, each with its column inside the frame.
fn labels(line: &str) -> Option<Vec<(u8, usize)>> {
    let frame = line.find('+')?;
    let line = &line[frame + 1..line.rfind('+').filter(|&end| end > frame)?];
    let mut found = Vec::new();
    let mut at = 0;
    for word in line.split('-') {
        if !word.is_empty() {
            let number = word.parse().ok().filter(|number| (1..=24).contains(number))?;
            found.push((number, at + word.len() - 1));
        }
        at += word.len() + 1;
    }
    (found.len() == HALF).then_some(found)
}

/// Whether the home board of X is on the left.
fn is_mirrored(labels: &[(u8, usize)]) -> bool {
    matches!(labels[0].0, 1 | 24)
}

/// A line of the picture.
struct Row<'a> {
    /// The part inside the frame.
    inner: &'a str,
    /// The text between the two halves.
    bar: &'a str,
    /// The text beside the board.
    beside: &'a str,
}

impl<'a> Row<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let inner = &line[line.find('|')? + 1..];
        let mut parts = inner.splitn(4, '|');
        let (_, bar, _) = (parts.next()?, parts.next()?, parts.next()?);
        let beside = parts.next()?.trim();
        Some(Self { inner, bar, beside })
    }

    /// The text in a column: a letter, or a number of one or two digits whose last digit is in the column.
    fn letters(&self, at: usize) -> &'a str {
        let is_digit = |at: usize| self.inner.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
        let from = at - usize::from(at > 0 && is_digit(at) && is_digit(at - 1));
        self.inner.get(from..=at).unwrap_or_default()
    }
}

/// The owner and number of checkers in a column. Each letter is a checker; a number among the letters replaces their count.
fn stack<'a>(cells: impl Iterator<Item = &'a str>) -> Option<(usize, u8)> {
    let (mut player, mut count, mut stated) = (None, 0, None);
    for cell in cells {
        let letter = cell.chars().next().unwrap_or(' ').to_ascii_uppercase();
        match LETTERS.iter().position(|&known| known == letter) {
            Some(found) => {
                player = Some(found);
                count += 1;
            }
            None => stated = stated.or(cell.trim().parse().ok()),
        }
    }
    player.map(|player| (player, stated.unwrap_or(count)))
}

/// The number of a player's checkers on the bar.
fn on_bar<'a>(cells: impl Iterator<Item = &'a str>, letter: char) -> u8 {
    let is_it = |cell: &&str| cell.to_ascii_uppercase().contains(letter);
    cells.filter(is_it).count() as u8
}

/// The text around a picture.
struct Around<'a> {
    text: &'a str,
    /// The lines of the upper player, O, and of the lower player, X.
    above: &'a [Row<'a>],
    below: &'a [Row<'a>],
}

impl Around<'_> {
    fn setup(&self, sides: [Side; 2]) -> Result<Setup, InputError> {
        let (length, score) = self.score()?;
        let (player, roll) = self.turn()?;
        Ok(Setup {
            sides,
            status: Status {
                phase: roll.map_or(Phase::ToRoll, |_| Phase::Moving),
                player,
                dice: roll.map_or((0, 0), |roll| (roll.0, roll.1)),
                cube: self.cube()?,
                score,
                ..Status::START
            },
            length: Some(length),
            jacoby: (length == 0).then(|| self.text.contains("Jacoby")),
            beavers: (length == 0).then(|| self.text.contains("Beaver")),
            largest_cube: None,
        })
    }

    /// Parses `Score is X:3 O:2 7 pt.(s) match.`; without this line it is money play.
    fn score(&self) -> Result<(u8, [u8; 2]), InputError> {
        let Some((_, rest)) = self.text.split_once("Score is X:") else {
            return Ok((0, [0, 0]));
        };
        let line = rest.lines().next().unwrap_or_default();
        let wrong = || {
            let expected = say!("a line such as Score is X:3 O:2 7 pt.(s) match.");
            InputError::new(say!("score"), line, expected)
        };
        let numbers = line.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
        let numbers: Vec<u16> = numbers.map_while(|word| word.parse().ok()).collect();
        let [first, second, ref length @ ..] = numbers[..] else {
            return Err(wrong());
        };
        let length = length.first().copied().unwrap_or(0);
        if length > u16::from(Options::LONGEST) {
            return Err(wrong());
        }
        let length = length as u8;
        let place = say!("score");
        Ok((length, [check_score(&place, first, length)?, check_score(&place, second, length)?]))
    }

    /// The player on roll and the dice. They are in a line such as `X to play 31` or `O on roll`, or in such a text beside the board.
    fn turn(&self) -> Result<(Player, Option<Roll>), InputError> {
        for (player, letter) in LETTERS.into_iter().enumerate() {
            let beside = if player == 0 { self.below } else { self.above };
            let player = Player(player as u8);
            let after = |words: &str| self.text.split_once(&format!("{letter} {words}"));
            let rolled = after("to play ").map(|(_, rest)| rest);
            let beside_it = |words: &str| {
                let mut found = beside.iter().filter_map(|row| row.beside.split_once(words));
                found.next().map(|(_, rest)| rest)
            };
            if let Some(dice) = rolled.or_else(|| beside_it("Rolled ")) {
                let dice = dice.get(..2).unwrap_or_default();
                let wrong = || InputError::new(say!("dice"), dice, say!("two dice from 1 to 6"));
                return Ok((player, Some(Roll::read(dice).ok_or_else(wrong)?)));
            }
            let waits = after("to roll").or_else(|| after("on roll")).is_some();
            if waits || beside_it("On roll").is_some() {
                return Ok((player, None));
            }
        }
        let sentence = say!(
            "the picture does not say which player is to move; add a line such as `X to play 31` or `O on roll`"
        );
        Err(InputError::sentence("", sentence))
    }

    /// Parses `Cube: 2, O own cube`, or `Cube: 2` beside the owner's side of the board.
    fn cube(&self) -> Result<Cube, InputError> {
        let Some((before, rest)) = self.text.split_once("Cube: ") else {
            return Ok(Cube::default());
        };
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        let wrong = || InputError::new(say!("cube"), &*digits, say!("a power of two from 1 to 64"));
        let value: u32 = digits.parse().map_err(|_| wrong())?;
        if !value.is_power_of_two() || value.ilog2() > u32::from(Cube::MOST) {
            return Err(wrong());
        }
        let line = rest.lines().next().unwrap_or_default();
        let is_beside = |rows: &[Row<'_>]| rows.iter().any(|row| row.beside.contains("Cube: "));
        let in_middle = before.ends_with('(') || value == 1;
        let owner = match line.find(" own") {
            _ if in_middle => None,
            Some(at) => LETTERS.iter().position(|&letter| line[..at].ends_with(letter)),
            None if is_beside(self.below) => Some(0),
            None if is_beside(self.above) => Some(1),
            None => None,
        };
        Ok(Cube { doublings: value.ilog2() as u8, owner: owner.map(|index| Player(index as u8)) })
    }
}
