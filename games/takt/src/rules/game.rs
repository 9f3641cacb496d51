//! The rules: [`Game`] for Takt of every size.

use ludex_search::{Game, MAX_PLAYERS, MoveList, Never, Player, Returns, Turn};

use super::moves::{Action, Direction, Move, Square};
use super::options::Options;
use super::pile::{Board, Size};
use super::position::{Position, Undo};
use ludex_kit::Variant;
use ludex_kit::support::zobrist;

/// Takt on a board of side `N` with its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Takt<const N: usize>
where
    Size<N>: Board,
{
    options: Options,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A player completed a road.
    Road(Player),
    /// The board was full or a reserve was empty. Contains the winner by flats; `None` for a draw.
    Flats(Option<Player>),
    /// A draw: too many plies without a placement or a flattened wall.
    Reversible,
}

impl Ending {
    /// The winner, if the game is not a draw.
    pub fn winner(self) -> Option<Player> {
        match self {
            Self::Road(player) => Some(player),
            Self::Flats(winner) => winner,
            Self::Reversible => None,
        }
    }

    /// The result as game files write it.
    pub fn result(self) -> &'static str {
        match self {
            Self::Road(Player(0)) => "R-0",
            Self::Road(_) => "0-R",
            Self::Flats(Some(Player(0))) => "F-0",
            Self::Flats(Some(_)) => "0-F",
            Self::Flats(None) | Self::Reversible => "1/2-1/2",
        }
    }
}

impl<const N: usize> Takt<N>
where
    Size<N>: Board,
{
    /// The game with the default pieces, without komi or drawing rules.
    pub fn new() -> Self {
        Self::with_options(Options::default_for(Size::<N>::STONES, Size::<N>::CAPSTONES))
    }

    /// The game with these options.
    pub fn with_options(options: Options) -> Self {
        Self { options }
    }

    /// The current variant.
    pub fn variant(&self) -> Variant {
        self.options.to_variant::<N>()
    }

    /// The current options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Side of the board.
    pub fn size(&self) -> usize {
        N
    }

    /// How the game ended, if it is over.
    pub fn ending(&self, pos: &Position<N>) -> Option<Ending> {
        if let Some(winner) = pos.road_winner() {
            return Some(Ending::Road(winner));
        }
        if pos.is_exhausted() {
            let lead = self.flat_lead(pos);
            return Some(Ending::Flats(match lead {
                0 => None,
                _ => Some(Player(u8::from(lead < 0))),
            }));
        }
        self.is_stale(pos).then_some(Ending::Reversible)
    }

    /// The first player's flats minus the second player's flats and komi, in half flats.
    pub fn flat_lead(&self, pos: &Position<N>) -> i32 {
        let count = |player| pos.flats(Player(player)).count_ones() as i32;
        2 * (count(0) - count(1)) - i32::from(self.options.half_komi)
    }

    /// Whether the next move could end the game without a road.
    #[inline]
    pub(crate) fn may_run_out(&self, pos: &Position<N>) -> bool {
        let placer = pos.owner_placed();
        let near = |limit| pos.reversible() + 1 >= limit;
        // A spread fills at most N − 1 empty squares.
        (pos.empties().count_ones() as usize) < N
            || pos.stones(placer) + pos.capstones_left(placer) <= 1 + u32::from(pos.lays_stack())
            || self.options.reversible.is_some_and(near)
    }

    #[inline]
    fn is_stale(&self, pos: &Position<N>) -> bool {
        self.options.reversible.is_some_and(|limit| pos.reversible() >= limit)
    }
}

