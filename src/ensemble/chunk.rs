//! A contiguous part of the members: their parameters and their results.

use super::column_parts::in_parts;
use super::{EventRecord, Outcome, Study, ValueColumns};
use crate::sampling::plan::Plan;
use rayon::prelude::*;
use std::iter::repeat;
use std::ops::Range;

/// Members that follow each other, and the values of their varied parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Members {
    /// The first member.
    pub first: u64,
    /// The values of the columns of the plan, one row per member.
    pub values: ValueColumns,
}

impl Members {
    /// Draws the parameters of the members with these numbers, which count from the first of them on.
    pub fn of(study: &Study, numbers: &[u64]) -> Self {
        let columns = study.plan().columns().len();
        let mut rows = vec![0.0; columns * numbers.len()];
        for (number, row) in numbers.iter().zip(rows.chunks_exact_mut(columns.max(1))) {
            study.plan().fill(*number, row);
        }
        Self::of_rows(numbers.first().copied().unwrap_or(0), numbers.len(), &rows)
    }

    /// Makes members of values that are given member by member, as many of each.
    pub fn of_rows(first: u64, count: usize, rows: &[f64]) -> Self {
        Self { first, values: ValueColumns::of_rows(count, rows) }
    }

    /// Returns the members at some indices, which count from the first of them on.
    pub fn at(&self, places: &[usize]) -> Self {
        Self { first: self.first, values: self.values.rows_at(places) }
    }

    /// Returns the members at indices that follow each other.
    pub fn part(&self, places: Range<usize>) -> Self {
        Self { first: self.first + places.start as u64, values: self.values.part(places) }
    }

    /// Draws the parameters of some members from the plan.
    pub fn draw(study: &Study, first: u64, count: usize) -> Self {
        Self::drawn(study.plan(), first, count)
    }

    /// Draws the parameters of some members from a plan with the columns of the study's.
    pub(crate) fn drawn(plan: &Plan, first: u64, count: usize) -> Self {
        let mut values = ValueColumns::filled(count, plan.columns().len(), 0.0);
        let mut columns: Vec<&mut [f64]> = values.as_mut_slice().chunks_exact_mut(count.max(1)).collect();
        plan.fill_columns(first, &mut columns);
        Self { first, values }
    }

    /// Draws the parameters of some members on all threads of the current pool.
    pub fn draw_parallel(study: &Study, first: u64, count: usize) -> Self {
        /// Members that one task draws.
        const TASK: usize = 512;
        let mut values = ValueColumns::filled(count, study.plan().columns().len(), 0.0);
        let tasks = in_parts(values.as_mut_slice(), count, TASK).into_par_iter().enumerate();
        tasks.for_each(|(task, mut columns)| study.plan().fill_columns(first + (task * TASK) as u64, &mut columns));
        Self { first, values }
    }

    /// Draws `count` members that repeat the plan's from its beginning, for measurements.
    pub fn draw_repeated(study: &Study, count: usize) -> Self {
        let distinct = usize::try_from(study.plan().members()).unwrap_or(usize::MAX).min(count);
        let places: Vec<usize> = (0..distinct).cycle().take(count).collect();
        Self::draw(study, 0, distinct).at(&places)
    }

    /// Returns the number of members.
    pub fn count(&self) -> usize {
        self.values.rows()
    }

    /// Returns the values of every column of the plan, one per member.
    pub fn columns(&self) -> impl ExactSizeIterator<Item = &[f64]> {
        self.values.columns()
    }

    /// Returns the varied parameters of the member at an index.
    pub fn row(&self, i: usize) -> Vec<f64> {
        self.values.row(i)
    }
}

/// The samples of a chunk.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// One row per sample, member by member: the index of the member in the chunk and the time, s.
    pub rows: Vec<(usize, f64)>,
    /// The sampled output components of every row, see [`Study::sampled_channels`].
    pub values: ValueColumns,
}

impl Samples {
    /// Returns the samples and those of the members at some indices, in ascending order, which come after what these have.
    pub(super) fn with(self, places: &[usize], later: Samples) -> Self {
        let later_rows = later.rows.iter().map(|(i, time)| (places[*i], *time));
        let rows: Vec<(usize, f64)> = self.rows.iter().copied().chain(later_rows).collect();
        Self { rows, values: ValueColumns::join([&self.values, &later.values].into_iter()) }.by_members()
    }

    /// Replaces the samples of the members at some indices, in ascending order.
    pub(super) fn replace(&mut self, places: &[usize], by: Samples) {
        let stays = |row: &usize| places.binary_search(&self.rows[*row].0).is_err();
        let kept: Vec<usize> = (0..self.rows.len()).filter(stays).collect();
        *self = self.rows_at(&kept).with(places, by);
    }

