//! A backend that finds the columns of members one by one, in place of integrating them.

use crate::ensemble::{Backend, BackendError, Chunk, MemberWatch, Members, Outcome, Study};
use std::thread;

/// Finds the columns of members, chunk by chunk on all cores.
pub(super) struct PerMember<F> {
    description: &'static str,
    /// Returns the outcome of a member by its number and the values of all parameters, and its columns.
    columns: F,
    watch: MemberWatch,
}

impl<F> PerMember<F>
where
    F: Fn(&Study, u64, &[f64]) -> (Outcome, Vec<f64>) + Send + Sync,
{
    pub(super) fn new(description: &'static str, columns: F) -> Self {
        Self { description, columns, watch: MemberWatch::default() }
    }

    fn member(&self, study: &Study, number: u64, varied: &[f64]) -> (Outcome, Vec<f64>) {
        let mut parameters = Vec::new();
        study.parameters(varied, &mut parameters);
        match study.member_step_sequence(&parameters) {
            Err(outcome) => (outcome, vec![f64::NAN; study.channel_count()]),
            Ok(_) => (self.columns)(study, number, &parameters),
        }
    }
}

impl<F> std::fmt::Debug for PerMember<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("PerMember").field(&self.description).finish()
    }
}

impl<F> Backend for PerMember<F>
where
    F: Fn(&Study, u64, &[f64]) -> (Outcome, Vec<f64>) + Send + Sync,
{
    fn description(&self) -> String {
        self.description.into()
    }
    fn chunk_size(&self) -> usize {
        64
    }
    fn in_flight(&self) -> usize {
        thread::available_parallelism().map_or(1, usize::from)
    }
    fn watch_members(&mut self, watch: MemberWatch) {
        self.watch = watch;
    }
    fn integrate(&self, study: &Study, members: Members) -> Result<Chunk, BackendError> {
        let mut all = Vec::with_capacity(members.count);
        for place in 0..members.count {
            if self.watch.is_stopped() {
                return Err(BackendError::stopped());
            }
            self.watch.begun();
            all.push(self.member(study, members.first + place as u64, members.row(place)));
            self.watch.ended();
        }
        let mut chunk = Chunk::new(members, study.channel_count());
        for (place, (outcome, columns)) in all.into_iter().enumerate() {
            chunk.outcomes[place] = outcome;
            let first = place * columns.len();
            chunk.outputs[first..first + columns.len()].copy_from_slice(&columns);
        }
        Ok(chunk)
    }
}
