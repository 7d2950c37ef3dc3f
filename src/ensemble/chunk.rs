//! A contiguous part of the members: their parameters and their results.

use super::column_parts::in_parts;
use super::{EventRecord, Outcome, Study};
use crate::sampling::plan::Plan;
use rayon::prelude::*;
use std::ops::Range;

/// Members `first .. first + count` and the values of their varied parameters.
#[derive(Clone, Debug)]
pub struct Members {
    /// The first member.
    pub first: u64,
    /// How many.
    pub count: usize,
    /// Values column by column of the plan, one per member.
    pub values: Vec<f64>,
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
        let columns = rows.len() / count.max(1);
        let values = (0..columns).flat_map(|c| rows.iter().skip(c).step_by(columns)).copied().collect();
        Self { first, count, values }
    }

    /// Returns the members at some indices, which count from the first of them on.
    pub fn at(&self, places: &[usize]) -> Self {
        let values = self.columns().flat_map(|column| places.iter().map(|i| column[*i])).collect();
        Self { first: self.first, count: places.len(), values }
    }

    /// Returns the members at indices that follow each other.
    pub fn part(&self, places: Range<usize>) -> Self {
        let values = self.columns().flat_map(|column| &column[places.clone()]).copied().collect();
        Self { first: self.first + places.start as u64, count: places.len(), values }
    }

    /// Draws the parameters of some members from the plan.
    pub fn draw(study: &Study, first: u64, count: usize) -> Self {
        Self::drawn(study.plan(), first, count)
    }

    /// Draws the parameters of some members from a plan with the columns of the study's.
    pub(in crate::ensemble) fn drawn(plan: &Plan, first: u64, count: usize) -> Self {
        let mut values = vec![0.0; plan.columns().len() * count];
        let mut columns: Vec<&mut [f64]> = values.chunks_exact_mut(count.max(1)).collect();
        plan.fill_columns(first, &mut columns);
        Self { first, count, values }
    }

    /// Draws the parameters of some members on all threads of the current pool.
    pub fn draw_parallel(study: &Study, first: u64, count: usize) -> Self {
        /// Members that one task draws.
        const TASK: usize = 512;
        let mut values = vec![0.0; study.plan().columns().len() * count];
        let tasks = in_parts(&mut values, count, TASK).into_par_iter().enumerate();
        tasks.for_each(|(task, mut columns)| study.plan().fill_columns(first + (task * TASK) as u64, &mut columns));
        Self { first, count, values }
    }

    /// Draws `count` members that repeat the plan's from its beginning, for measurements.
    pub fn draw_repeated(study: &Study, count: usize) -> Self {
        let distinct = usize::try_from(study.plan().members()).unwrap_or(usize::MAX).min(count);
        let drawn = Self::draw(study, 0, distinct);
        let values = drawn.columns().flat_map(|column| column.iter().cycle().take(count)).copied().collect();
        Self { first: 0, count, values }
    }

    /// Returns the values of every column of the plan, one per member.
    pub fn columns(&self) -> impl ExactSizeIterator<Item = &[f64]> {
        self.values.chunks_exact(self.count.max(1))
    }

    /// Returns the varied parameters of the member at index `i < count`.
    pub fn row(&self, i: usize) -> Vec<f64> {
        self.columns().map(|column| column[i]).collect()
    }

    /// Puts the varied parameters of the member at index `i < count` in place of what is in a row.
    pub fn copy_row(&self, i: usize, row: &mut Vec<f64>) {
        row.clear();
        row.extend(self.columns().map(|column| column[i]));
    }
}

/// The samples of a chunk.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// One row per sample, member by member: the index of the member in the chunk and the time, s (while a member is
    /// computed, the number of the sample in place of the index).
    pub rows: Vec<(usize, f64)>,
    /// The sampled output components of every row, see [`Study::sampled_channels`].
    pub values: Vec<f64>,
}

