//! Plays, cube actions and rolls as words: `8/5,6/5`, `double`, `dice:31`.

use ludex_search::{Game, Player, Step, Turn};

use super::plays::{self, NO_PLAY};
use super::setup::Setup;
use super::xgid;
use crate::rules::board::BAR;
use crate::rules::dice::Roll;
use crate::rules::game::{Tryktrak, with_plays};
use crate::rules::illegal;
use crate::rules::moves::{Move, Play};
use crate::rules::position::{Cube, Phase, Position, Status};
use ludex_kit::{InputError, Notation, message, say};

/// The name of the Position ID as a notation.
const POSITION_ID: &str = "position-id";

/// The prefix of a roll.
const DICE: &str = "dice:";

/// The words of moves that are not plays.
const WORDS: [(&str, Move); 5] = [
    ("roll", Move::Roll),
    ("double", Move::Double),
    ("take", Move::Take),
    ("pass", Move::Pass),
    ("beaver", Move::Beaver),
];

/// The word for a resignation: `resign`, `resign:gammon`; with the player's number if it is not their turn.
pub(crate) const RESIGN: &str = "resign";

/// The roll or cube action that a word names.
pub(crate) fn cube_move(text: &str) -> Option<Move> {
    let is_it = |(word, _): &&(&str, Move)| word.eq_ignore_ascii_case(text);
    let mut known = WORDS.iter().chain(&MORE_WORDS);
    known.find(is_it).map(|&(_, mv)| mv)
}

/// Other accepted words, from files and players.
const MORE_WORDS: [(&str, Move); 6] = [
    ("redouble", Move::Double),
    ("accept", Move::Take),
    ("drop", Move::Pass),
    ("reject", Move::Pass),
    ("doubles", Move::Double),
    ("takes", Move::Take),
];

