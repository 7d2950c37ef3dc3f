//! Count, mean, squared deviations and extremes, in parts that are merged.
//!
//! T. Chan, G. Golub and R. LeVeque, "Updating formulae and a pairwise algorithm for computing sample variances",
//! COMPSTAT 1982: two parts with their own means are merged without going back to the values.

/// The moments of some values, the mean relative to an origin that all parts share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// Number of values.
    pub count: u64,
    /// The mean less the origin.
    pub offset: f64,
    /// Sum of the squared deviations from the mean.
    pub squares: f64,
    /// Least value; infinite where there is none.
    pub min: f64,
    /// Greatest value; minus infinite where there is none.
    pub max: f64,
}

impl Default for Moments {
    fn default() -> Self {
        Self { count: 0, offset: 0.0, squares: 0.0, min: f64::INFINITY, max: f64::NEG_INFINITY }
    }
}

impl Moments {
    /// Takes in the moments of further values.
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
        let distance = other.offset - self.offset;
        self.offset += distance * (there / total);
        self.squares += other.squares + distance * distance * (here * (there / total));
        self.count += other.count;
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }

    /// Variance of the population, if there is a value.
    pub fn variance(&self) -> Option<f64> {
        (self.count > 0).then(|| self.squares / self.count as f64)
    }
}
