//! The one place where the type of a game is erased: text goes in, text comes out.

mod before_draw;
mod erased;
mod findings;
mod generate;
mod opening;
mod perft;
mod sample;

use std::fmt;
use std::time::Duration;

use ludex_search::{Limits, ProofResult, StopFlag};
use rand_pcg::Pcg64;

use crate::{
    Explanation, Facts, GameInfo, InputError, Playable, RealTimeKind, Record, RolledOut,
    RolloutObserver, RolloutRequest, SearchInfo, SearchSetup, Solved, Summary, TableRequest,
    TableStore, Tally, Variant, Verdict, Visitor,
};

pub use before_draw::written as written_value;
use erased::erase;
pub use findings::{Findings, FoundLine};
pub use generate::{Puzzle, PuzzleRequest};
pub use opening::RandomOpening;
pub use perft::{Counted, PerftOptions, PerftWatch};
pub use sample::{Sample, SampleRequest, SampledGame};

/// What was understood but could not be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CouldNot(pub String);

impl fmt::Display for CouldNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CouldNot {}

/// Where a game stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
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
}

impl Standing {
    /// The game is over, whatever the rules say: as a record tells it.
    pub fn end(&mut self, returns: &[f32]) {
        self.over = true;
        self.to_move = None;
        self.result = Some(result_word(returns));
        self.returns = Some(returns.to_vec());
    }
}

/// The word for a result.
pub fn result_word(returns: &[f32]) -> &'static str {
    match returns {
        [first, second] if first > second => "p1win",
        [first, second] if first < second => "p2win",
        [_, _] => "draw",
        _ => "ended",
    }
}

/// How far a search for a proof has come.
#[derive(Clone, Debug, Default)]
pub struct SolveProgress {
    /// The depth in plies that is settled.
    pub depth: u32,
    /// The first moves that win within it.
    pub moves: Vec<String>,
    /// Calls of `play`.
    pub nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
}

/// What a search for a proof found, as text.
#[derive(Clone, Debug)]
pub struct SolvedText {
    /// The result for the player to move; none if a limit came first.
    pub result: Option<ProofResult>,
    /// Plies of the shortest proof.
    pub plies: Option<u32>,
    /// All first moves that win within `plies`.
    pub moves: Vec<String>,
    /// One line of the proof.
    pub line: Vec<String>,
    /// The plies that were settled.
    pub depth: u32,
    /// Whether deeper searches can find nothing more.
    pub exhausted: bool,
    /// Calls of `play`.
    pub nodes: u64,
}

/// The event that a position waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingEvent {
    /// What is missing, in the game's words.
    pub words: &'static str,
    /// An event that may come.
    pub example: String,
}

impl MissingEvent {
    /// The error of a place that needs a player to move.
    pub fn error(&self, place: &str) -> InputError {
        let error = InputError::new(place, self.words, "a player to move");
        error.with_hint(format!("add {} to the moves", self.example))
    }

    /// The same where `--deal` lets chance decide.
    pub fn error_with_deal(&self, place: &str) -> InputError {
        let hint = format!("add {} to --moves, or --deal", self.example);
        self.error(place).with_hint(hint)
    }
}

/// A game under way, with a search for it.
pub trait Session: Send {
    /// What there is to know about the game.
    fn info(&self) -> &'static GameInfo;
    /// The variant in force.
    fn variant(&self) -> Variant;
    /// The number of players.
    fn players(&self) -> usize;

