//! Local coordinates of rotations: what an increment of a rotation is given by.

use super::UnitQuaternion;
use super::so3::{AngleFunctions, exponential, increment, tangent, tangent_derivative, tangent_inverse};
use crate::num::{Real, Vec3};

/// Coordinates phi of rotations within a whole turn, with R(0) = I, T(0) = I and DT(0) v = -v~/2: Section 3.2 and Appendix A
/// of Bruels, Eberhard (2008). T(phi)^T is T(-phi).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RotationChart {
    /// The rotation vector psi: (34), (35).
    #[default]
    RotationVector,
    /// The conformal rotation vector c = 4 tan(|psi|/4) psi/|psi|: (36)-(38).
    ConformalRotationVector,
}

impl RotationChart {
    /// All charts, with the word that a scenario uses.
    pub const ALL: &'static [(&'static str, RotationChart)] = &[
        ("conformal_rotation_vector", RotationChart::ConformalRotationVector),
        ("rotation_vector", RotationChart::RotationVector),
    ];

    /// Returns the rotation of coordinates, of the rotation vector for |psi| <= pi.
    pub fn turn<R: Real>(self, phi: Vec3<R>) -> UnitQuaternion<R> {
        match self {
            RotationChart::RotationVector => {
                let half = phi * R::constant(0.5);
                exponential(&AngleFunctions::within_half_turn(half), half)
            }
            RotationChart::ConformalRotationVector => {
                R::note("rotation of a conformal rotation vector: (c0, c)/(4 - c0)  (37)");
                let (c0, inverse) = conformal(phi);
                UnitQuaternion { w: c0 * inverse, v: phi * inverse }
            }
        }
    }

    /// Returns what [`RotationChart::turn`] returns less the unit quaternion, with all digits of small coordinates.
    pub fn turn_less_one<R: Real>(self, phi: Vec3<R>) -> UnitQuaternion<R> {
        match self {
            RotationChart::RotationVector => {
                let half = phi * R::constant(0.5);
                increment(&AngleFunctions::within_half_turn(half), half)
            }
            RotationChart::ConformalRotationVector => {
                let (_, inverse) = conformal(phi);
                UnitQuaternion { w: phi.norm_squared().scale(-0.25) * inverse, v: phi * inverse }
            }
        }
    }

    /// Returns |psi|^2/4.
    pub fn half_angle_squared<R: Real>(self, phi: Vec3<R>) -> R {
        let square = phi.norm_squared();
        match self {
            RotationChart::RotationVector => square.scale(0.25),
            RotationChart::ConformalRotationVector => square.sqrt().atan2(R::constant(4.0)).scale(2.0).square(), // (36)
        }
    }

    /// Returns T(phi) w: (35), (38).
    pub fn tangent<R: Real>(self, phi: Vec3<R>, w: Vec3<R>) -> Vec3<R> {
        match self {
            RotationChart::RotationVector => tangent(phi, w),
            RotationChart::ConformalRotationVector => {
                let (c0, inverse) = conformal(phi);
                let sum = w * c0 + phi * phi.dot(w).scale(0.25) - phi.cross(w);
                sum * inverse.square().scale(2.0) // (38)
            }
        }
    }

    /// Returns T(phi)^-1 w.
    pub fn tangent_inverse<R: Real>(self, phi: Vec3<R>, w: Vec3<R>) -> Vec3<R> {
        match self {
            RotationChart::RotationVector => tangent_inverse(phi, w),
            RotationChart::ConformalRotationVector => {
                let (c0, _) = conformal(phi);
                (w * c0 + phi * phi.dot(w).scale(0.25) + phi.cross(w)) * R::constant(0.5)
            }
        }
    }

    /// Returns the derivative of T(phi) w by phi in the direction `v`.
    pub fn tangent_derivative<R: Real>(self, phi: Vec3<R>, w: Vec3<R>, v: Vec3<R>) -> Vec3<R> {
        match self {
            RotationChart::RotationVector => tangent_derivative(phi, w, v),
            RotationChart::ConformalRotationVector => {
                let (c0, inverse) = conformal(phi);
                let along = phi.dot(w).scale(0.25);
                let first = (phi * v.dot(w) + v * phi.dot(w)) * R::constant(0.25) - v.cross(w);
                let second = w * (R::constant(2.0) + c0.scale(0.5)) + phi * along - phi.cross(w);
                let square = inverse.square();
                first * square.scale(2.0) - second * (phi.dot(v) * square * inverse) // (119)
            }
        }
    }

    /// Returns the angular velocity of coordinates that change with `rate`, (29), and its rate, (32), times `scale`, which
    /// `second`, the second derivative of the coordinates, is multiplied by already.
    pub fn motion<R: Real>(self, phi: Vec3<R>, rate: Vec3<R>, second: Vec3<R>, scale: R) -> [Vec3<R>; 2] {
        R::note("angular velocity T phi', its rate T phi'' + T' phi'  (29), (32)");
        [self.tangent(phi, rate), self.tangent(phi, second) + self.tangent_derivative(phi, rate, rate) * scale]
    }
}

