//! Eigenvalues and eigenvectors of matrices of any kind.

use super::{Factorised, Orthogonal};
use nalgebra::linalg::balancing::balance_parlett_reinsch;
use nalgebra::{Complex, DMatrix, DVector};

/// Solutions by inverse iteration: from an eigenvalue that is known to rounding one of them has the eigenvector.
const SOLUTIONS: usize = 3;
/// How far beside an eigenvalue equations are solved, relative to the largest: there they are regular, of a double one farther away.
const BESIDE: [f64; 5] = [1e-13, 1e-11, 1e-9, 1e-7, 1e-5];
/// Eigenvalues are one where they are nearer, relative to the largest or a million times the value.
const REPEATED: f64 = 1e-10;
/// Eigenvectors on both sides whose product is less are those of an eigenvalue that counts more than it has vectors.
const DEFECTIVE: f64 = 1e-8;
/// Eigenvalues are near each other where they differ by less of themselves: as rounding parts those that are one.
const NEAR: f64 = 1e-4;

/// How many axes the matrix is looked at in until iterations end: they turn round for one in 25 systems of the second order that flutter,
/// and of 14,000 random ones of 2 to 8 coordinates none needed more than five.
const AXES: usize = 12;

/// Returns all eigenvalues of a matrix, found in its own axes or in others, if they are found.
fn all_eigenvalues(a: &DMatrix<f64>, number: usize) -> Option<Vec<Complex<f64>>> {
    let n = a.nrows();
    let turned = if number == 0 {
        a.clone()
    } else {
        let some =
            |i: usize, j: usize| (1.0 + 0.7 * i as f64 + (0.3 * i as f64 + 1.9 + number as f64) * j as f64).cos();
        let axes = Orthogonal::new(DMatrix::from_fn(n, n, some)).basis();
        axes.transpose() * a * axes
    };
    Some(turned.try_schur(f64::EPSILON, 100 + 30 * n)?.complex_eigenvalues().iter().copied().collect())
}

/// Holds an eigenvalue of a real matrix with its eigenvectors.
#[derive(Clone, Debug)]
pub struct Eigenpair {
    /// The eigenvalue, with an imaginary part that is not negative; its conjugate is one, too.
    pub value: Complex<f64>,
    /// The eigenvector, of the length 1.
    pub vector: DVector<Complex<f64>>,
    /// The eigenvector on the other side, of the length 1.
    pub left: DVector<Complex<f64>>,
}

impl Eigenpair {
    /// Returns by how much the eigenvalue may change as every entry of the matrix does by at most its rounding, where so many eigenvalues
    /// are near it: one with fewer vectors than it counts changes by a root.
    pub fn error(&self, rounding: &DMatrix<f64>, (largest, near): (f64, usize)) -> f64 {
        let [left, right] = [&self.left, &self.vector].map(|vector| vector.map(|x| x.norm()));
        let forced = left.dot(&(rounding * right));
        let simple = forced / (self.left.transpose() * &self.vector)[(0, 0)].norm();
        let multiple = largest * (forced / largest).powf(1.0 / near as f64);
        if near > 1 { multiple.min(simple) } else { simple }
    }
}

/// Holds all eigenvalues of a finite real square matrix, and finds their eigenvectors.
#[derive(Clone, Debug)]
pub struct Eigenvalues {
    complex: DMatrix<Complex<f64>>,
    scales: DVector<f64>,
    values: Vec<Complex<f64>>,
    largest: f64,
    /// What was found before: the values as they are known, and eigenvectors of the scaled matrix.
    found: Vec<(Complex<f64>, DVector<Complex<f64>>)>,
}

impl Eigenvalues {
    /// Finds the eigenvalues of a matrix; none where it is not finite, or they are not found.
    pub fn of(a: &DMatrix<f64>) -> Option<Self> {
        if a.iter().any(|x| !x.is_finite()) {
            return None;
        }
        let mut balanced = a.clone();
        let (mut scales, mut values) = (DVector::from_element(a.nrows(), 1.0), Vec::new());
        if !a.is_empty() {
            scales = balance_parlett_reinsch(&mut balanced);
            values = (0..AXES).find_map(|number| all_eigenvalues(&balanced, number))?;
            values.retain(|value| value.im >= 0.0);
        }
        let largest = values.iter().fold(0.0f64, |most, value| most.max(value.norm()));
        values.sort_by(|a, b| a.norm().total_cmp(&b.norm()));
        let complex = balanced.map(|x| Complex::new(x, 0.0));
        Some(Self { complex, scales, values, largest, found: Vec::new() })
    }

    /// Returns the eigenvalues but for rounding, of those that are conjugate one, by magnitude.
    pub fn values(&self) -> &[Complex<f64>] {
        &self.values
    }

