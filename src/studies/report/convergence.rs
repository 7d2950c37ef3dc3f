//! How the mean of an output settles as members are added.

use super::fans::figures;
use super::section::Section;
use super::source::{NumberColumn, Source};
use crate::plot::{Bands, Dimension, Picture, bands};
use crate::statistics::Proportion;

/// Outputs that are shown.
const OUTPUTS: usize = 4;

/// Points for each doubling of the number of members.
const POINTS: f64 = 8.0;

/// Half the width of an interval that holds the mean of a normal distribution in 95 of 100 cases, in standard errors.
const DEVIATIONS: f64 = 1.959_963_984_540_054;

/// Returns the mean over the first members and its standard error, for growing numbers of them.
fn means(values: &[f64]) -> Vec<[f64; 3]> {
    let (mut n, mut mean, mut squares) = (0.0, 0.0, 0.0);
    let (mut next, mut found) = (2.0f64, Vec::new());
    let total = values.iter().filter(|x| !x.is_nan()).count() as f64;
    for x in values.iter().filter(|x| !x.is_nan()) {
        n += 1.0;
        let off = x - mean;
        mean += off / n;
        squares += off * (x - mean);
        if n >= next || n == total {
            found.push([n, mean, (squares / (n * (n - 1.0).max(1.0))).sqrt()]);
            next = (n + 1.0).max(n * (1.0 / POINTS).exp2());
        }
    }
    found
}

/// Returns the interval of 95 % of a mean of so many members: of a share, which is that of a condition, Wilson's.
fn interval([n, mean, error]: [f64; 3], is_share: bool) -> [f64; 3] {
    let around = [n, mean - DEVIATIONS * error, mean + DEVIATIONS * error];
    let share = Proportion { having: (n * mean).round() as u64, of: n as u64 };
    share.wilson().filter(|_| is_share).map_or(around, |[low, high]| [n, low, high])
}

fn picture(column: &NumberColumn, (has_errors, is_share): (bool, bool)) -> Option<Picture> {
    let means = means(&column.values);
    let band = || means.iter().map(|mean| interval(*mean, is_share)).collect();
    let note = match (has_errors, is_share) {
        (true, true) => "of the first members, with its interval of 95 % (Wilson)",
        (true, false) => "of the first members, with its interval of 95 %",
        (false, _) => "of the first members, which are no random sample: without an interval",
    };
    bands(&Bands {
        title: format!("mean of {}", column.name),
        x: Dimension::logarithmic("members with outputs"),
        y: Dimension::default().labelled(&column.label()),
        bands: if has_errors { vec![band()] } else { Vec::new() },
        middle: means.iter().map(|[n, mean, _]| (*n, *mean)).collect(),
        notes: vec![note.into()],
        ..Bands::default()
    })
}

/// Draws the means of the first outputs over the number of members; of a grid nothing, whose members are in order.
pub(super) fn section(source: &Source) -> Option<Section> {
    let about = &source.manifest;
    if about.plan == "grid" || source.members.len() < 16 {
        return None;
    }
    let has_error = |name: &str| about.outputs.iter().any(|o| o.name == name && o.standard_error.is_some());
    let html = figures(source.outputs().take(OUTPUTS).filter_map(|column| {
        let usual = column.of.as_deref().unwrap_or(&column.name);
        let is_share = about.probabilities.iter().any(|condition| condition.name == usual);
        picture(column, (has_error(usual), is_share))
    }));
    (!html.is_empty()).then(|| Section::new("Convergence", html))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_mean_is_that_of_all() {
        let values: Vec<f64> =
            (0..1000).map(|k| if k % 10 == 3 { f64::NAN } else { f64::from(k * 37 % 101) }).collect();
        let found = means(&values);
        let present: Vec<f64> = values.into_iter().filter(|x| !x.is_nan()).collect();
        let n = present.len() as f64;
        let mean = present.iter().sum::<f64>() / n;
        let variance = present.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
        let [count, last, error] = found[found.len() - 1];
        assert!(count == n && (last - mean).abs() < 1e-12 && (error - (variance / n).sqrt()).abs() < 1e-13);
        assert!(found.len() < 90 && found[0][0] == 2.0);
    }

    #[test]
    fn the_interval_of_a_share_is_wilson_s() {
        // the roots p of n (x/n - p)^2 = 1.96^2 p (1 - p), with Python
        let shares = |having: usize| {
            let values: Vec<f64> = (0..20).map(|k| if k < having { 1.0 } else { 0.0 }).collect();
            *means(&values).last().expect("a mean")
        };
        let [n, low, high] = interval(shares(0), true);
        assert!(n == 20.0 && low == 0.0 && (high - 0.161_125_158_8).abs() < 1e-9, "{high}");
        let [_, low, high] = interval(shares(3), true);
        assert!((low - 0.052_368_745_9).abs() < 1e-9 && (high - 0.360_418_864_7).abs() < 1e-9, "{low} {high}");
        let [_, low, high] = interval([20.0, 0.0, 0.0], false);
        assert_eq!([low, high], [0.0, 0.0]);
    }
}
