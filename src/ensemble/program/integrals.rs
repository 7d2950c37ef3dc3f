//! Integrals of outputs over steps of methods whose stages do not lie on the solution.

use super::Equations;
use crate::model::Source;
use crate::model::expression::Steepness;
use crate::num::{Dual, Real};
use crate::problem::along;

/// Rates of integrands that foretell so many times what these change by in a step are not resolved by it.
const UNRESOLVED: f64 = 4.0;

/// Holds where rates at both ends of a step, times its length, foretell what a number changes by in it; not where they are no numbers.
fn is_resolved<R: Real>(change: R, rates: [R; 2]) -> R::Mask {
    let [first, last] = rates.map(|rate| rate.abs());
    let seen = change.abs() + first.min(last);
    first.max(last).less_equal(seen.scale(UNRESOLVED))
}

impl<R: Real> Equations<'_, R> {
    /// Integrates outputs over a step: by the Hermite polynomial of the values and rates at both ends, of order 4.
    pub(super) fn integrate_between_ends(&mut self, q: &[R], v: &[R], (t, h): (R, R)) {
        let moved = |x: &[R], delta: &[R]| x.iter().zip(delta).map(|(x, delta)| *x + *delta).collect::<Vec<R>>();
        let (q1, v1) = (moved(q, &self.work.delta_q), moved(v, &self.work.delta_v));
        let history = self.work.history.clone();
        let history1 = moved(&history, &self.work.delta_history);
        let ends = [(t, (q, v, &history[..])), (t + h, (&q1[..], &v1[..], &history1[..]))];
        let [begin, end] = ends.map(|(t, state)| self.with_rates(t, state)[1].clone());
        let holds_sides = self.study.held_sides() > 0;
        let has_powers = holds_sides && self.study.mechanism.steepness != Steepness::Bounded;
        let bends = if has_powers { Some(ends.map(|(t, state)| self.bends(t, state))) } else { None };
        let columns = self.study.mechanism.columns_from(Source::Integral);
        for (place, c) in self.study.layout().quadratures().zip(columns) {
            let (a, b) = (begin[c], end[c]);
            let mut correction = (h * (a.eps[0] - b.eps[0])).scale(1.0 / 6.0);
            if holds_sides {
                // steps begin and end at sides, where what begins with a root has no rate that a step resolves
                let is_resolved = is_resolved(b.re - a.re, [a, b].map(|x| h * x.eps[0]));
                correction = R::select(is_resolved, correction, R::zero());
            }
            if let Some([first, last]) = &bends {
                // nor has the derivative of a power below 2
                let is_resolved = is_resolved(b.eps[0] - a.eps[0], [first, last].map(|bends| h * bends[c]));
                correction = R::select(is_resolved, correction, correction.detached());
            }
            self.work.delta_v[place] = h.scale(0.5) * (a.re + b.re + correction);
        }
    }

    /// Returns how the rates of all outputs change at the time `t` (s), 1/s^2, where those of the velocities rest.
    fn bends(&mut self, t: R, (q, v, history): (&[R], &[R], &[R])) -> Vec<R> {
        let rate = self.known_rate(t, (q, v, history));
        let layout = self.study.layout();
        let (q, v) = along(layout, q, v, &rate);
        let (q, v) = along(layout, &q, &v, &rate.iter().map(|x| Dual::resting(*x)).collect::<Vec<Dual<R, 1>>>());
        let history: Vec<_> = history.iter().map(|x| Dual::resting(Dual::resting(*x))).collect();
        let t = Dual { re: Dual { re: t, eps: [R::one()] }, eps: [Dual::one()] };
        let (study, mut outputs) = (self.study, Vec::new());
        self.second_rate_system().outputs(t, (&q, &v), study.known(&history), &mut outputs);
        outputs.iter().map(|y| y.eps[0].eps[0]).collect()
    }
}
