//! The equations of motion of absolute coordinates as matrices, and their solution.

use gyrosweep::formulation::Formulated;
use gyrosweep::model::Mechanism;
use gyrosweep::num::{Dual, Real};
use gyrosweep::problem::{Constrained, Unknowns, along};
use nalgebra::{DMatrix, DVector};

/// The equations in one state: M v' + B^T lambda = g, Phi = 0, B v + Phi_t = 0, B v' + gamma = 0.
pub(crate) struct Equations {
    pub(crate) mass: DMatrix<f64>,
    pub(crate) transposed: DMatrix<f64>,
    pub(crate) force: DVector<f64>,
    pub(crate) position: Vec<f64>,
    pub(crate) velocity: Vec<f64>,
    pub(crate) gamma: DVector<f64>,
}

/// All residuals.
pub(crate) fn residual<R: Real>(
    formulated: &Formulated,
    mechanism: &Mechanism,
    (t, q, v): (R, &[R], &[R]),
    scale: R,
    (rate, multipliers): (&[R], &[R]),
) -> Vec<R> {
    let parameters: Vec<R> = mechanism.defaults().iter().map(|p| R::constant(*p)).collect();
    let mut out = Vec::new();
    let mut system = formulated.system(mechanism, &parameters);
    system.residual(t, q, v, scale, Unknowns { rate, multipliers }, &mut out);
    out
}

impl Equations {
    pub(crate) fn new(formulated: &Formulated, mechanism: &Mechanism, (t, q, v): (f64, &[f64], &[f64])) -> Self {
        let n = v.len();
        let m = residual(formulated, mechanism, (t, q, v), 1.0, (&vec![0.0; n], &vec![0.0; 1000])).len() - n;
        let of = |rate: &[f64], multipliers: &[f64]| {
            DVector::from_vec(residual(formulated, mechanism, (t, q, v), 1.0, (rate, multipliers)))
        };
        let unit = |n: usize, i: usize| (0..n).map(|k| if k == i { 1.0 } else { 0.0 }).collect::<Vec<f64>>();
        let zero = of(&vec![0.0; n], &vec![0.0; m]);
        let columns = |all: Vec<DVector<f64>>| DMatrix::from_fn(n, all.len(), |row, column| all[column][row]);
        let mass = columns((0..n).map(|i| of(&unit(n, i), &vec![0.0; m]) - &zero).collect());
        let transposed = columns((0..m).map(|i| of(&vec![0.0; n], &unit(m, i)) - &zero).collect());
        // Phi and its derivatives along the motion with v' = 0
        let layout = formulated.layout();
        let (q1, v1) = along(layout, q, v, &vec![0.0; n]);
        let (q2, v2) = along(layout, &q1, &v1, &vec![Dual::zero(); n]);
        let time = Dual { re: Dual { re: t, eps: [1.0] }, eps: [Dual::one()] };
        let zeros = (vec![Dual::zero(); n], vec![Dual::zero(); m]);
        let phi = residual(formulated, mechanism, (time, &q2, &v2), Dual::one(), (&zeros.0, &zeros.1));
        let phi = &phi[n..];
        Self {
            mass,
            transposed,
            force: -zero.rows(0, n).into_owned(),
            position: phi.iter().map(|x| x.re.re).collect(),
            velocity: phi.iter().map(|x| x.eps[0].re).collect(),
            gamma: DVector::from_iterator(m, phi.iter().map(|x| x.eps[0].eps[0])),
        }
    }

    /// Returns v' and lambda.
    pub(crate) fn solve(&self) -> (Vec<f64>, Vec<f64>) {
        let (n, m) = self.transposed.shape();
        let mut matrix = DMatrix::zeros(n + m, n + m);
        matrix.view_mut((0, 0), (n, n)).copy_from(&self.mass);
        matrix.view_mut((0, n), (n, m)).copy_from(&self.transposed);
        matrix.view_mut((n, 0), (m, n)).copy_from(&self.transposed.transpose());
        let right = DVector::from_iterator(n + m, self.force.iter().copied().chain(self.gamma.iter().map(|x| -x)));
        let solution = matrix.full_piv_lu().solve(&right).expect("a regular matrix");
        let all: Vec<f64> = solution.iter().copied().collect();
        (all[..n].to_vec(), all[n..].to_vec())
    }
}
