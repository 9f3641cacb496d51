//! Games in progress: earlier positions are reconstructed by undoing steps.

use ludex_kit::registry::Token;
use ludex_kit::{Playable, Variant, Visitor};
use ludex_search::{History, MoveList, Step, Turn};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::conformance::variants;
use crate::every_game::open;

#[test]
fn a_game_looked_at_backwards_is_the_game_that_was_played() {
    for (name, variant) in variants() {
        let variant: Variant = variant.parse().expect("a variant");
        open(name, &variant, None, PlayAndLookBack).expect("a game");
    }
}

/// Plays random games, keeps a list of all positions, and compares it with the history.
struct PlayAndLookBack;

/// Positions with the step that led to each.
type Copies<G> = Vec<(
    <G as ludex_search::Game>::Position,
    Option<Step<<G as ludex_search::Game>::Move, <G as ludex_search::Game>::Event>>,
)>;

impl Visitor for PlayAndLookBack {
    type Output = ();

    fn visit<G: Playable>(self, game: G, _start: G::Position) {
        let mut rng = Pcg64::seed_from_u64(42);
        let mut history = History::new(&game, game.start());
        let mut copies: Copies<G> = vec![(game.start(), None)];
        for _ in 0..150 {
            play(&game, &mut history, &mut copies, &mut rng);
            if rng.random_range(0..20) == 0 {
                let left = rng.random_range(1..=copies.len());
                history.truncate(&game, left);
                copies.truncate(left);
            }
        }
        compare(&game, &history, &copies);
        // Setting an unrelated position is a step that can be undone.
        history.restart(&game, game.start());
        copies.push((game.start(), None));
        play(&game, &mut history, &mut copies, &mut rng);
        compare(&game, &history, &copies);
        while copies.len() > 1 {
            copies.pop();
            assert!(history.pop(&game));
        }
        assert!(!history.pop(&game));
        compare(&game, &history, &copies);
    }
}

/// Plays a random step, or starts again if the game is over.
fn play<G: Playable>(game: &G, history: &mut History<G>, copies: &mut Copies<G>, rng: &mut Pcg64) {
    let mut next = history.position().clone();
    let step = match game.turn(&next) {
        Turn::Over => {
            next = game.start();
            history.restart(game, next.clone());
            None
        }
        Turn::Chance => {
            let event = game.sample(&next, rng);
            game.apply_chance(&mut next, event);
            history.apply_chance(game, event);
            Some(Step::Event(event))
        }
        Turn::Player(_) => {
            let mut moves = MoveList::new();
            game.legal_moves(&next, &mut moves);
            let mv = moves[rng.random_range(0..moves.len())];
            game.play(&mut next, mv);
            history.play(game, mv);
            Some(Step::Move(mv))
        }
    };
    copies.push((next, step));
}

fn compare<G: Playable>(game: &G, history: &History<G>, copies: &Copies<G>) {
    assert_eq!(history.n_positions(), copies.len());
    let mut rewind = history.rewind(game);
    for (number, (copy, step)) in copies.iter().enumerate().rev() {
        let position = rewind.position();
        assert_eq!(game.hash(position), game.hash(copy), "position {number}");
        assert_eq!(game.write_position(position), game.write_position(copy), "position {number}");
        assert_eq!(rewind.step(), *step, "position {number}");
        assert_eq!(rewind.go_back(), number > 0);
    }
}

/// A long row of Trax tiles, in the variant in which only loops win. The group repeatedly outgrows the space of the board.
#[test]
fn a_long_game_of_trax_is_kept() {
    let variant: Variant = "loop=yes".parse().expect("a variant");
    let mut session = ludex_games::CATALOGUE.session("trax", &variant, None).expect("a game");
    let row = (2..=400).map(|row| format!("A{row}+"));
    let steps: Vec<String> = std::iter::once("@0+".to_owned()).chain(row).collect();
    let words = Token::split(&steps.join(" "), "steps");
    session.extend(&words).expect("it is legal");
    assert_eq!(session.game_so_far().steps, steps);
    for _ in 0..200 {
        assert!(session.undo());
    }
    assert_eq!(session.game_so_far().steps, steps[..200]);
}

#[test]
fn a_session_stands_where_it_was_opened_and_goes_on_from_there() {
    let start = "2,x4/x5/x5/x5/x4,1 1 2";
    let open = |variant: &str, position: Option<&str>| {
        let variant: Variant = variant.parse().expect(variant);
        ludex_games::CATALOGUE.session("takt", &variant, position).expect("a game")
    };
    let words = |text: &str| Token::split(text, "steps");
    let mut session = open("komi=2", Some(start));
    assert_eq!((session.position(), session.n_steps()), (start.to_owned(), 0));
    session.extend(&words("b2 c3")).expect("it is legal");
    let error = session.extend(&words("d4 b2")).expect_err("b2 is taken");
    assert_eq!(error.place, "steps, move 2");
    assert_eq!(session.game_so_far().steps, ["b2", "c3"]);
    let fork = session.fork();
    session.restart();
    assert_eq!((session.position(), session.n_steps()), (start.to_owned(), 0));
    assert_eq!(fork.game_so_far().steps, ["b2", "c3"]);
    assert!(session.go_to(&*fork));
    assert_eq!((session.game_so_far(), session.position()), (fork.game_so_far(), fork.position()));
    for other in [open("", None), open("size=6", None)] {
        assert!(!session.go_to(&*other));
        assert_eq!(session.game_so_far(), fork.game_so_far());
    }
    let error = session.start_at(Some("2,x4/x5 1 2")).expect_err("no position");
    assert!(error.message().contains("2 rows"), "{error}");
    assert_eq!(session.game_so_far(), fork.game_so_far());
    session.start_at(None).expect("the start of a game");
    assert_eq!(session.position(), "x5/x5/x5/x5/x5 1 1");
}
