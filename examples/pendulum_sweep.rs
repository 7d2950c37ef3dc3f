//! A pendulum let go from 1000 angles: from which of them is it fastest after a second?
//!
//! `cargo run --release --example pendulum_sweep`; a program of one's own has `gyrosweep = { path = "../gyrosweep" }`, the
//! folder of this repository, among the dependencies in its `Cargo.toml`.

use gyrosweep::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let hinge = Joint::revolute("hinge").between("ground", "rod").at([0, 0, 0]).axis([0, 1, 0]).coordinate("angle");
    let pendulums = Description::new("A pendulum")
        .parameter("angle", 0.1, "rad")
        .parameter("length", 1.0, "m")
        .gravity([0.0, 0.0, -9.81])
        .with(Body::new("rod").mass(1.0).inertia([0.1; 3]).position((0, 0, "-length / 2")))
        .with(hinge)
        .with(Output::new("speed", "joint_velocity").joint("hinge"))
        .with(Method::new("rkmk4").step(0.01).duration(1.0))
        .with(Plan::grid("angle", 0.0..=3.0, 1000))
        .study()?
        .run()?;
    println!("{} members failed", pendulums.failed());
    // a member that failed has no outputs: its speed is NaN
    let speeds = pendulums.column("speed")?.into_iter().map(f64::abs);
    let all = pendulums.column("angle")?.into_iter().zip(speeds).filter(|(_, speed)| !speed.is_nan());
    let (angle, speed) = all.max_by(|(_, a), (_, b)| a.total_cmp(b)).ok_or("no member completed")?;
    println!("let go from {angle:.3} rad it turns with {speed:.3} rad/s after 1 s");
    assert!(speed > 1.0);
    Ok(())
}
