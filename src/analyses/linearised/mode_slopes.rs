//! Derivatives of the exponents of modes by parameters.
//!
//! A mode is a solution S(s) x = 0 of the equations of motion and of the constraints, linear near a steady state, for motions
//! x exp(s t) along the axes of a frame that turns; multipliers are among x. With y S(s) = 0 on the other side a simple exponent
//! changes by -(y dS x)/(y S' x), where dS is what a parameter makes of S, the state included.

use super::steady::{Moving, Polynomial, Steady};
use crate::ensemble::start::{RecordedStarts, Starts};
use crate::linalg::{Complex, DMatrix, Factorised, Orthogonal};
use crate::num::Dual;

/// How far beside an exponent equations are solved, relative to it: at the first distance where they are regular. Motions are the same but
/// for so much.
const BESIDE: [f64; 5] = [1e-14, 1e-13, 1e-12, 1e-11, 1e-10];
/// Solutions of inverse iteration.
const SOLUTIONS: usize = 4;
/// Exponents are one where they are nearer, relative to the magnitude.
const ALIKE: f64 = 1e-7;
/// Exponents that are one move together where their derivatives differ by less, relative to the largest.
const TOGETHER: f64 = 1e-6;
/// The part of the fastest exponent by which the one that these equations have may differ from the one that is given.
const APART: f64 = 1e-7;
/// Motions of which y S' x is a smaller part of its terms are those of a double exponent with one motion.
const DEFECTIVE: f64 = 1e-7;

impl Starts<'_> {
    /// Returns the start of a member as a parameter moves it; none where the recorded functions have no derivatives there.
    pub(in crate::analyses) fn moving(
        &self,
        recorded: &RecordedStarts,
        (parameters, state): (&[f64], &[f64]),
        by: usize,
    ) -> Option<Moving> {
        let parameters = Dual::by_one(parameters, Some(by));
        let ([q, v], _) = recorded.of(self, (&parameters, Some(state)), false)?;
        Some(Moving { parameters, q, v })
    }

    /// Returns the multipliers of constraints at a state of a member.
    pub(in crate::analyses) fn multipliers(
        &self,
        recorded: &RecordedStarts,
        parameters: &[f64],
        [q, v]: [&[f64]; 2],
    ) -> Option<Vec<f64>> {
        Some(recorded.at(self, parameters, [q, v], false)?.multipliers)
    }

    /// Returns the derivatives of exponents of modes, among all that are known, by parameters, a row for every parameter, at a state that moves with each as
    /// `moving` says; not a number of one that is not simple, unless all that are one move alike, nor where
    /// the state is no equilibrium and no steady motion.
    pub(in crate::analyses) fn exponent_slopes(
        &self,
        recorded: &RecordedStarts,
        (exponents, among): (&[Complex<f64>], &[Complex<f64>]),
        moving: impl Iterator<Item = Option<Moving>>,
    ) -> Vec<Vec<Complex<f64>>> {
        let none = || vec![Complex::new(f64::NAN, f64::NAN); exponents.len()];
        let mut spaces: Option<Vec<Option<Space>>> = None;
        let of = |moving: Option<Moving>| {
            let Some(steady) = moving.and_then(|moving| Steady::new(self, recorded, moving)) else { return none() };
            let spaces = spaces.get_or_insert_with(|| {
                let polynomial = steady.polynomial();
                exponents.iter().map(|s| Space::new(&polynomial, steady.rate.len(), (*s, among))).collect()
            });
            let slope = |(s, space): (&Complex<f64>, &Option<Space>)| {
                let found = space.as_ref().and_then(|space| space.slope(&steady, *s));
                found.unwrap_or(Complex::new(f64::NAN, f64::NAN))
            };
            exponents.iter().zip(&*spaces).map(slope).collect()
        };
        moving.map(of).collect()
    }
}

/// The motions of an exponent, and the forces on the other side.
struct Space {
    right: DMatrix<Complex<f64>>,
    left: DMatrix<Complex<f64>>,
    /// y S' x.
    rate: DMatrix<Complex<f64>>,
}

