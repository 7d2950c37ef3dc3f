//! The choice of pivots for a factorisation in a static order.

use super::pivot::Pivot;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// A row of a sparse matrix: columns and values.
pub type Row<R> = Vec<(usize, R)>;

/// Which fraction of the largest entry of its column a pivot has at least.
pub const THRESHOLD: f64 = 0.1;

/// Below this, a number that elimination left of a scaled matrix is what rounding left of zero.
const ZERO: f64 = 1e-13;

/// Says that samples have no order in common: one of them is singular, or no entry of some column is a pivot in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no equation determines unknown {unknown} in all matrices; matrix {sample} is the one nearest to singular")]
pub struct Singular {
    /// The number of the matrix among the samples.
    pub sample: usize,
    /// The column that no pivot was found in.
    pub unknown: usize,
}

/// The entries that are left of the samples' matrices.
struct Remaining {
    /// For every row the columns of its entries, ascending, with their indices.
    rows: Vec<Vec<(usize, usize)>>,
    /// For every column the rows with an entry, ascending, with its place.
    columns: Vec<Vec<(usize, usize)>>,
    /// The values of every entry, sample by sample.
    values: Vec<f64>,
    samples: usize,
}

/// How eligible a pivot is, the least first: by how much it is below the threshold; entries that change and, once more,
/// those that are added; multipliers.
type Rank = (u32, usize, usize);

/// Returns the pivots in their order, and the binary logarithms of the rows' scales. The `rows` have the index of their
/// first entry and its columns.
pub(super) fn choose_pivots(
    rows: &[(usize, Vec<usize>)],
    samples: &[Vec<Row<f64>>],
) -> Result<(Vec<Pivot>, Vec<i32>), Singular> {
    // every sample by its own scales, since steps and masses may differ much between them
    let (scaled, scales): (Vec<_>, Vec<_>) = samples.iter().map(|sample| scaled(sample)).unzip();
    let mut remaining = Remaining::new(rows, &scaled);
    let size = rows.len();
    let mut best: Vec<Option<(Rank, usize)>> = (0..size).map(|column| remaining.best_of(column)).collect();
    let queued = |column: usize, best: &[Option<(Rank, usize)>]| best[column].map(|(rank, _)| Reverse((rank, column)));
    let mut queue: BinaryHeap<_> = (0..size).filter_map(|column| queued(column, &best)).collect();
    let mut pivots = Vec::with_capacity(size);
    while let Some(Reverse((rank, column))) = queue.pop() {
        // what has changed since it was queued has been queued anew
        let Some((_, row)) = best[column].filter(|(now, _)| *now == rank) else { continue };
        best[column] = None;
        let (pivot, changed) = remaining.eliminate(row, column);
        pivots.push(pivot);
        for column in changed {
            best[column] = remaining.best_of(column);
            queue.extend(queued(column, &best));
        }
    }
    if pivots.len() < size {
        let unknown = (0..size).find(|column| pivots.iter().all(|pivot| pivot.column != *column));
        let unknown = unknown.expect("a column without pivot");
        return Err(Singular { sample: remaining.vanishing(unknown), unknown });
    }
    let exponent = |row: usize| scales.iter().map(|scales| scales[row].log2()).sum::<f64>() / scales.len() as f64;
    Ok((pivots, (0..size).map(|row| exponent(row).round() as i32).collect()))
}

impl Remaining {
    fn new(rows: &[(usize, Vec<usize>)], samples: &[Vec<Row<f64>>]) -> Self {
        let count: usize = rows.iter().map(|(_, columns)| columns.len()).sum();
        let placed = |(first, columns): &(usize, Vec<usize>)| columns.iter().copied().zip(*first..).collect();
        let mut remaining = Self {
            rows: rows.iter().map(placed).collect(),
            columns: vec![Vec::new(); rows.len()],
            values: vec![0.0; count * samples.len()],
            samples: samples.len(),
        };
        for (at, (first, columns)) in rows.iter().enumerate() {
            columns.iter().zip(*first..).for_each(|(column, place)| remaining.columns[*column].push((at, place)));
        }
        for (number, sample) in samples.iter().enumerate() {
            for (row, entries) in sample.iter().enumerate() {
                for (column, value) in entries {
                    let place = remaining.place(row, *column).expect("an entry of a sample");
                    remaining.values[place * samples.len() + number] = *value;
                }
            }
        }
        remaining
    }

    /// Returns the index of an entry, if there is one.
    fn place(&self, row: usize, column: usize) -> Option<usize> {
        let row = &self.rows[row];
        row.binary_search_by_key(&column, |(at, _)| *at).ok().map(|at| row[at].1)
    }

    /// Returns the values of an entry in all samples.
    fn values(&self, place: usize) -> &[f64] {
        &self.values[place * self.samples..(place + 1) * self.samples]
    }

