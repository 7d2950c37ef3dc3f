//! Poses that are measured: the smoothing spline in R^3 and on SO(3), its limits, and what it makes of deviations.

use gyrosweep::interpolation::{BasisKind, Interpolant, Metric, Smoother, Smoothing};
use gyrosweep::lie::{LieGroup, Motion, Rotation, UnitQuaternion};
use gyrosweep::num::Vec3;

const TIMES: [f64; 12] = [0.0, 0.1, 0.25, 0.3, 0.55, 0.6, 0.9, 1.0, 1.3, 1.35, 1.6, 2.0];

/// `make_smoothing_spline(t, y, w, lam)(t)` with `w = 1/s**2`, divided by its mean, and `lam = 2e-3`.
const WEIGHTED: [f64; 12] = [
    0.13027152819003993,
    0.2872226573432083,
    0.5110155674201673,
    0.584265002584293,
    0.8704521569029902,
    0.8859898198296442,
    0.6533839827150004,
    0.4814383572645868,
    -0.17178646386766108,
    -0.2695987201197545,
    -0.6084263671349703,
    -0.2558377252219768,
];

/// `make_smoothing_spline(t, y)(t)`.
const VALIDATED: [f64; 12] = [
    0.12897710680512603,
    0.28134409440471086,
    0.4933236897694113,
    0.5654196155737825,
    0.8613631761933019,
    0.8745224737585413,
    0.6556540152512518,
    0.50388354883511,
    -0.12122277897736006,
    -0.22646940413769925,
    -0.6397194323279399,
    -0.23707610514823452,
];

fn smoother(how: Smoothing) -> Smoother {
    Smoother { order: 2, how, deviations: None, period: None }
}

/// Numbers with the mean 0 and the variance 1, the same every time.
struct Normal(u64);

