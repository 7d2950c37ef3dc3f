//! Polynomials that are orthonormal over a distribution: of its values, or of their normal scores.
//!
//! The coefficients of the recurrence come from Stieltjes' procedure (W. Gautschi, Orthogonal Polynomials: Computation and
//! Approximation, 2004, section 2.2) over many nodes: Gauss' rule on intervals of normal scores that are halved until it is exact to
//! rounding, so that kinks of quantiles do not matter; of single values these themselves.

use super::{Distribution, normal_density};
use crate::interpolation::gauss_quadrature;

/// Normal scores beyond this have no weight in double precision, whatever the polynomial.
const END: f64 = 16.0;
/// Points of Gauss' rule on an interval.
const POINTS: usize = 10;
/// How often an interval is halved at most.
const HALVINGS: usize = 40;
/// Part of the second moment that a rule may miss on an interval.
const MISSED: f64 = 1e-16;

/// Says what the polynomials of a distribution are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variable {
    /// The value, less the mean and over the standard deviation.
    Value,
    /// The normal score of the value.
    Score,
}

/// Polynomials that are orthonormal over a distribution.
#[derive(Clone, Debug)]
pub struct Polynomials {
    /// The coefficients a and b of b' p' = (t - a) p - b p'', where p is the polynomial of a degree, p'' the one before and p' the next.
    recurrence: Vec<[f64; 2]>,
}

/// A number with its weight.
type Node = [f64; 2];

impl Polynomials {
    /// Makes the polynomials over nodes, as far as there are nodes for them.
    fn over(nodes: &[Node], most: usize) -> Self {
        let total: f64 = nodes.iter().map(|[_, weight]| weight).sum();
        let mean = |f: &dyn Fn(usize) -> f64| (0..nodes.len()).map(|i| nodes[i][1] * f(i)).sum::<f64>() / total;
        let (mut before, mut current) = (vec![0.0; nodes.len()], vec![1.0; nodes.len()]);
        let (mut recurrence, mut b) = (Vec::new(), 0.0);
        for _ in 0..=most {
            let a = mean(&|i| nodes[i][0] * current[i] * current[i]);
            recurrence.push([a, b]);
            let next: Vec<f64> = (0..nodes.len()).map(|i| (nodes[i][0] - a) * current[i] - b * before[i]).collect();
            b = mean(&|i| next[i] * next[i]).sqrt();
            if recurrence.len() >= nodes.len() || b <= 0.0 {
                break;
            }
            before = std::mem::replace(&mut current, next.iter().map(|x| x / b).collect());
        }
        Self { recurrence }
    }

    /// Returns the polynomials up to a degree over the standard normal distribution.
    #[must_use]
    pub fn of_scores(most: usize) -> Self {
        Self { recurrence: (0..=most).map(|k| [0.0, (k as f64).sqrt()]).collect() }
    }

    /// Returns the largest degree that there is a polynomial of.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.recurrence.len() - 1
    }

    /// Returns every polynomial at a number, with its slope there.
    #[must_use]
    pub fn at(&self, t: f64) -> Vec<[f64; 2]> {
        let mut all = vec![[1.0, 0.0]];
        for (k, [a, b]) in self.recurrence[..self.degree()].iter().enumerate() {
            let ([value, slope], next) = (all[k], self.recurrence[k + 1][1]);
            let before = if k > 0 { all[k - 1] } else { [0.0; 2] };
            all.push([((t - a) * value - b * before[0]) / next, (value + (t - a) * slope - b * before[1]) / next]);
        }
        all
    }
}

impl Distribution {
    /// Says what polynomials of the distribution are in: values, unless their tails are so heavy that polynomials of them say little, as of
    /// a lognormal distribution.
    #[must_use]
    pub fn variable(&self) -> Variable {
        let is_light = || self.poincare().is_ok_and(|poincare| !poincare.logarithmic);
        let suits = self.single_values().is_some() || self.bounds().is_some() || is_light();
        if suits { Variable::Value } else { Variable::Score }
    }

    /// Returns the polynomials of [`Distribution::variable`] up to a degree; of few single values fewer.
    #[must_use]
    pub fn polynomials(&self, most: usize) -> Polynomials {
        let (mean, deviation) = self.mean_and_deviation();
        if self.variable() == Variable::Score {
            return Polynomials::of_scores(most);
        }
        if deviation <= 0.0 {
            return Polynomials::of_scores(0);
        }
        let standardised = |x: f64| (x - mean) / deviation;
        if let Some((values, weights)) = self.law.single_values() {
            let mut nodes: Vec<Node> = Vec::new();
            let weight = |i: usize| weights.map_or(1.0, |weights| weights[i]);
            let mut order: Vec<usize> = (0..values.len()).filter(|i| weight(*i) > 0.0).collect();
            order.sort_by(|i, j| values[*i].total_cmp(&values[*j]));
            for i in order {
                match nodes.last_mut().filter(|[x, _]| *x == standardised(values[i])) {
                    Some(node) => node[1] += weight(i),
                    None => nodes.push([standardised(values[i]), weight(i)]),
                }
            }
            return Polynomials::over(&nodes, most);
        }
        Polynomials::over(&nodes(|z| standardised(self.at_score(z))), most)
    }
}

