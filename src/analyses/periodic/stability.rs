//! What is known of the multipliers of a motion: which of them tell of growth, and how far they can be trusted.
//!
//! The largest multiplier alone is a trap: with few steps per period of a fast mode that mode leaves the unit circle by itself, while slow
//! ones are right to many digits. So the period is integrated once more with half the step, and every mode is looked for there by its
//! frequency, and where that moves by its shape: the eigenvalue nearest to the Rayleigh quotient of its eigenvector. Growth is what both agree on.

use super::cyclic::monodromy;
use super::map::State;
use super::motion::{Guess, NoOrbit, Orbit};
use super::orbit::Search;
use super::{Period, Periodic};
use crate::linalg::{Complex, DMatrix, DVector, Eigenvalues};

/// A growth is confirmed where the check differs from it by up to this part of it, or multiplies by no more in a period.
const CONFIRMED: (f64, f64) = (0.5, 1e-6);
/// The mean of the trace is known where twice the times change its integral by less; times of a period at first, and at most.
const TRACE: (f64, [usize; 2]) = (1e-10, [8, 512]);

/// Eigenvalues are one where half the step moves them by up to this part.
const SAME: f64 = 1e-3;

/// What is known of the multipliers of a motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Stability {
    /// The largest magnitude of a multiplier whose growth is confirmed, or where that is none the largest of one that grows with the step and with half
    /// of it; of an unknown period without that of the motion itself.
    pub largest: f64,
    /// Its logarithm over the period, 1/s.
    pub growth: f64,
    /// By how much its exponent changes with half the step, 1/s; not a number where that is not asked for, and where the multiplier is rounding
    /// beside others.
    pub growth_error: f64,
    /// The larger growth that half the step does not confirm, and what it becomes there, 1/s.
    pub unconfirmed: Option<[f64; 2]>,
    /// The part by which the determinant of the matrix of the period differs from the exponential of the integral of the trace; not a
    /// number where constraints hold or what switches lets volumes jump.
    pub liouville_error: f64,
    /// The part by which the matrix of the period changes the rate of the motion, which is an eigenvector with the multiplier one where
    /// nothing depends on the time.
    pub trivial_error: f64,
}

/// The name and the unit of a column, and what it tells.
pub(super) type StabilityColumn = (&'static str, &'static str, fn(&Stability) -> f64);

/// The magnitude of a multiplier that is rounding, as a part of the norm of the matrix of the period.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// The growth of a mode.
#[derive(Clone, Copy)]
struct Growth {
    /// With the step, 1/s.
    own: f64,
    /// With half of it, 1/s.
    finer: f64,
    /// The error of the first, 1/s: by how much the exponent changes, its frequency with it, since how far that is from a resonance decides the
    /// growth, and what is rounding; not a number where all is that.
    error: f64,
}

impl Growth {
    /// Returns the growth of a multiplier, by what it becomes with half the step, over a period, s; what is smaller than some magnitude is rounding.
    fn of([own, finer]: [Complex<f64>; 2], (period, rounding): (f64, f64)) -> Self {
        let [by_own, by_finer] = [own, finer].map(|m| m.norm().ln() / period);
        let change = |other: Complex<f64>| (other / own).ln().norm();
        let rounded = rounding / own.norm();
        let error = (change(finer).min(change(finer.conj())) + rounded) / period;
        Self { own: by_own, finer: by_finer, error: if rounded < 1.0 { error } else { f64::NAN } }
    }

    /// Tells whether half the step confirms it.
    fn is_confirmed(&self, period: f64) -> bool {
        let change = (self.finer - self.own).abs();
        change <= CONFIRMED.0 * self.own.abs() || change * period <= CONFIRMED.1
    }
}

impl Stability {
    /// Returns what is told of the multipliers of motions: a column each, with its value.
    pub(super) fn columns(asked: &Periodic) -> Vec<StabilityColumn> {
        let all: [(bool, StabilityColumn); 5] = [
            (true, ("max_multiplier", "1", |found| found.largest)),
            (true, ("growth", "1/s", |found| found.growth)),
            (asked.is_checked, ("growth_error", "1/s", |found| found.growth_error)),
            (asked.is_checked, ("liouville_error", "1", |found| found.liouville_error)),
            (matches!(asked.period, Period::Unknown(..)), ("trivial_error", "1", |found| found.trivial_error)),
        ];
        all.into_iter().filter(|(is_told, _)| *is_told).map(|(_, column)| column).collect()
    }

