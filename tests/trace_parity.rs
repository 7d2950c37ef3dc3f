//! What is recorded is what is computed: plain numbers, lanes and the recorded graph agree bit for bit
//! on every leaf function, and the graph prints as a valid kernel.
//!
//! No tolerance: the same IEEE operations in the same order give the same bits. Two exceptions, where
//! bits are not compared. The graph folds x + 0 to x and 0 x to 0, which changes the sign of a zero; and
//! what is not a number has bits that IEEE leaves open.

use gyrosweep::lie::so3::{self, AngleFunctions};
use gyrosweep::lie::{
    Algebra, LieGroup, Pose, Product, Rotation, RotationMatrix, RotationVector, Translation, UnitQuaternion,
};
use gyrosweep::num::{Lanes, Mat3, Precision, Real, Sparse3, SparseSym3, Vec3, elementary, series};
use gyrosweep::trace::{Graph, Input, Node, NodeId, Rate, Schedule, Traced, interpret, record, wgsl};
use std::f64::consts::PI;

// ---- leaf functions -----------------------------------------------------------------------------

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

use Block::*;

const LANES: usize = 4;

/// A function of the crate, in every kind of number.
struct Leaf {
    name: String,
    blocks: Vec<Block>,
    plain: fn(&[f64]) -> Vec<f64>,
    lanes: fn(&[Lanes<LANES>]) -> Vec<Lanes<LANES>>,
    traced: fn(&[Traced]) -> Vec<Traced>,
}

macro_rules! leaf {
    ($blocks:expr, $function:ident $(, $of:ty)?) => {
        Leaf {
            name: format!("{} {}", stringify!($function), stringify!($($of)?)),
            blocks: $blocks.to_vec(),
            plain: $function::<$($of,)? f64>,
            lanes: $function::<$($of,)? Lanes<LANES>>,
            traced: $function::<$($of,)? Traced>,
        }
    };
}

/// A group whose elements are read from and written to numbers.
trait Form {
    type Of<R: Real>: LieGroup<R>;
    const ELEMENT: &'static [Block];
    const ALGEBRA: &'static [Block];
    const DIRECTION: &'static [Block];
    fn read<R: Real>(x: &[R]) -> Self::Of<R>;
    fn write<R: Real>(g: Self::Of<R>) -> Vec<R>;
}

struct Translations;
impl Form for Translations {
    type Of<R: Real> = Translation<R>;
    const ELEMENT: &'static [Block] = &[Free];
    const ALGEBRA: &'static [Block] = &[Free];
    const DIRECTION: &'static [Block] = &[Free];
    fn read<R: Real>(x: &[R]) -> Translation<R> {
        Translation(Vec3::from_slice(x))
    }
    fn write<R: Real>(g: Translation<R>) -> Vec<R> {
        g.0.to_array().to_vec()
    }
}

struct Quaternions;
impl Form for Quaternions {
    type Of<R: Real> = UnitQuaternion<R>;
    const ELEMENT: &'static [Block] = &[Quaternion];
    const ALGEBRA: &'static [Block] = &[Psi];
    const DIRECTION: &'static [Block] = &[Free];
    fn read<R: Real>(x: &[R]) -> UnitQuaternion<R> {
        UnitQuaternion::from_slice(x)
    }
    fn write<R: Real>(g: UnitQuaternion<R>) -> Vec<R> {
        let mut out = vec![R::zero(); 4];
        g.write(&mut out);
        out
    }
}

struct Matrices;
impl Form for Matrices {
    type Of<R: Real> = RotationMatrix<R>;
    const ELEMENT: &'static [Block] = &[Matrix];
    const ALGEBRA: &'static [Block] = &[Psi];
    const DIRECTION: &'static [Block] = &[Free];
    fn read<R: Real>(x: &[R]) -> RotationMatrix<R> {
        RotationMatrix(mat(x))
    }
    fn write<R: Real>(g: RotationMatrix<R>) -> Vec<R> {
        g.0.to_array().to_vec()
    }
}

