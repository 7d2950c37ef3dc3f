//! The laws of a Lie group, written once; every group and representation runs them with one line.
//!
//! A group is given by a [`Family`]: the group over any number, and its elements as numbers that can
//! be compared. Rotations are compared by their matrices, so that q and -q, or psi and -psi at half a
//! turn, count as equal. The algebraic laws run in `f64` and in `Dual<f64, 2>`, where they hold for the
//! derivatives too. Conventions: g(t) = exp(v(t)), g^-1 g' = (T(v) v')~; T is the derivative of exp and
//! T^-1 that of log, both to the right.
//!
//! Tolerances are multiples of [`EPS`], with the reason at each law.

#![allow(clippy::print_stdout)] // the largest errors are printed, for `--nocapture`

use gyrosweep::lie::{
    Algebra, LieGroup, Pose, Product, Rotation, RotationMatrix, RotationVector, Translation, UnitQuaternion,
};
use gyrosweep::num::{Dual, Mat3, Real, Vec3};
use std::collections::BTreeMap;
use std::f64::consts::PI;

/// Two roundings.
const EPS: f64 = f64::EPSILON;

/// The step of central differences: the truncation h^2 and the rounding EPS/h are both about 1e-10.
const STEP: f64 = 1e-5;

/// The limit of central differences: third derivatives up to about ten, six roundings over the step.
const DIFFERENCE: f64 = 2e-9;

// ---- numbers ------------------------------------------------------------------------------------

/// A number whose parts can be compared.
trait Number: Real {
    /// The number `value` that depends on the independent variables with the given derivatives.
    fn seeded(value: f64, derivatives: [f64; 2]) -> Self;
    /// The value, then the derivatives.
    fn parts(self) -> Vec<f64>;
}

impl Number for f64 {
    fn seeded(value: f64, _: [f64; 2]) -> Self {
        value
    }
    fn parts(self) -> Vec<f64> {
        vec![self]
    }
}

impl Number for Dual<f64, 2> {
    fn seeded(value: f64, eps: [f64; 2]) -> Self {
        Self { re: value, eps }
    }
    fn parts(self) -> Vec<f64> {
        vec![self.re, self.eps[0], self.eps[1]]
    }
}

type First = Dual<f64, 1>;
type Second = Dual<First, 1>;

/// `value` + e1 `first` + e2 `second`, where e1^2 = e2^2 = 0; the product e1 e2 holds the mixed
/// second derivative.
fn mixed(value: f64, first: f64, second: f64) -> Second {
    Dual { re: Dual { re: value, eps: [first] }, eps: [Dual { re: second, eps: [0.0] }] }
}

// ---- groups -------------------------------------------------------------------------------------

/// A group in one representation, over any number.
trait Family {
    /// Its elements.
    type Of<R: Real>: LieGroup<R>;
    /// For each three components of its algebra, whether they are a rotation vector.
    fn rotations() -> Vec<bool>;
    /// An element in numbers that are equal for equal elements.
    fn entries<R: Real>(g: Self::Of<R>) -> Vec<R>;
}

type AlgebraOf<F, R> = <<F as Family>::Of<R> as LieGroup<R>>::Algebra;

struct Translations;
impl Family for Translations {
    type Of<R: Real> = Translation<R>;
    fn rotations() -> Vec<bool> {
        vec![false]
    }
    fn entries<R: Real>(g: Translation<R>) -> Vec<R> {
        g.0.to_array().to_vec()
    }
}

macro_rules! rotation_family {
    ($name:ident, $of:ident) => {
        struct $name;
        impl Family for $name {
            type Of<R: Real> = $of<R>;
            fn rotations() -> Vec<bool> {
                vec![true]
            }
            fn entries<R: Real>(g: $of<R>) -> Vec<R> {
                g.matrix().to_array().to_vec()
            }
        }
    };
}
rotation_family!(Quaternions, UnitQuaternion);
rotation_family!(Matrices, RotationMatrix);
rotation_family!(Vectors, RotationVector);

/// The direct product of two families.
struct Both<A, B>(A, B);
impl<A: Family, B: Family> Family for Both<A, B> {
    type Of<R: Real> = Product<A::Of<R>, B::Of<R>>;
    fn rotations() -> Vec<bool> {
        [A::rotations(), B::rotations()].concat()
    }
    fn entries<R: Real>(g: Self::Of<R>) -> Vec<R> {
        [A::entries(g.0), B::entries(g.1)].concat()
    }
}

