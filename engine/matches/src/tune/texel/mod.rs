//! Fitting an evaluation to recorded games: the values under which its scores tell best who won.
//!
//! The chance to win is the logistic function of the score times a scale, which is fitted first and then stays. What is
//! made small is the mean negative logarithm of the likelihood of the results. The evaluation is a black box: its slope in
//! each parameter is taken by finite differences, Newton's steps are made on the slopes, and at the end every parameter is
//! tried one up and one down, because values are whole.
//!
//! CITE: <https://www.chessprogramming.org/Texel%27s_Tuning_Method> (Österlund, 2014). CITE: Marquardt, "An algorithm for
//! least-squares estimation of nonlinear parameters", 1963 (the damping of the steps).

mod fit;
mod positions;

pub use fit::{Fitted, fit};
pub use positions::{Data, read};
