//! Distributions of a varied parameter, all sampled through their inverse.
//!
//! Every plan supplies a number `u` in (0, 1) per member and column; the distribution turns
//! it into a value by its quantile function. So a stratified or low-discrepancy plan keeps
//! its structure under every distribution. A family of distributions is a file and a line of the catalog, [`ALL`].

mod beta;
mod catalog;
mod choice;
mod compiled;
mod discrete;
mod empirical;
mod erfc;
mod erfc_inverse;
mod error;
mod exponential;
mod family;
mod gamma;
mod gaussian;
mod gumbel;
mod law;
mod level;
mod lognormal;
mod loguniform;
mod moments;
mod normal;
mod poincare;
mod polynomials;
mod rational;
mod single_values;
mod tabulated;
#[cfg(test)]
mod tests;
mod triangular;
mod truncated;
mod truncated_normal;
mod uniform;
mod weibull;
mod window;

pub use catalog::ALL;
pub use error::DistributionError;
pub use family::{Family, Form};
pub use gaussian::normal_density;
pub use poincare::Poincare;
pub use polynomials::{Polynomials, Variable};

use crate::num::{Dual, Real};
use crate::plot::counted;
use compiled::Lazily;
use law::{Law, Twice};
use level::Level;
use std::fmt;
use std::sync::Arc;

/// How the values of one parameter are distributed.
#[derive(Clone)]
pub struct Distribution {
    family: &'static Family,
    numbers: Vec<f64>,
    /// The distribution that this is a part of, of a truncated one.
    of: Option<Arc<Distribution>>,
    law: Arc<dyn Law>,
    /// The values at levels and at normal scores as machine code.
    compiled: Arc<[Lazily; 2]>,
}

/// Normal scores of levels as machine code.
static SCORES: Lazily = Lazily::new();

/// Returns the standard normal number that others stay below with probability `u`, for `u` in (0, 1).
#[must_use]
pub fn normal_score(u: f64) -> f64 {
    Level::of_unit(u).score()
}

/// Returns the probability that a standard normal number is below `z`.
#[must_use]
pub fn normal_probability(z: f64) -> f64 {
    gaussian::cdf(z)
}

/// Puts normal scores in place of every `u` in (0, 1).
pub fn put_normal_scores(column: &mut [f64]) {
    compiled::put_values(&SCORES, column, (|u| Level::of_unit(u).score(), normal_score));
}

impl fmt::Debug for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.family.name, self.arguments())
    }
}

impl PartialEq for Distribution {
    fn eq(&self, other: &Self) -> bool {
        self.specification() == other.specification() && self.of == other.of
    }
}

impl Distribution {
    /// Makes the distribution of a family from its numbers, in the order that the catalog lists.
    ///
    /// # Errors
    ///
    /// If the name is unknown, the count of numbers is wrong or the numbers make no distribution; the error carries the
    /// numbers at fault.
    pub fn from_arguments(name: &str, numbers: &[f64]) -> Result<Self, DistributionError> {
        let family = ALL.iter().find(|family| family.name == name).ok_or_else(|| unknown(name))?;
        let law = (family.law)(numbers).ok_or_else(|| DistributionError::ArgumentCount {
            name: family.name,
            accepted: match family.form {
                Form::Numbers(names) => format!("{} {}", counted(names.len() as u64, "number"), family.form.written()),
                form => form.written(),
            },
            found: numbers.len(),
        })?;
        law.validate()?;
        Ok(Self { family, numbers: numbers.to_vec(), of: None, law, compiled: Arc::default() })
    }

    /// Makes the distribution of what another one has between bounds, which may be infinite.
    ///
    /// # Errors
    ///
    /// If the bounds leave nothing; the error carries the numbers at fault.
    pub fn truncated(of: Self, bounds: [f64; 2]) -> Result<Self, DistributionError> {
        let law = truncated::truncated(&of.law, bounds)?;
        let (numbers, of) = (bounds.to_vec(), Some(Arc::new(of)));
        Ok(Self { family: &truncated::FAMILY, numbers, of, law, compiled: Arc::default() })
    }

    /// Returns the distribution that this is a part of, if it is truncated.
    #[must_use]
    pub fn whole(&self) -> Option<&Self> {
        self.of.as_deref()
    }

    /// Says whether its values were measured, and are those of a column of a file.
    #[must_use]
    pub fn is_measured(&self) -> bool {
        self.family.form == Form::Column
    }

