//! The GNU Match ID: cube, dice, score and turn in 9 bytes, written as 12 characters.
//!
//! The format numbers the players 0 and 1. When Ludex writes a Match ID, the player on roll gets number 1. When Ludex reads a Match ID, the
//! player with number 1 becomes player 1 of Ludex.

use ludex_search::Player;

use super::position_id;
use super::position_id::{decode, encode};
use super::setup::{Setup, check_score};
use crate::WORDS;
use crate::rules::board;
use crate::rules::dice::Roll;
use crate::rules::game::Tryktrak;
use crate::rules::options::Options;
use crate::rules::position::{Cube, Phase, Position, Status};
use ludex_kit::{InputError, message, say};

/// The prefix that GNU Backgammon writes before both IDs.
const PREFIX: &str = "GNUBGID";

/// Removes the prefix `GNUBgID=` or `GNUBGID `, if there is one.
pub(in crate::notation) fn without_prefix(text: &str) -> &str {
    let ids = text
        .split_at_checked(PREFIX.len())
        .filter(|(start, _)| start.eq_ignore_ascii_case(PREFIX))
        .and_then(|(_, rest)| rest.strip_prefix(['=', ':', ' ']));
    ids.map_or(text, str::trim_start)
}

/// Number of characters of a Match ID.
pub const LENGTH: usize = 12;
const BYTES: usize = 9;

/// Widths of the fields in bits, from the lowest bit on.
const WIDTHS: [u32; 15] = [4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1, 5];

/// The fields in the order of [`WIDTHS`]; the last is unused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fields {
    cube: u16,
    owner: u16,
    on_roll: u16,
    crawford: u16,
    state: u16,
    turn: u16,
    doubled: u16,
    resigned: u16,
    dice: [u16; 2],
    length: u16,
    score: [u16; 2],
    no_jacoby: u16,
    rest: u16,
}

/// The cube is in the middle.
const MIDDLE: u16 = 3;
/// State of the game: none in progress. Some programs write this for positions that they only display.
const NO_GAME: u16 = 0;
/// State of the game: in progress.
const PLAYING: u16 = 1;
/// States of a finished game: a player has borne off all checkers, resigned, or passed a double.
const OVER: u16 = 2;
const RESIGNED: u16 = 3;
const DROPPED: u16 = 4;

impl Fields {
    fn unpack(bytes: &[u8]) -> Self {
        let mut whole = [0; 16];
        whole[..BYTES].copy_from_slice(&bytes[..BYTES]);
        let mut bits = u128::from_le_bytes(whole);
        let values = WIDTHS.map(|width| {
            let value = bits & ((1 << width) - 1);
            bits >>= width;
            value as u16
        });
        let [
            cube,
            owner,
            on_roll,
            crawford,
            state,
            turn,
            doubled,
            resigned,
            first,
            second,
            length,
            score_0,
            score_1,
            no_jacoby,
            rest,
        ] = values;
        Self {
            cube,
            owner,
            on_roll,
            crawford,
            state,
            turn,
            doubled,
            resigned,
            dice: [first, second],
            length,
            score: [score_0, score_1],
            no_jacoby,
            rest,
        }
    }

    fn pack(&self) -> String {
        let values = [
            self.cube,
            self.owner,
            self.on_roll,
            self.crawford,
            self.state,
            self.turn,
            self.doubled,
            self.resigned,
            self.dice[0],
            self.dice[1],
            self.length,
            self.score[0],
            self.score[1],
            self.no_jacoby,
            self.rest,
        ];
        let mut bits = 0u128;
        for (value, width) in values.into_iter().zip(WIDTHS).rev() {
            bits = bits << width | u128::from(value);
        }
        encode(&bits.to_le_bytes()[..BYTES])
    }
}

/// The player on roll; while a double awaits an answer, the player who doubled; after the game, the winner.
fn on_roll(status: &Status) -> Player {
    match status.phase {
        Phase::Doubled => status.player.other(),
        _ => status.player,
    }
}

