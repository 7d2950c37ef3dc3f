//! What is recorded is what is computed: plain numbers, lanes and the recorded graph agree bit for bit
//! on every leaf function, and the graph prints as a valid kernel.
//!
//! No tolerance: the same IEEE operations in the same order give the same bits. Two exceptions, where
//! bits are not compared. The graph of an equation folds x + 0 to x and 0 x to 0, which changes the sign of a zero (that
//! of an expression does not, see `machine_code`); and what is not a number has bits that IEEE leaves open.

mod folding;
mod leaves;
mod printing;

use Block::*;
use gyrosweep::lie::{LieGroup, Rotation, UnitQuaternion};
use gyrosweep::num::{Lanes, Precision, Vec3, series};
use gyrosweep::trace::{Graph, Input, Rate, Traced, interpret, record};
use leaves::{Form, Quaternions, leaves};
use std::f64::consts::PI;

/// A part of the inputs of a leaf, and with it how its values are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Block {
    /// A rotation vector of up to 2 pi - 1e-3, with half turns and the identity among them.
    Psi,
    /// A rotation vector of up to half a turn.
    ShortPsi,
    /// Three numbers of order one.
    Free,
    /// A unit quaternion.
    Quaternion,
    /// A rotation matrix.
    Matrix,
    /// One number of any size and sign.
    Number,
    /// A number at or above zero, from the smallest to the largest.
    Positive,
    /// A symmetric positive definite matrix: diagonal, then xy, xz, yz.
    Inertia,
}

const LANES: usize = 4;

/// A function of the crate, in every kind of number.
struct Leaf {
    name: String,
    blocks: Vec<Block>,
    plain: fn(&[f64]) -> Vec<f64>,
    lanes: fn(&[Lanes<LANES>]) -> Vec<Lanes<LANES>>,
    traced: fn(&[Traced]) -> Vec<Traced>,
}

/// A linear congruential generator (Knuth, MMIX), uniform in [-1, 1).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / 2f64.powi(52) - 1.0
    }
    fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[((self.next() + 1.0) / 2.0 * list.len() as f64) as usize]
    }
    fn direction(&mut self) -> [f64; 3] {
        let axes = [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.6, 0.8]];
        if self.next() < 0.0 {
            return self.one_of(&axes);
        }
        let v = [self.next(), self.next(), self.next() + 1e-3];
        let length = v.iter().map(|c| c * c).sum::<f64>().sqrt();
        v.map(|c| c / length)
    }
    fn psi(&mut self, longest: f64) -> [f64; 3] {
        let special =
            [0.0, 1e-160, 1e-12, 1e-8, 1e-4, 0.5 * PI, PI - 1e-6, PI - 1e-12, PI, PI + 1e-12, PI + 1e-6, 5.0, longest];
        let length = if self.next() < 0.0 { self.one_of(&special) } else { longest * self.next().abs() };
        self.direction().map(|c| c * length.min(longest))
    }
    fn block(&mut self, block: Block) -> Vec<f64> {
        let rotation = |psi: [f64; 3]| UnitQuaternion::<f64>::exp(Vec3::constant(psi));
        match block {
            Psi => self.psi(2.0 * PI - 1e-3).to_vec(),
            // the rounding of the direction could lead beyond
            ShortPsi => self.psi(PI * (1.0 - 1e-15)).to_vec(),
            Free => (0..3).map(|_| if self.next() < -0.8 { 0.0 } else { 2.0 * self.next() }).collect(),
            Quaternion => Quaternions::write(rotation(self.psi(2.0 * PI - 1e-3))),
            Matrix => rotation(self.psi(2.0 * PI - 1e-3)).matrix().to_array().to_vec(),
            Number => {
                let special = [0.0, 1.0, -1.0, 0.5 * PI, PI, -PI, 2.0 * PI, 750.0, -750.0, 1e-300, 0.4142135623730951];
                let wide = self.next().signum() * 10f64.powf(5.0 * self.next());
                vec![if self.next() < -0.5 { self.one_of(&special) } else { wide }]
            }
            Positive => {
                let special = [0.0, 5e-324, f64::MIN_POSITIVE, 1.0, 2.0, 1.0 - 1e-16, f64::MAX];
                let wide = 10f64.powf(300.0 * self.next());
                vec![if self.next() < -0.5 { self.one_of(&special) } else { wide }]
            }
            Inertia => {
                let diagonal = (0..3).map(|_| 1.5 + self.next() * 0.5).collect::<Vec<_>>();
                let off = (0..3).map(|_| 0.3 * self.next()).collect::<Vec<_>>();
                [diagonal, off].concat()
            }
        }
    }
    fn point(&mut self, leaf: &Leaf) -> Vec<f64> {
        leaf.blocks.iter().flat_map(|b| self.block(*b)).collect()
    }
}

