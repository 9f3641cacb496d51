//! Games in real time: nobody waits for his turn, so they are played by the clock, and know no search.

use std::time::Duration;

use ludex_search::StopFlag;

use crate::interface::explanation::Facts;
use crate::interface::input_error::InputError;
use crate::interface::options::VariantKey;
use crate::interface::variant::Variant;
use crate::support::picture::Scene;
use crate::support::styled::StyledText;

/// One game in real time.
#[derive(Debug)]
pub struct RealTimeKind {
    /// The key of the variant, and the value that stands for it: `mode`, `gobble`.
    pub word: (&'static str, &'static str),
    /// One line of help.
    pub about: &'static str,
    /// The options of its variants.
    pub keys: &'static [VariantKey],
    /// Starts a game by variant and seed; any seats, counted from 0, may be persons'.
    pub open: OpenRealTime,
    /// Plays a series of games.
    pub series: fn(&Variant, &Effort, &StopFlag) -> Result<Sheet, InputError>,
}

/// Starts a game by variant and seed, with the seats of persons, counted from 0; all others are simulated.
pub type OpenRealTime = fn(&Variant, u64, &[usize]) -> Result<Box<dyn RealTime>, InputError>;

impl RealTimeKind {
    /// Whether a variant of its game asks for it.
    pub fn is_meant(&self, variant: &Variant) -> bool {
        variant.get(self.word.0) == Some(self.word.1)
    }
}

/// How many games a series has, and how they are played.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The number of games.
    pub n_games: u64,
    /// The seed of all of them.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

/// A game under way.
pub trait RealTime: Send {
    /// The variant in force.
    fn variant(&self) -> Variant;

    /// The number of players.
    fn players(&self) -> usize;

    /// The position as text, with what no player sees.
    fn position(&self) -> String;

    /// The position as a picture in text.
    fn render(&self) -> StyledText;

    /// The table as the player of a seat sees it, his own things first; without a seat as an onlooker sees it.
    fn draw(&self, seat: Option<usize>) -> Scene;

    /// What there is to say about the position, for JSON, with what no player sees.
    fn facts(&self) -> Facts;

    /// What the player of a seat, or an onlooker, sees of it.
    fn seen_facts(&self, seat: Option<usize>) -> Facts;

    /// Whether it is over.
    fn is_over(&self) -> bool;

    /// When the next event that waits for nobody happens, from the start on.
    fn next_event(&self) -> Option<Duration>;

    /// Lets it happen; false if there is none.
    fn step(&mut self) -> bool;

    /// The person of a seat does something at a time, in words, or asks something and gets an answer. Events that are due
    /// before that time have happened.
    fn act(&mut self, seat: usize, at: Duration, line: &str) -> Result<Option<String>, InputError>;

    /// The person of a seat leaves the game at a time; a simulated player goes on in his place.
    fn leave(&mut self, seat: usize, at: Duration);

    /// What a person may do, a line each.
    fn help(&self) -> &'static str;

    /// What happened since this was asked last.
    fn take_story(&mut self) -> Vec<Said>;

    /// Where the players stand.
    fn standings(&self) -> Sheet;
}

/// Something that happened.
#[derive(Clone, Debug)]
pub struct Said {
    /// When.
    pub at: Duration,
    /// To which player, counted from 1.
    pub player: usize,
    /// In words.
    pub text: String,
    /// For JSON.
    pub facts: Facts,
}

/// A table, and the same for JSON.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The headings of the columns, and whether they hold numbers.
    pub headings: Vec<(&'static str, bool)>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
    /// One line below the table.
    pub remark: String,
    /// For JSON.
    pub facts: Facts,
}
