//! Derivatives of what is computed, beside five-point differences of it.

use super::*;
use gyrosweep::io::scenario::example::{assemble, examples};
use std::collections::HashMap;

/// Compares all derivatives of a scenario with five-point differences of perturbed members, `eps` relative to each parameter
/// (to 1 where it is zero), and returns the largest difference in units of the largest component of the same output, where
/// rounding over the perturbation does not explain it.
pub(super) fn difference(text: &str, eps: f64) -> f64 {
    let (s, chunk) = differentiated(text);
    let base = without(text, &["plan", "sensitivity", "sampling"]);
    let parameters = &s.study.mechanism.parameters;
    let names: Vec<&str> = parameters.iter().map(|p| p.name.as_str()).collect();
    let deltas: Vec<f64> =
        parameters.iter().map(|p| eps * if p.default == 0.0 { 1.0 } else { p.default.abs() }).collect();
    let mut csv = names.join(",") + "\n";
    for (by, delta) in deltas.iter().enumerate() {
        for multiple in [-2.0, -1.0, 1.0, 2.0] {
            let value = |(at, p): (usize, &gyrosweep::model::Parameter)| {
                format!("{:?}", if at == by { p.default + multiple * delta } else { p.default })
            };
            csv += &(parameters.iter().enumerate().map(value).collect::<Vec<_>>().join(",") + "\n");
        }
    }
    let folder = tempfile::tempdir().expect("folder");
    let perturbed = with_table(folder.path(), &(base + "[plan]\nkind = \"table\"\nfile = \"variants.csv\"\n"), &csv);
    let all = run_on(&CpuBackend::new(Some(2), LaneWidth::SixtyFour).expect("threads"), &perturbed);
    let columns: Vec<String> = perturbed.study.mechanism.columns().into_iter().map(|(name, _)| name).collect();
    let mut sizes: HashMap<(String, usize), f64> = HashMap::new();
    let mut differences = Vec::new();
    for (by, delta) in deltas.iter().enumerate() {
        let row = |k: usize| all.outputs_of(4 * by + k).unwrap_or_else(|| panic!("{}: {:?}", names[by], all.outcomes));
        for (c, name) in columns.iter().enumerate() {
            let derivative = format!("d({name})/d({})", names[by]);
            let Some(at) = s.study.mechanism.columns().iter().position(|(column, _)| *column == derivative) else {
                continue;
            };
            let y: Vec<f64> = (0..4).map(|k| row(k)[c]).collect();
            let found = chunk.outputs_of(0).expect("outputs")[at];
            assert_eq!(found.is_nan(), y[0].is_nan(), "{derivative}");
            if found.is_nan() {
                continue;
            }
            let exact = (y[0] - y[3] + 8.0 * (y[2] - y[1])) / (12.0 * delta);
            let output = name.split('.').next().expect("a name").to_string();
            let size = sizes.entry((output.clone(), by)).or_default();
            *size = size.max(exact.abs());
            let rounding = 1e-14 * y.iter().fold(0.0, |most: f64, y| most.max(y.abs())) / delta;
            differences.push((derivative, output, by, (found - exact).abs(), rounding));
        }
    }
    let relative = |(name, output, by, difference, rounding): &(String, String, usize, f64, f64)| {
        let size = sizes[&(output.clone(), *by)];
        if difference > rounding {
            (difference / size.max(f64::MIN_POSITIVE), name.clone())
        } else {
            (0.0, name.clone())
        }
    };
    let worst = differences.iter().map(relative).max_by(|a, b| a.0.total_cmp(&b.0)).expect("derivatives");
    eprintln!("{worst:?}");
    worst.0
}

#[test]
fn explicit_methods_of_every_kind() {
    // inside the inertias that bodies can have
    for method in ["rkmk4", "dop853", "verner65", "cf4", "splitting4", "rk67"] {
        let text = top("joint", &format!("integrator = \"{method}\"\nstep = 1e-3"), "");
        let found = difference(&text.replace("0.46875", "0.41"), 5e-4);
        assert!(found < 1e-9, "{method}: {found:e}");
    }
}

#[test]
fn elements_between_bodies() {
    let elements = ["two_point", "bushing", "rope", "gravitation", "contact"];
    for example in examples().into_iter().filter(|e| e.catalog == "force" && elements.contains(&e.name)) {
        let output = "[[output]]\nname = \"at\"\nquantity = \"position\"\nbody = \"plate\"\n[[output]]\nname = \
                      \"turned\"\nquantity = \"quaternion\"\nbody = \"plate\"\n";
        let method = "[method]\nintegrator = \"rkmk4\"\nstep = 1e-3\nduration = 0.05\n";
        let found = difference(&assemble(example.base, [example.tables.as_str(), output, method]), 1e-3);
        assert!(found < 1e-9, "{}: {found:e}", example.name);
    }
}

