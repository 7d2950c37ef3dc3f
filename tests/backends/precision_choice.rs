//! The precision that a study needs: the cheapest whose rounding stays below the error of its integration.

use crate::common::*;
use gyrosweep::backends::precision_choice::{Candidate, PrecisionChoice, PrecisionError, choose_precision};
use gyrosweep::ensemble::Backend;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::gpu::{GpuBackend, GpuOptions};
use gyrosweep::io::scenario::Scenario;
use gyrosweep::num::Precision::{self, Double, DoubleFloat, Single};

/// As on a GPU that is made for single precision.
const CANDIDATES: [Candidate; 3] = [
    Candidate { precision: Single, rate: 1e13 },
    Candidate { precision: DoubleFloat, rate: 5e11 },
    Candidate { precision: Double, rate: 2e11 },
];

fn choose(s: &Scenario, candidates: &[Candidate]) -> Option<PrecisionChoice> {
    // says whether there is a device
    gpu_backend(s, Double)?;
    let cpu = CpuBackend::new(Some(1), LaneWidth::best()).expect("a thread");
    let device = |precision: Precision| -> Result<Box<dyn Backend>, String> {
        let options = GpuOptions::new(precision).or_software();
        Ok(Box::new(GpuBackend::new(&s.study, &options).map_err(|e| e.to_string())?))
    };
    Some(choose_precision(&s.study, candidates, &cpu, &device).unwrap_or_else(|e| panic!("{e}")))
}

fn sweep(step: &str) -> Scenario {
    scenario("heavy_top_sweep", &[("members = 16384", "members = 100"), ("step = 1e-4", step)])
}

#[test]
fn a_fine_step_needs_more_than_single_precision() {
    let Some(choice) = choose(&sweep("step = 1e-4"), &CANDIDATES) else { return };
    assert_eq!(choice.precision, DoubleFloat, "{}", choice.words());
    assert!(choice.suffices && choice.integration < 1e-7, "{}", choice.words());
    let (single, column) = choice.roundings[0].error.clone().expect("tried").expect("measured");
    assert!(single > choice.integration && !column.is_empty(), "{}", choice.words());
    let words = choice.words();
    assert!(words.starts_with("precision df64: the cheapest whose rounding stays below a quarter"), "{words}");
    for part in ["from halving every step of rkmk4 for 32 members", "f32 rounds by ", "f64 is slower at 2.0e11"] {
        assert!(words.contains(part), "{part:?} in {words}");
    }
}

#[test]
fn a_coarse_step_needs_no_more_than_single_precision() {
    let Some(choice) = choose(&sweep("step = 4e-3"), &CANDIDATES) else { return };
    assert_eq!(choice.precision, Single, "{}", choice.words());
    assert!(choice.integration > 1e-5, "{}", choice.words());
    assert!(choice.roundings[1].error.is_none(), "what is slower is not tried");
}

/// Where double precision is the faster of those that suffice, it is taken.
#[test]
fn the_cheapest_is_that_of_the_device() {
    let mut candidates = CANDIDATES;
    candidates[2].rate = 6e12;
    let Some(choice) = choose(&sweep("step = 1e-4"), &candidates) else { return };
    assert_eq!(choice.precision, Double, "{}", choice.words());
    // where the device is exact, it rounds as the CPU does
    assert!(choice.words().contains("df64 is slower"), "{}", choice.words());
}

#[test]
fn a_tolerance_is_the_error_that_is_asked_for() {
    for (tolerance, single) in [("1e-4", true), ("1e-10", false)] {
        let s = heavy_top("-4.61538", &format!("integrator = \"dopri5\"\ntolerance = {tolerance}"), 0.1, "");
        let Some(choice) = choose(&s, &CANDIDATES) else { return };
        assert_eq!(choice.precision == Single, single, "{}", choice.words());
        assert!(choice.words().contains("the relative tolerance of the adaptive steps"), "{}", choice.words());
    }
}

/// What cannot be opened is no candidate, and where nothing suffices the one that rounds least is taken.
#[test]
fn what_fails_is_said() {
    let s = sweep("step = 1e-4");
    let cpu = CpuBackend::new(Some(1), LaneWidth::best()).expect("a thread");
    let none = |_: Precision| -> Result<Box<dyn Backend>, String> { Err("it is refused".into()) };
    let error = choose_precision(&s.study, &CANDIDATES, &cpu, &none).unwrap_err();
    assert_eq!(error.to_string(), "no precision serves: f32: it is refused; df64: it is refused; f64: it is refused");
    let Some(choice) = choose(&s, &CANDIDATES[..1]) else { return };
    assert!(!choice.suffices && choice.precision == Single);
    assert!(choice.words().starts_with("precision f32: none rounds by less"), "{}", choice.words());
    // members that cannot be computed say nothing
    let s = heavy_top("-4.61538", "integrator = \"rkmk4\"\nstep = 0.1", 0.1, "");
    let error = choose_precision(&s.study, &CANDIDATES, &cpu, &none).unwrap_err();
    assert_eq!(error, PrecisionError::NoMember(1));
}
