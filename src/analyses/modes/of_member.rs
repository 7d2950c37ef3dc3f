//! The modes of a member, and whether motions grow.

use super::near::NearStarts;
use crate::analyses::linearised::Linearisation;
use crate::ensemble::StartError;
use crate::linalg::{Complex, DMatrix, DVector, Eigenpair, Eigenvalues, Svd, WithoutZeros};

/// What stands apart from the span of others by less moves nothing else.
const DEPENDENT: f64 = 1e-9;
/// Real parts are known but for this part of the largest exponent, for every one of these, before they are looked at one by one.
const UNCERTAIN: f64 = 1e-15;

/// Holds a motion x exp(s t) near a state.
#[derive(Clone, Debug)]
pub struct Mode {
    /// The exponent s, 1/s, of those that are conjugate the one above the real axis.
    pub exponent: Complex<f64>,
    /// The increments of coordinates and of values of first order, a number for every velocity, m and rad, those of rotations along the
    /// axes of the world or of a base that turns: of the length 1 with those of velocities.
    pub shape: DVector<Complex<f64>>,
}

impl Mode {
    /// Returns the magnitude of the exponent, rad/s: the frequency without damping.
    pub fn frequency(&self) -> f64 {
        self.exponent.norm()
    }
    /// Returns the part of the exponent's magnitude by which the motion dies away; negative where it grows.
    pub fn damping(&self) -> f64 {
        let frequency = self.frequency();
        if frequency > 0.0 { -self.exponent.re / frequency } else { 0.0 }
    }
    /// Tells whether the exponent is one of a pair; else it is real.
    pub fn is_pair(&self) -> bool {
        self.exponent.im > 0.0
    }
    /// Returns the derivatives of frequency and damping for one of the exponent.
    pub(super) fn slopes(&self, of_exponent: Complex<f64>) -> [f64; 2] {
        let (s, frequency) = (self.exponent, self.frequency());
        let slope = (s.conj() * of_exponent).re / frequency;
        [slope, (s.re * slope / frequency - of_exponent.re) / frequency]
    }
}

/// Holds the modes of a member.
#[derive(Clone, Debug)]
pub struct ModesOfMember {
    /// The modes of the lowest frequencies, by these, without rigid motions.
    pub modes: Vec<Mode>,
    /// How many exponents are zero.
    pub(super) zeros: usize,
    /// What has such an exponent, in the place of a mode that nothing brings back here.
    pub(super) still: Mode,
    /// The number of rigid motions: those that nothing brings back, whose exponents are zero.
    pub rigid_motions: usize,
    /// The largest real part of all exponents, 1/s: zero where it is no more than rounding; none where nothing moves.
    pub growth: Option<f64>,
    /// The largest acceleration in the state, m/s^2 or rad/s^2.
    pub unbalanced: f64,
    /// Whether forces balance in the state.
    pub is_balanced: bool,
    /// The part by which the linear equations change as the motion of the state goes on.
    pub unsteady: f64,
}

/// The reason why a member has no modes.
#[derive(Clone, Debug, PartialEq)]
pub enum NoModes {
    /// It has no start.
    NoStart(StartError),
    /// Its matrix is not finite, or has no eigenvalues.
    NotFound,
}

impl ModesOfMember {
    /// Finds the modes of a member with these values of all parameters.
    ///
    /// # Errors
    /// Why there are none.
    pub fn new(near: &NearStarts, parameters: &[f64]) -> Result<Self, NoModes> {
        let found = near.linearised(parameters).map_err(NoModes::NoStart)?;
        Self::of(&found, near.asked.count)
    }

