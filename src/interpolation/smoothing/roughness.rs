//! The integral of the squared derivative of an order of the smoothest function through rows, by divided differences: with differences d
//! and the Gram matrix R of the splines that they are products with, it is d^T R^-1 d (Reinsch 1967; de Boor 1978, chapter XIV).

use crate::interpolation::polynomial::gauss_quadrature;

/// Holds differences of an order of rows at some places, as sums over the velocities between rows, and their Gram matrix.
pub(super) struct Roughness {
    /// The lengths between rows; of what repeats itself also that from the last to the first.
    pub(super) lengths: Vec<f64>,
    /// Of every difference its parts between rows, each with its factor.
    pub(super) differences: Vec<Vec<(usize, f64)>>,
    /// Of every difference the others, itself and those behind it, with the entries of the Gram matrix.
    pub(super) gram: Vec<Vec<(usize, f64)>>,
}

impl Roughness {
    /// Makes the differences of an order, 2 or more, of rows at rising places, more than the order; `period` is that of what repeats
    /// itself.
    pub(super) fn new(places: &[f64], order: usize, period: Option<f64>) -> Self {
        let rows = places.len();
        let parts = if period.is_some() { rows } else { rows - 1 };
        let count = if period.is_some() { rows } else { rows - order };
        let at = |k: usize| places[k % rows] + period.unwrap_or(0.0) * (k / rows) as f64;
        let lengths = (0..parts).map(|k| at(k + 1) - at(k)).collect();
        // divided differences times the factorial of the order
        let difference = |first: usize| {
            let mut all: Vec<Vec<f64>> =
                (0..order).map(|k| (0..order).map(|j| f64::from(u8::from(j == k))).collect()).collect();
            for level in 2..=order {
                let next = |k: usize| {
                    let factor = level as f64 / (at(first + k + level) - at(first + k));
                    all[k].iter().zip(&all[k + 1]).map(|(a, b)| (b - a) * factor).collect()
                };
                all = (0..all.len() - 1).map(next).collect();
            }
            all[0].iter().enumerate().map(|(k, factor)| ((first + k) % parts, *factor)).collect()
        };
        let mut gram: Vec<Vec<(usize, f64)>> = (0..count).map(|_| Vec::new()).collect();
        let [points, weights] = gauss_quadrature(order);
        for (first, row) in gram.iter_mut().enumerate() {
            for further in 0..order.min(if period.is_some() { order } else { count - first }) {
                // both splines are not zero from the beginning of the second to the end of the first
                let within = |k: usize| {
                    let (from, to) = (at(k), at(k + 1));
                    let value = |(x, w): (&f64, &f64)| {
                        let x = 0.5 * (from + to) + 0.5 * (to - from) * x;
                        0.5 * (to - from)
                            * w
                            * spline(&at, first, order, k, x)
                            * spline(&at, first + further, order, k, x)
                    };
                    points.iter().zip(&weights).map(value).sum::<f64>()
                };
                let entry = (first + further..first + order).map(within).sum();
                row.push(((first + further) % count, entry));
            }
        }
        Self { lengths, differences: (0..count).map(difference).collect(), gram }
    }
}

/// Returns the spline of an order over places from a first one on, with the integral one, at a point of a part between places.
fn spline(at: &impl Fn(usize) -> f64, first: usize, order: usize, part: usize, x: f64) -> f64 {
    if part < first || part >= first + order {
        return 0.0;
    }
    let (from, to) = (at(first), at(first + order));
    if order == 1 {
        return 1.0 / (to - from);
    }
    let lower = |first: usize| spline(at, first, order - 1, part, x);
    let share = order as f64 / ((order - 1) as f64 * (to - from));
    share * ((x - from) * lower(first) + (to - x) * lower(first + 1))
}
