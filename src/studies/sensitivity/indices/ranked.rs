//! Rank correlations of outputs with parameters.
//!
//! The interval of independent members is on Fisher's scale, with the variance of the correlation of ranks as a function of two distributions
//! (W. Hoeffding, "A class of statistics with asymptotically normal distribution", Annals of Mathematical Statistics 19 (1948) 293-325), which holds
//! where the output depends on the parameter in its spread alone, too.

use super::found::{Found, IndexKind};
use crate::num::elementary::{exp, ln};
use crate::sampling::plan::{Plan, SampleKind};
use crate::statistics::{Estimate, Interval, IntervalKind, correlation, ranks};

/// The value that a standard normal number exceeds in magnitude with a probability of 5 %.
const Z: f64 = 1.959_963_984_540_054;
/// Fewer members have no rank correlation.
const FEWEST: usize = 4;
/// Replicates of fewer members say too little of the spread.
const FEWEST_OF_REPLICATE: usize = 8;

/// The ranks of parameters over some members: most outputs have values of the same ones.
#[derive(Default)]
pub(super) struct Ranked {
    /// The places of the members in the table; all, then those of each replicate.
    parts: Vec<Vec<usize>>,
    /// The ranks of every parameter in each of these.
    parameters: Vec<Vec<Vec<f64>>>,
}

/// Returns the ranks of a column over some members.
fn picked(some: &[usize], of: &[f64]) -> Vec<f64> {
    ranks(&some.iter().map(|at| of[*at]).collect::<Vec<f64>>()).0
}

impl Ranked {
    /// Ranks parameters over the members at these places.
    fn of(present: Vec<usize>, plan: &Plan, members: &[f64], parameters: &[(String, Vec<f64>)]) -> Self {
        let mut parts = vec![present];
        if let Some(arrangement) = plan.arrangement().filter(|arrangement| arrangement.replicates > 1) {
            let mut replicates = vec![Vec::new(); arrangement.replicates as usize];
            for at in &parts[0] {
                replicates[arrangement.position(members[*at] as u64).replicate as usize].push(*at);
            }
            parts.extend(replicates.into_iter().filter(|part| part.len() >= FEWEST_OF_REPLICATE));
        }
        let of_parameter = |(_, of): &(String, Vec<f64>)| parts.iter().map(|part| picked(part, of)).collect();
        Self { parameters: parameters.iter().map(of_parameter).collect(), parts }
    }

    /// Returns the rank correlation of an output with every parameter that it has one with, and over how many members, and how many of those that are
    /// draws of the parameters have no value.
    pub(super) fn correlations(
        &mut self,
        plan: &Plan,
        (members, values): (&[f64], &[f64]),
        parameters: &[(String, Vec<f64>)],
    ) -> (Vec<Found>, [u64; 2]) {
        let drawn = (0..values.len()).filter(|at| plan.is_draw(members[*at] as u64));
        let (present, missing): (Vec<usize>, Vec<usize>) = drawn.partition(|at| values[*at].is_finite());
        let counted = [present.len(), missing.len()].map(|members| members as u64);
        if plan.sample() == SampleKind::Listed || present.len() < FEWEST {
            return (Vec::new(), counted);
        }
        if self.parts.first() != Some(&present) {
            *self = Self::of(present, plan, members, parameters);
        }
        let own: Vec<Vec<f64>> = self.parts.iter().map(|part| picked(part, values)).collect();
        let found = parameters.iter().zip(&self.parameters).filter_map(|((name, _), of)| {
            let each: Vec<f64> = of.iter().zip(&own).map(|(of, own)| correlation(of, own)).collect();
            let interval = match plan.sample() {
                SampleKind::Random => fisher(each[0], &of[0], &own[0]),
                // those of a few replicates may all be the same, and say nothing of the spread
                _ if each[1..].iter().all(|one| *one == each[1]) => None,
                _ => Interval::of_replicates(each[0], &each[1..]).map(|interval| interval.within([-1.0, 1.0])),
            };
            each[0].is_finite().then(|| Found {
                kind: IndexKind::Rank,
                of: vec![name.clone()],
                figure: (each[0], interval),
            })
        });
        (found.collect(), counted)
    }
}

/// Returns the interval of a rank correlation of independent members with these ranks, on Fisher's scale.
fn fisher(value: f64, a: &[f64], b: &[f64]) -> Option<Interval> {
    let error = standard_error(a, b) / (1.0 - value * value);
    if !error.is_finite() {
        return None;
    }
    let (centre, half) = (0.5 * ln((1.0 + value) / (1.0 - value)), Z * error);
    let back = |x: f64| 1.0 - 2.0 / (exp(2.0 * x) + 1.0);
    Some(Interval { kind: IntervalKind::Fisher, bounds: [back(centre - half), back(centre + half)] })
}

/// Returns the standard error of the correlation of ranks, whatever the dependence: from what each member adds to it, by its own ranks and as one that others
/// are ranked by.
fn standard_error(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len() as f64;
    let [u, v] = [a, b].map(|ranks| ranks.iter().map(|rank| (rank + 0.5) / n - 0.5).collect::<Vec<f64>>());
    let [by_a, by_b] = [(&u, &v), (&v, &u)].map(|(by, other)| above(by, other));
    let parts = u.iter().zip(&v).zip(by_a.iter().zip(&by_b)).map(|((u, v), (by_a, by_b))| 12.0 * (u * v + by_a + by_b));
    Estimate::mean(parts).standard_error
}

/// Returns for every member the mean over all of a number where another one is larger, and of half of it where that is equal.
fn above(by: &[f64], of: &[f64]) -> Vec<f64> {
    let (_, order) = ranks(by);
    let (mut found, mut sum, mut end) = (vec![0.0; by.len()], 0.0, order.len());
    while end > 0 {
        let same = order[..end].iter().rev().take_while(|at| by[**at] == by[order[end - 1]]).count();
        let own: f64 = order[end - same..end].iter().map(|at| of[*at]).sum();
        order[end - same..end].iter().for_each(|at| found[*at] = (sum + 0.5 * own) / by.len() as f64);
        (sum, end) = (sum + own, end - same);
    }
    found
}
