//! Linear equations in a cycle: every block is coupled to the next, and the last to the first.

use crate::linalg::{DMatrix, DVector, Factorised, Orthogonal};

/// One link of the cycle: d_{k+1} = G d_k + C p + r for changes d of the states and p of what all links depend on.
#[derive(Clone, Debug)]
pub(super) struct Link {
    pub g: DMatrix<f64>,
    pub c: DMatrix<f64>,
    pub r: DVector<f64>,
}

/// Returns the matrix of all links one after another.
pub(super) fn monodromy(links: &[Link]) -> DMatrix<f64> {
    links[1..].iter().fold(links[0].g.clone(), |product, link| &link.g * product)
}

/// Returns the logarithm of the determinant of the product of all links; not a number where it is negative.
pub(super) fn log_determinant(links: &[Link]) -> f64 {
    links.iter().map(|link| Factorised::new(link.g.clone()).determinant().ln()).sum()
}

/// What elimination leaves: (A + B) d_0 + C p = b, and the rows that give the others back.
#[derive(Debug)]
pub(super) struct Reduced {
    /// The matrix A + B.
    pub matrix: DMatrix<f64>,
    pub c: DMatrix<f64>,
    pub b: DVector<f64>,
    /// R d_k + S d_0 + T d_{k+1} + U p = s, for k from 1 on.
    rows: Vec<Back>,
}

#[derive(Debug)]
struct Back {
    r: DMatrix<f64>,
    first: DMatrix<f64>,
    next: DMatrix<f64>,
    c: DMatrix<f64>,
    b: DVector<f64>,
}

impl Reduced {
    /// Eliminates all states but the first by orthogonal transformations, link by link, so that what grows along the cycle does no
    /// harm.
    pub(super) fn new(links: &[Link]) -> Self {
        let n = links[0].r.len();
        // A d_0 + B d_k + C p = b
        let (mut a, mut last) = (links[0].g.clone(), -DMatrix::<f64>::identity(n, n));
        let (mut c, mut b) = (links[0].c.clone(), -&links[0].r);
        let mut rows = Vec::with_capacity(links.len());
        for link in &links[1..] {
            let stack = |upper: &DMatrix<f64>, lower: &DMatrix<f64>| {
                DMatrix::from_fn(2 * n, upper.ncols(), |i, j| if i < n { upper[(i, j)] } else { lower[(i - n, j)] })
            };
            let none = DMatrix::zeros(n, n);
            let factors = Orthogonal::new(stack(&last, &link.g));
            let turned = |all: DMatrix<f64>| {
                let all = factors.turned(all);
                let part = |first: usize| all.rows(first, n).into_owned();
                [part(0), part(n)]
            };
            let [first, a1] = turned(stack(&a, &none));
            let [next, last1] = turned(stack(&none, &-DMatrix::<f64>::identity(n, n)));
            let [upper_c, c1] = turned(stack(&c, &link.c));
            let right = DMatrix::from_fn(2 * n, 1, |i, _| if i < n { b[i] } else { -link.r[i - n] });
            let [upper_b, b1] = turned(right);
            let r = factors.triangle();
            rows.push(Back { r, first, next, c: upper_c, b: upper_b.column(0).into_owned() });
            (a, last, c, b) = (a1, last1, c1, b1.column(0).into_owned());
        }
        Self { matrix: a + last, c, b, rows }
    }

    /// Returns the changes of all states for those of the first and of what all depend on.
    pub(super) fn all(&self, first: &DVector<f64>, p: &DVector<f64>) -> Option<Vec<DVector<f64>>> {
        let mut next = first.clone();
        let mut all = vec![first.clone()];
        for row in self.rows.iter().rev() {
            let right = &row.b - &row.first * first - &row.next * &next - &row.c * p;
            next = row.r.solve_upper_triangular(&right)?;
            all.insert(1, next.clone());
        }
        Some(all)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::linalg::Factorised;

    #[test]
    fn changes_hold_all_links_even_where_they_grow() {
        let n = 3;
        let number = |k: usize, i: usize, j: usize| ((7 * k + 3 * i + 5 * j) as f64).sin() * 3.0;
        let links: Vec<Link> = (0..40)
            .map(|k| Link {
                g: DMatrix::from_fn(n, n, |i, j| number(k, i, j)),
                c: DMatrix::from_fn(n, 1, |i, _| number(k, i, 4)),
                r: DVector::from_fn(n, |i, _| number(k, i, 9)),
            })
            .collect();
        let reduced = Reduced::new(&links);
        let p = DVector::from_element(1, 0.3);
        let first = Factorised::new(reduced.matrix.clone()).solve(&(&reduced.b - &reduced.c * &p)).unwrap();
        let all = reduced.all(&first, &p).unwrap();
        assert_eq!(all.len(), 40);
        for (k, link) in links.iter().enumerate() {
            let next = &link.g * &all[k] + &link.c * &p + &link.r;
            let missed = (&next - &all[(k + 1) % 40]).norm();
            assert!(missed < 1e-10 * (1.0 + next.norm()), "{k}: {missed:e}");
        }
    }
}