/// The Position ID and the Match ID of a position.
pub fn write(options: Options, pos: &Position) -> (String, String) {
    let status = pos.status();
    let roller = on_roll(&status);
    let number = |player: Player| u16::from(player == roller);
    let doubled = status.phase == Phase::Doubled;
    let (state, resigned) = match status.phase {
        Phase::Over if pos.side(status.player).off() == board::CHECKERS => (OVER, 0),
        Phase::Over if status.multiple > 1 => (RESIGNED, status.multiple.into()),
        Phase::Over => (DROPPED, 0),
        _ => (PLAYING, 0),
    };
    let dice = match status.phase {
        Phase::Moving => [status.dice.0.into(), status.dice.1.into()],
        _ => [0, 0],
    };
    let score = status.score_so_far().map(|points| points as u16);
    let fields = Fields {
        cube: status.cube.doublings.into(),
        owner: status.cube.owner.map_or(MIDDLE, number),
        on_roll: 1,
        crawford: status.crawford.into(),
        state,
        turn: u16::from(!doubled),
        doubled: doubled.into(),
        resigned,
        dice,
        length: options.length.into(),
        score: [roller.other(), roller].map(|player| score[player.index()]),
        no_jacoby: u16::from(!(options.is_money() && options.jacoby)),
        rest: 0,
    };
    (position_id::write(pos.board_of(roller)), fields.pack())
}

/// [`write()`] as one text.
pub fn write_both(game: &Tryktrak, pos: &Position) -> String {
    let (position, of_match) = write(game.options(), pos);
    format!("{position}:{of_match}")
}

/// The place of a field, given in English.
fn place(field: &str) -> String {
    format!("Match ID, {}", WORDS.translate(field))
}

fn error(field: &str, found: impl Into<String>, expected: impl Into<String>) -> InputError {
    InputError::new(place(field), found, expected)
}

/// Reads a position from its two IDs. Player 1 of the format is this program's player 1.
pub(crate) fn read(position: &str, of_match: &str) -> Result<Setup, InputError> {
    let board = position_id::read("Position ID", position)?;
    let form = say!("a Match ID has 12, such as cAkAAAAAAAAE");
    let wrong = |problem| InputError::problem("Match ID", of_match, problem);
    let bytes = decode(of_match, LENGTH, &form).map_err(wrong)?;
    let fields = Fields::unpack(&bytes);
    if fields.rest != 0 {
        return Err(error(message!("last bits"), (fields.rest).to_string(), say!("zeros")));
    }
    let status = read_status(&fields)?;
    let length = fields.length as u8;
    let roller = player(fields.on_roll);
    let mut setup = Setup {
        largest_cube: None,
        sides: board.sides(roller),
        status: Status { player: roller, ..status },
        length: Some(length),
        jacoby: (length == 0).then_some(fields.no_jacoby == 0),
        beavers: None,
    };
    match fields.state {
        PLAYING | NO_GAME => read_turn(&mut setup, &fields)?,
        OVER | RESIGNED | DROPPED => read_ending(&mut setup, &fields)?,
        state => {
            let expected = say!("0 to 4: 1 is a game in progress, 2 to 4 are finished games");
            return Err(error(message!("state"), state.to_string(), expected));
        }
    }
    setup.status.score = read_score(&fields, &setup.status)?;
    Ok(setup)
}

/// Converts a player number of the format; number 1 is player 1 of Ludex.
fn player(number: u16) -> Player {
    Player(1 - number as u8)
}

fn read_status(fields: &Fields) -> Result<Status, InputError> {
    if fields.cube > u16::from(Cube::MOST) {
        return Err(error(
            message!("cube"),
            (1u32 << fields.cube).to_string(),
            say!("1 to 64, six doublings at most"),
        ));
    }
    let owner = match fields.owner {
        MIDDLE => None,
        number @ (0 | 1) => Some(player(number)),
        other => {
            return Err(error(
                message!("cube owner"),
                (other).to_string(),
                say!("0, 1, or 3 for the middle"),
            ));
        }
    };
    if fields.length > u16::from(Options::LONGEST) {
        return Err(error(
            message!("length"),
            (fields.length).to_string(),
            say!("0 (money) to 64 points"),
        ));
    }
    let length = fields.length as u8;
    if length == 0 && fields.crawford == 1 {
        return Err(error(message!("Crawford"), (1).to_string(), say!("0 in money play")));
    }
    Ok(Status {
        cube: Cube { doublings: fields.cube as u8, owner },
        crawford: fields.crawford == 1,
        ..Status::START
    })
}

