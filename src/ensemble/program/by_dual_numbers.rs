//! Derivatives by dual numbers through the equations as they are written, which recordings are compared with.

use super::implicit::{Iterate, parts};
use super::{Equations, Shape, StudyFunction};
use crate::ensemble::iteration::step_reference;
use crate::ensemble::{InitialStates, Members, Study, initial_state_tape, record_function};
use crate::integrator::newton::{Stiffness, TangentOperator};
use crate::integrator::step::End;
use crate::io::scenario::{Overrides, Scenario};
use crate::linalg::{DMatrix, DVector, Equilibrated, Row, dense, sparse};
use crate::num::{Dual, Precision, Real};
use crate::trace::interpret;
use std::path::Path;

impl<R: Real> Equations<'_, R> {
    /// Computes the iteration matrix (40), row by row, by dual numbers.
    fn matrix_by_dual_numbers(
        &mut self,
        at: &Iterate<'_, R>,
        operator: TangentOperator,
        stiffness: Stiffness,
    ) -> Vec<Vec<R>> {
        let count = at.residual.len();
        let corrections = self.corrections(at);
        let directions = at.step.directions(&at.unknowns, &at.end, operator, &corrections);
        let constant = |x: R| Dual { re: x, eps: [R::zero()] };
        let (sees_velocities, is_symmetric) =
            (self.study.implicit_layout().sees_velocities(), self.study.has_symmetric_stiffness());
        let mut moving_twice = (sees_velocities || is_symmetric).then(|| {
            let parameters: Vec<_> =
                self.parameters.iter().map(|p| Dual { re: constant(*p), eps: [Dual::zero()] }).collect();
            self.study.formulated().system(&self.study.mechanism, &parameters)
        });
        let mut moving_thrice = self.study.implicit_layout().solves_end.then(|| {
            let constant = |x: &R| Dual::resting(Dual::resting(Dual::resting(*x)));
            let parameters: Vec<Dual<Dual<Dual<R, 1>, 1>, 1>> = self.parameters.iter().map(constant).collect();
            self.study.formulated().system(&self.study.mechanism, &parameters)
        });
        let moving = self.rate_system();
        let mut rows = vec![vec![R::zero(); count]; count];
        let mut column = Vec::new();
        for (end, directions) in parts(&at.end, directions, stiffness) {
            for j in 0..count {
                let along = |values: &[R], rows: &[Row<R>]| -> Vec<Dual<R, 1>> {
                    let slope = |row: &Row<R>| row.iter().find(|(k, _)| *k == j).map_or_else(R::zero, |(_, d)| *d);
                    values.iter().zip(rows).map(|(x, row)| Dual { re: *x, eps: [slope(row)] }).collect()
                };
                let end = End {
                    q: along(&end.q, &directions.q),
                    v: along(&end.v, &directions.v),
                    scaled_rate: along(&end.scaled_rate, &directions.scaled_rate),
                    scaled_multipliers: along(&end.scaled_multipliers, &directions.scaled_multipliers),
                    increment: along(&end.increment, &directions.increment),
                };
                at.step.residual(constant, moving, &end, &mut column);
                if let Some(moving_thrice) = &mut moving_thrice {
                    at.step.end_residual(constant, moving_thrice, &end, &mut column);
                }
                if let Some(moving_twice) = &mut moving_twice {
                    let step = at.step.step();
                    if sees_velocities {
                        step.velocity_residual(constant, moving_twice, &end, &mut column);
                    }
                    if is_symmetric {
                        step.symmetrise(constant, moving_twice, &end, &mut column);
                    }
                }
                rows.iter_mut().zip(&column).for_each(|(row, r)| row[j] = row[j] + r.eps[0]);
            }
        }
        rows
    }
}

