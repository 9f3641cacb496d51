//! Ratings of many players from games between pairs of them.
//!
//! CITE: Hunter, "MM algorithms for generalized Bradley–Terry models", Annals of Statistics 32, 2004.

use super::statistics::{IntervalEstimate, NINETY_FIVE};

/// The results of one player against another.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Encounter {
    /// The points of the first player; a draw counts one half.
    pub points: f64,
    /// The number of games.
    pub games: f64,
    /// The variance of a game's score (0 to 1), computed from pairs.
    pub variance: f64,
}

/// Maximum-likelihood ratings in Elo, with 95 % errors, relative to the mean of all players, which is zero.
///
/// `encounters[i][j]` contains the games of `i` against `j`; the table is square. A quarter of a drawn game is added between every two
/// players who met, so that a score of 100 % gives a finite rating.
pub fn ratings(encounters: &[Vec<Encounter>]) -> Vec<IntervalEstimate> {
    const PRIOR: f64 = 0.25;
    let n = encounters.len();
    let met = |i: usize, j: usize| encounters[i][j].games > 0.0;
    let games = |i: usize, j: usize| encounters[i][j].games + if met(i, j) { PRIOR } else { 0.0 };
    let points =
        |i: usize, j: usize| encounters[i][j].points + if met(i, j) { PRIOR / 2.0 } else { 0.0 };
    let mut strengths = vec![1.0_f64; n];
    for _ in 0..10_000 {
        let before = strengths.clone();
        for i in 0..n {
            let won: f64 = (0..n).filter(|&j| j != i).map(|j| points(i, j)).sum();
            let share = |j: usize| games(i, j) / (strengths[i] + strengths[j]);
            let weight: f64 = (0..n).filter(|&j| j != i).map(share).sum();
            if weight > 0.0 {
                strengths[i] = won / weight;
            }
        }
        let log_mean = strengths.iter().map(|s| s.ln()).sum::<f64>() / n as f64;
        for strength in &mut strengths {
            *strength /= log_mean.exp();
        }
        let moved = |(a, b): (&f64, &f64)| (a.ln() - b.ln()).abs();
        if strengths.iter().zip(&before).map(moved).fold(0.0, f64::max) < 1e-10 {
            break;
        }
    }
    let scale = 400.0 / std::f64::consts::LN_10;
    let errors = standard_errors(encounters, &strengths, &games);
    let estimate = |(strength, error): (&f64, f64)| IntervalEstimate {
        value: scale * strength.ln(),
        error: NINETY_FIVE * scale * error,
    };
    strengths.iter().zip(errors).map(estimate).collect()
}

/// Standard errors of the logarithms of strengths: `H⁻¹ V H⁻¹`, where `H` is the curvature of the likelihood and `V` the observed variance
/// of the points. So the correlation between the games of a pair is taken into account.
fn standard_errors(
    encounters: &[Vec<Encounter>],
    strengths: &[f64],
    games: &impl Fn(usize, usize) -> f64,
) -> Vec<f64> {
    let n = strengths.len();
    let (mut curvature, mut spread) = (vec![vec![0.0; n]; n], vec![vec![0.0; n]; n]);
    for i in 0..n {
        for j in (0..n).filter(|&j| j != i) {
            let expected = strengths[i] / (strengths[i] + strengths[j]);
            let played = games(i, j);
            let bent = played * expected * (1.0 - expected);
            let varied = played * encounters[i][j].variance;
            curvature[i][i] += bent;
            curvature[i][j] -= bent;
            spread[i][i] += varied;
            spread[i][j] -= varied;
        }
    }
    // The sum of all ratings is fixed; otherwise the curvature would be singular.
    for row in &mut curvature {
        for entry in row {
            *entry += 1.0 / n as f64;
        }
    }
    let inverse = inverted(curvature);
    let entry = |i: usize| -> f64 {
        let sum = |a: usize| -> f64 {
            (0..n).map(|b| inverse[i][a] * spread[a][b] * inverse[b][i]).sum()
        };
        (0..n).map(sum).sum()
    };
    (0..n).map(|i| entry(i).max(0.0).sqrt()).collect()
}

/// The inverse of a matrix, by elimination with the largest pivot. A singular matrix gives very large entries.
pub fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for column in 0..n {
        let size = |row: &usize| matrix[*row][column].abs();
        let pivot = (column..n).max_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or(column);
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let value = matrix[column][column];
        let scale = 1.0 / if value.abs() < 1e-12 { 1e-12 } else { value };
        for j in 0..n {
            matrix[column][j] *= scale;
            inverse[column][j] *= scale;
        }
        for row in (0..n).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for j in 0..n {
                matrix[row][j] -= factor * matrix[column][j];
                inverse[row][j] -= factor * inverse[column][j];
            }
        }
    }
    inverse
}
