//! A game under way, as far as its rules must remember it.

use crate::interface::game::{Game, Step};
use crate::interface::searcher::Root;

/// One step of a game.
type StepOf<G> = Step<<G as Game>::Move, <G as Game>::Event>;

/// A game so far: its last position, what led there, and which of the positions before it can come up again. Everybody who
/// plays a game keeps it here, so that a repetition is the same to a session, a referee and a search.
///
/// The positions before the last are not kept. What a step changed is ([`Game::Undo`]), so a long game takes little more
/// memory than a short one, however large a position is; earlier positions are made again by taking steps back.
#[derive(Clone)]
pub struct History<G: Game> {
    position: G::Position,
    /// A point for each position, oldest first; never empty.
    line: Vec<Point<G>>,
}

#[derive(Clone)]
struct Point<G: Game> {
    /// What led to the position, and takes it back; nothing does from the first one.
    back: Option<Back<G>>,
    /// Its [`repetition_hash`](Game::repetition_hash).
    hash: u64,
    /// The first point that can equal it: the one after the last irreversible step.
    window: usize,
}

/// What led to a position, with what is needed to take it back.
enum Back<G: Game> {
    Move(G::Move, G::Undo),
    Event(G::Event, G::Undo),
    /// The position has nothing to do with this one, which was before it.
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
    /// The step that led to the position, if one did.
    fn step(&self) -> Option<StepOf<G>> {
        match self {
            Self::Move(mv, _) => Some(Step::Move(*mv)),
            Self::Event(event, _) => Some(Step::Event(*event)),
            Self::Restart(_) => None,
        }
    }

    /// Goes back to the position before.
    fn take_back(self, game: &G, position: &mut G::Position) {
        match self {
            Self::Move(mv, undo) => game.undo(position, mv, undo),
            Self::Event(event, undo) => game.undo_chance(position, event, undo),
            Self::Restart(before) => *position = *before,
        }
    }
}

impl<G: Game> History<G> {
    /// A game that begins with this position.
    pub fn new(game: &G, start: G::Position) -> Self {
        let first = Point { back: None, hash: game.repetition_hash(&start), window: 0 };
        Self { position: start, line: vec![first] }
    }

    /// The last position.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// The position before the last; the last one if there is only one.
    pub fn position_before(&self, game: &G) -> G::Position {
        let mut rewind = self.rewind(game);
        rewind.go_back();
        rewind.position
    }

    /// How many positions there are, the first included.
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

    /// Lets an event come. What was before it does not come again.
    pub fn apply_chance(&mut self, game: &G, event: G::Event) {
        let undo = game.apply_chance(&mut self.position, event);
        self.push(game, Back::Event(event, undo), self.line.len());
    }

    /// Goes on with a position that has nothing to do with those before.
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

    /// The memory that the game takes, in bytes, about: what takes a step back may hold as much as a position in all.
    pub fn n_bytes(&self, game: &G) -> usize {
        self.line.capacity() * size_of::<Point<G>>() + 2 * game.n_bytes(&self.position)
    }

    /// The step that led to the last position; none where it has nothing to do with the one before.
    pub fn last_step(&self) -> Option<StepOf<G>> {
        self.last().back.as_ref()?.step()
    }

    /// Looks at the game backwards, from its last position on.
    pub fn rewind<'a>(&'a self, game: &'a G) -> Rewind<'a, G> {
        Rewind { game, line: &self.line, position: self.position.clone() }
    }

    /// The last moves of the game, `most` of them at most, the latest first, each with the position before it, as long as these
    /// are `wanted`.
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

    /// Takes the last step back; false if there is none.
    pub fn pop(&mut self, game: &G) -> bool {
        let back = self.line.pop_if(|point| point.back.is_some());
        if let Some(back) = back.and_then(|point| point.back) {
            back.take_back(game, &mut self.position);
            return true;
        }
        false
    }

    /// Goes back to the first so many positions, at least one.
    pub fn truncate(&mut self, game: &G, n_positions: usize) {
        while self.line.len() > n_positions && self.pop(game) {}
    }

    /// Whether the last position has come up so often that the game is drawn.
    pub fn is_repeated(&self, game: &G) -> bool {
        let Some(drawn_at) = game.repetition() else {
            return false;
        };
        let here = self.last().hash;
        let earlier = self.window().filter(|&hash| hash == here);
        earlier.count() + 1 >= drawn_at as usize
    }

    /// Where a search starts.
    pub fn root(&self) -> Root<G> {
        Root::after(self.window().collect(), self.position.clone())
    }

    /// The hashes of the positions before the last that can come up again, oldest first.
    fn window(&self) -> impl Iterator<Item = u64> {
        let last = self.line.len() - 1;
        // Nothing before an irreversible step is left.
        let window = self.line[last].window.min(last);
        self.line[window..last].iter().map(|point| point.hash)
    }
}

/// A look at a game from its end to its beginning.
pub struct Rewind<'a, G: Game> {
    game: &'a G,
    /// The points of the game up to the position.
    line: &'a [Point<G>],
    position: G::Position,
}

impl<G: Game> Rewind<'_, G> {
    /// The position that is looked at.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    fn back(&self) -> Option<&Back<G>> {
        self.line.last()?.back.as_ref()
    }

    /// The step that led to the position; none where it has nothing to do with the one before.
    pub fn step(&self) -> Option<StepOf<G>> {
        self.back()?.step()
    }

    /// Goes to the position before; false if there is none.
    pub fn go_back(&mut self) -> bool {
        let Some(back) = self.back().cloned() else {
            return false;
        };
        back.take_back(self.game, &mut self.position);
        self.line = &self.line[..self.line.len() - 1];
        true
    }
}
