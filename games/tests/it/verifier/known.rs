//! Positions in which searches once made wrong claims.

use ludex_kit::{Playable, SearchSetup, Variant, Visitor};
use ludex_search::testing::{Claims, Rules};
use ludex_search::{History, Limits, SearchOptions, Step, StopFlag};

use crate::every_game::open;

/// Runs a search on the position after some moves, and returns the verdict.
struct Once {
    moves: &'static str,
    search: &'static str,
    evaluator: &'static str,
    nodes: u64,
}

impl Visitor for Once {
    type Output = Result<(), String>;

    fn visit<G: Playable>(self, game: G, start: G::Position) -> Self::Output {
        let mut history = History::new(&game, start);
        for word in self.moves.split(' ') {
            match game.parse_step(history.position(), word).expect("a step") {
                Step::Move(mv) => history.play(&game, mv),
                Step::Event(event) => history.apply_chance(&game, event),
            }
        }
        let kinds = G::SEARCHES.iter();
        let kind = kinds.clone().find(|kind| kind.name == self.search);
        let setup = SearchSetup {
            options: SearchOptions { multipv: 500, hash_mib: 1, ..SearchOptions::default() },
            evaluator: Some(self.evaluator.to_owned()),
            ..SearchSetup::default()
        };
        let mut search = kind.expect("a search").build(&game, &setup).expect("a setup");
        let limits = Limits::nodes(self.nodes);
        let report = search.search(&history.root(), &limits, &StopFlag::default(), &mut |_| {});
        Claims::new(&game, Rules::of(&game), history, 3_000).check(&report)
    }
}

fn verdict(game: &str, variant: &str, once: Once) -> Result<(), String> {
    let variant: Variant = variant.parse().expect("a variant");
    open(game, &variant, None, once).expect("a game")
}

#[test]
fn a_turn_that_is_not_listed_resists_longer_than_one_that_loses_at_once() {
    let moves = "@0/ B1+ C1\\ B0/ C3+ A1+ A4+ D3+ D4+ D2+ @2\\ A1\\ C0+ D1/ E1+ E0\\ F4+ C7+ B1+ D0/ @5/ A6+ B8/ @4+ B8/ H6+ H7\\ H2/ C1+ B2+ H1+";
    let once = Once { moves, search: "alphabeta", evaluator: "handmade", nodes: 3_000 };
    assert_eq!(verdict("trax", "board=8x8", once), Ok(()));
}

#[test]
fn a_line_ends_where_the_loser_is_longest_away_from_it() {
    let once = Once { moves: "b2 c3 a1h", search: "paranoid", evaluator: "race", nodes: 1_489 };
    assert_eq!(verdict("quoridor", "board=3x3,walls=1", once), Ok(()));
    let once = Once { moves: "c1 a1v", search: "reply", evaluator: "race", nodes: 347 };
    let variant = "board=3x3,walls=1,max-plies=12";
    assert_eq!(verdict("quoridor", variant, once), Ok(()));
}
