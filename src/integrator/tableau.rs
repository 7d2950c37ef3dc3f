//! An explicit Runge-Kutta method as data.

/// The coefficients of an explicit Runge-Kutta method. [`Tableau::new`] checks them when the program is compiled, so
/// an inconsistent method does not build; the tests check every order condition.
#[derive(Debug)]
pub struct Tableau {
    /// Order of consistency.
    pub order: usize,
    /// Row i - 1 holds a_ij for the stages i = 2, 3, ..., j < i.
    pub a: &'static [&'static [f64]],
    /// The weights b_j.
    pub b: &'static [f64],
    /// The abscissae c_i.
    pub c: &'static [f64],
    /// The second solution, if there is one.
    pub embedded: Option<Embedded>,
}

/// The weights of a second solution of lower order from the same stages; its distance from the first estimates the
/// error of a step.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// Order of the second solution.
    pub order: usize,
    /// The weights of the second solution.
    pub weights: &'static [f64],
    /// The order and the weights of a third solution, of still lower order. Where there is one, the estimate
    /// e of the second and the estimate e' of the third make e^2 / sqrt(e^2 + 0.01 e'^2), component by component.
    pub third: Option<(usize, &'static [f64])>,
}

impl Embedded {
    /// Returns the order q of the estimate, which vanishes like h^(q + 1).
    pub const fn error_order(&self) -> usize {
        match self.third {
            None => self.order,
            Some((third, _)) => 2 * self.order - third,
        }
    }
}

/// Rounding of coefficients (up to 43 in the methods here) and of sums over up to twelve stages leaves up to 1e-13; a
/// wrong digit that matters leaves more.
const ROUNDING: f64 = 1e-12;

const fn near(x: f64, y: f64) -> bool {
    (x - y).abs() < ROUNDING
}

/// Stops the compilation where a row does not sum to its abscissa or a condition up to order 4 is violated.
const fn check(order: usize, a: &[&[f64]], b: &[f64], c: &[f64]) {
    assert!(a.len() + 1 == b.len() && b.len() == c.len() && c[0] == 0.0);
    // sum b, sum b c, sum b c^2, sum b a c, sum b c^3, sum b c a c, sum b a c^2, sum b a a c
    let mut moments = [0.0; 8];
    let mut ac = [0.0; 16];
    let mut i = 0;
    while i < b.len() {
        let (mut row, mut ac2, mut aac) = (0.0, 0.0, 0.0);
        let mut j = 0;
        while i > 0 && j < a[i - 1].len() {
            assert!(j < i, "a row is longer than an explicit method allows");
            let aij = a[i - 1][j];
            row += aij;
            ac[i] += aij * c[j];
            ac2 += aij * c[j] * c[j];
            aac += aij * ac[j];
            j += 1;
        }
        assert!(near(row, c[i]), "a row does not sum to its abscissa");
        let ci = c[i];
        let terms = [1.0, ci, ci * ci, ac[i], ci * ci * ci, ci * ac[i], ac2, aac];
        let mut m = 0;
        while m < 8 {
            moments[m] += b[i] * terms[m];
            m += 1;
        }
        i += 1;
    }
    let exact = [1.0, 1.0 / 2.0, 1.0 / 3.0, 1.0 / 6.0, 1.0 / 4.0, 1.0 / 8.0, 1.0 / 12.0, 1.0 / 24.0];
    let conditions = [0, 1, 2, 4, 8];
    let needed = conditions[if order > 4 { 4 } else { order }];
    let mut m = 0;
    while m < needed {
        assert!(near(moments[m], exact[m]), "an order condition is violated");
        m += 1;
    }
}

