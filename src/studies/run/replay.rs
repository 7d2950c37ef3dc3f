//! `gyrosweep run --replay`: the history of Newton's iterations of one member.

use crate::ensemble::cpu::{self, AttemptRecord};
use crate::io::scenario::Scenario;
use crate::report::{Page, Table, count};
use crate::studies::{Failure, Results};

/// Runs a member of an implicit method once more, by the scalar code with pivoting.
///
/// # Errors
/// Where the method is explicit, or there is no such member.
pub fn replay(scenario: &Scenario, member: u64) -> Result<Results<cpu::Replay>, Failure> {
    let (study, members) = (&scenario.study, scenario.study.plan().members());
    if !study.is_implicit() {
        let message = format!("--replay: {:?} is explicit and has no iterations", study.method.integrator.name);
        return Err(Failure::input(message));
    }
    if study.is_switched() {
        let message = "--replay: joints or constraints act for a part of the run alone, which a replay does not follow";
        return Err(Failure::input(message));
    }
    if member >= members {
        return Err(Failure::input(format!("--replay: found {member}; accepted: 0 to {}", members - 1)));
    }
    let replay = cpu::replay(study, member);
    let row = |(i, attempt): (usize, &AttemptRecord)| {
        let residuals = attempt.iterations.iter().map(|iteration| format!("{:.2e}", iteration.residual));
        let pivots = attempt.iterations.iter().filter_map(|iteration| iteration.pivot);
        vec![
            (i + 1).to_string(),
            format!("{:.6e}", attempt.time),
            format!("{:.6e}", attempt.length),
            format!("{:.1e}", pivots.fold(f64::INFINITY, f64::min)),
            residuals.collect::<Vec<String>>().join(" "),
        ]
    };
    let head = ["attempt", "time s", "step s", "smallest pivot", "residuals"].map(String::from).to_vec();
    let rows: Vec<Vec<String>> = [head].into_iter().chain(replay.attempts.iter().enumerate().map(row)).collect();
    let mut page = Page::default();
    page.table(Table::new(rows, 5));
    let name = replay.outcome.name();
    page.text(format!("member {}: {name} at t = {:?} s", count(member), replay.time));
    Ok(Results { page, succeeded: replay.outcome.has_outputs(), found: replay })
}
