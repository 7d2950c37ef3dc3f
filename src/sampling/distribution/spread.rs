//! How far values of a distribution lie apart: mean and standard deviation, bounds, and the constant of its Poincare
//! inequality Var f <= C E[f'^2], which holds for every smooth f.
//!
//! Roustant, Barthe, Iooss (2017), Poincare inequalities on intervals - application to sensitivity analysis, Electronic
//! Journal of Statistics 11(2).

use super::Distribution;
use std::f64::consts::PI;

/// Holds the constant of a Poincare inequality.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Poincare {
    /// The least C with Var f <= C E[f'^2].
    pub constant: f64,
    /// True where f' is the derivative by the logarithm of the parameter.
    pub logarithmic: bool,
}

/// Cells of the grid on which densities are integrated.
const CELLS: usize = 2000;

/// A density is cut where its logarithm is so far below its maximum.
const CUT: f64 = 40.0;

/// A density on an interval, but for a factor.
struct Density<F> {
    interval: [f64; 2],
    of: F,
}

impl Distribution {
    /// Returns the mean and the standard deviation.
    #[must_use]
    pub fn mean_and_deviation(&self) -> (f64, f64) {
        match *self {
            Self::Uniform { min, max } => (min + (max - min) / 2.0, (max - min) / 12f64.sqrt()),
            Self::Normal { mean, std } => (mean, std),
            Self::TruncatedNormal { mean, std, min, max } => {
                let (m, s) = window([(min - mean) / std, (max - mean) / std]).mean_and_deviation();
                (mean + std * m, std * s)
            }
            Self::LogNormal { mu, sigma } => {
                let (square, mean) = (sigma * sigma, (mu + sigma * sigma / 2.0).exp());
                (mean, mean * square.exp_m1().sqrt())
            }
            Self::Triangular { min, mode, max } => {
                let [a, b] = [mode - min, max - min];
                (min + (a + b) / 3.0, ((a * a + b * b - a * b) / 18.0).sqrt())
            }
            Self::Choice(ref values) => {
                let n = values.len() as f64;
                let mean = values.iter().sum::<f64>() / n;
                (mean, (values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n).sqrt())
            }
        }
    }

    /// Returns the interval of values, where it is bounded and values lie everywhere within.
    #[must_use]
    pub fn bounds(&self) -> Option<[f64; 2]> {
        match *self {
            Self::Uniform { min, max } | Self::TruncatedNormal { min, max, .. } | Self::Triangular { min, max, .. } => {
                (min.is_finite() && max.is_finite() && min < max).then_some([min, max])
            }
            Self::Normal { .. } | Self::LogNormal { .. } | Self::Choice(_) => None,
        }
    }

    /// Returns the constant of the Poincare inequality.
    ///
    /// # Errors A message on why there is none.
    pub fn poincare(&self) -> Result<Poincare, &'static str> {
        let plain = |constant: f64| Ok(Poincare { constant, logarithmic: false });
        match *self {
            Self::Uniform { min, max } => plain(((max - min) / PI).powi(2)),
            Self::Normal { std, .. } => plain(std * std),
            Self::TruncatedNormal { mean, std, min, max } => {
                let window = window([(min - mean) / std, (max - mean) / std]);
                plain(std * std * window.poincare())
            }
            // the logarithm is normal; by the parameter itself there is no constant, its tail is too heavy
            Self::LogNormal { sigma, .. } => Ok(Poincare { constant: sigma * sigma, logarithmic: true }),
            Self::Triangular { min, mode, max } => {
                let (width, top) = (max - min, (mode - min) / (max - min));
                let of = |x: f64| if x < top { x / top } else { (1.0 - x) / (1.0 - top) };
                if width > 0.0 {
                    plain(width * width * Density { interval: [0.0, 1.0], of }.poincare())
                } else {
                    plain(0.0)
                }
            }
            Self::Choice(_) => Err("its values are single ones, which derivatives say nothing of"),
        }
    }
}

/// Returns the standard normal density within a window, without its negligible tails.
fn window([low, high]: [f64; 2]) -> Density<impl Fn(f64) -> f64> {
    let top = 0f64.clamp(low, high);
    let end = (top * top + 2.0 * CUT).sqrt();
    Density { interval: [low.max(-end), high.min(end)], of: move |z: f64| ((top * top - z * z) / 2.0).exp() }
}

impl<F: Fn(f64) -> f64> Density<F> {
    fn cell(&self) -> f64 {
        (self.interval[1] - self.interval[0]) / CELLS as f64
    }

    /// Computes the mean and standard deviation, by Simpson's rule.
    fn mean_and_deviation(&self) -> (f64, f64) {
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
    fn poincare(&self) -> f64 {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!((found / expected - 1.0).abs() < tolerance, "{found} against {expected}");
    }

    #[test]
    fn constants_are_those_of_closed_forms() {
        let constant = |d: Distribution| d.poincare().map(|p| p.constant).unwrap_or(f64::NAN);
        close(constant(Distribution::Uniform { min: 1.0, max: 3.0 }), 4.0 / (PI * PI), 1e-15);
        // the numbers of the grid: a window so narrow that the density is constant, and one without ends
        let window = |min, max| Distribution::TruncatedNormal { mean: 0.0, std: 2.0, min, max };
        close(constant(window(-2e-3, 2e-3)), 1.6e-5 / (PI * PI), 1e-5);
        close(constant(window(f64::NEG_INFINITY, f64::INFINITY)), 4.0, 1e-4);
        // He_3 has its extremes at -1 and 1, so it is the eigenfunction of that window
        close(constant(window(-2.0, 2.0)), 4.0 / 3.0, 1e-5);
        // J_0(2.404825557695773) = 0
        let triangular = Distribution::Triangular { min: 1.0, mode: 2.0, max: 3.0 };
        close(constant(triangular), 1.0 / 2.404_825_557_695_773_f64.powi(2), 1e-5);
        assert!(Distribution::Choice(vec![1.0, 2.0]).poincare().is_err());
    }

    #[test]
    fn means_and_deviations_are_those_of_many_values() {
        let distributions = [
            Distribution::Uniform { min: -1.0, max: 3.0 },
            Distribution::Normal { mean: 2.0, std: 0.5 },
            Distribution::TruncatedNormal { mean: 0.0, std: 1.0, min: -0.5, max: f64::INFINITY },
            Distribution::TruncatedNormal { mean: 0.0, std: 1.0, min: 30.0, max: 31.0 },
            Distribution::LogNormal { mu: 0.3, sigma: 0.2 },
            Distribution::Triangular { min: 1.0, mode: 1.5, max: 4.0 },
            Distribution::Choice(vec![1.0, 2.0, 5.0]),
        ];
        for d in distributions {
            let n = 30_000;
            let values: Vec<f64> = (0..n).map(|i| d.quantile((f64::from(i) + 0.5) / f64::from(n))).collect();
            let mean = values.iter().sum::<f64>() / f64::from(n);
            let square = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / f64::from(n);
            let (m, s) = d.mean_and_deviation();
            assert!((m - mean).abs() < 1e-4 * s.max(0.1), "{d:?}: {m} against {mean}");
            close(s, square.sqrt(), 1e-3);
        }
    }
}