    /// Finds the modes of linear equations.
    pub(super) fn of(found: &Linearisation, count: usize) -> Result<Self, NoModes> {
        let Linearisation { matrix, basis, rounding, .. } = found;
        if matrix.iter().chain(rounding).any(|x| !x.is_finite()) {
            return Err(NoModes::NotFound);
        }
        let moving = WithoutZeros::new(matrix.clone(), rounding.clone());
        let mut spectrum = Spectrum::new(&moving).ok_or(NoModes::NotFound)?;
        // some more, among which those that are looked for are found again
        let most = 2 * count + 8;
        let numbers: Vec<usize> = spectrum.lowest(most);
        let mut all = Vec::with_capacity(numbers.len());
        for number in numbers {
            let pair = spectrum.pair(number).ok_or(NoModes::NotFound)?;
            let whole = moving.whole(pair.value, &pair.vector);
            all.push(Mode { exponent: pair.value, shape: increments(basis, &whole) });
        }
        all.sort_by(|a, b| {
            let [a, b] = [a, b].map(|mode| [mode.frequency(), mode.exponent.re]);
            a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1]))
        });
        let unbalanced = found.rates.iter().fold(0.0, |most: f64, rate| most.max(rate.abs()));
        let growth = spectrum.growth().ok_or(NoModes::NotFound)?;
        let zeros = (moving.count() > 0).then_some(0.0);
        Ok(Self {
            modes: all,
            zeros: moving.count(),
            still: Mode { exponent: Complex::from(0.0), shape: DVector::zeros(basis.nrows() / 2) },
            rigid_motions: rigid_motions(&moving.null_space(matrix.nrows()), basis),
            growth: growth.into_iter().chain(zeros).reduce(f64::max),
            unbalanced,
            is_balanced: found.is_balanced(),
            // what is no mode has no equations that change
            unsteady: if moving.matrix.is_empty() { 0.0 } else { found.unsteady },
        })
    }
}

/// Returns the increments of coordinates, and those of values of first order in the places of these among velocities.
fn increments(basis: &DMatrix<f64>, whole: &DVector<Complex<f64>>) -> DVector<Complex<f64>> {
    let positions = basis.nrows() / 2;
    let all = basis.map(Complex::from) * whole;
    let moves = |i: usize| basis.row(i).iter().any(|x| *x != 0.0);
    let is_held = |i: usize| basis.row(positions + i).iter().all(|x| *x == 0.0);
    DVector::from_fn(positions, |i, _| if moves(i) || is_held(i) { all[i] } else { all[positions + i] })
}

/// Counts the null vectors that move bodies: others are values that stay what they are.
fn rigid_motions(null: &DMatrix<f64>, basis: &DMatrix<f64>) -> usize {
    let mut all = null.clone();
    all.column_iter_mut().for_each(|mut column| {
        column.normalize_mut();
    });
    let moved = Svd::new(&(basis.rows(0, basis.nrows() / 2) * all), 0.0);
    moved.values().iter().filter(|moved| **moved > DEPENDENT).count()
}

/// All exponents that are not zero, and their eigenvectors where these are asked for.
struct Spectrum<'a> {
    moving: &'a WithoutZeros,
    values: Eigenvalues,
    pairs: Vec<Option<Eigenpair>>,
}

impl<'a> Spectrum<'a> {
    fn new(moving: &'a WithoutZeros) -> Option<Self> {
        let values = Eigenvalues::of(&moving.matrix)?;
        let pairs = vec![None; values.values().len()];
        Some(Self { moving, values, pairs })
    }

    /// Returns the numbers of so many of the lowest exponents, and of as many more that are real: roots of pairs far from the other one.
    fn lowest(&self, most: usize) -> Vec<usize> {
        let values = self.values.values();
        let lowest = 0..most.min(values.len());
        let others = (lowest.end..values.len()).filter(|number| values[*number].im == 0.0).take(most);
        lowest.clone().chain(others).collect()
    }

    fn pair(&mut self, number: usize) -> Option<&Eigenpair> {
        if self.pairs[number].is_none() {
            self.pairs[number] = Some(self.values.pair(number)?);
        }
        self.pairs[number].as_ref()
    }

    /// Returns the largest real part of an exponent that is not zero, if there is one: as zero where rounding alone makes it positive or
    /// negative. None where it is not found.
    fn growth(&mut self) -> Option<Option<f64>> {
        let values = self.values.values().to_vec();
        let largest = values.iter().fold(0.0f64, |most, value| most.max(value.norm()));
        let uncertain = UNCERTAIN * values.len() as f64 * largest;
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|a, b| values[*b].re.total_cmp(&values[*a].re));
        // those that are known well
        let (known, others): (Vec<usize>, Vec<usize>) = order.into_iter().partition(|k| self.pairs[*k].is_some());
        let mut growth: Option<f64> = None;
        for number in known.iter().chain(&others) {
            let is_less = growth.is_some_and(|growth| values[*number].re <= growth + uncertain);
            if self.pairs[*number].is_none() && is_less {
                break;
            }
            let (moving, near) = (self.moving, self.values.near(*number));
            let pair = self.pair(*number)?;
            let error = pair.error(&moving.rounding, (largest, near));
            let real = if pair.value.re.abs() <= error { 0.0 } else { pair.value.re };
            growth = Some(growth.map_or(real, |growth| growth.max(real)));
        }
        Some(growth)
    }
}
