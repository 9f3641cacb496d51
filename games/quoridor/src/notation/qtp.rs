//! The Quoridor Text Protocol (QTP): its move names, and records that are scripts of its commands. White is player 1 and plays from
//! below.

use std::fmt::Write as _;

use ludex_kit::interface::protocol_words::{MoveWords, ProtocolWords};
use ludex_kit::interface::record::{one_line, unless_unreadable};
use ludex_kit::{InputError, Record, Variant};

use super::frames::{Frame, parse_direction};
use super::lines::{INFALLIBLE, games, options_of, ply, start_mover};
use super::squares::parse_square;
use super::words::parse_any_move;
use crate::rules::moves::{Move, Wall};
use crate::rules::options::{Options, number};
use ludex_kit::say;

/// Translates moves for the protocol.
pub static WORDS: ProtocolWords =
    ProtocolWords { read: read_move, write: write_move, player: parse_player, start: start_with };

fn read_move(words: &[&str]) -> Result<String, InputError> {
    let mv = match words {
        [square] => read_step(square)?,
        [square, direction] => read_wall(square, direction)?,
        _ => {
            return Err(InputError::new(
                "move",
                words.join(" "),
                say!("a square, and for a wall its direction"),
            ));
        }
    };
    Ok(mv.to_string())
}

fn write_move(text: &str) -> MoveWords {
    match parse_any_move(text) {
        Ok(Move::Wall(wall)) => {
            let Wall { anchor, direction } = named(wall);
            MoveWords::Wall(anchor.to_string(), direction.word())
        }
        Ok(Move::Pawn(to)) => MoveWords::Step(to.to_string()),
        _ => MoveWords::Unknown(text.to_owned()),
    }
}

/// Parses a QTP step: a square, or `pass`, which is an extension of the protocol.
fn read_step(square: &str) -> Result<Move, InputError> {
    let square = square.to_ascii_lowercase();
    if square == "pass" {
        return Ok(Move::Pass);
    }
    parse_square(&square, &say!("square")).map(Move::Pawn)
}

/// Parses a QTP wall: its upper left square and its direction.
fn read_wall(square: &str, direction: &str) -> Result<Move, InputError> {
    let anchor = parse_square(&square.to_ascii_lowercase(), &say!("wall"))?;
    let expected = say!("horizontal or vertical");
    let direction = parse_direction(direction)
        .ok_or_else(|| InputError::new(say!("wall"), direction, expected))?;
    let wall = Move::Wall(Wall { anchor, direction });
    let board = Options::default().board;
    Frame::Qtp.import(wall, board).ok_or_else(|| {
        let expected = say!("the upper left square of a wall, in row 2 or higher");
        InputError::new(say!("wall"), square, expected)
    })
}

/// Parses a QTP player; the result counts from 0.
fn parse_player(text: &str) -> Result<u8, InputError> {
    match text.to_ascii_lowercase().as_str() {
        "w" | "white" => Ok(0),
        "b" | "black" => Ok(1),
        _ => Err(InputError::new(say!("player"), text, say!("white or black"))),
    }
}

/// A wall as QTP names it, by its upper left square.
fn named(wall: Wall) -> Wall {
    match Frame::Qtp.export(Move::Wall(wall), Options::default().board) {
        Some(Move::Wall(wall)) => wall,
        _ => wall,
    }
}

/// Commands of the Quoridor Text Protocol that set up games and play them. White is player 1 and moves up the board. The player who makes
/// the first move in the record begins. A command that clears the board after a move begins another game, on a board of the same size.
pub(super) fn read(text: &str) -> Result<Vec<Record>, InputError> {
    let word = |line: &str| line.split_whitespace().next().unwrap_or("").to_ascii_lowercase();
    let plays = |&(_, line): &(usize, &str)| word(line).starts_with("play");
    let games = games(text, |game, line| {
        ["boardsize", "clear_board"].contains(&&*word(line)) && game.iter().any(plays)
    });
    let mut records: Vec<Record> = Vec::new();
    for lines in &games {
        let variant = records.last().map(|record| record.variant.clone());
        records.push(read_game(lines, variant.unwrap_or_default())?);
    }
    unless_unreadable(records)
}

