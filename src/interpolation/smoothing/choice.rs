//! How the factor of smoothing is chosen.

use super::linear::{Increments, Linear};

/// Says how the factor of smoothing is chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Smoothing {
    /// It is this, s to the power of twice the order less one: zero leaves rows as they are, an infinite one makes the smoothest motion.
    Factor(f64),
    /// By generalised cross-validation (Craven and Wahba 1979): what rows that are left out are predicted best by, on average.
    CrossValidation,
    /// By standard deviations that are known: the least estimate of the error (Mallows 1973).
    Deviations,
}

/// Scores factors.
pub(super) struct Scores {
    /// The variance of a row whose weight is one, where it is known.
    pub(super) variance: Option<f64>,
    /// The least inverse of a factor, as a part of that which leaves half of the freedom.
    pub(super) least_inverse: f64,
}

/// Powers of eight that factors are looked for over, on either side of the one that leaves half of the freedom, and steps of a search by
/// the golden section between them.
const POWERS: i32 = 16;
const SECTIONS: usize = 20;
/// The part of the freedom that is taken away at least: below, rounding decides.
const LEAST_REMOVED: f64 = 1e-4;

impl Scores {
    /// Returns the inverse of the factor; none where rows stay as they are.
    ///
    /// # Errors
    /// Where deviations are needed and not known: a message.
    pub(super) fn chosen(&self, linear: &Linear<'_>, how: Smoothing) -> Result<Option<f64>, String> {
        let rows = linear.counting() as f64;
        let middle = self.middle(linear);
        if let Smoothing::Factor(factor) = how {
            return Ok((factor > 0.0).then(|| (1.0 / factor).max(self.least_inverse * middle)));
        }
        if how == Smoothing::Deviations && self.variance.is_none() {
            return Err("standard deviations are not known; accepted: those of every row, or of all".into());
        }
        let score = |power: f64| {
            let inverse = middle * 8f64.powf(power);
            let Some(Increments { of_counting: [left, removed], .. }) = linear.solve(inverse) else {
                return f64::INFINITY;
            };
            if removed < LEAST_REMOVED * 3.0 * rows {
                return f64::INFINITY;
            }
            match self.variance.filter(|_| how == Smoothing::Deviations) {
                Some(variance) => left / variance - 2.0 * removed,
                None => left / (removed * removed),
            }
        };
        let least = if self.least_inverse > 0.0 {
            (self.least_inverse.log2() / 3.0).max(-f64::from(POWERS))
        } else {
            -f64::from(POWERS)
        };
        let powers = (-POWERS..=POWERS).map(f64::from).filter(|power| *power >= least);
        let Some((best, found)) = powers.map(|power| (power, score(power))).min_by(|a, b| a.1.total_cmp(&b.1)) else {
            return Ok(None);
        };
        if !found.is_finite() {
            return Ok(None);
        }
        // by the golden section, between the neighbours of the best
        let golden = 0.5 * (5f64.sqrt() - 1.0);
        let (mut from, mut to) = ((best - 1.0).max(least), best + 1.0);
        let [mut a, mut b] = [to - golden * (to - from), from + golden * (to - from)];
        let [mut at_a, mut at_b] = [score(a), score(b)];
        for _ in 0..SECTIONS {
            if at_a <= at_b {
                (to, b, at_b) = (b, a, at_a);
                a = to - golden * (to - from);
                at_a = score(a);
            } else {
                (from, a, at_a) = (a, b, at_b);
                b = from + golden * (to - from);
                at_b = score(b);
            }
        }
        Ok(Some(middle * 8f64.powf(0.5 * (from + to))))
    }

    /// Returns the inverse of the factor that takes away about half of what can be.
    fn middle(&self, linear: &Linear<'_>) -> f64 {
        // where the sum of both matrices has parts of equal size on its diagonal
        let squares = linear.factors.iter().zip(linear.roughness.gram.iter()).map(|(factors, gram)| {
            let sum: f64 = factors
                .iter()
                .map(|(k, block)| block.to_array().iter().map(|x| x * x).sum::<f64>() / (3.0 * linear.weights[*k]))
                .sum();
            sum / gram[0].1
        });
        squares.sum::<f64>() / linear.factors.len() as f64
    }
}
