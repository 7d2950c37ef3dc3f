//! The functions of a study as graphs.

use super::Study;
use super::iteration::{elimination_of_derivatives, matrix_of_derivatives, step_reference};
use super::pivoted_step::PivotedStep;
use super::program::{
    Dependences, Equations, GivenSlopes, Shape, StudyFunction, fixed_parameters, fixed_values, inputs, reads,
    with_fixed_parameters,
};
use crate::linalg::Elimination;
use crate::num::{Precision, Real};
use crate::trace::{Graph, Input, Rate, Schedule, Tape, Traced, record};

/// Records what is made of the equations of a study and of these inputs, which begin with the varied parameters.
///
/// What the state is differentiated by is a number while it is recorded, and a constant afterwards where the plan does not
/// vary it.
fn record_in_order(
    study: &Study,
    precision: Precision,
    inputs: Vec<Input>,
    order: Option<Elimination>,
    function: impl FnOnce(&mut Equations<'_, Traced>, &[Traced]) -> Vec<Traced>,
) -> Graph {
    let (all, count) = (with_fixed_parameters(study, inputs.clone()), inputs.len());
    let dependences = dependences(study);
    let graph = record(precision, all, |all| {
        let mut equations = Equations::with_fixed_parameters(study, all, count);
        if let Some(dependences) = &dependences {
            equations = equations.with_dependences(dependences);
        }
        if let Some(order) = &order {
            equations = equations.with_elimination(order);
        }
        function(&mut equations, &all[..count])
    });
    let fixed = fixed_values(study);
    if fixed.is_empty() { graph } else { graph.with_last_inputs(&fixed) }
}

/// Records what is made of the equations of a study, a step among it, and of these inputs, which begin with the varied
/// parameters.
pub(super) fn record_step(
    study: &Study,
    precision: Precision,
    inputs: Vec<Input>,
    function: impl FnOnce(&mut Equations<'_, Traced>, &[Traced]) -> Vec<Traced>,
) -> Graph {
    let differentiates = study.is_implicit() && !study.directions().is_empty();
    let order = differentiates.then(|| elimination_of_derivatives(study, precision, &step_reference(study).inputs));
    record_in_order(study, precision, inputs, order, function)
}

/// Returns which numbers of the state of a study depend on which parameters, where second derivatives make that worth
/// knowing. Of an implicit method every number depends on each parameter that a step or a start reads.
fn dependences(study: &Study) -> Option<Dependences> {
    let shape = Shape::new(study);
    if !shape.twice {
        return None;
    }
    let fixed = fixed_parameters(study);
    let nominal = study.without_directions();
    type Results<'f> = &'f dyn Fn(&mut Equations<'_, Traced>, &[Traced]) -> Vec<Traced>;
    let recorded = |function: StudyFunction, of: Results<'_>| {
        let own = inputs(&nominal, function);
        let count = own.len();
        let further = fixed.iter().map(|at| study.mechanism.parameters[*at].name.clone());
        let all = own.into_iter().chain(further.map(|name| Input { name: format!("p_{name}"), rate: Rate::Member }));
        let graph = record(Precision::Double, all.collect(), |all| {
            of(&mut Equations::with_further_parameters(&nominal, all, count, &fixed), &all[..count])
        });
        let place = |at: &usize| match study.varied().iter().position(|varied| varied == at) {
            Some(place) => place,
            None => count + fixed.iter().position(|fixed| fixed == at).unwrap_or(0),
        };
        (reads(&graph), study.differentiated_parameters().map(|at| place(&at)).collect::<Vec<usize>>())
    };
    let state = |function: StudyFunction| {
        let (mut reads, parameters) = recorded(function, &|equations, inputs| {
            let mut out = Vec::new();
            equations.evaluate(function, inputs, &mut out);
            out
        });
        reads.truncate(shape.motion());
        (reads, parameters)
    };
    let (step, of_step) = state(StudyFunction::Step);
    if !study.is_implicit() {
        let (start, of_start) = state(StudyFunction::InitialState);
        return Some(Dependences::follow(&start, &step, [&of_start, &of_step], shape.parameters));
    }
    let (mechanism, formulated) = (&study.mechanism, study.formulated());
    let (residual, _) = recorded(StudyFunction::Step, &|equations, inputs| equations.step_residual(inputs));
    let count = study.mechanism.parameters.len();
    let names = (0..count).map(|i| Input { name: format!("p{i}"), rate: Rate::Member }).collect();
    let start = record(Precision::Double, names, |parameters| {
        let (q, v) = formulated.initial(mechanism, parameters);
        let mut all = formulated.given_velocities(mechanism, parameters, (&q, &v));
        let joints = formulated.system(mechanism, parameters).joints(Traced::zero(), &q, &v);
        all.extend(joints.into_iter().flat_map(|joint| joint.coordinates));
        for joint in mechanism.joints.iter().filter(|joint| joint.gives_coordinates) {
            all.extend(joint.coordinates.iter().map(|coordinate| coordinate.evaluate(parameters)));
        }
        all.extend(q.into_iter().chain(v));
        all
    });
    let start = reads(&start);
    let used = |(at, place): (&usize, &usize)| {
        start.iter().any(|reads| reads[*at]) || step.iter().chain(&residual).any(|reads| reads[*place])
    };
    let used: Vec<bool> =
        study.differentiated_parameters().zip(&of_step).map(|(at, place)| used((&at, place))).collect();
    Some(Dependences::alike(shape.motion(), &used))
}

/// Returns the functions of a study with an implicit method whose derivatives are solved for with pivoting, recorded when
/// they are first asked for.
pub(super) fn pivoted_step(study: &Study) -> &PivotedStep {
    study.functions().pivoted.get_or_init(|| {
        let shape = Shape::new(study);
        let solved = [shape.directions, shape.pairs().len()];
        let count = solved.iter().sum::<usize>() * shape.unknowns;
        let tape = |graph| Tape::new(&graph, &Schedule::new(&graph));
        let mut all = inputs(study, StudyFunction::Step);
        let own = all.len();
        all.extend((0..count).map(|i| Input { name: format!("slope{i}"), rate: Rate::Step }));
        let step = record_in_order(study, Precision::Double, all, None, |equations, inputs| {
            let (inputs, slopes) = inputs.split_at(own);
            let given = GivenSlopes::new(slopes);
            equations.give_slopes(given.clone());
            let mut all = Vec::new();
            equations.record(StudyFunction::Step, inputs, &mut all);
            all.extend(given.loads());
            all
        });
        PivotedStep {
            step: tape(step),
            matrix: matrix_of_derivatives(study, Precision::Double),
            monitored: tape(record_function(study, StudyFunction::Monitored, Precision::Double)),
            fixed: fixed_values(study),
            unknowns: shape.unknowns,
            solved,
        }
    })
}

/// Returns what records a function.
fn recorded(function: StudyFunction) -> impl FnOnce(&mut Equations<'_, Traced>, &[Traced]) -> Vec<Traced> {
    move |equations, inputs| {
        let mut out = Vec::new();
        equations.record(function, inputs, &mut out);
        out
    }
}

/// Records a function of a study in a precision.
pub fn record_function(study: &Study, function: StudyFunction, precision: Precision) -> Graph {
    let recorded = recorded(function);
    match function {
        StudyFunction::Step => record_step(study, precision, inputs(study, function), recorded),
        _ => record_in_order(study, precision, inputs(study, function), None, recorded),
    }
}

/// Records the residual of a step of an implicit method.
pub(super) fn residual_graph(study: &Study) -> Graph {
    let inputs = inputs(study, StudyFunction::Step);
    record_in_order(study, Precision::Double, inputs, None, |equations, inputs| equations.step_residual(inputs))
}

/// Records the initial state of a study's members; of an implicit method nothing, whose members begin with
/// [`Study::consistent_start`].
pub(super) fn initial_state_graph(study: &Study) -> Option<Graph> {
    (!study.is_implicit()).then(|| record_function(study, StudyFunction::InitialState, Precision::Double))
}

/// Records the initial state of a study's members as a tape.
pub fn initial_state_tape(study: &Study) -> Option<Tape> {
    initial_state_graph(study).map(|graph| Tape::new(&graph, &Schedule::new(&graph)))
}

/// Returns how many operations of a step, of an implicit method those of its residual, are followed by how many derivatives:
/// their product says what recording takes. A second derivative counts as two.
pub fn followed_operations(study: &Study) -> (usize, usize) {
    let shape = Shape::new(study);
    if shape.carried() == 0 {
        return (0, 0);
    }
    let nominal = study.without_directions();
    let graph = if study.is_implicit() {
        residual_graph(&nominal)
    } else {
        let inputs = inputs(&nominal, StudyFunction::Step);
        record_in_order(&nominal, Precision::Double, inputs, None, recorded(StudyFunction::Step))
    };
    let further = shape.directions - shape.carried();
    let [once, twice] = dependences(study).map_or([shape.carried(), 0], |known| known.count());
    (graph.nodes.len(), once + further + 2 * twice)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::io::scenario::{Overrides, Scenario};
    use crate::trace::interpret;
    use std::path::Path;

    fn study(text: &str) -> Study {
        Scenario::parse(Path::new("test.toml"), text, Overrides::default()).unwrap().study
    }

    #[test]
    fn derivatives_with_pivoting_are_those_of_the_static_order() {
        let text = include_str!("../../scenarios/slider_crank_design.toml");
        let twice = "parameters = [\"crank\", \"rod\"]\nsecond = [\"slider\"]";
        for text in [text.to_string(), text.replace("parameters = \"all\"", twice)] {
            let study = study(&text);
            let (shape, pivoted) = (Shape::new(&study), pivoted_step(&study));
            let graph = record_function(&study, StudyFunction::Step, Precision::Double);
            // of each member the predictor, then what solves the step
            let solved: Vec<Vec<f64>> = step_reference(&study).inputs.clone().into_iter().skip(1).step_by(2).collect();
            assert!(!solved.is_empty());
            for inputs in solved {
                let (expected, found) = (interpret(&graph, &inputs), pivoted.step(&inputs));
                assert_eq!(expected.len(), found.len());
                let largest = expected[..shape.state()].iter().fold(0.0f64, |most, x| most.max(x.abs()));
                for (i, (a, b)) in found.iter().zip(&expected).enumerate() {
                    assert!((a - b).abs() < 1e-9 * largest, "{i}: {a} {b}");
                }
            }
        }
    }
}
