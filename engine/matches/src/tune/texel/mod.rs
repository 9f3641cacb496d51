//! Fits an evaluation to recorded games: finds the values with which its scores predict the results best.
//!
//! The probability of winning is the logistic function of the score times a scale, which is fitted first and then fixed. The fit minimises
//! the mean negative log-likelihood of the results. The evaluation is treated as a black box: its slope in each parameter is computed by
//! finite differences, which give damped Newton steps. At the end each parameter is tried one higher and one lower, because values are
//! whole numbers.
//!
//! CITE: <https://www.chessprogramming.org/Texel%27s_Tuning_Method> (Österlund, 2014). CITE: Marquardt, "An algorithm
//! for least-squares estimation of nonlinear parameters", 1963 (the damping of the steps).

mod fit;
mod positions;

pub use fit::{Fitted, fit};
pub use positions::{Data, read};