/// R^3 x SO(3), spelled with the alias of the crate.
struct Poses<Q>(Q);
macro_rules! pose_family {
    ($family:ident, $of:ident) => {
        impl Family for Poses<$family> {
            type Of<R: Real> = Pose<R, $of<R>>;
            fn rotations() -> Vec<bool> {
                vec![false, true]
            }
            fn entries<R: Real>(g: Self::Of<R>) -> Vec<R> {
                [Translations::entries(g.0), $family::entries(g.1)].concat()
            }
        }
    };
}
pose_family!(Quaternions, UnitQuaternion);
pose_family!(Matrices, RotationMatrix);
pose_family!(Vectors, RotationVector);

fn algebra<F: Family, R: Real>(components: &[R]) -> AlgebraOf<F, R> {
    AlgebraOf::<F, R>::from_components(|i| components[i])
}

fn components<F: Family, R: Real>(v: AlgebraOf<F, R>) -> Vec<R> {
    (0..AlgebraOf::<F, R>::DIM).map(|i| v.component(i)).collect()
}

// ---- points -------------------------------------------------------------------------------------

/// Where a rotation vector lies.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Region {
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
fn examples() -> Vec<(Region, [f64; 3])> {
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

fn length(v: &[f64]) -> f64 {
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
struct Point {
    v: Vec<f64>,
    regions: Vec<Region>,
    w: Vec<f64>,
    d: Vec<f64>,
}

fn points<F: Family>() -> Vec<Point> {
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
    fn rotations<F: Family>(&self) -> impl Iterator<Item = (Region, &[f64])> {
        let all = self.regions.iter().copied().zip(self.v.chunks(3));
        all.zip(F::rotations()).filter_map(|(pair, is_rotation)| is_rotation.then_some(pair))
    }
    fn all_in<F: Family>(&self, regions: &[Region]) -> bool {
        self.rotations::<F>().all(|(r, _)| regions.contains(&r))
    }
    /// |psi| < pi, by more than the rounding of the example.
    fn is_short<F: Family>(&self) -> bool {
        use Region::*;
        self.all_in::<F>(&[Identity, Tiny, Small, Ordinary, BelowHalfTurn])
    }
    /// |psi|/(2 pi - |psi|), the condition number of T^-1, and at least one.
    fn condition<F: Family>(&self) -> f64 {
        self.rotations::<F>().map(|(_, v)| length(v) / (2.0 * PI - length(v)).abs()).fold(1.0, f64::max)
    }
    /// The group element exp(v) over a number; a dual number depends on its variables through v.
    fn element<F: Family, R: Number>(&self) -> F::Of<R> {
        F::Of::exp(algebra::<F, R>(&self.seeded()))
    }
    fn seeded<R: Number>(&self) -> Vec<R> {
        (0..self.v.len()).map(|i| R::seeded(self.v[i], [self.w[i], self.d[i]])).collect()
    }
}

// ---- bookkeeping --------------------------------------------------------------------------------

/// The largest error of every law, as a multiple of its limit.
#[derive(Default)]
struct Report(BTreeMap<&'static str, (f64, f64)>);

impl Report {
    /// Demands that `left` equals `right` within `limit`.
    fn close(&mut self, law: &'static str, at: &Point, left: &[f64], right: &[f64], limit: f64) {
        assert_eq!(left.len(), right.len(), "{law}");
        let error = left.iter().zip(right).map(|(l, r)| (l - r).abs()).fold(0.0, maximum);
        // written so that what is not a number fails
        assert!(
            error <= limit,
            "{law} at {:?} = {:?}: {left:?} and {right:?} differ by {error:e}, limit {limit:e}",
            at.regions,
            at.v
        );
        let worst = self.0.entry(law).or_default();
        if error > worst.0 * limit {
            *worst = (error / limit, error);
        }
    }
    fn print<F: Family>(&self) {
        println!("{}", std::any::type_name::<F>());
        for (law, (ratio, error)) in &self.0 {
            println!("    {law:<52} {ratio:>6.3} of the limit, {error:.1e}");
        }
    }
}

/// The larger number, or what is not a number if there is one.
fn maximum(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) }
}

fn parts<R: Number>(numbers: &[R]) -> Vec<f64> {
    numbers.iter().flat_map(|n| n.parts()).collect()
}

fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().fold(1.0, |m, c| m.max(c.abs()))
}

// ---- the laws -----------------------------------------------------------------------------------

