//! A contiguous part of the members: their parameters and their results.

use super::{EventRecord, Outcome, Study};
use rayon::prelude::*;

/// Members `first .. first + count` and the values of their varied parameters.
#[derive(Clone, Debug)]
pub struct Members {
    /// The first member.
    pub first: u64,
    /// How many.
    pub count: usize,
    /// Values member by member, one per column of the plan.
    pub values: Vec<f64>,
}

impl Members {
    /// Draws the parameters of the members with these numbers, which count from the first of them on.
    pub fn of(study: &Study, numbers: &[u64]) -> Self {
        let columns = study.plan().columns().len();
        let mut values = vec![0.0; columns * numbers.len()];
        for (number, row) in numbers.iter().zip(values.chunks_exact_mut(columns.max(1))) {
            study.plan().fill(*number, row);
        }
        Self { first: numbers.first().copied().unwrap_or(0), count: numbers.len(), values }
    }

    /// Those at some places, which count from the first of them on.
    pub fn at(&self, places: &[usize]) -> Self {
        let values = places.iter().flat_map(|i| self.row(*i)).copied().collect();
        Self { first: self.first, count: places.len(), values }
    }

    /// Draws the parameters of some members from the plan.
    pub fn draw(study: &Study, first: u64, count: usize) -> Self {
        let columns = study.plan().columns().len();
        let mut values = vec![0.0; columns * count];
        for (k, row) in (first..).zip(values.chunks_exact_mut(columns.max(1))) {
            study.plan().fill(k, row);
        }
        Self { first, count, values }
    }

    /// Draws the parameters of some members on all threads of the current pool.
    pub fn draw_parallel(study: &Study, first: u64, count: usize) -> Self {
        /// Members that one task draws.
        const TASK: usize = 512;
        let columns = study.plan().columns().len();
        let mut values = vec![0.0; columns * count];
        let tasks = values.par_chunks_mut((columns * TASK).max(1)).enumerate();
        tasks.for_each(|(task, rows)| {
            let from = first + (task * TASK) as u64;
            for (k, row) in (from..).zip(rows.chunks_exact_mut(columns)) {
                study.plan().fill(k, row);
            }
        });
        Self { first, count, values }
    }

    /// `count` members that repeat the plan's from its beginning, for measurements.
    pub fn draw_repeated(study: &Study, count: usize) -> Self {
        let distinct = usize::try_from(study.plan().members()).unwrap_or(usize::MAX).min(count);
        let drawn = Self::draw(study, 0, distinct);
        let values = (0..count).flat_map(|i| drawn.row(i % distinct)).copied().collect();
        Self { first: 0, count, values }
    }

    /// The varied parameters of the member at place `i < count`.
    pub fn row(&self, i: usize) -> &[f64] {
        let columns = self.values.len() / self.count.max(1);
        &self.values[i * columns..(i + 1) * columns]
    }
}

/// The samples of a chunk.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// One row per sample, member by member: the place of the member in the chunk and the time, s (while a
    /// member is computed, the number of the sample takes the place's place).
    pub rows: Vec<(usize, f64)>,
    /// The sampled output components of every row, see [`Study::sampled_channels`].
    pub values: Vec<f64>,
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
    /// Events with the place of their member, by member and time.
    pub events: Vec<(usize, EventRecord)>,
}

impl Chunk {
    /// An empty result for some members with `channels` output components.
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

    /// Number of output components.
    pub fn channel_count(&self) -> usize {
        self.outputs.len() / self.outcomes.len().max(1)
    }

    /// The outputs of the member at place `i`, if it has any.
    pub fn outputs_of(&self, i: usize) -> Option<&[f64]> {
        let n = self.channel_count();
        self.outcomes[i].has_outputs().then(|| &self.outputs[i * n..(i + 1) * n])
    }
}