struct Vectors;
impl Form for Vectors {
    type Of<R: Real> = RotationVector<R>;
    const ELEMENT: &'static [Block] = &[Psi];
    const ALGEBRA: &'static [Block] = &[Psi];
    const DIRECTION: &'static [Block] = &[Free];
    fn read<R: Real>(x: &[R]) -> RotationVector<R> {
        RotationVector(Vec3::from_slice(x))
    }
    fn write<R: Real>(g: RotationVector<R>) -> Vec<R> {
        g.0.to_array().to_vec()
    }
}

struct Poses;
impl Form for Poses {
    type Of<R: Real> = Pose<R>;
    const ELEMENT: &'static [Block] = &[Free, Quaternion];
    const ALGEBRA: &'static [Block] = &[Free, Psi];
    const DIRECTION: &'static [Block] = &[Free, Free];
    fn read<R: Real>(x: &[R]) -> Pose<R> {
        Product(Translations::read(x), Quaternions::read(&x[3..]))
    }
    fn write<R: Real>(g: Pose<R>) -> Vec<R> {
        [Translations::write(g.0), Quaternions::write(g.1)].concat()
    }
}

type AlgebraOf<F, R> = <<F as Form>::Of<R> as LieGroup<R>>::Algebra;

/// The `at`-th vector of the algebra in `x`.
fn algebra<F: Form, R: Real>(x: &[R], at: usize) -> AlgebraOf<F, R> {
    let n = AlgebraOf::<F, R>::DIM;
    AlgebraOf::<F, R>::from_components(|i| x[at * n + i])
}

fn components<F: Form, R: Real>(v: AlgebraOf<F, R>) -> Vec<R> {
    (0..AlgebraOf::<F, R>::DIM).map(|i| v.component(i)).collect()
}

fn identity<F: Form, R: Real>(_: &[R]) -> Vec<R> {
    F::write(F::Of::<R>::identity())
}
fn compose<F: Form, R: Real>(x: &[R]) -> Vec<R> {
    let (a, b) = x.split_at(x.len() / 2);
    F::write(F::read(a).compose(F::read(b)))
}
fn inverse<F: Form, R: Real>(x: &[R]) -> Vec<R> {
    F::write(F::read(x).inverse())
}
fn exp_of<F: Form, R: Real>(x: &[R]) -> Vec<R> {
    F::write(F::Of::<R>::exp(algebra::<F, R>(x, 0)))
}
fn log_of<F: Form, R: Real>(x: &[R]) -> Vec<R> {
    components::<F, R>(F::read(x).log())
}
fn tangent<F: Form, R: Real>(x: &[R]) -> Vec<R> {
    components::<F, R>(F::Of::<R>::tangent(algebra::<F, R>(x, 0), algebra::<F, R>(x, 1)))
}
fn tangent_inverse<F: Form, R: Real>(x: &[R]) -> Vec<R> {
    components::<F, R>(F::Of::<R>::tangent_inverse(algebra::<F, R>(x, 0), algebra::<F, R>(x, 1)))
}
fn tangent_derivative<F: Form, R: Real>(x: &[R]) -> Vec<R> {
    let [v, w, d] = [0, 1, 2].map(|i| algebra::<F, R>(x, i));
    components::<F, R>(F::Of::<R>::tangent_derivative(v, w, d))
}
fn tangent_inverse_derivative<F: Form, R: Real>(x: &[R]) -> Vec<R> {
    let [v, w, d] = [0, 1, 2].map(|i| algebra::<F, R>(x, i));
    components::<F, R>(F::Of::<R>::tangent_inverse_derivative(v, w, d))
}

