//! The curves of a training run as a picture.

use std::path::Path;

use anyhow::anyhow;
use plotters::prelude::*;

/// A caption and the points of a curve.
type Curve<'a> = (&'a str, Vec<(f64, f64)>);

/// Draws two curves over the same axis into `curve.svg`.
pub(super) fn draw(axis: &str, curves: &[Curve<'_>; 2], folder: &Path) -> anyhow::Result<()> {
    let last = curves.iter().flat_map(|(_, points)| points);
    let last = last.map(|point| point.0).fold(0.0, f64::max);
    if last == 0.0 {
        return Ok(());
    }
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, (800, 500)).into_drawing_area();
        let drawn = || -> Result<(), Box<dyn std::error::Error>> {
            root.fill(&WHITE)?;
            let (upper, lower) = root.split_vertically(250);
            for (area, (caption, points)) in [upper, lower].iter().zip(curves) {
                panel(area, caption, (axis, last), points)?;
            }
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
    (axis, last): (&str, f64),
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
        .build_cartesian_2d(0.0..last, least..most.max(least + 1e-6) * 1.05)?;
    chart.configure_mesh().x_desc(axis).draw()?;
    chart.draw_series(LineSeries::new(points.iter().copied(), &BLUE))?;
    Ok(())
}
