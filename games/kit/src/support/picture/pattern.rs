//! Fills that need a definition: the grain of boards, and the shine of pieces. They only lighten and darken, so they fit every colour.

use super::{Style, Theme, Tone};

/// A fill with a gradient or a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// The grain of wood, on wooden boards only.
    Grain,
    /// The veins of stone, on boards of slate only.
    Veins,
    /// Light from the upper left on a flat surface. Pieces of the style flat do not shine.
    Sheen,
    /// Light on a ball.
    Ball,
    /// Light on an upright cylinder.
    Round,
}

impl Pattern {
    /// Every pattern.
    pub(super) const ALL: [Self; 5] =
        [Self::Grain, Self::Veins, Self::Sheen, Self::Ball, Self::Round];

    /// The identifier of the definition.
    pub(super) const fn id(self) -> &'static str {
        match self {
            Self::Grain => "grain",
            Self::Veins => "veins",
            Self::Sheen => "sheen",
            Self::Ball => "ball",
            Self::Round => "round",
        }
    }

    /// The class of elements with this fill. A page hides the classes that do not belong to its theme.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Grain => "grain",
            Self::Veins => "veins",
            Self::Sheen | Self::Ball | Self::Round => "gloss",
        }
    }

    /// Whether a theme has it.
    pub(super) fn is_in(self, theme: Theme) -> bool {
        theme.tone != Tone::Print
            && match self {
                Self::Grain => theme.board == Style::Wood,
                Self::Veins => theme.board == Style::Slate,
                Self::Sheen | Self::Ball | Self::Round => theme.pieces != Style::Flat,
            }
    }

    /// The definition as SVG.
    pub(super) const fn definition(self) -> &'static str {
        match self {
            Self::Grain => GRAIN,
            Self::Veins => VEINS,
            Self::Sheen => SHEEN,
            Self::Ball => BALL,
            Self::Round => ROUND,
        }
    }
}

/// The definitions of all fills, for a page that shows pictures without their own.
pub fn definitions() -> String {
    Pattern::ALL.map(Pattern::definition).concat()
}

const GRAIN: &str = r##"<pattern id="grain" width="420" height="150" patternUnits="userSpaceOnUse"><g fill="none" stroke="#2a1400"><path stroke-width="5" stroke-opacity=".06" d="M0 14Q105 2 210 14T420 14M0 71Q105 84 210 71T420 71M0 122Q105 112 210 122T420 122"/><path stroke-width="1.4" stroke-opacity=".1" d="M0 5Q105 -4 210 5T420 5M0 27Q105 16 210 27T420 27M0 39Q105 30 210 39T420 39M0 60Q105 70 210 60T420 60M0 83Q105 97 210 83T420 83M0 104Q105 110 210 104T420 104M0 137Q105 128 210 137T420 137"/><path stroke="#fff" stroke-width="3" stroke-opacity=".06" d="M0 21Q105 9 210 21T420 21M0 50Q105 54 210 50T420 50M0 94Q105 106 210 94T420 94M0 146Q105 138 210 146T420 146"/></g></pattern>
"##;
const VEINS: &str = r##"<pattern id="veins" width="310" height="290" patternUnits="userSpaceOnUse"><g fill="none" stroke-linejoin="round" stroke-linecap="round"><path stroke="#000" stroke-width="1.2" stroke-opacity=".07" d="M0 96L52 82L96 118L150 104M190 20L232 46L262 30M60 160L92 190L140 176M210 130L240 170L290 160M30 250L80 270M180 240L214 276L260 262"/><path stroke="#fff" stroke-width="1.2" stroke-opacity=".08" d="M20 20L66 44L110 32M150 140L196 96L250 92M10 180L44 200M120 220L152 262M262 210L300 236M210 70L250 64"/></g></pattern>
"##;
const SHEEN: &str = r##"<linearGradient id="sheen" x2=".55" y2="1"><stop stop-color="#fff" stop-opacity=".34"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset=".5" stop-opacity="0"/><stop offset="1" stop-opacity=".16"/></linearGradient>
"##;
const BALL: &str = r##"<radialGradient id="ball" cx=".36" cy=".3" r=".78"><stop stop-color="#fff" stop-opacity=".5"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset=".5" stop-opacity="0"/><stop offset="1" stop-opacity=".34"/></radialGradient>
"##;
const ROUND: &str = r##"<linearGradient id="round"><stop stop-opacity=".22"/><stop offset=".3" stop-color="#fff" stop-opacity=".42"/><stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset=".55" stop-opacity="0"/><stop offset="1" stop-opacity=".42"/></linearGradient>
"##;