fn input_count(leaf: &Leaf) -> usize {
    Random(0).point(leaf).len()
}

/// Records a leaf; the inputs take turns in changing every step and being parameters of a member.
fn recorded(leaf: &Leaf, precision: Precision) -> Graph {
    let rate = |i: usize| if i.is_multiple_of(2) { Rate::Step } else { Rate::Member };
    let inputs = (0..input_count(leaf)).map(|i| Input { name: format!("in{i}"), rate: rate(i) }).collect();
    record(precision, inputs, leaf.traced)
}

/// The same bits, or both zero, or neither a number.
fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a == 0.0 && b == 0.0) || (a.is_nan() && b.is_nan())
}

#[test]
fn the_graph_computes_what_the_plain_numbers_compute() {
    for leaf in leaves() {
        let graph = recorded(&leaf, Precision::Double);
        let mut random = Random(3);
        for _ in 0..2000 {
            let x = random.point(&leaf);
            let (plain, traced) = ((leaf.plain)(&x), interpret(&graph, &x));
            assert_eq!(plain.len(), traced.len(), "{}", leaf.name);
            for (i, (p, t)) in plain.iter().zip(&traced).enumerate() {
                assert!(same(*p, *t), "{} at {x:?}: output {i} is {p:e}, recorded {t:e}", leaf.name);
            }
        }
    }
}

#[test]
fn lanes_compute_what_the_plain_numbers_compute() {
    for leaf in leaves() {
        let mut random = Random(4);
        for _ in 0..200 {
            let members: [Vec<f64>; LANES] = std::array::from_fn(|_| random.point(&leaf));
            let x: Vec<_> = (0..members[0].len()).map(|i| Lanes(std::array::from_fn(|l| members[l][i]))).collect();
            let together = (leaf.lanes)(&x);
            for (l, member) in members.iter().enumerate() {
                for (i, p) in (leaf.plain)(member).iter().enumerate() {
                    let t = together[i].0[l];
                    // nothing is folded here: zeros keep their sign
                    let same = p.to_bits() == t.to_bits() || (p.is_nan() && t.is_nan());
                    assert!(same, "{} at {member:?}: output {i} is {p:e}, in lane {l} {t:e}", leaf.name);
                }
            }
        }
    }
}

/// The points are where the leaves have their special cases.
#[test]
fn the_points_are_what_their_names_say() {
    let mut random = Random(5);
    let mut seen = [false; 5];
    for _ in 0..2000 {
        let v = random.block(Psi);
        let length = Vec3::<f64>::from_slice(&v).norm();
        assert!(length < 2.0 * PI - 0.9e-3);
        seen[0] |= v == [0.0; 3];
        seen[1] |= length > 0.0 && length < 1e-150;
        seen[2] |= (length - PI).abs() < 1e-15;
        seen[3] |= length > 5.0;
        seen[4] |= length < 1e-7 && length > 0.0;
        assert!(Vec3::<f64>::from_slice(&random.block(ShortPsi)).norm_squared() / 4.0 <= series::HALF_TURN);
        let q = UnitQuaternion::<f64>::from_slice(&random.block(Quaternion));
        assert!((q.w * q.w + q.v.norm_squared() - 1.0).abs() < 8.0 * f64::EPSILON, "a few roundings");
        let j = random.block(Inertia);
        assert!((0..3).all(|i| j[i] > 2.0 * 0.3), "the diagonal dominates");
    }
    assert_eq!(seen, [true; 5]);
}
