//! What a fit is made of: members with the values of an output and its derivatives, as equations of coefficients.

use super::terms::Exponents;
use crate::linalg::{DMatrix, DVector};
use crate::sampling::distribution::Polynomials;
use crate::sampling::hash;

/// Parts that members are divided into, each of which the others predict.
pub(super) const FOLDS: usize = 5;

/// A member with a value.
pub(super) struct Point {
    /// The coordinates that polynomials are in.
    pub(super) coordinates: Vec<f64>,
    /// The output less its mean, over its deviation.
    pub(super) value: f64,
    /// Its derivatives by some of the coordinates, as they are weighted.
    pub(super) slopes: Vec<(usize, f64)>,
    /// The number of what the member belongs to, which no two folds share.
    pub(super) group: u64,
}

/// The members of a fit.
pub(super) struct Sample {
    points: Vec<Point>,
    /// The fold of each.
    folds: Vec<usize>,
    polynomials: Vec<Polynomials>,
    /// What derivatives are weighted by.
    weight: f64,
}

impl Sample {
    /// Divides members into folds.
    pub(super) fn new(points: Vec<Point>, polynomials: Vec<Polynomials>, weight: f64) -> Self {
        let mut groups: Vec<u64> = points.iter().map(|point| point.group).collect();
        groups.sort_unstable();
        groups.dedup();
        let rank = |group: u64| groups.binary_search(&group).unwrap_or(0) as u64;
        // in no order, since sequences have one
        let fold = |point: &Point| hash::permute(rank(point.group), groups.len() as u64, 0) as usize % FOLDS;
        Self { folds: points.iter().map(fold).collect(), points, polynomials, weight }
    }

    /// Returns the number of members.
    pub(super) fn members(&self) -> usize {
        self.points.len()
    }

    /// Returns the number of equations.
    pub(super) fn equations(&self) -> usize {
        self.points.iter().map(|point| 1 + point.slopes.len()).sum()
    }

    /// Returns the largest degree of each input.
    pub(super) fn degrees(&self) -> Vec<usize> {
        self.polynomials.iter().map(Polynomials::degree).collect()
    }

    /// Returns the columns of some products: of each member the value, then the derivatives.
    pub(super) fn matrix(&self, products: &[Exponents]) -> DMatrix<f64> {
        let mut matrix = DMatrix::zeros(self.equations(), products.len());
        let mut row = 0;
        for point in &self.points {
            let at = point.coordinates.iter().zip(&self.polynomials).map(|(t, of)| of.at(*t));
            let factors: Vec<Vec<[f64; 2]>> = at.collect();
            for (column, of) in products.iter().enumerate() {
                let product = |by: Option<usize>| -> f64 {
                    let factor = |(i, k): (usize, &u8)| factors[i][usize::from(*k)][usize::from(by == Some(i))];
                    of.iter().enumerate().filter(|(i, k)| **k > 0 || by == Some(*i)).map(factor).product()
                };
                matrix[(row, column)] = product(None);
                for (offset, (by, _)) in point.slopes.iter().enumerate() {
                    matrix[(row + 1 + offset, column)] = self.weight * product(Some(*by));
                }
            }
            row += 1 + point.slopes.len();
        }
        matrix
    }

    /// Returns the right side.
    pub(super) fn right(&self) -> DVector<f64> {
        let of =
            |point: &Point| [point.value].into_iter().chain(point.slopes.iter().map(|(_, x)| *x)).collect::<Vec<f64>>();
        DVector::from_vec(self.points.iter().flat_map(of).collect())
    }

    /// Returns one for every equation outside of a fold, and zero for those within.
    pub(super) fn without(&self, fold: usize) -> DVector<f64> {
        let rows = self.points.iter().zip(&self.folds);
        let count = |(point, own): (&Point, &usize)| {
            std::iter::repeat_n(f64::from(u8::from(*own != fold)), 1 + point.slopes.len())
        };
        DVector::from_vec(rows.flat_map(count).collect())
    }

    /// Returns the sum of squares that a residual has in the values of a fold.
    pub(super) fn squares(&self, residual: &DVector<f64>, fold: usize) -> f64 {
        let (mut row, mut sum) = (0, 0.0);
        for (point, own) in self.points.iter().zip(&self.folds) {
            sum += if *own == fold { residual[row].powi(2) } else { 0.0 };
            row += 1 + point.slopes.len();
        }
        sum
    }
}
