//! Implicit methods in kernels: the bits of the CPU, wherever a dispatch ends, and members that a kernel leaves to it.

use crate::common::*;
use gyrosweep::ensemble::{Backend, BlockPartial, Chunk, Origins, Outcome};
use gyrosweep::gpu::{Form, GpuBackend, GpuError, GpuOptions, Kernel};
use gyrosweep::io::scenario::Scenario;
use gyrosweep::num::Precision;
use gyrosweep::statistics::Bins;
use std::time::Duration;

const METHOD: &str = "integrator = \"generalized_alpha\"";
const RATTLE: &str = "integrator = \"rattle\"";

/// A backend on a software device if need be; where there is none, the test says so and is left out.
fn gpu(s: &Scenario, options: &GpuOptions) -> Option<GpuBackend> {
    match GpuBackend::new(&s.study, options) {
        Ok(backend) => Some(backend),
        Err(error) => {
            assert!(std::env::var_os("GYROSWEEP_REQUIRE_GPU").is_none(), "a GPU is required: {error}");
            eprintln!("skipped on the GPU: {error}");
            None
        }
    }
}

fn double() -> GpuOptions {
    GpuOptions::new(Precision::Double).or_software()
}

/// The CPU's recorded functions: what kernels have, too.
fn on_the_cpu(s: &Scenario) -> Chunk {
    run_on(cpu_backends()[2].1.as_ref(), s)
}

fn assert_same(name: &str, found: &Chunk, expected: &Chunk) {
    let bits = |values: &[f64]| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert_eq!(found.outcomes, expected.outcomes, "{name}");
    assert_eq!((&found.steps, &found.times), (&expected.steps, &expected.times), "{name}");
    assert_eq!(found.newton, expected.newton, "{name}");
    assert_eq!(bits(found.outputs.as_slice()), bits(expected.outputs.as_slice()), "{name}");
    assert_eq!(found.samples.rows, expected.samples.rows, "{name}");
    assert_eq!(bits(found.samples.values.as_slice()), bits(expected.samples.values.as_slice()), "{name}");
    assert_eq!(found.events, expected.events, "{name}");
}

/// The heavy top with samples within steps, an event, and outputs over time.
fn top(method: &str) -> Scenario {
    let further = "over = \"drift\"\n\n[[output]]\nname = \"highest\"\nquantity = \"kinetic_energy\"\nover = \"max\"\n\n\
                   [[event]]\nname = \"low\"\nexpression = \"com.z + 0.05\"\ndirection = \"both\"\n";
    scenario(
        "heavy_top",
        &[
            ("integrator = \"rkmk4\"", method),
            ("step = 1e-4", "step = 1e-3"),
            ("over = \"drift\"\n", further),
            ("every = 0.01", "every = 0.00225"),
        ],
    )
}

/// The top in coordinates that need constraints.
fn constrained_top(formulation: &str) -> Scenario {
    constrained_top_by(METHOD, formulation)
}

fn constrained_top_by(method: &str, formulation: &str) -> Scenario {
    let formulation = format!("formulation = \"{formulation}\"");
    let method =
        [("integrator = \"rkmk4\"", method), ("step = 1e-4", "step = 1e-3"), ("duration = 0.1", "duration = 0.05")];
    scenario("heavy_top", &[&method[..], &[("formulation = \"joint\"", &formulation)]].concat())
}

/// More tops than a workgroup has, whose spins these are, with further tables.
fn tops(method: &str, spins: &str, further: &str) -> Scenario {
    scenario(
        "heavy_top_sweep",
        &[
            ("integrator = \"rkmk4\"", method),
            ("step = 1e-4", "step = 1e-3"),
            ("duration = 0.1", "duration = 0.03"),
            ("members = 16384", "members = 70"),
            ("normal = [150.0, 2.0]", spins),
            ("[plan]", &format!("{further}[plan]")),
        ],
    )
}

fn rotor() -> Scenario {
    let short =
        [("integrator = \"rkmk4\"", METHOD), ("step = 1e-6", "step = 1e-5"), ("duration = 0.01", "duration = 5e-4")];
    scenario("rotor", &short)
}

