//! What every game must keep to, checked along random games.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;

use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::{Game, Player, Turn, perft, perft_parallel, perft_played};

/// Moves of earlier positions that [`Game::is_legal`] is asked about, at most.
const STRANGERS: usize = 300;

/// Writes a position, for messages.
type WriteText<'a, G> = Box<dyn Fn(&<G as Game>::Position) -> String + 'a>;

/// Random games of a game, in which every position is checked: there are moves, each once, and they are counted and known
/// from others; `undo` and `undo_chance` restore; hashes depend on nothing but the position; weights add up; images under
/// symmetries play alike; every perft agrees.
pub struct Conformance<'a, G: Game> {
    game: &'a G,
    text: WriteText<'a, G>,
    /// Whether positions of the same text are the same.
    is_exact: bool,
    games: u64,
    longest: usize,
}

impl<'a, G: Game> Conformance<'a, G> {
    /// Positions are told apart by their `Debug` text: those of the same text must have the same hash, whatever way led to them.
    pub fn new(game: &'a G) -> Self
    where
        G::Position: Debug,
    {
        Self {
            is_exact: true,
            ..Self::with_text(game, |pos| format!("{pos:?}"))
        }
    }

    /// Positions are told apart by a text that may leave something out, such as the game's own notation.
    pub fn with_text(game: &'a G, text: impl Fn(&G::Position) -> String + 'a) -> Self {
        Self {
            game,
            text: Box::new(text),
            is_exact: false,
            games: 6,
            longest: 5_000,
        }
    }

    /// Plays so many games; 6 unless this is said.
    #[must_use]
    pub fn games(self, games: u64) -> Self {
        Self { games, ..self }
    }

    /// A game of more steps than this counts as endless; 5,000 unless this is said.
    #[must_use]
    pub fn longest(self, longest: usize) -> Self {
        Self { longest, ..self }
    }

    /// Checks.
    ///
    /// # Panics
    /// Where the game breaks a rule, and says which.
    pub fn check(&self) {
        self.check_and(&mut |_| {});
    }

    /// [`check`](Self::check), with a check of one's own in every position.
    pub fn check_and(&self, check: &mut dyn FnMut(&G::Position)) {
        self.check_nodes();
        let mut hashes = HashMap::new();
        let mut each = |pos: &G::Position| {
            if self.is_exact {
                let hash = self.game.hash(pos);
                let known = *hashes.entry((self.text)(pos)).or_insert(hash);
                assert_eq!(known, hash, "two hashes of {}", (self.text)(pos));
            }
            check(pos);
        };
        for seed in 0..self.games {
            self.play(&mut Pcg64Mcg::seed_from_u64(seed), &mut each);
        }
    }

    /// Plays a game and checks every position on the way.
    fn play(&self, rng: &mut Pcg64Mcg, check: &mut dyn FnMut(&G::Position)) {
        let game = self.game;
        let mut pos = game.start();
        let mut strangers = Vec::new();
        for step in 0..self.longest {
            check(&pos);
            match game.turn(&pos) {
                Turn::Over => return self.check_end(&pos),
                Turn::Chance => {
                    self.check_events(&mut pos);
                    let event = game.sample(&pos, rng);
                    game.apply_chance(&mut pos, event);
                }
                Turn::Player(player) => {
                    let moves = self.check_moves(&mut pos, player, &strangers);
                    self.check_symmetries(&pos, &moves);
                    if step % 16 == 3 && moves.len() < 400 {
                        self.check_perfts(&pos);
                    }
                    strangers.extend(moves.iter().step_by(7));
                    strangers.drain(..strangers.len().saturating_sub(STRANGERS));
                    game.play(&mut pos, moves[rng.random_range(0..moves.len())]);
                }
            }
        }
        let text = (self.text)(&pos);
        panic!("no end after {} steps: {text}", self.longest);
    }

    /// Where two ways lead to one [node](Game::node_hash) the same moves lead on from there: a search keeps the moves that
    /// the first way listed.
    fn check_nodes(&self) {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let mut nodes: HashMap<u64, HashSet<G::Move>> = HashMap::new();
        for _ in 0..400 {
            let pos = opening(self.game, &mut rng, 4);
            if matches!(self.game.turn(&pos), Turn::Player(_)) {
                let moves: HashSet<_> = moves_of(self.game, &pos).into_iter().collect();
                let node = nodes.entry(self.game.node_hash(&pos));
                let known = node.or_insert_with(|| moves.clone());
                assert_eq!(*known, moves, "two nodes in one: {}", (self.text)(&pos));
            }
        }
    }

    /// At least one move, each once, counted rightly; and `is_legal` knows them from moves of other positions.
    fn check_moves(
        &self,
        pos: &mut G::Position,
        player: Player,
        strangers: &[G::Move],
    ) -> Vec<G::Move> {
        let (game, text) = (self.game, (self.text)(pos));
        assert!(player.index() < game.players(), "{player:?} moves: {text}");
        let moves = moves_of(game, pos);
        let known: HashSet<_> = moves.iter().copied().collect();
        assert!(!moves.is_empty(), "no move: {text}");
        assert_eq!(known.len(), moves.len(), "a move twice: {text}");
        assert_eq!(game.count_moves(pos), moves.len() as u64, "counted: {text}");
        for &mv in moves.iter().chain(strangers) {
            let is_legal = game.is_legal(pos, mv);
            assert_eq!(is_legal, known.contains(&mv), "legal {mv:?}: {text}");
        }
        let mut appended = moves.clone();
        game.legal_moves(pos, &mut appended);
        assert!(
            appended == [&moves[..], &moves].concat(),
            "moves are appended, in the same order each time: {text}"
        );
        for &mv in &moves {
            let hash = game.hash(pos);
            let undo = game.play(pos, mv);
            assert_ne!(
                game.hash(pos),
                hash,
                "the hash before and after {mv:?}: {text}"
            );
            game.undo(pos, mv, undo);
            assert_eq!(game.hash(pos), hash, "{mv:?} undone: {text}");
            assert_eq!((self.text)(pos), text, "{mv:?} undone");
        }
        assert_eq!(moves_of(game, pos), moves, "everything undone: {text}");
        moves
    }

    /// Weights above zero that add up, and events that can be taken back.
    fn check_events(&self, pos: &mut G::Position) {
        let (game, text, hash) = (self.game, (self.text)(pos), self.game.hash(pos));
        let mut events = Vec::new();
        let total = game.events(pos, &mut events);
        let sum: u32 = events.iter().map(|&(_, weight)| weight).sum();
        assert_eq!(total, sum, "the sum of weights: {text}");
        assert!(
            total > 0 && events.iter().all(|&(_, weight)| weight > 0),
            "{text}"
        );
        for (event, _) in events {
            let undo = game.apply_chance(pos, event);
            assert_ne!(
                game.hash(pos),
                hash,
                "the hash before and after {event:?}: {text}"
            );
            game.undo_chance(pos, event, undo);
            assert_eq!(game.hash(pos), hash, "{event:?} concealed: {text}");
            assert_eq!((self.text)(pos), text, "{event:?} concealed");
        }
    }

    /// Transforming before or after a move gives the same position.
    fn check_symmetries(&self, pos: &G::Position, moves: &[G::Move]) {
        let game = self.game;
        for symmetry in 0..game.symmetries() {
            let image = game.transform(pos, symmetry);
            let found: HashSet<_> = moves_of(game, &image).into_iter().collect();
            let turned = |&mv: &G::Move| game.transform_move(mv, symmetry);
            let expected: HashSet<_> = moves.iter().map(turned).collect();
            assert_eq!(found, expected, "symmetry {symmetry}: {}", (self.text)(pos));
            for mv in moves.iter().step_by(5) {
                let (mut after, mut before) = (pos.clone(), image.clone());
                game.play(&mut after, *mv);
                game.play(&mut before, turned(mv));
                let after = game.transform(&after, symmetry);
                assert_eq!(game.hash(&after), game.hash(&before), "symmetry {symmetry}");
                assert_eq!(
                    (self.text)(&after),
                    (self.text)(&before),
                    "symmetry {symmetry}"
                );
            }
        }
    }

    /// Every way to count leaves gives the same number, and so does every image of the position.
    fn check_perfts(&self, pos: &G::Position) {
        let (game, text) = (self.game, (self.text)(pos));
        let leaves = perft(game, pos, 2);
        assert_eq!(perft_played(game, pos, 2), leaves, "played: {text}");
        assert_eq!(perft_parallel(game, pos, 2), leaves, "parallel: {text}");
        for symmetry in 0..game.symmetries() {
            let image = game.transform(pos, symmetry);
            assert_eq!(perft(game, &image, 2), leaves, "{symmetry}: {text}");
        }
    }

    /// A result for every player, and none for others.
    fn check_end(&self, pos: &G::Position) {
        let returns = self.game.returns(pos);
        let (players, others) = returns.split_at(self.game.players());
        let text = (self.text)(pos);
        assert!(players.iter().all(|value| value.is_finite()), "{text}");
        assert!(others.iter().all(|&value| value == 0.0), "{text}");
    }
}

/// A position after so many random moves, or the end of the game.
fn opening<G: Game>(game: &G, rng: &mut impl Rng, mut moves_left: u32) -> G::Position {
    let mut pos = game.start();
    loop {
        match game.turn(&pos) {
            Turn::Over => return pos,
            Turn::Chance => {
                let event = game.sample(&pos, rng);
                game.apply_chance(&mut pos, event);
            }
            Turn::Player(_) if moves_left == 0 => return pos,
            Turn::Player(_) => {
                let moves = moves_of(game, &pos);
                game.play(&mut pos, moves[rng.random_range(0..moves.len())]);
                moves_left -= 1;
            }
        }
    }
}

fn moves_of<G: Game>(game: &G, pos: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.legal_moves(pos, &mut moves);
    moves
}
