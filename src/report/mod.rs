//! What a finished run looks like to a reader: the summary of its outcomes and outputs.

mod format;
mod missing;
mod not_started;
mod probability;
mod selection;
mod statistics;
mod verification;

pub use crate::model::text::printable;
pub use crate::plot::{count, counted};
pub use format::{number, rate, short, shown_unit, table};
pub use missing::missing_derivatives;
pub use not_started::{invalid_value, not_started};
pub use probability::probability_table;
pub use selection::RowSelection;
pub use statistics::statistics_table;
pub use verification::verification_table;

use crate::ensemble::{Outcome, OutputSummaries, Progress, SlowMember, Study, Survivors};
use format::share;
use statistics::{figures, head, no_conditions};
use std::time::Duration;

/// Returns the members by outcome, in one line.
pub fn outcomes(progress: &Progress) -> String {
    let part = |(outcome, n): (&Outcome, &u64)| format!("{} {}", count(*n), outcome.name());
    let present = Outcome::ALL.iter().zip(&progress.outcomes).filter(|(_, n)| **n > 0);
    present.map(part).collect::<Vec<_>>().join(", ")
}

/// Returns how many members have outputs, as `6 of 128 members have outputs (122 step_limit)`.
pub fn survivors(survivors: &Survivors) -> String {
    let Survivors { count: with_outputs, members, commonest } = survivors;
    let share = share(*with_outputs, *members);
    let have = if *members == 1 { "member has" } else { "members have" };
    match commonest {
        None => format!("{share} {have} outputs"),
        Some((outcome, failed)) => {
            let most = if with_outputs + failed < *members { "most failures: " } else { "" };
            format!("{share} {have} outputs ({most}{} {})", count(*failed), outcome.name())
        }
    }
}

/// Returns the commonest failure with what helps against it, if there is one.
pub fn cure(survivors: &Survivors) -> Option<String> {
    let (outcome, failed) = survivors.commonest?;
    Some(format!(
        "{} {}: {}; to help, {}",
        counted(failed, "member"),
        outcome.name(),
        outcome.summary(),
        outcome.cure()?
    ))
}

/// Returns a table of the outputs of some members: how many have a value, its mean with its standard error where they are
/// random, standard deviation, minimum, quantiles, maximum. Conditions have a table of their own.
pub fn output_table(study: &Study, outputs: &OutputSummaries, members: u64, selection: &RowSelection) -> String {
    let sample = study.plan().sample();
    let mut rows = vec![head(sample)];
    let all: Vec<_> = no_conditions(study, outputs.iter()).collect();
    let (shown, left_out) = selection.of(all, |(name, ..)| name.to_string(), |_| false);
    for (name, unit, s) in shown {
        let [q5, q50, q95] = s.quantiles([0.05, 0.5, 0.95]);
        let mut row = vec![name.to_string(), shown_unit(unit).to_string(), share(s.count(), members)];
        row.extend(figures([s.mean(), s.std(), s.min(), q5, q50, q95, s.max()], s.standard_error(), sample));
        rows.push(row);
    }
    table(&rows, 2) + &left_out.unwrap_or_default()
}

/// Returns how far a member has come that takes long, rejected steps among its steps, as `member 17: 3.1e6 steps, at t = 0.41 of 3 s`.
pub fn slow_member(slow: &SlowMember) -> String {
    let SlowMember { member, attempts, time, duration } = *slow;
    let attempts = if attempts < 100_000 { count(attempts) } else { format!("{:.1e}", attempts as f64) };
    format!("member {member}: {attempts} steps, at t = {time:.4} of {duration} s")
}

/// Returns one line on the throughput.
pub fn throughput(body_steps: u64, wall: Duration) -> String {
    let seconds = wall.as_secs_f64().max(1e-9);
    format!("{} body-steps in {:.3} s: {} body-steps/s", count(body_steps), seconds, rate(body_steps as f64 / seconds))
}