/// Returns values at normal scores, with their weights.
fn nodes(value: impl Fn(f64) -> f64) -> Vec<Node> {
    let [points, weights] = gauss_quadrature(POINTS);
    let rule = |[from, to]: [f64; 2]| -> Vec<Node> {
        let (middle, half) = (0.5 * (from + to), 0.5 * (to - from));
        let node = |(point, weight): (&f64, &f64)| {
            let z = middle + half * point;
            [value(z), half * weight * normal_density(z)]
        };
        points.iter().zip(&weights).map(node).collect()
    };
    let moment = |nodes: &[Node]| nodes.iter().map(|[x, weight]| weight * (x + x * x)).sum::<f64>();
    let mut open: Vec<([f64; 2], usize)> =
        (0..64).map(|k| ([k, k + 1].map(|k| END * (f64::from(k) / 32.0 - 1.0)), 0)).collect();
    let mut found = Vec::new();
    while let Some((interval, halvings)) = open.pop() {
        let middle = 0.5 * (interval[0] + interval[1]);
        let halves = [[interval[0], middle], [middle, interval[1]]];
        let finer: Vec<Node> = halves.into_iter().flat_map(rule).collect();
        if halvings >= HALVINGS || (moment(&finer) - moment(&rule(interval))).abs() <= MISSED {
            found.extend(finer);
        } else {
            open.extend(halves.map(|half| (half, halvings + 1)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distribution(name: &str, numbers: &[f64]) -> Distribution {
        Distribution::from_arguments(name, numbers).expect("a distribution")
    }

    /// Those of Legendre, Laguerre, Hermite and Jacobi.
    #[test]
    fn recurrences_are_those_of_the_classical_polynomials() {
        for (of, b) in [
            (
                distribution("uniform", &[-1.0, 1.0]),
                (|k: f64| k / (4.0 * k * k - 1.0).sqrt() * 3f64.sqrt()) as fn(f64) -> f64,
            ),
            (distribution("exponential", &[2.0]), |k| k),
            (distribution("normal", &[3.0, 0.1]), |k| k.sqrt()),
            // of the shapes 2 and 2, and of the deviation 1/sqrt(20) of [0, 1]
            (distribution("beta", &[2.0, 2.0, 0.0, 1.0]), |k| {
                (5.0 * k * (k + 2.0) / ((2.0 * k + 1.0) * (2.0 * k + 3.0))).sqrt()
            }),
        ] {
            let found = of.polynomials(15);
            assert_eq!(found.degree(), 15);
            for k in 1..=15 {
                let (exact, found) = (b(k as f64), found.recurrence[k][1]);
                assert!((found / exact - 1.0).abs() < 1e-11, "{of:?} {k}: {found} {exact}");
            }
        }
    }

    #[test]
    fn scores_are_those_that_values_lie_at() {
        for (name, numbers) in
            [("gamma", &[2.5, 3.0][..]), ("lognormal", &[0.3, 0.5]), ("weibull", &[1.7, 2.0]), ("gumbel", &[1.0, 3.0])]
        {
            let of = distribution(name, numbers);
            for z in [-6.0, -2.0, 0.1, 1.0, 5.0] {
                assert!((of.score_of(of.at_score(z)) - z).abs() < 1e-10, "{of:?} {z}: {}", of.score_of(of.at_score(z)));
            }
        }
    }

    #[test]
    fn single_values_have_as_many_polynomials() {
        let of = distribution("discrete", &[1.0, 2.0, 4.0, 1.0, 7.0, 1.0, 4.0, 1.0]);
        let found = of.polynomials(9);
        assert_eq!(found.degree(), 2);
        let (mean, deviation) = of.mean_and_deviation();
        let rows: Vec<Vec<[f64; 2]>> = [1.0, 4.0, 7.0].iter().map(|x| found.at((x - mean) / deviation)).collect();
        for i in 0..3 {
            for j in 0..3 {
                let sum: f64 =
                    rows.iter().zip([0.4, 0.4, 0.2]).map(|(row, weight)| weight * row[i][0] * row[j][0]).sum();
                assert!((sum - f64::from(u8::from(i == j))).abs() < 1e-14, "{i} {j}: {sum}");
            }
        }
    }
}
