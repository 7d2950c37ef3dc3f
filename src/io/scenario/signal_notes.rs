//! What is likely not meant of signals, though nothing is wrong: long gaps, rows that rounding alone keeps apart, spectra without a
//! variance.

use crate::interpolation::{Between, SampledFunction};
use crate::model::expression::{Harmonics, Spectrum};
use crate::model::text::short;

/// A distance of places that is this many times the rounding of the larger one or less.
const ROUNDINGS: f64 = 4.0;
/// A gap that is so many times as long as both of its neighbours, or as one of them.
const LONG: f64 = 5.0;
const LONG_BESIDE_ONE: f64 = 100.0;
/// What a cubic goes beyond the samples beside a gap, as a part of the range of all.
const BEYOND: f64 = 0.05;
/// Places at which a gap is looked at.
const PLACES: usize = 32;

/// Says what is likely not meant of samples, with the row that it is about, from zero.
pub(super) fn of_samples(
    places: &[f64],
    values: &[f64],
    between: Between,
    function: &SampledFunction,
) -> Option<(usize, String)> {
    if between == Between::Previous {
        return None;
    }
    let near = |pair: &[f64]| pair[1] - pair[0] <= ROUNDINGS * f64::EPSILON * pair[0].abs().max(pair[1].abs());
    if let Some(at) = places.windows(2).position(near) {
        let both = |digits: usize| [values[at], values[at + 1]].map(|value| short(value, digits));
        // as many digits as tell them apart
        let [from, to] = (6..=17).map(both).find(|[from, to]| from != to).unwrap_or_else(|| both(6));
        let message = format!(
            "{:?} follows {:?}: rounding alone keeps these places apart, and between them the signal goes from {from} to {to}; accepted: one \
             row for each place, or, for a jump, interpolation = \"previous\", or \"linear\" with places that are farther apart",
            places[at + 1],
            places[at]
        );
        return Some((at + 1, message));
    }
    if matches!(between, Between::Linear | Between::Pchip) || places.len() < 4 {
        return None;
    }
    let (least, most) = values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), y| (a.min(*y), b.max(*y)));
    let length = |i: usize| places[i + 1] - places[i];
    let last = places.len() - 2;
    let (mut worst, mut found) = (BEYOND * (most - least), None);
    for i in 0..=last {
        let before = if i > 0 { length(i - 1) } else { length(1) };
        let behind = if i < last { length(i + 1) } else { length(last - 1) };
        let (shorter, longer) = (before.min(behind), before.max(behind));
        let times = if length(i) > LONG * longer { length(i) / longer } else { length(i) / shorter };
        if length(i) <= LONG * longer && times <= LONG_BESIDE_ONE {
            continue;
        }
        let (low, high) = (values[i].min(values[i + 1]), values[i].max(values[i + 1]));
        for k in 1..PLACES {
            let y: f64 = function.at(places[i] + length(i) * k as f64 / PLACES as f64, 0);
            let beyond = (low - y).max(y - high);
            if beyond > worst {
                (worst, found) = (beyond, Some((i, times, y)));
            }
        }
    }
    let (i, times, y) = found?;
    let message = format!(
        "no sample lies between {} and {}, {} times as far apart as rows beside them: the spline goes to {} there, between samples of \
         {} and {}; interpolation = \"pchip\" or \"linear\" stays between them",
        short(places[i], 9),
        short(places[i + 1], 9),
        short(times, 2),
        short(y, 3),
        short(values[i], 3),
        short(values[i + 1], 3)
    );
    Some((i, message))
}

/// Says that a process has no variance, or that its harmonics are too few for it.
pub(super) fn of_density(name: &str, spectrum: &Spectrum, parameters: &[f64]) -> Option<String> {
    let Harmonics { from, to, count } = spectrum.harmonics;
    let mut other = spectrum.clone();
    let mut densities = |harmonics: Harmonics| {
        other.harmonics = harmonics;
        other.densities(parameters)
    };
    let width = (to - from) / count as f64;
    // a density at the middle of a range from zero, times the frequency
    let [far, near] = [0.5 * width, 1e-9 * width].map(|frequency| {
        let found: Vec<f64> = densities(Harmonics { from: 0.0, to: 2.0 * frequency, count: 1 });
        found[0] * frequency
    });
    if from == 0.0 && far > 0.0 && near >= 0.5 * far {
        return Some(format!(
            "the density of the signal {name:?} grows towards f = 0 as 1/f or faster: the process has no variance, and that of its \
             harmonics depends on how many there are; accepted: from above 0 Hz, as the longest period that matters says"
        ));
    }
    let [found, finer] = [count, 8 * count].map(|count| {
        let width = (to - from) / count as f64;
        densities(Harmonics { from, to, count }).iter().sum::<f64>() * width
    });
    ((found - finer).abs() > 0.1 * finer).then(|| {
        format!(
            "the signal {name:?} has the variance {} with {count} harmonics, and {} with {}: its density has peaks that are narrower \
             than the distance of harmonics, {} Hz; accepted: more harmonics, or a narrower range",
            short(found, 3),
            short(finer, 3),
            8 * count,
            short(width, 3)
        )
    })
}
