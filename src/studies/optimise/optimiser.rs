//! All starts of a design.

use super::bounds::{ActiveBound, active, reached};
use super::evaluate::{Failed, PointAsker, evaluate, members_of};
use super::fit::{FitQuality, quality};
use super::search::search;
use super::walk::{Reason, Walk};
use crate::design::Objective;
use crate::design::{Design, Goal};
use crate::ensemble::lockstep::lockstep;
use crate::ensemble::{BackendError, BackendPool, Study};

/// Is how many starts a design may have: each has a thread.
pub const MOST_STARTS: u64 = 1024;

/// Says why a design cannot be optimised.
#[derive(Debug, thiserror::Error)]
pub enum DesignError {
    /// The plan has too many starts.
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
    /// The objective at the start.
    pub first: Option<f64>,
    /// The objective at the end: the output, or the sum of squares.
    pub objective: Option<f64>,
    /// The norm of the gradient by parameters in units of their intervals, without what points out of them; within constraints
    /// of the Lagrangian.
    pub gradient: Option<f64>,
    /// For every parameter the bound that holds it, if one does.
    pub held: Vec<Option<ActiveBound>>,
    /// Iterations.
    pub iterations: u64,
    /// Points that were integrated.
    pub evaluations: u64,
    /// Where the optimiser ended.
    pub reason: Reason,
    /// Where a member had no outputs, and what became of it.
    pub failed: Option<(Vec<f64>, Failed)>,
    /// The constraints at the best parameters.
    pub constraints: Vec<ConstraintResult>,
    /// How good the fit is, where measurements are fitted.
    pub fit: Option<FitQuality>,
}

impl StartResult {
    /// Returns the standard error of a fitted parameter, where it has one.
    pub fn standard_error(&self, parameter: usize) -> Option<f64> {
        let errors = self.fit.as_ref()?.standard_errors.as_ref()?;
        Some(errors[parameter]).filter(|error| error.is_finite())
    }

    /// Returns the parameters, which have these names, that bounds hold, in words, if some are.
    pub fn at_bounds(&self, names: &[String]) -> Option<String> {
        let word = |(name, held): (&String, &Option<ActiveBound>)| match held {
            Some(ActiveBound::Lower) => Some(format!("{name} least")),
            Some(ActiveBound::Upper) => Some(format!("{name} largest")),
            None => None,
        };
        let words: Vec<String> = names.iter().zip(&self.held).filter_map(word).collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}

/// Says how a constraint stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConstraintResult {
    /// The left side less the right one, or the other way round: not above zero where it is met, but for rounding.
    pub value: f64,
    /// The amount by which the objective falls for each unit that the constraint gives way; zero where it does not hold
    /// the point.
    pub rate: f64,
}

/// A figure over random members at the best point.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureResult {
    /// The text of the figure.
    pub text: String,
    /// What was optimised: a quantile or a probability is made smooth.
    pub smooth: f64,
    /// The figure of the same members itself.
    pub plain: f64,
    /// The figure of as many other members.
    pub others: Option<f64>,
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
    /// The figures over random members at the best point.
    pub figures: Vec<FigureResult>,
}

/// Ends are equal that differ by less: in parts of the intervals of parameters, and of the objective or what it fell by.
const EQUAL: [f64; 2] = [1e-4, 1e-6];

impl Optimised {
    /// Returns the starts by where they ended, the least objective first: each group has the same end, reason and
    /// parameters, and begins with its best start.
    pub fn equal_ends(&self, bounds: &[[f64; 2]]) -> Vec<Vec<usize>> {
        let mut order: Vec<usize> = (0..self.starts.len()).collect();
        order.sort_by(|a, b| self.by_objective(*a, *b));
        let is_equal = |a: usize, b: usize| {
            let (a, b) = (&self.starts[a], &self.starts[b]);
            let (Some(f), Some(g)) = (a.objective, b.objective) else { return false };
            let near = |((p, q), [from, to]): ((&f64, &f64), &[f64; 2])| (p - q).abs() <= EQUAL[0] * (to - from);
            let mut pairs = a.point.iter().zip(&b.point).zip(bounds);
            // of a least value that is zero the size says nothing
            let fall = |start: &StartResult, f: f64| start.first.map_or(0.0, |first| first - f);
            let size = [f.abs(), g.abs(), fall(a, f), fall(b, g)].into_iter().fold(0.0, f64::max);
            a.reason == b.reason && (f - g).abs() <= EQUAL[1] * size && pairs.all(near)
        };
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for start in order {
            match groups.iter_mut().find(|group| is_equal(group[0], start)) {
                Some(group) => group.push(start),
                None => groups.push(vec![start]),
            }
        }
        groups
    }