macro_rules! group_leaves {
    ($out:ident, $form:ty) => {
        let (g, v, w) = (<$form>::ELEMENT, <$form>::ALGEBRA, <$form>::DIRECTION);
        $out.push(leaf!([] as [Block; 0], identity, $form));
        $out.push(leaf!([g, g].concat(), compose, $form));
        $out.push(leaf!(g, inverse, $form));
        $out.push(leaf!(v, exp_of, $form));
        $out.push(leaf!(g, log_of, $form));
        $out.push(leaf!([v, w].concat(), tangent, $form));
        $out.push(leaf!([v, w].concat(), tangent_inverse, $form));
        $out.push(leaf!([v, w, w].concat(), tangent_derivative, $form));
        $out.push(leaf!([v, w, w].concat(), tangent_inverse_derivative, $form));
    };
}

fn mat<R: Real>(x: &[R]) -> Mat3<R> {
    let row = |i: usize| Vec3::from_slice(&x[3 * i..]);
    Mat3::from_rows(row(0), row(1), row(2))
}
fn angle_functions<R: Real>(f: &AngleFunctions<R>) -> Vec<R> {
    [vec![f.s, f.a, f.b, f.sinc(), f.cos(), f.f1(), f.f2(), f.f3()], f.slopes().to_vec()].concat()
}
fn functions_of_any_angle<R: Real>(x: &[R]) -> Vec<R> {
    angle_functions(&AngleFunctions::new(Vec3::from_slice(x)))
}
fn functions_within_half_a_turn<R: Real>(x: &[R]) -> Vec<R> {
    angle_functions(&AngleFunctions::within_half_turn(Vec3::from_slice(x) * R::constant(0.5)))
}
fn series_of_s<R: Real>(x: &[R]) -> Vec<R> {
    let s = Vec3::from_slice(x).norm_squared().scale(0.25);
    let (near, any, slopes) = (series::half_turn(s), series::any_angle(s), series::slopes(s));
    vec![near.0, near.1, any.0, any.1, slopes.0, slopes.1]
}
fn increment<R: Real>(x: &[R]) -> Vec<R> {
    let half = Vec3::from_slice(x) * R::constant(0.5);
    let f = AngleFunctions::within_half_turn(half);
    [Quaternions::write(so3::increment(&f, half)), Quaternions::write(so3::exponential(&f, half))].concat()
}
fn tangent_inverse_with<R: Real>(x: &[R]) -> Vec<R> {
    let (half, w) = (Vec3::from_slice(x) * R::constant(0.5), Vec3::from_slice(&x[3..]));
    so3::tangent_inverse_with(&AngleFunctions::within_half_turn(half), half, w).to_array().to_vec()
}
fn quaternion_rows<R: Real>(x: &[R]) -> Vec<R> {
    (0..3).flat_map(|i| UnitQuaternion::from_slice(x).row(i).to_array()).collect()
}
fn quaternion_multiply<R: Real>(x: &[R]) -> Vec<R> {
    Quaternions::write(UnitQuaternion::from_slice(x).multiply(UnitQuaternion::from_slice(&x[4..])))
}
fn quaternion_normalized<R: Real>(x: &[R]) -> Vec<R> {
    Quaternions::write(UnitQuaternion { w: x[0] + x[4], v: Vec3::from_slice(&x[1..]) }.normalized())
}
fn quaternion_short<R: Real>(x: &[R]) -> Vec<R> {
    Quaternions::write(UnitQuaternion::from_slice(x).short())
}
fn quaternion_of_matrix<R: Real>(x: &[R]) -> Vec<R> {
    Quaternions::write(RotationMatrix(mat(x)).to_quaternion())
}
fn rotate_and_back<R: Real>(x: &[R]) -> Vec<R> {
    let (q, v) = (UnitQuaternion::from_slice(x), Vec3::from_slice(&x[4..]));
    let (m, r) = (RotationMatrix(q.matrix()), RotationVector(v));
    let all = [q.rotate(v), q.rotate_back(v), m.rotate(v), m.rotate_back(v), r.rotate(v), r.rotate_back(v)];
    all.iter().flat_map(|v| v.to_array()).collect()
}
fn rotate_back_sparse<R: Real>(x: &[R]) -> Vec<R> {
    let (q, v) = (UnitQuaternion::from_slice(x), Vec3::from_slice(&x[4..]));
    (0..8).flat_map(|mask| q.rotate_back_sparse(&Sparse3::new(v, pattern(mask))).to_array()).collect()
}
fn matrix_products<R: Real>(x: &[R]) -> Vec<R> {
    let (a, b, v) = (mat(x), mat(&x[9..]), Vec3::from_slice(&x[18..]));
    let (skew, vectors) = (Mat3::skew(v), [a.apply(v), a.apply_transposed(v)]);
    let mut out = [(a * b).to_array(), (a + b.scaled(v.x)).to_array(), (skew - a.transpose()).to_array()].concat();
    out.extend(vectors.iter().flat_map(|v| v.to_array()));
    out.extend([a.determinant(), v.norm()]);
    out
}
fn sin_cos<R: Real>(x: &[R]) -> Vec<R> {
    let (s, c) = x[0].sin_cos();
    vec![s, c]
}
fn atan2<R: Real>(x: &[R]) -> Vec<R> {
    vec![x[0].atan2(x[1])]
}
fn atan_over_argument<R: Real>(x: &[R]) -> Vec<R> {
    // the argument is made to lie in [0, 0.17]
    vec![elementary::atan_over_argument(R::constant(0.17) / (R::one() + x[0] * x[0]))]
}
fn exp<R: Real>(x: &[R]) -> Vec<R> {
    vec![x[0].exp()]
}
fn ln<R: Real>(x: &[R]) -> Vec<R> {
    vec![x[0].ln(), (-x[0]).ln()]
}
fn pow<R: Real>(x: &[R]) -> Vec<R> {
    vec![elementary::pow(x[0], x[1]), elementary::pow(x[1], x[0])]
}
fn basic<R: Real>(x: &[R]) -> Vec<R> {
    let (a, b) = (x[0], x[1]);
    let less = a.less(b) & !a.less_equal(R::zero()) | b.less(R::constant(-2.0));
    vec![a.abs(), a.floor(), a.max(b), a.min(b), a.square().sqrt(), R::select(less, a, b)]
}

