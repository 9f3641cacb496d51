//! Game files: this program's list of moves with tags, QTP scripts, and OpenSpiel's moves.

use super::frames::Frame;
use super::lines::{INFALLIBLE, games, options_of, ply};
use super::qtp;
use super::words::parse_any_move;
use crate::open;
use crate::rules::board::Board;
use crate::rules::options;
use crate::rules::options::{Options, number, parse_board};
use ludex_kit::ListStyle;
use ludex_kit::interface::move_list::{ListReader, ListWord};
use ludex_kit::interface::record::{one_line, unless_unreadable};
use ludex_kit::interface::tagged;
use ludex_kit::say;
use ludex_kit::sgf::{self, SgfGame};
use ludex_kit::{InputError, Record, RecordFormat, Variant};
use std::fmt::Write as _;

/// The record formats. The first is this program's own.
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
        read: qtp::read,
        write: qtp::write,
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

static SGF: SgfGame =
    SgfGame { name: "quoridor", open: open::session, number: None, options: &[("SZ", "board")] };

const MOVES_A_LINE: usize = 12;

/// Beginning of the line that names OpenSpiel's game and its parameters.
const GAME_STRING: &str = "quoridor";

fn read_own(text: &str) -> Result<Vec<Record>, InputError> {
    tagged::read_lists(text, &options::KEYS, ListStyle::Numbered, |word| {
        Ok(vec![parse_any_move(word)?.to_string()])
    })
}

fn write_own(record: &Record) -> String {
    tagged::write(record, &options::KEYS, &tagged::words(record), MOVES_A_LINE)
}

/// Reads OpenSpiel's game strings, such as `quoridor(board_size=9,players=2,wall_count=10)`. Each is followed by the moves of a game in
/// OpenSpiel's coordinates.
fn read_openspiel(text: &str) -> Result<Vec<Record>, InputError> {
    let games = games(text, |game, line| !game.is_empty() && line.starts_with(GAME_STRING));
    unless_unreadable(games.iter().map(|lines| read_openspiel_game(lines)).collect())
}

fn read_openspiel_game(lines: &[(usize, &str)]) -> Record {
    let mut record = Record::default();
    let mut board = Options::default().board;
    let mut reader = ListReader::new(ListStyle::Numbered);
    for &(line, content) in lines {
        let read = read_openspiel_line(&mut record, &mut board, &mut reader, content, line);
        if let Err(error) = read {
            record.damage = Some(error.within(format!("line {line}")));
            break;
        }
    }
    record
}

fn read_openspiel_line(
    record: &mut Record,
    board: &mut Board,
    reader: &mut ListReader,
    content: &str,
    line: usize,
) -> Result<(), InputError> {
    if let Some(parameters) = content.strip_prefix(GAME_STRING) {
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
                let expected = say!("board_size, players or wall_count");
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
