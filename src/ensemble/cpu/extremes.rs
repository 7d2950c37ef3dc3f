//! What values within a run make of outputs whose extremes matter, and of their derivatives.

use super::attempt::{Attempt, Taken};
use crate::ensemble::time_loop::sensitivity;
use crate::num::{Dual, Real};

impl Attempt {
    /// Returns the new result, with its derivatives behind it, that a value gives an output whose extremes matter.
    #[inline(always)]
    pub(super) fn take<R: Real>(
        &self,
        extreme: usize,
        (value, slopes): (R, &[R]),
        taken: Taken<R>,
        mut input: impl FnMut(usize) -> R,
    ) -> Vec<(usize, R)> {
        let reduction = self.monitored.extremes[extreme].1;
        let [first, result] = self.kept(extreme);
        let [y0, y] = [first, result].map(&mut input);
        let mut all = vec![(result, reduction.update(y0, y, value))];
        for (k, slope) in slopes.iter().enumerate() {
            let [first, result] = self.kept_slopes(extreme, k);
            let dual = |re, slope| Dual { re, eps: [slope] };
            let kept = [dual(y0, input(first)), dual(y, input(result))];
            let parameter = self.differentiated_by[k].map_or_else(R::constant, &mut input);
            let value = dual(value, *slope);
            let slope = match taken {
                Taken::Within => sensitivity::slope_after(reduction, kept, value, parameter),
                Taken::End(before) => sensitivity::slope_after_end(reduction, kept, (before, value), parameter),
                Taken::Kink(before) => sensitivity::slope_after_kink(reduction, kept, (before, value), parameter),
            };
            all.push((result, slope));
        }
        all
    }
}
