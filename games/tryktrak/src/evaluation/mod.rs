//! Evaluation of positions: networks, bear-off tables, cube and match score.

pub mod bearoff;
mod by_owner;
pub mod cube;
pub mod efficiency;
pub mod equity;
pub mod inputs;
pub mod met;
pub mod model;
pub mod networks;
pub mod outcome;
pub mod race;
pub mod ranking;
pub mod shots;

mod observation;
mod relative;
mod sets;
mod worth;