/// The score before the game. If the game is over, the score in the text includes its points.
fn read_score(fields: &Fields, status: &Status) -> Result<[u8; 2], InputError> {
    let points = Status { score: [0; 2], ..*status }.score_so_far();
    let mut score = [0; 2];
    for (number, &stated) in fields.score.iter().enumerate() {
        let index = player(number as u16).index();
        let place = say!("Match ID, score of player {number}", number);
        let before = stated.checked_sub(points[index] as u16).unwrap_or(stated);
        score[index] = check_score(&place, before, fields.length as u8)?;
    }
    Ok(score)
}

/// Reads who has won a finished game, and by how much.
fn read_ending(setup: &mut Setup, fields: &Fields) -> Result<(), InputError> {
    let sides = setup.sides;
    let empty = [0, 1]
        .map(Player)
        .into_iter()
        .find(|player| sides[player.index()].off() == board::CHECKERS);
    let (winner, times) = match (fields.state, empty) {
        (_, Some(winner)) => (winner, sides[winner.other().index()].multiple_lost()),
        (OVER, None) => {
            let problem = say!("is a finished game, but neither player has borne off all checkers");
            return Err(InputError::problem(place("state"), OVER.to_string(), problem));
        }
        (RESIGNED, None) if fields.resigned == 0 => {
            let problem = say!("names no points, but the state is that of a resigned game");
            return Err(InputError::problem(place("resignation"), "0", problem));
        }
        (RESIGNED, None) => (winner_by_score(fields), fields.resigned as u8),
        (_, None) => (winner_by_score(fields), 1),
    };
    let options = Options {
        length: fields.length as u8,
        jacoby: fields.no_jacoby == 0,
        ..Options::default()
    };
    let multiple = Tryktrak::with_options(options).multiple(setup.status.cube, times);
    setup.status = Status { phase: Phase::Over, player: winner, multiple, ..setup.status };
    Ok(())
}

/// The player who has reached the length of the match. If neither has, the player on roll: that player doubled, or accepted the
/// resignation.
fn winner_by_score(fields: &Fields) -> Player {
    let decides = |number: &u16| fields.score[usize::from(*number)] >= fields.length;
    let number = [0, 1].into_iter().find(|number| fields.length > 0 && decides(number));
    player(number.unwrap_or(fields.on_roll))
}

fn read_turn(setup: &mut Setup, fields: &Fields) -> Result<(), InputError> {
    if fields.resigned != 0 {
        return Err(error(
            message!("resignation"),
            (fields.resigned).to_string(),
            say!("0, no offered resignation"),
        ));
    }
    let is_answer = fields.doubled == 1;
    if (fields.turn != fields.on_roll) != is_answer {
        let expected =
            if is_answer { say!("the player who was doubled") } else { say!("the player on roll") };
        return Err(error(message!("turn"), (fields.turn).to_string(), expected));
    }
    let [first, second] = fields.dice;
    let rolled = first != 0 || second != 0;
    if is_answer {
        if rolled {
            let found = format!("{first}{second}");
            return Err(error(
                message!("dice"),
                found,
                say!("no dice before the double is answered"),
            ));
        }
        return setup.offer(false).map_err(|problem| {
            error(message!("double|field"), "1", say!("none: {reason}", reason = problem))
        });
    }
    setup.status.phase = Phase::ToRoll;
    if rolled {
        let text = format!("{first}{second}");
        let Roll(first, second) = Roll::read(&text)
            .ok_or_else(|| error(message!("dice"), text, say!("two dice from 1 to 6, or none")))?;
        setup.status.phase = Phase::Moving;
        setup.status.dice = (first, second);
    }
    Ok(())
}
