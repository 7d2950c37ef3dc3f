//! How many of some members have outputs, and what ended most of the others.

use super::{Outcome, Progress};

/// Counts the members that have outputs: figures over members are figures over these alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Survivors {
    /// The members that have outputs.
    pub count: u64,
    /// The number of all members.
    pub members: u64,
    /// The commonest failure, and the members that ended so.
    pub commonest: Option<(Outcome, u64)>,
}

impl Survivors {
    /// Counts the survivors among members with these outcomes.
    pub fn of(outcomes: impl IntoIterator<Item = (Outcome, u64)>) -> Self {
        let mut counts = [0; Outcome::ALL.len()];
        outcomes.into_iter().for_each(|(outcome, members)| counts[outcome.code() as usize] += members);
        let mut survivors = Self { members: counts.iter().sum(), ..Self::default() };
        for (outcome, members) in Outcome::ALL.iter().zip(counts) {
            if outcome.has_outputs() {
                survivors.count += members;
            } else if members > survivors.commonest.map_or(0, |(_, most)| most) {
                survivors.commonest = Some((*outcome, members));
            }
        }
        survivors
    }
}

impl From<&Progress> for Survivors {
    fn from(progress: &Progress) -> Self {
        Self::of(Outcome::ALL.iter().copied().zip(progress.outcomes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commonest_failure_is_found() {
        let members = [(Outcome::Completed, 3), (Outcome::Singular, 4), (Outcome::Event, 2), (Outcome::StepLimit, 5)];
        let expected = Survivors { count: 5, members: 14, commonest: Some((Outcome::StepLimit, 5)) };
        assert_eq!(Survivors::of(members), expected);
        assert_eq!(Survivors::of([(Outcome::Event, 7)]).commonest, None);
    }

    #[test]
    fn every_failure_has_a_cure() {
        for outcome in Outcome::ALL {
            assert_eq!(outcome.cure().is_none(), outcome.has_outputs(), "{outcome:?}");
        }
    }
}
