//! The plan kinds that a specification can name.

/// A setting that a plan kind asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Need {
    /// The number of members.
    Members,
    /// The seed of the random numbers.
    Seed,
    /// The varied parameters with their values or distributions.
    Vary,
    /// The path of a file.
    File,
}

/// One entry of the catalog of plans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlanInfo {
    /// Name as written in a specification.
    pub name: &'static str,
    /// One line that says what it is.
    pub help: &'static str,
    /// The settings that it asks for.
    pub needs: &'static [Need],
}

/// What every sampled plan asks for.
const SAMPLED: &[Need] = &[Need::Members, Need::Seed, Need::Vary];

/// Every plan kind, in the order of the documentation.
pub const ALL: &[PlanInfo] = &[
    PlanInfo { name: "one", help: "one member with every parameter as it stands", needs: &[] },
    PlanInfo {
        name: "grid",
        help: "every combination of listed or evenly spaced values; the last varies fastest",
        needs: &[Need::Vary],
    },
    PlanInfo { name: "random", help: "independent random numbers", needs: SAMPLED },
    PlanInfo {
        name: "latin_hypercube",
        help: "random, with exactly one member in each of `members` equal slices of a column",
        needs: SAMPLED,
    },
    PlanInfo {
        name: "halton",
        help: "low-discrepancy sequence in prime bases, randomly shifted; for few columns",
        needs: SAMPLED,
    },
    PlanInfo {
        name: "sobol",
        help: "low-discrepancy sequence in base 2, scrambled; best with 2^k members",
        needs: SAMPLED,
    },
    PlanInfo {
        name: "table",
        help: "one member per row of a CSV file whose header names the parameters",
        needs: &[Need::File],
    },
];
