//! Tests of the summaries against figures from the sorted data.

#![allow(
    clippy::float_cmp,
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "tests compare exact values and stop at the first failure"
)]

use super::*;

const MANY: usize = 131_072;
const SHARES: [f64; 3] = [0.05, 0.5, 0.95];

/// Returns random numbers in (0, 1): SplitMix64 of a seed (G. Steele, D. Lea and C. Flood, OOPSLA 2014).
fn random(seed: u64, count: usize) -> Vec<f64> {
    let mut state = seed;
    let next = |_| {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11 | 1) as f64 * (f64::EPSILON / 2.0)
    };
    (0..count).map(next).collect()
}

fn summary(values: &[f64]) -> Summary {
    let mut summary = Summary::new();
    for &value in values {
        summary.push(Some(value));
    }
    summary
}

/// Returns uniform, normal and heavy-tailed samples.
fn samples(count: usize) -> Vec<(&'static str, Vec<f64>)> {
    let uniform = random(1, count);
    // the logistic distribution is as heavy in the middle as the normal one
    let logistic = |u: f64| 1e6 + 1e-3 * (u / (1.0 - u)).ln();
    let cauchy = |u: f64| (std::f64::consts::PI * (u - 0.5)).tan();
    let rough = |u: f64| (u * 20.0).floor();
    let map = |f: &dyn Fn(f64) -> f64| uniform.iter().map(|&u| f(u)).collect::<Vec<f64>>();
    let mut rising = uniform.clone();
    rising.sort_unstable_by(f64::total_cmp);
    let mut falling = rising.clone();
    falling.reverse();
    let zigzag = (0..count).map(|k| if k % 2 == 0 { rising[k / 2] } else { falling[k / 2] });
    vec![
        ("logistic", map(&logistic)),
        ("cauchy", map(&cauchy)),
        ("lognormal", map(&|u| (20.0 * (u - 0.5)).exp())),
        ("few distinct values", map(&rough)),
        ("zigzag", zigzag.collect()),
        ("rising", rising),
        ("falling", falling),
        ("uniform", uniform),
    ]
}

/// Returns the quantile by linear interpolation between neighbours in the sorted data.
fn exact(sorted: &[f64], q: f64) -> f64 {
    let place = q * (sorted.len() - 1) as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(sorted.len() - 1);
    let t = place - place.floor();
    ((1.0 - t) * sorted[below] + t * sorted[above]).clamp(sorted[below], sorted[above])
}

/// Returns the distance from `q` to the nearest rank that `value` has in the sorted data.
fn rank_error(sorted: &[f64], value: f64, q: f64) -> f64 {
    let n = sorted.len() as f64;
    let below = sorted.partition_point(|&x| x < value) as f64 / n;
    let up_to = sorted.partition_point(|&x| x <= value) as f64 / n;
    (below - q).max(q - up_to).max(0.0)
}

#[test]
fn small_columns_are_exact() {
    for count in [1, 2, 3, 10, 1000, 8191, 8192, 8193, 20_000] {
        for (name, values) in samples(count) {
            let mut sorted = values.clone();
            sorted.sort_unstable_by(f64::total_cmp);
            let summary = summary(&values);
            for q in [0.0, 0.05, 0.3, 0.5, 0.95, 1.0] {
                let (found, expected) = (summary.quantile(q).unwrap(), exact(&sorted, q));
                let error = (found - expected).abs();
                assert!(error <= 1e-12 * expected.abs(), "{name} {count} {q}: {error}");
            }
        }
    }
}

#[test]
fn large_columns_keep_the_rank_error_and_the_memory() {
    for (name, values) in samples(MANY) {
        let mut sorted = values.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        let summary = summary(&values);
        for step in (0..=1000_i32).step_by(5) {
            let q = f64::from(step) / 1000.0;
            let error = rank_error(&sorted, summary.quantile(q).unwrap(), q);
            assert!(error < 1e-4, "{name}, share {q}: rank error {error}");
        }
        assert_eq!(summary.quantile(0.0), summary.min());
        assert_eq!(summary.quantile(1.0), summary.max());
        // The zigzag always lands between the same two entries, the worst order known.
        let bytes = summary.sketch.bytes();
        let limit = if name == "zigzag" { 1_100_000 } else { 500_000 };
        assert!(bytes < limit, "{name}: {bytes} bytes");
    }
}

#[test]
fn memory_stays_bounded_for_a_million_values() {
    let mut summary = Summary::new();
    for value in random(5, 1_000_000) {
        summary.push(Some(value));
    }
    assert!(2 * summary.sketch.bytes() < 1_200_000);
    for (q, value) in SHARES.iter().zip(summary.quantiles(SHARES)) {
        // The sample's own rank error is sqrt(q (1 - q) / n), at most 5e-4.
        assert!((value.unwrap() - q).abs() < 2e-3);
    }
}

#[test]
fn moments_match_two_passes() {
    for (name, values) in samples(MANY) {
        let n = values.len() as f64;
        let shift = values[0];
        let mean = shift + values.iter().map(|v| v - shift).sum::<f64>() / n;
        let std = (values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n).sqrt();
        let summary = summary(&values);
        let (m, s) = (summary.mean().unwrap(), summary.std().unwrap());
        assert!((m - mean).abs() < 1e-9 * std, "{name}: mean {m}, {mean}");
        assert!((s - std).abs() < 1e-7 * std, "{name}: std {s}, {std}");
        assert_eq!(summary.min(), values.iter().copied().reduce(f64::min));
        assert_eq!(summary.max(), values.iter().copied().reduce(f64::max));
    }
}

#[test]
fn nulls_and_other_non_numbers_are_counted_apart() {
    let mut summary = Summary::new();
    assert_eq!((summary.mean(), summary.std()), (None, None));
    assert_eq!((summary.min(), summary.max()), (None, None));
    assert_eq!(summary.quantiles(SHARES), [None; 3]);
    for value in [None, Some(f64::NAN), Some(2.0), Some(f64::INFINITY), None, Some(4.0)] {
        summary.push(value);
    }
    assert_eq!((summary.count(), summary.nulls(), summary.non_finite()), (2, 2, 2));
    assert_eq!(summary.mean(), Some(3.0));
    assert_eq!(summary.std(), Some(1.0));
    assert_eq!(summary.quantile(0.5), Some(3.0));
    assert_eq!(summary.quantile(0.25), Some(2.5));
}

#[test]
fn reading_changes_nothing() {
    let values = random(2, 50_000);
    let plain = summary(&values);
    let mut read = Summary::new();
    for (k, &value) in values.iter().enumerate() {
        read.push(Some(value));
        if k % 7000 == 0 {
            assert!(read.quantile(0.5).is_some());
        }
    }
    assert_eq!(plain.quantiles(SHARES), read.quantiles(SHARES));
}

#[test]
fn parts_are_merged_as_if_their_values_came_one_by_one() {
    for (name, values) in samples(10_000) {
        let moments = |values: &[f64]| {
            let mut moments = Moments::default();
            values.iter().for_each(|y| moments.push(*y));
            moments
        };
        let (whole, mut merged) = (moments(&values), Moments::default());
        values.chunks(777).for_each(|part| merged.merge(&moments(part)));
        let std = whole.std().unwrap();
        assert_eq!((merged.count, merged.min, merged.max), (whole.count, whole.min, whole.max), "{name}");
        assert!((merged.mean(0.0).unwrap() - whole.mean(0.0).unwrap()).abs() < 1e-7 * std, "{name}");
        assert!((merged.std().unwrap() / std - 1.0).abs() < 1e-7, "{name}");
    }
}
