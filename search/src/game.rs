//! What a game is to a search: rules ([`Game`]), evaluation ([`Evaluator`]) and hints for alpha-beta ([`Tactics`]).

use std::fmt::Debug;
use std::hash::Hash;

use rand::Rng;

use crate::{Outlook, Score, Window};

/// The most players of any game.
pub const MAX_PLAYERS: usize = 4;

/// One value for each player; entries past [`Game::players`] are zero. Results lie in −1 (loss) to +1 (win) unless a
/// game says otherwise.
pub type Returns = [f32; MAX_PLAYERS];

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
    /// What [`undo`](Self::undo) needs: nothing, a small difference, or the old position.
    type Undo;
    /// A chance event, such as a roll or a drawn tile; [`Never`] where there is no chance.
    type Event: Copy + Eq + Debug + Send + Sync;

    /// True if every move passes the turn to the other of two players (so that a null move makes sense).
    const ALTERNATES: bool;
    /// True if some positions are chance nodes.
    const CHANCE: bool;

    /// The number of players, 1 to [`MAX_PLAYERS`].
    fn players(&self) -> usize;

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

    /// A hash that `play` and `undo` keep; it covers everything the rest of the game depends on: phase, dice, the drawn
    /// face, the player to move.
    fn hash(&self, pos: &Self::Position) -> u64;

    /// A hash by which a search may put positions together whose moves it keeps: equal only if the same moves also mean the
    /// same there. It differs from the hash where moves are numbered from a place that depends on the way to the position.
    fn node_hash(&self, pos: &Self::Position) -> u64 {
        self.hash(pos)
    }

    /// True if no position before `mv` can occur again after it; it ends the window for repetitions.
    fn irreversible(&self, _pos: &Self::Position, _mv: Self::Move) -> bool {
        true
    }

    /// What is compared to find a repeated position: the hash, unless that covers a counter which repeating a position
    /// does not restore.
    fn repetition_hash(&self, pos: &Self::Position) -> u64 {
        self.hash(pos)
    }

    /// The occurrence of a position that ends the game as a draw, if the rules know one. The search keeps the history.
    fn repetition(&self) -> Option<u32> {
        None
    }

    /// Appends every chance event with its integer weight, and returns the sum of the weights.
    fn events(&self, _pos: &Self::Position, _out: &mut Vec<(Self::Event, u32)>) -> u32 {
        unreachable!("a game without chance has no events")
    }

    /// Lets a chance event happen.
    fn reveal(&self, _pos: &mut Self::Position, _event: Self::Event) -> Self::Undo {
        unreachable!("a game without chance has no events")
    }

    /// Takes back `event`, the last step.
    fn conceal(&self, _pos: &mut Self::Position, _event: Self::Event, _undo: Self::Undo) {
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
}

/// An evaluation of positions, apart from the rules: several may exist for one game.
pub trait Evaluator<G: Game>: Send + Sync {
    /// What is kept along a line of play (accumulators); it lives on the searching thread's stack, never in a position.
    type State: Clone + Send;

    /// The state for a position, from scratch.
    fn fresh(&self, game: &G, pos: &G::Position) -> Self::State;

    /// The state after `step`, which led to `pos`.
    fn after(
        &self,
        state: &Self::State,
        game: &G,
        pos: &G::Position,
        step: Step<G::Move, G::Event>,
        undo: &G::Undo,
    ) -> Self::State;

    /// The state after a null move, which led to `pos`.
    fn after_null(&self, _state: &Self::State, game: &G, pos: &G::Position) -> Self::State {
        self.fresh(game, pos)
    }

    /// The score for the player to move. It may stop early once the score is known to lie outside `window`.
    fn evaluate(
        &self,
        state: &mut Self::State,
        game: &G,
        pos: &G::Position,
        window: Window,
    ) -> Score;

    /// One value for each player, −1 to 1. The default serves two players whose interests are opposed.
    fn returns(&self, state: &mut Self::State, game: &G, pos: &G::Position) -> Returns {
        let mut returns = [0.0; MAX_PLAYERS];
        if let Turn::Player(mover) = game.turn(pos) {
            let value = self
                .outlook(self.evaluate(state, game, pos, Window::FULL))
                .expectation();
            returns[mover.index()] = value;
            returns[mover.other().index()] = -value;
        }
        returns
    }

    /// What a finished game is worth to a search that averages results: the result by the rules, unless it should matter by
    /// how much a game is won. A win must stay above zero, a loss below.
    fn result(&self, game: &G, pos: &G::Position) -> Returns {
        game.returns(pos)
    }

    /// What the [results](Self::result) of all players add up to, if that is the same however a game ends: nothing for two
    /// players, whose interests are opposed.
    fn total(&self, game: &G) -> Option<f32> {
        (game.players() == 2).then_some(0.0)
    }

    /// Whether [`returns`](Self::returns) may be asked at a chance node, before the dice are thrown, say. Otherwise a search
    /// goes one event further and evaluates the positions behind it.
    fn judges_chance(&self) -> bool {
        false
    }