/// The axioms of a group and those of its exponential map, in numbers R.
fn algebraic_laws<F: Family, R: Number>(report: &mut Report) {
    let points = points::<F>();
    let entries = |g: F::Of<R>| parts(&F::entries(g));
    let one = F::Of::<R>::identity();
    for (i, p) in points.iter().enumerate() {
        let (b, c) = (&points[(7 * i + 3) % points.len()], &points[(11 * i + 5) % points.len()]);
        let (g, h, k) = (p.element::<F, R>(), b.element::<F, R>(), c.element::<F, R>());
        // Entries are at most one (rotations) or twenty (translations); their derivatives at most
        // a few. Sixteen roundings of the largest entry for a product of three, which has three terms
        // in each of two products of matrices, and as many again for the conversion to matrices.
        let limit = |entries: &[f64]| 32.0 * EPS * largest(entries);

        let (left, right) = (entries(g.compose(h).compose(k)), entries(g.compose(h.compose(k))));
        report.close("(g h) k = g (h k)", p, &left, &right, limit(&left));
        let e = entries(g);
        report.close("1 g = g", p, &entries(one.compose(g)), &e, limit(&e));
        report.close("g 1 = g", p, &entries(g.compose(one)), &e, limit(&e));
        let neutral = entries(one);
        report.close("g^-1 g = 1", p, &entries(g.inverse().compose(g)), &neutral, limit(&e));
        report.close("g g^-1 = 1", p, &entries(g.compose(g.inverse())), &neutral, limit(&e));
        let inverse = entries(h.inverse().compose(g.inverse()));
        report.close("(g h)^-1 = h^-1 g^-1", p, &entries(g.compose(h).inverse()), &inverse, limit(&inverse));

        let v: Vec<R> = p.seeded();
        let times = |s: f64| F::Of::exp(algebra::<F, R>(&v.iter().map(|c| c.scale(s)).collect::<Vec<_>>()));
        report.close("exp(-v) = exp(v)^-1", p, &entries(times(-1.0)), &entries(g.inverse()), limit(&e));
        for (s, t) in [(0.25, 0.5), (0.75, 0.25), (0.3, -0.9), (0.5, 0.5)] {
            let sum = entries(times(s + t));
            let composed = entries(times(s).compose(times(t)));
            report.close("exp((s + t) v) = exp(s v) exp(t v)", p, &composed, &sum, limit(&sum));
        }

        for element in [g, g.compose(h), g.compose(h).compose(k)] {
            let log = element.log();
            let (back, e) = (entries(F::Of::exp(log)), entries(element));
            report.close("exp(log(g)) = g", p, &back, &e, limit(&e));
            let values: Vec<f64> = components::<F, R>(log).iter().map(|c| c.parts()[0]).collect();
            for (block, is_rotation) in values.chunks(3).zip(F::rotations()) {
                // pi and the components are rounded
                assert!(!is_rotation || length(block) <= PI * (1.0 + 2.0 * EPS), "|log| = {}", length(block));
            }
        }
        if p.is_short::<F>() {
            let log = components::<F, R>(g.log());
            for (block, expected) in log.chunks(3).zip(v.chunks(3)) {
                let values = |c: &[R]| c.iter().map(|c| c.parts()[0]).collect::<Vec<_>>();
                let derivatives = |c: &[R]| c.iter().flat_map(|c| c.parts()[1..].to_vec()).collect::<Vec<_>>();
                // relative to the length of the vector, however small: eight roundings from v to g
                // and eight back
                let limit = 16.0 * EPS * length(&values(expected));
                report.close("log(exp(v)) = v", p, &values(block), &values(expected), limit);
                // derivatives of order one, of T and T^-1 at up to half a turn
                let (left, right) = (derivatives(block), derivatives(expected));
                report.close("log(exp(v)) = v, derivatives", p, &left, &right, 32.0 * EPS);
            }
        }
    }
}

/// Dual numbers carry the values of the plain ones, bit for bit.
fn duals_carry_the_value<F: Family>() {
    for p in points::<F>() {
        let (g, dual) = (p.element::<F, f64>(), p.element::<F, Dual<f64, 2>>());
        let pairs = [
            (F::entries(g.compose(g)), F::entries(dual.compose(dual))),
            (components::<F, f64>(g.log()), components::<F, Dual<f64, 2>>(dual.log())),
        ];
        for (plain, dual) in pairs {
            let values: Vec<u64> = dual.iter().map(|d| d.re.to_bits()).collect();
            assert_eq!(plain.iter().map(|x| x.to_bits()).collect::<Vec<_>>(), values, "{:?}", p.v);
        }
    }
}

fn add(v: &[f64], s: f64, w: &[f64]) -> Vec<f64> {
    v.iter().zip(w).map(|(v, w)| v + s * w).collect()
}

