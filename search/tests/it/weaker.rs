//! Weaker players: their mistakes are reproducible, depend on the seed, and do not give away a won game.

use std::collections::HashSet;

use ludex_search::alphabeta::AlphaBeta;
use ludex_search::testing::{TreeEvaluator, TreeGame};
use ludex_search::{
    Game, Handicap, Limits, Line, Proof, ProofResult, Report, Root, Score, SearchOptions, Searcher,
    Stateless, StopFlag, Turn, Wdl, Weaker, Worth,
};

const SEEDS: u64 = 300;

/// A search that returns these lines, whatever its limits.
#[derive(Clone)]
struct Found {
    lines: Vec<Line<u16>>,
    limits: Limits,
}

impl Searcher<TreeGame> for Found {
    fn search(
        &mut self,
        _: &Root<TreeGame>,
        limits: &Limits,
        _: &StopFlag,
        observer: &mut dyn FnMut(&Report<u16>),
    ) -> Report<u16> {
        self.limits = *limits;
        let report = Report::new(self.lines.clone(), 1);
        observer(&report);
        report
    }

    fn evaluate(&self, _: &u32) -> Option<Score> {
        None
    }

    fn new_game(&mut self) {}
}

/// Lines with these expected results, −1 to 1, best first; 2 is an immediate win, −2 an immediate loss.
fn found(results: &[f32]) -> Found {
    let line = |(mv, &result): (usize, &f32)| {
        let score = match result {
            2.0 => Score::win_in(1),
            -2.0 => Score::loss_in(2),
            _ => Score::new((1000.0 * result) as i32),
        };
        let wdl = Wdl::without_draws(result.clamp(-1.0, 1.0));
        Line::new(vec![mv as u16], score, wdl)
    };
    Found { lines: results.iter().enumerate().map(line).collect(), limits: Limits::default() }
}

/// A rule that says which moves make no sense.
type Rule = fn(&TreeGame, &u32, u16) -> bool;

/// Every move makes sense.
const NEVER: Rule = |_, _, _| false;

const CARELESS: Handicap = Handicap::depth(1).with_errors(8, 0.3, 1.0);

/// The report of a weaker player whose search found these lines.
fn report_of(results: &[f32], handicap: Handicap, seed: u64, multipv: usize) -> Report<u16> {
    let tree = TreeGame::parse("a(0 0 0 0)").unwrap();
    let root = Root::<TreeGame>::new(tree.root());
    let weakness = (handicap, Worth::Chances);
    let mut player = Weaker::with(found(results), tree, weakness, NEVER, seed, multipv);
    let mut observed = Vec::new();
    let report = player.search(&root, &Limits::default(), &StopFlag::default(), &mut |report| {
        observed.push(report.clone());
    });
    assert_eq!(observed, std::slice::from_ref(&report), "the report to the observer is the same");
    report
}

/// Every move that is played with some seed.
fn played(results: &[f32], handicap: Handicap) -> HashSet<u16> {
    let play = |seed| report_of(results, handicap, seed, 1).best_move().unwrap();
    (0..SEEDS).map(play).collect()
}

#[test]
fn the_same_seed_makes_the_same_mistakes_and_others_make_others() {
    let results = [0.2, 0.1, 0.0, -0.3];
    for seed in 0..20 {
        let once = report_of(&results, CARELESS, seed, 4);
        assert_eq!(once, report_of(&results, CARELESS, seed, 4));
    }
    assert_eq!(played(&results, CARELESS), HashSet::from([0, 1, 2, 3]));
}

#[test]
fn worse_moves_are_played_less_often() {
    let results = [0.2, 0.0, -0.2, -0.9];
    let mut counts = [0; 4];
    for seed in 0..SEEDS {
        counts[usize::from(report_of(&results, CARELESS, seed, 1).best_move().unwrap())] += 1;
    }
    assert!(counts.is_sorted_by(|more, less| more > less), "{counts:?}");
    let careful = Handicap::depth(1).with_errors(4, 0.0, 0.0);
    assert_eq!(played(&results, careful), HashSet::from([0]));
}

#[test]
fn a_player_who_is_hardly_alarmed_overlooks_threats_but_not_wins() {
    let calm = Handicap::depth(1).with_errors(4, 0.0, 0.5);
    let threatened = [0.0, -2.0, -2.0, -2.0];
    assert_eq!(played(&threatened, calm), HashSet::from([0]));
    assert_eq!(played(&threatened, calm.with_alarm(1.0)), HashSet::from([0, 1, 2, 3]));
    let winning = [2.0, 0.0, -2.0, -2.0];
    assert_eq!(played(&winning, calm.with_alarm(1.0)), HashSet::from([0]));
}

#[test]
fn a_lost_game_is_no_licence_to_play_anything() {
    let results = [-0.90, -0.99, -0.999, -1.0];
    let worst = |seed: &u64| report_of(&results, CARELESS, *seed, 1).best_move() == Some(3);
    let n_worst = (0..SEEDS).filter(worst).count() as u64;
    assert!(n_worst < SEEDS / 10, "{n_worst}");
}

#[test]
fn what_is_as_good_as_won_is_not_thrown_away() {
    let attentive = CARELESS.with_sight(1);
    assert_eq!(played(&[0.95, 0.92, 0.2], attentive), HashSet::from([0]));
    assert_eq!(played(&[2.0, 0.9, 0.2], attentive), HashSet::from([0]));
    // Without [`sight`](Handicap::sight), a player may overlook even an immediate win.
    assert!(played(&[2.0, 0.9, 0.2], CARELESS).len() > 1);
}

