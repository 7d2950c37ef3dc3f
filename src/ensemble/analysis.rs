//! Analyses of members in place of integrating them, and the backend that they are.

use super::{Backend, BackendError, Chunk, MemberWatch, Members, Outcome, Samples, Study, ValueColumns};
use std::ops::Range;

/// The members of a chunk.
const CHUNK: usize = 64;

/// A member: its number and the values of all parameters.
pub type Numbered = (u64, Vec<f64>);

/// Finds something of members in place of integrating them: outcomes, columns, rows of points.
pub trait Analysis: Send + Sync {
    /// Returns the description for the manifest and the reader.
    fn description(&self) -> &'static str;

    /// Returns how many members are answered at once.
    fn batch(&self) -> usize {
        CHUNK
    }

    /// Returns the results of some members, in their order; none where that is stopped.
    fn answer(&self, study: &Study, members: &[Numbered], watch: &MemberWatch) -> Option<Chunk>;

    /// Returns the rows of points of a member that has no mechanism, or no steps, with these values of all parameters: none where its outcome
    /// stands in the table of members alone.
    fn rows_without_mechanism(&self, _parameters: &[f64]) -> Vec<Vec<f64>> {
        Vec::new()
    }
}

/// Runs an analysis as a backend: chunk by chunk, on all cores.
#[derive(Debug)]
pub struct PerMember<A> {
    analysis: A,
    watch: MemberWatch,
}

/// Returns the results of members that are outcomes and columns.
pub fn chunk_of(study: &Study, found: Vec<(Outcome, Vec<f64>)>) -> Chunk {
    let members = Members::of_rows(0, found.len(), &[]);
    let mut chunk = Chunk::new(members, study.channel_count());
    chunk.outcomes = found.iter().map(|(outcome, _)| *outcome).collect();
    let rows: Vec<f64> = found.into_iter().flat_map(|(_, columns)| columns).collect();
    chunk.outputs = ValueColumns::of_rows(chunk.outcomes.len(), &rows);
    chunk
}

/// Returns the points of a chunk, from those of its members, which are numbered from `first` on.
pub fn points_of(members: impl Iterator<Item = Vec<Vec<f64>>>, first: usize) -> Samples {
    let (mut rows, mut values) = (Vec::new(), Vec::new());
    for (place, points) in members.enumerate() {
        for (number, point) in points.into_iter().enumerate() {
            rows.push((place, (first + number) as f64));
            values.extend(point);
        }
    }
    Samples { values: ValueColumns::of_rows(rows.len(), &values), rows }
}

impl<A: Analysis> PerMember<A> {
    /// Makes the backend of an analysis.
    pub fn new(analysis: A) -> Self {
        Self { analysis, watch: MemberWatch::default() }
    }

    /// Finds the results of the members at some indices, of those that can be begun; none where that is stopped.
    fn batch(&self, study: &Study, places: Range<usize>, chunk: &mut Chunk) -> Option<()> {
        let (mut begun, mut members) = (Vec::new(), Vec::new());
        let (mut refused, mut rows) = (Vec::new(), Vec::new());
        for place in places {
            let mut parameters = Vec::new();
            study.parameters(&chunk.members.row(place), &mut parameters);
            match study.member_step_sequence(&parameters) {
                Err(outcome) => {
                    chunk.fail(place, outcome);
                    rows.push(self.analysis.rows_without_mechanism(&parameters));
                    refused.push(place);
                }
                Ok(_) => {
                    members.push((chunk.members.first + place as u64, parameters));
                    begun.push(place);
                }
            }
        }
        if !begun.is_empty() {
            chunk.replace(&begun, self.analysis.answer(study, &members, &self.watch)?);
        }
        if rows.iter().any(|rows| !rows.is_empty()) {
            chunk.points.replace(&refused, points_of(rows.into_iter(), 0));
        }
        Some(())
    }
}

impl<A: Analysis> Backend for PerMember<A> {
    fn description(&self) -> String {
        self.analysis.description().into()
    }
    fn chunk_size(&self) -> usize {
        CHUNK
    }
    fn in_flight(&self) -> usize {
        rayon::current_num_threads()
    }
    fn watch_members(&mut self, watch: MemberWatch) {
        self.watch = watch;
    }
    fn integrate(&self, study: &Study, members: Members) -> Result<Chunk, BackendError> {
        let mut chunk = Chunk::new(members, study.channel_count());
        let count = chunk.members.count();
        for first in (0..count).step_by(self.analysis.batch()) {
            if self.watch.is_stopped() {
                return Err(BackendError::stopped());
            }
            let places = first..(first + self.analysis.batch()).min(count);
            places.clone().for_each(|_| self.watch.begun());
            self.batch(study, places.clone(), &mut chunk).ok_or_else(BackendError::stopped)?;
            places.for_each(|_| self.watch.ended());
        }
        Ok(chunk)
    }
}
