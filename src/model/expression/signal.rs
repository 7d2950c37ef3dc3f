//! Where a signal has values, and where its corners are.

use super::tree::Signal;
use crate::interpolation::{Outside, SampledFunction};
use crate::num::Real;
use crate::num::elementary::not_a_number;

impl Signal {
    /// Tells whether a place beyond a range of samples is at one of its ends but for rounding.
    pub fn is_at_end([first, last]: [f64; 2], place: f64) -> bool {
        let near = SampledFunction::NEAR * (last - first);
        (place - first).abs() <= near || (place - last).abs() <= near
    }

    /// Returns the places of the first and the last sample for values of the parameters, of what has no value outside of them.
    pub fn limits(&self, parameters: &[f64]) -> Option<[f64; 2]> {
        match self {
            _ if !self.is_limited() => None,
            Self::Samples(samples) => Some(samples.range()),
            Self::Family(family, number) => family.range(parameters[*number]),
            Self::Spectrum(_) => None,
        }
    }

    /// Returns the places of the first and the last sample for values of the parameters, and what it is outside of them, of what keeps
    /// one value there.
    pub fn kept(&self, parameters: &[f64]) -> Option<([f64; 2], Outside)> {
        let (range, outside) = match self {
            Self::Samples(samples) => (samples.range(), samples.outside()),
            Self::Family(family, number) => (family.range(parameters[*number])?, family.outside()),
            Self::Spectrum(_) => return None,
        };
        matches!(outside, Outside::Hold | Outside::Zero).then_some((range, outside))
    }

    /// Tells whether the signal has no value outside of its samples.
    pub fn is_limited(&self) -> bool {
        match self {
            Self::Samples(samples) => samples.outside() == Outside::Nothing,
            Self::Family(family, _) => family.outside() == Outside::Nothing,
            Self::Spectrum(_) => false,
        }
    }

    /// Says whether the signal has corners.
    pub fn has_corners(&self) -> bool {
        match self {
            Self::Samples(samples) => samples.has_corners(),
            Self::Family(family, _) => family.has_corners(),
            Self::Spectrum(_) => false,
        }
    }

    /// Returns the order of the lowest derivative, of the signal's derivative of an order, that may jump somewhere: steps end there. It does not depend
    /// on samples, so that a member among others makes the steps that it makes alone.
    pub fn grade(&self, order: usize) -> Option<usize> {
        match self {
            Self::Samples(samples) => samples.grade(order),
            Self::Family(family, _) => family.grade(order),
            Self::Spectrum(_) => None,
        }
    }

    /// Says whether the signal is continuous, whatever its samples are.
    pub fn is_continuous(&self) -> bool {
        match self {
            Self::Samples(samples) => samples.is_continuous(),
            Self::Family(family, _) => family.is_continuous(),
            Self::Spectrum(_) => true,
        }
    }

    /// Says whether the value or a derivative up to an order may jump at a corner.
    pub fn jumps(&self, order: usize) -> bool {
        match self {
            Self::Samples(samples) => samples.jumps(order),
            // of many functions one may
            Self::Family(family, _) => family.has_corners(),
            Self::Spectrum(_) => false,
        }
    }

    /// Returns how far the next corner is from a place, for values of the parameters: above it, or `below`.
    pub fn to_corner<R: Real>(&self, parameters: &[R], place: R, below: bool) -> R {
        match (self, below) {
            (Self::Samples(samples), false) => samples.to_next_corner(place),
            (Self::Samples(samples), true) => samples.to_last_corner(place),
            (Self::Family(family, number), false) => family.to_next_corner(parameters[*number], place),
            (Self::Family(family, number), true) => family.to_last_corner(parameters[*number], place),
            (Self::Spectrum(_), _) => not_a_number(place),
        }
    }

    /// Returns the largest magnitude of a place of a sample, for values of the parameters.
    pub fn largest_place<R: Real>(&self, parameters: &[R]) -> R {
        match self {
            Self::Samples(samples) => R::constant(samples.range().map(f64::abs).into_iter().fold(0.0, f64::max)),
            Self::Family(family, number) => family.largest_place(parameters[*number]),
            Self::Spectrum(_) => R::zero(),
        }
    }

    /// Returns the position of a place among the stretches between corners, for values of the parameters: a whole number at every corner.
    pub(super) fn position<R: Real>(&self, place: R, parameters: &[R]) -> R {
        match self {
            Self::Samples(samples) => samples.position(place),
            Self::Family(family, number) => family.position(parameters[*number], place),
            Self::Spectrum(_) => R::zero(),
        }
    }

    /// Returns the derivative of an order at a place on a stretch between corners, for values of the parameters.
    pub(super) fn at_on<R: Real>(&self, [stretch, place]: [R; 2], order: usize, parameters: &[R]) -> R {
        match self {
            Self::Samples(samples) => samples.at_on(stretch, place, order),
            Self::Family(family, number) => family.at_on(parameters[*number], [stretch, place], order),
            Self::Spectrum(_) => self.at(place, order, parameters),
        }
    }

    /// Returns the derivative of an order at a place, for values of the parameters.
    pub(super) fn at<R: Real>(&self, place: R, order: usize, parameters: &[R]) -> R {
        match self {
            Self::Samples(samples) => samples.at(place, order),
            Self::Family(family, number) => family.at(parameters[*number], place, order),
            Self::Spectrum(spectrum) => {
                let densities = spectrum.densities(parameters);
                spectrum.harmonics.at(place, order, &densities, parameters[spectrum.number()])
            }
        }
    }
}
