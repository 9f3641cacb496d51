//! Compares plays in matches, where cube and score matter, with complete trees and arithmetic.

use std::collections::HashMap;

use ludex_kit::{Notation, Playable, SearchSetup, Variant};
use ludex_search::{Candidate, Candidates, Game, Limits, Root, StopFlag};
use ludex_tryktrak::evaluation::model::{EquityModel, ModelScratch};
use ludex_tryktrak::{
    Board, Crawford, Cube, CubeStates, MatchEquities, MatchScore, Move, Options, Outcome, Phase,
    Position, Setup, Status, Tryktrak, shipped_networks,
};

use super::cube::{CENTRED, ME, owned};
use super::efficiency::{three_checkers, whole_tree};

/// A position at this score in which the first player has rolled.
fn moving(
    board: Board,
    dice: (u8, u8),
    away: [u8; 2],
    crawford: bool,
    cube: Cube,
) -> (Tryktrak, Position) {
    let length = away[0].max(away[1]);
    let game = Tryktrak::with_options(Options::default().with_length(length)).single_game();
    let status = Status {
        phase: Phase::Moving,
        player: ME,
        dice,
        score: away.map(|away| length - away),
        crawford,
        cube,
        ..Status::START
    };
    (game, Position::new(board.sides(ME), status))
}

/// Scores at which the value of the cube differs from money play. Each entry contains the points that each player needs, and the cube.
const SCORES: [([u8; 2], Cube); 10] = [
    ([1, 1], CENTRED),
    ([2, 2], CENTRED),
    ([2, 1], CENTRED),
    ([1, 3], CENTRED),
    ([3, 2], CENTRED),
    ([4, 2], CENTRED),
    ([2, 5], CENTRED),
    // At the following scores, the cube has already been turned.
    ([3, 2], owned(1, 0)),
    ([4, 5], owned(1, 1)),
    ([4, 6], owned(1, 0)),
];

/// Checks bear-offs in which some plays lead to a pass and others to a take, at scores that change the value of the cube.
#[test]
fn plays_of_bear_offs_at_scores_lose_nothing_by_whole_trees() {
    let sides = three_checkers();
    let (mut n, mut n_different, mut lost) = (0, 0, 0.0);
    for (away, cube) in SCORES {
        let score = MatchScore {
            away,
            crawford: if away.contains(&1) { Crawford::Past } else { Crawford::Ahead },
        };
        let states = CubeStates::of_match(MatchEquities::kazaross(), score, cube);
        let mut seen = HashMap::new();
        let boards = (sides.iter().enumerate().step_by(3)).flat_map(|(index, &mine)| {
            sides.iter().skip(index % 5).step_by(5).map(move |&theirs| Board { mine, theirs })
        });
        for (board, dice) in
            boards.flat_map(|board| [(2, 1), (3, 1), (4, 2)].map(|dice| (board, dice)))
        {
            let (game, pos) = moving(board, dice, away, false, cube);
            if game.count_moves(&pos) < 2 {
                continue;
            }
            let mut worth = |mv: Move| {
                let Move::Play(play) = mv else { unreachable!("{mv:?} is not a play of the dice") };
                let after = board.after(play);
                if after.mine.off() == 15 {
                    return states.root_value(ME, &states.finished(ME, 1));
                }
                let mut value = whole_tree(&states, after.flipped(), ME.other(), &mut seen);
                states.decide(ME.other(), &mut value.cubeful);
                -states.root_value(ME.other(), &value)
            };
            let mut moves = Vec::new();
            game.legal_moves(&pos, &mut moves);
            let best = moves.iter().map(|&mv| worth(mv)).fold(f32::MIN, f32::max);
            let mut search =
                Tryktrak::SEARCHES[0].build(&game, &SearchSetup::default()).expect("valid options");
            let (root, limits) = (Root::new(pos), Limits::depth(0));
            let report = search.search(&root, &limits, &StopFlag::default(), &mut |_| {});
            let loss = best - worth(report.best_move().expect("a play"));
            n += 1;
            n_different += usize::from(loss > 1e-4);
            lost += loss;
        }
    }
    let mean = 1e3 * lost / n as f32;
    println!("{n_different} of {n} plays lose equity, {mean:.2} thousandths on average");
    assert!(n > 500 && mean < 0.5, "{mean} over {n}");
}

/// A formula for a player's match-winning probability.
type Worth = Box<dyn Fn(Outcome) -> f32>;

/// The probability of losing a gammon.
fn gammon_lost(outcome: Outcome) -> f32 {
    outcome.flipped().chances()[1]
}

/// At these scores the match-winning probability follows from the outcome probabilities by plain arithmetic.
#[test]
fn plays_at_scores_without_a_cube_are_those_of_their_chances() {
    let boards = [(Board::START, (6, 2)), (Board::START, (4, 3)), (Board::START, (2, 1))];
    let cases: [([u8; 2], bool, Worth); 3] = [
        // Both players need one point: only wins count.
        ([1, 1], false, Box::new(Outcome::win)),
        // Gammon-go: a gammon wins the match, a plain win leads to an even score, and any loss loses the match.
        ([2, 1], true, Box::new(|outcome| 0.5 * (outcome.win() + outcome.chances()[1]))),
        // Gammon-save: the opponent of a player at gammon-go.
        ([1, 2], true, Box::new(move |outcome| 0.5 + 0.5 * (outcome.win() - gammon_lost(outcome)))),
    ];
    for (away, crawford, worth) in cases {
        for (board, dice) in boards {
            let (game, pos) = moving(board, dice, away, crawford, CENTRED);
            let mut model = EquityModel::new(shipped_networks(), game.options());
            model.take_root(&pos);
            let mut plays: Vec<Candidate<Tryktrak, _>> = Vec::new();
            let mut scratch = ModelScratch::default();
            model.candidates(&mut scratch, &game, &pos, usize::MAX, &mut plays);
            for play in &plays {
                let chance = chance_of(&model, play.utility);
                let expected = worth(play.value.outcome);
                assert!((chance - expected).abs() < 2e-3, "{away:?} {dice:?} {chance} {expected}");
            }
            assert!(plays.is_sorted_by(|one, other| one.utility >= other.utility));
        }
    }
}

