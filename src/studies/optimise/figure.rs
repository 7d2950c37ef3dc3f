//! Figures over members with their derivatives: mean, standard deviation, quantile, probability.
//!
//! Of a finite number of members a quantile has kinks where two of them change places, and a share of members has steps. So
//! a quantile is the mean of neighbouring members with weights of a normal curve (S. J. Sheather, J. S. Marron, Kernel quantile
//! estimators, Journal of the American Statistical Association 85 (1990) 410-416), and a probability counts members by a normal
//! curve around the limit (A. Azzalini, A note on the estimation of a distribution function and quantiles by a kernel method,
//! Biometrika 68 (1981) 326-328).

use crate::design::Figure;
use std::f64::consts::{FRAC_1_SQRT_2, TAU};

/// Returns the probability that a standard normal number is below `x`.
fn below(x: f64) -> f64 {
    0.5 * libm::erfc(-x * FRAC_1_SQRT_2)
}

/// Returns a figure of values with their derivatives, and its own.
pub(super) fn figure(figure: Figure, each: &[(f64, Vec<f64>)]) -> (f64, Vec<f64>) {
    match figure {
        Figure::Mean => weighted(each, &vec![1.0 / each.len() as f64; each.len()]),
        Figure::Std => std(each),
        Figure::Quantile(q) => {
            let mut order: Vec<usize> = (0..each.len()).collect();
            order.sort_by(|a, b| each[*a].0.total_cmp(&each[*b].0));
            let mut weights = vec![0.0; each.len()];
            order.iter().zip(quantile_weights(q, each.len())).for_each(|(i, weight)| weights[*i] = weight);
            weighted(each, &weights)
        }
        Figure::Probability => probability(each),
    }
}

/// Returns the sum of values times weights.
fn weighted(each: &[(f64, Vec<f64>)], weights: &[f64]) -> (f64, Vec<f64>) {
    let mut slopes = vec![0.0; each[0].1.len()];
    for ((_, of), weight) in each.iter().zip(weights) {
        slopes.iter_mut().zip(of).for_each(|(sum, slope)| *sum += weight * slope);
    }
    (each.iter().zip(weights).map(|((y, _), weight)| weight * y).sum(), slopes)
}

fn std(each: &[(f64, Vec<f64>)]) -> (f64, Vec<f64>) {
    let mean = each.iter().map(|(y, _)| y).sum::<f64>() / each.len() as f64;
    let freedom = (each.len() - 1) as f64;
    let std = (each.iter().map(|(y, _)| (y - mean).powi(2)).sum::<f64>() / freedom).sqrt();
    // of members that are all alike it has none; the mean itself takes no part, since differences from it add to zero
    let weights: Vec<f64> =
        each.iter().map(|(y, _)| if std > 0.0 { (y - mean) / (freedom * std) } else { 0.0 }).collect();
    (std, weighted(each, &weights).1)
}

/// Returns the weights of the members in order of their values, which add to one.
fn quantile_weights(q: f64, count: usize) -> Vec<f64> {
    let n = count as f64;
    let width = (q * (1.0 - q) / (n + 1.0)).sqrt();
    let up_to = |i: usize| below((i as f64 / n - q) / width);
    let weights: Vec<f64> = (0..count).map(|i| up_to(i + 1) - up_to(i)).collect();
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

/// Counts each member by a normal curve whose width is the standard deviation times n^(-1/3).
fn probability(each: &[(f64, Vec<f64>)]) -> (f64, Vec<f64>) {
    let n = each.len() as f64;
    let (std, std_slopes) = std(each);
    let part = n.powf(-1.0 / 3.0);
    let width = part * std;
    if width <= 0.0 {
        let having = each.iter().filter(|(y, _)| *y > 0.0).count();
        return (having as f64 / n, vec![0.0; std_slopes.len()]);
    }
    let share = each.iter().map(|(y, _)| below(y / width)).sum::<f64>() / n;
    let density = |y: f64| (-0.5 * (y / width).powi(2)).exp() / (TAU.sqrt() * width * n);
    let (_, mut slopes) = weighted(each, &each.iter().map(|(y, _)| density(*y)).collect::<Vec<f64>>());
    // the width changes, too
    let by_width: f64 = each.iter().map(|(y, _)| -density(*y) * y / width).sum();
    slopes.iter_mut().zip(std_slopes).for_each(|(slope, by_std)| *slope += by_width * part * by_std);
    (share, slopes)
}

impl Figure {
    /// Returns the figure without what makes it smooth: a quantile between two members, a share of members.
    pub(super) fn plain(self, values: &[f64]) -> f64 {
        let each: Vec<(f64, Vec<f64>)> = values.iter().map(|y| (*y, Vec::new())).collect();
        match self {
            Figure::Mean | Figure::Std => figure(self, &each).0,
            Figure::Probability => values.iter().filter(|y| **y > 0.0).count() as f64 / values.len() as f64,
            Figure::Quantile(q) => {
                let mut sorted = values.to_vec();
                sorted.sort_by(f64::total_cmp);
                let place = q * (sorted.len() - 1) as f64;
                let (low, high) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
                low + (high - low) * place.fract()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes members y = p z + p^2 of quantiles z of a standard normal distribution.
    fn members(p: f64, count: usize) -> Vec<(f64, Vec<f64>)> {
        let z = |i: usize| {
            let u = (i as f64 + 0.5) / count as f64;
            // the root of below(z) = u
            let (mut low, mut high) = (-8.0, 8.0);
            for _ in 0..60 {
                let middle = 0.5 * (low + high);
                if below(middle) < u { low = middle } else { high = middle }
            }
            low
        };
        (0..count).map(z).map(|z| (p * z + p * p, vec![z + 2.0 * p])).collect()
    }

    #[test]
    fn figures_are_those_of_the_distribution_and_derivatives_are_theirs() {
        let p = 0.7;
        for (which, exact, slope, within) in [
            (Figure::Mean, p * p, 2.0 * p, 1e-9),
            (Figure::Std, p, 1.0, 3e-3),
            (Figure::Quantile(0.95), 1.644_854 * p + p * p, 1.644_854 + 2.0 * p, 1e-2),
            // P(p z + p^2 > 0) = below(p)
            (Figure::Probability, below(p), (-0.5 * p * p).exp() / TAU.sqrt(), 1e-2),
        ] {
            let of = |p: f64| figure(which, &members(p, 2048));
            let (value, slopes) = of(p);
            assert!((value - exact).abs() < within, "{which:?}: {value} {exact}");
            assert!((slopes[0] - slope).abs() < within, "{which:?}: {} {slope}", slopes[0]);
            let h = 1e-5;
            let difference = (of(p + h).0 - of(p - h).0) / (2.0 * h);
            assert!((slopes[0] - difference).abs() < 1e-7, "{which:?}: {} {difference}", slopes[0]);
            let values: Vec<f64> = members(p, 2048).iter().map(|(y, _)| *y).collect();
            assert!((which.plain(&values) - exact).abs() < within, "{which:?}");
        }
        let alike = vec![(1.0, vec![2.0]); 5];
        assert_eq!(figure(Figure::Std, &alike), (0.0, vec![0.0]));
        assert_eq!(figure(Figure::Probability, &alike), (1.0, vec![0.0]));
        assert!((figure(Figure::Quantile(0.3), &alike).0 - 1.0).abs() < 1e-12);
    }
}
