//! Elementary effects from trajectories: what an output changes by when a parameter alone jumps, per unit of its range.
//!
//! M. Morris, Technometrics 33 (1991) 161-174; F. Campolongo, J. Cariboni, A. Saltelli, Environmental Modelling and Software 22
//! (2007) 1509-1518, for the mean of magnitudes.

use super::found::{Found, IndexKind};
use super::rows::{Figure, OutputRows, Row};
use crate::num::elementary::{exp, ln};
use crate::sampling::plan::Trajectories;
use crate::statistics::{Estimate, Interval};

/// Deviations below this part of the largest effect are rounding.
const ROUNDING: f64 = 1e-12;
/// Fewer effects say nothing of how far their deviation is off.
const FEWEST: usize = 4;

/// Returns mean, mean magnitude and standard deviation of the effects of every parameter.
pub(super) fn effects(rows: &OutputRows, trajectories: &Trajectories) -> Vec<Found> {
    let degrees = rows.count() - 1;
    let mut found = Vec::new();
    for (column, name) in trajectories.columns().iter().enumerate() {
        let effect = |row: Row<'_>| {
            let before = trajectories.before(row.number, column) as usize;
            let change = row.values[before + 1] - row.values[before];
            let rise = if trajectories.is_upwards(row.number, column) { change } else { -change };
            rise / trajectories.jump()
        };
        let effects: Vec<f64> = rows.rows().map(effect).collect();
        let mean = Estimate::mean(effects.iter().copied());
        let magnitude = Estimate::mean(effects.iter().map(|effect| effect.abs()));
        let figure = |estimate: Estimate| (estimate.value, Interval::of_estimate(estimate, degrees));
        let sigma = deviation(&effects);
        for (kind, figure) in
            [(IndexKind::Mu, figure(mean)), (IndexKind::MuStar, figure(magnitude)), (IndexKind::Sigma, sigma)]
        {
            found.push(Found { kind, of: vec![name.clone()], figure });
        }
    }
    found
}

/// Returns the standard deviation of numbers with its interval: Student's of the logarithm of the variance, by leaving out one number each (R. Miller,
/// Annals of Mathematical Statistics 39 (1968) 567-582). None of few numbers, nor of those that hardly differ.
fn deviation(numbers: &[f64]) -> Figure {
    let n = numbers.len() as f64;
    let variance = |sum: f64, squares: f64, n: f64| (squares - sum * sum / n) / (n - 1.0);
    let mean = numbers.iter().sum::<f64>() / n;
    let centred: Vec<f64> = numbers.iter().map(|x| x - mean).collect();
    let (sum, squares) = centred.iter().fold((0.0, 0.0), |(sum, squares), x| (sum + x, squares + x * x));
    let largest = numbers.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    let whole = variance(sum, squares, n).max(0.0);
    if whole.sqrt() <= ROUNDING * largest {
        return (0.0, None);
    }
    let logarithm = |x: &f64| ln(variance(sum - x, squares - x * x, n - 1.0).max(0.0));
    let without: Vec<f64> = centred.iter().map(logarithm).collect();
    let differ = without.iter().all(|x| x.is_finite()) && without.iter().any(|x| *x != without[0]);
    let interval = Interval::of_jackknife(ln(whole), &without).filter(|_| differ && numbers.len() >= FEWEST);
    (whole.sqrt(), interval.map(|interval| Interval { bounds: interval.bounds.map(|x| exp(0.5 * x)), ..interval }))
}
