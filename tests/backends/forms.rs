//! The two forms of a kernel, unrolled and interpreted: the same bits.

use crate::common::*;
use gyrosweep::ensemble::Chunk;
use gyrosweep::gpu::{Form, GpuBackend, GpuOptions};
use gyrosweep::io::scenario::Scenario;
use gyrosweep::num::Precision;
use std::time::Duration;

/// A backend with a kernel in that form, or in the one that its length calls for.
fn backend(s: &Scenario, precision: Precision, form: Option<Form>) -> Option<GpuBackend> {
    let options = GpuOptions { form, ..GpuOptions::new(precision).or_software() };
    match GpuBackend::new(&s.study, &options) {
        Ok(backend) => Some(backend),
        Err(error) => {
            assert!(std::env::var_os("GYROSWEEP_REQUIRE_GPU").is_none(), "a GPU is required: {error}");
            eprintln!("skipped on the GPU: {error}");
            None
        }
    }
}

fn in_form(s: &Scenario, precision: Precision, form: Form) -> Option<Chunk> {
    let backend = backend(s, precision, Some(form))?;
    assert_eq!(backend.kernel().form(), form);
    Some(run_on(&backend, s))
}

/// Everything that a chunk holds, by its bits.
fn assert_same(name: &str, a: &Chunk, b: &Chunk) {
    let bits = |values: &[f64]| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert_eq!(a.outcomes, b.outcomes, "{name}");
    assert_eq!((&a.steps, &a.rejected), (&b.steps, &b.rejected), "{name}");
    assert_eq!(bits(a.outputs.as_slice()), bits(b.outputs.as_slice()), "{name}");
    assert_eq!(a.samples.rows, b.samples.rows, "{name}");
    assert_eq!(bits(a.samples.values.as_slice()), bits(b.samples.values.as_slice()), "{name}");
    assert_eq!(a.events, b.events, "{name}");
}

/// Both forms of a scenario whose arithmetic is exact.
fn compare(name: &str, s: &Scenario, precision: Precision) {
    let Some(unrolled) = in_form(s, precision, Form::Unrolled) else { return };
    let Some(interpreted) = in_form(s, precision, Form::Interpreted) else { return };
    assert_same(name, &unrolled, &interpreted);
}

/// A chain of equal links that hang from hinges whose axes alternate, and swing.
fn chain(links: usize, method: &str) -> Scenario {
    let mut text = String::from("[gravity]\nacceleration = [0, 0, -9.81]\n[parameters]\nm = { default = 1.0 }\n");
    for i in 0..links {
        let before = if i == 0 { "ground".into() } else { format!("link{}", i - 1) };
        let axis = if i % 2 == 0 { "[1, 0, 0]" } else { "[0, 1, 0]" };
        text += &format!(
            "[[body]]\nname = \"link{i}\"\nmass = \"m\"\ninertia = [0.02, 0.03, 0.01]\n\
             initial = {{ position = [0, 0, {}] }}\n\
             [[joint]]\nname = \"hinge{i}\"\nkind = \"revolute\"\nbetween = [\"{before}\", \"link{i}\"]\n\
             at = [0, 0, {}]\naxis = {axis}\ninitial = {{ velocity = 0.3 }}\n",
            -0.1 - 0.2 * i as f64,
            -0.2 * i as f64
        );
    }
    let last = links - 1;
    text +=
        &format!("[method]\n{method}\n[[output]]\nname = \"tip\"\nquantity = \"position\"\nbody = \"link{last}\"\n");
    text += "[plan]\nkind = \"grid\"\n[plan.vary]\nm = { min = 0.9, max = 1.1, count = 3 }\n";
    parse(&text)
}

#[test]
fn heavy_top_and_rotor() {
    let top =
        scenario("heavy_top_sweep", &[("members = 16384", "members = 70"), ("duration = 0.1", "duration = 0.02")]);
    for precision in [Precision::Single, Precision::DoubleFloat, Precision::Double] {
        compare("heavy top", &top, precision);
    }
    compare("rotor", &scenario("rotor", &[]), Precision::Double);
}

#[test]
fn a_chain_and_a_controlled_robot() {
    let s = chain(3, "integrator = \"rkmk4\"\nstep = 1e-3\nduration = 0.05");
    for precision in [Precision::Single, Precision::Double] {
        compare("a chain of three", &s, precision);
    }
    compare("a robot", &scenario("puma560_control", &[("duration = 1.0", "duration = 0.01")]), Precision::Double);
}

