//! Square linear systems whose rows and columns have different units, and whose unknowns are coupled to few others.

use nalgebra::{DMatrix, DVector};
use std::collections::VecDeque;

/// Holds the factors L U = P R A C with diagonal matrices R and C that bring the length of every row and column near to
/// one, so that pivots can be compared whatever the units are. Unknowns are ordered for a small bandwidth: of a chain of
/// bodies the cost of the factors grows as their number.
#[derive(Clone, Debug)]
pub struct Equilibrated {
    scaled: DMatrix<f64>,
    rows: DVector<f64>,
    columns: DVector<f64>,
    /// Where the unknown and the equation of every place come from.
    order: Vec<usize>,
    /// The factors: U, and below its diagonal L without the exchanges of later rows.
    factors: DMatrix<f64>,
    /// Which row was exchanged with each.
    exchanged: Vec<usize>,
    bandwidth: usize,
}

impl Equilibrated {
    /// Factorises a square matrix.
    pub fn new(a: &DMatrix<f64>) -> Self {
        let n = a.nrows();
        let (mut rows, mut columns) = (DVector::repeat(n, 1.0), DVector::repeat(n, 1.0));
        let mut scaled = a.clone();
        // Sinkhorn and Knopp (1967), a few rounds, of the squares of the entries
        for _ in 0..30 {
            let factor = |square: f64| if square > 0.0 { 1.0 / square.sqrt() } else { 1.0 };
            let mut squares = DVector::<f64>::zeros(n);
            for column in scaled.column_iter() {
                squares.iter_mut().zip(&column).for_each(|(sum, x)| *sum += x * x);
            }
            let by = squares.map(factor);
            rows.component_mul_assign(&by);
            let farthest = by.iter().fold(0.0, |most: f64, by| most.max((by - 1.0).abs()));
            for (j, mut column) in scaled.column_iter_mut().enumerate() {
                column.component_mul_assign(&by);
                let by = factor(column.norm_squared());
                columns[j] *= by;
                column.scale_mut(by);
            }
            if farthest < 0.1 {
                break;
            }
        }
        let order = banded_order(&scaled);
        let mut factors = DMatrix::from_fn(n, n, |i, j| scaled[(order[i], order[j])]);
        let bandwidth = bandwidth(&factors);
        let exchanged = factorise(&mut factors, bandwidth);
        Self { scaled, rows, columns, order, factors, exchanged, bandwidth }
    }
    /// Returns the smallest pivot in units of the largest.
    pub fn smallest_pivot(&self) -> f64 {
        let pivots = self.factors.diagonal().abs();
        if pivots.is_empty() { 1.0 } else { pivots.min() / pivots.max() }
    }
    /// Returns the solution; not finite where a pivot is zero.
    pub fn solve(&self, b: &DVector<f64>) -> DVector<f64> {
        let n = b.len();
        let mut x = DVector::from_fn(n, |i, _| b[self.order[i]] * self.rows[self.order[i]]);
        for k in 0..n {
            x.swap_rows(k, self.exchanged[k]);
            for i in k + 1..n.min(k + 1 + self.bandwidth) {
                x[i] -= self.factors[(i, k)] * x[k];
            }
        }
        for k in (0..n).rev() {
            x[k] /= self.factors[(k, k)];
            for i in k.saturating_sub(2 * self.bandwidth)..k {
                x[i] -= self.factors[(i, k)] * x[k];
            }
        }
        let mut solution = DVector::zeros(n);
        self.order.iter().zip(&x).for_each(|(&i, x)| solution[i] = x * self.columns[i]);
        solution
    }
    /// Returns the direction that A shortens most, in the units of the solution scaled by its columns.
    pub fn weakest_direction(&self) -> DVector<f64> {
        let n = self.scaled.ncols();
        let svd = self.scaled.clone().svd(false, true);
        svd.v_t.map_or_else(|| DVector::zeros(n), |v| v.row(n - 1).transpose())
    }
}