    /// Returns the eigenvalues but for rounding, with both of those that are conjugate.
    pub fn with_conjugates(&self) -> Vec<Complex<f64>> {
        let both = |value: &Complex<f64>| [Some(*value), (value.im > 0.0).then(|| value.conj())];
        self.values.iter().flat_map(both).flatten().collect()
    }

    /// Returns how many eigenvalues are near the one with that number, with itself.
    pub fn near(&self, number: usize) -> usize {
        let own = self.values[number];
        self.with_conjugates().iter().filter(|other| (*other - own).norm() <= NEAR * own.norm()).count()
    }

    /// Finds the eigenvalue with that number and its eigenvectors, of a repeated one beside those found before; none where there are none.
    pub fn pair(&mut self, number: usize) -> Option<Eigenpair> {
        let Self { complex, scales, values, largest, found } = self;
        let (value, largest) = (values[number], *largest);
        let known = eigenvector(complex, value, (largest, number))?;
        let left = eigenvector(&complex.transpose(), value, (largest, number))?;
        // of a repeated value another vector each
        let mut right = known.clone();
        for (_, other) in
            found.iter().filter(|(other, _)| (other - value).norm() <= REPEATED * largest.min(value.norm() * 1e6))
        {
            let along = other.dotc(&right);
            right -= other * along;
        }
        let length = right.norm();
        let right = if length > 1e-6 { right / Complex::new(length, 0.0) } else { known };
        // of second order in the error of both vectors
        let (above, below) = ((left.transpose() * &*complex * &right)[(0, 0)], (left.transpose() * &right)[(0, 0)]);
        let better = above / below;
        let is_near = below.norm() > DEFECTIVE && (better - value).norm() <= 1e-6 * largest;
        found.push((value, right.clone()));
        let is_real = value.im == 0.0;
        let mut value = if is_near { better } else { value };
        value.im = if is_real { 0.0 } else { value.im.max(0.0) };
        let unscaled = DVector::from_fn(right.len(), |i, _| right[i] * scales[i]);
        let left = DVector::from_fn(right.len(), |i, _| left[i] / scales[i]);
        Some(Eigenpair { value, vector: unscaled.normalize(), left: left.normalize() })
    }
}

/// Returns the eigenvector of an eigenvalue that is known but for rounding.
fn eigenvector(
    a: &DMatrix<Complex<f64>>,
    value: Complex<f64>,
    (largest, number): (f64, usize),
) -> Option<DVector<Complex<f64>>> {
    BESIDE.iter().find_map(|beside| solved_beside(a, value + beside * largest.max(f64::MIN_POSITIVE), number))
}

