//! Lists of defences: which moves they may omit, and how a search treats the omitted moves.

use ludex_search::alphabeta::{AlphaBeta, Parameters};
use ludex_search::proof::{ProofMoves, ProofOptions, Solver};
use ludex_search::testing::{Node, TreeEvaluator, TreeGame};
use ludex_search::{
    Defences, Game, History, Limits, ProofResult, Report, Root, Score, SearchOptions, Searcher,
    Stateless, StopFlag, Tactics, Turn,
};

/// Tactics that find a move that wins immediately. If the opponent threatens to win, they list the moves after which the opponent's next
/// move does not win.
#[derive(Clone, Copy)]
struct Parries {
    /// Whether moves that end the game are listed, whatever their result.
    lists_endings: bool,
}

const ALL_ENDINGS: Parries = Parries { lists_endings: true };

fn children(tree: &TreeGame, pos: u32) -> Vec<(u16, u32)> {
    let mut moves = Vec::new();
    tree.legal_moves(&pos, &mut moves);
    let child = |mv| {
        let mut child = pos;
        tree.play(&mut child, mv);
        (mv, child)
    };
    moves.into_iter().map(child).collect()
}

/// A move that ends the game with a win for the player to move.
fn win(tree: &TreeGame, pos: u32) -> Option<u16> {
    let Turn::Player(mover) = tree.turn(&pos) else {
        return None;
    };
    let wins =
        |child: u32| tree.turn(&child) == Turn::Over && tree.returns(&child)[mover.index()] > 0.0;
    let mut moves = children(tree, pos).into_iter();
    moves.find(|&(_, child)| wins(child)).map(|(mv, _)| mv)
}

impl Parries {
    fn list(self, tree: &TreeGame, pos: u32, out: &mut Vec<u16>) -> Defences {
        let parries = |&(_, child): &(u16, u32)| match tree.node(child) {
            Node::Leaf(_) => self.lists_endings,
            _ => win(tree, child).is_none(),
        };
        let all = children(tree, pos);
        let n_moves = all.len();
        let first = out.len();
        out.extend(all.into_iter().filter(parries).map(|(mv, _)| mv));
        if out.len() - first == n_moves { Defences::All } else { Defences::AllButLost }
    }
}

impl Tactics<TreeGame> for Parries {
    type NodeInfo = (Option<u16>, bool);

    fn node_info(&self, tree: &TreeGame, pos: &u32) -> (Option<u16>, bool) {
        let danger = self.list(tree, *pos, &mut Vec::new()) == Defences::AllButLost;
        (win(tree, *pos), danger)
    }

    fn winning_move(&self, _: &TreeGame, _: &u32, info: &Self::NodeInfo) -> Option<u16> {
        info.0
    }

    fn in_danger(&self, info: &Self::NodeInfo) -> bool {
        info.1
    }

    fn evasions(
        &self,
        tree: &TreeGame,
        pos: &u32,
        _: &Self::NodeInfo,
        out: &mut Vec<u16>,
    ) -> Option<Defences> {
        Some(self.list(tree, *pos, out))
    }
}

impl ProofMoves<TreeGame> for Parries {
    const COMPLETE: bool = true;

    fn and_moves(&self, tree: &TreeGame, pos: &u32, out: &mut Vec<u16>) -> Defences {
        self.list(tree, *pos, out)
    }
}

/// The reports of alpha-beta up to a depth, with its default parameters and with threats answered in quiescence search.
fn found(tree: &TreeGame, tactics: Parries, root: &Root<TreeGame>, depth: u32) -> Vec<Report<u16>> {
    let usual = Parameters::default();
    let parries = Parameters { quiescence_parries: 9, ..usual };
    let search = |parameters| {
        let options = SearchOptions { hash_mib: 1, ..SearchOptions::default() };
        let mut search = AlphaBeta::new(tree.clone(), Stateless(TreeEvaluator), tactics, options)
            .with_parameters(parameters);
        let limits = Limits::depth(depth);
        search.search(root, &limits, &StopFlag::default(), &mut |_| {})
    };
    [usual, parries, Parameters::sound()].map(search).to_vec()
}