/// Returns an order in which entries lie near the diagonal: Cuthill and McKee (1969), from an end of every part.
fn banded_order(a: &DMatrix<f64>) -> Vec<usize> {
    let n = a.nrows();
    let mut neighbours = vec![Vec::new(); n];
    for (j, column) in a.column_iter().enumerate() {
        for (i, _) in column.iter().enumerate().filter(|(i, x)| *i != j && **x != 0.0) {
            neighbours[i].push(j);
            neighbours[j].push(i);
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

/// Returns how far from the diagonal entries lie.
fn bandwidth(a: &DMatrix<f64>) -> usize {
    let n = a.nrows();
    let far = |j: usize| (0..n).filter(|&i| a[(i, j)] != 0.0).map(|i| i.abs_diff(j)).max().unwrap_or(0);
    (0..n).map(far).max().unwrap_or(0)
}

/// Factorises a matrix with a bandwidth in place, with the largest entry of a column as pivot; returns which row was
/// exchanged with each. Columns of zeros stay.
fn factorise(a: &mut DMatrix<f64>, bandwidth: usize) -> Vec<usize> {
    let n = a.nrows();
    let mut exchanged = Vec::with_capacity(n);
    for k in 0..n {
        let (below, right) = (n.min(k + 1 + bandwidth), n.min(k + 1 + 2 * bandwidth));
        let pivot = (k..below).fold(k, |best, i| if a[(i, k)].abs() > a[(best, k)].abs() { i } else { best });
        exchanged.push(pivot);
        if a[(pivot, k)] == 0.0 {
            continue;
        }
        if pivot != k {
            (k..right).for_each(|j| a.swap((k, j), (pivot, j)));
        }
        for i in k + 1..below {
            a[(i, k)] /= a[(k, k)];
        }
        for j in k + 1..right {
            let above = a[(k, j)];
            if above != 0.0 {
                for i in k + 1..below {
                    a[(i, j)] -= a[(i, k)] * above;
                }
            }
        }
    }
    exchanged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_do_not_matter_and_singular_matrices_are_seen() {
        let a = DMatrix::from_row_slice(3, 3, &[2.0, 1.0, 0.0, 1.0, 3.0, -1.0, 0.0, -1.0, 1.5]);
        let (r, c) = ([1e-9, 1.0, 1e7], [1e6, 1e-8, 1.0]);
        let b = DMatrix::from_fn(3, 3, |i, j| r[i] * a[(i, j)] * c[j]);
        let (plain, scaled) = (Equilibrated::new(&a), Equilibrated::new(&b));
        assert!(plain.smallest_pivot() > 0.1 && scaled.smallest_pivot() > 0.05, "{}", scaled.smallest_pivot());
        let x = scaled.solve(&DVector::from_vec(r.to_vec()));
        let y = plain.solve(&DVector::repeat(3, 1.0));
        (0..3).for_each(|i| assert!((x[i] * c[i] - y[i]).abs() < 1e-14));
        let singular = DMatrix::from_row_slice(2, 2, &[1e-5, 0.0, 0.0, 0.0]);
        let singular = Equilibrated::new(&singular);
        assert_eq!((singular.smallest_pivot(), singular.weakest_direction()[1].abs()), (0.0, 1.0));
        assert!(Equilibrated::new(&DMatrix::zeros(0, 0)).solve(&DVector::zeros(0)).is_empty());
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
        let factors = Equilibrated::new(&a);
        assert!(factors.bandwidth <= 4, "{}", factors.bandwidth);
        let b = DVector::from_fn(n, |i, _| (1.7 * i as f64).sin());
        let x = factors.solve(&b);
        let expected = a.clone().full_piv_lu().solve(&b).unwrap();
        assert!((&a * &x - &b).amax() < 1e-12 * x.amax(), "{}", (&a * &x - &b).amax());
        assert!((&x - &expected).amax() < 1e-11 * expected.amax(), "{}", (&x - &expected).amax());
    }
}
