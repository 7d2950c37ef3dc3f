//! Members of the distributions themselves: the share of those that fail.

use super::evaluate::Evaluator;
use super::judge::{WithoutValue, check_some, judge};
use super::members::MemberLog;
use super::stop::Stop;
use crate::sampling::distribution::put_normal_scores;
use crate::sampling::hash;
use crate::statistics::Proportion;
use crate::studies::Failure;

/// The stream of random numbers behind those of other methods.
const STREAM: u64 = 2 << 32;
/// Members that are computed at a time.
const AT_ONCE: u64 = 1 << 16;

/// Draws members and counts those that fail.
///
/// # Errors
/// Where members cannot be computed, or have no value.
pub(super) fn sample(
    evaluator: &Evaluator<'_>,
    stop: &Stop<'_>,
    (log, without): (&mut MemberLog, &mut WithoutValue),
) -> Result<Proportion, Failure> {
    let (asked, n) = (evaluator.asked, evaluator.space.dimension() as u64);
    let sizes = vec![1.0; asked.limit_states.len()];
    let mut found = Proportion { having: 0, of: 0 };
    while found.of < asked.random {
        let members = found.of..asked.random.min(found.of + AT_ONCE);
        let unit = |member: u64, k: u64| hash::uniform(asked.seed, STREAM + k, member);
        let mut points: Vec<f64> = members.clone().flat_map(|member| (0..n).map(move |k| unit(member, k))).collect();
        put_normal_scores(&mut points);
        let round = 1 + found.of / AT_ONCE;
        stop.check("random", round)?;
        log.begin("random", round, vec![1.0; (members.end - members.start) as usize]);
        let computed = evaluator.members(&points, log).map_err(|e| stop.failure(e))?;
        check_some("random sampling", &computed)?;
        let judged = judge(asked, ("random sampling", &sizes), &computed, without)?;
        found.having += judged.iter().filter(|member| member.fails).count() as u64;
        found.of = members.end;
    }
    Ok(found)
}
