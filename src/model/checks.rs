//! Checks of a mechanism's forces, formulas and events.

use super::expression::Expr;
use super::mechanism::{Inconsistent, JointForce, Mechanism};
use super::output;
use super::state::{Loads, Motion};
use super::variable::Variable;

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

    /// Says what is wrong with a force, where a scenario has it.
    fn wrong_force(&self, i: usize, key: &'static str, message: String) -> Inconsistent {
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
            let value = event.evaluate(parameters).value(columns, motion.time);
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
