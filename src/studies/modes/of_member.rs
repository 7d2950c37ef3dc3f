//! The modes of a member, and which of them is which of another member.

use crate::ensemble::{Linearisation, Modes, StartError, Study};
use crate::linalg::{Complex, DVector, eigenpairs};

/// What nothing holds has a frequency of rounding, rad/s, and a direction in the plane of exponents that means nothing.
const STILL: f64 = 1e-6;

/// Holds a motion x exp(s t) near a state.
#[derive(Clone, Debug)]
pub struct Mode {
    /// The exponent s, 1/s, of those that are conjugate the one above the real axis.
    pub exponent: Complex<f64>,
    /// The increments of coordinates, a number for every velocity, m and rad, those of rotations along the axes of the world or of a
    /// base that turns: of the length 1 with those of velocities.
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
    /// Returns the derivatives of frequency and damping for one of the exponent.
    pub(super) fn slopes(&self, of_exponent: Complex<f64>) -> [f64; 2] {
        let (s, frequency) = (self.exponent, self.frequency());
        let slope = (s.conj() * of_exponent).re / frequency;
        [slope, (s.re * slope / frequency - of_exponent.re) / frequency]
    }
    /// Returns how much two motions are one, from 0 to 1: their increments, and beside these the rates over the frequency, which tell
    /// apart what swings and what dies away in one shape.
    fn assurance(&self, other: &Self) -> f64 {
        let product = self.shape.dotc(&other.shape).norm_sqr();
        let lengths = self.shape.norm_squared() * other.shape.norm_squared();
        let [own, its] = [self, other].map(|mode| (mode.frequency() > STILL).then(|| mode.exponent / mode.frequency()));
        let alike = own.zip(its).map_or(1.0, |(own, its)| (1.0 + own.conj() * its).norm_sqr() / 4.0);
        if lengths > 0.0 { alike * product / lengths } else { 0.0 }
    }
}

/// Holds the modes of a member.
#[derive(Clone, Debug)]
pub struct ModesOfMember {
    /// The modes of the lowest frequencies, by these.
    pub modes: Vec<Mode>,
    /// The largest acceleration in the state, m/s^2 or rad/s^2.
    pub unbalanced: f64,
    /// The part by which the linear equations change as the motion of the state goes on.
    pub unsteady: f64,
}

/// The reason why a member has no modes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum NoModes {
    /// It has no start.
    NoStart(StartError),
    /// Its matrix is not finite, or has no eigenvalues.
    NotFound,
}

impl ModesOfMember {
    /// Finds the modes of a member with these values of all parameters.
    pub(super) fn new(study: &Study, modes: &Modes, parameters: &[f64]) -> Result<Self, NoModes> {
        let found = study.linearised(modes, parameters).map_err(NoModes::NoStart)?;
        Self::of(&found, modes.count)
    }

    /// Finds the modes of linear equations.
    pub(super) fn of(found: &Linearisation, count: usize) -> Result<Self, NoModes> {
        let positions = found.basis.nrows() / 2;
        let increments = found.basis.rows(0, positions).map(|x| Complex::new(x, 0.0));
        // some more, among which those that are looked for are found again
        let pairs = eigenpairs(&found.matrix, 2 * count + 8).ok_or(NoModes::NotFound)?;
        let mut all: Vec<Mode> =
            (pairs.into_iter()).map(|pair| Mode { exponent: pair.value, shape: &increments * pair.vector }).collect();
        all.sort_by(|a, b| {
            let [a, b] = [a, b].map(|mode| [mode.frequency(), mode.exponent.re]);
            a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1]))
        });
        let unbalanced = found.rates.iter().fold(0.0, |most: f64, rate| most.max(rate.abs()));
        Ok(Self { modes: all, unbalanced, unsteady: found.unsteady })
    }

    /// Returns the modes that are those of another member, in their order, by how much their shapes are one: the surest are chosen
    /// first.
    pub(super) fn followed_from(&self, others: &[Mode]) -> Vec<Option<&Mode>> {
        let mut pairs: Vec<(f64, usize, usize)> = Vec::with_capacity(others.len() * self.modes.len());
        for (k, other) in others.iter().enumerate() {
            pairs.extend(self.modes.iter().enumerate().map(|(i, mode)| (other.assurance(mode), k, i)));
        }
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
        let (mut followed, mut taken) = (vec![None; others.len()], vec![false; self.modes.len()]);
        for (_, k, i) in pairs {
            if followed[k].is_none() && !taken[i] {
                (followed[k], taken[i]) = (Some(&self.modes[i]), true);
            }
        }
        followed
    }
}
