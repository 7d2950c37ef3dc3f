//! Quantiles that are solutions of equations: found once per distribution, and read from a table of polynomials.
//!
//! The logarithm of a value is smooth in the normal score, over all that double precision has, so few polynomials have all
//! its digits. Members, lanes and derivatives read them alike, whatever it took to find them.

use super::gaussian::cdf;
use super::law::limited;
use super::level::Level;
use crate::num::elementary::{exp, ln, sin_cos};
use crate::num::{Real, Table};
use std::f64::consts::PI;
use std::sync::Arc;

/// The table reaches from minus this normal score to this one, where tails hold 6e-300; beyond, quantiles are constant.
const END: f64 = 37.0;
/// Coefficients of a polynomial.
const TERMS: usize = 14;
/// Polynomials per unit of the score, at first and at most.
const FINENESS: [u32; 2] = [2, 64];
/// The last coefficients are no more than this, relative to the first or to one, but for rounding.
const SMALL: f64 = 2e-15;

/// Logarithms of values beyond this are those of tails that are powers.
const FAR: f64 = 700.0;

/// Returns the logarithm of a tail at the logarithm of a value, and its derivative, from those where numbers reach.
pub(super) fn beyond(g: f64, tail: impl Fn(f64) -> [f64; 2]) -> [f64; 2] {
    let near = g.clamp(-FAR, FAR);
    let [logarithm, slope] = tail(near);
    [logarithm + slope * (g - near), slope]
}

/// A function of the normal score, as polynomials.
pub(super) struct Tabulated {
    table: Arc<Table>,
    /// Polynomials per unit of the score.
    fineness: f64,
}

impl Tabulated {
    /// Makes the function whose values g have the tails that normal scores have. Of the distribution that is `tail`: the logarithm of
    /// the probability below g, or above it, with its derivative by g; concave. The first value is below the median.
    pub(super) fn new(first: f64, tail: impl Fn(f64, bool) -> [f64; 2]) -> Self {
        let polynomials = |fineness| {
            let rows = polynomials(first, &tail, fineness);
            let of = |row: &[f64; TERMS]| row[TERMS - 2..].iter().fold(0.0, |most: f64, c| most.max(c.abs()));
            let roughness = rows.iter().fold(0.0, |most: f64, row| most.max(of(row) / row[0].abs().max(1.0)));
            (fineness, rows, roughness)
        };
        let mut best = polynomials(FINENESS[0]);
        while best.2 > SMALL && best.0 < FINENESS[1] {
            let finer = polynomials(2 * best.0);
            // what shorter polynomials do not make much smaller is rounding
            if finer.2 > best.2 / 8.0 {
                break;
            }
            best = finer;
        }
        let (fineness, rows, _) = best;
        let values = rows.iter().flat_map(|row| powers(*row)).collect();
        Self { table: Arc::new(Table::new(values, TERMS)), fineness: f64::from(fineness) }
    }

    /// Returns the value at a level.
    pub(super) fn value<R: Real>(&self, level: Level<R>) -> R {
        let at = (limited(level.score(), -END, END) + R::constant(END)).scale(self.fineness);
        let row = at.floor().min(R::constant(self.table.rows() as f64 - 1.0));
        let t = (at - row).scale(2.0) - R::one();
        let last = row.entry(&self.table, TERMS - 1);
        (0..TERMS - 1).rev().fold(last, |value, term| value * t + row.entry(&self.table, term))
    }
}

/// Returns the sums of Chebyshev polynomials that the function is in all parts of the scores.
fn polynomials(first: f64, tail: &impl Fn(f64, bool) -> [f64; 2], fineness: u32) -> Vec<[f64; TERMS]> {
    let count = (2.0 * END) as usize * fineness as usize;
    let cosine = |k: usize| sin_cos(k as f64 * (PI / (2 * TERMS) as f64)).1;
    let cosines: [f64; 4 * TERMS] = std::array::from_fn(cosine);
    // the scores of a part, in ascending order
    let score = |part: usize, j: usize| ((part as f64 + 0.5) - 0.5 * cosines[2 * j + 1]) / f64::from(fineness) - END;
    let middle = solved(first, 0.0, tail, false);
    let mut values = vec![[0.0; TERMS]; count];
    for is_upper in [false, true] {
        let (mut g, mut z) = (middle, 0.0);
        let half = count / 2 * TERMS;
        let places = (0..half).map(|i| if is_upper { half + i } else { half - 1 - i });
        for (part, j) in places.map(|i| (i / TERMS, i % TERMS)) {
            let next = score(part, j);
            let guess = g + slope(z, g, tail, is_upper) * (next - z);
            (g, z) = (solved(guess, next, tail, is_upper), next);
            values[part][j] = g;
        }
    }
    let coefficient = |row: &[f64; TERMS], k: usize| {
        // T_k at the nodes -cos((2j + 1) pi/(2n))
        let sign = if k.is_multiple_of(2) { 1.0 } else { -1.0 };
        let sum: f64 = (0..TERMS).map(|j| row[j] * cosines[(k * (2 * j + 1)) % (4 * TERMS)]).sum();
        sign * sum * if k == 0 { 1.0 } else { 2.0 } / TERMS as f64
    };
    values.iter().map(|row| std::array::from_fn(|k| coefficient(row, k))).collect()
}

/// Returns the value with the tail of a score, by Newton's method.
fn solved(guess: f64, z: f64, tail: &impl Fn(f64, bool) -> [f64; 2], is_upper: bool) -> f64 {
    let wanted = ln(cdf(-z.abs()));
    let (mut g, mut last) = (guess, f64::INFINITY);
    for _ in 0..100 {
        let [found, slope] = tail(g, is_upper);
        let change = (wanted - found) / slope;
        g += change;
        // until rounding decides
        if change.abs() <= 4e-16 * g.abs().max(1.0) || change.abs() < 1e-9 && change.abs() >= last {
            break;
        }
        last = change.abs();
    }
    g
}

/// Returns the derivative of the value by the score.
fn slope(z: f64, g: f64, tail: &impl Fn(f64, bool) -> [f64; 2], is_upper: bool) -> f64 {
    let density = exp(-z * z / 2.0) / (2.0 * PI).sqrt() / cdf(-z.abs());
    let [_, slope] = tail(g, is_upper);
    if is_upper { -density / slope } else { density / slope }
}

/// Returns a sum of Chebyshev polynomials as a sum of powers.
fn powers(chebyshev: [f64; TERMS]) -> [f64; TERMS] {
    let (mut before, mut polynomial) = ([0.0; TERMS], [0.0; TERMS]);
    polynomial[0] = 1.0;
    let mut sum = [0.0; TERMS];
    for (k, c) in chebyshev.into_iter().enumerate() {
        sum.iter_mut().zip(&polynomial).for_each(|(sum, power)| *sum += c * power);
        let factor = if k == 0 { 1.0 } else { 2.0 };
        let next = std::array::from_fn(|i| {
            (if i > 0 { factor * polynomial[i - 1] } else { 0.0 }) - if k == 0 { 0.0 } else { before[i] }
        });
        (before, polynomial) = (polynomial, next);
    }
    sum
}
