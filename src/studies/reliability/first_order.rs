//! Design points of all limit states, and what follows from them for the system.

use super::evaluate::{Evaluator, Question};
use super::form::{End, PointAsker, Search, search, starts};
use super::members::MemberLog;
use super::points::{DesignPoint, LimitResult, add_curvatures, distinct, events, half_spaces};
use super::stop::Stop;
use super::system::{SystemProbability, cut_sets, nearest, probability};
use crate::ensemble::lockstep::lockstep;
use crate::studies::Failure;
use std::io;

/// What the search for design points found.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FirstOrder {
    pub(super) searches: Vec<Search>,
    pub(super) limits: Vec<LimitResult>,
    pub(super) points: Vec<DesignPoint>,
    /// The cut sets of the system, by the numbers of points; nothing where a limit state is not known, or there are too many.
    pub(super) sets: Option<Vec<Vec<usize>>>,
    /// The probability by planes at the points, and by each formula of curvatures.
    pub(super) form: Option<SystemProbability>,
    pub(super) sorm: [Option<SystemProbability>; 3],
}

/// Why a round has no answers.
enum Stopped {
    Failure(Failure),
    NoThread(io::Error),
}

impl From<io::Error> for Stopped {
    fn from(error: io::Error) -> Self {
        Self::NoThread(error)
    }
}

/// Searches from all starts for the design points of all limit states, each round one ensemble.
///
/// # Errors
/// Where members cannot be computed, or there are no threads.
pub(super) fn find(evaluator: &Evaluator<'_>, stop: &Stop<'_>, log: &mut MemberLog) -> Result<FirstOrder, Failure> {
    let asked = evaluator.asked;
    let starts = starts(evaluator.space.dimension(), asked.starts, asked.seed);
    let count = starts.len();
    let work =
        |number: usize, asker: PointAsker| search(number / count, (number % count, &starts[number % count]), &asker);
    let mut round = 0;
    let searches = lockstep::<_, _, _, Stopped>(count * asked.limit_states.len(), work, |questions: &[Question]| {
        round += 1;
        stop.check("form", round).map_err(Stopped::Failure)?;
        log.begin("form", round, Vec::new());
        evaluator.margins(questions, log).map_err(|error| Stopped::Failure(stop.failure(error)))
    });
    let searches = searches.map_err(|stopped| match stopped {
        Stopped::Failure(failure) => failure,
        Stopped::NoThread(error) => {
            Failure::other(format!("the threads of the starts cannot be begun: {error}; choose fewer starts"))
        }
    })?;
    log.begin("form", round + 1, Vec::new());
    let medians: Vec<Question> = (0..asked.limit_states.len()).map(|k| (k, vec![0.0; starts[0].len()])).collect();
    let medians = evaluator.margins(&medians, log).map_err(|error| stop.failure(error))?;
    let of = |(limit, median): (usize, &Result<_, _>)| limit_result(&searches, limit, median.as_ref().ok());
    let limits: Vec<LimitResult> = medians.iter().enumerate().map(of).collect();
    let mut points = distinct(evaluator.space, &searches, &limits);
    log.begin("sorm", round + 2, Vec::new());
    add_curvatures(evaluator, &mut points, log).map_err(|error| stop.failure(error))?;
    let points = standing(points);
    let mut found = FirstOrder { searches, limits, points, sets: None, form: None, sorm: [None; 3] };
    // where no search found anything, the limit state is never passed; without any that did nothing is known
    let is_known = found.limits.iter().all(|limit| limit.unknown.is_none());
    if is_known && found.searches.iter().any(|search| search.end == End::Converged) {
        found.sets = cut_sets(&asked.failure, &events(&found.points, &found.limits));
    }
    if let Some(sets) = &found.sets {
        let of = |formula: Option<usize>| {
            Some(probability(sets, &half_spaces(&found.points, formula)?)).filter(|found| found.sum.is_finite())
        };
        found.form = of(None);
        found.sorm = [0, 1, 2].map(|formula| of(Some(formula)));
    }
    Ok(found)
}

/// Returns what is known of a limit state, by its searches and by its margin at the medians.
fn limit_result(searches: &[Search], limit: usize, median: Option<&super::evaluate::Margin>) -> LimitResult {
    let own = || searches.iter().filter(|search| search.limit == limit);
    let has = |end: End| own().any(|search| search.end == end);
    let unknown = match () {
        () if has(End::Converged) => None,
        () if has(End::IterationLimit) => Some("no start of it converged"),
        () if has(End::MemberFailed) => Some("starts of it ended at members that failed"),
        () => None,
    };
    LimitResult { fails_at_median: median.map(|margin| margin.value < 0.0), unknown }
}

/// Leaves out points beside which others of their limit state are nearer, where there are such, and all but one of those that
/// do not stand alone.
fn standing(points: Vec<DesignPoint>) -> Vec<DesignPoint> {
    let mut kept: Vec<DesignPoint> = Vec::new();
    let limits = points.iter().map(|point| point.limit).max().map_or(0, |limit| limit + 1);
    for limit in 0..limits {
        let own = || points.iter().filter(|point| point.limit == limit);
        let nearest: Vec<DesignPoint> = own().filter(|point| point.is_nearest).cloned().collect();
        kept.extend(if nearest.is_empty() { own().take(1).cloned().collect() } else { nearest });
    }
    kept
}

impl FirstOrder {
    /// Returns the points that members of importance sampling are drawn around: of every cut set the nearest one, with its
    /// probability.
    pub(super) fn centres(&self) -> Option<(Vec<Vec<f64>>, Vec<f64>)> {
        let halves = half_spaces(&self.points, None)?;
        let sets = self.sets.as_ref().filter(|sets| !sets.is_empty())?;
        let dimension = self.searches.first()?.u.len();
        let centre = |set: &Vec<usize>| if set.is_empty() { vec![0.0; dimension] } else { nearest(set, &halves) };
        let of = |set: &Vec<usize>| {
            let found = probability(std::slice::from_ref(set), &halves).sum;
            // one that is not known is given few members
            if found.is_finite() { found } else { 0.0 }
        };
        Some((sets.iter().map(centre).collect(), sets.iter().map(of).collect()))
    }
}