fn read_game(lines: &[(usize, &str)], variant: Variant) -> Result<Record, InputError> {
    let mut record = Record { variant, ..Record::default() };
    let mut movers = Vec::new();
    for &(line, content) in lines {
        let words: Vec<_> = content.split_whitespace().collect();
        let read = match read_command(&words, &mut record.variant) {
            Ok(Some((mover, _))) if movers.last() == Some(&mover) => {
                Err(InputError::problem(say!("player"), words[1], say!("moves twice in a row")))
            }
            Ok(Some(step)) => record.check_room(1).map(|()| Some(step)),
            read => read,
        };
        match read {
            Ok(None) => {}
            Ok(Some((mover, mv))) => {
                movers.push(mover);
                record.plies.push(ply(mv.to_string(), line, movers.len()));
            }
            Err(error) => {
                record.damage = Some(error.within(format!("line {line}")));
                break;
            }
        }
    }
    if movers.first() == Some(&1) {
        record.start = Some(start_with(&record.variant, 1)?);
    }
    Ok(record)
}

/// Parses one command: a player with a move, or a setting of the game.
fn read_command(words: &[&str], variant: &mut Variant) -> Result<Option<(u8, Move)>, InputError> {
    let command = words[0].to_ascii_lowercase();
    match (command.as_str(), &words[1..]) {
        ("clear_board" | "showboard" | "winner" | "quit" | "name" | "list_commands", []) => {
            Ok(None)
        }
        ("boardsize", [size]) => {
            let size = number(size, "boardsize", 3, 9)?;
            variant.set("board", format!("{size}x{size}"));
            Ok(None)
        }
        ("walls", [walls]) => {
            variant.set("walls", number(walls, "walls", 0, 255)?.to_string());
            Ok(None)
        }
        ("playmove", [player, square]) => {
            let mv = read_step(square)?;
            Ok(Some((parse_player(player)?, mv)))
        }
        ("playwall", [player, square, direction]) => {
            Ok(Some((parse_player(player)?, read_wall(square, direction)?)))
        }
        _ => {
            let problem = say!(
                "is not a known command: a record may contain {commands}",
                commands = say!("boardsize, walls, clear_board, playmove and playwall")
            );
            Err(InputError::problem(say!("command"), words.join(" "), problem))
        }
    }
}

pub(super) fn write(record: &Record) -> String {
    let mut text = String::new();
    let options = options_of(record);
    let board = options.board;
    if board.width == board.height {
        writeln!(text, "boardsize {}", board.width).expect(INFALLIBLE);
    } else {
        writeln!(text, "# board {board}").expect(INFALLIBLE);
    }
    write!(text, "clear_board\nwalls {}\n", options.walls).expect(INFALLIBLE);
    let second = record.start.as_deref().is_some_and(|start| start_mover(start) == "2");
    if let Some(start) = &record.start {
        writeln!(text, "# position {}", one_line(start)).expect(INFALLIBLE);
    }
    for (index, ply) in record.plies.iter().enumerate() {
        let player = if (index % 2 == 1) == second { "white" } else { "black" };
        let command = match parse_any_move(&ply.text) {
            Ok(Move::Wall(wall)) => {
                let Wall { anchor, direction } = named(wall);
                format!("playwall {player} {anchor} {}", &direction.word()[..1])
            }
            _ => format!("playmove {player} {}", ply.text),
        };
        writeln!(text, "{command}").expect(INFALLIBLE);
    }
    text
}

/// The start position of a game in which this player moves first.
fn start_with(variant: &Variant, player: u8) -> Result<String, InputError> {
    let options = Options::parse(variant)?;
    let (board, walls) = (options.board, options.walls);
    let pawns: Vec<_> =
        options.homes().iter().map(|&home| board.middle(home).to_string()).collect();
    Ok(format!("//{}/{walls} {walls}/{}/{board}", pawns.join(" "), player + 1))
}
