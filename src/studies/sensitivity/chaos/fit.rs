//! The polynomial chaos of an output: terms by orthogonal matching pursuit, as many as predict best what they were not chosen by.
//!
//! G. Blatman, B. Sudret, Journal of Computational Physics 230 (2011) 2345-2367; the error is that of five-fold cross-validation with the
//! selection inside each fold, since leaving one member out after it tells far too little. Derivatives as further equations: J. Peng,
//! J. Hampton, A. Doostan, Journal of Computational Physics 310 (2016) 440-458.

use super::sample::{FOLDS, Sample};
use super::terms::{Expansion, count, products};
use crate::linalg::{DMatrix, DVector, Pursuit};

/// The largest degree where none is asked for.
const MOST_DEGREE: usize = 20;
/// Entries that matrices have at most where the degree is free, and where it is asked for.
const ENTRIES: [f64; 2] = [2_097_152.0, 16_777_216.0];
/// Degrees that are tried without an improvement.
const STALE: usize = 4;
/// Terms that are taken without an improvement, and terms at most.
const STALE_TERMS: usize = 12;
const MOST_TERMS: usize = 400;
/// Terms at most per equation.
const SHARE: f64 = 0.6;
/// Errors below this part of the deviation change no index that anyone reads: no further degree is tried.
const NOTHING: f64 = 1e-7;

/// A fit of an output.
pub(super) struct Fit {
    /// The degree of products.
    pub(super) degree: usize,
    /// How many there are of it.
    pub(super) candidates: usize,
    /// The terms of all members.
    pub(super) whole: Expansion,
    /// The terms without each fold.
    pub(super) without: Vec<Expansion>,
    /// The root mean square error of members that terms were not chosen by.
    pub(super) error: f64,
}

/// Returns the equations that polynomials of a degree need: twice as many as products of one input alone.
pub(super) fn needed(inputs: usize, degree: usize) -> usize {
    (2 * (inputs * degree + 1)).max(2 * FOLDS)
}

/// Returns the fit of a degree, or of the one that predicts best; none where equations or memory do not suffice for any.
pub(super) fn fit(sample: &Sample, asked: Option<usize>) -> Option<Fit> {
    let (inputs, equations) = (sample.degrees().len(), sample.equations());
    let entries = |degree: usize| equations as f64 * count(inputs, degree);
    if let Some(degree) = asked {
        return (entries(degree) <= ENTRIES[1]).then(|| of_degree(sample, degree));
    }
    let (mut best, mut stale): (Option<Fit>, usize) = (None, 0);
    for degree in 1..=MOST_DEGREE {
        let fits = needed(inputs, degree) <= equations && entries(degree) <= ENTRIES[usize::from(degree == 1)];
        if !fits || stale >= STALE || best.as_ref().is_some_and(|best| best.error <= NOTHING) {
            break;
        }
        let found = of_degree(sample, degree);
        let better = best.as_ref().is_none_or(|best| found.error < best.error);
        stale = if better { 0 } else { stale + 1 };
        best = if better { Some(found) } else { best };
    }
    best
}

/// Returns the fit by products of a degree.
fn of_degree(sample: &Sample, degree: usize) -> Fit {
    let candidates = products(&sample.degrees(), degree);
    let (matrix, right) = (sample.matrix(&candidates), sample.right());
    let paths: Vec<Path<'_>> = (0..FOLDS).map(|fold| Path::new(sample, (&matrix, &right), fold)).collect();
    let longest = paths.iter().map(|path| path.squares.len()).max().unwrap_or(1);
    let square = |terms: usize| paths.iter().map(|path| path.square(terms)).sum::<f64>();
    let terms = (0..longest).min_by(|a, b| square(*a).total_cmp(&square(*b))).unwrap_or(0);
    let mut whole = Pursuit::new(&matrix, &right, DVector::from_element(right.len(), 1.0));
    whole.take(0);
    for _ in 0..terms {
        let Some(column) = whole.best() else { break };
        whole.take(column);
    }
    let named = |of: &Pursuit<'_>, terms: usize| -> Expansion {
        of.coefficients((terms + 1).min(of.taken())).into_iter().map(|(at, x)| (candidates[at].clone(), x)).collect()
    };
    Fit {
        degree,
        candidates: candidates.len(),
        whole: named(&whole, terms),
        without: paths.iter().map(|path| named(&path.pursuit, terms)).collect(),
        error: (square(terms) / sample.members() as f64).sqrt(),
    }
}

/// Terms that are chosen without a fold, one after the other.
struct Path<'a> {
    pursuit: Pursuit<'a>,
    /// What is wrong in the fold with the constant alone, with one term, and so on.
    squares: Vec<f64>,
}

impl<'a> Path<'a> {
    fn new(sample: &Sample, (matrix, right): (&'a DMatrix<f64>, &DVector<f64>), fold: usize) -> Self {
        let counts = sample.without(fold);
        let most = (SHARE * counts.sum()) as usize;
        let mut pursuit = Pursuit::new(matrix, right, counts);
        pursuit.take(0);
        let mut squares = vec![sample.squares(pursuit.residual(), fold)];
        let mut best = 0;
        while squares.len() < most.min(MOST_TERMS) && squares.len() <= best + STALE_TERMS.max(best / 2) {
            let Some(column) = pursuit.best() else { break };
            pursuit.take(column);
            squares.push(sample.squares(pursuit.residual(), fold));
            best = if squares[squares.len() - 1] < squares[best] { squares.len() - 1 } else { best };
        }
        Self { pursuit, squares }
    }

    fn square(&self, terms: usize) -> f64 {
        self.squares[terms.min(self.squares.len() - 1)]
    }
}
