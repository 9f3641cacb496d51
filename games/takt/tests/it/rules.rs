//! Edge cases of the rules.

use ludex_kit::{Notation, Playable, Variant, Visitor};
use ludex_search::support::random;
use ludex_search::{Game, Limits, MoveList, Player, StopFlag, Turn};
use ludex_takt::{Board, Position, Size, Takt};
use rand::RngExt;

/// Plays moves from a position and returns the result as game files write it; `-` if the game is not over.
struct Result<'a> {
    moves: &'a str,
}

impl Visitor for Result<'_> {
    type Output = String;
    fn visit<G: Playable>(self, game: G, mut pos: G::Position) -> String {
        for text in self.moves.split_whitespace() {
            assert_ne!(game.turn(&pos), Turn::Over, "before {text}");
            let mv = game.parse_move(&pos, text).unwrap_or_else(|error| panic!("{error}"));
            game.play(&mut pos, mv);
        }
        let facts = game.offers().commentary.describe(&pos).facts;
        let result = facts["ptn_result"].as_str().unwrap_or("-");
        assert_eq!(game.turn(&pos) == Turn::Over, result != "-");
        result.to_string()
    }
}

fn check(variant: &str, tps: &str, moves: &str, expected: &str) {
    let tps = Some(tps).filter(|tps| !tps.is_empty());
    let variant: Variant = variant.parse().expect("a variant");
    let found = ludex_takt::open(&variant, tps, Result { moves });
    assert_eq!(found.as_deref(), Ok(expected), "{tps:?} {moves}");
}

#[test]
fn the_opening_places_flats_of_the_opponent() {
    let game = Takt::<5>::new();
    let mut pos = game.start();
    for text in ["a1", "e5"] {
        let mv = game.parse_move(&pos, text).unwrap();
        game.play(&mut pos, mv);
    }
    assert_eq!(game.write_position(&pos), "x4,1/x5/x5/x5/2,x4 1 2");
    assert_eq!(pos.stones(ludex_search::Player(0)), 20);
}

#[test]
fn a_road_of_flats_and_capstones_wins() {
    check("", "x5/x5/x5/1,1,x,1C,1/2,2,2,2S,x 1 10", "c2", "R-0");
    check("", "x5/x5/x5/1,1,x,1C,1/2,2,2,2S,x 2 10", "e1", "-");
    check("", "x2,2,x2/x2,2,x2/x2,2,x2/x2,2,x2/1,1,x,1,1 2 10", "c1", "0-R");
    check("", "x5/x5/x5/1,1,x,1C,1/2,2,2,2S,x 1 10", "Sc2", "-");
}

#[test]
fn a_road_may_wind_but_not_go_through_corners() {
    check("", "1,x4/1,1,x3/x,1,x3/x,1,1,x2/x3,1,x 1 10", "c1", "R-0");
    check("", "1,x4/x,1,x3/x2,1,x2/x3,1,x/x5 1 10", "e1", "-");
}

#[test]
fn the_mover_wins_when_both_have_a_road() {
    check("", "x5/x5/x2,21,x2/2,2,x,2,2/1,1,x,1,1 1 10", "2c3-11", "R-0");
    check("", "x5/x5/x2,12,x2/1,1,x,1,1/2,2,x,2,2 2 10", "2c3-11", "0-R");
}

#[test]
fn a_road_for_the_opponent_alone_is_legal_and_loses() {
    check("", "x5/x5/x2,21,x2/2,2,x,2,2/1,1,x,1,x 1 10", "2c3-11", "0-R");
}

#[test]
fn a_spread_may_uncover_a_road_at_its_origin() {
    check("", "x5/x5/x5/2,2,21,2,2/x5 1 10", "c2+", "0-R");
    check("", "x5/x5/x5/1,1,12,1,1/x5 2 10", "c2+", "R-0");
}

