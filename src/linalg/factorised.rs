//! Dense decompositions by `nalgebra`: no other module asks it for them.

use nalgebra::allocator::Allocator;
use nalgebra::{ComplexField, DMatrix, DVector, DefaultAllocator, Dim, Dyn, LU, OMatrix, QR};

/// Holds the factors of a dense square matrix, real or complex, with row pivoting.
#[derive(Clone, Debug)]
pub struct Factorised<T: ComplexField = f64>(LU<T, Dyn, Dyn>);

impl<T: ComplexField> Factorised<T> {
    /// Factorises a matrix.
    pub fn new(a: DMatrix<T>) -> Self {
        Self(a.lu())
    }

    /// Solves for a right side, or for the columns of several; nothing where the matrix is singular, or a solution not finite.
    pub fn solve<C: Dim>(&self, right: &OMatrix<T, Dyn, C>) -> Option<OMatrix<T, Dyn, C>>
    where
        DefaultAllocator: Allocator<Dyn, C>,
    {
        self.0.solve(right).filter(|x| x.iter().all(ComplexField::is_finite))
    }

    /// Returns the upper factor: its diagonal holds the pivots.
    pub fn u(&self) -> DMatrix<T> {
        self.0.u()
    }

    /// Tells whether no pivot is zero.
    pub fn is_regular(&self) -> bool {
        self.0.is_invertible()
    }

    /// Returns the determinant.
    pub fn determinant(&self) -> T {
        self.0.determinant()
    }
}

/// Returns the inverse of a square matrix; nothing where it is singular.
pub fn inverse(a: DMatrix<f64>) -> Option<DMatrix<f64>> {
    a.try_inverse()
}

/// Returns the inverse of a matrix of any shape on what it reaches, with singular values up to `smallest` as zeros.
pub fn pseudo_inverse(a: DMatrix<f64>, smallest: f64) -> Option<DMatrix<f64>> {
    a.pseudo_inverse(smallest).ok()
}

/// Holds a matrix as the product of one with orthonormal columns and an upper triangle.
#[derive(Clone, Debug)]
pub struct Orthogonal<T: ComplexField = f64>(QR<T, Dyn, Dyn>);

impl<T: ComplexField> Orthogonal<T> {
    /// Decomposes a matrix with at least as many rows as columns.
    pub fn new(a: DMatrix<T>) -> Self {
        Self(a.qr())
    }

    /// Returns an orthonormal basis of what the columns span, if they are independent, one column each.
    pub fn basis(&self) -> DMatrix<T> {
        self.0.q()
    }

    /// Returns the upper triangle.
    pub fn triangle(&self) -> DMatrix<T> {
        self.0.r()
    }

    /// Returns a matrix turned so that the one which was decomposed becomes its upper triangle, with zeros below.
    pub fn turned(&self, mut other: DMatrix<T>) -> DMatrix<T> {
        self.0.q_tr_mul(&mut other);
        other
    }
}

/// Returns U, the singular values S and V^T of a square matrix A = U S V^T, by its bidiagonal form: faster than [`super::Svd`] where
/// directions that A hardly shortens need no digits.
pub fn singular(a: DMatrix<f64>) -> Option<(DMatrix<f64>, DVector<f64>, DMatrix<f64>)> {
    let svd = a.svd(true, true);
    Some((svd.u?, svd.singular_values, svd.v_t?))
}

/// Returns the direction that a square matrix shortens most, of the length 1.
pub fn most_shortened(a: DMatrix<f64>) -> Option<DVector<f64>> {
    let svd = a.svd(false, true);
    Some(svd.v_t?.row(svd.singular_values.imin()).transpose())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_are_finite_or_none() {
        let a = DMatrix::from_row_slice(2, 2, &[0.0, 2.0, 4.0, 1.0]);
        let solved = Factorised::new(a.clone()).solve(&DVector::from_vec(vec![2.0, 9.0]));
        assert_eq!(solved, Some(DVector::from_vec(vec![2.0, 1.0])));
        assert_eq!(Factorised::new(a.clone()).solve(&DVector::from_vec(vec![f64::NAN, 9.0])), None);
        let singular = DMatrix::from_row_slice(2, 2, &[1.0, 2.0, 2.0, 4.0]);
        assert!(!Factorised::new(singular.clone()).is_regular());
        let shortened = most_shortened(singular.clone()).expect("a direction");
        assert!((singular * shortened).norm() < 1e-15);
        let both = Orthogonal::new(a.clone());
        assert!((both.basis() * both.triangle() - &a).amax() < 1e-14);
        assert!((both.turned(a) - both.triangle()).amax() < 1e-14);
    }
}
