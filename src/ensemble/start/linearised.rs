//! Linear equations of the motion near a start, in what constraints leave free.

use super::recorded::RecordedStarts;
use super::scalar::Starts;
use super::words::StartError;
use crate::ensemble::Direction;
use crate::linalg::{DMatrix, DVector, Svd};
use crate::num::{Dual, Vec3};
use crate::problem::{Factor, Layout, along};

/// Directions that are so much shorter than others lie in their span.
const DEPENDENT: f64 = 1e-9;

/// Holds the linear equations y' = A y of the motion near a state, with increments of coordinates and of velocities x = Z y that hold
/// the constraints to first order.
#[derive(Clone, Debug)]
pub struct Linearisation {
    /// The matrix A, 1/s.
    pub matrix: DMatrix<f64>,
    /// The orthonormal columns Z: increments of coordinates, q exp(w), one for every velocity but those of integrals, then
    /// increments of velocities.
    pub basis: DMatrix<f64>,
    /// The rates of the velocities at the state, m/s^2 and rad/s^2: zero in an equilibrium.
    pub rates: Vec<f64>,
}

impl Starts<'_> {
    /// Returns the linear equations of the motion near the start of a member, or near another state; what lies in the world is seen from a frame that turns
    /// about its origin with a constant angular velocity, rad/s.
    ///
    /// # Errors
    /// Why there is no start, or none whose equations have derivatives.
    pub(in crate::ensemble) fn linearised(
        &self,
        recorded: Option<&RecordedStarts>,
        (parameters, state): (&[f64], Option<[Vec<f64>; 2]>),
    ) -> Result<Linearisation, StartError> {
        let layout = self.formulated.layout();
        let n = layout.quadratures().start;
        let turning = self.mechanism.base_rotation(parameters).unwrap_or_else(Vec3::zero);
        let nothing = || StartError { part: None, message: "the equations of motion have no derivatives there".into() };
        let recorded = recorded.ok_or_else(nothing)?;
        let found = if state.is_none() { recorded.of(self, (parameters, None), false) } else { None };
        let ([q, v], at) = match (found, state) {
            (Some(found), _) => found,
            (None, state) => {
                let (q, v) = match state {
                    Some([q, v]) => (q, v),
                    None => self.positions_and_velocities(parameters)?,
                };
                let at = self.at(parameters, (&q, &v), false)?;
                ([q, v], at)
            }
        };
        let directions = Direction::all_of_start(layout);
        let tangents = self.tangents(parameters, (&q, &v), &directions);
        let spanning: Vec<DVector<f64>> =
            tangents.iter().map(|[position, velocity]| [&position[..n], &velocity[..n]].concat().into()).collect();
        let basis = orthonormal(&spanning, 2 * n);
        let resting: Vec<Dual<f64, 1>> = parameters.iter().map(|p| Dual::resting(*p)).collect();
        let mut rates = DMatrix::zeros(2 * n, basis.ncols());
        for (mut column, along_it) in rates.column_iter_mut().zip(basis.column_iter()) {
            let padded = |from: usize| {
                let mut all = vec![0.0; layout.velocity_count()];
                all[..n].iter_mut().zip(along_it.iter().skip(from)).for_each(|(to, x)| *to = *x);
                all
            };
            let (position, velocity) = (padded(0), padded(n));
            let (moving_q, _) = along(layout, &q, &position, &position);
            let moving_v: Vec<_> = v.iter().zip(&velocity).map(|(v, slope)| Dual { re: *v, eps: [*slope] }).collect();
            let at = recorded.at(self, &resting, [&moving_q, &moving_v], false).ok_or_else(nothing)?;
            let accelerations: Vec<f64> = at.rate.iter().map(|x| x.eps[0]).collect();
            let slopes = [increments_in_time(layout, (&v, &position, &velocity), turning), accelerations].concat();
            column.copy_from_slice(&slopes);
            seen_turning(layout, turning, &velocity, &mut column.as_mut_slice()[n..]);
        }
        let mut own = at.rate;
        seen_turning(layout, turning, &v, &mut own);
        Ok(Linearisation { matrix: basis.transpose() * rates, basis, rates: own })
    }
}

/// Returns an orthonormal basis of what columns of so many numbers span.
fn orthonormal(columns: &[DVector<f64>], size: usize) -> DMatrix<f64> {
    if columns.is_empty() {
        return DMatrix::zeros(size, 0);
    }
    Svd::new(&DMatrix::from_columns(columns).transpose(), DEPENDENT).row_space().transpose()
}

/// Returns the rates of increments of coordinates q exp(w), of which w' = dv - v x w where they turn something.
fn increments_in_time(
    layout: &Layout,
    (v, position, velocity): (&[f64], &[f64], &[f64]),
    turning: Vec3<f64>,
) -> Vec<f64> {
    let n = layout.quadratures().start;
    let mut rates = velocity[..n].to_vec();
    for place in layout.places() {
        if place.factor.group_rotation().is_some() {
            let [own, w] = [v, position].map(|all| Vec3::from_slice(&all[place.v..]));
            let bracket = own.cross(w).to_array();
            rates[place.v..].iter_mut().zip(bracket).for_each(|(rate, x)| *rate -= x);
        }
    }
    // values of first order have no coordinates
    rates.iter_mut().zip(layout.moves()).filter(|(_, moves)| !moves).for_each(|(rate, _)| *rate = 0.0);
    seen_turning(layout, turning, position, &mut rates);
    rates
}

/// Takes from rates of vectors in the world what their turning frame makes of it.
fn seen_turning(layout: &Layout, turning: Vec3<f64>, vectors: &[f64], rates: &mut [f64]) {
    if turning.to_array() == [0.0; 3] {
        return;
    }
    for place in layout.places().filter(|place| place.factor == Factor::Vector(3)) {
        let turned = turning.cross(Vec3::from_slice(&vectors[place.v..])).to_array();
        rates[place.v..].iter_mut().zip(turned).for_each(|(rate, x)| *rate -= x);
    }
}
