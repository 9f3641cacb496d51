//! The player of each side, the source of dice and draws, and the moves that are made automatically.

use clap::ValueEnum;
use ludex_kit::registry::Session;

/// The name of a person who has not given one.
pub(super) const YOU: &str = "you";

/// Where the outcomes of chance events come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ChanceSource {
    /// The program, from the seed
    Program,
    /// You
    Hand,
}

/// The kind of player on a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PlayerKind {
    /// You
    Human,
    /// The engine
    Engine,
}

/// Moves that are made for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Automatic {
    /// A move that is the only legal one
    Forced,
}

/// Whether dice or draws occur in a game: before the first move or after one of the possible first moves.
pub(super) fn has_chance(session: &dyn Session) -> bool {
    let mut game = session.fork();
    if game.start_at(None).is_err() || waits_for_chance(&*game) {
        return true;
    }
    game.legal_moves().iter().any(|mv| {
        let is_played = game.play(mv).is_ok();
        let waits = is_played && waits_for_chance(&*game);
        if is_played {
            game.undo();
        }
        waits
    })
}

fn waits_for_chance(session: &dyn Session) -> bool {
    let status = session.status();
    !status.over && status.to_move.is_none()
}
