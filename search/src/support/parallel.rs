//! Threads that help one search: a pool of its own, on which nothing else ever runs.
//!
//! A search may itself run on some pool, as one of many games. Waiting there for a scope would let that thread take up
//! another game in the meantime and come back seconds late. So the caller searches on its own thread, and a plain
//! thread, which belongs to no pool, waits for the helpers.

use std::any::Any;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use rayon::ThreadPoolBuilder;

/// The caller's thread and its helpers. Alone it starts no thread at all.
#[derive(Debug)]
pub struct ThreadPool {
    pool: Option<rayon::ThreadPool>,
}

impl ThreadPool {
    /// A pool of this many threads, the caller's included; fewer if the system does not give them.
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

    /// The number of threads, the caller's included.
    pub fn threads(&self) -> usize {
        1 + self.helpers()
    }

    /// The number of threads besides the caller's.
    pub fn helpers(&self) -> usize {
        self.pool.as_ref().map_or(0, rayon::ThreadPool::current_num_threads)
    }

    /// Runs `main` here and `help` on every helper, numbered from 0. When `main` has ended, `end` is raised for the
    /// helpers to see, and their answers are waited for.
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

    /// The same without answers: for all searches the same code.
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

    /// Runs jobs number 0 to `jobs − 1`, each once, on whichever thread is free.
    pub fn for_each(&self, jobs: usize, job: impl Fn(usize) + Sync) {
        let with_nothing = |(): &mut (), index| {
            job(index);
            true
        };
        self.for_each_with(jobs, &Spares::new(), || (), with_nothing);
    }

    /// The same, where every thread works with one of `spares`. Jobs are begun in order; none is begun after one has
    /// returned false. A single job stays on the caller's thread.
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

/// Things that threads work with, kept while nobody uses them.
#[derive(Debug)]
pub(crate) struct Spares<T>(Mutex<Vec<T>>);

impl<T> Spares<T> {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Does something with a spare one, or a new one; it is spare afterwards.
    pub(crate) fn with<A>(&self, make: impl FnOnce() -> T, act: impl FnOnce(&mut T) -> A) -> A {
        let spare = lock(&self.0).pop();
        let mut one = spare.unwrap_or_else(make);
        let answer = act(&mut one);
        lock(&self.0).push(one);
        answer
    }
}

/// Frees something that takes long to free on a thread of its own, so that nobody waits for it; here, if the system gives no
/// thread.
pub(crate) fn drop_aside(thing: Box<dyn Any + Send>) {
    let thread = thread::Builder::new().name("free".into());
    drop(thread.spawn(move || drop(thing)));
}

/// What a panic elsewhere left is as good as before.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Raises a flag when it goes out of scope, in a panic too.
struct RaiseOnDrop<'a>(&'a AtomicBool);

impl Drop for RaiseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
