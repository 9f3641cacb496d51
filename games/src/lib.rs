//! The five board games of Ludex, each a crate of its own: [Takt](takt) (Tak), [Tryktrak](tryktrak) (backgammon),
//! [Quoridor](quoridor), [Trax](trax) and [Tantrix](tantrix), each with its variants.
//!
//! # A best move
//!
//! A program that knows its game at compile time uses the game's type: `ludex_search::Game` plays, and
//! [`Notation`](ludex_kit::Notation) reads and writes.
//!
//! ```
//! use ludex_games::takt;
//! use ludex_kit::{InputError, Notation};
//! use ludex_search::{Limits, SearchOptions, Searcher};
//!
//! let game = takt::Takt::<5>::default();
//! let pos = game.parse_position("2,x3,1/x2,2,x,1/x2,2C,x,1/x3,21C,21/x3,2S,2 1 8")?;
//! let mut search = takt::alpha_beta(&game, SearchOptions::default());
//! let best = search.best(&pos, Limits::nodes(10_000)).expect("the game goes on");
//! assert_eq!(game.write_move(&pos, best), "d2>");
//! # Ok::<(), InputError>(())
//! ```
//!
//! # A game whose name is known at run time
//!
//! [`CATALOGUE`] opens a game by its name as a [`Session`](ludex_kit::registry::Session), which speaks text:
//!
//! ```
//! let mut session = ludex_games::CATALOGUE.session("quoridor", &"board=3x3,walls=1".parse()?, None)?;
//! session.play("b2")?;
//! assert!(session.legal_moves().contains(&"a3".to_owned()));
//! # Ok::<(), ludex_kit::InputError>(())
//! ```
//!
//! [`visit`] hands the typed game to a [`Visitor`](ludex_kit::Visitor), which works with any of them:
//!
//! ```
//! use ludex_games::visit;
//! use ludex_kit::{InputError, Playable, Shown, Visitor};
//!
//! struct Picture;
//!
//! impl Visitor for Picture {
//!     type Output = String;
//!     fn visit<G: Playable>(self, game: G, start: G::Position) -> String {
//!         game.render(&Shown::new(&start)).to_string()
//!     }
//! }
//!
//! let picture = visit("quoridor", &"board=3x3,walls=1".parse()?, None, Picture)?;
//! assert!(picture.contains("Player 1 to move"));
//! # Ok::<(), InputError>(())
//! ```

pub use ludex_quoridor as quoridor;
pub use ludex_takt as takt;
pub use ludex_tantrix as tantrix;
pub use ludex_trax as trax;
pub use ludex_tryktrak as tryktrak;

ludex_kit::catalogue!(takt, tryktrak, quoridor, trax, tantrix);