    /// Starts from a position (the start of a game if none) and plays moves and events. All or nothing.
    fn set_line(&mut self, start: Option<&str>, steps: &[Word]) -> Result<(), InputError>;
    /// Plays a move or an event, and returns it as the game writes it.
    fn play(&mut self, text: &str) -> Result<String, InputError>;
    /// Plays one move, and nothing else that a record may hold.
    fn play_move(&mut self, text: &str) -> Result<String, InputError>;
    /// Lets chance decide the next event, where it is to decide, and returns the event.
    fn draw_by(&mut self, rng: &mut Pcg64) -> Result<Option<String>, InputError>;
    /// Lets chance decide the next event, where it is to decide, and returns the event; the same for the same seed.
    fn draw(&mut self, seed: u64) -> Result<Option<String>, InputError>;
    /// Goes on with the position as its players see it; [`undo`](Self::undo) brings back what a referee knows.
    fn see_as_players(&mut self);
    /// The events that chance may bring now; none where a player moves.
    fn events(&self) -> Vec<String>;
    /// The weights of these events.
    fn event_weights(&self) -> Vec<u32>;
    /// What a record that ends here says about its result: one value for each player; none if it says nothing. An error
    /// if that contradicts the rules.
    fn recorded_returns(&self, record: &Record) -> Result<Option<Vec<f32>>, InputError>;
    /// Goes to how the game of a record that ends here stood at its end: not at the next game of a match, and with the
    /// result that it was given up by.
    fn end_record(&mut self, record: &Record);
    /// Takes the last step back; false if there is none.
    fn undo(&mut self) -> bool;

    /// By how many points each player is ahead at the end of a game that is won by more or less; none elsewhere.
    fn margins(&self) -> Option<Vec<f32>>;
    /// A random opening of so many plies from the start of a game; none if these ended the game.
    fn random_opening(&self, plies: u32, rng: &mut Pcg64) -> Option<RandomOpening>;
    /// Positions of a recorded game; the places of errors are those of its words.
    fn sample(
        &self,
        start: Option<&str>,
        steps: &[Word],
        request: &SampleRequest,
        rng: &mut Pcg64,
    ) -> Result<SampledGame, InputError>;

    /// The position, canonical.
    fn position(&self) -> String;
    /// The position in another of the game's notations.
    fn position_as(&self, notation: &str) -> String;
    /// Where the game stands.
    fn standing(&self) -> Standing;
    /// The legal moves; none when the game is over.
    fn legal_moves(&self) -> Vec<String>;
    /// One legal move for each position that can be reached.
    fn distinct_moves(&self) -> Vec<String>;
    /// The position as a picture in text.
    fn render(&self) -> String;
    /// Whether a player may move several times in a row, so that a turn is more than a move.
    fn has_long_turns(&self) -> bool;
    /// What the game itself has to say about the position.
    fn facts(&self) -> Facts;
    /// What the game itself has to say about a legal move; nothing about any other.
    fn move_facts(&self, text: &str) -> Facts;
    /// What the game tells a reader about the position: headings, and what stands beside them.
    fn notes(&self) -> Vec<(String, String)>;
    /// The number of leaves below each move, and of all together.
    fn perft(&self, options: &PerftOptions, watch: &PerftWatch) -> anyhow::Result<Counted>;

    /// The searches, the default first.
    fn searches(&self) -> Vec<SearchInfo>;
    /// The searches for proofs, the default first.
    fn solvers(&self) -> Vec<SearchInfo>;
    /// Chooses a search and checks every choice about it; it is built when it is used first. The places of errors are
    /// `search`, `evaluator` and `set.NAME`.
    fn configure(&mut self, search: Option<&str>, setup: SearchSetup) -> Result<(), InputError>;
    /// Makes the tables that take long, so that nothing which can be stopped is kept by them.
    fn warm_up(&self);
    /// Builds the chosen search, which takes memory.
    fn prepare(&mut self) -> Result<(), InputError>;
    /// The same as [`configure`](Self::configure) for a search for proofs.
    fn configure_solver(
        &mut self,
        solver: Option<&str>,
        setup: SearchSetup,
    ) -> Result<(), InputError>;
    /// The event that must come before a player moves; none where a player is to move, or the game is over.
    fn missing_event(&self) -> Option<MissingEvent>;
    /// Whether a search of a position before a draw gives its value; elsewhere the event must be given first.
    fn values_draws(&self) -> bool;
    /// What the game adds about the position by evaluations of its own.
    fn appraise(&self) -> Result<Explanation, InputError>;
    /// The lines that are shown of a position where nobody says how many.
    fn usual_lines(&self) -> usize;
    /// Forgets what was learnt from earlier searches.
    fn new_game(&mut self);
    /// Searches the position.
    fn search(
        &mut self,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Findings),
    ) -> anyhow::Result<Findings>;
    /// What each player may expect, one value each: by the chosen search if it knows that, else by the first one that does.
    /// None if no search does.
    fn search_for_all(
        &mut self,
        limits: &Limits,
        stop: &StopFlag,
    ) -> anyhow::Result<Option<Vec<f32>>>;
    /// Rolls out the position or its plays; none where the game has no rollouts.
    fn roll_out(
        &self,
        setup: &SearchSetup,
        request: &RolloutRequest<String>,
        stop: &StopFlag,
        observer: &mut RolloutObserver<'_, String>,
    ) -> anyhow::Result<Option<RolledOut<String>>>;
    /// Solves the position by tables; none where the game has none for it.
    fn solve_by_tables(
        &self,
        request: TableRequest,
        store: &dyn TableStore,
    ) -> Result<Option<Solved>, InputError>;
    /// Judges a record in the manner of the game, from where the session stands; each verdict is told with the number of
    /// its word. None where the game has no manner of its own.
    fn judge_record(
        &mut self,
        words: &[Word],
        setup: &SearchSetup,
        limits: &Limits,
        stop: &StopFlag,
        tell: &mut dyn FnMut(usize, &Verdict) -> anyhow::Result<()>,
    ) -> anyhow::Result<Option<Tally>>;
    /// The sums of judged games in words.
    fn summarise(&self, tally: &Tally) -> Summary;
    /// Looks for a proof; `limits` as for a search.
    fn solve(
        &mut self,
        solver: Option<&str>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&SolveProgress),
    ) -> anyhow::Result<SolvedText>;
    /// Makes puzzles from self-play, and gives their number.
    fn generate(
        &mut self,
        solver: Option<&str>,
        request: &PuzzleRequest,
        found: &mut dyn FnMut(&Puzzle) -> anyhow::Result<()>,
    ) -> anyhow::Result<usize>;
}

