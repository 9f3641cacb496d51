//! XGID, a position with cube, dice and score as text. It is the canonical notation.

use ludex_search::Player;

use super::setup::{Setup, check_score, expected_score};
use crate::WORDS;
use crate::rules::board::{CHECKERS, POINTS, Side};
use crate::rules::dice::Roll;
use crate::rules::options::Options;
use crate::rules::position::{Cube, Phase, Position, Status};
use ludex_kit::{InputError, message, say, say_count};

/// The prefix, followed by `=` or `:`.
const PREFIX: &str = "XGID";
/// The minimum number of fields: the points, the cube, its owner and the turn. If later fields are missing, the position is from
/// money play, before the roll.
pub(crate) const LEAST_FIELDS: usize = 4;
/// Values of missing fields.
const LEFT_OUT: [&str; 9] = ["0", "0", "0", "00", "0", "0", "0", "0", "6"];
/// Number of places in the first field: a bar, the points, the other bar.
const PLACES: usize = POINTS + 2;

/// The name of the first field.
const POINTS_FIELD: &str = message!("points|of the board");
/// Names of the fields after the points.
const FIELDS: [&str; 9] = [
    message!("cube"),
    message!("cube owner"),
    message!("turn"),
    message!("dice"),
    message!("score of player 1"),
    message!("score of player 2"),
    message!("Crawford or Jacoby"),
    message!("length"),
    message!("largest cube"),
];

/// Whether a text is intended as an XGID.
pub(crate) fn looks_like(text: &str) -> bool {
    without_prefix(text).is_some() || text.split(':').count() >= LEAST_FIELDS
}

/// Removes the prefix `XGID=`. `None` if the text does not have it.
pub(crate) fn without_prefix(text: &str) -> Option<&str> {
    let (start, rest) = text.split_at_checked(PREFIX.len())?;
    let rest = start.eq_ignore_ascii_case(PREFIX).then_some(rest)?;
    rest.trim_start().strip_prefix(['=', ':']).map(str::trim_start)
}

/// Writes a position.
pub fn write(options: Options, pos: &Position) -> String {
    let status = pos.status();
    let (turn, dice) = match status.phase {
        // The turn names the player who doubled, not the one who must answer.
        Phase::Doubled if status.answers_beaver() => (status.player.other(), "B".into()),
        Phase::Doubled => (status.player.other(), "D".into()),
        Phase::Moving => {
            let (first, second) = status.dice;
            (status.player, Roll(first, second).to_string())
        }
        _ => (status.player, "00".into()),
    };
    let rule = if options.is_money() {
        u8::from(options.jacoby) + 2 * u8::from(options.beavers)
    } else {
        u8::from(status.crawford)
    };
    let score = written_score(options, pos);
    format!(
        "{PREFIX}={}:{}:{}:{}:{dice}:{}:{}:{rule}:{}:{}",
        write_points(pos),
        status.cube.doublings,
        status.cube.owner.map_or(0, sign),
        sign(turn),
        score[0],
        score[1],
        options.length,
        options.largest_cube,
    )
}

/// The score in a position text. After the last checker is borne off, it includes the points of the game.
pub(super) fn written_score(options: Options, pos: &Position) -> [u32; 2] {
    let status = pos.status();
    let sides = [pos.side(Player(0)), pos.side(Player(1))];
    match points_won(sides, status.cube, options.length) {
        Some(_) => status.score_so_far(),
        None => status.score.map(u32::from),
    }
}

/// Computes the score before the game from the score in a position text.
pub(super) fn score_before(sides: [Side; 2], cube: Cube, length: u8, stated: [u16; 2]) -> [u16; 2] {
    let mut score = stated;
    if let Some((winner, points)) = points_won(sides, cube, length) {
        let won = &mut score[winner.index()];
        *won = won.checked_sub(points).unwrap_or(*won);
    }
    score
}

