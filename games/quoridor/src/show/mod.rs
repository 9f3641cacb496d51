//! Quoridor for people: board as text and picture, facts, input by touch, and setting up positions.

pub(crate) mod facts;
mod gestures;
pub(crate) mod picture;
pub(crate) mod render;
mod setting_up;
mod speech;
