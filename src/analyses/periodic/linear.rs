//! Multipliers from the linear equations along a motion, x' = A(t) x, without those of the integrator: by Hill's method and by finite
//! differences in time.
//!
//! Hill's method: x = exp(s t) sum y_m exp(i m W t), W = 2 pi/T, makes an eigenvalue problem of s with the blocks A_(m-l) - i m W, Han (2019),
//! (6.14), where A_k are the coefficients of the discrete Fourier transform of A at equally spaced times. With as many harmonics as times
//! have, (6.17), products of harmonics beyond the last come back as others, which makes exponents that are none; without the last third of
//! harmonics there are none of these. Every exponent comes as s + i k W for all k. Those count whose eigenvectors are centred: whose mean
//! harmonic, sum m |y_m|^2 / sum |y_m|^2, lies within a window of one harmonic about zero, with edges where no mean harmonic lies.
//!
//! Differences, (6.7): both make a matrix of twice the size of two successive states, whose product over the period has the multipliers
//! with as many others of its own.

use super::map::State;
use super::motion::{Guess, NoOrbit};
use super::orbit::Search;
use super::{DifferenceScheme, MultiplierMethod};
use crate::linalg::{Complex, DMatrix, Eigenvalues, complex_eigenpairs};
use std::f64::consts::TAU;

type Matrix = DMatrix<Complex<f64>>;

impl MultiplierMethod {
    /// Returns how many multipliers there are, of as many as constraints leave free.
    pub(super) fn count(self, free: usize) -> usize {
        if let Self::Differences { .. } = self { 2 * free } else { free }
    }

    /// Returns the method with half the step, or half as many harmonics more.
    pub(super) fn finer(self) -> Self {
        match self {
            Self::Floquet => self,
            Self::Hill { harmonics, kept } => Self::Hill { harmonics: 3 * harmonics / 2 + 1, kept: 3 * kept / 2 + 1 },
            Self::Differences { scheme, steps } => Self::Differences { scheme, steps: 2 * steps },
        }
    }
}

impl Search<'_> {
    /// Returns the multipliers of a motion by a method that takes its linear equations.
    pub(super) fn linear_multipliers(
        &self,
        at: &Guess,
        method: MultiplierMethod,
    ) -> Result<Vec<Complex<f64>>, NoOrbit> {
        let [period, ..] = self.period(at);
        let found = match method {
            MultiplierMethod::Hill { harmonics, kept } => {
                hill(&self.matrices(at, 2 * harmonics + 1)?, kept, TAU / period)
                    .map(|exponents| exponents.into_iter().map(|s| (s * period).exp()).collect())
            }
            MultiplierMethod::Differences { scheme, steps } => {
                differences(&self.matrices(at, steps)?, scheme, period / steps as f64)
            }
            MultiplierMethod::Floquet => None,
        };
        let mut all: Vec<Complex<f64>> = found.ok_or(NoOrbit::Diverged)?;
        all.sort_by(|a, b| b.norm().total_cmp(&a.norm()).then(b.im.total_cmp(&a.im)));
        Ok(all)
    }

    /// Returns the matrices A at so many equally spaced times.
    fn matrices(&self, at: &Guess, count: usize) -> Result<Vec<DMatrix<f64>>, NoOrbit> {
        let (parameters, [period, ..]) = (self.at(at), self.period(at));
        let segments = at.states.len();
        let time = |k: usize| period * k as f64 / count as f64;
        // from the nearest state before
        let begin = |k: usize| k * segments / count;
        let is_state = |k: usize| (begin(k) * count).is_multiple_of(segments) && begin(k) * count / segments == k;
        let leg = |k: usize| {
            let times = [period * begin(k) as f64 / segments as f64, time(k)];
            self.map.plain_leg_of(&parameters, &at.states[begin(k)], (times, period / self.periods as f64))
        };
        let legs = (0..count).filter(|k| !is_state(*k)).map(leg).collect::<Option<Vec<_>>>();
        let mut between = self.arrived(legs.ok_or(NoOrbit::Diverged)?)?.into_iter();
        let states: Vec<State> = (0..count)
            .filter_map(|k| if is_state(k) { Some(at.states[begin(k)].clone()) } else { between.next() })
            .collect();
        let matrix = |(k, state): (usize, &State)| Some(self.map.variations(&parameters, state, time(k))?.rates);
        states.iter().enumerate().map(matrix).collect::<Option<Vec<_>>>().ok_or(NoOrbit::Diverged)
    }
}

