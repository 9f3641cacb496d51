//! A game in progress, with everything in its past that the rules depend on.
//!
//! **Invariant:** A [`History`] stores one position, the last one, and the `Undo` of each step; [`rewind`](History::rewind) restores
//! earlier positions. Every search treats positions that are drawn at their next occurrence ([`DrawsDue`](crate::DrawsDue)) as finished
//! games. While there are any, no search uses entries of a table or tree that hold only without such draws (`games/tests/it/history.rs`).

use crate::interface::game::{Game, Step};
use crate::interface::searcher::Root;

/// One step of a game.
type StepOf<G> = Step<<G as Game>::Move, <G as Game>::Event>;

/// A game in progress: its last position, the steps that led there, and which earlier positions can occur again. Sessions, referees and
/// searches all use this type, so they agree about repetitions.
///
/// It does not store the earlier positions but what each step changed ([`Game::Undo`]), so a long game needs little more memory than a
/// short one, even if positions are large. Earlier positions are restored by taking steps back.
#[derive(Clone)]
pub struct History<G: Game> {
    position: G::Position,
    /// One entry for each position, oldest first; never empty.
    line: Vec<Point<G>>,
}

#[derive(Clone)]
struct Point<G: Game> {
    /// The step that led to this position, with the information that takes it back; `None` for the first position.
    back: Option<Back<G>>,
    /// Its [`repetition_hash`](Game::repetition_hash).
    hash: u64,
    /// Index of the first entry that can equal this one: the entry after the last irreversible step.
    window: usize,
}

/// A step, with the information that takes it back.
enum Back<G: Game> {
    Move(G::Move, G::Undo),
    Event(G::Event, G::Undo),
    /// The next position was set freely; this is the one before it.
    Restart(Box<G::Position>),
}

impl<G: Game> Clone for Back<G> {
    fn clone(&self) -> Self {
        match self {
            Self::Move(mv, undo) => Self::Move(*mv, undo.clone()),
            Self::Event(event, undo) => Self::Event(*event, undo.clone()),
            Self::Restart(before) => Self::Restart(before.clone()),
        }
    }
}

impl<G: Game> Back<G> {
    /// The step, unless the position was set freely.
    fn step(&self) -> Option<StepOf<G>> {
        match self {
            Self::Move(mv, _) => Some(Step::Move(*mv)),
            Self::Event(event, _) => Some(Step::Event(*event)),
            Self::Restart(_) => None,
        }
    }

    /// Restores the position before the step.
    fn take_back(self, game: &G, position: &mut G::Position) {
        match self {
            Self::Move(mv, undo) => game.undo(position, mv, undo),
            Self::Event(event, undo) => game.undo_chance(position, event, undo),
            Self::Restart(before) => *position = *before,
        }
    }
}

impl<G: Game> History<G> {
    /// A game that starts from this position.
    pub fn new(game: &G, start: G::Position) -> Self {
        let first = Point { back: None, hash: game.repetition_hash(&start), window: 0 };
        Self { position: start, line: vec![first] }
    }

    /// The last position.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// The position before the last one; the last one if the game has no other.
    pub fn position_before(&self, game: &G) -> G::Position {
        let mut rewind = self.rewind(game);
        rewind.go_back();
        rewind.position
    }

    /// The number of positions, including the first.
    pub fn n_positions(&self) -> usize {
        self.line.len()
    }

    fn last(&self) -> &Point<G> {
        &self.line[self.line.len() - 1]
    }

    /// Plays a legal move.
    pub fn play(&mut self, game: &G, mv: G::Move) {
        let window = if game.irreversible(&self.position, mv) {
            self.line.len()
        } else {
            self.last().window
        };
        let undo = game.play(&mut self.position, mv);
        self.push(game, Back::Move(mv, undo), window);
    }

    /// Applies a chance event. Positions before it cannot occur again.
    pub fn apply_chance(&mut self, game: &G, event: G::Event) {
        let undo = game.apply_chance(&mut self.position, event);
        self.push(game, Back::Event(event, undo), self.line.len());
    }

