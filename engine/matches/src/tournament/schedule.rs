//! The schedule: which games are played, and in what order.

use serde::{Deserialize, Serialize};

use super::settings::{TournamentFormat, TournamentSettings};

/// The identity of one game within a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GameJob {
    /// The pair (round of all seatings) within a meeting, from 0.
    pub pair: u32,
    /// Index of the game in the settings.
    pub game: usize,
    /// The meeting of players, from 0.
    pub meeting: usize,
    /// The seating within the pair, from 0.
    pub seating: usize,
    /// The player on each seat, as index into the list of players.
    pub seats: Vec<usize>,
}

impl GameJob {
    /// Pair, meeting and seating, counted from 1.
    pub fn round(&self) -> String {
        format!("{}.{}.{}", self.pair + 1, self.meeting + 1, self.seating + 1)
    }
}

/// All games, pair by pair, so that all players have played about the same number of games at any time. `n_seats` is
/// the number of players of each game.
pub fn jobs(settings: &TournamentSettings, n_seats: &[usize]) -> Vec<GameJob> {
    let mut jobs = Vec::new();
    for pair in 0..settings.pairs {
        for (game, &n_seats) in n_seats.iter().enumerate() {
            let meetings = meetings(settings, n_seats);
            for (meeting, group) in meetings.into_iter().enumerate() {
                for seating in 0..n_seats {
                    let mut seats = group.clone();
                    seats.rotate_right(seating);
                    jobs.push(GameJob { pair, game, meeting, seating, seats });
                }
            }
        }
    }
    jobs
}

/// The groups of players that play each other. If there are fewer players than seats, the first player has one seat, and the other players
/// take the remaining seats in turn.
pub fn meetings(settings: &TournamentSettings, n_seats: usize) -> Vec<Vec<usize>> {
    let n_players = settings.players.len();
    if n_players < n_seats {
        let others = (1..n_players).cycle().take(n_seats - 1);
        return vec![std::iter::once(0).chain(others).collect()];
    }
    let groups = combinations(n_players, n_seats);
    match settings.format {
        TournamentFormat::RoundRobin => groups,
        TournamentFormat::Gauntlet => groups.into_iter().filter(|group| group[0] == 0).collect(),
    }
}

/// All choices of `size` out of `n`, in ascending order.
fn combinations(n: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    (size - 1..n)
        .flat_map(|last| {
            let mut smaller = combinations(last, size - 1);
            for group in &mut smaller {
                group.push(last);
            }
            smaller
        })
        .collect()
}
