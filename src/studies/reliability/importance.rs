//! Importance sampling: members around all design points, weighted by how much likelier they are in the distributions themselves.

use super::evaluate::Evaluator;
use super::form::dot;
use super::judge::{WithoutValue, check_some, judge};
use super::members::MemberLog;
use super::stop::Stop;
use crate::num::elementary::exp;
use crate::sampling::distribution::put_normal_scores;
use crate::sampling::hash;
use crate::statistics::{Estimate, Interval};
use crate::studies::Failure;
use std::ops::Range;

/// The stream of random numbers behind those of columns.
const STREAM: u64 = 1 << 32;
/// Members that are computed at a time.
const AT_ONCE: usize = 1 << 16;
/// The least share of members around a point, of that which all have in equal parts.
const LEAST_SHARE: f64 = 0.1;
/// The least effective number of failures, and the largest part that one may have, of an estimate that is trusted.
const TRUSTED: (f64, f64) = (400.0, 0.05);

/// What importance sampling found.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ImportanceFound {
    pub(super) members: u64,
    pub(super) failures: u64,
    pub(super) probability: f64,
    pub(super) standard_error: f64,
    pub(super) interval: Option<Interval>,
    /// The number of equal weights that would tell as much.
    pub(super) effective: f64,
    /// The largest weight of a failure, as a part of the sum of all.
    pub(super) largest: f64,
}

impl ImportanceFound {
    /// Tells whether the weights of failures are even enough for the interval to be right.
    pub(super) fn is_trusted(&self) -> bool {
        self.effective >= TRUSTED.0 && self.largest <= TRUSTED.1
    }
}

/// Draws members around centres, of which each has a probability, and estimates the probability of failure.
///
/// # Errors
/// Where members cannot be computed, or have no value.
pub(super) fn sample(
    evaluator: &Evaluator<'_>,
    (centres, probabilities): (&[Vec<f64>], &[f64]),
    stop: &Stop<'_>,
    (log, without): (&mut MemberLog, &mut WithoutValue),
) -> Result<ImportanceFound, Failure> {
    let (asked, n) = (evaluator.asked, evaluator.space.dimension());
    let largest = probabilities.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let floored: Vec<f64> = probabilities.iter().map(|p| (p / largest).max(LEAST_SHARE)).collect();
    let total: f64 = floored.iter().sum();
    let shares: Vec<f64> = floored.iter().map(|share| share / total).collect();
    let centre = |member: u64| {
        let mut left = hash::uniform(asked.seed, STREAM + n as u64, member);
        let place = shares.iter().position(|share| {
            left -= share;
            left <= 0.0
        });
        &centres[place.unwrap_or(centres.len() - 1)]
    };
    let draw = |members: Range<u64>| {
        let unit = |member: u64, k: usize| hash::uniform(asked.seed, STREAM + k as u64, member);
        let mut points: Vec<f64> = members.clone().flat_map(|member| (0..n).map(move |k| unit(member, k))).collect();
        put_normal_scores(&mut points);
        for (member, point) in members.zip(points.chunks_exact_mut(n)) {
            point.iter_mut().zip(centre(member)).for_each(|(x, c)| *x += c);
        }
        points
    };
    let weight = |u: &[f64]| {
        let part = |(centre, share): (&Vec<f64>, &f64)| share * exp(dot(u, centre) - 0.5 * dot(centre, centre));
        1.0 / centres.iter().zip(&shares).map(part).sum::<f64>()
    };
    let sizes = vec![1.0; asked.limit_states.len()];
    let mut weights = Vec::new();
    let mut round = 0;
    while (weights.len() as u64) < asked.importance {
        let first = weights.len() as u64;
        let points = draw(first..asked.importance.min(first + AT_ONCE as u64));
        let own: Vec<f64> = points.chunks_exact(n).map(weight).collect();
        round += 1;
        stop.check("importance", round)?;
        log.begin("importance", round, own.clone());
        let found = evaluator.members(&points, log).map_err(|e| stop.failure(e))?;
        check_some("importance sampling", &found)?;
        let judged = judge(asked, ("importance sampling", &sizes), &found, without)?;
        weights.extend(judged.iter().zip(own).map(|(judged, weight)| if judged.fails { weight } else { 0.0 }));
    }
    let sum: f64 = weights.iter().sum();
    let squares: f64 = weights.iter().map(|w| w * w).sum();
    let estimate = Estimate::mean(weights.iter().copied());
    Ok(ImportanceFound {
        members: weights.len() as u64,
        failures: weights.iter().filter(|w| **w > 0.0).count() as u64,
        probability: estimate.value,
        standard_error: estimate.standard_error,
        interval: Interval::of_estimate(estimate, weights.len() as u64 - 1).map(|interval| interval.within([0.0, 1.0])),
        effective: if squares > 0.0 { sum * sum / squares } else { 0.0 },
        largest: if sum > 0.0 { weights.iter().copied().fold(0.0, f64::max) / sum } else { 0.0 },
    })
}
