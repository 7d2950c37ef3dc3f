//! The adjoint against derivatives by dual numbers along the same steps, and against central differences of runs.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::ensemble::Backend;
use crate::ensemble::cpu::{Attempt, TapeExecutor, kept_count};
use crate::ensemble::cpu::{CpuBackend, LaneWidth};
use crate::ensemble::program::Equations;
use crate::io::scenario::{Overrides, Scenario};
use crate::num::{Dual, Lanes, Real};
use crate::sampling::plan::{Axis, Plan};
use std::path::Path;

fn study(text: &str) -> Study {
    Scenario::parse(Path::new("test.toml"), text, Overrides::default()).unwrap_or_else(|e| panic!("{e}\n{text}")).study
}

/// Makes the heavy top with every number a parameter.
fn heavy_top(joint: &str, method: &str, outputs: &str) -> Study {
    study(&format!(
        "[parameters]\nmass = {{ default = 15.0 }}\narm = {{ default = 1.0 }}\ng = {{ default = 9.81 }}\nspin = {{ default \
         = 150.0 }}\ni1 = {{ default = 0.25 }}\ni2 = {{ default = 0.46875 }}\nunused = {{ default = 1.0 \
         }}\n[gravity]\nacceleration = [0, 0, \"-g\"]\n[[body]]\nname = \"top\"\nmass = \"mass\"\ninertia = [\"i1\", \"i2\", \"i1\"]\ninitial = \
         {{ position = [0, \"arm\", 0], angular_velocity = [0, \"spin\", -4.61538]{joint} }}\n[[joint]]\nname = \
         \"pivot\"\nkind = \"spherical\"\nbetween = [\"ground\", \"top\"]\nat = [0, 0, 0]\n[[output]]\nname = \
         \"com\"\nquantity = \"position\"\nbody = \"top\"\n[[output]]\nname = \"omega\"\nquantity = \
         \"angular_velocity\"\nbody = \"top\"\n[[output]]\nname = \"energy\"\nquantity = \
         \"energy\"\n{outputs}[method]\n{method}\n"
    ))
}

const PARAMETERS: [&str; 7] = ["mass", "arm", "g", "spin", "i1", "i2", "unused"];

/// Computes the derivatives of all outputs at the end by one parameter, by dual numbers along the steps of a member.
fn by_dual_numbers(adjoint: &Adjoint, parameter: usize) -> Vec<f64> {
    type D = Dual<f64, 1>;
    let members = Members::draw(&adjoint.study, 0, 1);
    let attempt = Attempt::new(&adjoint.study);
    let executor = TapeExecutor::<Lanes<8>>::new;
    let tapes = Tapes::new(&adjoint.study, Arithmetic::Exact);
    let (results, ways) =
        adjoint.forwards::<Lanes<8>, _>(&members, &attempt, executor(&adjoint.study, &tapes, &attempt), usize::MAX);
    let (shape, way) = (attempt.shape, &ways.of_lanes[0]);
    let varied: Vec<D> = Dual::by_one(&members.row(0), Some(adjoint.by[parameter]));
    let mut equations = Equations::<D>::new(&adjoint.study, &varied);
    let mut state = Vec::new();
    equations.evaluate(StudyFunction::InitialState, &varied, &mut state);
    state.truncate(shape.state());
    for step in &way.steps {
        let mut inputs = [varied.clone(), state.clone()].concat();
        inputs.extend([step.time, step.length, 1.0, 1.0].map(D::constant));
        let mut out = Vec::new();
        equations.evaluate(StudyFunction::Step, &inputs, &mut out);
        state.iter_mut().zip(out).for_each(|(x, increment)| *x = *x + increment);
    }
    let mut outputs = Vec::new();
    let at = [varied, state, vec![D::constant(results.times[0])]].concat();
    equations.evaluate(StudyFunction::Outputs, &at, &mut outputs);
    outputs.iter().map(|y| y.eps[0]).collect()
}

