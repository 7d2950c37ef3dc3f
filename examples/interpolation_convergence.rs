//! How fast interpolated motions converge on a smooth curve: section 3.9.1 of Han, "Motion interpolation and Galerkin methods in
//! flexible multibody dynamics" (2019), by a Chebyshev polynomial and by cubic B-splines, with two metrics.
//!
//! `cargo run --release --example interpolation_convergence [LARGEST_N]` prints mean errors of orientation, curvature, position
//! and tangent (3.49), (3.50) with their orders, and draws `interpolation_convergence.svg` and `.png`.

use gyrosweep::interpolation::{Basis, BasisError, Curve, Metric};
use gyrosweep::lie::{Motion, Rotation, RotationMatrix};
use gyrosweep::num::{Dual, Mat3, Real, Vec3};
use gyrosweep::plot::{Dimension, Lines, Series, lines};
use gyrosweep::report::draw_all;
use std::error::Error;
use std::f64::consts::PI;

/// The curve has theta from 0 to this.
const LENGTH: f64 = 3.0 * PI;

/// Position, tangent and frame of tangent, normal and binormal.
struct Place<R> {
    position: Vec3<R>,
    tangent: Vec3<R>,
    frame: RotationMatrix<R>,
}

fn place<R: Real>(theta: R) -> Place<R> {
    type Twice<R> = Dual<Dual<R, 1>, 1>;
    let theta = Twice { re: Dual { re: theta, eps: [R::one()] }, eps: [Dual::resting(R::one())] };
    let number = |x: f64| Twice::<R>::constant(x);
    let share = theta.scale(1.0 / LENGTH);
    let radius = number(1.0)
        + (share.scale(2.0) - number(1.0)).square().scale(1.0 / 3.0)
        + (number(1.0) - share.scale(11.0).sin_cos().1).scale(0.2);
    let pitch = number(2.0) + share.scale(2.0 / 11.0) + share.scale(7.0).sin_cos().0.scale(1.0 / 7.0);
    let (sin, cos) = theta.sin_cos();
    let r = [radius * cos, radius * sin, pitch * theta];
    let part = |take: &dyn Fn(Twice<R>) -> R| Vec3::new(take(r[0]), take(r[1]), take(r[2]));
    let (position, tangent) = (part(&|x| x.re.re), part(&|x| x.re.eps[0]));
    let (t, b) = (tangent.normalized(), tangent.cross(part(&|x| x.eps[0].eps[0])).normalized());
    Place { position, tangent, frame: RotationMatrix(Mat3::from_rows(t, b.cross(t), b).transpose()) }
}

/// The mean errors of orientation, curvature, position and tangent at 50 points between nodes.
fn errors(basis: &Basis, metric: Metric) -> [f64; 4] {
    let theta = |eta: f64| 0.5 * LENGTH * (eta + 1.0);
    let pose = |eta: &f64| {
        let there = place(theta(*eta));
        Motion::new(there.position, there.frame.to_quaternion())
    };
    let poses: Vec<Motion<f64>> = basis.nodes().iter().map(pose).collect();
    let between =
        |pair: &[f64]| -> Vec<f64> { (0..50).map(|j| pair[0] + (pair[1] - pair[0]) * f64::from(j) / 50.0).collect() };
    let points: Vec<f64> = basis.nodes().windows(2).flat_map(between).chain([1.0]).collect();
    let mut sums = [0.0; 4];
    for eta in &points {
        let found = Curve::near(basis, metric, &poses, *eta);
        let exact = place(theta(*eta));
        let turning = place(Dual { re: theta(*eta), eps: [1.0] }).frame.0.to_array().map(|x| x.eps[0]);
        let [a, b, c] = [0, 3, 6].map(|k| Vec3::from_slice(&turning[k..k + 3]));
        let rate = (exact.frame.0.transpose() * Mat3::from_rows(a, b, c)).to_array();
        let curvature = Vec3::new(rate[7], rate[2], rate[3]);
        let rotation = found.motion.rotation();
        let difference = (rotation.matrix() - exact.frame.0).to_array();
        let by_theta = 2.0 / LENGTH;
        let off = [
            difference.iter().map(|x| x * x).sum::<f64>().sqrt(),
            (found.curvature.rotation * by_theta - curvature).norm(),
            (found.motion.position() - exact.position).norm(),
            (rotation.rotate(found.curvature.translation) * by_theta - exact.tangent).norm(),
        ];
        sums.iter_mut().zip(off).for_each(|(sum, off)| *sum += off);
    }
    sums.map(|sum| sum / (points.len() - 1) as f64)
}

type MakeBasis = fn(usize) -> Result<Basis, BasisError>;

fn main() -> Result<(), Box<dyn Error>> {
    let largest: usize = std::env::args().nth(1).map_or(Ok(128), |text| text.parse())?;
    let bases: [(&str, MakeBasis); 2] = [
        ("Chebyshev", Basis::chebyshev_gauss_lobatto),
        // through uniform sites splines over uniform knots are unstable
        ("B-spline", |count| Basis::b_spline_greville(3, count)),
    ];
    let mut series = Vec::new();
    for (basis_name, make) in bases {
        for (metric_name, metric) in [("matrix", Metric::Matrix), ("quaternion", Metric::Quaternion)] {
            println!("{basis_name}, {metric_name} metric: mean errors, and their orders");
            println!("   N  orientation        curvature          position           tangent");
            let mut rows: Vec<(f64, [f64; 4])> = Vec::new();
            for intervals in [8, 16, 32, 64, 128].into_iter().filter(|n| *n <= largest) {
                let found = errors(&make(intervals + 1)?, metric);
                let order = |k: usize| match rows.last() {
                    Some((_, before)) => format!("{:6.2}", (before[k] / found[k]).log2()),
                    None => " ".repeat(6),
                };
                let cells: Vec<String> = (0..4).map(|k| format!("{:.3e} {}", found[k], order(k))).collect();
                println!("{intervals:>4}  {}", cells.join("   "));
                rows.push((intervals as f64, found));
            }
            let ([first, .., last], true) = (&rows[..], rows.len() > 1) else { continue };
            let order = |k: usize| (first.1[k] / last.1[k]).log2() / (last.0 / first.0).log2();
            let cells: Vec<String> = (0..4).map(|k| format!("{:>16.2}", order(k))).collect();
            println!("mean {}\n", cells.join("   "));
            for (k, what) in [(0, "R"), (2, "r")] {
                let points = rows.iter().map(|(n, errors)| (*n, errors[k])).collect();
                series.push(Series { name: format!("{basis_name}, {metric_name}, {what}"), points });
            }
        }
    }
    let picture = lines(&Lines {
        title: "Interpolated motion on a smooth curve: mean errors".into(),
        x: Dimension::logarithmic("intervals between nodes"),
        y: Dimension::logarithmic("mean error of orientation R and position r"),
        series,
        slopes: vec![-4.0],
        ..Lines::default()
    });
    let picture = picture.ok_or("there is no error to draw")?;
    draw_all("the folder", ".".as_ref(), [("interpolation_convergence", &picture)])?;
    println!("drawn: interpolation_convergence.svg, interpolation_convergence.png");
    Ok(())
}
