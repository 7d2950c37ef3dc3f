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
    /// Tables of a scenario that use it, to be added to `scenarios/examples/base.toml`.
    pub example: &'static str,
}

/// What every sampled plan asks for.
const SAMPLED: &[Need] = &[Need::Members, Need::Seed, Need::Vary];

/// Every plan kind, in the order of the documentation.
pub const ALL: &[PlanInfo] = &[
    PlanInfo {
        name: "one",
        help: "one member with every parameter as it stands",
        needs: &[],
        example: "[plan]\nkind = \"one\"\n",
    },
    PlanInfo {
        name: "grid",
        help: "every combination of listed or evenly spaced values; the last varies fastest",
        needs: &[Need::Vary],
        example: r#"[plan]
kind = "grid"
[plan.vary]
mass = [1.8, 2.0, 2.2] # kg
stiffness = { min = 250, max = 350, count = 3 } # N/m
"#,
    },
    PlanInfo {
        name: "random",
        help: "independent random numbers",
        needs: SAMPLED,
        example: r#"[plan]
kind = "random"
members = 12
seed = 3
[plan.vary]
mass = { uniform = [1.8, 2.2] } # kg
stiffness = { normal = [300, 10] } # N/m
"#,
    },
    PlanInfo {
        name: "latin_hypercube",
        help: "random, with exactly one member in each of `members` equal slices of a column",
        needs: SAMPLED,
        example: r#"[plan]
kind = "latin_hypercube"
members = 12
seed = 3
[plan.vary]
mass = { uniform = [1.8, 2.2] } # kg
stiffness = { normal = [300, 10] } # N/m
"#,
    },
    PlanInfo {
        name: "halton",
        help: "low-discrepancy sequence in prime bases, randomly shifted; for few columns",
        needs: SAMPLED,
        example: r#"[plan]
kind = "halton"
members = 12
seed = 3
[plan.vary]
mass = { uniform = [1.8, 2.2] } # kg
stiffness = { normal = [300, 10] } # N/m
"#,
    },
    PlanInfo {
        name: "sobol",
        help: "low-discrepancy sequence in base 2, scrambled; best with 2^k members",
        needs: SAMPLED,
        example: r#"[plan]
kind = "sobol"
members = 16
seed = 3
[plan.vary]
mass = { uniform = [1.8, 2.2] } # kg
stiffness = { normal = [300, 10] } # N/m
"#,
    },
    PlanInfo {
        name: "table",
        help: "one member per row of a CSV file whose header names the parameters",
        needs: &[Need::File],
        example: r#"[plan]
kind = "table"
file = "members.csv" # mass,stiffness and a line per member
columns = ["mass"] # must be there
"#,
    },
];