fn central_difference(f: impl Fn(f64) -> Vec<f64>) -> Vec<f64> {
    f(STEP).iter().zip(f(-STEP)).map(|(above, below)| (above - below) / (2.0 * STEP)).collect()
}

fn derivative(numbers: &[First]) -> Vec<f64> {
    numbers.iter().map(|n| n.eps[0]).collect()
}

/// v + t w at t = 0, with its derivative with respect to t.
fn line(v: &[f64], w: &[f64]) -> Vec<First> {
    v.iter().zip(w).map(|(v, w)| Dual { re: *v, eps: [*w] }).collect()
}

/// The operators of a group on vectors of components.
struct Operators<F>(std::marker::PhantomData<F>);

impl<F: Family> Operators<F> {
    fn tangent<R: Real>(v: &[R], w: &[R]) -> Vec<R> {
        components::<F, R>(F::Of::tangent(algebra::<F, R>(v), algebra::<F, R>(w)))
    }
    fn inverse<R: Real>(v: &[R], w: &[R]) -> Vec<R> {
        components::<F, R>(F::Of::tangent_inverse(algebra::<F, R>(v), algebra::<F, R>(w)))
    }
    fn tangent_derivative<R: Real>(v: &[R], w: &[R], d: &[R]) -> Vec<R> {
        let [v, w, d] = [v, w, d].map(algebra::<F, R>);
        components::<F, R>(F::Of::tangent_derivative(v, w, d))
    }
    fn inverse_derivative<R: Real>(v: &[R], w: &[R], d: &[R]) -> Vec<R> {
        let [v, w, d] = [v, w, d].map(algebra::<F, R>);
        components::<F, R>(F::Of::tangent_inverse_derivative(v, w, d))
    }
}

fn constants<R: Real>(v: &[f64]) -> Vec<R> {
    v.iter().map(|c| R::constant(*c)).collect()
}

/// T and T^-1 as inverse operators and as derivatives of exp and log, three ways.
fn tangent_laws<F: Family>(report: &mut Report) {
    type Ops<F> = Operators<F>;
    for p in &points::<F>() {
        let (v, w) = (&p.v[..], &p.w[..]);
        let (t, inverse) = (Ops::<F>::tangent(v, w), Ops::<F>::inverse(v, w));
        // T and its argument are of order one: sixteen roundings. T^-1 is as large as the condition
        // number; close to 2 pi, T takes back what T^-1 magnifies, but not what was rounded between.
        let limit = 16.0 * EPS * p.condition::<F>();
        report.close("T T^-1 = 1", p, &Ops::<F>::tangent(v, &inverse), w, limit);
        report.close("T^-1 T = 1", p, &Ops::<F>::inverse(v, &t), w, limit);
        report.close("T(v) v = v", p, &Ops::<F>::tangent(v, v), v, 16.0 * EPS * largest(v));
        report.close("T(v)^-1 v = v", p, &Ops::<F>::inverse(v, v), v, limit * largest(v));

        // T is the derivative of exp: t -> log(exp(v)^-1 exp(v + t w)). Near the identity log is
        // exact to rounding: of three maps, each with derivatives of order one
        let g = p.element::<F, f64>();
        let constant = F::Of::<First>::exp(algebra::<F, First>(&constants(v)));
        let moved = F::Of::<First>::exp(algebra::<F, First>(&line(v, w)));
        let dual = derivative(&components::<F, First>(constant.inverse().compose(moved).log()));
        report.close("T = derivative of exp, dual", p, &t, &dual, 64.0 * EPS);
        let difference = central_difference(|s| {
            let moved = F::Of::<f64>::exp(algebra::<F, f64>(&add(v, s, w)));
            components::<F, f64>(g.inverse().compose(moved).log())
        });
        report.close("T = derivative of exp, difference", p, &t, &difference, DIFFERENCE);

        // T^-1 is the derivative of log: t -> log(g exp(t w)), at v = log(g) with |v| <= pi
        let step = F::Of::<First>::exp(algebra::<F, First>(&line(&vec![0.0; w.len()], w)));
        let log = components::<F, First>(constant.compose(step).log());
        let at: Vec<f64> = log.iter().map(|c| c.re).collect();
        let inverse = Ops::<F>::inverse(&at, w);
        report.close("T^-1 = derivative of log, dual", p, &inverse, &derivative(&log), 64.0 * EPS);
        let smooth = at.chunks(3).zip(F::rotations()).all(|(c, rotation)| !rotation || length(c) < PI - 1e-3);
        if smooth {
            let difference = central_difference(|s| {
                let step = F::Of::<f64>::exp(algebra::<F, f64>(&add(&vec![0.0; w.len()], s, w)));
                components::<F, f64>(g.compose(step).log())
            });
            report.close("T^-1 = derivative of log, difference", p, &inverse, &difference, DIFFERENCE);
        }
    }
}

