//! Tantrix: place tiles with lines of four colours, and make the longest line or loop in your colour.
//!
//! Terms:
//!
//! - placement: a move, that is, one tile on one cell. A turn consists of several placements: forced spaces first, one free
//!   placement, then forced spaces again.
//! - forced space: an empty cell with three tiles around it. A player who has a fitting tile must fill it.
//! - bag: the tiles that no player has seen. A draw from it is a chance event.
//! - site: a cell that contains a tile or touches one.
//! - restrictions: three rules that close cells while the bag has tiles. A tile must not (1) leave an empty cell with three edges of one
//!   colour around it, (2) be a fourth tile next to a forced space, or (3) lead to (2) when forced spaces are filled. Virtual filling tests
//!   (2) and (3).

pub mod evaluation;
#[cfg(feature = "gobble")]
pub mod gobble;
pub mod notation;
mod open;
pub mod puzzle;
pub mod rules;
pub mod search;
pub mod show;

ludex_kit::words!(tests::parameters);

use ludex_search::support::luck::after_best_move;
use ludex_search::{Evaluator, Game, Player, Returns, Score, Turn};

pub use notation::setup::Setup;
pub use open::open;
pub use rules::board::Board;
pub use rules::canonical::canonical;
pub use rules::game::Tantrix;
pub use rules::hand::Hand;
pub use rules::hex::{Cell, Hex};
pub use rules::movegen::PlacementCandidates;
pub use rules::moves::Placement;
pub use rules::options::Options;
pub use rules::position::{Phase, Position, Stage, Undo};
pub use rules::tile::{Colour, Face, Fits, Tile, TileSet};

use evaluation::features::Prospects;

use ludex_kit::ListStyle;
use ludex_kit::interface::chance::{RESULT, Worth};
use ludex_kit::interface::endings::Endings;
use ludex_kit::registry::Entry;
use ludex_kit::support::styled::StyledText;
use ludex_kit::{
    ChanceKind, ChanceNodes, GameInfo, Offers, Playable, PuzzleJudge, PuzzleList, SearchKind,
    Shown, TableTalk, Variant, Views, message,
};

/// Constant facts about Tantrix.
pub static INFO: GameInfo = GameInfo {
    name: "tantrix",
    title: message!("Tantrix"),
    about: message!(
        "Tantrix: place tiles with lines of four colours; the player with the longest line or loop wins"
    ),
    variant_keys: &rules::options::KEYS,
    variants: &[
        "players=3,colours=GBY",
        "players=4,start-tile=return",
        "players=4,teams=yes,colours=BG",
        "players=2,endgame-forced=exactly3",
    ],
    puzzle_lists: &[
        PuzzleList {
            name: "loop",
            about: message!("Loops: close one in a turn"),
            ask: message!(
                "Close a loop of your colour in this turn, whatever tiles you draw (tiles to place: N)"
            ),
            judge: PuzzleJudge::IsSure,
            text: include_str!("../data/puzzles-loop.txt"),
        },
        PuzzleList {
            name: "endgame",
            about: message!("Endgames: make the longest line or loop"),
            ask: message!("Find the winning placement"),
            judge: PuzzleJudge::KeepsTheWin,
            text: include_str!("../data/puzzles-endgame.txt"),
        },
    ],
    formats: &notation::record::FORMATS,
    opening_plies: 0,
    long_turns: true,
    level_ratings: search::levels::RATINGS,
    puzzles: Some(&puzzle::PUZZLES),
    rollouts: true,
    #[cfg(feature = "gobble")]
    real_time: Some(&gobble::REAL_TIME),
    training: Some(&search::self_play::TRAINING),
    list_style: ListStyle::Numbered,
    table_talk: TableTalk {
        no_draw: Some(message!("all tiles are placed, and the lines are counted")),
        ..TableTalk::BASE
    },
    words: Some(&WORDS),
    ..GameInfo::BASE
};

/// Catalogue entry of the game.
pub static ENTRY: Entry = Entry { info: &INFO, session: open::session };

impl Playable for Tantrix {
    const INFO: &'static GameInfo = &INFO;

    fn variant(&self) -> Variant {
        self.options().variant()
    }

    const SEARCHES: &'static [SearchKind<Self>] = search::searches::ALL;

    fn render(&self, shown: &Shown<Self>) -> StyledText {
        self.text_of(shown)
    }

    fn next_player(&self, pos: &Position) -> Player {
        match pos.stage() {
            Stage::Chance(player) => player,
            _ => pos.to_move(),
        }
    }

    fn ply(&self, pos: &Position) -> u32 {
        pos.board().n_tiles() as u32
    }

    fn score_value(&self, score: Score) -> f64 {
        f64::from(score.value()) / f64::from(evaluation::features::UNITS)
    }

    fn offers(&self) -> Offers<'_, Self> {
        Offers {
            commentary: self,
            chance: self,
            views: self,
            endings: Some(self),
            pictures: Some(self),
            gestures: Some(self),
            actions: Some(self),
            observations: Some(self),
            speech: Some(self),
            setting_up: Some(self),
            feats: Some(self),
            rollouts: Some(self),
            has_network: |_| true,
            learner: Some(|_| Box::new(search::self_play::AllColours)),
            ..Offers::NONE
        }
    }
}

impl ChanceNodes<Self> for Tantrix {
    fn missing_event(&self, pos: &Position) -> &'static str {
        match self.kind(pos) {
            ChanceKind::Deal => message!("the tiles are not dealt yet"),
            _ => message!("the next tile is not drawn yet"),
        }
    }

    fn kind(&self, pos: &Position) -> ChanceKind {
        if self.ply(pos) == 0 { ChanceKind::Deal } else { ChanceKind::Draw }
    }

    fn label(&self, _pos: &Position, tile: Tile) -> Option<String> {
        Some(tile.number().to_string())
    }

    /// The expected margins; for teams, which have no margins, the expected result. The best of many estimated placements looks better than
    /// it is, because the maximum picks estimates that are too high. So only half of the gain from the best placement is counted.
    fn worth(&self) -> Option<Worth<'_, Position>> {
        let prospects = Prospects::default();
        let worth = move |pos: &Position| {
            if self.turn(pos) == Turn::Over {
                return self.margins(pos).unwrap_or_else(|| self.returns(pos));
            }
            if self.options().teams {
                return prospects.returns(self, pos);
            }
            prospects.likely_margins(self, pos)
        };
        Some(Box::new(move |pos| {
            // Before the deal all players are equal.
            if self.ply(pos) == 0 {
                return Returns::default();
            }
            let (now, after) = (worth(pos), after_best_move(self, pos, &worth));
            std::array::from_fn(|player| f32::midpoint(now[player], after[player]))
        }))
    }

    fn worth_unit(&self) -> &'static str {
        if self.options().teams { RESULT } else { WORDS.translate(message!("points")) }
    }
}

impl Views<Self> for Tantrix {
    fn as_seen(&self, pos: &Position) -> Position {
        pos.without_order()
    }
}

#[cfg(test)]
mod tests;