/// The pattern of a vector, one bit for each component that may be nonzero.
fn pattern(mask: usize) -> [bool; 3] {
    [mask & 1 != 0, mask & 2 != 0, mask & 4 != 0]
}
fn sparse_patterns<R: Real>(x: &[R]) -> Vec<R> {
    let (value, v, u) = (Vec3::from_slice(x), Vec3::from_slice(&x[3..]), Vec3::from_slice(&x[6..]));
    let mut out = Vec::new();
    for mask in 0..8 {
        let c = Sparse3::new(value, pattern(mask));
        out.push(c.dot(v));
        for vector in [c.cross(v), c.add_to(v), c.scaled(u.x).cross(u)] {
            out.extend(vector.to_array());
        }
    }
    out.push(Sparse3::dense(value).dot(u));
    out
}
fn inertia_patterns<R: Real>(x: &[R]) -> Vec<R> {
    let (diagonal, off, c, v) =
        (Vec3::from_slice(x), Vec3::from_slice(&x[3..]), Vec3::from_slice(&x[6..]), Vec3::from_slice(&x[9..]));
    let mass = R::constant(2.5) + v.x * v.x;
    let mut out = Vec::new();
    for off_diagonal in [None, Some(off)] {
        for mask in 0..8 {
            let j = SparseSym3 { diagonal, off_diagonal };
            let shifted = j.shifted(mass, &Sparse3::new(c, pattern(mask)));
            for vector in [j.apply(v), j.inverse().apply(v), shifted.apply(v), shifted.inverse().apply(v)] {
                out.extend(vector.to_array());
            }
        }
    }
    out
}

