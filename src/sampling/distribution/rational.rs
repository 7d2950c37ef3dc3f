//! Rational functions of pieces of the real line.

use crate::num::Real;
use crate::num::series::polynomial;

/// A rational function of the distance from `shift`, to be added to `base`.
pub(super) struct Piece {
    pub(super) base: f64,
    pub(super) shift: f64,
    pub(super) numerator: &'static [f64],
    pub(super) denominator: &'static [f64],
}

impl Piece {
    /// Returns the value of the rational function.
    pub(super) fn ratio<R: Real>(&self, x: R) -> R {
        let x = x - R::constant(self.shift);
        polynomial(x, self.numerator) / polynomial(x, self.denominator)
    }

    /// Returns base g + g ratio(x).
    pub(super) fn times<R: Real>(&self, g: R, x: R) -> R {
        g.scale(self.base) + g * self.ratio(x)
    }
}
