//! Einstein würfelt nicht! (Ingo Althöfer, 2004), a game that only the tests know: the page `docs/src/contributing/add-a-game.md`,
//! followed step by step. Two players bring one of six numbered stones to the opposite corner of a board of 5x5, or capture
//! all of the other's; a die says which stone moves.
//!
//! Both players' stones begin in the order of the variant; over the board each player chooses his own.
//!
//! Glossary (field term / the players' word): chance event / roll; move / step; home / the corner where the stones begin;
//! goal / the opposite corner.

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

/// What there is to know about the game.
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

/// The game in a catalogue.
pub(crate) static ENTRY: Entry =
    Entry { info: &INFO, session: |variant, position| open(variant, position, Erase) };

/// Opens the game as the variant asks for; a position goes with every variant.
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