    /// Returns the best pivot of a column, if it has one.
    fn best_of(&self, column: usize) -> Option<(Rank, usize)> {
        let entries = || self.columns[column].iter().map(|(row, place)| (row, self.values(*place)));
        let mut largest = vec![0.0f64; self.samples];
        for (_, values) in entries() {
            largest.iter_mut().zip(values).for_each(|(largest, value)| *largest = largest.max(value.abs()));
        }
        let lower = self.columns[column].len().saturating_sub(1);
        let candidates = entries().filter_map(|(row, values)| {
            let usable = |value: &f64| value.is_finite() && value.abs() > ZERO;
            let fractions = values.iter().zip(&largest).map(|(value, largest)| value.abs() / largest);
            let fraction = fractions.fold(1.0, f64::min);
            let below = if fraction < THRESHOLD { (THRESHOLD / fraction) as u32 } else { 0 };
            let updates = lower * (self.rows[*row].len() - 1);
            values.iter().all(usable).then_some(((below, updates, lower), fraction, *row))
        });
        let mut candidates: Vec<_> = candidates.collect();
        // of two with one rank the larger
        candidates.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
        let mut best: Option<(Rank, usize)> = None;
        for ((below, updates, lower), _, row) in candidates {
            let without_fill = (below, updates, lower);
            if best.is_none_or(|(rank, _)| without_fill < rank) {
                let rank = (below, updates + self.fill(row, column), lower);
                best = best.filter(|(other, _)| *other <= rank).or(Some((rank, row)));
            }
        }
        best
    }

    /// Returns how many entries are added where a pivot is eliminated.
    fn fill(&self, row: usize, column: usize) -> usize {
        let others = self.columns[column].iter().filter(|(other, _)| *other != row);
        let new_in = |other: usize| {
            let mut entries = self.rows[other].iter().map(|(at, _)| *at).peekable();
            let is_new = |at: &usize| {
                while entries.next_if(|entry| entry < at).is_some() {}
                entries.peek() != Some(at)
            };
            self.rows[row].iter().map(|(at, _)| *at).filter(is_new).count()
        };
        others.map(|(other, _)| new_in(*other)).sum()
    }

    /// Returns the index of an entry, which is added with zeros where there is none.
    fn added(&mut self, row: usize, column: usize) -> usize {
        let place = self.values.len() / self.samples;
        match self.rows[row].binary_search_by_key(&column, |(at, _)| *at) {
            Ok(at) => self.rows[row][at].1,
            Err(at) => {
                self.rows[row].insert(at, (column, place));
                self.values.resize(self.values.len() + self.samples, 0.0);
                let rows = &mut self.columns[column];
                rows.insert(rows.partition_point(|(other, _)| *other < row), (row, place));
                place
            }
        }
    }

    /// Eliminates a row and a column. Returns which columns have changed, too.
    fn eliminate(&mut self, row: usize, column: usize) -> (Pivot, BTreeSet<usize>) {
        let place = self.place(row, column).expect("an entry");
        let mut upper = std::mem::take(&mut self.rows[row]);
        upper.retain(|(at, _)| *at != column);
        let of_column = std::mem::take(&mut self.columns[column]);
        let mut changed: BTreeSet<usize> = upper.iter().map(|(at, _)| *at).collect();
        changed.iter().for_each(|other| self.columns[*other].retain(|(at, _)| *at != row));
        let (mut lower, mut updates) = (Vec::new(), Vec::new());
        for (other, below) in of_column.into_iter().filter(|(other, _)| *other != row) {
            self.rows[other].retain(|(at, _)| *at != column);
            lower.push((other, below));
            for (at, above) in &upper {
                let to = self.added(other, *at);
                updates.push(to);
                for sample in 0..self.samples {
                    let [below, pivot, above, to] =
                        [below, place, *above, to].map(|place| place * self.samples + sample);
                    self.values[to] -= self.values[below] / self.values[pivot] * self.values[above];
                }
            }
            changed.extend(self.rows[other].iter().map(|(at, _)| *at));
        }
        (Pivot { row, column, place, lower, upper, updates }, changed)
    }

    /// Returns the sample in which the largest entry of a column is the smallest.
    fn vanishing(&self, column: usize) -> usize {
        let entries = || self.columns[column].iter();
        let largest =
            |sample: usize| entries().fold(0.0f64, |most, (_, place)| most.max(self.values(*place)[sample].abs()));
        (0..self.samples).min_by(|a, b| largest(*a).total_cmp(&largest(*b))).unwrap_or(0)
    }
}

/// Returns a matrix with rows and columns multiplied so that the largest entries of all are near one, and the factors of
/// the rows: Ruiz (2001), RAL-TR-2001-034.
fn scaled(matrix: &[Row<f64>]) -> (Vec<Row<f64>>, Vec<f64>) {
    let mut scales = vec![1.0; matrix.len()];
    let mut matrix = matrix.to_vec();
    let root = |largest: f64| if largest > 0.0 && largest.is_finite() { largest.sqrt().recip() } else { 1.0 };
    for _ in 0..8 {
        let (mut rows, mut columns) = (vec![0.0f64; matrix.len()], vec![0.0f64; matrix.len()]);
        for (row, entries) in matrix.iter().enumerate() {
            for (column, value) in entries {
                rows[row] = rows[row].max(value.abs());
                columns[*column] = columns[*column].max(value.abs());
            }
        }
        for (row, entries) in matrix.iter_mut().enumerate() {
            scales[row] *= root(rows[row]);
            entries.iter_mut().for_each(|(column, value)| *value *= root(rows[row]) * root(columns[*column]));
        }
    }
    (matrix, scales)
}
