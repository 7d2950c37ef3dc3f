//! Sums of harmonics with random phases: a stationary Gaussian process of a given spectrum, by spectral representation (Shinozuka and
//! Deodatis 1991, Simulation of stochastic processes by spectral representation).

use crate::num::{Real, hash};
use std::f64::consts::TAU;

/// Phases are multiples of 1/4096 of a turn, made of two halves of a number of 24 bits: whole numbers that every precision computes
/// exactly.
const HALF: f64 = 4096.0;
/// How many different numbers of phases there are.
pub const PHASE_NUMBERS: u64 = 1 << 24;

/// Holds harmonics at the middles of equal parts of a range of frequencies.
#[derive(Clone, Debug, PartialEq)]
pub struct Harmonics {
    /// The lowest frequency of the range, Hz.
    pub from: f64,
    /// The highest frequency of the range, Hz.
    pub to: f64,
    /// How many harmonics there are.
    pub count: usize,
}

impl Harmonics {
    fn width(&self) -> f64 {
        (self.to - self.from) / self.count as f64
    }

    /// Returns the frequencies, Hz.
    pub fn frequencies(&self) -> impl Iterator<Item = f64> {
        let (from, width) = (self.from, self.width());
        (0..self.count).map(move |k| from + (k as f64 + 0.5) * width)
    }

    /// Returns the time after which the phases of all harmonics have the same differences again, s.
    pub fn period(&self) -> f64 {
        self.width().recip()
    }

    /// Returns the process, or its derivative of an order, at a time (s): `densities` are values of the one-sided power spectral
    /// density at the frequencies, `number` which of the [`PHASE_NUMBERS`] sets of phases.
    pub fn at<R: Real>(&self, time: R, order: usize, densities: &[R], number: R) -> R {
        let high = number.scale(HALF.recip()).floor();
        let low = number - high.scale(HALF);
        let turns = |k: usize| {
            // factors that have nothing to do with each other make phases of which any few are independent
            let factor = |stream: u64| (hash::bits(0x5eed, stream, k as u64) % HALF as u64) as f64;
            let whole = |x: R| x - x.scale(HALF.recip()).floor().scale(HALF);
            whole(whole(low.scale(factor(1))) + whole(high.scale(factor(2)))).scale(HALF.recip())
        };
        // amplitudes a exp(i phi) (2 pi i f)^order, so that the sum is their real part times exp(2 pi i f t)
        let amplitudes: Vec<[R; 2]> = densities
            .iter()
            .zip(self.frequencies())
            .enumerate()
            .map(|(k, (density, frequency))| {
                let size = density.scale(2.0 * self.width()).sqrt().scale((TAU * frequency).powi(order as i32));
                let (sine, cosine) = turns(k).scale(TAU).sin_cos();
                let (real, imaginary) = (size * cosine, size * sine);
                match order % 4 {
                    0 => [real, imaginary],
                    1 => [-imaginary, real],
                    2 => [-real, -imaginary],
                    _ => [imaginary, -real],
                }
            })
            .collect();
        // a polynomial in exp(2 pi i width t), times the first harmonic
        let (sine, cosine) = time.scale(TAU * self.width()).sin_cos();
        let sum = amplitudes
            .into_iter()
            .rev()
            .reduce(|[x, y], [a, b]| [x * cosine - y * sine + a, x * sine + y * cosine + b]);
        let [x, y] = sum.unwrap_or([R::zero(); 2]);
        let (sine, cosine) = time.scale(TAU * (self.from + 0.5 * self.width())).sin_cos();
        x * cosine - y * sine
    }
}