impl Notation for Tryktrak {
    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        Setup::read(text)?.position(self)
    }

    fn write_position(&self, pos: &Position) -> String {
        xgid::write(self.options(), pos)
    }

    /// `match-id` and `gnuid` are the Position ID and the Match ID together.
    fn write_position_as(&self, pos: &Position, notation: &str) -> String {
        match notation {
            POSITION_ID => super::match_id::write(self.options(), pos).0,
            "match-id" | "gnuid" => super::match_id::write_both(self, pos),
            "ogid" => super::ogid::write(self.options(), pos),
            _ => xgid::write(self.options(), pos),
        }
    }

    /// A Position ID contains only the checkers.
    fn left_out(&self, pos: &Position, notation: &str) -> Vec<String> {
        let status = pos.status();
        let [mine, theirs] = status.score;
        let parts = [
            (
                status.phase == Phase::Moving,
                say!("dice {dice}", dice = Roll(status.dice.0, status.dice.1)),
            ),
            (status.phase == Phase::Doubled, say!("the offered double")),
            (status.cube != Cube::default(), say!("cube {value}", value = status.cube.value())),
            (status.score != [0, 0], say!("score {mine}-{theirs}", mine, theirs)),
            (status.crawford, say!("Crawford game")),
        ];
        let is_missing = |(is_there, _): &(bool, String)| *is_there && notation == POSITION_ID;
        parts.into_iter().filter(is_missing).map(|(_, part)| part).collect()
    }

    fn parse_move(&self, pos: &Position, text: &str) -> Result<Move, InputError> {
        let wrong = |problem: String| InputError::problem("move", text, problem);
        let status = pos.status();
        if status.phase == Phase::Over {
            return Err(wrong(say!("cannot be played: the game is over")));
        }
        if let Some(mv) = cube_move(text) {
            return match self.against(&status, mv) {
                None => Ok(mv),
                Some(problem) => Err(wrong(problem)),
            };
        }
        match status.phase {
            Phase::Moving => parse_play(pos, text).map(Move::Play),
            Phase::Doubled => {
                Err(wrong(say!("is not possible: a double is offered, so take or pass")))
            }
            Phase::ToRoll if self.turn(pos) != Turn::Chance => Err(wrong(say!(
                "is not possible before the roll: enter roll, double, or the dice (dice:31)"
            ))),
            _ => Err(wrong(say!("is not possible before a roll such as dice:31"))),
        }
    }

    fn write_move(&self, pos: &Position, mv: Move) -> String {
        if let Move::Play(play) = mv {
            return plays::write(pos.board(), play, ",");
        }
        if let Move::Resign(loser, times) = mv {
            return write_resignation(&pos.status(), loser, times);
        }
        let word = WORDS.iter().find(|&&(_, known)| known == mv);
        word.map_or(NO_PLAY, |&(word, _)| word).to_owned()
    }

    fn parse_event(&self, pos: &Position, text: &str) -> Result<Roll, InputError> {
        let wrong = |expected: String| InputError::new(say!("dice"), text, expected);
        let not_now = |problem: String| InputError::problem(say!("dice"), text, problem);
        let roll = match text.strip_prefix(DICE) {
            Some(digits) => {
                Roll::read(digits).ok_or_else(|| wrong(say!("two dice from 1 to 6")))?
            }
            None => typed_roll(text).ok_or_else(|| wrong(say!("a roll such as dice:31")))?,
        };
        match pos.status().phase {
            Phase::Opening if roll.is_double() => Err(not_now(say!(
                "is a double, which is rolled again: the player with the higher die begins"
            ))),
            Phase::Opening => Ok(roll),
            Phase::ToRoll | Phase::Rolling => Ok(roll.ordered()),
            Phase::Moving => {
                Err(not_now(say!("is not possible: the dice are rolled already; enter a play")))
            }
            Phase::Doubled => {
                Err(not_now(say!("is not possible: a double is offered, so take or pass")))
            }
            Phase::Over => Err(not_now(say!("cannot be rolled: the game is over"))),
        }
    }

    fn write_event(&self, _pos: &Position, event: Roll) -> String {
        format!("{DICE}{event}")
    }

    /// If the player may still double, a roll means that they do not. If a roll is expected, digits alone are read as a roll. A resignation
    /// is accepted only here, as a step of a record: `parse_move` rejects it, so that a typing error never makes a player resign.
    fn parse_step(&self, pos: &Position, text: &str) -> Result<Step<Move, Roll>, InputError> {
        let is_due = matches!(pos.status().phase, Phase::Opening | Phase::ToRoll | Phase::Rolling);
        if text.starts_with(DICE) || (is_due && typed_roll(text).is_some()) {
            self.parse_event(pos, text).map(Step::Event)
        } else if let Some(rest) = text.strip_prefix(RESIGN) {
            read_resignation(&pos.status(), rest)
                .map(Step::Move)
                .map_err(|problem| InputError::problem("move", text, problem))
        } else {
            self.parse_move(pos, text).map(Step::Move)
        }
    }
}

/// The kinds of resignation: one, two or three times the cube.
pub(crate) const RESIGNATIONS: [&str; 3] =
    [message!("single"), message!("gammon"), message!("backgammon")];

/// Parses the text after `resign`: nothing, or for example `2:gammon`. The error is the part of a sentence that follows the quoted text.
fn read_resignation(status: &Status, rest: &str) -> Result<Move, String> {
    if status.phase == Phase::Over {
        return Err(say!("cannot be played: the game is over"));
    }
    let (loser, way) = match rest.as_bytes().first() {
        Some(b'1') => (Player(0), &rest[1..]),
        Some(b'2') => (Player(1), &rest[1..]),
        _ if status.phase == Phase::Opening => {
            return Err(say!(
                "needs the number of the player before the first turn: resign1 or resign2"
            ));
        }
        _ => (status.player, rest),
    };
    let times = match way.strip_prefix(':') {
        None => way.is_empty().then_some(0),
        Some(way) => RESIGNATIONS.iter().position(|&known| known == way),
    };
    let problem = || {
        say!(
            "is not a resignation: write resign, resign:gammon or resign:backgammon, with the player's number if it is not their turn (resign2:gammon)"
        )
    };
    let times = times.ok_or_else(problem)? as u8 + 1;
    Ok(Move::Resign(loser, times))
}