impl Samples {
    /// Replaces the samples of the members at some indices, in ascending order.
    fn replace(&mut self, places: &[usize], by: Samples) {
        let old = std::mem::take(self);
        let columns = |samples: &Samples| samples.values.len() / samples.rows.len().max(1);
        let size = columns(&old).max(columns(&by));
        let (mut kept, mut new) = (old.rows.iter().enumerate().peekable(), by.rows.iter().enumerate().peekable());
        loop {
            let next_kept = kept.next_if(|(_, (place, _))| new.peek().is_none_or(|(_, (i, _))| *place <= places[*i]));
            let (samples, at, row) = match next_kept {
                Some((_, (place, _))) if places.binary_search(place).is_ok() => continue,
                Some((at, row)) => (&old, at, *row),
                None => match new.next() {
                    Some((at, (i, time))) => (&by, at, (places[*i], *time)),
                    None => return,
                },
            };
            self.rows.push(row);
            self.values.extend(&samples.values[at * size..(at + 1) * size]);
        }
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
    /// When, s.
    pub times: Vec<f64>,
    /// After how many steps.
    pub steps: Vec<u32>,
    /// How many attempts of a step were rejected.
    pub rejected: Vec<u32>,
    /// What solving the steps of an implicit method took.
    pub newton: Vec<NewtonWork>,
    /// Output components, member by member; not a number where a member did not complete.
    pub outputs: Vec<f64>,
    /// Samples, if there are any.
    pub samples: Samples,
    /// Events with the index of their member, by member and time.
    pub events: Vec<(usize, EventRecord)>,
}

impl Chunk {
    /// Makes an empty result for some members with `channels` output components.
    pub fn new(members: Members, channels: usize) -> Self {
        let n = members.count;
        Self {
            members,
            outcomes: vec![Outcome::Invalid; n],
            times: vec![0.0; n],
            steps: vec![0; n],
            rejected: vec![0; n],
            newton: vec![NewtonWork::default(); n],
            outputs: vec![f64::NAN; n * channels],
            samples: Samples::default(),
            events: Vec::new(),
        }
    }

    /// Joins the results of parts of some members, which follow each other.
    pub(super) fn join(members: Members, channels: usize, parts: Vec<Chunk>) -> Self {
        let mut all = Self::new(members, channels);
        let mut first = 0;
        for part in parts {
            let end = first + part.outcomes.len();
            all.outcomes[first..end].copy_from_slice(&part.outcomes);
            all.times[first..end].copy_from_slice(&part.times);
            all.steps[first..end].copy_from_slice(&part.steps);
            all.rejected[first..end].copy_from_slice(&part.rejected);
            all.newton[first..end].copy_from_slice(&part.newton);
            all.outputs[first * channels..end * channels].copy_from_slice(&part.outputs);
            all.samples.rows.extend(part.samples.rows.into_iter().map(|(place, time)| (first + place, time)));
            all.samples.values.extend(part.samples.values);
            all.events.extend(part.events.into_iter().map(|(place, record)| (first + place, record)));
            first = end;
        }
        all
    }

    /// Makes the member at an index one that has failed.
    pub(super) fn fail(&mut self, place: usize, outcome: Outcome) {
        let channels = self.channel_count();
        self.outcomes[place] = outcome;
        self.outputs[place * channels..(place + 1) * channels].fill(f64::NAN);
    }

    /// Replaces the results of the members at some indices, in ascending order.
    pub fn replace(&mut self, places: &[usize], by: Chunk) {
        let channels = self.channel_count();
        for (i, place) in places.iter().enumerate() {
            self.outcomes[*place] = by.outcomes[i];
            self.times[*place] = by.times[i];
            self.steps[*place] = by.steps[i];
            self.rejected[*place] = by.rejected[i];
            self.newton[*place] = by.newton[i];
            let outputs = by.outputs[i * channels..(i + 1) * channels].iter();
            self.outputs[place * channels..(place + 1) * channels].iter_mut().zip(outputs).for_each(|(x, y)| *x = *y);
        }
        self.samples.replace(places, by.samples);
        self.events.retain(|(place, _)| places.binary_search(place).is_err());
        self.events.extend(by.events.into_iter().map(|(i, record)| (places[i], record)));
        self.events.sort_by_key(|(place, _)| *place);
    }

    /// Returns the number of output components.
    pub fn channel_count(&self) -> usize {
        self.outputs.len() / self.outcomes.len().max(1)
    }

    /// Returns the outputs of the member at index `i`, if it has any.
    pub fn outputs_of(&self, i: usize) -> Option<&[f64]> {
        let n = self.channel_count();
        self.outcomes[i].has_outputs().then(|| &self.outputs[i * n..(i + 1) * n])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(numbers: &[u64], rows: &[(usize, f64)], events: &[(usize, f64)]) -> Chunk {
        let members = Members { first: numbers[0], count: numbers.len(), values: Vec::new() };
        let mut chunk = Chunk::new(members, 1);
        chunk.outputs = numbers.iter().map(|n| *n as f64).collect();
        chunk.samples.rows = rows.to_vec();
        chunk.samples.values = rows.iter().map(|(i, time)| numbers[*i] as f64 + time).collect();
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
        assert_eq!(all.outputs, [10.0, 21.0, 12.0, 23.0]);
        assert_eq!(all.samples.rows, [(0, 0.0), (0, 0.1), (1, 0.0), (1, 0.5), (2, 0.0), (2, 0.1), (3, 0.5)]);
        assert_eq!(all.samples.values, [10.0, 10.1, 21.0, 21.5, 12.0, 12.1, 23.5]);
        let events: Vec<(usize, f64)> = all.events.iter().map(|(place, record)| (*place, record.time)).collect();
        assert_eq!(events, [(0, 1.0), (1, 7.0), (1, 8.0)]);
    }
}
