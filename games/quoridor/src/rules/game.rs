//! The rules: the masks of a board, and the implementation of `ludex_search::Game`.

use ludex_search::{Game, MAX_PLAYERS, MoveList, Never, Player, Returns, Turn};

use super::board::{ROW, Square, Squares};
use super::moves::{Direction, Move, Wall};
use super::options::Options;
use super::position::{MOST_PLAYERS, Position, Undo};
use ludex_kit::support::zobrist;

/// Stream number of the hash keys for the ply.
const PLY_STREAM: u64 = 41;

/// Quoridor for two, three or four players.
#[derive(Clone, Debug)]
pub struct Quoridor {
    options: Options,
    pub(crate) squares: Squares,
    pub(crate) anchors: Squares,
    pub(crate) goals: [Squares; MOST_PLAYERS],
    /// The rim from each player's view (open at the goal side), and the whole rim last.
    pub(crate) rims: [Squares; MOST_PLAYERS],
    pub(crate) rim: Squares,
}

impl Default for Quoridor {
    fn default() -> Self {
        Self::new(Options::default())
    }
}

impl Quoridor {
    /// The game with these options.
    pub fn new(options: Options) -> Self {
        let board = options.board;
        let mut game = Self {
            options,
            squares: board.squares(),
            anchors: board.anchors(),
            goals: [0; MOST_PLAYERS],
            rims: [0; MOST_PLAYERS],
            rim: board.rim(None),
        };
        for (player, home) in options.homes().iter().enumerate() {
            let goal = home.opposite();
            game.goals[player] = board.side(goal);
            game.rims[player] = board.rim(Some(goal));
        }
        game
    }

    /// Whether this is the default game for two players: usual board and walls.
    pub(crate) fn is_usual(&self) -> bool {
        let usual = Options::default();
        let Options { players, board, walls, .. } = self.options;
        (players, board, walls) == (usual.players, usual.board, usual.walls)
    }

    /// The current options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// A player's goal squares.
    #[inline]
    pub fn goal(&self, player: Player) -> Squares {
        self.goals[player.index() % MOST_PLAYERS]
    }

    /// All players, in turn order.
    pub fn all_players(&self) -> impl Iterator<Item = Player> + use<> {
        (0..self.options.players).map(Player)
    }

    /// The length of a player's shortest path, ignoring other pawns.
    #[inline]
    pub fn distance(&self, pos: &Position, player: Player) -> u32 {
        let from = pos.pawn(player).bit();
        pos.steps().distance(from, self.goal(player)).unwrap_or(u32::from(u8::MAX))
    }

    /// The goals of the players in this game.
    #[inline(always)]
    pub(crate) fn active_goals(&self) -> &[Squares] {
        &self.goals[..usize::from(self.options.players).min(MOST_PLAYERS)]
    }

    /// Converts a share of the win to a return: 1 for the whole win, −1 for no share.
    fn share(part: f32) -> f32 {
        2.0 * part - 1.0
    }
}

impl Game for Quoridor {
    type Position = Position;
    type Move = Move;
    type Undo = Undo;
    type Event = Never;

    const ALTERNATES: bool = true;
    const CHANCE: bool = false;

    fn players(&self) -> usize {
        usize::from(self.options.players)
    }

    fn start(&self) -> Position {
        let homes = self.options.homes();
        let pawns: Vec<_> = homes.iter().map(|&home| self.options.board.middle(home)).collect();
        Position::new(self.options.board, &pawns, self.options.walls)
    }

    #[inline]
    fn turn(&self, pos: &Position) -> Turn {
        if pos.winner().is_some() || self.options.max_plies.is_some_and(|most| pos.ply() >= most) {
            Turn::Over
        } else {
            Turn::Player(pos.to_move())
        }
    }

    fn legal_moves(&self, pos: &Position, out: &mut MoveList<Move>) {
        let before = out.len();
        let mut pawns = self.pawn_targets(pos);
        while pawns != 0 {
            out.push(Move::Pawn(Square::lowest(pawns)));
            pawns &= pawns - 1;
        }
        let walls = self.legal_walls(pos);
        for (direction, mut anchors) in
            [(Direction::Horizontal, walls.horizontal), (Direction::Vertical, walls.vertical)]
        {
            while anchors != 0 {
                let anchor = Square::lowest(anchors);
                out.push(Move::Wall(Wall { anchor, direction }));
                anchors &= anchors - 1;
            }
        }
        if out.len() == before {
            out.push(Move::Pass);
        }
    }

