//! The distributions that a specification can name.

use super::{Distribution, DistributionError};

/// One entry of the catalog of distributions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DistributionInfo {
    /// Name as written in a specification.
    pub name: &'static str,
    /// Names of the arguments, in the order in which the numbers are given.
    pub arguments: &'static [&'static str],
    /// One line that says what it is.
    pub help: &'static str,
}

/// Every distribution, in the order of the documentation.
pub const ALL: &[DistributionInfo] = &[
    DistributionInfo {
        name: "uniform",
        arguments: &["min", "max"],
        help: "every value between min and max is equally likely",
    },
    DistributionInfo {
        name: "normal",
        arguments: &["mean", "std"],
        help: "Gaussian with a mean and a standard deviation",
    },
    DistributionInfo {
        name: "truncated_normal",
        arguments: &["mean", "std", "min", "max"],
        help: "Gaussian cut to min..max (either bound may be infinite)",
    },
    DistributionInfo {
        name: "lognormal",
        arguments: &["mu", "sigma"],
        help: "positive; the natural logarithm is Gaussian with mean mu and deviation sigma",
    },
    DistributionInfo {
        name: "triangular",
        arguments: &["min", "mode", "max"],
        help: "density rises linearly from min to mode and falls linearly to max",
    },
    DistributionInfo {
        name: "choice",
        arguments: &["values..."],
        help: "one of the listed values, each equally likely",
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
                    accepted: format!("{} numbers [{}]", info.arguments.len(), info.arguments.join(", ")),
                    found: args.len(),
                });
            }
        };
        distribution.validate()?;
        Ok(distribution)
    }
}

/// The error for a name that the catalog lacks.
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
