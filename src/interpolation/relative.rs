//! Relative motion parameters of rotations, and what they change by, in closed form.
//!
//! Of the relative quaternion q = w + v, w = cos(phi/2), the parameters f(phi) n are a v, and what an increment of the rotation
//! itself changes them by is T^-1(s) = a w/2 I + a/2 v~ + c v v^T with c = (f' - a w/2)/v^2: (2.49), (2.50) in another order. The
//! functions a and c are written so that nothing cancels where phi is small, and over dual numbers.

use crate::lie::so3::AngleFunctions;
use crate::lie::{LieGroup, Rotation, UnitQuaternion, VectorialParameterisation};
use crate::num::elementary::atan_remainder;
use crate::num::series::{any_angle, half_turn};
use crate::num::{Dual, Mat3, Real, Vec3};

/// Says how parameters f(phi) n follow from a relative rotation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Generator {
    /// f = sin(phi): linear in the rotation matrix.
    Matrix,
    /// f = 2 sin(phi/2) with the sign that the quaternion has: linear in it.
    Quaternion,
    /// f = phi.
    Angle,
    /// f = m sin(phi/m).
    Sine(f64),
    /// f = m tan(phi/m).
    Tangent(f64),
    /// f = m tan(phi/m)/cos^2(phi/m).
    TangentCubed(f64),
}

/// Says which of two relative quaternions, q and -q, parameters are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// The one by at most half a turn.
    Short,
    /// The one that is given, of a rotation by more than 120 degrees that may be longer than half a turn.
    Given,
}

impl Generator {
    /// Tells whether parameters follow from a relative quaternion of more than half a turn as well.
    pub(super) fn goes_beyond_half_a_turn(self) -> bool {
        matches!(self, Self::Angle | Self::Sine(4.0) | Self::Tangent(4.0) | Self::TangentCubed(4.0))
    }

    /// Returns the generator of a parameterisation's own vectors.
    pub(super) fn of(kind: VectorialParameterisation) -> Self {
        match kind {
            VectorialParameterisation::Cartesian => Self::Angle,
            VectorialParameterisation::Sine(m) => Self::Sine(m),
            VectorialParameterisation::Tangent(m) => Self::Tangent(m),
        }
    }

    /// Returns the functions a and c of a relative quaternion.
    fn functions<R: Real>(self, q: UnitQuaternion<R>, way: Way) -> [R; 2] {
        let (w, one) = (q.w, R::one());
        let by = || one / (one + w);
        match self {
            Self::Matrix | Self::Sine(1.0) => [w + w, -one],
            Self::Quaternion | Self::Sine(2.0) => [R::constant(2.0), R::zero()],
            Self::Sine(4.0) => {
                let half = (one + w).scale(0.5);
                let inverse = one / half.sqrt();
                [inverse.scale(2.0), inverse.scale(0.25) / half]
            }
            Self::Tangent(2.0) => [R::constant(2.0) / w, one / w.square()],
            Self::Tangent(4.0) => [by().scale(4.0), by().square().scale(2.0)],
            Self::TangentCubed(4.0) => [by().square().scale(8.0), (by().square() * by()).scale(8.0)],
            Self::Angle => {
                let Angle { k, g, .. } = if way == Way::Short { Angle::new(q) } else { Angle::long(q) };
                [k, g]
            }
            Self::Sine(m) | Self::Tangent(m) | Self::TangentCubed(m) => self.of_part(m, Angle::new(q)),
        }
    }

    /// Returns the functions of the angle phi/m.
    fn of_part<R: Real>(self, m: f64, angle: Angle<R>) -> [R; 2] {
        let Angle { k, g, v2 } = angle;
        let share = k.square().scale(1.0 / (m * m));
        let s = v2 * share;
        let (a, b) = if m >= 2.0 { half_turn(s) } else { any_angle(s) };
        let part = AngleFunctions { s, a, b };
        let (sinc, cos) = (part.sinc(), part.cos());
        if let Self::Sine(_) = self {
            return [k * sinc, share * (a - b) + g * sinc];
        }
        let secant = R::one() / cos;
        let squared = secant.square();
        let rest = a + b - s * a * b;
        if let Self::Tangent(_) = self {
            return [k * sinc * secant, (share * rest + cos * sinc * g) * squared];
        }
        let c = share * (sinc.square().scale(2.0) + rest) + cos * sinc * g;
        [k * sinc * secant * squared, c * squared.square()]
    }
}

/// Holds functions of the angle of a relative quaternion, of at most half a turn: no case is one of its own.
struct Angle<R> {
    /// phi/sin(phi/2).
    k: R,
    /// (1 - phi/2 cot(phi/2))/v^2.
    g: R,
    v2: R,
}

