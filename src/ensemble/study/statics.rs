//! Static equilibria of the members of a study.

use super::{Study, StudyError};
use crate::ensemble::lockstep::{Ended, lockstep};
use crate::ensemble::statics::{
    PathPoint, StaticEquations, StaticPath, Statics, TOGETHER, Work, equilibrium_near, free_motions, static_path,
    turning_with,
};
use crate::ensemble::time_loop::failure::finite_or_none;
use crate::ensemble::{Adaptive, Extrapolation, Method, StartError, Steps};
use crate::formulation;
use crate::integrator::{self, Index};
use crate::model::base::BaseMotion;
use crate::model::expression::Expr3;
use crate::model::output::{self, OF_PATHS, Output};
use crate::model::{Expr, Mechanism, TimeReduction};
use crate::num::Dual;
use std::ops::Range;

/// So few members are sooner followed one by one than machine code is made: of two elements of order 5 that takes 0.1 s, and a path 25 ms
/// by tapes.
const FEW: usize = 5;

impl Study {
    /// Returns the study of equilibria: in absolute coordinates, without what is of a run alone, with what is told of paths behind its
    /// outputs.
    ///
    /// # Errors
    /// Why members have no start in these coordinates.
    pub fn of_statics(&self, statics: &Statics) -> Result<Self, StudyError> {
        let (mut mechanism, mut method) = self.without_run(statics.base_rotation.as_ref());
        mechanism.outputs.extend(Output::statics());
        let by = self.mechanism.differentiated_by_parameters();
        if !by.is_empty() {
            // found behind every path
            mechanism = mechanism.differentiated_by(by).with_adjoint();
        }
        method.conditions.equilibrium = false;
        method.implicit.index = Index::Three;
        Self::new(mechanism, method, None, self.plan.clone())
    }

    /// Returns mechanism and method in absolute coordinates without what is of a run alone, on a base that turns with this constant
    /// angular velocity about its origin, rad/s, if there is one.
    pub(super) fn without_run(&self, base_rotation: Option<&Expr3>) -> (Mechanism, Method) {
        let mut mechanism = self.mechanism.clone().differentiated_by(&[]);
        mechanism.events.clear();
        mechanism.release_sides();
        if let Some(spin) = base_rotation {
            mechanism.base = Some(BaseMotion { spin: Some(spin.clone()), ..BaseMotion::default() });
        }
        let mut method = self.method.clone();
        if !(method.integrator.is_implicit() && method.formulation.has_constraints) {
            method.formulation = formulation::find("absolute").unwrap_or(method.formulation);
            method.integrator = integrator::find("generalized_alpha").unwrap_or(method.integrator);
        }
        // steps of any length, none of which is made
        (method.steps, method.duration) =
            (Steps::Adaptive(Box::new(Adaptive::new(1e-6, 1e-6, 2))), Expr::Constant(1.0));
        method.extrapolation = Extrapolation::None;
        method.makes_steps = false;
        (mechanism, method)
    }

    /// Returns an output whose values at equilibria cannot be reduced along their path, if there is one.
    pub fn without_path(&self) -> Option<&Output<Expr>> {
        let has_none = |output: &&Output<Expr>| {
            let reduction = matches!(output.reduction, TimeReduction::End | TimeReduction::Max | TimeReduction::Min);
            !reduction || output.quantity.of_event().is_some() || output.quantity.step_error().is_some()
        };
        self.mechanism.outputs.iter().find(has_none)
    }

    /// Returns coordinates and velocities of a member with these values of all parameters in the equilibrium near its start, or else in the one
    /// that its loads lead to, at rest on the base.
    ///
    /// # Errors
    /// That it is not found.
    pub(super) fn balanced(&self, parameters: &[f64]) -> Result<[Vec<f64>; 2], StartError> {
        let (_, start) = self.formulated.initial(&self.mechanism, parameters);
        let turning = self.mechanism.base_rotation(parameters);
        let at_rest = |q: Vec<f64>| {
            let [v, _] = turning_with(self.layout(), turning, &q, &start);
            [q, v]
        };
        let starts = self.starts();
        let near = || {
            let (q, _) = starts.positions_and_velocities(parameters).ok()?;
            let [q, v] = at_rest(q);
            let recorded = self.recorded_starts();
            let multipliers = recorded.and_then(|recorded| starts.multipliers(recorded, parameters, [&q, &v]));
            equilibrium_near(&starts, self.static_equations(), parameters, (q, multipliers))
        };
        if let Some(q) = near() {
            return Ok(at_rest(q));
        }
        let path = self.static_path(&Statics::default(), parameters);
        let [q, _] = path.last;
        if q.is_empty() {
            let load = path.points.last().map_or(0.0, |point| point.load);
            let message = format!("no static equilibrium is found beyond {load} of the loads");
            return Err(StartError { part: None, message });
        }
        Ok(at_rest(q))
    }

    /// Follows the equilibria of a member of a study [of statics](Study::of_statics), with these values of all parameters.
    pub fn static_path(&self, statics: &Statics, parameters: &[f64]) -> StaticPath {
        let equations = self.static_equations();
        static_path(&self.starts(), equations, statics, (parameters, equations.alone()))
    }

