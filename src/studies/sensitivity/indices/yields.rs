//! What a probability changes by where a parameter's mean or deviation does, from the members that are there.
//!
//! A parameter's values are moved, or stretched from their mean, with all else as it is, the dependence on others included. The probability is then
//! a mean over the same members with other weights: its derivative is that of the condition times the score (R. Rubinstein, "Sensitivity analysis
//! and performance extrapolation for computer simulation models", Operations Research 37 (1989) 72-81). Where a density ends at a bound, which moves
//! with it, what the condition is there counts as well: the probability at the bound, by a parabola through the members near it.

use super::found::{Found, IndexKind};
use super::rows::Figure;
use crate::linalg::{DMatrix, inverse};
use crate::num::elementary::exp;
use crate::sampling::distribution::{Distribution, normal_density, normal_probability};
use crate::sampling::plan::{Plan, SampleKind};
use crate::statistics::{Estimate, Interval};

/// Members that weights must be worth at least.
const FEWEST_EFFECTIVE: f64 = 100.0;
/// Members near a bound that a parabola goes through at least.
const FEWEST_AT_BOUND: usize = 20;
/// A density at a bound, times the deviation, below which nothing ends there.
const ENDS: f64 = 1e-6;
/// The normal score at which a density is looked at for its bound.
const OUTERMOST: f64 = 6.0;
/// The part of the members that a parabola at a bound goes through, of so many.
const NEAR: (f64, f64) = (0.3, 4096.0);

/// What was found of a probability, with the members that each is worth; and why some is missing.
#[derive(Default)]
pub(super) struct Yields {
    pub(super) found: Vec<(Found, u64)>,
    pub(super) missing: Vec<String>,
}

/// The members that are draws of the parameters and have a value.
struct Draws<'a> {
    plan: &'a Plan,
    /// Whether the condition holds.
    holds: Vec<f64>,
    /// The normal scores of every parameter.
    scores: Vec<Vec<f64>>,
    /// What the scores of every parameter are with the others given: the rows of the inverse of their correlations, times the scores.
    given: Vec<Vec<f64>>,
    /// The inverse of the correlations of the scores, on its diagonal.
    precisions: Vec<f64>,
    /// The replicate of each member, where there are some.
    replicates: Option<Vec<usize>>,
}

/// Returns what the probability of a condition changes by with the mean and the deviation of every parameter.
pub(super) fn yields(plan: &Plan, (members, values): (&[f64], &[f64]), parameters: &[(String, Vec<f64>)]) -> Yields {
    let mut all = Yields::default();
    let distributions = plan.distributions().unwrap_or_default();
    let kept: Vec<usize> =
        (0..values.len()).filter(|at| plan.is_draw(members[*at] as u64) && values[*at].is_finite()).collect();
    if plan.sample() == SampleKind::Listed || kept.len() < 2 {
        return all;
    }
    let Some(draws) = Draws::of(plan, &kept, (members, values), (distributions, parameters)) else { return all };
    for (at, ((name, of), distribution)) in parameters.iter().zip(distributions).enumerate() {
        if distribution.single_values().is_some() {
            all.missing.push(format!("{name} has single values, which have no density"));
            continue;
        }
        let x: Vec<f64> = kept.iter().map(|at| of[*at]).collect();
        let mut add = |kind: IndexKind, found: Result<(Figure, f64), String>| match found {
            Ok((figure, worth)) => all.found.push((Found { kind, of: vec![name.clone()], figure }, worth as u64)),
            Err(why) => all.missing.push(why),
        };
        let slopes: Vec<[f64; 2]> = draws.scores[at].iter().map(|z| distribution.slopes_at_score(*z)).collect();
        let halved = draws.halved(at, distribution, (&x, &slopes));
        add(IndexKind::Halved, halved.map_err(|worth| format!(
            "half the deviation of {name}: members are worth {worth:.0} of its own, and {FEWEST_EFFECTIVE:.0} are needed; a run with half of it tells more"
        )));
        match draws.derivatives(at, distribution, (&x, &slopes)) {
            Some([mean, deviation]) => {
                let worth = kept.len() as f64;
                add(IndexKind::ByDeviation, Ok((deviation, worth)));
                add(IndexKind::ByMean, Ok((mean, worth)));
            }
            None => all.missing.push(format!(
                "derivatives by the mean and the deviation of {name}: its density has no end at a bound, or too few members are near it"
            )),
        }
    }
    all
}

