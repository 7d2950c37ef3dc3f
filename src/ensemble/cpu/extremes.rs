//! What values within a run make of outputs whose extremes matter, and of their derivatives.

use super::attempt::Attempt;
use crate::num::{Dual, Real};

/// Values that differ by less, relatively, are the same extreme to within what a method makes of them.
const SAME_EXTREME: f64 = 1e-9;

/// Derivatives there differ where they move the value by more, relatively, as the parameter changes by all of itself. Those of
/// one extreme that comes back with every turn of a four-bar differ by 1e-6 or more, as the places in their steps do.
const OTHER_SLOPE: f64 = 1e-3;

impl Attempt {
    /// What a value makes of the result of an output whose extremes matter, and of its derivatives, which follow it. A result
    /// that two values give which differ in a derivative has none.
    #[inline(always)]
    pub(super) fn take<R: Real>(
        &self,
        extreme: usize,
        (value, slopes): (R, &[R]),
        mut input: impl FnMut(usize) -> R,
    ) -> Vec<(usize, R)> {
        let reduction = self.watched.extremes[extreme].1;
        let [first, result] = self.kept(extreme);
        let [y0, y] = [first, result].map(&mut input);
        let mut all = vec![(result, reduction.update(y0, y, value))];
        for (k, slope) in slopes.iter().enumerate() {
            let [first, result] = self.kept_slopes(extreme, k);
            let dual = |re, slope| Dual { re, eps: [slope] };
            let (start, before, value) = (dual(y0, input(first)), dual(y, input(result)), dual(value, *slope));
            let updated = reduction.update(start, before, value).eps[0];
            let alone = reduction.update(start, reduction.start(start), value);
            let is_as_large = (alone.re - y).abs().less_equal(y.abs().scale(SAME_EXTREME));
            let differs = self.differentiated_by.get(k).map(|by| {
                let parameter = by.map_or_else(R::constant, &mut input).abs();
                let scale = R::select(R::zero().less(parameter), parameter, R::one());
                is_as_large & y.abs().scale(OTHER_SLOPE).less((alone.eps[0] - before.eps[0]).abs() * scale)
            });
            let none = || R::constant(f64::INFINITY);
            all.push((result, differs.map_or(updated, |differs| R::select(differs, none(), updated))));
        }
        all
    }
}
