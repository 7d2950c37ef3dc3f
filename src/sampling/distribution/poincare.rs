//! The constant of the Poincare inequality.

use super::gaussian::cdf;

/// Holds the constant of a Poincare inequality, Var f <= C E[f'^2], which holds for every smooth f.
///
/// Roustant, Barthe, Iooss (2017), Poincare inequalities on intervals - application to sensitivity analysis, Electronic
/// Journal of Statistics 11(2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Poincare {
    /// The least C with Var f <= C E[f'^2].
    pub constant: f64,
    /// True where f' is the derivative by the logarithm of the parameter.
    pub logarithmic: bool,
}

impl Poincare {
    /// Makes the constant for derivatives by the parameter itself.
    pub(super) fn plain(constant: f64) -> Self {
        Self { constant, logarithmic: false }
    }
}

/// The scores that linear elements reach to, and how many there are.
const REACH: f64 = 30.0;
const CELLS: i32 = 12_000;
/// The width of the least element, beside that of the middle of a distribution.
const NARROW: f64 = 1e-5;
/// The mass that an element at an end has at most.
const MOST_AT_END: f64 = 1e-4;

/// Computes the constant, which is one over the least positive eigenvalue of -(rho f')' = lambda rho f with f' = 0
/// at both ends: linear elements between values at equally distant scores and a lumped mass, whose eigenvalues are counted by
/// signs of pivots (Sylvester).
///
/// # Errors
/// A message where the density is infinite at an end: the narrowest element there holds so much that its shape within counts.
pub(super) fn constant(value: impl Fn(f64) -> f64) -> Result<f64, &'static str> {
    let score = |i: i32| REACH * (2.0 * f64::from(i) / f64::from(CELLS) - 1.0);
    let least = NARROW * (value(1.0) - value(-1.0));
    // the stiffness of each element and its mass; narrow ones are joined, which would leave no digits to the masses
    let mut elements: Vec<[f64; 2]> = Vec::new();
    let (mut x, mut mass, mut variance) = (value(score(0)), 0.0, 0.0);
    let middle = value(0.0);
    for i in 0..CELLS {
        let (z, next) = ([score(i), score(i + 1)], value(score(i + 1)));
        mass += if z[0] > 0.0 { cdf(-z[0]) - cdf(-z[1]) } else { cdf(z[1]) - cdf(z[0]) };
        let width = next - x;
        if width > least {
            elements.push([mass / (width * width), mass]);
            variance += mass * (0.5 * (x + next) - middle).powi(2);
            (x, mass) = (next, 0.0);
        }
    }
    let of_end = |element: Option<&[f64; 2]>| element.map_or(0.0, |[_, mass]| *mass);
    if of_end(elements.first()).max(of_end(elements.last())) > MOST_AT_END {
        return Err("its density is infinite, or nearly so, at an end");
    }
    let at = |i: usize| elements.get(i).copied().unwrap_or_default();
    let below = |lambda: f64| {
        let (mut pivot, mut count) = (1.0, 0);
        for i in 0..=elements.len() {
            let [before, here] = [if i > 0 { at(i - 1) } else { [0.0; 2] }, at(i)];
            let diagonal = before[0] + here[0] - lambda * (before[1] + here[1]) / 2.0;
            pivot = diagonal - if i > 0 { before[0] / pivot * before[0] } else { 0.0 };
            count += usize::from(pivot < 0.0);
        }
        count
    };
    // the least one is at most one over the variance, which that about the median is no more than twice
    let [mut from, mut to] = [0.0, 4.0 / variance];
    for _ in 0..60 {
        let middle = (from + to) / 2.0;
        if below(middle) > 1 { to = middle } else { from = middle }
    }
    Ok(1.0 / to)
}
