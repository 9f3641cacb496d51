//! The implementation of [`Session`](super::Session) for a game of a concrete type. Type erasure: [`Erased`] is generic over the
//! game, and code outside this folder sees it only as `dyn Session`, where positions and moves are text. So the rest of the program
//! is compiled once for all games.

use std::sync::OnceLock;

use ludex_search::{History, MoveList, Searcher, Step, Turn};

use super::error::unless_over;
use super::open_book::OpenBook;
use super::status::GameStatus;
use crate::interface::catalogue::{GameInfo, Playable};
use crate::interface::game_result::{GameResult, result_word};
use crate::interface::input_error::InputError;
use crate::interface::judging::Judge;
use crate::interface::level::Level;
use crate::interface::record::plain_result;
use crate::interface::search_kinds::{SearchKind, SearchSetup};
use crate::say;
use crate::support::book::Book;

/// A session of a game of type `G`: the game, its moves so far, and the chosen search.
pub(super) struct Erased<G: Playable> {
    pub(super) game: G,
    pub(super) line: History<G>,
    pub(super) kind: Option<&'static SearchKind<G>>,
    pub(super) setup: SearchSetup,
    /// The moves that the next search may choose from. Empty: all moves.
    pub(super) only: Vec<G::Move>,
    pub(super) searcher: Option<Box<dyn Searcher<G>>>,
    pub(super) book: OpenBook,
    /// The book that ships with the game; read on first use.
    pub(super) shipped_book: OnceLock<Option<Book>>,
    /// The search that estimates every player's expected result.
    pub(super) for_all: Option<Box<dyn Searcher<G>>>,
    /// The game's own judge of records, built on first use.
    pub(super) judge: Option<Box<dyn Judge<G>>>,
}

impl<G: Playable> Erased<G> {
    pub(super) fn new(game: G, line: History<G>) -> Self {
        Self {
            line,
            game,
            kind: None,
            setup: SearchSetup::default(),
            only: Vec::new(),
            searcher: None,
            book: OpenBook::default(),
            shipped_book: OnceLock::new(),
            for_all: None,
            judge: None,
        }
    }

    pub(super) fn now(&self) -> &G::Position {
        self.line.position()
    }

    /// One word for how the game ended, if it is over.
    pub(super) fn result(&self) -> Option<&'static str> {
        result(&self.game, &self.line)
    }

    /// Whether the game is drawn by repetition, although the position alone would allow it to continue.
    pub(super) fn is_repeated(&self) -> bool {
        self.game.turn(self.now()) != Turn::Over && self.line.is_repeated(&self.game)
    }

    /// The legal moves; empty if the game is over or chance decides.
    pub(super) fn moves(&self) -> Vec<G::Move> {
        let mut moves = MoveList::new();
        let playing = matches!(self.game.turn(self.now()), Turn::Player(_));
        if playing && self.result().is_none() {
            self.game.legal_moves(self.now(), &mut moves);
        }
        moves
    }

    pub(super) fn write(&self, mv: G::Move) -> String {
        self.game.write_move(self.now(), mv)
    }

    /// Moves of the current position as text.
    pub(super) fn written(&self, moves: &[G::Move]) -> Vec<String> {
        moves.iter().map(|&mv| self.write(mv)).collect()
    }

    /// Estimate of how many moves the player to move still has to make. 0 if the game is already longer than usual.
    pub(super) fn moves_left(&self) -> u32 {
        let made = self.game.ply(self.now()) / self.game.players() as u32;
        G::INFO.usual_moves.saturating_sub(made)
    }

    /// Whether the game's default search plays with its default evaluation and parameters.
    pub(super) fn uses_defaults(&self) -> bool {
        let (chosen, own) = (self.kind.or(G::SEARCHES.first()), G::SEARCHES.first());
        let is_own = chosen.map(|kind| kind.name) == own.map(|kind| kind.name);
        let setup = &self.setup;
        is_own
            && setup.evaluator.is_none()
            && setup.trained.is_none()
            && setup.parameters.is_empty()
    }

    /// The chosen search, built on first use.
    pub(super) fn searcher(&mut self) -> Result<&mut dyn Searcher<G>, InputError> {
        let searcher = if let Some(searcher) = self.searcher.take() {
            searcher
        } else {
            self.built(self.setup.level)?
        };
        Ok(&mut **self.searcher.insert(searcher))
    }

    /// The chosen search at this level.
    pub(super) fn built(&self, level: Level) -> Result<Box<dyn Searcher<G>>, InputError> {
        let kind = self.kind.or(G::SEARCHES.first());
        let kind = kind.ok_or_else(|| no_search(G::INFO))?;
        let setup = SearchSetup { level, ..self.setup.clone() };
        kind.build(&self.game, &setup)
    }

    /// Plays the steps of one word: all of them or none.
    pub(super) fn play_step(&mut self, text: &str) -> Result<String, InputError> {
        extend(&self.game, &mut self.line, text)
    }

    /// The state of the game.
    pub(super) fn game_status(&self) -> GameStatus {
        status_at(&self.game, self.now(), self.is_repeated())
    }
}

