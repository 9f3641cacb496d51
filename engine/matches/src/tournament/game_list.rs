//! The list of a tournament's games. Every result from a file or another machine is checked against it.

use std::collections::HashSet;

use ludex_kit::{InputError, say};

use super::results::GameLine;
use super::schedule::GameJob;
use super::settings::TournamentSettings;

/// The games of a tournament.
#[derive(Debug)]
pub(super) struct GameList {
    /// The key of the run, which each line contains.
    run: String,
    /// The names of the players.
    names: Vec<String>,
    /// All games, played or not.
    games: HashSet<GameJob>,
}

impl GameList {
    /// The games of the run with this key.
    pub(super) fn new(settings: &TournamentSettings, run: String, jobs: &[GameJob]) -> Self {
        Self {
            run,
            names: settings.players.iter().map(|p| p.name.clone()).collect(),
            games: jobs.iter().cloned().collect(),
        }
    }

    /// Number of games, played or not.
    pub(super) fn n_games(&self) -> usize {
        self.games.len()
    }

    /// Checks that a finished game belongs to this tournament and that all its fields are valid.
    pub(super) fn check(&self, game: &GameLine) -> Result<(), InputError> {
        if let Some(run) = game.run.as_ref().filter(|run| **run != self.run) {
            let problem = say!(
                "is the key of another run; the key of this tournament is {run}",
                run = self.run
            );
            let error = InputError::problem("run", run, problem);
            return Err(error.with_hint(say!(
                "the game was played with other settings; restore settings.json if it was changed"
            )));
        }
        let job = &game.job;
        if !self.games.contains(job) {
            let found = say!(
                "pair {pair}, meeting {meeting}, seating {seating}",
                pair = job.pair,
                meeting = job.meeting,
                seating = job.seating
            );
            return Err(InputError::problem(
                "pair",
                found,
                say!("is not a game of this tournament"),
            ));
        }
        let names = job.seats.iter().map(|&player| &self.names[player]);
        if !names.eq(game.names.iter()) {
            let found = game.names.join(", ");
            return Err(InputError::problem(
                "names",
                found,
                say!("are not the players of the job"),
            ));
        }
        let n_seats = game.names.len();
        let lists = [
            ("returns", Some(game.returns.len())),
            ("margins", game.margins.as_ref().map(Vec::len)),
            ("luck", game.luck.as_ref().map(Vec::len)),
        ];
        for (field, n_values) in lists {
            if let Some(n_values) = n_values.filter(|&n_values| n_values != n_seats) {
                let sentence = say!(
                    "{n_seats} values are needed, one for each seat, but there are {n_values}",
                    n_seats,
                    n_values
                );
                return Err(InputError::sentence(field, sentence));
            }
        }
        if let Some(bad) = game.luck.iter().flatten().find(|luck| !luck.is_finite()) {
            return Err(InputError::new("luck", bad.to_string(), say!("finite numbers")));
        }
        if let Some(seat) = game.blame.filter(|&seat| seat >= n_seats) {
            let problem =
                say!("is not one of the {n_seats} seats, which are numbered from 0", n_seats);
            return Err(InputError::problem("blame", seat.to_string(), problem));
        }
        // These texts are copied into game files unchanged, so they must not contain blanks or control characters.
        let is_word = |text: &String| !text.is_empty() && !text.contains(is_space_or_control);
        if let Some(bad) = game.moves.iter().find(|text| !is_word(text)) {
            return Err(InputError::new("moves", format!("{bad:?}"), say!("moves without blanks")));
        }
        if let Some(start) = game.start.as_ref().filter(|text| text.contains(char::is_control)) {
            return Err(InputError::new("start", format!("{start:?}"), say!("a position")));
        }
        Ok(())
    }
}

fn is_space_or_control(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}
