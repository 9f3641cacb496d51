//! Draws the curves of a training run.

#[cfg(feature = "pictures")]
use std::ops::Range;
use std::path::Path;

#[cfg(feature = "pictures")]
use anyhow::anyhow;
#[cfg(feature = "pictures")]
use ludex_kit::say;
#[cfg(feature = "pictures")]
use plotters::prelude::*;

/// A curve with its caption.
#[cfg_attr(not(feature = "pictures"), expect(dead_code, reason = "nothing is drawn"))]
pub(super) struct Curve<'a> {
    /// The caption.
    pub(super) caption: &'a str,
    /// Its points from left to right.
    pub(super) points: Vec<CurvePoint>,
}

/// A point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CurvePoint {
    /// Its coordinates.
    pub(super) at: (f64, f64),
    /// Whether the value was measured. Other points are drawn as open circles without a line to them.
    pub(super) is_measured: bool,
}

impl CurvePoint {
    /// A measured point.
    pub(super) fn measured(x: f64, y: f64) -> Self {
        Self { at: (x, y), is_measured: true }
    }
}

/// Draws nothing: this program was built without pictures.
#[cfg(not(feature = "pictures"))]
#[expect(clippy::unnecessary_wraps, reason = "with the feature `pictures` it may fail")]
pub(super) fn draw(_axis: &str, _curves: &[Curve<'_>; 2], _folder: &Path) -> anyhow::Result<()> {
    Ok(())
}

/// Draws two curves, one above the other with the same horizontal axis, to `curve.svg`.
#[cfg(feature = "pictures")]
pub(super) fn draw(axis: &str, curves: &[Curve<'_>; 2], folder: &Path) -> anyhow::Result<()> {
    match picture(axis, curves)? {
        Some(text) => ludex_base::output::write_file(&folder.join("curve.svg"), &text),
        None => Ok(()),
    }
}

#[cfg(feature = "pictures")]
/// The picture; `None` if there is nothing to show yet.
fn picture(axis: &str, curves: &[Curve<'_>; 2]) -> anyhow::Result<Option<String>> {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    if points().all(|point| point.at.0 == 0.0) {
        return Ok(None);
    }
    let across = range(points().map(|point| point.at.0));
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, (800, 500)).into_drawing_area();
        let drawn = || -> Result<(), Box<dyn std::error::Error>> {
            root.fill(&WHITE)?;
            let (upper, lower) = root.split_vertically(250);
            for (area, curve) in [upper, lower].iter().zip(curves) {
                panel(area, curve, (axis, across.clone()))?;
            }
            root.present()?;
            Ok(())
        };
        drawn().map_err(|error| anyhow!(say!("the curve cannot be drawn: {error}", error)))?;
    }
    Ok(Some(text))
}

#[cfg(feature = "pictures")]
fn panel<B: DrawingBackend>(
    area: &DrawingArea<B, plotters::coord::Shift>,
    Curve { caption, points }: &Curve<'_>,
    (axis, across): (&str, Range<f64>),
) -> Result<(), Box<dyn std::error::Error>>
where
    B::ErrorType: 'static,
{
    let upwards = range(points.iter().map(|point| point.at.1));
    let mut chart = ChartBuilder::on(area)
        .caption(caption, ("sans-serif", 16))
        .margin(8)
        .x_label_area_size(30)
        .y_label_area_size(60)
        .build_cartesian_2d(across, upwards)?;
    chart.configure_mesh().x_desc(axis).draw()?;
    // A line connects each measured point with the point before it.
    for line in points.chunk_by(|_, next| next.is_measured) {
        chart.draw_series(LineSeries::new(line.iter().map(|point| point.at), &BLUE))?;
    }
    chart.draw_series(points.iter().map(|point| {
        let style = if point.is_measured { BLUE.filled() } else { BLUE.stroke_width(1) };
        Circle::new(point.at, 3, style)
    }))?;
    Ok(())
}

#[cfg(feature = "pictures")]
/// The range of values with a margin on both sides. The range need not include zero, because the differences between values matter most.
fn range(values: impl Iterator<Item = f64> + Clone) -> Range<f64> {
    let least = values.clone().reduce(f64::min).unwrap_or(0.0);
    let most = values.reduce(f64::max).unwrap_or(0.0);
    let span = most - least;
    let room = if span > 0.0 { span * 0.05 } else { least.abs().max(1.0) * 0.05 };
    least - room..most + room
}

#[cfg(all(test, feature = "pictures"))]
mod tests {
    use super::*;

    fn drawn(points: &[CurvePoint]) -> String {
        let curve =
            |points: &[CurvePoint]| Curve { caption: "what it shows", points: points.to_vec() };
        let text = picture("games", &[curve(&[]), curve(points)]).expect("the curve can be drawn");
        text.expect("the picture is not empty")
    }

    #[test]
    fn a_single_point_is_seen() {
        let text = drawn(&[CurvePoint::measured(100.0, 0.6)]);
        assert_eq!(text.matches("<circle").count(), 1, "{text}");
    }

    #[test]
    fn axes_begin_near_the_first_value() {
        let close = |one: f64, other: f64| (one - other).abs() < 1e-9;
        let rising = range([0.61, 0.71, 0.66].into_iter());
        assert!(close(rising.start, 0.605) && close(rising.end, 0.715), "{rising:?}");
        let flat = range([40.0, 40.0].into_iter());
        assert!(close(flat.start, 38.0) && close(flat.end, 42.0), "{flat:?}");
        assert!(range([].into_iter()).end > 0.0);
    }

    #[test]
    fn no_line_leads_to_what_was_not_measured() {
        let first = [0.0, 50.0].map(|x| CurvePoint::measured(x, x));
        let guessed = CurvePoint { at: (70.0, 50.0), is_measured: false };
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
