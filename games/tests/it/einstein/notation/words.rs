//! Positions, moves and rolls as text.
//!
//! A position is `a1 b1 c1 a2 b2 a3/e5 d5 c5 e4 d4 e3/0/-`: the squares of player 1's stones by number, those of player 2's (`-` for
//! a captured stone), the number of moves made, and the die (`-` before the roll). A move is `a1b2`, a roll `3`.

use ludex_kit::{InputError, Notation};
use ludex_search::{Game, Player, Turn};

use crate::einstein::rules::game::Einstein;
use crate::einstein::rules::moves::{Move, read_eyes, read_move, read_square, square};
use crate::einstein::rules::position::{Position, STONES};

impl Notation for Einstein {
    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let wrong = |expected: &str| InputError::new("position", text, expected);
        let fields: Vec<_> = text.split('/').collect();
        let [first, second, ply, die] = fields[..] else {
            return Err(wrong("SQUARES/SQUARES/MOVES/DIE"));
        };
        let ply = ply.parse().map_err(|_| wrong("a number of moves"))?;
        let die = if die == "-" { 0 } else { read_eyes(die)? };
        let pos = Position::new([read_stones(first)?, read_stones(second)?], ply, die);
        let error = |problem: &str| Err(InputError::problem("position", text, problem));
        validate(&pos).map_or(Ok(pos), error)
    }

    fn write_position(&self, pos: &Position) -> String {
        let [first, second] = [Player(0), Player(1)].map(|player| write_stones(pos.stones(player)));
        let die = if pos.die() == 0 { "-".into() } else { pos.die().to_string() };
        format!("{first}/{second}/{}/{die}", pos.ply())
    }

    fn parse_move(&self, pos: &Position, text: &str) -> Result<Move, InputError> {
        let wrong = |expected: &str| InputError::new("move", text, expected);
        match self.turn(pos) {
            Turn::Over => {
                let problem = "cannot be played: the game is over";
                return Err(InputError::problem("move", text, problem));
            }
            Turn::Chance => return Err(wrong("a roll: 1 to 6")),
            Turn::Player(_) => {}
        }
        let mv = read_move(text)?;
        let mut moves = Vec::new();
        self.legal_moves(pos, &mut moves);
        if moves.contains(&mv) {
            return Ok(mv);
        }
        let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
        Err(wrong(&format!("one of {}", moves.join(", "))))
    }

    fn write_move(&self, _pos: &Position, mv: Move) -> String {
        mv.to_string()
    }

    fn parse_event(&self, _pos: &Position, text: &str) -> Result<u8, InputError> {
        read_eyes(text)
    }

    fn write_event(&self, _pos: &Position, eyes: u8) -> String {
        eyes.to_string()
    }
}

fn read_stones(text: &str) -> Result<[u64; STONES], InputError> {
    let stone = |name: &str| match name {
        "-" => Ok(0),
        _ => read_square(name, "stones").map(|square| 1 << square),
    };
    let stones: Vec<u64> = text.split(' ').map(stone).collect::<Result<_, _>>()?;
    let error = |_| {
        InputError::new(
            "stones",
            text,
            "six squares separated by spaces, with - for a captured stone",
        )
    };
    stones.try_into().map_err(error)
}

fn write_stones(stones: &[u64; STONES]) -> String {
    let name = |bit: &u64| match bit {
        0 => "-".to_owned(),
        _ => square(bit.trailing_zeros() as u8),
    };
    stones.iter().map(name).collect::<Vec<_>>().join(" ")
}

/// The reason why a position is illegal; `None` if it is legal.
fn validate(pos: &Position) -> Option<&'static str> {
    let [first, second] = [Player(0), Player(1)].map(|player| pos.stones(player));
    let all = || first.iter().chain(second);
    let n_stones: u32 = all().map(|bit| bit.count_ones()).sum();
    let n_squares = all().fold(0, |squares, bit| squares | bit).count_ones();
    let mover = pos.to_move();
    let left = |player| pos.stones(player).iter().any(|&bit| bit != 0);
    let goals = [1 << 24, 1];
    let arrived = |player: Player| pos.stones(player).contains(&goals[player.index()]);
    if n_stones != n_squares {
        Some("has two stones on one square")
    } else if !left(mover.other()) || arrived(mover) {
        Some("is not possible: the player to move has already won")
    } else if pos.winner().is_some() && pos.die() != 0 {
        Some("is not possible: the game is over, so no die is rolled")
    } else {
        None
    }
}
