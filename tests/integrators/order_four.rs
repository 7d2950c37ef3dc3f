//! Order 4 of implicit methods: runs with steps h and h/2, combined.

use crate::common::{self, cpu_backends, distance, parse, refusal, run_on, scenario, slope};
use gyrosweep::ensemble::Outcome;
use gyrosweep::io::scenario::Scenario;
use gyrosweep::num::Precision;

/// Rotations beside the outputs of the four-bar linkage.
const MORE: &str = r#"
[[output]]
name = "turned"
quantity = "quaternion"
body = "rocker"
[[output]]
name = "axes"
quantity = "rotation_matrix"
body = "coupler"
"#;

/// The four-bar linkage with these keys of the method over a second.
fn four_bar(step: f64, keys: &str) -> Scenario {
    scenario(
        "four_bar",
        &[
            ("integrator = \"generalized_alpha\"", keys),
            ("step = 1e-3", &format!("step = {step:e}")),
            ("duration = 2.0", "duration = 1.0"),
            ("[[output]]\nname = \"angle\"", &format!("{MORE}[[output]]\nname = \"angle\"")),
        ],
    )
}

/// A spatial four-bar linkage, with a reaction.
fn rssr(step: f64, keys: &str) -> Scenario {
    let reaction = "duration = 2.0\n[[output]]\nname = \"reaction\"\nquantity = \"reaction_force\"\njoint = \"B\"";
    scenario(
        "rssr",
        &[
            ("integrator = \"generalized_alpha\"", keys),
            ("step = 1e-3", &format!("step = {step:e}")),
            ("duration = 2.0", reaction),
        ],
    )
}

/// The outputs of the one member.
fn outputs(s: &Scenario) -> Vec<f64> {
    let chunk = run_on(cpu_backends()[2].1.as_ref(), s);
    assert_eq!(chunk.outcomes[0], Outcome::Completed);
    chunk.outputs_of(0).expect("outputs")
}

const METHODS: [&str; 2] = ["integrator = \"generalized_alpha\"", "integrator = \"rattle\""];

#[test]
fn loops_have_order_four_in_positions_velocities_reactions_and_rotations() {
    // with shorter steps reactions, of index 3, are rounding over the square of the step
    for (of, step) in [(four_bar as fn(f64, &str) -> Scenario, 1e-3), (rssr, 2e-3)] {
        let steps = [step, step / 2.0, step / 4.0];
        for method in METHODS {
            let combined = |step: f64| outputs(&of(step, &format!("{method}\norder = 4")));
            let found = steps.map(|step| (step, combined(step)));
            let finest = combined(steps[2] / 2.0);
            let errors = found.each_ref().map(|(step, out)| (*step, distance(out, &finest)));
            let order = slope(&errors);
            eprintln!("{method}: {order} from {errors:?}");
            assert!((order - 4.0).abs() < 0.2, "{method}: {order} from {errors:?}");
            // with half the steps alone
            let alone = distance(&outputs(&of(steps[2] / 2.0, method)), &finest);
            assert!(errors[2].1 < 0.01 * alone, "{errors:?} {alone}");
        }
    }
}

#[test]
fn errors_are_estimated_and_rotations_stay_rotations() {
    for method in METHODS {
        let s = four_bar(1e-3, &format!("{method}\norder = 4\nerrors = \"all\""));
        let out = outputs(&s);
        let columns = s.study.mechanism.columns();
        let half = outputs(&four_bar(5e-4, method));
        let finest = outputs(&four_bar(1.25e-4, &format!("{method}\norder = 4")));
        let mut compared = 0;
        for (at, error) in half.iter().enumerate() {
            let name = format!("error({})", columns[at].0);
            let estimate = out[columns.iter().position(|(column, _)| *column == name).expect("a column")];
            assert_eq!(columns[out.len() / 2 + at].1, columns[at].1, "the unit of {name}");
            let truth = (error - finest[at]).abs();
            // where errors change their sign as functions of the time they are no longer of the second power alone
            if truth > 1e-6 {
                compared += 1;
                assert!(estimate < 3.0 * truth && truth < 3.0 * estimate, "{name}: {estimate:e} {truth:e}");
            }
        }
        assert!(compared >= 10, "{compared} of {} columns", half.len());
        let place = |name: &str| common::column(&s, name);
        let (q, r) = (place("turned.w"), place("axes.xx"));
        assert!((out[q..q + 4].iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-14);
        let rows: Vec<&[f64]> = out[r..r + 9].chunks(3).collect();
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
        assert!((dot(rows[0], rows[0]) - 1.0).abs() < 1e-14 && dot(rows[0], rows[1]).abs() < 1e-14, "{rows:?}");
    }
}

/// A norm of what should be zero is not combined, which would make it negative: it is that of the finer run.
#[test]
fn residuals_are_those_of_the_finer_run() {
    let output = "[[output]]\nname = \"residual\"\nquantity = \"constraint_residual\"\nlevel = \"acceleration\"\n";
    let run = |step: &str, keys: &str| {
        let s = scenario(
            "four_bar",
            &[
                ("integrator = \"generalized_alpha\"", &format!("integrator = \"rattle\"{keys}")),
                ("step = 1e-3", &format!("step = {step}")),
                ("duration = 2.0", "duration = 0.5"),
                ("[[output]]\nname = \"angle\"", &format!("{output}[[output]]\nname = \"angle\"")),
            ],
        );
        let names = s.study.mechanism.columns();
        let all = outputs(&s);
        move |column: &str| all[names.iter().position(|(name, _)| name == column).expect("a column")]
    };
    let (coarse, fine) = (run("1e-3", "")("residual"), run("5e-4", "")("residual"));
    let combined = run("1e-3", "\norder = 4\nerrors = [\"residual\"]");
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-6 * fine, "{found:e} {expected:e}");
    near(combined("residual"), fine);
    near(combined("error(residual)"), (fine - coarse).abs() / 3.0);
}