    /// Returns what the growths of modes over a period, s, tell, by falling magnitude of multipliers.
    fn of(all: &[Growth], period: f64) -> Self {
        let grows = |growth: f64| growth * period > CONFIRMED.1;
        let confirmed = all.iter().position(|growth| growth.is_confirmed(period));
        // what grows with the step and with half of it is not called stable, however much the two differ
        let leading = match confirmed {
            Some(at) if grows(all[at].own) => confirmed,
            _ => all.iter().position(|growth| grows(growth.own) && grows(growth.finer)).or(confirmed),
        };
        let is_told_of = |first: &&Growth| leading != Some(0) && first.own > 0.0 && first.finer.is_finite();
        let none = Growth { own: f64::NAN, finer: f64::NAN, error: f64::NAN };
        let Growth { own: growth, error, .. } = all.get(leading.unwrap_or(0)).copied().unwrap_or(none);
        Self {
            largest: (growth * period).exp(),
            growth,
            growth_error: error,
            unconfirmed: all.first().filter(is_told_of).map(|first| [first.own, first.finer]),
            liouville_error: f64::NAN,
            trivial_error: f64::NAN,
        }
    }
}

impl Search<'_> {
    /// Returns what is known of the multipliers of a motion; nothing where the search is stopped.
    pub(super) fn stability(&self, orbit: &Orbit) -> Option<Stability> {
        let is_free = matches!(self.map.asked.period, Period::Unknown(..));
        let mut own = orbit.multipliers.clone();
        if is_free {
            let nearest = (0..own.len()).min_by(|i, j| (own[*i] - 1.0).norm().total_cmp(&(own[*j] - 1.0).norm()));
            nearest.map(|nearest| own.remove(nearest));
        }
        let period = orbit.at.period;
        let of = |rounding: f64, pairs: Vec<[Complex<f64>; 2]>| {
            let all: Vec<Growth> = pairs.into_iter().map(|pair| Growth::of(pair, (period, rounding))).collect();
            Stability::of(&all, period)
        };
        let mut found = if self.map.asked.is_checked {
            let finer = self.finer(&orbit.at)?;
            let mut partners = Partners::new(&orbit.monodromy, finer.as_ref());
            let none = Complex::new(f64::NAN, f64::NAN);
            let pairs = own.iter().map(|m| [*m, partners.of(*m).unwrap_or(none)]).collect();
            let liouville_error = self.liouville_error(orbit)?;
            Stability { liouville_error, ..of(ROUNDING * orbit.monodromy.norm(), pairs) }
        } else {
            Stability { growth_error: f64::NAN, ..of(0.0, own.iter().map(|m| [*m; 2]).collect()) }
        };
        if is_free {
            found.trivial_error = self.trivial_error(orbit);
        }
        Some(found)
    }

    /// Returns the matrix of the period with half the step; none within where a leg fails, none where the search is stopped.
    fn finer(&self, at: &Guess) -> Option<Option<DMatrix<f64>>> {
        match self.course(at, true) {
            Ok(course) => Some(self.links(at, &course).map(|links| monodromy(&links))),
            Err(NoOrbit::Stopped) => None,
            Err(_) => Some(None),
        }
    }

    /// Returns the part by which the matrix of the period changes the rate of the motion.
    fn trivial_error(&self, orbit: &Orbit) -> f64 {
        let rate = self.map.rates(&self.at(&orbit.at), &orbit.at.states[0], 0.0);
        rate.map_or(f64::NAN, |rate| {
            let rate = orbit.basis.tr_mul(&rate);
            (&orbit.monodromy * &rate - &rate).norm() / rate.norm()
        })
    }

    /// Returns the part by which the determinant of the matrix of the period differs from what Liouville's formula says; nothing where the
    /// search is stopped.
    fn liouville_error(&self, orbit: &Orbit) -> Option<f64> {
        let study = &self.map.flow.study;
        let jumps = study.held_sides() > 0 || study.mechanism.has_instants() || !study.mechanism.events.is_empty();
        // with constraints a trace takes as long as many steps: of a four-bar ten times as long as its motion
        if jumps || study.constraint_count() > 0 {
            return Some(f64::NAN);
        }
        match self.trace_integral(&orbit.at) {
            Ok([integral, left]) => Some((orbit.log_determinant - integral).exp_m1().abs().max(left)),
            Err(NoOrbit::Stopped) => None,
            Err(_) => Some(f64::NAN),
        }
    }

    /// Returns the integral of the trace of the linear equations over the period, and by how much the last doubling of the number of
    /// times has changed it. Times are equally spaced: the mean of a smooth periodic function converges faster than any power of them.
    fn trace_integral(&self, at: &Guess) -> Result<[f64; 2], NoOrbit> {
        let (parameters, [period, ..]) = (self.at(at), self.period(at));
        let single = period / self.periods as f64;
        let (tolerance, [fewest, most]) = TRACE;
        let (mut states, mut sum, mut before) = (at.states.clone(), 0.0, f64::NAN);
        let traces = |states: &[State], [first, every]: [usize; 2], count: usize| -> Option<f64> {
            let own = states.iter().enumerate().skip(first).step_by(every);
            own.map(|(k, state)| {
                let time = period * k as f64 / count as f64;
                self.map.trace(&parameters, state, time)
            })
            .sum()
        };
        loop {
            let count = states.len();
            if count >= fewest {
                let is_first = before.is_nan() && sum == 0.0;
                let new = if is_first { [0, 1] } else { [1, 2] };
                sum += traces(&states, new, count).ok_or(NoOrbit::Diverged)?;
                let integral = period * sum / count as f64;
                let left = (integral - before).abs();
                if left <= tolerance * (1.0 + integral.abs()) || 2 * count > most {
                    return Ok([integral, left]);
                }
                before = integral;
            }
            let half = period / (2 * count) as f64;
            let leg = |(k, state): (usize, &State)| {
                let begin = 2.0 * half * k as f64;
                self.map.plain_leg_of(&parameters, state, ([begin, begin + half], single))
            };
            let legs = states.iter().enumerate().map(leg).collect::<Option<Vec<_>>>().ok_or(NoOrbit::Diverged)?;
            let between = self.arrived(legs)?;
            states = states.into_iter().zip(between).flat_map(|(a, b)| [a, b]).collect();
        }
    }
}

