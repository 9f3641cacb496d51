//! What every game must keep to, over random games.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;

use ludex_search::{Game, Turn, tree_game::TreeGame};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::games::{ConnectFour, Nim, Pig, Race};

/// Plays random games and checks every position on the way. A game of more than `longest` steps counts as endless.
pub(crate) fn conform<G>(game: &G, n_games: u32, longest: u32)
where
    G: Game<Position: PartialEq + Debug>,
{
    let mut rng = Pcg64Mcg::seed_from_u64(u64::from(longest));
    let mut hashes = Hashes::default();
    for _ in 0..n_games {
        let mut pos = game.start();
        let mut steps = 0;
        loop {
            hashes.check(game, &pos);
            match game.turn(&pos) {
                Turn::Over => break check_end(game, &pos),
                Turn::Chance => {
                    check_events(game, &pos);
                    let event = game.sample(&pos, &mut rng);
                    game.reveal(&mut pos, event);
                }
                Turn::Player(player) => {
                    assert!(player.index() < game.players());
                    let moves = check_moves(game, &pos);
                    game.play(&mut pos, moves[rng.random_range(0..moves.len())]);
                }
            }
            steps += 1;
            assert!(steps < longest, "no end after {steps} steps: {pos:?}");
        }
    }
}

/// Hash and position must determine one another, whatever way leads to the position.
#[derive(Default)]
struct Hashes {
    of_position: HashMap<String, u64>,
    of_hash: HashMap<u64, String>,
}

impl Hashes {
    fn check<G: Game<Position: Debug>>(&mut self, game: &G, pos: &G::Position) {
        let (hash, text) = (game.hash(pos), format!("{pos:?}"));
        assert_eq!(*self.of_position.entry(text.clone()).or_insert(hash), hash);
        assert_eq!(
            *self.of_hash.entry(hash).or_insert_with(|| text.clone()),
            text
        );
    }
}

fn check_moves<G>(game: &G, pos: &G::Position) -> Vec<G::Move>
where
    G: Game<Position: PartialEq + Debug>,
{
    let mut moves = Vec::new();
    game.legal_moves(pos, &mut moves);
    assert!(!moves.is_empty(), "no move in {pos:?}");
    assert_eq!(
        moves.iter().collect::<HashSet<_>>().len(),
        moves.len(),
        "duplicates in {pos:?}"
    );
    assert_eq!(game.count_moves(pos), moves.len() as u64);
    for &mv in &moves {
        assert!(game.is_legal(pos, mv), "{mv:?} in {pos:?}");
        let mut child = pos.clone();
        let undo = game.play(&mut child, mv);
        check_symmetries(game, pos, mv, &child);
        game.undo(&mut child, mv, undo);
        assert_eq!(child, *pos, "after undoing {mv:?}");
        assert_eq!(game.hash(&child), game.hash(pos));
    }
    moves
}

fn check_symmetries<G>(game: &G, pos: &G::Position, mv: G::Move, child: &G::Position)
where
    G: Game<Position: PartialEq + Debug>,
{
    for symmetry in 0..game.symmetries() {
        let mut image = game.transform(pos, symmetry);
        let (mut moves, mut image_moves) = (Vec::new(), Vec::new());
        game.legal_moves(pos, &mut moves);
        game.legal_moves(&image, &mut image_moves);
        let expected: HashSet<_> = moves
            .iter()
            .map(|&mv| game.transform_move(mv, symmetry))
            .collect();
        assert_eq!(image_moves.into_iter().collect::<HashSet<_>>(), expected);
        game.play(&mut image, game.transform_move(mv, symmetry));
        assert_eq!(
            image,
            game.transform(child, symmetry),
            "symmetry {symmetry}"
        );
    }
}

fn check_events<G>(game: &G, pos: &G::Position)
where
    G: Game<Position: PartialEq + Debug>,
{
    let mut events = Vec::new();
    let total = game.events(pos, &mut events);
    assert!(total > 0 && events.iter().all(|&(_, weight)| weight > 0));
    assert_eq!(events.iter().map(|&(_, weight)| weight).sum::<u32>(), total);
    for (event, _) in events {
        let mut child = pos.clone();
        let undo = game.reveal(&mut child, event);
        game.conceal(&mut child, event, undo);
        assert_eq!(child, *pos, "after concealing {event:?}");
    }
}

fn check_end<G: Game>(game: &G, pos: &G::Position) {
    let returns = game.returns(pos);
    assert!(returns.iter().all(|value| (-1.0..=1.0).contains(value)));
    assert!(returns[game.players()..].iter().all(|&value| value == 0.0));
}

#[test]
fn connect_four_conforms() {
    conform(&ConnectFour::new(7, 6, 4), 200, 43);
    conform(&ConnectFour::new(4, 4, 4), 200, 17);
}

#[test]
fn pig_conforms() {
    conform(
        &Pig {
            target: 20,
            sides: 6,
        },
        200,
        1000,
    );
}

#[test]
fn race_conforms() {
    for cube in [false, true] {
        let steps = [4, 6];
        conform(&Race { cube, steps }, 200, 100);
    }
}

#[test]
fn nim_conforms() {
    conform(
        &Nim {
            heaps: [3, 4, 5, 2],
        },
        200,
        15,
    );
}

#[test]
fn trees_conform() {
    let tree = TreeGame::parse("a(x=b(1 -1 ?(1:1 2:a(0 0.5))) b(@x -0.5))").unwrap();
    conform(&tree, 100, 8);
}
