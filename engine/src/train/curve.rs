//! The curves of a training run as a picture.

use std::path::Path;

use anyhow::anyhow;
use plotters::prelude::*;

use super::checkpoint::LogLine;

/// Draws the loss and the points won against earlier networks, over games.
pub(super) fn draw(log: &[LogLine], folder: &Path) -> anyhow::Result<()> {
    let Some(last) = log.last() else {
        return Ok(());
    };
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, (800, 500)).into_drawing_area();
        let drawn = || -> Result<(), Box<dyn std::error::Error>> {
            root.fill(&WHITE)?;
            let (upper, lower) = root.split_vertically(250);
            let losses: Vec<_> = log
                .iter()
                .map(|line| (line.games as f64, line.loss))
                .collect();
            let progress: Vec<_> = log
                .iter()
                .filter_map(|line| Some((line.games as f64, line.progress?)))
                .collect();
            panel(&upper, "loss", last.games as f64, &losses)?;
            panel(
                &lower,
                "points a game against the networks before",
                last.games as f64,
                &progress,
            )?;
            root.present()?;
            Ok(())
        };
        drawn().map_err(|error| anyhow!("the curve could not be drawn: {error}"))?;
    }
    crate::output::write_file(&folder.join("curve.svg"), &text)
}

fn panel<B: DrawingBackend>(
    area: &DrawingArea<B, plotters::coord::Shift>,
    caption: &str,
    games: f64,
    points: &[(f64, f64)],
) -> Result<(), Box<dyn std::error::Error>>
where
    B::ErrorType: 'static,
{
    let most = points.iter().map(|point| point.1).fold(0.0, f64::max);
    let least = points.iter().map(|point| point.1).fold(0.0, f64::min);
    let mut chart = ChartBuilder::on(area)
        .caption(caption, ("sans-serif", 16))
        .margin(8)
        .x_label_area_size(30)
        .y_label_area_size(60)
        .build_cartesian_2d(0.0..games, least..most.max(least + 1e-6) * 1.05)?;
    chart.configure_mesh().x_desc("games").draw()?;
    chart.draw_series(LineSeries::new(points.iter().copied(), &BLUE))?;
    Ok(())
}
