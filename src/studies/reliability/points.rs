//! Design points: where searches ended, each once, with what follows from the limit state there.

use super::evaluate::{Evaluator, Margin};
use super::form::{End, Search, dot, norm};
use super::members::MemberLog;
use super::sorm;
use super::system::{Event, HalfSpace, index};
use crate::ensemble::BackendError;
use crate::sampling::standard::StandardSpace;

/// Points are the same that differ by less, in parts of their distance.
const SAME: f64 = 1e-3;

/// A design point.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DesignPoint {
    pub(super) limit: usize,
    pub(super) u: Vec<f64>,
    pub(super) x: Vec<f64>,
    /// The unit vector towards failure.
    pub(super) alpha: Vec<f64>,
    pub(super) beta: f64,
    /// The derivatives of beta by the mean and the deviation of each parameter, all values of which move along.
    pub(super) by_mean: Vec<f64>,
    pub(super) by_deviation: Vec<f64>,
    /// The derivatives by the numbers of each distribution.
    pub(super) by_numbers: Vec<Vec<(&'static str, f64)>>,
    /// How many starts ended there.
    pub(super) starts: u64,
    /// The curvatures of the limit state, and whether they are of exact second derivatives.
    pub(super) curvatures: Option<(Vec<f64>, bool)>,
    /// Whether no other point around it is as near; of a point without curvatures nobody knows.
    pub(super) is_nearest: bool,
    /// The probabilities of failure by its curvatures.
    pub(super) second_order: [Option<f64>; 3],
}

impl DesignPoint {
    fn new(space: &StandardSpace, search: &Search, margin: &Margin) -> Self {
        let slope = norm(&margin.gradient);
        let (u, x) = (search.u.clone(), space.values(&search.u));
        let alpha: Vec<f64> = margin.gradient.iter().map(|g| -g / slope).collect();
        let by = |k: usize| margin.by_parameters[k] / slope;
        let of = |k: usize| {
            let (mean, deviation) = space.distributions()[k].mean_and_deviation();
            if deviation > 0.0 { by(k) * (x[k] - mean) / deviation } else { 0.0 }
        };
        let numbers = |k: usize| {
            let slopes = space.distributions()[k].slopes_by_numbers(space.score(&u, k));
            slopes.into_iter().map(|(name, slope)| (name, by(k) * slope)).collect()
        };
        let all = 0..u.len();
        Self {
            limit: search.limit,
            beta: dot(&alpha, &u),
            by_mean: all.clone().map(by).collect(),
            by_deviation: all.clone().map(of).collect(),
            by_numbers: all.map(numbers).collect(),
            starts: 1,
            curvatures: None,
            is_nearest: true,
            second_order: [None; 3],
            u,
            x,
            alpha,
        }
    }
}

/// What is known of a limit state.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LimitResult {
    /// Whether the medians of all parameters make a failure; nothing where their member fails.
    pub(super) fails_at_median: Option<bool>,
    /// Why its event is not known, if so.
    pub(super) unknown: Option<&'static str>,
}

/// Returns the design points that searches ended at: of each limit state those that part the side of the medians from the
/// other one, the nearest first.
pub(super) fn distinct(space: &StandardSpace, searches: &[Search], limits: &[LimitResult]) -> Vec<DesignPoint> {
    let mut points: Vec<DesignPoint> = Vec::new();
    for search in searches.iter().filter(|search| search.end == End::Converged) {
        let Some(margin) = &search.margin else { continue };
        let point = DesignPoint::new(space, search, margin);
        let fails = limits[search.limit].fails_at_median == Some(true);
        if point.beta != 0.0 && (point.beta < 0.0) != fails {
            continue;
        }
        let is_same = |other: &&mut DesignPoint| {
            let apart: Vec<f64> = other.u.iter().zip(&point.u).map(|(a, b)| a - b).collect();
            other.limit == point.limit && norm(&apart) <= SAME * point.beta.abs().max(1.0)
        };
        match points.iter_mut().find(is_same) {
            Some(other) => other.starts += 1,
            None => points.push(point),
        }
    }
    points.sort_by(|a, b| a.limit.cmp(&b.limit).then(a.beta.abs().total_cmp(&b.beta.abs())));
    points
}

/// Finds the curvatures at points.
///
/// # Errors
/// Where no backend can compute members.
pub(super) fn add_curvatures(
    evaluator: &Evaluator<'_>,
    points: &mut [DesignPoint],
    log: &mut MemberLog,
) -> Result<(), BackendError> {
    for point in points {
        let question = (point.limit, point.u.clone());
        let Some(Ok(margin)) = evaluator.margins(std::slice::from_ref(&question), log)?.pop() else { continue };
        let Some((hessian, is_exact)) = evaluator.hessian(&question, log)? else { continue };
        let found = sorm::curvatures(&margin.gradient, &hessian);
        point.is_nearest = sorm::is_nearest(point.beta, &found);
        point.second_order = sorm::probabilities(point.beta, &found);
        point.curvatures = Some((found, is_exact));
    }
    Ok(())
}

/// Returns the events of limit states as half spaces at their points; with a formula, the distance of each is that of its
/// probability by curvatures. Nothing where that has none.
pub(super) fn half_spaces(points: &[DesignPoint], formula: Option<usize>) -> Option<Vec<HalfSpace>> {
    let of = |point: &DesignPoint| {
        let beta = match formula {
            None => point.beta,
            Some(formula) => index(point.second_order[formula]?),
        };
        Some(HalfSpace { alpha: point.alpha.clone(), beta })
    };
    points.iter().map(of).collect()
}

/// Returns what stands for each limit state: half spaces by the numbers of their points.
pub(super) fn events(points: &[DesignPoint], limits: &[LimitResult]) -> Vec<Event> {
    let of = |(limit, known): (usize, &LimitResult)| {
        let own = (0..points.len()).filter(|at| points[*at].limit == limit).collect();
        if known.fails_at_median == Some(true) { Event::All(own) } else { Event::Any(own) }
    };
    limits.iter().enumerate().map(of).collect()
}