    /// The least and the greatest score that [`evaluate`](Self::evaluate) gives.
    fn bounds(&self) -> (Score, Score);

    /// The calibrated chances that a score stands for.
    fn outlook(&self, score: Score) -> Outlook;

    /// The score that stands for an expected result: the inverse of [`outlook`](Self::outlook), by bisection.
    fn score_of(&self, expectation: f32) -> Score {
        let (least, greatest) = self.bounds();
        let (mut low, mut high) = (least.value(), greatest.value());
        while low < high {
            // Rounded down, also below zero: so the interval always shrinks.
            let middle = low + (high - low) / 2;
            if self.outlook(Score::from_raw(middle)).expectation() < expectation {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Score::from_raw(low)
    }
}

/// What alpha-beta may know about a game beyond its rules. Every method has a default that knows nothing, but for packing.
pub trait Tactics<G: Game>: Send + Sync {
    /// What is found out about a node once, before its moves are looked at: threats, captures, pins.
    type Survey: Default;

    /// A move as a number that is not zero, for the transposition table.
    fn pack(&self, mv: G::Move) -> u32;

    /// The move of a number that [`pack`](Self::pack) made. It may be illegal in the position at hand.
    fn unpack(&self, packed: u32) -> Option<G::Move>;

    /// The number of slots that [`history_slot`](Self::history_slot) uses.
    fn history_slots(&self) -> usize;

    /// Where the history of this move is kept; moves that do the same in different positions share a slot.
    fn history_slot(&self, pos: &G::Position, mv: G::Move) -> usize;

    /// Looks at a node once.
    fn survey(&self, _game: &G, _pos: &G::Position) -> Self::Survey {
        Self::Survey::default()
    }

    /// A move that wins at once, if the survey found one. It must never be wrong; it may be incomplete.
    fn winning_move(
        &self,
        _game: &G,
        _pos: &G::Position,
        _survey: &Self::Survey,
    ) -> Option<G::Move> {
        None
    }

    /// The exact score of a position that the game knows to its end, or nothing; `depth` plies would be searched otherwise,
    /// so a game knows how much looking it up may cost. It depends on nothing else but the position.
    fn settled(&self, _game: &G, _pos: &G::Position, _depth: i32) -> Option<Score> {
        None
    }

    /// Appends the best play of a position that is [`settled`](Self::settled), as far as it is known.
    fn settled_line(&self, _game: &G, _pos: &G::Position, _out: &mut MoveList<G::Move>) {}

    /// The order of moves before any history: higher first. It is added to three histories, each of which lies within
    /// ±[`HISTORY_MAX`](crate::ordering::HISTORY_MAX).
    fn order(&self, _game: &G, _pos: &G::Position, _survey: &Self::Survey, _mv: G::Move) -> i32 {
        0
    }

    /// Appends the moves that an inner node looks at: all the legal ones, unless the game knows which of them cannot
    /// matter. At least one; the root always looks at all.
    fn candidates(
        &self,
        game: &G,
        pos: &G::Position,
        _survey: &Self::Survey,
        out: &mut MoveList<G::Move>,
    ) {
        game.legal_moves(pos, out);
    }

    /// Whether a move is quiet: quiet moves are reduced, pruned and counted in the history.
    fn is_quiet(
        &self,
        _game: &G,
        _pos: &G::Position,
        _survey: &Self::Survey,
        _mv: G::Move,
    ) -> bool {
        true
    }

    /// By how much more than others a late move is reduced, in hundredths of a ply: moves that are rarely good.
    fn reduction(
        &self,
        _game: &G,
        _pos: &G::Position,
        _survey: &Self::Survey,
        _mv: G::Move,
    ) -> i32 {
        0
    }

    /// Appends the moves of quiescence. In danger, where standing pat is not allowed, these are the parries.
    fn noisy(
        &self,
        _game: &G,
        _pos: &G::Position,
        _survey: &Self::Survey,
        _out: &mut MoveList<G::Move>,
    ) {
    }

    /// Whether the player to move must answer a threat now: no null move, no pruning, no standing pat; extended.
    fn in_danger(&self, _survey: &Self::Survey) -> bool {
        false
    }

    /// Where the player to move is in danger: appends every move that does not lose to the very next move, and returns
    /// true; a move left out must lose so. Returns false, and appends nothing, if the game cannot tell.
    fn parries(
        &self,
        _game: &G,
        _pos: &G::Position,
        _survey: &Self::Survey,
        _out: &mut MoveList<G::Move>,
    ) -> bool {
        false
    }

    /// Passes the turn, where the game consents to a null move here.
    fn null_move(
        &self,
        _game: &G,
        _pos: &mut G::Position,
        _survey: &Self::Survey,
    ) -> Option<G::Undo> {
        None
    }

    /// Takes back a null move.
    fn undo_null(&self, _game: &G, _pos: &mut G::Position, _undo: G::Undo) {}
}
