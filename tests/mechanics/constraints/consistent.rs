//! What constrained mechanisms begin with.

use super::kkt::{Equations as Matrices, residual};
use super::{Tree, any, close, every_kind, mixed, on_a_moving_base};
use crate::common::parse;
use crate::mechanics::{CLOSED, METHOD, four_bar};
use gyrosweep::formulation::{Formulated, System};
use gyrosweep::linalg::IndependentRows;
use gyrosweep::model::Mechanism;
use gyrosweep::num::{Dual, Real};
use gyrosweep::problem::Constrained;
use gyrosweep::problem::consistent::*;
use nalgebra::{DMatrix, DVector};

/// A mechanism with the default values of its parameters.
pub(crate) struct Defaults<'a>(pub(crate) &'a Formulated, pub(crate) &'a Mechanism);

impl Defaults<'_> {
    fn system<R: Real>(&self) -> System<R> {
        let parameters: Vec<R> = self.1.defaults().iter().map(|p| R::constant(*p)).collect();
        self.0.system(self.1, &parameters)
    }
}

impl Family for Defaults<'_> {
    type Plain = System<f64>;
    type Moving = System<Dual<f64, 1>>;
    fn plain(&self) -> System<f64> {
        self.system()
    }
    fn moving(&self) -> System<Dual<f64, 1>> {
        self.system()
    }
    fn constraints<R: Real>(&self, t: R, q: &[R], v: &[R]) -> Vec<R> {
        let mut out = Vec::new();
        self.system().constraint_residuals(t, q, v, &mut out);
        out
    }
}

pub(crate) const ANYWHERE: Movement = Movement { translation: f64::INFINITY, rotation: f64::INFINITY };

#[test]
fn trees_are_assembled_completed_and_accelerated() {
    for (seed, mechanism) in [every_kind(), mixed(), on_a_moving_base(mixed())].into_iter().enumerate() {
        let name = ["absolute", "absolute_rotation_vector", "absolute_matrix"][seed];
        let tree = Tree::new(mechanism, 0.4, seed, name);
        let Tree { mechanism, joint, t, absolute, x, u, .. } = &tree;
        let mut equations = Equations::new(Defaults(absolute, mechanism));
        let (n, m) = (equations.velocity_count(), equations.constraint_count());
        let rows = independent_constraints(&mut equations, *t, std::slice::from_ref(x)).unwrap();
        assert_eq!((rows.kept.len(), degrees_of_freedom(&equations, &rows)), (m, joint.layout().velocity_count()));
        let matrices = Matrices::new(absolute, mechanism, (*t, x, u));
        let b = equations.constraint_matrix(*t, x);
        assert!((&b - matrices.transposed.transpose()).amax() < 1e-13);

        let at = accelerations(&mut equations, &rows, (*t, x, u)).unwrap();
        let (rate, multipliers) = matrices.solve();
        close("rates", at.rate.as_slice(), &rate, 1e-9);
        close("multipliers", at.multipliers.as_slice(), &multipliers, 1e-9);
        // rates of both against central differences along the motion; each end is on it to order 3
        let (rates, of_multipliers) = jerk(&mut equations, (*t, x, u), &at).unwrap();
        let h = 1e-5;
        let [before, after] = [-h, h].map(|h| {
            let increment = DVector::from_fn(n, |i, _| h * u[i] + h * h / 2.0 * at.rate[i]);
            let q = equations.displaced(*t + h, x, &increment);
            let v: Vec<f64> = (0..n).map(|i| u[i] + h * at.rate[i] + h * h / 2.0 * rates[i]).collect();
            accelerations(&mut equations, &rows, (*t + h, &q, &v)).unwrap()
        });
        let along = |a: &DVector<f64>, b: &DVector<f64>| (b - a) / (2.0 * h);
        close("v''", rates.as_slice(), along(&before.rate, &after.rate).as_slice(), 1e-5);
        let difference = along(&before.multipliers, &after.multipliers);
        close("lambda'", of_multipliers.as_slice(), difference.as_slice(), 1e-5);

        let off = DVector::from_fn(n, |i, _| 0.05 * any(i, 11));
        let rough = equations.displaced(*t, x, &off);
        let weights = Movement::weights(equations.layout(), 0.5);
        let how = Assembly {
            weights: &weights,
            held: &vec![false; n],
            tolerance: 1e-11,
            limits: ANYWHERE,
            keeps_given: true,
        };
        let found = assemble(&mut equations, *t, &rough, &how).unwrap();
        assert!(found.residual < 1e-11 && found.steps < 20, "{}: {}", found.steps, found.residual);
        let nothing = Given { matrix: DMatrix::zeros(0, n), values: DVector::zeros(0) };
        let v: Vec<f64> = u.iter().enumerate().map(|(i, u)| u + 0.3 * any(i, 13)).collect();
        let completed = velocities(&mut equations, (*t, &found.q, &v), &nothing, (1e-9, false)).unwrap();
        let there = Matrices::new(absolute, mechanism, (*t, &found.q, &completed.v));
        close("Phi'", &there.velocity, &vec![0.0; m], 1e-11);
    }
}

#[test]
fn a_four_bar_of_the_catalog_keeps_its_reactions_in_the_plane() {
    let energy = "[[output]]\nname = \"energy\"\nquantity = \"energy\"\n";
    let mechanism = &parse(&(four_bar("x = { default = 0 }", CLOSED, energy) + METHOD)).study.mechanism;
    let formulated = gyrosweep::formulation::find("absolute").unwrap().of(mechanism).unwrap();
    let mut equations = Equations::new(Defaults(&formulated, mechanism));
    let (q, v) = formulated.initial(mechanism, &mechanism.defaults());
    assert!(equations.constraints(0.0, &q).amax() < 1e-14);
    let rows: IndependentRows = independent_constraints(&mut equations, 0.0, std::slice::from_ref(&q)).unwrap();
    let names = formulated.row_names();
    assert_eq!((rows.kept.len(), names.len(), degrees_of_freedom(&equations, &rows)), (17, 20, 1));
    let redundant: Vec<&String> = rows.redundant.iter().map(|row| &names[*row]).collect();
    assert!(redundant.iter().all(|name| name.starts_with("\"D\"")), "{redundant:?}");
    // the crank's speed moves the others: rates of the reference at 16 rad/s
    let n = equations.velocity_count();
    let matrix = DMatrix::from_fn(1, n, |_, j| if j == 4 { 1.0 } else { 0.0 });
    let given = Given { matrix, values: DVector::from_element(1, 16.0) };
    let moving = velocities(&mut equations, (0.0, &q, &v), &given, (1e-9, false)).unwrap().v;
    close("rates", &[moving[10], moving[16]], &[-5.893002047761519, -1.3909080451015128], 1e-12);
    let at = accelerations(&mut equations, &rows, (0.0, &q, &moving)).unwrap();
    let motion =
        residual(&formulated, mechanism, (0.0, &q, &moving), 1.0, (at.rate.as_slice(), at.multipliers.as_slice()));
    close("motion", &motion[..n], &vec![0.0; n], 1e-11);
}
