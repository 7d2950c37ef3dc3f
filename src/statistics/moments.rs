//! Count, mean, squared deviations and extremes, value by value or in parts that are merged.
//!
//! Values: B. Welford, "Note on a method for calculating corrected sums of squares and products", Technometrics 4
//! (1962) 419-420. Each step adds to the sum of squared deviations from the current mean, so a large mean costs no
//! accuracy. The many small steps of the mean itself are summed with the compensation of W. Kahan, "Further remarks on
//! reducing truncation errors", Communications of the ACM 8 (1965) 40.
//!
//! Parts: T. Chan, G. Golub and R. LeVeque, "Updating formulae and a pairwise algorithm for computing sample variances",
//! COMPSTAT 1982: two parts with their own means are merged without going back to the values.

use super::SumOfSquares;

/// The moments of some values, the mean relative to an origin that all parts share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// Number of values.
    pub count: u64,
    /// The mean less the origin.
    pub offset: f64,
    /// What rounding has added to the offset in excess so far.
    pub excess: f64,
    /// Sum of the squared deviations from the mean.
    pub squares: SumOfSquares,
    /// Least value; infinite where there is none.
    pub min: f64,
    /// Greatest value; minus infinite where there is none.
    pub max: f64,
}

impl Default for Moments {
    fn default() -> Self {
        Self {
            count: 0,
            offset: 0.0,
            excess: 0.0,
            squares: SumOfSquares::default(),
            min: f64::INFINITY,
            max: f64::NEG_INFINITY,
        }
    }
}

impl Moments {
    /// Takes in the next value, which is finite. The origin is zero.
    pub fn push(&mut self, value: f64) {
        self.count += 1;
        let deviation = value - self.offset + self.excess;
        let step = deviation / self.count as f64 - self.excess;
        let offset = self.offset + step;
        self.excess = (offset - self.offset) - step;
        self.offset = offset;
        self.squares.add_product(deviation, value - self.offset + self.excess);
        self.min = self.min.min(value);
        self.max = self.max.max(value);
    }

    /// Takes in the moments of further values, from the same origin.
    pub fn merge(&mut self, other: &Self) {
        if other.count == 0 {
            return;
        }
        if self.count == 0 {
            *self = *other;
            return;
        }
        let (here, there) = (self.count as f64, other.count as f64);
        let total = here + there;
        let distance = (other.offset - other.excess) - (self.offset - self.excess);
        self.offset += distance * (there / total);
        self.squares.add(&other.squares, distance, here * (there / total));
        self.count += other.count;
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }

    /// Returns the mean of values from that origin, if there is a value.
    pub fn mean(&self, origin: f64) -> Option<f64> {
        self.some(origin + self.offset)
    }

    /// Returns the variance of the population (divided by the count, not by one less), if there is a value, and a number holds
    /// it: not of values around 1e-160, whose squares none does.
    pub fn variance(&self) -> Option<f64> {
        self.some(self.squares.part(|sum| sum / self.count as f64)?)
    }

    /// Returns the standard deviation of the population, if there is a value.
    pub fn std(&self) -> Option<f64> {
        self.some(self.squares.root_of_part(|sum| sum / self.count as f64))
    }

    /// Returns the standard error of the mean of independent values, s/sqrt(n) with the variance s^2 that divides by n - 1; none
    /// of fewer than two.
    pub fn standard_error(&self) -> Option<f64> {
        let n = self.count as f64;
        (self.count > 1).then(|| self.squares.root_of_part(|sum| sum / (n - 1.0) / n))
    }

    /// Returns the least value, if there is one.
    pub fn min(&self) -> Option<f64> {
        self.some(self.min)
    }

    /// Returns the greatest value, if there is one.
    pub fn max(&self) -> Option<f64> {
        self.some(self.max)
    }

    fn some(&self, figure: f64) -> Option<f64> {
        (self.count > 0).then_some(figure)
    }
}
