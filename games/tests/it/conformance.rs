//! What every game must keep to, checked along random games.

use std::collections::{HashMap, HashSet};

use ludex_games::GAMES;
use ludex_games::{Playable, Variant, Visitor};
use ludex_search::{Turn, perft, perft_parallel, perft_played};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Variants beyond the default that are checked as well.
pub(crate) const VARIANTS: &[(&str, &str)] = &[
    ("takt", "size=3"),
    ("takt", "size=3,stones=4,caps=2"),
    ("takt", "size=4"),
    ("takt", "size=5,opening=no-swap"),
    ("takt", "size=6,komi=2"),
    ("takt", "size=7"),
    ("takt", "size=8,komi=0.5"),
    ("tryktrak", "length=3"),
    ("tryktrak", "length=11,crawford=no"),
    ("tryktrak", "cube=no"),
    ("tryktrak", "jacoby=yes,beavers=yes"),
    ("quoridor", "board=3x3,walls=4"),
    ("quoridor", "board=2x9"),
    ("quoridor", "board=9x3,edge-diagonal=off,max-plies=60"),
    ("quoridor", "players=3"),
    ("quoridor", "players=4,third-pawn=diagonal"),
    (
        "quoridor",
        "players=4,board=5x4,edge-diagonal=off,repetition=off",
    ),
    ("trax", "board=8x8"),
    ("trax", "luck=yes"),
    ("trax", "board=8x8,luck=yes"),
    ("trax", "board=8x8,loop=yes"),
    ("trax", "board=8x8,luck=yes,loop=yes"),
    ("tantrix", "players=3,colours=GBY"),
    ("tantrix", "players=4,start-tile=return"),
    ("tantrix", "players=4,teams=yes,colours=BG"),
    ("tantrix", "players=2,endgame-forced=exactly3"),
];

/// Games whose positions' text does not tell how many moves were played.
const WITHOUT_PLY: &[&str] = &["quoridor", "trax", "tryktrak"];

/// Games whose positions' text has no word for some phases without a move: an XGID cannot say that the dice are to decide
/// who begins, that a player did not double, or who passed.
const WITHOUT_PHASE: &[&str] = &["tryktrak"];

/// No random game may be longer.
const LONGEST: usize = 5_000;

#[test]
fn every_game_conforms() {
    for info in GAMES {
        check(info.name, &Variant::new());
    }
}

#[test]
fn variants_conform() {
    for (game, variant) in VARIANTS {
        check(game, &variant.parse().expect("a variant"));
    }
}

#[test]
fn every_alias_opens_its_game() {
    struct Name;
    impl Visitor for Name {
        type Output = &'static str;
        fn visit<G: Playable>(self, _game: G) -> &'static str {
            G::info().name
        }
    }
    for info in GAMES {
        for alias in info.aliases {
            let name = ludex_games::open(alias, &Variant::new(), None, Name);
            assert_eq!(name.as_deref(), Ok(info.name));
        }
    }
    assert!(ludex_games::open("chess", &Variant::new(), None, Name).is_err());
}

fn check(name: &str, variant: &Variant) {
    ludex_games::open(name, variant, None, Conformance)
        .unwrap_or_else(|error| panic!("{name} {variant}: {error}"));
}

struct Conformance;

impl Visitor for Conformance {
    type Output = ();
    fn visit<G: Playable>(self, game: G) {
        variant_is_stable(&game);
        nodes_agree(&game);
        for seed in 0..6 {
            random_game(&game, &mut Pcg64Mcg::seed_from_u64(seed));
        }
    }
}

/// The variant that a game reports opens the same game.
fn variant_is_stable<G: Playable>(game: &G) {
    struct Reported;
    impl Visitor for Reported {
        type Output = Variant;
        fn visit<G: Playable>(self, game: G) -> Variant {
            game.variant()
        }
    }
    let variant = game.variant();
    let again = ludex_games::open(G::info().name, &variant, None, Reported);
    assert_eq!(again, Ok(variant.clone()));
    assert_eq!(variant.to_string().parse(), Ok(variant));
}

