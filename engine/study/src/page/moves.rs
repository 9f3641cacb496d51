//! The table of a game's moves.

use std::fmt::Write as _;

use ludex_kit::{GameInfo, say};

use super::content::PageGame;
use super::html::{anchor, candidates, colour_class, escaped, remarks};
use super::judged::heading;
use crate::analysis::{JudgedMove, Mark};

/// Why writing to a string needs no error handling.
const INFALLIBLE: &str = "writing to a string cannot fail";

/// The table of moves. Below a move with a loss are the better moves, unless `line_length` is 0.
pub(super) fn render(
    info: &GameInfo,
    game: &PageGame,
    number: usize,
    line_length: usize,
) -> String {
    let Some(first) = game.moves.first() else {
        return format!("<p>{}</p>\n", say!("No moves were analysed."));
    };
    let heads = first.cells.iter().map(|(text, _)| {
        let class = class_of(text);
        format!("<th{class} scope=\"col\">{}</th>", escaped(heading(info, text)))
    });
    let heads: String = heads.collect();
    let own_number = if has_number(first) {
        String::new()
    } else {
        format!("<th class=\"n\" scope=\"col\">{}</th>", escaped(&say!("ply")))
    };
    let rows = game.moves.iter().map(|verdict| row(verdict, number, line_length));
    let rows: String = rows.collect();
    let title = say!("Moves");
    format!(
        "<h3>{title}</h3>\n<div class=\"wide\"><table class=\"moves\"><thead><tr>{own_number}{heads}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n"
    )
}

fn has_number(verdict: &JudgedMove) -> bool {
    verdict.cells.first().is_some_and(|(heading, _)| heading == "ply")
}

/// Words are aligned left, numbers right.
fn class_of(heading: &str) -> &'static str {
    match heading {
        "move" | "" | "best" | "better" | "player" => "",
        _ => " class=\"n\"",
    }
}

fn row(verdict: &JudgedMove, number: usize, line_length: usize) -> String {
    let cell = |(heading, text): &(String, String)| {
        let class = class_of(heading);
        let text = escaped(text);
        match heading.as_str() {
            "" if verdict.mark != Mark::None => {
                let colour = colour_class(verdict.mark);
                format!("<td><span class=\"sign {colour}\">{text}</span></td>")
            }
            "move" if verdict.in_book => {
                format!("<td>{text} <span class=\"book\">{}</span></td>", say!("book"))
            }
            _ => format!("<td{class}>{text}</td>"),
        }
    };
    let mut cells: String = verdict.cells.iter().map(cell).collect();
    let mut n_cells = verdict.cells.len();
    if !has_number(verdict) {
        cells = format!("<td class=\"n\">{}</td>{cells}", verdict.number);
        n_cells += 1;
    }
    let id = anchor(number, verdict);
    let mut text = format!("<tr id=\"{id}\">{cells}</tr>\n");
    if verdict.mark != Mark::None && line_length > 0 {
        let list = candidates(&verdict.candidates, line_length);
        let remarks = remarks(verdict);
        writeln!(
            text,
            "<tr class=\"more\"><td></td><td colspan=\"{}\">{list}{remarks}</td></tr>",
            n_cells - 1
        )
        .expect(INFALLIBLE);
    }
    text
}