    /// Follows the equilibria of members with these values of all parameters, many at once where there is machine code; they are those of
    /// [`Study::static_path`]. None where they are stopped.
    pub fn static_paths(
        &self,
        statics: &Statics,
        members: &[Vec<f64>],
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<Vec<StaticPath>> {
        let mut all = Vec::with_capacity(members.len());
        for members in members.chunks(TOGETHER) {
            match self.paths_together(statics, members, is_stopped) {
                Some(Ok(paths)) => all.extend(paths),
                Some(Err(Ended::Stopped)) => return None,
                Some(Err(Ended::NoThread)) | None => {
                    for parameters in members {
                        if is_stopped() {
                            return None;
                        }
                        all.push(self.static_path(statics, parameters));
                    }
                }
            }
        }
        Some(all)
    }

    /// Follows the equilibria of members in lockstep, where there is machine code.
    fn paths_together(
        &self,
        statics: &Statics,
        members: &[Vec<f64>],
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<Result<Vec<StaticPath>, Ended>> {
        if members.len() < FEW {
            return None;
        }
        let equations = self.static_equations();
        let mut answer = equations.answering()?;
        let follow = |number: usize, asker| {
            static_path(&self.starts(), equations, statics, (&members[number], Work::Together(asker)))
        };
        Some(lockstep(
            members.len(),
            follow,
            |questions| {
                if is_stopped() { Err(Ended::Stopped) } else { Ok(answer(questions)) }
            },
        ))
    }

    /// Returns the values of all columns of a member with these values of all parameters: those of outputs at the last point of its
    /// path, or over it, then the load factor there, at the first limit point and at the first bifurcation, missing where there is none;
    /// then derivatives, missing of what depends on where points happen to lie. Of a path that ends before the limit of its loads no value of
    /// an output is that of another member's: there are none.
    pub fn static_columns(&self, path: &StaticPath, parameters: &[f64]) -> Vec<f64> {
        let mut columns =
            path.points.last().map_or_else(|| vec![f64::NAN; self.channel_count()], |p| p.columns.clone());
        // the point that the value of a column is of
        let mut points = vec![path.points.last(); columns.len()];
        let mut column = 0;
        for output in &self.mechanism.outputs {
            for i in column..column + output.columns().len() {
                let by_value = |a: &&PathPoint, b: &&PathPoint| a.columns[i].total_cmp(&b.columns[i]);
                match output.reduction {
                    TimeReduction::Max => points[i] = path.points.iter().max_by(by_value),
                    TimeReduction::Min => points[i] = path.points.iter().min_by(by_value),
                    _ => {}
                }
                columns[i] = points[i].map_or(f64::NAN, |point| point.columns[i]);
            }
            column += output.columns().len();
        }
        if path.outcome.ends_path_before() {
            columns.fill(f64::NAN);
            points.fill(None);
        }
        let told = self.told_columns();
        columns[told.clone()].copy_from_slice(&path.told());
        let (outputs, by) = (&self.mechanism.outputs, self.mechanism.differentiated_by_parameters());
        output::write_final(outputs, parameters, 0.0, &mut columns);
        for (k, by) in by.iter().enumerate() {
            let of = |(i, point): (usize, &Option<&PathPoint>)| {
                let slopes = point.and_then(|point| point.slopes.get(k)).and_then(|slopes| slopes.columns.as_ref());
                slopes.map_or(f64::NAN, |slopes| slopes[i])
            };
            let mut slopes: Vec<f64> = points.iter().enumerate().map(of).collect();
            slopes[told.clone()].copy_from_slice(&path.told_slopes(k));
            output::final_slopes(outputs, (parameters, *by), Dual::resting(0.0), &columns, &mut slopes, finite_or_none);
            for (place, of) in self.derivatives().iter().filter(|(_, of)| of.by == k) {
                columns[*place] = finite_or_none(slopes[of.column]);
            }
        }
        self.angular_sensitivities().iter().for_each(|of| of.write(&mut columns));
        columns
    }

    /// Returns the columns that tell of paths: behind those of the outputs of a scenario.
    pub fn told_columns(&self) -> Range<usize> {
        let mut first = 0;
        for output in self.mechanism.outputs.iter().take_while(|output| output.name != OF_PATHS[0]) {
            first += output.columns().len();
        }
        first..first + OF_PATHS.len()
    }

    /// Says which motions nothing holds at the start of a member with these values of all parameters, if there are any.
    pub fn free_motions(&self, parameters: &[f64]) -> Option<String> {
        let (count, velocity) = free_motions(&self.starts(), self.static_equations(), parameters)?;
        let of = self.formulated.velocity(velocity)?;
        let (body, axis) = (&self.mechanism.bodies[of.body].name, of.axis);
        let way =
            if of.turns { format!("turns {body:?} about its {axis}") } else { format!("moves {body:?} along {axis}") };
        Some(format!(
            "nothing holds {}, the first of which {way}; accepted: supports, as joints to the ground, or springs",
            if count == 1 { "a motion".to_string() } else { format!("{count} motions") }
        ))
    }

    /// Returns the recorded equations of equilibria.
    pub(super) fn static_equations(&self) -> &StaticEquations {
        // of the default values, so that the bits of a member do not depend on the plan
        let record = || StaticEquations::new(&self.starts(), &[self.mechanism.defaults()]);
        self.functions().statics.get_or_init(record)
    }
}