#[test]
fn a_full_board_counts_flats_and_komi() {
    let full = "1,2,1/2,1S,2/1,2,x 1 5";
    check("", full, "c1", "1/2-1/2");
    check("", full, "Sc1", "0-F");
    check("komi=0.5", full, "c1", "0-F");
    check("komi=-0.5", full, "c1", "F-0");
    let lead = "1,2,1/2,1S,2/1,1,x 1 5";
    check("", lead, "c1", "R-0");
    let lead = "1,2S,1/2,1,2/x,2,1 1 5";
    check("komi=1", lead, "a1", "F-0");
    check("komi=2", lead, "a1", "1/2-1/2");
    check("komi=2.5", lead, "a1", "0-F");
}

#[test]
fn a_road_counts_before_the_flats() {
    check("", "2,2,2S/1,1,x/2,2S,2 1 5", "c2", "R-0");
}

#[test]
fn an_empty_reserve_ends_the_game() {
    check("size=3,stones=2", "", "a1 c3 b1", "F-0");
    check("size=3,stones=2,caps=1", "", "a1 c3 b1", "-");
    check("size=3,stones=2,caps=1", "", "a1 c3 b1 b3 Cb2", "1/2-1/2");
    // The second ply places the first player's last stone.
    check("size=3,stones=1", "", "a1", "0-F");
}

#[test]
fn a_capstone_flattens_walls_of_both_players() {
    let pos = "x5/x5/x,21C,2S,x2/x5/x5 1 10";
    check("", pos, "b3>*", "-");
    let after = |tps: &str, text: &str| {
        let game = Takt::<5>::new();
        let mut pos = game.parse_position(tps).unwrap();
        let mv = game.parse_move(&pos, text).unwrap();
        assert!(game.irreversible(&pos, mv));
        game.play(&mut pos, mv);
        game.write_position(&pos)
    };
    assert_eq!(after(pos, "b3>"), "x5/x5/x,2,21C,x2/x5/x5 2 10");
    let own = "x5/x5/x,21C,x,1S,x/x5/x5 1 10";
    assert_eq!(after(own, "2b3>11*"), "x5/x5/x2,2,11C,x/x5/x5 2 10");
}

#[test]
fn plies_without_progress_draw_by_option() {
    let shuffle = "a1 e5 b1 b5 b1+ b5- b2- b4+";
    check("", "", shuffle, "-");
    check("reversible=5", "", shuffle, "-");
    check("reversible=4", "", shuffle, "1/2-1/2");
    check("reversible=4", "", "a1 e5 b1 b5 b1+ b5- b2- c3", "-");
}

#[test]
fn komi_and_pieces_follow_from_the_variant() {
    struct Shown;
    impl Visitor for Shown {
        type Output = (String, u64);
        fn visit<G: Playable>(self, game: G, start: G::Position) -> (String, u64) {
            let facts = game.offers().commentary.describe(&start).facts;
            let stones = facts["reserves"]["p2"]["stones"].as_u64();
            (game.variant().to_string(), stones.expect("a number"))
        }
    }
    let check = |text: &str, shown: &str, stones| {
        let variant = text.parse().expect("a variant");
        let found = ludex_takt::open(&variant, None, Shown);
        assert_eq!(found, Ok((shown.to_string(), stones)));
    };
    check("", "size=5,komi=0", 21);
    check("komi=2.5,size=6", "size=6,komi=2.5", 30);
    check("size=8,stones=50,caps=3", "size=8,komi=0,caps=3", 50);
    check(
        "size=4,stones=9,repetition=3,reversible=50",
        "size=4,komi=0,stones=9,repetition=3,reversible=50",
        9,
    );
}