fn leaves() -> Vec<Leaf> {
    let mut out = Vec::new();
    {
        group_leaves!(out, Translations);
    }
    {
        group_leaves!(out, Quaternions);
    }
    {
        group_leaves!(out, Matrices);
    }
    {
        group_leaves!(out, Vectors);
    }
    {
        group_leaves!(out, Poses);
    }
    out.extend([
        leaf!([Psi], functions_of_any_angle),
        leaf!([ShortPsi], functions_within_half_a_turn),
        leaf!([Psi], series_of_s),
        leaf!([ShortPsi], increment),
        leaf!([ShortPsi, Free], tangent_inverse_with),
        leaf!([Quaternion], quaternion_rows),
        leaf!([Quaternion, Quaternion], quaternion_multiply),
        leaf!([Quaternion, Free], quaternion_normalized),
        leaf!([Quaternion], quaternion_short),
        leaf!([Matrix], quaternion_of_matrix),
        leaf!([Quaternion, Psi], rotate_and_back),
        leaf!([Quaternion, Free], rotate_back_sparse),
        leaf!([Matrix, Matrix, Free], matrix_products),
        leaf!([Number], sin_cos),
        leaf!([Number, Number], atan2),
        leaf!([Number], atan_over_argument),
        leaf!([Number], exp),
        leaf!([Positive], ln),
        leaf!([Positive, Number], pow),
        leaf!([Number, Number], basic),
        leaf!([Free, Free, Free], sparse_patterns),
        leaf!([Inertia, Free, Free], inertia_patterns),
    ]);
    out
}

// ---- points -------------------------------------------------------------------------------------

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

// ---- parity -------------------------------------------------------------------------------------

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

// ---- folding ------------------------------------------------------------------------------------

/// Records a function of two inputs, the first of which changes every step.
fn of_two(f: impl FnOnce(Traced, Traced) -> Vec<Traced>) -> Graph {
    let input = |name: &str, rate| Input { name: name.into(), rate };
    record(Precision::Double, vec![input("x", Rate::Step), input("p", Rate::Member)], |v| f(v[0], v[1]))
}

fn outputs(graph: &Graph) -> Vec<Node> {
    graph.outputs.iter().map(|o| graph.nodes[*o as usize]).collect()
}

#[test]
fn neutral_elements_fold() {
    let (zero, one) = (Traced::zero as fn() -> Traced, Traced::one as fn() -> Traced);
    let graph = of_two(|x, p| {
        vec![
            x * one(),
            one() * x,
            x + zero(),
            zero() + x,
            x - zero(),
            x / one(),
            -(-x),
            x * Traced::constant(-1.0) * Traced::constant(-1.0),
            Traced::select(x.less(p), x, x),
        ]
    });
    assert_eq!(outputs(&graph), vec![Node::Input(0); 9]);
    assert_eq!(graph.operation_counts(), (0, 0));
}

#[test]
fn zero_times_anything_is_zero() {
    let graph = of_two(|x, p| {
        let zero = Traced::zero();
        vec![x * zero, zero * x, zero / x, (x + p) * zero, x * zero + zero * p]
    });
    for node in outputs(&graph) {
        assert_eq!(node, Node::Constant(0.0f64.to_bits()));
    }
    assert_eq!(graph.operation_counts(), (0, 0), "the sum x + p is dead");
}

