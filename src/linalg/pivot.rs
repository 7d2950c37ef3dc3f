//! A pivot, and what its elimination does to entries and right-hand sides.

use crate::num::Real;
use std::collections::BTreeMap;

/// A pivot and what its elimination changes. Indices are those of entries in a flat list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pivot {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) place: usize,
    /// The other rows with an entry in the column, and its index.
    pub(super) lower: Vec<(usize, usize)>,
    /// The other columns with an entry in the row, and its index.
    pub(super) upper: Vec<(usize, usize)>,
    /// For every lower and upper entry, the index of the entry in the row of one and the column of the other.
    pub(super) updates: Vec<usize>,
}

/// The sums of magnitudes of multipliers, by the binary logarithms of their scales.
#[derive(Debug)]
pub(super) struct Multipliers<R>(BTreeMap<i32, R>);

impl<R: Real> Multipliers<R> {
    pub(super) fn new() -> Self {
        Self(BTreeMap::new())
    }
    pub(super) fn add(&mut self, scale: i32, multiplier: R) {
        let magnitude = multiplier.abs();
        self.0.entry(scale).and_modify(|sum| *sum = *sum + magnitude).or_insert(magnitude);
    }
    /// Returns the scaled sum behind a number.
    pub(super) fn behind(self, first: R) -> R {
        self.0.into_iter().fold(first, |sum, (scale, part)| sum + part.scale(2f64.powi(scale)))
    }
}

/// Eliminates a pivot from entries, and from the right-hand side where there is one. `see` is told the numbers of lower entries, with
/// their multipliers.
pub(super) fn eliminate<R: Real>(
    pivot: &Pivot,
    entries: &mut [Option<R>],
    right: Option<&mut [R]>,
    mut see: impl FnMut(usize, R),
) {
    let entry = |entries: &[Option<R>], place: usize| entries[place].expect("an entry of the matrix");
    let inverse = R::one() / entry(entries, pivot.place);
    entries[pivot.place] = Some(inverse);
    let mut updates = pivot.updates.iter();
    for (number, (_, place)) in pivot.lower.iter().enumerate() {
        let multiplier = entry(entries, *place) * inverse;
        entries[*place] = Some(multiplier);
        see(number, multiplier);
        for ((_, upper), update) in pivot.upper.iter().zip(&mut updates) {
            let change = multiplier * entry(entries, *upper);
            let before = entries[*update];
            entries[*update] = Some(before.map_or_else(|| -change, |before| before - change));
        }
    }
    if let Some(right) = right {
        forward(pivot, |place| entry(entries, place), right);
    }
}

/// Takes the multiples of a pivot's row off a right-hand side.
pub(super) fn forward<R: Real>(pivot: &Pivot, number: impl Fn(usize) -> R, right: &mut [R]) {
    for (row, place) in &pivot.lower {
        right[*row] = right[*row] - number(*place) * right[pivot.row];
    }
}

/// Returns the unknown of a pivot, from those behind it.
pub(super) fn unknown<R: Real>(pivot: &Pivot, number: impl Fn(usize) -> R, right: &[R], solution: &[R]) -> R {
    let known = pivot.upper.iter().map(|(column, place)| number(*place) * solution[*column]);
    known.fold(right[pivot.row], |rest, term| rest - term) * number(pivot.place)
}