/// Computes the derivatives of all outputs by a parameter, by central differences of whole runs.
fn by_differences(study: &Study, parameter: &str, relative: f64) -> Vec<f64> {
    let default = study.mechanism.parameters.iter().find(|p| p.name == parameter).unwrap().default;
    let change = relative * default.abs().max(1e-3);
    let axis = Axis { name: parameter.into(), values: vec![default - change, default + change] };
    let plan = Plan::grid(vec![axis]).unwrap();
    let study = Study::new(study.mechanism.clone(), study.method.clone(), None, plan).unwrap();
    let backend = CpuBackend::new(Some(1), LaneWidth::best()).unwrap();
    let chunk = backend.run(&study, Members::draw(&study, 0, 2)).unwrap();
    assert!(chunk.outcomes.iter().all(|o| o.has_outputs()), "{parameter}: {:?}", chunk.outcomes);
    let [minus, plus] = [0, 1].map(|i| chunk.outputs_of(i).unwrap());
    plus.iter().zip(minus).map(|(plus, minus)| (plus - minus) / (2.0 * change)).collect()
}

/// Computes the derivatives of all outputs by some parameters, by the direct method, output by output.
fn by_direct_method(study: &Study, parameters: &[&str]) -> Vec<Vec<f64>> {
    let all = &study.mechanism.parameters;
    let places: Vec<usize> = parameters.iter().map(|name| all.iter().position(|p| p.name == *name).unwrap()).collect();
    let mechanism = study.mechanism.clone().differentiated_by(&places);
    let direct = Study::new(mechanism, study.method.clone(), None, study.plan().clone()).unwrap();
    let backend = CpuBackend::new(Some(1), LaneWidth::best()).unwrap();
    let chunk = backend.run(&direct, Members::draw(&direct, 0, 1)).unwrap();
    let outputs = chunk.outputs_of(0).unwrap();
    let mut rows = vec![vec![f64::NAN; parameters.len()]; study.channel_count()];
    for (place, of) in direct.mechanism.derivative_columns() {
        rows[of.column][of.by] = outputs[place];
    }
    rows
}

/// Asserts that the derivatives of all outputs at the end of the first member are those of the direct method, and of
/// differences if a relative change is given.
fn assert_derivatives(study: &Study, parameters: &[&str], tolerance: f64, change: Option<f64>) {
    let adjoint = Adjoint::new(study, &all_columns(study), parameters).unwrap();
    let found = adjoint.of(0..1, MEMORY).remove(0);
    assert_eq!(found.outcome, Outcome::Completed);
    let direct = by_direct_method(study, parameters);
    for (i, parameter) in parameters.iter().enumerate() {
        let expected: Vec<f64> = direct.iter().map(|row| row[i]).collect();
        let difference = largest_difference(&found.derivatives, i, &expected);
        assert!(difference < tolerance, "{parameter}: {difference:e}, {expected:?} {:?}", found.derivatives);
        if let Some(change) = change {
            let difference = largest_difference(&found.derivatives, i, &by_differences(study, parameter, change));
            assert!(difference < 1e-6, "{parameter}: {difference:e}");
        }
    }
}

fn all_columns(study: &Study) -> Vec<usize> {
    (0..study.channel_count()).collect()
}

/// Returns the largest difference of derivatives of an output, in units of the largest of them by that parameter.
fn largest_difference(all: &[Vec<f64>], parameter: usize, expected: &[f64]) -> f64 {
    let size = expected.iter().fold(1e-6, |size: f64, d| size.max(d.abs()));
    let differences = all.iter().zip(expected).map(|(row, expected)| (row[parameter] - expected).abs() / size);
    differences.fold(0.0, f64::max)
}

