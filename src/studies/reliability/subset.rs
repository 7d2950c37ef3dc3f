//! Subset simulation: levels that come closer to failure, each begun by the members of the last one that are nearest to it and
//! filled by conditional sampling.
//!
//! S. K. Au, J. L. Beck (2001), Probabilistic Engineering Mechanics 16, 263-277; I. Papaioannou, W. Betz, K. Zwirglmaier, D. Straub
//! (2015), MCMC algorithms for subset simulation, Probabilistic Engineering Mechanics 41, 89-103: conditional sampling, whose
//! scale is adapted towards an acceptance of 0.44.

use super::evaluate::Evaluator;
use super::judge::{Judged, WithoutValue, check_some, judge};
use super::members::{Computed, MemberLog};
use super::stop::Stop;
use crate::design::Reliability;
use crate::sampling::distribution::put_normal_scores;
use crate::sampling::hash;
use crate::statistics::{Interval, Proportion};
use crate::studies::Failure;

/// The scale that conditional sampling begins with, and the share of steps that it is adapted towards.
const SCALE: f64 = 0.6;
const ACCEPTANCE: f64 = 0.44;
/// The most levels: probabilities below about 1e-100.
const MOST_LEVELS: u64 = 100;

/// What subset simulation found.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SubsetFound {
    /// The estimates of the repeats.
    pub(super) repeats: Vec<f64>,
    /// The most levels of a repeat.
    pub(super) levels: u64,
    pub(super) members: u64,
    pub(super) probability: f64,
    pub(super) interval: Option<Interval>,
    /// Repeats whose levels stopped to come closer to failure.
    pub(super) stuck: u64,
}

/// A repeat.
struct Repeat {
    number: u64,
    points: Vec<Vec<f64>>,
    judged: Vec<Judged>,
    /// What margins count in units of.
    sizes: Vec<f64>,
    probability: f64,
    scale: f64,
    levels: u64,
    is_done: bool,
    is_stuck: bool,
    /// The chains of the level: where they are, what that is, and how many members each has yet to make.
    chains: Vec<Chain>,
    /// The distance that members of the level are within.
    threshold: f64,
    /// The deviations of the components of the members that it began with.
    deviations: Vec<f64>,
    /// Steps and members of the level so far.
    step: u64,
}

struct Chain {
    point: Vec<f64>,
    judged: Judged,
    left: u64,
}

impl Repeat {
    /// Ends the repeat, or begins the next level.
    fn advance(&mut self, asked: &Reliability) {
        let count = self.points.len();
        let seeds = (asked.subset.level * count as f64) as usize;
        let failures = self.judged.iter().filter(|member| member.fails).count();
        let mut sorted: Vec<f64> = self.judged.iter().map(|member| member.distance).collect();
        sorted.sort_by(f64::total_cmp);
        let threshold = sorted[seeds - 1];
        let within: Vec<usize> = (0..count).filter(|i| self.judged[*i].distance <= threshold).collect();
        let is_stuck = within.len() == count || self.levels >= MOST_LEVELS;
        if failures >= seeds || threshold <= 0.0 || is_stuck {
            self.probability *= failures as f64 / count as f64;
            (self.is_done, self.is_stuck) = (true, is_stuck && failures < seeds);
            return;
        }
        self.probability *= within.len() as f64 / count as f64;
        (self.threshold, self.step) = (threshold, 0);
        self.levels += 1;
        let deviation = |k: usize| {
            let mean = within.iter().map(|i| self.points[*i][k]).sum::<f64>() / within.len() as f64;
            let squares: f64 = within.iter().map(|i| (self.points[*i][k] - mean).powi(2)).sum();
            (squares / (within.len() as f64 - 1.0).max(1.0)).sqrt()
        };
        self.deviations = (0..self.points[0].len()).map(deviation).collect();
        let (each, more) = (count / within.len(), count % within.len());
        let chain = |(c, i): (usize, &usize)| Chain {
            point: self.points[*i].clone(),
            judged: self.judged[*i],
            left: (each + usize::from(c < more) - 1) as u64,
        };
        self.chains = within.iter().enumerate().map(chain).collect();
        self.points = self.chains.iter().map(|chain| chain.point.clone()).collect();
        self.judged = self.chains.iter().map(|chain| chain.judged).collect();
    }

    /// Returns the next point of every chain that has members to make.
    fn proposals(&self, asked: &Reliability) -> Vec<Vec<f64>> {
        let going = self.chains.iter().enumerate().filter(|(_, chain)| chain.left > 0);
        let dimension = self.deviations.len();
        let going: Vec<(usize, &Chain)> = going.collect();
        let units = |(c, _): &(usize, &Chain)| self.units(asked, dimension, [self.levels, self.step, *c as u64]);
        let mut drawn: Vec<f64> = going.iter().flat_map(units).collect();
        put_normal_scores(&mut drawn);
        let spreads: Vec<f64> = self.deviations.iter().map(|deviation| (self.scale * deviation).min(1.0)).collect();
        let propose = |((_, chain), drawn): (&(usize, &Chain), &[f64])| {
            let of = |k: usize| (1.0 - spreads[k] * spreads[k]).sqrt() * chain.point[k] + spreads[k] * drawn[k];
            (0..dimension).map(of).collect()
        };
        going.iter().zip(drawn.chunks_exact(dimension)).map(propose).collect()
    }

