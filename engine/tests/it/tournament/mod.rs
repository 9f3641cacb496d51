//! Tournaments: statistics (compared with published figures and with simulations), rulings, resuming, reproducibility.

mod engine_options;
mod folders;
mod luck;
mod openings;
mod play;
mod programs;
mod reports;
mod resume;
mod tune;
mod verdicts;
mod worker;
mod written;

/// The arguments of a match between two players.
fn versus<'a>(game: &'a str, players: [&'a str; 2], more: &[&'a str]) -> Vec<&'a str> {
    let [one, other] = players;
    let mut words = vec!["tournament", game, "--player", one, "--player", other];
    words.extend(more);
    words
}