#[test]
fn explicit_steps_have_the_derivatives_of_dual_numbers_and_of_differences() {
    for method in [
        "formulation = \"joint\"\nintegrator = \"rkmk4\"\nstep = 1e-3\nduration = 0.1",
        "formulation = \"joint\"\nintegrator = \"dopri5\"\ntolerance = 1e-8\nduration = 0.1",
    ] {
        let study = heavy_top("", method, "");
        let adjoint = Adjoint::new(&study, &all_columns(&study), &PARAMETERS).unwrap();
        let found = adjoint.of(0..1, MEMORY).remove(0);
        assert_eq!(found.outcome, Outcome::Completed);
        for (i, parameter) in PARAMETERS.iter().enumerate() {
            let dual = by_dual_numbers(&adjoint, i);
            let difference = largest_difference(&found.derivatives, i, &dual);
            assert!(difference < 1e-11, "{parameter}: {difference:e}, {dual:?}");
            if !method.contains("adaptive") {
                let difference = largest_difference(&found.derivatives, i, &by_differences(&study, parameter, 1e-5));
                assert!(difference < 1e-6, "{parameter}: {difference:e}");
            }
        }
    }
}

#[test]
fn little_memory_changes_no_bit_and_makes_as_many_steps_as_the_theory_says() {
    let method = "formulation = \"joint\"\nintegrator = \"rkmk4\"\nstep = 1e-3\nduration = 0.2";
    let study = heavy_top("", method, "");
    let adjoint = Adjoint::new(&study, &[0, 5], &PARAMETERS).unwrap();
    let whole = adjoint.of(0..1, MEMORY).remove(0);
    let attempt = Attempt::new(&adjoint.study);
    assert_eq!((whole.steps, whole.steps_again), (200, 0));
    for snapshots in [1, 2, 3, 7, 20, 199] {
        let memory = snapshots * kept_count(&attempt) * size_of::<f64>();
        let found = adjoint.of(0..1, memory).remove(0);
        assert_eq!(found.steps_again as usize, checkpoints::least_steps(200, snapshots), "{snapshots}");
        assert_eq!(Gradient { steps_again: 0, ..found }, whole, "{snapshots}");
    }
}

#[test]
fn integrals_and_extremes_have_derivatives() {
    let outputs: String = ["mean", "integral", "max", "min", "drift"]
        .map(|word| {
            format!(
                "[[output]]\nname = \"{word}\"\nquantity = \"expression\"\nexpression = \"com.z + 0.2*com.x\"\nover = \
                 \"{word}\"\n"
            )
        })
        .concat();
    for method in [
        "formulation = \"joint\"\nintegrator = \"rkmk4\"\nstep = 1e-3\nduration = 0.1",
        "formulation = \"joint\"\nintegrator = \"dopri5\"\ntolerance = 1e-11\nduration = 0.1",
    ] {
        let study = heavy_top("", method, &outputs);
        let columns: Vec<usize> = (7..12).collect();
        let adjoint = Adjoint::new(&study, &columns, &PARAMETERS).unwrap();
        let found = adjoint.of(0..1, MEMORY).remove(0);
        for (i, parameter) in PARAMETERS.iter().enumerate() {
            let expected = by_differences(&study, parameter, 1e-4);
            for (row, c) in found.derivatives.iter().zip(&columns) {
                let error = (row[i] - expected[*c]).abs() / (1e-3 + expected[*c].abs());
                assert!(error < 1e-6, "{parameter}, output {c}: {} {}", row[i], expected[*c]);
            }
        }
    }
}

const IMPLICIT: &str = "newton = { relative = 1e-13, absolute = 1e-13 }";

#[test]
fn implicit_steps_have_the_derivatives_of_the_direct_method_and_of_differences() {
    let velocity = ", velocity = [\"4.61538*arm\", 0, 0]";
    for integrator in ["generalized_alpha", "rattle"] {
        let method = format!(
            "formulation = \"absolute\"\nintegrator = \"{integrator}\"\nstep = 1e-3\nduration = 0.03\n{IMPLICIT}"
        );
        let study = heavy_top(velocity, &method, "");
        assert_derivatives(&study, &PARAMETERS, 1e-11, Some(1e-5));
        let adjoint = Adjoint::new(&study, &[0, 5], &PARAMETERS).unwrap();
        let whole = adjoint.of(0..1, MEMORY).remove(0);
        let count = kept_count(&Attempt::new(&adjoint.study));
        let few = adjoint.of(0..1, 4 * count * size_of::<f64>()).remove(0);
        assert!(whole.steps_again == 0 && few.steps_again > 30, "{few:?}");
        assert_eq!(Gradient { steps_again: 0, ..few }, whole);
    }
}

