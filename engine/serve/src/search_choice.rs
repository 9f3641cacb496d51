//! The search options of a request, checked against the limits of the server.

use std::fmt::Display;
use std::time::Duration;

use ludex_kit::registry::Session;
use ludex_kit::{InputError, Level, SearchSetup, say};
use ludex_search::{Limits as SearchLimits, SearchOptions};
use serde::Deserialize;
use serde_json::json;

use super::limits::Limits;
use super::search_slots::{SearchResources, SearchSlot};
use super::server::Server;
use ludex_base::numbers;

/// The search options of a request. The evaluator must be one that the game offers by name: clients cannot name files of this machine.
#[derive(Clone, Debug, Default)]
pub(super) struct SearchChoice {
    pub(super) search: Option<String>,
    pub(super) evaluator: Option<String>,
    pub(super) level: Option<LevelText>,
    pub(super) lines: Option<usize>,
    pub(super) threads: Option<usize>,
    pub(super) hash: Option<usize>,
    pub(super) seed: u64,
}

/// A level by number or by name.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected a level, 1 to 10, or its name")]
pub(super) enum LevelText {
    Number(u8),
    Name(String),
}

impl LevelText {
    pub(super) fn level(&self) -> Result<Level, InputError> {
        let text = match self {
            Self::Number(number) => number.to_string(),
            Self::Name(name) => name.clone(),
        };
        let wrong = |expected| InputError::new("level", &text, expected);
        numbers::level(&text).map_err(wrong)
    }
}

/// Checks that a number, if given, is in its range.
pub(super) fn within<T: Copy + Display + PartialOrd>(
    place: &str,
    number: Option<T>,
    least: T,
    most: T,
) -> Result<Option<T>, InputError> {
    match number {
        Some(number) if !(least..=most).contains(&number) => {
            let expected = say!("a whole number from {least} to {most}", least, most);
            Err(InputError::new(place, number.to_string(), expected))
        }
        number => Ok(number),
    }
}

/// The time of a search, from milliseconds.
pub(super) fn time(ms: Option<u64>) -> Result<Option<Duration>, InputError> {
    let ms = within("time_ms", ms, 1, Limits::MAX_TIME.as_millis() as u64)?;
    Ok(ms.map(Duration::from_millis))
}

/// The limits of a search, checked as on the command line.
pub(super) fn limits(
    time_ms: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
) -> Result<SearchLimits, InputError> {
    if nodes == Some(0) {
        return Err(InputError::new("nodes", "0", say!("a whole number above zero")));
    }
    if let Some(depth) = depth.filter(|&depth| depth > numbers::MAX_DEPTH as u32) {
        return Err(InputError::new("depth", depth.to_string(), numbers::depths()));
    }
    Ok(SearchLimits { time: time(time_ms)?, nodes, depth, clock: None })
}

impl SearchChoice {
    /// The threads and the memory that the search asks for.
    pub(super) fn resources(
        &self,
        server: &Server,
        hash: usize,
    ) -> Result<SearchResources, InputError> {
        let limits = &server.limits;
        Ok(SearchResources {
            threads: within("threads", self.threads, 1, limits.threads)?.unwrap_or(1),
            hash_mib: within("hash", self.hash, 1, limits.hash_mib)?.unwrap_or(hash),
        })
    }

    /// The setup of the search, with the resources of its slot; `lines` is the default number of lines.
    pub(super) fn setup(&self, slot: &SearchSlot, lines: usize) -> Result<SearchSetup, InputError> {
        let multipv = within("lines", self.lines, 1, Limits::LINES)?.unwrap_or(lines);
        Ok(SearchSetup {
            options: SearchOptions {
                threads: slot.threads,
                hash_mib: slot.hash_mib,
                multipv,
                seed: self.seed,
                ..SearchOptions::default()
            },
            evaluator: self.evaluator.clone(),
            level: self.level.as_ref().map_or(Ok(Level::FULL), LevelText::level)?,
            ..SearchSetup::default()
        })
    }

    /// A session at the position of `opened`, ready to search. If a session with the same search options was kept, it is reused with its
    /// filled tables.
    pub(super) fn open(
        &self,
        opened: Box<dyn Session>,
        slot: &mut SearchSlot,
    ) -> Result<(Box<dyn Session>, String), InputError> {
        let lines = opened.info().usual_lines;
        let key = self.key(&*opened, slot, lines);
        if let Some(mut session) = slot.take_kept_session(&key)
            && session.go_to(&*opened)
        {
            return Ok((session, key));
        }
        let mut session = opened;
        session.configure(self.search.as_deref(), self.setup(slot, lines)?)?;
        Ok((session, key))
    }

    /// The properties that two searches must share so that the second can reuse the session of the first, as text.
    fn key(&self, session: &dyn Session, slot: &SearchSlot, lines: usize) -> String {
        let level = self.level.as_ref().and_then(|level| level.level().ok());
        json!([
            session.info().name,
            session.variant().to_string(),
            self.search,
            self.evaluator,
            level.map(Level::number),
            self.lines.unwrap_or(lines),
            slot.threads,
            self.hash,
            self.seed,
        ])
        .to_string()
    }
}