/// The winner and the points of a match game in which a side has borne off all checkers. Only then does the score in a position text
/// include the points: after a resignation, the text shows the position before the resignation.
fn points_won(sides: [Side; 2], cube: Cube, length: u8) -> Option<(Player, u16)> {
    let players = [Player(0), Player(1)].into_iter();
    let winner =
        players.filter(|_| length > 0).find(|player| sides[player.index()].off() == CHECKERS)?;
    let loser = sides[winner.other().index()];
    let points = u32::from(loser.multiple_lost()) * cube.value();
    Some((winner, points as u16))
}

/// Writes the start position of a record. The turn is 0 before an opening roll, because the dice decide which player begins.
pub(crate) fn write_start(options: Options, pos: &Position) -> String {
    let text = write(options, pos);
    if pos.status().phase != Phase::Opening {
        return text;
    }
    let mut fields: Vec<&str> = text.split(':').collect();
    fields[3] = "0";
    fields.join(":")
}

fn sign(player: Player) -> i8 {
    1 - 2 * player.0 as i8
}

fn write_points(pos: &Position) -> String {
    let (first, second) = (pos.side(Player(0)), pos.side(Player(1)));
    let letter = |place: usize| {
        let (upper, lower) = (
            if place > 0 { first.count(place) } else { 0 },
            if place <= POINTS { second.count(PLACES - 1 - place) } else { 0 },
        );
        match (upper, lower) {
            (0, 0) => '-',
            (count, 0) => char::from(b'A' + count - 1),
            (_, count) => char::from(b'a' + count - 1),
        }
    };
    (0..PLACES).map(letter).collect()
}

/// The place of a field, given in English.
fn place(field: &str) -> String {
    format!("{PREFIX}, {}", WORDS.translate(field))
}

fn error(field: &str, found: impl Into<String>, expected: impl Into<String>) -> InputError {
    InputError::new(place(field), found, expected)
}

/// Reads a position, with or without the prefix `XGID=`.
pub(crate) fn read(text: &str) -> Result<Setup, InputError> {
    let text = without_prefix(text).unwrap_or(text);
    let fields: Vec<&str> = text.split(':').collect();
    let [points, fields @ ..] = fields.as_slice() else {
        unreachable!("`split` returns at least one part")
    };
    let sides = read_points(points)?;
    let n_fields = fields.len() + 1;
    if !(LEAST_FIELDS..=LEFT_OUT.len() + 1).contains(&n_fields) {
        let expected = say!(
            "10 fields between colons: points, cube, owner, turn, dice, two scores, Crawford or Jacoby, length, \
             largest cube; those after the turn may be left out"
        );
        return Err(error(message!("fields"), n_fields.to_string(), expected));
    }
    let fields: [&str; 9] = std::array::from_fn(|index| match fields.get(index) {
        None | Some(&"") if index + 1 >= LEAST_FIELDS => LEFT_OUT[index],
        field => field.copied().unwrap_or_default(),
    });
    let number = |index: usize, most: u16, expected: String| {
        let value = fields[index].parse::<u16>().ok();
        value
            .filter(|&value| value <= most)
            .ok_or_else(|| error(FIELDS[index], fields[index], expected))
    };
    let side_of = |index: usize, expected: String| match fields[index] {
        "1" => Ok(Some(Player(0))),
        "-1" => Ok(Some(Player(1))),
        "0" => Ok(None),
        found => Err(error(FIELDS[index], found, expected)),
    };
    let most = u16::from(Cube::MOST);
    let cube = Cube {
        doublings: number(0, most, say!("0 to 6, which mean a cube of 1 to 64"))? as u8,
        owner: side_of(1, say!("1, -1, or 0 for the middle"))?,
    };
    let turn = side_of(2, say!("1 or -1, or 0 for the roll that decides which player begins"))?;
    let length = number(7, u16::from(Options::LONGEST), say!("0 (money) to 64 points"))? as u8;
    let largest_cube = number(8, u16::MAX, say!("a number"))?;
    let points = |index: usize| number(4 + index, u16::MAX, expected_score(length));
    let before = score_before(sides, cube, length, [points(0)?, points(1)?]);
    let mut score = [0; 2];
    for (index, score) in score.iter_mut().enumerate() {
        *score = check_score(&place(FIELDS[4 + index]), before[index], length)?;
    }
    let rule = match length {
        0 => number(6, 3, say!("0 to 3 in money play: 1 for Jacoby, 2 for beavers"))?,
        _ => number(6, 1, say!("0, or 1 in the Crawford game"))?,
    };
    let mut setup = Setup {
        sides,
        status: Status { cube, score, crawford: length > 0 && rule == 1, ..Status::START },
        length: Some(length),
        jacoby: (length == 0).then_some(rule & 1 != 0),
        beavers: (length == 0).then_some(rule & 2 != 0),
        largest_cube: Some(largest_cube),
    };
    read_turn(&mut setup, turn, fields[3])?;
    Ok(setup)
}

