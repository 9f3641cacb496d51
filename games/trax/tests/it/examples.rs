//! The worked examples of the rules.

use ludex_kit::{Commentary, Notation};
use ludex_search::{Game, Player, Turn};
use ludex_trax::rules::board::Wins;
use ludex_trax::{Ending, Options, Position, Trax};

use super::data::{game, replay};

fn after(variant: &str, moves: &str) -> Position {
    replay(&game(variant), moves).expect("legal turns")
}

fn won(pos: &Position) -> Option<Player> {
    match pos.ending() {
        Some(Ending::Won(player)) => Some(player),
        _ => None,
    }
}

#[test]
fn one_turn_of_eighteen_gives_a_result_twice() {
    let game = game("unlimited");
    let pos = after("unlimited", "@0/ @1+");
    assert_eq!(game.write_position(&pos), "a9 w");
    let mut moves = Vec::new();
    game.legal_moves(&pos, &mut moves);
    assert_eq!(moves.len(), 18);
    let results: std::collections::HashSet<_> = moves
        .iter()
        .map(|&mv| {
            let mut child = pos.clone();
            game.play(&mut child, mv);
            game.write_position(&child)
        })
        .collect();
    assert_eq!(results.len(), 17);
}

#[test]
fn two_white_edges_force_a_space() {
    let pos = after("unlimited", "@0+ B1+ A2\\");
    assert_eq!(format!("{pos:?}"), "55/39 b");
    let facts = game("unlimited").describe(&pos).facts;
    assert_eq!(facts["last_turn"], serde_json::json!(["A2", "B2"]));
}

#[test]
fn ones_own_turn_may_lose() {
    let pos = after("unlimited", "@0/ B1\\ A2\\");
    assert_eq!(won(&pos), Some(Player(1)));
    assert_eq!(pos.wins(), Wins::RED_LOOP);
    let facts = game("unlimited").describe(&pos).facts;
    assert_eq!(facts["winning_lines"][0]["kind"], "loop");
    assert_eq!(facts["winning_lines"][0]["colour"], "red");
}

#[test]
fn a_line_across_eight_wins() {
    let row = "@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+";
    let pos = after("unlimited", row);
    assert_eq!(won(&pos), Some(Player(1)));
    assert_eq!(pos.wins(), Wins::RED_LINE);
    let facts = game("unlimited").describe(&pos).facts;
    let cells = facts["winning_lines"][0]["cells"].as_array().expect("cells");
    assert_eq!(cells.len(), 8);
    assert_eq!(won(&after("8x8", row)), Some(Player(1)));
    assert_eq!(won(&after("loop", row)), None);
}

#[test]
fn of_two_winners_the_mover_wins() {
    let pos = after("unlimited", "@0+ B1\\ B2/ A2+ A3/ A0\\ @3+ @3\\ B2+");
    assert!(pos.wins().has(Wins::WHITE_LOOP) && pos.wins().has(Wins::RED_LOOP));
    assert_eq!(won(&pos), Some(Player(0)));
}

#[test]
fn three_edges_of_a_colour_make_a_turn_illegal() {
    let game = game("unlimited");
    let pos = after("unlimited", "@0+ B1/ C1/ A2/ A3+ A4/ B4+ C4/");
    let error = game.parse_move(&pos, "C3/").expect_err("illegal");
    assert!(error.to_string().contains("three edges of one colour would enter"), "{error}");
    assert!(game.parse_move(&pos, "C3+").is_ok());
}

#[test]
fn a_group_may_outgrow_every_frame() {
    let game = game("loop");
    let mut pos = game.start();
    let first = game.parse_move(&pos, "@0+").expect("legal");
    game.play(&mut pos, first);
    let mut undone = Vec::new();
    for number in 0..150 {
        let text = if number % 2 == 0 { "@1+" } else { "A0+" };
        let mv = game.parse_move(&pos, text).expect("legal");
        let before = (game.write_position(&pos), game.hash(&pos));
        undone.push((mv, game.play(&mut pos, mv), before));
        let again = game.parse_position(&game.write_position(&pos)).expect("legal");
        assert_eq!(game.hash(&again), game.hash(&pos));
        let mut counts = [&pos, &again].map(|pos| {
            let mut moves = Vec::new();
            game.legal_moves(pos, &mut moves);
            assert!(moves.iter().all(|&mv| game.is_legal(pos, mv)));
            assert_eq!(game.count_moves(pos), moves.len() as u64);
            moves.len()
        });
        counts.sort_unstable();
        assert_eq!(counts[0], counts[1]);
    }
    assert!(pos.size().0 > 64, "{:?}", pos.size());
    for (mv, undo, (text, hash)) in undone.into_iter().rev() {
        game.undo(&mut pos, mv, undo);
        assert_eq!((game.write_position(&pos), game.hash(&pos)), (text, hash));
    }
}

#[test]
fn luck_draws_a_face_before_each_turn() {
    let options = Options { luck: true, ..Options::default() };
    let game = Trax::with_options(options);
    assert_eq!(game.turn(&game.start()), Turn::Chance);
    let pos = replay(&game, "?\\ne @0\\ne ?+ns").expect("legal");
    assert_eq!(game.write_position(&pos), "3 b luck ?+ns");
    assert_eq!(game.parse_position("3 b luck ?+ns"), Ok(pos.clone()));
    let mut moves = Vec::new();
    game.legal_moves(&pos, &mut moves);
    let texts: Vec<_> = moves.iter().map(|&mv| game.write_move(&pos, mv)).collect();
    // White enters from the south above the tile, red from the north below it.
    assert_eq!(texts, ["A0+", "@1+"]);
    let mut events = Vec::new();
    assert_eq!(game.events(&game.start(), &mut events), 8);
    assert_eq!(events.len(), 6);
}