    /// Returns the number of the start with the least objective, of those that meet all constraints if some do.
    pub fn best(&self) -> Option<usize> {
        let known = (0..self.starts.len()).filter(|i| self.starts[*i].objective.is_some());
        known.min_by(|a, b| self.by_objective(*a, *b))
    }

    fn by_objective(&self, a: usize, b: usize) -> std::cmp::Ordering {
        let [a, b] = [a, b].map(|i| &self.starts[i]);
        let (unmet, objective) =
            (|s: &StartResult| s.reason == Reason::Infeasible, |s: &StartResult| s.objective.unwrap_or(f64::INFINITY));
        unmet(a).cmp(&unmet(b)).then(objective(a).total_cmp(&objective(b)))
    }
}

/// Optimises from every member of the plan at once, of a study that [`Design::study`] has made; `watch` hears of every
/// ensemble how many members it has.
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
            values.truncate(design.bounds.len());
            values
        })
        .collect();
    let work = |number: usize, asker: PointAsker| one(design, &starts[number], asker);
    let (mut rounds, mut members) = (0, 0);
    let each = match &design.goal {
        Goal::Minimise(Objective { random: Some(random), .. }) => random.count(),
        _ => 1,
    };
    let starts = lockstep::<_, _, _, DesignError>(starts.len(), work, |points| {
        rounds += 1;
        members += (points.len() * each) as u64;
        watch(rounds, points.len());
        Ok(evaluate(study, design, pool, points)?)
    })?;
    let mut found = Optimised { starts, rounds, members, figures: Vec::new() };
    if let (Goal::Minimise(objective), Some(best)) = (&design.goal, found.best()) {
        found.figures = figures(study, (design, objective), pool, &found.starts[best].point)?;
    }
    Ok(found)
}

/// Returns the figures over random members at a point.
fn figures(
    study: &Study,
    (design, objective): (&Design, &Objective),
    pool: &BackendPool<'_>,
    point: &[f64],
) -> Result<Vec<FigureResult>, BackendError> {
    let Some(random) = &objective.random else { return Ok(Vec::new()) };
    let of = |random: &[f64]| {
        let found = members_of(study, (design, objective), pool, (&[point.to_vec()], random))?;
        Ok::<_, BackendError>(found.into_iter().next().and_then(Result::ok))
    };
    let (Some(own), others) = (of(&random.values)?, of(&random.others)?) else { return Ok(Vec::new()) };
    let mut figures = Vec::new();
    for quantity in std::iter::once(&objective.minimise).chain(&objective.constraints) {
        let (smooth, plain) = (quantity.smooth_terms(&own), quantity.plain_terms(&own));
        let others = others.as_ref().map(|others| quantity.plain_terms(others));
        for (i, term) in quantity.terms.iter().enumerate() {
            let others = others.as_ref().map(|others| others[i]);
            let found = FigureResult { text: term.text.clone(), smooth: smooth[i], plain: plain[i], others };
            if !figures.contains(&found) {
                figures.push(found);
            }
        }
    }
    Ok(figures)
}

/// Optimises from one start.
fn one(design: &Design, start: &[f64], asker: PointAsker) -> StartResult {
    let mut walk = Walk::new(design, asker);
    let (iterations, mut reason) = search(&mut walk, start);
    let best = walk.best.as_ref();
    let fit = match &design.goal {
        Goal::Fit(measured) => best.map(|best| quality(best, design, measured)),
        Goal::Minimise(_) => None,
    };
    if reason == Reason::Converged && fit.as_ref().is_some_and(|fit| !fit.undetermined.is_empty()) {
        reason = Reason::Undetermined;
    }
    StartResult {
        start: start.to_vec(),
        point: best.map_or_else(|| start.to_vec(), |best| best.point.clone()),
        first: walk.first,
        objective: best.map(|best| best.evaluation.objective(&design.goal).0),
        gradient: best.map(|best| best.gradient_norm(design)),
        held: match best {
            None => vec![None; start.len()],
            // the gradient of one side of a kink does not tell
            Some(best) if reason == Reason::AtKink => reached(&design.bounds, &best.point),
            Some(best) => active(&design.bounds, &best.point, &best.gradient),
        },
        iterations,
        evaluations: walk.evaluations,
        reason,
        constraints: best.zip(walk.multipliers.as_ref()).map_or_else(Vec::new, |(best, multipliers)| {
            let values = best.evaluation.values[1..].iter().copied();
            values.zip(multipliers.rates()).map(|(value, rate)| ConstraintResult { value, rate }).collect()
        }),
        fit,
        failed: walk.failed.filter(|_| reason == Reason::Failed),
    }
}