#[test]
fn constants_fold_exactly() {
    let c = Traced::constant;
    let graph = of_two(|x, _| {
        let known = c(1.0).less(c(2.0));
        vec![
            c(0.1) + c(0.2),
            c(0.1) - c(0.3),
            c(0.1) * c(0.2),
            c(1.0) / c(3.0),
            c(2.0).sqrt(),
            c(-1.5).floor().abs(),
            Traced::select(known, c(5.0), x),
            Traced::select(!known | known & c(2.0).less_equal(c(1.0)), x, c(6.0)),
        ]
    });
    let values: Vec<f64> = graph.outputs.iter().map(|o| graph.constant(*o).expect("a constant")).collect();
    assert_eq!(values, [0.1 + 0.2, 0.1 - 0.3, 0.1 * 0.2, 1.0 / 3.0, 2f64.sqrt(), 2.0, 5.0, 6.0]);
    assert_eq!(graph.operation_counts(), (0, 0));
    let negated = of_two(|x, _| vec![Traced::zero() - x, Traced::constant(-1.0) * x]);
    assert!(outputs(&negated).iter().all(|n| matches!(n, Node::Neg(_))));
    assert_eq!(negated.operation_counts(), (1, 0));
}

#[test]
fn equal_operations_are_counted_once() {
    let graph = of_two(|x, p| vec![(x * p) + (p * x), (x + p).sqrt() * (p + x).sqrt(), p.sqrt() + p.sqrt()]);
    // per step: x p, its double, x + p, its root, the square of that; once per member: the root of p
    // and its double
    assert_eq!(graph.operation_counts(), (5, 2));
    let ordered = of_two(|x, p| vec![x - p, p - x, x / p, p / x]);
    assert_eq!(ordered.operation_counts(), (4, 0), "operands that do not commute stay");
}

#[test]
fn nothing_is_reassociated() {
    let graph = of_two(|x, p| vec![(x + p) - p, (x * p) / p, (x + Traced::one()) + Traced::one()]);
    assert_eq!(graph.operation_counts(), (6, 0));
    assert_eq!(interpret(&graph, &[1e-20, 1.0])[0], 0.0, "as in floating point, not as in algebra");
}

#[test]
fn notes_name_the_operations_that_follow() {
    let graph = of_two(|x, p| {
        Traced::note("first");
        let a = x * p;
        Traced::note("second");
        vec![a + x, x * p]
    });
    let note = |id: NodeId| graph.notes[graph.leaves[id as usize] as usize];
    assert_eq!((note(graph.outputs[0]), note(graph.outputs[1])), ("second", "first"));
}

// ---- order and printing -------------------------------------------------------------------------

#[test]
fn the_schedule_computes_operands_before_use() {
    for leaf in leaves() {
        let graph = recorded(&leaf, Precision::Double);
        let schedule = Schedule::new(&graph);
        let (per_step, per_member) = graph.operation_counts();
        assert_eq!((schedule.step.len(), schedule.member.len()), (per_step, per_member), "{}", leaf.name);
        let mut done = vec![false; graph.nodes.len()];
        for &id in schedule.member.iter().chain(&schedule.step) {
            for operand in graph.nodes[id as usize].operands() {
                let ready = done[operand as usize] || !graph.nodes[operand as usize].is_operation();
                assert!(ready, "{}: node {id} reads {operand} before it is computed", leaf.name);
            }
            assert!(!done[id as usize], "{}: node {id} is computed twice", leaf.name);
            done[id as usize] = true;
        }
        for output in &graph.outputs {
            assert!(done[*output as usize] || !graph.nodes[*output as usize].is_operation(), "{}", leaf.name);
        }
        let varying = graph.changes_every_step();
        assert!(schedule.member.iter().all(|id| !varying[*id as usize]), "{}", leaf.name);
        assert!(schedule.peak_live <= per_step && (schedule.peak_live > 0) == (per_step > 0), "{}", leaf.name);
    }
}

/// What the names of values begin with, once per member and every step.
const NAMES: [&str; 2] = ["m", "x"];

