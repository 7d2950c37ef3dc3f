//! What fixes the time of a motion that may begin at any.

use super::Phase;
use super::map::{Node, PeriodMap, State};
use crate::ensemble::Study;
use crate::linalg::{DMatrix, DVector};
use crate::num::Dual;
use crate::problem::along;

/// The step of differences of phases, in increments of a node.
const STEP: f64 = 1e-6;

/// Evaluates phases of states.
#[derive(Debug)]
pub(super) struct PhaseAt<'a> {
    pub map: &'a PeriodMap,
    /// The study whose outputs phases are of.
    pub study: &'a Study,
    pub phase: Phase,
}

impl PhaseAt<'_> {
    /// Returns what is to be zero at a state, and its rate along the motion.
    pub(super) fn value(&self, parameters: &[f64], state: &State) -> Option<[f64; 2]> {
        let study = self.study;
        let rates = self.map.acceleration(parameters, state, 0.0)?;
        let all: Vec<Dual<Dual<f64, 1>, 1>> = parameters.iter().map(|p| Dual::resting(Dual::resting(*p))).collect();
        let system = study.formulated().system(&study.mechanism, &all);
        // along the motion twice: values, rates and their rates
        let inner = |numbers: &[f64]| numbers.iter().map(|x| Dual::<f64, 1>::resting(*x)).collect::<Vec<_>>();
        let layout = study.layout();
        let (q, v) = along(layout, &state.q, &state.v, &rates);
        let rate = inner(&rates);
        let (q, v) = along(layout, &q, &v, &rate);
        let t = Dual { re: Dual { re: 0.0, eps: [1.0] }, eps: [Dual { re: 1.0, eps: [0.0] }] };
        let mut outputs = Vec::new();
        system.outputs(t, (&q, &v), None, &mut outputs);
        Some(match self.phase {
            Phase::Value(output, value) => [outputs[output].re.re - value, outputs[output].eps[0].re],
            Phase::Turns(output) => [outputs[output].eps[0].re, outputs[output].eps[0].eps[0]],
        })
    }

    /// Returns what is to be zero at a state and its derivatives by all its increments.
    pub(super) fn whole_row(&self, parameters: &[f64], state: &State) -> Option<(f64, DVector<f64>)> {
        let size = self.map.between(state, state).len();
        self.row(parameters, &Node { state: state.clone(), basis: DMatrix::identity(size, size) })
    }

    /// Returns what is to be zero at a node and its derivatives by the increments that hold the constraints.
    pub(super) fn row(&self, parameters: &[f64], node: &Node) -> Option<(f64, DVector<f64>)> {
        let here = self.value(parameters, &node.state)?[0];
        let mut row = DVector::zeros(node.basis.ncols());
        for (j, column) in node.basis.column_iter().enumerate() {
            let at = |by: f64| {
                let moved = self.map.moved(&node.state, &(column * by), (parameters, 0.0));
                Some(self.value(parameters, &moved)?[0])
            };
            row[j] = (at(STEP)? - at(-STEP)?) / (2.0 * STEP);
        }
        Some((here, row))
    }
}
