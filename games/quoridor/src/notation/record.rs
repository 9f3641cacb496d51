//! Game files: our own list of moves with tags, QTP scripts and OpenSpiel's moves.

use super::frames::{Frame, parse_direction};
use super::words::{parse_any_move, parse_square};
use crate::rules::board::Board;
use crate::rules::moves::{Move, Wall};
use crate::rules::options;
use crate::rules::options::{Options, number, parse_board};
use ludex_kit::interface::move_list::{ListReader, ListStyle, ListWord};
use ludex_kit::interface::record::{one_line, unless_unreadable};
use ludex_kit::interface::tagged;
use ludex_kit::sgf::{self, SgfGame};
use ludex_kit::{InputError, Record, RecordFormat, RecordedPly, Variant};
use std::fmt::Write as _;

/// Why writing to a string needs no error handling.
const INFALLIBLE: &str = "writing to a string cannot fail";

/// The formats of records; the first is ours.
pub static FORMATS: [RecordFormat; 4] = [
    RecordFormat {
        name: "qdr",
        extensions: &["qdr"],
        read: read_own,
        write: write_own,
        write_all: None,
        annotated: true,
        variations: false,
        evaluation: None,
        verbatim: false,
    },
    RecordFormat {
        name: "qtp",
        extensions: &["qtp"],
        read: read_qtp,
        write: write_qtp,
        write_all: None,
        annotated: false,
        variations: false,
        evaluation: None,
        verbatim: false,
    },
    RecordFormat {
        name: "openspiel",
        extensions: &["openspiel"],
        read: read_openspiel,
        write: write_openspiel,
        write_all: None,
        annotated: false,
        variations: false,
        evaluation: None,
        verbatim: false,
    },
    sgf::format(|text| sgf::read(&SGF, text), |record| sgf::write(&SGF, record)),
];

static SGF: SgfGame = SgfGame { entry: &crate::ENTRY, number: None, options: &[("SZ", "board")] };

const MOVES_A_LINE: usize = 12;

fn ply(text: String, line: usize, number: usize) -> RecordedPly {
    RecordedPly { text, place: format!("line {line}, move {number}"), ..RecordedPly::default() }
}

fn read_own(text: &str) -> Result<Vec<Record>, InputError> {
    tagged::read_lists(text, &options::KEYS, ListStyle::Numbered, |word| {
        Ok(vec![parse_any_move(word)?.to_string()])
    })
}

fn write_own(record: &Record) -> String {
    tagged::write(record, &options::KEYS, &tagged::words(record), MOVES_A_LINE)
}

/// Lines with their numbers, without comments and empty ones.
fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines()).map(|(number, line)| {
        let words = line.split('#').next().unwrap_or_default();
        (number, words.trim())
    });
    lines.filter(|(_, words)| !words.is_empty())
}

/// Commands of the Quoridor Text Protocol that set up a game and play it. White is player 1, from below; whoever plays
/// first begins.
fn read_qtp(text: &str) -> Result<Vec<Record>, InputError> {
    let mut record = Record::default();
    let mut movers = Vec::new();
    for (line, content) in numbered(text) {
        let words: Vec<_> = content.split_whitespace().collect();
        let read = match read_qtp_command(&words, &mut record.variant) {
            Ok(Some((mover, _))) if movers.last() == Some(&mover) => {
                Err(InputError::new("player", words[1], "the players in turn"))
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
        record.start = Some(second_to_move(&record.variant)?);
    }
    unless_unreadable(vec![record])
}

/// One command: a player and his move, or something about the set-up.
fn read_qtp_command(
    words: &[&str],
    variant: &mut Variant,
) -> Result<Option<(u8, Move)>, InputError> {
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
            let mv = read_qtp_step(square)?;
            Ok(Some((parse_player(player)?, mv)))
        }
        ("playwall", [player, square, direction]) => {
            Ok(Some((parse_player(player)?, read_qtp_wall(square, direction)?)))
        }
        _ => {
            let expected = "boardsize, walls, clear_board, playmove or playwall with its arguments";
            Err(InputError::new("command", words.join(" "), expected))
        }
    }
}

/// A step of the Quoridor Text Protocol: the square, or `pass`, which that protocol does not know.
pub fn read_qtp_step(square: &str) -> Result<Move, InputError> {
    let square = square.to_ascii_lowercase();
    if square == "pass" {
        return Ok(Move::Pass);
    }
    parse_square(&square, "square").map(Move::Pawn)
}

/// A wall of the Quoridor Text Protocol: its upper left square and its direction.
pub fn read_qtp_wall(square: &str, direction: &str) -> Result<Move, InputError> {
    let anchor = parse_square(&square.to_ascii_lowercase(), "wall")?;
    let expected = "horizontal or vertical";
    let direction =
        parse_direction(direction).ok_or_else(|| InputError::new("wall", direction, expected))?;
    let wall = Move::Wall(Wall { anchor, direction });
    let board = Options::default().board;
    Frame::Qtp.import(wall, board).ok_or_else(|| {
        let expected = "the upper left square of a wall, row 2 or higher";
        InputError::new("wall", square, expected)
    })
}

