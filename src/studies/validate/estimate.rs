//! The best finite difference of an output by a parameter, with an error that can be relied on.
//!
//! The error of a stencil is truncation, which falls with the perturbation, and rounding, which rises. What values are
//! rounded by is seen from the values ([`Noise`]). Truncation is seen from stencils of other order at the same perturbation
//! and, without any assumption on the function, from the same stencil at all smaller perturbations: these must agree to
//! within what rounding makes of them (Lepski's principle). So a function whose derivative changes within a perturbation,
//! one with a kink nearby or a chaotic one, gets a large error or a small perturbation, and not a wrong value.

use super::noise::Noise;
use super::perturbation::{Perturbed, RELATIVE};
use super::stencil::{ALL, BACKWARD, CENTRE, FIVE_POINT, NODES, RICHARDSON, Values};
use std::array::from_fn;

/// The number of perturbations.
const LEVELS: usize = RELATIVE.len();

/// The number of the perturbation, 1e-7, from which on functions that finite differences can say anything of are
/// polynomials of third degree.
const SMALL: usize = 6;

/// So many of the smallest perturbations have their noise taken together: that of a few values may be small by chance.
const SMALLEST: usize = 3;

/// How many times the noise differences of values may be by rounding alone.
const ROUNDING: f64 = 3.0;

/// The values of an output at all perturbations of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Differences {
    /// The perturbations, in the order of [`RELATIVE`].
    pub steps: [Option<f64>; LEVELS],
    /// The value at the value of the parameter itself.
    pub centre: f64,
    /// The values at the nodes of every perturbation; not a number where there is none.
    pub values: Vec<Values>,
    /// What values may be off by together. A perturbation that changes what a step adds by less than its last digit is not
    /// seen by the steps, or by all of them alike, and this is no noise: polynomials explain it. It grows with the root of
    /// the number of steps.
    pub shared: f64,
}

/// What an output does at the value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// The output does nothing but what a derivative describes.
    Smooth,
    /// The output is the same for all perturbations.
    Constant,
    /// The derivatives of the output from below and from above differ.
    Kink {
        /// The derivative from below.
        below: f64,
        /// The derivative from above.
        above: f64,
    },
    /// The values of the output from below and from above differ by this much.
    Jump(f64),
}

/// The best finite difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DifferenceEstimate {
    /// The derivative.
    pub value: f64,
    /// An estimate of the error of the derivative that is rarely too small.
    pub error: f64,
    /// The place of the stencil.
    pub stencil: usize,
    /// The place of the perturbation.
    pub level: usize,
}

/// What finite differences tell of an output by a parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// The derivatives of all stencils at all perturbations; not a number where there is none.
    pub derivatives: [[f64; LEVELS]; ALL.len()],
    /// What values are rounded by, for every perturbation, unit of the output.
    pub noise: [f64; LEVELS],
    /// What the output does.
    pub shape: Shape,
    /// The best derivative; none where no stencil has all its values.
    pub best: Option<DifferenceEstimate>,
}

impl Differences {
    /// Takes the values of a parameter's perturbations, sorted by [`super::Perturbations::sorted`].
    pub fn new(perturbed: &Perturbed, values: Vec<Values>) -> Self {
        let centre = values.first().map_or(f64::NAN, |v| v[CENTRE]);
        Self { steps: perturbed.steps, centre, values, shared: 0.0 }
    }

    /// Finds the best finite difference; `floor` is what values are rounded by at least.
    pub fn findings(&self, floor: f64) -> Findings {
        let noise = self.noise(floor);
        let derivatives: [_; ALL.len()] = from_fn(|stencil| from_fn(|level| self.derivative(stencil, level)));
        let mut findings = Findings { derivatives, noise, shape: self.shape(&noise), best: None };
        findings.best = self.best(&findings);
        findings
    }

    /// Returns the derivative by a stencil at a perturbation; not a number where there is none.
    pub(super) fn derivative(&self, stencil: usize, level: usize) -> f64 {
        let Some(step) = self.steps.get(level).copied().flatten() else { return f64::NAN };
        let values = &self.values[level];
        let derivative = ALL[stencil].derivative(values, step);
        if derivative.is_nan() && stencil == BACKWARD { ALL[stencil].mirrored(values, step) } else { derivative }
    }

    /// Tells whether the values of a perturbation are not all the same.
    fn is_resolved(&self, level: usize) -> bool {
        self.values[level].iter().any(|v| v.is_finite() && *v != self.centre)
    }

    /// Returns the perturbations that there are, the largest first.
    fn present(&self) -> Vec<usize> {
        (0..LEVELS).filter(|level| self.steps[*level].is_some()).collect()
    }

