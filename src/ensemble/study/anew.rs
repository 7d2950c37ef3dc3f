//! Methods that remember the step before, behind corners of functions of the time: they begin anew there.

use super::Study;
use crate::ensemble::program::Shape;
use crate::ensemble::start::{FirstStep, Starts};
use crate::ensemble::{Direction, Outcome};

/// By how much numbers are moved, in parts of themselves or of one, where starts are differentiated by five points.
const NEARBY: f64 = 1e-3;

impl Study {
    /// Says whether members begin anew behind corners, as those of methods do that remember the step before: what these remember is of
    /// the motion before the corner.
    pub fn begins_anew(&self) -> bool {
        !self.corners.is_empty() && self.remembers_steps()
    }

    /// Says whether a step of the method depends on the one before.
    pub(super) fn remembers_steps(&self) -> bool {
        self.method.integrator.implicit().is_some_and(|scheme| !scheme.is_one_step)
    }

    /// Returns the state with which a member goes on behind a corner, and the length of its next step, s: coordinates and velocities
    /// that hold the constraints there, what the method remembers at a start, and the derivatives of both in the directions of the
    /// study. Second ones are not known: they are not numbers.
    ///
    /// # Errors
    /// The outcome of a member that cannot go on.
    pub(in crate::ensemble) fn anew(
        &self,
        parameters: &[f64],
        (time, state): (f64, &[f64]),
        first: FirstStep,
    ) -> Result<(Vec<f64>, f64), Outcome> {
        let shape = Shape::new(self);
        let starts = Starts { time, ..self.starts() };
        let begin = |parameters: &[f64], motion: &[f64], first: FirstStep| {
            let (q, rest) = motion.split_at(shape.coordinates);
            starts.resumed(parameters, (q, &rest[..shape.velocities]), first).map_err(|_| Outcome::NotAssembled)
        };
        let (mut all, step) = begin(parameters, &state[..shape.motion()], first)?;
        for (k, direction) in self.directions().iter().take(shape.carried()).enumerate() {
            let (motion, slopes) = (&state[..shape.motion()], &state[shape.derivatives(k)]);
            let by = if let Direction::Parameter(by) = direction { Some(*by) } else { None };
            let own = by.map(|by| parameters[by].abs().max(f64::MIN_POSITIVE).recip()).filter(|size| *size < 1e12);
            let moved = motion.iter().zip(slopes).map(|(x, slope)| slope.abs() / x.abs().max(1.0));
            let size = moved.fold(own.or(by.map(|_| 1.0)).unwrap_or(0.0), f64::max);
            // what no number moves with has no derivative
            let delta = if size > 0.0 { NEARBY / size } else { 0.0 };
            let at = |multiple: f64| {
                let mut parameters = parameters.to_vec();
                by.iter().for_each(|by| parameters[*by] += multiple * delta);
                let motion: Vec<f64> = motion.iter().zip(slopes).map(|(x, s)| x + multiple * delta * s).collect();
                Ok(begin(&parameters, &motion, FirstStep::Given(step))?.0)
            };
            let points = [at(-2.0)?, at(-1.0)?, at(1.0)?, at(2.0)?];
            let slope = |i: usize| match delta > 0.0 {
                true => (points[0][i] - points[3][i] + 8.0 * (points[2][i] - points[1][i])) / (12.0 * delta),
                false => 0.0,
            };
            all.extend((0..shape.motion()).map(slope));
        }
        all.resize(shape.state(), f64::NAN);
        Ok((all, step))
    }
}