fn write_resignation(status: &Status, loser: Player, times: u8) -> String {
    let is_named = status.phase == Phase::Opening || loser != status.player;
    let number = is_named.then(|| (loser.index() + 1).to_string());
    let way = RESIGNATIONS[usize::from(times.clamp(1, 3)) - 1];
    let way = (times > 1).then(|| format!(":{way}"));
    [RESIGN, &number.unwrap_or_default(), &way.unwrap_or_default()].concat()
}

/// A roll as players type it: `53`, `5-3`, `5 3`.
fn typed_roll(text: &str) -> Option<Roll> {
    match text.split_once(['-', ' ']) {
        Some((first, second)) if first.len() == 1 => Roll::read(&format!("{first}{second}")),
        _ => Roll::read(text),
    }
}

impl Tryktrak {
    /// Why a cube action or a roll is not possible: the part of a sentence that follows the quoted text. `None` if it is possible.
    fn against(&self, status: &Status, mv: Move) -> Option<String> {
        let legal = match (status.phase, mv) {
            (Phase::ToRoll, Move::Roll) | (Phase::Doubled, Move::Take | Move::Pass) => true,
            (Phase::ToRoll, Move::Double) => self.can_double(status),
            (Phase::Doubled, Move::Beaver) => self.can_beaver(status),
            _ => false,
        };
        Some(match (status.phase, mv) {
            _ if legal => return None,
            (Phase::ToRoll, Move::Double) => self.against_double(status),
            (Phase::Doubled, _) => say!("is not possible: a double is offered, so take or pass"),
            (Phase::Moving, Move::Pass) => {
                say!("is not a play: move with the dice, or write - if no checker can move")
            }
            (Phase::Moving, _) => {
                say!("is not possible: the dice are rolled already; enter a play")
            }
            (Phase::ToRoll, _) => say!(
                "is not possible: no double is offered; enter roll, double, or the dice (dice:31)"
            ),
            _ => say!("is not possible before a roll such as dice:31"),
        })
    }

    fn against_double(&self, status: &Status) -> String {
        if !self.options().cube {
            say!("is not possible: the game has no cube")
        } else if status.crawford {
            say!("is not possible: there is no double in the Crawford game")
        } else if status.cube.owner == Some(status.player.other()) {
            say!("is not possible: the cube belongs to the other player")
        } else {
            say!("is not possible: the cube is at 64, its limit")
        }
    }
}

/// Reads the text of a play of the dice.
pub(crate) fn parse_play(pos: &Position, text: &str) -> Result<Play, InputError> {
    let status = pos.status();
    let board = pos.board();
    let roll = Roll(status.dice.0, status.dice.1);
    with_plays(board, status.dice, |plays| {
        let nothing = plays.iter().all(|reached| reached.play.is_empty());
        if text == NO_PLAY && !nothing {
            let example = plays::write(board, plays[0].play, ",");
            let problem = say!(
                "is not legal: a checker can move with {roll}, as in {example}",
                roll,
                example
            );
            return Err(InputError::problem("move", text, problem));
        }
        if text == NO_PLAY {
            return Ok(Play::NONE);
        }
        let journeys = plays::read(text)?;
        if nothing {
            let problem = if board.mine.count(BAR) == 0 {
                say!("is not legal: no checker can move with {roll}, so write -", roll)
            } else {
                say!("is not legal: no checker can enter with {roll}, so write -", roll)
            };
            return Err(InputError::problem("move", text, problem));
        }
        illegal::find(board, roll, plays, &journeys)
            .map(|reached| reached.play)
            .map_err(|problem| InputError::problem("move", text, problem))
    })
}
