//! Tryktrak (backgammon): bring fifteen checkers home and bear them off, by the roll of two dice.
//!
//! Terms, with the names of the Polish rules: point (linia), checker (pion), bar (banda), home board (dom), bearing off (na dwór),
//! hit (bicie), doubling cube (kostka dublująca). A move is the play of a whole roll, or an action with the cube. A chance event is a
//! roll of the dice.

pub mod evaluation;
pub mod notation;
pub mod rules;
pub mod search;

mod open;
mod show;

ludex_kit::words!(tests::parameters);

use ludex_search::{Game, Player, Score, Turn};

pub use evaluation::cube::{CubeAction, CubeDecision, CubeStates, CubefulValue, MoneyRules};
pub use evaluation::efficiency::Efficiency;
pub use evaluation::met::{Crawford, MatchEquities, MatchScale, MatchScore};
pub use evaluation::outcome::Outcome;
pub use notation::setup::Setup;
pub use open::open;
pub use rules::board::{Board, Side};
pub use rules::dice::Roll;
pub use rules::game::Tryktrak;
pub use rules::moves::{Hop, Move, Play};
pub use rules::options::Options;
pub use rules::position::{Cube, Phase, Position, Status};
pub use search::searches::shipped_networks;

use ludex_kit::ListStyle;
use ludex_kit::interface::chance::Worth;
use ludex_kit::registry::Entry;
use ludex_kit::support::styled::StyledText;
use ludex_kit::{
    ChanceKind, ChanceNodes, ExactLimit, GameInfo, Offers, Playable, PuzzleJudge, PuzzleList,
    SearchKind, Shown, TableTalk, Variant, Views, message,
};

/// Constant facts about Tryktrak.
pub static INFO: GameInfo = GameInfo {
    name: "tryktrak",
    aliases: &["backgammon"],
    title: message!("Tryktrak (backgammon)"),
    about: message!(
        "Tryktrak (backgammon): bring fifteen checkers home and off, with a doubling cube"
    ),
    variant_keys: &rules::options::KEYS,
    variants: &["length=3", "length=11,crawford=no", "cube=no", "jacoby=yes,beavers=yes"],
    position_format: "xgid",
    more_positions: &["position-id", "match-id", "gnuid", "ogid"],
    puzzle_lists: &[
        PuzzleList {
            name: "bearoff",
            about: message!("Bear-offs: find the best play"),
            ask: message!("Bear off: find the best play"),
            judge: PuzzleJudge::IsBest { limit: ExactLimit::Depth(0), within: 0.0005 },
            text: include_str!("../data/puzzles-bearoff.txt"),
        },
        PuzzleList {
            name: "cube",
            about: message!("Cube decisions in bear-offs"),
            ask: message!("Make the best cube decision"),
            judge: PuzzleJudge::IsBest { limit: ExactLimit::Depth(0), within: 0.0005 },
            text: include_str!("../data/puzzles-cube.txt"),
        },
    ],
    formats: &notation::record::FORMATS,
    opening_plies: 0,
    // The longest match without the cube takes about 15,000 plies, rolls included. So no match reaches this limit.
    endless_after: 100_000,
    least_depth: 0,
    score_unit: "equity",
    usual_lines: 10,
    warm_up: search::searches::warm_up,
    level_ratings: search::levels::RATINGS,
    training: Some(&search::self_play::TRAINING),
    rollouts: true,
    annotates: true,
    list_style: ListStyle::Dice,
    table_talk: TableTalk {
        words: &[("", "roll"), ("drop", "pass")],
        chance: Some(("53", message!("a roll that you enter; also 5-3 and dice:53"))),
        no_draw: Some(message!("a player always bears off first")),
        resignations: &notation::words::RESIGNATIONS,
        date: notation::record::tags::DATE,
    },
    words: Some(&WORDS),
    ..GameInfo::BASE
};

/// Catalogue entry of the game.
pub static ENTRY: Entry = Entry { info: &INFO, session: open::session };

impl Playable for Tryktrak {
    const INFO: &'static GameInfo = &INFO;

    fn variant(&self) -> Variant {
        self.options().variant()
    }

    const SEARCHES: &'static [SearchKind<Self>] = search::searches::ALL;

    fn render(&self, shown: &Shown<Self>) -> StyledText {
        self.text_of(shown)
    }

    fn next_player(&self, pos: &Position) -> Player {
        pos.status().player
    }

    fn ply(&self, pos: &Position) -> u32 {
        pos.ply()
    }

    fn score_value(&self, score: Score) -> f64 {
        f64::from(score.value()) / f64::from(evaluation::model::UNITS)
    }

    fn offers(&self) -> Offers<'_, Self> {
        Offers {
            commentary: self,
            chance: self,
            views: self,
            endings: Some(self),
            rollouts: Some(self),
            has_network: |_| true,
            learner: Some(|_| Box::new(search::self_play::CubelessPlay)),
            tables: Some(self),
            annotator: Some(self),
            pictures: Some(self),
            gestures: Some(self),
            actions: Some(self),
            observations: Some(self),
            speech: Some(self),
            setting_up: Some(self),
            ..Offers::NONE
        }
    }
}

impl ChanceNodes<Self> for Tryktrak {
    fn missing_event(&self, _pos: &Position) -> &'static str {
        message!("the dice are not rolled yet")
    }

    fn kind(&self, _pos: &Position) -> ChanceKind {
        ChanceKind::Dice
    }

    fn label(&self, _pos: &Position, roll: Roll) -> Option<String> {
        Some(roll.to_string())
    }

    /// The player who is about to roll, if a search can evaluate the position before the roll.
    fn awaits_event(&self, pos: &Position) -> Option<Player> {
        let status = pos.status();
        let waits = self.turn(pos) == Turn::Chance && status.phase != Phase::Opening;
        waits.then_some(status.player)
    }

    fn worth(&self) -> Option<Worth<'_, Position>> {
        Some(self.worth_of_positions())
    }

    fn worth_unit(&self) -> &'static str {
        WORDS.translate(if self.options().is_money() {
            message!("points")
        } else {
            message!("match: −1 lost, 1 won")
        })
    }
}

impl Views<Self> for Tryktrak {
    /// Perft counts plays and rolls without cube actions. The opening roll counts like any other roll.
    fn perft_view(&self, pos: &Position) -> Option<(Self, Position)> {
        let mut status = pos.status();
        if status.phase == Phase::Doubled {
            status.player = status.player.other();
        }
        if !matches!(status.phase, Phase::Moving | Phase::Over) {
            status.phase = Phase::ToRoll;
        }
        status.score = [0, 0];
        status.crawford = false;
        let game = Self::with_options(Options { cube: false, ..self.options().with_length(0) });
        Some((game, pos.with_status(status)))
    }
}

#[cfg(test)]
mod tests;
