//! How much a dispatch may do so that it takes the time that it is meant to take.

use crate::gpu::kernel::WORKGROUP;
use std::time::Duration;

/// Workgroups of the first dispatch on a device, of which nothing is known yet: 4,096 members, one attempt each.
const FIRST: u64 = 4096 / WORKGROUP as u64;

/// Attempts of a dispatch, where its time allows: fewer are spent on fetching members and putting them back.
const FEWEST_ATTEMPTS: u64 = 64;

/// How much more than the last a dispatch may do.
const GROWTH: f64 = 8.0;

/// Attempts of a step per member, and workgroups of members, per dispatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DispatchBudget {
    target: Duration,
    /// Attempts times workgroups.
    work: u64,
    /// Attempts, however few the workgroups are: a device that they do not fill is no faster with fewer.
    attempts: u32,
    /// No more attempts than this, [`crate::gpu::kernel::Kernel::most_attempts`].
    most: u32,
}

impl DispatchBudget {
    /// Makes the budget of a device of which nothing is known.
    pub(crate) fn new(target: Duration, most: u32) -> Self {
        Self { target, work: FIRST, attempts: 1, most }
    }

    /// Returns the attempts per member, and how many of that many workgroups make them. Where some attempts of all
    /// would take too long, they come in turn.
    pub(crate) fn of(&self, groups: usize) -> (u32, usize) {
        let groups = groups.max(1) as u64;
        // a slow device is filled by few workgroups
        let in_turn = FEWEST_ATTEMPTS.min(self.work / FIRST.min(groups));
        let attempts = (self.work / groups).max(in_turn).clamp(1, u64::from(self.attempts));
        (attempts as u32, (self.work / attempts).clamp(1, groups) as usize)
    }

    /// Learns from a dispatch after which no member was left to go on: it may have done less than it might have.
    pub(crate) fn learn_of_few(&mut self, took: Duration) {
        if took * 4 < self.target {
            self.work = self.work.saturating_mul(2);
        }
    }

    /// Learns from a dispatch of so many attempts and workgroups.
    pub(crate) fn learn(&mut self, attempts: u32, groups: usize, took: Duration) {
        let ratio = (self.target.as_secs_f64() / took.as_secs_f64().max(1e-6)).min(GROWTH);
        let done = u64::from(attempts) * groups as u64;
        self.work = ((done as f64 * ratio) as u64).max(1);
        self.attempts = ((f64::from(attempts) * ratio) as u32).clamp(1, self.most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: u32 = 16_384;

    /// Dispatches on a device that needs so many seconds per attempt and workgroup.
    fn longest_after_start(groups: usize, cost: f64) -> (DispatchBudget, Vec<f64>) {
        let mut budget = DispatchBudget::new(Duration::from_millis(50), MOST);
        let took = (0..20).map(|_| {
            let (attempts, some) = budget.of(groups);
            assert!(attempts >= 1 && (1..=groups).contains(&some));
            let took = f64::from(attempts) * some as f64 * cost;
            budget.learn(attempts, some, Duration::from_secs_f64(took));
            took
        });
        let took = took.collect();
        (budget, took)
    }

    #[test]
    fn a_dispatch_takes_as_long_as_it_should() {
        // from a fast GPU with a small sweep to a large mechanism on a software device
        for (groups, cost) in [(4096, 1e-9), (4096, 1e-6), (4096, 1e-4), (16, 1e-5), (4096, 1e-2)] {
            let (_, took) = longest_after_start(groups, cost);
            let first = FIRST.min(groups as u64) as f64 * cost;
            assert!(took.iter().all(|t| *t <= (0.06f64).max(first)), "{groups} {cost}: {took:?}");
            assert!(*took.last().unwrap() > 0.02, "{groups} {cost}: {took:?}");
        }
    }

    #[test]
    fn members_come_in_turn_where_one_attempt_of_all_takes_too_long() {
        let (budget, _) = longest_after_start(4096, 1e-3);
        assert_eq!(budget.of(4096), (1, 50));
        // and make many attempts each where one would not
        let (budget, _) = longest_after_start(4096, 1e-6);
        assert_eq!(budget.of(4096), (64, 781));
        assert_eq!(budget.of(16), (64, 16));
    }

    #[test]
    fn no_loop_is_longer_than_a_software_device_runs() {
        let (budget, _) = longest_after_start(1, 1e-12);
        assert_eq!(budget.of(1), (MOST, 1));
    }
}
