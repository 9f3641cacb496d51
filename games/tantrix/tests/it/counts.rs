//! Numbers of possible turns in positions with a known bag order.

use std::collections::HashSet;

use ludex_kit::{Notation, Variant};
use ludex_search::{Game, Player, Turn};
use ludex_tantrix::{Phase, Placement, Position, Setup, Tantrix};

const DATA: &str = include_str!("../data/counts.tsv");

/// The game and the position of a text.
pub(super) fn open(text: &str) -> (Tantrix, Position) {
    let setup = Setup::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let options = setup.options(&Variant::new()).expect("options");
    let game = Tantrix::with_options(options);
    let pos = game.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    (game, pos)
}

pub(super) fn rows() -> impl Iterator<Item = Vec<&'static str>> {
    let lines = DATA.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| line.split('\t').collect())
}

/// Plays all sequences to the end of the turn of `player`; counts them and collects the resulting positions.
fn turns(game: &Tantrix, pos: &mut Position, player: Player, found: &mut (u64, HashSet<String>)) {
    const MOST: u64 = 20_000;
    if found.0 > MOST {
        return;
    }
    if game.turn(pos) != Turn::Player(player) {
        found.0 += 1;
        found.1.insert(canonical(pos));
        return;
    }
    let mut moves = Vec::new();
    game.legal_moves(pos, &mut moves);
    for mv in moves {
        let was_free = pos.phase() == Phase::Free;
        let undo = game.play(pos, mv);
        // If only one player has tiles, the next turn is theirs again. It begins when phase 1 or 2 follows a placement in phase 2 or 3.
        let begins = pos.to_move() == player
            && game.turn(pos) == Turn::Player(player)
            && (was_free || undo_was_after(&undo))
            && pos.phase() < Phase::After;
        if begins {
            found.0 += 1;
            found.1.insert(canonical(pos));
        } else {
            turns(game, pos, player, found);
        }
        game.undo(pos, mv, undo);
    }
}

fn undo_was_after(undo: &ludex_tantrix::Undo) -> bool {
    undo.phase() == Phase::After
}

/// The tiles on the board, sorted; hands and bag follow from them.
fn canonical(pos: &Position) -> String {
    let mut tiles: Vec<Placement> = pos.board().tiles().collect();
    tiles.sort();
    let hands: Vec<_> = (0..4).map(|player| pos.hand(Player(player))).collect();
    format!("{tiles:?} {hands:?}")
}

#[test]
fn turns_are_counted_as_by_others() {
    for row in rows() {
        let (game, mut pos) = open(row[3]);
        let mover = pos.to_move();
        let mut found = (0, HashSet::new());
        turns(&game, &mut pos, mover, &mut found);
        if row[1] == ">20000" {
            assert!(found.0 > 20_000, "{}", row[0]);
        } else {
            assert_eq!(found.0.to_string(), row[1], "{}", row[0]);
            assert_eq!(found.1.len().to_string(), row[2], "{}", row[0]);
        }
    }
}

#[test]
fn positions_of_the_data_are_written_as_they_were_read() {
    for row in rows() {
        let (game, pos) = open(row[3]);
        let sorted = |hands: &str| -> Vec<Vec<u32>> {
            let hand = |hand: &str| {
                let mut tiles: Vec<u32> = hand.split(',').filter_map(|t| t.parse().ok()).collect();
                tiles.sort_unstable();
                tiles
            };
            hands.split('|').map(hand).collect()
        };
        let written = game.write_position(&pos);
        for (index, (one, two)) in written.split(' ').zip(row[3].split(' ')).enumerate() {
            if index == 1 {
                assert_eq!(sorted(one), sorted(two), "{}", row[0]);
            } else {
                assert_eq!(one, two, "{}", row[0]);
            }
        }
    }
}
