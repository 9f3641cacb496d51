//! Compares the data that the board updates from turn to turn with values computed from its tiles alone.

use ludex_search::{Game, MoveList, Tactics, Turn};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::evaluation::approach::may_attack;
use super::evaluation::refutations::refutations;
use super::evaluation::threats::attacks;
use super::rules::board::Board;
use super::rules::face::{DEMANDS, Demand, Face, SIDES, opposite};
use super::rules::hash;
use super::rules::position::{Group, Position, on};
use super::rules::space::{Small, Space};
use super::search::tactics::AttackTactics;
use super::{Move, Options, Trax};
use ludex_kit::Notation;

/// The tile in every cell; `None` for an empty cell.
fn faces<S: Space>(board: &Board<S>) -> Vec<Option<Face>> {
    let side = board.space.side();
    (0..side * side).map(|cell| board.face(cell)).collect()
}

/// The edges that enter a cell, or those of the tile in it.
fn edges<S: Space>(board: &Board<S>, faces: &[Option<Face>], cell: usize) -> u8 {
    if let Some(face) = faces[cell] {
        return face.byte();
    }
    let entering = |side: usize| {
        let next = board.neighbour(cell, side);
        let face = faces.get(next).copied().flatten()?;
        Some((face.byte() >> opposite(side) & 0x11) << side)
    };
    SIDES.into_iter().filter_map(entering).fold(0, |all, edge| all | edge)
}

/// Follows a line from the open edge at this side of an empty cell to its other end.
fn far_end<S: Space>(board: &Board<S>, faces: &[Option<Face>], cell: usize, side: usize) -> usize {
    let (mut cell, mut entry) = (board.neighbour(cell, side), opposite(side));
    while let Some(face) = faces[cell] {
        let byte = face.byte();
        let half = if byte >> entry & 1 != 0 { byte & 15 } else { byte >> 4 };
        let exit = (half & !(1 << entry)).trailing_zeros() as usize;
        (cell, entry) = (board.neighbour(cell, exit), opposite(exit));
    }
    cell * 4 + entry
}

fn check_board<S: Space>(board: &Board<S>) {
    let faces = faces(board);
    let side = board.space.side();
    let tiles: Vec<usize> = (0..faces.len()).filter(|&cell| faces[cell].is_some()).collect();
    assert_eq!(board.n_tiles as usize, tiles.len());
    assert_eq!(board.cells().collect::<Vec<_>>(), tiles);
    let mut sum = 0;
    for &cell in &tiles {
        let (column, row) = (cell % side, cell / side);
        let white = faces[cell].map_or(0, Face::white);
        sum = hash::add(sum, hash::factor(column, row), white);
        for (bit, cells) in board.space.word(cell / 64).white.into_iter().enumerate() {
            assert_eq!(cells >> (cell & 63) & 1, u64::from(white >> bit & 1));
        }
        assert!(board.space.is_inside(column) && board.space.is_inside(row), "in the margin");
    }
    let n_white: u32 = (0..faces.len() / 64)
        .flat_map(|word| board.space.word(word).white)
        .map(u64::count_ones)
        .sum();
    assert_eq!(n_white as usize, 2 * tiles.len());
    assert_eq!(board.sum(), sum);
    let columns = tiles.iter().map(|cell| (cell % side) as u16);
    let rows = tiles.iter().map(|cell| (cell / side) as u16);
    let extent = board.extent;
    assert_eq!((columns.clone().min(), columns.max()), (Some(extent.left), Some(extent.right)));
    assert_eq!((rows.clone().min(), rows.max()), (Some(extent.top), Some(extent.bottom)));
    check_edges(board, &faces);
}

fn check_edges<S: Space>(board: &Board<S>, faces: &[Option<Face>]) {
    let side = board.space.side();
    for cell in side + 1..faces.len() - side - 1 {
        let expected = edges(board, faces, cell);
        assert_eq!(board.space.edges(cell), expected, "cell {cell}");
        if faces[cell].is_some() {
            continue;
        }
        assert_eq!(DEMANDS[usize::from(expected)], Demand::Free, "cell {cell} waits for a tile");
        for way in SIDES {
            if (expected | expected >> 4) >> way & 1 != 0 {
                let end = board.space.other_end(cell * 4 + way);
                assert_eq!(end, far_end(board, faces, cell, way), "cell {cell} side {way}");
            }
        }
    }
}

fn check(pos: &Position) {
    if pos.n_tiles() > 0 {
        on!(&pos.group, board => check_board(board));
    }
}

/// A turn that does not end the game, if there is one. Often it is the turn farthest in the direction `way`.
fn choose(game: &Trax, pos: &Position, way: (i32, i32), rng: &mut Pcg64Mcg) -> Move {
    let mut moves = MoveList::new();
    game.legal_moves(pos, &mut moves);
    let mut child = pos.clone();
    let quiet = moves.iter().copied().filter(|&mv| {
        let undo = game.play(&mut child, mv);
        let quiet = child.ending().is_none();
        game.undo(&mut child, mv, undo);
        quiet
    });
    let quiet: Vec<Move> = quiet.collect();
    let from = if quiet.is_empty() { &moves } else { &quiet };
    let far = |mv: &&Move| i32::from(mv.x) * way.0 + i32::from(mv.y) * way.1;
    match from.iter().max_by_key(far) {
        Some(&mv) if way != (0, 0) && rng.random_range(0..8) > 0 => mv,
        _ => from[rng.random_range(0..from.len())],
    }
}

