//! Connect Four on small boards of any size, and with lines of any length.

use ludex_search::{
    Evaluator, Game, MAX_PLAYERS, MoveList, Never, Player, Returns, Score, Tactics, Turn, Wdl,
    won_by,
};

use super::spread;

#[derive(Clone, Copy, Debug)]
pub(crate) struct ConnectFour {
    width: u32,
    height: u32,
    line: u32,
}

/// Stones as bits: a column has `height + 1` bits, the lowest square first; the topmost bit is always empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    own: u64,
    occupied: u64,
    first_to_move: bool,
}

impl ConnectFour {
    pub(crate) fn new(width: u32, height: u32, line: u32) -> Self {
        assert!(width * (height + 1) < 64, "the board fits 63 bits");
        Self { width, height, line }
    }

    /// The position after stones in these columns; `1` is the leftmost.
    pub(crate) fn after(&self, columns: &str) -> Position {
        let mut pos = self.start();
        for column in columns.bytes() {
            let mv = column - b'1';
            assert!(self.is_legal(&pos, mv), "column {mv} of {columns}");
            self.play(&mut pos, mv);
        }
        pos
    }

    /// Two lists of columns: those in which the player to move completes a line, and those in which the opponent would complete a line if
    /// it were their turn.
    pub(crate) fn threats(&self, pos: &Position) -> (Vec<u8>, Vec<u8>) {
        let other = pos.own ^ pos.occupied;
        (self.winning_columns(pos, pos.own).collect(), self.winning_columns(pos, other).collect())
    }

    fn bottom(&self, column: u32) -> u64 {
        1 << (column * (self.height + 1))
    }

    fn column(&self, column: u32) -> u64 {
        ((1 << self.height) - 1) << (column * (self.height + 1))
    }

    /// The square where a stone lands.
    fn landing(&self, pos: &Position, column: u32) -> u64 {
        (pos.occupied + self.bottom(column)) & self.column(column)
    }

    fn has_line(&self, stones: u64) -> bool {
        let step = self.height + 1;
        [1, step - 1, step, step + 1]
            .into_iter()
            .any(|step| (1..self.line).fold(stones, |runs, k| runs & (stones >> (k * step))) != 0)
    }

    fn is_full(&self, pos: &Position) -> bool {
        pos.occupied.count_ones() == self.width * self.height
    }

    fn winning_columns(&self, pos: &Position, stones: u64) -> impl Iterator<Item = u8> {
        (0..self.width).filter_map(move |column| {
            let landing = self.landing(pos, column);
            (landing != 0 && self.has_line(stones | landing)).then_some(column as u8)
        })
    }
}

impl Game for ConnectFour {
    type Position = Position;
    type Move = u8;
    type Undo = ();
    type Event = Never;

    const ALTERNATES: bool = true;

    fn start(&self) -> Position {
        Position { own: 0, occupied: 0, first_to_move: true }
    }

    fn turn(&self, pos: &Position) -> Turn {
        if self.is_full(pos) || self.has_line(pos.own ^ pos.occupied) {
            Turn::Over
        } else {
            Turn::Player(Player(u8::from(!pos.first_to_move)))
        }
    }

    fn legal_moves(&self, pos: &Position, out: &mut MoveList<u8>) {
        let free = |&column: &u32| self.landing(pos, column) != 0;
        out.extend((0..self.width).filter(free).map(|column| column as u8));
    }

    fn is_legal(&self, pos: &Position, mv: u8) -> bool {
        u32::from(mv) < self.width && self.landing(pos, u32::from(mv)) != 0
    }

    fn play(&self, pos: &mut Position, mv: u8) {
        let landing = self.landing(pos, u32::from(mv));
        debug_assert!(landing != 0, "column {mv} is full");
        pos.own ^= pos.occupied;
        pos.occupied |= landing;
        pos.first_to_move ^= true;
    }

    fn undo(&self, pos: &mut Position, mv: u8, (): ()) {
        let column = pos.occupied & self.column(u32::from(mv));
        pos.occupied ^= 1 << column.ilog2();
        pos.own ^= pos.occupied;
        pos.first_to_move ^= true;
    }

    fn returns(&self, pos: &Position) -> Returns {
        if self.has_line(pos.own ^ pos.occupied) {
            won_by(Player(u8::from(pos.first_to_move)))
        } else {
            [0.0; MAX_PLAYERS]
        }
    }