impl<'a> Draws<'a> {
    fn of(
        plan: &'a Plan,
        kept: &[usize],
        (members, values): (&[f64], &[f64]),
        (distributions, parameters): (&[Distribution], &[(String, Vec<f64>)]),
    ) -> Option<Self> {
        let scores: Vec<Vec<f64>> = parameters
            .iter()
            .zip(distributions)
            .map(|((_, of), distribution)| kept.iter().map(|at| distribution.score_of(of[*at])).collect())
            .collect();
        let count = scores.len();
        let correlation = |i: usize, j: usize| match plan.dependence() {
            Some(dependence) => dependence.of_scores(i, j),
            None => f64::from(u8::from(i == j)),
        };
        let precision = inverse(DMatrix::from_fn(count, count, correlation))?;
        let row = |i: usize| {
            let others: Vec<usize> = (0..count).filter(|j| precision[(i, *j)] != 0.0).collect();
            let of_member = |k: usize| others.iter().map(|j| precision[(i, *j)] * scores[*j][k]).sum();
            (0..kept.len()).map(of_member).collect()
        };
        let given = (0..count).map(row).collect();
        let precisions = (0..count).map(|i| precision[(i, i)]).collect();
        let arrangement = plan.arrangement().filter(|arrangement| arrangement.replicates > 1);
        let replicates =
            arrangement.map(|all| kept.iter().map(|at| all.position(members[*at] as u64).replicate as usize).collect());
        Some(Self { plan, holds: kept.iter().map(|at| values[*at]).collect(), scores, given, precisions, replicates })
    }

    fn probability(&self) -> f64 {
        Estimate::mean(self.holds.iter().copied()).value
    }

    /// Returns a figure with its interval, to which every member adds a part whose mean over all is zero.
    fn figure(&self, value: f64, parts: &[f64]) -> Figure {
        let interval = match &self.replicates {
            Some(of) => {
                let mut sums = vec![(0.0, 0.0); of.iter().max().map_or(0, |last| last + 1)];
                for (replicate, part) in of.iter().zip(parts) {
                    sums[*replicate].0 += part;
                    sums[*replicate].1 += 1.0;
                }
                let each: Vec<f64> = sums.iter().map(|(sum, count)| value + sum / count).collect();
                Interval::of_replicates(value, &each)
            }
            None if self.plan.sample() == SampleKind::Random => {
                let standard_error = Estimate::mean(parts.iter().copied()).standard_error;
                Interval::of_estimate(Estimate { value, standard_error }, parts.len() as u64 - 1)
            }
            None => None,
        };
        (value, interval)
    }

