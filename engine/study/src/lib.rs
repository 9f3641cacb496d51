//! What one learns of positions and games: analysis, judged records and their pages, books of openings, and the JSON in which
//! commands and the web board answer.

pub mod analysis;
pub mod book;
pub mod json;
pub mod page;
pub mod played;
pub mod rollouts;
pub mod trained;
