//! What is looked at where steps end: events, and variables that change there.

use super::Multibody;
use crate::formulation::dynamics::Dynamics;
use crate::model::event::Event;
use crate::model::expression::Sides;
use crate::model::force::Force;
use crate::model::state::Motion;
use crate::model::{Told, resets, sampled, variable};
use crate::num::Real;
use crate::problem::Unknowns;
use std::cell::RefCell;

impl<R: Real, D: Dynamics<R>> Multibody<R, D> {
    /// Returns the variables at a time `t` (s) at which a step ends that begins at another, near which instants count as reached: those that are
    /// sampled there have their new value.
    pub fn sampled(&self, [begin, t, near]: [R; 3], (q, v): (&[R], &[R]), known: Option<Unknowns<'_, R>>) -> Vec<R> {
        let (mut columns, before) = (Vec::new(), &v[self.variables_in(v)]);
        if self.variables.iter().any(|variable| variable.update.is_some()) {
            self.outputs(t, (q, v), known, &mut columns);
        }
        R::note("sampled variables");
        sampled::at_instant(&self.variables, [begin, t, near], before, &columns)
    }

    /// Returns the variables behind the end of a step at a time `t` (s), where sides have changed to those among these variables: those that
    /// events set have their new values.
    pub fn behind_events(&self, t: R, (q, v): (&[R], &[R]), changed: &[R]) -> Vec<R> {
        let mut columns = Vec::new();
        self.outputs(t, (q, v), None, &mut columns);
        R::note("variables that events set");
        resets::behind_events(&self.variables, t, [&v[self.variables_in(v)], changed], &columns)
    }

    /// Returns where the relations of all sides are at a time `t` (s): those within others are on the sides that are held, or decide for
    /// themselves.
    pub fn sides(&self, t: R, (q, v): (&[R], &[R]), is_held: bool) -> Vec<Told<R>> {
        // where none are held, events of contacts alone ask
        let are_wanted =
            self.variables.len() > variable::seen(&self.variables) || self.events.iter().any(Event::is_of_side);
        let told = RefCell::new(vec![Told::nothing(); if are_wanted { self.side_count } else { 0 }]);
        if are_wanted {
            let at = self.dynamics.state(t, q, v);
            let (bodies, joints) = (self.dynamics.bodies(&at, q), self.dynamics.joints(&at, q, v));
            let motion = self.motion((t, &at), &bodies, &joints, v);
            let sides = if is_held { motion.sides } else { Sides::none() }.told(&told);
            self.loads(&Motion { sides, ..motion });
            let mut columns = Vec::new();
            let events = || self.events.iter().filter(|event| event.has_sides());
            if self.outputs_have_sides
                || self.variables.iter().any(|variable| variable.uses_outputs)
                || events().next().is_some()
            {
                self.outputs_on((sides, false), t, (q, v), None, &mut columns);
            }
            events().for_each(|event| _ = event.formula(t, &columns, sides));
            variable::rates(&self.variables, t, (motion.variables, &columns), sides);
        }
        told.into_inner()
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
        let told = self.sides(t, (q, v), true);
        let held = self.held(&v[self.variables_in(v)]);
        out.extend(self.events.iter().map(|event| event.value(t, &columns, held, &told)));
    }

    /// Returns how far the bodies of every contact overlap, m, negative where there is a gap, with the number of the force.
    pub fn overlaps(&self, t: R, (q, v): (&[R], &[R])) -> Vec<(usize, R)> {
        let at = self.dynamics.state(t, q, v);
        let (bodies, joints) = (self.dynamics.bodies(&at, q), self.dynamics.joints(&at, q, v));
        let motion = self.motion((t, &at), &bodies, &joints, v);
        let depth = |(i, force): (usize, &Force<R>)| force.contact(&motion).map(|[_, _, depth, _]| (i, depth));
        self.forces.iter().enumerate().filter_map(depth).collect()
    }
}
