//! Tryktrak for people: board as text and picture, explanations, judged games, input by touch, and setting up positions.

pub(crate) mod explain;
pub(crate) mod facts;
mod gestures;
pub(crate) mod judge;
pub(crate) mod picture;
pub(crate) mod render;
mod setting_up;
mod speech;
mod sums;
