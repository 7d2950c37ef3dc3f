//! Throughput of the CPU backend, scalar and in lanes, on the mechanisms of the project's scenarios:
//! `cargo bench --bench steps`. Elements are body-steps.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::ensemble::{Backend, Members, Pace};
use gyrosweep::gpu::Kernel;
use gyrosweep::io::scenario::{Overrides, Scenario};
use gyrosweep::num::Precision;
use std::hint::black_box;
use std::path::Path;

/// Members per measurement: a multiple of every number of lanes.
const MEMBERS: usize = 256;

fn scenario(name: &str) -> Scenario {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(format!("{name}.toml"));
    Scenario::read(&path, Overrides::default()).expect("a scenario of the project")
}

fn steps(c: &mut Criterion) {
    for name in ["heavy_top_sweep", "free_body", "rotor"] {
        let s = scenario(name);
        let Ok(Pace::Fixed(schedule)) = s.study.pace(&s.study.mechanism.defaults()) else { continue };
        let mut group = c.benchmark_group(name);
        group.sample_size(10);
        group.throughput(Throughput::Elements(MEMBERS as u64 * u64::from(schedule.count())));
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

criterion_group!(benches, steps, tracing);
criterion_main!(benches);
