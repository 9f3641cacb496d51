//! The colours of the boards on the page, as CSS variables for the light and the dark theme.
//!
//! Pictures in files have the colours of their theme. On the page, neighbouring squares differ by at least 1.4 : 1 and pieces differ from
//! every square by at least 3 : 1 (a test computes both), so some boards have other colours there.

use std::fmt::Write as _;

use ludex_base::catalogue::catalogue;
use ludex_kit::support::picture::{PageColour, PictureSheet, Role, Theme};

/// Colours for all games.
const COMMON: &[PageColour] = &[
    (Role::Paper, "#fffdf8", "#1d1915"),
    (Role::Text, "#2b2621", "#ece4d8"),
    (Role::Quiet, "#6b6258", "#ab9f90"),
    (Role::Empty, "#f1ece2", "#2c2620"),
    (Role::BoardLine, "#8d8069", "#6f6455"),
    (Role::TileEdge, "#8b8378", "#a99e90"),
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
    for info in catalogue().games() {
        if !info.page_colours.is_empty() {
            let colours = declarations(info.page_colours, theme);
            // Writing to a string cannot fail.
            let _ = writeln!(css, "{root}[data-game={}]{{{colours}}}", info.name);
        }
    }
    css
}

fn declarations(colours: &[PageColour], theme: Theme) -> String {
    let chosen = |&(role, light, dark): &PageColour| {
        let colour = if theme == Theme::Dark { dark } else { light };
        format!("{}:{colour};", role.property())
    };
    colours.iter().map(chosen).collect()
}
