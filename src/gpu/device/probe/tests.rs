//! A recorded function that no study has, interpolation, on a device.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

use super::*;
use crate::gpu::kernel::{Variant, prelude, render};
use crate::gpu::options::GpuOptions;
use crate::interpolation::{Basis, Metric, motion_at};
use crate::lie::{Motion, UnitQuaternion, VectorialParameterisation as V};
use crate::num::{Real, Vec3};
use crate::trace::{Input, Rate, Schedule, record, wgsl};
use minijinja::context;

const MEMBERS: usize = 64;
const INPUTS: usize = 29;
const OUTPUTS: usize = 7;

/// Position and quaternion of the motion interpolated at a parameter between four, each by position and quaternion.
fn pose<R: Real>(metric: Metric, x: &[R]) -> Vec<R> {
    let read = |x: &[R]| Motion::new(Vec3::from_slice(x), UnitQuaternion::from_slice(&x[3..]));
    let motions: Vec<Motion<R>> = x[1..].chunks(7).map(read).collect();
    let weights = Basis::equispaced(4).unwrap().weights(x[0]);
    let found = Motion(motion_at(metric, &weights, &motions).rotation);
    let (position, q) = (found.position(), found.rotation());
    [&position.to_array()[..], &[q.w, q.v.x, q.v.y, q.v.z]].concat()
}

fn inputs(member: usize) -> Vec<f64> {
    let number = |i: usize| (1.7 * (member * 50 + i) as f64 + 0.3).sin();
    let one = |k: usize| {
        let [x, y, z] = [0, 1, 2].map(|i| 2.0 * number(6 * k + i));
        let v = [3, 4, 5].map(|i| 0.17 * number(6 * k + i));
        let w = (1.0 - v.iter().map(|v| v * v).sum::<f64>()).sqrt();
        [x, y, z, w, v[0], v[1], v[2]]
    };
    std::iter::once(0.8 * number(49)).chain((0..4).flat_map(one)).collect()
}

/// The kernel that evaluates a recorded function.
fn text(metric: Metric) -> String {
    let input = |i: usize| Input { name: format!("in{i}"), rate: Rate::Step };
    let graph = record(Precision::Double, (0..INPUTS).map(input).collect(), |x| pose(metric, x));
    let printed = wgsl::print(&graph, &Schedule::new(&graph), ["m", "v"]).unwrap();
    let loads: String = (0..INPUTS).map(|i| format!("let in{i} = inputs[at({i}u, k)];\n")).collect();
    let store = |(i, value): (usize, &String)| format!("results[at({i}u, k)] = {value};\n");
    let stores: String = printed.outputs.iter().enumerate().map(store).collect();
    let variant = Variant { arithmetic: Arithmetic::Exact, ..Precision::Double.into() };
    let mut text = render("probe.wgsl", context! { prelude => prelude(variant) });
    text.insert_str(text.rfind('}').unwrap(), &format!("{loads}{}{stores}", printed.step));
    text
}

#[test]
fn recorded_interpolation_is_what_the_cpu_computes() {
    let device = match Device::open(&GpuOptions::new(Precision::Double).or_software()) {
        Ok(device) => device,
        Err(error) => {
            assert!(std::env::var_os("GYROSWEEP_REQUIRE_GPU").is_none(), "a GPU is required: {error}");
            return eprintln!("skipped: {error}");
        }
    };
    for metric in [Metric::Matrix, Metric::Quaternion, Metric::Geodesic, Metric::Vector(V::Sine(3.0))] {
        let probe = Probe::new(&device, &text(metric), Precision::Double, Arithmetic::Exact).unwrap();
        let rows: Vec<Vec<f64>> = (0..MEMBERS).map(inputs).collect();
        let columns: Vec<f64> = (0..INPUTS).flat_map(|i| rows.iter().map(move |row| row[i])).collect();
        let control = Control { members: MEMBERS as u32, stride: MEMBERS as u32, ..Control::default() };
        let found = probe.evaluate(Precision::Double, control, &columns, OUTPUTS).unwrap();
        let mut same_bits = true;
        for (k, row) in rows.iter().enumerate() {
            for (i, expected) in pose(metric, row).into_iter().enumerate() {
                let found = found[i * MEMBERS + k];
                // Vulkan lets roots and quotients be off by some units
                assert!((found - expected).abs() < 1e-12, "{metric:?} {k} {i}: {found:e} {expected:e}");
                same_bits &= found.to_bits() == expected.to_bits();
            }
        }
        eprintln!("{metric:?} on {}: the same bits: {same_bits}", device.report.name);
    }
}
