//! The folder of a tournament: its settings, and the results file to which finished games are appended.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::Context;
use ludex_kit::{InputError, say};

use super::game_list::GameList;
use super::results::{GameLine, read_line, verify_checksum};
use super::settings::TournamentSettings;
use ludex_base::failure::CouldNot;
use ludex_base::input;
use ludex_base::lines::{Lines, MAX_JSON};
use ludex_base::output::{self, shell_word};
use ludex_base::settings_file::json_error;

/// The folder of a tournament, locked while it is open.
#[derive(Debug)]
pub(super) struct TournamentFolder {
    path: PathBuf,
    log: File,
    /// The games that were already in the file.
    pub(super) games: Vec<GameLine>,
}

const SETTINGS: &str = "settings.json";
const RESULTS: &str = "results.jsonl";

/// Whether a tournament writes the file of this name atomically. A killed program may leave the temporary file `NAME.PID.tmp`.
fn is_written_whole(name: &str) -> bool {
    matches!(name, SETTINGS | RESULTS | "report.md" | "report.html" | "elo.svg")
        || name.starts_with("games-")
}

impl TournamentFolder {
    /// Creates a folder for a new tournament.
    pub(super) fn create(path: &Path, settings: &TournamentSettings) -> anyhow::Result<Self> {
        output::make_folder(path)?;
        if path.join(SETTINGS).exists() {
            let sentence = say!("the folder already contains a tournament");
            let error = InputError::sentence(path.display().to_string(), sentence);
            let hint =
                say!("`ludex tournament --resume {path}` continues it", path = shell_word(path));
            return Err(error.with_hint(hint).into());
        }
        let folder = Self::lock(path)?;
        if folder.log.metadata()?.len() > 0 {
            let place = folder.results().display().to_string();
            let error = InputError::sentence(
                place,
                say!("the folder already contains games of another tournament"),
            );
            return Err(error
                .with_hint(say!("settings.json is missing; choose another folder"))
                .into());
        }
        folder.write_settings(settings)?;
        Ok(folder)
    }

    /// Writes the settings.
    pub(super) fn write_settings(&self, settings: &TournamentSettings) -> anyhow::Result<()> {
        let text = serde_json::to_string_pretty(settings)?;
        output::write_file(&self.path.join(SETTINGS), text + "\n")
    }

    /// Reads the settings of an existing tournament.
    pub(super) fn settings(path: &Path) -> Result<TournamentSettings, InputError> {
        let file = path.join(SETTINGS);
        let what = say!("the settings of a tournament");
        let text = input::read_run_file(&file, &what)?.ok_or_else(|| {
            let place = path.display().to_string();
            InputError::sentence(
                place,
                say!("this is not the folder of a tournament: settings.json is missing"),
            )
        })?;
        serde_json::from_str(&text).map_err(|error| json_error(&file, &error, &what))
    }

    /// Opens the folder of an existing tournament.
    pub(super) fn resume(path: &Path) -> anyhow::Result<(Self, TournamentSettings)> {
        let settings = Self::settings(path)?;
        Ok((Self::lock(path)?, settings))
    }

    fn lock(path: &Path) -> anyhow::Result<Self> {
        let log = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path.join(RESULTS))
            .map_err(|error| output::unwritable(path, &error, "the folder cannot be written to"))?;
        if log.try_lock().is_err() {
            let place = path.display().to_string();
            let sentence = say!("another process is running this tournament");
            return Err(InputError::sentence(place, sentence).into());
        }
        output::remove_leftovers(path, is_written_whole);
        Ok(Self { path: path.to_owned(), log, games: Vec::new() })
    }

    /// Reads the finished games, which must be in the game list. A truncated last line is removed from the file. Any other invalid line is
    /// an error, unless `repair` is set.
    pub(super) fn read(&mut self, game_list: &GameList, repair: bool) -> anyhow::Result<()> {
        let place = self.results().display().to_string();
        let mut reader = BufReader::new(&self.log);
        reader.seek(SeekFrom::Start(0))?;
        let (mut good, mut bad) = (0, Vec::new());
        let mut lines = (1_usize..).zip(Lines::new(reader, MAX_JSON)).peekable();
        while let Some((number, line)) = lines.next() {
            let place = format!("{place}, line {number}");
            let is_whole = line.as_ref().is_ok_and(|line| line.ends_with(b"\n"));
            let length = line.as_ref().map_or(0, Vec::len);
            let sum = line
                .as_ref()
                .map_or(Ok(()), |line| verify_checksum(&String::from_utf8_lossy(line)));
            let read = line.and_then(|line| read_line(&line));
            // A last line without a line feed was being written when the program was killed.
            let is_cut = lines.peek().is_none() && length > 0 && !is_whole;
            match read.and_then(|game| game_list.check(&game).and(sum).map(|()| game)) {
                Ok(game) if is_whole => {
                    self.games.push(game);
                    good += length as u64;
                    continue;
                }
                Err(error) if repair => {
                    output::remark(&say!("removed: {error}", error = error.within(&place)));
                }
                Err(error) if !is_cut => {
                    let folder = shell_word(&self.path);
                    let hint =
                        say!("`ludex tournament --resume {folder} --repair` removes it", folder);
                    return Err(error.within(&place).with_hint(hint).into());
                }
                _ => output::remark(&say!(
                    "{place}: the line is cut off; its game will be played again",
                    place
                )),
            }
            bad.push(number);
        }
        match bad.len() {
            0 => Ok(()),
            _ if repair => self.drop_lines(&bad),
            _ => self.log.set_len(good).context(place),
        }
    }

    /// Removes these lines from the results file. A copy of the original file is kept in the folder.
    fn drop_lines(&mut self, bad: &[usize]) -> anyhow::Result<()> {
        let results = self.results();
        let name = |number: u32| self.path.join(format!("{RESULTS}.before-repair-{number}"));
        let kept = (1..u32::MAX).map(name).find(|path| !path.exists());
        let kept = kept.unwrap_or_else(|| name(0));
        std::fs::copy(&results, &kept)?;
        output::write_file_by(&results, |file| {
            let lines = Lines::new(BufReader::new(File::open(&kept)?), MAX_JSON);
            for (number, line) in (1_usize..).zip(lines) {
                if let Ok(line) = line
                    && !bad.contains(&number)
                {
                    file.write_all(&line)?;
                }
            }
            Ok(())
        })?;
        output::remark(&say!("the original file is kept as {kept}", kept = kept.display()));
        // The file was replaced and the old lock is on the old file, so the new file is locked.
        self.log = Self::lock(&self.path)?.log;
        Ok(())
    }

    /// Appends a finished game to the file.
    pub(super) fn append(&mut self, game: &GameLine) -> anyhow::Result<()> {
        let line = game.written()? + "\n";
        let place =
            || CouldNot(say!("{path} cannot be written", path = self.path.join(RESULTS).display()));
        self.log.write_all(line.as_bytes()).with_context(place)
    }

    /// When the tournament was begun: the earlier creation time of two files. Extending the tournament rewrites one of them, and repairing
    /// it rewrites the other.
    pub(super) fn begun(&self) -> SystemTime {
        let files = [RESULTS, SETTINGS].map(|name| self.path.join(name).metadata());
        let made = files.into_iter().flatten().flat_map(|file| file.created());
        made.min().unwrap_or_else(SystemTime::now)
    }

    /// The results file.
    pub(super) fn results(&self) -> PathBuf {
        self.path.join(RESULTS)
    }

    /// The path of the folder.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}
