//! Motions within elements in time of the Galerkin methods, sampled as elements say or corrected.

use super::FieldCorrection;
use super::map::PeriodMap;
use crate::ensemble::Study;
use crate::ensemble::program::{Equations, Shape, StudyFunction};
use crate::integrator::{Correction, Element, Scheme};

/// How often nodal velocities are improved, by half each time: to rounding.
const SWEEPS: usize = 60;

/// The fields of a motion by elements.
#[derive(Debug)]
pub(super) struct Fields<'a> {
    pub map: &'a PeriodMap,
    /// The study whose outputs are looked at.
    pub study: &'a Study,
    /// The values of all parameters.
    pub parameters: &'a [f64],
    /// The period, s.
    pub period: f64,
    pub correction: FieldCorrection,
}

impl Fields<'_> {
    /// Returns the outputs at some times, s, of the motion through states at its nodes. At nodes they are those of the elements that end
    /// there.
    pub(super) fn outputs(&self, trace: &[Vec<f64>], times: &[f64]) -> Vec<Vec<f64>> {
        let Self { map, study, parameters, period, correction } = *self;
        let plain = &map.plain.study;
        let (layout, shape, count) = (plain.layout(), Shape::new(plain), trace.len() - 1);
        let n = layout.quadratures().start;
        let h = period / count as f64;
        let Scheme::Implicit(scheme) = plain.method.integrator.scheme else { unreachable!("elements in time") };
        let node = |state: &'_ [f64]| {
            let (q, rest) = state.split_at(shape.coordinates);
            let (v, history) = rest.split_at(shape.velocities);
            [q.to_vec(), v.to_vec(), plain.implicit_layout().of_scheme(history)[0][..n].to_vec()]
        };
        let nodes: Vec<[Vec<f64>; 3]> = trace.iter().map(|state| node(state)).collect();
        let slices = |k: usize| nodes[k].each_ref().map(Vec::as_slice);
        let of =
            |k: usize| Element::new(scheme.kind, (layout, plain.method.implicit.group), h, [slices(k), slices(k + 1)]);
        let elements: Vec<Element<'_>> = (0..count).map(of).collect();
        let nodal = if correction == FieldCorrection::Reinterpolation { nodal(&elements) } else { Vec::new() };
        let mut equations = Equations::with_all_parameters(study, parameters);
        let row = || study.varied().iter().map(|at| parameters[*at]);
        let at = |time: &f64| {
            let past = (time / h - 1e-9).ceil().max(0.0) as usize;
            // at the beginning of the period the last element ends
            let (k, part) = if past == 0 { (count - 1, 1.0) } else { (past - 1, time / h - (past - 1) as f64) };
            let by = match correction {
                FieldCorrection::None => Correction::None,
                FieldCorrection::Radau => Correction::Radau,
                FieldCorrection::Reinterpolation => Correction::Nodal([&nodal[k], &nodal[(k + 1) % count]]),
            };
            let [mut q, v, rate] = elements[k].state(part.min(1.0), by);
            if past == 0 {
                q = map.advanced_back(&q, 1);
            }
            map.follow(parameters, &mut q, *time);
            // no multipliers are known, and outputs with integrals have ends alone
            let own = Shape::new(study);
            let mut inputs: Vec<f64> = row().chain(q).chain(v[..n].iter().copied()).collect();
            inputs.resize(inputs.len() + own.velocities - n, 0.0);
            inputs.extend(rate);
            inputs.resize(own.parameters + own.state(), f64::NAN);
            inputs.push(*time);
            let mut out = Vec::new();
            equations.evaluate(StudyFunction::Outputs, &inputs, &mut out);
            out
        };
        times.iter().map(at).collect()
    }
}

/// Returns the velocities at the beginnings of all elements of a function that is linear within them, goes on from the last to the first,
/// and comes nearest to those of the elements: (6.26).
fn nodal(elements: &[Element<'_>]) -> Vec<Vec<f64>> {
    let count = elements.len();
    let before = |k: usize| (k + count - 1) % count;
    let wanted = |k: usize, i: usize| {
        let ([_, own], [first, last]) = (elements[before(k)].velocities(), elements[k].velocities());
        elements[before(k)].velocities()[0][i] + 2.0 * own[i] + 2.0 * first[i] + last[i]
    };
    let size = elements[0].velocities()[0].len();
    let right: Vec<Vec<f64>> = (0..count).map(|k| (0..size).map(|i| wanted(k, i)).collect()).collect();
    let mut all = vec![vec![0.0; size]; count];
    for _ in 0..SWEEPS {
        for k in 0..count {
            for i in 0..size {
                all[k][i] = (right[k][i] - all[before(k)][i] - all[(k + 1) % count][i]) / 4.0;
            }
        }
    }
    all
}
