//! Checks of a mechanism's forces, formulas and events.

use super::expression::{Expr, Sides, evaluate3};
use super::joint::{Joint, free_joints};
use super::mechanism::{Inconsistent, JointForce, Mechanism};
use super::output;
use super::state::{FrameState, JointState, Loads, Motion};
use super::variable::{self, Variable};
use crate::lie::{LieGroup, UnitQuaternion};
use crate::num::Vec3;

impl Mechanism {
    /// Checks the forces and sampled variables for values of the parameters.
    ///
    /// # Errors
    /// The first that cannot be.
    pub fn check_forces(&self, parameters: &[f64]) -> Result<(), Inconsistent> {
        self.check_sampled(parameters)?;
        for (i, force) in self.forces.iter().enumerate() {
            force.check(parameters).map_err(|(key, message)| self.wrong_force(i, key, message))?;
        }
        self.check_points(parameters)
    }

    /// Fails where something would turn a point mass that does not turn: a velocity at the start, a force or constraint with
    /// a moment about it in some motion.
    fn check_points(&self, parameters: &[f64]) -> Result<(), Inconsistent> {
        if !self.bodies.iter().any(|body| body.is_point) {
            return Ok(());
        }
        let joints = free_joints(&self.bodies, &self.joints);
        let child = |joint: &Joint| if joint.is_of_point() { joint.between[1].body() } else { None };
        let points: Vec<usize> = joints.iter().filter_map(child).collect();
        if points.is_empty() {
            return Ok(());
        }
        let said = |body: usize| format!("{:?}, a point mass, which does not turn", self.bodies[body].name);
        for &body in &points {
            let given = self.bodies[body].angular_velocity.as_ref().map(|w| evaluate3(w, parameters));
            if given.is_some_and(|w: Vec3<f64>| w.norm() > 0.0) {
                let message = format!("found one of {}; accepted: none, or an inertia of the body", said(body));
                return Err(Inconsistent { part: ("body", body, "initial.angular_velocity"), message });
            }
        }
        let all: Vec<&Joint> = self.joints.iter().chain(&joints).collect();
        // what is slack at one reach is tight at another
        let motions = [1.0, 1e-3, 1e3].map(|reach| self.some_motion(&all, reach));
        let variables = vec![0.5; variable::seen(&self.variables)];
        // at most one of each constraint
        let curves = vec![0.3; self.constraints.len()];
        // in parts of what the force has about the origin: that of one through the centre is rounding
        const TURNS: f64 = 1e-10;
        let turned = |act: &dyn Fn(&Motion<'_, f64>, &mut Loads<f64>), counts: fn(f64, f64) -> bool| {
            motions.iter().find_map(|(bodies, joints)| {
                let motion = Motion {
                    time: 0.0,
                    bodies,
                    joints,
                    variables: &variables,
                    sides: Sides::none(),
                    curves: &curves,
                    reactions: &[],
                };
                let mut loads = Loads::none(&motion);
                act(&motion, &mut loads);
                let reach = bodies.iter().map(|body| body.position.norm()).fold(1.0, f64::max);
                points.iter().copied().find(|body| {
                    let wrench = &loads.wrenches[*body];
                    counts(wrench.torque.norm(), TURNS * reach * wrench.force.norm())
                })
            })
        };
        let message = |body: usize| {
            let body = said(body);
            format!("found a torque on {body}; accepted: forces at its centre of mass, or an inertia of the body")
        };
        let forces: Vec<_> = self.forces.iter().map(|force| force.evaluate(parameters)).collect();
        // many forces on many bodies are looked at one by one only where all of them turn one, or are not finite here
        let together =
            turned(&|motion, loads| forces.iter().for_each(|force| force.apply(motion, loads)), |x, rounding| {
                x > rounding || x.is_nan()
            });
        let suspects = if together.is_some() { &forces[..] } else { &[] };
        for (i, force) in suspects.iter().enumerate() {
            if let Some(body) = turned(&|motion, loads| force.apply(motion, loads), |x, rounding| x > rounding) {
                return Err(self.wrong_force(i, "kind", message(body)));
            }
        }
        for (i, constraint) in self.constraints.iter().enumerate() {
            let constraint = constraint.evaluate(parameters);
            if let Some(body) = turned(&|motion, loads| constraint.act(motion, 1.0, loads), |x, rounding| x > rounding)
            {
                return Err(Inconsistent { part: ("constraint", i, "kind"), message: message(body) });
            }
        }
        Ok(())
    }

    /// Checks when sampled variables are sampled, for values of the parameters.
    ///
    /// # Errors
    /// The first that cannot be.
    fn check_sampled(&self, parameters: &[f64]) -> Result<(), Inconsistent> {
        let updates = self.variables.iter().filter_map(|variable| variable.update.as_ref());
        // a delayed one has two, of which the first computes
        let mut number = 0;
        for update in updates {
            let [every, offset] = [&update.every, &update.offset].map(|e| e.evaluate::<f64>(parameters));
            let is_delayed = !update.offset.is_zero();
            number += usize::from(!is_delayed);
            let wrong = |key, message| Err(Inconsistent { part: ("sampled", number - 1, key), message });
            if every <= 0.0 {
                return wrong("every", format!("found {every:?} s; accepted: a positive time"));
            }
            if is_delayed && !(offset > 0.0 && offset < every) {
                let message = format!(
                    "found {offset:?} s with every = {every:?}; accepted: more than zero and less than that, and for a longer one another \
                     [[sampled]] of value = \"previous(..)\""
                );
                return wrong("delay", message);
            }
        }
        Ok(())
    }