/// Returns the exponents of matrices at equally spaced times of a period by Hill's method, with harmonics up to `kept` of a frequency,
/// rad/s; none where they are not found.
fn hill(matrices: &[DMatrix<f64>], kept: usize, frequency: f64) -> Option<Vec<Complex<f64>>> {
    let (n, count, blocks) = (matrices[0].nrows(), matrices.len(), 2 * kept + 1);
    let coefficient = |j: usize| -> Matrix {
        let turned = |(k, a): (usize, &DMatrix<f64>)| {
            let angle = -TAU * ((j * k) % count) as f64 / count as f64;
            a.map(|x| Complex::from_polar(1.0, angle) * x)
        };
        matrices.iter().enumerate().map(turned).sum::<Matrix>() / Complex::new(count as f64, 0.0)
    };
    let coefficients: Vec<Matrix> = (0..count).map(coefficient).collect();
    let mut all = Matrix::zeros(n * blocks, n * blocks);
    for (m, l) in (0..blocks).flat_map(|m| (0..blocks).map(move |l| (m, l))) {
        let own = &coefficients[(m + 2 * count - l) % count];
        all.view_mut((m * n, l * n), (n, n)).copy_from(own);
    }
    for i in 0..n * blocks {
        all[(i, i)] -= Complex::new(0.0, frequency * ((i / n) as f64 - kept as f64));
    }
    let mean = |vector: &[Complex<f64>]| {
        vector
            .chunks(n)
            .enumerate()
            .map(|(m, y)| (m as f64 - kept as f64) * y.iter().map(|y| y.norm_sqr()).sum::<f64>())
            .sum::<f64>()
    };
    let pairs = complex_eigenpairs(&all)?;
    let mut centred: Vec<(f64, Complex<f64>)> =
        pairs.iter().map(|(value, vector)| (mean(vector.as_slice()), *value)).collect();
    centred.sort_by(|a, b| a.0.total_cmp(&b.0));
    let first = window(&centred.iter().map(|(mean, _)| *mean).collect::<Vec<_>>(), n);
    Some(centred[first..first + n].iter().map(|(_, value)| *value).collect())
}

/// Returns where a window of so many ascending mean harmonics begins that is one harmonic wide about zero: with the widest gaps at its
/// edges, else the nearest to zero.
fn window(means: &[f64], count: usize) -> usize {
    let gap = |k: usize| match (k.checked_sub(1).map(|before| means[before]), means.get(k)) {
        (Some(before), Some(after)) => after - before,
        _ => f64::INFINITY,
    };
    let edge = |k: usize| {
        if k == 0 { means[0] - 0.5 } else { means.get(k).map_or(means[k - 1] + 0.5, |m| 0.5 * (m + means[k - 1])) }
    };
    let places = 0..=means.len() - count;
    let is_about_zero = |k: &usize| {
        let [low, high] = [*k, *k + count].map(edge);
        low > -1.0 && low <= 0.0 && (high - low - 1.0).abs() < 0.5
    };
    let widest = |k: &usize| gap(*k).min(gap(*k + count));
    let farthest = |k: &usize| means[*k].abs().max(means[*k + count - 1].abs());
    let best = places.clone().filter(is_about_zero).max_by(|a, b| widest(a).total_cmp(&widest(b)));
    best.or_else(|| places.min_by(|a, b| farthest(a).total_cmp(&farthest(b)))).unwrap_or(0)
}

/// Returns the eigenvalues of the product over the period of what a scheme makes of two successive states; none where that is not finite.
fn differences(matrices: &[DMatrix<f64>], scheme: DifferenceScheme, step: f64) -> Option<Vec<Complex<f64>>> {
    let n = matrices[0].nrows();
    let one = DMatrix::<f64>::identity(n, n);
    let mut product = DMatrix::identity(2 * n, 2 * n);
    for a in matrices {
        // the next state by this one and the one before
        let [this, before] = match scheme {
            DifferenceScheme::Central => [a * (2.0 * step), one.clone()],
            DifferenceScheme::Backward => {
                let inverse = crate::linalg::inverse(&one * 3.0 - a * (2.0 * step))?;
                [&inverse * 4.0, -inverse]
            }
        };
        let (newer, older) = (product.rows(0, n).into_owned(), product.rows(n, n).into_owned());
        product.rows_mut(0, n).copy_from(&(this * &newer + before * older));
        product.rows_mut(n, n).copy_from(&newer);
    }
    Some(Eigenvalues::of(&product)?.with_conjugates())
}
