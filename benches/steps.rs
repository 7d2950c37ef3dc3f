//! Throughput of the CPU backend, scalar and in lanes, on the mechanisms of the project's scenarios, and the time that
//! recording and compiling take: `cargo bench -p gyrosweep-benches --bench steps`. Elements are body-steps.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use gyrosweep::ensemble::cpu::{Arithmetic, CpuBackend, LaneWidth, machine};
use gyrosweep::ensemble::{Backend, Members, StepSequence};
use gyrosweep::gpu::Kernel;
use gyrosweep::io::scenario::{Overrides, Scenario};
use gyrosweep::jit::{MachineCode, Pages, Program, Target};
use gyrosweep::num::Precision;
use gyrosweep::trace::{Input, Rate, Schedule, record};
use std::hint::black_box;

/// Members per measurement: a multiple of every number of lanes.
const MEMBERS: usize = 256;

fn scenario(name: &str) -> Scenario {
    Scenario::read(&gyrosweep_benches::scenario(name), Overrides::default()).expect("a scenario of the project")
}

fn steps(c: &mut Criterion) {
    for name in ["heavy_top_sweep", "free_body", "rotor"] {
        let s = scenario(name);
        let Ok(StepSequence::Fixed(equal)) = s.study.step_sequence(&s.study.mechanism.defaults()) else { continue };
        let mut group = c.benchmark_group(name);
        group.sample_size(10);
        group.throughput(Throughput::Elements(MEMBERS as u64 * u64::from(equal.count())));
        for width in LaneWidth::ALL {
            let backend = CpuBackend::new(Some(1), width).expect("a thread");
            group.bench_function(BenchmarkId::new("lanes", format!("{width:?}")), |b| {
                b.iter(|| {
                    let members = Members::draw_repeated(&s.study, MEMBERS);
                    black_box(backend.run(&s.study, members).expect("results"))
                });
            });
        }
        group.finish();
    }
}

fn tracing(c: &mut Criterion) {
    let s = scenario("heavy_top_sweep");
    c.bench_function("tracing the heavy top", |b| {
        b.iter(|| black_box(Kernel::new(&s.study, Precision::Single).expect("a kernel")));
    });
}

/// Compiling the rounds and outputs of scenarios, recording included, and a graph of 20,000 operations.
fn compiling(c: &mut Criterion) {
    let Some(target) = Target::detect() else { return };
    for name in ["heavy_top_sweep", "puma560_control"] {
        let s = scenario(name);
        c.bench_function(&format!("machine code of {name}"), |b| {
            b.iter(|| black_box(machine::codes(&s.study, target, Arithmetic::fastest())));
        });
    }
    let inputs = (0..8).map(|i| Input { name: format!("x{i}"), rate: Rate::Step }).collect();
    let graph = record(Precision::Double, inputs, |inputs| {
        let mut values = inputs.to_vec();
        for i in 0..10_000 {
            let product = values[i] * values[i / 2];
            values.push(product + values[i + 3]);
        }
        values.split_off(10_000)
    });
    assert!(graph.operation_counts().0 >= 19_000);
    let schedule = Schedule::new(&graph);
    c.bench_function("machine code of 20,000 operations", |b| {
        b.iter(|| {
            let code = MachineCode::new(&graph, &schedule, None, target);
            black_box(Program::new(code, Pages::System).expect("machine code is allowed here"))
        });
    });
}

criterion_group!(benches, steps, tracing, compiling);
criterion_main!(benches);
