//! The linear equations of what is beside a motion, x' = A(t) x, at states of it.

use super::map::{PeriodMap, State};
use crate::ensemble::Direction;
use crate::linalg::DMatrix;
use crate::num::{Dual, Vec3};
use crate::problem::{Field, along};

/// Increments that constraints leave free, and how they change along the motion.
#[derive(Clone, Debug)]
pub(super) struct Variations {
    /// The orthonormal columns Z.
    pub basis: DMatrix<f64>,
    /// The columns A Z, 1/s.
    pub rates: DMatrix<f64>,
}

impl PeriodMap {
    /// Returns the linear equations at a state, at a time, s; none where the equations of motion have no derivatives.
    pub(super) fn variations(&self, parameters: &[f64], state: &State, time: f64) -> Option<Variations> {
        let study = &self.flow.study;
        let (layout, held) = (study.layout(), study.held_sides());
        let State { q, v } = state;
        let constrained = match study.is_implicit() {
            true => {
                let starts = self.starts(time);
                Some((starts, study.recorded_starts()?.regular_at(&starts, parameters, [q, v])?))
            }
            false => None,
        };
        let free = Direction::all_of_start(layout).len() - held;
        let basis = match &constrained {
            Some((starts, _)) => starts.free_increments(parameters, [q, v], held),
            None => DMatrix::identity(free, free),
        };
        let resting: Vec<Dual<f64, 1>> = parameters.iter().map(|p| Dual::resting(*p)).collect();
        let mut system = study.formulated().system(&study.mechanism, &resting);
        let (n, moves) = (layout.quadratures().start, layout.moves());
        let (moving, mut rates) = (n - held, basis.clone());
        for mut column in rates.column_iter_mut() {
            let [positions, velocities] = layout.spread(column.iter().copied());
            let (q, _) = along(layout, q, &positions, &positions);
            let v: Vec<_> = v.iter().zip(&velocities).map(|(v, slope)| Dual { re: *v, eps: [*slope] }).collect();
            let accelerations = match &constrained {
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
            let all = positions.chain(accelerations[..moving].iter().map(|x| x.eps[0]));
            column.iter_mut().zip(all).for_each(|(to, x)| *to = x);
        }
        Some(Variations { basis, rates })
    }
}

impl Variations {
    /// Returns by how much volumes of what constraints leave free grow, 1/s.
    pub(super) fn trace(&self) -> f64 {
        self.basis.component_mul(&self.rates).sum()
    }
}
