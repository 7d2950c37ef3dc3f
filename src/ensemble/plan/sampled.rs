//! Plans made of a sequence of points in the unit cube and a distribution per column.

use std::fmt::Debug;
use std::str::FromStr;

use crate::ensemble::distribution::Distribution;

use super::halton::Halton;
use super::latin_hypercube::LatinHypercube;
use super::random::Random;
use super::sobol::Sobol;
use super::{PlanError, Rule};

/// Points in the open unit cube, by number.
pub(super) trait Sequence: Debug + Send + Sync {
    /// Coordinate `column` of point `member`, in the open interval (0, 1).
    fn unit(&self, member: u64, column: usize) -> f64;

    /// Something the user should know about this combination of settings, if anything.
    fn advice(&self) -> Option<String> {
        None
    }
}

/// The ways to spread members over the ranges of the varied parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sampler {
    /// Independent random numbers.
    Random,
    /// One member in each of as many equal slices of a column as there are members.
    LatinHypercube,
    /// Randomly shifted Halton sequence.
    Halton,
    /// Scrambled Sobol' sequence.
    Sobol,
}

impl Sampler {
    /// All samplers.
    pub const ALL: [Self; 4] = [Self::Random, Self::LatinHypercube, Self::Halton, Self::Sobol];

    /// Name as written in a specification.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::LatinHypercube => "latin_hypercube",
            Self::Halton => "halton",
            Self::Sobol => "sobol",
        }
    }

    /// The sequence of points for that many columns and members.
    pub(super) fn sequence(self, columns: usize, members: u64, seed: u64) -> Result<Box<dyn Sequence>, PlanError> {
        Ok(match self {
            Self::Random => Box::new(Random::new(seed)),
            Self::LatinHypercube => Box::new(LatinHypercube::new(columns, members, seed)),
            Self::Halton => Box::new(Halton::new(columns, members, seed)?),
            Self::Sobol => Box::new(Sobol::new(columns, members, seed)?),
        })
    }
}

impl FromStr for Sampler {
    type Err = PlanError;

    fn from_str(name: &str) -> Result<Self, PlanError> {
        Self::ALL.into_iter().find(|sampler| sampler.name() == name).ok_or_else(|| PlanError::UnknownSampler {
            name: name.to_owned(),
            known: Self::ALL.map(Self::name).join(", "),
        })
    }
}

/// The rule that maps each coordinate of a point through the quantile of its column.
#[derive(Debug)]
pub(super) struct Sampled {
    distributions: Vec<Distribution>,
    sequence: Box<dyn Sequence>,
}

impl Sampled {
    /// Joins a sequence with the distributions of its columns.
    pub(super) fn new(distributions: Vec<Distribution>, sequence: Box<dyn Sequence>) -> Self {
        Self { distributions, sequence }
    }
}

impl Rule for Sampled {
    fn fill(&self, member: u64, values: &mut [f64]) {
        for (column, (distribution, value)) in self.distributions.iter().zip(values).enumerate() {
            *value = distribution.quantile(self.sequence.unit(member, column));
        }
    }

    fn advice(&self) -> Option<String> {
        self.sequence.advice()
    }
}

/// The stream of random numbers that belongs to a column.
pub(super) fn stream(column: usize) -> u64 {
    u64::try_from(column).unwrap_or(u64::MAX)
}
