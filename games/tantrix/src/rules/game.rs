//! The rules: [`Game`] for every variant of the strategic game.

use ludex_search::{Game, MAX_PLAYERS, MoveList, Player, Returns, Turn};
use rand::{Rng, RngExt};

use super::board::Board;
use super::moves::Placement;
use super::options::Options;
use super::position::{Phase, PlayState, Position, Stage, Undo};
use super::tile::{Colour, Tile, TileSet};

/// Tantrix with its options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tantrix {
    options: Options,
}

impl Tantrix {
    /// The game for two players.
    pub fn new() -> Self {
        Self::default()
    }

    /// The game with these options.
    pub fn with_options(options: Options) -> Self {
        Self { options }
    }

    /// The current options.
    #[inline(always)]
    pub fn options(&self) -> Options {
        self.options
    }

    /// The points of each player's colour on the current board.
    pub fn points(&self, pos: &Position) -> [u32; MAX_PLAYERS] {
        let mut points = [0; MAX_PLAYERS];
        for (player, points) in points[..self.players()].iter_mut().enumerate() {
            *points = pos.board.best().points(self.options.colour_of(player));
        }
        points
    }

    /// By how many points each player's side leads over the best other side on the current board. All 0 if the game ended stuck, which is
    /// a draw.
    pub fn leads(&self, pos: &Position) -> [i32; MAX_PLAYERS] {
        let mut leads = [0; MAX_PLAYERS];
        if pos.table.stage == Stage::Stuck {
            return leads;
        }
        let (points, players) = (self.points(pos), self.players());
        for (player, lead) in leads[..players].iter_mut().enumerate() {
            let side = self.options.side_of(player);
            let others = (0..players).filter(|&other| self.options.side_of(other) != side);
            let best = others.map(|other| points[other]).max().unwrap_or_default();
            *lead = points[player] as i32 - best as i32;
        }
        leads
    }

    /// The colour of a player.
    pub fn colour_of(&self, player: Player) -> Colour {
        self.options.colour_of(player.index())
    }

    /// The return for a share of the win (0 to 1): 1 for the whole win, −1 for no share.
    pub(crate) fn share(part: f32) -> f32 {
        2.0 * part - 1.0
    }

    /// A uniformly random legal placement.
    #[inline]
    pub fn random_placement<R: Rng + ?Sized>(&self, pos: &Position, rng: &mut R) -> Placement {
        pos.candidates(self.options).sample(rng)
    }
}

impl Game for Tantrix {
    type Position = Position;
    type Move = Placement;
    type Undo = Undo;
    type Event = Tile;

    const ALTERNATES: bool = false;
    const CHANCE: bool = true;

    fn n_bytes(&self, _pos: &Position) -> usize {
        size_of::<Position>() + size_of::<Board>()
    }

    fn players(&self) -> usize {
        self.options.players.into()
    }

    fn side_of(&self, player: Player) -> usize {
        self.options.side_of(player.index())
    }

    fn start(&self) -> Position {
        let table = PlayState::new([TileSet::EMPTY; 4], TileSet::ALL, 0, Phase::Start);
        let mut pos = Position::from_parts(Box::new(Board::empty()), table, None);
        pos.go_on(self.options);
        pos
    }

    #[inline]
    fn turn(&self, pos: &Position) -> Turn {
        match pos.table.stage {
            Stage::Play => Turn::Player(Player(pos.table.to_move)),
            Stage::Chance(_) => Turn::Chance,
            Stage::Over | Stage::Stuck => Turn::Over,
        }
    }

    fn legal_moves(&self, pos: &Position, out: &mut MoveList<Placement>) {
        pos.placements(self.options, out);
    }

    fn count_moves(&self, pos: &Position) -> u64 {
        pos.n_placements(self.options)
    }

    fn is_legal(&self, pos: &Position, mv: Placement) -> bool {
        self.why_illegal(pos, mv).is_none()
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Placement) -> Undo {
        pos.play(self.options, mv)
    }

    #[inline]
    fn undo(&self, pos: &mut Position, _: Placement, undo: Undo) {
        pos.undo(undo);
    }

    fn returns(&self, pos: &Position) -> Returns {
        let mut returns = [0.0; MAX_PLAYERS];
        let players = self.players();
        let stuck = pos.table.stage == Stage::Stuck;
        let points = if stuck { [0; MAX_PLAYERS] } else { self.points(pos) };
        let most = points[..players].iter().max().copied().unwrap_or_default();
        let winners = points[..players].iter().filter(|&&p| p == most).count();
        // A team counts as one winner.
        let winners = if self.options.teams { winners / 2 } else { winners };
        for (value, &points) in returns[..players].iter_mut().zip(&points) {
            let part = if points == most { 1.0 / winners as f32 } else { 0.0 };
            *value = Self::share(part);
        }
        returns
    }

    #[inline]
    fn hash(&self, pos: &Position) -> u64 {
        pos.hash()
    }

    /// Tiles are never moved, so every placement is irreversible.
    fn irreversible(&self, _pos: &Position, _mv: Placement) -> bool {
        true
    }

    fn events(&self, pos: &Position, out: &mut Vec<(Tile, u32)>) -> u32 {
        out.extend(pos.table.unseen.iter().map(|tile| (tile, 1)));
        pos.table.unseen.len() as u32
    }

    #[inline]
    fn apply_chance(&self, pos: &mut Position, event: Tile) -> Undo {
        pos.apply_chance(self.options, event)
    }

    #[inline]
    fn undo_chance(&self, pos: &mut Position, _: Tile, undo: Undo) {
        pos.undo(undo);
    }

    #[inline]
    fn sample<R: Rng + ?Sized>(&self, pos: &Position, rng: &mut R) -> Tile {
        let mut rest = pos.table.unseen.0;
        for _ in 0..rng.random_range(0..pos.table.unseen.len()) {
            rest &= rest - 1;
        }
        Tile::of_index(rest.trailing_zeros() as usize)
    }

    fn symmetries(&self) -> usize {
        6
    }

    fn transform(&self, pos: &Position, symmetry: usize) -> Position {
        let mut board = Box::new(Board::empty());
        for tile in pos.board.tiles() {
            board.lay(self.transform_move(tile, symmetry));
        }
        let mut image = pos.clone();
        image.board = board;
        image
    }

    fn transform_move(&self, mv: Placement, symmetry: usize) -> Placement {
        Placement { face: mv.face.turned(symmetry), hex: mv.hex.turned(symmetry) }
    }
}
