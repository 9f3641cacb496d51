//! The curves of a training run as a picture.

use std::path::Path;

use anyhow::anyhow;
use plotters::prelude::*;

/// A curve with its caption.
pub(super) struct Curve<'a> {
    /// What it shows.
    pub(super) caption: &'a str,
    /// Its points from left to right.
    pub(super) points: Vec<CurvePoint>,
}

/// A point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CurvePoint {
    /// Where it lies.
    pub(super) at: (f64, f64),
    /// Whether it was measured. What was not is an empty circle, and no line leads to it.
    pub(super) is_measured: bool,
}

impl CurvePoint {
    /// A point that was measured.
    pub(super) fn measured(x: f64, y: f64) -> Self {
        Self {
            at: (x, y),
            is_measured: true,
        }
    }
}

/// Draws two curves over the same axis into `curve.svg`.
pub(super) fn draw(axis: &str, curves: &[Curve<'_>; 2], folder: &Path) -> anyhow::Result<()> {
    match picture(axis, curves)? {
        Some(text) => crate::output::write_file(&folder.join("curve.svg"), &text),
        None => Ok(()),
    }
}

/// The picture; none as long as there is nothing to be seen.
fn picture(axis: &str, curves: &[Curve<'_>; 2]) -> anyhow::Result<Option<String>> {
    let points = curves.iter().flat_map(|curve| &curve.points);
    let last = points.map(|point| point.at.0).fold(0.0, f64::max);
    if last == 0.0 {
        return Ok(None);
    }
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, (800, 500)).into_drawing_area();
        let drawn = || -> Result<(), Box<dyn std::error::Error>> {
            root.fill(&WHITE)?;
            let (upper, lower) = root.split_vertically(250);
            for (area, curve) in [upper, lower].iter().zip(curves) {
                panel(area, curve, (axis, last))?;
            }
            root.present()?;
            Ok(())
        };
        drawn().map_err(|error| anyhow!("the curve could not be drawn: {error}"))?;
    }
    Ok(Some(text))
}

fn panel<B: DrawingBackend>(
    area: &DrawingArea<B, plotters::coord::Shift>,
    Curve { caption, points }: &Curve<'_>,
    (axis, last): (&str, f64),
) -> Result<(), Box<dyn std::error::Error>>
where
    B::ErrorType: 'static,
{
    let most = points.iter().map(|point| point.at.1).fold(0.0, f64::max);
    let least = points.iter().map(|point| point.at.1).fold(0.0, f64::min);
    let mut chart = ChartBuilder::on(area)
        .caption(caption, ("sans-serif", 16))
        .margin(8)
        .x_label_area_size(30)
        .y_label_area_size(60)
        .build_cartesian_2d(0.0..last * 1.02, least..most.max(least + 1e-6) * 1.05)?;
    chart.configure_mesh().x_desc(axis).draw()?;
    // A line leads to what was measured, from whatever stands before it.
    for line in points.chunk_by(|_, next| next.is_measured) {
        chart.draw_series(LineSeries::new(line.iter().map(|point| point.at), &BLUE))?;
    }
    chart.draw_series(points.iter().map(|point| {
        let style = if point.is_measured {
            BLUE.filled()
        } else {
            BLUE.stroke_width(1)
        };
        Circle::new(point.at, 3, style)
    }))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(points: &[CurvePoint]) -> String {
        let curve = |points: &[CurvePoint]| Curve {
            caption: "what it shows",
            points: points.to_vec(),
        };
        let text = picture("games", &[curve(&[]), curve(points)]).expect("it can be drawn");
        text.expect("there is something to be seen")
    }

    #[test]
    fn a_single_point_is_seen() {
        let text = drawn(&[CurvePoint::measured(100.0, 0.6)]);
        assert_eq!(text.matches("<circle").count(), 1, "{text}");
    }

    #[test]
    fn no_line_leads_to_what_was_not_measured() {
        let first = [0.0, 50.0].map(|x| CurvePoint::measured(x, x));
        let guessed = CurvePoint {
            at: (70.0, 50.0),
            is_measured: false,
        };
        let last = CurvePoint::measured(90.0, 80.0);
        let curves = |text: &str| text.matches("<polyline").count();
        let whole = drawn(&[first[0], first[1], last]);
        let broken = drawn(&[first[0], first[1], guessed, last]);
        assert_eq!(broken.matches("<circle").count(), 4);
        assert_eq!(curves(&broken), curves(&whole) + 1);
        assert_eq!(
            broken.matches("fill=\"none\"").count(),
            whole.matches("fill=\"none\"").count() + 2
        );
    }
}