impl Equations<'_, f64> {
    /// Evaluates a function with derivatives, by dual numbers: see [`Equations::evaluate`].
    fn evaluate_with_derivatives(&mut self, function: StudyFunction, inputs: &[f64], out: &mut Vec<f64>) {
        self.evaluate(function, inputs, out);
        let shape = self.shape;
        assert!(!shape.twice, "second derivatives are those of recorded functions");
        if shape.carried() == 0 || out.is_empty() {
            return;
        }
        let matrix = (shape.unknowns > 0 && function == StudyFunction::Step).then(|| {
            let at = self.at_iterate(inputs);
            let rows = self.matrix_by_dual_numbers(&at, TangentOperator::Exact, Stiffness::Complete);
            Equilibrated::new(&sparse(&DMatrix::from_fn(rows.len(), rows.len(), |i, j| rows[i][j])))
        });
        let mut all: Vec<Vec<f64>> = Vec::new();
        for k in 0..shape.directions {
            let by = self.study.directions()[k].parameter();
            let mut equations = Equations::with_parameters(self.study, Dual::by_one(&self.parameters, by));
            // the first inputs are the parameters that the plan varies
            let mut moving = Dual::by_one(inputs, self.study.varied().iter().position(|at| Some(*at) == by));
            if function != StudyFunction::InitialState {
                if k < shape.carried() || function != StudyFunction::Step {
                    for i in 0..shape.motion() {
                        moving[shape.parameters + i].eps[0] = inputs[shape.parameters + shape.derivatives(k).start + i];
                    }
                }
                moving[shape.time()].eps[0] = self.time_slope(function, inputs[shape.time()], k);
            }
            if function == StudyFunction::Step {
                for (place, is_solved) in self.lengths() {
                    moving[place].eps[0] = self.length_slope(inputs, k, is_solved);
                }
            }
            if let Some(matrix) = &matrix {
                let at = equations.at_iterate(&moving);
                let right = DVector::from_fn(at.residual.len(), |i, _| -at.residual[i].eps[0]);
                for (x, slope) in moving[shape.unknowns()].iter_mut().zip(matrix.solve(&right).iter()) {
                    x.eps[0] = *slope;
                }
            }
            let mut slopes = Vec::new();
            let eps = |all: &[Dual<f64, 1>]| all.iter().map(|x| x.eps[0]).collect::<Vec<f64>>();
            if function == StudyFunction::Monitored {
                all.push(eps(&equations.monitored_values(&moving)));
                continue;
            }
            equations.evaluate(function, &moving, &mut slopes);
            slopes.truncate(if function == StudyFunction::Outputs { slopes.len() } else { shape.motion() });
            let mut slopes = eps(&slopes);
            if function == StudyFunction::Step && k == shape.carried() {
                let before = &inputs[shape.parameters..][shape.derivatives(k)];
                slopes.iter_mut().zip(before).for_each(|(slope, x)| *slope -= *x);
            }
            all.push(slopes);
        }
        match function {
            StudyFunction::Outputs => self.write_columns(inputs, &all, out),
            StudyFunction::Monitored => {
                out.extend((0..all[0].len()).flat_map(|i| all.iter().map(move |slopes| slopes[i])))
            }
            StudyFunction::Step | StudyFunction::InitialState => {
                out.splice(shape.motion()..shape.motion(), all.concat());
            }
        }
    }
}

fn study(name: &str, changed: &[(&str, &str)]) -> Study {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(name).with_extension("toml");
    let mut text = std::fs::read_to_string(&path).unwrap();
    for (from, to) in changed {
        assert!(text.contains(from), "{name}: {from}");
        text = text.replace(from, to);
    }
    Scenario::parse(&path, &text, Overrides::default()).unwrap_or_else(|e| panic!("{name}: {e}")).study
}

/// Compares numbers to a part of the largest of them.
fn close(name: &str, found: &[f64], expected: &[f64], part: f64) {
    assert_eq!(found.len(), expected.len(), "{name}");
    let size = expected.iter().fold(f64::MIN_POSITIVE, |size, x| size.max(x.abs()));
    for (i, (a, b)) in found.iter().zip(expected).enumerate() {
        assert!((a - b).abs() <= part * size, "{name}, {i}: {a:e} {b:e}, of {size:e}");
    }
}

