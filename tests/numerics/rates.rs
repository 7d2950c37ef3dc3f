//! Velocities of motions through poses: the derivatives of the motion itself at rows, near them and between, from both sides, by every
//! basis and metric; and closed forms.

use gyrosweep::interpolation::{BASES, Basis, BasisKind, Interpolant, METRICS, Outcome};
use gyrosweep::lie::{Algebra, LieGroup, Motion, Twist, UnitQuaternion};
use gyrosweep::num::Vec3;

fn six(t: Twist<f64>) -> [f64; 6] {
    std::array::from_fn(|i| t.component(i))
}

/// Numbers between -1 and 1, the same every time.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
    fn vector(&mut self, size: f64) -> Vec3<f64> {
        Vec3::new(self.next(), self.next(), self.next()) * size
    }
}

/// The places of rows, between which there is about one.
fn places(kind: BasisKind, count: usize, numbers: &mut Numbers) -> Vec<f64> {
    let scaled = |basis: Basis| basis.nodes().iter().map(|x| 0.5 * (x + 1.0) * (count - 1) as f64).collect();
    match kind {
        BasisKind::GaussLobattoLegendre => scaled(Basis::gauss_lobatto_legendre(count).expect("a basis")),
        BasisKind::ChebyshevGaussLobatto => scaled(Basis::chebyshev_gauss_lobatto(count).expect("a basis")),
        BasisKind::BSpline => (0..count).map(|k| k as f64 + 0.3 * numbers.next()).collect(),
        _ => (0..count).map(|k| k as f64).collect(),
    }
}

/// The derivative of the motion at a time from one side, by five points of a step; none where the metric has no answer, or where the
/// basis has a break between them.
fn difference(
    motion: &Interpolant,
    metric: gyrosweep::interpolation::Metric,
    time: f64,
    step: f64,
) -> Option<[f64; 6]> {
    let (low, high) = (time.min(time + 4.0 * step), time.max(time + 4.0 * step));
    let slack = 1e-9 * step.abs();
    if motion.breaks().iter().any(|knot| *knot > low + slack && *knot < high - slack) {
        return None;
    }
    let here = motion.at(metric, time).curve.motion;
    let mut sum = [0.0; 6];
    for (k, weight) in [(1, 48.0), (2, -36.0), (3, 16.0), (4, -3.0)] {
        let at = time + step * f64::from(k);
        let there = motion.reaches(at).then(|| motion.at(metric, at)).filter(|p| p.outcome == Outcome::Found)?;
        let apart = six(here.inverse().compose(there.curve.motion).log());
        sum.iter_mut().zip(apart).for_each(|(sum, x)| *sum += weight * x / (12.0 * step));
    }
    Some(sum)
}

#[test]
fn velocities_are_derivatives_at_rows_near_them_and_between() {
    let mut numbers = Numbers(5);
    let mut compared = [0; METRICS.len()];
    for (case, basis) in BASES.iter().cycle().take(36).enumerate() {
        let count = 4 + (case * 7) % 9;
        // from a thousandth of a microradian to what metrics of sums have an answer for
        let turn = [1e-9, 1e-3, 0.5, 1.1, 1.6, 0.2][case / 6];
        let axis = numbers.vector(1.0);
        let axis = axis * (turn / axis.norm());
        let places = places(basis.is, count, &mut numbers);
        let mut poses = vec![Motion::new(numbers.vector(1.0), UnitQuaternion::exp(numbers.vector(1.0)))];
        for _ in 1..count {
            let by = axis * (1.0 + 0.3 * numbers.next()) + numbers.vector(0.1 * turn);
            poses.push(
                poses[poses.len() - 1].compose(Motion::exp(Twist { translation: numbers.vector(1.0), rotation: by })),
            );
        }
        let times: Vec<f64> = places.iter().map(|x| 3.0 + 0.04 * x).collect();
        let period = basis.is.is_periodic().then_some(0.04 * count as f64);
        for (at, metric) in METRICS.iter().enumerate() {
            let motion =
                Interpolant::new((times.clone(), poses.clone()), basis.is, 3, metric.is, period).expect("a motion");
            for k in 0..count - 1 {
                let gap = times[k + 1] - times[k];
                for part in [0.0, 1e-9, 1e-5, 0.5, 1.0 - 1e-5, 1.0] {
                    let time = times[k] + part * gap;
                    let time = if part == 1.0 { times[k + 1] } else { time };
                    let found = motion.at(metric.is, time);
                    if found.outcome != Outcome::Found {
                        continue;
                    }
                    let velocity = six(found.curve.curvature);
                    let size = velocity.iter().fold(1.0 / gap, |most: f64, x| most.max(x.abs()));
                    for step in [1e-3 * gap, -1e-3 * gap] {
                        let Some(expected) = difference(&motion, metric.is, time, step) else { continue };
                        let off = velocity.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) / size;
                        // a fifth derivative of a curve that bends between rows, and rounding over the step
                        let accepted = 1e-6 * motion.amplification(time);
                        assert!(
                            off < accepted,
                            "{} {} {case}, {part} behind row {k}: {off:e}",
                            basis.name,
                            metric.name
                        );
                        compared[at] += 1;
                    }
                }
            }
        }
    }
    assert!(compared.iter().all(|count| *count > 1500), "{compared:?}");
}

/// Rows along one screw, whatever they turn by: the geodesic metric follows it with one velocity, many turns far.
#[test]
fn a_steady_screw_motion_stays_steady() {
    let mut numbers = Numbers(9);
    let geodesic = METRICS[2];
    assert_eq!(geodesic.name, "geodesic");
    for (turn, count) in [(1e-9, 5), (0.3, 40), (1.1, 4), (1.1, 9), (2.5, 30), (3.1, 12)] {
        let (start, axis) = (numbers.vector(1.0), numbers.vector(1.0));
        let start = Motion::new(start, UnitQuaternion::exp(numbers.vector(1.0)));
        let screw = Twist { translation: numbers.vector(1.0), rotation: axis * (turn / axis.norm()) };
        let places = places(BasisKind::BSpline, count, &mut numbers);
        let along = |x: f64| start.compose(Motion::exp(Twist::from_components(|i| screw.component(i) * x)));
        let poses: Vec<Motion<f64>> = places.iter().map(|x| along(x / 1.6)).collect();
        for (basis, degree) in
            [(BasisKind::BSpline, 3), (BasisKind::BSpline, 4.min(count - 1)), (BasisKind::Lagrange, 3)]
        {
            if basis == BasisKind::Lagrange && count > 9 {
                continue;
            }
            let motion =
                Interpolant::new((places.clone(), poses.clone()), basis, degree, geodesic.is, None).expect("a motion");
            for k in 0..count - 1 {
                for part in [0.0, 1e-7, 0.4, 1.0] {
                    let time = places[k] + part * (places[k + 1] - places[k]);
                    let found = motion.at(geodesic.is, time);
                    assert_eq!(found.outcome, Outcome::Found, "{turn} {count} {basis:?} {time}");
                    let velocity = six(found.curve.curvature);
                    let off = (0..6).map(|i| (velocity[i] - screw.component(i) / 1.6).abs()).fold(0.0, f64::max);
                    let apart = six(along(time / 1.6).inverse().compose(found.curve.motion).log());
                    let apart = apart.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
                    let accepted = 1e-11 * motion.amplification(time);
                    assert!(off < accepted && apart < accepted, "{turn} {count} {basis:?} {time}: {off:e} {apart:e}");
                }
            }
        }
    }
}
