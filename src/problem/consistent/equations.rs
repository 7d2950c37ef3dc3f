//! A constrained system with its derivatives.

use super::movement::displaced;
use crate::linalg::{DMatrix, DVector};
use crate::num::{Dual, Real};
use crate::problem::{Constrained, Layout, Unknowns, along};

/// A constrained system in double precision and in numbers with a rate, whose equations can be evaluated in every number.
pub trait Family {
    /// The system in double precision.
    type Plain: Constrained<f64>;
    /// The system in numbers with a rate.
    type Moving: Constrained<First>;
    /// Returns the system in double precision.
    fn plain(&self) -> Self::Plain;
    /// Returns the system in numbers with a rate: what every start is judged by and completed with.
    fn moving(&self) -> Self::Moving;
    /// Returns the residuals of the constraints in a number.
    fn constraints<R: Real>(&self, t: R, q: &[R], v: &[R]) -> Vec<R>;
}

impl<F: Family> Family for &F {
    type Plain = F::Plain;
    type Moving = F::Moving;
    fn plain(&self) -> F::Plain {
        F::plain(self)
    }
    fn moving(&self) -> F::Moving {
        F::moving(self)
    }
    fn constraints<R: Real>(&self, t: R, q: &[R], v: &[R]) -> Vec<R> {
        F::constraints(self, t, q, v)
    }
}

/// A number with a rate.
type First = Dual<f64, 1>;

/// The arguments of a residual: see [`Constrained::residual`].
#[derive(Clone, Copy, Debug)]
pub struct Point<'a> {
    /// The time, s.
    pub t: f64,
    /// The coordinates.
    pub q: &'a [f64],
    /// The velocities.
    pub v: &'a [f64],
    /// The scale s.
    pub scale: f64,
    /// The rates w and the multipliers mu.
    pub unknowns: Unknowns<'a, f64>,
}

/// How the arguments of a residual move with each of some variables: a column per variable.
#[derive(Clone, Debug)]
pub struct Directions {
    /// Increments on the group, one row per velocity but for the integrals: q exp(column).
    pub q: DMatrix<f64>,
    /// Increments of the velocities, a row each.
    pub v: DMatrix<f64>,
    /// Increments of the rates of the velocities, a row each.
    pub rate: DMatrix<f64>,
    /// Increments of the multipliers, a row each.
    pub multipliers: DMatrix<f64>,
}

/// Holds a constrained system with its derivatives. The unknowns are `velocity_count` rates, without those of the
/// integrals, and `constraint_count` multipliers.
pub struct Equations<F: Family> {
    family: F,
    plain: F::Plain,
    moving: Option<F::Moving>,
    layout: Layout,
}

/// Returns the number with a slope.
fn moving<R: Real>(re: R, slope: R) -> Dual<R, 1> {
    Dual { re, eps: [slope] }
}

/// Returns the numbers at rest.
fn resting<R: Real>(values: &[R]) -> Vec<Dual<R, 1>> {
    values.iter().map(|x| Dual::resting(*x)).collect()
}

