//! Where a game under way stands.

/// Where a game stands.
#[derive(Clone, Debug, PartialEq)]
pub struct GameStatus {
    /// Moves played since the start of the game.
    pub ply: u32,
    /// The player to move, counted from 1; none at a chance node and at the end.
    pub to_move: Option<usize>,
    /// The player to move, or the one whose turn it is to throw or draw, or would be next; counted from 1.
    pub next: usize,
    /// Whether the game is over.
    pub over: bool,
    /// `p1win`, `p2win`, `draw` or `ended`, once it is over.
    pub result: Option<&'static str>,
    /// One value for each player, once it is over.
    pub returns: Option<Vec<f32>>,
    /// By how many points each player is ahead, once a game is over that is won by more or less.
    pub margins: Option<Vec<f32>>,
}

impl GameStatus {
    /// The game is over, whatever the rules say: as a record tells it.
    pub fn end(&mut self, returns: &[f32]) {
        self.over = true;
        self.to_move = None;
        self.result = Some(result_word(returns));
        self.returns = Some(returns.to_vec());
    }
}

/// The word for a result: `p1win`, `p2win` or `draw` of two players, `ended` of more.
pub fn result_word<T: PartialOrd>(returns: &[T]) -> &'static str {
    match returns {
        [first, second] if first > second => "p1win",
        [first, second] if first < second => "p2win",
        [_, _] => "draw",
        _ => "ended",
    }
}
