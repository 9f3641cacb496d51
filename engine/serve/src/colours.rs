//! The colours of the boards on the page, as CSS variables for the light and the dark theme.
//!
//! Pictures in files have the colours of their theme. On the page, neighbouring squares differ by at least 1.4 : 1 and pieces differ from
//! every square by at least 3 : 1 (a test computes both), so some boards have other colours there.

use std::fmt::Write as _;

use ludex_kit::support::picture::{PictureSheet, Role, Theme};

/// The role, and its colour in the light and the dark theme.
type Colour = (Role, &'static str, &'static str);

/// Colours for all games.
const COMMON: &[Colour] = &[
    (Role::Paper, "#fffdf8", "#1d1915"),
    (Role::Text, "#2b2621", "#ece4d8"),
    (Role::Quiet, "#6b6258", "#ab9f90"),
    (Role::Empty, "#f1ece2", "#2c2620"),
    (Role::BoardLine, "#8d8069", "#6f6455"),
    (Role::TileEdge, "#8b8378", "#a99e90"),
];

/// Colours for single games.
const GAMES: &[(&str, &[Colour])] = &[
    (
        "takt",
        &[
            (Role::Board, "#b08656", "#a57c50"),
            (Role::BoardOther, "#906b44", "#82603c"),
            (Role::BoardLine, "#6d4f30", "#4b3722"),
            (Role::LastGround, "#9d8c2f", "#8a7a24"),
            (Role::WonGround, "#4f8f78", "#437f69"),
            (Role::Second, "#24262b", "#17191d"),
            (Role::SecondEdge, "#0b0c0e", "#000000"),
        ],
    ),
    (
        "quoridor",
        &[
            (Role::Board, "#f3e7cf", "#43372e"),
            (Role::BoardOther, "#cbb998", "#1a1511"),
            (Role::PawnThird, "#938420", "#f0e442"),
            (Role::PawnFourth, "#00734f", "#19b58a"),
        ],
    ),
    (
        "tryktrak",
        &[
            (Role::Board, "#c29d6f", "#5c4a38"),
            (Role::BoardOther, "#a2794c", "#463729"),
            (Role::Frame, "#5b3f28", "#3a2a1d"),
            (Role::PointBright, "#b08656", "#a57c50"),
            (Role::PointDark, "#8f6a43", "#82603c"),
            (Role::CheckerFirst, "#2c211c", "#1a1411"),
            (Role::CheckerEdge, "#14100d", "#000000"),
        ],
    ),
];

/// The style sheet. The page follows the preference of the system unless it sets a theme. An element with `data-game` has the colours of
/// that game's boards.
pub(super) fn css() -> String {
    let light = rules(Theme::Light, "");
    let system = rules(Theme::Dark, ":root:not([data-theme=light]) ");
    let dark = rules(Theme::Dark, ":root[data-theme=dark] ");
    format!("{light}@media (prefers-color-scheme:dark){{\n{system}}}\n{dark}")
}

/// The rules of one theme, for elements inside `root`; an empty `root` is the document itself.
fn rules(theme: Theme, root: &str) -> String {
    let whole = if root.is_empty() { ":root" } else { root.trim_end() };
    let mut css =
        format!("{whole}{{{}{}}}\n", PictureSheet::colours(theme), declarations(COMMON, theme));
    for (game, colours) in GAMES {
        // Writing to a string cannot fail.
        let _ = writeln!(css, "{root}[data-game={game}]{{{}}}", declarations(colours, theme));
    }
    css
}

fn declarations(colours: &[Colour], theme: Theme) -> String {
    let chosen = |&(role, light, dark): &Colour| {
        let colour = if theme == Theme::Dark { dark } else { light };
        format!("{}:{colour};", role.property())
    };
    colours.iter().map(chosen).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of a colour `#rrggbb` (WCAG 2.2).
    fn luminance(colour: &str) -> f64 {
        let channel = |at: usize| {
            let byte = u8::from_str_radix(&colour[at..at + 2], 16).expect("two hexadecimal digits");
            let share = f64::from(byte) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
        one.max(other) / one.min(other)
    }

    /// The colour of a role on the boards of a game.
    fn colour(game: &str, role: Role, theme: Theme) -> &'static str {
        let own = GAMES.iter().find(|(name, _)| *name == game).map_or(&[][..], |(_, own)| own);
        let found = own.iter().chain(COMMON).find(|(known, ..)| *known == role);
        found.map_or(
            role.colour(theme),
            |&(_, light, dark)| {
                if theme == Theme::Dark { dark } else { light }
            },
        )
    }

    /// A game, its two kinds of squares, other grounds of pieces, and the pieces.
    type Board = (&'static str, [Role; 2], &'static [Role], &'static [Role]);

    #[test]
    fn squares_and_pieces_can_be_told_apart() {
        let boards: [Board; 3] = [
            (
                "takt",
                [Role::Board, Role::BoardOther],
                &[Role::LastGround, Role::WonGround],
                &[Role::First, Role::Second],
            ),
            (
                "quoridor",
                [Role::Board, Role::BoardOther],
                &[],
                &[Role::PawnFirst, Role::PawnSecond, Role::PawnThird, Role::PawnFourth],
            ),
            (
                "tryktrak",
                [Role::PointBright, Role::PointDark],
                &[],
                &[Role::CheckerFirst, Role::CheckerSecond],
            ),
        ];
        for theme in [Theme::Light, Theme::Dark] {
            for (game, squares, more, pieces) in boards {
                let of = |role| colour(game, role, theme);
                let apart = contrast(of(squares[0]), of(squares[1]));
                assert!(apart >= 1.4, "{game} {theme:?}: squares {apart:.2}");
                // A pawn stands on a square, never in a groove.
                let n_grounds = if game == "quoridor" { 1 } else { 2 };
                for &ground in squares[..n_grounds].iter().chain(more) {
                    for &piece in pieces {
                        let apart = contrast(of(ground), of(piece));
                        assert!(
                            apart >= 3.0,
                            "{game} {theme:?}: {piece:?} on {ground:?} {apart:.2}"
                        );
                    }
                }
            }
        }
    }
}
