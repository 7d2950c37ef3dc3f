//! Curves of motions through the nodes of a basis, with their curvatures.

use super::basis::Basis;
use super::metric::{Foreknown, Metric, each, motion_with_signs, near_neighbours};
use super::relative::{Weighted, joined};
use super::turns::{Screw, Seen, Turns};
use crate::lie::{LieGroup, Motion, Twist, UnitQuaternion, parts};
use crate::num::{Dual, Mat3, Real, Vec3};

/// Holds an interpolated motion, and how it changes with the parameter.
#[derive(Clone, Copy, Debug)]
pub struct Curve<R> {
    /// The motion.
    pub motion: Motion<R>,
    /// Its curvature, body frame, by the parameter (3.39); by time the velocity.
    pub curvature: Twist<R>,
    /// The derivative of the curvature by the parameter.
    pub derivative: Twist<R>,
    /// What is left of the equation, rotation and translation.
    pub residual: Twist<R>,
    /// The Hessian of the rotation.
    pub hessian: Mat3<R>,
    /// What [`super::Interpolated::jump`] says.
    pub jump: R,
}

/// A number with its first and second derivative by the parameter.
type Twice<R> = Dual<Dual<R, 1>, 1>;

impl<R: Real> Curve<R> {
    /// Interpolates motions at the nodes of a basis; the quaternions of neighbours have the signs that are near each other.
    pub fn at(basis: &Basis, metric: Metric, motions: &[Motion<R>], eta: R) -> Self {
        Self::of_weights(metric, &parts_of(basis.weights(moving(eta))), &near_neighbours(motions), None)
    }

    /// Returns the curve of motions, with the signs that their sum is to have, with these weights, slopes of weights and second
    /// derivatives of weights.
    fn of_weights(
        metric: Metric,
        weights: &[Vec<R>; 3],
        nodes: &[UnitQuaternion<Dual<R, 1>>],
        known: Option<&Foreknown>,
    ) -> Self {
        let found = motion_with_signs(metric, &weights[0], nodes, known);
        let [values, slopes, seconds] = [0, 1, 2].map(|order| {
            let weights: Vec<Dual<R, 1>> = weights[order].iter().copied().map(Dual::resting).collect();
            Weighted::by_ways(metric.generator(), &weights, nodes, known.map(|known| &known.ways[..]))
        });
        let curvature = found.hessian.solve(slopes.seen_from(found.rotation).0);
        // along the curve H k = sum l' s changes, with the rotation and with the weights
        let still = UnitQuaternion { w: Dual::one(), v: Vec3::zero() };
        let turn = joined(still, UnitQuaternion { w: Dual::zero(), v: curvature * Dual::constant(0.5) });
        let at = each(found.rotation, Dual::resting).multiply(turn);
        let slope = |v: Vec3<Twice<R>>| Vec3::new(v.x.eps[0], v.y.eps[0], v.z.eps[0]);
        let (right, left) = (slopes.with_slope(&seconds).seen_from(at).0, values.with_slope(&slopes).seen_from(at).1);
        let [a, b, c] = left.rows.map(|row| slope(row).dot(curvature));
        let derivative = found.hessian.solve(slope(right) - Vec3::new(a, b, c));
        let primal = found.hessian.rows.map(|row| parts(row)[0]);
        Self {
            motion: Motion(found.rotation),
            curvature: Twist::from_dual(curvature),
            derivative: Twist::from_dual(derivative),
            residual: Twist::from_dual(found.residual),
            hessian: Mat3::from_rows(primal[0], primal[1], primal[2]),
            jump: found.jump.re,
        }
    }
}

impl Curve<f64> {
    /// Interpolates motions as [`Curve::at`] does, by those nodes alone that have weight at the parameter: of splines at a cost
    /// that does not depend on how many there are. Angles of metrics that take some go on from node to node, beyond half a turn.
    pub fn near(basis: &Basis, metric: Metric, motions: &[Motion<f64>], eta: f64) -> Self {
        let (first, weights) = basis.weights_near(eta, moving(eta));
        let node = |k: usize| &motions[(first + k as isize).rem_euclid(motions.len() as isize) as usize];
        let nodes = near_neighbours((0..weights.len()).map(node));
        let weights = parts_of(weights);
        let found = Self::of_weights(metric, &weights, &nodes, None);
        let turns =
            Turns { generator: metric.generator(), weights: &weights, nodes: &nodes, is_closed: basis.is_closed() };
        if !turns.matter() || found.is_solved() && found.jump == 0.0 && turns.are_short(found.motion.rotation()) {
            return found;
        }
        match turns.seen() {
            Seen::Known(known) => Self::of_weights(metric, &weights, &nodes, Some(&known)),
            Seen::Along(screw) => Self::along(&screw, &weights),
            Seen::Antipodal => Self { jump: 1.0, ..found },
        }
    }

    /// Returns the curve of motions along one screw, whose angles are added.
    fn along(screw: &Screw, weights: &[Vec<f64>; 3]) -> Self {
        let [angle, slope, second] = [0, 1, 2].map(|order| {
            let terms = weights[order].iter().zip(&screw.angles).map(|(l, angle)| angle.scale(*l));
            screw.axis * terms.fold(Dual::zero(), |sum, term| sum + term)
        });
        Self {
            motion: Motion(screw.from.compose(UnitQuaternion::exp(angle)).normalized()),
            curvature: Twist::from_dual(slope),
            derivative: Twist::from_dual(second),
            residual: Twist::from_dual(Vec3::zero()),
            hessian: Mat3::identity(),
            jump: 0.0,
        }
    }

    /// Tells whether the equation is solved.
    pub(super) fn is_solved(&self) -> bool {
        self.residual.rotation.norm() <= LARGEST_RESIDUAL && self.residual.translation.norm().is_finite()
    }
}

/// What may be left of the equation, rad: far above the rounding of its sum, far below what a step from a good start leaves.
const LARGEST_RESIDUAL: f64 = 1e-9;

/// Returns weights, their slopes and their second derivatives.
fn parts_of<R: Real>(weights: Vec<Twice<R>>) -> [Vec<R>; 3] {
    let takes: [fn(Twice<R>) -> R; 3] = [|l| l.re.re, |l| l.re.eps[0], |l| l.eps[0].eps[0]];
    takes.map(|take| weights.iter().map(|l| take(*l)).collect())
}

/// Returns the parameter with its derivatives by itself.
fn moving<R: Real>(eta: R) -> Twice<R> {
    Dual { re: Dual { re: eta, eps: [R::one()] }, eps: [Dual::resting(R::one())] }
}
