//! The inverse tangent operator of a stage.

use crate::lie::so3::{AngleFunctions, tangent_inverse_with};
use crate::num::series::polynomial;
use crate::num::{Real, Vec3};

/// How T^-1 is computed, (25) of Holzinger, Arnold, Gerstmayr (2024).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InverseTangent {
    /// T^-1 in closed form, (A3).
    Exact,
    /// T^-1 = I: enough up to order 2.
    Identity,
    /// T^-1 = I + psi~/2: enough for order 3.
    Linear,
    /// T^-1 = I + psi~/2 + (c1 + c2 |psi|^2 + ...) psi~^2 with so many c, from the Bernoulli numbers.
    Series(usize),
}

/// (1 - y cot y)/y^2 = 4 f3 in powers of y^2, y = |psi|/2: 2^(2k) |B_2k| / (2k)!.
const FOUR_F3: [f64; 4] = [1.0 / 3.0, 1.0 / 45.0, 2.0 / 945.0, 1.0 / 4725.0];

impl InverseTangent {
    /// Returns the series up to psi~^(p - 2), which a Runge-Kutta-Munthe-Kaas method of order p needs to keep its
    /// order: Munthe-Kaas (1999); Hairer, Lubich, Wanner (2006), Theorem IV.8.5.
    ///
    /// The odd Bernoulli numbers beyond the first vanish.
    pub const fn truncated(order: usize) -> Self {
        match order {
            0..=2 => InverseTangent::Identity,
            3 => InverseTangent::Linear,
            _ => InverseTangent::Series((order - 2) / 2),
        }
    }

    /// Returns the product T^-1(psi) w for |psi| <= pi, from the functions of the angle and half the rotation vector.
    pub(super) fn apply<R: Real>(self, f: &AngleFunctions<R>, half_psi: Vec3<R>, w: Vec3<R>) -> Vec3<R> {
        match self {
            InverseTangent::Exact => tangent_inverse_with(f, half_psi, w),
            InverseTangent::Identity => w,
            InverseTangent::Linear => {
                R::note("K = v + psi/2 x v, the series of T^-1");
                w + half_psi.cross(w)
            }
            InverseTangent::Series(terms) => {
                R::note("K = v + psi/2 x v + (1/3 + ...) psi/2 x (psi/2 x v), the series of T^-1");
                let once = half_psi.cross(w);
                w + once + half_psi.cross(once) * polynomial(f.s, &FOUR_F3[..terms])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_series_approaches_the_closed_form_with_its_order() {
        let w = Vec3::new(0.3, -0.8, 0.5);
        for order in [2, 3, 4, 5, 6, 7, 8] {
            let inverse = InverseTangent::truncated(order);
            let error = |scale: f64| {
                let half_psi = Vec3::new(0.4, 0.1, -0.2) * scale;
                let f = AngleFunctions::within_half_turn(half_psi);
                (inverse.apply(&f, half_psi, w) - InverseTangent::Exact.apply(&f, half_psi, w)).norm()
            };
            // what is left begins with the next power whose Bernoulli number is not zero
            let next = match order {
                2 => 1,
                3 => 2,
                _ => order / 2 * 2,
            };
            let slope = (error(1.0) / error(0.5)).log2();
            assert!((slope - next as f64).abs() < 0.1, "order {order}: {slope}, expected {next}");
        }
    }
}
