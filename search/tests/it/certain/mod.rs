//! Every proof that a search claims is confirmed by a full search of all moves, for any choice among equal moves; and simple proofs are
//! found.

mod best_reply;
mod games;

use ludex_search::expectimax::{ByEvaluator, Expectimax, ExpectimaxOptions, Filter, Plays};
use ludex_search::mcts::{Chance, Mcts, MctsOptions, Selection, Widening};
use ludex_search::multiplayer::{MaxN, Paranoid};
use ludex_search::testing::{Node, TreeEvaluator, TreeGame};
use ludex_search::{
    AllMoves, AlphaBeta, Game, Limits, Listed, Player, Policy, ProofResult, Report, Returns,
    SearchOptions, Searcher, Stateless, StopFlag, Turn,
};

use games::{Case, Truth, for_cases};

/// Lists about half of the moves, always the same ones.
#[derive(Clone, Copy)]
struct Pruned;

impl Policy<TreeGame> for Pruned {
    fn priors(&self, game: &TreeGame, pos: &u32, _: Player, out: &mut Vec<(u16, f32)>) -> Listed {
        let mut moves = Vec::new();
        game.legal_moves(pos, &mut moves);
        let n_legal = moves.len();
        let first = out.len();
        let bits = game.hash(pos) >> 20;
        moves.retain(|&mv| bits >> mv & 1 == 1);
        out.extend(moves.into_iter().map(|mv| (mv, 1.0)));
        if out.len() == first {
            out.push((bits as u16 % n_legal as u16, 1.0));
        }
        if out.len() < first + n_legal { Listed::Some } else { Listed::All }
    }
}

/// Whether a full search finds this result for this player, for any choice among equal moves. With more than two players, a player with
/// neither the best nor the worst result shares the result, as in a draw.
fn confirms(found: &[Returns], players: usize, player: Player, result: ProofResult) -> bool {
    found.iter().all(|returns| {
        let value = returns[player.index()];
        match result {
            ProofResult::Win if players > 2 => value >= 1.0,
            ProofResult::Loss if players > 2 => value <= -1.0,
            ProofResult::Draw if players > 2 => value.abs() < 1.0,
            ProofResult::Win => value > 0.0,
            ProofResult::Loss => value < 0.0,
            ProofResult::Draw => value == 0.0,
        }
    })
}

/// Checks the claims of a report: its proof, and every line that looks certain.
fn check_claims(case: &Case, truth: &mut Truth<'_>, report: &Report<u16>, name: &str) {
    let mover = case.mover();
    let root = case.game.root();
    let lines: Vec<_> = (0..truth.n_moves(root)).map(|mv| truth.after(root, mv).unwrap()).collect();
    if let Some(proof) = report.proof {
        let all = truth.below(root).unwrap();
        assert!(
            confirms(&all, case.game.players(), mover, proof.result),
            "{name}: {proof:?}, {all:?} in {:?}",
            case.game
        );
    }
    for line in &report.lines {
        let found = &lines[usize::from(line.pv[0])];
        let mut shown = vec![(mover, line.wdl.expectation())];
        if let Some(returns) = line.returns {
            let players = (0..case.game.players()).map(|player| Player(player as u8));
            shown.extend(players.map(|player| (player, returns[player.index()])));
        }
        for (player, value) in shown {
            if value.abs() > 0.999 {
                let is_so = found.iter().all(|all| (all[player.index()] - value).abs() < 1e-4);
                assert!(
                    is_so,
                    "{name}: {value} for {player:?}, {found:?}, {:?} in {:?}",
                    line.pv, case.game
                );
            }
        }
    }
}

fn search(searcher: &mut dyn Searcher<TreeGame>, case: &Case, limits: Limits) -> Report<u16> {
    searcher.search(&case.root(), &limits, &StopFlag::default(), &mut |_| {})
}

fn every_line(seed: u64) -> SearchOptions {
    SearchOptions { seed, multipv: 9, hash_mib: 1, ..SearchOptions::default() }
}

/// The variants of the tree search to test.
fn ways(seed: u64) -> Vec<(&'static str, MctsOptions)> {
    let plain = MctsOptions { search: every_line(seed), ..MctsOptions::default() };
    let mut deterministic = plain.clone();
    deterministic.search.deterministic = true;
    deterministic.search.workers = 3;
    let widening = Widening { factor: 1.0, exponent: 0.3 };
    let puct = MctsOptions { selection: Selection::Puct, ..plain.clone() };
    vec![
        ("mcts", plain.clone()),
        ("deterministic", deterministic),
        ("open loop", MctsOptions { chance: Chance::OpenLoop, ..plain.clone() }),
        ("widening", MctsOptions { chance: Chance::Nodes(Some(widening)), ..plain.clone() }),
        ("evaluated", MctsOptions { playout_plies: Some(0), ..puct.clone() }),
        ("puct", puct),
    ]
}

