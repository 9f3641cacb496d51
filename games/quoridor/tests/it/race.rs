//! Tests the table of races without walls against plain search, the evaluation's shortcut, and the complete solution.

use ludex_kit::{Notation, Playable, SearchSetup};
use ludex_quoridor::evaluation::features::{WaysEvaluator, decided};
use ludex_quoridor::search::race::{Race, Races};
use ludex_quoridor::search::solver::solve_exactly;
use ludex_quoridor::{Move, Options, Position, Quoridor, Setup};
use ludex_search::{Game, IncrementalEvaluator, Limits, ProofResult, Root, Score, StopFlag, Turn};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn game(variant: &str) -> Quoridor {
    let variant = variant.parse().expect(variant);
    Quoridor::new(Options::parse(&variant).expect("options"))
}

/// The start of a race: random walls and steps until every wall is placed.
fn random_race(game: &Quoridor, rng: &mut Pcg64Mcg) -> Option<Position> {
    let mut pos = game.start();
    let mut moves = Vec::new();
    while pos.total_stock() > 0 {
        moves.clear();
        game.legal_moves(&pos, &mut moves);
        let walls = moves.iter().filter(|mv| matches!(mv, Move::Wall(_)));
        let walls: Vec<_> = walls.copied().collect();
        let among = if walls.is_empty() || rng.random_range(0..4) == 0 { &moves } else { &walls };
        game.play(&mut pos, among[rng.random_range(0..among.len())]);
        if game.turn(&pos) == Turn::Over {
            return None;
        }
    }
    Some(pos)
}

/// Every legal placement of the pawns on a layout, with either player to move.
fn all_places(game: &Quoridor, pos: &Position) -> Vec<Position> {
    let text = game.write_position(pos);
    let fields: Vec<_> = text.split('/').collect();
    let board = game.options().board;
    let squares = |n: u8| (b'a' + n % board.width, n / board.width + 1);
    let mut places = Vec::new();
    for first in 0..board.width * board.height {
        for second in 0..board.width * board.height {
            let [(a, b), (c, d)] = [squares(first), squares(second)];
            for mover in 1..=2 {
                let text = format!(
                    "{}/{}/{}{b} {}{d}/0 0/{mover}/{board}",
                    fields[0], fields[1], a as char, c as char
                );
                let setup = Setup::read(&text).expect(&text);
                // Pawns on the same square, and squares without a path, are rejected.
                let Ok(pos) = setup.validate(game) else {
                    continue;
                };
                if pos.winner().is_none() {
                    places.push(pos);
                }
            }
        }
    }
    places
}

/// Checks that the distance of every placement follows from the distances after each move.
fn check_consistent(game: &Quoridor, race: &Race, pos: &Position) {
    let mut moves = Vec::new();
    game.legal_moves(pos, &mut moves);
    let after = |mv: &Move| {
        let mut child = *pos;
        game.play(&mut child, *mv);
        if child.winner().is_some() { Some(0) } else { race.plies(&child) }
    };
    let children: Vec<_> = moves.iter().map(after).collect();
    let won = children.iter().flatten().filter(|&plies| plies % 2 == 0);
    let expected = match won.min() {
        Some(plies) => Some(plies + 1),
        None if children.iter().all(Option::is_some) => {
            children.iter().flatten().max().map(|plies| plies + 1)
        }
        None => None,
    };
    assert_eq!(race.plies(pos), expected, "{}", game.write_position(pos));
}

/// Plain negamax to a depth. Returns the number of plies to the result; `None` if there is none within the depth.
fn negamax(game: &Quoridor, pos: &Position, depth: u32) -> Option<u32> {
    if pos.winner().is_some() {
        return Some(0);
    }
    if depth == 0 {
        return None;
    }
    let mut moves = Vec::new();
    game.legal_moves(pos, &mut moves);
    let (mut win, mut longest, mut all) = (None::<u32>, 0, true);
    for mv in moves {
        let mut child = *pos;
        game.play(&mut child, mv);
        match negamax(game, &child, depth - 1) {
            Some(plies) if plies % 2 == 0 => win = Some(win.unwrap_or(99).min(plies)),
            Some(plies) => longest = longest.max(plies),
            None => all = false,
        }
    }
    match win {
        Some(plies) => Some(plies + 1),
        None => all.then_some(longest + 1),
    }
}