impl Tableau {
    /// Makes a method whose rows sum to c and whose order conditions up to order 4 hold as claimed.
    pub const fn new(order: usize, a: &'static [&'static [f64]], b: &'static [f64], c: &'static [f64]) -> Self {
        check(order, a, b, c);
        Self { order, a, b, c, embedded: None }
    }

    /// Adds a second solution and checks its coefficients.
    pub const fn with_embedded(mut self, order: usize, weights: &'static [f64]) -> Self {
        check(order, self.a, weights, self.c);
        self.embedded = Some(Embedded { order, weights, third: None });
        self
    }

    /// Adds a second and a third solution and checks their coefficients.
    pub const fn with_two_embedded(
        mut self,
        (order, weights): (usize, &'static [f64]),
        third: (usize, &'static [f64]),
    ) -> Self {
        check(order, self.a, weights, self.c);
        check(third.0, self.a, third.1, self.c);
        self.embedded = Some(Embedded { order, weights, third: Some(third) });
        self
    }

    /// Returns the number of stages, that is of evaluations of the dynamics per step.
    pub const fn stage_count(&self) -> usize {
        self.b.len()
    }
}

#[cfg(test)]
mod tests {
    use crate::integrator::{ALL, Scheme};

    /// A rooted tree by its branches, in order, so that equal trees compare equal.
    #[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
    struct Tree(Vec<Tree>);

    impl Tree {
        fn size(&self) -> usize {
            1 + self.0.iter().map(Tree::size).sum::<usize>()
        }
        fn density(&self) -> f64 {
            self.size() as f64 * self.0.iter().map(Tree::density).product::<f64>()
        }
        /// Returns the elementary weights of the tree, one per stage.
        fn weights(&self, a: &[&[f64]], stages: usize) -> Vec<f64> {
            let mut out = vec![1.0; stages];
            for branch in &self.0 {
                let inner = branch.weights(a, stages);
                for (i, value) in out.iter_mut().enumerate() {
                    let row: &[f64] = if i == 0 { &[] } else { a[i - 1] };
                    *value *= row.iter().zip(&inner).map(|(a, w)| a * w).sum::<f64>();
                }
            }
            out
        }
    }

    /// Returns all rooted trees of `n` nodes: a new leaf on every node of every tree of `n - 1` nodes, each kept once.
    fn trees(n: usize) -> Vec<Tree> {
        if n == 1 {
            return vec![Tree(Vec::new())];
        }
        fn grow(tree: &Tree) -> Vec<Tree> {
            let mut out = vec![Tree([tree.0.clone(), vec![Tree(Vec::new())]].concat())];
            for (i, branch) in tree.0.iter().enumerate() {
                for grown in grow(branch) {
                    let mut branches = tree.0.clone();
                    branches[i] = grown;
                    out.push(Tree(branches));
                }
            }
            for tree in &mut out {
                tree.0.sort();
            }
            out
        }
        let mut all: Vec<Tree> = trees(n - 1).iter().flat_map(grow).collect();
        all.sort();
        all.dedup();
        all
    }

    /// Returns the largest defect of an order condition of trees with `n` nodes.
    fn defect(a: &[&[f64]], b: &[f64], n: usize) -> f64 {
        let of = |tree: &Tree| {
            let weight: f64 = tree.weights(a, b.len()).iter().zip(b).map(|(w, b)| w * b).sum();
            (weight - 1.0 / tree.density()).abs()
        };
        trees(n).iter().map(of).fold(0.0, f64::max)
    }

    #[test]
    fn there_are_as_many_trees_as_cayley_counted() {
        let counts: Vec<usize> = (1..=8).map(|n| trees(n).len()).collect();
        assert_eq!(counts, [1, 1, 2, 4, 9, 20, 48, 115]);
    }

    #[test]
    fn every_tableau_meets_the_conditions_of_its_order_and_no_more() {
        for integrator in ALL {
            let Scheme::Rkmk { tableau, .. } = &integrator.scheme else { continue };
            assert_eq!(integrator.order, tableau.order, "{}", integrator.name);
            let mut solutions = vec![(tableau.order, tableau.b)];
            if let Some(embedded) = tableau.embedded {
                solutions.push((embedded.order, embedded.weights));
                solutions.extend(embedded.third);
            }
            for (order, b) in solutions {
                for n in 1..=order {
                    let defect = defect(tableau.a, b, n);
                    // sums of products of rounded coefficients; see ROUNDING
                    assert!(defect < super::ROUNDING, "{}, order {n} of {order}: {defect:e}", integrator.name);
                }
                // the defects of the next order are those of the error constant, 2.7e-5 and more
                let next = defect(tableau.a, b, order + 1);
                assert!(next > 1e-5, "{} has a higher order than {order}: {next:e}", integrator.name);
            }
        }
    }
}
