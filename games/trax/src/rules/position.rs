//! A position: the group of tiles, the player to move, the drawn face, and how the game ended.

use ludex_search::Player;

use super::board::{Board, Extent, TurnUndo, Wins};
use super::face::Face;
use super::hash;
use super::space::{Large, Small, Space};

/// A turn: a tile with this face in this cell. Coordinates are counted to the east and south from an origin that stays the same throughout
/// a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Columns to the east.
    pub x: i16,
    /// Rows to the south.
    pub y: i16,
    /// The face.
    pub face: Face,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A player has a winning line.
    Won(Player),
    /// No tile can be placed any more.
    Draw,
}

impl Ending {
    /// The ending with the players swapped.
    #[must_use]
    pub fn swapped(self) -> Self {
        match self {
            Self::Won(winner) => Self::Won(winner.other()),
            Self::Draw => Self::Draw,
        }
    }
}

/// The group of all tiles: in a small space of fixed size, or in one that grows.
pub(crate) enum Group {
    /// The small space, which is enough for nearly every game.
    Small(Box<Board<Small>>),
    /// For a group that outgrew the small space.
    Large(Box<Board<Large>>),
}

impl Clone for Group {
    fn clone(&self) -> Self {
        match self {
            Self::Small(board) => Self::Small(board.clone()),
            Self::Large(board) => Self::Large(board.clone()),
        }
    }

    /// A board takes 40 KiB, so a search overwrites an existing one instead of making another.
    fn clone_from(&mut self, source: &Self) {
        match (self, source) {
            (Self::Small(own), Self::Small(board)) => own.clone_from(board),
            (Self::Large(own), Self::Large(board)) => own.clone_from(board),
            (own, _) => *own = source.clone(),
        }
    }
}

/// Evaluates an expression with the board, whichever space it is in.
macro_rules! on {
    ($group:expr, $board:ident => $body:expr) => {
        match $group {
            $crate::rules::position::Group::Small($board) => $body,
            $crate::rules::position::Group::Large($board) => $body,
        }
    };
}
pub(crate) use on;

impl Group {
    /// The group of these tiles, which must match where they touch, and the lines that they complete.
    pub(crate) fn from_tiles(tiles: &[(i16, i16, Face)]) -> (Self, Wins) {
        let low = |values: &mut dyn Iterator<Item = i16>| values.min().unwrap_or(0);
        let high = |values: &mut dyn Iterator<Item = i16>| values.max().unwrap_or(0);
        let corners = (
            low(&mut tiles.iter().map(|tile| tile.0)),
            low(&mut tiles.iter().map(|tile| tile.1)),
            high(&mut tiles.iter().map(|tile| tile.0)),
            high(&mut tiles.iter().map(|tile| tile.1)),
        );
        Self::with_corners(tiles, corners)
    }

    fn with_corners(
        tiles: &[(i16, i16, Face)],
        (left, top, right, bottom): (i16, i16, i16, i16),
    ) -> (Self, Wins) {
        let extent = usize::from((right - left).max(bottom - top).unsigned_abs()) + 1;
        let centre = |side: usize| {
            let shift = |low: i16, high: i16| {
                // The origin stays in place as long as the group is well inside the space.
                let half = Small::ROOM as i16 / 2;
                let far = low < -half || high > half;
                side as i32 / 2 - i32::from(far) * (i32::from(low) + i32::from(high)) / 2
            };
            (shift(left, right), shift(top, bottom))
        };
        if extent <= Small::ROOM {
            let (board, wins) = Board::with_tiles(tiles, extent, centre(Small::SIDE));
            (Self::Small(Box::new(board)), wins)
        } else {
            let side = Large::with_room(extent).side();
            let (board, wins) = Board::with_tiles(tiles, extent, centre(side));
            (Self::Large(Box::new(board)), wins)
        }
    }

    /// Makes room for a tile at these coordinates. If the space is too small, the group is moved to a new one, and the old group is
    /// returned.
    #[inline]
    fn make_room(&mut self, x: i16, y: i16) -> Option<Box<Self>> {
        let fits = on!(&*self, board => {
            let (column, row) = board.place(board.cell(x, y));
            board.space.is_inside(column.into()) && board.space.is_inside(row.into())
        });
        if fits { None } else { Some(Box::new(self.reframe(x, y))) }
    }

