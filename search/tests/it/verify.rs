//! The verifier confirms correct claims and finds every wrong one.

use ludex_search::alphabeta::AlphaBeta;
use ludex_search::testing::{Claims, Rules};
use ludex_search::{
    Game, History, Limits, Line, NoEvaluator, NoTactics, Proof, ProofResult, Report, Score,
    Searcher, Stateless, StopFlag, Wdl,
};

use crate::alphabeta::options;
use crate::games::ConnectFour;

/// Three in a row on 4×4, after these columns.
fn played(game: &ConnectFour, columns: &[usize]) -> History<ConnectFour> {
    let mut history = History::new(game, game.start());
    for &column in columns {
        let mut moves = Vec::new();
        game.legal_moves(history.position(), &mut moves);
        history.play(game, moves[column]);
    }
    history
}

fn game() -> ConnectFour {
    ConnectFour::new(4, 4, 3)
}

/// All moves of a position that is won in three plies, searched to the end.
fn right() -> Report<u8> {
    let options = ludex_search::SearchOptions { multipv: 9, ..options() };
    let mut search = AlphaBeta::new(game(), Stateless(NoEvaluator), NoTactics, options);
    let root = played(&game(), &[]).root();
    search.search(&root, &Limits::depth(9), &StopFlag::default(), &mut |_| {})
}

fn verdict(report: &Report<u8>, effort: usize) -> Result<(), String> {
    let game = game();
    let history = played(&game, &[]);
    Claims::new(&game, Rules::of(&game), history, effort).check(report)
}

/// The first searches all positions; the second only as many plies as each question requires.
const EFFORTS: [usize; 2] = [1_000_000, 60];

#[test]
fn what_is_right_is_confirmed() {
    let report = right();
    let win = ProofResult::Win;
    assert_eq!(report.proof.map(|proof| proof.result), Some(win));
    for effort in EFFORTS {
        assert_eq!(verdict(&report, effort), Ok(()));
    }
}

type Mistake = fn(&mut Report<u8>);

#[test]
fn whatever_is_wrong_is_caught() {
    let mistakes: [(&str, Mistake); 10] = [
        ("a win is a loss", |report| {
            let proof = report.proof.as_mut().expect("a win");
            proof.result = ProofResult::Loss;
        }),
        ("a win is a draw", |report| {
            let proof = report.proof.as_mut().expect("a win");
            proof.result = ProofResult::Draw;
        }),
        ("a win comes too soon", |report| {
            report.proof.as_mut().expect("a win").plies -= 2;
        }),
        ("a line wins too soon", |report| {
            let line = &mut report.lines[0];
            let plies = line.score.plies().expect("a win") - 2;
            line.score = Score::win_in(plies);
            line.proof.as_mut().expect("a win").plies = plies;
        }),
        ("the score does not fit the proof", |report| {
            report.lines[0].score = Score::win_in(99);
        }),
        ("the line is shorter than its proof", |report| {
            report.lines[0].proof.as_mut().expect("a win").plies += 2;
            report.lines[0].score = Score::DRAW;
        }),
        ("the line continues after the end", |report| report.lines[0].pv.push(0)),
        ("a move is illegal", |report| report.lines[0].pv[0] = 77),
        ("a move has two lines", |report| {
            let twice = report.lines[0].clone();
            report.lines.push(twice);
        }),
        ("an unproven result is shown as certain", |report| {
            let line = &mut report.lines[0];
            (line.proof, line.score) = (None, Score::DRAW);
            line.wdl = Wdl::certain(ProofResult::Loss);
        }),
    ];
    let (game, right) = (game(), right());
    let mut claims = Claims::new(&game, Rules::of(&game), played(&game, &[]), EFFORTS[0]);
    for (name, mistake) in mistakes {
        let mut wrong = right.clone();
        mistake(&mut wrong);
        assert!(claims.check(&wrong).is_err(), "{name}");
    }
}

#[test]
fn a_solver_must_find_the_shortest_win() {
    use ludex_search::proof::{ProofOptions, Solver, WholeGame};
    let game = game();
    let root = played(&game, &[]).root();
    let mut solver = Solver::new(game, WholeGame, ProofOptions::default());
    let limits = Limits::default();
    let right = solver.solve(&root, &limits, &StopFlag::default(), &mut |_| {});
    let check = |solution: &_| {
        let history = played(&game, &[]);
        Claims::new(&game, Rules::of(&game), history, EFFORTS[0]).check_solution(solution, true)
    };
    assert_eq!(check(&right), Ok(()));
    let mut late = right.clone();
    late.plies = right.plies.map(|plies| plies + 2);
    assert!(check(&late).is_err());
    let mut more = right;
    more.moves.push(77);
    assert!(check(&more).is_err());
}

#[test]
fn a_near_end_is_found_without_a_look_at_everything() {
    let game = game();
    let columns = [0, 3, 0, 3];
    for effort in EFFORTS {
        let history = played(&game, &columns);
        let mut moves = Vec::new();
        game.legal_moves(history.position(), &mut moves);
        let mut claims = Claims::new(&game, Rules::of(&game), history, effort);
        assert_eq!(claims.is_whole(), effort == EFFORTS[0]);
        let mut of_move = |mv, score, result| {
            let line = Line::new(vec![mv], score, Wdl::certain(result));
            let report =
                Report { proof: Some(Proof { result, plies: 1 }), ..Report::new(vec![line], 1) };
            claims.check(&report)
        };
        let win = Score::win_in(1);
        assert_eq!(of_move(moves[0], win, ProofResult::Win), Ok(()));
        assert!(of_move(moves[1], win, ProofResult::Win).is_err());
        assert!(of_move(moves[0], Score::DRAW, ProofResult::Draw).is_err());
        assert!(of_move(moves[0], Score::loss_in(1), ProofResult::Loss).is_err());
    }
}
