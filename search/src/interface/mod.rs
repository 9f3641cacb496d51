//! The interface between games, evaluations and searches: traits, and the types in their signatures.

pub mod evaluator;
pub mod game;
pub mod history;
pub mod limits;
pub mod parameters;
pub mod policy;
pub mod report;
pub mod score;
pub mod searcher;
pub mod tactics;
pub mod value_model;
pub mod window;
