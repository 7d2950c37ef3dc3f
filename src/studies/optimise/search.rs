//! The search from one start: an optimiser, and where its end is no least value, a descent that knows kinks.

use super::bounds::{ActiveBound, active};
use super::constrained::minimise_within;
use super::fit::{self, fit};
use super::minimise::minimise;
use super::multipliers::Multipliers;
use super::nonsmooth::{Descent, descend};
use super::walk::{Place, Reason, Walk};
use crate::design::Goal;

/// How often an optimiser goes on after a member that fails.
const RETRIES: i32 = 5;

/// How often an optimiser goes on after a descent.
const TURNS: usize = 3;

/// Evaluations that a descent may take, and more of them for each parameter.
const EVALUATIONS: [u64; 2] = [150, 50];

/// What counts as no gradient, in units of the objective and of what it fell by.
const ZERO: [f64; 2] = [1e-9, 1e-6];

/// What counts as a gradient that only a kink can turn within the smallest radius of a descent, in these units.
const KINK: [f64; 2] = [1e-6, 1e-5];

/// Searches from a start, and returns after how many iterations it ended, and where.
pub(super) fn search(walk: &mut Walk<'_>, start: &[f64]) -> (u64, Reason) {
    let mut iterations = 0;
    if has_constraints(walk) {
        let x = walk.free(start);
        let Some(first) = walk.at(&x) else { return (0, Reason::Failed) };
        let multipliers = Multipliers::new(&first.evaluation.clone(), &walk.design.bounds);
        walk.set_multipliers(multipliers);
    }
    for _ in 0..TURNS {
        let left = walk.design.iterations - iterations;
        let (further, reason) = optimiser(walk, start, left);
        iterations += further;
        if walk.best.is_none() || reason == Reason::Failed {
            return (iterations, Reason::Failed);
        }
        meet_bounds(walk);
        if !are_met(walk) {
            return (iterations, if reason == Reason::Limit { reason } else { Reason::Infeasible });
        }
        if let Some(reason) = least(walk) {
            return (iterations, reason);
        }
        if reason == Reason::Limit || iterations >= walk.design.iterations {
            return (iterations, Reason::Limit);
        }
        let evaluations = EVALUATIONS[0] + EVALUATIONS[1] * start.len() as u64;
        let limits = [ZERO, KINK].map(|parts| size(walk, parts));
        match descend(walk, limits, evaluations) {
            Descent::Kink => return (iterations, Reason::AtKink),
            Descent::Smooth => {
                meet_bounds(walk);
                return (iterations, smooth_end(walk));
            }
            Descent::Blocked => return (iterations, least(walk).unwrap_or(Reason::NoDescent)),
            Descent::Limit => {}
        }
    }
    (iterations, Reason::Limit)
}

fn has_constraints(walk: &Walk<'_>) -> bool {
    matches!(&walk.design.goal, Goal::Minimise(objective) if !objective.constraints.is_empty())
}

/// Tells whether the best place meets all constraints.
fn are_met(walk: &Walk<'_>) -> bool {
    let best = walk.best.as_ref().zip(walk.multipliers.as_ref());
    best.is_none_or(|(best, multipliers)| multipliers.are_met(&best.evaluation))
}

/// Lets an optimiser run, again from the best point where a member fails.
fn optimiser(walk: &mut Walk<'_>, start: &[f64], most: u64) -> (u64, Reason) {
    let (mut iterations, mut reason) = (0, Reason::Failed);
    for k in 0..=RETRIES {
        // beyond a member that fails lies nothing: on from the best point, with shorter steps at first
        let (from, scale) = (walk.best.as_ref().map_or(start, |best| &best.point).to_vec(), 10f64.powi(-k));
        let (further, end) = match &walk.design.goal {
            Goal::Minimise(_) if has_constraints(walk) => minimise_within(walk, &from, scale, most - iterations),
            Goal::Minimise(_) => minimise(walk, &from, scale, most - iterations),
            Goal::Fit(_) => fit(walk, &from, scale, most - iterations),
        };
        (iterations, reason) = (iterations + further.min(most - iterations), end);
        if reason != Reason::Failed || walk.best.is_none() || iterations >= most {
            break;
        }
    }
    (iterations, reason)
}

/// Puts parameters that are as good as at a bound there, where the objective is no more.
fn meet_bounds(walk: &mut Walk<'_>) {
    let Some(best) = &walk.best else { return };
    let bounds = &walk.design.bounds;
    let held = active(bounds, &best.point, &best.gradient);
    let met = |(k, held): (usize, &Option<ActiveBound>)| match held {
        Some(ActiveBound::Lower) => bounds[k][0],
        Some(ActiveBound::Upper) => bounds[k][1],
        None => best.point[k],
    };
    let point: Vec<f64> = held.iter().enumerate().map(met).collect();
    if point != best.point {
        walk.at_point(point);
    }
}

/// Returns a size in units of the objective and of what it fell by.
fn size(walk: &Walk<'_>, [of_objective, of_fall]: [f64; 2]) -> f64 {
    let best = walk.best.as_ref().map_or(0.0, |best| best.objective);
    // within constraints it may rise
    let fall = walk.first.map_or(0.0, |first| (first - best).abs());
    (of_objective * best.abs()).max(of_fall * fall)
}

/// Returns what kind of least value is at the best point, if one is to within what counts as no gradient.
fn least(walk: &Walk<'_>) -> Option<Reason> {
    let best = walk.best.as_ref()?;
    let design = walk.design;
    let is_fitted = matches!(design.goal, Goal::Fit(_)) && fit::is_least(best, design);
    let is_least = best.gradient_norm(design) <= size(walk, ZERO) || is_fitted;
    is_least.then(|| smooth_end(walk))
}

/// Tells an end at a bound from others without a gradient.
fn smooth_end(walk: &Walk<'_>) -> Reason {
    let held = |best: &Place| active(&walk.design.bounds, &best.point, &best.gradient).iter().any(Option::is_some);
    if walk.best.as_ref().is_some_and(held) { Reason::AtBound } else { Reason::Converged }
}
