//! Tests of the move statistics: histories that order the moves.

use ludex_search::support::ordering::{HISTORY_MAX, Memory, NO_SLOT};

#[test]
fn praise_and_blame_stay_in_range_and_know_their_context() {
    let mut memory: Memory<u8> = Memory::new(40, 4);
    let context = memory.context(0, [7, 9]);
    for _ in 0..1_000 {
        memory.learn(&context, 3, 2_000);
        memory.learn(&context, 4, -2_000);
    }
    let (best, worst) = (memory.score(&context, 3), memory.score(&context, 4));
    assert!((3 * HISTORY_MAX - 100..=3 * HISTORY_MAX).contains(&best), "{best}");
    assert!((-3 * HISTORY_MAX..=-3 * HISTORY_MAX + 100).contains(&worst), "{worst}");
    // If other moves came before, only the plain history contributes to the score. For the other player, the score is 0.
    let elsewhere = memory.context(0, [NO_SLOT, 8]);
    assert!(memory.score(&elsewhere, 3) <= HISTORY_MAX);
    assert_eq!(memory.score(&memory.context(1, [8, 8]), 3), 0);
    memory.fade();
    assert!(memory.score(&context, 3) <= best / 2 + 3);
    // Statistics that have faded completely can be learned again.
    for _ in 0..16 {
        memory.fade();
    }
    assert_eq!(memory.score(&context, 3), 0);
    memory.learn(&context, 3, 2_000);
    assert!(memory.score(&context, 3) > 5_000);
    memory.fade();
    assert!((2_900..=3_000).contains(&memory.score(&context, 3)));
    memory.clear();
    assert_eq!(memory.score(&context, 3), 0);
}

#[test]
fn refutations_are_remembered_by_ply_and_by_the_move_they_answer() {
    let mut memory: Memory<u8> = Memory::new(40, 4);
    for mv in [1, 2, 2, 3] {
        memory.refuted(2, 30, mv);
    }
    assert_eq!(memory.killers(2), [Some(3), Some(2)]);
    assert_eq!(memory.killers(1), [None; 2]);
    assert_eq!(memory.counter(30), Some(3));
    assert_eq!(memory.counter(NO_SLOT), None);
    memory.forget_killers(2);
    assert_eq!(memory.killers(2), [None; 2]);
    memory.refuted(0, NO_SLOT, 5);
    assert_eq!(memory.killers(0), [Some(5), None]);
}