    #[inline]
    fn count_moves(&self, pos: &Position) -> u64 {
        let moves = self.pawn_targets(pos).count_ones() + self.legal_walls(pos).count();
        u64::from(moves.max(1))
    }

    fn is_legal(&self, pos: &Position, mv: Move) -> bool {
        match mv {
            Move::Pawn(to) => self.pawn_targets(pos) & to.bit() != 0,
            Move::Wall(wall) => self.is_legal_wall(pos, wall),
            Move::Pass => self.pawn_targets(pos) == 0 && self.legal_walls(pos).is_empty(),
        }
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Move) -> Undo {
        pos.play(mv, self.active_goals())
    }

    #[inline]
    fn undo(&self, pos: &mut Position, mv: Move, undo: Undo) {
        pos.undo(mv, undo, self.players());
    }

    fn returns(&self, pos: &Position) -> Returns {
        let mut returns = [0.0; MAX_PLAYERS];
        let players = self.players();
        match pos.winner() {
            Some(winner) => {
                returns[..players].fill(Self::share(0.0));
                returns[winner.index()] = Self::share(1.0);
            }
            None => returns[..players].fill(Self::share(1.0 / players as f32)),
        }
        returns
    }

    /// If the game has a ply limit, the number of plies is part of the position.
    #[inline]
    fn hash(&self, pos: &Position) -> u64 {
        match self.options.max_plies {
            Some(_) => pos.hash() ^ zobrist::key(PLY_STREAM, u64::from(pos.ply())),
            None => pos.hash(),
        }
    }

    #[inline]
    fn repetition_hash(&self, pos: &Position) -> u64 {
        pos.hash()
    }

    fn irreversible(&self, _pos: &Position, mv: Move) -> bool {
        matches!(mv, Move::Wall(_))
    }

    fn repetition(&self) -> Option<u32> {
        self.options.repetition
    }

    /// The mirror image, left and right exchanged. Only valid if no player moves east or west.
    fn symmetries(&self) -> usize {
        if self.options.players == 2 { 2 } else { 1 }
    }

    fn transform(&self, pos: &Position, symmetry: usize) -> Position {
        if symmetry == 0 {
            return *pos;
        }
        let mirror = |square: Square| {
            Square::new(self.options.board.width - 1 - square.column(), square.row())
        };
        let mut pawns = [Square::default(); MOST_PLAYERS];
        let mut stock = [0; MOST_PLAYERS];
        for player in self.all_players() {
            pawns[player.index()] = mirror(pos.pawn(player));
            stock[player.index()] = pos.stock(player);
        }
        let mut walls = pos.walls();
        for anchors in [&mut walls.horizontal, &mut walls.vertical] {
            *anchors = super::board::each(*anchors)
                .map(|anchor| self.mirror_anchor(anchor).bit())
                .fold(0, |set, bit| set | bit);
        }
        let board = self.options.board;
        let mut image =
            Position::assemble(board, self.players(), pawns, walls, stock, pos.to_move());
        image.set_progress(pos);
        image
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        match mv {
            _ if symmetry == 0 => mv,
            Move::Pawn(to) => {
                Move::Pawn(Square::new(self.options.board.width - 1 - to.column(), to.row()))
            }
            Move::Wall(wall) => {
                Move::Wall(Wall { anchor: self.mirror_anchor(wall.anchor), ..wall })
            }
            Move::Pass => Move::Pass,
        }
    }
}

impl Quoridor {
    fn mirror_anchor(&self, anchor: Square) -> Square {
        Square::new(self.options.board.width - 2 - anchor.column(), anchor.row())
    }

    /// Whether a square is on the board.
    pub(crate) fn on_board(&self, square: Square) -> bool {
        u32::from(square.column()) < ROW && self.squares & square.bit() != 0
    }
}
