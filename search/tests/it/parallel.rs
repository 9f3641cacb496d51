//! Tests of thread pools.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use ludex_search::support::parallel::ThreadPool;

#[test]
fn every_job_is_done_once() {
    for threads in 1..=3 {
        let counts: Vec<_> = (0..50).map(|_| AtomicUsize::new(0)).collect();
        ThreadPool::new(threads).for_each(counts.len(), |job| {
            counts[job].fetch_add(1, Ordering::Relaxed);
        });
        assert!(counts.iter().all(|count| count.load(Ordering::Relaxed) == 1));
    }
}

#[test]
fn helpers_see_the_end_and_answer() {
    let end = AtomicBool::new(false);
    let wait = |helper: usize| {
        while !end.load(Ordering::Relaxed) {
            std::hint::spin_loop();
        }
        helper
    };
    assert_eq!(ThreadPool::new(3).run(&end, || "done", wait), ("done", vec![0, 1]));
    assert_eq!(ThreadPool::new(1).run(&end, || "done", wait), ("done", vec![]));
}
