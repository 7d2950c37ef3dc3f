//! Count, mean, standard deviation and range, value by value.

/// Running moments after B. Welford, "Note on a method for calculating corrected sums of
/// squares and products", Technometrics 4 (1962) 419-420. Each step adds to the sum of
/// squared deviations from the current mean, so a large mean costs no accuracy. The many
/// small steps of the mean itself are summed with the compensation of W. Kahan, "Further
/// remarks on reducing truncation errors", Communications of the ACM 8 (1965) 40.
#[derive(Debug, Clone)]
pub(super) struct Moments {
    count: u64,
    mean: f64,
    /// What rounding has added to the mean in excess so far.
    excess: f64,
    /// Sum of the squared deviations from the mean.
    squares: f64,
    min: f64,
    max: f64,
}

impl Default for Moments {
    fn default() -> Self {
        Self { count: 0, mean: 0.0, excess: 0.0, squares: 0.0, min: f64::INFINITY, max: f64::NEG_INFINITY }
    }
}

impl Moments {
    /// Takes in the next value, which is finite.
    pub(super) fn push(&mut self, value: f64) {
        self.count += 1;
        let deviation = value - self.mean + self.excess;
        let step = deviation / self.number() - self.excess;
        let mean = self.mean + step;
        self.excess = (mean - self.mean) - step;
        self.mean = mean;
        self.squares += deviation * (value - self.mean + self.excess);
        self.min = self.min.min(value);
        self.max = self.max.max(value);
    }

    /// Number of values.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Mean, if there is a value.
    pub(super) fn mean(&self) -> Option<f64> {
        self.some(self.mean)
    }

    /// Standard deviation of the population, if there is a value.
    pub(super) fn std(&self) -> Option<f64> {
        self.some((self.squares / self.number()).sqrt())
    }

    /// Least value, if there is one.
    pub(super) fn min(&self) -> Option<f64> {
        self.some(self.min)
    }

    /// Greatest value, if there is one.
    pub(super) fn max(&self) -> Option<f64> {
        self.some(self.max)
    }

    /// `figure`, unless there are no values to make it from.
    fn some(&self, figure: f64) -> Option<f64> {
        (self.count > 0).then_some(figure)
    }

    /// The count as a real number.
    #[allow(clippy::cast_precision_loss, reason = "beyond 2^53 values the rounding of the count does not matter")]
    fn number(&self) -> f64 {
        self.count as f64
    }
}
