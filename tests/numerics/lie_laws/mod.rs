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

mod compositions;
mod laws;
mod points;
mod rotations;

use gyrosweep::lie::{
    Algebra, LieGroup, Motion, Pose, Product, Rotation, RotationMatrix, RotationVector, Translation, UnitQuaternion,
};
use gyrosweep::num::{Dual, Mat3, Real};
use points::{Point, Region};
use std::collections::BTreeMap;

/// Two roundings.
const EPS: f64 = f64::EPSILON;

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

// ---- groups -------------------------------------------------------------------------------------

/// A group in one representation, over any number.
trait Family {
    /// Its elements.
    type Of<R: Real>: LieGroup<R>;
    /// For each three components of its algebra, whether they are a rotation vector.
    fn rotations() -> Vec<bool>;
    /// How many times the roundings of a rotation an element has there.
    fn roundings(_: &Point) -> f64 {
        1.0
    }
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

/// SE(3).
struct Motions;
impl Family for Motions {
    type Of<R: Real> = Motion<R>;
    fn roundings(at: &Point) -> f64 {
        // positions are derivatives of rotations, as large as 6, so that of numbers with derivatives there are those of second
        // order, and near half a turn the logarithm's are large; near a whole turn, 1e-3 from where T has no inverse, they are
        // a thousand times those of a rotation
        if at.regions.contains(&Region::FullTurn) { 1000.0 } else { 16.0 }
    }
    fn rotations() -> Vec<bool> {
        vec![false, true]
    }
    fn entries<R: Real>(g: Motion<R>) -> Vec<R> {
        [Translations::entries(Translation(g.position())), Quaternions::entries(g.rotation())].concat()
    }
}

fn algebra<F: Family, R: Real>(components: &[R]) -> AlgebraOf<F, R> {
    AlgebraOf::<F, R>::from_components(|i| components[i])
}

fn components<F: Family, R: Real>(v: AlgebraOf<F, R>) -> Vec<R> {
    (0..AlgebraOf::<F, R>::DIM).map(|i| v.component(i)).collect()
}

// ---- bookkeeping --------------------------------------------------------------------------------

/// The largest error of every law, as a multiple of its limit.
struct Report {
    laws: BTreeMap<&'static str, (f64, f64)>,
    roundings: fn(&Point) -> f64,
}

impl Report {
    fn of<F: Family>() -> Self {
        Self { laws: BTreeMap::new(), roundings: F::roundings }
    }
    /// Demands that `left` equals `right` within `limit`.
    fn close(&mut self, law: &'static str, at: &Point, left: &[f64], right: &[f64], limit: f64) {
        assert_eq!(left.len(), right.len(), "{law}");
        let limit = (self.roundings)(at) * limit;
        let error = left.iter().zip(right).map(|(l, r)| (l - r).abs()).fold(0.0, maximum);
        // written so that what is not a number fails
        assert!(
            error <= limit,
            "{law} at {:?} = {:?}: {left:?} and {right:?} differ by {error:e}, limit {limit:e}",
            at.regions,
            at.v
        );
        let worst = self.laws.entry(law).or_default();
        if error > worst.0 * limit {
            *worst = (error / limit, error);
        }
    }
    fn print<F: Family>(&self) {
        println!("{}", std::any::type_name::<F>());
        for (law, (ratio, error)) in &self.laws {
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

fn distance(a: Mat3<f64>, b: Mat3<f64>) -> f64 {
    a.to_array().iter().zip(b.to_array()).map(|(a, b)| (a - b).abs()).fold(0.0, maximum)
}
