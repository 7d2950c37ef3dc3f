//! Curves of motions: whether a metric has an answer, splines of many and of few nodes.

use crate::common::golden;
use crate::interpolation::{METRICS, basis, list, numbers, pose};
use gyrosweep::interpolation::{Basis, Curve, Metric, Outcome};
use gyrosweep::lie::{LieGroup, Motion, Twist, UnitQuaternion};
use gyrosweep::linalg::symmetric_eigenvalues;
use gyrosweep::num::Vec3;
use std::f64::consts::{PI, TAU};

fn six(t: Twist<f64>) -> Vec<f64> {
    [t.translation.to_array(), t.rotation.to_array()].concat()
}

fn apart(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// Which metric has an answer in the cases of the reference, whose Hessians are these, and that nodes without weight are left out.
#[test]
fn outcomes_and_hessians_of_the_reference() {
    let golden = golden("p15_motion.json");
    let mut wide = Vec::new();
    for case in list(&golden["interpolation"]["cases"]) {
        let poses: Vec<Motion<f64>> = list(&case["poses"]).iter().map(pose).collect();
        let basis = basis(case, poses.len());
        for point in list(&case["points"]) {
            let eta = point["eta"].as_f64().expect("a number");
            for (name, metric) in METRICS {
                let found = Curve::near(&basis, metric, &poses, eta);
                let at = format!("{} {} {name} {eta}", case["name"], case["basis"]);
                let Some(expected) = point["metrics"].get(name) else {
                    wide.push((case["name"].as_str().expect("a name"), name, found.outcome(metric)));
                    continue;
                };
                assert_eq!(found.outcome(metric), Outcome::Found, "{at}");
                let whole = Curve::at(&basis, metric, &poses, eta);
                let off = whole.motion.inverse().compose(found.motion).log();
                assert!(apart(&six(off), &[0.0; 6]) < 1e-13, "{at}");
                assert!(apart(&six(whole.derivative), &six(found.derivative)) < 1e-10, "{at}");
                let [xx, xy, xz, _, yy, yz, _, _, zz] = found.hessian.to_array();
                let eigenvalues = symmetric_eigenvalues([xx, yy, zz, xy, xz, yz]);
                if !matches!(metric, Metric::Implicit(_)) {
                    let off = apart(&eigenvalues, &numbers(&expected["hessian_eigenvalues"]));
                    assert!(off < 1e-13, "{at}: {off:e}");
                }
            }
        }
    }
    // where they are far apart all poses have a mean of quaternions, and by at most half a turn one of matrices alone
    let outcomes = |of: &str, metric: &str| -> Vec<Outcome> {
        wide.iter().filter(|(case, name, _)| *case == of && *name == metric).map(|(.., outcome)| *outcome).collect()
    };
    for (metric, _) in &METRICS[2..] {
        let found = outcomes("wide_matrix_only", metric);
        match *metric {
            // by angles that go on from row to row
            "geodesic" => assert_eq!(found, [Outcome::Found; 5]),
            "vector_sine3" => assert_eq!(found, [Outcome::Antipodal; 5]),
            _ => assert!(found.len() == 5 && found.contains(&Outcome::Antipodal), "{metric}: {found:?}"),
        }
        // also at two of ten points, which are nodes: the others have no weight there, but slopes of weights
        assert_eq!(outcomes("full_turn", metric), [Outcome::Antipodal; 10], "{metric}");
    }
    assert!(wide.iter().all(|(_, name, outcome)| *name != "quaternion" || *outcome == Outcome::Found));
}

/// Half a turn apart, two rotations have no matrix between them, but two quaternions have; where the parameters of a pose with
/// weight jump there is no answer.
#[test]
fn poses_half_a_turn_apart() {
    let turned = |angle: f64| {
        Motion::new(Vec3::new(angle, 0.0, 1.0), UnitQuaternion::exp(Vec3::new(0.0, 0.6 * angle, 0.8 * angle)))
    };
    let basis = Basis::equispaced(2).expect("a basis");
    let outcome = |metric, to: f64| Curve::near(&basis, metric, &[turned(0.0), turned(to)], 0.0).outcome(metric);
    let parameters = METRICS[5].1;
    for (metric, expected) in [
        (Metric::Matrix, Outcome::NoMinimum),
        (Metric::Quaternion, Outcome::Found),
        (Metric::Geodesic, Outcome::Found),
        (parameters, Outcome::Found),
    ] {
        assert_eq!(outcome(metric, PI), expected, "{metric:?}");
        assert_eq!(outcome(metric, 3.0), Outcome::Found, "{metric:?}");
    }
    // five rows that turn by 50 degrees each: the last is 200 degrees from the first, which is known from those between
    let basis = Basis::equispaced(5).expect("a basis");
    let outcome = |metric, degrees: f64| {
        let poses: Vec<Motion<f64>> = (0..5).map(|k| turned(f64::from(k) * degrees / 180.0 * PI)).collect();
        Curve::near(&basis, metric, &poses, -0.9).outcome(metric)
    };
    for metric in [Metric::Matrix, Metric::Quaternion, Metric::Geodesic, parameters] {
        assert_eq!(outcome(metric, 50.0), Outcome::Found, "{metric:?}");
    }
    // beyond three quarters of a turn
    assert_eq!([Metric::Geodesic, parameters].map(|metric| outcome(metric, 80.0)), [Outcome::Antipodal; 2]);
}

/// Splines through a hundred thousand sites, of which few have weight at a time.
#[test]
fn splines_of_many_nodes() {
    let sites: Vec<f64> = (0..100_000).map(|k| f64::from(k) + 0.3 * f64::from(k).sin()).collect();
    let open = Basis::b_spline_not_a_knot(sites).expect("a basis");
    let periodic = Basis::b_spline_periodic(3, 100_000).expect("a basis");
    for (basis, scale) in [(&open, 0.05), (&periodic, 100.0)] {
        let nodes = basis.nodes();
        for at in [0.0f64, 0.3, 1.7, 49_999.5, 99_998.2] {
            let eta = nodes[at as usize] + at.fract() * (nodes[1] - nodes[0]);
            let (first, weights) = basis.weights_near(eta, eta);
            assert!(weights.len() < 90, "{}", weights.len());
            let node = |k: usize| nodes[(first + k as isize).rem_euclid(100_000) as usize];
            let sum: f64 = weights.iter().enumerate().map(|(k, w)| w * (node(k) * scale).sin()).sum();
            // the error of cubic splines, and of rounding of the parameter
            let error = (sum - (eta * scale).sin()).abs();
            assert!(error < if scale < 1.0 { 2e-7 } else { 1e-10 }, "{at}: {error:e}");
            assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-11);
        }
    }
}

