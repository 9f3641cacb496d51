//! Puzzles with loops, compared with a simple implementation of the rules that follows every line tile by tile.

use std::collections::HashMap;

use crate::CATALOGUE;
use ludex_kit::{Feats, Notation, Puzzle, PuzzleJudge};
use ludex_search::{Game, MoveList, Player, Turn};
use ludex_tantrix::{Board, Colour, Hex, Placement, Tantrix};

type Position = <Tantrix as Game>::Position;

fn puzzles() -> Vec<Puzzle> {
    let lists = CATALOGUE.games().flat_map(|game| game.puzzle_lists);
    let mut loops = lists.filter(|list| list.judge == PuzzleJudge::IsSure);
    let list = loops.next().expect("Tantrix has them");
    list.puzzles().expect("they can be read")
}

fn open(puzzle: &Puzzle) -> Position {
    let text = puzzle.start.as_deref().expect("it has a position");
    let read = Tantrix::new().parse_position(text);
    read.unwrap_or_else(|error| panic!("{}: {error}", puzzle.number))
}

/// Number of tiles in the longest loop of a colour.
fn longest_loop(board: &Board, colour: Colour) -> usize {
    let tiles: HashMap<Hex, Placement> = board.tiles().map(|tile| (tile.hex, tile)).collect();
    let round = |start: &Placement| {
        let first = (0..6).find(|&edge| start.face.edges()[edge] == colour)?;
        let (mut hex, mut edge, mut length) = (start.hex, first, 0);
        loop {
            length += 1;
            hex = hex.neighbour(edge);
            let entry = (edge + 3) % 6;
            let face = tiles.get(&hex)?.face;
            let mut exits = (0..6).filter(|&exit| exit != entry && face.edges()[exit] == colour);
            edge = exits.next()?;
            if hex == start.hex {
                return Some(length);
            }
        }
    };
    tiles.values().filter_map(round).max().unwrap_or_default()
}

/// The length of the loop that the player is certain to close within `tiles` placements; 0 if none is certain.
fn sure(game: &Tantrix, pos: &Position, player: Player, tiles: u32) -> usize {
    let now = longest_loop(pos.board(), game.colour_of(player));
    if now > 0 || tiles == 0 {
        return now;
    }
    let after = |mv| {
        let mut next = pos.clone();
        game.play(&mut next, mv);
        next
    };
    match game.turn(pos) {
        Turn::Player(mover) if mover == player => {
            let mut moves = MoveList::new();
            game.legal_moves(pos, &mut moves);
            let lengths = moves.iter().map(|&mv| sure(game, &after(mv), player, tiles - 1));
            lengths.max().unwrap_or_default()
        }
        Turn::Chance => {
            let mut events = Vec::new();
            game.events(pos, &mut events);
            let lengths = events.iter().map(|&(event, _)| {
                let mut next = pos.clone();
                game.apply_chance(&mut next, event);
                sure(game, &next, player, tiles)
            });
            // The shortest loop over all draws counts, so one draw without a loop makes the result 0.
            let mut least = usize::MAX;
            for length in lengths {
                least = least.min(length);
                if least == 0 {
                    break;
                }
            }
            least
        }
        Turn::Player(_) | Turn::Over => 0,
    }
}

#[test]
fn the_moves_that_close_a_loop_are_those_that_do_it_on_the_board() {
    let game = Tantrix::new();
    let puzzles = puzzles();
    assert!(puzzles.len() >= 40);
    for puzzle in puzzles {
        let (pos, number) = (open(&puzzle), puzzle.number);
        let (player, tiles) = (pos.to_move(), puzzle.turns.expect("a number of tiles"));
        assert_eq!(longest_loop(pos.board(), game.colour_of(player)), 0, "{number}");
        let found = game.sure_moves(&pos, tiles);
        let mut moves = MoveList::new();
        game.legal_moves(&pos, &mut moves);
        assert!((1..=3).contains(&found.len()) && moves.len() >= 20, "{number}");
        assert!(found.is_sorted_by(|a, b| a.worth >= b.worth), "{number}");
        assert!(game.sure_moves(&pos, tiles - 1).is_empty(), "{number}: sooner");
        // With one tile to place, all moves are checked; with more, only the moves that were reported as certain.
        for &mv in &moves {
            let sure_move = found.iter().find(|sure| sure.mv == mv);
            if tiles > 1 && sure_move.is_none() {
                continue;
            }
            let mut next = pos.clone();
            game.play(&mut next, mv);
            let length = sure(&game, &next, player, tiles - 1);
            let reported = sure_move.map_or(0, |sure| sure.worth as usize);
            assert_eq!(reported, length, "{number}: {}", game.write_move(&pos, mv));
            let is_done = longest_loop(next.board(), game.colour_of(player)) > 0;
            assert_eq!(
                sure_move.is_some_and(|sure| sure.is_done),
                is_done && length > 0,
                "{number}"
            );
        }
    }
}

#[test]
fn who_has_a_loop_has_nothing_to_do() {
    let game = Tantrix::new();
    let puzzle = &puzzles()[0];
    let mut pos = open(puzzle);
    let player = pos.to_move();
    let close = game.sure_moves(&pos, 1)[0];
    assert!(close.is_done);
    game.play(&mut pos, close.mv);
    assert_eq!(longest_loop(pos.board(), game.colour_of(player)), close.worth as usize);
    assert_eq!(game.sure_moves(&open(puzzle), 0), []);
}