/// A kernel around the printed statements: inputs from one buffer, outputs to another.
fn kernel(graph: &Graph) -> Result<String, wgsl::PrintError> {
    let printed = wgsl::print(graph, &Schedule::new(graph), NAMES)?;
    let (number, prelude) = match graph.precision {
        Precision::DoubleFloat => {
            ("real", [include_str!("../shaders/exact.wgsl"), include_str!("../shaders/df64.wgsl")].concat())
        }
        precision => (wgsl::type_name(precision), String::new()),
    };
    let inputs: String =
        graph.inputs.iter().enumerate().map(|(i, input)| format!("let {} = inputs[{i}];\n", input.name)).collect();
    let outputs: String = printed.outputs.iter().enumerate().map(|(i, o)| format!("outputs[{i}] = {o};\n")).collect();
    Ok(format!(
        "{prelude}@group(0) @binding(0) var<storage, read> inputs: array<{number}>;\n\
         @group(0) @binding(1) var<storage, read_write> outputs: array<{number}>;\n\
         @compute @workgroup_size(1)\nfn main() {{\n{inputs}{}{}{outputs}}}\n",
        printed.member, printed.step
    ))
}

#[test]
fn every_leaf_prints_as_a_valid_kernel() {
    use naga::valid::{Capabilities, ValidationFlags, Validator};
    for leaf in leaves() {
        for precision in [Precision::Double, Precision::DoubleFloat, Precision::Single] {
            let graph = recorded(&leaf, precision);
            let text = kernel(&graph).unwrap_or_else(|e| panic!("{}: {e}", leaf.name));
            let module = naga::front::wgsl::parse_str(&text)
                .unwrap_or_else(|e| panic!("{}: {}\n{text}", leaf.name, e.emit_to_string(&text)));
            let capabilities = match precision {
                Precision::Double => Capabilities::FLOAT64,
                // a double would need the capability and fail
                Precision::Single | Precision::DoubleFloat => Capabilities::empty(),
            };
            let valid = Validator::new(ValidationFlags::all(), capabilities).validate(&module);
            assert!(valid.is_ok(), "{}, {precision:?}: {:?}\n{text}", leaf.name, valid.err());
        }
    }
}

/// A name is given to what is used more than once and to nothing twice.
#[test]
fn printed_names_are_defined_once_and_before_use() {
    for leaf in leaves() {
        let graph = recorded(&leaf, Precision::Double);
        let printed = wgsl::print(&graph, &Schedule::new(&graph), NAMES).expect("every constant is a double");
        let mut defined: Vec<&str> = Vec::new();
        for line in printed.member.lines().chain(printed.step.lines()).filter(|l| !l.starts_with("//")) {
            let (name, value) = line.strip_prefix("let ").and_then(|l| l.split_once(" = ")).expect("a definition");
            let words = value.split(|c: char| !c.is_ascii_alphanumeric() && c != '.');
            let is_name =
                |w: &&str| w.len() > 1 && matches!(w.as_bytes()[0], b'm' | b'x') && w[1..].parse::<u32>().is_ok();
            for used in words.filter(is_name) {
                assert!(defined.contains(&used), "{}: {used} is used before {line}", leaf.name);
            }
            assert!(!defined.contains(&name), "{}: {name} is defined twice", leaf.name);
            defined.push(name);
        }
    }
}

#[test]
fn constants_that_do_not_fit_are_refused() {
    let graph = |precision| record(precision, vec![], |_| vec![Traced::constant(1e300)]);
    let print = |graph: &Graph| wgsl::print(graph, &Schedule::new(graph), NAMES).map(|p| p.outputs);
    assert_eq!(print(&graph(Precision::Double)), Ok(vec!["1e300lf".to_string()]));
    assert!(matches!(print(&graph(Precision::Single)), Err(wgsl::PrintError::Constant { .. })));
    let double_float = record(Precision::DoubleFloat, vec![], |_| vec![Traced::constant(-0.1)]);
    assert_eq!(print(&double_float), Ok(vec!["vec2<f32>(-0.1f, 1.4901161e-9f)".to_string()]));
    assert!(print(&graph(Precision::DoubleFloat)).is_err());
    let infinite = record(Precision::Double, vec![], |_| vec![Traced::constant(f64::INFINITY)]);
    assert!(print(&infinite).is_err());
}
