//! Derivatives are the same on every backend.

use super::*;
use gyrosweep::num::Precision;

/// The largest difference between the outputs of two runs, in units of the larger of the value and `size`.
fn difference(a: &Chunk, b: &Chunk, size: f64) -> f64 {
    let pairs = completed(a).into_iter().zip(completed(b));
    pairs.map(|(a, b)| (a - b).abs() / a.abs().max(size)).fold(0.0, f64::max)
}

fn texts() -> [(&'static str, String, f64); 2] {
    let explicit = top("joint", "integrator = \"rkmk4\"\nstep = 1e-3", "");
    let implicit = top("absolute", "integrator = \"generalized_alpha\"\nstep = 2e-3", "");
    [("explicit", explicit, 1e-10), ("implicit", implicit, 1e-8)]
}

#[test]
fn lanes_and_the_scalar_code_agree() {
    for (name, text, tolerance) in texts() {
        let s = parse(&(text + "[sensitivity]\nparameters = [\"m\", \"Xy\", \"spin\"]\n"));
        let chunks: Vec<Chunk> = cpu_backends().into_iter().map(|(_, backend)| run_on(backend.as_ref(), &s)).collect();
        let [scalar, eight, sixty_four] = &chunks[..] else { panic!("three backends") };
        assert_eq!(completed(eight), completed(sixty_four), "{name}");
        // elimination with pivoting and in a static order differ by rounding, which an implicit step of index 3 magnifies
        let found = difference(scalar, eight, 1e-3);
        assert!(found < tolerance, "{name}: {found:e}");
    }
}

#[test]
fn kernels_have_the_bits_of_the_lanes() {
    for (name, text, _) in texts() {
        let s = parse(&(text + "[sensitivity]\nparameters = [\"m\", \"Jyy\"]\n"));
        let lanes = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("threads"), &s);
        if let Some(gpu) = gpu_backend(&s, Precision::Double) {
            assert_eq!(completed(&run_on(gpu.as_ref(), &s)), completed(&lanes), "{name}");
        }
        // the multipliers of index 3, and derivatives with them, have rounding over the square of the step
        let tolerance = if name == "explicit" { 1e-10 } else { 1e-6 };
        if let Some(gpu) = gpu_backend(&s, Precision::DoubleFloat) {
            let found = difference(&lanes, &run_on(gpu.as_ref(), &s), 1e-3);
            assert!(found < tolerance, "{name} df64: {found:e}");
        }
    }
}

#[test]
fn derivatives_are_sampled_and_of_varied_members_their_own() {
    let plan = "[plan]\nkind = \"sobol\"\nmembers = 5\n[plan.vary]\nm = { uniform = [14.0, 16.0] }\n";
    let text = top("joint", "integrator = \"rkmk4\"\nstep = 1e-3", plan);
    let s = parse(&(text.clone() + "[sampling]\nevery = 0.05\n[sensitivity]\nparameters = [\"m\", \"spin\"]\n"));
    let chunk = run_on(&CpuBackend::new(Some(2), LaneWidth::SixtyFour).expect("threads"), &s);
    let by_mass = column(&s, "d(x.z)/d(m)");
    for member in 0..5 {
        let mass = chunk.members.row(member)[0];
        let alone = text.replace("default = 15.0", &format!("default = {mass:?}"));
        let (other, one) = differentiated(&alone);
        let expected = value(&other, &one, "d(x.z)/d(m)");
        let found = chunk.outputs_of(member).expect("outputs")[by_mass];
        assert!((found - expected).abs() < 1e-13 * expected.abs(), "{found} {expected}");
        // of three samples the first is the start, where the position does not depend on the mass, the last the end
        let sample = |i: usize| chunk.samples.values.value(3 * member + i, by_mass);
        assert_eq!((sample(0), sample(2)), (0.0, found));
    }
}
