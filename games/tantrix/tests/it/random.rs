//! Random games: everything that is updated as tiles are placed and removed must equal what is computed from the tiles alone.

use std::collections::{HashMap, HashSet};

use ludex_search::{Game, Player, Turn};
use ludex_tantrix::{
    Board, Colour, Face, Fits, Hex, Options, Phase, Placement, Position, Tantrix, TileSet,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A board as a plain map of tiles.
struct Plain(HashMap<Hex, Face>);

impl Plain {
    fn from_board(board: &Board) -> Self {
        Self(board.tiles().map(|tile| (tile.hex, tile.face)).collect())
    }

    fn around(&self, hex: Hex) -> impl Iterator<Item = (usize, Face)> {
        (0..6).filter_map(move |direction| {
            let face = self.0.get(&hex.neighbour(direction))?;
            Some((direction, *face))
        })
    }

    fn frontier(&self) -> HashSet<Hex> {
        let cells = self.0.keys();
        let beside = cells.flat_map(|hex| (0..6).map(|direction| hex.neighbour(direction)));
        beside.filter(|hex| !self.0.contains_key(hex)).collect()
    }

    /// The colour of the edge with which a neighbour in this direction faces a cell.
    fn edge(direction: usize, face: Face) -> Colour {
        face.edges()[(direction + 3) % 6]
    }

    fn matches(&self, hex: Hex, face: Face) -> bool {
        self.around(hex)
            .all(|(direction, other)| face.edges()[direction] == Self::edge(direction, other))
    }

    /// Whether a tile gives an empty cell three edges of one colour.
    fn makes_three(&self, hex: Hex, face: Face) -> bool {
        (0..6).any(|direction| {
            let cell = hex.neighbour(direction);
            let colour = face.edges()[direction];
            !self.0.contains_key(&cell)
                && self
                    .around(cell)
                    .filter(|&(there, other)| Self::edge(there, other) == colour)
                    .count()
                    >= 2
        })
    }

    /// The rule as written: fill every cell with three neighbours repeatedly; no cell may get four.
    fn breaks_rows(&self, hex: Hex) -> bool {
        let mut filled: HashSet<Hex> = self.0.keys().copied().collect();
        filled.insert(hex);
        loop {
            let beside: HashSet<Hex> = filled
                .iter()
                .flat_map(|hex| (0..6).map(|direction| hex.neighbour(direction)))
                .filter(|hex| !filled.contains(hex))
                .collect();
            let count = |hex: &Hex| {
                (0..6).filter(|&direction| filled.contains(&hex.neighbour(direction))).count()
            };
            if beside.iter().any(|hex| count(hex) >= 4) {
                return true;
            }
            let Some(next) = beside.iter().find(|hex| count(hex) == 3) else {
                return false;
            };
            filled.insert(*next);
        }
    }

    /// The longest line and loop of a colour.
    fn best(&self, colour: Colour) -> (usize, usize) {
        let (mut line, mut ring) = (0, 0);
        for (&start, face) in &self.0 {
            let Some(out) = face.edges().iter().position(|&edge| edge == colour) else {
                continue;
            };
            let (there, closed) = self.follow(start, out);
            if closed {
                ring = ring.max(there);
            } else {
                let back = usize::from(face.links()[out]);
                line = line.max(there + self.follow(start, back).0 - 1);
            }
        }
        (line, ring)
    }

    /// The number of tiles along a line from a tile, and whether the line returns to it.
    fn follow(&self, start: Hex, out: usize) -> (usize, bool) {
        let (mut hex, mut direction, mut length) = (start, out, 1);
        loop {
            hex = hex.neighbour(direction);
            if hex == start {
                return (length, true);
            }
            let Some(face) = self.0.get(&hex) else {
                return (length, false);
            };
            direction = usize::from(face.links()[(direction + 3) % 6]);
            length += 1;
        }
    }
}

/// The legal placements by the rules as written.
fn legal(game: &Tantrix, pos: &Position) -> HashSet<Placement> {
    let plain = Plain::from_board(pos.board());
    let hand = pos.hand(pos.to_move());
    let faces: Vec<Face> =
        hand.iter().flat_map(|tile| (0..6).map(move |rotation| tile.rotated(rotation))).collect();
    if plain.0.is_empty() {
        let first = |face| Placement { face, hex: Hex::default() };
        return faces.into_iter().map(first).collect();
    }
    let restricted = !pos.unseen().is_empty();
    let fits = |hex: Hex| -> Vec<Placement> {
        let ok = |&face: &Face| {
            plain.matches(hex, face) && !(restricted && plain.makes_three(hex, face))
        };
        let faces = faces.iter().copied().filter(ok);
        faces.map(|face| Placement { face, hex }).collect()
    };
    let is_forced = |hex: &Hex| {
        let n_around = plain.around(*hex).count();
        n_around == 3 || n_around > 3 && (restricted || !game.options().exactly_three)
    };
    let frontier = plain.frontier();
    let forced: HashSet<Placement> =
        frontier.iter().filter(|hex| is_forced(hex)).copied().flat_map(fits).collect();
    if !forced.is_empty() {
        assert_ne!(pos.phase(), Phase::Free);
        return forced;
    }
    assert_eq!(pos.phase(), Phase::Free);
    let free = frontier.into_iter().filter(|&hex| !(restricted && plain.breaks_rows(hex)));
    free.flat_map(fits).collect()
}

fn check_board(pos: &Position) {
    let board = pos.board();
    let plain = Plain::from_board(board);
    let frontier: HashSet<Hex> = board.frontier().iter().map(|id| board.site(id).hex).collect();
    assert_eq!(frontier, plain.frontier());
    for id in board.frontier().iter() {
        let site = board.site(id);
        let around = plain.around(site.hex).count();
        assert_eq!(usize::from(site.n_around), around);
        let is_space = board.spaces().iter().any(|space| space == id);
        assert_eq!(is_space, around >= 3);
        for restricted in [false, true] {
            let fits: Fits = site.fits(restricted);
            for face in (0..336).map(Face::of_index) {
                let expected = plain.matches(site.hex, face)
                    && !(restricted && plain.makes_three(site.hex, face));
                assert_eq!(fits.contains(face), expected);
            }
        }
    }
    for colour in Colour::ALL {
        let (line, ring) = plain.best(colour);
        let best = board.best();
        assert_eq!(usize::from(best.loops[colour.index()]), ring);
        assert_eq!(best.points(colour) as usize, line.max(2 * ring), "{colour:?}");
    }
    let mut again = Board::empty();
    for tile in board.tiles() {
        again.lay(tile);
    }
    assert_eq!(again.hash(), board.hash());
}

fn check_tiles(game: &Tantrix, pos: &Position) {
    let on_board: TileSet = pos.board().tiles().map(|tile| tile.face.tile()).collect();
    let mut all = on_board.union(pos.unseen());
    let mut count = on_board.len() + pos.unseen().len();
    for player in 0..game.players() {
        let hand = pos.hand(Player(player as u8));
        all = all.union(hand);
        count += hand.len();
    }
    assert_eq!((all, count), (TileSet::ALL, 56));
}

/// Plays a random game with all checks. At each decision, a move is played and undone before the game continues.
fn play(game: &Tantrix, seed: u64) {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut pos = game.start();
    let mut moves = Vec::new();
    loop {
        match game.turn(&pos) {
            Turn::Over => break,
            Turn::Chance => {
                let tile = game.sample(&pos, &mut rng);
                assert!(pos.unseen().contains(tile));
                game.apply_chance(&mut pos, tile);
            }
            Turn::Player(_) => {
                check_tiles(game, &pos);
                check_board(&pos);
                moves.clear();
                game.legal_moves(&pos, &mut moves);
                let listed: HashSet<Placement> = moves.iter().copied().collect();
                assert_eq!(listed.len(), moves.len());
                assert_eq!(listed, legal(game, &pos));
                let one = moves[rng.random_range(0..moves.len())];
                let (hash, before) = (game.hash(&pos), pos.board().best());
                let undo = game.play(&mut pos, one);
                game.undo(&mut pos, one, undo);
                assert_eq!((game.hash(&pos), pos.board().best()), (hash, before));
                check_board(&pos);
                let mv = game.random_placement(&pos, &mut rng);
                assert!(listed.contains(&mv));
                game.play(&mut pos, mv);
            }
        }
    }
    assert!(pos.unseen().is_empty());
}

#[test]
fn what_is_kept_agrees_with_the_bare_tiles() {
    for players in 2..=4 {
        let game = Tantrix::with_options(Options::for_players(players));
        for seed in 0..6 {
            play(&game, seed);
        }
    }
    let literal = Options { exactly_three: true, ..Options::default() };
    play(&Tantrix::with_options(literal), 17);
}

/// On every cell, exactly the illegal faces are rejected.
#[test]
fn objections_agree_with_the_list() {
    let game = Tantrix::new();
    let mut rng = Pcg64Mcg::seed_from_u64(3);
    let mut pos = game.start();
    let mut moves = Vec::new();
    while game.turn(&pos) != Turn::Over {
        if game.turn(&pos) == Turn::Chance {
            let tile = game.sample(&pos, &mut rng);
            game.apply_chance(&mut pos, tile);
            continue;
        }
        moves.clear();
        game.legal_moves(&pos, &mut moves);
        let listed: HashSet<Placement> = moves.iter().copied().collect();
        for q in -6..=6 {
            for r in -6..=6 {
                let hex = Hex::new(q, r);
                for face in (0..336).step_by(5).map(Face::of_index) {
                    let mv = Placement { face, hex };
                    assert_eq!(game.is_legal(&pos, mv), listed.contains(&mv));
                }
            }
        }
        let mv = moves[rng.random_range(0..moves.len())];
        game.play(&mut pos, mv);
    }
}

/// Randomly drawn placements are equally likely.
#[test]
fn random_placements_are_uniform() {
    const TRIALS: usize = 2_000;
    let game = Tantrix::new();
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    let mut pos = game.start();
    for _ in 0..60 {
        if game.turn(&pos) == Turn::Chance {
            let tile = game.sample(&pos, &mut rng);
            game.apply_chance(&mut pos, tile);
        } else {
            let mv = game.random_placement(&pos, &mut rng);
            game.play(&mut pos, mv);
        }
    }
    while game.turn(&pos) == Turn::Chance {
        let tile = pos.unseen().iter().next().expect("a tile to draw");
        game.apply_chance(&mut pos, tile);
    }
    let mut moves = Vec::new();
    game.legal_moves(&pos, &mut moves);
    let mut counts: HashMap<Placement, usize> = HashMap::new();
    for _ in 0..TRIALS * moves.len() {
        *counts.entry(game.random_placement(&pos, &mut rng)).or_default() += 1;
    }
    assert_eq!(counts.len(), moves.len());
    let chi: f64 =
        counts.values().map(|&count| (count as f64 - TRIALS as f64).powi(2) / TRIALS as f64).sum();
    let freedom = (moves.len() - 1) as f64;
    // Five standard deviations of the distribution.
    assert!(chi < freedom + 5.0 * (2.0 * freedom).sqrt(), "{chi} of {freedom}");
}
