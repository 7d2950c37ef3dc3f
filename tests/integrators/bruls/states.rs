//! Discrete states at 0.1 s, by all ways to compute them.

use super::{CONTINUOUS, FORMS, reference, top, top_with, top_with_formulation};
use crate::common::{column, cpu_backends, distance, gpu_backend, numbers, run_on, scenario, slope, vector};
use gyrosweep::ensemble::Backend;
use gyrosweep::ensemble::cpu::{Code, CpuBackend, LaneWidth};
use gyrosweep::num::Precision;

#[test]
fn discrete_states_are_those_of_the_forms() {
    for form in FORMS {
        for h in [2e-3, 1e-3, 5e-4, 2.5e-4] {
            let (s, expected) = (top(form, h, 0.1), reference(form, h));
            for (name, backend) in cpu_backends() {
                let chunk = run_on(backend.as_ref(), &s);
                let off = |output: &str, key: &str| {
                    let (found, expected) = (vector(&s, &chunk, 0, output), numbers(&expected[key]));
                    (distance(&found, &expected), distance(&expected, &[0.0; 3]))
                };
                let (x, _) = off("com", "x");
                let relative = |output: &str, key: &str| {
                    let (difference, size) = off(output, key);
                    difference / size
                };
                let (v, w) = (relative("velocity", "xdot"), relative("omega", "Omega_body"));
                let lambda = relative("support", "lambda");
                let (a, dw) = (relative("acceleration", "xddot"), relative("spin_up", "Omegadot_body"));
                println!("{form} {h:e} {name}: x {x:.1e}, v {v:.1e}, W {w:.1e}, lambda {lambda:.1e}, {a:.1e} {dw:.1e}");
                assert!(x < 1e-12 && v < 1e-11 && w < 1e-11, "{form} {h:e} {name}: {x:e} {v:e} {w:e}");
                assert!(lambda < 1e-6 && a < 1e-6 && dw < 1e-6, "{form} {h:e} {name}: {lambda:e} {a:e} {dw:e}");
            }
        }
    }
}

#[test]
fn tapes_machine_code_and_kernels_give_the_same_bits() {
    for form in FORMS {
        // samples lie within steps
        let s = top_with(form, 2e-3, 0.02, "[sensitivity]\nparameters = \"all\"\n[sampling]\nevery = 3e-3");
        let backend = |code| CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread").with_code(code);
        let bits = |backend: &dyn Backend| {
            let chunk = run_on(backend, &s);
            let values = chunk.outputs.as_slice().iter().chain(chunk.samples.values.as_slice());
            values.map(|x| x.to_bits()).collect::<Vec<u64>>()
        };
        let tapes = bits(&backend(Code::Tape));
        assert_eq!(tapes, bits(&backend(Code::Machine)), "{form}");
        if let Some(gpu) = gpu_backend(&s, Precision::Double) {
            assert_eq!(tapes, bits(gpu.as_ref()), "{form} on the GPU");
        }
    }
}

/// The position in samples every half a millisecond to 0.02 s.
fn samples(form: &str, h: f64) -> Vec<[f64; 3]> {
    let s = top_with(form, h, 0.02, "[sampling]\nevery = 5e-4");
    let chunk = run_on(cpu_backends()[2].1.as_ref(), &s);
    chunk.samples.values.each_row().map(|row| [row[0], row[1], row[2]]).collect()
}

#[test]
fn states_within_steps_are_as_good_as_at_their_ends() {
    for form in FORMS {
        let (found, fine) = (samples(form, 2e-3), samples(form, 1e-4));
        assert_eq!((found.len(), fine.len()), (41, 41), "{form}");
        let errors: Vec<f64> = found.iter().zip(&fine).map(|(a, b)| distance(a, b)).collect();
        let largest = |at_ends: bool| {
            let of = errors.iter().enumerate().filter(|(k, _)| (k % 4 == 0) == at_ends);
            of.map(|(_, error)| *error).fold(0.0, f64::max)
        };
        println!("{form}: {:e} at ends of steps, {:e} within", largest(true), largest(false));
        assert!(largest(false) < 1.5 * largest(true), "{form}");
    }
}

#[test]
fn the_forms_do_not_depend_on_how_rotations_are_stored() {
    for form in FORMS {
        let expected = reference(form, 2e-3);
        for formulation in ["absolute_matrix", "absolute_rotation_vector"] {
            let further = "[sensitivity]\nparameters = \"all\"";
            let s = top_with_formulation(formulation, form, (2e-3, 0.1), further);
            for (name, backend) in [0, 2].map(|i| cpu_backends().swap_remove(i)) {
                let chunk = run_on(backend.as_ref(), &s);
                let outputs = chunk.outputs_of(0).unwrap_or_else(|| panic!("{:?}", chunk.outcomes));
                let by_mass = ["x", "y", "z"].map(|axis| outputs[column(&s, &format!("d(com.{axis})/d(mass)"))]);
                let x = distance(&vector(&s, &chunk, 0, "com"), &numbers(&expected["x"]));
                let dx = distance(&by_mass, &numbers(&expected["by_m"]["dx"]));
                println!("{form}, {formulation}, {name}: {x:.1e} {dx:.1e}");
                assert!(x < 1e-12 && dx < 1e-12, "{form}, {formulation}, {name}: {x:e} {dx:e}");
            }
        }
    }
}

/// Without constraints the forms are other schemes than with them.
#[test]
fn joint_coordinates_keep_the_orders() {
    for (form, order) in [("residual", 1.0), ("linear", 2.0), ("geometric", 2.0)] {
        let points = [1e-3, 5e-4, 2.5e-4].map(|h| {
            let form = format!("form = \"{form}\"\nformulation = \"joint\"");
            let support = "[[output]]\nname = \"support\"\nquantity = \"reaction_force\"\njoint = \"pivot\"";
            let s = scenario(
                "heavy_top_bruls",
                &[
                    ("formulation = \"absolute\"\n", ""),
                    ("form = \"linear\"\nincrement = \"conformal_rotation_vector\"", &form),
                    ("step = 2e-3", &format!("step = {h:e}")),
                    (support, ""),
                ],
            );
            let chunk = run_on(cpu_backends()[2].1.as_ref(), &s);
            (h, distance(&vector(&s, &chunk, 0, "com"), &CONTINUOUS))
        });
        let found = slope(&points);
        println!("{form}: {found:.3} {points:?}");
        assert!((found - order).abs() < 0.2, "{form}: {found}");
    }
}
