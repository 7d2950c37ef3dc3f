//! How errors fall with the step, and what they cost.

use super::lines::{Lines, Series, lines};
use super::picture::{Dimension, Picture};

/// Draws errors over steps, both logarithmic, one line for each series, with dashed reference lines of
/// the given slopes, each beside the series that it fits best.
///
/// `x` and `y` name the axes with their units, as `step (s)`. A point that is not finite or not positive
/// is left out and counted in the caption. `None` if no point is left; the picture counts series.
pub fn convergence(title: &str, x: &str, y: &str, series: &[Series], slopes: &[f64]) -> Option<Picture> {
    lines(&Lines { slopes: slopes.to_vec(), ..logarithmic(title, x, y, series) })
}

/// Draws what a result costs over its error, both logarithmic, one line for each series.
///
/// `x` and `y` name the axes with their units, as `error (m)` and `CPU time (s)`; points are errors and
/// costs. A point that is not finite or not positive is left out and counted in the caption. `None` if
/// no point is left; the picture counts series.
pub fn work_precision(title: &str, x: &str, y: &str, series: &[Series]) -> Option<Picture> {
    lines(&logarithmic(title, x, y, series))
}

fn logarithmic(title: &str, x: &str, y: &str, series: &[Series]) -> Lines {
    let [x, y] = [x, y].map(Dimension::logarithmic);
    Lines { title: title.into(), x, y, series: series.to_vec(), ..Lines::default() }
}
