//! Races of two players who have no walls left. For one layout of walls, a table contains the exact result of every placement of the pawns,
//! with the number of plies to the end.

use std::sync::{Arc, Mutex};

use ludex_search::{Game, Player, Score, Turn};

use super::layers::{WallLayout, WallResults};
use crate::rules::board::{Square, each};
use crate::rules::game::Quoridor;
use crate::rules::moves::Move;
use crate::rules::position::Position;
use crate::rules::walls::Walls;

/// Number of square indices on the largest board.
const SQUARES: usize = 90;

/// All races on one layout of walls.
#[derive(Clone, Debug)]
pub struct Race {
    /// Plies to the end, indexed by mover, player 1's square and player 2's square. Odd: the mover wins. Even: the mover loses. 0:
    /// neither player can force an arrival.
    plies: Box<[u8]>,
    /// False if some distance was too large to be stored. Such a distance is stored as 0 too, so a 0 then does not prove that neither
    /// player can force an arrival.
    complete: bool,
}

impl Race {
    /// Solves the layout of a position.
    pub fn new(game: &Quoridor, pos: &Position) -> Self {
        let ground = WallLayout::new(game, pos);
        let mut plies = vec![0; 2 * SQUARES * SQUARES].into_boxed_slice();
        let mut complete = true;
        for attacker in [Player(0), Player(1)] {
            complete &= ground.solve(attacker, &WallResults::default(), |found| {
                let mover = if found.attacker_moves { attacker } else { attacker.other() };
                for other in each(found.others) {
                    let pawns = if attacker == Player(0) {
                        [found.square, other]
                    } else {
                        [other, found.square]
                    };
                    plies[place(mover, pawns)] = found.plies;
                }
            });
        }
        Self { plies, complete }
    }

    /// The plies to the end: odd if the player to move wins, even if they lose. `None` if neither player can force an arrival.
    pub fn plies(&self, pos: &Position) -> Option<u32> {
        let pawns = [pos.pawn(Player(0)), pos.pawn(Player(1))];
        let plies = self.plies[place(pos.to_move(), pawns)];
        (plies > 0).then_some(u32::from(plies))
    }

    /// The exact score for the player to move. The score is a draw if neither player can force an arrival before the ply limit. The table
    /// is computed without a limit and remains valid with one: a player who can force an arrival within the remaining plies still can, and
    /// if the arrival takes longer, the opponent cannot force one either. Draws by repetition are not detected, because the earlier
    /// positions of the game are unknown here. `None` if the table does not contain the result.
    pub fn score(&self, game: &Quoridor, pos: &Position) -> Option<Score> {
        let Some(plies) = self.plies(pos) else {
            return self.complete.then_some(Score::DRAW);
        };
        let end = u32::from(pos.ply()) + plies;
        let most = game.options().max_plies;
        Some(match plies % 2 {
            _ if most.is_some_and(|most| end > u32::from(most)) => Score::DRAW,
            1 => Score::win_in(plies),
            _ => Score::loss_in(plies),
        })
    }

    /// The best moves: those that win fastest, or those that lose slowest.
    pub fn quickest(&self, game: &Quoridor, pos: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        game.legal_moves(pos, &mut moves);
        let plies = self.plies(pos);
        moves.retain(|&mv| {
            let mut child = *pos;
            game.play(&mut child, mv);
            let left = if child.winner().is_some() { Some(0) } else { self.plies(&child) };
            left.map(|left| left + 1) == plies
        });
        moves
    }

    /// The best moves of both players up to the end of the game; empty if neither player can force an arrival.
    pub fn line(&self, game: &Quoridor, pos: &Position) -> Vec<Move> {
        let mut pos = *pos;
        let mut line = Vec::new();
        while game.turn(&pos) != Turn::Over && self.plies(&pos).is_some() {
            let Some(&mv) = self.quickest(game, &pos).first() else {
                break;
            };
            game.play(&mut pos, mv);
            line.push(mv);
        }
        line
    }
}

#[inline]
fn place(mover: Player, pawns: [Square; 2]) -> usize {
    (usize::from(mover == Player(1)) * SQUARES + pawns[0].index()) * SQUARES + pawns[1].index()
}

/// Whether this is a two-player game in which both players have placed all their walls.
#[inline]
pub fn is_race(game: &Quoridor, pos: &Position) -> bool {
    game.options().players == 2 && pos.stock(Player(0)) == 0 && pos.stock(Player(1)) == 0
}

/// One entry of the cache: a solved layout, or `None` while the entry is empty.
type Slot = Mutex<Option<(Walls, Race)>>;

/// A cache of solved layouts, shared by the threads of a search.
#[derive(Clone, Debug)]
pub struct Races {
    slots: Arc<[Slot]>,
}

/// Number of cached layouts, 16 KiB each.
const SLOTS: usize = 512;

impl Default for Races {
    fn default() -> Self {
        Self { slots: (0..SLOTS).map(|_| Mutex::new(None)).collect() }
    }
}

impl Races {
    /// Applies `ask` to the table of the position's layout, which is computed if it is not cached.
    pub fn ask<T>(&self, game: &Quoridor, pos: &Position, ask: impl FnOnce(&Race) -> T) -> T {
        let walls = pos.walls();
        let slot = &self.slots[slot_of(walls)];
        let mut slot = slot.lock().expect("solving a layout does not panic");
        match &*slot {
            Some((known, race)) if *known == walls => ask(race),
            _ => ask(&slot.insert((walls, Race::new(game, pos))).1),
        }
    }
}

/// CITE: Multiplicative hashing: Knuth, "The Art of Computer Programming", volume 3, 6.4.
fn slot_of(walls: Walls) -> usize {
    let words = [
        walls.horizontal as u64,
        (walls.horizontal >> 64) as u64,
        walls.vertical as u64,
        (walls.vertical >> 64) as u64,
    ];
    let hash = words
        .iter()
        .fold(0u64, |hash, word| (hash.rotate_left(29) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    (hash >> 32) as usize % SLOTS
}
