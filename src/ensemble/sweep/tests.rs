//! Statistics against figures from the values themselves.

#![allow(clippy::unwrap_used, reason = "tests stop at the first failure")]

use super::*;
use crate::ensemble::Members;

use crate::sampling::hash;

/// Makes a chunk of members with one output.
fn chunk(first: u64, values: &[f64], outcomes: &[Outcome]) -> Chunk {
    let mut chunk = Chunk::new(Members::of_rows(first, values.len(), &[]), 1);
    chunk.outputs = crate::ensemble::ValueColumns::of_rows(values.len(), values);
    chunk.outcomes.copy_from_slice(outcomes);
    chunk.steps.fill(3);
    chunk
}

fn statistics(values: &[f64], outcomes: &[Outcome], bins: &Bins, chunk_size: usize) -> Statistics {
    let origins = Origins::from(std::slice::from_ref(bins));
    let mut all = Statistics::new(&origins);
    for first in (0..values.len()).step_by(chunk_size) {
        let places = first..(first + chunk_size).min(values.len());
        let chunk = chunk(first as u64, &values[places.clone()], &outcomes[places]);
        BlockPartial::of_chunk(&chunk, &origins).iter().for_each(|block| all.add(block));
    }
    all
}

/// Means and variances that need more than double precision when they are summed as they stand: values
/// `base + k step`, whose deviations are known exactly.
#[test]
fn cancellation_costs_no_digits() {
    let n = 100_000_u32;
    for (base, step) in [(0.0, 1.0), (1e9, 1.0 / 1_048_576.0), (-1e15, 1.0), (1e-20, 1e-26), (1e150, 1e140)] {
        // a permutation, so that blocks have alike means
        let values: Vec<f64> = (0..n).map(|k| base + f64::from((k * 7919) % n) * step).collect();
        let bins = Bins::around(values[..BLOCK].iter().copied()).unwrap();
        let all = statistics(&values, &vec![Outcome::Completed; n as usize], &bins, 4096);
        let component = &all.components[0];
        let number = f64::from(n);
        let (mean, variance) = (base + (number - 1.0) / 2.0 * step, step * step * (number * number - 1.0) / 12.0);
        let std = variance.sqrt();
        // the values themselves are rounded to units of 2^-53 of the base
        let rounding = base.abs() * f64::EPSILON + 1e-14 * std;
        assert!((component.mean().unwrap() - mean).abs() <= rounding, "{base:e}: {:e}", component.mean().unwrap());
        let error = (component.std().unwrap() / std - 1.0).abs();
        assert!(error <= 1e-13 + 4.0 * rounding / std, "{base:e}: std off by {error:e}");
        assert_eq!(component.min().unwrap(), base);
        assert_eq!(component.max().unwrap(), base + (number - 1.0) * step);
    }
}

#[test]
fn members_without_outputs_are_counted_and_left_out() {
    let n = 3000_usize;
    let mut values: Vec<f64> = (0..n as u64).map(|k| hash::uniform(3, 0, k)).collect();
    let mut outcomes = vec![Outcome::Completed; n];
    for i in (0..n).step_by(7) {
        outcomes[i] = Outcome::ALL[1 + i % (Outcome::ALL.len() - 1)];
        // a number that must not count, but where an event ended the member
        if !outcomes[i].has_outputs() {
            values[i] = 1e30;
        }
    }
    // an output that is missing without a failure: the time of an event that did not happen
    values[1] = f64::NAN;
    // a whole block without an output
    outcomes[BLOCK..2 * BLOCK].fill(Outcome::Singular);
    let kept: Vec<f64> =
        values.iter().zip(&outcomes).filter(|(y, o)| o.has_outputs() && !y.is_nan()).map(|(y, _)| *y).collect();
    let bins = Bins::between(0.25, 0.75);
    let all = statistics(&values, &outcomes, &bins, 2048);
    for (outcome, count) in Outcome::ALL.iter().zip(&all.progress.outcomes) {
        assert_eq!(*count, outcomes.iter().filter(|o| *o == outcome).count() as u64, "{outcome:?}");
    }
    assert_eq!((all.progress.members, all.progress.steps), (n as u64, 3 * n as u64));
    let component = &all.components[0];
    let number = kept.len() as f64;
    let mean = kept.iter().sum::<f64>() / number;
    let variance = kept.iter().map(|y| (y - mean).powi(2)).sum::<f64>() / number;
    assert_eq!(component.count(), kept.len() as u64);
    assert!((component.mean().unwrap() - mean).abs() < 1e-15);
    assert!((component.variance().unwrap() / variance - 1.0).abs() < 1e-13);
    assert_eq!(component.min(), kept.iter().copied().reduce(f64::min));
    assert_eq!(component.max(), kept.iter().copied().reduce(f64::max));
    for (place, count) in component.counts().iter().enumerate() {
        assert_eq!(*count, kept.iter().filter(|y| bins.place(**y) == place).count() as u64, "class {place}");
    }
    assert_eq!(component.counts().iter().sum::<u64>(), component.count());
}

