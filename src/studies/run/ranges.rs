//! `--histogram`: the bounds of histograms.

use crate::ensemble::{HistogramRange, Study};
use crate::studies::Failure;

/// Returns the bounds that `--histogram` gives, per output component.
pub(super) fn ranges(study: &Study, arguments: &[String]) -> Result<Vec<Option<HistogramRange>>, Failure> {
    let columns = study.mechanism.columns();
    let mut ranges = vec![None; columns.len()];
    for argument in arguments {
        let wrong = |what: String| Failure::input(format!("--histogram {argument}: {what}"));
        let parts = argument.rsplit_once('=').and_then(|(name, range)| Some((name, range.split_once(':')?)));
        let Some((name, (min, max))) = parts else {
            return Err(wrong("expected OUTPUT=MIN:MAX, for example com.x=-1.5:2".into()));
        };
        let Some(at) = columns.iter().position(|(column, _)| column == name) else {
            let known: Vec<&str> = columns.iter().map(|(column, _)| column.as_str()).collect();
            return Err(wrong(format!("no output component {name:?}; there are {}", known.join(", "))));
        };
        let number = |text: &str| match text.trim().parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(value),
            _ => Err(wrong(format!("{text:?} is not a finite number"))),
        };
        let (min, max) = (number(min)?, number(max)?);
        if min >= max || !(max - min).is_finite() {
            return Err(wrong(format!("the lower bound {min} must be below the upper bound {max}")));
        }
        if ranges[at].replace((min, max)).is_some() {
            return Err(wrong(format!("{name} is given twice")));
        }
    }
    Ok(ranges)
}
