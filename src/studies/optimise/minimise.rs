//! Minimisation by L-BFGS with the line search of More and Thuente, from the crate argmin.

use super::walk::{Reason, Walk};
use argmin::core::{CostFunction, Error, Executor, Gradient, State, TerminationReason, TerminationStatus};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use std::cell::RefCell;
use std::rc::Rc;

/// Steps that are remembered.
const MEMORY: usize = 10;

/// Where the gradient, and the change of the objective, are taken as zero, in units of the objective and its gradient at
/// the start.
const GRADIENT: f64 = 1e-9;
const CHANGE: f64 = 1e-14;

/// The objective over free numbers, in units of what it is at the start.
#[derive(Clone)]
struct Scaled<'a, 'b> {
    walk: Rc<RefCell<&'a mut Walk<'b>>>,
    unit: f64,
}

fn failed() -> Error {
    Error::msg("no value")
}

impl CostFunction for Scaled<'_, '_> {
    type Param = Vec<f64>;
    type Output = f64;
    fn cost(&self, x: &Vec<f64>) -> Result<f64, Error> {
        let mut walk = self.walk.borrow_mut();
        walk.at(x).map(|place| place.objective / self.unit).ok_or_else(failed)
    }
}

impl Gradient for Scaled<'_, '_> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;
    fn gradient(&self, x: &Vec<f64>) -> Result<Vec<f64>, Error> {
        let mut walk = self.walk.borrow_mut();
        let place = walk.at(x).ok_or_else(failed)?;
        Ok(place.free_gradient().iter().map(|g| g / self.unit).collect())
    }
}

/// Minimises from a start with a first step of this size and at most so many iterations, and returns after how many it
/// ended, and why; it is not known yet what [`Reason::NoDescent`] means.
pub(super) fn minimise(walk: &mut Walk<'_>, start: &[f64], scale: f64, most: u64) -> (u64, Reason) {
    let x = walk.free(start);
    let Some(first) = walk.at(&x) else { return (0, Reason::Failed) };
    let gradient = first.free_gradient().iter().map(|g| g * g).sum::<f64>().sqrt();
    // the first step is the gradient in this unit
    let unit = first.objective.abs().max(gradient) / scale;
    if unit <= 0.0 || !unit.is_finite() {
        return (0, Reason::Converged);
    }
    let problem = Scaled { walk: Rc::new(RefCell::new(walk)), unit };
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), MEMORY)
        .with_tolerance_grad(GRADIENT * scale)
        .and_then(|solver| solver.with_tolerance_cost(CHANGE * scale));
    // both tolerances are positive
    let Ok(solver) = solver else { return (0, Reason::NoDescent) };
    let end = Executor::new(problem.clone(), solver).configure(|state| state.param(x).max_iters(most)).run();
    let Ok(end) = end else { return (0, Reason::Failed) };
    let iterations = end.state().get_iter();
    let reason = match end.state().get_termination_status() {
        TerminationStatus::Terminated(TerminationReason::SolverConverged) => Reason::Converged,
        TerminationStatus::Terminated(TerminationReason::MaxItersReached) => Reason::Limit,
        _ if problem.walk.borrow().failed.is_some() => Reason::Failed,
        _ => Reason::NoDescent,
    };
    (iterations, reason)
}
