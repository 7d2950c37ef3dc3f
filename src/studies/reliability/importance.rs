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
    /// The number of equal weights of failures, of a probability above a half of other members, that would tell as much.
    pub(super) effective: f64,
    /// The largest of these weights, as a part of their sum.
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
        weights.extend(judged.iter().zip(own).map(|(judged, weight)| (weight, judged.fails)));
    }
    Ok(found(&weights))
}

/// Estimates the probability from the weights of members, and whether each fails. What a probability near one is known by are members that do not.
fn found(weights: &[(f64, bool)]) -> ImportanceFound {
    let count = weights.len() as u64;
    let of = |fails: bool| weights.iter().map(move |(weight, own)| if *own == fails { *weight } else { 0.0 });
    let estimate = Estimate::mean(of(true));
    let rare = estimate.value <= 0.5;
    let (sum, squares) = of(rare).fold((0.0, 0.0), |(sum, squares), w| (sum + w, squares + w * w));
    let interval = Interval::of_estimate(estimate, count - 1).map(|interval| interval.within([0.0, 1.0]));
    ImportanceFound {
        members: count,
        failures: weights.iter().filter(|(_, fails)| *fails).count() as u64,
        probability: estimate.value.clamp(0.0, 1.0),
        standard_error: estimate.standard_error,
        // members that are all alike have no spread, and tell nothing of the others
        interval: interval.filter(|_| sum > 0.0),
        effective: if squares > 0.0 { sum * sum / squares } else { 0.0 },
        largest: if sum > 0.0 { of(rare).fold(0.0, f64::max) / sum } else { 0.0 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_one_is_known_by_members_that_do_not_fail() {
        let all = found(&[(1.0, true); 1000]);
        assert_eq!((all.probability, all.interval, all.is_trusted()), (1.0, None, false));
        let mut weights = vec![(1.0, true); 9000];
        weights.extend([(1.0, false); 1000]);
        let most = found(&weights);
        assert!((most.probability - 0.9).abs() < 1e-12 && (most.effective - 1000.0).abs() < 1e-9 && most.is_trusted());
        // weights of failures may add up to more than all
        let more = found(&[(1.02, true); 1000]);
        assert_eq!(more.probability, 1.0);
    }
}
