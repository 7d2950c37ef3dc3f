//! The linear equations of what is beside a motion, x' = A(t) x, at states of it.

use super::map::{PeriodMap, State};
use crate::ensemble::Direction;
use crate::num::{Dual, Vec3};
use crate::problem::{Field, along};

impl PeriodMap {
    /// Returns the trace of A at a state, at a time, s, by which volumes beside the motion grow, 1/s: of a mechanism without constraints and sides. There is
    /// none where the equations of motion have no derivatives.
    pub(super) fn trace(&self, parameters: &[f64], state: &State, time: f64) -> Option<f64> {
        let study = &self.flow.study;
        let layout = study.layout();
        let State { q, v } = state;
        let implicit = match study.is_implicit() {
            true => {
                let starts = self.starts(time);
                Some((starts, study.recorded_starts()?.regular_at(&starts, parameters, [q, v])?))
            }
            false => None,
        };
        let resting: Vec<Dual<f64, 1>> = parameters.iter().map(|p| Dual::resting(*p)).collect();
        let mut system = study.formulated().system(&study.mechanism, &resting);
        let (n, moves) = (layout.quadratures().start, layout.moves());
        let count = Direction::all_of_start(layout).len();
        let own_rate = |k: usize| {
            let [positions, velocities] = layout.spread((0..count).map(|i| if i == k { 1.0 } else { 0.0 }));
            let (q, _) = along(layout, q, &positions, &positions);
            let v: Vec<_> = v.iter().zip(&velocities).map(|(v, slope)| Dual { re: *v, eps: [*slope] }).collect();
            let accelerations = match &implicit {
                Some((starts, recorded)) => recorded.at(starts, &resting, [&q, &v], false)?.rate,
                None => system.rates(Dual::resting(time), &q, &v),
            };
            // of increments w of a rotation, R exp(w), the rate is dv - v x w
            let mut by = velocities.clone();
            for place in layout.places().filter(|place| place.factor.rotation().is_some_and(|p| !p.has_rates())) {
                let [own, w] = [&state.v, &positions].map(|all| Vec3::from_slice(&all[place.v..]));
                (Vec3::from_slice(&velocities[place.v..]) - own.cross(w)).write(&mut by[place.v..]);
            }
            let positions = by[..n].iter().zip(&moves).filter(|(_, moves)| **moves).map(|(x, _)| *x);
            positions.chain(accelerations[..n].iter().map(|x| x.eps[0])).nth(k)
        };
        (0..count).map(own_rate).sum()
    }
}
