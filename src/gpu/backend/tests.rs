//! Kernels of other variants than the device would take.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

use super::*;
use crate::gpu::form::NVIDIA;
use crate::io::scenario::{Overrides, Scenario};

/// Returns a study of a step of more than 2,000 operations and four of them.
fn long() -> Study {
    let text = include_str!("../../../scenarios/puma560.toml").replace("duration = 0.5", "duration = 4e-3");
    Scenario::parse(std::path::Path::new("puma560.toml"), &text, Overrides::default()).unwrap().study
}

#[test]
fn kernels_for_nvidia_are_in_blocks_and_compute_the_same() {
    let study = long();
    let members = Members::draw(&study, 0, 3);
    let mut found = Vec::new();
    for vendor in [0x1002, NVIDIA] {
        let options = GpuOptions::new(Precision::Double).or_software();
        let mut device = match Device::open(&options) {
            Ok(device) => device,
            Err(error) => {
                assert!(std::env::var_os("GYROSWEEP_REQUIRE_GPU").is_none(), "a GPU is required: {error}");
                return eprintln!("skipped: {error}");
            }
        };
        device.report.vendor = vendor;
        let variant = Variant { arithmetic: device.report.arithmetic, ..Precision::Double.into() };
        let backend = GpuBackend::on(device, variant, &study, &options).unwrap();
        assert_eq!(backend.kernel().text.contains("if control.zero =="), vendor == NVIDIA);
        found.push(backend.run(&study, members.clone()).unwrap());
    }
    let [whole, in_blocks] = &found[..] else { unreachable!("two of them") };
    assert_eq!((&whole.outcomes, &whole.steps), (&in_blocks.outcomes, &in_blocks.steps));
    let bits = |chunk: &Chunk| chunk.outputs.as_slice().iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(whole), bits(in_blocks));
    assert!(whole.outputs.as_slice().iter().any(|x| *x != 0.0));
}
