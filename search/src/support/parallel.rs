//! Threads that help one search: a private pool on which nothing else runs.
//!
//! A search may itself run on a pool, for example as one of many games. If it waited there for a rayon scope, its thread could start
//! another game in the meantime and return seconds late. So the caller searches on its own thread, and a plain thread outside of every pool
//! waits for the helpers.

use std::any::Any;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use rayon::ThreadPoolBuilder;

/// The caller's thread and its helpers. A pool of one starts no thread.
#[derive(Debug)]
pub struct ThreadPool {
    pool: Option<rayon::ThreadPool>,
}

impl ThreadPool {
    /// A pool of this many threads, including the caller's; fewer if the system cannot start them.
    pub fn new(threads: usize) -> Self {
        let helpers = threads.saturating_sub(1);
        let pool = (helpers > 0).then(|| {
            ThreadPoolBuilder::new()
                .num_threads(helpers)
                .thread_name(|index| format!("search helper {}", index + 1))
                .build()
        });
        Self { pool: pool.and_then(Result::ok) }
    }

    /// The number of threads, including the caller's.
    pub fn threads(&self) -> usize {
        1 + self.helpers()
    }

    /// The number of helpers.
    pub fn helpers(&self) -> usize {
        self.pool.as_ref().map_or(0, rayon::ThreadPool::current_num_threads)
    }

    /// Runs `main` on this thread and `help` on every helper, numbered from 0. When `main` returns, sets `end` to end the helpers, and
    /// waits for their results.
    pub fn run<A, B: Send>(
        &self,
        end: &AtomicBool,
        main: impl FnOnce() -> A,
        help: impl Fn(usize) -> B + Sync,
    ) -> (A, Vec<B>) {
        let answers: Vec<_> = (0..self.helpers()).map(|_| Mutex::new(None)).collect();
        let mut main = Some(main);
        let mut answer = None;
        self.run_all(end, &mut || answer = main.take().map(|main| main()), &|index| {
            *lock(&answers[index]) = Some(help(index));
        });
        let answers = answers.into_iter();
        let given = answers.filter_map(|answer| lock(&answer).take());
        (answer.expect("it ran"), given.collect())
    }

    /// Like [`run`](Self::run), but without results, so that it is compiled once for all searches.
    fn run_all(&self, end: &AtomicBool, main: &mut dyn FnMut(), help: &(dyn Fn(usize) + Sync)) {
        let Some(pool) = &self.pool else {
            return main();
        };
        thread::scope(|scope| {
            let helpers = scope.spawn(|| pool.broadcast(|context| help(context.index())));
            {
                let _raised_at_the_end = RaiseOnDrop(end);
                main();
            }
            if let Err(panic) = helpers.join() {
                std::panic::resume_unwind(panic);
            }
        });
    }

    /// Runs jobs 0 to `jobs − 1`, each once, on any free thread.
    pub fn for_each(&self, jobs: usize, job: impl Fn(usize) + Sync) {
        let with_nothing = |(): &mut (), index| {
            job(index);
            true
        };
        self.for_each_with(jobs, &Spares::new(), || (), with_nothing);
    }

    /// Like [`for_each`](Self::for_each), but every thread works with one of `spares`. Jobs start in order. After a job has returned false,
    /// no other job starts. A single job runs on the caller's thread.
    pub(crate) fn for_each_with<T: Send>(
        &self,
        jobs: usize,
        spares: &Spares<T>,
        make: impl Fn() -> T + Sync,
        job: impl Fn(&mut T, usize) -> bool + Sync,
    ) {
        let (next, ended) = (AtomicUsize::new(0), AtomicBool::new(false));
        let work = || {
            spares.with(&make, |spare| {
                while !ended.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= jobs {
                        break;
                    }
                    if !job(spare, index) {
                        ended.store(true, Ordering::Relaxed);
                    }
                }
            });
        };
        if jobs > 1 {
            self.run(&AtomicBool::new(false), work, |_| work());
        } else {
            work();
        }
    }
}

/// A pool of reusable objects for threads.
#[derive(Debug)]
pub(crate) struct Spares<T>(Mutex<Vec<T>>);

impl<T> Spares<T> {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Calls `act` with a free object, or with a new one; the object is free again afterwards.
    pub(crate) fn with<A>(&self, make: impl FnOnce() -> T, act: impl FnOnce(&mut T) -> A) -> A {
        let spare = lock(&self.0).pop();
        let mut one = spare.unwrap_or_else(make);
        let answer = act(&mut one);
        lock(&self.0).push(one);
        answer
    }
}

/// Drops something large on a separate thread, so that the caller does not wait; on this thread if the system cannot start one.
pub(crate) fn drop_aside(thing: Box<dyn Any + Send>) {
    let thread = thread::Builder::new().name("free".into());
    drop(thread.spawn(move || drop(thing)));
}

/// Locks a mutex even if a thread panicked while it held the lock: the data stays valid.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Raises a flag when it goes out of scope, also during a panic.
struct RaiseOnDrop<'a>(&'a AtomicBool);

impl Drop for RaiseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
