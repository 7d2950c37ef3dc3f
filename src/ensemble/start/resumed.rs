//! States with which members go on where joints and constraints begin or end to act.

use super::FirstStep;
use super::member::Member;
use super::scalar::{ANYWHERE, CLOSED, LENGTH, Starts};
use super::words::{StartError, Words};
use crate::linalg::{DMatrix, DVector};
use crate::problem::consistent::{Assembly, Equations, Given, Movement, assemble, velocities};

/// How far bodies may be from where a constraint holds that begins to act, m and rad: steps end near it by the error of the method.
const NEAR: Movement = Movement { translation: 1e-4, rotation: 1e-4 };

impl Starts<'_> {
    /// Returns the state with which a member goes on from coordinates and velocities that may violate constraints, and the
    /// length of its next step, s: positions that hold the constraints, and velocities after the impulse of the joints that
    /// makes them hold, M (v - v0) = B^T lambda: of all that hold them the difference has the least kinetic energy.
    ///
    /// # Errors
    /// Why there is none: bodies are too far from where the constraints hold, or no velocities hold them.
    pub(in crate::ensemble) fn resumed(
        &self,
        parameters: &[f64],
        state: (&[f64], &[f64]),
        first: FirstStep,
    ) -> Result<(Vec<f64>, f64), StartError> {
        self.resumed_within(parameters, state, first, NEAR)
    }

    /// Returns some state that holds the constraints, and the length of a step from it, s: what stands for states that members come to.
    ///
    /// # Errors
    /// Why there is none.
    pub(in crate::ensemble) fn somewhere(
        &self,
        parameters: &[f64],
        first: FirstStep,
    ) -> Result<(Vec<f64>, f64), StartError> {
        let (q, v) = self.formulated.initial(self.mechanism, parameters);
        self.resumed_within(parameters, (&q, &v), first, ANYWHERE)
    }

    /// Returns the state that is nearest to coordinates and velocities anywhere near the constraints, as [`Starts::resumed`] does.
    ///
    /// # Errors
    /// Why there is none.
    pub(in crate::ensemble) fn nearest(
        &self,
        parameters: &[f64],
        state: (&[f64], &[f64]),
        first: FirstStep,
    ) -> Result<Vec<f64>, StartError> {
        Ok(self.resumed_within(parameters, state, first, ANYWHERE)?.0)
    }

    fn resumed_within(
        &self,
        parameters: &[f64],
        (q, v): (&[f64], &[f64]),
        first: FirstStep,
        limits: Movement,
    ) -> Result<(Vec<f64>, f64), StartError> {
        let (mut q, mut v) = (q.to_vec(), v.to_vec());
        if self.unreduced.constraint_count() > 0 {
            let member = Member::new((self.unreduced, &self.residuals[1]), self.mechanism, parameters);
            let words = Words::new(self.unreduced, self.mechanism, &[]);
            let mut all = Equations::new(member);
            let n = all.velocity_count();
            let weights = Movement::weights(all.layout(), LENGTH);
            let how = Assembly { weights: &weights, held: &vec![false; n], tolerance: CLOSED, limits };
            q = assemble(&mut all, self.time, &q, &how).map_err(|e| words.assembly(&e))?.q;
            let nothing = Given { matrix: DMatrix::zeros(0, n), values: DVector::zeros(0) };
            let free = velocities(&mut all, (self.time, &q, &v), &nothing, (f64::INFINITY, true));
            v = free.map_err(|e| words.velocity(&e))?.v;
        }
        self.state_at(parameters, (q, v), first)
    }
}
