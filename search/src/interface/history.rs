//! A game under way, as far as its rules must remember it.

use crate::{Game, Root, Step};

/// One step of a game.
type StepOf<G> = Step<<G as Game>::Move, <G as Game>::Event>;

/// The positions of a game so far, and which of them can come up again. Everybody who plays a game keeps it here, so that
/// a repetition is the same to a session, a referee and a search.
#[derive(Clone)]
pub struct History<G: Game> {
    /// Oldest first; never empty.
    line: Vec<Point<G>>,
}

#[derive(Clone)]
struct Point<G: Game> {
    position: G::Position,
    /// What led to it, if anything did.
    step: Option<StepOf<G>>,
    /// Its [`repetition_hash`](Game::repetition_hash).
    hash: u64,
    /// The first point that can equal it: the one behind the last irreversible step.
    window: usize,
}

impl<G: Game> History<G> {
    /// A game that begins with this position.
    pub fn new(game: &G, start: G::Position) -> Self {
        let mut history = Self { line: Vec::new() };
        history.restart(game, start);
        history
    }

    /// The last position.
    pub fn position(&self) -> &G::Position {
        &self.line[self.line.len() - 1].position
    }

    /// The position before the last; the last one if there is only one.
    pub fn position_before(&self) -> &G::Position {
        &self.line[self.line.len().saturating_sub(2)].position
    }

    /// How many positions there are, the first included.
    pub fn n_positions(&self) -> usize {
        self.line.len()
    }

    /// Plays a legal move.
    pub fn play(&mut self, game: &G, mv: G::Move) {
        let mut position = self.position().clone();
        let window = if game.irreversible(&position, mv) {
            self.line.len()
        } else {
            self.line[self.line.len() - 1].window
        };
        game.play(&mut position, mv);
        self.push(game, position, Some(Step::Move(mv)), window);
    }

    /// Lets an event come. What was before it does not come again.
    pub fn apply_chance(&mut self, game: &G, event: G::Event) {
        let mut position = self.position().clone();
        game.apply_chance(&mut position, event);
        self.push(game, position, Some(Step::Event(event)), self.line.len());
    }

    /// Goes on with a position that has nothing to do with those before.
    pub fn restart(&mut self, game: &G, position: G::Position) {
        self.push(game, position, None, self.line.len());
    }

    fn push(&mut self, game: &G, position: G::Position, step: Option<StepOf<G>>, window: usize) {
        self.line.push(Point {
            hash: game.repetition_hash(&position),
            position,
            step,
            window,
        });
    }

    /// The moves of the game, the last one first, each with the position before it.
    pub fn moves_back(&self) -> impl Iterator<Item = (&G::Position, G::Move)> {
        self.steps_back().filter_map(|(before, step)| match step {
            Some(Step::Move(mv)) => Some((before, mv)),
            _ => None,
        })
    }

    /// What led from each position to the next, the last one first, with the position before it; none where the next has
    /// nothing to do with it.
    pub fn steps_back(&self) -> impl Iterator<Item = (&G::Position, Option<StepOf<G>>)> {
        let pairs = self.line.windows(2).rev();
        pairs.map(|pair| (&pair[0].position, pair[1].step))
    }

    /// Takes the last step back; false if there is none.
    pub fn pop(&mut self) -> bool {
        self.line.len() > 1 && self.line.pop().is_some()
    }

    /// Goes back to the first so many positions, at least one.
    pub fn truncate(&mut self, n_positions: usize) {
        self.line.truncate(n_positions.max(1));
    }

    /// Whether the last position has come up so often that the game is drawn.
    pub fn is_repeated(&self, game: &G) -> bool {
        let Some(drawn_at) = game.repetition() else {
            return false;
        };
        let here = self.line[self.line.len() - 1].hash;
        let earlier = self.window().filter(|&hash| hash == here);
        earlier.count() + 1 >= drawn_at as usize
    }

    /// Where a search starts.
    pub fn root(&self) -> Root<G> {
        Root::after(self.window().collect(), self.position().clone())
    }

    /// The hashes of the positions before the last that can come up again, oldest first.
    fn window(&self) -> impl Iterator<Item = u64> {
        let last = self.line.len() - 1;
        // Nothing before an irreversible step is left.
        let window = self.line[last].window.min(last);
        self.line[window..last].iter().map(|point| point.hash)
    }
}
