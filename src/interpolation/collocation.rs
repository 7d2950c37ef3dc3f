//! The matrix of splines at sites: what makes cardinal functions of splines.

/// Entries of a row of the inverse that are smaller than this part of its largest are left out: sums of weights round by more.
const LEAST: f64 = 1e-18;

/// Holds the factors L U of a matrix whose row i has the splines at site i, none of them farther from the diagonal than the
/// degree. All its minors are not negative, so that no rows need to be exchanged (de Boor and Pinkus 1977).
#[derive(Clone, Debug)]
pub(super) struct Collocation {
    width: usize,
    /// Row by row, from `width` entries before the diagonal to as many behind it.
    bands: Vec<f64>,
}

impl Collocation {
    /// Factorises the matrix of rows, each the index of its first entry and its entries; none where it is singular.
    pub(super) fn new(width: usize, rows: &[(usize, Vec<f64>)]) -> Option<Self> {
        let mut matrix = Self { width, bands: vec![0.0; rows.len() * (2 * width + 1)] };
        for (i, (first, entries)) in rows.iter().enumerate() {
            for (j, entry) in entries.iter().enumerate().map(|(k, entry)| (first + k, *entry)) {
                match matrix.at(i, j) {
                    Some(at) => matrix.bands[at] = entry,
                    None if entry == 0.0 => {}
                    // beyond the band a row has no spline on the diagonal (Schoenberg and Whitney 1953)
                    None => return None,
                }
            }
        }
        matrix.factorise(rows.len()).then_some(matrix)
    }

    fn at(&self, i: usize, j: usize) -> Option<usize> {
        let offset = (j + self.width).checked_sub(i).filter(|offset| *offset <= 2 * self.width);
        offset.map(|offset| i * (2 * self.width + 1) + offset)
    }

    fn entry(&self, i: usize, j: usize) -> f64 {
        self.at(i, j).map_or(0.0, |at| self.bands[at])
    }

    fn factorise(&mut self, count: usize) -> bool {
        for k in 0..count {
            let pivot = self.entry(k, k);
            if pivot.is_nan() || pivot <= 1e-14 {
                return false;
            }
            for i in k + 1..count.min(k + self.width + 1) {
                let factor = self.entry(i, k) / pivot;
                for j in k..count.min(k + self.width + 1) {
                    let above = self.entry(k, j);
                    if let Some(at) = self.at(i, j) {
                        self.bands[at] = if j == k { factor } else { self.bands[at] - factor * above };
                    }
                }
            }
        }
        true
    }

    fn count(&self) -> usize {
        self.bands.len() / (2 * self.width + 1)
    }

    /// Returns the factors of splines whose sum has these values at the sites.
    pub(super) fn solve(&self, values: &[f64]) -> Vec<f64> {
        let (count, width) = (self.count(), self.width);
        let mut found = values.to_vec();
        for i in 0..count {
            let sum: f64 = (i.saturating_sub(width)..i).map(|k| self.entry(i, k) * found[k]).sum();
            found[i] -= sum;
        }
        for i in (0..count).rev() {
            let sum: f64 = (i + 1..count.min(i + width + 1)).map(|k| self.entry(i, k) * found[k]).sum();
            found[i] = (found[i] - sum) / self.entry(i, i);
        }
        found
    }

    /// Returns a row of the inverse, of which entries away from the diagonal decay: the index of the first and all that are not
    /// negligible.
    pub(super) fn inverse_row(&self, row: usize) -> (usize, Vec<f64>) {
        let (count, width) = (self.count(), self.width);
        let mut behind = vec![1.0 / self.entry(row, row)];
        let mut largest = behind[0].abs();
        let ends = |values: &[f64], largest: f64| {
            values.len() > width && values.iter().rev().take(width.max(1)).all(|x| x.abs() < LEAST * largest)
        };
        while row + behind.len() < count && !ends(&behind, largest) {
            let j = row + behind.len();
            let sum = (row.max(j.saturating_sub(width))..j).map(|k| self.entry(k, j) * behind[k - row]).sum::<f64>();
            behind.push(-sum / self.entry(j, j));
            largest = largest.max(behind[behind.len() - 1].abs());
        }
        let end = row + behind.len();
        // from the last entry to the first
        let mut reversed: Vec<f64> = Vec::with_capacity(2 * behind.len());
        while reversed.len() < end {
            let j = end - 1 - reversed.len();
            if j < row && ends(&reversed, largest) {
                break;
            }
            let sum = (j + 1..end.min(j + width + 1)).map(|k| self.entry(k, j) * reversed[end - 1 - k]).sum::<f64>();
            reversed.push(j.checked_sub(row).map_or(0.0, |k| behind[k]) - sum);
            largest = largest.max(reversed[reversed.len() - 1].abs());
        }
        let first = end - reversed.len();
        reversed.reverse();
        (first, reversed)
    }
}
