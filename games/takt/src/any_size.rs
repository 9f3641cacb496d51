//! Takt on a board whose size is known only at run time. Programs open this type. Searches use types with a fixed size `N`, so that bit
//! masks are compile-time constants. All other code uses the types of this module and is compiled only once.

use ludex_search::support::perft::{Leaves, leaves_until};
use ludex_search::{
    Game, Limits, MoveList, Never, Report, Returns, Root, Score, Searcher, StopFlag, Turn,
};

use ludex_kit::{InputError, Notation, Variant, Views};

use crate::rules::game::{Ending, Takt};
use crate::rules::moves::Move;
use crate::rules::options::Options;
use crate::rules::pile::{Board, Size};
use crate::rules::position::{Position, Undo};
use ludex_kit::say;

/// Defines the types for any board size, and the macros that run code for a given size.
macro_rules! sizes {
    ($($name:ident = $size:literal),*) => {
        /// Takt on a board of any size.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum AnyTakt {
            $(#[doc = concat!("On a board of side ", $size, ".")] $name(Takt<$size>)),*
        }

        /// A position of Takt on a board of any size.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(clippy::large_enum_variant, reason = "only the history of a game stores it; searches use `Position<N>`")]
        pub enum AnyPosition {
            $(#[doc = concat!("On a board of side ", $size, ".")] $name(Position<$size>)),*
        }

        impl AnyTakt {
            /// The game with these variant options on a board with side `size`.
            pub(super) fn from_variant(size: usize, variant: &Variant) -> Result<Self, InputError> {
                match size {
                    $($size => Ok(Self::$name(Takt::with_options(Options::from_variant::<$size>(variant)?))),)*
                    _ => Err(InputError::new("size", size.to_string(), say!("{min} to {max}", min = 3, max = 8))),
                }
            }
        }

        $(
            impl From<Position<$size>> for AnyPosition {
                fn from(pos: Position<$size>) -> Self {
                    Self::$name(pos)
                }
            }

            impl Holds<$size> for AnyPosition {
                fn get(&self) -> &Position<$size> {
                    match self {
                        Self::$name(pos) => pos,
                        _ => unreachable!("a game and its positions have the same size"),
                    }
                }
            }
        )*

        /// Evaluates an expression in which `$game` is a [`Takt`] of a fixed size.
        macro_rules! with_game {
            ($any:expr, $game:ident => $body:expr) => {
                match $any { $(AnyTakt::$name($game) => $body),* }
            };
        }

        /// Evaluates an expression in which `$game` and `$pos` are a game and its position, both of a fixed size.
        macro_rules! with_position {
            ($any:expr, $all:expr, $game:ident, $pos:ident => $body:expr) => {
                match ($any, $all) {
                    $((AnyTakt::$name($game), AnyPosition::$name($pos)) => $body,)*
                    _ => unreachable!("a game and its positions have the same size"),
                }
            };
        }
    };
}

sizes!(Three = 3, Four = 4, Five = 5, Six = 6, Seven = 7, Eight = 8);

#[expect(
    clippy::single_component_path_imports,
    reason = "other modules import the macros by path"
)]
pub(crate) use {with_game, with_position};

/// Returns the position of size `N` that an [`AnyPosition`] contains; implemented for each size.
pub(super) trait Holds<const N: usize>
where
    Size<N>: Board,
{
    /// The position. Panics if it has another size.
    fn get(&self) -> &Position<N>;
}

/// Adapts a search on boards of a fixed size to [`AnyTakt`].
pub(super) struct OfSize<const N: usize, S>(pub(super) S)
where
    Size<N>: Board;

impl<const N: usize, S: Searcher<Takt<N>>> Searcher<AnyTakt> for OfSize<N, S>
where
    Size<N>: Board,
    AnyPosition: Holds<N>,
{
    fn search(
        &mut self,
        root: &Root<AnyTakt>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let root = root.in_form_of(*root.position.get());
        self.0.search(&root, limits, stop, observer)
    }

    fn evaluate(&self, pos: &AnyPosition) -> Option<Score> {
        self.0.evaluate(pos.get())
    }

    fn new_game(&mut self) {
        self.0.new_game();
    }

    fn prepare(&mut self) {
        self.0.prepare();
    }
}