impl<R: Real> Angle<R> {
    fn new(q: UnitQuaternion<R>) -> Self {
        // phi/2 = 4 atan u with u = tan(phi/8), which is where the polynomial of the arc tangent ends
        let (v2, one) = (q.v.norm_squared(), R::one());
        let cos = (one + q.w).scale(0.5).sqrt();
        let above = one + cos;
        let d = R::constant(0.5) / (cos * above);
        let (d2, above2) = (d.square(), above.square());
        let u2 = v2 * d2;
        let p = atan_remainder(u2);
        let arc = one + u2 * p;
        // z cot(z) of half an angle gives that of the angle: three terms of one sign
        let g = d2 * (arc - p + arc * above2 * d.scale(4.0));
        Self { k: (arc * d).scale(8.0), g, v2 }
    }

    /// Makes the functions of an angle of more than 120 degrees and less than a turn.
    fn long(q: UnitQuaternion<R>) -> Self {
        let v2 = q.v.norm_squared();
        let sine = v2.sqrt();
        let ratio = sine.atan2(q.w) / sine;
        Self { k: ratio.scale(2.0), g: (R::one() - ratio * q.w) / v2, v2 }
    }
}

/// Holds the parameters of a rotation, or over dual numbers of a motion, seen from another one.
#[derive(Clone, Copy, Debug)]
pub struct Relative<R> {
    v: Vec3<R>,
    w: R,
    a: R,
    c: R,
}

impl<R: Real> Relative<R> {
    /// Makes the parameters of a rotation seen from another one, by at most half a turn where their generator has no sign.
    pub(super) fn new(generator: Generator, from: UnitQuaternion<R>, to: UnitQuaternion<R>) -> Self {
        Self::of_quaternion(generator, from.inverse().multiply(to))
    }

    /// Makes the parameters of a relative rotation.
    pub(super) fn of_quaternion(generator: Generator, q: UnitQuaternion<R>) -> Self {
        let q = if let Generator::Matrix | Generator::Quaternion = generator { q } else { q.short() };
        Self::by_way(generator, q, Way::Short)
    }

    fn by_way(generator: Generator, q: UnitQuaternion<R>, way: Way) -> Self {
        let [a, c] = generator.functions(q, way);
        Self { v: q.v, w: q.w, a, c }
    }

    /// Returns the parameters s.
    pub fn parameters(&self) -> Vec3<R> {
        self.v * self.a
    }

    /// Returns T^-1(s): what they change by with increments of the body of the rotation.
    pub fn tangent_inverse(&self) -> Mat3<R> {
        let mut sum = Sum::nothing();
        sum.add(R::one(), self);
        sum.blocks().transpose()
    }
}

/// Holds a weighted sum of parameters and of their derivatives, which are symmetric but for half of s~.
struct Sum<R> {
    s: Vec3<R>,
    /// The weighted sum of a w.
    diagonal: R,
    /// Of c v v^T: xx, yy, zz, xy, xz, yz.
    square: [R; 6],
}

impl<R: Real> Sum<R> {
    fn nothing() -> Self {
        Self { s: Vec3::zero(), diagonal: R::zero(), square: [R::zero(); 6] }
    }

    fn add(&mut self, weight: R, relative: &Relative<R>) {
        let Relative { v, w, a, c } = *relative;
        let share = weight * a;
        self.s = self.s + v * share;
        self.diagonal = self.diagonal + share * w;
        let u = v * (weight * c);
        let products = [u.x * v.x, u.y * v.y, u.z * v.z, u.x * v.y, u.x * v.z, u.y * v.z];
        self.square.iter_mut().zip(products).for_each(|(sum, x)| *sum = *sum + x);
    }

    /// Returns the sum of T^-1(-s).
    fn blocks(&self) -> Mat3<R> {
        let ([xx, yy, zz, xy, xz, yz], d, h) = (self.square, self.diagonal.scale(0.5), self.s * R::constant(0.5));
        Mat3::from_rows(
            Vec3::new(d + xx, xy + h.z, xz - h.y),
            Vec3::new(xy - h.z, d + yy, yz + h.x),
            Vec3::new(xz + h.y, yz - h.x, d + zz),
        )
    }
}

/// Holds weighted rotations, as far as they do not depend on the rotation they are seen from.
pub(super) enum Weighted<R> {
    /// The sum of rotation matrices.
    Matrix(Mat3<R>),
    /// The sum of quaternions.
    Quaternion(UnitQuaternion<R>),
    /// Each by itself.
    Each(Generator, Vec<(R, UnitQuaternion<R>, Way)>),
}

impl<R: Real> Weighted<R> {
    /// Gathers rotations with weights, all of them seen by at most half a turn.
    pub(super) fn new(generator: Generator, weights: &[R], rotations: &[UnitQuaternion<R>]) -> Self {
        Self::by_ways(generator, weights, rotations, None)
    }

