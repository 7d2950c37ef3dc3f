//! Shapley effects from rows of a point and members that have some factors in common with it.
//!
//! The factors u that a member has in common with the row's point explain V - E[(y - y_u)^2]/2 of the variance V, where the
//! rest is drawn again given these: none of it where u is empty, and all where u is everything.
//! A factor's effect is the mean of what it adds, over all orders of the factors. So effects add up to one.
//!
//! A. Owen, SIAM/ASA Journal on Uncertainty Quantification 2 (2014) 245-251; E. Song, B. Nelson, J. Staum, SIAM/ASA Journal on
//! Uncertainty Quantification 4 (2016) 1060-1083, for dependent parameters; T. Goda, Reliability Engineering and System
//! Safety 213 (2021) 107702, for random orders.

use super::found::{Found, IndexKind};
use super::rows::{OutputRows, Row, add_to};
use crate::sampling::plan::Subsets;

/// Returns the effects of factors, then the part of the variance that every subset explains, where rows have all.
pub(super) fn effects(rows: &OutputRows, subsets: &Subsets) -> Vec<Found> {
    let names = subsets.factors().names();
    let mut labels: Vec<(IndexKind, Vec<String>)> =
        names.iter().map(|name| (IndexKind::Shapley, vec![name.clone()])).collect();
    if subsets.are_all() {
        let members =
            |subset: usize| (0..names.len()).filter(|k| subset >> k & 1 == 1).map(|k| names[k].clone()).collect();
        let mut of: Vec<Vec<String>> = (1..(1 << names.len()) - 1).map(members).collect();
        of.sort_by_key(Vec::len);
        labels.extend(of.into_iter().map(|of| (IndexKind::Explained, of)));
    }
    let (mean, count) = (rows.mean(), names.len());
    let figures = match subsets.are_all() {
        true => rows.estimated(|row, sums| add_subsets(row, mean, sums), |sums| of_all_subsets(sums, count)),
        false => rows.estimated(|row, sums| add_order(row, subsets, sums), of_orders),
    };
    labels.into_iter().zip(figures).map(|((kind, of), figure)| Found { kind, of, figure }).collect()
}

/// Adds the squares that each subset leaves, then the variance.
fn add_subsets(row: Row<'_>, mean: f64, sums: &mut Vec<f64>) {
    let blocks = row.values.len();
    let left = row.values.iter().map(|other| (row.values[blocks - 1] - other).powi(2) / 2.0);
    let variance = row.values.iter().map(|y| (y - mean).powi(2)).sum::<f64>() / blocks as f64;
    add_to(sums, left.chain([variance]));
}

/// Returns the parts of the variance that subsets explain.
///
/// What the empty one leaves is the variance, but for the error that the mean of products of independent values has. Of
/// that error, what another one leaves has about the square of the part that the rest explains: as much is taken away.
fn explained(sums: &[f64]) -> Vec<f64> {
    let (left, variance) = (&sums[..sums.len() - 1], sums[sums.len() - 1]);
    let all = left.len() - 1;
    let error = (left[0] - variance) / variance;
    let part = |subset: usize| (1.0 - left[subset] / left[0]).clamp(0.0, 1.0);
    (0..=all).map(|subset| 1.0 - left[subset] / variance + part(all ^ subset).powi(2) * error).collect()
}

/// Returns the effects, then what subsets explain, the smaller ones first.
fn of_all_subsets(sums: &[f64], count: usize) -> Vec<f64> {
    let explained = explained(sums);
    // |u|! (d - 1 - |u|)!/d! of the orders have just these factors before the next one
    let mut weights = vec![1.0 / count as f64];
    for size in 1..count {
        weights.push(weights[size - 1] * size as f64 / (count - size) as f64);
    }
    let effect = |factor: usize| {
        let without = (0..explained.len()).filter(|subset| subset >> factor & 1 == 0);
        let added = |subset: usize| explained[subset | 1 << factor] - explained[subset];
        without.map(|subset| weights[subset.count_ones() as usize] * added(subset)).sum::<f64>()
    };
    let mut subsets: Vec<usize> = (1..explained.len() - 1).collect();
    subsets.sort_by_key(|subset| subset.count_ones());
    (0..count).map(effect).chain(subsets.into_iter().map(|subset| explained[subset])).collect()
}

/// Adds the variance, and what every factor adds to the part of it that is explained along an order.
fn add_order(row: Row<'_>, subsets: &Subsets, sums: &mut Vec<f64>) {
    let y = row.values[row.values.len() - 1];
    let left = |block: usize| (y - row.values[block]).powi(2);
    let places = subsets.places(row.number);
    let added = places.into_iter().map(|place| left(place as usize) - left(place as usize + 1));
    add_to(sums, [left(0)].into_iter().chain(added));
}

/// Returns the effects from members along an order of the factors in every row.
fn of_orders(sums: &[f64]) -> Vec<f64> {
    sums[1..].iter().map(|sum| sum / sums[0]).collect()
}
