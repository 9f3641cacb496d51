//! What a verifier must know about a game besides its moves: teams, the meaning of results, and repetitions.

use std::collections::HashMap;

use crate::interface::game::{Game, MAX_PLAYERS, Player, Returns};
use crate::interface::searcher::Root;

/// The meaning of results, and the teams.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    players: usize,
    /// The team of each player.
    sides: [usize; MAX_PLAYERS],
}

impl Rules {
    /// The rules of a game without teams.
    pub fn of<G: Game>(game: &G) -> Self {
        Self { players: game.players(), sides: std::array::from_fn(|player| player) }
    }

    /// The same rules with teams: players with the same number are a team.
    #[must_use]
    pub fn with_sides(self, sides: [usize; MAX_PLAYERS]) -> Self {
        Self { sides, ..self }
    }

    /// All players.
    pub(super) fn players(&self) -> impl Iterator<Item = Player> + use<> {
        (0..self.players as u8).map(Player)
    }

    /// Whether there are exactly two players, against each other.
    pub(super) fn is_duel(&self) -> bool {
        self.players == 2
    }

    pub(super) fn is_same_side(&self, one: Player, other: Player) -> bool {
        self.sides[one.index()] == self.sides[other.index()]
    }

    /// With two players any result above zero is a win; with more, only a complete win is.
    pub(super) fn is_won(&self, returns: &Returns, player: Player) -> bool {
        let value = returns[player.index()];
        value >= 1.0 || self.is_duel() && value > 0.0
    }

    /// With two players any result below zero is a loss; with more, only a complete loss is.
    pub(super) fn is_lost(&self, returns: &Returns, player: Player) -> bool {
        let value = returns[player.index()];
        value <= -1.0 || self.is_duel() && value < 0.0
    }
}

/// The positions whose next occurrence ends the game. A win can be forced without repeating any other position.
#[derive(Default)]
pub(super) struct DrawnNext(HashMap<u64, u32>);

impl DrawnNext {
    pub(super) fn new<G: Game>(game: &G, root: &Root<G>) -> Self {
        let mut times = HashMap::new();
        let Some(drawn_at) = game.repetition() else {
            return Self(times);
        };
        let here = game.repetition_hash(&root.position);
        for &hash in root.earlier().iter().chain([&here]) {
            *times.entry(hash).or_default() += 1;
        }
        times.retain(|_, times| *times + 1 >= drawn_at);
        Self(times)
    }

    pub(super) fn holds<G: Game>(&self, game: &G, pos: &G::Position) -> bool {
        !self.0.is_empty() && self.0.contains_key(&game.repetition_hash(pos))
    }
}
