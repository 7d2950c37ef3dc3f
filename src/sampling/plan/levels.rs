//! Plans whose columns take values at a few levels of their distributions: `morris` and `one_at_a_time`.

use super::rule::Rule;
use super::{PlanInfo, SampleKind, Trajectories};
use crate::sampling::distribution::Distribution;

pub(super) const ONE_AT_A_TIME: PlanInfo = PlanInfo {
    name: "one_at_a_time",
    help: "the medians of all parameters, then every parameter alone at a low and a high quantile",
    keys: "at (the two quantiles, default [0.05, 0.95]); vary as of sobol. Of d parameters it has 1 + 2 d members",
    sequence: None,
    example: r#"[plan]
kind = "one_at_a_time"
at = [0.05, 0.95]
[plan.vary]
mass = { uniform = [1.8, 2.2] } # kg
stiffness = { normal = [300, 10] } # N/m
"#,
};

/// The levels between which unbounded distributions are walked.
const UNBOUNDED: [f64; 2] = [0.005, 0.995];

/// Values of columns at levels, and which of them a member takes.
#[derive(Debug)]
pub(super) struct Levels {
    distributions: Vec<Distribution>,
    /// The values of each column.
    values: Vec<Vec<f64>>,
    choice: Choice,
}

/// Says which value a column of a member has.
#[derive(Debug)]
enum Choice {
    /// That of a trajectory.
    Trajectories(Trajectories),
    /// The median, but for one column.
    OneAtATime,
}

impl Levels {
    /// Makes trajectories over so many levels from the least to the greatest value, of unbounded distributions from the
    /// quantile 0.005 to 0.995.
    pub(super) fn of_trajectories(distributions: Vec<Distribution>, trajectories: Trajectories) -> Self {
        let last = trajectories.levels() - 1;
        let value = |of: &Distribution, level: u64| {
            let part = level as f64 / last as f64;
            match of.bounds() {
                Some([min, _]) if level == 0 => min,
                Some([_, max]) if level == last => max,
                Some(_) => of.quantile(part),
                None => of.quantile((1.0 - part) * UNBOUNDED[0] + part * UNBOUNDED[1]),
            }
        };
        let values = distributions.iter().map(|of| (0..=last).map(|level| value(of, level)).collect()).collect();
        Self { distributions, values, choice: Choice::Trajectories(trajectories) }
    }

    /// Makes the medians, then every column at two quantiles.
    pub(super) fn one_at_a_time(distributions: Vec<Distribution>, at: [f64; 2]) -> Self {
        let levels = [0.5, at[0], at[1]];
        let values = distributions.iter().map(|of| levels.map(|level| of.quantile(level)).to_vec()).collect();
        Self { distributions, values, choice: Choice::OneAtATime }
    }
}

impl Rule for Levels {
    fn fill(&self, member: u64, values: &mut [f64]) {
        for (column, (levels, value)) in self.values.iter().zip(values).enumerate() {
            let level = match &self.choice {
                Choice::Trajectories(trajectories) => trajectories.level(member, column),
                Choice::OneAtATime => member.checked_sub(2 * column as u64).filter(|level| *level <= 2).unwrap_or(0),
            };
            *value = levels[level as usize];
        }
    }

    fn distributions(&self) -> Option<&[Distribution]> {
        Some(&self.distributions)
    }

    fn listed(&self, column: usize) -> Option<&[f64]> {
        self.values.get(column).map(Vec::as_slice)
    }

    fn sample(&self) -> SampleKind {
        SampleKind::Listed
    }

    fn goes_on(&self) -> bool {
        matches!(self.choice, Choice::Trajectories(_))
    }
}