/// Plays a long game and undoes it, and checks the board after every step. Returns the largest size of the group.
fn check_game(game: &Trax, n_turns: usize, way: (i32, i32), rng: &mut Pcg64Mcg) -> usize {
    let mut pos = game.start();
    let mut played = Vec::new();
    while game.turn(&pos) != Turn::Over && played.len() < n_turns {
        if game.turn(&pos) == Turn::Chance {
            let face = game.sample(&pos, rng);
            game.apply_chance(&mut pos, face);
            continue;
        }
        let mv = choose(game, &pos, way, rng);
        played.push((mv, game.hash(&pos), game.play(&mut pos, mv)));
        check(&pos);
    }
    let (width, height) = pos.size();
    for (mv, hash, undo) in played.into_iter().rev() {
        game.undo(&mut pos, mv, undo);
        check(&pos);
        assert_eq!(game.hash(&pos), hash);
    }
    width.max(height)
}

#[test]
fn long_games_keep_the_board_right_in_every_variant() {
    let mut rng = Pcg64Mcg::seed_from_u64(21);
    for bits in 0..8 {
        let game = Trax::with_options(Options {
            eight: bits & 1 != 0,
            luck: bits & 2 != 0,
            loops: bits & 4 != 0,
        });
        for _ in 0..6 {
            check_game(&game, 50, (0, 0), &mut rng);
        }
    }
}

#[test]
fn groups_that_outgrow_their_space_keep_it_right() {
    let mut rng = Pcg64Mcg::seed_from_u64(22);
    let game = Trax::with_options(Options { loops: true, ..Options::default() });
    let mut widest = 0;
    for way in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1)] {
        widest = widest.max(check_game(&game, 80, way, &mut rng));
    }
    assert!(widest > Small::SIDE, "{widest}");
}

#[test]
fn a_copy_of_a_wide_group_takes_little() {
    let mut rng = Pcg64Mcg::seed_from_u64(23);
    let game = Trax::with_options(Options { loops: true, ..Options::default() });
    let (mut pos, mut n_apart) = (game.start(), Vec::new());
    while pos.ply() < 300 {
        let mut next = pos.clone();
        game.play(&mut next, choose(&game, &pos, (1, 1), &mut rng));
        if let (Group::Large(board), Group::Large(after)) = (&pos.group, &next.group)
            && board.space.side() == after.space.side()
        {
            n_apart.push(after.space.pages_apart(&board.space));
        }
        check(&pos);
        pos = next;
    }
    // A turn changes only the cells around its tiles and the far ends of their lines, however large the group is.
    let (all, most) = (n_apart.iter().sum::<usize>(), n_apart.iter().max());
    assert!(n_apart.len() > 100, "{}", n_apart.len());
    assert!(all < 4 * n_apart.len() && most < Some(&16), "{all} {most:?}");
}

/// The positions of the puzzles on an unlimited board.
fn puzzle_positions(game: &Trax) -> impl Iterator<Item = Position> {
    let text = include_str!("../tests/data/puzzles_nowin3.tsv");
    text.lines().filter_map(|line| line.strip_prefix("unlimited\t")).map(|line| {
        let mut pos = game.start();
        for turn in line.split('\t').next().unwrap_or("").split_whitespace() {
            let mv = game.parse_move(&pos, turn).expect("a legal turn");
            game.play(&mut pos, mv);
        }
        pos
    })
}

#[test]
fn the_ends_of_lines_tell_nearly_every_attack() {
    let game = Trax::new();
    let (mut n_turns, mut n_told, mut n_attacks, mut n_missed) = (0, 0, 0, 0);
    for mut pos in puzzle_positions(&game) {
        let mut moves = MoveList::new();
        game.legal_moves(&pos, &mut moves);
        for mv in moves {
            let undo = game.play(&mut pos, mv);
            if game.turn(&pos) != Turn::Over {
                let found = attacks(&game, &pos);
                let is_attack = found.win.is_none() && found.n_dangers > 0;
                let is_told = may_attack(&pos);
                n_turns += 1;
                n_told += u32::from(is_told);
                n_attacks += u32::from(is_attack);
                n_missed += u32::from(is_attack && !is_told);
            }
            game.undo(&mut pos, mv, undo);
        }
    }
    assert!(n_attacks > 100 && n_missed * 30 < n_attacks, "{n_missed} of {n_attacks}");
    assert!(n_told * 2 < n_turns, "{n_told} of {n_turns}");
}

/// The guess at what a turn has made possible may miss few wins and attacks.
#[test]
fn alarms_miss_few_wins_and_attacks() {
    let game = Trax::new();
    let tactics = AttackTactics;
    let (mut n_found, mut n_missed) = (0, 0);
    for mut pos in puzzle_positions(&game) {
        let before = attacks(&game, &pos);
        let mut moves = MoveList::new();
        match (before.win, before.dangers.is_empty()) {
            (Some(_), _) => {}
            (None, true) => game.legal_moves(&pos, &mut moves),
            (None, false) => refutations(&game, &pos, &before, &mut moves),
        }
        for mv in moves {
            let undo = game.play(&mut pos, mv);
            if game.turn(&pos) != Turn::Over {
                let exact = attacks(&game, &pos);
                let alarms = tactics.alarms_after(&game, &pos, &before, Some(mv));
                let is_missed = match (exact.win, exact.n_dangers) {
                    (None, 0) => None,
                    (None, _) => Some(!alarms.threat),
                    (Some(_), _) => Some(!alarms.win),
                };
                n_found += i32::from(is_missed.is_some());
                n_missed += i32::from(is_missed == Some(true));
            }
            game.undo(&mut pos, mv, undo);
        }
    }
    assert!(n_found > 400 && n_missed * 30 < n_found, "{n_missed} of {n_found}");
}
