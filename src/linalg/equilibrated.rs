//! Square linear systems whose rows and columns have different units, and whose unknowns are coupled to few others.

use super::{Row, without_pattern};
use nalgebra::DVector;
use std::collections::VecDeque;

/// Holds the factors L U = P R A C with diagonal matrices R and C that bring the length of every row and column near to
/// one, so that pivots can be compared whatever the units are. Unknowns are ordered for a small bandwidth: of a chain of
/// bodies the cost of the factors grows as their number.
#[derive(Clone, Debug)]
pub struct Equilibrated {
    rows: Vec<f64>,
    columns: Vec<f64>,
    /// For every index after ordering, the index of the unknown and the equation before.
    order: Vec<usize>,
    /// The factors: U, and below its diagonal L without the exchanges of later rows.
    factors: Band,
    /// Which row was exchanged with each.
    exchanged: Vec<usize>,
}

/// A matrix whose entries lie at most `below` under the diagonal, and twice as far to the right of it.
#[derive(Clone, Debug)]
struct Band {
    size: usize,
    below: usize,
    entries: Vec<f64>,
}

impl Band {
    fn zeros(size: usize, below: usize) -> Self {
        Self { size, below, entries: vec![0.0; size * (3 * below + 1)] }
    }
    fn at(&self, i: usize, j: usize) -> usize {
        i * (3 * self.below + 1) + j + self.below - i
    }
    fn entry(&self, i: usize, j: usize) -> f64 {
        self.entries[self.at(i, j)]
    }
    /// Returns the end of the rows with entries in a column.
    fn last_row(&self, j: usize) -> usize {
        self.size.min(j + self.below + 1)
    }
    /// Returns the end of the columns with entries in a row.
    fn last_column(&self, i: usize) -> usize {
        self.size.min(i + 2 * self.below + 1)
    }
    /// Factorises the matrix in place, with the largest entry of a column as pivot; returns which row was exchanged with
    /// each. Columns of zeros stay.
    fn factorise(&mut self) -> Vec<usize> {
        let mut exchanged = Vec::with_capacity(self.size);
        for k in 0..self.size {
            let (below, right) = (self.last_row(k), self.last_column(k));
            let larger =
                |best: usize, i: usize| if self.entry(i, k).abs() > self.entry(best, k).abs() { i } else { best };
            let pivot = (k..below).fold(k, larger);
            exchanged.push(pivot);
            if self.entry(pivot, k) == 0.0 {
                continue;
            }
            if pivot != k {
                for j in k..right {
                    let (a, b) = (self.at(k, j), self.at(pivot, j));
                    self.entries.swap(a, b);
                }
            }
            let (first, width) = (self.at(k, k), right - k);
            for i in k + 1..below {
                let at = self.at(i, k);
                let multiplier = self.entries[at] / self.entries[first];
                if multiplier == 0.0 {
                    continue;
                }
                let (above, rest) = self.entries.split_at_mut(at);
                rest[0] = multiplier;
                let upper = &above[first + 1..first + width];
                rest[1..width].iter_mut().zip(upper).for_each(|(x, upper)| *x -= multiplier * upper);
            }
        }
        exchanged
    }
}

