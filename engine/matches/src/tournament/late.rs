//! Warns about losses on time: if there are many, the machine is too busy for the players.

use ludex_kit::say;

use super::results::GameEnding;

/// Minimum number of games lost on time for a warning. In addition, more than one in [`FEW`] of all games must have been lost on time.
const MANY: usize = 3;
const FEW: usize = 20;

/// Games of this session, and how many of them were lost on time.
#[derive(Debug, Default)]
pub(crate) struct LateGames {
    n_games: usize,
    n_late: usize,
    has_warned: bool,
}

impl LateGames {
    /// Counts a game. Returns a warning, once, if many games were lost on time.
    pub(crate) fn count(&mut self, ending: GameEnding) -> Option<String> {
        self.n_games += 1;
        self.n_late += usize::from(ending == GameEnding::Time);
        let Self { n_games, n_late, .. } = *self;
        if self.has_warned || n_late < MANY || n_late * FEW < n_games {
            return None;
        }
        self.has_warned = true;
        Some(say!(
            "warning: {n_late} of {n_games} games were lost on time; the machine may be too busy (-j N plays fewer games at once)",
            n_late,
            n_games
        ))
    }
}
