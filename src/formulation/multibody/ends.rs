//! What is looked at where steps end: events, and variables that change there.

use super::Multibody;
use crate::formulation::dynamics::Dynamics;
use crate::model::force::Force;
use crate::model::sampled;
use crate::num::Real;
use crate::problem::Unknowns;

impl<R: Real, D: Dynamics<R>> Multibody<R, D> {
    /// Returns the variables at a time `t` (s) at which a step ends, near which instants count as reached: those that are sampled there
    /// have their new value, and those of contacts tell whether they push.
    pub fn sampled(&self, [t, near]: [R; 2], (q, v): (&[R], &[R]), known: Option<Unknowns<'_, R>>) -> Vec<R> {
        let (mut columns, before) = (Vec::new(), &v[self.variables_in(v)]);
        if self.variables.iter().any(|variable| variable.update.is_some()) {
            self.outputs(t, (q, v), known, &mut columns);
        }
        R::note("sampled variables");
        let mut all = sampled::at_instant(&self.variables, [t, near], before, &columns);
        let contacts = self.variables.iter().enumerate().filter_map(|(i, variable)| Some((i, variable.contact?)));
        let mut contacts = contacts.peekable();
        if contacts.peek().is_some() {
            let at = self.dynamics.state(t, q, v);
            let (bodies, joints) = (self.dynamics.bodies(&at, q), self.dynamics.joints(&at, q, v));
            let motion = self.motion((t, &at), &bodies, &joints, v);
            contacts.for_each(|(i, force)| all[i] = self.forces[force].pushes(&motion));
        }
        all
    }

    /// Writes the values of the events at the time `t` (s), replacing what `out` holds.
    pub fn events(&self, t: R, (q, v): (&[R], &[R]), known: Option<Unknowns<'_, R>>, out: &mut Vec<R>) {
        out.clear();
        if self.events.is_empty() {
            return;
        }
        let mut columns = Vec::new();
        self.outputs(t, (q, v), known, &mut columns);
        R::note("events");
        let at = self.dynamics.state(t, q, v);
        let (bodies, joints) = (self.dynamics.bodies(&at, q), self.dynamics.joints(&at, q, v));
        let motion = self.motion((t, &at), &bodies, &joints, v);
        out.extend(self.events.iter().map(|event| event.value(&columns, &self.forces, &motion)));
    }

    /// Returns how far the bodies of every contact overlap, m, negative where there is a gap, with the number of the force.
    pub fn overlaps(&self, t: R, (q, v): (&[R], &[R])) -> Vec<(usize, R)> {
        let at = self.dynamics.state(t, q, v);
        let (bodies, joints) = (self.dynamics.bodies(&at, q), self.dynamics.joints(&at, q, v));
        let motion = self.motion((t, &at), &bodies, &joints, v);
        let depth = |(i, force): (usize, &Force<R>)| force.contact(&motion).map(|[_, _, depth, _]| (i, depth));
        self.forces.iter().enumerate().filter_map(depth).collect()
    }

    /// Returns how long ago the bodies of a contact, the force of this number, met, s, near that instant `t`, s.
    pub fn since_touch(&self, force: usize, t: R, (q, v): (&[R], &[R])) -> R {
        let at = self.dynamics.state(t, q, v);
        let (bodies, joints) = (self.dynamics.bodies(&at, q), self.dynamics.joints(&at, q, v));
        self.forces[force].since_touch(&self.motion((t, &at), &bodies, &joints, v))
    }
}
