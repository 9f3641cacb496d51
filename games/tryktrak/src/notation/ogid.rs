//! OGID, the position format introduced by `OpenGammon`: one letter per checker, then the cube, the dice and the score.
//!
//! `11ccccchhhjjjjj:66666888dddddoo:N0N:51:B::0:0:7:` is the start. The fields are: White's checkers and Black's checkers by point
//! (`0` to `9`, then `a` to `p`; 0 is White's bar, 25 is Black's); the cube (owner, doublings, `O` if it is offered); the dice; the
//! player on roll; the state of the game; White's points and Black's points; the match length (`7C` in the Crawford game); the move
//! number; the number of checkers per player.
//!
//! Programs that leave the state empty, or write `IW` there, have Black as player 1. `OpenGammon` itself always writes a state; there White
//! is player 1, and the letter of the turn names the player who acted last, so the other player is on roll.
//!
//! CITE: `AnkiGammon` and `blunderDB` (`OGID`); `HedgeHog`, `docs/OGID.md`; the pairs of both IDs of one position in `GammonView`.

use ludex_search::Player;

use super::setup::{Setup, check_score};
use super::xgid::{score_before, written_score};
use crate::WORDS;
use crate::rules::board::{BAR, Board, CHECKERS, Side};
use crate::rules::dice::Roll;
use crate::rules::options::Options;
use crate::rules::position::{Cube, Phase, Position, Status};
use ludex_kit::{InputError, message, say};

/// An optional prefix.
const PREFIX: &str = "OGID";
/// The letters of the points; the index is the number of the point.
const POINTS: &[u8; 26] = b"0123456789abcdefghijklmnop";
/// The minimum and maximum number of fields.
const LEAST_FIELDS: usize = 3;
const MOST_FIELDS: usize = 11;
/// States of a finished game.
const OVER: [&str; 6] = ["P", "G", "M", "RG", "RM", "F"];

/// Removes the prefix `OGID=`, which is optional. `None` if the text is not an OGID.
pub(crate) fn without_prefix(text: &str) -> Option<&str> {
    let (start, rest) = text.split_at_checked(PREFIX.len()).unwrap_or_default();
    let named = rest.strip_prefix(['=', ':', ' ']);
    if let Some(rest) = named.filter(|_| start.eq_ignore_ascii_case(PREFIX)) {
        return Some(rest.trim_start());
    }
    let cube = text.split(':').nth(2)?.as_bytes();
    let is_cube =
        matches!(cube, [b'W' | b'B' | b'N' | b'D' | b'?', b'0'..=b'9', b'N' | b'O' | b'T' | b'P']);
    is_cube.then_some(text)
}

/// Writes a position.
pub fn write(options: Options, pos: &Position) -> String {
    let status = pos.status();
    let is_offered = status.phase == Phase::Doubled;
    let on_roll = if is_offered { status.player.other() } else { status.player };
    let letter = |player: Player| if player.index() == 0 { 'B' } else { 'W' };
    let side = |player: usize| {
        let side = pos.side(Player(player as u8));
        let places = (1..=BAR).flat_map(|own| std::iter::repeat_n(own, side.count(own).into()));
        let mut letters: Vec<char> = places
            .map(|own| char::from(POINTS[if player == 0 { own } else { BAR - own }]))
            .collect();
        letters.sort_unstable();
        letters.into_iter().collect::<String>()
    };
    let dice = match status.phase {
        Phase::Moving => Roll(status.dice.0, status.dice.1).to_string(),
        _ => String::new(),
    };
    let length = match (options.is_money(), status.crawford) {
        (true, _) => String::new(),
        (_, true) => format!("{}C", options.length),
        (_, false) => options.length.to_string(),
    };
    let score = written_score(options, pos);
    format!(
        "{}:{}:{}{}{}:{dice}:{}::{}:{}:{length}:",
        side(1),
        side(0),
        status.cube.owner.map_or('N', letter),
        status.cube.doublings,
        if is_offered { 'O' } else { 'N' },
        letter(on_roll),
        score[1],
        score[0],
    )
}

/// The place of a field, given in English.
fn place(field: &str) -> String {
    format!("{PREFIX}, {}", WORDS.translate(field))
}

fn error(field: &str, found: impl Into<String>, expected: impl Into<String>) -> InputError {
    InputError::new(place(field), found, expected)
}

/// How the fields of a text are interpreted: which player each colour is, and what the letter of the turn means.
#[derive(Clone, Copy)]
struct Reading {
    /// The player of each colour, White first.
    players: [Player; 2],
    /// Whether the letter of the turn names the player who acted last, not the player on roll.
    names_last: bool,
}

impl Reading {
    fn from_state(state: &str) -> Self {
        let names_last = !["", "IW"].contains(&state);
        let players = if names_last { [0, 1] } else { [1, 0] };
        Self { players: players.map(Player), names_last }
    }

    fn player(self, letter: &str) -> Option<Player> {
        match letter {
            "W" => Some(self.players[0]),
            "B" => Some(self.players[1]),
            _ => None,
        }
    }
}

