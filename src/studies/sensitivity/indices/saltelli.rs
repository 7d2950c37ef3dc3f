//! Sobol' indices from rows of two points and their mixtures.
//!
//! With the values a, b of the points, a_i where factor i is that of b and b_i where it is that of a, and the mean m and the
//! variance V of the points: first index E[(b - m)(a_i - a)]/V (Saltelli 2010, centred), total index E[(a - a_i)^2]/(2 V)
//! (Jansen), both the means of these and of what exchanging a and b gives, where the plan has the b_i; for pairs
//! E[(b_i - m)(a_j - m) - (a - m)(b - m)]/V less both first indices.
//!
//! A. Saltelli et al., Computer Physics Communications 181 (2010) 259-270; M. Jansen, Computer Physics Communications 117
//! (1999) 35-43; A. Saltelli, Computer Physics Communications 145 (2002) 280-297.

use super::found::{Found, IndexKind};
use super::rows::{OutputRows, Row, add_to};
use crate::sampling::plan::Factors;

/// Returns the indices of factors, and of pairs of them where the plan has what they need.
pub(super) fn indices(rows: &OutputRows, factors: &Factors, second: bool) -> Vec<Found> {
    let names = factors.names();
    let count = names.len();
    let mut labels: Vec<(IndexKind, Vec<String>)> = Vec::new();
    for kind in [IndexKind::First, IndexKind::Total] {
        labels.extend(names.iter().map(|name| (kind, vec![name.clone()])));
    }
    if second {
        let pair = |(i, j): (usize, usize)| (IndexKind::Second, vec![names[i].clone(), names[j].clone()]);
        labels.extend(pairs(count).map(pair));
    }
    let mean = rows.mean();
    let add = |row: Row<'_>, sums: &mut Vec<f64>| {
        let centred: Vec<f64> = row.values.iter().map(|y| y - mean).collect();
        add_to(sums, terms(&centred, count, second).into_iter());
    };
    let figures = rows.estimated(add, |sums| of_sums(sums, count, second));
    labels.into_iter().zip(figures).map(|((kind, of), figure)| Found { kind, of, figure }).collect()
}

fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |i| (i + 1..count).map(move |j| (i, j)))
}

/// Returns what a row adds to the sums: of the variance, of first indices, of total ones, of those of pairs.
fn terms(centred: &[f64], count: usize, second: bool) -> Vec<f64> {
    let ([a, b], mixtures) = ([centred[0], centred[1]], &centred[2..]);
    let mut terms = vec![(a * a + b * b) / 2.0];
    if !second {
        terms.extend(mixtures.iter().map(|with| b * (with - a)));
        terms.extend(mixtures.iter().map(|with| (a - with).powi(2) / 2.0));
        return terms;
    }
    let (of_a, of_b) = mixtures.split_at(count);
    let both = || of_a.iter().zip(of_b);
    terms.extend(both().map(|(with, other)| (b * (with - a) + a * (other - b)) / 2.0));
    terms.extend(both().map(|(with, other)| ((a - with).powi(2) + (b - other).powi(2)) / 4.0));
    terms.extend(pairs(count).map(|(i, j)| (of_b[i] * of_a[j] + of_b[j] * of_a[i]) / 2.0 - a * b));
    terms
}

/// Returns the first indices, the total ones, then those of pairs.
fn of_sums(sums: &[f64], count: usize, second: bool) -> Vec<f64> {
    let mut found: Vec<f64> = sums[1..=2 * count].iter().map(|sum| sum / sums[0]).collect();
    if second {
        let of_pairs = pairs(count).zip(&sums[1 + 2 * count..]);
        let without: Vec<f64> = of_pairs.map(|((i, j), sum)| sum / sums[0] - found[i] - found[j]).collect();
        found.extend(without);
    }
    found
}