    fn hash(&self, pos: &Position) -> u64 {
        // The sum of the two boards is unique: in each column its top bit marks the height.
        let bottoms: u64 = (0..self.width).map(|column| self.bottom(column)).sum();
        spread((pos.own + pos.occupied + bottoms) << 1 | u64::from(pos.first_to_move))
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, pos: &Position, symmetry: usize) -> Position {
        let mirror = |board: u64| {
            (0..self.width).fold(0, |image, column| {
                let stones = (board & self.column(column)) / self.bottom(column);
                image | (stones * self.bottom(self.width - 1 - column))
            })
        };
        match symmetry {
            0 => *pos,
            _ => Position { own: mirror(pos.own), occupied: mirror(pos.occupied), ..*pos },
        }
    }

    fn transform_move(&self, mv: u8, symmetry: usize) -> u8 {
        if symmetry == 0 { mv } else { self.width as u8 - 1 - mv }
    }
}

/// Counts stones near the middle.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ConnectFourEvaluator;

/// The immediate wins of the player to move, and those that the opponent would have if it were their turn.
#[derive(Default)]
pub(crate) struct NodeInfo {
    winning: Option<u8>,
    threats: Vec<u8>,
}

impl Evaluator<ConnectFour> for ConnectFourEvaluator {
    fn evaluate(&self, game: &ConnectFour, pos: &Position) -> Score {
        let weigh = |stones: u64| -> i32 {
            let of_column = |column: u32| {
                let edge = column.min(game.width - 1 - column) as i32;
                (stones & game.column(column)).count_ones() as i32 * edge
            };
            (0..game.width).map(of_column).sum()
        };
        Score::new(weigh(pos.own) - weigh(pos.own ^ pos.occupied))
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::new(-200), Score::new(200))
    }

    fn wdl(&self, score: Score) -> Wdl {
        let expectation = match score {
            _ if score.is_win() => 1.0,
            _ if score.is_loss() => -1.0,
            _ => score.value() as f32 / 250.0,
        };
        Wdl::without_draws(expectation)
    }
}

impl Tactics<ConnectFour> for ConnectFourEvaluator {
    type NodeInfo = NodeInfo;

    fn pack(&self, mv: u8) -> u32 {
        u32::from(mv) + 1
    }

    fn unpack(&self, _: &ConnectFour, _: &Position, packed: u32) -> Option<u8> {
        packed.checked_sub(1).and_then(|mv| mv.try_into().ok())
    }

    fn history_slots(&self) -> usize {
        64
    }

    fn history_slot(&self, pos: &Position, mv: u8) -> usize {
        usize::from(mv) * 2 + usize::from(pos.first_to_move)
    }

    fn node_info(&self, game: &ConnectFour, pos: &Position) -> NodeInfo {
        let (winning, threats) = game.threats(pos);
        NodeInfo { winning: winning.first().copied(), threats }
    }

    fn winning_move(&self, _: &ConnectFour, _: &Position, info: &NodeInfo) -> Option<u8> {
        info.winning
    }

    fn order(&self, game: &ConnectFour, _pos: &Position, info: &NodeInfo, mv: u8) -> i32 {
        let column = u32::from(mv);
        let edge = column.min(game.width - 1 - column) as i32;
        if info.threats.contains(&mv) { 100 } else { edge }
    }

    fn tactical_moves(
        &self,
        _: &ConnectFour,
        _: &Position,
        info: &NodeInfo,
        out: &mut MoveList<u8>,
    ) {
        out.extend(&info.threats);
    }

    fn in_danger(&self, info: &NodeInfo) -> bool {
        !info.threats.is_empty()
    }

    fn null_move(&self, _: &ConnectFour, pos: &mut Position, info: &NodeInfo) -> Option<()> {
        // A null move is sound only while a move is better than passing. With many stones on the board, passing can be better (zugzwang).
        (info.threats.is_empty() && pos.occupied.count_ones() < 8).then(|| pass(pos))
    }

    fn undo_null(&self, _game: &ConnectFour, pos: &mut Position, (): ()) {
        pass(pos);
    }
}

fn pass(pos: &mut Position) {
    pos.own ^= pos.occupied;
    pos.first_to_move ^= true;
}
