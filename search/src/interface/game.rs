//! The rules of a game, as a search sees them.

use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};

use rand::Rng;

/// The greatest number of players of any game.
pub const MAX_PLAYERS: usize = 4;

/// One value for each player; entries past [`Game::players`] are zero. Results are between −1 (loss) and +1 (win), unless a game sets
/// [another limit](Game::greatest_return).
pub type Returns = [f32; MAX_PLAYERS];

/// The results of a two-player game that `winner` has won.
pub fn won_by(winner: Player) -> Returns {
    let mut returns = [0.0; MAX_PLAYERS];
    returns[winner.index()] = 1.0;
    returns[winner.other().index()] = -1.0;
    returns
}

/// A hash computed from scratch, equal in every run. Use it for moves, and for [`Game::hash`] where speed does not matter.
pub fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A buffer for moves that the caller owns: generators append to it. Once it has grown, no node allocates memory.
pub type MoveList<M> = Vec<M>;

/// A player, counted from zero in the order of their first turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(pub u8);

impl Player {
    /// The player as an index into [`Returns`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The other player of a two-player game.
    #[must_use]
    pub fn other(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// What acts next in a position: a player, chance, or nothing because the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This player moves.
    Player(Player),
    /// A chance event follows: a roll of the dice, a drawn tile.
    Chance,
    /// The game is over; [`Game::returns`] gives the result.
    Over,
}

/// The event type of a game without chance; it has no values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Never {}

/// A move or a chance event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<M, E> {
    /// A player's move.
    Move(M),
    /// A chance event.
    Event(E),
}