impl<F: Family> Equations<F> {
    /// Takes a system.
    pub fn new(family: F) -> Self {
        let plain = family.plain();
        let layout = plain.layout().clone();
        Self { family, plain, moving: None, layout }
    }
    /// Returns the residual in numbers with a rate.
    fn moving_residual(
        &mut self,
        t: First,
        q: &[First],
        v: &[First],
        scale: First,
        at: Unknowns<'_, First>,
    ) -> Vec<First> {
        let mut out = Vec::new();
        self.moving.get_or_insert_with(|| self.family.moving()).residual(t, q, v, scale, at, &mut out);
        out
    }
    /// Returns the residuals of the constraints in numbers with a rate.
    fn moving_constraints(&mut self, t: First, q: &[First], v: &[First]) -> Vec<First> {
        let mut out = Vec::new();
        self.moving.get_or_insert_with(|| self.family.moving()).constraint_residuals(t, q, v, &mut out);
        out
    }
    /// Returns where coordinates and velocities lie.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }
    /// Counts the velocities but for the integrals.
    pub fn velocity_count(&self) -> usize {
        self.layout.quadratures().start
    }
    /// Counts the constraints.
    pub fn constraint_count(&self) -> usize {
        self.plain.multiplier_count()
    }
    /// Tells of every constraint whether it is one of positions, not of velocities alone.
    pub fn is_of_positions(&self) -> Vec<bool> {
        let of_velocities = self.plain.velocity_rows();
        (0..self.constraint_count()).map(|row| !of_velocities.contains(&row)).collect()
    }
    /// Tells whether forces depend on multipliers, too.
    pub fn forces_see_multipliers(&self) -> bool {
        self.plain.forces_see_multipliers()
    }
    /// Tells of every velocity but the integrals whether it moves a coordinate: values of first order do not.
    pub fn moves(&self) -> Vec<bool> {
        let mut moves = self.layout.moves();
        moves.truncate(self.velocity_count());
        moves
    }
    /// Returns one number per velocity, the integrals included, from those without.
    fn with_integrals(&self, values: impl IntoIterator<Item = f64>) -> Vec<f64> {
        let mut all: Vec<f64> = values.into_iter().collect();
        all.resize(self.layout.velocity_count(), 0.0);
        all
    }
    /// Returns q exp(increment), with the angles that follow from the other coordinates at the time `t`.
    pub fn displaced(&self, t: f64, q: &[f64], increment: &DVector<f64>) -> Vec<f64> {
        displaced(&self.plain, t, q, increment.as_slice())
    }
    /// Returns the residual, motion before constraints.
    pub fn residual(&mut self, at: Point<'_>) -> DVector<f64> {
        let mut out = Vec::new();
        self.plain.residual(at.t, at.q, at.v, at.scale, at.unknowns, &mut out);
        out.into()
    }
    /// Returns the derivative of the residual: a row per residual, a column per direction.
    pub fn jacobian(&mut self, at: Point<'_>, directions: &Directions) -> DMatrix<f64> {
        let rows = self.velocity_count() + self.constraint_count();
        let mut out = DMatrix::zeros(rows, directions.q.ncols());
        let still = vec![0.0; at.v.len()];
        for (j, mut column) in out.column_iter_mut().enumerate() {
            let increment = self.with_integrals(directions.q.column(j).iter().copied());
            let (q, _) = along(&self.layout, at.q, &increment, &still);
            let with = |values: &[f64], slopes: &DMatrix<f64>| {
                let slope = |i: usize| if i < slopes.nrows() { slopes[(i, j)] } else { 0.0 };
                values.iter().enumerate().map(|(i, x)| moving(*x, slope(i))).collect::<Vec<First>>()
            };
            let v = with(at.v, &directions.v);
            let rate = with(at.unknowns.rate, &directions.rate);
            let multipliers = with(at.unknowns.multipliers, &directions.multipliers);
            let unknowns = Unknowns { rate: &rate, multipliers: &multipliers };
            let (t, scale) = (moving(at.t, 0.0), moving(at.scale, 0.0));
            let slopes = self.moving_residual(t, &q, &v, scale, unknowns);
            column.iter_mut().zip(slopes).for_each(|(to, x)| *to = x.eps[0]);
        }
        out
    }
    /// Returns Phi.
    pub fn constraints(&mut self, t: f64, q: &[f64]) -> DVector<f64> {
        let v = vec![0.0; self.layout.velocity_count()];
        let mut out = Vec::new();
        self.plain.constraint_residuals(t, q, &v, &mut out);
        out.into()
    }
    /// Returns B, the derivative of Phi by increments on the group: a column per velocity but for the integrals.
    pub fn constraint_matrix(&mut self, t: f64, q: &[f64]) -> DMatrix<f64> {
        let still = vec![0.0; self.layout.velocity_count()];
        let mut out = DMatrix::zeros(self.constraint_count(), self.velocity_count());
        for (j, mut column) in out.column_iter_mut().enumerate() {
            let mut increment = still.clone();
            increment[j] = 1.0;
            let (q, v) = along(&self.layout, q, &increment, &still);
            let slopes = self.moving_constraints(moving(t, 0.0), &q, &v);
            column.iter_mut().zip(slopes).for_each(|(to, x)| *to = x.eps[0]);
        }
        out
    }
    /// Returns the mass matrix M, without what values of first order say of their rates: these have a one each.
    pub fn mass_matrix(&mut self, t: f64, q: &[f64]) -> DMatrix<f64> {
        let (n, m) = (self.velocity_count(), self.constraint_count());
        let (v, rate, multipliers) = (vec![0.0; self.layout.velocity_count()], vec![0.0; n], vec![0.0; m]);
        let unknowns = Unknowns { rate: &rate, multipliers: &multipliers };
        let directions = Directions {
            q: DMatrix::zeros(n, n),
            v: DMatrix::zeros(n, n),
            rate: DMatrix::identity(n, n),
            multipliers: DMatrix::zeros(m, n),
        };
        let all = self.jacobian(Point { t, q, v: &v, scale: 1.0, unknowns }, &directions);
        let moves = self.moves();
        let entry = |i: usize, j: usize| if moves[i] && moves[j] { all[(i, j)] } else { f64::from(i == j) };
        DMatrix::from_fn(n, n, |i, j| (entry(i, j) + entry(j, i)) / 2.0)
    }
    /// Returns the partial derivative of Phi by the time.
    pub fn constraint_rate(&mut self, t: f64, q: &[f64]) -> DVector<f64> {
        let v = vec![moving(0.0, 0.0); self.layout.velocity_count()];
        let slopes = self.moving_constraints(moving(t, 1.0), &resting(q), &v);
        DVector::from_iterator(slopes.len(), slopes.iter().map(|x| x.eps[0]))
    }
    /// Returns Phi' along the motion: B v + Phi_t.
    pub fn constraint_velocities(&mut self, t: f64, q: &[f64], v: &[f64]) -> DVector<f64> {
        let (q, v) = along(&self.layout, q, v, &vec![0.0; v.len()]);
        let slopes = self.moving_constraints(moving(t, 1.0), &q, &v);
        DVector::from_iterator(slopes.len(), slopes.iter().map(|x| x.eps[0]))
    }
    /// Returns the derivative of Phi' along the motion by an increment of the coordinates, a number per velocity.
    pub fn constraint_velocity_slopes(&self, t: f64, (q, v): (&[f64], &[f64]), increment: &[f64]) -> DVector<f64> {
        let still = vec![0.0; v.len()];
        let (q, _) = along(&self.layout, q, increment, &still);
        let (q, v) = along(&self.layout, &q, &resting(v), &resting(&still));
        let slopes = self.family.constraints(moving(moving(t, 0.0), Real::one()), &q, &v);
        DVector::from_iterator(slopes.len(), slopes.iter().map(|x| x.eps[0].eps[0]))
    }
    /// Returns Phi'' along the motion with the rates v' of the velocities: B v' + gamma.
    pub fn constraint_accelerations(&mut self, t: f64, q: &[f64], v: &[f64], rate: &[f64]) -> DVector<f64> {
        let rate = self.with_integrals(rate.iter().copied());
        let (q, v) = along(&self.layout, q, v, &rate);
        let (q, v) = along(&self.layout, &q, &v, &resting(&rate));
        let slopes = self.family.constraints(moving(moving(t, 1.0), moving(1.0, 0.0)), &q, &v);
        DVector::from_iterator(slopes.len(), slopes.iter().map(|x| x.eps[0].eps[0]))
    }
    /// Returns Phi''' along the motion with the rates v' of the velocities and v'' = 0.
    pub fn constraint_jerks(&mut self, t: f64, q: &[f64], v: &[f64], rate: &[f64]) -> DVector<f64> {
        let rate = self.with_integrals(rate.iter().copied());
        let (q, v) = along(&self.layout, q, v, &rate);
        let rate = resting(&rate);
        let (q, v) = along(&self.layout, &q, &v, &rate);
        let (q, v) = along(&self.layout, &q, &v, &resting(&rate));
        let t = moving(moving(t, 1.0), moving(1.0, 0.0));
        let slopes = self.family.constraints(moving(t, Real::one()), &q, &v);
        DVector::from_iterator(slopes.len(), slopes.iter().map(|x| x.eps[0].eps[0].eps[0]))
    }
    /// Returns the rate of the residual of motion along the motion, with resting rates of velocities and multipliers.
    pub fn residual_rate(&mut self, t: f64, q: &[f64], v: &[f64], at: Unknowns<'_, f64>) -> DVector<f64> {
        let rate = self.with_integrals(at.rate.iter().copied());
        let (q, v) = along(&self.layout, q, v, &rate);
        let (rate, multipliers) = (resting(at.rate), resting(at.multipliers));
        let unknowns = Unknowns { rate: &rate, multipliers: &multipliers };
        let slopes = self.moving_residual(moving(t, 1.0), &q, &v, Real::one(), unknowns);
        let n = self.velocity_count();
        DVector::from_iterator(n, slopes[..n].iter().map(|x| x.eps[0]))
    }
}
