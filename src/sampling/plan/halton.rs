//! The Halton sequence with random digit shifts.
//!
//! J. Halton, "On the efficiency of certain quasi-random sequences of points in evaluating
//! multi-dimensional integrals", Numerische Mathematik 2 (1960) 84-90: coordinate `j` of
//! point `k` has the digits of `k` in the `j`-th prime base, mirrored at the radix point.
//! Each digit place of each column gets a random shift modulo the base (a digital shift:
//! C. Lemieux, "Monte Carlo and Quasi-Monte Carlo Sampling", Springer 2009, section 6.2),
//! which makes every point uniformly distributed and keeps the evenness of the sequence.

use crate::sampling::hash;

use super::sampled::{Sequence, stream};
use super::{PlanError, PlanInfo};

pub(super) const INFO: PlanInfo = PlanInfo {
    name: "halton",
    help: "low-discrepancy sequence in prime bases, randomly shifted; for few columns",
    keys: "replicates as of sobol",
    sequence: Some(|columns, members, seed| Ok(Box::new(Halton::new(columns, members, seed)?))),
    example: r#"[plan]
kind = "halton"
members = 12
seed = 3
[plan.vary]
mass = { uniform = [1.8, 2.2] } # kg
stiffness = { normal = [300, 10] } # N/m
"#,
};

/// Greatest number of columns; the base of the last one is 311.
const COLUMNS: usize = 64;

/// The digits of a column reach below this resolution: 53 bits.
const RESOLUTION: u64 = 1 << 53;

/// One column: its base and the shift of every digit place, the most significant first.
#[derive(Debug)]
struct Column {
    base: u64,
    shifts: Vec<u64>,
    /// One over the base to the power of the number of digits.
    scale: f64,
}

/// A randomly shifted Halton sequence.
#[derive(Debug)]
struct Halton {
    columns: Vec<Column>,
    members: u64,
}

impl Halton {
    /// Returns the sequence whose shifts `seed` selects.
    fn new(columns: usize, members: u64, seed: u64) -> Result<Self, PlanError> {
        if columns > COLUMNS {
            return Err(PlanError::TooManyColumns { plan: "halton", limit: COLUMNS, found: columns });
        }
        let columns =
            primes(columns).into_iter().enumerate().map(|(index, base)| Column::new(index, base, seed)).collect();
        Ok(Self { columns, members })
    }
}

impl Column {
    /// Makes the column `index` with its shifts.
    #[allow(clippy::cast_precision_loss, reason = "only the ratio to the numerator matters, to the last bit of 53")]
    fn new(index: usize, base: u64, seed: u64) -> Self {
        let mut shifts = Vec::new();
        let mut steps: u64 = 1;
        let mut place: u64 = 0;
        while steps < RESOLUTION {
            let bits = hash::bits(seed, stream(index), place);
            shifts.push(hash::below(bits, base));
            steps *= base;
            place += 1;
        }
        Self { base, shifts, scale: 1.0 / steps as f64 }
    }
}

impl Sequence for Halton {
    #[allow(clippy::cast_precision_loss, reason = "the numerator is rounded to 53 bits on purpose")]
    fn unit(&self, member: u64, column: usize) -> f64 {
        let Some(column) = self.columns.get(column) else {
            return 0.5;
        };
        let mut rest = member;
        let mut numerator: u64 = 0;
        for shift in &column.shifts {
            let digit = (rest % column.base + shift) % column.base;
            rest /= column.base;
            numerator = numerator * column.base + digit;
        }
        hash::clamp_open((numerator as f64 + 0.5) * column.scale)
    }

    /// Returns advice where members are few: two columns fill their common square only after as many points as the
    /// product of their bases.
    fn advice(&self) -> Option<String> {
        let [.., a, b] = self.columns.as_slice() else {
            return None;
        };
        let cells = a.base * b.base;
        (self.members < cells).then(|| {
            format!(
                "the last two of {} columns have the bases {} and {}, so halton covers them \
                 jointly only from {cells} members on, but there are {}: sobol or \
                 latin_hypercube suit better",
                self.columns.len(),
                a.base,
                b.base,
                self.members
            )
        })
    }
}

/// Returns the first `count` prime numbers.
fn primes(count: usize) -> Vec<u64> {
    let mut found: Vec<u64> = Vec::with_capacity(count);
    let mut candidate = 2;
    while found.len() < count {
        if found.iter().all(|prime| candidate % prime != 0) {
            found.push(candidate);
        }
        candidate += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::float_cmp,
        clippy::unwrap_used,
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "tests compare exact values and stop at the first failure"
    )]

    use super::super::tests::{plan, refusal, row};
    use super::*;

    #[test]
    fn bases_are_primes() {
        assert_eq!(primes(10), [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
        assert_eq!(primes(COLUMNS)[COLUMNS - 1], 311);
    }

    /// Without shifts the points are the mirrored digits.
    #[test]
    fn unshifted_points_are_the_known_ones() {
        let mut halton = Halton::new(2, 9, 0).unwrap();
        for column in &mut halton.columns {
            column.shifts.fill(0);
        }
        let known = [(0., 0.), (1. / 2., 1. / 3.), (1. / 4., 2. / 3.), (3. / 4., 1. / 9.)];
        for (member, (x, y)) in (0..).zip(known) {
            assert!((halton.unit(member, 0) - x).abs() < 1e-15);
            assert!((halton.unit(member, 1) - y).abs() < 1e-15);
        }
    }

    /// The first b^m points have one point in each interval of length b^-m.
    #[test]
    fn shifted_points_are_even_in_every_base() {
        let halton = Halton::new(COLUMNS, 1, 5).unwrap();
        for (index, column) in halton.columns.iter().enumerate() {
            let cells = column.base * column.base;
            let mut seen = vec![false; usize::try_from(cells).unwrap()];
            for member in 0..cells {
                let u = halton.unit(member, index);
                assert!(u > 0.0 && u < 1.0);
                let cell = (u * cells as f64) as usize;
                assert!(!seen[cell]);
                seen[cell] = true;
            }
        }
    }

    #[test]
    fn values_are_pinned() {
        assert_eq!(
            row(&plan(&INFO, 64, 2024), 5),
            [0.789_703_880_388_382_2, 2.545_656_489_979_16, 6.699_637_946_945_648]
        );
    }

    #[test]
    fn limits_and_advice_are_told() {
        assert_eq!(refusal(&INFO, 65, 1), "plan `halton` can vary at most 64 parameters, but 65 are varied");
        assert_eq!(plan(&INFO, 100, 0).advice(), None);
        assert!(plan(&INFO, 10, 0).advice().is_some());
    }
}
