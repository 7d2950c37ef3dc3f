//! Derivatives of the discrete solutions by the mass, and what their simplifications of Table 4 make of them.

use super::{FORMS, data, number, reference, top_with};
use crate::common::{column, cpu_backends, distance, gpu_backend, numbers, refusal, root, run_on, scenario};
use gyrosweep::ensemble::Backend;
use gyrosweep::ensemble::cpu::LaneWidth;
use gyrosweep::io::scenario::Scenario;
use gyrosweep::num::Precision;

/// The top with derivatives by its mass, of its rotation too.
fn differentiated(form: &str, h: f64, simplified: &str) -> Scenario {
    let rotation = "[[output]]\nname = \"q\"\nquantity = \"quaternion\"\nbody = \"top\"\n";
    top_with(form, h, 0.1, &format!("{rotation}[sensitivity]\nparameters = [\"mass\"]\n{simplified}\n"))
}

/// Returns values and derivatives of some components of an output at the end.
fn with_slopes(s: &Scenario, backend: &dyn Backend, output: &str, components: &[&str]) -> [Vec<f64>; 2] {
    let chunk = run_on(backend, s);
    let outputs = chunk.outputs_of(0).unwrap_or_else(|| panic!("{:?}", chunk.outcomes));
    let of = |name: String| outputs[column(s, &name)];
    let value = components.iter().map(|c| of(format!("{output}.{c}"))).collect();
    [value, components.iter().map(|c| of(format!("d({output}.{c})/d(mass)"))).collect()]
}

const AXES: [&str; 3] = ["x", "y", "z"];

#[test]
fn derivatives_of_discrete_states_are_those_of_the_forms() {
    for form in FORMS {
        for h in [2e-3, 1e-3, 5e-4, 2.5e-4] {
            let (s, expected) = (differentiated(form, h, ""), &reference(form, h)["by_m"]);
            for (name, backend) in cpu_backends().iter().filter(|(name, _)| h > 1e-3 || *name != "scalar") {
                let off = |output: &str, key: &str| {
                    let [_, found] = with_slopes(&s, backend.as_ref(), output, &AXES);
                    let expected = numbers(&expected[key]);
                    (distance(&found, &expected), distance(&expected, &[0.0; 3]))
                };
                let chunk = run_on(backend.as_ref(), &s);
                let w = AXES.map(|axis| chunk.outputs_of(0).unwrap()[column(&s, &format!("W(q)/d(mass).{axis}"))]);
                let w = distance(&w, &numbers(&expected["W"]));
                let (x, _) = off("com", "dx");
                let relative = |output: &str, key: &str| {
                    let (difference, size) = off(output, key);
                    difference / size
                };
                let (v, omega) = (relative("velocity", "dxdot"), relative("omega", "dOmega"));
                let lambda = relative("support", "dlambda");
                println!(
                    "{form} {h:e} {name}: dx {x:.1e}, W {w:.1e}, dv {v:.1e}, dOmega {omega:.1e}, dlambda {lambda:.1e}"
                );
                assert!(x < 1e-12 && w < 1e-12 && v < 1e-11 && omega < 1e-11, "{form} {h:e} {name}: {x:e} {w:e}");
                assert!(lambda < 1e-6, "{form} {h:e} {name}: {lambda:e}");
            }
        }
    }
}

/// Table 4: its rows by form and switch, with the names that the reference and the paper have for them.
const SIMPLIFIED: [(&str, &str, &str); 5] = [
    ("residual", "reference_free", "ResidualAlpha_reference_free"),
    ("linear", "reference_free", "LinearAlpha_reference_free"),
    ("residual", "without_k_g", "ResidualAlpha_without_kG"),
    ("linear", "without_k_g", "LinearAlpha_without_kG"),
    ("geometric", "symmetric_stiffness", "GeometricAlpha_symmetric_Kt"),
];

/// The printed numbers of the last three rows are not those of the simplifications: without k_G the residual form has those of
/// the row above, the linear one the rounding of differences, and the last row is a tenth.
#[test]
fn table_4_simplified_derivatives_are_as_far_off_as_computed() {
    let tables = data();
    for (h, key, printed) in [(2e-3, "0.002", "h_2e-3"), (2e-4, "0.0002", "h_2e-4")] {
        for (form, simplified, row) in SIMPLIFIED {
            let simplified = format!("simplified = \"{simplified}\"");
            let [exact, found] = ["", &simplified].map(|keys| {
                let s = differentiated(form, h, keys);
                with_slopes(&s, cpu_backends()[2].1.as_ref(), "com", &AXES)
            });
            // values are what they were, but for the pivots
            assert!(distance(&exact[0], &found[0]) < 1e-12, "{row}: {exact:?} {found:?}");
            let error = distance(&found[1], &exact[1]) / distance(&exact[1], &[0.0; 3]);
            let expected = number(&tables["table4"][key][row]);
            println!(
                "{row}, h = {h:e}: {error:.4e}, computed {expected:.4e}, printed {}",
                tables["printed"]["table4"][printed][row]
            );
            let tolerance = if expected == 0.0 { 1e-12 } else { 0.03 * expected };
            assert!((error - expected).abs() < tolerance, "{row}, h = {h:e}: {error:e} {expected:e}");
        }
    }
}