impl Equilibrated {
    /// Factorises a square matrix of these rows.
    pub fn new(a: &[Row<f64>]) -> Self {
        let (scaled, [rows, columns]) = scaled(a);
        let order = banded_order(&scaled);
        let mut place = vec![0; order.len()];
        order.iter().enumerate().for_each(|(at, i)| place[*i] = at);
        let entries = || scaled.iter().enumerate().flat_map(|(i, row)| row.iter().map(move |(j, x)| (i, *j, *x)));
        let bandwidth = entries().filter(|(.., x)| *x != 0.0).map(|(i, j, _)| place[i].abs_diff(place[j])).max();
        let mut factors = Band::zeros(order.len(), bandwidth.unwrap_or(0));
        for (i, j, x) in entries().filter(|(.., x)| *x != 0.0) {
            let at = factors.at(place[i], place[j]);
            factors.entries[at] += x;
        }
        let exchanged = factors.factorise();
        Self { rows, columns, order, factors, exchanged }
    }
    fn pivots(&self) -> impl Iterator<Item = f64> {
        (0..self.order.len()).map(|k| self.factors.entry(k, k).abs())
    }
    /// Returns the smallest pivot in units of the largest.
    pub fn smallest_pivot(&self) -> f64 {
        let (least, most) = self.pivots().fold((f64::INFINITY, 0.0), |(least, most), x| (x.min(least), x.max(most)));
        if self.order.is_empty() { 1.0 } else { least / most }
    }
    /// Returns the unknowns whose pivots are no larger than a part of the largest.
    pub fn small_pivots(&self, part: f64) -> Vec<usize> {
        let limit = part * self.pivots().fold(0.0, f64::max);
        self.pivots().zip(&self.order).filter(|(pivot, _)| *pivot <= limit).map(|(_, unknown)| *unknown).collect()
    }
    /// Returns the solution; not finite where a pivot is zero.
    pub fn solve(&self, b: &DVector<f64>) -> DVector<f64> {
        let x = self.solve_scaled(b.iter().zip(&self.rows).map(|(b, scale)| b * scale).collect(), 0.0);
        DVector::from_iterator(x.len(), x.iter().zip(&self.columns).map(|(x, scale)| x * scale))
    }
    /// Returns the solution of the scaled equations, with pivots that are no smaller than a least one.
    fn solve_scaled(&self, b: Vec<f64>, least: f64) -> Vec<f64> {
        let (n, factors) = (b.len(), &self.factors);
        let mut x: Vec<f64> = self.order.iter().map(|i| b[*i]).collect();
        for k in 0..n {
            x.swap(k, self.exchanged[k]);
            for i in k + 1..factors.last_row(k) {
                x[i] -= factors.entry(i, k) * x[k];
            }
        }
        for k in (0..n).rev() {
            let known = (k + 1..factors.last_column(k)).fold(x[k], |rest, j| rest - factors.entry(k, j) * x[j]);
            let pivot = factors.entry(k, k);
            x[k] = known / if pivot.abs() < least { least } else { pivot };
        }
        let mut solution = vec![0.0; n];
        self.order.iter().zip(x).for_each(|(i, x)| solution[*i] = x);
        solution
    }
    /// Returns the direction that a singular A shortens most, in the units of the solution scaled by its columns: what any right
    /// side moves by.
    pub fn weakest_direction(&self) -> DVector<f64> {
        let least = f64::EPSILON * self.pivots().fold(f64::MIN_POSITIVE, f64::max);
        let b = (0..self.order.len()).map(|i| without_pattern(0, i)).collect();
        let direction = DVector::from(self.solve_scaled(b, least));
        let norm = direction.norm();
        direction / norm
    }
}

/// Returns a matrix with rows and columns multiplied so that the lengths of all are near one, and the factors of both, which are
/// powers of two: they round nothing.
fn scaled(a: &[Row<f64>]) -> (Vec<Row<f64>>, [Vec<f64>; 2]) {
    let n = a.len();
    let (mut rows, mut columns) = (vec![1.0; n], vec![1.0; n]);
    // Sinkhorn and Knopp (1967), a few rounds, of the squares of the entries
    for _ in 0..30 {
        let factor = |square: f64| if square > 0.0 { 1.0 / square.sqrt() } else { 1.0 };
        let mut farthest = 0.0f64;
        let mut squares = vec![0.0; n];
        for (row, scale) in a.iter().zip(&mut rows) {
            let by = factor(row.iter().map(|(j, x)| (x * *scale * columns[*j]).powi(2)).sum());
            *scale *= by;
            farthest = farthest.max((by - 1.0).abs());
            row.iter().for_each(|(j, x)| squares[*j] += (x * *scale * columns[*j]).powi(2));
        }
        columns.iter_mut().zip(squares).for_each(|(scale, square)| *scale *= factor(square));
        if farthest < 0.1 {
            break;
        }
    }
    let [rows, columns] =
        [rows, columns].map(|scales| -> Vec<f64> { scales.iter().map(|x| x.log2().round().exp2()).collect() });
    let of_row = |(row, scale): (&Row<f64>, &f64)| row.iter().map(|(j, x)| (*j, x * scale * columns[*j])).collect();
    (a.iter().zip(&rows).map(of_row).collect(), [rows, columns])
}

