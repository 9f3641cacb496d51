//! The description of a game ([`GameInfo`]), and the trait that opens one ([`Playable`]).

use std::path::Path;

use ludex_search::{Player, Score};

use crate::interface::list_style::ListStyle;
use crate::interface::notation::Notation;
use crate::interface::offers::Offers;
use crate::interface::options::{VariantKey, WireOption};
use crate::interface::pictures::Shown;
use crate::interface::protocol_words::ProtocolWords;
use crate::interface::puzzle_lists::PuzzleList;
use crate::interface::puzzles::PuzzleKind;
use crate::interface::real_time::RealTimeKind;
use crate::interface::record::RecordFormat;
use crate::interface::search_kinds::SearchKind;
use crate::interface::shipped::Shipped;
use crate::interface::table_talk::TableTalk;
use crate::interface::training::TrainingKind;
use crate::interface::variant::Variant;
use crate::message;
use crate::support::styled::StyledText;
use crate::words::Words;

/// Constant facts about a game, known before a game is opened.
#[derive(Debug)]
pub struct GameInfo {
    /// Name on the command line.
    pub name: &'static str,
    /// Other accepted names.
    pub aliases: &'static [&'static str],
    /// Name for readers, such as `Takt (Tak)`. If empty, the command-line name is used.
    pub title: &'static str,
    /// One-line description for a list of games.
    pub about: &'static str,
    /// The options that select a variant.
    pub variant_keys: &'static [VariantKey],
    /// Variants, besides the default, whose rules differ enough that every test of the game runs on each of them.
    pub variants: &'static [&'static str],
    /// Name of the game's position notation for `convert`, such as `tps`.
    pub position_format: &'static str,
    /// Further position notations that `convert` can write. Input may use any of them.
    pub more_positions: &'static [&'static str],
    /// File formats for records of the game. The first is the one that `ludex` writes.
    pub formats: &'static [RecordFormat],
    /// Opening books, each for one variant.
    pub books: &'static [Shipped],
    /// Balanced openings: one text per variant, one opening per line.
    pub openings: &'static [Shipped],
    /// Options that tournaments set unless the user sets them: rules that end games which could otherwise go on for ever. Books and
    /// openings do not depend on these options.
    pub tournament_rules: &'static [(&'static str, &'static str)],
    /// For a game that may never end by its own rules: the ply (chance events included) at which a tournament declares a draw. The settings
    /// of the tournament can change it.
    pub endless_after: u32,
    /// Wire protocols besides UGI.
    pub protocols: &'static [&'static str],
    /// Translates moves for a wire protocol that does not use the game's notation, if there is such a protocol.
    pub protocol_words: Option<&'static ProtocolWords>,
    /// Number of random plies at the start of each pair of tournament games without an opening book. 0 if dice or tile draws already make
    /// games differ.
    pub opening_plies: u32,
    /// Smallest allowed search depth: normally 1. It is 0 in games in which "0-ply" is the usual name for evaluating the position after
    /// each move.
    pub least_depth: u32,
    /// Number of moves per player that nine of ten games do not exceed. Time management spreads the clock over this number.
    pub usual_moves: u32,
    /// Unit of scores in JSON: flats, steps, equity or points.
    pub score_unit: &'static str,
    /// Default number of lines that `analyse` shows.
    pub usual_lines: usize,
    /// Whether one player makes several moves in a row and `analyse` should plan the whole turn. False for dice games, where the roll and
    /// its play are judged together.
    pub long_turns: bool,
    /// Builds the tables that most searches need and that take long to build; a second call does nothing. Call it early: a search that has
    /// to build the tables first cannot be stopped until they are complete.
    pub warm_up: fn(),
    /// Puzzles that are not positions of the game. `None` if the game has none.
    pub puzzles: Option<&'static PuzzleKind>,
    /// Lists of positions for a person to solve.
    pub puzzle_lists: &'static [PuzzleList],
    /// The variant that is played in real time, if there is one.
    pub real_time: Option<&'static RealTimeKind>,
    /// How the game's networks are trained.
    pub training: Option<&'static TrainingKind>,
    /// Elo ratings of the ten levels, weakest first, measured with the default variant.
    pub level_ratings: [u16; 10],
    /// Whether [`Offers::rollouts`] is set.
    pub rollouts: bool,
    /// Whether [`Offers::annotator`] is set.
    pub annotates: bool,
    /// Words that people type at the board besides moves, and rules for draws and resignations.
    pub table_talk: TableTalk,
    /// How lists of moves are written.
    pub list_style: ListStyle,
    /// The translations of the constant texts of this description. `None` for a game in English only.
    pub words: Option<&'static Words>,
}