    #[cold]
    fn reframe(&mut self, x: i16, y: i16) -> Self {
        let tiles: Vec<_> = on!(&*self, board => board.tiles().collect());
        let with = |axis: fn(&(i16, i16, Face)) -> i16, at: i16| {
            let values = || tiles.iter().map(axis).chain([at]);
            (values().min().unwrap_or(at), values().max().unwrap_or(at))
        };
        let ((left, right), (top, bottom)) = (with(|tile| tile.0, x), with(|tile| tile.1, y));
        let (group, _) = Self::with_corners(&tiles, (left, top, right, bottom));
        std::mem::replace(self, group)
    }
}

/// A position. It also stores the tiles of the earlier turns in order, so that turns can be undone without a copy of the board.
pub struct Position {
    pub(crate) group: Group,
    pub(crate) to_move: Player,
    pub(crate) ply: u32,
    pub(crate) drawn_face: Option<Face>,
    pub(crate) wins: Wins,
    pub(crate) ending: Option<Ending>,
    /// On an empty board: the symmetry to apply to the two faces of the first turn.
    pub(crate) start_symmetry: u8,
}

/// Data for undoing a turn or a draw.
#[derive(Clone)]
pub struct Undo {
    step: TurnUndo,
    drawn_face: Option<Face>,
    wins: Wins,
    ending: Option<Ending>,
    /// The group in its old space, if a new one was needed.
    before: Option<Box<Group>>,
}

impl Position {
    /// The empty board.
    pub(crate) fn empty() -> Self {
        Self::from_tiles(&[], Player(0)).0
    }

    /// A position with these tiles, and the lines that they complete.
    pub(crate) fn from_tiles(tiles: &[(i16, i16, Face)], to_move: Player) -> (Self, Wins) {
        let (group, wins) = Group::from_tiles(tiles);
        let ply = match (tiles.is_empty(), to_move) {
            (true, _) => 0,
            (false, Player(0)) => 2,
            (false, _) => 1,
        };
        let pos = Self {
            group,
            to_move,
            ply,
            drawn_face: None,
            wins: Wins::default(),
            ending: None,
            start_symmetry: 0,
        };
        (pos, wins)
    }

    /// The player to move.
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// The face that the player to move has drawn, in the variant with luck.
    pub fn drawn_face(&self) -> Option<Face> {
        self.drawn_face
    }

    /// How the game ended, if it is over.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The lines that ended the game.
    pub fn wins(&self) -> Wins {
        self.wins
    }

    /// Number of turns since the start. For a position read from text only its parity is meaningful.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Number of tiles.
    pub fn n_tiles(&self) -> u32 {
        on!(&self.group, board => board.n_tiles)
    }

    /// Columns and rows of the group.
    pub fn size(&self) -> (usize, usize) {
        let extent = self.extent();
        (extent.width(), extent.height())
    }

    pub(crate) fn extent(&self) -> Extent {
        on!(&self.group, board => board.extent)
    }

    /// All tiles, row by row, with column and row in the group, counted from 0.
    pub fn tiles(&self) -> Vec<(usize, usize, Face)> {
        let (left, top) = self.corner();
        let relative = |(x, y, face): (i16, i16, Face)| {
            let (dx, dy) = (i32::from(x) - left, i32::from(y) - top);
            (dx as usize, dy as usize, face)
        };
        on!(&self.group, board => board.tiles().map(relative).collect())
    }

    /// The coordinates of the group's first column and row.
    pub(crate) fn corner(&self) -> (i32, i32) {
        on!(&self.group, board => (
            i32::from(board.extent.left) - board.origin.0,
            i32::from(board.extent.top) - board.origin.1,
        ))
    }

