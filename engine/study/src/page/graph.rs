//! A graph of the players' expected results, move by move: of the first player in a two-player game, of all players
//! otherwise.

use std::fmt::Write as _;

use ludex_kit::say;

use super::content::PageGame;
use super::html::{anchor, colour_class, escaped};
use crate::analysis::{JudgedMove, Mark};

/// The height of the plot, and the margins for the scales, in pixels.
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 46.0;
const TOP: f64 = 12.0;
const BELOW: f64 = 34.0;
/// The minimum width, and the minimum width of a move, in pixels.
const WIDTH: f64 = 800.0;
const STEP: f64 = 7.0;
/// Why writing to a string needs no error handling.
const INFALLIBLE: &str = "writing to a string cannot fail";

/// The graph of a game.
pub(super) fn render(game: &PageGame, number: usize) -> String {
    let moves = &game.moves;
    if moves.len() < 2 {
        return String::new();
    }
    let n_seats = game.players.len();
    let width = (STEP * moves.len() as f64).max(WIDTH - LEFT - 10.0);
    let graph = Graph { moves, number, width };
    let lines = if n_seats == 2 { 1 } else { n_seats };
    let mut svg = format!(
        "<svg viewBox=\"0 0 {:.0} {:.0}\" role=\"group\" aria-label=\"{}\">\n",
        LEFT + width + 10.0,
        TOP + HEIGHT + BELOW,
        escaped(&say!("Expected result after each move"))
    );
    svg.push_str(&graph.scales());
    if lines == 1 {
        let [first, last] = [0, moves.len() - 1].map(|index| graph.x(index));
        let bottom = TOP + HEIGHT;
        let points = graph.points(0);
        let area = format!("{first:.1},{bottom} {points} {last:.1},{bottom}");
        writeln!(svg, "<polygon class=\"area\" points=\"{area}\"/>").expect(INFALLIBLE);
    }
    for seat in 0..lines {
        let points = graph.points(seat);
        writeln!(svg, "<polyline class=\"s{}\" points=\"{points}\"/>", seat + 1).expect(INFALLIBLE);
    }
    svg.push_str(&graph.targets(game, lines));
    svg.push_str("</svg>");
    let legend = if lines == 1 {
        let name = escaped(&game.players[0]);
        let caption = say!("Expected result of {name} after each move (100 % is a win)", name);
        format!("<figcaption>{caption}</figcaption>")
    } else {
        legend(&game.players)
    };
    format!("<figure class=\"graph\"><div class=\"wide\">{svg}</div>{legend}</figure>\n")
}

fn legend(players: &[String]) -> String {
    let entry = |(seat, name): (usize, &String)| {
        let line = format!(
            "<svg viewBox=\"0 0 36 12\" aria-hidden=\"true\"><line class=\"s{}\" x1=\"0\" y1=\"6\" x2=\"36\" y2=\"6\"/></svg>",
            seat + 1
        );
        format!("<span>{line}{}</span>", escaped(name))
    };
    let entries: String = players.iter().enumerate().map(entry).collect();
    let caption =
        say!("Expected result of each player after each move (100 % is a win): {entries}", entries);
    format!("<figcaption class=\"legend\">{caption}</figcaption>")
}

struct Graph<'a> {
    moves: &'a [JudgedMove],
    number: usize,
    width: f64,
}

impl Graph<'_> {
    fn x(&self, index: usize) -> f64 {
        LEFT + self.width * index as f64 / (self.moves.len() - 1) as f64
    }

    fn y(&self, index: usize, seat: usize) -> f64 {
        let expected = self.moves[index].expected.get(seat).copied();
        TOP + HEIGHT * (1.0 - expected.unwrap_or(0.5))
    }

    /// The points of a player's line.
    fn points(&self, seat: usize) -> String {
        let point = |index: usize| format!("{:.1},{:.1}", self.x(index), self.y(index, seat));
        let points: Vec<String> = (0..self.moves.len()).map(point).collect();
        points.join(" ")
    }

    fn scales(&self) -> String {
        let mut svg = String::new();
        for percent in [0, 25, 50, 75, 100] {
            let y = TOP + HEIGHT * (1.0 - f64::from(percent) / 100.0);
            let (right, text) = (LEFT + self.width, y + 4.0);
            writeln!(
                svg,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right:.0}\" y1=\"{y}\" y2=\"{y}\"/><text x=\"{:.0}\" y=\"{text}\" text-anchor=\"end\">{percent} %</text>",
                LEFT - 6.0
            )
            .expect(INFALLIBLE);
        }
        let last = self.moves.len() - 1;
        let every = (last / 10).max(1);
        for index in (0..=last).step_by(every) {
            let (x, number) = (self.x(index), self.moves[index].number);
            let y = TOP + HEIGHT + 18.0;
            let anchor = if index == last { "end" } else { "middle" };
            writeln!(svg, "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"{anchor}\">{number}</text>")
                .expect(INFALLIBLE);
        }
        svg
    }

    /// Clickable areas: each move links to its row in the table. Marked moves have a dot.
    fn targets(&self, game: &PageGame, lines: usize) -> String {
        let mut svg = String::new();
        let wide = self.width / self.moves.len() as f64;
        for (index, verdict) in self.moves.iter().enumerate() {
            let who = game.players.get(verdict.player - 1);
            let (played, sign) = (&verdict.played, verdict.mark.sign());
            let title = say!(
                "ply {ply}, {who}: {played}",
                ply = verdict.number,
                who = who.map_or("", String::as_str),
                played = format!("{played} {sign} {}", verdict.value)
            );
            let (href, x) = (anchor(self.number, verdict), self.x(index));
            let left = (x - wide / 2.0).max(LEFT);
            write!(
                svg,
                "<a href=\"#{href}\"><title>{}</title><rect class=\"hit\" x=\"{left:.1}\" y=\"{TOP}\" width=\"{wide:.1}\" height=\"{HEIGHT}\"/>",
                escaped(&title)
            )
            .expect(INFALLIBLE);
            if verdict.mark != Mark::None {
                let seat = if lines == 1 { 0 } else { verdict.player - 1 };
                let radius = match verdict.mark {
                    Mark::Blunder => 6.5,
                    Mark::Mistake => 5.5,
                    _ => 4.5,
                };
                write!(
                    svg,
                    "<circle class=\"{}\" cx=\"{x:.1}\" cy=\"{:.1}\" r=\"{radius}\"/>",
                    colour_class(verdict.mark),
                    self.y(index, seat)
                )
                .expect(INFALLIBLE);
            }
            svg.push_str("</a>\n");
        }
        svg
    }
}
