//! Five board games for the searches of `ludex-search`: rules, notation, evaluation and pictures.
//!
//! A folder is a game, a file is shared. A game appears to the rest of the world through [`Playable`] and its
//! [`GameInfo`]; the list at the end of this file is the only place that names all games.

pub mod bitboard;
pub mod catalogue;
pub mod input_error;
pub mod notation;
pub mod quoridor;
pub mod record;
pub mod takt;
pub mod tantrix;
pub mod trax;
pub mod variant;
pub mod zobrist;

pub use catalogue::{
    Facts, GameInfo, Note, Playable, SearchKind, SearchSetup, SolverKind, VariantKey, Visitor,
    WireOption,
};
pub use input_error::InputError;
pub use notation::Notation;
pub use record::{Format, Record, RecordedPly};
pub use variant::Variant;

catalogue::catalogue!(takt, quoridor, trax, tantrix);
