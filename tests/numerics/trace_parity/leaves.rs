//! The leaf functions, in every kind of number.

use super::Block::{self, *};
use super::{LANES, Leaf};
use gyrosweep::lie::so3::{self, AngleFunctions};
use gyrosweep::lie::{
    Algebra, LieGroup, Pose, Product, Rotation, RotationMatrix, RotationVector, Translation, UnitQuaternion,
};
use gyrosweep::num::{Lanes, Mat3, Real, Sparse3, SparseSym3, Vec3, elementary, series};
use gyrosweep::trace::Traced;

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
pub(crate) trait Form {
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

pub(crate) struct Quaternions;
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

pub(crate) fn leaves() -> Vec<Leaf> {
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