    /// Estimates the noise at every perturbation: at least that of all smaller ones, where values branch less often.
    fn noise(&self, floor: f64) -> [f64; LEVELS] {
        let own: Vec<Option<Noise>> =
            (0..LEVELS).map(|l| self.steps[l].and_then(|_| Noise::of(&self.values[l]))).collect();
        let size = |level: usize| own[level].map_or(0.0, |n| if level < SMALL { n.top } else { n.beyond_cubic });
        let mut noise = [floor; LEVELS];
        let smallest = self.present().into_iter().rev().take(SMALLEST);
        let mut largest = smallest.map(size).fold(floor, f64::max);
        for level in (0..LEVELS).rev() {
            largest = largest.max(size(level));
            noise[level] = largest;
        }
        noise
    }

    /// Returns what rounding makes of a stencil at a perturbation; infinite where there is none.
    fn rounding(&self, noise: &[f64; LEVELS], stencil: usize, level: usize) -> f64 {
        self.steps[level].map_or(f64::INFINITY, |step| noise[level] * ALL[stencil].amplification() / step)
    }

    fn best(&self, findings: &Findings) -> Option<DifferenceEstimate> {
        let mut best: Option<DifferenceEstimate> = None;
        for stencil in 0..ALL.len() {
            for level in 0..LEVELS {
                let value = findings.derivatives[stencil][level];
                if !value.is_finite() {
                    continue;
                }
                let error = self.error(findings, stencil, level);
                if best.is_none_or(|b| error < b.error) {
                    best = Some(DifferenceEstimate { value, error, stencil, level });
                }
            }
        }
        best
    }

    /// Estimates the error of a stencil at a perturbation.
    fn error(&self, findings: &Findings, stencil: usize, level: usize) -> f64 {
        let Findings { derivatives, noise, .. } = findings;
        let value = derivatives[stencil][level];
        let distance = |other: f64| if other.is_finite() { (other - value).abs() } else { 0.0 };
        // two stencils of other order and the one at the larger perturbation, whose error is at least 60 times as large
        let larger = if level > 0 { derivatives[stencil][level - 1] } else { derivatives[FIVE_POINT][level] };
        let other_order = if stencil == RICHARDSON {
            (1e-2 * distance(derivatives[FIVE_POINT][level])).max(1e-3 * distance(larger))
        } else if derivatives[RICHARDSON][level].is_finite() {
            distance(derivatives[RICHARDSON][level])
        } else if larger.is_finite() {
            // where one stencil stands alone, the larger perturbation tells
            0.3 * distance(larger)
        } else {
            // of the largest one that there is, the next smaller one, whose rounding is not explained away
            derivatives[stencil].get(level + 1).map_or(0.0, |next| distance(*next))
        };
        let smaller = (level + 1..LEVELS).filter(|l| self.is_resolved(*l)).map(|l| {
            let noise = noise[l].max(self.shared);
            let explained = ROUNDING * self.rounding(&[noise; LEVELS], stencil, l);
            if explained.is_finite() { (distance(derivatives[stencil][l]) - explained).max(0.0) } else { 0.0 }
        });
        self.rounding(noise, stencil, level) + smaller.fold(other_order, f64::max) + self.kink_within(noise, level)
    }

    /// Returns the second difference of a perturbation over the perturbation, and what rounding makes of it: the
    /// difference of the derivatives from above and from below.
    fn bend(&self, noise: &[f64; LEVELS], level: usize) -> Option<(f64, f64)> {
        let (step, values) = (self.steps[level]?, &self.values[level]);
        let bend = ((values[5] - self.centre) - (self.centre - values[1])) / step;
        bend.is_finite().then_some((bend, 4.0 * noise[level] / step))
    }

    /// Returns the part of the bend that does not fall with the perturbation.
    fn kink_within(&self, noise: &[f64; LEVELS], level: usize) -> f64 {
        let larger = level.checked_sub(1).and_then(|larger| self.bend(noise, larger));
        match (larger, self.bend(noise, level)) {
            (Some((larger, _)), Some((bend, rounding))) => (bend.abs() - 0.3 * larger.abs() - rounding).max(0.0),
            _ => 0.0,
        }
    }

    fn shape(&self, noise: &[f64; LEVELS]) -> Shape {
        if !(0..LEVELS).any(|level| self.is_resolved(level)) {
            return Shape::Constant;
        }
        if let Some(height) = self.jump() {
            return Shape::Jump(height);
        }
        self.kink(noise).unwrap_or(Shape::Smooth)
    }

