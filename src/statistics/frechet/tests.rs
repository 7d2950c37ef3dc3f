//! Means against reference numbers with 60 digits, and sums over blocks against all members at once.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests stop at the first failure")]

use super::*;
use crate::lie::{LieGroup, Pose, Product, Translation, UnitQuaternion};
use crate::num::Vec3;
use crate::statistics::BLOCK;

type Quaternion = UnitQuaternion<f64>;

/// Random numbers: SplitMix64, uniform in (-1, 1).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 * 2f64.powi(-52) - 1.0
    }
    fn vector(&mut self) -> Vec3<f64> {
        Vec3::new(self.next(), self.next(), self.next())
    }
}

/// Returns poses around one whose rotation vectors have the given half widths, skewed, with signs of either kind.
fn poses(seed: u64, count: usize, widths: [f64; 3]) -> Vec<Pose<f64>> {
    let mut random = Random(seed);
    let middle = Quaternion::exp(random.vector() * 2.0);
    let one = |_| {
        let x = random.vector();
        // a skewed distribution, and positions that go with the rotation
        let psi = Vec3::new(x.x * widths[0], (x.y + 0.3 * x.y * x.y) * widths[1], (x.z + 0.5 * x.x * x.x) * widths[2]);
        let mut q = middle.compose(Quaternion::exp(psi));
        if random.next() > 0.0 {
            q = UnitQuaternion { w: -q.w, v: -q.v };
        }
        let position = Vec3::new(100.0, -3.0, 7.0) + psi * 2.0 + random.vector() * (0.5 * widths[0]);
        Product(Translation(position), q)
    };
    (0..count).map(one).collect()
}

fn angle(a: Quaternion, b: Quaternion) -> f64 {
    a.inverse().compose(b).log().norm()
}

/// Returns the sums over members, seen from a lattice around the first ones.
fn streamed(poses: &[Pose<f64>], pilot: usize, positions: bool) -> PoseSums {
    let mut sums = PoseSums::new(RotationLattice::around(&poses[..pilot], positions));
    poses.chunks(BLOCK).for_each(|block| sums.add(&PosePartial::new(block.iter().copied(), &sums.lattice)));
    sums
}

/// Returns the largest difference of two covariances over the geometric mean of their variances.
fn difference(a: &[Vec<f64>], b: &[Vec<f64>]) -> f64 {
    assert_eq!(a.len(), b.len());
    let of = |i: usize, j: usize| (a[i][j] - b[i][j]).abs() / (b[i][i] * b[j][j]).sqrt();
    (0..a.len()).flat_map(|i| (0..a.len()).map(move |j| (i, j))).map(|(i, j)| of(i, j)).fold(0.0, f64::max)
}

/// The means of 20 rotations and of 20 motions: `tests/golden/p15_motion.json`, computed with 60 digits.
#[test]
fn means_agree_with_the_reference() {
    let file: serde_json::Value = serde_json::from_str(include_str!("../../../tests/golden/p15_motion.json")).unwrap();
    let means = &file["means"];
    let numbers = |value: &serde_json::Value| -> Vec<f64> {
        let number = |x: &serde_json::Value| x.as_f64().or_else(|| x.as_str()?.parse().ok()).unwrap();
        value.as_array().unwrap().iter().map(number).collect()
    };
    let rotation = |value: &serde_json::Value| UnitQuaternion::from_slice(&numbers(&value["quaternion"]));
    let position = |value: &serde_json::Value| Vec3::from_slice(&numbers(&value["position"]));
    let all = means["poses"].as_array().unwrap();
    let mut poses: Vec<Pose<f64>> =
        all.iter().map(|pose| Product(Translation(position(pose)), rotation(pose))).collect();
    for flipped in [false, true] {
        if flipped {
            poses.iter_mut().step_by(3).for_each(|pose| pose.1 = UnitQuaternion { w: -pose.1.w, v: -pose.1.v });
        }
        let of_rotations = FrechetMean::of(&poses, false).unwrap();
        assert!(angle(of_rotations.rotation, rotation(&means["geodesic"]["rotation"])) < 1e-13);
        let of_motions = FrechetMean::of(&poses, true).unwrap();
        assert!(angle(of_motions.rotation, rotation(&means["geodesic"]["motion"])) < 1e-13);
        let error = (of_motions.position.unwrap() - position(&means["geodesic"]["motion"])).norm();
        assert!(error < 1e-13, "{error:e}");
        let trace: f64 = (0..3).map(|i| of_rotations.covariance[i][i]).sum();
        assert!((of_motions.covariance[3][4] - of_rotations.covariance[0][1]).abs() < 1e-15);
        // the reference has the angles from this mean
        assert!((trace - means["mean_squared_angle"].as_f64().unwrap()).abs() < 1e-13, "{trace}");
        assert!((of_rotations.largest_angle - means["largest_angle"].as_f64().unwrap()).abs() < 1e-13);
        // few members are all seen from their mean: the sums lose nothing
        let sums = streamed(&poses, poses.len(), true).mean().unwrap();
        assert!(angle(sums.rotation, of_motions.rotation) < 1e-7, "{:e}", angle(sums.rotation, of_motions.rotation));
        assert!((sums.position.unwrap() - of_motions.position.unwrap()).norm() < 1e-6);
    }
}