impl GameInfo {
    /// Defaults for a game's own `INFO`, which sets the name and the fields that differ. The defaults assume games of usual length, four
    /// random plies before each pair of tournament games, and scores in points.
    pub const BASE: Self = Self {
        name: "",
        aliases: &[],
        title: "",
        about: "",
        variant_keys: &[],
        variants: &[],
        position_format: "position",
        more_positions: &[],
        formats: &[],
        books: &[],
        openings: &[],
        tournament_rules: &[],
        endless_after: 10_000,
        protocols: &[],
        protocol_words: None,
        opening_plies: 4,
        least_depth: 1,
        usual_moves: 25,
        score_unit: message!("points"),
        usual_lines: 1,
        long_turns: false,
        warm_up: || (),
        puzzles: None,
        puzzle_lists: &[],
        real_time: None,
        training: None,
        level_ratings: [800, 950, 1100, 1250, 1400, 1550, 1700, 1850, 2000, 2150],
        rollouts: false,
        annotates: false,
        table_talk: TableTalk::BASE,
        list_style: ListStyle::Plain,
        words: None,
    };

    /// A constant text of the game, such as [`about`](Self::about), in the current language. Texts that all games share, such as the names
    /// of levels, are found too.
    pub fn translate<'a>(&self, text: &'a str) -> &'a str {
        match self.words.map(|words| words.translate(text)) {
            Some(own) if own != text => own,
            _ => crate::WORDS.translate(text),
        }
    }

    /// The variant with the options that tournaments add.
    #[must_use]
    pub fn in_tournaments(&self, variant: &Variant) -> Variant {
        let missing = self.tournament_rules.iter();
        let missing = missing.filter(|(key, _)| variant.get(key).is_none());
        missing.fold(variant.clone(), |variant, &(key, value)| variant.with(key, value))
    }

    /// The variant without the tournament options: books and openings are listed under this one.
    #[must_use]
    pub fn for_openings(&self, variant: &Variant) -> Variant {
        let rules = self.tournament_rules.iter();
        rules.fold(variant.clone(), |variant, (key, _)| variant.without(key))
    }

    /// The text of `texts` (books or openings) for a variant, if there is one.
    pub fn shipped(&self, texts: &[Shipped], variant: &Variant) -> Option<Shipped> {
        let variant = self.for_openings(variant).to_string();
        texts.iter().copied().find(|text| text.variant == variant)
    }

    /// The record format that a file's extension names.
    pub fn format_named_by(&self, path: &Path) -> Option<&'static RecordFormat> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        let mut formats = self.formats.iter();
        formats.find(|format| format.extensions.contains(&ending.as_str()))
    }

    /// The variant options that wire protocols send as integers.
    pub fn wire_options(&self) -> impl Iterator<Item = WireOption> + use<> {
        self.variant_keys.iter().filter_map(VariantKey::wire_option)
    }

    /// Whether `name` is the game's name or an alias of it.
    pub fn answers_to(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

/// A game that the engine can open: rules with notation, rendering and searches. Everything else is optional: see [`Offers`].
pub trait Playable: Notation + Clone + Sized + 'static {
    /// Constant facts about the game.
    const INFO: &'static GameInfo;

    /// The current variant: every option that differs from the default, and those that are always shown. Empty if the game has only one
    /// variant.
    fn variant(&self) -> Variant {
        Variant::new()
    }

    /// The searches that support the game. The first is the default.
    const SEARCHES: &'static [SearchKind<Self>];

    /// The position as text for a reader, ending in a line feed. The text is complete without its styles, except that the last moves may
    /// be marked by style alone.
    fn render(&self, shown: &Shown<Self>) -> StyledText;

    /// Number of moves played before this position since the start of the game.
    fn ply(&self, pos: &Self::Position) -> u32;

    /// The player whose turn it is when there is no move to make: before a roll or a draw, or at the end of the game.
    fn next_player(&self, pos: &Self::Position) -> Player {
        Player((self.ply(pos) as usize % self.players()) as u8)
    }

    /// A score in the unit of [`GameInfo::score_unit`]. By default the score itself.
    fn score_value(&self, score: Score) -> f64 {
        f64::from(score.value())
    }

    /// Whether the move makes no sense even to a beginner, such as a step away from the goal. Players below full strength make such a move
    /// only if the search prefers it to all others.
    fn is_senseless(&self, _pos: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// The optional features of the game.
    fn offers(&self) -> Offers<'_, Self> {
        Offers::NONE
    }
}

/// A computation that works with any game.
pub trait Visitor {
    /// Result of the computation.
    type Output;
    /// Runs the computation with this game, at the position it was opened with.
    fn visit<G: Playable>(self, game: G, start: G::Position) -> Self::Output;
}
