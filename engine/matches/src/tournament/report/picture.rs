//! The picture of the progress of a match.

use std::path::Path;

use ludex_kit::say;
use ludex_kit::support::figures::signed;
use ludex_search::arena::{IntervalEstimate, Pentanomial};
use plotters::prelude::*;

use crate::tournament::settings::TournamentSettings;
use crate::tournament::summary::{GameOutcome, Pairs};
use ludex_base::output;

/// Draws Elo with its 95 % interval over the number of games as SVG; false if there are too few games.
pub fn elo_picture(
    settings: &TournamentSettings,
    outcomes: &[GameOutcome],
    path: &Path,
) -> anyhow::Result<bool> {
    let (mut pairs, mut so_far, mut points) =
        (Pairs::default(), Pentanomial::default(), Vec::new());
    for (index, outcome) in outcomes.iter().enumerate() {
        if let Some(sum) = pairs.add(outcome) {
            so_far.add(sum);
            if let Some(elo) = so_far.elo().filter(|elo| elo.error.is_finite()) {
                points.push(((index + 1) as f64, elo));
            }
        }
    }
    if points.len() < 2 {
        return Ok(false);
    }
    // A thousand points are enough for a picture.
    let step = points.len().div_ceil(1000);
    let points: Vec<(f64, IntervalEstimate)> = points.into_iter().step_by(step).collect();
    let low = points.iter().map(|(_, e)| e.value - e.error).fold(0.0, f64::min);
    let high = points.iter().map(|(_, e)| e.value + e.error).fold(0.0, f64::max);
    let last = points[points.len() - 1].0;
    let mut picture = String::new();
    {
        let area = SVGBackend::with_string(&mut picture, (900, 480)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(16)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(0.0..last, (low - 10.0)..(high + 10.0))?;
        chart
            .configure_mesh()
            .x_desc("games")
            .y_desc(say!("Elo of {players}, 95 %", players = settings.players[0].name))
            .light_line_style(RGBColor(235, 235, 235))
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| signed(*y, 0))
            .draw()?;
        let above = points.iter().map(|(x, e)| (*x, e.value + e.error));
        let below = points.iter().rev().map(|(x, e)| (*x, e.value - e.error));
        let band: Vec<(f64, f64)> = above.chain(below).collect();
        chart.draw_series(std::iter::once(Polygon::new(band, RGBColor(70, 110, 180).mix(0.18))))?;
        let line = points.iter().map(|(x, e)| (*x, e.value));
        let style = RGBColor(70, 110, 180).stroke_width(2);
        chart.draw_series(LineSeries::new(line, style))?;
        chart.draw_series(LineSeries::new([(0.0, 0.0), (last, 0.0)], BLACK.stroke_width(1)))?;
        area.present()?;
    }
    output::write_file(path, &picture)?;
    Ok(true)
}