/// After the Crawford game, a player who needs two points against one doubles at once, unless playing for a gammon is worth more. The
/// leader takes with a win probability above one half, and otherwise passes, which leads to an even score.
#[test]
fn the_leader_after_the_crawford_game_expects_a_double() {
    for (mine, theirs) in [(150, 100), (120, 120), (100, 150)] {
        let board = race_of(mine, theirs);
        let (game, pos) = moving(board, (3, 1), [1, 2], false, CENTRED);
        let mut model = EquityModel::new(shipped_networks(), game.options());
        model.take_root(&pos);
        let mut plays: Vec<Candidate<Tryktrak, _>> = Vec::new();
        model.candidates(&mut ModelScratch::default(), &game, &pos, usize::MAX, &mut plays);
        for play in &plays {
            let chance = chance_of(&model, play.utility);
            let outcome = play.value.outcome;
            let undoubled = 0.5 + 0.5 * (outcome.win() - gammon_lost(outcome));
            let expected = outcome.win().max(0.5).min(undoubled);
            assert!(
                (chance - expected).abs() < 1e-2,
                "{mine} {theirs}: {chance} {expected} {:?} {:?}",
                play.value,
                MatchEquities::kazaross()
                    .chance(ME, MatchScore { away: [1, 1], crawford: Crawford::Past })
            );
        }
    }
}

/// A player who needs one point against 64 almost always wins the match: plays differ in the eighth decimal of the probability.
#[test]
fn plays_at_lopsided_scores_are_distinguished() {
    let score = MatchScore { away: [1, 64], crawford: Crawford::Now };
    let table = MatchEquities::kazaross();
    let after = |points| table.chance_after(ME.other(), score, ME.other(), points);
    let [plain, gammon, backgammon] = [1, 2, 3].map(after);
    assert!(0.0 < plain && plain < gammon && gammon < backgammon && backgammon < 1e-6);
    let (game, pos) = moving(Board::START, (3, 1), score.away, true, CENTRED);
    let mut model = EquityModel::new(shipped_networks(), game.options());
    model.take_root(&pos);
    let mut plays: Vec<Candidate<Tryktrak, _>> = Vec::new();
    let mut scratch = ModelScratch::default();
    model.candidates(&mut scratch, &game, &pos, usize::MAX, &mut plays);
    assert!(plays.len() > 10);
    for play in &plays {
        let [win, _, _, lost, lost_backgammon] = play.value.outcome.chances().map(f64::from);
        let chance = (1.0 - win - lost) * plain
            + (lost - lost_backgammon) * gammon
            + lost_backgammon * backgammon;
        // On this scale, a plain loss is −1 and a certain match win is 1.
        let expected = 1.0 - 2.0 * chance / plain;
        let found = f64::from(play.utility);
        assert!((found - expected).abs() < 1e-4, "{found} {expected}");
    }
}

/// The match-winning probability that corresponds to an equity.
fn chance_of(model: &EquityModel, equity: f32) -> f32 {
    let states = model.states().expect("a match has a score");
    states.match_chance(ME, equity.into()).expect("a match") as f32
}

/// A race with approximately these pip counts.
fn race_of(mine: u8, theirs: u8) -> Board {
    let side = |pips: u8| {
        // Five checkers are on the six point and ten on two neighbouring points. The sides have no contact.
        let mut counts = [0; 25];
        counts[5] = 5;
        let rest = pips - 30;
        let point = usize::from(rest / 10);
        counts[point - 1] = 10 - rest % 10;
        counts[point] += rest % 10;
        ludex_tryktrak::Side::from_counts(&counts).expect("fifteen checkers at most")
    };
    Board { mine: side(mine), theirs: side(theirs) }
}

/// For a player with a large lead who owns the cube, all plays have nearly the same value, so the probabilities decide. GNU Backgammon
/// chooses the same play.
#[test]
fn far_ahead_with_the_cube_the_surest_play_is_chosen() {
    let text = "XGID=-AA--BA------------b--b-b-:1:1:1:11:3:3:0:7:10";
    let setup = Setup::read(text).expect("a position");
    let game = Tryktrak::with_options(setup.options(&Variant::default()).expect("a variant"));
    let pos = setup.position(&game).expect("a position");
    for depth in 0..=2 {
        let mut search =
            Tryktrak::SEARCHES[0].build(&game, &SearchSetup::default()).expect("valid options");
        let (root, limits) = (Root::new(pos), Limits::depth(depth));
        let report = search.search(&root, &limits, &StopFlag::default(), &mut |_| {});
        let best = report.best_move().expect("a play");
        let words = game.write_move(&pos, best);
        assert_eq!(words, "5/4,2/off,1/off", "at depth {depth}");
    }
}