impl<const N: usize> Default for Takt<N>
where
    Size<N>: Board,
{
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize> Game for Takt<N>
where
    Size<N>: Board,
{
    type Position = Position<N>;
    type Move = Move;
    type Undo = Undo;
    type Event = Never;

    const ALTERNATES: bool = true;
    const CHANCE: bool = false;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Position<N> {
        Position::new(self.options.stones, self.options.caps).with_opening(self.options.opening)
    }

    #[inline]
    fn turn(&self, pos: &Position<N>) -> Turn {
        if pos.is_exhausted() || pos.any_road() || self.is_stale(pos) {
            Turn::Over
        } else {
            Turn::Player(pos.to_move())
        }
    }

    #[inline]
    fn legal_moves(&self, pos: &Position<N>, out: &mut MoveList<Move>) {
        pos.legal_moves(out);
    }

    #[inline]
    fn count_moves(&self, pos: &Position<N>) -> u64 {
        pos.count_moves()
    }

    #[inline]
    fn is_legal(&self, pos: &Position<N>, mv: Move) -> bool {
        pos.is_legal(mv)
    }

    #[inline]
    fn play(&self, pos: &mut Position<N>, mv: Move) -> Undo {
        pos.play(mv)
    }

    #[inline]
    fn undo(&self, pos: &mut Position<N>, mv: Move, undo: Undo) {
        pos.undo(mv, undo);
    }

    fn returns(&self, pos: &Position<N>) -> Returns {
        let mut returns = [0.0; MAX_PLAYERS];
        if let Some(winner) = self.ending(pos).and_then(Ending::winner) {
            returns[winner.index()] = 1.0;
            returns[winner.other().index()] = -1.0;
        }
        returns
    }

    /// The counter of reversible plies is part of the hash only if it is close to its limit. Far from the limit, the counter cannot affect
    /// the result of a search, so positions that differ only in the counter share one table entry.
    #[inline]
    fn hash(&self, pos: &Position<N>) -> u64 {
        const NEAR: u32 = 20;
        match self.options.reversible {
            Some(limit) if pos.reversible() + NEAR >= limit && pos.reversible() > 0 => {
                pos.hash() ^ zobrist::key(16, u64::from(pos.reversible()))
            }
            _ => pos.hash(),
        }
    }

    #[inline]
    fn irreversible(&self, pos: &Position<N>, mv: Move) -> bool {
        match mv.action() {
            Action::Place(..) => true,
            Action::Spread(square, direction, drops) => {
                let last = square.0 as isize + direction.step::<N>() * drops.squares() as isize;
                pos.walls() >> last & 1 == 1
            }
        }
    }

    #[inline]
    fn repetition_hash(&self, pos: &Position<N>) -> u64 {
        pos.hash()
    }

    fn repetition(&self) -> Option<u32> {
        self.options.repetition
    }

    /// The eight symmetries of the square: bit 0 mirrors the files, bit 1 mirrors the ranks, then bit 2 swaps files and ranks.
    fn symmetries(&self) -> usize {
        8
    }

    fn transform(&self, pos: &Position<N>, symmetry: usize) -> Position<N> {
        pos.mapped(|square| image::<N>(square, symmetry))
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        match mv.action() {
            Action::Place(piece, square) => Move::place(piece, image::<N>(square, symmetry)),
            Action::Spread(square, direction, drops) => {
                Move::spread(image::<N>(square, symmetry), turned(direction, symmetry), drops)
            }
        }
    }
}

fn image<const N: usize>(square: Square, symmetry: usize) -> Square {
    let (mut file, mut rank) = (square.file::<N>(), square.rank::<N>());
    if symmetry & 1 != 0 {
        file = N - 1 - file;
    }
    if symmetry & 2 != 0 {
        rank = N - 1 - rank;
    }
    if symmetry & 4 != 0 {
        (file, rank) = (rank, file);
    }
    Square::at::<N>(file, rank)
}

fn turned(direction: Direction, symmetry: usize) -> Direction {
    use Direction::{Down, Left, Right, Up};
    let mirrored = match direction {
        Left if symmetry & 1 != 0 => Right,
        Right if symmetry & 1 != 0 => Left,
        Up if symmetry & 2 != 0 => Down,
        Down if symmetry & 2 != 0 => Up,
        same => same,
    };
    if symmetry & 4 == 0 {
        return mirrored;
    }
    match mirrored {
        Up => Right,
        Right => Up,
        Down => Left,
        Left => Down,
    }
}
