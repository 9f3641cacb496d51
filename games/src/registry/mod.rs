//! Games by name: text goes in, text comes out.
//!
//! [`open`] finds the type of a game by its name and hides it behind `dyn` [`Session`]. This folder is the one place where the
//! type of a game is erased. Below it everything is compiled for that type, searches too; nothing above it is. So the binary
//! holds one `Erased<G>` for each game of [`GAMES`](crate::GAMES) (the sizes of Takt are one game, `AnyTakt`), and command line,
//! protocols, analysis, tournaments and tuning stand in it once: compiled for every game they would make building slow. And
//! one binary plays whatever game is named at run time. A call costs a look into a table and some text, once for a move or a
//! search, never at a node.
//!
//! [`Session`] has what many callers need. What a command or two need is a trait of its own, in its own file with its types;
//! every session offers them all. What does not depend on the game's type is not generic over it: that would be compiled once
//! for each game.
//!
//! Games in real time are played through a trait of their own, [`RealTime`](crate::RealTime).

mod annotate;
mod before_chance;
mod books;
mod chance;
mod describe;
mod distinct;
mod erased;
mod feats;
mod findings;
mod for_all;
mod gestures;
mod limit;
mod losses;
mod luck;
mod opening;
mod perft;
mod pictures;
mod proof;
mod puzzles;
mod records;
mod replay;
mod resign;
mod rollout;
mod sample;
mod session;
mod setting_up;
mod tables;
mod token;
mod told;

use crate::interface::learner::Learner;
use crate::interface::training::TrainingMethod;
use crate::{GameInfo, InputError, Playable, RealTimeKind, Variant, Visitor};

pub use annotate::{Annotate, JudgedStep};
pub use books::{Books, read_book};
pub use chance::{ChanceEvents, MissingEvent};
pub use describe::Describe;
pub use distinct::DistinctMoves;
pub use feats::TellFeats;
pub use findings::{Findings, FoundLine};
pub use for_all::SearchForAll;
pub use gestures::TellGestures;
pub use limit::LimitMoves;
pub use losses::{Loss, counted, losses_in_moves};
pub use luck::TellLuck;
pub use opening::{RandomOpening, RandomOpenings};
pub use perft::{Counted, Perft, PerftOptions, PerftWatch};
pub use pictures::{BOARD, DrawPicture, LastMark, PictureRequest, Seat};
pub use proof::{Prove, SolveProgress, SolvedText, TILES};
pub use puzzles::{GeneratePuzzles, PuzzleRequest, PuzzleText};
pub use records::{EndRecord, check_told, losses};
pub use replay::{Replayed, ReplayedStep, replay};
pub use resign::{Resign, Resignation, lost_by};
pub use rollout::RollOut;
pub use sample::{Sample, SampleRequest, SampledGame, TakeSample};
pub use session::{CouldNot, GameStatus, Session, result_word};
pub use setting_up::{SetUp, SetupChange, SetupTray};
pub use tables::SolveByTables;
pub use token::Token;
pub use told::{TellGame, ToldGame};

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

/// The games and variants for which there are balanced openings.
pub fn openings() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of = |info: &&'static GameInfo| {
        let name = info.name;
        info.openings.iter().map(move |text| (name, text.variant))
    };
    crate::GAMES.iter().flat_map(of)
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
    let kind = info(name)?.real_time;
    Ok(kind.filter(|kind| kind.is_meant(variant)))
}

/// The error about a game that does not have what is asked for: it names the games that do.
pub fn not_offered(
    place: &str,
    game: &GameInfo,
    expected: &str,
    has: impl Fn(&GameInfo) -> bool,
) -> InputError {
    let games = crate::GAMES.iter().filter(|info| has(info));
    let names: Vec<_> = games.map(|info| info.name).collect();
    let expected = format!("{expected}: {}", names.join(", "));
    InputError::new(place, game.name, expected)
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

/// Who plays a variant against itself so that its network learns, with the variant in full.
pub fn learner(name: &str, variant: &Variant) -> Result<(Variant, Box<dyn Learner>), InputError> {
    let info = info(name)?;
    let learner = crate::open(info.name, variant, None, OpenLearner)?;
    learner.ok_or_else(|| {
        let learns = |info: &GameInfo| {
            matches!(
                info.training.map(|kind| &kind.method),
                Some(TrainingMethod::Score)
            )
        };
        if learns(info) {
            let expected = format!("a variant of {} that a network plays", info.name);
            return InputError::new("variant", variant.to_string(), expected);
        }
        not_offered("game", info, "one whose network learns from scores", learns)
    })
}

struct OpenLearner;

impl Visitor for OpenLearner {
    type Output = Option<(Variant, Box<dyn Learner>)>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let learner = game.offers().learner?;
        Some((game.variant(), learner(&game)))
    }
}

struct Erase;

impl Visitor for Erase {
    type Output = Box<dyn Session>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        Box::new(erased::Erased::new(game))
    }
}