impl Space {
    /// Finds the motions of an exponent, as many as there are exponents like it; none where they are fewer.
    fn new(polynomial: &Polynomial, motions: usize, (s, exponents): (Complex<f64>, &[Complex<f64>])) -> Option<Self> {
        let count = exponents.iter().filter(|other| (*other - s).norm() <= ALIKE * s.norm()).count();
        let Polynomial(powers) = polynomial;
        let size = powers[0].nrows();
        // constraints and their forces are scaled to the largest term of the equations of motion
        let largest = |k: usize| s.norm().powi(k as i32) * powers[k].view((0, 0), (motions, motions)).amax();
        let size_of_motion = [0, 1, 2].map(largest).into_iter().fold(0.0, f64::max);
        let by = |k: usize| if k < motions || size_of_motion == 0.0 { 1.0 } else { size_of_motion };
        let at = |near: Complex<f64>| {
            DMatrix::from_fn(size, size, |i, j| {
                let [a, b, c] = [0, 1, 2].map(|k| powers[k][(i, j)] * by(i) * by(j));
                Complex::from(a) + near * (near * c + b)
            })
        };
        let solved = |matrix: DMatrix<Complex<f64>>| {
            let factors = Factorised::new(matrix);
            let some = |i: usize, k: usize| {
                Complex::new((1.0 + 0.7 * i as f64 + 2.3 * k as f64).cos(), (i * (k + 2)) as f64 % 3.0)
            };
            let mut all = DMatrix::from_fn(size, count, some);
            for _ in 0..SOLUTIONS {
                all = Orthogonal::new(factors.solve(&all)?).basis();
            }
            Some(DMatrix::from_fn(size, count, |i, k| all[(i, k)] * by(i)))
        };
        let both = |at: DMatrix<Complex<f64>>| Some((solved(at.clone())?, solved(at.transpose())?));
        let (right, left) = BESIDE.iter().find_map(|beside| both(at(s * (1.0 + beside))))?;
        let slope = |i: usize, j: usize| s * (2.0 * powers[2][(i, j)]) + powers[1][(i, j)];
        let rate = left.transpose() * DMatrix::from_fn(size, size, slope) * &right;
        // beside what a motion of the fastest of these modes has
        let fastest = exponents.iter().fold(0.0f64, |most, s| most.max(s.norm()));
        let most = |i: usize, j: usize| powers[1][(i, j)].abs() + 2.0 * fastest * powers[2][(i, j)].abs();
        let terms = left.transpose().map(|x| x.norm()) * DMatrix::from_fn(size, size, most) * right.map(|x| x.norm());
        let of_rate = Factorised::new(rate.clone());
        let is_sound = of_rate.determinant().norm() > (DEFECTIVE * terms.norm()).powi(count as i32);
        // where accelerations are left over these are other equations than those that the exponents are of
        let value = |i: usize, j: usize| s * (s * powers[2][(i, j)] + powers[1][(i, j)]) + powers[0][(i, j)];
        let left_over = left.transpose() * DMatrix::from_fn(size, size, value) * &right;
        let apart = of_rate.solve(&left_over)?.map(|x| x.norm()).amax();
        (is_sound && apart <= APART * fastest).then_some(Self { right, left, rate })
    }

    /// Returns the derivative of the exponent.
    fn slope(&self, steady: &Steady<'_>, s: Complex<f64>) -> Option<Complex<f64>> {
        let count = self.right.ncols();
        let mut of_parameter = DMatrix::zeros(count, count);
        for (j, motion) in self.right.column_iter().enumerate() {
            let changed = steady.changed(s, motion.as_slice());
            for (i, force) in self.left.column_iter().enumerate() {
                of_parameter[(i, j)] = force.iter().zip(&changed).map(|(y, x)| y * x).sum();
            }
        }
        let slopes = -Factorised::new(self.rate.clone()).solve(&of_parameter)?;
        let mean = slopes.trace() / count as f64;
        let apart = (&slopes - DMatrix::identity(count, count) * mean).map(|x| x.norm()).amax();
        (apart <= TOGETHER * slopes.map(|x| x.norm()).amax()).then_some(mean)
    }
}