#[test]
fn sums_over_blocks_are_as_all_members_at_once() {
    for (seed, widths) in
        [[1e-9; 3], [1e-4, 2e-3, 1e-3], [0.3, 0.1, 0.6], [1.0, 0.7, 0.3], [1.4, 1.2, 1.0]].into_iter().enumerate()
    {
        let poses = poses(seed as u64, 12_000, widths);
        for positions in [false, true] {
            let exact = FrechetMean::of(&poses, positions).unwrap();
            let found = streamed(&poses, BLOCK, positions).mean().unwrap();
            let error = angle(exact.rotation, found.rotation);
            assert!(error < 1e-7 * widths[0].max(1e-6), "{widths:?}: {error:e}");
            assert!(
                error <= found.error + exact.error && found.error < 1e-6,
                "{widths:?}: {error:e} {:e}",
                found.error
            );
            let spread = difference(&found.covariance, &exact.covariance);
            // of a rotation that is narrow the rounding of quaternions is much
            let accepted = if positions { 2e-3 * widths[0] } else { 0.0 } + 1e-14 / widths[0];
            assert!(spread < 1e-6 + accepted, "{widths:?} {positions}: {spread:e}");
            let (least, most) = (found.largest_angle, found.largest_angle + found.largest_angle_within);
            assert!((least - 1e-9..=most + 1e-9).contains(&exact.largest_angle), "{widths:?}");
            if let (Some(a), Some(b)) = (found.position, exact.position) {
                assert!((a - b).norm() < 1e-6 * widths[0] + 1e-13, "{widths:?}: {:e}", (a - b).norm());
            }
        }
    }
}

/// Members that come in an order of their own are far from the first ones: the error grows, and what bounds it with it.
#[test]
fn the_error_is_within_its_bound() {
    for (seed, factor) in (20..).zip([0.1, 0.3, 1.0, 1.5]) {
        let poses = poses(seed, 4000, [factor, 0.4 * factor, 0.8 * factor]);
        let exact = FrechetMean::of(&poses, false).unwrap();
        for offset in [0.02, 0.1, 0.2, 0.3, 0.5] {
            let around = Quaternion::exp(Vec3::new(0.6, 0.0, -0.8) * offset);
            let mut lattice = RotationLattice::around(&poses[..BLOCK], false);
            lattice.middle = exact.rotation.compose(around);
            let mut sums = PoseSums::new(lattice);
            poses.chunks(BLOCK).for_each(|block| sums.add(&PosePartial::new(block.iter().copied(), &sums.lattice)));
            let found = sums.mean().unwrap();
            let error = angle(exact.rotation, found.rotation);
            assert!(error <= found.error, "{factor} {offset}: {error:e} {:e}", found.error);
        }
    }
}

#[test]
fn parts_in_any_grouping_have_the_same_sums() {
    let poses = poses(7, 9 * BLOCK + 100, [0.4, 0.2, 0.3]);
    let whole = streamed(&poses, BLOCK, true);
    for parts in [[2, 5], [1, 8]] {
        let mut merged = PoseSums::new(whole.lattice.clone());
        let [a, b] = parts.map(|blocks| blocks * BLOCK);
        for part in [&poses[..a], &poses[a..b], &poses[b..]] {
            let mut own = PoseSums::new(whole.lattice.clone());
            part.chunks(BLOCK).for_each(|block| own.add(&PosePartial::new(block.iter().copied(), &whole.lattice)));
            merged.merge(&own);
        }
        assert_eq!(merged, whole);
        assert_eq!(merged.mean(), whole.mean());
    }
}

#[test]
fn a_summary_keeps_so_many_and_sums_the_others() {
    let poses = poses(3, 6 * BLOCK + 5, [0.5, 0.4, 0.3]);
    let exact = FrechetMean::of(&poses, false).unwrap();
    for (limit, accepted) in [(8 * BLOCK, 0.0), (2 * BLOCK, 1e-7)] {
        let mut summary = PoseSummary::keeping(false, limit);
        poses.iter().for_each(|pose| summary.push(*pose));
        assert_eq!(summary.count(), poses.len() as u64);
        assert!(angle(summary.mean().unwrap().rotation, exact.rotation) <= accepted + 1e-15);
    }
}

#[test]
fn there_is_no_mean_of_nothing_or_of_rotations_all_around() {
    assert_eq!(FrechetMean::of(&[], false), None);
    assert_eq!(PoseSums::new(RotationLattice::around(&[], false)).mean(), None);
    let third = std::f64::consts::TAU / 3.0;
    let around: Vec<Pose<f64>> = (0..3)
        .flat_map(|k| {
            [Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 1.0, 0.0), Vec3::new(0.0, 0.0, 1.0)]
                .map(|axis| axis * (third * f64::from(k)))
        })
        .map(|psi| Product(Translation(Vec3::zero()), Quaternion::exp(psi)))
        .collect();
    let found = FrechetMean::of(&around, false);
    assert!(found.is_none_or(|mean| mean.error < 1.0));
    let two = [Vec3::zero(), Vec3::new(0.0, std::f64::consts::PI, 0.0)]
        .map(|psi| Product(Translation(Vec3::zero()), Quaternion::exp(psi)));
    // either half way is a mean
    assert!(FrechetMean::of(&two, false).is_none());
}