/// A player of the Quoridor Text Protocol, from 0.
pub fn parse_player(text: &str) -> Result<u8, InputError> {
    match text.to_ascii_lowercase().as_str() {
        "w" | "white" => Ok(0),
        "b" | "black" => Ok(1),
        _ => Err(InputError::new("player", text, "white or black")),
    }
}

/// The start of a game with player 2 to move.
fn second_to_move(variant: &Variant) -> Result<String, InputError> {
    let options = Options::parse(variant)?;
    let (board, walls) = (options.board, options.walls);
    let [south, north] = [crate::Side::South, crate::Side::North].map(|side| board.middle(side));
    Ok(format!("//{south} {north}/{walls} {walls}/2/{board}"))
}

fn write_qtp(record: &Record) -> String {
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
                let Wall { anchor, direction } = qtp_wall(wall);
                format!("playwall {player} {anchor} {}", &direction.word()[..1])
            }
            _ => format!("playmove {player} {}", ply.text),
        };
        writeln!(text, "{command}").expect(INFALLIBLE);
    }
    text
}

/// A wall as the Quoridor Text Protocol names it: by its upper left square.
pub fn qtp_wall(wall: Wall) -> Wall {
    match Frame::Qtp.export(Move::Wall(wall), Options::default().board) {
        Some(Move::Wall(wall)) => wall,
        _ => wall,
    }
}

/// The player to move in a position's text.
fn start_mover(start: &str) -> &str {
    let field = start.split('/').nth(4).unwrap_or("");
    field.split_whitespace().next().unwrap_or("")
}

/// The options that a record names, as far as they can be read.
fn options_of(record: &Record) -> Options {
    Options::parse(&record.variant).unwrap_or_default()
}

/// OpenSpiel's game string, `quoridor(board_size=9,players=2,wall_count=10)`, and moves in its frame.
fn read_openspiel(text: &str) -> Result<Vec<Record>, InputError> {
    let mut record = Record::default();
    let mut board = Options::default().board;
    let mut reader = ListReader::new(ListStyle::Numbered);
    for (line, content) in numbered(text) {
        let read = read_openspiel_line(&mut record, &mut board, &mut reader, content, line);
        if let Err(error) = read {
            record.damage = Some(error.within(format!("line {line}")));
            break;
        }
    }
    unless_unreadable(vec![record])
}

fn read_openspiel_line(
    record: &mut Record,
    board: &mut Board,
    reader: &mut ListReader,
    content: &str,
    line: usize,
) -> Result<(), InputError> {
    if let Some(parameters) = content.strip_prefix("quoridor") {
        *board = read_game_string(parameters, &mut record.variant)?;
        return Ok(());
    }
    for (_, word) in reader.read(content) {
        match word? {
            ListWord::Move(word, _) => {
                let mv = Frame::OpenSpiel.read(word, *board)?;
                let number = record.plies.len() + 1;
                record.plies.push(ply(mv.to_string(), line, number));
            }
            ListWord::Result(result) => record.result = Some(result),
        }
    }
    Ok(())
}

fn read_game_string(parameters: &str, variant: &mut Variant) -> Result<Board, InputError> {
    let inner = parameters.trim().trim_start_matches('(').trim_end_matches(')');
    for (key, value) in inner.parse::<Variant>()?.iter() {
        match key {
            "board_size" => {
                let size = number(value, key, 3, 9)?;
                variant.set("board", format!("{size}x{size}"));
            }
            "board" => variant.set("board", parse_board(value)?.to_string()),
            "players" => variant.set("players", value),
            "wall_count" => variant.set("walls", value),
            "ansi_color_output" => {}
            _ => {
                let expected = "board_size, players or wall_count";
                return Err(InputError::new("game", key, expected));
            }
        }
    }
    Ok(Options::parse(variant)?.board)
}

fn write_openspiel(record: &Record) -> String {
    let options = options_of(record);
    let board = options.board;
    let size = if board.width == board.height {
        format!("board_size={}", board.width)
    } else {
        format!("board={board}")
    };
    let (players, walls) = (options.players, options.walls);
    let mut text = format!("quoridor({size},players={players},wall_count={walls})\n");
    if let Some(start) = &record.start {
        writeln!(text, "# position {}", one_line(start)).expect(INFALLIBLE);
    }
    let words = record.plies.iter().map(|ply| {
        let mv = parse_any_move(&ply.text).ok();
        let mv = mv.and_then(|mv| Frame::OpenSpiel.export(mv, board));
        mv.map_or_else(|| ply.text.clone(), |mv| mv.to_string())
    });
    text + &tagged::lines(&words.collect::<Vec<_>>(), MOVES_A_LINE)
}