/// A word of a move list, with its place for errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The move or event.
    pub text: String,
    /// Where it stands.
    pub place: String,
}

impl Word {
    /// Puts the place of the word in front of an error about it.
    pub fn locate(&self, mut error: InputError) -> InputError {
        if error.place == "move" {
            error.place.clear();
        }
        error.within(&self.place)
    }

    /// The words of a text, numbered within `place`.
    pub fn split(text: &str, place: &str) -> Vec<Self> {
        let word = |(index, text): (usize, &str)| Self {
            text: text.to_owned(),
            place: format!("{place}, move {}", index + 1),
        };
        text.split_whitespace().enumerate().map(word).collect()
    }
}

/// Opens a game by name. Keys that `variant` leaves open may follow from the text of a position.
pub fn open(
    name: &str,
    variant: &Variant,
    position: Option<&str>,
) -> Result<Box<dyn Session>, InputError> {
    if let Some(kind) = real_time(name, variant)? {
        let (key, value) = kind.word;
        let expected = "a game that is played in turns";
        return Err(InputError::new(format!("variant, {key}"), value, expected)
            .with_hint(format!("{value} knows play, show and tournament")));
    }
    crate::open(name, variant, position, Erase).map_err(|error| with_nearest_game(error, name))
}

/// What there is to know about a game, by name.
pub fn info(name: &str) -> Result<&'static GameInfo, InputError> {
    let found = crate::GAMES.iter().find(|info| info.answers_to(name));
    found.copied().ok_or_else(|| {
        let names: Vec<_> = crate::GAMES.iter().map(|info| info.name).collect();
        let error = InputError::new("game", name, format!("one of {}", names.join(", ")));
        with_nearest_game(error, name)
    })
}

/// The game in real time that a variant asks for, if it does.
pub fn real_time(
    name: &str,
    variant: &Variant,
) -> Result<Option<&'static RealTimeKind>, InputError> {
    let game = info(name)?.name;
    let mut kinds = crate::REAL_TIME.iter().copied();
    Ok(kinds.find(|kind| kind.is_meant(game, variant)))
}

fn with_nearest_game(error: InputError, name: &str) -> InputError {
    if error.place != "game" || error.hint.is_some() {
        return error;
    }
    let names = crate::GAMES
        .iter()
        .flat_map(|info| info.aliases.iter().chain([&info.name]));
    let error = error.with_hint("ludex games lists them");
    error.with_nearest(name, names.copied())
}

struct Erase;

impl Visitor for Erase {
    type Output = Box<dyn Session>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        erase(game)
    }
}