/// The slider of the slider-crank, m and m/s, at 0.1 s, with these lines for the method and further tables: a row per member.
fn slider(method: &str, further: &str, backend: usize, columns: &[&str]) -> Vec<Vec<f64>> {
    let lines = format!("step = 2e-3\nrho_inf = 0.8\nstart = \"plain\"\nnewton = {{ relative = 1e-13 }}\n{method}");
    let further = format!("duration = 0.1\n{further}");
    let s = scenario("slider_crank", &[("step = 2e-4", &lines), ("duration = 5.0", &further)]);
    let chunk = run_on(cpu_backends()[backend].1.as_ref(), &s);
    let row = |member: usize| {
        let outputs = chunk.outputs_of(member).unwrap_or_else(|| panic!("{method}: {:?}", chunk.outcomes));
        columns.iter().map(|name| outputs[column(&s, name)]).collect()
    };
    (0..chunk.outcomes.len()).map(row).collect()
}

#[test]
fn derivatives_of_a_slider_crank_agree_three_ways() {
    for method in [
        "form = \"geometric\"",
        "form = \"linear\"",
        "form = \"linear\"\nincrement = \"rotation_vector\"",
        "form = \"linear\"\nindex = 2",
        "form = \"residual\"",
        "form = \"residual\"\nincrement = \"rotation_vector\"",
        "form = \"residual\"\nindex = 2",
    ] {
        let names = ["d(slider.x)/d(centre)", "d(slider_velocity.x)/d(centre)"];
        let by_centre = "[sensitivity]\nparameters = [\"centre\"]";
        let [dual, graph] = [0, 2].map(|backend| slider(method, by_centre, backend, &names).remove(0));
        let plan = "[plan]\nkind = \"grid\"\n[plan.vary]\ncentre = [-2e-3, -1e-3, 1e-3, 2e-3]";
        let at = slider(method, plan, 2, &["slider.x", "slider_velocity.x"]);
        let five = |i: usize| (at[0][i] - at[3][i] + 8.0 * (at[2][i] - at[1][i])) / (12.0 * 1e-3);
        println!("{method:?}: {dual:?} {graph:?} {:?}", [five(0), five(1)]);
        for i in 0..2 {
            let size = dual[i].abs();
            assert!((dual[i] - graph[i]).abs() < 1e-11 * size, "{method}: {dual:?} {graph:?}");
            // of the order of epsilon^4, and rounding over epsilon
            assert!((five(i) - graph[i]).abs() < 1e-7 * size, "{method}: {} {graph:?}", five(i));
        }
    }
}

/// Derivatives that leave something out are recorded like others: lanes, kernels and the scalar code have the same.
#[test]
fn simplified_derivatives_are_the_same_on_every_backend() {
    for (form, simplified, _) in SIMPLIFIED {
        let s = differentiated(form, 2e-3, &format!("simplified = \"{simplified}\""));
        assert_eq!(LaneWidth::for_study(&s.study), LaneWidth::SixtyFour, "{form}, {simplified}");
        let of = |backend: &dyn Backend| with_slopes(&s, backend, "com", &AXES);
        let [scalar, tapes, machine] = &cpu_backends()[..] else { panic!("three backends") };
        let [scalar, tapes, machine] = [scalar, tapes, machine].map(|(_, backend)| of(backend.as_ref()));
        // elimination with pivoting and in a static order differ by rounding
        assert!(
            distance(&scalar[1], &tapes[1]) < 1e-9 * distance(&tapes[1], &[0.0; 3]),
            "{form}: {scalar:?} {tapes:?}"
        );
        assert_eq!(tapes, machine, "{form}, {simplified}");
        if let Some(gpu) = gpu_backend(&s, Precision::Double) {
            assert_eq!(of(gpu.as_ref()), machine, "{form}, {simplified}");
        }
    }
}

#[test]
fn what_cannot_be_simplified_is_refused() {
    let text = std::fs::read_to_string(root().join("scenarios/heavy_top_bruls.toml")).expect("scenario");
    let form = "form = \"linear\"\nincrement = \"conformal_rotation_vector\"";
    for (to, simplified, said) in [
        ("form = \"geometric\"", "reference_free", "symmetric_stiffness"),
        ("form = \"geometric\"", "without_k_g", "symmetric_stiffness"),
        (form, "without_k", "reference_free, without_k_g, symmetric_stiffness"),
    ] {
        let text = text.replace(form, to);
        let message = refusal(&format!("{text}\n[sensitivity]\nparameters = \"all\"\nsimplified = \"{simplified}\"\n"));
        println!("{message}");
        assert!(message.contains(said), "{message}");
    }
}
