//! A proven win, loss or draw has the same meaning in every search, and ends it.

use ludex_search::expectimax::{ByEvaluator, Expectimax, ExpectimaxOptions, Plays, Star};
use ludex_search::mcts::{Mcts, MctsOptions, Selection};
use ludex_search::multiplayer::{MaxN, Paranoid};
use ludex_search::testing::{TreeEvaluator, TreeGame};
use ludex_search::{
    AllMoves, AlphaBeta, Game, Limits, Listed, Player, Policy, Proof, ProofResult, Report, Root,
    Score, SearchOptions, Searcher, Stateless, StopFlag, Wdl,
};

use crate::brute_force::Solution;
use crate::games::connect_four::{ConnectFour, ConnectFourEvaluator};

type Named<G> = (&'static str, Box<dyn Searcher<G>>);

fn options() -> SearchOptions {
    SearchOptions { hash_mib: 1, ..SearchOptions::default() }
}

/// Far more nodes than necessary; a search that does not end on its own reaches this limit.
const PATIENCE: u64 = 400_000;

fn search<G: Game>(searcher: &mut dyn Searcher<G>, pos: &G::Position) -> Report<G::Move> {
    let root = Root::new(pos.clone());
    let limits = Limits::nodes(PATIENCE);
    searcher.search(&root, &limits, &StopFlag::default(), &mut |_| {})
}

/// The searches for two-player games without chance.
fn without_chance(tree: &TreeGame) -> Vec<Named<TreeGame>> {
    let alpha_beta = |threads, deterministic| {
        let options = SearchOptions { threads, deterministic, ..options() };
        let (game, own) = (tree.clone(), TreeEvaluator);
        Box::new(AlphaBeta::new(game, Stateless(own), own, options)) as Box<dyn Searcher<TreeGame>>
    };
    vec![
        ("alpha-beta", alpha_beta(1, false)),
        ("alpha-beta on threads", alpha_beta(3, false)),
        ("alpha-beta in rounds", alpha_beta(2, true)),
    ]
}

/// The searches for any number of players.
fn for_many(tree: &TreeGame) -> Vec<Named<TreeGame>> {
    let (game, own) = (|| tree.clone(), TreeEvaluator);
    let mcts = |deterministic, selection| {
        let options = MctsOptions {
            search: SearchOptions { deterministic, ..options() },
            selection,
            ..MctsOptions::default()
        };
        Box::new(Mcts::new(game(), own, options)) as Box<dyn Searcher<TreeGame>>
    };
    let paranoid = |star, plays| {
        let options =
            ExpectimaxOptions { search: options(), star, plays, ..ExpectimaxOptions::default() };
        Box::new(Expectimax::new(game(), ByEvaluator::new(own), options))
            as Box<dyn Searcher<TreeGame>>
    };
    vec![
        ("mcts", mcts(false, Selection::Uct)),
        ("mcts with priors", mcts(false, Selection::Puct)),
        ("mcts apart", mcts(true, Selection::Uct)),
        ("max^n", Box::new(MaxN::new(game(), own, options()))),
        ("paranoid", paranoid(Star::Off, Plays::Legal)),
        ("paranoid, pruned", paranoid(Star::Two, Plays::Legal)),
        ("paranoid, ordered", paranoid(Star::One, Plays::Ordered)),
        ("paranoid, with a policy", Box::new(Paranoid::new(game(), own, AllMoves, options()))),
    ]
}

fn expectimax(tree: &TreeGame, cache: usize) -> Box<dyn Searcher<TreeGame>> {
    let options = ExpectimaxOptions { search: options(), cache, ..ExpectimaxOptions::default() };
    let model = ByEvaluator::new(TreeEvaluator);
    Box::new(Expectimax::new(tree.clone(), model, options))
}

fn check(
    tree: &TreeGame,
    searches: Vec<Named<TreeGame>>,
    expected: Option<(ProofResult, Option<u32>)>,
    best: u16,
) {
    for (name, mut searcher) in searches {
        let report = search(&mut *searcher, &tree.root());
        let name = format!("{name}: {report:?}");
        assert!(report.nodes < PATIENCE && report.is_complete, "{name}");
        assert_eq!(report.best_move(), Some(best), "{name}");
        let line = &report.lines[0];
        let Some((result, plies)) = expected else {
            assert!(report.proof.is_none() && !line.score.is_proven(), "{name}");
            continue;
        };
        let proof = report.proof.expect(&name);
        assert_eq!(proof.result, result, "{name}");
        if let Some(plies) = plies {
            assert_eq!(proof, Proof { result, plies }, "{name}");
        }
        let score = match result {
            ProofResult::Win => Score::win_in(proof.plies),
            ProofResult::Loss => Score::loss_in(proof.plies),
            ProofResult::Draw => Score::DRAW,
        };
        assert_eq!(line.score, score, "{name}");
        assert_eq!(line.wdl, Wdl::certain(result), "{name}");
    }
}

#[test]
fn a_certain_result_is_the_same_to_every_search() {
    use ProofResult::{Draw, Loss, Win};
    for (text, result, plies, best) in [
        ("a(0 1 -1)", Win, Some(1), 1),
        ("a(-1 b(1 1) 0)", Win, Some(2), 1),
        ("a(b(a(-1 b(1 a(-1 1))) a(0 1)) -1)", Win, None, 0),
        ("a(-1 -1)", Loss, Some(1), 0),
        ("a(-1 b(a900(b(0 -1) -1) 1))", Loss, Some(4), 1),
        ("a(-1 0)", Draw, None, 1),
        ("a(-1 b(0 1) b500(a(0 -1) 1))", Draw, None, 1),
        ("a(b-300(a(0 0) a(0 0)) b(-1 1))", Draw, None, 0),
    ] {
        let tree = TreeGame::parse(text).unwrap();
        let mut searches = without_chance(&tree);
        searches.extend(for_many(&tree));
        searches.push(("expectimax", expectimax(&tree, 0)));
        if text == "a(-1 b(0 1) b500(a(0 -1) 1))" {
            // Two moves are equally good, so the test does not say which one is the best.
            for (_, searcher) in &mut searches {
                let report = search(&mut **searcher, &tree.root());
                assert_eq!(report.proof.map(|proof| proof.result), Some(Draw));
                assert!(report.is_complete, "{report:?}");
            }
            continue;
        }
        check(&tree, searches, Some((result, plies)), best);
    }
}

/// A policy that lists only the first move; the searches add the others later.
#[derive(Clone, Copy)]
struct FirstAlone;

impl Policy<TreeGame> for FirstAlone {
    fn priors(&self, game: &TreeGame, pos: &u32, _: Player, out: &mut Vec<(u16, f32)>) -> Listed {
        let mut moves = Vec::new();
        game.legal_moves(pos, &mut moves);
        out.push((moves[0], 1.0));
        if moves.len() > 1 { Listed::Some } else { Listed::All }
    }
}

#[test]
fn of_lost_moves_the_one_that_resists_the_longest_is_played() {
    let loss = Some((ProofResult::Loss, Some(4)));
    for (text, best) in [
        // The first move loses immediately to an answer that the policy does not list; the listed answer takes longer to win.
        ("a(b(a(b(-1) b(-1)) -1) b(a(b(-1) b(-1))))", 1),
        ("a(b(a(b(-1) b(-1)) 0 -1) b(-1) b(a(b(-1) b(-1)) a(b(-1) b(-1))))", 2),
    ] {
        let tree = TreeGame::parse(text).unwrap();
        let (game, own) = (|| tree.clone(), TreeEvaluator);
        let searches: Vec<Named<TreeGame>> = vec![
            ("paranoid", Box::new(Paranoid::new(game(), own, FirstAlone, options()))),
            ("max^n", Box::new(MaxN::new(game(), own, options()).with_policy(FirstAlone))),
        ];
        check(&tree, searches, loss, best);
    }
}

#[test]
fn what_all_throws_bring_is_certain_and_what_some_bring_is_not() {
    for (text, expected, best) in [
        ("a(?(1:1 2:b(1 1)) -1)", Some(ProofResult::Win), 0),
        ("a(?(1:1 2:1) ?(1:1 1:-1))", Some(ProofResult::Win), 0),
        ("a(b(?(1:1 1:1) a(-1 1)) ?(1:1 1:-1))", Some(ProofResult::Win), 0),
        ("a(-1 ?(1:-1 3:b(0 -1)))", Some(ProofResult::Loss), 1),
        ("a(?(1:1 1:-1) -1)", None, 0),
        ("a(?(3:1 1:0) ?(1:1 1:0))", Some(ProofResult::Win), 0),
        ("a(-1 b(?(3:1 1:-1) ?(1:1 1:-0.5)))", None, 1),
    ] {
        let tree = TreeGame::parse(text).unwrap();
        let mut searches = for_many(&tree);
        searches.push(("expectimax", expectimax(&tree, 0)));
        searches.push(("expectimax with a cache", expectimax(&tree, 100)));
        if text == "a(?(3:1 1:0) ?(1:1 1:0))" {
            // The player cannot lose, but may only draw, so no result is proven.
            check(&tree, searches, None, best);
            continue;
        }
        check(&tree, searches, expected.map(|result| (result, None)), best);
    }
}

#[test]
fn one_of_three_is_sure_of_what_the_others_cannot_hinder() {
    use ProofResult::{Loss, Win};
    let (won, lost) = ("<1,-1,-1>", "<-1,1,-1>");
    for (text, result, plies, best) in [
        (format!("a({lost} {won})"), Win, 1, 1),
        (format!("a({lost} b(c({won} {won}) {won}))"), Win, 3, 1),
        (format!("a({lost} {lost})"), Loss, 1, 0),
    ] {
        let tree = TreeGame::parse(&text).unwrap();
        let mut searches = for_many(&tree);
        // Opponents who do not cooperate may leave the player more than the worst result.
        searches.retain(|(name, _)| result == Win || !name.starts_with("paranoid"));
        check(&tree, searches, Some((result, Some(plies))), best);
    }
}

#[test]
fn alpha_beta_ends_at_a_drawn_end_of_a_real_game() {
    let game = ConnectFour::new(5, 4, 4);
    let mut known = Solution::default();
    let mut n_drawn = 0;
    for columns in ["11224", "3344", "4433", "33432", "554421", "12345123"] {
        let pos = game.after(columns);
        if known.solve(&game, &pos).0 != 0 {
            continue;
        }
        n_drawn += 1;
        for (threads, deterministic) in [(1, false), (3, false), (2, true)] {
            let options = SearchOptions { threads, deterministic, hash_mib: 16, ..options() };
            let own = ConnectFourEvaluator;
            let report = search(&mut AlphaBeta::new(game, Stateless(own), own, options), &pos);
            let result = report.proof.map(|proof| proof.result);
            assert_eq!(result, Some(ProofResult::Draw), "{columns}: {report:?}");
            assert!(report.nodes < PATIENCE && report.is_complete, "{report:?}");
        }
    }
    assert!(n_drawn > 0, "{n_drawn}");
}
