//! Rank correlations of outputs with parameters.
//!
//! The interval of independent members is Fisher's with the variance of Bonett and Wright, "Sample size requirements for
//! estimating Pearson, Kendall and Spearman correlations", Psychometrika 65 (2000) 23-28.

use super::found::{Found, IndexKind};
use crate::num::elementary::{exp, ln};
use crate::sampling::plan::{Arrangement, Design, Plan, SampleKind};
use crate::statistics::{Interval, IntervalKind, correlation, ranks};

/// The value that a standard normal number exceeds in magnitude with a probability of 5 %.
const Z: f64 = 1.959_963_984_540_054;
/// Fewer members have no rank correlation.
const FEWEST: usize = 4;

/// Says whether a member is one of those that are independent draws of the parameters: of rows, their points.
fn is_point(arrangement: Option<&Arrangement>, member: u64) -> bool {
    let Some(arrangement) = arrangement else { return true };
    let block = arrangement.position(member).block;
    match &arrangement.design {
        Design::Points => true,
        Design::Saltelli { .. } => block < 2,
        Design::Shapley(_) => block == 0 || block == arrangement.blocks - 1,
        Design::Morris(_) => false,
    }
}

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
            parts.extend(replicates.into_iter().filter(|part| part.len() >= FEWEST));
        }
        let of_parameter = |(_, of): &(String, Vec<f64>)| parts.iter().map(|part| picked(part, of)).collect();
        Self { parameters: parameters.iter().map(of_parameter).collect(), parts }
    }

    /// Returns the rank correlation of an output with every parameter that it has one with, and over how many members.
    pub(super) fn correlations(
        &mut self,
        plan: &Plan,
        (members, values): (&[f64], &[f64]),
        parameters: &[(String, Vec<f64>)],
    ) -> (Vec<Found>, u64) {
        let is_there = |at: &usize| values[*at].is_finite() && is_point(plan.arrangement(), members[*at] as u64);
        let present: Vec<usize> = (0..values.len()).filter(is_there).collect();
        if plan.sample() == SampleKind::Listed || present.len() < FEWEST {
            return (Vec::new(), 0);
        }
        if self.parts.first() != Some(&present) {
            *self = Self::of(present, plan, members, parameters);
        }
        let own: Vec<Vec<f64>> = self.parts.iter().map(|part| picked(part, values)).collect();
        let count = self.parts[0].len();
        let found = parameters.iter().zip(&self.parameters).filter_map(|((name, _), of)| {
            let each: Vec<f64> = of.iter().zip(&own).map(|(of, own)| correlation(of, own)).collect();
            let interval = match plan.sample() {
                SampleKind::Random => fisher(each[0], count),
                _ => Interval::of_replicates(each[0], &each[1..]).map(|interval| interval.within([-1.0, 1.0])),
            };
            each[0].is_finite().then(|| Found {
                kind: IndexKind::Rank,
                of: vec![name.clone()],
                figure: (each[0], interval),
            })
        });
        (found.collect(), count as u64)
    }
}

/// Returns the interval of a rank correlation of independent members.
fn fisher(value: f64, members: usize) -> Option<Interval> {
    let (n, r) = (members as f64, value.clamp(-1.0 + 1e-15, 1.0 - 1e-15));
    let (centre, half) = (0.5 * ln((1.0 + r) / (1.0 - r)), Z * ((1.0 + r * r / 2.0) / (n - 3.0)).sqrt());
    let back = |x: f64| 1.0 - 2.0 / (exp(2.0 * x) + 1.0);
    Some(Interval { kind: IntervalKind::Fisher, bounds: [back(centre - half), back(centre + half)] })
}