impl Normal {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
    fn vector(&mut self, deviation: f64) -> Vec3<f64> {
        // the sum of twelve has the variance 1
        let mut one = || (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0;
        Vec3::new(one(), one(), one()) * deviation
    }
}

/// The angle and the distance between two poses.
fn apart(a: Motion<f64>, b: Motion<f64>) -> f64 {
    (a.position() - b.position()).norm() + a.rotation().inverse().compose(b.rotation()).log().norm()
}

/// A body on a wavy circle that turns about all of its axes.
fn smooth_motion(t: f64) -> Motion<f64> {
    let turn = |x: f64, y: f64, z: f64| UnitQuaternion::exp(Vec3::new(x, y, z));
    let position = Vec3::new(0.3 * (2.0 * t).cos(), 0.3 * (2.0 * t).sin(), 0.05 * (5.0 * t).sin());
    let first = turn(0.0, 0.0, 1.2 * t).compose(turn(0.0, 0.2 * (2.5 * t).cos(), 0.0));
    Motion::new(position, first.compose(turn(0.4 * (2.7 * t).sin(), 0.0, 0.0)))
}

fn measured(count: usize, normal: &mut Normal) -> (Vec<f64>, Vec<Motion<f64>>) {
    let times: Vec<f64> = (0..count).map(|k| 2.0 * k as f64 / (count - 1) as f64).collect();
    let noisy = |t: &f64| {
        let motion = smooth_motion(*t);
        let (x, q) = (motion.position() + normal.vector(5e-4), UnitQuaternion::exp(normal.vector(2e-3)));
        Motion::new(x, motion.rotation().compose(q))
    };
    let motions = times.iter().map(noisy).collect();
    (times, motions)
}

/// Positions are those of SciPy's `make_smoothing_spline` (1.17), with weights and a factor, and by cross-validation.
#[test]
fn positions_are_those_of_scipy() {
    let values = [0.11, 0.32, 0.48, 0.51, 0.97, 0.83, 0.62, 0.55, -0.21, -0.1, -0.74, -0.2];
    let deviations = [1.0, 1.0, 2.0, 1.0, 1.0, 3.0, 1.0, 1.0, 0.5, 1.0, 1.0, 1.0];
    let rest = UnitQuaternion::exp(Vec3::new(0.3, -0.2, 0.9));
    let motions: Vec<Motion<f64>> = values.iter().map(|y| Motion::new(Vec3::new(*y, 0.0, 2.0 * y), rest)).collect();
    let weighted =
        Smoother { deviations: Some([deviations.to_vec(), vec![1.0; 12]]), ..smoother(Smoothing::Factor(2e-3)) };
    for (smoother, expected, accepted) in [
        (weighted, WEIGHTED, 1e-12),
        // what is least is flat
        (smoother(Smoothing::CrossValidation), VALIDATED, 1e-4),
    ] {
        let found = smoother.smooth(&TIMES, &motions).expect("smooth rows").motions;
        for (motion, expected) in found.iter().zip(expected) {
            let off = apart(*motion, Motion::new(Vec3::new(expected, 0.0, 2.0 * expected), rest));
            assert!(off < accepted, "{expected}: {off:e}");
        }
    }
}

/// A factor of zero leaves rows as they are; an infinite one makes the straight line and the steady spin that are nearest to them.
#[test]
fn limits_are_the_rows_and_the_steady_motion() {
    let mut normal = Normal(3);
    let steady = |t: f64| {
        let turned =
            UnitQuaternion::exp(Vec3::new(0.4, 0.1, -0.2)).compose(UnitQuaternion::exp(Vec3::new(1.0, 7.0, 2.0) * t));
        Motion::new(Vec3::new(1.0 + 2.0 * t, -t, 0.3), turned)
    };
    let exact: Vec<Motion<f64>> = TIMES.iter().map(|t| steady(*t)).collect();
    let noisy: Vec<Motion<f64>> = exact
        .iter()
        .map(|motion| {
            let turned = motion.rotation().compose(UnitQuaternion::exp(normal.vector(0.01)));
            Motion::new(motion.position() + normal.vector(0.01), turned)
        })
        .collect();
    let none = smoother(Smoothing::Factor(0.0)).smooth(&TIMES, &noisy).expect("rows").motions;
    assert!(none.iter().zip(&noisy).all(|(a, b)| apart(*a, *b) < 1e-14));
    for order in [2, 3] {
        let infinite = Smoother { order, ..smoother(Smoothing::Factor(f64::INFINITY)) };
        let found = infinite.smooth(&TIMES, &exact).expect("rows");
        assert!(found.motions.iter().zip(&exact).all(|(a, b)| apart(*a, *b) < 1e-9), "{order}");
        assert!(found.figures.iter().all(|of| (of.freedom - order as f64).abs() < 1e-6), "{:?}", found.figures);
    }
    let found = smoother(Smoothing::Factor(f64::INFINITY)).smooth(&TIMES, &noisy).expect("rows").motions;
    let velocity = |k: usize| {
        let (a, b, time) = (found[k], found[k + 1], TIMES[k + 1] - TIMES[k]);
        let turn = a.rotation().inverse().compose(b.rotation()).log() * (1.0 / time);
        [(b.position() - a.position()) * (1.0 / time), turn]
    };
    for k in 1..11 {
        let off = [0, 1].map(|part| (velocity(k)[part] - velocity(0)[part]).norm());
        assert!(off[0] < 1e-9 && off[1] < 1e-9, "{k}: {off:?}");
    }
    // the line by linear regression
    let mean = TIMES.iter().sum::<f64>() / 12.0;
    let moment: f64 = TIMES.iter().map(|t| (t - mean) * (t - mean)).sum();
    let slope: f64 = TIMES.iter().zip(&noisy).map(|(t, motion)| (t - mean) * motion.position().x).sum::<f64>() / moment;
    assert!((velocity(0)[0].x - slope).abs() < 1e-9, "{} {slope}", velocity(0)[0].x);
    // of least squares: residuals of rotations, seen from the spin, have neither a mean nor a moment
    let seen = |k: usize| {
        let residual = found[k].rotation().inverse().compose(noisy[k].rotation()).log();
        UnitQuaternion::exp(velocity(0)[1] * TIMES[k]).rotate(residual)
    };
    let sum = (0..12).fold(Vec3::zero(), |sum, k| sum + seen(k));
    assert!(sum.norm() < 1e-9, "{:e}", sum.norm());
}

/// Whatever frame poses are described in, and wherever what repeats itself begins.
#[test]
fn frames_and_beginnings_do_not_matter() {
    let (times, motions) = measured(20, &mut Normal(8));
    let frame = Motion::new(Vec3::new(3.0, -1.0, 0.5), UnitQuaternion::exp(Vec3::new(0.5, 2.0, -1.0)));
    let body = UnitQuaternion::exp(Vec3::new(-1.0, 0.3, 0.2));
    for how in [Smoothing::Factor(1e-4), Smoothing::CrossValidation] {
        let own = smoother(how).smooth(&times, &motions).expect("rows").motions;
        let other: Vec<Motion<f64>> =
            motions.iter().map(|motion| frame.compose(*motion).compose(Motion::new(Vec3::zero(), body))).collect();
        let other = smoother(how).smooth(&times, &other).expect("rows").motions;
        for (a, b) in own.iter().zip(&other) {
            let off = apart(frame.compose(*a).compose(Motion::new(Vec3::zero(), body)), *b);
            assert!(off < 1e-7, "{how:?}: {off:e}");
        }
    }
    // 15 rows of a whole turn about an axis that nods, and a wave of positions
    let mut normal = Normal(2);
    let closed = |k: usize| {
        let angle = std::f64::consts::TAU * k as f64 / 15.0;
        let turned = UnitQuaternion::exp(Vec3::new(0.0, 0.0, angle)).compose(UnitQuaternion::exp(Vec3::new(
            0.2 * angle.sin(),
            0.0,
            0.0,
        )));
        Motion::new(Vec3::new(angle.cos(), angle.sin(), 0.0), turned)
    };
    let rows: Vec<Motion<f64>> = (0..15)
        .map(|k| {
            let turned = closed(k).rotation().compose(UnitQuaternion::exp(normal.vector(0.01)));
            Motion::new(closed(k).position() + normal.vector(0.01), turned)
        })
        .collect();
    let times: Vec<f64> = (0..15).map(|k| k as f64 / 15.0).collect();
    let periodic = Smoother { period: Some(1.0), ..smoother(Smoothing::Factor(2e-5)) };
    let own = periodic.smooth(&times, &rows).expect("rows").motions;
    let later: Vec<Motion<f64>> = (0..15).map(|k| rows[(k + 4) % 15]).collect();
    let later = periodic.smooth(&times, &later).expect("rows").motions;
    assert!((0..15).all(|k| apart(own[(k + 4) % 15], later[k]) < 1e-10));
    let off = |rows: &[Motion<f64>]| (0..15).map(|k| apart(rows[k], closed(k))).sum::<f64>();
    assert!(off(&own) < 0.8 * off(&rows), "{} {}", off(&own), off(&rows));
}

/// Velocities of 50 poses with deviations of 0.5 mm and 2 mrad, against those of the motion without deviations.
#[test]
fn velocities_of_measured_poses() {
    let metric = Metric::Geodesic;
    let errors = |times: &[f64], motions: &[Motion<f64>]| -> [f64; 2] {
        let motion = Interpolant::new((times.to_vec(), motions.to_vec()), BasisKind::BSpline, 3, metric, None)
            .expect("a motion");
        let mut sums = [0.0; 2];
        for k in 0..=100 {
            let t = 0.02 * f64::from(k).min(99.9999);
            let found = motion.at(metric, t).curve;
            let (before, behind) = (smooth_motion(t - 1e-5), smooth_motion(t + 1e-5));
            let velocity = (behind.position() - before.position()) * (1.0 / 2e-5);
            let angular = before.rotation().inverse().compose(behind.rotation()).log() * (1.0 / 2e-5);
            let off = found.motion.rotation().rotate(found.curvature.translation) - velocity;
            sums[0] += off.norm_squared() / 101.0;
            sums[1] += (found.curvature.rotation - angular).norm_squared() / 101.0;
        }
        sums.map(f64::sqrt)
    };
    let deviations = Some([vec![5e-4; 50], vec![2e-3; 50]]);
    let (mut raw, mut smoothed) = ([0.0; 2], [[0.0; 2]; 3]);
    for seed in 1..=3 {
        let (times, motions) = measured(50, &mut Normal(seed));
        let add = |sums: &mut [f64; 2], found: [f64; 2]| (0..2).for_each(|part| sums[part] += found[part] / 3.0);
        add(&mut raw, errors(&times, &motions));
        let by_deviations = Smoother { deviations: deviations.clone(), ..smoother(Smoothing::Deviations) };
        let of_change = Smoother { order: 3, ..smoother(Smoothing::CrossValidation) };
        for (sums, smoother) in
            smoothed.iter_mut().zip([smoother(Smoothing::CrossValidation), by_deviations, of_change])
        {
            let found = smoother.smooth(&times, &motions).expect("rows");
            add(sums, errors(&times, &found.motions));
            // as much is taken away as was added
            let moved = [found.figures[0].moved / 5e-4, found.figures[1].moved / 2e-3];
            assert!(moved.iter().all(|of| (0.8..1.9).contains(of)), "{moved:?}");
        }
    }
    println!("{raw:?} {smoothed:?}");
    assert!((0.03..0.04).contains(&raw[0]) && (0.12..0.16).contains(&raw[1]), "{raw:?}");
    for (found, share) in smoothed.iter().zip([1.0 / 3.0, 1.0 / 3.0, 0.25]) {
        assert!(found[0] < share * raw[0] && found[1] < share * raw[1], "{raw:?} {smoothed:?}");
    }
}

/// A row whose deviation is large by far is no row: cross-validation smooths as much as without it.
#[test]
fn a_row_of_large_deviation_is_as_none() {
    for seed in 1..=3 {
        let (times, motions) = measured(60, &mut Normal(seed));
        let found = |large: [f64; 2], row: Option<usize>| {
            let is_kept = |k: &usize| Some(*k) != row;
            let rows: Vec<usize> = (0..60).filter(is_kept).collect();
            let own =
                |part: usize, usual: f64| rows.iter().map(|k| if *k == 25 { large[part] } else { usual }).collect();
            let deviations = Some([own(0, 5e-4), own(1, 2e-3)]);
            let times: Vec<f64> = rows.iter().map(|k| times[*k]).collect();
            let motions: Vec<Motion<f64>> = rows.iter().map(|k| motions[*k]).collect();
            let smoother = Smoother { deviations, ..smoother(Smoothing::CrossValidation) };
            smoother.smooth(&times, &motions).expect("rows").figures.map(|of| of.freedom)
        };
        let without = found([5e-4, 2e-3], Some(25));
        for large in [[0.5, 2.0], [0.05, 2e-3], [5e-4, 0.2]] {
            let freedom = found(large, None);
            for part in (0..2).filter(|part| large[*part] > 0.01) {
                let off = (freedom[part] - without[part]).abs();
                assert!(off < 0.1, "{seed}, {large:?}: {freedom:?} {without:?}");
            }
        }
    }
}

/// A row with a large deviation does not pull the others; rows that are too far from what is smooth, and too few, are refused.
#[test]
fn deviations_of_rows_and_refusals() {
    let (times, mut motions) = measured(30, &mut Normal(4));
    motions[12] = Motion::new(motions[12].position() + Vec3::new(0.1, 0.0, 0.0), motions[12].rotation());
    let mut own = vec![5e-4; 30];
    own[12] = 0.1;
    let deviations = Some([own, vec![2e-3; 30]]);
    let found = Smoother { deviations, ..smoother(Smoothing::Deviations) }.smooth(&times, &motions).expect("rows");
    let off = (found.motions[12].position() - smooth_motion(times[12]).position()).norm();
    assert!(off < 2e-3, "{off:e}");
    let refused = |smoother: Smoother, times: &[f64], motions: &[Motion<f64>]| {
        smoother.smooth(times, motions).expect_err("refused")
    };
    let few = refused(smoother(Smoothing::CrossValidation), &times[..3], &motions[..3]);
    assert_eq!(few, "found 3 rows; accepted to smooth them: at least 4");
    let unknown = refused(smoother(Smoothing::Deviations), &times, &motions);
    assert!(unknown.contains("standard deviations are not known"), "{unknown}");
    // a spin that comes to a stop and turns back is no steady spin
    let back = |t: &f64| Motion::new(Vec3::zero(), UnitQuaternion::exp(Vec3::new(0.0, 0.0, 6.0 * (2.0 * t).sin())));
    let back: Vec<Motion<f64>> = times.iter().map(back).collect();
    let far = refused(smoother(Smoothing::Factor(f64::INFINITY)), &times, &back);
    assert!(far.contains("a quarter of a turn"), "{far}");
}
