//! The points at which the laws are checked.

use super::{EPS, Family, Number, algebra};
use gyrosweep::lie::LieGroup;
use gyrosweep::num::Vec3;
use std::f64::consts::PI;

/// Where a rotation vector lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Region {
    /// |psi| = 0.
    Identity,
    /// |psi| = 1e-160, whose square is below the normal numbers.
    Tiny,
    /// |psi| = 1e-8, whose cosine rounds to 1.
    Small,
    /// Anything below pi - 0.01.
    Ordinary,
    /// Below pi by at most 1e-6.
    BelowHalfTurn,
    /// pi, to the rounding of the components.
    HalfTurn,
    /// Above pi by at most 1e-6.
    AboveHalfTurn,
    /// Beyond, up to 2 pi - 0.1.
    Beyond,
    /// Off 2 pi by 1e-3.
    FullTurn,
}

/// A linear congruential generator (Knuth, MMIX), uniform in [-1, 1).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / 2f64.powi(52) - 1.0
    }
    fn vector(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.next()).collect()
    }
}

/// The rotation vectors at which the laws are checked; also used as translations.
pub(crate) fn examples() -> Vec<(Region, [f64; 3])> {
    use Region::*;
    let lengths = [
        (Identity, 0.0),
        (Tiny, 1e-160),
        (Small, 1e-8),
        (Ordinary, 1e-4),
        (Ordinary, 0.1),
        (Ordinary, 1.0),
        (Ordinary, 2.0),
        (Ordinary, 3.0),
        (BelowHalfTurn, PI - 1e-6),
        (BelowHalfTurn, PI - 1e-12),
        (HalfTurn, PI),
        (AboveHalfTurn, PI + 1e-12),
        (AboveHalfTurn, PI + 1e-6),
        (Beyond, 3.5),
        (Beyond, 5.0),
        (Beyond, 2.0 * PI - 0.1),
        (FullTurn, 2.0 * PI - 1e-3),
        (FullTurn, 2.0 * PI + 1e-3),
    ];
    let mut random = Random(1);
    let mut directions = vec![[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.6, 0.8], [-2.0 / 3.0, 1.0 / 3.0, 2.0 / 3.0]];
    for _ in 0..3 {
        let v = random.vector(3);
        let length = v.iter().map(|c| c * c).sum::<f64>().sqrt();
        directions.push([v[0] / length, v[1] / length, v[2] / length]);
    }
    let mut out = Vec::new();
    for (region, length) in lengths {
        out.extend(directions.iter().map(|d| (region, d.map(|c| c * length))));
    }
    for _ in 0..40 {
        let v = random.vector(3);
        out.push((Ordinary, [v[0] * 1.8, v[1] * 1.8, v[2] * 1.8])); // at most 1.8 sqrt(3) = 3.118
    }
    out
}

pub(crate) fn length(v: &[f64]) -> f64 {
    // the sum of squares of 1e-160 is not a normal number
    let largest = v.iter().fold(0.0f64, |m, c| m.max(c.abs()));
    if largest == 0.0 { 0.0 } else { largest * v.iter().map(|c| (c / largest).powi(2)).sum::<f64>().sqrt() }
}

#[test]
fn the_examples_are_what_their_names_say() {
    for (region, v) in examples() {
        let n = length(&v);
        // the components are rounded, so a length is off by a unit in the last place or two
        let near = |x: f64| (n - x).abs() <= 2.0 * EPS * x;
        let holds = match region {
            Region::Identity => v == [0.0; 3],
            Region::Tiny => near(1e-160) && n * n < f64::MIN_POSITIVE,
            Region::Small => near(1e-8) && n.cos() == 1.0,
            Region::Ordinary => 0.0 < n && n < PI - 0.01,
            Region::BelowHalfTurn => PI - 1.1e-6 < n && n < PI - 0.9e-12,
            Region::HalfTurn => near(PI),
            Region::AboveHalfTurn => PI + 0.9e-12 < n && n < PI + 1.1e-6,
            Region::Beyond => PI + 0.1 < n && n < 2.0 * PI - 0.09,
            Region::FullTurn => ((n - 2.0 * PI).abs() - 1e-3).abs() < 1e-12,
        };
        assert!(holds, "{region:?} {v:?} {n}");
    }
    for region in [Region::HalfTurn, Region::Tiny, Region::FullTurn] {
        assert!(examples().iter().any(|e| e.0 == region));
    }
}

/// A point of a group's algebra, a different example in each three components, with the
/// directions in which derivatives are taken there.
pub(crate) struct Point {
    pub(crate) v: Vec<f64>,
    pub(crate) regions: Vec<Region>,
    pub(crate) w: Vec<f64>,
    pub(crate) d: Vec<f64>,
}

pub(crate) fn points<F: Family>() -> Vec<Point> {
    let examples = examples();
    let blocks = F::rotations().len();
    let mut random = Random(2);
    (0..examples.len())
        .map(|i| {
            let chosen: Vec<_> = (0..blocks).map(|b| examples[(i + 59 * b) % examples.len()]).collect();
            Point {
                v: chosen.iter().flat_map(|e| e.1).collect(),
                regions: chosen.iter().map(|e| e.0).collect(),
                w: random.vector(3 * blocks),
                d: random.vector(3 * blocks),
            }
        })
        .collect()
}

impl Point {
    /// The rotation vectors of the point with their regions.
    pub(crate) fn rotations<F: Family>(&self) -> impl Iterator<Item = (Region, &[f64])> {
        let all = self.regions.iter().copied().zip(self.v.chunks(3));
        all.zip(F::rotations()).filter_map(|(pair, is_rotation)| is_rotation.then_some(pair))
    }
    pub(crate) fn all_in<F: Family>(&self, regions: &[Region]) -> bool {
        self.rotations::<F>().all(|(r, _)| regions.contains(&r))
    }
    /// |psi| < pi, by more than the rounding of the example.
    pub(crate) fn is_short<F: Family>(&self) -> bool {
        use Region::*;
        self.all_in::<F>(&[Identity, Tiny, Small, Ordinary, BelowHalfTurn])
    }
    /// |psi|/(2 pi - |psi|), the condition number of T^-1, and at least one.
    pub(crate) fn condition<F: Family>(&self) -> f64 {
        self.rotations::<F>().map(|(_, v)| length(v) / (2.0 * PI - length(v)).abs()).fold(1.0, f64::max)
    }
    /// The group element exp(v) over a number; a dual number depends on its variables through v.
    pub(crate) fn element<F: Family, R: Number>(&self) -> F::Of<R> {
        F::Of::exp(algebra::<F, R>(&self.seeded()))
    }
    pub(crate) fn seeded<R: Number>(&self) -> Vec<R> {
        (0..self.v.len()).map(|i| R::seeded(self.v[i], [self.w[i], self.d[i]])).collect()
    }
}

pub(crate) fn vectors() -> Vec<Vec3<f64>> {
    examples().into_iter().map(|(_, v)| Vec3::constant(v)).collect()
}
