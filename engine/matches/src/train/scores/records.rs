//! A file of self-play games: one line of text that describes them, then for each game its length, its result, a
//! checksum, and its moves with four bytes each. Games are appended whole; a truncated one is detected and removed.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

use ludex_kit::interface::learner::{PlayedGame, PlayedMove, SelfPlayOptions};
use ludex_kit::{InputError, say};
use serde::{Deserialize, Serialize};

use ludex_base::input::{self, read_error_words};
use ludex_base::output::unwritable;

/// The first word of the file, with the version of the format.
const MAGIC: &str = "ludex-records-1 ";
/// Bytes before the moves of a game: length in plies, result and checksum.
const HEAD: usize = 2 + 1 + 4;
/// Marks a position without a score.
const NO_SCORE: i16 = i16::MIN;

/// The description of a file's games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordsHeader {
    /// The game.
    pub game: String,
    /// The variant, with all its keys.
    pub variant: String,
    /// Nodes of the search per move.
    pub nodes: u64,
    /// Random plies at the start of each game.
    pub random_plies: u32,
    /// The seed; the number of a game in the file is the number of its random stream.
    pub seed: u64,
    /// The network that played; `None` for the hand-made evaluation.
    pub network: Option<String>,
}

impl RecordsHeader {
    /// The options with which the games were played.
    pub fn options(&self) -> SelfPlayOptions {
        let Self { nodes, random_plies, .. } = *self;
        SelfPlayOptions { nodes, random_plies, ..SelfPlayOptions::default() }
    }
}

/// A file of games in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Records {
    /// The description of the games.
    pub header: RecordsHeader,
    /// The games, in the order of their random streams.
    pub games: Vec<PlayedGame>,
    /// The offset in bytes at which the undamaged games end.
    sound: usize,
    /// The damage after them, if there is any.
    pub damage: Option<InputError>,
}

impl Records {
    /// Reads a file. If it is damaged, the games before the damage are returned, and `damage` describes it.
    pub fn read(path: &Path) -> Result<Self, InputError> {
        let place = path.display().to_string();

        let bytes = input::read_unlimited(path).map_err(|error| {
            InputError::sentence(
                &*place,
                say!("the file cannot be read: {error}", error = read_error_words(&error)),
            )
        })?;
        let line = bytes.iter().position(|&byte| byte == b'\n');
        let header = line
            .and_then(|end| std::str::from_utf8(&bytes[..end]).ok())
            .and_then(|line| line.strip_prefix(MAGIC));
        let header = header.and_then(|json| serde_json::from_str(json).ok());
        let other = || {
            InputError::sentence(&*place, say!("this file has no self-play games of `ludex train`"))
        };
        let header = header.ok_or_else(other)?;
        let mut records =
            Self { header, games: Vec::new(), sound: line.map_or(0, |end| end + 1), damage: None };
        while records.sound < bytes.len() {
            let Some((game, length)) = read_game(&bytes[records.sound..]) else {
                let at = format!("{place}, game {}", records.games.len() + 1);
                let sentence =
                    say!("the record at byte {sound} is damaged or cut off", sound = records.sound);
                records.damage = Some(InputError::sentence(at, sentence));
                break;
            };
            records.games.push(game);
            records.sound += length;
        }
        Ok(records)
    }

    /// Opens a file to append games, or creates it, and returns the number of its games. Anything after the last
    /// complete game is cut off.
    pub fn open(path: &Path, header: &RecordsHeader) -> anyhow::Result<(RecordsWriter, u64)> {
        if !path.exists() {
            let json = serde_json::to_string(header)?;
            ludex_base::output::write_file(path, format!("{MAGIC}{json}\n"))?;
        }
        let known = Self::read(path)?;
        if known.header != *header {
            let place = path.display().to_string();
            let sentence = say!("the records were made with other settings than those of this run");
            return Err(InputError::sentence(place, sentence).into());
        }
        let file = OpenOptions::new().append(true).open(path);
        let file = file.and_then(|file| file.set_len(known.sound as u64).map(|()| file));
        let file = file.map_err(|error| unwritable(path, &error, "the file cannot be written"))?;
        Ok((RecordsWriter { file }, known.games.len() as u64))
    }
}

/// A file of games being written.
pub struct RecordsWriter {
    file: File,
}

impl RecordsWriter {
    /// Appends games.
    pub fn append(&mut self, games: &[PlayedGame]) -> std::io::Result<()> {
        let mut bytes = Vec::new();
        for game in games {
            write_game(game, &mut bytes);
        }
        self.file.write_all(&bytes)
    }
}

fn write_game(game: &PlayedGame, out: &mut Vec<u8>) {
    let mut moves = Vec::with_capacity(4 * game.moves.len() + 1);
    moves.push(game.result as u8);
    for played in &game.moves {
        moves.extend_from_slice(&played.number.to_le_bytes());
        moves.extend_from_slice(&played.score.unwrap_or(NO_SCORE).to_le_bytes());
    }
    out.extend_from_slice(&(game.moves.len() as u16).to_le_bytes());
    out.extend_from_slice(&crc32fast::hash(&moves).to_le_bytes());
    out.extend_from_slice(&moves);
}

/// The game that starts here, and its size in bytes; `None` if it is damaged or truncated.
fn read_game(bytes: &[u8]) -> Option<(PlayedGame, usize)> {
    let plies = usize::from(u16::from_le_bytes(*bytes.first_chunk()?));
    let sum = u32::from_le_bytes(*bytes.get(2..)?.first_chunk()?);
    let length = HEAD + 4 * plies;
    let moves = bytes.get(6..length)?;
    if crc32fast::hash(moves) != sum {
        return None;
    }
    let (&result, moves) = moves.split_first()?;
    let read = |bytes: &[u8; 4]| {
        let score = i16::from_le_bytes([bytes[2], bytes[3]]);
        PlayedMove {
            number: u16::from_le_bytes([bytes[0], bytes[1]]),
            score: (score != NO_SCORE).then_some(score),
        }
    };
    let moves = moves.as_chunks().0.iter().map(read).collect();
    Some((PlayedGame { moves, result: result as i8, ..PlayedGame::default() }, length))
}