/// The derivatives of T and T^-1, three ways.
fn derivative_laws<F: Family>(report: &mut Report) {
    type Ops<F> = Operators<F>;
    for p in &points::<F>() {
        let (v, w, d) = (&p.v[..], &p.w[..], &p.d[..]);
        let fixed: Vec<First> = constants(w);
        let condition = p.condition::<F>();

        let analytic = Ops::<F>::tangent_derivative(v, w, d);
        let dual = derivative(&Ops::<F>::tangent(&line(v, d), &fixed));
        // T'' is at most of order ten, by |psi| <= 2 pi: four roundings of that
        report.close("T', dual", p, &analytic, &dual, 64.0 * EPS);
        let difference = central_difference(|s| Ops::<F>::tangent(&add(v, s, d), w));
        report.close("T', difference", p, &analytic, &difference, DIFFERENCE);

        let analytic = Ops::<F>::inverse_derivative(v, w, d);
        let dual = derivative(&Ops::<F>::inverse(&line(v, d), &fixed));
        // as large as the square of the condition number; both sides know 2 pi - |psi| from the same
        // rounded sine, so its relative error is not counted again
        report.close("(T^-1)', dual", p, &analytic, &dual, 16.0 * EPS * condition.powi(2));
        if !p.rotations::<F>().any(|(r, _)| r == Region::FullTurn) {
            let difference = central_difference(|s| Ops::<F>::inverse(&add(v, s, d), w));
            // the third derivative of 1/x^2 is 24/x^5 with x = 2 pi - |psi|; f3 has such a pole
            let limit = DIFFERENCE * (condition / (2.0 * PI)).max(1.0).powi(5);
            report.close("(T^-1)', difference", p, &analytic, &difference, limit);
        }
    }
}

/// Second derivatives where |psi| has none: at the identity and close to it.
fn second_derivative_laws<F: Family>(report: &mut Report) {
    type Ops<F> = Operators<F>;
    use Region::*;
    for p in &points::<F>() {
        if !p.rotations::<F>().any(|(r, _)| [Identity, Tiny, Small].contains(&r)) || !p.is_short::<F>() {
            continue;
        }
        let (v, w, d) = (&p.v[..], &p.w[..], &p.d[..]);
        let zero = vec![0.0; v.len()];
        let nested = |v: &[f64], first: &[f64], second: &[f64]| -> Vec<Second> {
            (0..v.len()).map(|i| mixed(v[i], first[i], second[i])).collect()
        };
        let part = |n: &[Second]| -> Vec<f64> { n.iter().map(|n| n.eps[0].eps[0]).collect() };
        let exp = |v: &[Second]| F::Of::<Second>::exp(algebra::<F, Second>(v));
        let log = |g: F::Of<Second>| components::<F, Second>(g.log());

        // log(exp(v)) = v is linear. Second derivatives of both maps are of order one; but where another
        // factor is near pi, dual numbers differentiate a polynomial of degree n = 7 at the end of its
        // interval, where an error of half a rounding may grow by n^2 for each derivative (Markov)
        let round_trip = part(&log(exp(&nested(v, w, d))));
        report.close("log(exp(v))'' = 0", p, &round_trip, &zero, 512.0 * EPS);
        // log(exp(e1 w) exp(e2 d)) = e1 w + e2 d + e1 e2 [w, d]/2 + ...; T(v) d = d - [v, d]/2 + ...
        let product = exp(&nested(&zero, w, &zero)).compose(exp(&nested(&zero, &zero, d)));
        let bracket: Vec<f64> = Ops::<F>::tangent_derivative(&zero, d, w).iter().map(|c| -c).collect();
        report.close("Baker, Campbell, Hausdorff", p, &part(&log(product)), &bracket, 16.0 * EPS);

        // T'' and (T^-1)'' against differences of the first derivatives
        let fixed: Vec<Second> = constants(&p.w);
        let e: Vec<f64> = w.iter().rev().map(|c| 0.7 - c).collect();
        let second = part(&Ops::<F>::tangent(&nested(v, d, &e), &fixed));
        let difference = central_difference(|s| Ops::<F>::tangent_derivative(&add(v, s, &e), w, d));
        report.close("T'', difference", p, &second, &difference, DIFFERENCE);
        let second = part(&Ops::<F>::inverse(&nested(v, d, &e), &fixed));
        let difference = central_difference(|s| Ops::<F>::inverse_derivative(&add(v, s, &e), w, d));
        report.close("(T^-1)'', difference", p, &second, &difference, DIFFERENCE);
    }
}

