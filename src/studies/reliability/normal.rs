//! Probabilities of normal distributions of several dimensions.
//!
//! A. Genz, "Numerical computation of multivariate normal probabilities", Journal of Computational and Graphical Statistics 1
//! (1992) 141-149.

use crate::interpolation::gauss_quadrature;
use crate::sampling::distribution::{normal_density, normal_probability, normal_score};
use crate::sampling::hash;
use crate::statistics::Estimate;

/// Correlations beyond these are those of numbers that are equal, or opposite, but for rounding.
const EQUAL: f64 = 1.0 - 1e-14;
/// How far behind the bound of a number its density still matters.
const REACH: f64 = 12.0;
/// The width of the intervals that sums are over.
const WIDTH: f64 = 0.25;
/// Points of the sum over an interval.
const QUADRATURE: usize = 8;
/// What is added to the variances, so that numbers that depend on others entirely have one.
const NUGGET: f64 = 1e-10;
/// Points of a rule of many dimensions, and how often it is moved.
const POINTS: usize = 2048;
const SHIFTS: u64 = 12;

/// Returns the probability that standard normal numbers with these correlations are all below their bounds.
pub(super) fn all_below(bounds: &[f64], correlation: &dyn Fn(usize, usize) -> f64) -> f64 {
    match bounds {
        [] => 1.0,
        [bound] => normal_probability(*bound),
        [a, b] => both_below([*a, *b], correlation(0, 1)),
        _ => many_below(bounds, correlation),
    }
}

/// Returns the probability that two standard normal numbers with a correlation are below their bounds.
fn both_below(bounds: [f64; 2], correlation: f64) -> f64 {
    let [low, high] = if bounds[0] <= bounds[1] { bounds } else { [bounds[1], bounds[0]] };
    if correlation > EQUAL {
        return normal_probability(low);
    }
    if correlation < -EQUAL {
        // one is below its bound, and above the other's turned round
        return if low + high <= 0.0 { 0.0 } else { normal_probability(low) - normal_probability(-high) };
    }
    let spread = ((1.0 - correlation) * (1.0 + correlation)).sqrt();
    let (from, to) = (low.min(0.0) - REACH, low.min(REACH));
    let mut edges: Vec<f64> =
        (0..=((to - from) / WIDTH).ceil() as i32).map(|i| (from + f64::from(i) * WIDTH).min(to)).collect();
    // around where the other number passes its bound, which may be sudden
    if correlation.abs() > 0.5 {
        let (middle, width) = (high / correlation, spread / correlation.abs());
        let near = (-5..=5).flat_map(|k| [f64::from(k) * width, f64::from(k) * 0.25 * width]);
        edges.extend(near.map(|x| middle + x).filter(|x| *x > from && *x < to));
        edges.sort_by(f64::total_cmp);
    }
    let value = |x: f64| normal_density(x) * normal_probability((high - correlation * x) / spread);
    let [places, weights] = gauss_quadrature(QUADRATURE);
    let over = |of: &[f64]| {
        let (middle, half) = (0.5 * (of[0] + of[1]), 0.5 * (of[1] - of[0]));
        half * places.iter().zip(&weights).map(|(x, weight)| weight * value(middle + half * x)).sum::<f64>()
    };
    edges.windows(2).map(over).sum()
}

/// Does so of three and more: each number is drawn below its bound given those before it. To about 1e-4 of the probability where that is not small; not a
/// number where what differently moved points find differs by more than a part of it, as far out where bounds contradict each other.
fn many_below(bounds: &[f64], correlation: &dyn Fn(usize, usize) -> f64) -> f64 {
    let n = bounds.len();
    // the smallest bounds first, so that the later factors vary little
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|a, b| bounds[*a].total_cmp(&bounds[*b]));
    let mut factor = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| factor[i][k] * factor[j][k]).sum();
            let entry = if i == j { 1.0 + NUGGET } else { correlation(order[i], order[j]) } - known;
            factor[i][j] = if i == j { entry.max(NUGGET).sqrt() } else { entry / factor[j][j] };
        }
    }
    let steps: Vec<f64> = (0..n).map(|k| (f64::from(PRIMES[k % PRIMES.len()])).sqrt().fract()).collect();
    let of = |shift: u64, point: usize| {
        let (mut product, mut drawn) = (1.0, Vec::with_capacity(n));
        for i in 0..n {
            let known: f64 = drawn.iter().zip(&factor[i]).map(|(y, c)| y * c).sum();
            let below = normal_probability((bounds[order[i]] - known) / factor[i][i]);
            product *= below;
            let unit = (hash::uniform(shift, i as u64, 0) + (point + 1) as f64 * steps[i]).fract();
            // the tent makes a periodic function of one that is none
            let unit = hash::clamp_open((2.0 * unit - 1.0).abs());
            drawn.push(normal_score((unit * below).max(f64::MIN_POSITIVE)));
        }
        product
    };
    let mean = |shift: u64| (0..POINTS).map(|point| of(shift, point)).sum::<f64>() / POINTS as f64;
    let each: Vec<f64> = (0..SHIFTS).map(mean).collect();
    let Estimate { value, standard_error } = Estimate::mean(each.into_iter());
    if standard_error <= MOST_ERROR * value { value } else { f64::NAN }
}

/// The largest standard error of a probability of many numbers, as a part of it.
const MOST_ERROR: f64 = 0.01;

/// The numbers whose roots are the steps of the rule of many dimensions.
const PRIMES: [u16; 24] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89];

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!((found / expected - 1.0).abs() < tolerance, "{found:e} {expected:e}");
    }

    /// Those of quadrants have closed forms, 1/4 + asin(r)/(2 pi); others are those of mpmath 1.4 with 30 digits, by
    /// quadrature of the density times the conditional probability.
    #[test]
    fn two_numbers_are_below_their_bounds_as_often_as_in_closed_forms() {
        for r in [-0.999, -0.6, 0.0, 0.3, 0.95, 0.999_999_9] {
            close(both_below([0.0, 0.0], r), 0.25 + f64::asin(r) / TAU, 1e-10);
        }
        close(both_below([-3.0, -3.5], 0.0), normal_probability(-3.0) * normal_probability(-3.5), 1e-12);
        close(both_below([3.0, 3.0], -1.0), 1.0 - 2.0 * normal_probability(-3.0), 1e-14);
        assert!(both_below([-3.0, 2.0], -1.0) == 0.0);
    }

    /// Three numbers: an octant is 1/8 + (sum of asin r)/(4 pi).
    #[test]
    fn many_numbers_are_below_their_bounds_as_often_as_in_closed_forms() {
        let r = [[1.0, 0.5, -0.2], [0.5, 1.0, 0.3], [-0.2, 0.3, 1.0]];
        let octant = 0.125 + (f64::asin(0.5) + f64::asin(-0.2) + f64::asin(0.3)) / (2.0 * TAU);
        close(all_below(&[0.0; 3], &|i, j| r[i][j]), octant, 1e-4);
        let independent = [-3.0, -2.0, -4.0].map(normal_probability).iter().product::<f64>();
        close(all_below(&[-3.0, -2.0, -4.0], &|i, j| f64::from(u8::from(i == j))), independent, 1e-6);
    }
}