impl Game for AnyTakt {
    type Position = AnyPosition;
    type Move = Move;
    type Undo = Undo;
    type Event = Never;

    const ALTERNATES: bool = true;
    const CHANCE: bool = false;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> AnyPosition {
        with_game!(self, game => game.start().into())
    }

    fn turn(&self, pos: &AnyPosition) -> Turn {
        with_position!(self, pos, game, pos => game.turn(pos))
    }

    fn legal_moves(&self, pos: &AnyPosition, out: &mut MoveList<Move>) {
        with_position!(self, pos, game, pos => game.legal_moves(pos, out));
    }

    fn count_moves(&self, pos: &AnyPosition) -> u64 {
        with_position!(self, pos, game, pos => game.count_moves(pos))
    }

    fn is_legal(&self, pos: &AnyPosition, mv: Move) -> bool {
        with_position!(self, pos, game, pos => game.is_legal(pos, mv))
    }

    fn play(&self, pos: &mut AnyPosition, mv: Move) -> Undo {
        with_position!(self, pos, game, pos => game.play(pos, mv))
    }

    fn undo(&self, pos: &mut AnyPosition, mv: Move, undo: Undo) {
        with_position!(self, pos, game, pos => game.undo(pos, mv, undo));
    }

    fn returns(&self, pos: &AnyPosition) -> Returns {
        with_position!(self, pos, game, pos => game.returns(pos))
    }

    fn hash(&self, pos: &AnyPosition) -> u64 {
        with_position!(self, pos, game, pos => game.hash(pos))
    }

    fn irreversible(&self, pos: &AnyPosition, mv: Move) -> bool {
        with_position!(self, pos, game, pos => game.irreversible(pos, mv))
    }

    fn repetition_hash(&self, pos: &AnyPosition) -> u64 {
        with_position!(self, pos, game, pos => game.repetition_hash(pos))
    }

    fn repetition(&self) -> Option<u32> {
        with_game!(self, game => game.repetition())
    }

    fn symmetries(&self) -> usize {
        with_game!(self, game => game.symmetries())
    }

    fn transform(&self, pos: &AnyPosition, symmetry: usize) -> AnyPosition {
        with_position!(self, pos, game, pos => game.transform(pos, symmetry).into())
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        with_game!(self, game => game.transform_move(mv, symmetry))
    }
}

impl Notation for AnyTakt {
    fn parse_position(&self, text: &str) -> Result<AnyPosition, InputError> {
        with_game!(self, game => game.parse_position(text).map(AnyPosition::from))
    }

    fn write_position(&self, pos: &AnyPosition) -> String {
        with_position!(self, pos, game, pos => game.write_position(pos))
    }

    fn parse_move(&self, pos: &AnyPosition, text: &str) -> Result<Move, InputError> {
        with_position!(self, pos, game, pos => game.parse_move(pos, text))
    }

    fn write_move(&self, pos: &AnyPosition, mv: Move) -> String {
        with_position!(self, pos, game, pos => game.write_move(pos, mv))
    }
}

impl AnyTakt {
    /// How the game ended, if it is over.
    pub fn ending(&self, pos: &AnyPosition) -> Option<Ending> {
        with_position!(self, pos, game, pos => game.ending(pos))
    }

    /// Side of the board.
    pub fn size(&self) -> usize {
        with_game!(self, game => game.size())
    }

    /// The current options.
    pub fn options(&self) -> &Options {
        with_game!(self, game => game.options())
    }
}

impl Views<Self> for AnyTakt {
    fn leaves(&self, game: &Self, pos: &AnyPosition, depth: u32, stop: &StopFlag) -> Leaves {
        with_position!(game, pos, game, pos => leaves_until(game, pos, depth, stop))
    }
}