/// All laws of a group.
fn laws<F: Family>() {
    let mut report = Report::default();
    algebraic_laws::<F, f64>(&mut report);
    algebraic_laws::<F, Dual<f64, 2>>(&mut report);
    duals_carry_the_value::<F>();
    tangent_laws::<F>(&mut report);
    derivative_laws::<F>(&mut report);
    second_derivative_laws::<F>(&mut report);
    report.print::<F>();
}

macro_rules! groups {
    ($($name:ident: $family:ty;)*) => {
        $(#[test]
        fn $name() {
            laws::<$family>();
        })*
    };
}

groups! {
    translations: Translations;
    unit_quaternions: Quaternions;
    rotation_matrices: Matrices;
    rotation_vectors: Vectors;
    poses_by_quaternions: Poses<Quaternions>;
    poses_by_matrices: Poses<Matrices>;
    poses_by_vectors: Poses<Vectors>;
    a_product_of_three: Both<Quaternions, Both<Translations, Matrices>>;
    a_product_of_a_product: Both<Both<Vectors, Quaternions>, Translations>;
}

// ---- rotations ----------------------------------------------------------------------------------

fn distance(a: Mat3<f64>, b: Mat3<f64>) -> f64 {
    a.to_array().iter().zip(b.to_array()).map(|(a, b)| (a - b).abs()).fold(0.0, maximum)
}

fn vectors() -> Vec<Vec3<f64>> {
    examples().into_iter().map(|(_, v)| Vec3::constant(v)).collect()
}

/// Orthogonality, and both directions of rotating a vector. Near half a turn an entry of the matrix
/// is the sum of terms of size two, each with a few roundings, and an entry of a product of two
/// matrices sums three of them.
fn rotation_laws<Q: Rotation<f64>>() {
    let mut worst: f64 = 0.0;
    for psi in vectors() {
        let g = Q::exp(psi);
        let m = g.matrix();
        let error = distance(m.transpose() * m, Mat3::identity());
        let determinant = (m.determinant() - 1.0).abs();
        worst = worst.max(error).max(determinant);
        assert!(error < 20.0 * EPS && determinant < 20.0 * EPS, "{psi:?}: {error:e}, {determinant:e}");
        let w = Vec3::new(0.3, -0.8, 0.5);
        let back = g.rotate_back(g.rotate(w));
        assert!((back - w).norm() < 16.0 * EPS, "{psi:?}");
        assert!((g.rotate(psi) - psi).norm() <= 16.0 * EPS * psi.norm(), "the axis stays: {psi:?}");
    }
    println!("{}: orthogonal to {worst:.1e}", std::any::type_name::<Q>());
}

#[test]
fn rotations_are_orthogonal() {
    rotation_laws::<UnitQuaternion<f64>>();
    rotation_laws::<RotationMatrix<f64>>();
    rotation_laws::<RotationVector<f64>>();
}

#[test]
fn quaternions_have_unit_length() {
    let mut worst: f64 = 0.0;
    for psi in vectors() {
        let q = UnitQuaternion::exp(psi);
        let error = (q.w.square() + q.v.norm_squared() - 1.0).abs();
        worst = worst.max(error);
        // four squares of components that are each right to a few roundings
        assert!(error < 8.0 * EPS, "{psi:?}: {error:e}");
    }
    println!("|q|^2 - 1 = {worst:.1e}");
}

#[test]
fn representations_agree() {
    let all = vectors();
    let mut worst: f64 = 0.0;
    for (i, &psi) in all.iter().enumerate() {
        let (q, m, r) = (UnitQuaternion::exp(psi), RotationMatrix::exp(psi), RotationVector::exp(psi));
        // each is right to about eight roundings
        worst = worst.max(distance(q.matrix(), m.matrix())).max(distance(r.matrix(), m.matrix()));
        assert!(distance(q.matrix(), m.matrix()) < 16.0 * EPS, "{psi:?}");
        assert!(distance(r.matrix(), m.matrix()) < 16.0 * EPS, "{psi:?}");
        for j in 0..10 {
            let phi = all[(13 * i + 17 * j) % all.len()];
            let qq = q.compose(UnitQuaternion::exp(phi)).matrix();
            let mm = m.compose(RotationMatrix::exp(phi)).matrix();
            let rr = r.compose(RotationVector::exp(phi)).matrix();
            assert!(distance(qq, mm) < 24.0 * EPS && distance(rr, mm) < 24.0 * EPS, "{psi:?} {phi:?}");
            worst = worst.max(distance(qq, mm)).max(distance(rr, mm));
            // quaternions of a matrix: the same rotation
            let back = RotationMatrix(mm).to_quaternion().matrix();
            assert!(distance(back, mm) < 24.0 * EPS, "{psi:?} {phi:?}");
        }
    }
    println!("representations differ by {worst:.1e}");
}