/// Returns c0 = 2 - |c|^2/8 and 1/(4 - c0).
fn conformal<R: Real>(c: Vec3<R>) -> (R, R) {
    let eighth = c.norm_squared().scale(0.125);
    let two = R::constant(2.0);
    (two - eighth, R::one() / (two + eighth))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lie::{LieGroup, Rotation};
    use crate::num::{Dual, Mat3};

    type V = Vec3<f64>;

    fn vectors() -> Vec<V> {
        let at = |k: usize| 1.7 * ((k as f64 * 0.618_033_988_75).fract() - 0.5);
        (0..12).map(|k| Vec3::new(at(3 * k), at(3 * k + 1), at(3 * k + 2))).collect()
    }

    fn dual(x: V, d: V) -> Vec3<Dual<f64, 1>> {
        let of = |re, eps| Dual { re, eps: [eps] };
        Vec3::new(of(x.x, d.x), of(x.y, d.y), of(x.z, d.z))
    }

    fn slope(x: Vec3<Dual<f64, 1>>) -> V {
        Vec3::new(x.x.eps[0], x.y.eps[0], x.z.eps[0])
    }

    fn close(a: V, b: V, tolerance: f64) {
        assert!((a - b).norm() <= tolerance * (1.0 + b.norm()), "{a:?} {b:?}");
    }

    /// Returns the matrix whose rows are c0^2 + 8 c0 - 16, 2 c c^T and 2 c0 c~ over (4 - c0)^2, as (37) has it.
    fn printed(c: V) -> Mat3<f64> {
        let c0 = 2.0 - c.norm_squared() / 8.0;
        let (diagonal, inverse) = (c0 * c0 + 8.0 * c0 - 16.0, (4.0 - c0).powi(-2));
        let row = |i: usize| {
            let unit = Vec3::from_slice(&std::array::from_fn::<f64, 3, _>(|j| f64::from(u8::from(i == j))));
            (unit * diagonal + c * (2.0 * c.to_array()[i]) + unit.cross(c) * (2.0 * c0)) * inverse
        };
        Mat3::from_rows(row(0), row(1), row(2))
    }

    #[test]
    fn conformal_rotation_vectors_are_rotations_by_their_rotation_vectors() {
        let chart = RotationChart::ConformalRotationVector;
        for psi in vectors() {
            let angle = psi.norm();
            let c = psi * (4.0 * (angle / 4.0).tan() / angle); // (36)
            let (turn, expected) = (chart.turn(c), UnitQuaternion::exp(psi));
            close(turn.v, expected.v, 1e-15);
            assert!((turn.w - expected.w).abs() < 1e-15);
            let less = chart.turn_less_one(c);
            assert!((less.w + 1.0 - expected.w).abs() < 1e-15 && less.v == turn.v);
            assert!((chart.half_angle_squared(c) - angle * angle / 4.0).abs() < 1e-14);
            let difference = printed(c).to_array().into_iter().zip(turn.matrix().to_array());
            assert!(difference.into_iter().all(|(a, b)| (a - b).abs() < 1e-14), "{c:?}");
        }
    }

    #[test]
    fn tangent_operators_follow_from_the_maps() {
        for (_, chart) in RotationChart::ALL {
            for pair in vectors().windows(2) {
                let (phi, v) = (pair[0], pair[1]);
                // R^T DR v = (T v)~, as a quaternion 2 conj(p) Dp
                let turn = chart.turn(dual(phi, v));
                let rate = UnitQuaternion { w: turn.w.eps[0], v: slope(turn.v) };
                let angular = chart.turn(phi).inverse().multiply(rate).v * 2.0;
                close(chart.tangent(phi, v), angular, 1e-14);
                close(chart.tangent_inverse(phi, angular), v, 1e-14);
                let (a, b) = (chart.tangent(phi, v).dot(angular), chart.tangent(-phi, angular).dot(v));
                assert!((a - b).abs() < 1e-14, "T^T = T(-phi): {a} {b}");
                close(chart.tangent(Vec3::zero(), v), v, 0.0);
                close(chart.tangent_derivative(Vec3::zero(), v, phi), v.cross(phi) * 0.5, 1e-15); // (123)
            }
        }
    }

    #[test]
    fn derivatives_of_the_tangent_operator_are_those_of_dual_numbers_and_differences() {
        for (_, chart) in RotationChart::ALL {
            for three in vectors().windows(3) {
                let (phi, v, w) = (three[0], three[1], three[2]);
                let found = chart.tangent_derivative(phi, w, v);
                close(found, slope(chart.tangent(dual(phi, v), dual(w, Vec3::zero()))), 1e-14);
                let e = 1e-5;
                let difference = (chart.tangent(phi + v * e, w) - chart.tangent(phi - v * e, w)) * (0.5 / e);
                close(found, difference, 1e-9);
                // k_G v = (DT^T v) G
                let k_g = -chart.tangent_derivative(-phi, w, v);
                close(k_g, slope(chart.tangent(-dual(phi, v), dual(w, Vec3::zero()))), 1e-14);
                if *chart == RotationChart::ConformalRotationVector {
                    let c0 = 2.0 - phi.norm_squared() / 8.0;
                    let d: f64 = 4.0 - c0;
                    let first = phi * (w.dot(v) / 4.0) + v * (phi.dot(w) / 4.0) - w.cross(v);
                    let second = w * (2.0 + c0 / 2.0) + phi * (phi.dot(w) / 4.0) + phi.cross(w);
                    close(k_g, first * (2.0 / d.powi(2)) - second * (phi.dot(v) / d.powi(3)), 1e-14); // (121)
                }
            }
        }
    }

    #[test]
    fn angular_velocities_change_as_coordinates_do() {
        for (_, chart) in RotationChart::ALL {
            for three in vectors().windows(3) {
                let (phi, rate, second) = (three[0], three[1], three[2]);
                let [w, w1] = chart.motion(phi, rate, second * 0.3, 0.3);
                close(w, chart.tangent(phi, rate), 0.0);
                close(w1, slope(chart.tangent(dual(phi, rate), dual(rate, second))) * 0.3, 1e-14);
            }
        }
    }
}