/// The eigenvalues of the matrix of a period with half the step, each the partner of one with the step.
struct Partners<'a> {
    own: Option<Eigenvalues>,
    finer: Option<(&'a DMatrix<f64>, Vec<Complex<f64>>)>,
}

impl<'a> Partners<'a> {
    fn new(own: &DMatrix<f64>, finer: Option<&'a DMatrix<f64>>) -> Self {
        let finer = finer.and_then(|finer| Some((finer, Eigenvalues::of(finer)?.with_conjugates())));
        Self { own: Eigenvalues::of(own), finer }
    }

    /// Returns what an eigenvalue becomes: the one that is nearest to it, or where it moves to the Rayleigh quotient of its eigenvector.
    fn of(&mut self, value: Complex<f64>) -> Option<Complex<f64>> {
        let (own, (finer, values)) = (self.own.as_mut()?, self.finer.as_ref()?);
        let nearest =
            |to: Complex<f64>| values.iter().copied().min_by(|a, b| (a - to).norm().total_cmp(&(b - to).norm()));
        if let Some(same) = nearest(value).filter(|other| (other - value).norm() <= SAME * value.norm()) {
            return Some(same);
        }
        let upper = Complex::new(value.re, value.im.abs());
        let distance = |k: &usize| (own.values()[*k] - upper).norm();
        let number = (0..own.values().len()).min_by(|i, j| distance(i).total_cmp(&distance(j)))?;
        let pair = own.pair(number)?;
        let vector: &DVector<Complex<f64>> = &pair.vector;
        let quotient = vector.dotc(&(finer.map(Complex::from) * vector));
        nearest(quotient)
    }
}