/// What names the same rotation has distance zero.
#[test]
fn two_names_of_one_rotation_are_equal() {
    for psi in vectors() {
        let q = UnitQuaternion::exp(psi);
        let minus = UnitQuaternion { w: -q.w, v: -q.v };
        assert_eq!(distance(q.matrix(), minus.matrix()), 0.0, "every entry is a sum of products of two");
        let logs = (q.log(), minus.log());
        let same = RotationVector(logs.0).matrix();
        assert!(distance(same, RotationVector(logs.1).matrix()) < 16.0 * EPS, "{psi:?}");
        let angle = psi.norm();
        if angle > 1e-3 {
            // a turn more about the same axis; the angle 2 pi is rounded, as is the vector
            let turned = RotationVector(psi * ((angle - 2.0 * PI) / angle)).matrix();
            assert!(distance(RotationVector(psi).matrix(), turned) < 32.0 * EPS, "{psi:?}");
        }
    }
    for (region, v) in examples() {
        if region == Region::HalfTurn {
            let psi = Vec3::constant(v);
            let pair = (RotationVector(psi).matrix(), RotationVector(-psi).matrix());
            // pi is rounded: 2 sin(y) cos(y) is 1.2e-16 and not zero, with either sign
            assert!(distance(pair.0, pair.1) < 8.0 * EPS);
        }
    }
}

// ---- composition of rotation vectors, (A10)-(A13) ------------------------------------------------

/// (A10)-(A13) as printed, with sinc(x) = sin(x)/x and the functions of the standard library.
fn printed_composition(psi0: Vec3<f64>, dpsi: Vec3<f64>) -> Vec3<f64> {
    let half = |psi: Vec3<f64>| {
        let y = psi.norm() / 2.0;
        (y.cos(), psi * (0.5 * y.sin() / y))
    };
    let ((eta0, eta), (nu0, nu)) = (half(psi0), half(dpsi));
    let scalar = eta0 * nu0 - eta.dot(nu);
    let vector = nu * eta0 + eta * nu0 + eta.cross(nu);
    let angle = scalar.acos();
    vector * (2.0 * angle / angle.sin())
}

#[test]
fn composition_equals_the_printed_form_where_that_is_regular() {
    let ordinary: Vec<_> = examples().into_iter().filter(|e| e.0 == Region::Ordinary).map(|e| e.1).collect();
    let mut compared = 0;
    for (i, a) in ordinary.iter().enumerate() {
        for b in ordinary.iter().skip(i % 3).step_by(3) {
            let (a, b) = (Vec3::constant(*a), Vec3::constant(*b));
            let printed = printed_composition(a, b);
            // regular: away from the identity, and not to be shortened
            if !(0.1..PI).contains(&printed.norm()) {
                continue;
            }
            compared += 1;
            let composed = RotationVector(a).compose(RotationVector(b)).0;
            // acos loses 1/sin of the angle: a factor of twenty at 0.1
            assert!((composed - printed).norm() < 200.0 * EPS, "{a:?} {b:?}: {composed:?} {printed:?}");
        }
    }
    assert!(compared > 500);
}

/// About one axis, angles add up and wrap into (-pi, pi].
#[test]
fn composition_about_one_axis() {
    let axes = [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 0.6, 0.8], [1.0 / 3.0, -2.0 / 3.0, 2.0 / 3.0]];
    let angles = [
        (1e-8, -1e-8, 0.0),
        (1e-8, 2e-8, 3e-8),
        (0.3, -0.3 + 1e-12, 1e-12), // over the identity
        (3.0, -3.0, 0.0),
        (1e-160, 2e-160, 3e-160),
        (PI - 1e-6, 0.5e-6, PI - 0.5e-6),
        (3.0, 0.3, 3.3 - 2.0 * PI), // across pi
        (-3.0, -0.3, 2.0 * PI - 3.3),
        (PI - 1e-6, 2e-6, -PI + 1e-6),
        (3.0, 3.0, 6.0 - 2.0 * PI), // across pi, towards 2 pi
        (PI - 1e-3, PI - 1e-3, -2e-3),
        (PI, PI, 0.0), // 2 pi: once around
        (PI, 0.5 * PI, -0.5 * PI),
        (5.0, 1.5, 6.5 - 2.0 * PI), // beyond 2 pi, from beyond pi
        (2.0 * PI - 1e-3, 2e-3, 1e-3),
        (2.0 * PI + 1e-3, -2e-3, -1e-3),
    ];
    for axis in axes.map(Vec3::constant) {
        for (a, b, sum) in angles {
            let composed = RotationVector(axis * a).compose(RotationVector(axis * b)).0;
            // the angles, their sum and the axis are rounded: to eight roundings of the largest
            let limit = 8.0 * EPS * f64::max(a.abs(), b.abs());
            assert!((composed - axis * sum).norm() <= limit, "{a} + {b} = {sum} about {axis:?}: {composed:?}");
        }
    }
}

