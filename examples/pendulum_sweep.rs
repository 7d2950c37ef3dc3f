//! A pendulum let go from 1000 angles: from which of them is it fastest after a second?
//!
//! `cargo run --release --example pendulum_sweep`; a program of one's own has `gyrosweep = { path = "../gyrosweep" }`, the
//! folder of this repository, among the dependencies in its `Cargo.toml`.

use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::ensemble::{UnknownColumn, run};
use gyrosweep::io::scenario::{Description, Part};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let hinge = Part::joint("hinge", "revolute").set("between", ["ground", "rod"]).set("at", [0, 0, 0]);
    // arrays hold values of one type, tuples of several: (0, "length / 2", 0)
    let study = Description::new("A pendulum")
        .parameter("angle", 0.1, "rad")
        .with(Part::one("gravity").set("acceleration", (0, 0, -9.81)))
        .with(Part::body("rod").set("mass", 1.0).set("inertia", [0.1; 3]).set("initial.position", (0, 0, -0.5)))
        .with(hinge.set("axis", [0, 1, 0]).set("initial.coordinate", "angle"))
        .with(Part::output("speed", "joint_velocity").set("joint", "hinge"))
        .with(Part::one("method").set("integrator", "rkmk4").set("step", 0.01).set("duration", 1.0))
        // each dot leads into a table below: [plan.vary.angle] min = 0
        .with(Part::one("plan").set("kind", "grid").set("vary.angle.min", 0).set("vary.angle.max", 3))
        .with(Part::one("plan").set("vary.angle.count", 1000))
        .read()?
        .study;
    let backend = CpuBackend::new(None, LaneWidth::for_study(&study))?;
    let mut fastest = (0.0, 0.0_f64);
    let mut failed = 0;
    run(&study, &backend, 1024, |chunk, _| {
        // a member that failed has no outputs: its speed is NaN
        failed += chunk.outcomes.iter().filter(|outcome| !outcome.has_outputs()).count();
        for (angle, speed) in chunk.column(&study, "angle")?.into_iter().zip(chunk.column(&study, "speed")?) {
            if speed.abs() > fastest.1.abs() {
                fastest = (angle, speed);
            }
        }
        Ok::<(), UnknownColumn>(())
    })?;
    println!("{failed} members failed");
    println!("let go from {:.3} rad it turns with {:.3} rad/s after 1 s", fastest.0, fastest.1);
    assert!(fastest.1.abs() > 1.0);
    Ok(())
}
