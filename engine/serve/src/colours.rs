//! The colours of boards and pieces on the page, as CSS variables.
//!
//! The attributes `data-theme`, `data-board` and `data-pieces` of the document choose the tone and the styles. Without `data-theme` the page
//! follows the preference of the system.

use std::fmt::Write as _;

use ludex_kit::support::picture::{Part, PictureSheet, Role, Style, Theme, Tone};

/// The style sheet.
pub(super) fn css() -> String {
    let light = rules(Tone::Light, "");
    let system = rules(Tone::Dark, ":not([data-theme=light])");
    let dark = rules(Tone::Dark, "[data-theme=dark]");
    let mut css =
        format!("{light}@media (prefers-color-scheme:dark){{\n{system}}}\n{dark}{HIDDEN}");
    for (name, style) in Style::ALL {
        let colours = PictureSheet::colours_of(Part::Pieces, Theme::of(Tone::Light, style));
        // Writing to a string cannot fail.
        let _ = writeln!(css, ":root[data-pieces={name}]{{{colours}}}");
    }
    css + &marks()
}

/// The marks of the last move and of a win: they appear when the pieces that move have arrived.
fn marks() -> String {
    let marks = [Role::Last, Role::LastGround, Role::Won, Role::WonGround].map(|role| {
        let colour = format!("var({})", role.property());
        format!("[fill=\"{colour}\"],[stroke=\"{colour}\"]")
    });
    let marks = marks.join(",") + ",.trace";
    format!(
        "#board :is({marks}){{transition:opacity .3s}}\n#board.flying :is({marks}){{opacity:0;transition:none}}\n"
    )
}

/// Textures and reflections that belong to other styles are hidden. Shapes of pieces are used from their definitions, where selectors of the
/// document do not apply, but variables are inherited.
const HIDDEN: &str = "\
.grain{display:var(--grain,none)}.veins{display:var(--veins,none)}.gloss{display:var(--gloss)}
:root[data-board=wood]{--grain:inline}:root[data-board=slate]{--veins:inline}:root[data-pieces=flat]{--gloss:none}
";

/// The rules of one tone; `root` selects the document.
fn rules(tone: Tone, root: &str) -> String {
    let page = PictureSheet::colours_of(Part::Page, Theme::of(tone, Style::Flat));
    let mut css = format!(":root{root}{{{page}}}\n");
    for (name, style) in Style::ALL {
        let colours = PictureSheet::colours_of(Part::Board, Theme::of(tone, style));
        // Writing to a string cannot fail.
        let _ = writeln!(css, ":root{root}[data-board={name}]{{{colours}}}");
    }
    css
}
