//! A Runge-Kutta method as data.

/// The coefficients of an explicit Runge-Kutta method. [`Tableau::new`] checks them when the program
/// is compiled, so an inconsistent method does not build.
#[derive(Debug)]
pub struct Tableau {
    /// The name that a scenario uses.
    pub name: &'static str,
    /// Order of consistency.
    pub order: usize,
    /// One line for `gyrosweep list`.
    pub summary: &'static str,
    /// Where the coefficients come from.
    pub citation: &'static str,
    /// Row i - 1 holds a_ij for the stages i = 2, 3, ..., j < i.
    pub a: &'static [&'static [f64]],
    /// The weights b_j.
    pub b: &'static [f64],
    /// The abscissae c_i.
    pub c: &'static [f64],
}

const fn near(x: f64, y: f64) -> bool {
    (x - y).abs() < 1e-14
}

impl Tableau {
    /// A method whose rows sum to c and whose order conditions up to order 4 hold as claimed.
    pub const fn new(
        (name, order): (&'static str, usize),
        (summary, citation): (&'static str, &'static str),
        a: &'static [&'static [f64]],
        b: &'static [f64],
        c: &'static [f64],
    ) -> Self {
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
        Self { name, order, summary, citation, a, b, c }
    }

    /// Number of stages, that is of evaluations of the dynamics per step.
    pub const fn stage_count(&self) -> usize {
        self.b.len()
    }
}
