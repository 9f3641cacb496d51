//! Random settings of a search: parameters, tables, threads, lines, limits.

use std::fmt;

use ludex_kit::{Level, SearchInfo, SearchSetup};
use ludex_search::{Limits, SearchOptions};
use rand::{Rng, RngExt};

/// A random element.
pub(super) fn one_of<T: Copy>(rng: &mut impl Rng, all: &[T]) -> T {
    all[rng.random_range(0..all.len())]
}

/// A setup that a search accepts.
pub(super) fn setup(info: &SearchInfo, rng: &mut impl Rng) -> SearchSetup {
    let mut setup = SearchSetup {
        options: SearchOptions {
            threads: one_of(rng, &[1, 1, 1, 2]),
            hash_mib: one_of(rng, &[1, 1, 1, 4]),
            multipv: one_of(rng, &[1, 1, 2, 5, 500]),
            seed: rng.random_range(0..100),
            deterministic: rng.random_bool(0.2),
            workers: one_of(rng, &[1, 2, 3]),
        },
        ..SearchSetup::default()
    };
    if !info.evaluators.is_empty() {
        setup.evaluator = Some(one_of(rng, info.evaluators).to_owned());
    }
    if rng.random_bool(0.15) {
        let levels: Vec<Level> = Level::all().collect();
        setup.level = one_of(rng, &levels);
    }
    let chance = one_of(rng, &[0.0, 0.0, 0.1, 0.5]);
    for parameter in &info.parameters {
        if !rng.random_bool(chance) {
            continue;
        }
        let value = match rng.random_range(0..3) {
            0 => parameter.min,
            1 => parameter.max,
            _ => rng.random_range(parameter.min..=parameter.max),
        };
        setup.parameters.push((parameter.name.to_owned(), value.to_string()));
    }
    setup
}

/// Limits for a short search: nodes, and often a depth.
pub(super) fn limits(rng: &mut impl Rng, most_nodes: u64, least_depth: u32) -> Limits {
    let exponent = rng.random_range(0.0..(most_nodes as f64).log2());
    Limits {
        nodes: Some(exponent.exp2() as u64),
        depth: rng.random_bool(0.3).then(|| rng.random_range(least_depth..=least_depth + 6)),
        ..Limits::default()
    }
}

/// A search as the command line writes it.
pub(super) struct SearchWords<'a>(
    pub(super) &'a str,
    pub(super) &'a SearchSetup,
    pub(super) &'a Limits,
);

impl fmt::Display for SearchWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(search, setup, limits) = self;
        let options = &setup.options;
        write!(f, "--search {search}")?;
        if let Some(evaluator) = &setup.evaluator {
            write!(f, " --evaluator {evaluator}")?;
        }
        for (name, value) in &setup.parameters {
            write!(f, " --set {name}={value}")?;
        }
        if let Some(nodes) = limits.nodes {
            write!(f, " --nodes {nodes}")?;
        }
        if let Some(depth) = limits.depth {
            write!(f, " --depth {depth}")?;
        }
        if options.deterministic {
            write!(f, " --deterministic --workers {}", options.workers)?;
        }
        if !setup.level.is_full() {
            write!(f, " --level {}", setup.level.number())?;
        }
        let SearchOptions { threads, hash_mib, multipv, seed, .. } = options;
        write!(f, " --threads {threads} --hash {hash_mib} --multipv {multipv} --seed {seed}")
    }
}