/// How the game ended at a position, if it is over.
fn result_at<G: Playable>(game: &G, pos: &G::Position, is_repeated: bool) -> Option<GameResult> {
    let n_players = game.players();
    if is_repeated {
        // After a draw by repetition the rules give no returns, because they do not see the repetition. The players share the point.
        let result = GameResult::shared(n_players);
        return Some(GameResult { written: Some(plain_result([0.0; 2]).to_owned()), ..result });
    }
    if game.turn(pos) != Turn::Over {
        return None;
    }
    let endings = game.offers().endings;
    let margins = endings.and_then(|endings| endings.margins(pos));
    Some(GameResult {
        margins: margins.map(|margins| margins[..n_players].to_vec()),
        written: endings.and_then(|endings| endings.written_result(pos)).map(str::to_owned),
        ..GameResult::of_rules(&game.returns(pos)[..n_players])
    })
}

/// The state of the game at a position.
pub(super) fn status_at<G: Playable>(game: &G, pos: &G::Position, is_repeated: bool) -> GameStatus {
    let result = result_at(game, pos, is_repeated);
    let to_move = match game.turn(pos) {
        Turn::Player(player) if result.is_none() => Some(player.index() + 1),
        _ => None,
    };
    GameStatus {
        ply: game.ply(pos),
        to_move,
        next: to_move.unwrap_or_else(|| game.next_player(pos).index() + 1),
        over: result.is_some(),
        result,
    }
}

/// The maximum number of moves and events of a game. It limits memory, and keeps the 16-bit coordinates of growing boards in range.
pub(super) const MAX_STEPS: usize = 30_000;

/// Error for a step beyond the greatest length of a game.
pub(super) fn too_long(step: &str) -> InputError {
    let problem =
        say!("is beyond the limit: a game has at most {limit} moves and events", limit = MAX_STEPS);
    InputError::problem("move", step, problem)
}

/// Plays the steps of a word at the end of a game: all of them or none.
fn extend<G: Playable>(game: &G, line: &mut History<G>, word: &str) -> Result<String, InputError> {
    let length = line.n_positions();
    let steps = game.split_steps(word).into_iter();
    let written: Result<String, _> = steps.map(|step| extend_by(game, line, step)).collect();
    written.inspect_err(|_| line.truncate(game, length))
}

/// Plays one step at the end of a game.
fn extend_by<G: Playable>(
    game: &G,
    line: &mut History<G>,
    text: &str,
) -> Result<String, InputError> {
    unless_over(result(game, line), text)?;
    if line.n_positions() > MAX_STEPS {
        return Err(too_long(text));
    }
    let position = line.position();
    match game.parse_step(position, text)? {
        Step::Move(mv) => {
            let written = game.write_move(position, mv);
            line.play(game, mv);
            Ok(written)
        }
        Step::Event(event) => {
            let written = game.write_event(position, event);
            line.apply_chance(game, event);
            Ok(written)
        }
    }
}

/// One word for how a game ended, if it is over.
fn result<G: Playable>(game: &G, line: &History<G>) -> Option<&'static str> {
    let pos = line.position();
    if game.turn(pos) != Turn::Over {
        return line.is_repeated(game).then_some("draw");
    }
    let returns = game.returns(pos);
    Some(result_word(&returns[..game.players()]))
}

/// Error for an unknown search.
pub(super) fn unknown_search(name: &str, known: Vec<&'static str>) -> InputError {
    let error = InputError::unknown("search", name, &say!("a search of this game"), &known);
    error.with_nearest(name, known)
}

fn no_search(game: &GameInfo) -> InputError {
    InputError::problem("game", game.name, say!("has no search"))
}