    /// Returns a motion of bodies and joints without symmetries, within a reach (m).
    fn some_motion(&self, joints: &[&Joint], reach: f64) -> (Vec<FrameState<f64>>, Vec<JointState<f64>>) {
        let number = |k: usize| (1.7 * k as f64 + 0.3).sin();
        let vector = |k: usize| Vec3::new(number(k), number(k + 1), number(k + 2));
        let body = |i: usize| {
            let turned = UnitQuaternion::exp(vector(12 * i + 6));
            FrameState::new(vector(12 * i) * reach, vector(12 * i + 3), turned, vector(12 * i + 9))
        };
        let joint = |(i, joint): (usize, &&Joint)| {
            let shape = joint.shape();
            let scalars = |from: usize| (0..shape.scalars.len()).map(|k| number(7 * i + from + k)).collect();
            let rotation = shape.rotation.then(|| (UnitQuaternion::exp(vector(7 * i)), vector(7 * i + 3)));
            JointState { coordinates: scalars(1), velocities: scalars(4), rotation }
        };
        ((0..self.bodies.len()).map(body).collect(), joints.iter().enumerate().map(joint).collect())
    }

    /// Says what is wrong with a force, where a scenario has it.
    pub fn wrong_force(&self, i: usize, key: &'static str, message: String) -> Inconsistent {
        let written = self.forces.len() - self.joint_forces.len();
        let Some(JointForce { joint, key: of_joint }) = i.checked_sub(written).map(|at| self.joint_forces[at]) else {
            return Inconsistent { part: ("force", i, key), message };
        };
        let message = if [of_joint, "name"].contains(&key) { message } else { format!("{key}: {message}") };
        Inconsistent { part: ("joint", joint, of_joint), message }
    }

    /// Tells whether [`Mechanism::check_forces`] depends on one of the varied parameters.
    pub fn check_of_forces_depends_on(&self, varied: &impl Fn(usize) -> bool) -> bool {
        let is_moved = |variable: &Variable<Expr>| variable.update.as_ref().is_some_and(|u| u.depends_on(varied));
        self.forces.iter().any(|f| f.check_depends_on(varied)) || self.variables.iter().any(is_moved)
    }

    /// Checks that all forces are defined over a run of that duration (s), for values of the parameters.
    ///
    /// # Errors
    /// The first force whose trajectory ends earlier.
    pub fn check_duration(&self, parameters: &[f64], duration: f64) -> Result<(), Inconsistent> {
        for (i, force) in self.forces.iter().enumerate() {
            // the times of a trajectory are sums, which may miss a duration by rounding
            let end = force.end_of_definition(parameters).filter(|end| *end < duration * (1.0 - 1e-12));
            if let Some(end) = end {
                let message = format!(
                    "the trajectory ends at {end:?} s and the duration is {duration:?} s; accepted: a trajectory as long \
                     as the run, or hold = true, with which it stays at its last position"
                );
                return Err(self.wrong_force(i, "trajectory", message));
            }
        }
        Ok(())
    }

    /// Checks that forces, formulas and events have finite values at the start, for values of the parameters, the
    /// motion at the start and the columns of the outputs there, which are written out where outputs are `sampled`.
    ///
    /// # Errors
    /// The first one that has not.
    pub fn check_start(
        &self,
        parameters: &[f64],
        motion: &Motion<'_, f64>,
        (columns, sampled): (&[f64], bool),
    ) -> Result<(), Inconsistent> {
        let not_finite = |loads: &Loads<f64>| {
            let wrenches = loads.wrenches.iter().flat_map(|w| [w.force.to_array(), w.torque.to_array()]).flatten();
            wrenches.chain(loads.joints.iter().flatten().copied()).find(|x| !x.is_finite())
        };
        let forces: Vec<_> = self.forces.iter().map(|force| force.evaluate(parameters)).collect();
        let mut all = Loads::none(motion);
        forces.iter().for_each(|force| force.apply(motion, &mut all));
        let suspects = if not_finite(&all).is_some() { &forces[..] } else { &[] };
        for (i, force) in suspects.iter().enumerate() {
            let mut loads = Loads::none(motion);
            force.apply(motion, &mut loads);
            if let Some(value) = not_finite(&loads) {
                let message = format!("the force is {value} at the start; accepted: finite values there");
                return Err(self.wrong_force(i, "name", message));
            }
        }
        output::start_is_finite(&self.outputs, columns, sampled).map_err(|(i, value)| Inconsistent {
            part: ("output", i, "expression"),
            message: not_finite_at_start(value),
        })?;
        for (i, event) in self.events.iter().enumerate() {
            let value = event.evaluate(parameters).value(motion.time, columns, Sides::none(), &[]);
            if !value.is_finite() {
                return Err(Inconsistent { part: ("event", i, "expression"), message: not_finite_at_start(value) });
            }
        }
        Ok(())
    }
}

fn not_finite_at_start(value: f64) -> String {
    format!(
        "the expression is {value} at the start; accepted: a finite value there: where something is divided by the time, \
         where(t, .., 0) takes 0 at t = 0"
    )
}
