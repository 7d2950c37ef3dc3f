//! Running some members of a study again with finer steps: by how much their results change.

use super::{Backend, BackendError, BackendPool, Chunk, Members, Method, Outcome, Study, StudyError};
use crate::model::Mechanism;
use crate::sampling::hash;
use std::collections::BTreeMap;

/// Members that are run again at a time.
const AT_ONCE: usize = 8192;

/// Tells the choice of members from the random numbers of plans.
const STREAM: u64 = u64::MAX;

/// Says by how much finer steps change the results of some members.
#[derive(Clone, Debug, PartialEq)]
pub struct Verification {
    /// The members that were run again.
    pub members: u64,
    /// Every output component.
    pub components: Vec<ComponentDifference>,
    /// The members that ended otherwise.
    pub outcomes: Vec<OutcomeChange>,
}

/// Says by how much an output component differs between the steps of a study and finer ones.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ComponentDifference {
    /// Members that have a value with both.
    pub count: u64,
    /// The largest difference; zero where there is none.
    pub largest: f64,
    /// The median of the differences.
    pub median: f64,
    /// The member whose difference is largest.
    pub member: Option<u64>,
    /// The largest magnitude of the values.
    pub magnitude: f64,
    /// Members that have outputs with both, but a value of this one with one only.
    pub missing_in_one: u64,
}

/// Says that members end otherwise with finer steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutcomeChange {
    /// The outcome of the members in the study.
    pub here: Outcome,
    /// The outcome of the members with finer steps.
    pub finer: Outcome,
    /// The number of the members.
    pub members: u64,
    /// The first of the members.
    pub first: u64,
}

/// The reason why members could not be run again: a backend failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("some members could not be run again: {0}")]
pub struct VerificationError(#[from] BackendError);

/// Chooses that many members of a plan: one at random, by the seed, of each of as many parts of equal length.
pub fn chosen_members(total: u64, count: u64, seed: u64) -> Vec<u64> {
    let count = count.min(total);
    let bound = |part: u64| (u128::from(total) * u128::from(part) / u128::from(count)) as u64;
    let of_part = |part: u64| {
        let (first, end) = (bound(part), bound(part + 1));
        first + hash::bits(seed, STREAM, part) % (end - first)
    };
    (0..count).map(of_part).collect()
}

impl Study {
    /// Returns a text on what the steps of [`Study::refined`] are.
    pub fn finer_steps(&self) -> &'static str {
        if self.is_adaptive() { "a tenth of the tolerance" } else { "half the step" }
    }

    /// Returns texts on what is finer where steps and the elements of beams are, and on what to do where that changes results.
    pub fn finer(&self) -> [String; 2] {
        let step = if self.is_adaptive() { "tolerance" } else { "step" };
        match self.mechanism.beams.is_empty() {
            true => [self.finer_steps().into(), format!("take a smaller `{step}`")],
            false => [
                format!("{} and twice the elements of beams", self.finer_steps()),
                format!("take a smaller `{step}` or more `elements`"),
            ],
        }
    }

    /// Returns the study with finer steps, for a look at its error: half the step, or a tenth of the tolerance with half
    /// the largest step that is given. It takes no samples.
    ///
    /// # Errors
    /// Where such steps do not fit.
    pub fn refined(&self) -> Result<Self, StudyError> {
        self.refined_of(self.mechanism.clone())
    }

    /// Returns the study of a mechanism with finer steps, as [`Study::refined`].
    ///
    /// # Errors
    /// Where such steps do not fit.
    pub fn refined_of(&self, mechanism: Mechanism) -> Result<Self, StudyError> {
        let finer = |method: &Method| Method { steps: method.steps.times(0.5, 0.1), ..method.clone() };
        let retries = self.retries_of(&mechanism, finer)?;
        Ok(Self::new(mechanism, finer(&self.method), None, self.plan().clone())?.retried(retries))
    }
}