/// Returns what solutions beside an eigenvalue lead to, if there are any.
fn solved_beside(a: &DMatrix<Complex<f64>>, beside: Complex<f64>, number: usize) -> Option<DVector<Complex<f64>>> {
    let factors = Factorised::new(a - DMatrix::identity(a.nrows(), a.nrows()) * beside);
    // in no particular direction, another one for every number
    let phase = 0.37 * number as f64;
    let some = |i: usize| Complex::new((1.0 + (0.7 + phase) * i as f64).cos(), 0.3 * (i as f64 + phase).sin());
    let mut x = DVector::from_fn(a.nrows(), |i, _| some(i));
    for _ in 0..SOLUTIONS {
        x = factors.solve(&x)?;
        let length = x.norm();
        if !(length > 0.0 && length.is_finite()) {
            return None;
        }
        x /= Complex::new(length, 0.0);
    }
    Some(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(a: &DMatrix<f64>) -> Vec<Eigenpair> {
        let mut all = Eigenvalues::of(a).expect("eigenvalues");
        (0..all.values().len()).map(|number| all.pair(number).expect("a vector")).collect()
    }

    /// Of one magnitude, in four orders of rows and columns.
    #[test]
    fn eigenvalues_of_one_magnitude_are_found() {
        for order in [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 0, 2, 1]] {
            let mut a = DMatrix::zeros(4, 4);
            for (i, row) in [[0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0], [2.0, 1.0, 0.0, 0.0], [-3.0, 2.0, 0.0, 0.0]]
                .iter()
                .enumerate()
            {
                row.iter().enumerate().for_each(|(j, x)| a[(order[i], order[j])] = *x);
            }
            // s^2 = 2 +- i sqrt(3)
            for pair in pairs(&a) {
                let left = pair.value * pair.value - 2.0;
                assert!(left.re.abs() < 1e-13 && (left.im.abs() - 3f64.sqrt()).abs() < 1e-13, "{pair:?}");
            }
            assert_eq!(pairs(&a).len(), 2);
        }
    }

    /// Of random forces of position on two to six coordinates: the sum is the trace, and each has a vector.
    #[test]
    fn eigenvalues_of_systems_of_the_second_order_are_found() {
        let mut seed = 1u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as f64 / (1u64 << 30) as f64 - 1.0
        };
        for number in 0..500 {
            let n = 2 + number % 5;
            let mut a = DMatrix::zeros(2 * n, 2 * n);
            for i in 0..n {
                a[(i, n + i)] = 1.0;
                (0..n).for_each(|j| a[(n + i, j)] = random());
            }
            let complex = a.map(|x| Complex::new(x, 0.0));
            let found = pairs(&a);
            let count: usize = found.iter().map(|pair| if pair.value.im == 0.0 { 1 } else { 2 }).sum();
            assert_eq!(count, 2 * n, "{a}");
            for pair in found {
                assert!((&complex * &pair.vector - &pair.vector * pair.value).norm() < 1e-10, "{pair:?} of {a}");
            }
        }
    }

    /// Of x'' + 2 d x' + d^2 x, whose exponent -d counts twice and has one vector.
    #[test]
    fn the_error_of_a_defective_eigenvalue_is_a_root_of_rounding() {
        for d in [0.05, -0.1, 3.0] {
            let a = DMatrix::from_row_slice(2, 2, &[0.0, 1.0, -d * d, -2.0 * d]);
            let rounding = a.abs() * f64::EPSILON;
            let mut all = Eigenvalues::of(&a).expect("eigenvalues");
            for number in 0..all.values().len() {
                let near = all.near(number);
                let pair = all.pair(number).expect("a vector");
                assert_eq!(near, 2);
                let error = pair.error(&rounding, (d.abs(), near));
                assert!((pair.value + d).norm() <= 10.0 * error && error < 1e-6, "{d}: {pair:?}, {error}");
            }
        }
    }

    #[test]
    fn a_repeated_eigenvalue_has_independent_vectors() {
        // two equal oscillators, turned into each other
        let mut a = DMatrix::zeros(6, 6);
        for (at, k) in [(0, 4.0), (2, 4.0), (4, 9.0)] {
            (a[(at, at + 1)], a[(at + 1, at)]) = (1.0, -k);
        }
        let found = pairs(&a);
        let both: Vec<&Eigenpair> = found.iter().filter(|pair| (pair.value.im - 2.0).abs() < 1e-12).collect();
        assert_eq!(both.len(), 2);
        assert!(both[0].vector.dotc(&both[1].vector).norm() < 0.9, "{both:?}");
        let complex = a.map(|x| Complex::new(x, 0.0));
        for pair in found {
            assert!((&complex * &pair.vector - &pair.vector * pair.value).norm() < 1e-11, "{pair:?}");
        }
    }

    #[test]
    fn eigenpairs_solve_their_equation() {
        // two oscillators with damping, badly scaled, one value alone, and a real pair
        let mut a = DMatrix::zeros(7, 7);
        for (at, [k, c]) in [(0, [1e6, 30.0]), (2, [4.0, 0.1]), (4, [-9.0, 0.0])] {
            (a[(at, at + 1)], a[(at + 1, at)], a[(at + 1, at + 1)]) = (1.0, -k, -c);
        }
        (a[(6, 6)], a[(1, 2)], a[(3, 6)], a[(5, 0)]) = (-2.5, 1e3, 2.0, -7.0);
        let found = pairs(&a);
        let expected = [
            Complex::new(-0.05, (4.0f64 - 0.0025).sqrt()),
            Complex::new(-2.5, 0.0),
            Complex::new(-3.0, 0.0),
            Complex::new(3.0, 0.0),
            Complex::new(-15.0, (1e6f64 - 225.0).sqrt()),
        ];
        assert_eq!(found.len(), 5);
        let complex = a.map(|x| Complex::new(x, 0.0));
        for expected in expected {
            let pair = found.iter().find(|pair| (pair.value - expected).norm() < 1e-11 * expected.norm());
            let pair = pair.unwrap_or_else(|| panic!("{expected} is not among {found:?}"));
            let left = (&complex * &pair.vector - &pair.vector * pair.value).norm();
            assert!(left < 1e-9 * 1e6, "{expected}: {left:e}");
            assert!((pair.vector.norm() - 1.0).abs() < 1e-14);
            let on_the_left = complex.transpose() * &pair.left - &pair.left * pair.value;
            assert!(on_the_left.norm() < 1e-9 * 1e6 * pair.left.norm(), "{expected}: {on_the_left}");
            assert!((pair.left.norm() - 1.0).abs() < 1e-14);
        }
        assert!(Eigenvalues::of(&DMatrix::from_element(2, 2, f64::NAN)).is_none());
        assert!(Eigenvalues::of(&DMatrix::zeros(0, 0)).is_some_and(|none| none.values().is_empty()));
    }
}