    /// The cell of a turn, counted from the group's first column and row.
    pub(crate) fn cell_of(&self, mv: Move) -> (i32, i32) {
        let (left, top) = match self.n_tiles() {
            0 => (0, 0),
            _ => self.corner(),
        };
        (i32::from(mv.x) - left, i32::from(mv.y) - top)
    }

    /// A hash of everything that affects the rest of the game.
    #[inline]
    pub(crate) fn hash(&self) -> u64 {
        let sum = on!(&self.group, board => board.hash());
        let drawn_face = self.drawn_face.map_or(0, |face| face as usize + 1);
        let index = self.to_move.index() | drawn_face << 1 | usize::from(self.n_tiles() == 0) << 4;
        hash::finish(sum, index)
    }

    /// A hash that also depends on the coordinates of the tiles. If it is equal for two positions, a [`Move`] means the same turn in both.
    pub(crate) fn hash_in_place(&self) -> u64 {
        let (left, top) = self.corner();
        let place = u64::from(left as u16) << 16 | u64::from(top as u16);
        hash::spread(self.hash(), place | u64::from(self.start_symmetry) << 32)
    }

    /// Plays a turn. The caller decides who won.
    #[inline]
    pub(crate) fn play(&mut self, mv: Move) -> (Wins, Undo) {
        let before = self.group.make_room(mv.x, mv.y);
        let (wins, step) = on!(&mut self.group, board => {
            let cell = board.cell(mv.x, mv.y);
            board.play(cell, mv.face)
        });
        let undo = Undo {
            step,
            drawn_face: self.drawn_face.take(),
            wins: self.wins,
            ending: self.ending,
            before,
        };
        self.to_move = self.to_move.other();
        self.ply += 1;
        (wins, undo)
    }

    /// Undoes a turn.
    #[inline]
    pub(crate) fn undo(&mut self, undo: Undo) {
        match undo.before {
            Some(group) => self.group = *group,
            None => on!(&mut self.group, board => board.undo(undo.step)),
        }
        self.drawn_face = undo.drawn_face;
        self.wins = undo.wins;
        self.ending = undo.ending;
        self.to_move = self.to_move.other();
        self.ply -= 1;
    }

    /// Undoes a draw.
    pub(crate) fn undo_chance(&mut self, undo: &Undo) {
        self.drawn_face = undo.drawn_face;
    }

    /// Passes the turn to the other player. The rules do not allow it; searches and tests use it.
    pub fn pass(&mut self) {
        self.to_move = self.to_move.other();
        self.ply += 1;
    }

    /// Undoes a [`pass`](Self::pass).
    pub fn undo_pass(&mut self) {
        self.to_move = self.to_move.other();
        self.ply -= 1;
    }

    /// The tiles of the last turn, as column and row in the group: the chosen one first, then those it forced.
    pub fn last_turn(&self) -> Vec<(usize, usize)> {
        on!(&self.group, board => board.journal[board.last_turn as usize..]
            .iter()
            .map(|laid| {
                let (column, row) = board.place(laid.cell as usize);
                (usize::from(column - board.extent.left), usize::from(row - board.extent.top))
            })
            .collect())
    }
}

impl Undo {
    /// The state to restore when the draw of a face is undone.
    pub(crate) fn of_event(pos: &Position) -> Self {
        Self {
            step: TurnUndo::default(),
            drawn_face: pos.drawn_face,
            wins: pos.wins,
            ending: pos.ending,
            before: None,
        }
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self { group: self.group.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { group, to_move, ply, drawn_face, wins, ending, start_symmetry } = source;
        self.group.clone_from(group);
        self.to_move = *to_move;
        self.ply = *ply;
        self.drawn_face = *drawn_face;
        self.wins = *wins;
        self.ending = *ending;
        self.start_symmetry = *start_symmetry;
    }
}

impl PartialEq for Position {
    /// Positions are equal if the rest of the game is the same. Their coordinates may differ.
    fn eq(&self, other: &Self) -> bool {
        self.to_move == other.to_move
            && self.drawn_face == other.drawn_face
            && (self.n_tiles() > 0 || self.start_symmetry == other.start_symmetry)
            && self.tiles() == other.tiles()
    }
}

impl Eq for Position {}