/// Runs some members of a study as the pool does, and again on the CPU as those of a finer study.
///
/// # Errors
/// Where a backend fails.
pub fn verify(
    study: &Study,
    finer: &Study,
    pool: &BackendPool<'_>,
    cpu: &dyn Backend,
    members: &[u64],
) -> Result<Verification, VerificationError> {
    let mut comparison = Comparison::new(study.channel_count());
    for numbers in members.chunks(AT_ONCE) {
        let drawn = Members::of(study, numbers);
        let here = pool.on_one(|backend| backend.run(study, drawn.clone()))?;
        let again: Vec<usize> = (0..numbers.len()).filter(|i| may_end_otherwise(here.outcomes[*i])).collect();
        if !again.is_empty() {
            comparison.add(numbers, &again, &here, &cpu.run(finer, drawn.at(&again))?);
        }
    }
    Ok(comparison.finish(members.len() as u64))
}

/// Says whether finer steps may lead to another end: not where they can only take longer to the same end.
fn may_end_otherwise(outcome: Outcome) -> bool {
    !matches!(outcome, Outcome::StepLimit | Outcome::StepTooSmall | Outcome::Invalid)
}

/// What is known of the differences so far.
struct Comparison {
    components: Vec<ComponentDifference>,
    /// The differences of every component.
    differences: Vec<Vec<f64>>,
    /// The number of members and the first of them, by outcome here and with finer steps.
    outcomes: BTreeMap<(Outcome, Outcome), (u64, u64)>,
}

impl Comparison {
    fn new(channels: usize) -> Self {
        let components = vec![ComponentDifference::default(); channels];
        Self { components, differences: vec![Vec::new(); channels], outcomes: BTreeMap::new() }
    }

    /// Takes in the members at some indices of a chunk, which are all those of the finer one.
    fn add(&mut self, numbers: &[u64], places: &[usize], here: &Chunk, finer: &Chunk) {
        for (k, i) in places.iter().enumerate() {
            let number = numbers[*i];
            let outcomes = (here.outcomes[*i], finer.outcomes[k]);
            if outcomes.0 != outcomes.1 {
                self.outcomes.entry(outcomes).or_insert((0, number)).0 += 1;
            }
            let (Some(a), Some(b)) = (here.outputs_of(*i), finer.outputs_of(k)) else { continue };
            for (c, values) in a.into_iter().zip(b).enumerate() {
                self.compare(c, number, values);
            }
        }
    }

    fn compare(&mut self, component: usize, number: u64, (a, b): (f64, f64)) {
        let found = &mut self.components[component];
        // what is missing, as the time of an event that did not happen, is not a number
        if a.is_nan() || b.is_nan() {
            found.missing_in_one += u64::from(a.is_nan() != b.is_nan());
            return;
        }
        let difference = (a - b).abs();
        if found.member.is_none() || difference > found.largest {
            (found.largest, found.member) = (difference, Some(number));
        }
        found.magnitude = found.magnitude.max(a.abs()).max(b.abs());
        self.differences[component].push(difference);
    }

    fn finish(mut self, members: u64) -> Verification {
        for (component, differences) in self.components.iter_mut().zip(&mut self.differences) {
            component.count = differences.len() as u64;
            differences.sort_by(f64::total_cmp);
            component.median = differences.get(differences.len() / 2).copied().unwrap_or(0.0);
        }
        let change = |((here, finer), (members, first)): ((Outcome, Outcome), (u64, u64))| OutcomeChange {
            here,
            finer,
            members,
            first,
        };
        Verification { members, components: self.components, outcomes: self.outcomes.into_iter().map(change).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::chosen_members;

    #[test]
    fn members_are_spread_over_the_plan_and_depend_on_the_seed_alone() {
        let chosen = chosen_members(1000, 10, 7);
        assert!(chosen.iter().enumerate().all(|(part, member)| *member / 100 == part as u64), "{chosen:?}");
        assert_eq!(chosen, chosen_members(1000, 10, 7));
        assert_ne!(chosen, chosen_members(1000, 10, 8));
        assert_eq!(chosen_members(3, 5, 1), [0, 1, 2]);
        let many = chosen_members(u64::MAX, 3, 1);
        assert!(many.windows(2).all(|w| w[0] < w[1]), "{many:?}");
    }
}