/// Half a turn as a result: its length is pi, and its axis is right up to the sign.
#[test]
fn composition_to_exactly_half_a_turn() {
    for axis in [[1.0, 0.0, 0.0], [0.0, 0.6, 0.8], [1.0 / 3.0, -2.0 / 3.0, 2.0 / 3.0]].map(Vec3::constant) {
        for (a, b) in
            [(0.5 * PI, 0.5 * PI), (PI - 1.0, 1.0), (PI, 0.0), (0.0, PI), (-1.0, PI + 1.0), (1.5 * PI, -0.5 * PI)]
        {
            let composed = RotationVector(axis * a).compose(RotationVector(axis * b)).0;
            // rounding of the angles and of the axis
            assert!((composed.norm() - PI).abs() < 8.0 * EPS, "{a} + {b}: {}", composed.norm());
            let (same, opposite) = ((composed - axis * PI).norm(), (composed + axis * PI).norm());
            assert!(same.min(opposite) < 16.0 * EPS, "{a} + {b} about {axis:?}: {composed:?}");
        }
    }
    // about two axes: half turns about x and y make one about z
    let x = RotationVector(Vec3::new(PI, 0.0, 0.0));
    let z = x.compose(RotationVector(Vec3::new(0.0, PI, 0.0))).0;
    assert!((z.norm() - PI).abs() < 8.0 * EPS && (z.z.abs() - PI).abs() < 8.0 * EPS, "{z:?}");
}

/// exp and compose give the short one of the vectors of a rotation, whatever the length of theirs.
#[test]
fn rotation_vectors_come_out_short() {
    let all = vectors();
    for (i, &psi) in all.iter().enumerate() {
        let phi = RotationVector(all[(29 * i + 11) % all.len()]);
        for result in
            [RotationVector::exp(psi).0, RotationVector(psi).compose(phi).0, phi.compose(RotationVector(psi)).0]
        {
            // pi and the components are rounded
            assert!(result.norm() <= PI * (1.0 + 2.0 * EPS), "{psi:?} {phi:?}: {result:?}");
        }
        assert_eq!(RotationVector(psi).inverse().0, -psi, "the inverse is as long as the vector");
    }
}

#[test]
fn composition_with_the_opposite_vector_is_the_identity() {
    for psi in vectors() {
        for result in
            [RotationVector(psi).compose(RotationVector(-psi)).0, RotationVector(-psi).compose(RotationVector(psi)).0]
        {
            // the same products cancel, so what is left is the rounding of the sum of four
            assert!(result.norm() <= 8.0 * EPS * psi.norm().min(1.0), "{psi:?}: {result:?}");
        }
        let short = RotationVector(psi).compose(RotationVector::identity()).0;
        assert!(short.norm() <= PI * (1.0 + 2.0 * EPS), "{psi:?}: {short:?}");
    }
}

/// Many small steps across pi and 2 pi: the rotation vector flips and the rotation does not.
#[test]
fn a_turning_body_passes_half_and_full_turns() {
    let axis = Vec3::new(0.0, 0.6, 0.8);
    let (step, count) = (1e-2, 2000);
    let (mut vector, mut matrix) = (RotationVector::identity(), RotationMatrix::identity());
    let (increment, turn) = (RotationVector(axis * step), RotationMatrix::exp(axis * step));
    for n in 1..=count {
        (vector, matrix) = (vector.compose(increment), matrix.compose(turn));
        // every step adds a few roundings
        let limit = 8.0 * EPS * f64::from(n);
        assert!(vector.0.norm() <= PI * (1.0 + 2.0 * EPS));
        assert!(distance(vector.matrix(), matrix.matrix()) < limit, "step {n}");
        let exact = RotationMatrix::exp(axis * (f64::from(n) * step)).matrix();
        // from afar the exponential map itself loses in proportion to the angle
        assert!(distance(vector.matrix(), exact) < limit, "step {n}");
    }
}