    /// Takes what became of the proposals.
    fn take(&mut self, proposals: Vec<Vec<f64>>, judged: &[Judged]) {
        let mut accepted = 0;
        let going = self.chains.iter_mut().filter(|chain| chain.left > 0);
        for ((chain, point), judged) in going.zip(proposals).zip(judged) {
            if judged.distance <= self.threshold {
                accepted += 1;
                (chain.point, chain.judged) = (point, *judged);
            }
            chain.left -= 1;
            self.points.push(chain.point.clone());
            self.judged.push(chain.judged);
        }
        self.step += 1;
        let rate = f64::from(accepted) / judged.len().max(1) as f64;
        self.scale *= crate::num::elementary::exp((rate - ACCEPTANCE) / (self.step as f64).sqrt());
    }

    /// Returns the random numbers of a member of a chain, in a step of a level.
    fn units(&self, asked: &Reliability, dimension: usize, [level, step, chain]: [u64; 3]) -> Vec<f64> {
        // behind the streams of other methods
        let stream = (1 + self.number * (MOST_LEVELS + 1) + level) << 36;
        (0..dimension as u64).map(|k| hash::uniform(asked.seed, stream + k, (step << 40) + chain)).collect()
    }
}

/// Simulates all repeats, in rounds of one ensemble each.
///
/// # Errors
/// Where members cannot be computed, or have no value.
pub(super) fn simulate(
    evaluator: &Evaluator<'_>,
    stop: &Stop<'_>,
    (log, without): (&mut MemberLog, &mut WithoutValue),
) -> Result<SubsetFound, Failure> {
    let (asked, n) = (evaluator.asked, evaluator.space.dimension());
    let (mut round, before) = (0, log.members);
    let mut compute = |points: &[Vec<f64>], log: &mut MemberLog| {
        round += 1;
        stop.check("subset", round)?;
        log.begin("subset", round, Vec::new());
        evaluator.members(&points.concat(), log).map_err(|e| stop.failure(e))
    };
    let mut repeats: Vec<Repeat> = (0..asked.subset.repeats).map(|number| begun(number, asked, n)).collect();
    let points: Vec<Vec<f64>> = repeats.iter().flat_map(|repeat| repeat.points.clone()).collect();
    let computed = compute(&points, log)?;
    check_some("subset simulation", &computed)?;
    for (repeat, own) in repeats.iter_mut().zip(computed.chunks(asked.subset.members as usize)) {
        repeat.sizes = sizes(asked, own);
        repeat.judged = judge(asked, ("subset simulation", &repeat.sizes), own, without)?;
    }
    loop {
        for repeat in repeats.iter_mut().filter(|repeat| !repeat.is_done && repeat.chains.iter().all(|c| c.left == 0)) {
            repeat.advance(asked);
        }
        let all: Vec<Vec<Vec<f64>>> =
            repeats.iter().map(|repeat| if repeat.is_done { Vec::new() } else { repeat.proposals(asked) }).collect();
        if repeats.iter().all(|repeat| repeat.is_done) {
            break;
        }
        let mut computed = compute(&all.concat(), log)?.into_iter();
        for (repeat, proposals) in repeats.iter_mut().zip(all).filter(|(repeat, _)| !repeat.is_done) {
            let own: Vec<Computed> = computed.by_ref().take(proposals.len()).collect();
            let judged = judge(asked, ("subset simulation", &repeat.sizes), &own, without)?;
            repeat.take(proposals, &judged);
        }
    }
    Ok(found(&repeats, asked, log.members - before))
}

fn begun(number: u64, asked: &Reliability, dimension: usize) -> Repeat {
    let mut repeat = Repeat {
        number,
        points: Vec::new(),
        judged: Vec::new(),
        sizes: Vec::new(),
        probability: 1.0,
        scale: SCALE,
        levels: 0,
        is_done: false,
        is_stuck: false,
        chains: Vec::new(),
        threshold: f64::INFINITY,
        deviations: Vec::new(),
        step: 0,
    };
    let units = |member: u64| repeat.units(asked, dimension, [0, 0, member]);
    let mut drawn: Vec<f64> = (0..asked.subset.members).flat_map(units).collect();
    put_normal_scores(&mut drawn);
    repeat.points = drawn.chunks_exact(dimension).map(<[f64]>::to_vec).collect();
    repeat
}

/// Returns the deviations of margins over members, which make them comparable.
fn sizes(asked: &Reliability, members: &[Computed]) -> Vec<f64> {
    let of = |k: usize| {
        let finite = |member: &Computed| Some(member.margins.as_ref()?[k]).filter(|g| g.is_finite());
        let known: Vec<f64> = members.iter().filter_map(finite).collect();
        let mean = known.iter().sum::<f64>() / known.len().max(1) as f64;
        let square = known.iter().map(|g| (g - mean).powi(2)).sum::<f64>() / known.len().max(1) as f64;
        if square > 0.0 && square.is_finite() { square.sqrt() } else { 1.0 }
    };
    (0..asked.limit_states.len()).map(of).collect()
}

/// Returns the mean of the repeats, whose estimates are right on the average, as those of their logarithms are not: the interval is
/// Student's of the mean.
fn found(all: &[Repeat], asked: &Reliability, members: u64) -> SubsetFound {
    let repeats: Vec<f64> = all.iter().map(|repeat| repeat.probability).collect();
    let probability = repeats.iter().sum::<f64>() / repeats.len() as f64;
    let levels = all.iter().map(|repeat| repeat.levels).max().unwrap_or(0);
    let interval = if levels == 0 {
        // independent members alone
        let of = asked.subset.members * asked.subset.repeats;
        Proportion { having: (probability * of as f64).round() as u64, of }.interval()
    } else if probability == 0.0 {
        None
    } else {
        Interval::of_replicates(probability, &repeats).map(|interval| interval.within([0.0, 1.0]))
    };
    let stuck = all.iter().filter(|repeat| repeat.is_stuck).count() as u64;
    SubsetFound { repeats, levels, members, probability, interval, stuck }
}