    /// Continues with a position that is unrelated to those before.
    pub fn restart(&mut self, game: &G, position: G::Position) {
        let before = std::mem::replace(&mut self.position, position);
        self.push(game, Back::Restart(Box::new(before)), self.line.len());
    }

    fn push(&mut self, game: &G, back: Back<G>, window: usize) {
        self.line.push(Point {
            back: Some(back),
            hash: game.repetition_hash(&self.position),
            window,
        });
    }

    /// An estimate of the game's memory in bytes. It assumes that the undo information of all steps is at most as large as one position.
    pub fn n_bytes(&self, game: &G) -> usize {
        self.line.capacity() * size_of::<Point<G>>() + 2 * game.n_bytes(&self.position)
    }

    /// The step that led to the last position; `None` if that position was set by [`restart`](Self::restart) or is the first.
    pub fn last_step(&self) -> Option<StepOf<G>> {
        self.last().back.as_ref()?.step()
    }

    /// Iterates backwards over the game, starting with its last position.
    pub fn rewind<'a>(&'a self, game: &'a G) -> Rewind<'a, G> {
        Rewind { game, line: &self.line, position: self.position.clone() }
    }

    /// Up to `most` of the last moves, the latest first, each with the position before it. Stops at the first position for which `wanted`
    /// is false.
    pub fn moves_back(
        &self,
        game: &G,
        most: usize,
        mut wanted: impl FnMut(&G::Position) -> bool,
    ) -> Vec<(G::Position, G::Move)> {
        let (mut moves, mut rewind) = (Vec::new(), self.rewind(game));
        while moves.len() < most {
            let step = rewind.step();
            if !rewind.go_back() {
                break;
            }
            if let Some(Step::Move(mv)) = step {
                if !wanted(&rewind.position) {
                    break;
                }
                moves.push((rewind.position.clone(), mv));
            }
        }
        moves
    }

    /// Takes back the last step; returns false if there is none.
    pub fn pop(&mut self, game: &G) -> bool {
        let back = self.line.pop_if(|point| point.back.is_some());
        if let Some(back) = back.and_then(|point| point.back) {
            back.take_back(game, &mut self.position);
            return true;
        }
        false
    }

    /// Takes back steps until `n_positions` positions are left, at least one.
    pub fn truncate(&mut self, game: &G, n_positions: usize) {
        while self.line.len() > n_positions && self.pop(game) {}
    }

    /// Whether the last position has occurred often enough for a draw.
    pub fn is_repeated(&self, game: &G) -> bool {
        let Some(drawn_at) = game.repetition() else {
            return false;
        };
        let here = self.last().hash;
        let earlier = self.window().filter(|&hash| hash == here);
        earlier.count() + 1 >= drawn_at as usize
    }

    /// The root of a search from the last position.
    pub fn root(&self) -> Root<G> {
        Root::after(self.window().collect(), self.position.clone())
    }

    /// The hashes of the earlier positions that can occur again, oldest first.
    fn window(&self) -> impl Iterator<Item = u64> {
        let last = self.line.len() - 1;
        // No position before an irreversible step can occur again.
        let window = self.line[last].window.min(last);
        self.line[window..last].iter().map(|point| point.hash)
    }
}

/// Walks through a game from its end to its beginning.
pub struct Rewind<'a, G: Game> {
    game: &'a G,
    /// The entries of the game up to the current position.
    line: &'a [Point<G>],
    position: G::Position,
}

impl<G: Game> Rewind<'_, G> {
    /// The current position.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    fn back(&self) -> Option<&Back<G>> {
        self.line.last()?.back.as_ref()
    }

    /// The step that led to the current position; `None` if the position was set freely or is the first.
    pub fn step(&self) -> Option<StepOf<G>> {
        self.back()?.step()
    }

    /// Goes to the position before; returns false if there is none.
    pub fn go_back(&mut self) -> bool {
        let Some(back) = self.back().cloned() else {
            return false;
        };
        back.take_back(self.game, &mut self.position);
        self.line = &self.line[..self.line.len() - 1];
        true
    }
}