    /// Returns what the probability changes by where a parameter has half its deviation, and how many members of that the members are worth; that
    /// alone where it is too few.
    fn halved(
        &self,
        at: usize,
        distribution: &Distribution,
        (x, slopes): (&[f64], &[[f64; 2]]),
    ) -> Result<(Figure, f64), f64> {
        let (mean, _) = distribution.mean_and_deviation();
        let weight = |(k, x): (usize, &f64)| {
            // the value that comes there
            let (z, from) = (self.scores[at][k], distribution.score_of(mean + 2.0 * (x - mean)));
            let (slope, before) = (slopes[k][0], distribution.slopes_at_score(from)[0]);
            if !from.is_finite() || before <= 0.0 {
                return 0.0;
            }
            // of normal numbers that depend on each other as these do
            let (moved, own) = (from - z, self.given[at][k]);
            2.0 * exp(-moved * (own + 0.5 * self.precisions[at] * moved)) * slope / before
        };
        let weights: Vec<f64> = x.iter().enumerate().map(weight).collect();
        let (sum, squares) = weights.iter().fold((0.0, 0.0), |(sum, squares), w| (sum + w, squares + w * w));
        let worth = if squares > 0.0 { sum * sum / squares } else { 0.0 };
        if worth < FEWEST_EFFECTIVE {
            return Err(worth);
        }
        let held: f64 = weights.iter().zip(&self.holds).map(|(w, holds)| w * holds).sum();
        let (now, then) = (self.probability(), held / sum);
        let whole = sum / weights.len() as f64;
        let parts = weights.iter().zip(&self.holds).map(|(w, holds)| w / whole * (holds - then) - (holds - now));
        Ok((self.figure(then - now, &parts.collect::<Vec<f64>>()), worth))
    }

    /// Returns the derivatives of the probability by the mean and by the deviation of a parameter; nothing where they cannot be told.
    fn derivatives(
        &self,
        at: usize,
        distribution: &Distribution,
        (x, slopes): (&[f64], &[[f64; 2]]),
    ) -> Option<[Figure; 2]> {
        let (mean, deviation) = distribution.mean_and_deviation();
        let now = self.probability();
        let score = |k: usize| {
            let [first, second] = slopes[k];
            (self.given[at][k] + second / first) / first
        };
        let above: Vec<f64> = self.holds.iter().map(|holds| holds - now).collect();
        let mut moved: Vec<f64> = (0..x.len()).map(|k| score(k) * above[k]).collect();
        let mut stretched: Vec<f64> = (0..x.len()).map(|k| (x[k] - mean) * moved[k] - above[k]).collect();
        for side in [-1.0, 1.0] {
            let z = side * OUTERMOST;
            let density = normal_density(z) / distribution.slopes_at_score(z)[0];
            if !density.is_finite() {
                return None;
            }
            if density * deviation < ENDS {
                continue;
            }
            let bound = distribution.at_score(z);
            for (k, weight) in self.at_bound(at, side)? {
                let part = side * density * weight * above[k];
                moved[k] += part;
                stretched[k] += (bound - mean) * part;
            }
        }
        stretched.iter_mut().for_each(|part| *part /= deviation);
        let figure = |parts: Vec<f64>| {
            let value = Estimate::mean(parts.iter().copied()).value;
            value.is_finite().then(|| self.figure(value, &parts.iter().map(|part| part - value).collect::<Vec<f64>>()))
        };
        Some([figure(moved)?, figure(stretched)?])
    }

    /// Returns the members near a bound of a parameter with the weights, times the number of all, by which a parabola gives a mean at the bound;
    /// nothing where they are too few.
    fn at_bound(&self, at: usize, side: f64) -> Option<Vec<(usize, f64)>> {
        let all = self.holds.len() as f64;
        let near = (NEAR.0 * (NEAR.1 / all).powf(1.0 / 7.0)).min(0.5);
        // how far a member is from the bound: the part of all values that lie between
        let far = |k: usize| normal_probability(-side * self.scores[at][k]) / near;
        let within: Vec<(usize, f64)> =
            (0..self.holds.len()).map(|k| (k, far(k))).filter(|(_, far)| *far < 1.0).collect();
        if within.len() < FEWEST_AT_BOUND {
            return None;
        }
        let mut moments = DMatrix::zeros(3, 3);
        for (_, far) in &within {
            let powers = [1.0, *far, far * far];
            (0..3).for_each(|i| (0..3).for_each(|j| moments[(i, j)] += (1.0 - far) * powers[i] * powers[j]));
        }
        let first = inverse(moments)?;
        let weight = |far: f64| (1.0 - far) * (first[(0, 0)] + far * (first[(0, 1)] + far * first[(0, 2)]));
        Some(within.into_iter().map(|(k, far)| (k, all * weight(far))).collect())
    }
}