#[test]
fn chunks_do_not_change_a_bit() {
    let values: Vec<f64> = (0..10_000).map(|k| hash::uniform(1, 0, k).powi(9)).collect();
    let outcomes: Vec<Outcome> =
        (0..10_000).map(|k| if k % 11 == 3 { Outcome::NonFinite } else { Outcome::Completed }).collect();
    let bins = Bins::around(values[..BLOCK].iter().copied()).unwrap();
    let expected = statistics(&values, &outcomes, &bins, BLOCK);
    for chunk_size in [2, 5, 20] {
        assert_eq!(statistics(&values, &outcomes, &bins, chunk_size * BLOCK), expected);
    }
}

#[test]
fn nothing_has_no_figures() {
    let bins = Bins::between(0.0, 1.0);
    let all = statistics(&[1.0, 2.0], &[Outcome::Invalid; 2], &bins, BLOCK);
    let component = &all.components[0];
    assert_eq!((component.count(), all.progress.failures()), (0, 2));
    assert_eq!((component.mean(), component.std(), component.min(), component.max()), (None, None, None, None));
    assert_eq!(component.quantile(0.5), None);
}

/// The spread of values is known however small or large they are, with the ranges of a pilot and with ranges that are nothing
/// beside the values, or everything; the variance only where a number holds it.
#[test]
fn the_spread_of_tiny_and_huge_values_is_known() {
    let units: Vec<f64> = (0..3000).map(|k| hash::uniform(7, 0, k)).collect();
    let completed = vec![Outcome::Completed; units.len()];
    let spread = |values: &[f64], bins: &Bins| {
        let statistics = statistics(values, &completed, bins, BLOCK);
        let component = &statistics.components[0];
        (component.std().unwrap(), component.standard_error().unwrap(), component.variance())
    };
    let (std, error, variance) = spread(&units, &Bins::around(units[..BLOCK].iter().copied()).unwrap());
    for exponent in [-300, -190, -170, -150, -100, 100, 150, 170, 300] {
        let scale = 10f64.powi(exponent);
        let values: Vec<f64> = units.iter().map(|y| y * scale).collect();
        let mut summary = crate::statistics::Summary::new();
        values.iter().for_each(|y| summary.push(Some(*y)));
        let close = |what: &str, found: f64, expected: f64| {
            assert!((found / expected / scale - 1.0).abs() < 1e-12, "{what} of 1e{exponent}: {found:e}");
        };
        close("standard deviation", summary.std().unwrap(), std);
        close("standard error", summary.standard_error().unwrap(), error);
        let of_pilot = Bins::around(values[..BLOCK].iter().copied()).unwrap();
        for (bins, tolerant) in [(of_pilot, false), (Bins::between(-1.0, 1.0), exponent < 0)] {
            let (found, found_error, found_variance) = spread(&values, &bins);
            // what is nothing beside the range has means that do not differ
            if tolerant {
                assert!((found / std / scale - 1.0).abs() < 1e-3, "1e{exponent}: {found:e}");
                continue;
            }
            close("standard deviation", found, std);
            close("standard error", found_error, error);
            match found_variance {
                Some(found) => assert!((found / variance.unwrap() / scale / scale - 1.0).abs() < 1e-12),
                None => assert!(exponent.abs() > 150, "1e{exponent}"),
            }
        }
    }
}
