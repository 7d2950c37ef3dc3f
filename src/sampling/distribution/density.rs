//! Moments and the constant of the Poincare inequality of a density that is known at every point.

/// Cells of the grid on which densities are integrated.
const CELLS: usize = 2000;

/// A density on an interval, but for a factor.
pub(super) struct Density<F> {
    pub(super) interval: [f64; 2],
    pub(super) of: F,
}

impl<F: Fn(f64) -> f64> Density<F> {
    fn cell(&self) -> f64 {
        (self.interval[1] - self.interval[0]) / CELLS as f64
    }

    /// Computes the mean and standard deviation, by Simpson's rule.
    pub(super) fn mean_and_deviation(&self) -> (f64, f64) {
        let ([low, _], h) = (self.interval, self.cell() / 2.0);
        let weight = |i: usize| match i {
            0 => 1.0,
            i if i == 2 * CELLS => 1.0,
            i => 2.0 + 2.0 * (i % 2) as f64,
        };
        let point = |i: usize| low + h * i as f64;
        let integral = |f: &dyn Fn(f64) -> f64| {
            (0..=2 * CELLS).map(|i| weight(i) * (self.of)(point(i)) * f(point(i))).sum::<f64>()
        };
        let mass = integral(&|_| 1.0);
        let mean = integral(&|x| x) / mass;
        (mean, (integral(&|x| (x - mean).powi(2)) / mass).sqrt())
    }

    /// Computes the constant, which is one over the least positive eigenvalue of -(rho f')' = lambda rho f with f' = 0
    /// at both ends: linear elements and a lumped mass, whose eigenvalues are counted by signs of pivots (Sylvester).
    pub(super) fn poincare(&self) -> f64 {
        let ([low, _], h) = (self.interval, self.cell());
        let rho: Vec<f64> = (0..CELLS).map(|i| (self.of)(low + h * (i as f64 + 0.5))).collect();
        let at = |i: usize| rho.get(i).copied().unwrap_or(0.0);
        let below = |lambda: f64| {
            let (mut pivot, mut count) = (1.0, 0);
            for i in 0..=CELLS {
                let before = if i > 0 { at(i - 1) } else { 0.0 };
                let diagonal = (before + at(i)) * (1.0 - lambda * h * h / 2.0);
                pivot = diagonal - before * before / pivot;
                count += usize::from(pivot < 0.0);
            }
            count
        };
        // a linear function has the quotient 1/variance
        let [mut from, mut to] = [0.0, 1.1 / self.mean_and_deviation().1.powi(2)];
        for _ in 0..60 {
            let middle = (from + to) / 2.0;
            if below(middle) > 1 { to = middle } else { from = middle }
        }
        1.0 / to
    }
}
