//! Compares move generation with the counts of independent generators.

use super::*;
use crate::notation::position_id;
use crate::rules::movegen;

fn dice_of(text: &str) -> (u8, u8) {
    let digits: Vec<u8> = text.bytes().map(|byte| byte - b'0').collect();
    (digits[0], digits[1])
}

#[test]
fn plays_of_rolls() {
    let mut checked = 0;
    for line in include_str!("../tests/data/movegen_checks.tsv").lines() {
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        let fields: Vec<_> = line.split('\t').collect();
        let board = position_id::read("row", fields[0]).expect("the file contains valid positions");
        assert_eq!(position_id::write(board), fields[0]);
        let mut out = Vec::new();
        movegen::plays(board, dice_of(fields[1]), &mut out);
        let playable = out.iter().filter(|reached| !reached.play.is_empty()).count();
        assert_eq!(playable, fields[2].parse::<usize>().expect("a count"), "{line}");
        checked += 1;
    }
    assert!(checked > 1000);
}

#[test]
fn positions_pack() {
    let mut status = Status::START;
    status.cube = Cube { doublings: 6, owner: Some(ludex_search::Player(1)) };
    status.score = [63, 64];
    status.dice = (6, 5);
    status.multiple = 3;
    status.crawford = true;
    status.phase = Phase::Over;
    status.player = ludex_search::Player(1);
    let pos = Position::new([Side::START; 2], status);
    assert_eq!(pos.status(), status);
    assert_eq!(pos.side(ludex_search::Player(1)), Side::START);
    assert_eq!(Side::START.pips(), 167);
    assert_eq!(size_of::<Position>(), 32);
}
