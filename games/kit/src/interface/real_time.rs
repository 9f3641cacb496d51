//! Games in real time: players do not take turns, so these games are played by the clock and without search.

use std::time::Duration;

use ludex_search::StopFlag;

use crate::interface::explanation::Facts;
use crate::interface::input_error::InputError;
use crate::interface::level::Level;
use crate::interface::options::VariantKey;
use crate::interface::variant::Variant;
use crate::support::picture::Scene;
use crate::support::styled::StyledText;

/// A real-time game.
#[derive(Debug)]
pub struct RealTimeKind {
    /// The variant key and the value that select it: `mode`, `gobble`.
    pub word: (&'static str, &'static str),
    /// One line of help.
    pub about: &'static str,
    /// The options of its variants.
    pub keys: &'static [VariantKey],
    /// Starts a game from a variant and a seed. The listed seats, counted from 0, are taken by people.
    pub open: OpenRealTime,
    /// Plays a series of games.
    pub series: fn(&Variant, &Effort, &StopFlag) -> Result<Sheet, InputError>,
}

/// Starts a game from a variant, a seed and the seats of people, counted from 0. All other seats are simulated.
pub type OpenRealTime = fn(&Variant, u64, &[usize]) -> Result<Box<dyn RealTime>, InputError>;

impl RealTimeKind {
    /// Whether the variant selects this real-time game.
    pub fn is_meant(&self, variant: &Variant) -> bool {
        variant.get(self.word.0) == Some(self.word.1)
    }
}

/// The size of a series of games.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Number of games.
    pub n_games: u64,
    /// Seed of the whole series.
    pub seed: u64,
    /// Number of threads.
    pub threads: usize,
}

/// A game in progress.
pub trait RealTime: Send {
    /// The current variant.
    fn variant(&self) -> Variant;

    /// Number of players.
    fn players(&self) -> usize;

    /// The position as text, hidden information included.
    fn position(&self) -> String;

    /// The position as a picture in text.
    fn render(&self) -> StyledText;

    /// A picture of the board, without the players' tiles.
    fn draw(&self) -> Scene;

    /// A picture of the pieces of the player at `seat`, as that player sees them.
    fn draw_hand(&self, seat: usize) -> Scene;

    /// The strength of the simulated player at `seat`; `None` if it is not one of the levels.
    fn level(&self, _seat: usize) -> Option<Level> {
        None
    }

    /// Facts about the position for JSON, hidden information included.
    fn facts(&self) -> Facts;

    /// Facts for JSON that the player at `seat` can see. With `None`, the facts that a spectator can see.
    fn seen_facts(&self, seat: Option<usize>) -> Facts;

    /// Whether the game is over.
    fn is_over(&self) -> bool;

    /// Time, from the start of the game, of the next event that happens without an action of a person.
    fn next_event(&self) -> Option<Duration>;

    /// Runs the next event. False if there is none.
    fn step(&mut self) -> bool;

    /// Processes a line of text from the person at a seat at a given time: an action, or a question, whose answer is returned. The caller
    /// has already run the events that are due before that time.
    fn act(&mut self, seat: usize, at: Duration, line: &str) -> Result<Option<String>, InputError>;

    /// Removes the person at a seat from the game at a given time. A simulated player takes over.
    fn leave(&mut self, seat: usize, at: Duration);

    /// The actions of a person, one per line.
    fn help(&self) -> &'static str;

    /// Returns the events since the last call.
    fn take_story(&mut self) -> Vec<StoryEvent>;

    /// The current standings.
    fn standings(&self) -> Sheet;
}

/// An event of the game.
#[derive(Clone, Debug)]
pub struct StoryEvent {
    /// When it happened, since the start.
    pub at: Duration,
    /// The player concerned, from 1.
    pub player: usize,
    /// Description.
    pub text: String,
    /// Facts for JSON.
    pub facts: Facts,
}

/// A table, also in a form for JSON.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// Column headings, and whether the column holds numbers.
    pub headings: Vec<(&'static str, bool)>,
    /// The cells of each row, one for each heading.
    pub rows: Vec<Vec<String>>,
    /// One line below the table.
    pub remark: String,
    /// Facts for JSON.
    pub facts: Facts,
}
