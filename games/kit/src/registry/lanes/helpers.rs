//! Threads that share the work on a batch with the calling thread.
//!
//! The calling thread works too, and every thread takes the next part as soon as it is free. So on a busy machine, where a thread may
//! wake late, the calling thread goes on with the parts of that thread.

use std::sync::{Mutex, PoisonError};
use std::thread::available_parallelism;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::interface::input_error::InputError;
use crate::say;

/// The smallest number of lanes that a thread takes at once.
const LEAST_SHARE: usize = 16;
/// Number of parts for each thread.
const PARTS: usize = 8;

/// Threads besides the calling one.
pub(super) struct Helpers {
    /// `None` if the calling thread does all the work.
    pool: Option<ThreadPool>,
    /// Number of threads, the calling one included.
    n_threads: usize,
}

impl Helpers {
    /// Starts threads, so that there are this number with the calling one; 0 means as many as there are cores.
    pub(super) fn new(n_threads: usize) -> Result<Self, InputError> {
        let n_threads = match n_threads {
            0 => available_parallelism().map_or(1, usize::from),
            _ => n_threads,
        };
        if n_threads == 1 {
            return Ok(Self { pool: None, n_threads });
        }
        let pool = ThreadPoolBuilder::new().num_threads(n_threads - 1).build();
        let pool = pool.map_err(|error| {
            let problem = say!("cannot be started: {error}", error);
            InputError::problem("threads", n_threads.to_string(), problem)
        })?;
        Ok(Self { pool: Some(pool), n_threads })
    }

    /// The number of lanes in each part of the work on `n_lanes`.
    pub(super) fn share(&self, n_lanes: usize) -> usize {
        match self.pool {
            Some(_) => n_lanes.div_ceil(PARTS * self.n_threads).max(LEAST_SHARE),
            None => n_lanes.max(1),
        }
    }

    /// Does the work on every part.
    pub(super) fn work<T: Send>(
        &self,
        parts: impl Iterator<Item = T> + Send,
        work: impl Fn(T) + Sync,
    ) {
        let Some(pool) = &self.pool else {
            return parts.for_each(work);
        };
        let parts = Mutex::new(parts);
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work_on = || {
            while let Some(part) = next() {
                work(part);
            }
        };
        pool.in_place_scope(|scope| {
            for _ in 1..self.n_threads {
                scope.spawn(|_| work_on());
            }
            work_on();
        });
    }

    /// Makes `n` values, each from its index.
    pub(super) fn make<T: Send>(&self, n: usize, make: impl Fn(usize) -> T + Sync) -> Vec<T> {
        match &self.pool {
            Some(pool) => pool
                .install(|| (0..n).into_par_iter().with_min_len(LEAST_SHARE).map(&make).collect()),
            None => (0..n).map(make).collect(),
        }
    }
}
