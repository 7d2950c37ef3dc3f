//! The tangent operator of SO(3), its inverse and their derivatives, as functions of a rotation vector.
//!
//! Equation numbers: (A..) of \[1\], see [`crate::lie`].

use crate::num::series::{any_angle, half_turn, slopes};
use crate::num::{Real, Vec3};

/// Holds the functions of a rotation angle that occur in exp, T and T^-1, at one rotation vector.
#[derive(Clone, Copy, Debug)]
pub struct AngleFunctions<R> {
    /// s = |psi|^2 / 4.
    pub s: R,
    /// a(s) = (1 - sin(y)/y)/s.
    pub a: R,
    /// b(s) = (1 - cos(y))/s.
    pub b: R,
}

impl<R: Real> AngleFunctions<R> {
    /// Evaluates the functions at any rotation vector.
    #[inline]
    pub fn new(psi: Vec3<R>) -> Self {
        let s = psi.norm_squared().scale(0.25);
        let (a, b) = any_angle(s);
        Self { s, a, b }
    }
    /// Evaluates the functions at a rotation vector with |psi| <= pi, given by its half: no square root, no branch.
    #[inline]
    pub fn within_half_turn(half_psi: Vec3<R>) -> Self {
        R::note("half-angle functions a = (1 - sin(y)/y)/y^2, b = (1 - cos(y))/y^2, y = |psi|/2");
        let s = half_psi.norm_squared();
        let (a, b) = half_turn(s);
        Self { s, a, b }
    }
    /// Returns sin(y)/y.
    #[inline]
    pub fn sinc(&self) -> R {
        let sinc = R::one() - self.s * self.a;
        let (a, b) = (self.a, self.b);
        sinc.with_slope(self.s, move || (a - b).scale(0.5))
    }
    /// Returns cos(y).
    #[inline]
    pub fn cos(&self) -> R {
        let cos = R::one() - self.s * self.b;
        let functions = *self;
        cos.with_slope(self.s, move || functions.sinc().scale(-0.5))
    }
    /// Returns (cos |psi| - 1)/|psi|^2 (A4) = -(sin(y)/y)^2 / 2.
    #[inline]
    pub fn f1(&self) -> R {
        self.sinc().square().scale(-0.5)
    }
    /// Returns (|psi| - sin |psi|)/|psi|^3 (A5, where it is printed as f3) = (a + b - s a b)/4.
    #[inline]
    pub fn f2(&self) -> R {
        (self.a + self.b - self.s * self.a * self.b).scale(0.25)
    }
    /// Returns (1 - |psi|/2 cot(|psi|/2))/|psi|^2 (A6) = (b - a)/(4 sin(y)/y).
    #[inline]
    pub fn f3(&self) -> R {
        self.four_f3().scale(0.25)
    }
    /// Returns 4 f3.
    #[inline]
    pub fn four_f3(&self) -> R {
        (self.b - self.a) / self.sinc()
    }
    /// Returns the derivatives of f1, f2, f3 with respect to |psi|^2.
    pub fn slopes(&self) -> [R; 3] {
        let (a, b, s, sinc) = (self.a, self.b, self.s, self.sinc());
        let (da, db) = slopes(s);
        let g = b - a; // d sinc/ds = -g/2
        [
            (sinc * g).scale(1.0 / 8.0),
            (da + db - a * b - s * (da * b + a * db)).scale(1.0 / 16.0),
            ((db - da) / sinc + (g * g).scale(0.5) / (sinc * sinc)).scale(1.0 / 16.0),
        ]
    }
}

/// Returns T(psi) w = w + f1 psi x w + f2 psi x (psi x w), (A2). Any psi.
pub fn tangent<R: Real>(psi: Vec3<R>, w: Vec3<R>) -> Vec3<R> {
    w + tangent_less_one_with(&AngleFunctions::new(psi), psi, w)
}

/// Returns T(psi) w - w with all digits of small rotations, from the functions of the angle.
pub fn tangent_less_one_with<R: Real>(f: &AngleFunctions<R>, psi: Vec3<R>, w: Vec3<R>) -> Vec3<R> {
    let once = psi.cross(w);
    once * f.f1() + psi.cross(once) * f.f2() // (A2)
}

/// Returns T(psi)^-1 w = w + psi x w / 2 + f3 psi x (psi x w), (A3). Singular at |psi| = 2 pi.
pub fn tangent_inverse<R: Real>(psi: Vec3<R>, w: Vec3<R>) -> Vec3<R> {
    tangent_inverse_with(&AngleFunctions::new(psi), psi * R::constant(0.5), w)
}

/// Returns what [`tangent_inverse`] returns, from the functions of the angle and half the rotation vector.
#[inline]
pub fn tangent_inverse_with<R: Real>(f: &AngleFunctions<R>, half_psi: Vec3<R>, w: Vec3<R>) -> Vec3<R> {
    R::note("K = T^-1(psi) v = v + psi/2 x v + 4 f3 psi/2 x (psi/2 x v)  (25), (A3)");
    let once = half_psi.cross(w);
    w + once + half_psi.cross(once) * f.four_f3() // (A3)
}

/// Returns the derivative of T(psi) w with respect to psi in the direction d.
pub fn tangent_derivative<R: Real>(psi: Vec3<R>, w: Vec3<R>, d: Vec3<R>) -> Vec3<R> {
    let f = AngleFunctions::new(psi);
    let [df1, df2, _] = f.slopes();
    operator_derivative(psi, w, d, (f.f1(), df1), (f.f2(), df2))
}

/// Returns the derivative of T(psi)^-1 w with respect to psi in the direction d.
pub fn tangent_inverse_derivative<R: Real>(psi: Vec3<R>, w: Vec3<R>, d: Vec3<R>) -> Vec3<R> {
    let f = AngleFunctions::new(psi);
    let [_, _, df3] = f.slopes();
    operator_derivative(psi, w, d, (R::constant(0.5), R::zero()), (f.f3(), df3))
}

/// Returns the derivative of p psi x w + q psi x (psi x w), where p and q are functions of |psi|^2 given
/// with their slopes.
fn operator_derivative<R: Real>(psi: Vec3<R>, w: Vec3<R>, d: Vec3<R>, p: (R, R), q: (R, R)) -> Vec3<R> {
    let (once, d_once) = (psi.cross(w), d.cross(w));
    let (twice, d_twice) = (psi.cross(once), d.cross(once) + psi.cross(d_once));
    let rate = psi.dot(d).scale(2.0);
    d_once * p.0 + d_twice * q.0 + (once * p.1 + twice * q.1) * rate
}

/// Writes the four operators on the algebra of SO(3), shared by all its representations.
macro_rules! so3_operators {
    () => {
        fn tangent(v: Vec3<R>, w: Vec3<R>) -> Vec3<R> {
            crate::lie::tangent::tangent(v, w)
        }
        fn tangent_inverse(v: Vec3<R>, w: Vec3<R>) -> Vec3<R> {
            crate::lie::tangent::tangent_inverse(v, w)
        }
        fn tangent_derivative(v: Vec3<R>, w: Vec3<R>, d: Vec3<R>) -> Vec3<R> {
            crate::lie::tangent::tangent_derivative(v, w, d)
        }
        fn tangent_inverse_derivative(v: Vec3<R>, w: Vec3<R>, d: Vec3<R>) -> Vec3<R> {
            crate::lie::tangent::tangent_inverse_derivative(v, w, d)
        }
    };
}
pub(crate) use so3_operators;
