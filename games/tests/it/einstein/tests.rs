//! Rules, and leaf counts compared with a simple implementation.

use std::collections::BTreeMap;

use ludex_kit::Notation;
use ludex_search::support::perft::leaves;
use ludex_search::testing::{Conformance, decisions};
use ludex_search::{Game, Player, Turn};

use super::evaluation::Lead;
use super::rules::game::Einstein;
use super::rules::position::Position;

/// A board in the simplest form: owner and number of the stone on each column and row.
#[derive(Clone)]
struct Plain {
    board: BTreeMap<(i32, i32), (usize, i32)>,
    mover: usize,
}

impl Plain {
    fn from_position(pos: &Position) -> Self {
        let mut board = BTreeMap::new();
        for player in 0..2 {
            for (number, bit) in (1..).zip(pos.stones(Player(player))) {
                let square = bit.trailing_zeros() as i32;
                if *bit != 0 {
                    board.insert((square % 5, square / 5), (usize::from(player), number));
                }
            }
        }
        let mover = pos.to_move().index();
        Self { board, mover }
    }

    fn is_over(&self) -> bool {
        let corner = |place, player| self.board.get(&place).is_some_and(|stone| stone.0 == player);
        let left = |player| self.board.values().any(|stone| stone.0 == player);
        corner((4, 4), 0) || corner((0, 0), 1) || !left(0) || !left(1)
    }

    fn after(&self, eyes: i32) -> Vec<Self> {
        let own = || self.board.iter().filter(|(_, stone)| stone.0 == self.mover);
        let numbers = || own().map(|(_, stone)| stone.1);
        let below = numbers().filter(|&number| number <= eyes).max();
        let above = numbers().filter(|&number| number >= eyes).min();
        let may = |number| match (below, above) {
            (Some(same), _) if same == eyes => number == eyes,
            _ => Some(number) == below || Some(number) == above,
        };
        let way = if self.mover == 0 { 1 } else { -1 };
        let mut found = Vec::new();
        for (&(column, row), &stone) in own().filter(|(_, stone)| may(stone.1)) {
            for (right, up) in [(way, 0), (0, way), (way, way)] {
                let to = (column + right, row + up);
                if (0..5).contains(&to.0) && (0..5).contains(&to.1) {
                    let mut next = self.clone();
                    next.board.remove(&(column, row));
                    next.board.insert(to, stone);
                    next.mover = 1 - self.mover;
                    found.push(next);
                }
            }
        }
        found
    }

    fn leaves(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if self.is_over() => 0,
            _ => {
                let after = (1..=6).flat_map(|eyes| self.after(eyes));
                after.map(|next| next.leaves(depth - 1)).sum()
            }
        }
    }
}

#[test]
fn leaves_are_those_of_a_plain_implementation() {
    for order in ["123456", "615243"] {
        let variant = format!("order={order}").parse().expect("a variant");
        let game = Einstein::new(super::Options::parse(&variant).expect("an order"));
        let mut positions = vec![game.start()];
        positions.extend(decisions(&game).map(|decision| decision.position));
        for mut pos in positions {
            pos.set_die(0);
            for depth in 0..=3 {
                let expected = Plain::from_position(&pos).leaves(depth);
                let found = leaves(&game, &pos, depth);
                // Every roll has weight 1.
                let text = game.write_position(&pos);
                assert_eq!([found.nodes, found.weighted], [expected; 2], "{text}");
            }
        }
    }
}

/// The moves of a position as text.
fn moves(text: &str) -> String {
    let game = Einstein::default();
    let pos = game.parse_position(text).expect(text);
    let mut moves = Vec::new();
    game.legal_moves(&pos, &mut moves);
    let words: Vec<_> = moves.iter().map(ToString::to_string).collect();
    words.join(" ")
}

#[test]
fn a_roll_moves_its_stone_or_the_nearest() {
    assert_eq!(moves("a1 - - b1 - -/- - - - - e5/0/4"), "b1c1 b1b2 b1c2");
    assert_eq!(moves("a1 - - b1 - -/- - - - - e5/0/6"), "b1c1 b1b2 b1c2");
    let both = "a1b1 a1a2 a1b2 b1c1 b1b2 b1c2";
    assert_eq!(moves("a1 - - b1 - -/- - - - - e5/0/3"), both);
    assert_eq!(moves("- - - - - e1/- - - - - e5/0/1"), "e1e2");
    assert_eq!(moves("- - - - - e1/c3 - - - - -/1/6"), "c3b3 c3c2 c3b2");
}

#[test]
fn the_corner_wins_and_so_does_the_last_capture() {
    let game = Einstein::default();
    for (text, mv) in [
        ("d4 - - - - -/a2 - - - - -/8/1", "d4e5"),
        ("a1 - - - - -/b2 - - - - -/8/1", "a1b2"),
        ("e5 - - - - -/a2 - - - - -/9/-", ""),
    ] {
        let Ok(mut pos) = game.parse_position(text) else {
            panic!("{text}");
        };
        if !mv.is_empty() {
            let mv = game.parse_move(&pos, mv).expect(mv);
            game.play(&mut pos, mv);
        }
        assert_eq!(game.turn(&pos), Turn::Over, "{text}");
        assert!(game.returns(&pos)[0] > 0.0, "{text}");
    }
    assert!(game.parse_position("e5 - - - - -/a2 - - - - -/8/-").is_err());
    assert!(game.parse_position("a1 - - - - -/a1 - - - - -/8/-").is_err());
}

/// Every listed search finds an immediate win.
#[test]
fn searches_win_at_once() {
    use ludex_kit::{Playable, SearchSetup};
    let game = Einstein::default();
    let pos = game.parse_position("d4 a1 - - - -/a2 c3 - - - -/8/1").expect("legal");
    for kind in Einstein::SEARCHES {
        let mut search = kind.build(&game, &SearchSetup::default()).expect("defaults");
        let best = search.best(&pos, ludex_search::Limits::nodes(2_000));
        assert_eq!(best.map(|mv| mv.to_string()).as_deref(), Some("d4e5"), "{}", kind.name);
    }
}

#[test]
fn the_lead_keeps_to_the_contract_of_an_evaluator() {
    let game = Einstein::default();
    Conformance::with_text(&game, |pos| game.write_position(pos)).check_evaluator(&Lead);
}
