//! Reading and writing PTN moves and TPS positions.

use ludex_kit::Notation;
use ludex_search::Game;
use ludex_takt::{Board, Drops, Size, Takt};

const POSITION: &str = "x5/x,2S,x3/x,21121C,2S,x2/x5/x,121,2,x2 1 20";

/// Every way to write a move is read as the same move, which is written in one canonical way.
#[test]
fn moves_are_read_leniently_and_written_shortly() {
    let game = Takt::<5>::new();
    let pos = game.parse_position(POSITION).unwrap();
    for (written, texts) in [
        ("a1", &["Fa1", "a1!", "a1'", "a1?!", "1a1"][..]),
        ("Sa5", &["Sa5''"]),
        ("b3>*", &["b3>", "1b3>1*", "1b3>", "b3>1", "b3>*!", "b3>!*"]),
        ("b1<", &["1b1<1", "1b1<", "Fb1<"]),
        ("2b1>", &["2b1>2"]),
        ("3b1>12", &[]),
        ("3b3-12", &["3b3-12!"]),
    ] {
        let mv =
            game.parse_move(&pos, written).unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(game.write_move(&pos, mv), written);
        for text in texts {
            assert_eq!(game.parse_move(&pos, text), Ok(mv), "{text}");
        }
    }
}

#[test]
fn positions_are_written_as_they_were_read() {
    fn check<const N: usize>(tps: &str)
    where
        Size<N>: Board,
    {
        let game = Takt::<N>::new();
        let pos = game.parse_position(tps).unwrap();
        assert_eq!(game.write_position(&pos), tps);
        assert_eq!(pos.hash(), pos.hash_from_scratch());
    }
    check::<3>("x3/x3/x3 1 1");
    check::<4>("x4/x2,12,x/1,x2,2S/x4 2 9");
    check::<5>(POSITION);
    check::<6>(
        "x6/x6/x6/x3,111222111222111222111222111222111222111222111222111222111222C,x2/x6/x6 2 31",
    );
    check::<7>("x7/x7/x7/x3,2C,x3/x7/x7/1C,x6 1 4");
    check::<8>("x8/x8/x8/x8/x8/x8/x8/x7,1 2 1");
}

#[test]
fn positions_are_read_in_other_letters() {
    let game = Takt::<5>::new();
    let meant = game.parse_position("x5/x5/x2,12S,x2/1C,x4/x5 1 1").unwrap();
    for text in ["X5/x5/X2,12s,x2/1c,x4/x5 1 1", "-5/x5/-,-,12S,-,-/1C,-4/x5 1 -"] {
        let pos = game.parse_position(text).unwrap();
        assert_eq!(pos.hash(), meant.hash(), "{text}");
    }
}

#[test]
fn the_ply_follows_from_side_and_number() {
    let game = Takt::<5>::new();
    for (tps, ply) in [("1 1", 0), ("2 1", 1), ("1 2", 2), ("2 17", 33)] {
        let pos = game.parse_position(&format!("x5/x5/x5/x5/x5 {tps}")).unwrap();
        assert_eq!(pos.ply(), ply);
    }
    // The move number is not checked against the number of pieces.
    let pos = game.parse_position("x5/x5/x2,12S,x2/x5/x5 1 1").unwrap();
    assert!(pos.is_opening());
}

#[test]
fn drops_are_kept_in_order() {
    for counts in [&[1][..], &[8], &[1, 2, 3], &[3, 2, 1], &[1, 1, 1, 1, 1, 1, 1, 1]] {
        let drops = Drops::from_counts(counts).unwrap();
        assert_eq!(drops.counts().collect::<Vec<_>>(), counts);
        assert_eq!(drops.lifted(), counts.iter().sum::<u32>());
        assert_eq!(drops.squares() as usize, counts.len());
        assert_eq!(drops.last_is_single(), counts.last() == Some(&1));
    }
    for counts in [&[][..], &[0], &[1, 0], &[9], &[u32::MAX, u32::MAX]] {
        assert_eq!(Drops::from_counts(counts), None, "{counts:?}");
    }
}

#[test]
fn moves_fit_sixteen_bits() {
    let game = Takt::<8>::new();
    let pos = game.parse_position("x8/x8/x8/x3,1111111121C,x4/x8/x8/x8/x8 1 20").unwrap();
    let mut moves = Vec::new();
    game.legal_moves(&pos, &mut moves);
    for mv in moves {
        assert_eq!(ludex_takt::Move::from_bits(mv.bits()), Some(mv));
    }
    assert_eq!(ludex_takt::Move::from_bits(0), None);
    assert_eq!(ludex_takt::Move::from_bits(0x3F00), None);
}

#[test]
fn a_board_can_be_read_by_players() {
    let expected = "\
5  .  .       .   .  .
4  .  2S      .   .  .
3  .  21121C  2S  .  .
2  .  .       .   .  .
1  .  121     2   .  .
   a  b       c   d  e

Stacks from the bottom; S is a wall on top, C a capstone.
Player 1: 1 flat on top, 17 stones and 0 capstones in reserve
Player 2: 1 flat on top, 15 stones and 1 capstone in reserve
Move 20: player 1 to move
";
    assert_eq!(super::board(POSITION), expected);
}