/// Matrices that leave something out are recorded as they are written.
#[test]
fn recorded_iteration_matrices_are_those_of_dual_numbers() {
    for (name, integrator) in [
        ("heavy_top_constrained", "generalized_alpha"),
        ("heavy_top_constrained", "rattle"),
        ("rssr", "generalized_alpha"),
        ("rssr", "rattle"),
        ("heavy_top_constrained", "dg"),
        ("heavy_top_constrained", "radau2a_3"),
        ("rssr", "dg"),
        ("rssr", "radau2a"),
    ] {
        for newton in ["stiffness = \"complete\"", "stiffness = \"applied\"", "tangent = \"neglected\""] {
            if !["generalized_alpha", "rattle"].contains(&integrator) && !newton.contains("complete") {
                continue;
            }
            let method = format!("[method]\nnewton = {{ {newton} }}\n");
            let of = format!("integrator = \"{integrator}\"");
            let study = study(name, &[("integrator = \"generalized_alpha\"", &of), ("[method]\n", &method)]);
            let (shape, reference) = (Shape::new(&study), step_reference(&study));
            let newton = &study.method.implicit.newton;
            for inputs in &reference.inputs {
                let mut equations = Equations::new(&study, &inputs[..shape.parameters]);
                let at = equations.at_iterate(inputs);
                let expected = equations.matrix_by_dual_numbers(&at, newton.operator, newton.stiffness).concat();
                let found = dense(&reference.matrix.at(inputs), shape.unknowns).transpose();
                close(&format!("{name}, {integrator}, {newton:?}"), found.as_slice(), &expected, 1e-13);
            }
        }
    }
}

/// Returns the inputs of steps that are worth a look, without what solving an implicit step finds where it fails.
fn steps(study: &Study) -> Vec<Vec<f64>> {
    let shape = Shape::new(study);
    if study.is_implicit() {
        // of each member the predictor, then what solves the step
        return step_reference(study).inputs.iter().skip(1).step_by(2).cloned().collect();
    }
    let tape = initial_state_tape(study);
    let of = |member: u64| {
        let members = Members::draw(study, member, 1);
        let start = InitialStates::recorded(study, tape.as_ref()).of(&members, 0..1);
        let mut inputs = [members.row(0), start.state].concat();
        // derivatives that are not zero
        inputs[shape.parameters + shape.motion()..]
            .iter_mut()
            .zip(0..)
            .for_each(|(x, i)| *x += (0.3 * f64::from(i)).sin());
        inputs.extend([0.1, start.first_step, 1.0, 1.0]);
        inputs
    };
    (0..study.plan().members().min(3)).map(of).collect()
}

#[test]
fn recorded_derivatives_are_those_of_dual_numbers() {
    let derivatives = ("[method]", "[sensitivity]\nparameters = \"all\"\n[method]");
    let simplified = |kind: &str| {
        format!("[sensitivity]\nparameters = \"all\"\nsimplified = \"{kind}\"\n[method]\nform = \"residual\"")
    };
    let alpha = ("integrator = \"rkmk4\"", "integrator = \"generalized_alpha\"");
    let [free, without, symmetric] = ["reference_free", "without_k_g", "symmetric_stiffness"].map(simplified);
    for (name, changed) in [
        ("four_bar_design", vec![]),
        ("rotor_bearings", vec![]),
        ("heavy_top_uncertain", vec![]),
        ("puma560_payload", vec![]),
        ("slider_crank_design", vec![]),
        ("heavy_top_sweep", vec![derivatives]),
        ("lorenz", vec![derivatives]),
        ("double_pendulum_map", vec![derivatives]),
        ("precession", vec![derivatives]),
        ("controlled_link", vec![derivatives]),
        ("slider_crank", vec![derivatives]),
        ("follower", vec![derivatives]),
        ("heavy_top_bruls", vec![derivatives]),
        ("heavy_top_sweep", vec![alpha, ("[method]", free.as_str())]),
        ("heavy_top_sweep", vec![alpha, ("[method]", without.as_str())]),
        ("heavy_top_sweep", vec![alpha, ("[method]", symmetric.as_str())]),
    ] {
        let study = study(name, &changed);
        let name = &format!("{name}, {:?}", study.method.implicit.simplification);
        let shape = Shape::new(&study);
        let all = steps(&study);
        assert!(!all.is_empty(), "{name}");
        for inputs in all {
            for function in StudyFunction::ON_THE_WAY {
                let mut own = inputs.clone();
                own.truncate(shape.time() + if function == StudyFunction::Step { inputs.len() } else { 1 });
                own.resize(shape.input_count(function), 0.7);
                let graph = record_function(&study, function, Precision::Double);
                let (found, mut expected) = (interpret(&graph, &own), Vec::new());
                Equations::new(&study, &own[..shape.parameters]).evaluate_with_derivatives(
                    function,
                    &own,
                    &mut expected,
                );
                // accelerations and multipliers of an implicit step are differences of positions over the square of its length
                let rounding = if study.is_implicit() { 1e-15 / inputs[shape.length()].powi(2) } else { 1e-12 };
                close(&format!("{name}, {function:?}"), &found, &expected, 1e3 * rounding);
            }
        }
    }
}