#[test]
fn kernels_give_the_bits_of_the_cpu() {
    for (name, s) in [
        ("top", top(METHOD)),
        ("constrained top", constrained_top("absolute")),
        ("Euler parameters", constrained_top("euler_parameters_2")),
        ("Euler parameters and constraints", constrained_top("absolute_euler_parameters")),
        ("rotor", rotor()),
        ("RATTLE", constrained_top_by(RATTLE, "absolute")),
        ("Galerkin in time", constrained_top_by("integrator = \"dg\"", "absolute")),
        ("Radau IIA", constrained_top_by("integrator = \"radau2a\"", "absolute")),
        ("continuous Galerkin", top("integrator = \"cg\"")),
        ("tops", tops(METHOD, "normal = [150.0, 2.0]", "")),
    ] {
        let expected = on_the_cpu(&s);
        assert!(expected.outcomes.iter().all(|o| *o == Outcome::Completed), "{name}: {:?}", expected.outcomes);
        if name.starts_with("top") && name != "tops" {
            assert!(!expected.events.is_empty() && expected.samples.rows.len() == 46);
        }
        for form in [Form::Unrolled, Form::Interpreted] {
            let Some(gpu) = gpu(&s, &GpuOptions { form: Some(form), ..double() }) else { return };
            assert_same(&format!("{name}, {form:?}"), &run_on(&gpu, &s), &expected);
            assert_eq!(gpu.passed_on(), None, "{name}, {form:?}");
        }
    }
}

/// Dispatches of no duration make one attempt each, which is one of Newton's iterations.
#[test]
fn a_member_goes_on_within_newtons_method() {
    let s = top(METHOD);
    let Some(gpu) = gpu(&s, &GpuOptions { dispatch: Duration::ZERO, ..double() }) else { return };
    let before = gpu.work().dispatches;
    let (found, expected) = (run_on(&gpu, &s), on_the_cpu(&s));
    assert_same("top", &found, &expected);
    // two iterations at least, of which the last is followed by the end of the step
    let dispatches = gpu.work().dispatches - before;
    assert!(dispatches > 2 * u64::from(found.steps[0]), "{dispatches}");
}

/// With a single iteration, tops of most spins come to a step that it does not solve: those members are the CPU's, and the
/// others are not.
#[test]
fn members_that_a_kernel_does_not_solve_are_those_of_the_cpu() {
    let strict = format!("{METHOD}\nnewton = {{ criterion = \"residual\", iterations = 1, relative = 1e-10 }}");
    let spins = "uniform = [1.0, 300.0]";
    let further = "[sampling]\nevery = 0.0075\n[[event]]\nname = \"low\"\nexpression = \"com.z + 0.001\"\n\
                   direction = \"both\"\n";
    let s = tops(&strict, spins, further);
    let expected = on_the_cpu(&s);
    let failed = expected.outcomes.iter().filter(|o| **o == Outcome::NewtonDiverged).count() as u64;
    assert!((5..65).contains(&failed), "{failed} of 70");
    assert!(expected.events.len() > 5 && expected.samples.rows.len() > 70);
    let Some(gpu) = gpu(&s, &double()) else { return };
    // those of the first steps, which are compared with the CPU, do not count
    assert_eq!(gpu.passed_on(), None);
    assert_same("tops", &run_on(&gpu, &s), &expected);
    let passed_on = |gpu: &GpuBackend| {
        gpu.passed_on().map_or(0, |(name, members)| {
            assert!(name.starts_with("CPU"), "{name}");
            members
        })
    };
    assert_eq!(passed_on(&gpu), failed);
    // and in statistics, which are formed on the device where there is no such member
    let s = tops(&strict, spins, "");
    let origins = Origins::from(&[Bins::between(-1.0, 1.0), Bins::between(-1.0, 1.0), Bins::between(-1.0, 1.0)][..]);
    let expected = BlockPartial::of_chunk(&on_the_cpu(&s), &origins);
    let Some(gpu) = self::gpu(&s, &double()) else { return };
    assert_eq!(gpu.summarize(&s.study, 0, 70, &origins).unwrap(), expected);
    assert_eq!(passed_on(&gpu), failed);
}

