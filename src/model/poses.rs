//! Tables of poses that a mechanism is led by.

use super::section::{Invalid, Section};
use crate::interpolation::{CurveMetric, Outside, PoseCurve, SamplesError};
use std::sync::Arc;

/// Reads the curve through the poses of a table.
///
/// # Errors
/// Where a key is wrong, or the table makes no curve.
pub fn read(section: &mut dyn Section) -> Result<Arc<PoseCurve>, Invalid> {
    let metric = match section.choice("metric", &["matrix", "quaternion"])? {
        "quaternion" => CurveMetric::Quaternion,
        _ => CurveMetric::Matrix,
    };
    let outside = section.choice("outside", &["hold", "error"])?;
    let is_periodic = section.choice("basis", &["bspline", "bspline_periodic"])? == "bspline_periodic";
    if is_periodic && section.has("outside") {
        return Err(section.invalid(
            "outside",
            "what repeats itself has no outside; accepted: outside with basis = \"bspline\"".into(),
        ));
    }
    let outside = match outside {
        _ if is_periodic => Outside::Periodic,
        "hold" => Outside::Hold,
        _ => Outside::Nothing,
    };
    let table = section.pose_table("file")?;
    let curve = PoseCurve::new(&table.times, &table.motions, metric, outside).map_err(|error| {
        let what = match error {
            SamplesError::TooFew { found, least } => {
                format!("found too few poses, {found}; accepted: at least {least}")
            }
            SamplesError::Ends { .. } => {
                "the last pose is not the first, where a period ends; accepted: equal poses (of the metric \
                                          \"quaternion\" after an even number of turns; \"matrix\" takes any)"
                    .to_string()
            }
            error => error.to_string(),
        };
        section.invalid("file", format!("{}: {what}", table.name))
    })?;
    Ok(Arc::new(curve))
}