#[test]
fn a_loss_in_sight_is_avoided_while_there_is_anything_else() {
    let results = [-0.9, -2.0, -2.0];
    let sighted = Handicap::depth(2).with_errors(8, 0.3, 20.0);
    assert_eq!(played(&results, sighted.with_sight(2)), HashSet::from([0]));
    assert!(played(&results, sighted.with_sight(1)).len() > 1);
    let all_lost = played(&[-2.0, -2.0], sighted.with_sight(2));
    assert_eq!(all_lost, HashSet::from([0, 1]));
}

/// Only the chosen move is reported, not the score of a move that was overlooked. A proof is about the position, and is reported only with
/// a move that preserves it.
#[test]
fn the_report_is_about_the_chosen_move() {
    let results = [2.0, 0.3, -2.0];
    let handicap = Handicap::depth(1).with_errors(3, 0.5, 20.0);
    let mut seen = HashSet::new();
    for seed in 0..SEEDS {
        let report = report_of(&results, handicap, seed, 1);
        let [line] = &report.lines[..] else {
            panic!("one line was requested: {report:?}");
        };
        let mv = report.best_move().unwrap();
        assert_eq!(*line, found(&results).lines[usize::from(mv)]);
        let proof = Proof { result: ProofResult::Win, plies: 1 };
        assert_eq!(report.proof, Some(proof).filter(|_| mv == 0));
        seen.insert(mv);
    }
    assert_eq!(seen.len(), 3);
}

#[test]
fn more_lines_follow_the_move_that_is_played_best_first() {
    let report = report_of(&[0.1, 0.0, -0.1, -0.2], CARELESS, 7, 3);
    let moves: Vec<u16> = report.lines.iter().map(|line| line.pv[0]).collect();
    assert_eq!(moves.len(), 3);
    assert!(moves[1..].is_sorted(), "{moves:?}");
}

#[test]
fn a_senseless_move_is_played_only_if_it_is_the_best() {
    let tree = TreeGame::parse("a(0 0 0 0)").unwrap();
    let cases: [(Rule, HashSet<u16>); 2] = [
        (|_, _, mv| mv == 2, HashSet::from([0, 1, 3])),
        (|_, _, mv| mv == 0, HashSet::from([0, 1, 2, 3])),
    ];
    for (rule, expected) in cases {
        let play = |seed| {
            let weakness = (CARELESS, Worth::Chances);
            let search = found(&[0.2, 0.1, 0.0, -0.3]);
            let mut player = Weaker::with(search, tree.clone(), weakness, rule, seed, 1);
            player.best(&tree.root(), Limits::default()).unwrap()
        };
        assert_eq!((0..SEEDS).map(play).collect::<HashSet<_>>(), expected);
    }
}

#[test]
fn the_narrower_limit_holds() {
    let tree = TreeGame::parse("a(0 0)").unwrap();
    let root = Root::<TreeGame>::new(tree.root());
    let handicap = Handicap { depth: Some(3), ..Handicap::nodes(100) };
    let weakness = (handicap, Worth::Chances);
    let mut player = Weaker::with(found(&[0.0, 0.0]), tree, weakness, NEVER, 0, 1);
    for (given, left) in [
        (Limits::depth(2), (Some(2), Some(100))),
        (Limits::depth(9), (Some(3), Some(100))),
        (Limits::nodes(50), (Some(3), Some(50))),
        (Limits::default(), (Some(3), Some(100))),
    ] {
        player.search(&root, &given, &StopFlag::default(), &mut |_| {});
        let limits = player.inside.limits;
        assert_eq!((limits.depth, limits.nodes), left, "{given:?}");
    }
}

#[test]
fn scores_decide_where_games_are_won_by_more_or_less() {
    let mut found = found(&[0.0, 0.0]);
    found.lines[0].score = Score::new(2000);
    let play = |seed| {
        let tree = TreeGame::parse("a(0 0)").unwrap();
        let root = Root::<TreeGame>::new(tree.root());
        let handicap = Handicap::depth(0).with_errors(2, 0.0, 0.1);
        let weakness = (handicap, Worth::Score(1000.0));
        let mut player = Weaker::with(found.clone(), tree, weakness, NEVER, seed, 1);
        player.best(&root.position, Limits::default()).unwrap()
    };
    assert!((0..SEEDS).all(|seed| play(seed) == 0));
}

/// A game that is won at the root stays won to its end, with every seed: in each turn of player `a` one move wins.
#[test]
fn a_won_game_is_won_whatever_the_seed() {
    let text = "a(a0(-1) b(a(1 -1 a(1 -1)) a(-1 a(-1 1))) b(-1 1) -1)";
    for seed in 0..SEEDS {
        let tree = TreeGame::parse(text).unwrap();
        let options = SearchOptions { hash_mib: 1, multipv: 8, ..SearchOptions::default() };
        let search = AlphaBeta::new(tree.clone(), Stateless(TreeEvaluator), TreeEvaluator, options);
        let handicap = Handicap::depth(6).with_errors(8, 0.5, 20.0).with_sight(1);
        let weakness = (handicap, Worth::Chances);
        let mut player = Weaker::with(search, tree.clone(), weakness, NEVER, seed, 1);
        let mut pos = tree.root();
        while let Turn::Player(mover) = tree.turn(&pos) {
            // The other player's defence depends on the seed.
            let mv = match mover.index() {
                0 => player.best(&pos, Limits::default()).unwrap(),
                _ => (seed % tree.count_moves(&pos)) as u16,
            };
            tree.play(&mut pos, mv);
        }
        assert!(tree.returns(&pos)[0] > 0.0, "seed {seed}");
    }
}

#[test]
fn nobody_overlooks_one_of_two() {
    let blind = Handicap::depth(1).with_errors(8, 0.9, 0.05);
    assert_eq!(played(&[0.0, -0.9], blind), HashSet::from([0]));
    assert!(played(&[0.0, -0.9, -0.9], blind).len() > 1);
}