/// Newton's method solves a step up to some tens of a precision's roundings. Over a hundred steps, single precision, whose
/// state is kept in two numbers, loses about one of its units.
#[test]
fn lower_precisions_solve_steps_up_to_their_rounding() {
    for (name, s) in [
        ("top", top(METHOD)),
        ("constrained top", constrained_top("absolute")),
        ("top by RATTLE", top(RATTLE)),
        ("constrained top by RATTLE", constrained_top_by(RATTLE, "absolute")),
        ("constrained top by Galerkin in time", constrained_top_by("integrator = \"dg\"", "absolute")),
    ] {
        let expected = on_the_cpu(&s);
        for (precision, limit) in [(Precision::Single, 1e-6), (Precision::DoubleFloat, 1e-13)] {
            let Some(gpu) = gpu(&s, &GpuOptions::new(precision).or_software()) else { return };
            let found = run_on(&gpu, &s);
            assert_eq!((&found.outcomes, &found.steps), (&expected.outcomes, &expected.steps), "{name}, {precision:?}");
            assert_eq!(gpu.passed_on(), None, "{name}, {precision:?}");
            let com = |chunk: &Chunk| vector(&s, chunk, 0, "com");
            let error = distance(&com(&found), &com(&expected));
            eprintln!("{name}, {precision:?}: {error:e} m, {:?} of {:?}", found.newton[0], expected.newton[0]);
            assert!(error < limit, "{name}, {precision:?}: {error:e}");
        }
    }
}

/// SwiftShader, which has no 64-bit numbers; where it is not among the devices, the test says so and is left out.
fn without_doubles(s: &Scenario) -> Option<GpuBackend> {
    let adapter = Some("SwiftShader".to_string());
    match GpuBackend::new(&s.study, &GpuOptions { adapter, ..GpuOptions::new(Precision::DoubleFloat) }) {
        Ok(gpu) => Some(gpu),
        Err(error @ (GpuError::NoAdapter | GpuError::NoSuchAdapter { .. })) => {
            assert!(std::env::var_os("GYROSWEEP_REQUIRE_SWIFTSHADER").is_none(), "SwiftShader is required: {error}");
            eprintln!("skipped on SwiftShader: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// What takes such a compiler too much memory is interpreted, and solved to the rounding of double-float numbers in the CPU's
/// iterations.
#[test]
fn double_float_numbers_solve_steps_where_there_are_no_others() {
    let four_bar = scenario("four_bar", &[("duration = 2.0", "duration = 0.02")]);
    let all = [
        ("top", top(METHOD), "com"),
        ("constrained top", constrained_top("absolute"), "com"),
        ("four-bar", four_bar, "coupler"),
    ];
    for (name, s, output) in all {
        let Some(gpu) = without_doubles(&s) else { return };
        assert_eq!(gpu.kernel().form(), Form::Interpreted, "{name}");
        let (found, expected) = (run_on(&gpu, &s), on_the_cpu(&s));
        assert_eq!((&found.outcomes, &found.steps), (&expected.outcomes, &expected.steps), "{name}");
        assert_eq!((gpu.passed_on(), &found.newton), (None, &expected.newton), "{name}");
        let of = |chunk: &Chunk| vector(&s, chunk, 0, output);
        let error = distance(&of(&found), &of(&expected));
        eprintln!("{name}: {error:e} m, {:?}", found.newton[0]);
        assert!(error < 1e-13, "{name}: {error:e}");
    }
    // members that Newton's method does not solve are the CPU's, to the bit
    let strict = format!("{METHOD}\nnewton = {{ criterion = \"residual\", iterations = 1, relative = 1e-10 }}");
    let s = tops(&strict, "uniform = [1.0, 300.0]", "");
    let Some(gpu) = without_doubles(&s) else { return };
    let (found, expected) = (run_on(&gpu, &s), on_the_cpu(&s));
    assert_eq!((&found.outcomes, &found.times), (&expected.outcomes, &expected.times));
    let failed = expected.outcomes.iter().filter(|o| **o == Outcome::NewtonDiverged).count() as u64;
    assert!((5..65).contains(&failed), "{failed} of 70");
    assert_eq!(gpu.passed_on().map(|(_, members)| members), Some(failed));
}

#[test]
fn kept_iteration_matrices_are_refused() {
    for kind in ["modified", "quasi"] {
        let s = top(&format!("{METHOD}\nnewton = {{ kind = \"{kind}\" }}"));
        let words = Kernel::new(&s.study, Precision::Double).unwrap_err().to_string();
        assert!(words.contains(kind) && words.ends_with("take newton = { kind = \"full\" }, or the CPU"), "{words}");
    }
}
