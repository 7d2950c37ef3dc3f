//! The distributions that a specification can name.

use super::{Distribution, DistributionError};
use crate::plot::counted;

/// One entry of the catalog of distributions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DistributionInfo {
    /// Name as written in a specification.
    pub name: &'static str,
    /// Names of the arguments, in the order in which the numbers are given.
    pub arguments: &'static [&'static str],
    /// One line that says what it is.
    pub help: &'static str,
    /// Tables of a scenario that use it, to be added to `scenarios/examples/base.toml`.
    pub example: &'static str,
}

/// Every distribution, in the order of the documentation.
pub const ALL: &[DistributionInfo] = &[
    DistributionInfo {
        name: "uniform",
        arguments: &["min", "max"],
        help: "every value between min and max is equally likely",
        example: r#"[plan]
kind = "latin_hypercube"
members = 12
[plan.vary]
mass = { uniform = [1.8, 2.2] } # kg: between
"#,
    },
    DistributionInfo {
        name: "normal",
        arguments: &["mean", "std"],
        help: "Gaussian with a mean and a standard deviation",
        example: r#"[plan]
kind = "latin_hypercube"
members = 12
[plan.vary]
mass = { normal = [2, 0.1] } # kg: mean, standard deviation
"#,
    },
    DistributionInfo {
        name: "truncated_normal",
        arguments: &["mean", "std", "min", "max"],
        help: "Gaussian cut to min..max (either bound may be infinite)",
        example: r#"[plan]
kind = "latin_hypercube"
members = 12
[plan.vary]
mass = { truncated_normal = [2, 0.1, 1.9, 2.3] } # kg: mean, standard deviation, between
"#,
    },
    DistributionInfo {
        name: "lognormal",
        arguments: &["mu", "sigma"],
        help: "positive; the natural logarithm is Gaussian with mean mu and deviation sigma",
        example: r#"[plan]
kind = "latin_hypercube"
members = 12
[plan.vary]
mass = { lognormal = [0.7, 0.05] } # of kg: mean and standard deviation of the logarithm
"#,
    },
    DistributionInfo {
        name: "triangular",
        arguments: &["min", "mode", "max"],
        help: "density rises linearly from min to mode and falls linearly to max",
        example: r#"[plan]
kind = "latin_hypercube"
members = 12
[plan.vary]
mass = { triangular = [1.8, 2, 2.4] } # kg: lowest, likeliest, highest
"#,
    },
    DistributionInfo {
        name: "choice",
        arguments: &["values..."],
        help: "one of the listed values, each equally likely",
        example: r#"[plan]
kind = "latin_hypercube"
members = 12
[plan.vary]
mass = { choice = [1.8, 2, 2.5] } # kg
"#,
    },
];

impl Distribution {
    /// Builds and validates the distribution `name` from its numbers, in the order that the
    /// catalog lists.
    ///
    /// # Errors
    ///
    /// If the name is unknown, the count of numbers is wrong or the numbers make no
    /// distribution.
    pub fn from_arguments(name: &str, args: &[f64]) -> Result<Self, DistributionError> {
        let info = ALL.iter().find(|info| info.name == name).ok_or_else(|| unknown(name))?;
        let distribution = match (info.name, args) {
            ("uniform", &[min, max]) => Self::Uniform { min, max },
            ("normal", &[mean, std]) => Self::Normal { mean, std },
            ("truncated_normal", &[mean, std, min, max]) => Self::TruncatedNormal { mean, std, min, max },
            ("lognormal", &[mu, sigma]) => Self::LogNormal { mu, sigma },
            ("triangular", &[min, mode, max]) => Self::Triangular { min, mode, max },
            ("choice", values) => Self::Choice(values.to_vec()),
            _ => {
                return Err(DistributionError::ArgumentCount {
                    name: info.name,
                    accepted: format!(
                        "{} [{}]",
                        counted(info.arguments.len() as u64, "number"),
                        info.arguments.join(", ")
                    ),
                    found: args.len(),
                });
            }
        };
        distribution.validate()?;
        Ok(distribution)
    }
}

impl Distribution {
    /// Returns the name and the numbers of the distribution, as [`Distribution::from_arguments`] takes them.
    pub fn specification(&self) -> (&'static str, Vec<f64>) {
        match *self {
            Self::Uniform { min, max } => ("uniform", vec![min, max]),
            Self::Normal { mean, std } => ("normal", vec![mean, std]),
            Self::TruncatedNormal { mean, std, min, max } => ("truncated_normal", vec![mean, std, min, max]),
            Self::LogNormal { mu, sigma } => ("lognormal", vec![mu, sigma]),
            Self::Triangular { min, mode, max } => ("triangular", vec![min, mode, max]),
            Self::Choice(ref values) => ("choice", values.clone()),
        }
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