/// Plays a game with random moves and checks every position on the way.
fn random_game<G: Playable>(game: &G, rng: &mut impl Rng) {
    let mut pos = game.start();
    let mut strangers = Vec::new();
    for ply in 0..LONGEST {
        match game.turn(&pos) {
            Turn::Over => {
                over(game, &pos);
                reads_back(game, &pos);
                return;
            }
            Turn::Chance => {
                reads_back(game, &pos);
                let event = game.sample(&pos, rng);
                let text = game.write_event(&pos, event);
                assert_eq!(game.parse_event(&pos, &text), Ok(event));
                game.reveal(&mut pos, event);
            }
            Turn::Player(player) => {
                assert!(player.index() < game.players());
                let moves = moves_of(game, &pos);
                moves_agree(game, &pos, &moves, &strangers);
                texts_agree(game, &pos, &moves);
                undo_restores(game, &mut pos, &moves);
                symmetries_agree(game, &pos, &moves);
                if ply % 16 == 3 && moves.len() < 400 {
                    perfts_agree(game, &mut pos);
                }
                let mv = moves[rng.next_u32() as usize % moves.len()];
                strangers.extend(moves.iter().step_by(7).copied());
                let surplus = strangers.len().saturating_sub(300);
                strangers.drain(..surplus);
                game.play(&mut pos, mv);
            }
        }
    }
    panic!(
        "no end after {LONGEST} plies: {}",
        game.write_position(&pos)
    );
}

/// Where two ways lead to one node the same moves lead on from there: a search keeps the moves that the first way listed.
fn nodes_agree<G: Playable>(game: &G) {
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let mut nodes: HashMap<u64, HashSet<G::Move>> = HashMap::new();
    for _ in 0..400 {
        let mut pos = game.start();
        let mut moves_left = 4;
        while moves_left > 0 && game.turn(&pos) != Turn::Over {
            if game.turn(&pos) == Turn::Chance {
                let event = game.sample(&pos, &mut rng);
                game.reveal(&mut pos, event);
                continue;
            }
            let moves = moves_of(game, &pos);
            game.play(&mut pos, moves[rng.next_u32() as usize % moves.len()]);
            moves_left -= 1;
        }
        if matches!(game.turn(&pos), Turn::Player(_)) {
            let moves: HashSet<_> = moves_of(game, &pos).into_iter().collect();
            let known = nodes
                .entry(game.node_hash(&pos))
                .or_insert_with(|| moves.clone());
            assert_eq!(*known, moves, "{}", game.write_position(&pos));
        }
    }
}

fn moves_of<G: Playable>(game: &G, pos: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.legal_moves(pos, &mut moves);
    moves
}

fn over<G: Playable>(game: &G, pos: &G::Position) {
    let returns = game.returns(pos);
    assert!(returns[game.players()..].iter().all(|&value| value == 0.0));
    assert!(!game.render(pos).is_empty());
    let error = game.parse_move(pos, "a1").expect_err("the game is over");
    assert!(error.to_string().contains("over"), "{error}");
}

/// Where nobody moves, too, what is written is read as the same position.
fn reads_back<G: Playable>(game: &G, pos: &G::Position) {
    let text = game.write_position(pos);
    let read = game
        .parse_position(&text)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(game.write_position(&read), text);
    if WITHOUT_PHASE.contains(&G::info().name) {
        return;
    }
    assert_eq!(game.hash(&read), game.hash(pos), "{text}");
    assert_eq!(game.turn(&read), game.turn(pos), "{text}");
    let events = |pos: &G::Position| {
        let mut events = Vec::new();
        if game.turn(pos) == Turn::Chance {
            game.events(pos, &mut events);
        }
        let words = |(event, weight)| (game.write_event(pos, event), weight);
        events.into_iter().map(words).collect::<Vec<_>>()
    };
    assert_eq!(events(&read), events(pos), "{text}");
    if game.turn(pos) == Turn::Over {
        let returns = |pos: &G::Position| game.returns(pos).map(f32::to_bits);
        assert_eq!(returns(&read), returns(pos), "{text}");
    }
}

