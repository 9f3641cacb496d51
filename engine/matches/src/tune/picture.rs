//! Draws the progress of a run.

use std::path::Path;

use ludex_kit::say;
use plotters::prelude::*;

use super::folder::TuneStep;
use super::space::ParameterSpace;
use ludex_base::output;

/// Maximum number of curves in a picture; more would be indistinguishable.
const MOST: usize = 12;

/// Draws each parameter over the steps of the run to `curves.svg`, as the distance from its starting value in units of its step size.
/// If there are more than a dozen parameters, those that changed most are drawn.
pub(super) fn curves(
    space: &ParameterSpace,
    steps: &[TuneStep],
    folder: &Path,
) -> anyhow::Result<()> {
    let Some(last) = steps.last().filter(|_| steps.len() >= 2) else {
        return Ok(());
    };
    let moved = |index: usize| {
        let dimension = &space.dimensions[index];
        (last.values[index] - f64::from(dimension.start)).abs() / dimension.step
    };
    let mut shown: Vec<usize> = (0..space.dimensions.len()).collect();
    shown.sort_by(|&a, &b| moved(b).total_cmp(&moved(a)));
    shown.truncate(MOST);
    shown.sort_unstable();
    // A thousand points are enough for a picture.
    let every = steps.len().div_ceil(1000);
    let points = |index: usize| {
        let start = f64::from(space.dimensions[index].start);
        let taken = steps.iter().step_by(every).chain([last]);
        std::iter::once((0.0, start))
            .chain(taken.map(move |step| (f64::from(step.iteration), step.values[index])))
    };
    let in_steps = |index: usize, value: f64| {
        let dimension = &space.dimensions[index];
        (value - f64::from(dimension.start)) / dimension.step
    };
    let all = shown.iter().flat_map(|&index| points(index).map(move |(_, y)| in_steps(index, y)));
    let (low, high) = all.fold((-1.0_f64, 1.0_f64), |(low, high), y| (low.min(y), high.max(y)));
    let mut picture = String::new();
    {
        let area = SVGBackend::with_string(&mut picture, (900, 520)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(16)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(0.0..f64::from(last.iteration), (low * 1.05)..(high * 1.05))?;
        chart
            .configure_mesh()
            .x_desc(say!("steps of the run"))
            .y_desc(say!("distance from the start, in steps of the parameter"))
            .light_line_style(RGBColor(235, 235, 235))
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| format!("{y:+.1}"))
            .draw()?;
        for (number, &index) in shown.iter().enumerate() {
            let colour = Palette99::pick(number).to_rgba();
            let line = points(index).map(|(x, y)| (x, in_steps(index, y)));
            let dimension = &space.dimensions[index];
            let label = format!(
                "{} {} → {}",
                dimension.name,
                dimension.start,
                dimension.whole(last.values[index])
            );
            chart.draw_series(LineSeries::new(line, colour.stroke_width(2)))?.label(label).legend(
                move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)),
            );
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE.mix(0.8))
            .border_style(RGBColor(200, 200, 200))
            .draw()?;
        area.present()?;
    }
    output::write_file(&folder.join("curves.svg"), &picture)?;
    Ok(())
}