#[test]
fn little_memory_changes_no_bit_where_an_implicit_method_begins_anew() {
    let study = study(
        "[parameters]\nk = 3.0\nT = 0.231\n[[variable]]\nname = \"x\"\ninitial = 1\nrate = \"-k*max(0.1, x - 0.3) + step(t - T)\"\n\
         [[output]]\nname = \"y\"\nquantity = \"variable\"\nvariable = \"x\"\n[method]\nintegrator = \"generalized_alpha\"\nstep = \
         0.01\nduration = 1\n",
    );
    let adjoint = Adjoint::new(&study, &[0], &["k", "T"]).unwrap();
    let whole = adjoint.of(0..1, MEMORY).remove(0);
    assert!(whole.derivatives[0].iter().all(|d| d.abs() > 0.01), "{whole:?}");
    let count = kept_count(&Attempt::new(&adjoint.study));
    let few = adjoint.of(0..1, 4 * count * size_of::<f64>()).remove(0);
    assert!(few.steps_again > whole.steps_again);
    assert_eq!(whole.derivatives, few.derivatives);
}

#[test]
fn all_forms_of_the_implicit_step_have_derivatives() {
    for form in ["residual", "linear"] {
        let method = format!(
            "formulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nform = \"{form}\"\nstep = 1e-3\nduration = \
             0.01\n{IMPLICIT}"
        );
        let study = heavy_top(", velocity = [\"4.61538*arm\", 0, 0]", &method, "");
        assert_derivatives(&study, &PARAMETERS[..4], 1e-11, None);
    }
}

#[test]
fn lanes_do_not_depend_on_each_other_nor_on_how_they_are_run() {
    let method = "formulation = \"joint\"\nintegrator = \"dopri5\"\ntolerance = 1e-6\nduration = 0.05";
    let study = heavy_top("", method, "");
    let axis = Axis { name: "spin".into(), values: vec![100.0, 110.0, 150.0, 190.0, 400.0] };
    let study = Study::new(study.mechanism, study.method, None, Plan::grid(vec![axis]).unwrap()).unwrap();
    let columns = all_columns(&study);
    let adjoint = |target| Adjoint::with_target(&study, &columns, &PARAMETERS, target).unwrap();
    let tapes = adjoint(None);
    let one_by_one: Vec<Gradient> = (0..5).map(|member| tapes.of(member..member + 1, MEMORY).remove(0)).collect();
    assert!(one_by_one[0].steps < one_by_one[4].steps, "{one_by_one:?}");
    let count = kept_count(&Attempt::new(&study));
    for target in [None, Target::detect()] {
        // together, with room for all states and for few
        for memory in [MEMORY, 40 * count * size_of::<f64>()] {
            let together: Vec<Gradient> =
                adjoint(target).of(0..5, memory).into_iter().map(|g| Gradient { steps_again: 0, ..g }).collect();
            assert_eq!(together, one_by_one, "{target:?}");
        }
    }
}

