//! Einstein würfelt nicht! (Ingo Althöfer, 2004), a game that exists only in the tests. It follows the page
//! `docs/src/contributing/add-a-game.md` step by step. Two players try to bring one of their six numbered stones to the
//! opposite corner of a 5x5 board, or to capture all opposing stones; a die decides which stone moves.
//!
//! Both players' stones begin in the order of the variant; at a real board each player chooses an order.
//!
//! Terms: a chance event is a roll of the die; a move is a step of a stone; home is the corner where a player's stones begin; the
//! goal is the opposite corner.

mod evaluation;
mod notation;
mod rules;
mod search;
mod show;
mod tests;

use ludex_kit::registry::{Entry, Erase};
use ludex_kit::support::styled::StyledText;
use ludex_kit::{
    ChanceKind, ChanceNodes, GameInfo, InputError, Notation, Offers, Playable, SearchKind, Shown,
    Variant, Visitor,
};

use rules::game::Einstein;
use rules::options::Options;
use rules::position::Position;

/// Constant facts about the game.
pub(crate) static INFO: GameInfo = GameInfo {
    name: "einstein",
    aliases: &["ewn"],
    about: "EinStein würfelt nicht!: bring a stone to the opposite corner; a die says which one moves",
    variant_keys: &rules::options::KEYS,
    variants: &["order=615243"],
    formats: &[notation::record::FORMAT],
    opening_plies: 0,
    usual_moves: 10,
    ..GameInfo::BASE
};

/// Catalogue entry of the game.
pub(crate) static ENTRY: Entry =
    Entry { info: &INFO, session: |variant, position| open(variant, position, Erase) };

/// Opens the game with a variant; every position is possible in every variant.
pub(crate) fn open<V: Visitor>(
    variant: &Variant,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Output, InputError> {
    let game = Einstein::new(Options::parse(variant)?);
    let start = game.parse_start(position)?;
    Ok(visitor.visit(game, start))
}

impl Playable for Einstein {
    const INFO: &'static GameInfo = &INFO;

    fn variant(&self) -> Variant {
        self.options().variant()
    }

    const SEARCHES: &'static [SearchKind<Self>] = &search::ALL;

    fn render(&self, shown: &Shown<Self>) -> StyledText {
        show::picture(shown.position).into()
    }

    fn ply(&self, pos: &Position) -> u32 {
        pos.ply().into()
    }

    fn offers(&self) -> Offers<'_, Self> {
        Offers { chance: self, ..Offers::NONE }
    }
}

impl ChanceNodes<Self> for Einstein {
    fn missing_event(&self, _pos: &Position) -> &'static str {
        "the die is not rolled"
    }

    fn kind(&self, _pos: &Position) -> ChanceKind {
        ChanceKind::Dice
    }
}