    /// Returns the samples member by member, those of a member in their order.
    pub(super) fn by_members(self) -> Self {
        if self.rows.is_sorted_by_key(|(place, _)| *place) {
            return self;
        }
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        order.sort_by_key(|row| self.rows[*row].0);
        self.rows_at(&order)
    }

    /// Returns the samples in some rows.
    pub(super) fn rows_at(&self, rows: &[usize]) -> Self {
        Self { rows: rows.iter().map(|row| self.rows[*row]).collect(), values: self.values.rows_at(rows) }
    }
}

/// Counts what solving the steps of an implicit method took, rejected ones with them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NewtonWork {
    /// Solutions of linearised equations.
    pub iterations: u32,
    /// Factorisations of iteration matrices.
    pub factorisations: u32,
    /// Steps that the static order of elimination did not solve, but pivoting did.
    pub pivoted: u32,
}

impl NewtonWork {
    /// Returns the work of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let [a, b] = [self.counts(), other.counts()];
        Self::of_counts([0, 1, 2].map(|k| a[k].saturating_add(b[k])))
    }

    /// Returns the counts in the order of [`NewtonWork::NAMES`].
    pub fn counts(self) -> [u32; 3] {
        [self.iterations, self.factorisations, self.pivoted]
    }
    /// Returns the work with these counts.
    pub fn of_counts([iterations, factorisations, pivoted]: [u32; 3]) -> Self {
        Self { iterations, factorisations, pivoted }
    }
    /// The columns of result tables.
    pub const NAMES: [&'static str; 3] = ["newton_iterations", "factorisations", "pivoted_steps"];
}

/// The results of a chunk, one entry per member.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// Which members, with their parameters.
    pub members: Members,
    /// How each ended.
    pub outcomes: Vec<Outcome>,
    /// By which try: one, and one more with every retry.
    pub tries: Vec<u8>,
    /// When, s.
    pub times: Vec<f64>,
    /// After how many steps.
    pub steps: Vec<u32>,
    /// How many attempts of a step were rejected.
    pub rejected: Vec<u32>,
    /// What solving the steps of an implicit method took.
    pub newton: Vec<NewtonWork>,
    /// Output components, one row per member; not a number where a member did not complete.
    pub outputs: ValueColumns,
    /// Samples, if there are any.
    pub samples: Samples,
    /// Points that an analysis finds, if it finds any: see [`super::PointTable`]. In place of times stand their numbers.
    pub points: Samples,
    /// Events with the index of their member, by member and time.
    pub events: Vec<(usize, EventRecord)>,
}

impl Chunk {
    /// Makes an empty result for some members with `channels` output components.
    pub fn new(members: Members, channels: usize) -> Self {
        let n = members.count();
        Self {
            members,
            outcomes: vec![Outcome::Invalid; n],
            tries: vec![1; n],
            times: vec![0.0; n],
            steps: vec![0; n],
            rejected: vec![0; n],
            newton: vec![NewtonWork::default(); n],
            outputs: ValueColumns::filled(n, channels, f64::NAN),
            samples: Samples::default(),
            points: Samples::default(),
            events: Vec::new(),
        }
    }

    /// Joins the results of parts of some members, which follow each other.
    pub(super) fn join(members: Members, parts: Vec<Chunk>) -> Self {
        let outputs = ValueColumns::join(parts.iter().map(|part| &part.outputs));
        let of_rows = |values| Samples { rows: Vec::new(), values };
        let samples = of_rows(ValueColumns::join(parts.iter().map(|part| &part.samples.values)));
        let points = of_rows(ValueColumns::join(parts.iter().map(|part| &part.points.values)));
        let mut all = Self { outputs, samples, points, ..Self::new(members, 0) };
        let mut first = 0;
        for part in parts {
            let end = first + part.outcomes.len();
            all.outcomes[first..end].copy_from_slice(&part.outcomes);
            all.tries[first..end].copy_from_slice(&part.tries);
            all.times[first..end].copy_from_slice(&part.times);
            all.steps[first..end].copy_from_slice(&part.steps);
            all.rejected[first..end].copy_from_slice(&part.rejected);
            all.newton[first..end].copy_from_slice(&part.newton);
            all.samples.rows.extend(part.samples.rows.into_iter().map(|(place, time)| (first + place, time)));
            all.points.rows.extend(part.points.rows.into_iter().map(|(place, number)| (first + place, number)));
            all.events.extend(part.events.into_iter().map(|(place, record)| (first + place, record)));
            first = end;
        }
        all
    }

