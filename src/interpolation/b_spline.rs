//! B-splines through sites: their cardinal functions (B.41), (B.42).

use crate::linalg::DMatrix;
use crate::num::Real;
use std::f64::consts::TAU;

/// Holds B-splines with what makes cardinal functions of them.
#[derive(Clone, Debug)]
pub(super) struct BSpline {
    degree: usize,
    knots: Vec<f64>,
    /// Whether the last splines are the first ones, a period later.
    periodic: bool,
    /// The inverse of the matrix of splines at sites: a row for each spline.
    inverse: DMatrix<f64>,
}

impl BSpline {
    /// Makes the splines of a degree over knots with multiple ends that pass through sites; none where these do not fit.
    pub(super) fn open(degree: usize, knots: Vec<f64>, sites: &[f64]) -> Option<Self> {
        (knots.len() == sites.len() + degree + 1).then(|| Self::through(degree, knots, false, sites))?
    }

    /// Makes the periodic splines of a degree over as many equal parts of a period as there are sites.
    pub(super) fn periodic(degree: usize, sites: &[f64]) -> Option<Self> {
        let count = sites.len();
        // of an even degree splines have their middle between knots
        let shift = if degree.is_multiple_of(2) { 0.5 } else { 0.0 };
        let at = |k: usize| TAU * (k as f64 - degree as f64 - shift) / count as f64;
        let knots = (0..count + 2 * degree + 2).map(at).collect();
        Self::through(degree, knots, true, sites)
    }

    fn through(degree: usize, knots: Vec<f64>, periodic: bool, sites: &[f64]) -> Option<Self> {
        let count = sites.len();
        let mut spline = Self { degree, knots, periodic, inverse: DMatrix::identity(count, count) };
        let rows: Vec<Vec<f64>> = sites.iter().map(|site| spline.splines(*site)).collect();
        let matrix = DMatrix::from_fn(count, count, |i, j| rows[i][j]);
        spline.inverse = matrix.try_inverse()?;
        Some(spline)
    }

    /// Returns the splines at a parameter by the recursion of Cox and de Boor (B.40); beyond the knots those of the last part.
    fn splines<R: Real>(&self, eta: R) -> Vec<R> {
        let (knots, degree) = (&self.knots, self.degree);
        let count = knots.len() - degree - 1;
        let (first, last) = (degree, count - 1);
        let mut values: Vec<R> = (0..knots.len() - 1)
            .map(|k| {
                let empty = knots[k] >= knots[k + 1];
                // the first part goes down and the last one up without an end
                let from = k <= first && !self.periodic;
                let to = k >= last && !self.periodic;
                let inside = |yes: R| {
                    let yes = if to { yes } else { R::select(eta.less(R::constant(knots[k + 1])), yes, R::zero()) };
                    if from { yes } else { R::select(eta.less(R::constant(knots[k])), R::zero(), yes) }
                };
                if empty || (!self.periodic && (k < first || k > last)) { R::zero() } else { inside(R::one()) }
            })
            .collect();
        for p in 1..=degree {
            values = (0..values.len() - 1)
                .map(|k| {
                    let part = |a: f64, b: f64, value: R| if b > a { (value, 1.0 / (b - a)) } else { (R::zero(), 0.0) };
                    let (left, rise) = part(knots[k], knots[k + p], values[k]);
                    let (right, fall) = part(knots[k + 1], knots[k + p + 1], values[k + 1]);
                    left * (eta - R::constant(knots[k])).scale(rise)
                        + right * (R::constant(knots[k + p + 1]) - eta).scale(fall)
                })
                .collect();
        }
        if self.periodic { self.wrapped(&values) } else { values }
    }

    /// Adds splines that are the same, a period apart.
    fn wrapped<R: Real>(&self, values: &[R]) -> Vec<R> {
        let count = self.inverse.nrows();
        let mut all = vec![R::zero(); count];
        for (k, value) in values.iter().enumerate() {
            all[k % count] = all[k % count] + *value;
        }
        all
    }

    /// Returns the cardinal functions at a parameter.
    pub(super) fn weights<R: Real>(&self, eta: R) -> Vec<R> {
        let splines = self.splines(eta);
        let column = |k: usize| {
            splines.iter().zip(self.inverse.column(k).iter()).fold(R::zero(), |sum, (s, c)| sum + s.scale(*c))
        };
        (0..splines.len()).map(column).collect()
    }
}