/// The position after these moves, in a game that is drawn at the second or third occurrence of a position (`repetition`).
fn after(text: &str, repetition: u32, moves: &[u16]) -> (TreeGame, Root<TreeGame>) {
    let tree = TreeGame::parse(text).expect("well-formed").with_repetition(repetition);
    let mut history = History::new(&tree, tree.root());
    for &mv in moves {
        history.play(&tree, mv);
    }
    let root = history.root();
    (tree, root)
}

/// Player a could win at `top`, which has occurred before. Player b returns there before losing, which is a draw.
const BACK: &str = "top=a(1 y=b(z=a(x=b(a(1) @top))))";

#[test]
fn a_move_that_makes_a_draw_by_repetition_is_a_defence() {
    for (text, repetition, moves) in [
        (BACK, 2, &[1][..]),
        (BACK, 2, &[1, 0]),
        (BACK, 2, &[1, 0, 0]),
        (BACK, 3, &[1, 0, 0, 1, 1]),
        (BACK, 3, &[1, 0, 0, 1, 1, 0, 0]),
    ] {
        let (tree, root) = after(text, repetition, moves);
        for depth in 1..8 {
            for report in found(&tree, ALL_ENDINGS, &root, depth) {
                let line = &report.lines[0];
                assert!(!line.score.is_proven(), "{moves:?}, {depth}: {report:?}");
                let result = report.proof.map(|proof| proof.result);
                assert!(matches!(result, None | Some(ProofResult::Draw)), "{report:?}");
            }
        }
        let options = ProofOptions::default();
        let mut solver = Solver::new(tree, ALL_ENDINGS, options);
        let solution = solver.solve(&root, &Limits::depth(9), &StopFlag::default(), &mut |_| {});
        assert!(
            matches!(solution.result, None | Some(ProofResult::Draw)),
            "{moves:?}: {solution:?}"
        );
    }
}

#[test]
fn without_that_draw_the_same_position_is_lost() {
    for moves in [&[1][..], &[1, 0, 0]] {
        let (tree, root) = after(BACK, 3, moves);
        let plies = 4 - moves.len() as u32 + 1;
        for report in found(&tree, ALL_ENDINGS, &root, 7) {
            assert_eq!(report.lines[0].score, Score::loss_in(plies), "{report:?}");
        }
        let mut solver = Solver::new(tree, ALL_ENDINGS, ProofOptions::default());
        let solution = solver.solve(&root, &Limits::depth(9), &StopFlag::default(), &mut |_| {});
        assert_eq!(solution.result, Some(ProofResult::Loss), "{solution:?}");
    }
}

#[test]
fn the_moves_that_a_list_lacks_lose_as_late_as_they_do() {
    for (text, lists_endings, plies) in [
        // The only listed defence ends the game; the omitted one loses to the reply.
        ("a(b(1 a(1)) -1)", true, 3),
        ("a(b(a(1) 1 1) -1)", true, 3),
        ("a(b(1 a(1)) -1)", false, 3),
        // The omitted move ends the game, too.
        ("a(b(1 1) b(-1 1))", false, 2),
        ("a(b(1 a(b(1 1)) 1) -1)", false, 4),
    ] {
        let tree = TreeGame::parse(text).expect("well-formed");
        let root = Root::new(tree.root());
        let tactics = Parries { lists_endings };
        for depth in 1..8 {
            for report in found(&tree, tactics, &root, depth) {
                let line = &report.lines[0];
                let proven = line.score.plies();
                assert!(proven.is_none_or(|proven| proven == plies), "{text}: {report:?}");
                assert!(depth < 6 || proven.is_some(), "{text}: {report:?}");
                if proven.is_some() {
                    assert_eq!(line.pv.len(), plies as usize, "{text}: {report:?}");
                }
            }
        }
    }
}
