//! What solves the linear equations for derivatives of the unknowns of a step in a recording.

use crate::linalg::Elimination;
use crate::trace::Traced;
use std::cell::RefCell;
use std::rc::Rc;

/// Says how a recording solves the linear equations for derivatives of the unknowns of a step.
#[derive(Clone, Debug)]
pub(super) enum SlopeSolver<'a> {
    /// It eliminates in a static order.
    Eliminating(&'a Elimination),
    /// The solutions are inputs, and the right sides results: who evaluates the recording solves them.
    Given(Rc<GivenSlopes>),
}

/// Solutions of linear equations that are inputs of a recording, one after another, and the right sides that belong to them.
#[derive(Debug)]
pub(in crate::ensemble) struct GivenSlopes {
    solutions: Vec<Traced>,
    loads: RefCell<Vec<Traced>>,
}

impl GivenSlopes {
    /// Takes inputs for solutions.
    pub(in crate::ensemble) fn new(solutions: &[Traced]) -> Rc<Self> {
        Rc::new(Self { solutions: solutions.to_vec(), loads: RefCell::default() })
    }
    /// Returns the right sides of all solutions.
    pub(in crate::ensemble) fn loads(&self) -> Vec<Traced> {
        self.loads.borrow().clone()
    }
    pub(super) fn next(&self, load: Vec<Traced>) -> Vec<Traced> {
        let mut loads = self.loads.borrow_mut();
        let solution = loads.len()..loads.len() + load.len();
        loads.extend(load);
        self.solutions[solution].to_vec()
    }
}
