//! The error of a stencil over the perturbation, explained: truncation T eps^n against rounding N / eps.

use super::estimate::Findings;
use super::perturbation::{Perturbed, RELATIVE};
use super::stencil::{ALL, Stencil};

/// How a stencil does, for perturbations that are relative to the parameter (or in its unit where its value is zero).
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The stencil.
    pub stencil: &'static Stencil,
    /// The derivatives, one for each of [`RELATIVE`]; not a number where there is none.
    pub derivatives: [f64; RELATIVE.len()],
    /// N: what values are rounded by makes an error of N / eps.
    pub rounding: f64,
    /// T: the error of truncation is T eps^n; none where no perturbation shows it.
    pub truncation: Option<f64>,
    /// The measured n, where two perturbations show it.
    pub order: Option<f64>,
    /// The perturbation at which the sum of both is least, and that sum; none where no perturbation shows truncation, so
    /// that the largest one is best.
    pub optimum: Option<(f64, f64)>,
}

/// Errors this many times what rounding makes are of truncation.
const ABOVE_ROUNDING: f64 = 10.0;

impl Curve {
    /// Makes the curves of all stencils against a derivative that is known to within an error.
    pub fn all(findings: &Findings, perturbed: &Perturbed, (known, error): (f64, f64)) -> Vec<Self> {
        let curve = |(stencil, derivatives): (&'static Stencil, &[f64; RELATIVE.len()])| {
            Self::new(stencil, derivatives, findings, perturbed, (known, error))
        };
        ALL.iter().zip(&findings.derivatives).map(curve).collect()
    }

    fn new(
        stencil: &'static Stencil,
        derivatives: &[f64; RELATIVE.len()],
        findings: &Findings,
        perturbed: &Perturbed,
        (known, error): (f64, f64),
    ) -> Self {
        let rounding = findings.small_noise() * stencil.amplification() / perturbed.scale;
        let of_truncation = |level: usize| {
            let found = (derivatives[level] - known).abs();
            let is_above = found > ABOVE_ROUNDING * (rounding / RELATIVE[level] + error);
            (found.is_finite() && is_above).then_some(found)
        };
        // the smallest perturbation of those that follow each other from the largest on
        let count = (0..RELATIVE.len()).take_while(|level| of_truncation(*level).is_some()).count();
        let last = count.checked_sub(1);
        let truncation = last.and_then(|l| Some(of_truncation(l)? / RELATIVE[l].powi(stencil.order)));
        let order = last.filter(|l| *l > 0).and_then(|l| Some((of_truncation(l - 1)? / of_truncation(l)?).log10()));
        let n = f64::from(stencil.order);
        let optimum = truncation.filter(|t| *t > 0.0 && rounding > 0.0).map(|t| {
            let at = (rounding / (n * t)).powf(1.0 / (n + 1.0));
            (at, t * at.powf(n) + rounding / at)
        });
        Self { stencil, derivatives: *derivatives, rounding, truncation, order, optimum }
    }

    /// Returns the perturbation at which the derivative is nearest to a known one, and its distance.
    pub fn nearest(&self, known: f64) -> Option<(f64, f64)> {
        let distances = RELATIVE.iter().zip(&self.derivatives).map(|(eps, d)| (*eps, (d - known).abs()));
        distances.filter(|(_, d)| d.is_finite()).min_by(|a, b| a.1.total_cmp(&b.1))
    }
}

#[cfg(test)]
mod tests {
    use super::super::estimate::sampled;
    use super::super::perturbation::Perturbations;
    use super::*;
    use crate::num::Precision;

    #[test]
    fn truncation_and_rounding_explain_the_best_perturbation() {
        let f = |x: f64| (3.0 * x).sin();
        let perturbed = Perturbations::new(vec![0.7], &[0], Precision::Double).parameters.remove(0);
        let findings = sampled(0.7, f).findings(0.5 * f64::EPSILON);
        let exact = 3.0 * 2.1f64.cos();
        for curve in Curve::all(&findings, &perturbed, (exact, 1e-15)) {
            let name = curve.stencil.name;
            // of the highest order one perturbation alone is above rounding
            let order = curve.order.unwrap_or(f64::from(curve.stencil.order));
            assert!(curve.order.is_some() || curve.stencil.order == 6, "{name}");
            assert!((order - f64::from(curve.stencil.order)).abs() < 0.2, "{name}: {order}");
            let (eps, floor) = curve.optimum.expect(name);
            let (at, least) = curve.nearest(exact).expect(name);
            assert!((at / eps).log10().abs() < 1.3, "{name}: {at:e} {eps:e}");
            assert!(least < 10.0 * floor, "{name}: {least:e} {floor:e}");
        }
    }
}
