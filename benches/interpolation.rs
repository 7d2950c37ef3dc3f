//! Time of interpolating four motions as recorded functions, 64 members in lanes on one core: `cargo bench -p gyrosweep-benches --bench interpolation`.
//! `benches/peers/interpolation.py` runs it beside other programs on the same poses.

use gyrosweep::interpolation::{Basis, Metric, motion_at};
use gyrosweep::jit::{MachineCode, Pages, Program, Target};
use gyrosweep::lie::{Motion, UnitQuaternion, VectorialParameterisation as V};
use gyrosweep::num::{Lanes, Precision, Real, Vec3};
use gyrosweep::trace::{Input, Rate, Schedule, Tape, record};
use std::hint::black_box;
use std::time::Instant;

const LANES: usize = 64;
const MEMBERS: usize = 4096;
const INPUTS: usize = 29;

/// Position and quaternion of the interpolated motion; inputs are the parameter, and position and quaternion of four.
fn pose<R: Real>(metric: Metric, basis: &Basis, x: &[R]) -> Vec<R> {
    let read = |x: &[R]| Motion::new(Vec3::from_slice(x), UnitQuaternion::from_slice(&x[3..]));
    let motions: Vec<Motion<R>> = x[1..].chunks(7).map(read).collect();
    let found = Motion(motion_at(metric, &basis.weights(x[0]), &motions).rotation);
    let (position, q) = (found.position(), found.rotation());
    [&position.to_array()[..], &[q.w, q.v.x, q.v.y, q.v.z]].concat()
}

/// The inputs of a member, whose rotations are within a radian of each other; `interpolation.py` has the same formula.
fn inputs(member: usize) -> Vec<f64> {
    let number = |i: usize| (1.7 * (member * 50 + i) as f64 + 0.3).sin();
    let vector = |i: usize, size: f64| Vec3::new(number(i), number(i + 1), number(i + 2)) * size;
    let one = |k: usize| {
        let psi = vector(6 * k + 3, 0.35);
        let half = 0.5 * psi.norm();
        let v = psi * (half.sin() / (2.0 * half));
        [&vector(6 * k, 2.0).to_array()[..], &[half.cos(), v.x, v.y, v.z]].concat()
    };
    std::iter::once(0.8 * number(49)).chain((0..4).flat_map(one)).collect()
}

/// Returns the least time of several rounds over all members, per member in nanoseconds, and the sum of all outputs.
fn measure(mut block: impl FnMut(&[Lanes<LANES>], &mut [Lanes<LANES>]), blocks: &[Vec<Lanes<LANES>>]) -> (f64, f64) {
    let mut outputs = vec![vec![Lanes([0.0; LANES]); 7]; blocks.len()];
    let mut best = f64::INFINITY;
    for _ in 0..40 {
        let start = Instant::now();
        for (inputs, outputs) in blocks.iter().zip(&mut outputs) {
            block(black_box(inputs), outputs);
        }
        best = start.elapsed().as_secs_f64().min(best);
    }
    let sum = outputs.iter().flatten().map(|x| x.0.iter().sum::<f64>()).sum();
    (best * 1e9 / MEMBERS as f64, sum)
}

fn main() {
    let basis = Basis::equispaced(4).expect("a basis");
    let members: Vec<Vec<f64>> = (0..MEMBERS).map(inputs).collect();
    let block = |all: &[Vec<f64>]| (0..INPUTS).map(|i| Lanes(std::array::from_fn(|k| all[k][i]))).collect();
    let blocks: Vec<Vec<Lanes<LANES>>> = members.chunks(LANES).map(block).collect();
    for (name, metric) in [
        ("matrix", Metric::Matrix),
        ("quaternion", Metric::Quaternion),
        ("geodesic", Metric::Geodesic),
        ("vector_wiener_milenkovic", Metric::Vector(V::WIENER_MILENKOVIC)),
        ("implicit_wiener_milenkovic", Metric::Implicit(V::WIENER_MILENKOVIC)),
    ] {
        let input = |i| Input { name: format!("in{i}"), rate: Rate::Step };
        let graph = record(Precision::Double, (0..INPUTS).map(input).collect(), |x| pose(metric, &basis, x));
        let fused = graph.clone().contracted();
        let report = |way: &str, (time, sum): (f64, f64)| {
            println!("{name} {way} {} operations {time:.1} ns sum {sum:.9}", graph.operation_counts().0);
        };
        for (way, graph) in [("machine_code", &graph), ("machine_code_fused", &fused)] {
            let Some(target) = Target::detect() else { continue };
            let code = MachineCode::new(graph, &Schedule::new(graph), None, target);
            let Ok(program) = Program::new(code, Pages::System) else { continue };
            let mut slots = program.slots::<Lanes<LANES>>();
            program.run_member(&mut slots);
            let run = |inputs: &[Lanes<LANES>], outputs: &mut [Lanes<LANES>]| {
                program.inputs(&mut slots).copy_from_slice(inputs);
                program.run(0, &mut slots, 1);
                outputs.iter_mut().enumerate().for_each(|(i, x)| *x = *program.output(0, &slots, i));
            };
            report(way, measure(run, &blocks));
        }
        let tape = Tape::new(&graph, &Schedule::new(&graph));
        let mut slots = tape.slots::<Lanes<LANES>>();
        tape.run_member(&mut slots);
        let run = |inputs: &[Lanes<LANES>], outputs: &mut [Lanes<LANES>]| {
            slots.inputs(&tape).copy_from_slice(inputs);
            tape.run_step(&mut slots);
            outputs.iter_mut().enumerate().for_each(|(i, x)| *x = tape.output(&slots, i));
        };
        report("tape", measure(run, &blocks));
    }
}