    /// Makes the member at an index one that has failed.
    pub(crate) fn fail(&mut self, place: usize, outcome: Outcome) {
        self.outcomes[place] = outcome;
        self.outputs.set_row(place, repeat(f64::NAN));
    }

    /// Replaces the results of the members at some indices, in ascending order.
    pub fn replace(&mut self, places: &[usize], by: Chunk) {
        for (i, place) in places.iter().enumerate() {
            self.outcomes[*place] = by.outcomes[i];
            self.tries[*place] = by.tries[i];
            self.times[*place] = by.times[i];
            self.steps[*place] = by.steps[i];
            self.rejected[*place] = by.rejected[i];
            self.newton[*place] = by.newton[i];
        }
        self.outputs.replace(places, &by.outputs);
        self.samples.replace(places, by.samples);
        self.points.replace(places, by.points);
        self.events.retain(|(place, _)| places.binary_search(place).is_err());
        self.events.extend(by.events.into_iter().map(|(i, record)| (places[i], record)));
        self.events.sort_by_key(|(place, _)| *place);
    }

    /// Returns the outputs of the member at index `i`, if it has any.
    pub fn outputs_of(&self, i: usize) -> Option<Vec<f64>> {
        self.outcomes[i].has_outputs().then(|| self.outputs.row(i))
    }

    /// Returns an output component of the members at some indices; none where a member has no outputs.
    pub fn output(&self, component: usize, places: Range<usize>) -> impl ExactSizeIterator<Item = Option<f64>> {
        let column = &self.outputs.column(component)[places.clone()];
        self.outcomes[places].iter().zip(column).map(|(outcome, value)| outcome.has_outputs().then_some(*value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(numbers: &[u64], rows: &[(usize, f64)], events: &[(usize, f64)]) -> Chunk {
        let members = Members::of_rows(numbers[0], numbers.len(), &[]);
        let mut chunk = Chunk::new(members, 1);
        chunk.outputs = ValueColumns::of_rows(numbers.len(), &numbers.iter().map(|n| *n as f64).collect::<Vec<_>>());
        chunk.samples.rows = rows.to_vec();
        let row = |(i, time): &(usize, f64)| [numbers[*i] as f64 + time, -time];
        chunk.samples.values = ValueColumns::of_rows(rows.len(), &rows.iter().flat_map(row).collect::<Vec<_>>());
        let record = |(i, time): &(usize, f64)| {
            (*i, EventRecord { event: 0, time: *time, values: Vec::new(), slopes: Vec::new() })
        };
        chunk.events = events.iter().map(record).collect();
        chunk
    }

    #[test]
    fn members_that_were_computed_apart_take_their_places() {
        let old = [(0, 0.0), (0, 0.1), (1, 0.0), (2, 0.0), (2, 0.1), (3, 0.0)];
        let mut all = chunk(&[10, 11, 12, 13], &old, &[(0, 1.0), (1, 2.0), (3, 3.0)]);
        let apart = chunk(&[21, 23], &[(0, 0.0), (0, 0.5), (1, 0.5)], &[(0, 7.0), (0, 8.0)]);
        all.replace(&[1, 3], apart);
        assert_eq!(all.outputs.column(0), [10.0, 21.0, 12.0, 23.0]);
        assert_eq!(all.samples.rows, [(0, 0.0), (0, 0.1), (1, 0.0), (1, 0.5), (2, 0.0), (2, 0.1), (3, 0.5)]);
        assert_eq!(all.samples.values.column(0), [10.0, 10.1, 21.0, 21.5, 12.0, 12.1, 23.5]);
        assert_eq!(all.samples.values.column(1), [0.0, -0.1, 0.0, -0.5, 0.0, -0.1, -0.5]);
        let events: Vec<(usize, f64)> = all.events.iter().map(|(place, record)| (*place, record.time)).collect();
        assert_eq!(events, [(0, 1.0), (1, 7.0), (1, 8.0)]);
    }

    #[test]
    fn later_samples_come_after_those_that_a_member_has() {
        let early = chunk(&[10, 11], &[(0, 0.0), (1, 0.0), (1, 0.1)], &[]).samples;
        let late = chunk(&[20, 21], &[(0, 0.2), (1, 0.2), (1, 0.3)], &[]).samples;
        let all = early.with(&[0, 1], late);
        assert_eq!(all.rows, [(0, 0.0), (0, 0.2), (1, 0.0), (1, 0.1), (1, 0.2), (1, 0.3)]);
        assert_eq!(all.values.column(1), [0.0, -0.2, 0.0, -0.1, -0.2, -0.3]);
        assert_eq!(all.values.value(4, 0), 21.2);
    }
}
