//! Unfinished games. Each is saved to a file in the user's state folder after every move, so that it is not lost by Ctrl-C, by a killed
//! program or by a closed window.

use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{fs, io};

use etcetera::BaseStrategy;
use ludex_kit::registry::Session;
use ludex_kit::{InputError, Level, message, say};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::WORDS;
use ludex_base::catalogue::catalogue;
use ludex_base::input::{put_back, read_run_file};
use ludex_base::output;
use ludex_base::settings_file::json_error;
use ludex_study::played::clock::SavedClock;
use ludex_study::played::record::{Heading, Stretch, now};

/// A saved game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SavedGame {
    pub(super) heading: Heading,
    /// The moves so far; the last stretch is the current one.
    pub(super) stretches: Vec<Stretch>,
    /// Whether persons play the first side, and all other sides.
    pub(super) persons: [bool; 2],
    /// Whether a person enters the chance events.
    pub(super) chance_by_hand: bool,
    /// The seed of the chance events.
    pub(super) seed: u64,
    /// Number of steps of the last stretch that cannot be taken back.
    pub(super) n_given: usize,
    pub(super) clocks: Option<Vec<SavedClock>>,
    /// The engine's level.
    #[serde(default)]
    pub(super) level: Option<Level>,
}

/// What the file should contain, for errors.
const EXPECTED: &str = message!("an unfinished game of `ludex play`");

impl SavedGame {
    /// Reads a file, and never changes it, even if it is damaged.
    fn read(path: &Path) -> Result<Self, InputError> {
        let place = path.display().to_string();
        let expected = WORDS.translate(EXPECTED);
        let text = read_run_file(path, expected)?
            .ok_or_else(|| InputError::sentence(&place, say!("this file does not exist")))?;
        let kept: Self =
            serde_json::from_str(&text).map_err(|error| json_error(path, &error, expected))?;
        if kept.stretches.is_empty() {
            return Err(InputError::sentence(&place, say!("the saved game has no moves"))
                .with_hint(put_back()));
        }
        Ok(kept)
    }

    /// Reads a file that must contain an unfinished game of this kind; also returns its position.
    pub(super) fn read_for_game(
        path: &Path,
        game: &str,
    ) -> Result<(Self, Box<dyn Session>), InputError> {
        let kept = Self::read(path)?;
        let place = path.display().to_string();
        if kept.heading.game != game {
            let sentence =
                say!("this is a game of {other}, not of {game}", other = kept.heading.game, game);
            return Err(InputError::sentence(place, sentence));
        }
        let session = kept.open().map_err(|error| error.within(&place))?;
        Ok((kept, session))
    }

    /// Opens its position.
    pub(super) fn open(&self) -> Result<Box<dyn Session>, InputError> {
        let stretch = self.stretches.last().expect("a saved game has at least one stretch");
        self.heading.open(stretch)
    }

    pub(super) fn write(&self, path: &Path) -> anyhow::Result<()> {
        output::write_file(path, serde_json::to_string(self)? + "\n")
    }
}

/// The most recent readable unfinished game.
#[derive(Default)]
pub(super) struct LastGame {
    pub(super) found: Option<(PathBuf, SavedGame)>,
    /// The error of the most recent unreadable game, if that game is newer than the readable one.
    pub(super) damage: Option<InputError>,
}

/// The folder of unfinished games.
#[derive(Clone, Debug)]
pub(super) struct SavedGames(PathBuf);

impl SavedGames {
    /// The user's folder; `None` without a home folder.
    pub(super) fn of_user() -> Option<Self> {
        let folders = etcetera::choose_base_strategy().ok()?;
        let state = folders.state_dir().unwrap_or_else(|| folders.data_dir());
        Some(Self(state.join("ludex").join("play")))
    }

    /// The file for a new game.
    pub(super) fn file_for(&self, game: &str) -> anyhow::Result<PathBuf> {
        output::make_folder(&self.0)?;
        let digits = |c: &char| c.is_ascii_digit();
        let now: String = now().chars().filter(digits).collect();
        let process = std::process::id();
        let path = |n: u32| self.0.join(format!("{game}-{now}-{process}-{n}.json"));
        // A process may start several games within a second.
        let free = (1..u32::MAX).map(path).find(|path| !path.exists());
        Ok(free.expect("some number is free"))
    }

    /// The most recent game. If its file is damaged, the most recent readable game is returned, with the error.
    pub(super) fn last(&self, game: &str) -> LastGame {
        let mut last = LastGame::default();
        for path in self.games(game) {
            match SavedGame::read_for_game(&path, game) {
                Ok((kept, _)) => {
                    last.found = Some((path, kept));
                    break;
                }
                Err(error) => last.damage = last.damage.or(Some(error)),
            }
        }
        last
    }

    /// Lists the unfinished games of one game or of all, most recent first.
    pub(super) fn list(&self, only: Option<&str>, as_json: bool) -> io::Result<()> {
        let games: Vec<&str> = match only {
            Some(game) => vec![game],
            None => catalogue().games().map(|info| info.name).collect(),
        };
        let files = games.iter().map(|&game| (game, self.dated(game)));
        let mut files: Vec<_> = files
            .flat_map(|(game, dated)| dated.into_iter().map(move |(at, path)| (at, path, game)))
            .collect();
        files.sort_by(|one, other| other.cmp(one));
        for (_, path, game) in files {
            let file = path.display().to_string();
            let (object, words) = match SavedGame::read_for_game(&path, game) {
                Ok((SavedGame { heading, .. }, session)) => {
                    let status = session.status();
                    let words = [
                        heading.day.clone(),
                        heading.names.join(" - "),
                        heading.variant.clone(),
                        output::plies(status.ply),
                        file.clone(),
                    ];
                    let object = json!({
                        "file": file,
                        "game": game,
                        "variant": heading.variant,
                        "names": heading.names,
                        "day": heading.day,
                        "plies": status.ply,
                        "to_move": status.to_move,
                    });
                    let game = only.is_none().then(|| format!("{game}  "));
                    (object, game.unwrap_or_default() + &words.join("  "))
                }
                Err(error) => {
                    let object = json!({"file": file, "error": error.to_string()});
                    (object, say!("damaged: {error}", error))
                }
            };
            if as_json {
                output::json(&object)?;
            } else {
                output::line(&words)?;
            }
        }
        Ok(())
    }

    /// The unfinished games, most recent first.
    fn games(&self, game: &str) -> Vec<PathBuf> {
        let mut dated = self.dated(game);
        dated.sort_by(|one, other| other.cmp(one));
        dated.into_iter().map(|(_, path)| path).collect()
    }

    /// The unfinished games, each with the time of its last move.
    fn dated(&self, game: &str) -> Vec<(SystemTime, PathBuf)> {
        let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let named = entries.filter(|entry| {
            let name = entry.file_name();
            let name = name.to_str().and_then(|name| name.strip_suffix(".json"));
            name.and_then(|name| name.strip_prefix(game)).is_some_and(|rest| rest.starts_with('-'))
        });
        let dated = named.filter_map(|entry| {
            let written = entry.metadata().ok()?.modified().ok()?;
            Some((written, entry.path()))
        });
        dated.collect()
    }
}
