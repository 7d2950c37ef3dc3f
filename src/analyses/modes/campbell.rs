//! Campbell diagrams: rotation rates at which a frequency is a multiple of them.

use crate::model::unit::Unit;

/// Halvings of an interval that holds a critical rate.
const HALVINGS: usize = 60;

/// The multiples of a rotation rate that are looked at where none are given.
pub const MULTIPLES: [f64; 3] = [1.0, 2.0, 3.0];

/// Returns how many rad/s a unit of a rotation rate is; none for other units.
pub fn rotation_rate(unit: Option<&str>) -> Option<f64> {
    let rate = Unit::parse("rad/s").expect("a unit");
    let unit = unit.and_then(|unit| Unit::parse(unit).ok()).filter(|unit| unit.dimension == rate.dimension)?;
    Some(unit.factor.to_si(1.0))
}

/// Returns where a frequency, rad/s, of members along rising rates is so many times the rate, rad/s per unit: the rates and the
/// frequencies, between members by the polynomial through the four about them. Where a frequency is missing there is none.
pub fn critical_rates(rates: &[f64], frequencies: &[f64], times: f64) -> Vec<(f64, f64)> {
    let points: Vec<(f64, f64)> = rates.iter().copied().zip(frequencies.iter().copied()).collect();
    let mut found = Vec::new();
    for run in points.split(|(_, frequency)| !frequency.is_finite()) {
        for (at, pair) in run.windows(2).enumerate() {
            let [low, high] = [pair[0], pair[1]].map(|(rate, frequency)| frequency - times * rate);
            if low == 0.0 && pair[0].0 != 0.0 {
                found.push(pair[0]);
            } else if low * high < 0.0 {
                let about = &run[at.saturating_sub(1)..(at + 3).min(run.len())];
                found.push(crossing(about, times, [pair[0].0, pair[1].0]));
            }
        }
        found.extend(run.last().filter(|(rate, frequency)| *rate != 0.0 && frequency - times * rate == 0.0));
    }
    found
}

/// Returns where the polynomial through some points is so many times the rate, between two rates at which it is on either side.
fn crossing(points: &[(f64, f64)], times: f64, [mut low, mut high]: [f64; 2]) -> (f64, f64) {
    let value = |rate: f64| -> f64 {
        let term = |(i, (own, frequency)): (usize, &(f64, f64))| {
            let others = points.iter().enumerate().filter(|(j, _)| *j != i);
            others.fold(*frequency, |product, (_, (other, _))| product * (rate - other) / (own - other))
        };
        points.iter().enumerate().map(term).sum()
    };
    let is_above = value(low) > times * low;
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if (value(middle) > times * middle) == is_above {
            low = middle;
        } else {
            high = middle;
        }
    }
    let rate = 0.5 * (low + high);
    (rate, times * rate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn critical_rates_are_between_members_and_at_them() {
        // a backward and a forward whirl, in 1/min: w^2 -+ w Omega/2 = 900
        let size = rotation_rate(Some("rpm")).expect("a rate");
        let rates: Vec<f64> = (0..13).map(|i| 50.0 * f64::from(i)).collect();
        let whirl = |sign: f64| -> Vec<f64> {
            rates.iter().map(|n| 0.25 * sign * n * size + (0.0625 * (n * size).powi(2) + 900.0).sqrt()).collect()
        };
        for (sign, expected) in [(-1.0, 30.0 / 1.5f64.sqrt()), (1.0, 30.0 / 0.5f64.sqrt())] {
            let found = critical_rates(&rates, &whirl(sign), size);
            let [(rate, frequency)] = found[..] else { panic!("{found:?}") };
            assert!((rate * size / expected - 1.0).abs() < 1e-4 && (frequency / expected - 1.0).abs() < 1e-4);
        }
        assert_eq!(critical_rates(&[0.0, 1.0, 2.0], &[0.0, 2.0, 4.0], 2.0), [(1.0, 2.0), (2.0, 4.0)]);
        assert!(critical_rates(&[0.0, 1.0, 2.0], &[1.0, f64::NAN, 1.0], 1.0).is_empty());
        assert!(rotation_rate(Some("m")).is_none() && rotation_rate(None).is_none());
    }
}
