//! The five board games of Ludex, each a crate: [Takt](takt) (Tak), [Tryktrak](tryktrak) (backgammon), [Quoridor](quoridor), [Trax](trax)
//! and [Tantrix](tantrix), with all their variants. [`CATALOGUE`] opens a game by its name as a [`Session`](ludex_kit::registry::Session),
//! and [`visit`] passes the game with its own type to a [`Visitor`](ludex_kit::Visitor).
//!
//! The rest of this page is the page "Games as a library" of the book.
//!
#![doc = include_str!("../../docs/src/libraries/games.md")]

pub use ludex_quoridor as quoridor;
pub use ludex_takt as takt;
pub use ludex_tantrix as tantrix;
pub use ludex_trax as trax;
pub use ludex_tryktrak as tryktrak;

/// Tests the code of the page "Actions, observations and batches" of the book.
#[cfg(doctest)]
#[doc = include_str!("../../docs/src/libraries/actions.md")]
struct ActionsPage;

ludex_kit::catalogue!(takt, tryktrak, quoridor, trax, tantrix);