#[test]
fn combined_runs_have_the_same_bits_everywhere_and_samples_as_well() {
    let text = common::root().join("scenarios/four_bar.toml");
    let text = std::fs::read_to_string(text).expect("a scenario");
    let text = common::replaced(
        &text,
        &[
            ("step = 1e-3", "step = 5e-3\norder = 4\nerrors = [\"angle\"]"),
            ("duration = 2.0", "duration = 0.2"),
            ("every = 0.5", "every = 0.1"),
            (
                "[gravity]\nacceleration = [0, 0, -9.81]",
                "[parameters]\ng = { default = 9.81 }\n[gravity]\nacceleration = [0, 0, \"-g\"]",
            ),
        ],
    ) + "[plan]\nkind = \"random\"\nmembers = 3\nvary = { g = { uniform = [5, 15] } }\n";
    let s = parse(&text);
    let bits = |values: &[f64]| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    let mut backends = cpu_backends();
    // the scalar code solves with pivoting, and so rounds otherwise
    backends.remove(0);
    let expected = run_on(backends[0].1.as_ref(), &s);
    assert_eq!(expected.steps, [120; 3]);
    backends.extend(common::gpu_backend(&s, Precision::Double).map(|gpu| ("GPU", gpu)));
    for (name, backend) in backends {
        let found = run_on(backend.as_ref(), &s);
        assert_eq!(bits(found.outputs.as_slice()), bits(expected.outputs.as_slice()), "{name}");
        assert_eq!(bits(found.samples.values.as_slice()), bits(expected.samples.values.as_slice()), "{name}");
        assert_eq!(found.samples.rows, expected.samples.rows, "{name}");
    }
    // the last of three samples is the end
    let (channels, size) = (s.study.channel_count(), s.study.sampled_channels().len());
    assert_eq!((channels, expected.samples.rows.len()), (size, 9));
    let last = expected.samples.values.row(2);
    assert_eq!(bits(&last), bits(&expected.outputs.row(0)));
    assert!(last[size - 1] > 0.0, "the estimate of an error: {last:?}");
}

#[test]
fn derivatives_are_those_of_the_combination() {
    let with = |g: f64, more: &str| {
        let text = std::fs::read_to_string(common::root().join("scenarios/four_bar.toml")).expect("a scenario");
        // samples have no derivatives by the adjoint method
        let text = text.split("[sampling]").next().expect("what is before it");
        let gravity = format!("[parameters]\ng = {{ default = {g:?} }}\n[gravity]\nacceleration = [0, 0, \"-g\"]");
        let parts = [
            ("step = 1e-3", "step = 4e-3\norder = 4"),
            ("duration = 2.0", "duration = 0.4"),
            ("[gravity]\nacceleration = [0, 0, -9.81]", gravity.as_str()),
        ];
        parse(&(common::replaced(text, &parts) + more))
    };
    let ends = [1e-4, -1e-4].map(|moved| outputs(&with(9.81 + moved, "")));
    for method in ["direct", "adjoint"] {
        let s = with(9.81, &format!("[sensitivity]\nparameters = [\"g\"]\nmethod = \"{method}\"\n"));
        let out = outputs(&s);
        for (at, (name, _)) in with(9.81, "").study.mechanism.columns().iter().enumerate() {
            let difference = (ends[0][at] - ends[1][at]) / 2e-4;
            let found = out[common::column(&s, &format!("d({name})/d(g)"))];
            // Newton's tolerance over the difference of the parameter
            let size = difference.abs().max(1.0);
            assert!((found - difference).abs() < 1e-6 * size, "{method}, {name}: {found} {difference}");
        }
    }
}

#[test]
fn what_has_no_order_four_is_refused() {
    let text = std::fs::read_to_string(common::root().join("scenarios/four_bar.toml")).expect("a scenario");
    let with = |from: &str, to: &str| refusal(&common::replaced(&text, &[(from, to)]));
    let step = "step = 1e-3";
    for (from, to, said) in [
        (step, "step = 1e-3\norder = 3", "method.order: found 3; accepted: 2 (as the method is; default), 4"),
        (
            step,
            "tolerance = 1e-6\norder = 4",
            "method.order: order = 4 combines runs with equal steps h and h/2, and steps are adaptive",
        ),
        (
            step,
            "step = 1e-3\nerrors = \"all\"",
            "method.errors: errors are the difference of runs with h and h/2; accepted: beside order = 4",
        ),
        (step, "step = 1e-3\norder = 4\nerrors = [\"nothing\"]", "nothing"),
        (
            "[method]",
            "[[event]]\nname = \"e\"\nexpression = \"angle\"\ndirection = \"both\"\n[method]\norder = 4",
            "there are events",
        ),
        (
            "formulation = \"absolute\"\nintegrator = \"generalized_alpha\"",
            "formulation = \"absolute\"\nintegrator = \"rkmk4\"\norder = 4",
            "the order of \"rkmk4\" is its own",
        ),
        (step, "step = 1e-3\norder = 4\nstart = \"plain\"\nform = \"residual\"", "has order 1"),
    ] {
        let found = with(from, to);
        assert!(found.contains(said), "{to}: {found}");
    }
}
