//! Members that failed, which take their rows with them.

use crate::ensemble::Outcome;
use crate::io::manifest::RunManifest;
use crate::report::count;

/// The share of members that may fail where nothing is said of it.
pub(super) const USUAL: f64 = 0.01;

/// Counts the members that failed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failed {
    /// Members that failed.
    pub(super) members: u64,
    /// Members that were computed.
    pub(super) of: u64,
    /// The share that is accepted.
    pub(super) accepted: f64,
}

impl Failed {
    /// Counts the members of a run.
    pub(super) fn of(manifest: &RunManifest, accepted: f64) -> Self {
        Self { members: counts(manifest).map(|(_, count)| count).sum(), of: manifest.members_written, accepted }
    }

    /// Returns the share of the members that failed.
    pub(super) fn share(&self) -> f64 {
        self.members as f64 / self.of.max(1) as f64
    }

    /// Says what became of the members and what helps, where more failed than are accepted.
    pub(super) fn refusal(&self, manifest: &RunManifest) -> Option<String> {
        if self.share() <= self.accepted {
            return None;
        }
        let mut outcomes: Vec<(Outcome, u64)> = counts(manifest).collect();
        outcomes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let named: Vec<String> =
            outcomes.iter().map(|(outcome, members)| format!("{} {}", count(*members), outcome.name())).collect();
        let cure = outcomes
            .iter()
            .find_map(|(outcome, _)| outcome.cure())
            .map_or(String::new(), |cure| format!("; to help, {cure}"));
        Some(format!(
            "{} of {} members failed ({}), and the rows that they belong to say nothing: of more than {} % of the members the rest \
             is no sample of the distributions{cure}; accepted: a run in which fewer fail, or --accept-failed {:.2}",
            count(self.members),
            count(self.of),
            named.join(", "),
            100.0 * self.accepted,
            (100.0 * self.share()).ceil() / 100.0
        ))
    }
}

/// Returns the outcomes of members without outputs that there are, with how many have each.
fn counts(manifest: &RunManifest) -> impl Iterator<Item = (Outcome, u64)> {
    let all = manifest.outcomes.iter().map(|(outcome, count)| (*outcome, *count));
    all.filter(|(outcome, count)| !outcome.has_outputs() && *count > 0)
}