    /// Returns the difference of the values from below and from above, where it is the same for the smallest
    /// perturbations and much larger than the differences on either side.
    fn jump(&self) -> Option<f64> {
        let height = |level: usize| {
            self.steps[level]?;
            let side = |values: &[f64]| {
                let (low, high) =
                    values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| (a.min(*v), b.max(*v)));
                ((low + high) / 2.0, high - low)
            };
            let values = &self.values[level];
            let (below, above) = (side(&values[..CENTRE]), side(&values[CENTRE + 1..]));
            let height = above.0 - below.0;
            (height.is_finite() && below.1.max(above.1) < 0.05 * height.abs()).then_some(height)
        };
        let smallest = self.present().into_iter().rev().take(4);
        let heights: Vec<f64> = smallest.map(height).collect::<Option<_>>().filter(|h: &Vec<f64>| h.len() == 4)?;
        let last = heights[0];
        heights.iter().all(|h| (h - last).abs() < 0.05 * last.abs()).then_some(last)
    }

    /// Returns the kink, where three perturbations in a row show the same one, well above rounding.
    fn kink(&self, noise: &[f64; LEVELS]) -> Option<Shape> {
        // a kink looks like noise that grows with the perturbation
        let noise = &[noise[LEVELS - 1]; LEVELS];
        let of = |level: usize| {
            let ((larger, _), (bend, rounding)) = (self.bend(noise, level - 1)?, self.bend(noise, level)?);
            // what falls with the perturbation is taken out
            let kink = (10.0 * bend - larger) / 9.0;
            (kink.abs() > 20.0 * rounding).then_some(kink)
        };
        let same = |a: f64, b: f64| (a - b).abs() < 0.05 * b.abs();
        let level = (4..LEVELS).rev().find(|level| match (of(level - 2), of(level - 1), of(*level)) {
            (Some(a), Some(b), Some(c)) => same(a, c) && same(b, c),
            _ => false,
        })?;
        let (step, values) = (self.steps[level]?, &self.values[level]);
        let [below, above] = [(self.centre - values[1]) / step, (values[5] - self.centre) / step];
        Some(Shape::Kink { below, above })
    }
}

impl Findings {
    /// Returns the noise where perturbations are small, unit of the output.
    pub fn small_noise(&self) -> f64 {
        self.noise[LEVELS - 1]
    }
}

/// Samples the values of a function at the nodes of all perturbations of a parameter.
#[cfg(test)]
pub(super) fn sampled(value: f64, f: impl Fn(f64) -> f64) -> Differences {
    use super::perturbation::Perturbations;
    let perturbations = Perturbations::new(vec![value], &[0], crate::num::Precision::Double);
    let members: Vec<f64> = perturbations.rows().iter().map(|p| f(*p)).collect();
    let values = perturbations.sorted(&members, &f64::NAN).remove(0);
    Differences::new(&perturbations.parameters[0], values)
}