/// Returns an order in which entries lie near the diagonal: Cuthill and McKee (1969), from an end of every part.
fn banded_order(a: &[Row<f64>]) -> Vec<usize> {
    let n = a.len();
    let mut neighbours = vec![Vec::new(); n];
    for (i, row) in a.iter().enumerate() {
        for (j, _) in row.iter().filter(|(j, x)| *j != i && *x != 0.0) {
            neighbours[i].push(*j);
            neighbours[*j].push(i);
        }
    }
    neighbours.iter_mut().for_each(|list: &mut Vec<usize>| {
        list.sort_unstable();
        list.dedup();
    });
    let mut placed = vec![false; n];
    let mut order = Vec::new();
    while let Some(first) = (0..n).filter(|&i| !placed[i]).min_by_key(|&i| neighbours[i].len()) {
        // the last of a part is far from the first, and the last from there at an end
        let one_end = spread(first, &neighbours, &placed).pop().unwrap_or(first);
        let other_end = spread(one_end, &neighbours, &placed).pop().unwrap_or(first);
        let part = spread(other_end, &neighbours, &placed);
        part.iter().for_each(|&i| placed[i] = true);
        order.extend(part);
    }
    order
}

/// Returns what is coupled to a first unknown, the nearest first, among equally near ones those with the fewest couplings.
fn spread(first: usize, neighbours: &[Vec<usize>], placed: &[bool]) -> Vec<usize> {
    let (mut seen, mut order, mut next) = (placed.to_vec(), Vec::new(), VecDeque::from([first]));
    seen[first] = true;
    while let Some(i) = next.pop_front() {
        order.push(i);
        let mut new: Vec<usize> = neighbours[i].iter().copied().filter(|&j| !seen[j]).collect();
        new.sort_by_key(|&j| neighbours[j].len());
        new.iter().for_each(|&j| seen[j] = true);
        next.extend(new);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::super::sparse;
    use super::*;
    use nalgebra::DMatrix;

    fn factorised(a: &DMatrix<f64>) -> Equilibrated {
        Equilibrated::new(&sparse(a))
    }

    #[test]
    fn units_do_not_matter_and_singular_matrices_are_seen() {
        let a = DMatrix::from_row_slice(3, 3, &[2.0, 1.0, 0.0, 1.0, 3.0, -1.0, 0.0, -1.0, 1.5]);
        let (r, c) = ([1e-9, 1.0, 1e7], [1e6, 1e-8, 1.0]);
        let b = DMatrix::from_fn(3, 3, |i, j| r[i] * a[(i, j)] * c[j]);
        let (plain, scaled) = (factorised(&a), factorised(&b));
        assert!(plain.smallest_pivot() > 0.1 && scaled.smallest_pivot() > 0.05, "{}", scaled.smallest_pivot());
        let x = scaled.solve(&DVector::from_vec(r.to_vec()));
        let y = plain.solve(&DVector::repeat(3, 1.0));
        (0..3).for_each(|i| assert!((x[i] * c[i] - y[i]).abs() < 1e-14));
        let singular = DMatrix::from_row_slice(2, 2, &[1e-5, 0.0, 0.0, 0.0]);
        let singular = factorised(&singular);
        assert_eq!((singular.smallest_pivot(), singular.weakest_direction()[1].abs()), (0.0, 1.0));
        assert!(factorised(&DMatrix::zeros(0, 0)).solve(&DVector::zeros(0)).is_empty());
    }

    #[test]
    fn chains_in_any_order_are_banded_and_solved_with_pivoting() {
        // [M B^T; B 0] of masses in a chain, with zeros on the diagonal, in an order without a pattern, and a part by itself
        let (masses, n) = (40, 82);
        let place = |i: usize| (i * 37 + 11) % n;
        let mut a = DMatrix::zeros(n, n);
        for i in 0..masses {
            a[(place(i), place(i))] = 1e-6 * (1.0 + i as f64);
            for (j, sign) in [(i, 1.0), (i + 1, -1.0)] {
                if j < masses {
                    a[(place(masses + i), place(j))] = sign;
                    a[(place(j), place(masses + i))] = sign;
                }
            }
        }
        a[(place(n - 2), place(n - 1))] = 3.0;
        a[(place(n - 1), place(n - 2))] = -2.0;
        let factors = factorised(&a);
        assert!(factors.factors.below <= 4, "{}", factors.factors.below);
        let b = DVector::from_fn(n, |i, _| (1.7 * i as f64).sin());
        let x = factors.solve(&b);
        let expected = a.clone().full_piv_lu().solve(&b).unwrap();
        assert!((&a * &x - &b).amax() < 1e-12 * x.amax(), "{}", (&a * &x - &b).amax());
        assert!((&x - &expected).amax() < 1e-11 * expected.amax(), "{}", (&x - &expected).amax());
    }
}
