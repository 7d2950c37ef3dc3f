//! The values of an output, row by row of a plan.

use crate::sampling::plan::Arrangement;
use crate::statistics::Interval;

/// The values of an output in the rows of a plan of which every member has one.
pub(super) struct OutputRows {
    /// The number and the replicate of each row.
    rows: Vec<(u64, u64)>,
    /// The values, row by row.
    values: Vec<f64>,
    /// Members of a row.
    blocks: usize,
    replicates: u64,
    /// Rows that were left out, since a member of them has no value.
    pub(super) left_out: u64,
}

/// A row of members.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    /// The number of the row in the plan.
    pub(super) number: u64,
    /// The values of its members.
    pub(super) values: &'a [f64],
}

/// A figure with its interval.
pub(in crate::studies::sensitivity) type Figure = (f64, Option<Interval>);

impl OutputRows {
    /// Gathers the values of members by their numbers, which rise; rows that are not all there do not count.
    pub(super) fn of(arrangement: &Arrangement, members: &[f64], all: &[f64]) -> Self {
        let blocks = arrangement.blocks as usize;
        let mut found =
            Self { rows: Vec::new(), values: Vec::new(), blocks, replicates: arrangement.replicates, left_out: 0 };
        let mut from = 0;
        while from + blocks <= all.len() {
            let position = arrangement.position(members[from] as u64);
            if position.block != 0 {
                from += 1;
                continue;
            }
            let row = &all[from..from + blocks];
            if row.iter().all(|y| y.is_finite()) {
                found.rows.push((position.row, position.replicate));
                found.values.extend(row);
            } else {
                found.left_out += 1;
            }
            from += blocks;
        }
        found
    }

    /// Returns the rows.
    pub(super) fn rows(&self) -> impl ExactSizeIterator<Item = Row<'_>> {
        let rows = self.rows.iter().zip(self.values.chunks(self.blocks));
        rows.map(|((number, _), values)| Row { number: *number, values })
    }

    /// Returns how many rows count.
    pub(super) fn count(&self) -> u64 {
        self.rows.len() as u64
    }

    /// Returns all values that count.
    pub(super) fn values(&self) -> &[f64] {
        &self.values
    }

    /// Returns the mean of all values that count.
    pub(super) fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.values.len() as f64
    }

    /// Returns figures of sums over rows, of which `add` adds those of a row, each with the interval that replicates say: by
    /// what the figures of all are without one of them.
    pub(super) fn estimated(
        &self,
        add: impl Fn(Row<'_>, &mut Vec<f64>),
        figures: impl Fn(&[f64]) -> Vec<f64>,
    ) -> Vec<Figure> {
        let mut of_replicates = vec![Vec::new(); self.replicates as usize];
        for ((number, replicate), values) in self.rows.iter().zip(self.values.chunks(self.blocks)) {
            add(Row { number: *number, values }, &mut of_replicates[*replicate as usize]);
        }
        of_replicates.retain(|sums| !sums.is_empty());
        let mut whole = vec![0.0; of_replicates.first().map_or(0, Vec::len)];
        of_replicates.iter().for_each(|sums| whole.iter_mut().zip(sums).for_each(|(whole, sum)| *whole += sum));
        let without = |sums: &Vec<f64>| {
            let rest: Vec<f64> = whole.iter().zip(sums).map(|(whole, sum)| whole - sum).collect();
            figures(&rest)
        };
        let without: Vec<Vec<f64>> =
            if of_replicates.len() > 1 { of_replicates.iter().map(without).collect() } else { Vec::new() };
        let with_interval = |(at, figure): (usize, f64)| {
            let without: Vec<f64> = without.iter().map(|of| of[at]).collect();
            (figure, Interval::of_jackknife(figure, &without))
        };
        figures(&whole).into_iter().enumerate().map(with_interval).collect()
    }
}

/// Adds terms to sums, which begin with these.
pub(super) fn add_to(sums: &mut Vec<f64>, terms: impl Iterator<Item = f64>) {
    for (at, term) in terms.enumerate() {
        match sums.get_mut(at) {
            Some(sum) => *sum += term,
            None => sums.push(term),
        }
    }
}