const _: () = assert!(NODES[1] == -1.0 && NODES[5] == 1.0, "the bend is that of the central difference");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampling::hash;

    fn floor(f: &impl Fn(f64) -> f64, x: f64) -> f64 {
        0.5 * f64::EPSILON * f(x).abs()
    }

    /// Adds noise of a relative size, which depends on the argument as that of a computation does.
    fn noisy(y: f64, x: f64, size: f64) -> f64 {
        y * (1.0 + size * (2.0 * hash::uniform(3, 0, x.to_bits()) - 1.0))
    }

    #[test]
    fn errors_are_small_and_hardly_ever_too_small() {
        let size = [0.0, 1e-15, 1e-12, 1e-9, 1e-7, 1e-5];
        for (k, size) in size.iter().enumerate() {
            let mut worst: f64 = 0.0;
            for n in 0..100u64 {
                let (x, a) = (0.1 + 5.0 * hash::uniform(1, 2, n), 0.2 + 3.0 * hash::uniform(1, 3, n));
                let f = |x: f64| noisy((a * x).sin() + 0.3 * x.exp(), x, *size);
                let exact = a * (a * x).cos() + 0.3 * x.exp();
                let best = sampled(x, f).findings(floor(&f, x)).best.unwrap();
                let (found, scale) = ((best.value - exact).abs(), f(x).abs() / x + exact.abs());
                worst = worst.max(best.error / scale);
                assert!(found <= 4.0 * best.error, "noise {size}: {found} {best:?}");
            }
            let limit = [1e-11, 1e-11, 1e-8, 1e-6, 1e-4, 1e-2][k];
            assert!(worst < limit, "noise {size}: {worst}");
        }
    }

    #[test]
    fn a_function_that_varies_within_the_perturbations_gets_a_large_error_or_a_small_perturbation() {
        for frequency in [1e2, 1e4, 1e6, 1e8, 1e10] {
            let f = |x: f64| (frequency * x).sin() + x;
            let exact = frequency * (frequency * 0.7f64).cos() + 1.0;
            let best = sampled(0.7, f).findings(floor(&f, 0.7)).best.unwrap();
            assert!((best.value - exact).abs() <= 4.0 * best.error, "{frequency:e}: {exact:e} {best:?}");
        }
        // beyond that values are nothing but noise, and show it
        let f = |x: f64| (1e13 * x).sin() + x;
        assert!(sampled(0.7, f).findings(floor(&f, 0.7)).small_noise() > 0.1);
    }

    #[test]
    fn kinks_and_jumps_are_seen() {
        let f = |x: f64| x + 2.0 * (x - 0.7f64).abs() + x * x;
        match sampled(0.7, f).findings(floor(&f, 0.7)).shape {
            Shape::Kink { below, above } => {
                assert!((below - 0.4).abs() < 1e-3 && (above - 4.4).abs() < 1e-3, "{below} {above}");
            }
            other => panic!("{other:?}"),
        }
        let f = |x: f64| x.sin() + if x > 0.7 { 1e-3 } else { 0.0 };
        let findings = sampled(0.7, f).findings(floor(&f, 0.7));
        assert!(matches!(findings.shape, Shape::Jump(h) if (h - 1e-3).abs() < 1e-6), "{findings:?}");
        assert!(findings.best.unwrap().error > 1e-3);
        assert_eq!(sampled(0.7, |_| 3.0).findings(1e-16).shape, Shape::Constant);
        assert_eq!(sampled(0.7, |x| x.exp()).findings(1e-16).shape, Shape::Smooth);
    }

    #[test]
    fn rounding_that_neighbouring_runs_share_does_not_hide_the_derivative() {
        // perturbations below 2e-10 change values by a little less than they should
        let f = |x: f64| 50.0 * x.sin() - if (x - 0.7).abs() < 2e-10 { 5e-3 * (x - 0.7) } else { 0.0 };
        let exact = 50.0 * 0.7f64.cos();
        let mut differences = sampled(0.7, f);
        let alone = differences.findings(floor(&f, 0.7)).best.unwrap();
        differences.shared = 1e2 * floor(&f, 0.7);
        let best = differences.findings(floor(&f, 0.7)).best.unwrap();
        assert!(alone.error > 1e-4, "{alone:?}");
        assert!((best.value - exact).abs() <= 4.0 * best.error && best.error < 1e-8, "{best:?} {exact}");
    }

    #[test]
    fn at_the_edge_of_what_exists_the_other_side_tells() {
        let f = |x: f64| if x < 0.7 { f64::NAN } else { x.sin() };
        let findings = sampled(0.7, f).findings(floor(&f, 0.7));
        let best = findings.best.unwrap();
        assert!((best.value - 0.7f64.cos()).abs() <= 4.0 * best.error && best.error < 1e-6, "{best:?}");
        assert_eq!(findings.shape, Shape::Smooth);
    }

    #[test]
    fn the_largest_perturbation_that_there_is_is_not_trusted_alone() {
        for n in 0..100u64 {
            let (x, size) = (1.0, 10f64.powf(-15.0 + 6.0 * hash::uniform(4, 1, n)));
            // as values for one number of steps only: on one side few, on the other some
            let f = |y: f64| {
                let exists = (x - 3e-3..x + 1e-5).contains(&y);
                if exists { noisy(1.0 + 1e-4 * y.powi(30), y, size) } else { f64::NAN }
            };
            let best = sampled(x, f).findings(floor(&f, x)).best.unwrap();
            let found = (best.value - 3e-3).abs();
            assert!(found <= 4.0 * best.error, "{size:e}: {found:e} {best:?}");
        }
    }

    #[test]
    fn a_kink_nearby_is_not_taken_for_a_derivative() {
        for distance in [0.2, 1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 3e-12] {
            for size in [1e-4, 1.0, 100.0] {
                let f = |x: f64| x.sin() + size * (x - 0.7 - distance).max(0.0);
                let best = sampled(0.7, f).findings(floor(&f, 0.7)).best.unwrap();
                let found = (best.value - 0.7f64.cos()).abs();
                // the few perturbations that are smaller than the distance tell little
                let times = if distance < 1e-10 { 10.0 } else { 4.0 };
                assert!(found <= times * best.error, "{distance:e} {size:e}: {found:e} {best:?}");
            }
        }
    }
}
