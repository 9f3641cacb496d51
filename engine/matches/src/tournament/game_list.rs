//! The list of a tournament's games. Every result from a file or another machine is checked against it.

use std::collections::HashSet;

use ludex_kit::InputError;
use ludex_kit::support::figures;

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

    /// Checks that a finished game belongs to this tournament and contains only what a game can contain.
    pub(super) fn check(&self, game: &GameLine) -> Result<(), InputError> {
        if let Some(run) = game.run.as_ref().filter(|run| **run != self.run) {
            let problem = format!("is another run than {}, this tournament", self.run);
            let error = InputError::problem("run", run, problem);
            return Err(error.with_hint(
                "the game was played with other settings; restore settings.json if it was changed",
            ));
        }
        let job = &game.job;
        if !self.games.contains(job) {
            let found =
                format!("pair {}, meeting {}, seating {}", job.pair, job.meeting, job.seating);
            return Err(InputError::problem("pair", found, "is not a game of this tournament"));
        }
        let names = job.seats.iter().map(|&player| &self.names[player]);
        if !names.eq(game.names.iter()) {
            let found = game.names.join(", ");
            return Err(InputError::problem("names", found, "are not the players of the job"));
        }
        let n_seats = game.names.len();
        let is_fitting = game.returns.len() == n_seats
            && game.margins.as_ref().is_none_or(|margins| margins.len() == n_seats)
            && (game.luck.as_ref())
                .is_none_or(|luck| luck.len() == n_seats && luck.iter().all(|l| l.is_finite()))
            && game.blame.is_none_or(|seat| seat < n_seats);
        if !is_fitting {
            let expected = format!("values and blame for {n_seats} seats");
            return Err(InputError::new("returns", figures::list(&game.returns), expected));
        }
        // The texts are copied into game files unchanged.
        let is_word = |text: &String| !text.is_empty() && !text.contains(is_space_or_control);
        if let Some(bad) = game.moves.iter().find(|text| !is_word(text)) {
            return Err(InputError::new("moves", format!("{bad:?}"), "moves without blanks"));
        }
        if let Some(start) = game.start.as_ref().filter(|text| text.contains(char::is_control)) {
            return Err(InputError::new("start", format!("{start:?}"), "a position"));
        }
        Ok(())
    }
}

fn is_space_or_control(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}
