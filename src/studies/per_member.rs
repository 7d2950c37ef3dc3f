//! A backend that finds the columns of members by themselves, in place of integrating them.

use crate::ensemble::{Backend, BackendError, Chunk, MemberWatch, Members, Outcome, Study};
use std::thread;

/// The members of a chunk.
pub(super) const CHUNK: usize = 64;

/// Finds the columns of members, chunk by chunk on all cores.
pub(super) struct PerMember<F> {
    description: &'static str,
    /// How many members are found at once.
    batch: usize,
    /// Returns the outcomes of members and their columns, by their numbers and the values of all parameters; none where that is stopped.
    columns: F,
    watch: MemberWatch,
}

/// A member: its number and the values of all parameters.
pub(super) type Numbered = (u64, Vec<f64>);

/// What became of a member, and its columns.
pub(super) type Found = (Outcome, Vec<f64>);

impl<F> PerMember<F>
where
    F: Fn(&Study, &[Numbered], &MemberWatch) -> Option<Vec<Found>> + Send + Sync,
{
    pub(super) fn new(description: &'static str, batch: usize, columns: F) -> Self {
        Self { description, batch, columns, watch: MemberWatch::default() }
    }

    /// Finds the columns of members that can be begun; none where that is stopped.
    fn batch(&self, study: &Study, members: Vec<Numbered>) -> Option<Vec<Found>> {
        let begin = |(number, parameters): Numbered| match study.member_step_sequence(&parameters) {
            Err(outcome) => Err(outcome),
            Ok(_) => Ok((number, parameters)),
        };
        let begun: Vec<Result<Numbered, Outcome>> = members.into_iter().map(begin).collect();
        let sound: Vec<Numbered> = begun.iter().flatten().cloned().collect();
        let mut found = (self.columns)(study, &sound, &self.watch)?.into_iter();
        let of = |begun: Result<Numbered, Outcome>| match begun {
            Err(outcome) => (outcome, vec![f64::NAN; study.channel_count()]),
            Ok(_) => found.next().expect("a result for every member"),
        };
        Some(begun.into_iter().map(of).collect())
    }
}

impl<F> std::fmt::Debug for PerMember<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("PerMember").field(&self.description).finish()
    }
}

impl<F> Backend for PerMember<F>
where
    F: Fn(&Study, &[Numbered], &MemberWatch) -> Option<Vec<Found>> + Send + Sync,
{
    fn description(&self) -> String {
        self.description.into()
    }
    fn chunk_size(&self) -> usize {
        CHUNK
    }
    fn in_flight(&self) -> usize {
        thread::available_parallelism().map_or(1, usize::from)
    }
    fn watch_members(&mut self, watch: MemberWatch) {
        self.watch = watch;
    }
    fn integrate(&self, study: &Study, members: Members) -> Result<Chunk, BackendError> {
        let mut all = Vec::with_capacity(members.count);
        for first in (0..members.count).step_by(self.batch) {
            if self.watch.is_stopped() {
                return Err(BackendError::stopped());
            }
            let numbered = |place: usize| {
                let mut parameters = Vec::new();
                study.parameters(members.row(place), &mut parameters);
                (members.first + place as u64, parameters)
            };
            let batch: Vec<Numbered> = (first..(first + self.batch).min(members.count)).map(numbered).collect();
            let count = batch.len();
            (0..count).for_each(|_| self.watch.begun());
            all.extend(self.batch(study, batch).ok_or_else(BackendError::stopped)?);
            (0..count).for_each(|_| self.watch.ended());
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
