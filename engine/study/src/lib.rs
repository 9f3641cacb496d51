//! Analysis of positions and games: judged records and their reports, opening books, and the JSON that commands and
//! the web board print.

pub mod analysis;
pub mod book;
pub mod json;
pub mod page;
pub mod played;
pub mod rollouts;
pub mod trained;

ludex_kit::words!();