#[test]
fn adaptive_steps_with_events_samples_and_reductions() {
    let further = "[[event]]\nname = \"low\"\nexpression = \"com.z + 0.01\"\ndirection = \"both\"\n\
                   [[output]]\nname = \"e\"\nquantity = \"energy\"\nover = \"drift\"\n\
                   [sampling]\nevery = 0.03\n\
                   [plan]\nkind = \"grid\"\n[plan.vary]\nspin = { min = 140, max = 160, count = 5 }\n";
    let s = heavy_top("-4.61538", "integrator = \"ode23\"\ntolerance = 1e-5", 0.4, further);
    let Some(found) = in_form(&s, Precision::Double, Form::Interpreted) else { return };
    assert!(found.events.len() >= 5 && found.samples.rows.len() > 50, "something happens");
    assert_same("adaptive", &in_form(&s, Precision::Double, Form::Unrolled).unwrap(), &found);
    // one attempt per dispatch: members leave in the middle of a step, and go on there
    let options = GpuOptions { dispatch: Duration::ZERO, ..GpuOptions::new(Precision::Double).or_software() };
    let one_by_one = GpuBackend::new(&s.study, &options).unwrap();
    assert_same("one by one", &run_on(&one_by_one, &s), &found);
    assert!(one_by_one.work().dispatches > found.steps.iter().max().copied().unwrap().into());
}

/// A software device stops loops silently after 65,535 rounds: attempts within a step count too, here some hundred of
/// some hundred instructions each.
#[test]
fn a_step_with_more_events_than_a_dispatch_can_locate() {
    let mut text = String::from(
        "[method]\nintegrator = \"rkmk4\"\nstep = 1\nduration = 2\n[sampling]\nevery = 0.3\n\
         [[variable]]\nname = \"x\"\ninitial = 0\nrate = \"1 + 0.1*sin(x)\"\n\
         [[output]]\nname = \"x\"\nquantity = \"variable\"\nvariable = \"x\"\n",
    );
    for k in 0..32 {
        let value = 2.8 + 0.25 * f64::from(k);
        text +=
            &format!("[[event]]\nname = \"e{k}\"\nexpression = \"exp(exp(x)) - {value}\"\ndirection = \"rising\"\n");
    }
    let s = parse(&text);
    let expected = run_on(cpu_backends()[0].1.as_ref(), &s);
    assert_eq!(expected.events.len(), 32);
    let Some(found) = in_form(&s, Precision::Double, Form::Interpreted) else { return };
    assert_same("events", &expected, &found);
}

#[test]
fn a_kernel_too_long_for_compilers_is_interpreted() {
    let s = chain(60, "integrator = \"rkmk4\"\nstep = 1e-3\nduration = 5e-3");
    let Some(gpu) = backend(&s, Precision::Double, None) else { return };
    assert_eq!(gpu.kernel().form(), Form::Interpreted);
    let expected = run_on(cpu_backends()[0].1.as_ref(), &s);
    assert_same("a chain of sixty", &expected, &run_on(&gpu, &s));
    let short = chain(2, "integrator = \"rkmk4\"\nstep = 1e-3\nduration = 5e-3");
    let Some(gpu) = backend(&short, Precision::Double, None) else { return };
    assert_eq!(gpu.kernel().form(), Form::Unrolled);
}

/// Pipeline times and rates of both forms; run by hand, `cargo test --release --test suite backends::forms:: -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn figures() {
    let top = |method: &str| heavy_top("-4.61538", method, 0.01, TOPS);
    let fixed = "integrator = \"rkmk4\"\nstep = 1e-4";
    let hinged = "integrator = \"rkmk4\"\nstep = 1e-3\nduration = 0.02";
    let all = [
        ("heavy top", top(fixed)),
        ("heavy top, dop853", top("integrator = \"dop853\"\nstep = 1e-4")),
        ("chain of 8", chain(8, hinged)),
        ("chain of 32", chain(32, hinged)),
        ("Puma", scenario("puma560_control", &[("duration = 1.0", "duration = 0.01")])),
    ];
    for (name, s) in &all {
        for form in [Form::Unrolled, Form::Interpreted] {
            let start = std::time::Instant::now();
            let Some(backend) = backend(s, Precision::Double, Some(form)) else { return };
            let translated = start.elapsed();
            // a software device compiles when it first computes
            let chunk = run_on(&backend, s);
            let first = start.elapsed() - translated;
            let again = std::time::Instant::now();
            run_on(&backend, s);
            let again = again.elapsed();
            let steps: u32 = chunk.steps.iter().sum();
            let operations = backend.kernel().step_operations;
            eprintln!(
                "{name}, {form:?}: {operations} operations; recorded and translated in {:.2} s, compiled in {:.2} s; {} steps in {:.3} s, {:.2e} operations/s",
                translated.as_secs_f64(),
                first.saturating_sub(again).as_secs_f64(),
                steps,
                again.as_secs_f64(),
                f64::from(steps) * operations as f64 / again.as_secs_f64()
            );
        }
    }
}

const TOPS: &str = "[plan]\nkind = \"grid\"\n[plan.vary]\nspin = { min = 140, max = 160, count = 64 }\n";
