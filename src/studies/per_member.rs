//! A backend that finds the results of members by themselves, in place of integrating them.

use crate::backends::BackendOptions;
use crate::ensemble::{Backend, BackendError, Chunk, MemberWatch, Members, Outcome, Samples, Study, ValueColumns};
use std::ops::Range;

/// The members of a chunk.
pub(super) const CHUNK: usize = 64;

/// Finds the results of members, chunk by chunk on all cores.
pub(super) struct PerMember<F> {
    description: &'static str,
    /// How many members are found at once.
    batch: usize,
    /// Returns the results of members, by their numbers and the values of all parameters; none where that is stopped.
    results: F,
    watch: MemberWatch,
}

/// A member: its number and the values of all parameters.
pub(super) type Numbered = (u64, Vec<f64>);

/// Returns the results of members that are outcomes and columns.
pub(super) fn chunk_of(study: &Study, found: Vec<(Outcome, Vec<f64>)>) -> Chunk {
    let members = Members::of_rows(0, found.len(), &[]);
    let mut chunk = Chunk::new(members, study.channel_count());
    chunk.outcomes = found.iter().map(|(outcome, _)| *outcome).collect();
    let rows: Vec<f64> = found.into_iter().flat_map(|(_, columns)| columns).collect();
    chunk.outputs = ValueColumns::of_rows(chunk.outcomes.len(), &rows);
    chunk
}

/// Returns the points of a chunk, from those of its members, which are numbered from `first` on.
pub(super) fn points_of(members: impl Iterator<Item = Vec<Vec<f64>>>, first: usize) -> Samples {
    let (mut rows, mut values) = (Vec::new(), Vec::new());
    for (place, points) in members.enumerate() {
        for (number, point) in points.into_iter().enumerate() {
            rows.push((place, (first + number) as f64));
            values.extend(point);
        }
    }
    Samples { values: ValueColumns::of_rows(rows.len(), &values), rows }
}

impl<F> PerMember<F>
where
    F: Fn(&Study, &[Numbered], &MemberWatch) -> Option<Chunk> + Send + Sync,
{
    pub(super) fn new(description: &'static str, batch: usize, results: F) -> Self {
        Self { description, batch, results, watch: MemberWatch::default() }
    }

    /// Finds the results of the members at some indices, of those that can be begun; none where that is stopped.
    fn batch(&self, study: &Study, places: Range<usize>, chunk: &mut Chunk) -> Option<()> {
        let (mut begun, mut members) = (Vec::new(), Vec::new());
        for place in places {
            let mut parameters = Vec::new();
            study.parameters(&chunk.members.row(place), &mut parameters);
            match study.member_step_sequence(&parameters) {
                Err(outcome) => chunk.fail(place, outcome),
                Ok(_) => {
                    members.push((chunk.members.first + place as u64, parameters));
                    begun.push(place);
                }
            }
        }
        if !begun.is_empty() {
            chunk.replace(&begun, (self.results)(study, &members, &self.watch)?);
        }
        Some(())
    }
}

impl<F> std::fmt::Debug for PerMember<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("PerMember").field(&self.description).finish()
    }
}

impl<F> Backend for PerMember<F>
where
    F: Fn(&Study, &[Numbered], &MemberWatch) -> Option<Chunk> + Send + Sync,
{
    fn description(&self) -> String {
        self.description.into()
    }
    fn chunk_size(&self) -> usize {
        CHUNK
    }
    fn in_flight(&self) -> usize {
        BackendOptions::host_threads()
    }
    fn watch_members(&mut self, watch: MemberWatch) {
        self.watch = watch;
    }
    fn integrate(&self, study: &Study, members: Members) -> Result<Chunk, BackendError> {
        let mut chunk = Chunk::new(members, study.channel_count());
        let count = chunk.members.count();
        for first in (0..count).step_by(self.batch) {
            if self.watch.is_stopped() {
                return Err(BackendError::stopped());
            }
            let places = first..(first + self.batch).min(count);
            places.clone().for_each(|_| self.watch.begun());
            self.batch(study, places.clone(), &mut chunk).ok_or_else(BackendError::stopped)?;
            places.for_each(|_| self.watch.ended());
        }
        Ok(chunk)
    }
}
