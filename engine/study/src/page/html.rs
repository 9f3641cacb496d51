//! HTML helpers for several parts of the report.

use ludex_kit::say;

use super::content::SumTable;
use crate::analysis::{Candidate, JudgedMove, Mark};

/// Maximum number of candidates shown for a move.
const MOST_CANDIDATES: usize = 8;

/// Escapes a text for HTML.
pub fn escaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => plain.push_str("&amp;"),
            '<' => plain.push_str("&lt;"),
            '>' => plain.push_str("&gt;"),
            '"' => plain.push_str("&quot;"),
            '\'' => plain.push_str("&#39;"),
            letter if letter.is_control() => plain.push(' '),
            letter => plain.push(letter),
        }
    }
    plain
}

/// The anchor of a move.
pub(super) fn anchor(game: usize, verdict: &JudgedMove) -> String {
    format!("g{}m{}", game + 1, verdict.number)
}

/// The CSS class for a mark; empty without a mark.
pub(super) fn colour_class(mark: Mark) -> &'static str {
    match mark {
        Mark::None => "",
        Mark::Inaccuracy => "k1",
        Mark::Mistake => "k2",
        Mark::Blunder => "k3",
    }
}

/// The HTML of a mark after a move, with a leading space; empty without a mark.
pub(super) fn sign(mark: Mark) -> String {
    match mark {
        Mark::None => String::new(),
        mark => format!(" <span class=\"sign {}\">{}</span>", colour_class(mark), mark.sign()),
    }
}

/// Candidates as a list, each with `line_length` moves of its line.
pub(super) fn candidates(candidates: &[Candidate], line_length: usize) -> String {
    let item = |candidate: &Candidate| {
        let line: Vec<&str> = candidate
            .pv
            .iter()
            .skip(1)
            .take(line_length.saturating_sub(1))
            .map(String::as_str)
            .collect();
        let line = match line[..] {
            [] => String::new(),
            _ => format!(" <span class=\"book\">{}</span>", escaped(&line.join(" "))),
        };
        let (mv, value) = (escaped(&candidate.mv), escaped(&candidate.value));
        format!("<li><b>{mv}</b> {value}{line}</li>")
    };
    let items: String = candidates.iter().take(MOST_CANDIDATES).map(item).collect();
    format!("<ol>{items}</ol>")
}

/// Remarks on a marked move: its rank, and a missed win.
pub(super) fn remarks(verdict: &JudgedMove) -> String {
    let mut text = String::new();
    if let Some(rank) = verdict.rank {
        text.push_str(&say!("Ranked {rank} among the candidates.", rank));
        text.push(' ');
    }
    if let Some(win) = &verdict.missed_win {
        let line = escaped(&win.line.join(" "));
        let plies = ludex_base::output::plies(win.plies);
        text.push_str(&say!("Missed a win in {plies}: {line}", plies, line));
    }
    text.trim_end().to_owned()
}

/// The table of totals.
pub(super) fn table(sums: &SumTable) -> String {
    let heads = sums.players.iter().map(|name| escaped(name));
    let head = |name| format!("<th class=\"n\" scope=\"col\">{name}</th>");
    let heads: String = heads.map(head).collect();
    let row = |(name, texts): &(String, Vec<String>)| {
        let cells = texts.iter().map(|text| format!("<td class=\"n\">{}</td>", escaped(text)));
        let cells: String = cells.collect();
        format!("<tr><th scope=\"row\">{}</th>{cells}</tr>\n", escaped(name))
    };
    let rows: String = sums.rows.iter().map(row).collect();
    format!(
        "<div class=\"wide\"><table class=\"sums\"><thead><tr><td></td>{heads}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n"
    )
}
