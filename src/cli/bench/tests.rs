//! What is made of measured figures.

use super::crossover::crossover;
use super::measure::{Series, Target};
use gyrosweep::io::manifest::{BenchCrossover, RunPhases, SetupTimes, WholeRuns};
use gyrosweep::num::Precision;

fn series(target: Target, start_up: f64, per_member: f64) -> Series {
    let size = |members: u64| WholeRuns {
        members,
        steps: 1000.0 * members as f64,
        attempts: 1100.0 * members as f64,
        run: per_member * members as f64,
        kernel: (target != Target::Cpu).then_some(0.5 * per_member * members as f64),
        bytes: 100.0 * members as f64,
    };
    let sizes = if target == Target::Cpu { vec![256, 1024] } else { vec![256, 1024, 4096, 16384] };
    Series {
        case: 0,
        target,
        units: 2.0,
        operations: 500,
        setup: SetupTimes { start_up, ..SetupTimes::default() },
        phases: RunPhases { members: 1024, kernel: 1024.0 * per_member, ..RunPhases::default() },
        sizes: sizes.into_iter().map(size).collect(),
    }
}

#[test]
fn the_device_overtakes_where_its_setup_has_paid() {
    let cpu = series(Target::Cpu, 0.0, 1e-3);
    let device = |start_up| series(Target::Device(Precision::Single), start_up, 1e-4);
    assert_eq!(crossover(&device(0.1), &cpu), BenchCrossover::At { members: 256, measured: true });
    assert_eq!(crossover(&device(0.5), &cpu), BenchCrossover::At { members: 1024, measured: true });
    assert_eq!(crossover(&device(3.0), &cpu), BenchCrossover::At { members: 4096, measured: false });
    assert_eq!(crossover(&device(100.0), &cpu), BenchCrossover::Beyond { beyond: 16384 });
}

#[test]
fn rates_count_bodies_and_attempts() {
    let device = series(Target::Device(Precision::Single), 1.0, 1e-3);
    let size = device.sizes[1];
    let close = |a: f64, b: f64| assert!((a / b - 1.0).abs() < 1e-12, "{a} {b}");
    close(device.end_to_end(&size), 2.0 * 1_024_000.0 / 2.024);
    close(device.kernel_rate(&size), 2.0 * 1_024_000.0 / 0.512);
    close(device.operation_rate(&size), 1_126_400.0 * 500.0 / 0.512);
    close(device.intensity(&size), 1100.0 * 500.0 / 100.0);
    let cpu = series(Target::Cpu, 0.0, 1e-3);
    close(cpu.kernel_rate(&cpu.sizes[0]), 2.0 * 256_000.0 / 0.256);
}