/// The rules of a game. The implementing type stores the variant (size, players, options), so positions stay small.
pub trait Game: Send + Sync + 'static {
    /// A legal position, in compact form. All methods may rely on the position being legal.
    type Position: Clone + Send + Sync;
    /// A move; it has a meaning only together with the position before it.
    type Move: Copy + Eq + Hash + Debug + Send + Sync;
    /// What [`undo`](Self::undo) needs to take a move back: nothing, a small difference, or the old position. A
    /// [`History`](crate::History) keeps one for each step.
    type Undo: Clone + Send + Sync;
    /// A chance event, such as a roll or a drawn tile; [`Never`] in a game without chance.
    type Event: Copy + Eq + Debug + Send + Sync;

    /// True if the game has two players and every move passes the turn to the other player (so a null move makes sense).
    const ALTERNATES: bool = false;
    /// True if some positions are chance nodes.
    const CHANCE: bool = false;

    /// The number of players, 1 to [`MAX_PLAYERS`].
    fn players(&self) -> usize {
        2
    }

    /// The number of a player's side: a team, whose members win and lose together, or the player alone.
    fn side_of(&self, player: Player) -> usize {
        player.index()
    }

    /// The results if a player resigns, runs out of time or makes an illegal move, for which the rules give no result. The player's side
    /// loses, and the other sides share the win.
    fn lost_by(&self, loser: Player) -> [f64; MAX_PLAYERS] {
        let side = |player: usize| self.side_of(Player(player as u8));
        let (n_players, lost) = (self.players(), self.side_of(loser));
        let is_first_of_side =
            |&player: &usize| (0..player).all(|other| side(other) != side(player));
        let winners = (0..n_players).filter(|&player| side(player) != lost);
        let n_winning_sides = winners.filter(is_first_of_side).count();
        let share = 2.0 / n_winning_sides.max(1) as f64 - 1.0;
        std::array::from_fn(|player| match player < n_players {
            true if side(player) == lost => -1.0,
            true => share,
            false => 0.0,
        })
    }

    /// The position at the start of a game.
    fn start(&self) -> Self::Position;

    /// The player to move, chance, or the end of the game.
    fn turn(&self, pos: &Self::Position) -> Turn;

    /// Appends every legal move, each once. At [`Turn::Player`] there is at least one.
    fn legal_moves(&self, pos: &Self::Position, out: &mut MoveList<Self::Move>);

    /// The number of legal moves, for the last ply of a perft. Override it if counting is cheaper than listing.
    fn count_moves(&self, pos: &Self::Position) -> u64 {
        let mut moves = MoveList::new();
        self.legal_moves(pos, &mut moves);
        moves.len() as u64
    }

    /// Whether `mv` is legal here. It may come from another position (a table move or a killer move).
    fn is_legal(&self, pos: &Self::Position, mv: Self::Move) -> bool {
        let mut moves = MoveList::new();
        self.legal_moves(pos, &mut moves);
        moves.contains(&mv)
    }

    /// Plays a legal move.
    fn play(&self, pos: &mut Self::Position, mv: Self::Move) -> Self::Undo;

    /// Takes back `mv`, which was the last move.
    fn undo(&self, pos: &mut Self::Position, mv: Self::Move, undo: Self::Undo);

    /// The results of a finished game.
    fn returns(&self, pos: &Self::Position) -> Returns;

    /// The greatest result of a player; the least is its negative. It is above 1 if a game is played for points.
    fn greatest_return(&self) -> f32 {
        1.0
    }

    /// A hash that `play` and `undo` update. It covers everything that the rest of the game depends on: phase, dice, the drawn tile, the
    /// player to move. Use [`hash_of`] if the position stores no hash.
    fn hash(&self, pos: &Self::Position) -> u64;

    /// The hash by which a search recognises positions that can share a node: it may be equal for two positions only if the same move also
    /// has the same effect in both. Override it if the numbering of the moves depends on the moves before, so that equal positions may
    /// number their moves differently.
    fn node_hash(&self, pos: &Self::Position) -> u64 {
        self.hash(pos)
    }

    /// True only if no position before `mv` can occur again after it, up to the next chance event; the search then does not look for
    /// repetitions. False, the default, is always correct. True saves time if positions never repeat, or for moves that can never be
    /// reversed, such as placing a stone.
    fn irreversible(&self, _pos: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// The hash that is compared to find a repeated position. Override it if [`hash`](Self::hash) covers a counter that continues when a
    /// position repeats.
    fn repetition_hash(&self, pos: &Self::Position) -> u64 {
        self.hash(pos)
    }

    /// The number of occurrences of a position that ends the game as a draw (3 for threefold repetition), or `None` without such a rule.
    /// The search counts them; occurrences before a chance event do not count.
    fn repetition(&self) -> Option<u32> {
        None
    }

    /// Appends every chance event with its integer weight; returns the sum of the weights. The probability of an event is its weight
    /// divided by that sum.
    fn events(&self, _pos: &Self::Position, _out: &mut Vec<(Self::Event, u32)>) -> u32 {
        unreachable!("a game without chance has no events")
    }

    /// Applies a chance event.
    fn apply_chance(&self, _pos: &mut Self::Position, _event: Self::Event) -> Self::Undo {
        unreachable!("a game without chance has no events")
    }

    /// Takes back `event`, which was the last step.
    fn undo_chance(&self, _pos: &mut Self::Position, _event: Self::Event, _undo: Self::Undo) {
        unreachable!("a game without chance has no events")
    }

    /// Draws a chance event at random, according to the weights.
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

    /// The memory of a position in bytes, including what it owns on the heap.
    fn n_bytes(&self, _pos: &Self::Position) -> usize {
        size_of::<Self::Position>()
    }

    /// The number of symmetries that [`transform`](Self::transform) supports; number 0 is the identity.
    fn symmetries(&self) -> usize {
        1
    }

    /// The image of a position under a symmetry of the game.
    fn transform(&self, pos: &Self::Position, _symmetry: usize) -> Self::Position {
        pos.clone()
    }

    /// The image of a move under a symmetry. Transforming before or after the move gives the same position.
    fn transform_move(&self, mv: Self::Move, _symmetry: usize) -> Self::Move {
        mv
    }

    /// A hash that is equal for a position and all its images, and different for nearly all others. Books and other collections use it to
    /// store one entry for each class of symmetric positions.
    fn symmetric_hash(&self, pos: &Self::Position) -> u64 {
        let others = (1..self.symmetries()).map(|symmetry| self.transform(pos, symmetry));
        let hashes = others.map(|image| self.hash(&image));
        hashes.fold(self.hash(pos), u64::min)
    }
}