    /// Gathers rotations with weights, and the way that each of them is seen by where its parameters are taken by themselves.
    pub(super) fn by_ways(
        generator: Generator,
        weights: &[R],
        rotations: &[UnitQuaternion<R>],
        ways: Option<&[Way]>,
    ) -> Self {
        match generator {
            Generator::Matrix => {
                let mut sum = [R::zero(); 9];
                for (l, q) in weights.iter().zip(rotations) {
                    sum.iter_mut().zip(q.matrix().to_array()).for_each(|(sum, r)| *sum = *sum + r * *l);
                }
                let [a, b, c] = [0, 3, 6].map(|i| Vec3::from_slice(&sum[i..]));
                Self::Matrix(Mat3::from_rows(a, b, c))
            }
            Generator::Quaternion => Self::Quaternion(sum_of_quaternions(weights, rotations)),
            _ => {
                let way = |k: usize| ways.map_or(Way::Short, |ways| ways[k]);
                let pairs = weights.iter().zip(rotations).enumerate();
                Self::Each(generator, pairs.map(|(k, (weight, q))| (*weight, *q, way(k))).collect())
            }
        }
    }

    /// Returns the same rotations with weights that change, by those of another one of them.
    pub(super) fn with_slope(&self, slope: &Self) -> Weighted<Dual<R, 1>> {
        let with = |re: R, slope: R| Dual { re, eps: [slope] };
        match (self, slope) {
            (Self::Matrix(sum), Self::Matrix(slope)) => Weighted::Matrix(Mat3 {
                rows: std::array::from_fn(|i| {
                    let (a, b) = (sum.rows[i], slope.rows[i]);
                    Vec3::new(with(a.x, b.x), with(a.y, b.y), with(a.z, b.z))
                }),
            }),
            (Self::Quaternion(sum), Self::Quaternion(slope)) => Weighted::Quaternion(joined(*sum, *slope)),
            (Self::Each(generator, all), Self::Each(_, slopes)) => {
                let resting = |q: &UnitQuaternion<R>| joined(*q, UnitQuaternion { w: R::zero(), v: Vec3::zero() });
                let pairs = all.iter().zip(slopes);
                let one = |((l, q, way), (m, ..)): (&(R, _, Way), &(R, _, Way))| (with(*l, *m), resting(q), *way);
                Weighted::Each(*generator, pairs.map(one).collect())
            }
            _ => unreachable!("both are of one metric"),
        }
    }

    /// Returns the weighted sum of parameters seen from a rotation, and that of T^-1(-s): what it loses by increments of the
    /// body of that rotation.
    pub(super) fn seen_from(&self, rotation: UnitQuaternion<R>) -> (Vec3<R>, Mat3<R>) {
        match self {
            Self::Matrix(sum) => matrices_seen_from(sum, rotation),
            Self::Quaternion(sum) => {
                let UnitQuaternion { w, v } = rotation.inverse().multiply(*sum);
                (v + v, Mat3::identity().scaled(w) - Mat3::skew(v))
            }
            Self::Each(generator, all) => {
                let mut sum = Sum::nothing();
                for (weight, q, way) in all {
                    let q = rotation.inverse().multiply(*q);
                    let q = if *way == Way::Short { q.short() } else { q };
                    sum.add(*weight, &Relative::by_way(*generator, q, *way));
                }
                (sum.s, sum.blocks())
            }
        }
    }
}

/// Returns what [`Weighted::seen_from`] does of a sum of rotation matrices.
pub(super) fn matrices_seen_from<R: Real>(sum: &Mat3<R>, rotation: UnitQuaternion<R>) -> (Vec3<R>, Mat3<R>) {
    let (half, turned) = (R::constant(0.5), rotation.matrix().transpose() * *sum);
    let [a, b, c] = turned.rows;
    let s = Vec3::new(c.y - b.z, a.z - c.x, b.x - a.y) * half;
    (s, (Mat3::identity().scaled(a.x + b.y + c.z) - turned).scaled(half))
}

/// Returns the weighted sum of quaternions.
pub(super) fn sum_of_quaternions<R: Real>(weights: &[R], rotations: &[UnitQuaternion<R>]) -> UnitQuaternion<R> {
    let (mut w, mut v) = (R::zero(), Vec3::zero());
    for (l, q) in weights.iter().zip(rotations) {
        (w, v) = (w + q.w * *l, v + q.v * *l);
    }
    UnitQuaternion { w, v }
}

/// Returns a quaternion with its derivative.
pub(super) fn joined<R: Real>(q: UnitQuaternion<R>, slope: UnitQuaternion<R>) -> UnitQuaternion<Dual<R, 1>> {
    let with = |re: R, slope: R| Dual { re, eps: [slope] };
    let (v, d) = (q.v, slope.v);
    UnitQuaternion { w: with(q.w, slope.w), v: Vec3::new(with(v.x, d.x), with(v.y, d.y), with(v.z, d.z)) }
}
