//! What forces and beams exert, and load factors.

use super::{Loaded, Multibody};
use crate::formulation::dynamics::Dynamics;
use crate::model::state::{Loads, Motion};
use crate::num::Real;

impl<R: Real, D: Dynamics<R>> Multibody<R, D> {
    /// Returns the loads that the forces and beams exert on a mechanism in motion, if there are any.
    pub(super) fn loads(&self, motion: &Motion<'_, R>) -> Option<Loads<R>> {
        if !self.has_loads() {
            return None;
        }
        let mut loads = Loads::none(motion);
        match self.load_factor {
            None => self.forces.iter().for_each(|force| force.apply(motion, &mut loads)),
            Some(factor) => {
                let mut scaled = Loads::none(motion);
                for (force, is_load) in self.forces.iter().zip(&self.is_load) {
                    force.apply(motion, if *is_load { &mut scaled } else { &mut loads });
                }
                loads.add_times(&scaled, factor);
            }
        }
        for beam in &self.beams {
            beam.apply(motion, &self.gravity, &mut loads);
        }
        Some(loads)
    }

    /// Returns the system with its loads multiplied by a factor.
    pub(in crate::formulation) fn with_load_factor(mut self, factor: R) -> Self {
        self.dynamics.scale_gravity(factor);
        (self.gravity, self.load_factor) = (self.gravity.scaled(factor), Some(factor));
        self
    }

    fn has_loads(&self) -> bool {
        !self.forces.is_empty() || !self.beams.is_empty()
    }

    /// Returns the magnitudes of the forces of joints' constraints for multipliers of constraints in use, unit lengths among them,
    /// which are so many times too large; empty where no force depends on them.
    pub(super) fn reactions(&self, at: &D::State, multipliers: &[R], scale: R) -> Vec<R> {
        if !self.forces_see_reactions {
            return Vec::new();
        }
        R::note("forces of joints' constraints");
        let all = self.dynamics.all_multipliers(&multipliers[self.layout.unit_lengths().count()..]);
        self.dynamics.reactions(at, &all).into_iter().map(|reaction| reaction.magnitude() / scale).collect()
    }

    /// Returns the loads in a state with these reactions, and the motion of the bodies that they follow from; none where there
    /// are no forces.
    pub(in crate::formulation) fn loads_at(
        &self,
        t: R,
        at: &D::State,
        (q, v): (&[R], &[R]),
        reactions: &[R],
    ) -> Option<Loaded<R>> {
        if !self.has_loads() {
            return None;
        }
        let bodies = self.dynamics.bodies(at, q);
        let joints = self.dynamics.joints(at, q, v);
        let loads = self.loads(&Motion { reactions, ..self.motion((t, at), &bodies, &joints, v) })?;
        Some((loads, bodies))
    }
}