/// At least one move, each once, counted rightly; and `is_legal` knows them from moves of other positions.
fn moves_agree<G: Playable>(game: &G, pos: &G::Position, moves: &[G::Move], strangers: &[G::Move]) {
    let text = || game.write_position(pos);
    let known: HashSet<_> = moves.iter().copied().collect();
    assert!(!moves.is_empty(), "{}", text());
    assert_eq!(known.len(), moves.len(), "{}", text());
    assert_eq!(game.count_moves(pos), moves.len() as u64, "{}", text());
    for &mv in moves {
        assert!(game.is_legal(pos, mv), "{mv:?} in {}", text());
    }
    for &mv in strangers {
        assert_eq!(
            game.is_legal(pos, mv),
            known.contains(&mv),
            "{mv:?} in {}",
            text()
        );
    }
}

/// Moves and positions survive being written and read; the hash of what was read was computed from scratch.
fn texts_agree<G: Playable>(game: &G, pos: &G::Position, moves: &[G::Move]) {
    let text = game.write_position(pos);
    for &mv in moves {
        let written = game.write_move(pos, mv);
        assert!(!written.contains(char::is_whitespace), "{written:?}");
        assert_eq!(
            game.parse_move(pos, &written),
            Ok(mv),
            "{written} in {text}"
        );
    }
    let read = game
        .parse_position(&text)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(game.write_position(&read), text);
    assert_eq!(game.hash(&read), game.hash(pos), "{text}");
    assert_eq!(game.turn(&read), game.turn(pos), "{text}");
    if !WITHOUT_PLY.contains(&G::info().name) {
        assert_eq!(game.ply(&read), game.ply(pos), "{text}");
    }
    // Moves may be numbered from another cell, but they are the same in words, and in the same order.
    let words = |pos: &G::Position, moves: &[G::Move]| -> Vec<String> {
        moves.iter().map(|&mv| game.write_move(pos, mv)).collect()
    };
    assert_eq!(
        words(&read, &moves_of(game, &read)),
        words(pos, moves),
        "{text}"
    );
    let picture = game.render(pos);
    assert!(picture.ends_with('\n') && picture.lines().count() > 2);
}

/// `undo` restores everything that can be seen; playing changes the hash.
fn undo_restores<G: Playable>(game: &G, pos: &mut G::Position, moves: &[G::Move]) {
    let (text, hash) = (game.write_position(pos), game.hash(pos));
    for &mv in moves {
        let undo = game.play(pos, mv);
        assert_ne!(game.hash(pos), hash, "{mv:?} in {text}");
        game.undo(pos, mv, undo);
        assert_eq!(game.hash(pos), hash, "{mv:?} in {text}");
        assert_eq!(game.write_position(pos), text, "{mv:?}");
    }
    assert_eq!(moves_of(game, pos), moves, "{text}");
}

/// Transforming before or after a move gives the same position.
fn symmetries_agree<G: Playable>(game: &G, pos: &G::Position, moves: &[G::Move]) {
    for symmetry in 0..game.symmetries() {
        let image = game.transform(pos, symmetry);
        let images: HashSet<_> = moves_of(game, &image).into_iter().collect();
        assert_eq!(images.len(), moves.len());
        for &mv in moves {
            let turned = game.transform_move(mv, symmetry);
            assert!(images.contains(&turned), "{mv:?}, symmetry {symmetry}");
        }
        for &mv in moves.iter().step_by(5) {
            let (mut after, mut before) = (pos.clone(), image.clone());
            game.play(&mut after, mv);
            game.play(&mut before, game.transform_move(mv, symmetry));
            let after = game.transform(&after, symmetry);
            assert_eq!(game.hash(&after), game.hash(&before));
            assert_eq!(game.write_position(&after), game.write_position(&before));
        }
    }
}

/// Every way to count leaves gives the same number, and so does every image of the position.
fn perfts_agree<G: Playable>(game: &G, pos: &mut G::Position) {
    let leaves = perft(game, pos, 2);
    assert_eq!(perft_played(game, pos, 2), leaves);
    assert_eq!(perft_parallel(game, pos, 2), leaves);
    for symmetry in 0..game.symmetries() {
        let mut image = game.transform(pos, symmetry);
        assert_eq!(perft(game, &mut image, 2), leaves, "symmetry {symmetry}");
    }
}