fn grow<P: Policy<TreeGame>>(
    case: &Case,
    policy: P,
    options: MctsOptions,
    nodes: u64,
) -> Report<u16> {
    let mut searcher = Mcts::new(case.game.clone(), case.evaluator, options).with_policy(policy);
    search(&mut searcher, case, Limits::nodes(nodes))
}

#[test]
fn the_tree_search_claims_nothing_that_is_not_so() {
    const NODES: u64 = 1_500;
    let (mut n_proven, mut n_early) = (0, 0);
    for_cases(1, 20, |case, truth, seed| {
        for (name, options) in ways(seed) {
            let is_open = options.chance == Chance::OpenLoop;
            for (listed, report) in [
                ("all", grow(case, AllMoves, options.clone(), NODES)),
                ("pruned", grow(case, Pruned, options, NODES)),
            ] {
                check_claims(case, truth, &report, &format!("{name}, {listed}"));
                assert!(
                    report.nodes >= NODES || report.is_complete,
                    "{name}, {listed}: {report:?}"
                );
                assert!(!is_open || report.proof.is_none(), "{name}");
                n_proven += u32::from(report.proof.is_some());
                n_early += u32::from(report.nodes < NODES);
            }
        }
    });
    assert!(n_proven > 300 && n_early > 300, "{n_proven}, {n_early}");
}

#[test]
fn several_threads_claim_nothing_that_is_not_so() {
    for_cases(2, 15, |case, truth, seed| {
        let mut options = MctsOptions { search: every_line(seed), ..MctsOptions::default() };
        options.search.threads = 3;
        for report in
            [grow(case, AllMoves, options.clone(), 1_500), grow(case, Pruned, options, 1_500)]
        {
            check_claims(case, truth, &report, "threads");
            assert!(report.nodes >= 1_500 || report.is_complete);
        }
    });
}

/// The value of `viewer` if all others work against them.
fn against_all(case: &Case, pos: u32, viewer: Player) -> f32 {
    let game = &case.game;
    let children: Vec<u32> = match game.node(pos) {
        Node::Leaf(returns) => return returns[viewer.index()],
        Node::Choice { children, .. } => children.clone(),
        Node::Chance(children) => children.iter().map(|&(child, _)| child).collect(),
    };
    let values = children.into_iter().map(|child| against_all(case, child, viewer));
    match game.turn(&pos) {
        Turn::Player(mover) if mover == viewer => values.fold(f32::NEG_INFINITY, f32::max),
        Turn::Player(_) => values.fold(f32::INFINITY, f32::min),
        _ => {
            let values: Vec<f32> = values.collect();
            values.iter().sum::<f32>() / values.len() as f32
        }
    }
}

#[test]
fn what_is_plainly_certain_is_proven() {
    let mut n_proven = [0; 3];
    for_cases(3, 150, |case, _, seed| {
        // Without a constant sum, a win of one player does not decide the results of the others. These remain open, because a search seldom
        // continues after a win.
        let is_open = case.evaluator.0.is_none();
        if case.game.repetition().is_some() || case.has_chance || is_open {
            return;
        }
        let players = case.game.players();
        let value = against_all(case, case.game.root(), case.mover());
        if players > 2 && value < 1.0 {
            return;
        }
        let expected = match value {
            value if value > 0.0 => ProofResult::Win,
            value if value < 0.0 => ProofResult::Loss,
            _ => ProofResult::Draw,
        };
        // To prove an intermediate result, all other moves must be searched; but moves with worse values are hardly ever searched.
        let is_plain = value.abs() >= 1.0;
        for (name, options) in ways(seed) {
            if options.chance == Chance::OpenLoop {
                continue;
            }
            for report in
                [grow(case, AllMoves, options.clone(), 60_000), grow(case, Pruned, options, 60_000)]
            {
                let result = report.proof.map(|proof| proof.result);
                let is_as_expected = result == Some(expected) || result.is_none() && !is_plain;
                assert!(is_as_expected, "{name}: {result:?} in {:?}", case.game);
                n_proven[players - 2] += u32::from(result.is_some());
            }
        }
    });
    assert!(n_proven.iter().all(|&number| number > 20), "{n_proven:?}");
}

/// A search that ended before its last depth must have searched everything; its lines must then have their true values.
fn check_early_end(
    case: &Case,
    report: &Report<u16>,
    last: u32,
    name: &str,
    mut value_of: impl FnMut(u16) -> Vec<f32>,
) {
    if report.depth >= last {
        return;
    }
    for line in &report.lines {
        let (found, value) = (value_of(line.pv[0]), line.wdl.expectation());
        // Values that are not proven are shown a little closer to zero; a result that more than two players share is shown as a draw.
        let is_shared = |found: f32| case.game.players() > 2 && found.abs() < 1.0 && value == 0.0;
        let is_near = |found: f32| (found - value).abs() < 4e-3;
        let is_so = found.iter().any(|&found| is_near(found) || is_shared(found));
        assert!(is_so, "{name} ended with {value} for {:?}, not {found:?}: {report:?}", line.pv);
    }
}

