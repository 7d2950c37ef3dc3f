//! Elementary effects from trajectories: what an output changes by when a parameter alone jumps, per unit of its range.
//!
//! M. Morris, Technometrics 33 (1991) 161-174; F. Campolongo, J. Cariboni, A. Saltelli, Environmental Modelling and Software 22
//! (2007) 1509-1518, for the mean of magnitudes.

use super::found::{Found, IndexKind};
use super::rows::{Figure, OutputRows, Row};
use crate::sampling::plan::Trajectories;
use crate::statistics::{Estimate, Interval};

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
        let sigma = deviation(&effects, mean.value, degrees);
        for (kind, figure) in
            [(IndexKind::Mu, figure(mean)), (IndexKind::MuStar, figure(magnitude)), (IndexKind::Sigma, sigma)]
        {
            found.push(Found { kind, of: vec![name.clone()], figure });
        }
    }
    found
}

/// Returns the standard deviation of numbers with its interval, to first order in the error of the variance.
fn deviation(numbers: &[f64], mean: f64, degrees: u64) -> Figure {
    let squares = Estimate::mean(numbers.iter().map(|x| (x - mean).powi(2)));
    let deviation = (squares.value * numbers.len() as f64 / degrees as f64).sqrt();
    let standard_error = if deviation > 0.0 { squares.standard_error / (2.0 * deviation) } else { 0.0 };
    let interval = Interval::of_estimate(Estimate { value: deviation, standard_error }, degrees);
    (deviation, interval.map(|interval| interval.within([0.0, f64::INFINITY])))
}
