//! What a game is to a search: its rules.

use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};

use rand::Rng;

/// The most players of any game.
pub const MAX_PLAYERS: usize = 4;

/// One value for each player; entries past [`Game::players`] are zero. Results lie in −1 (loss) to +1 (win), unless a game
/// says [otherwise](Game::greatest_return).
pub type Returns = [f32; MAX_PLAYERS];

/// The results of a game for two that this player has won.
pub fn won_by(winner: Player) -> Returns {
    let mut returns = [0.0; MAX_PLAYERS];
    returns[winner.index()] = 1.0;
    returns[winner.other().index()] = -1.0;
    returns
}

/// A hash from scratch, the same in every run: for [`Game::hash`] where speed does not matter, and for moves.
pub fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The caller's buffer for moves: generators append to it, and nothing is allocated at a node once it has grown.
pub type MoveList<M> = Vec<M>;

/// A player, counted from zero in the order of the first turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(pub u8);

impl Player {
    /// The player as an index into [`Returns`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The other player of a game for two.
    #[must_use]
    pub fn other(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// What happens next in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This player moves.
    Player(Player),
    /// Chance decides: dice, a drawn tile.
    Chance,
    /// The game is over, and [`Game::returns`] tells how.
    Over,
}

/// The event of a game without chance; it has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Never {}

/// A move or a chance event: one step along a line of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<M, E> {
    /// A player's move.
    Move(M),
    /// A chance event.
    Event(E),
}

/// The rules of a game. `&self` carries the variant (size, players, options), so positions stay small.
pub trait Game: Send + Sync + 'static {
    /// A legal position, in compact form. Whoever holds one may rely on it being legal.
    type Position: Clone + Send + Sync;
    /// A move; meaningful only together with the position before it.
    type Move: Copy + Eq + Hash + Debug + Send + Sync;
    /// What [`undo`](Self::undo) needs: nothing, a small difference, or the old position. A game under way keeps one for each
    /// of its steps.
    type Undo: Clone + Send + Sync;
    /// A chance event, such as a roll or a drawn tile; [`Never`] where there is no chance.
    type Event: Copy + Eq + Debug + Send + Sync;

    /// True if, where two play, every move passes the turn to the other one (so that a null move makes sense).
    const ALTERNATES: bool = false;
    /// True if some positions are chance nodes.
    const CHANCE: bool = false;

    /// The number of players, 1 to [`MAX_PLAYERS`].
    fn players(&self) -> usize {
        2
    }

    /// The position at the start of a game.
    fn start(&self) -> Self::Position;

    /// Who acts in this position.
    fn turn(&self, pos: &Self::Position) -> Turn;

    /// Appends every legal move, each once. At [`Turn::Player`] there is at least one.
    fn legal_moves(&self, pos: &Self::Position, out: &mut MoveList<Self::Move>);

    /// The number of legal moves: the last ply of a perft. Games override it where counting is cheaper than listing.
    fn count_moves(&self, pos: &Self::Position) -> u64 {
        let mut moves = MoveList::new();
        self.legal_moves(pos, &mut moves);
        moves.len() as u64
    }

    /// Whether `mv`, which may come from another position (a table or killer move), is legal here.
    fn is_legal(&self, pos: &Self::Position, mv: Self::Move) -> bool {
        let mut moves = MoveList::new();
        self.legal_moves(pos, &mut moves);
        moves.contains(&mv)
    }

    /// Plays a legal move.
    fn play(&self, pos: &mut Self::Position, mv: Self::Move) -> Self::Undo;

    /// Takes back `mv`, the last move played.
    fn undo(&self, pos: &mut Self::Position, mv: Self::Move, undo: Self::Undo);

    /// The result of a position that is over.
    fn returns(&self, pos: &Self::Position) -> Returns;

    /// The most that a player can get; the least is its negative. More than 1 where a game is played for points.
    fn greatest_return(&self) -> f32 {
        1.0
    }

    /// A hash that `play` and `undo` keep; it covers everything the rest of the game depends on: phase, dice, the drawn
    /// face, the player to move. [`hash_of`] serves where nothing is kept.
    fn hash(&self, pos: &Self::Position) -> u64;

    /// A hash by which a search may put positions together whose moves it keeps: equal only if the same moves also mean the
    /// same there. It differs from the hash where moves are numbered from a place that depends on the way to the position.
    fn node_hash(&self, pos: &Self::Position) -> u64 {
        self.hash(pos)
    }

    /// True if no position before `mv` can occur again after it and before the next chance event: then nobody looks for it any
    /// more. False, the default, is never wrong; true where nothing comes again, or of moves such as placing a stone, saves the
    /// look.
    fn irreversible(&self, _pos: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// What is compared to find a repeated position: the hash, unless that covers a counter which repeating a position
    /// does not restore.
    fn repetition_hash(&self, pos: &Self::Position) -> u64 {
        self.hash(pos)
    }

    /// The occurrence of a position that ends the game as a draw, if the rules know one. The search keeps the history; a chance
    /// event begins it anew.
    fn repetition(&self) -> Option<u32> {
        None
    }

    /// Appends every chance event with its integer weight, and returns the sum of the weights.
    fn events(&self, _pos: &Self::Position, _out: &mut Vec<(Self::Event, u32)>) -> u32 {
        unreachable!("a game without chance has no events")
    }

    /// Lets a chance event happen.
    fn apply_chance(&self, _pos: &mut Self::Position, _event: Self::Event) -> Self::Undo {
        unreachable!("a game without chance has no events")
    }

    /// Takes back `event`, the last step.
    fn undo_chance(&self, _pos: &mut Self::Position, _event: Self::Event, _undo: Self::Undo) {
        unreachable!("a game without chance has no events")
    }

    /// Draws a chance event by its weight.
    fn sample<R: Rng + ?Sized>(&self, pos: &Self::Position, rng: &mut R) -> Self::Event {
        let mut events = Vec::new();
        let total = self.events(pos, &mut events);
        let mut ticket = rng.next_u32() % total.max(1);
        for &(event, weight) in &events {
            if ticket < weight {
                return event;
            }
            ticket -= weight;
        }
        unreachable!("the weights of the events add up to their sum")
    }

    /// The memory that a position takes, in bytes, with all that it owns.
    fn n_bytes(&self, _pos: &Self::Position) -> usize {
        size_of::<Self::Position>()
    }

    /// How many symmetries [`transform`](Self::transform) knows; number 0 is the identity.
    fn symmetries(&self) -> usize {
        1
    }

    /// The image of a position under a symmetry of the game.
    fn transform(&self, pos: &Self::Position, _symmetry: usize) -> Self::Position {
        pos.clone()
    }

    /// The image of a move under a symmetry: transforming before or after playing it gives the same position.
    fn transform_move(&self, mv: Self::Move, _symmetry: usize) -> Self::Move {
        mv
    }

    /// A hash that a position has in common with all its images, and hardly with any other: what knows positions by it knows
    /// each once.
    fn symmetric_hash(&self, pos: &Self::Position) -> u64 {
        let others = (1..self.symmetries()).map(|symmetry| self.transform(pos, symmetry));
        let hashes = others.map(|image| self.hash(&image));
        hashes.fold(self.hash(pos), u64::min)
    }
}