/// Reads a position without a prefix.
pub(crate) fn read(text: &str) -> Result<Setup, InputError> {
    let fields: Vec<&str> = text.split(':').collect();
    if !(LEAST_FIELDS..=MOST_FIELDS).contains(&fields.len()) {
        let expected = say!(
            "3 to 11 fields between colons: White's checkers, Black's, cube, dice, turn, state, two scores, length, \
             number of the move, checkers"
        );
        return Err(error(message!("fields"), fields.len().to_string(), expected));
    }
    let field = |index: usize| fields.get(index).copied().unwrap_or_default();
    let state = field(5);
    if OVER.contains(&state) {
        return Err(error(message!("state"), state, say!("a game that is being played")));
    }
    if !["", "15"].contains(&field(10)) {
        return Err(error(message!("checkers"), field(10), say!("15 checkers of a player")));
    }
    let reading = Reading::from_state(state);
    let mut sides = [Side::START; 2];
    for (colour, player) in reading.players.into_iter().enumerate() {
        sides[player.index()] = read_side(fields[colour], colour)?;
    }
    let board = Board { mine: sides[0], theirs: sides[1] };
    if !board.is_sound() {
        return Err(InputError::sentence(place("checkers"), say!("both colours are on one point")));
    }
    let (cube, is_offered) = read_cube(fields[2], reading)?;
    let (length, crawford) = read_length(field(8))?;
    let mut stated = [0; 2];
    for (player, text) in reading.players.into_iter().zip([field(6), field(7)]) {
        let points = if text.is_empty() { "0" } else { text };
        let wrong = |_| error(message!("score"), text, say!("a number of points"));
        stated[player.index()] = points.parse().map_err(wrong)?;
    }
    let mut score = [0; 2];
    for (score, before) in score.iter_mut().zip(score_before(sides, cube, length, stated)) {
        *score = check_score(&place("score"), before, length)?;
    }
    let mut setup = Setup {
        sides,
        status: Status { cube, score, crawford, ..Status::START },
        length: Some(length),
        jacoby: None,
        beavers: None,
        largest_cube: None,
    };
    read_turn(&mut setup, [field(3), field(4)], reading, is_offered)?;
    Ok(setup)
}

/// The checkers of a colour.
fn read_side(text: &str, colour: usize) -> Result<Side, InputError> {
    let name = [message!("White's checkers"), message!("Black's checkers")][colour];
    let mut counts = [0u8; BAR];
    for letter in text.chars() {
        let point = POINTS.iter().position(|&known| char::from(known) == letter);
        // White's points are counted from the other end of the board, so White's bar is 0.
        let own = point.map(|point| if colour == 0 { BAR - point } else { point });
        let Some(own) = own.filter(|&own| own > 0) else {
            let expected =
                say!("a letter for each checker: 0 to 9, a to p; 0 is White's bar, p Black's");
            return Err(error(name, letter, expected));
        };
        counts[own - 1] = counts[own - 1].saturating_add(1);
    }
    let n_checkers = text.chars().count();
    Side::from_counts(&counts).filter(|_| n_checkers <= usize::from(CHECKERS)).ok_or_else(|| {
        error(name, n_checkers.to_string(), say!("at most {most} checkers", most = CHECKERS))
    })
}

/// The cube before a pending offer, and whether there is an offer.
fn read_cube(text: &str, reading: Reading) -> Result<(Cube, bool), InputError> {
    let wrong = || {
        error(
            message!("cube"),
            text,
            say!(
                "the owner (N, W or B), 0 to 6 doublings, and O if the cube is offered or N if not, as in N0N"
            ),
        )
    };
    let &[owner, doublings, action] = text.as_bytes() else {
        return Err(wrong());
    };
    let owner = match owner {
        b'N' | b'?' => None,
        b'W' => Some(reading.players[0]),
        b'B' => Some(reading.players[1]),
        _ => return Err(wrong()),
    };
    let doublings = doublings.wrapping_sub(b'0');
    if doublings > Cube::MOST || !b"NOT".contains(&action) {
        return Err(wrong());
    }
    Ok((Cube { doublings, owner }, action == b'O'))
}

/// The match length: `7`, `7C` in the Crawford game, `7L` after it, `9G15` for at most 15 games; empty for money play.
fn read_length(text: &str) -> Result<(u8, bool), InputError> {
    let wrong = || {
        error(message!("length"), text, say!("0 (money) to 64 points, with C in the Crawford game"))
    };
    let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let digits = digits.split_once('G').map_or(digits, |(length, _)| length);
    let length = match digits {
        "" if text.is_empty() => 0,
        digits => digits.parse().map_err(|_| wrong())?,
    };
    let is_known =
        ["", "C", "L"].contains(&&text[digits.len()..]) || text[digits.len()..].starts_with('G');
    if length > Options::LONGEST || !is_known {
        return Err(wrong());
    }
    Ok((length, length > 0 && text.ends_with('C')))
}

fn read_turn(
    setup: &mut Setup,
    [dice, turn]: [&str; 2],
    reading: Reading,
    is_offered: bool,
) -> Result<(), InputError> {
    let named = match turn {
        // A missing turn means White.
        "" => reading.players[0],
        turn => {
            reading.player(turn).ok_or_else(|| error(message!("turn"), turn, say!("W or B")))?
        }
    };
    let status = &mut setup.status;
    // The player who offers the cube has acted last and is on roll.
    status.player = if reading.names_last && !is_offered { named.other() } else { named };
    status.phase = Phase::ToRoll;
    if !dice.is_empty() {
        let roll = Roll::read(dice)
            .ok_or_else(|| error(message!("dice"), dice, say!("two dice from 1 to 6, or none")))?;
        status.phase = Phase::Moving;
        status.dice = (roll.0, roll.1);
    } else if is_offered {
        setup.offer(false).map_err(|problem| {
            let problem = say!("offers a double, but {reason}", reason = problem);
            InputError::problem(place("cube"), "O", problem)
        })?;
    }
    Ok(())
}