    /// Returns the arguments as text, of many values how many there are.
    #[must_use]
    pub fn arguments(&self) -> String {
        let numbers = &self.numbers;
        match (self.family.form, &self.of) {
            (Form::Pairs, _) => format!("{:?}", numbers.chunks(2).collect::<Vec<_>>()),
            (Form::Column, _) => {
                let ends = numbers.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], x| [a.min(*x), b.max(*x)]);
                format!("{} from {} to {}", counted(numbers.len() as u64, "value"), ends[0], ends[1])
            }
            (Form::Truncated, Some(of)) => {
                format!("{{ of = {{ {of:?} }}, min = {:?}, max = {:?} }}", numbers[0], numbers[1])
            }
            _ => format!("{numbers:?}"),
        }
    }

    /// Returns the different values, in order, where they are single ones.
    #[must_use]
    pub fn single_values(&self) -> Option<Vec<f64>> {
        let (values, weights) = self.law.single_values()?;
        let has_weight = |i: &usize| weights.is_none_or(|weights| weights[*i] > 0.0);
        let mut values: Vec<f64> = (0..values.len()).filter(has_weight).map(|i| values[i]).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        Some(values)
    }

    /// Returns the name of the family and the numbers, as [`Distribution::from_arguments`] and [`Distribution::truncated`] take
    /// them.
    pub fn specification(&self) -> (&'static str, &[f64]) {
        (self.family.name, &self.numbers)
    }

    /// Returns the value that a sample stays below with probability `u`, for `u` in (0, 1).
    #[must_use]
    pub fn quantile(&self, u: f64) -> f64 {
        self.law.in_doubles(Level::of_unit(u))
    }

    /// Returns the value that as many samples stay below as standard normal numbers stay below `z`.
    #[must_use]
    pub fn at_score(&self, z: f64) -> f64 {
        self.law.in_doubles(Level::NormalScore(z))
    }

    /// Returns the normal score of a value, see [`Distribution::at_score`]: infinite beyond all values; of single values nothing asks.
    #[must_use]
    pub fn score_of(&self, x: f64) -> f64 {
        let [below, above] = self.law.probabilities(x);
        gaussian::score(below, above)
    }

    /// Returns the first two derivatives of [`Distribution::at_score`] by `z`, zero between single values.
    #[must_use]
    pub fn slopes_at_score(&self, z: f64) -> [f64; 2] {
        let z = Twice { re: Dual::variable(z, 0), eps: [Dual::one()] };
        let value = self.law.with_derivatives(Level::NormalScore(z));
        let ([first], [second]) = (value.re.eps, value.eps.map(|slope| slope.eps[0]));
        [first, second]
    }

    /// Puts the value that a sample stays below with probability `u` in place of every `u` in (0, 1).
    pub fn put_quantiles(&self, column: &mut [f64]) {
        let recorded = |u| self.law.recorded(Level::of_unit(u));
        compiled::put_values(&self.compiled[0], column, (recorded, |u| self.quantile(u)));
    }

    /// Puts the value at a normal score in place of every score.
    pub fn put_at_scores(&self, column: &mut [f64]) {
        let recorded = |z| self.law.recorded(Level::NormalScore(z));
        compiled::put_values(&self.compiled[1], column, (recorded, |z| self.at_score(z)));
    }

    /// Returns the mean and the standard deviation.
    #[must_use]
    pub fn mean_and_deviation(&self) -> (f64, f64) {
        self.law.mean_and_deviation()
    }

    /// Returns the derivatives of [`Distribution::at_score`] by each number that the distribution is given by, with the names of these;
    /// nothing where it is given otherwise, or has no values beside its own.
    #[must_use]
    pub fn slopes_by_numbers(&self, z: f64) -> Vec<(&'static str, f64)> {
        let (Form::Numbers(names), None) = (self.family.form, self.single_values()) else { return Vec::new() };
        // the derivative by a central difference of order 4, whose error is far below that of its values
        let scale = self.mean_and_deviation().1;
        let slope = |k: usize| {
            let step = 1e-3
                * if self.numbers[k] == 0.0 {
                    scale.min(1.0)
                } else {
                    self.numbers[k].abs().min(scale.max(1e-3 * self.numbers[k].abs()))
                };
            let value = |times: f64| {
                let mut numbers = self.numbers.clone();
                numbers[k] += times * step;
                Some(Self::from_arguments(self.family.name, &numbers).ok()?.at_score(z))
            };
            let difference = |times: f64| Some((value(times)? - value(-times)?) / (2.0 * times * step));
            Some((4.0 * difference(1.0)? - difference(2.0)?) / 3.0)
        };
        names.iter().enumerate().filter_map(|(k, name)| Some((*name, slope(k)?))).collect()
    }

    /// Returns the interval of values, where it is bounded and values lie everywhere within.
    #[must_use]
    pub fn bounds(&self) -> Option<[f64; 2]> {
        self.law.support().filter(|[min, max]| min.is_finite() && max.is_finite() && min < max)
    }

    /// Returns the constant of the Poincare inequality.
    ///
    /// # Errors
    ///
    /// A message on why there is none.
    pub fn poincare(&self) -> Result<Poincare, &'static str> {
        self.law.poincare()
    }

    /// Says what is odd about the numbers, of a parameter with that default value, if anything is.
    #[must_use]
    pub fn advice(&self, default: Option<f64>) -> Option<String> {
        self.law.advice(default)
    }
}

/// Makes the error for a name that the catalog lacks.
fn unknown(name: &str) -> DistributionError {
    let nearest = ALL
        .iter()
        .map(|info| (strsim::jaro_winkler(info.name, name), info.name))
        .filter(|&(similarity, _)| similarity > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, known)| known);
    let known: Vec<&str> = ALL.iter().map(|info| info.name).collect();
    DistributionError::UnknownName { name: name.to_owned(), nearest, known: known.join(", ") }
}