#[test]
fn the_counter_is_hashed_only_near_its_limit() {
    let variant: Variant = "reversible=50".parse().unwrap();
    let options = ludex_takt::Options::from_variant::<5>(&variant).unwrap();
    let game = Takt::<5>::with_options(options);
    let mut pos = game.start();
    let (mut hashes, mut repeated) = (Vec::new(), Vec::new());
    let opening = ["a1", "e5", "b1", "b5"];
    let shuffle = ["b1+", "b5-", "b2-", "b4+"];
    for text in opening.into_iter().chain(shuffle.into_iter().cycle().take(44)) {
        let mv = game.parse_move(&pos, text).unwrap();
        game.play(&mut pos, mv);
        hashes.push(game.hash(&pos));
        repeated.push(game.repetition_hash(&pos));
    }
    assert_eq!(repeated[43], repeated[47], "repetitions are seen all the same");
    assert_eq!(hashes[3], hashes[7], "the same position far from the limit");
    assert_ne!(hashes[43], hashes[47], "the same position near the limit");
}

#[test]
fn passing_and_taking_it_back_restores_the_position() {
    let game = Takt::<6>::new();
    let tps = "2,x4,1/x,212121C,1,1,1,x/22,2,x,1,x2/x,2,2C,1,x2/2,2,x4/2,x5 1 15";
    let mut pos = game.parse_position(tps).unwrap();
    let before = pos;
    let undo = pos.pass();
    assert_eq!(pos.hash(), pos.hash_from_scratch());
    assert_ne!(pos.hash(), before.hash());
    pos.undo_pass(undo);
    assert_eq!(pos, before);
}

#[test]
fn positions_are_compact() {
    fn size<const N: usize>() -> usize
    where
        Size<N>: Board,
    {
        size_of::<Position<N>>()
    }
    for bytes in [size::<3>(), size::<4>(), size::<5>(), size::<6>()] {
        assert!(bytes <= 512, "{bytes} bytes");
    }
    assert_eq!(size_of::<ludex_takt::Move>(), 2);
}

/// Every reply to the winning move ends the game, so the proof ends with a move of the opponent.
#[test]
fn a_win_by_the_losers_last_move_takes_an_even_number_of_plies() {
    let start = "1S,x,1S/x,1S,21/2222S,1S,1S 1 15";
    let variant = "repetition=3".parse().expect("a variant");
    let mut session = crate::CATALOGUE.session("takt", &variant, Some(start)).expect(start);
    let mut quickest = Vec::new();
    for mv in session.legal_moves() {
        session.play(&mv).expect("a legal move");
        let replies = session.legal_moves();
        let is_won = replies.iter().all(|reply| {
            session.play(reply).expect("a legal move");
            let result = session.status().word();
            session.undo();
            result == Some("p1win")
        });
        if is_won {
            quickest.push(mv);
        }
        session.undo();
    }
    let solved = session
        .solve(Some("whole"), &Limits::depth(5), &StopFlag::default(), &mut |_| {})
        .expect("a search for proofs");
    assert_eq!((solved.plies, &solved.moves), (Some(2), &quickest));
    assert!(!quickest.is_empty() && solved.line.len() == 2, "{solved:?}");
}

/// Checks in random games that the contact of both players is updated by moves and restored when they are undone.
fn check_contact<const N: usize>(games: u64)
where
    Size<N>: Board,
{
    let game = Takt::<N>::default();
    let mut moves = MoveList::new();
    for index in 0..games {
        let mut rng = random::stream(11, index);
        let mut pos = game.start();
        while game.turn(&pos) != Turn::Over {
            moves.clear();
            game.legal_moves(&pos, &mut moves);
            for &mv in &moves {
                let mut child = pos;
                let undo = game.play(&mut child, mv);
                let scratch = child.contact_from_scratch();
                assert_eq!([0, 1].map(|player| *child.contact(Player(player))), scratch, "{mv:?}");
                game.undo(&mut child, mv, undo);
                assert!(child == pos, "{mv:?}");
            }
            let mv = moves[rng.random_range(0..moves.len())];
            game.play(&mut pos, mv);
        }
    }
}

#[test]
fn contact_with_the_edges_follows_the_moves() {
    check_contact::<3>(60);
    check_contact::<4>(30);
    check_contact::<5>(15);
    check_contact::<6>(8);
    check_contact::<7>(3);
    check_contact::<8>(3);
}