#[test]
fn every_joint_of_a_chain() {
    let (_, text) = every_joint_and_text("integrator = \"rkmk4\"\nstep = 2e-3\nduration = 0.1");
    // a drift is small beside the rounding of the energy that it is made of
    let found = difference(&text.replace("over = \"drift\"", "over = \"mean\""), 1e-3);
    assert!(found < 1e-9, "{found:e}");
}

/// Where Newton's method stops decides what differences can tell: here where nothing but rounding is left.
pub(super) const SOLVED: &str = "newton = { relative = 1e-13, absolute = 1e-14 }";

#[test]
fn implicit_methods_and_formulations() {
    for (formulation, method) in [
        ("absolute", "generalized_alpha"),
        ("absolute", "rattle"),
        ("joint", "generalized_alpha"),
        ("absolute", "dg"),
        ("absolute", "radau2a"),
        ("absolute", "radau2a_3"),
        ("joint", "cg"),
    ] {
        let lines = format!("integrator = \"{method}\"\nstep = 2e-3\n{SOLVED}");
        let found = difference(&top(formulation, &lines, "").replace("0.46875", "0.41"), 1e-3);
        // rounding of positions over the step is in the velocities
        assert!(found < 1e-7, "{formulation} {method}: {found:e}");
    }
}

#[test]
fn options_of_newtons_method_do_not_change_derivatives() {
    let lines = |newton: &str| {
        format!(
            "integrator = \"generalized_alpha\"\nstep = 2e-3\nnewton = {{ relative = 1e-13, absolute = 1e-14{newton} }}"
        )
    };
    let of = |newton: &str| {
        let (_, chunk) = differentiated(&top("absolute", &lines(newton), ""));
        completed(&chunk)
    };
    let full = of("");
    for newton in [", tangent = \"neglected\"", ", stiffness = \"applied\"", ", kind = \"modified\""] {
        for (a, b) in full.iter().zip(of(newton)) {
            assert!((a - b).abs() < 1e-8 * a.abs().max(1.0), "{newton}: {a} {b}");
        }
    }
}

#[test]
fn geometry_of_loops_through_the_assembled_start() {
    // all lengths of a four-bar move its start, which is assembled from rough poses
    let text = std::fs::read_to_string(root().join("scenarios/four_bar_study.toml")).expect("scenario");
    let text = without(&text, &["output", "event", "plan"])
        .replace("duration = 1.0", &format!("{SOLVED}\nduration = 0.2"))
        + "[[output]]\nname = \"place\"\nquantity = \"position\"\nbody = \"coupler\"\n[[output]]\nname = \
           \"rate\"\nquantity = \"joint_velocity\"\njoint = \"D\"\n";
    let found = difference(&text, 1e-4);
    assert!(found < 1e-7, "{found:e}");
}

#[test]
fn geometry_of_a_slider_crank() {
    let text = std::fs::read_to_string(root().join("scenarios/slider_crank.toml")).expect("scenario");
    // accelerations have the rounding of positions over the square of the step
    let text = text
        .replace("quantity = \"joint_acceleration\"", "quantity = \"joint_velocity\"")
        .replace(
            "[parameters]\n",
            "[parameters]\nload = { default = 2.0 }\npin = { default = 0.1 }\ntilt = { default = 0.0 }\n",
        )
        .replace("mass = 2\n", "mass = \"load\"\n")
        .replace("at = [0, 0.1, 0.2]", "at = [0, \"pin\", 0.2]")
        .replace(
            "axis = [1, 0, 0]\n\n[[joint]]\nname = \"crank_pin\"",
            "axis = [1, \"tilt\", 0]\n\n[[joint]]\nname = \"crank_pin\"",
        )
        .replace("step = 2e-4", &format!("step = 1e-3\n{SOLVED}"))
        .replace("duration = 5.0", "duration = 0.1\n[start]\nproject_velocities = true");
    assert!(text.contains("\"tilt\", 0]") && text.contains("\"pin\"") && text.contains("\"load\""));
    let found = difference(&text, 1e-3);
    assert!(found < 1e-6, "{found:e}");
}
