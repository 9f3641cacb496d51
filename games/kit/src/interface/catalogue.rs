//! What there is to know about a game, and what it must have to be opened.

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
use crate::support::styled::StyledText;

/// What there is to know about a game before one is opened.
#[derive(Debug)]
pub struct GameInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// Other names that are accepted.
    pub aliases: &'static [&'static str],
    /// The name as players read it, `Takt (Tak)`; without one it is the name on the command line.
    pub title: &'static str,
    /// One line for a list of games.
    pub about: &'static str,
    /// The options of a variant.
    pub variant_keys: &'static [VariantKey],
    /// Variants beyond the usual one that play differently: whatever checks the game checks each of them.
    pub variants: &'static [&'static str],
    /// The name of its position notation, for `convert`: `tps`.
    pub position_format: &'static str,
    /// Other notations of a position that `convert` writes; every position is read in any of them.
    pub more_positions: &'static [&'static str],
    /// The file formats of its records; the first is the one that `ludex` writes.
    pub formats: &'static [RecordFormat],
    /// Books of openings for some variants.
    pub books: &'static [Shipped],
    /// Balanced openings for some variants, one a line.
    pub openings: &'static [Shipped],
    /// Keys and values of the variant that tournaments set where nobody says otherwise: rules that end games which might go on
    /// for ever. Books and openings are the same with them and without.
    pub tournament_rules: &'static [(&'static str, &'static str)],
    /// The plies, events among them, after which a tournament draws a game whose rules need never end it, where its settings do
    /// not say otherwise.
    pub endless_after: u32,
    /// Wire protocols beside UGI.
    pub protocols: &'static [&'static str],
    /// The words of its moves in the one of them that names moves its own way.
    pub protocol_words: Option<&'static ProtocolWords>,
    /// Random plies at the start of each pair of a tournament without a book; none where dice or draws make games differ.
    pub opening_plies: u32,
    /// The least depth of a search: 1, or 0 where players call so what looks at the moves alone.
    pub least_depth: u32,
    /// How many moves each player makes in a game, in nine games of ten at most: a clock is spread over them.
    pub usual_moves: u32,
    /// The unit of scores in JSON: flats, steps, equity, points.
    pub score_unit: &'static str,
    /// The lines that `analyse` shows where nobody says how many.
    pub usual_lines: usize,
    /// Whether a player moves several times in a row, and `analyse` plans the whole turn. Not where a turn is a throw and its
    /// play, which are judged together.
    pub long_turns: bool,
    /// Makes the tables that most searches come to need, where that takes long, once: a search that meets them first could
    /// not be stopped meanwhile.
    pub warm_up: fn(),
    /// Puzzles beside its positions.
    pub puzzles: Option<&'static PuzzleKind>,
    /// Positions to be solved by a person.
    pub puzzle_lists: &'static [PuzzleList],
    /// A variant that is played in real time.
    pub real_time: Option<&'static RealTimeKind>,
    /// How its networks are trained.
    pub training: Option<&'static TrainingKind>,
    /// The ratings of the ten levels, measured where the usual variant is played.
    pub level_ratings: [u16; 10],
    /// Whether it [offers](Offers::rollouts) rollouts.
    pub rollouts: bool,
    /// Whether it [offers](Offers::annotator) to judge its records in a manner of its own.
    pub annotates: bool,
    /// What players say to each other at the board.
    pub table_talk: TableTalk,
    /// How lists of its moves are written.
    pub list_style: ListStyle,
}

impl GameInfo {
    /// A game of which nothing is said yet: one states its name, and what differs. Moves are counted out for a clock as in
    /// most games, pairs of a tournament begin with four random plies, and scores have no unit of their own.
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
        score_unit: "points",
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
    };

    /// A variant as tournaments play it.
    #[must_use]
    pub fn in_tournaments(&self, variant: &Variant) -> Variant {
        let missing = self.tournament_rules.iter();
        let missing = missing.filter(|(key, _)| variant.get(key).is_none());
        missing.fold(variant.clone(), |variant, &(key, value)| variant.with(key, value))
    }

    /// The variant whose books and openings serve this one.
    #[must_use]
    pub fn for_openings(&self, variant: &Variant) -> Variant {
        let rules = self.tournament_rules.iter();
        rules.fold(variant.clone(), |variant, (key, _)| variant.without(key))
    }

    /// Of these books or openings the one for a variant, if there is one.
    pub fn shipped(&self, texts: &[Shipped], variant: &Variant) -> Option<Shipped> {
        let variant = self.for_openings(variant).to_string();
        texts.iter().copied().find(|text| text.variant == variant)
    }

    /// The format of records that the ending of a file names.
    pub fn format_named_by(&self, path: &Path) -> Option<&'static RecordFormat> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        let mut formats = self.formats.iter();
        formats.find(|format| format.extensions.contains(&ending.as_str()))
    }

    /// The options of a variant that wire protocols know as whole numbers.
    pub fn wire_options(&self) -> impl Iterator<Item = WireOption> + use<> {
        self.variant_keys.iter().filter_map(VariantKey::wire_option)
    }

    /// Whether the game goes by this name.
    pub fn answers_to(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

/// A game that the engine can open: rules with notation, pictures and searches. What else it has is in [`Offers`].
pub trait Playable: Notation + Clone + Sized + 'static {
    /// What there is to know about it.
    const INFO: &'static GameInfo;

    /// The variant in force, with every key that differs from the default and those that are always shown; nothing where there
    /// is only one.
    fn variant(&self) -> Variant {
        Variant::new()
    }

    /// The searches that the game supports; the first is the default.
    const SEARCHES: &'static [SearchKind<Self>];

    /// The position as text that a player can read, ending in a line feed. Without its looks it says the same: who marks
    /// the last moves shows them by a look only.
    fn render(&self, shown: &Shown<Self>) -> StyledText;

    /// The number of moves played before this position, counted from the start of a game.
    fn ply(&self, pos: &Self::Position) -> u32;

    /// The player whose turn it is where no move is to be made: to roll, to draw, or at the end.
    fn next_player(&self, pos: &Self::Position) -> Player {
        Player((self.ply(pos) as usize % self.players()) as u8)
    }

    /// A score in the unit of [`GameInfo::score_unit`]; the score itself unless a game says otherwise.
    fn score_value(&self, score: Score) -> f64 {
        f64::from(score.value())
    }

    /// What else it has.
    fn offers(&self) -> Offers<'_, Self> {
        Offers::NONE
    }
}

/// A computation that works with any game.
pub trait Visitor {
    /// What it gives.
    type Output;
    /// Does it with this game and the position that it was opened at.
    fn visit<G: Playable>(self, game: G, start: G::Position) -> Self::Output;
}
