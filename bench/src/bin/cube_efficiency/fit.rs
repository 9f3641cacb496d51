//! The efficiency that is nearest to what rollouts say, and how near it comes.

use std::fmt::Write;

use ludex_games::tryktrak::Efficiency;

use crate::samples::{KINDS, Sample};

/// The states of the cube.
const STATES: [&str; 3] = ["middle", "mine", "theirs"];

/// Where an efficiency is told.
const PLACES: usize = Efficiency::PLACES;

/// One number for each place.
type Line = [f64; PLACES];

/// One equity by a rollout, beside what the formulae say.
#[derive(Clone, Copy, Debug)]
struct Point {
    rolled: f64,
    /// By the efficiency of the evaluation, and by the usual constant.
    shipped: f64,
    constant: f64,
    dead: f64,
    /// What the efficiency of each place is multiplied by.
    factors: Line,
}

impl Point {
    fn of(sample: &Sample, state: usize) -> Self {
        let by = |efficiency| sample.formulae(efficiency)[state];
        let dead = by(Efficiency::constant(0.0));
        let factor = |place: usize| {
            let line = std::array::from_fn(|other| if other == place { 1.0 } else { 0.0 });
            by(Efficiency::new(line, line, line)) - dead
        };
        Self {
            rolled: sample.equities[state],
            shipped: by(Efficiency::of(sample.board)),
            constant: by(Efficiency::CONSTANT),
            dead,
            factors: std::array::from_fn(factor),
        }
    }

    /// The value by the efficiencies of all places.
    fn by_line(&self, line: Line) -> f64 {
        self.dead + dot(self.factors, line)
    }
}

fn dot(one: Line, other: Line) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// The efficiencies by least squares, with their standard errors by how the points scatter.
fn fit(points: &[Point]) -> (Line, Line) {
    let mut squares = [[0.0; PLACES]; PLACES];
    let mut products = [0.0; PLACES];
    for point in points {
        add_outer(&mut squares, point.factors, 1.0);
        for (product, factor) in products.iter_mut().zip(point.factors) {
            *product += factor * (point.rolled - point.dead);
        }
    }
    let inverse = inverse(squares);
    let line = inverse.map(|row| dot(row, products));
    let mut scatter = [[0.0; PLACES]; PLACES];
    for point in points {
        add_outer(
            &mut scatter,
            point.factors,
            (point.rolled - point.by_line(line)).powi(2),
        );
    }
    let errors = inverse.map(|row| dot(row, scatter.map(|column| dot(column, row))).sqrt());
    (line, errors)
}

/// Adds the products of numbers with each other.
fn add_outer(sums: &mut [Line; PLACES], numbers: Line, weight: f64) {
    for (row, first) in sums.iter_mut().zip(numbers) {
        for (sum, second) in row.iter_mut().zip(numbers) {
            *sum += weight * first * second;
        }
    }
}

/// The inverse of a matrix that is symmetric and positive, by elimination.
fn inverse(mut matrix: [Line; PLACES]) -> [Line; PLACES] {
    let mut inverse = [[0.0; PLACES]; PLACES];
    for (index, row) in inverse.iter_mut().enumerate() {
        row[index] = 1.0;
        // A place that no point is near to gets nothing.
        matrix[index][index] += 1e-9;
    }
    for pivot in 0..PLACES {
        let scale = 1.0 / matrix[pivot][pivot];
        matrix[pivot] = matrix[pivot].map(|number| number * scale);
        inverse[pivot] = inverse[pivot].map(|number| number * scale);
        let (from, into) = (matrix[pivot], inverse[pivot]);
        for row in (0..PLACES).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            for column in 0..PLACES {
                matrix[row][column] -= factor * from[column];
                inverse[row][column] -= factor * into[column];
            }
        }
    }
    inverse
}

/// The root mean square of what rollouts say beyond a value, in thousandths.
fn distance(points: &[Point], value: impl Fn(&Point) -> f64) -> f64 {
    let beyond = |point: &Point| (point.rolled - value(point)).powi(2);
    1e3 * (points.iter().map(beyond).sum::<f64>() / points.len() as f64).sqrt()
}

/// How many points there are, and how near the usual constant, the fit and the evaluation come.
fn distances(points: &[Point], line: Line) -> String {
    if points.is_empty() {
        return String::new();
    }
    let [constant, fitted, shipped] = [
        distance(points, |point| point.constant),
        distance(points, |point| point.by_line(line)),
        distance(points, |point| point.shipped),
    ];
    format!(
        "{:>10}{constant:>10.1}{fitted:>10.1}{shipped:>10.1}",
        points.len()
    )
}

/// The fits of all kinds and states, and how near they come, also to the positions that were not fitted.
pub(crate) fn report(samples: &[Sample], held_out: &[Sample]) -> String {
    let distances_of = |name| {
        format!(
            "{name:>10}{:>10}{:>10}{:>10}",
            "constant", "fitted", "shipped"
        )
    };
    let mut text = format!("{:16}{:8}", "kind", "cube");
    for name in ["certain loss", "take point", "cash point", "certain win"] {
        // Writing into a string cannot fail.
        let _ = write!(text, "{name:>16}");
    }
    text += &(distances_of("positions") + &distances_of("held out") + "\n");
    for kind in KINDS {
        for (state, name) in STATES.iter().enumerate() {
            let [points, others] = [samples, held_out].map(|samples| of_kind(samples, kind, state));
            if points.len() < PLACES {
                continue;
            }
            let (line, errors) = fit(&points);
            let _ = write!(text, "{kind:16}{name:8}");
            for (x, error) in line.iter().zip(errors) {
                let _ = write!(text, "{:>16}", format!("{x:.3} ± {error:.3}"));
            }
            text += &(distances(&points, line) + &distances(&others, line) + "\n");
        }
    }
    text
}

fn of_kind(samples: &[Sample], kind: &str, state: usize) -> Vec<Point> {
    let samples = samples.iter().filter(|sample| sample.kind == kind);
    samples.map(|sample| Point::of(sample, state)).collect()
}
