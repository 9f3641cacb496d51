//! Every puzzle is legal, and a sample of each list is proven again.

use ludex_kit::PuzzleJudge;
use ludex_search::StopFlag;
use ludex_search::testing::effort;

use super::judge::{Solution, Verdict, solution, try_move, within_turns};
use super::lists::{ListedPuzzle, find_puzzle, of_game};
use ludex_base::catalogue::catalogue;

fn all() -> impl Iterator<Item = ListedPuzzle> {
    catalogue().games().flat_map(|game| of_game(game).expect("the lists can be read"))
}

fn verdict(puzzle: &ListedPuzzle, steps: &[String]) -> Verdict {
    try_move(puzzle, steps).unwrap_or_else(|error| panic!("{}: {error:#}", puzzle.id))
}

#[test]
fn every_game_has_puzzles_and_all_are_legal() {
    for game in catalogue().games() {
        assert!(!game.puzzle_lists.is_empty(), "{}", game.name);
        for list in game.puzzle_lists {
            let puzzles = list.puzzles().expect("the list can be read");
            assert!((10..=60).contains(&puzzles.len()), "{}: {}", list.name, puzzles.len());
            assert!(list.text.starts_with("# "), "{} says how it was made", list.name);
        }
    }
    for puzzle in all() {
        let session = puzzle.open().unwrap_or_else(|error| panic!("{}: {error}", puzzle.id));
        assert!(session.status().to_move.is_some(), "{}", puzzle.id);
        assert!(session.legal_moves().len() > 1, "{}", puzzle.id);
        let judge = puzzle.list.judge;
        let is_timed = matches!(judge, PuzzleJudge::WinsInTime | PuzzleJudge::IsSure);
        assert_eq!(puzzle.puzzle.turns.is_some(), is_timed, "{}", puzzle.id);
        assert_eq!(
            find_puzzle(&puzzle.id).expect("the puzzle can be found by its id").puzzle,
            puzzle.puzzle
        );
    }
}

/// Solves a puzzle with the reported solution, against the replies of the judge.
fn solve(puzzle: &ListedPuzzle) {
    let mut steps = Vec::new();
    loop {
        let shown = solution(puzzle, &steps).expect("a solution");
        check_solution(puzzle, &steps, &shown);
        let first = shown.line.first().unwrap_or_else(|| panic!("{}: none", puzzle.id));
        steps.push(first.clone());
        let verdict = verdict(puzzle, &steps);
        assert!(verdict.is_right, "{} {steps:?}", puzzle.id);
        if verdict.is_solved {
            return;
        }
        let is_sure = puzzle.list.judge == PuzzleJudge::IsSure;
        assert!(verdict.reply.is_some() || is_sure, "{}: an answer", puzzle.id);
        steps.extend(verdict.reply);
        assert!(steps.len() < 10, "{} {steps:?}", puzzle.id);
    }
}

/// The reported line is legal from the current position, and the other reported moves are right as well.
fn check_solution(puzzle: &ListedPuzzle, steps: &[String], shown: &Solution) {
    let mut session = puzzle.open().expect("the position is valid");
    for step in steps.iter().chain(&shown.line) {
        let played = session.play(step);
        played.unwrap_or_else(|error| panic!("{} {shown:?}: {error}", puzzle.id));
    }
    for mv in &shown.or {
        let steps = [steps, std::slice::from_ref(mv)].concat();
        assert!(verdict(puzzle, &steps).is_right, "{} {mv}", puzzle.id);
    }
}

#[test]
fn a_sample_of_each_list_is_proven_again() {
    let n_each = 2 * effort() as usize;
    for game in catalogue().games() {
        for list in game.puzzle_lists {
            let puzzles = of_game(game).expect("the lists can be read");
            let of_list = puzzles.iter().filter(|puzzle| puzzle.list.name == list.name);
            for puzzle in of_list.take(n_each) {
                solve(puzzle);
                check_wrong(puzzle);
            }
        }
    }
}

#[test]
fn a_forced_road_has_one_first_move_and_is_a_road() {
    let mut others = Vec::new();
    for puzzle in all().filter(|puzzle| puzzle.list.name == "tinue") {
        let mut session = puzzle.open().expect("the position is valid");
        let limits = within_turns(puzzle.puzzle.turns.expect("the task has a number of turns"));
        let solved = session.solve(None, &limits, &StopFlag::default(), &mut |_| ());
        let solved = solved.expect("a proof");
        for step in solved.line {
            session.play(&step).expect("the solution is legal");
        }
        let result = session.status().result.and_then(|result| result.written);
        if solved.moves.len() != 1 || !matches!(result.as_deref(), Some("R-0" | "0-R")) {
            others.push((puzzle.id, solved.moves, result));
        }
    }
    assert!(others.is_empty(), "{others:?}");
}

/// Checks that the judge rejects at least one legal move.
fn check_wrong(puzzle: &ListedPuzzle) {
    let moves = puzzle.open().expect("the position is valid").legal_moves();
    let mut moves = moves.iter().rev().chain(&moves);
    let is_wrong = |mv: &String| !verdict(puzzle, std::slice::from_ref(mv)).is_right;
    assert!(moves.any(is_wrong), "{}", puzzle.id);
}

#[test]
fn between_two_tiles_of_a_loop_the_worst_is_drawn() {
    for (id, n_tiles) in [("tantrix-loop-17", 2), ("tantrix-loop-48", 3)] {
        let puzzle = find_puzzle(id).expect("the puzzle exists");
        assert_eq!(puzzle.puzzle.turns, Some(n_tiles));
        let first = solution(&puzzle, &[]).expect("a solution").line.remove(0);
        let verdict = verdict(&puzzle, std::slice::from_ref(&first));
        assert!(verdict.is_right && !verdict.is_solved, "{id}");
        let drawn = verdict.reply.expect("the bag is not empty");
        assert!(drawn.starts_with('>'), "{id}: {drawn}");
        // A tile has to be drawn before the next one is laid.
        assert!(try_move(&puzzle, &[first.clone(), first]).is_err(), "{id}");
        solve(&puzzle);
    }
}

#[test]
fn a_better_loop_is_reported() {
    let lengths = |puzzle: &ListedPuzzle| {
        let session = puzzle.open().expect("the position is valid");
        let sure = session.sure_moves(puzzle.puzzle.turns.unwrap_or_default());
        (sure.first().cloned(), sure.last().cloned())
    };
    let loops = all().filter(|puzzle| puzzle.list.judge == PuzzleJudge::IsSure);
    let mut n_better = 0;
    for puzzle in loops {
        let (Some(best), Some(last)) = lengths(&puzzle) else {
            panic!("{}", puzzle.id);
        };
        let better = verdict(&puzzle, &[last.mv]).better;
        assert_eq!(better, (last.worth < best.worth).then_some(best.mv), "{}", puzzle.id);
        n_better += usize::from(better.is_some());
    }
    assert!(n_better > 0, "at least one puzzle has loops of two lengths");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let puzzle = all().next().expect("there are puzzles");
    for steps in [&[][..], &["a1", "a2"], &["no move"]] {
        let steps: Vec<String> = steps.iter().map(|&step| step.to_owned()).collect();
        assert!(try_move(&puzzle, &steps).is_err(), "{steps:?}");
    }
    for id in ["", "takt", "takt-tinue-0", "takt-tinue-999", "chess-mate-1", "a-b-c-d"] {
        assert!(find_puzzle(id).is_err(), "{id}");
    }
}
