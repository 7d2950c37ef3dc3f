//! A rotation that repeats itself, and quaternions that do not: section 3.9.2 of Han, "Motion interpolation and Galerkin methods
//! in flexible multibody dynamics" (2019). A body turns once in a period, so that its quaternion changes its sign: whole harmonics
//! through it turn back by a revolution before the period ends. Harmonics that are halves of odd numbers are the cure, with as
//! many nodes; so is the metric of matrices.
//!
//! `cargo run --release --example interpolation_periodic` prints errors over the number of nodes, and draws the error of the
//! angular velocity over a period as `interpolation_periodic.svg` and `.png`.

use gyrosweep::interpolation::{Basis, Curve, Metric};
use gyrosweep::lie::{LieGroup, Motion, UnitQuaternion};
use gyrosweep::num::{Dual, Real, Vec3};
use gyrosweep::plot::{Dimension, Lines, Series, lines};
use gyrosweep::report::draw_all;
use std::error::Error;
use std::f64::consts::{PI, TAU};

/// The angular velocity of the precession, rad/s.
const OMEGA: f64 = 9.0;

/// The rotation at a phase: precession, nutation and spin, about z, x and z.
fn rotation<R: Real>(phase: R) -> UnitQuaternion<R> {
    let about = |axis: usize, angle: R| {
        let mut vector = [R::zero(); 3];
        vector[axis] = angle;
        UnitQuaternion::exp(Vec3::from_slice(&vector))
    };
    let nutation = phase.scale(2.0).sin_cos().0.scale(PI / 13.0);
    let spin = (R::one() - phase.scale(3.0).sin_cos().1).scale(PI / 17.0);
    about(2, phase).compose(about(0, nutation)).compose(about(2, spin))
}

/// The angular velocity, body frame, rad/s.
fn velocity(phase: f64) -> Vec3<f64> {
    let q = rotation(Dual { re: phase, eps: [1.0] });
    let part = |take: fn(Dual<f64, 1>) -> f64| UnitQuaternion {
        w: take(q.w),
        v: Vec3::new(take(q.v.x), take(q.v.y), take(q.v.z)),
    };
    part(|x| x.re).inverse().multiply(part(|x| x.eps[0])).v * (2.0 * OMEGA)
}

/// Interpolates through so many nodes; returns phases, angles of the error, and the errors of the angular velocity's component z.
fn study(basis: &Basis, metric: Metric) -> Vec<[f64; 3]> {
    let pose = |phase: &f64| Motion::new(Vec3::zero(), rotation(*phase));
    let poses: Vec<Motion<f64>> = basis.nodes().iter().map(pose).collect();
    let points = 40 * poses.len();
    let at = |j: usize| {
        let phase = TAU * j as f64 / points as f64;
        let found = Curve::near(basis, metric, &poses, phase);
        let angle = rotation(phase).inverse().compose(found.motion.rotation()).log().norm();
        [phase, angle, found.curvature.rotation.z * OMEGA - velocity(phase).z]
    };
    (0..points).map(at).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let schemes = [
        ("quaternion, whole", Metric::Quaternion, false),
        ("quaternion, halves", Metric::Quaternion, true),
        ("matrix, whole", Metric::Matrix, false),
    ];
    println!("largest errors over a period: rotation (rad), angular velocity about z (rad/s)");
    println!("nodes  {}", schemes.map(|(name, ..)| format!("{name:>36}")).join(""));
    let mut series = Vec::new();
    for count in [9, 17, 33, 63] {
        let mut cells = String::new();
        for (name, metric, halves) in schemes {
            let found = study(&Basis::fourier(count, halves)?, metric);
            let largest = |k: usize| found.iter().map(|row| row[k].abs()).fold(0.0, f64::max);
            cells += &format!("{:>24.3e}  {:>10.3e}", largest(1), largest(2));
            if count == 63 {
                let points = found.iter().filter(|row| row[2] != 0.0).map(|row| (row[0] / OMEGA, row[2].abs()));
                series.push(Series { name: name.into(), points: points.collect() });
            }
        }
        println!("{count:>5}  {cells}");
    }
    let picture = lines(&Lines {
        title: "A body that turns once in a period: 63 nodes".into(),
        x: Dimension::default().labelled("time (s)"),
        y: Dimension::logarithmic("error of the angular velocity about z (rad/s)"),
        series,
        heading: Some("metric, harmonics".into()),
        ..Lines::default()
    });
    let picture = picture.ok_or("there is no error to draw")?;
    draw_all("the folder", ".".as_ref(), [("interpolation_periodic", &picture)])?;
    println!("drawn: interpolation_periodic.svg, interpolation_periodic.png");
    Ok(())
}