#[test]
fn events_have_times_with_derivatives_and_ends_move_with_them() {
    // the top passes -0.02 m and ends at -0.06 m; the extremes lie within, and at the end that moves
    let event = |name: &str, level: &str, terminal: bool| {
        format!(
            "[[event]]\nname = \"{name}\"\nexpression = \"com.z + {level}\"\ndirection = \"falling\"\nterminal = \
             {terminal}\n[[output]]\nname = \"time_of_{name}\"\nquantity = \"time_of\"\nevent = \"{name}\"\nwhich = \
             \"first\"\n"
        )
    };
    let over = |word: &str| {
        format!(
            "[[output]]\nname = \"{word}\"\nquantity = \"expression\"\nexpression = \"com.x + 3*com.z\"\nover = \"{word}\"\n"
        )
    };
    let events = event("passage", "0.02*arm", false) + &event("end", "0.06", true);
    let outputs = events + &["mean", "integral", "max", "min", "drift"].map(over).concat();
    let velocity = ", velocity = [\"4.61538*arm\", 0, 0]";
    for (joint, method) in [
        ("", "formulation = \"joint\"\nintegrator = \"rkmk4\"\nstep = 5e-4\nduration = 0.2"),
        ("", "formulation = \"joint\"\nintegrator = \"dopri5\"\ntolerance = 1e-12\nduration = 0.2"),
        (
            velocity,
            "formulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nstep = 1e-3\nduration = 0.2\nnewton = { \
             relative = 1e-13, absolute = 1e-13 }",
        ),
    ] {
        let study = heavy_top(joint, method, &outputs);
        let columns = all_columns(&study);
        let parameters = ["mass", "arm", "g", "spin"];
        let adjoint = Adjoint::new(&study, &columns, &parameters).unwrap();
        let found = adjoint.of(0..1, MEMORY).remove(0);
        assert_eq!(found.outcome, Outcome::Event);
        for (i, parameter) in parameters.iter().enumerate() {
            let expected = by_differences(&study, parameter, 1e-4);
            let largest = expected.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
            for (c, (row, expected)) in found.derivatives.iter().zip(&expected).enumerate() {
                let error = (row[i] - expected).abs() / expected.abs().max(1e-3 * largest);
                assert!(error < 2e-6, "{method}, {parameter}, {c}: {} {expected} {error:e}", row[i]);
            }
        }
        // with room for the states of few steps the same bits
        let count = kept_count(&Attempt::new(&adjoint.study));
        let few = adjoint.of(0..1, 5 * count * size_of::<f64>()).remove(0);
        assert!(few.steps_again > 0);
        assert_eq!(Gradient { steps_again: 0, ..few }, found);
    }
}

/// The reverse sweep takes 4.0 times the operations of a step by one parameter, 4.4 times by six; of dopri5 2.9 and 3.2
/// times.
#[test]
fn a_step_back_takes_a_few_times_the_operations_of_a_step() {
    use crate::ensemble::record_function;
    for (method, most) in [("rkmk4\"\nstep = 1e-3", 4.5), ("dopri5\"\ntolerance = 1e-8", 3.7)] {
        let study = heavy_top("", &format!("formulation = \"joint\"\nintegrator = \"{method}\nduration = 0.1"), "");
        let [one, six] = [1, 6].map(|count| {
            let adjoint = Adjoint::new(&study, &[0], &PARAMETERS[..count]).unwrap();
            let step = record_function(&adjoint.study, StudyFunction::Step, crate::num::Precision::Double);
            adjoint.pullback.graph.operation_counts().0 as f64 / step.operation_counts().0 as f64
        });
        // with moments of inertia among the six they are no longer the same number, so that less cancels
        assert!(six < most && six < 1.25 * one, "{method}: {one} {six}");
    }
}

/// Makes a study of an output over time without a mechanism, at some value of the parameter p.
fn wave(p: f64, law: &str, over: &str) -> Study {
    study(&format!(
        "[parameters]\np = {{ default = {p:?} }}\n[[variable]]\nname = \"u\"\ninitial = 0\nrate = \"6*cos(6*t)\"\n[[output]]\nname = \
         \"u\"\nquantity = \"variable\"\nvariable = \"u\"\n[[output]]\nname = \"y\"\nquantity = \"expression\"\nexpression = \
         \"{law}\"\nover = \"{over}\"\n[method]\nintegrator = \"rkmk4\"\nstep = 0.013\nduration = 4\n"
    ))
}