/// Cardinal functions of splines of every degree: one at their nodes, exact for polynomials, and the same from few nodes as from
/// all.
#[test]
fn splines_of_all_degrees() {
    for degree in 1..=9 {
        let sites: Vec<f64> = (0..24).map(|k| f64::from(k) + 0.2 * f64::from(k * k).sin()).collect();
        let open = Basis::b_spline_through(degree, sites).expect("a basis");
        let power = |x: f64| (x / 12.0 - 1.0).powi(degree as i32);
        for x in [0.0, 0.37, 5.5, 17.1, open.nodes()[23]] {
            let sum: f64 = open.weights(x).iter().zip(open.nodes()).map(|(w, node)| w * power(*node)).sum();
            assert!((sum - power(x)).abs() < 1e-10, "{degree} {x}: {:e}", sum - power(x));
        }
        for count in [degree + 1, 2 * degree + 5] {
            let periodic = Basis::b_spline_periodic(degree, count).expect("a basis");
            for (k, node) in periodic.nodes().iter().enumerate() {
                let unit: Vec<f64> = (0..count).map(|j| f64::from(u8::from(j == k))).collect();
                assert!(apart(&periodic.weights(*node), &unit) < 1e-12, "{degree} {count} {k}");
            }
            for (basis, eta) in [(&open, 3.3), (&open, 22.9), (&periodic, 1.1), (&periodic, 6.2)] {
                let (first, near) = basis.weights_near(eta, eta);
                let mut all = vec![0.0; basis.nodes().len()];
                let nodes = all.len() as isize;
                near.iter().enumerate().for_each(|(k, w)| all[(first + k as isize).rem_euclid(nodes) as usize] += w);
                assert!(apart(&all, &basis.weights(eta)) < 1e-14, "{degree} {eta}");
            }
        }
        assert!(Basis::b_spline_through(degree, vec![0.0; degree]).is_err());
    }
    assert!(Basis::b_spline_periodic(10, 30).is_err() && Basis::b_spline_through(0, vec![0.0, 1.0]).is_err());
}

/// Over a whole turn quaternions change their sign: a periodic spline with signs that go on over the end of the period is that of
/// twice the period, and half-integer harmonics are its limit.
#[test]
fn whole_turns_by_quaternions() {
    let turning = |t: f64| {
        let tilt = UnitQuaternion::exp(Vec3::new(0.3 * (2.0 * t).sin(), 0.0, 0.0));
        Motion::new(Vec3::new(t.cos(), t.sin(), 0.0), UnitQuaternion::exp(Vec3::new(0.0, 0.0, t)).compose(tilt).short())
    };
    let poses = |count: u32, turns: f64| -> Vec<Motion<f64>> {
        (0..count).map(|k| turning(turns * TAU * f64::from(k) / f64::from(count))).collect()
    };
    let once = Basis::b_spline_periodic(3, 40).expect("a basis");
    let twice = Basis::b_spline_periodic(3, 80).expect("a basis");
    let halves = Basis::fourier(33, true).expect("a basis");
    for t in [0.01, 0.5, 3.3, 6.25] {
        let at = |basis: &Basis, poses: &[Motion<f64>], eta| Curve::near(basis, Metric::Quaternion, poses, eta).motion;
        let (a, b) = (at(&once, &poses(40, 1.0), t), at(&twice, &poses(80, 2.0), 0.5 * t));
        assert!(apart(&six(a.inverse().compose(b).log()), &[0.0; 6]) < 1e-13, "{t}");
        assert!(apart(&six(a.inverse().compose(turning(t)).log()), &[0.0; 6]) < 3e-4, "{t}");
        let c = at(&halves, &poses(33, 1.0), t);
        assert!(apart(&six(c.inverse().compose(turning(t)).log()), &[0.0; 6]) < 1e-9, "{t}");
    }
}

/// Products of differences of many nodes stay within the numbers there are.
#[test]
fn polynomials_of_many_nodes() {
    for basis in [Basis::chebyshev_gauss_lobatto(2000), Basis::gauss_lobatto_legendre(2000)] {
        let basis = basis.expect("a basis");
        let sum: f64 = basis.weights(0.123).iter().zip(basis.nodes()).map(|(w, x)| w * (50.0 * x).sin()).sum();
        assert!((sum - (50.0f64 * 0.123).sin()).abs() < 1e-11, "{:e}", sum - (50.0f64 * 0.123).sin());
    }
}
