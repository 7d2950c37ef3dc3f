//! Multipliers of least norm: where constraints follow from others, many multipliers lambda have the same forces B^T lambda on
//! the bodies, and the motion determines no more than these.
//!
//! Of all of them those are least that are orthogonal to every z with B^T z = 0. With the rows B_I of the independent
//! constraints each redundant row b has one, z = e - c with B_I B_I^T c = B_I b, so
//!
//! lambda - Z (Z^T W Z)^-1 Z^T W lambda,
//!
//! with the columns z in Z, is least in the norm sum W lambda^2. Both matrices are positive definite where the rank of the
//! constraints is that of the study; no number is compared, so that lanes and kernels do the same operations.
//!
//! W is 1 for a force and 1/l^2 for a torque, with the root mean square l of the distances between the points of the
//! joints in bodies and the centres of mass (1 m where all are zero): the distribution depends on no units. What it
//! means is a convention: which of the forces a real mechanism has depends on how it gives way.

use super::dynamics::AbsoluteDynamics;
use super::joints::JointGeometry;
use super::kinematics::AbsoluteState;
use crate::linalg::PositiveDefinite;
use crate::model::frame::FrameRef;
use crate::model::state::{Loads, Wrench};
use crate::num::Real;

/// Squared sine of the angle between a row of the constraints and those before it that is taken for zero, in units of the
/// precision's last place: nearer to a singular position the rank is not that of the study to rounding, and multipliers of
/// least norm are not numbers. Above, the second solution leaves an error of 1e-8.
const DEPENDENT: f64 = 1e4;

impl<R: Real> AbsoluteDynamics<R> {
    /// Returns of all multipliers with the forces of these those of least norm.
    pub(super) fn of_least_norm(&self, at: &AbsoluteState<R>, q: &[R], mut all: Vec<R>) -> Vec<R> {
        let Some(kept) = &self.rows else { return all };
        let redundant = self.redundant_rows();
        if redundant.is_empty() {
            return all;
        }
        R::note("multipliers of least norm: lambda - Z (Z^T W Z)^-1 Z^T W lambda");
        let (rows, weights) = self.rows_and_weights(at, q);
        let gram = |i: usize, j: usize| dot(&rows[kept[i]], &rows[kept[j]]);
        let gram = PositiveDefinite::new(kept.len(), gram, DEPENDENT * R::precision().epsilon());
        let without_force = |row: &usize| {
            let (mut z, mut rest) = (vec![R::zero(); all.len()], rows[*row].clone());
            z[*row] = R::one();
            // and once more of what rounding has left
            for _ in 0..2 {
                let part = gram.solve(kept.iter().map(|row| dot(&rows[*row], &rest)).collect());
                for (row, part) in kept.iter().zip(part) {
                    z[*row] = z[*row] - part;
                    rest.iter_mut().zip(&rows[*row]).for_each(|(rest, b)| *rest = *rest - part * *b);
                }
            }
            z
        };
        let z: Vec<Vec<R>> = redundant.iter().map(without_force).collect();
        let weighted = |z: &[R]| -> Vec<R> { z.iter().zip(&weights).map(|(z, weight)| *z * *weight).collect() };
        let weighted: Vec<Vec<R>> = z.iter().map(|z| weighted(z)).collect();
        let normal = PositiveDefinite::new(z.len(), |i, j| dot(&weighted[i], &z[j]), 0.0);
        let parts = normal.solve(weighted.iter().map(|z| dot(z, &all)).collect());
        for (part, z) in parts.iter().zip(&z) {
            all.iter_mut().zip(z).for_each(|(multiplier, z)| *multiplier = *multiplier - *part * *z);
        }
        all.into_iter().map(|multiplier| multiplier / gram.regular).collect()
    }

    /// Returns the rows of the constraints, with rotations in units of l, and what the squares of their multipliers are
    /// weighed by.
    fn rows_and_weights(&self, at: &AbsoluteState<R>, q: &[R]) -> (Vec<Vec<R>>, Vec<R>) {
        let per_area = self.inverse_area();
        let per_length = per_area.sqrt();
        let row = |wrenches: Vec<Wrench<R>>, on_curves: Vec<R>| -> Vec<R> {
            let on_bodies = wrenches.iter().flat_map(|w| [w.force.to_array(), (w.torque * per_length).to_array()]);
            on_bodies.flatten().chain(on_curves).collect()
        };
        let no_curves = || vec![R::zero(); at.curves.len()];
        let none = || vec![Wrench::zero(); self.masses.len()];
        let (mut rows, mut weights) = (Vec::new(), Vec::new());
        let weight = |is_angle: bool| if is_angle { per_area } else { R::one() };
        for joint in &self.kinematics.joints {
            let sides = at.sides(joint);
            for (i, is_angle) in joint.row_is_angle().into_iter().enumerate() {
                let (mut unit, mut wrenches) = (vec![R::zero(); joint.row_count()], none());
                unit[i] = R::one();
                joint.act(sides, joint.constraint_action(sides, &unit), &mut wrenches);
                rows.push(row(wrenches, no_curves()));
                weights.push(weight(is_angle));
            }
        }
        for constraint in &self.kinematics.constraints {
            let loads = self.kinematics.with_motion(at, q, |motion| {
                let mut loads = Loads::none(motion);
                constraint.act(motion, R::one(), &mut loads);
                loads
            });
            let mut wrenches = none();
            self.add_loads(at, &loads, &mut wrenches);
            rows.push(row(wrenches, loads.curves));
            weights.push(weight(constraint.is_angle()));
        }
        (rows, weights)
    }

    /// Returns the inverse square 1/l^2 of the length of the mechanism.
    fn inverse_area(&self) -> R {
        let of_joint = |joint: &JointGeometry<R>| -> Vec<R> {
            let on_bodies = joint.bodies.into_iter().zip(joint.points).filter(|(body, _)| *body != FrameRef::Ground);
            on_bodies.map(|(_, point)| point.dot(point)).collect()
        };
        let squares: Vec<R> =
            self.kinematics.joints.iter().filter(|joint| joint.row_count() > 0).flat_map(of_joint).collect();
        let sum = squares.iter().fold(R::zero(), |sum, square| sum + *square);
        let positive = R::zero().less(sum);
        R::select(positive, R::constant(squares.len() as f64) / R::select(positive, sum, R::one()), R::one())
    }
}

fn dot<R: Real>(a: &[R], b: &[R]) -> R {
    a.iter().zip(b).fold(R::zero(), |sum, (a, b)| sum + *a * *b)
}
