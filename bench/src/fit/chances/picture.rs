//! Expected against scored results as a picture.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use ludex_kit::support::chances::Chances;
use plotters::prelude::*;

use super::measure::{Bin, by_phase, name_of};
use super::samples::Game;

/// A bin of fewer positions is not drawn: chance would decide where it lies.
const LEAST: u32 = 100;
/// Colours that can be told apart without red and green, from the opening to the end.
const COLOURS: [RGBColor; 5] = [
    RGBColor(68, 1, 84),
    RGBColor(59, 82, 139),
    RGBColor(33, 145, 140),
    RGBColor(94, 201, 98),
    RGBColor(200, 160, 0),
];

/// Draws a line for each phase, and the line on which they should lie.
pub(super) fn draw(
    games: &[Game],
    chances: Option<&Chances>,
    title: &str,
    path: &Path,
) -> Result<()> {
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, (560, 520)).into_drawing_area();
        let drawn = || -> Result<(), Box<dyn std::error::Error>> {
            root.fill(&WHITE)?;
            let mut chart = ChartBuilder::on(&root)
                .caption(title, ("sans-serif", 18))
                .margin(12)
                .x_label_area_size(40)
                .y_label_area_size(50)
                .build_cartesian_2d(0.0..100.0, 0.0..100.0)?;
            chart
                .configure_mesh()
                .x_desc("expected result of the player to move, %")
                .y_desc("scored, %")
                .light_line_style(RGBColor(240, 240, 240))
                .draw()?;
            let right = [(0.0, 0.0), (100.0, 100.0)];
            chart.draw_series(LineSeries::new(right, BLACK.stroke_width(1)))?;
            for (number, phase) in by_phase(games, chances).iter().enumerate() {
                let bins = phase.bins.iter().filter(|bin| bin.positions >= LEAST);
                let points: Vec<(f64, f64)> = bins.map(percent).collect();
                let colour = COLOURS[number % COLOURS.len()];
                if points.is_empty() {
                    continue;
                }
                let name = format!("plies {}", name_of(number));
                chart
                    .draw_series(LineSeries::new(points, colour.stroke_width(2)).point_size(3))?
                    .label(name)
                    .legend(move |(x, y)| {
                        PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2))
                    });
            }
            chart
                .configure_series_labels()
                .position(SeriesLabelPosition::LowerRight)
                .border_style(RGBColor(200, 200, 200))
                .background_style(WHITE)
                .draw()?;
            root.present()?;
            Ok(())
        };
        drawn().map_err(|error| anyhow!("the picture could not be drawn: {error}"))?;
    }
    std::fs::write(path, text).with_context(|| path.display().to_string())
}

fn percent(bin: &Bin) -> (f64, f64) {
    let (expected, scored) = bin.means();
    (100.0 * expected, 100.0 * scored)
}