#[test]
fn every_distance_follows_from_the_next() {
    let variants = [
        "board=9x9,walls=10",
        "board=4x5,walls=2",
        "board=3x5,walls=1,edge-diagonal=off",
        "board=2x7,walls=2,edge-diagonal=off",
    ];
    for variant in variants {
        let game = game(variant);
        let mut rng = Pcg64Mcg::seed_from_u64(5);
        let races = std::iter::from_fn(|| Some(random_race(&game, &mut rng))).flatten();
        for pos in races.take(if game.options().board.width == 9 { 2 } else { 12 }) {
            let race = Race::new(&game, &pos);
            for place in all_places(&game, &pos) {
                check_consistent(&game, &race, &place);
            }
        }
    }
}

#[test]
fn short_races_agree_with_plain_search() {
    let game = game("board=4x4,walls=2");
    let mut rng = Pcg64Mcg::seed_from_u64(6);
    let mut found = 0;
    for pos in (0..20).filter_map(|_| random_race(&game, &mut rng)) {
        let race = Race::new(&game, &pos);
        for place in all_places(&game, &pos) {
            let short = race.plies(&place).filter(|&plies| plies <= 5);
            assert_eq!(negamax(&game, &place, 5), short);
            found += usize::from(short.is_some());
        }
    }
    assert!(found > 1000, "only {found}");
}

#[test]
fn races_have_the_results_of_the_complete_solution_and_of_the_shortcut() {
    for (variant, n) in [("board=4x4,walls=1", 8), ("board=8x3,walls=1", 8)] {
        let game = game(variant);
        let mut rng = Pcg64Mcg::seed_from_u64(7);
        for pos in (0..n).filter_map(|_| random_race(&game, &mut rng)) {
            let race = Race::new(&game, &pos);
            for place in all_places(&game, &pos).iter().step_by(9) {
                let result = match race.plies(place) {
                    None => ProofResult::Draw,
                    Some(plies) if plies % 2 == 1 => ProofResult::Win,
                    Some(_) => ProofResult::Loss,
                };
                let settled = solve_exactly(&game, place, 1, &StopFlag::default(), &mut |_| true)
                    .expect("a small board");
                assert_eq!(settled.0, result, "{}", game.write_position(place));
            }
        }
    }
    let game = Quoridor::default();
    let mut rng = Pcg64Mcg::seed_from_u64(8);
    let mut shortcuts = 0;
    for pos in (0..6).filter_map(|_| random_race(&game, &mut rng)) {
        let race = Race::new(&game, &pos);
        for place in all_places(&game, &pos) {
            let routes = WaysEvaluator::default().fresh(&game, &place);
            if let Some(plies) = decided(&game, &place, &routes) {
                let exact = race.plies(&place).map(|exact| exact % 2 == 1);
                assert_eq!(exact, Some(plies > 0), "{}", game.write_position(&place));
                shortcuts += 1;
            }
        }
    }
    assert!(shortcuts > 10_000, "only {shortcuts}");
}

#[test]
fn alpha_beta_solves_a_race_to_its_end() {
    let game = Quoridor::default();
    let mut rng = Pcg64Mcg::seed_from_u64(9);
    for pos in (0..8).filter_map(|_| random_race(&game, &mut rng)) {
        let race = Race::new(&game, &pos);
        let kind = &Quoridor::SEARCHES[1];
        let mut searcher = kind.build(&game, &SearchSetup::default()).expect("alphabeta");
        let limits = Limits::depth(14);
        let report = searcher.search(&Root::new(pos), &limits, &StopFlag::default(), &mut |_| {});
        let score = race.score(&game, &pos).expect("complete");
        assert_eq!(report.lines[0].score, score);
        let plies = race.plies(&pos).expect("a race of this seed is decided");
        assert_eq!(race.line(&game, &pos).len(), plies as usize);
        assert_eq!(report.lines[0].pv.len(), plies as usize);
    }
}

#[test]
fn the_ply_limit_ends_a_race() {
    let game = game("max-plies=20,walls=0");
    let race = Race::new(&game, &game.start());
    let plies = race.plies(&game.start()).expect("decided");
    let limit = |most: u32| self::game(&format!("max-plies={most},walls=0"));
    let score = |most: u32| race.score(&limit(most), &game.start());
    assert_eq!(score(plies - 1), Some(Score::DRAW));
    assert!(score(plies).is_some_and(Score::is_proven));
}

/// Requests more layouts than the cache can hold, one after another.
#[test]
fn cached_layouts_are_not_mixed_up() {
    let game = game("board=4x4,walls=2");
    let mut rng = Pcg64Mcg::seed_from_u64(10);
    let races = Races::default();
    for pos in (0..1500).filter_map(|_| random_race(&game, &mut rng)) {
        let kept = races.ask(&game, &pos, |race| race.plies(&pos));
        assert_eq!(kept, Race::new(&game, &pos).plies(&pos));
    }
}
