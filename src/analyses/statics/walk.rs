//! The points of a path, and what is added to them.

use super::critical::Critical;
use super::curve::Path;
use super::equations::{State, turning_with};
use super::located::Located;
use super::member::Member;
use super::point::{PathPoint, PointKind};
use super::slopes::{By, Differentiated};
use super::{Slopes, Statics};
use crate::ensemble::start::Starts;
use crate::formulation::System;
use crate::problem::Unknowns;

/// The way along a path.
pub(super) struct Walk<'a> {
    pub starts: &'a Starts<'a>,
    pub path: Path<'a>,
    pub statics: &'a Statics,
    /// The points so far.
    pub points: Vec<PathPoint>,
}

impl Walk<'_> {
    /// Adds an equilibrium to the points; tells whether all outputs are finite there.
    pub(super) fn add(&mut self, state: &State, kind: PointKind) -> bool {
        let Starts { mechanism, formulated, .. } = *self.starts;
        let (parameters, layout) = (self.path.member.parameters, formulated.layout());
        let system: System<f64> = formulated.system(mechanism, parameters).with_load_factor(state.load);
        let (_, v) = formulated.initial(mechanism, parameters);
        let [v, rate] = turning_with(layout, mechanism.base_rotation(parameters), &state.q, &v);
        let known = Unknowns { rate: &rate, multipliers: &state.multipliers };
        let mut columns = Vec::new();
        system.outputs(0.0, (&state.q, &v), Some(known), &mut columns);
        let finite = columns.iter().all(|x| x.is_finite());
        self.points.push(PathPoint { load: state.load, kind, columns, slopes: Vec::new() });
        finite
    }

    /// Adds the derivatives of the last point, where these are asked for and the load factor changes so with the parameters.
    pub(super) fn add_slopes(&mut self, state: &State, by: impl Fn(usize) -> f64) {
        let by: Vec<By> =
            self.starts.mechanism.differentiated_by_parameters().iter().map(|at| (*at, by(*at))).collect();
        if by.is_empty() {
            return;
        }
        let Member { equations, parameters, .. } = *self.path.member;
        let differentiated = Differentiated { starts: self.starts, equations, parameters };
        let slopes = differentiated.slopes(&mut self.path.work, state, &by);
        if let (Some(point), Some(slopes)) = (self.points.last_mut(), slopes) {
            point.slopes = slopes;
        }
    }

    /// Finds what is critical at a point of a path.
    pub(super) fn critical(&mut self, state: &State) -> Option<Critical> {
        let Member { equations, parameters, weights, .. } = self.path.member;
        equations.critical(&mut self.path.work, (parameters, weights), state)
    }

    /// Adds a critical point with the derivatives of its load factor, where these are asked for; tells whether all outputs are finite there.
    pub(super) fn add_located(&mut self, located: &Located) -> bool {
        let Located { spot, kind } = located;
        let state = &spot.point.state;
        let is_finite = self.add(state, *kind);
        let by = self.starts.mechanism.differentiated_by_parameters();
        if by.is_empty() || !is_finite {
            return is_finite;
        }
        let Some(critical) = self.critical(state) else { return true };
        let Member { equations, parameters, ref weights, .. } = *self.path.member;
        let differentiated = Differentiated { starts: self.starts, equations, parameters };
        let of = (state, &critical, *kind == PointKind::Limit);
        let loads = differentiated.critical_loads(&mut self.path.work, of, (by, weights));
        if let (Some(point), Some(loads)) = (self.points.last_mut(), loads) {
            point.slopes = loads.into_iter().map(|load| Slopes { load, columns: None }).collect();
        }
        true
    }
}