#[test]
fn searches_by_depth_claim_nothing_that_is_not_so() {
    let mut n_early = 0;
    for_cases(4, 60, |case, truth, seed| {
        let last = if case.game.repetition().is_some() { 7 } else { 10 };
        let (game, evaluator, mover) = (case.game.clone(), case.evaluator, case.mover());
        let limits = Limits { nodes: Some(60_000), ..Limits::depth(last) };
        let root = game.root();
        let options = every_line(seed);
        let maxn = MaxN::new(game.clone(), evaluator, options.clone());
        let reports = [
            search(&mut maxn.with_policy(Pruned), case, limits),
            search(&mut MaxN::new(game.clone(), evaluator, options.clone()), case, limits),
        ];
        for report in reports {
            check_claims(case, truth, &report, "maxn");
            if report.nodes < 60_000 {
                n_early += u32::from(report.depth < last);
                check_early_end(case, &report, last, "maxn", |mv| {
                    truth.after(root, mv).unwrap().iter().map(|all| all[mover.index()]).collect()
                });
            }
        }
        let reports = [
            search(
                &mut Paranoid::new(game.clone(), evaluator, Pruned, options.clone()),
                case,
                limits,
            ),
            search(
                &mut Paranoid::new(game.clone(), evaluator, AllMoves, options.clone()),
                case,
                limits,
            ),
        ];
        for report in reports {
            check_claims(case, truth, &report, "paranoid");
            if report.nodes < 60_000 && game.repetition().is_none() {
                check_early_end(case, &report, last, "paranoid", |mv| {
                    let mut child = root;
                    game.play(&mut child, mv);
                    vec![against_all(case, child, mover)]
                });
            }
        }
    });
    assert!(n_early > 100, "{n_early}");
}

#[test]
fn alpha_beta_claims_nothing_that_is_not_so_and_ends_where_all_was_seen() {
    let (mut n_drawn, mut n_ended) = (0, 0);
    for_cases(6, 150, |case, truth, seed| {
        if case.game.players() > 2 || case.has_chance {
            return;
        }
        for (threads, deterministic) in [(1, false), (1, true)] {
            let options = SearchOptions { threads, deterministic, ..every_line(seed) };
            let own = TreeEvaluator;
            let mut searcher =
                AlphaBeta::new(case.game.clone(), Stateless(case.evaluator), own, options);
            let report = search(&mut searcher, case, Limits::nodes(100_000));
            check_claims(case, truth, &report, "alpha-beta");
            n_ended += u32::from(report.is_complete);
            let result = report.proof.map(|proof| proof.result);
            n_drawn += u32::from(result == Some(ProofResult::Draw));
        }
    });
    assert!(n_drawn > 20 && n_ended > 200, "{n_drawn}, {n_ended}");
}

#[test]
fn filtered_expectimax_ends_early_only_where_all_was_seen() {
    let last = 12;
    let mut n_early = 0;
    for_cases(5, 100, |case, truth, seed| {
        if case.game.repetition().is_some() {
            return;
        }
        let (game, root) = (case.game.clone(), case.game.root());
        let plain = ExpectimaxOptions { search: every_line(seed), ..ExpectimaxOptions::default() };
        let filter = Filter { always: 9, keep: 9, within: 9.0 };
        let ways = [
            plain.clone(),
            ExpectimaxOptions { plays: Plays::Ordered, ..plain.clone() },
            ExpectimaxOptions { plays: Plays::Best(1), ..plain.clone() },
            ExpectimaxOptions { plays: Plays::Best(2), filters: vec![filter], ..plain.clone() },
            ExpectimaxOptions { cache: 1000, ..plain },
        ];
        let limits = Limits { nodes: Some(60_000), ..Limits::depth(last) };
        for options in ways {
            let name = format!("{:?}, {}", options.plays, options.cache);
            let value_of = |mv| {
                let mut child = root;
                game.play(&mut child, mv);
                vec![against_all(case, child, case.mover())]
            };
            let report = search(
                &mut Expectimax::new(game.clone(), ByEvaluator::new(case.evaluator), options),
                case,
                limits,
            );
            check_claims(case, truth, &report, &name);
            check_early_end(case, &report, last, &name, value_of);
            n_early += u32::from(report.depth < last);
        }
    });
    assert!(n_early > 100, "{n_early}");
}
