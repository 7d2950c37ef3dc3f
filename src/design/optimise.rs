//! All starts of a design.

use super::evaluate::{Failed, evaluate};
use super::fit::{fit, standard_errors};
use super::goal::{Design, Goal};
use super::lockstep::{Asker, lockstep};
use super::minimise::minimise;
use super::walk::{Reason, Walk};
use crate::ensemble::{BackendError, BackendPool, Study};

/// Is how many starts a design may have: each has a thread.
pub const MOST_STARTS: u64 = 1024;

/// How often an optimiser goes on after a member that fails.
const RETRIES: i32 = 5;

/// Says why a design cannot be optimised.
#[derive(Debug, thiserror::Error)]
pub enum DesignError {
    /// There are too many starts.
    #[error("the plan has {0} members, each of them a start; accepted: at most {MOST_STARTS} (--members)")]
    TooManyStarts(u64),
    /// The starts cannot have threads.
    #[error("the threads of the starts cannot be begun: {0}; choose fewer --members")]
    Threads(#[from] std::io::Error),
    /// No backend can compute the points.
    #[error(transparent)]
    Backend(#[from] BackendError),
}

/// Says what became of a start.
#[derive(Clone, Debug, PartialEq)]
pub struct StartResult {
    /// The parameters that it began with.
    pub start: Vec<f64>,
    /// The best parameters that were found; those of the start where none has an objective.
    pub point: Vec<f64>,
    /// The objective there: the output, or the sum of squares.
    pub objective: Option<f64>,
    /// The norm of the gradient by parameters in units of their intervals, without what points out of them.
    pub gradient: Option<f64>,
    /// Iterations.
    pub iterations: u64,
    /// Points that were integrated.
    pub evaluations: u64,
    /// Why it ended.
    pub reason: Reason,
    /// Where a member had no outputs, and what became of it.
    pub failed: Option<(Vec<f64>, Failed)>,
    /// Standard errors of fitted parameters.
    pub standard_errors: Option<Vec<f64>>,
}

/// Says what became of all starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Optimised {
    /// The starts, by their number in the plan.
    pub starts: Vec<StartResult>,
    /// Ensembles that were integrated.
    pub rounds: u64,
    /// Members of all of them.
    pub members: u64,
}

impl Optimised {
    /// Returns the number of the start with the least objective.
    pub fn best(&self) -> Option<usize> {
        let known = self.starts.iter().enumerate().filter_map(|(i, start)| Some((i, start.objective?)));
        known.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(i, _)| i)
    }
}

/// Optimises from every member of the plan at once; `watch` hears of every ensemble how many members it has.
///
/// # Errors
/// [`DesignError`] where there are too many starts, or the points cannot be computed.
pub fn optimise(
    study: &Study,
    design: &Design,
    pool: &BackendPool<'_>,
    mut watch: impl FnMut(u64, usize),
) -> Result<Optimised, DesignError> {
    let count = study.plan().members();
    if count > MOST_STARTS {
        return Err(DesignError::TooManyStarts(count));
    }
    let starts: Vec<Vec<f64>> = (0..count)
        .map(|k| {
            let mut values = vec![0.0; study.plan().columns().len()];
            study.plan().fill(k, &mut values);
            values
        })
        .collect();
    let work = |number: usize, asker: Asker| one(design, &starts[number], asker);
    let (mut rounds, mut members) = (0, 0);
    let starts = lockstep::<_, DesignError>(starts.len(), work, |points| {
        rounds += 1;
        members += points.len() as u64;
        watch(rounds, points.len());
        Ok(evaluate(study, design, pool, points)?)
    })?;
    Ok(Optimised { starts, rounds, members })
}

/// Optimises from one start.
fn one(design: &Design, start: &[f64], asker: Asker) -> StartResult {
    let mut walk = Walk::new(design, asker);
    let (mut iterations, mut reason) = (0, Reason::Failed);
    for k in 0..=RETRIES {
        // beyond a member that fails lies nothing: on from the best point, with shorter steps at first
        let (from, scale) = (walk.best.as_ref().map_or(start, |best| &best.point).to_vec(), 10f64.powi(-k));
        let (further, end) = match &design.goal {
            Goal::Minimise(_) => minimise(&mut walk, &from, scale),
            Goal::Fit(_) => fit(&mut walk, &from, scale),
        };
        (iterations, reason) = (iterations + further, end);
        if reason != Reason::Failed || walk.best.is_none() {
            break;
        }
    }
    let best = walk.best.as_ref();
    StartResult {
        start: start.to_vec(),
        point: best.map_or_else(|| start.to_vec(), |best| best.point.clone()),
        objective: best.map(|best| best.objective),
        gradient: best.map(|best| best.gradient_norm(design)),
        iterations,
        evaluations: walk.evaluations,
        reason,
        standard_errors: match &design.goal {
            Goal::Fit(_) => best.and_then(standard_errors),
            Goal::Minimise(_) => None,
        },
        failed: walk.failed.filter(|_| reason == Reason::Failed),
    }
}
