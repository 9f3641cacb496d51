//! A report on judged games as one self-contained HTML page. It loads nothing, and works without its script, which
//! only switches the theme and links the graph to the moves.
//!
//! **Invariant:** The content policy of a page forbids every request, and every text of a user is `escaped`
//! (`engine/tests/it/report_page.rs`).

mod boards;
mod content;
mod graph;
mod html;
pub mod judged;
mod moves;
mod report;
mod worst;

use ludex_kit::support::picture::{PictureSheet, Style, Theme, Tone};
use ludex_kit::words::Language;
use ludex_kit::{say, say_count};

pub use content::{PageGame, ReportPage, SumTable};
pub use html::escaped;
pub use report::{OpenRecord, report};

/// The style sheet of the page.
const STYLE: &str = include_str!("page.css");
/// Its script.
const SCRIPT: &str = include_str!("page.js");
/// The content security policy: inline style, and the script with this checksum (`openssl dgst -sha256 -binary
/// page.js | base64`).
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-GbsBSUkCcKD+plAqditjxPq7jSYvUAlDcWf1RYKvxWo='; base-uri 'none'; form-action 'none'";
/// Maximum size of the page in bytes; pictures are left out to stay below it.
pub const MOST_BYTES: usize = 380_000;
/// Bytes reserved for style, script and head.
const FRAME: usize = 16_000;
/// The remark that replaces the moves of a game if the page would be too large.
fn left_out() -> String {
    let remark = say!(
        "This page is full. The option <code>--game</code> writes a page for this game alone."
    );
    format!("<p>{remark}</p>\n")
}
/// Number of moves shown of a line.
const LINE_LENGTH: usize = 8;

/// Colours of the page for the themes light, dark and print, in addition to the colours of the pictures. The players' lines use the palette of Okabe
/// and Ito.
const COLOURS: [(&str, [&str; 3]); 12] = [
    ("ground", ["#ffffff", "#1d1f23", "#ffffff"]),
    ("text", ["#1f2124", "#e6e6e6", "#000000"]),
    ("quiet", ["#5b6068", "#a3a9b1", "#444444"]),
    ("rule", ["#d5d8dc", "#43474e", "#999999"]),
    ("accent", ["#005f99", "#6cc0f0", "#000000"]),
    ("chosen", ["#fff1c9", "#4a4020", "#eeeeee"]),
    ("k1", ["#f0e442", "#f0e442", "#eeeeee"]),
    ("k2", ["#e69f00", "#f0a830", "#bbbbbb"]),
    ("k3", ["#b03a00", "#c94a0d", "#444444"]),
    ("s1", ["#0072b2", "#56b4e9", "#000000"]),
    ("s2", ["#d55e00", "#e8762d", "#555555"]),
    ("s3", ["#00805d", "#19c495", "#000000"]),
];
/// Colours of the fourth player's line.
const FOURTH: [&str; 3] = ["#b0578c", "#e39ac4", "#777777"];

impl ReportPage<'_> {
    /// The report as HTML.
    pub fn html(&self) -> String {
        let mut sheet = PictureSheet::default();
        let left_out = left_out();
        let length = |parts: &[String]| parts.iter().map(String::len).sum::<usize>();
        let mut parts = self.parts(LINE_LENGTH);
        for line_length in [1, 0] {
            if length(&parts) > MOST_BYTES / 2 {
                parts = self.parts(line_length);
            }
        }
        let mut fronts: Vec<String> = (0..self.games.len()).map(|n| self.front(n)).collect();
        // If the page is still too large, the moves of the last games are left out.
        while length(&parts) + length(&fronts) > MOST_BYTES - 2 * FRAME {
            let Some(last) = (0..parts.len()).rev().find(|&n| parts[n] != left_out) else {
                break;
            };
            parts[last].clone_from(&left_out);
            fronts[last] = self.heading(last);
        }
        let sums = self.sums.as_ref().map_or_else(String::new, html::table);
        let worst = worst::render(self.games, &|number| parts[number] != left_out);
        let text = parts.iter().chain(&fronts).map(String::len);
        let taken = FRAME + sums.len() + worst.len() + self.method.len() + text.sum::<usize>();
        let boards = boards::render(self, &mut sheet, MOST_BYTES.saturating_sub(taken));
        let mut body = sheet.shared() + &sums + &worst;
        for ((front, boards), part) in fronts.iter().zip(&boards).zip(&parts) {
            body.extend([front.as_str(), boards, part]);
        }
        let who = self.games.first().map_or_else(String::new, PageGame::player_names);
        let result = match self.games {
            [only] => only.result.clone(),
            games => say_count!(games.len() as u64, "{count} game", "{count} games"),
        };
        let about = [self.game.as_str(), &result];
        let about: Vec<&str> = about.into_iter().filter(|text| !text.is_empty()).collect();
        document(&who, &about.join(", "), &body, &self.method)
    }

    /// The part of a game before its boards: facts, graph and totals.
    fn front(&self, number: usize) -> String {
        let game = &self.games[number];
        let graph = graph::render(game, number);
        self.heading(number) + &graph + &html::table(&game.sums)
    }

    /// The table of moves of each game.
    fn parts(&self, line_length: usize) -> Vec<String> {
        let games = self.games.iter().enumerate();
        games.map(|(number, game)| moves::render(self.info, game, number, line_length)).collect()
    }

    /// The heading of a game, if there are several, and its facts.
    fn heading(&self, number: usize) -> String {
        let game = &self.games[number];
        let mut text = String::new();
        if self.games.len() > 1 || game.branch.is_some() {
            let title = match &game.branch {
                Some(name) => say!("Branch {name}", name),
                None => say!("Game {number}", number = number + 1),
            };
            let title = match game.result.as_str() {
                "" => title,
                result => format!("{title}: {result}"),
            };
            text = format!("<h2>{}</h2>\n", escaped(&title));
        }
        for (name, told) in &game.about {
            let line = format!("<p>{}: {}</p>\n", escaped(name), escaped(told));
            text.push_str(&line);
        }
        text
    }
}

/// An HTML document with style and script: title, subtitle, body and method.
pub fn document(title: &str, about: &str, body: &str, method: &str) -> String {
    let [title, about, method] = [title, about, method].map(escaped);
    format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <title>{title}: {about}</title>\n<style>\n{}{STYLE}</style>\n</head>\n<body>\n\
         <header><h1>{title}</h1><button id=\"theme\" type=\"button\" hidden>{}</button>\
         <p class=\"about\">{about}</p></header>\n<main>\n{body}<footer><p>{method}</p></footer>\n</main>\n\
         <script>{SCRIPT}</script>\n</body>\n</html>\n",
        Language::current().code(),
        themes(),
        escaped(&say!("Toggle dark mode"))
    )
}

/// The colours of boards and pieces of wood as style sheets: chosen by the reader, by their system, and for print.
fn themes() -> String {
    let of = |tone: Tone| {
        let own = COLOURS.iter().chain([&("s4", FOURTH)]);
        let colour =
            |(name, colours): &(&str, [&str; 3])| format!("--{name}:{};", colours[tone as usize]);
        own.map(colour).collect::<String>() + &PictureSheet::colours(Theme::of(tone, Style::Wood))
    };
    let [light, dark, print] = Tone::ALL.map(of);
    format!(
        ":root{{{light}}}\n\
         @media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n\
         :root[data-theme=dark]{{{dark}}}\n\
         .veins{{display:none}}\n\
         @media print{{:root,:root[data-theme]{{{print}}}.grain,.gloss{{display:none}}}}\n"
    )
}

#[cfg(test)]
mod tests;