#[test]
fn an_extreme_that_comes_back_has_a_derivative_where_those_of_all_its_places_agree() {
    let swell = "sin(6*t)*(1 + (p - 1)*t)";
    for (p, law, over, has) in [
        // four peaks that grow, shrink, or are alike
        (1.01, swell, "max", true),
        (0.99, swell, "max", true),
        (1.0, swell, "max", false),
        (1.0, swell, "min", false),
        (1.0, swell, "drift", false),
        // peaks that move together, up and down
        (1.0, "p*sin(6*t)", "max", true),
        (1.0, "p*sin(6*t)", "drift", true),
        (1.0, "sin(6*p*t)", "max", true),
        // one of two peaks within a step is another
        (1.0, "0.9*sin(483*t) + 0.1*p*sin(6*t)^2", "min", true),
        // what rests is as large all the time
        (2.0, "p*p", "max", true),
        // the derivatives of all times differ, and that at the end is no other
        (1.0, "1 + (p - 1)*sin(20*t)", "max", false),
        (1.0, "1 + (p - 1)*sin(20*t)", "min", false),
        (1.0, "1 + (p - 1)*sin(20*t)", "drift", false),
        // but where it rests, the end of a run is as large as the start
        (1.0, "p*sin(6*t)*0", "drift", true),
        // a kink, whose time moves so that both sides stay equal, and a peak beside one
        (1.1, "min(p*t, 3 - t/p)", "max", true),
        (1.1, "abs(p*sin(6*t) - 0.3)", "min", true),
        (1.0, "min(p*sin(6*t), 2 - t/p)", "max", true),
        // beyond an extreme within, the end is as large
        (1.0, "cos(1.5707963267948966*t) + (p - 1)*t", "max", false),
        // larger later
        (1.0, "sin(6*t)*(1 + (p - 1)*t) + 0.1*step(t - 3)*sin(6*t)", "max", true),
    ] {
        let study = wave(p, law, over);
        let direct = by_direct_method(&study, &["p"])[1][0];
        for target in [None, Target::detect()] {
            let adjoint = Adjoint::with_target(&study, &[1], &["p"], target).unwrap();
            let found = adjoint.of(0..1, MEMORY).remove(0).derivatives[0][0];
            let shown = format!("{p} {law} {over}: {found} by the adjoint, {direct} direct");
            assert_eq!((found.is_finite(), direct.is_finite()), (has, has), "{shown}");
            assert!(!has || (found - direct).abs() < 1e-9 * direct.abs().max(1.0), "{shown}");
        }
    }
}

#[test]
fn an_extreme_at_the_end_of_a_part_of_a_step_stays_there() {
    // steps of low order, of whose shorter ones the largest value is not where the rate is zero
    for step in [0.11, 0.17, 0.23] {
        let study = study(&format!(
            "[parameters]\np = {{ default = 1.3 }}\n[[variable]]\nname = \"u\"\ninitial = 0.2\nrate = \"v\"\n[[variable]]\nname = \"v\"\ninitial \
             = 1\nrate = \"-9*p*sin(2*u)\"\n[[output]]\nname = \"u\"\nquantity = \"variable\"\nvariable = \"u\"\n[[output]]\nname = \"v\"\nquantity = \"variable\"\nvariable = \"v\"\n[[output]]\nname = \"y\"\nquantity = \"expression\"\nexpression = \"sin(3*u)*v + \
             cos(7*t*p)\"\nover = \"min\"\n[[output]]\nname = \"z\"\nquantity = \"expression\"\nexpression = \"cos(5*u)*v*p\"\nover = \
             \"max\"\n[method]\nintegrator = \"heun2\"\nstep = {step}\nduration = 2\n"
        ));
        let direct = by_direct_method(&study, &["p"]);
        let adjoint = Adjoint::new(&study, &[2, 3], &["p"]).unwrap();
        let found = adjoint.of(0..1, MEMORY).remove(0).derivatives;
        for (found, direct) in found.iter().zip(&direct[2..]) {
            assert!((found[0] - direct[0]).abs() < 1e-9 * direct[0].abs().max(1.0), "{step}: {found:?} {direct:?}");
        }
    }
}
