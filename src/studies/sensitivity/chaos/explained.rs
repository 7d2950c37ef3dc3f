//! Indices from the coefficients of orthonormal terms: the squares add up to the variance.

use super::terms::{Expansion, support};
use crate::statistics::Interval;
use crate::studies::sensitivity::indices::{Found, IndexKind};

/// Returns the indices of inputs that depend on no other, each with the interval by what it is without each fold and by
/// the part of the variance that the fit misses, which may be anyone's; Shapley effects where all are such.
pub(super) fn indices(
    names: &[String],
    is_dependent: &[bool],
    (whole, without, missed): (&Expansion, &[Expansion], f64),
) -> Vec<Found> {
    let free: Vec<usize> = (0..names.len()).filter(|i| !is_dependent[*i]).collect();
    let pairs = free.iter().flat_map(|i| free.iter().filter(move |j| *j > i).map(move |j| vec![*i, *j]));
    let alone = || free.iter().map(|i| vec![*i]);
    let mut asked: Vec<(IndexKind, Vec<usize>)> = Vec::new();
    asked.extend(alone().map(|of| (IndexKind::First, of)));
    asked.extend(alone().map(|of| (IndexKind::Total, of)));
    asked.extend(pairs.map(|of| (IndexKind::Second, of)));
    if free.len() == names.len() {
        asked.extend(alone().map(|of| (IndexKind::Shapley, of)));
    }
    let supports = |of: &Expansion| -> Vec<(Vec<usize>, f64)> {
        of.iter().map(|(exponents, x)| (support(exponents), x * x)).filter(|(support, _)| !support.is_empty()).collect()
    };
    let (whole, without): (_, Vec<_>) = (supports(whole), without.iter().map(supports).collect());
    let found = |(kind, of): (IndexKind, Vec<usize>)| {
        let value = index(&whole, kind, &of);
        let each: Vec<f64> = without.iter().map(|terms| index(terms, kind, &of)).collect();
        let interval = Interval::of_jackknife(value, &each).map(|Interval { kind, bounds: [lower, upper] }| {
            Interval { kind, bounds: [lower - missed * value, upper + missed * (1.0 - value)] }.within([0.0, 1.0])
        });
        Found { kind, of: of.iter().map(|i| names[*i].clone()).collect(), figure: (value, interval) }
    };
    asked.into_iter().map(found).collect()
}

/// Returns the part of the variance that an index is of.
fn index(terms: &[(Vec<usize>, f64)], kind: IndexKind, of: &[usize]) -> f64 {
    let part = |(support, square): &(Vec<usize>, f64)| match kind {
        IndexKind::Total if support.contains(&of[0]) => *square,
        IndexKind::Shapley if support.contains(&of[0]) => square / support.len() as f64,
        IndexKind::First | IndexKind::Second if support == of => *square,
        _ => 0.0,
    };
    let variance: f64 = terms.iter().map(|(_, square)| square).sum();
    if variance > 0.0 { terms.iter().map(part).sum::<f64>() / variance } else { f64::NAN }
}