fn read_turn(setup: &mut Setup, turn: Option<Player>, dice: &str) -> Result<(), InputError> {
    let Some(player) = turn else {
        if dice != "00" || setup.sides != [Side::START; 2] {
            let expected = say!("1 or -1; 0 is only for the roll that decides which player begins");
            return Err(error(FIELDS[2], "0", expected));
        }
        return Ok(());
    };
    let status = &mut setup.status;
    status.player = player;
    match dice {
        "00" => status.phase = Phase::ToRoll,
        "D" | "B" => setup.offer(dice == "B").map_err(|problem| {
            let problem = say!("offers a double, but {reason}", reason = problem);
            InputError::problem(place(FIELDS[3]), dice, problem)
        })?,
        _ => {
            let expected = say!("00, D, or two dice from 1 to 6");
            let roll = Roll::read(dice).ok_or_else(|| error(FIELDS[3], dice, expected))?;
            status.phase = Phase::Moving;
            status.dice = (roll.0, roll.1);
        }
    }
    Ok(())
}

/// Reads the checkers of the first field.
pub(crate) fn read_points(text: &str) -> Result<[Side; 2], InputError> {
    let n_places = text.chars().count();
    if n_places != PLACES {
        let problem = say_count!(
            n_places as u64,
            "has {count} place instead of 26: a bar, 24 points, a bar",
            "has {count} places instead of 26: a bar, 24 points, a bar"
        );
        return Err(InputError::problem(place(POINTS_FIELD), text, problem));
    }
    let mut counts = [[0u8; 25]; 2];
    for (index, letter) in text.chars().enumerate() {
        let at = || say!("XGID, points, place {number}", number = index + 1);
        let (player, count) = match letter {
            '-' => continue,
            'A'..='O' => (0, letter as u8 - b'A' + 1),
            'a'..='o' => (1, letter as u8 - b'a' + 1),
            _ => {
                let expected = say!("-, or a letter from A to O for up to 15 checkers");
                return Err(InputError::new(at(), letter, expected));
            }
        };
        // The first place is player 2's bar, the last player 1's.
        let own = if player == 0 { index } else { PLACES - 1 - index };
        if own == 0 {
            let problem =
                say!("is a checker of the wrong player: this place is the other player's bar");
            return Err(InputError::problem(at(), letter, problem));
        }
        counts[player][own - 1] = count;
    }
    let side = |player: usize| {
        Side::from_counts(&counts[player]).ok_or_else(|| {
            let sum: u32 = counts[player].iter().map(|&count| u32::from(count)).sum();
            let sentence = say!(
                "player {player} has {sum} checkers, more than {most}",
                player = player + 1,
                sum,
                most = CHECKERS
            );
            InputError::sentence(place(POINTS_FIELD), sentence)
        })
    };
    Ok([side(0)?, side(1)?])
}
