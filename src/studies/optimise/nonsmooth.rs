//! Descent where an objective may have kinks, as largest values, absolute values and penalties do: a quasi-Newton method
//! stops at one wherever it meets it.
//!
//! Gradients of points within a radius around the best one are kept; the least vector of their convex hull shows the way down,
//! along a kink as well, and where it is zero and the radius is small there is none (P. Wolfe, A method of conjugate subgradients
//! for minimizing nondifferentiable functions, Mathematical Programming Study 3 (1975) 145-173; J. V. Burke, A. S. Lewis, M. L.
//! Overton, A robust gradient sampling algorithm for nonsmooth, nonconvex optimization, SIAM Journal on Optimization 15 (2005)
//! 751-779). Lengths and gradients are in units of the intervals of the parameters.

use super::hull::least_of_hull;
use super::walk::{Place, Walk};

/// The radius at first and at last.
const RADII: [f64; 2] = [1e-3, 1e-9];

/// The factor by which the radius falls.
const SHRINK: f64 = 0.1;

/// The longest step, and by what it changes.
const LONGEST: f64 = 0.5;
const STEP: f64 = 4.0;

/// The part of the decrease that the slope promises which a step has to have.
const DECREASE: f64 = 1e-4;

/// The least vector of a hull counts as zero where it is this part of the gradient.
const HULL: f64 = 1e-5;

/// Samples count as within the radius up to so many times of it, since they are rounded.
const WITHIN: f64 = 1.5;

/// Says where a descent ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Descent {
    /// The gradient is as good as zero, but for what bounds hold.
    Smooth,
    /// Gradients on both sides of the point cancel each other.
    Kink,
    /// The descent found no way down, and no reason why.
    Blocked,
    /// The descent used up its evaluations.
    Limit,
}

/// A point in units of intervals with the gradient there.
struct Sample {
    at: Vec<f64>,
    gradient: Vec<f64>,
}

/// Goes down from the best place; gradients up to `zero` count as none. Where those within the smallest radius cancel each other
/// and are at most `smooth`, curvature explains it, else a kink.
pub(super) fn descend(walk: &mut Walk<'_>, [zero, smooth]: [f64; 2], evaluations: u64) -> Descent {
    let Some(mut here) = walk.best.clone() else { return Descent::Blocked };
    let last = walk.evaluations + evaluations;
    let (bounds, blocked) = (walk.design.bounds.clone(), 3 * walk.design.bounds.len() + 5);
    let sample = |place: &Place| Sample {
        at: bounds.iter().zip(&place.point).map(|([a, b], p)| met((p - a) / (b - a))).collect(),
        gradient: bounds.iter().zip(&place.gradient).map(|([a, b], g)| g * (b - a)).collect(),
    };
    let mut bundle = vec![sample(&here)];
    let ([mut radius, smallest], mut step, mut null_steps) = (RADII, RADII[0], 0);
    while walk.evaluations < last {
        let middle = sample(&here).at;
        bundle.retain(|s| distance(&s.at, &middle) <= WITHIN * radius);
        let gradients: Vec<&[f64]> = bundle.iter().map(|s| s.gradient.as_slice()).collect();
        let own = norm(&least_of_hull(&[&sample(&here).gradient], &middle));
        let down = least_of_hull(&gradients, &middle);
        let slope = norm(&down);
        if own <= zero {
            return Descent::Smooth;
        }
        if slope <= zero.max(HULL * own) {
            if radius <= smallest {
                return if own > smooth { Descent::Kink } else { Descent::Smooth };
            }
            (radius, step, null_steps) = ((radius * SHRINK).max(smallest), step.min(radius), 0);
            continue;
        }
        let to = |length: f64, walk: &mut Walk<'_>| {
            let along = |k: usize| {
                let ([a, b], u) = (bounds[k], met(middle[k] - length * down[k] / slope));
                (a + u * (b - a)).clamp(a, b)
            };
            walk.at_point((0..middle.len()).map(along).collect())
        };
        let mut length = (STEP * step).clamp(radius, LONGEST);
        let (found, is_lower) = loop {
            let found = to(length, walk);
            let is_lower = found.as_ref().is_some_and(|p| p.objective <= here.objective - DECREASE * length * slope);
            if is_lower || length <= radius || walk.evaluations >= last {
                break (found, is_lower);
            }
            length = (length / STEP).max(radius);
        };
        step = length;
        if let (Some(lower), true) = (&found, is_lower) {
            null_steps = 0;
            bundle.push(sample(lower));
            here = lower.clone();
            continue;
        }
        // what lies as far ahead as the radius shows another side of a kink
        match found {
            Some(ahead) => bundle.push(sample(&ahead)),
            None => null_steps = blocked,
        }
        null_steps += 1;
        if null_steps > blocked {
            if radius <= smallest {
                return Descent::Blocked;
            }
            (radius, null_steps) = ((radius * SHRINK).max(smallest), 0);
        }
    }
    Descent::Limit
}

/// Puts what is as near to a bound as points are told apart, or beyond it, at the bound.
fn met(u: f64) -> f64 {
    match u {
        u if u < RADII[1] => 0.0,
        u if u > 1.0 - RADII[1] => 1.0,
        u => u,
    }
}

fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}
