//! Linear equations of the motion near a start, in what constraints leave free.

use super::steady::{Moving, Steady};
use super::terms::Terms;
use crate::ensemble::start::{RecordedStarts, Starts};
use crate::ensemble::{Direction, StartError};
use crate::formulation::System;
use crate::linalg::{DMatrix, DVector, Orthogonal, Svd, inverse, orthonormal, pseudo_inverse};
use crate::num::{Dual, Vec3};
use crate::problem::consistent::displaced;
use crate::problem::{Factor, Layout, Place, along};

/// Directions that are so much shorter than others lie in their span.
const DEPENDENT: f64 = 1e-9;
/// What takes longer than a second for a radian, times this, rests.
const RESTS: f64 = 1e-9;
/// Equations are compared over so much of a turn, rad, or of the size.
const LATER: f64 = 0.1;

/// Holds the linear equations y' = A y of the motion near a state, with increments of coordinates and of velocities x = Z y that hold
/// the constraints to first order. Increments of rotations and of angular velocities are along the axes of the world, or of a base that
/// turns: what spins about an axis of symmetry has equations that stay what they are in these, and in no others.
#[derive(Clone, Debug)]
pub struct Linearisation {
    /// The matrix A, 1/s.
    pub matrix: DMatrix<f64>,
    /// The orthonormal columns Z: increments of coordinates, one for every velocity but those of integrals, then increments of
    /// velocities.
    pub basis: DMatrix<f64>,
    /// What rounding may make of the entries of A, 1/s.
    pub rounding: DMatrix<f64>,
    /// The rates of the velocities at the state as the base sees them, m/s^2 and rad/s^2, of what moves along what constraints leave free: zero
    /// in an equilibrium.
    pub rates: Vec<f64>,
    /// How many times more is left of forces than may be left of what balances: see [`Self::is_balanced`].
    pub unbalanced: f64,
    /// The part by which Z A Z^T changes while the motion of the state turns something by a tenth of a radian, or moves it by a tenth
    /// of the size of the mechanism: zero where the equations stay what they are.
    pub unsteady: f64,
    /// The coordinates and velocities of the state.
    pub state: [Vec<f64>; 2],
}

impl Linearisation {
    /// Tells whether forces balance at the state, but for a millionth of weights and reactions, and what moving by 1e-10 of the size leads
    /// to.
    pub fn is_balanced(&self) -> bool {
        self.unbalanced <= 1.0
    }
}

/// Coordinates and velocities of a state.
struct At {
    q: Vec<f64>,
    v: Vec<f64>,
}

/// The linear equations at one state: the columns Z, and the rates L Z.
struct Frozen {
    basis: DMatrix<f64>,
    rates: DMatrix<f64>,
    /// The numbers of welded bodies as one, where Z is orthonormal in these: what makes them of all, T, with T Z and T L Z.
    as_one: Option<[DMatrix<f64>; 3]>,
}

impl Starts<'_> {
    /// Returns the linear equations of the motion near the start of a member, or near another state; what lies in the world is seen from a frame that turns
    /// about its origin with a constant angular velocity, rad/s.
    ///
    /// # Errors
    /// Why there is no start, or none whose equations have derivatives.
    pub(in crate::analyses) fn linearised(
        &self,
        recorded: Option<&RecordedStarts>,
        (parameters, state): (&[f64], Option<[Vec<f64>; 2]>),
    ) -> Result<Linearisation, StartError> {
        let layout = self.formulated.layout();
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
        let (mut own, at) = (at.rate, At { q, v });
        let later = self.later(parameters, (&at, turning));
        // where nothing turns, all numbers have the same exponents
        let as_one = later.as_ref().and_then(|_| self.as_one(parameters));
        let regular = |at: &At| recorded.regular_at(self, parameters, [&at.q, &at.v]).ok_or_else(nothing);
        let frozen = |recorded: &RecordedStarts, at: &At| -> Result<Frozen, StartError> {
            let frozen = self.frozen(recorded, parameters, (at, turning)).ok_or_else(nothing)?;
            Ok(as_one.iter().fold(frozen, Frozen::seen_by))
        };
        let own_recorded = regular(&at)?;
        let here = frozen(&own_recorded, &at)?;
        let [basis, rates] = here.seen();
        let mut unsteady = 0.0;
        if let Some(later) = &later {
            let there = frozen(&*regular(later)?, later)?;
            let [its_basis, its_rates] = there.seen();
            let [here, there] = [rates * basis.transpose(), its_rates * its_basis.transpose()];
            unsteady = (&there - &here).norm() / here.norm().max(f64::MIN_POSITIVE);
        }
        to_space(layout, &at.q, &mut own);
        let mut velocities = at.v.clone();
        to_space(layout, &at.q, &mut velocities);
        seen_turning(layout, turning, &velocities, &mut own);
        let terms = self.terms(&own_recorded, parameters, &at).ok_or_else(nothing)?;
        if later.is_some() {
            own = terms.free_rates(&own);
        }
        let gravity = self.mechanism.gravity_at(parameters).value.norm();
        let unbalanced = terms.unbalanced(&own, (size(layout, &at.q), &velocities[..own.len()], gravity));
        let of_entries = terms.rounding(&here.basis, &here.rates);
        let onto = here.as_one.as_ref().map_or_else(|| basis.transpose(), |[by, ..]| basis.transpose() * by);
        let matrix = turning_with_basis(basis, rates).unwrap_or_else(|| basis.transpose() * rates);
        let rounding = onto.abs() * of_entries;
        let state = [at.q, at.v];
        Ok(Linearisation { matrix, basis: here.basis, rounding, rates: own, unbalanced, unsteady, state })
    }

    /// Collects the terms of the equations at a state.
    fn terms(&self, recorded: &RecordedStarts, parameters: &[f64], At { q, v }: &At) -> Option<Terms> {
        let layout = self.formulated.layout();
        let n = layout.quadratures().start;
        let velocities: Vec<Direction> = (0..n).map(Direction::Velocity).collect();
        let tangents = self.tangents(parameters, (q, v), &velocities);
        let in_space = |[_, mut velocity]: [Vec<f64>; 2]| -> DVector<f64> {
            to_space(layout, q, &mut velocity);
            velocity[..n].to_vec().into()
        };
        let free = orthonormal(&tangents.into_iter().map(in_space).collect::<Vec<_>>(), n);
        // equations of motion are along the axes of bodies
        let mut own = free.clone();
        own.column_iter_mut().for_each(|mut column| to_body(layout, q, column.as_mut_slice()));
        let resting = |all: &[f64]| all.iter().map(|x| Dual::resting(*x)).collect();
        let moving = Moving { parameters: resting(parameters), q: resting(q), v: resting(v) };
        Terms::new(&Steady::new(self, recorded, moving)?, layout, [free, own])
    }

    /// Returns the linear equations at a state; none where the equations of motion have no derivatives.
    fn frozen(&self, recorded: &RecordedStarts, parameters: &[f64], (at, turning): (&At, Vec3<f64>)) -> Option<Frozen> {
        let layout = self.formulated.layout();
        let n = layout.quadratures().start;
        let At { q, v } = at;
        let tangents = self.tangents(parameters, (q, v), &Direction::all_of_start(layout));
        let in_space = |[mut position, mut velocity]: [Vec<f64>; 2]| -> DVector<f64> {
            to_space(layout, q, &mut position);
            to_space(layout, q, &mut velocity);
            [&position[..n], &velocity[..n]].concat().into()
        };
        let spanning: Vec<DVector<f64>> = tangents.into_iter().map(in_space).collect();
        let basis = orthonormal(&spanning, 2 * n);
        let resting: Vec<Dual<f64, 1>> = parameters.iter().map(|p| Dual::resting(*p)).collect();
        let moves = layout.moves();
        let mut rates = DMatrix::zeros(2 * n, basis.ncols());
        for (mut column, along_it) in rates.column_iter_mut().zip(basis.column_iter()) {
            let padded = |from: usize| {
                let mut all = vec![0.0; layout.velocity_count()];
                all[..n].iter_mut().zip(along_it.iter().skip(from)).for_each(|(to, x)| *to = *x);
                all
            };
            let (position, velocity) = (padded(0), padded(n));
            let [own_position, own_velocity] = [&position, &velocity].map(|all| {
                let mut all = all.clone();
                to_body(layout, q, &mut all);
                all
            });
            let (moving_q, _) = along(layout, q, &own_position, &own_position);
            let moving_v: Vec<_> =
                v.iter().zip(&own_velocity).map(|(v, slope)| Dual { re: *v, eps: [*slope] }).collect();
            let at = recorded.at(self, &resting, [&moving_q, &moving_v], false)?;
            // of x = R w, where w' = dv - v x w, the rate is R dv; of R dv it is R (v x dv + dv')
            let mut positions = velocity.clone();
            let mut velocities: Vec<f64> = at.rate.iter().map(|x| x.eps[0]).collect();
            for place in layout.places().filter(|place| place.factor.group_rotation().is_some()) {
                let [own, slope] = [v, &own_velocity].map(|all| Vec3::from_slice(&all[place.v..]));
                let carried = own.cross(slope).to_array();
                velocities[place.v..].iter_mut().zip(carried).for_each(|(rate, x)| *rate += x);
            }
            to_space(layout, q, &mut velocities);
            // values of first order have no coordinates
            positions.iter_mut().zip(&moves).filter(|(_, moves)| !**moves).for_each(|(rate, _)| *rate = 0.0);
            seen_turning(layout, turning, &position, &mut positions);
            seen_turning(layout, turning, &velocity, &mut velocities);
            column.copy_from_slice(&[&positions[..n], &velocities[..n]].concat());
        }
        Some(Frozen { basis, rates, as_one: None })
    }

    /// Returns the state that the motion seen from the base leads to a little later, turned back with the base; none of what rests there.
    fn later(&self, parameters: &[f64], (at, turning): (&At, Vec3<f64>)) -> Option<At> {
        let layout = self.formulated.layout();
        let At { q, v } = at;
        let rotation = |place: &Place| place.factor.group_rotation().map(|p| p.rotation(&q[place.q..]));
        let own = |place: &Place| Vec3::from_slice(&v[place.v..]);
        let mut seen = v.clone();
        let position = |place: &Place| Vec3::from_slice(&q[place.q..]);
        let size = size(layout, q);
        let mut fastest = 0.0f64;
        for place in layout.places() {
            let (relative, rate) = if place.factor == Factor::Vector(3) {
                let relative = own(&place) - turning.cross(position(&place));
                (relative, relative.norm() / size)
            } else if let Some(rotation) = rotation(&place) {
                let relative = own(&place) - rotation.apply_transposed(turning);
                (relative, relative.norm())
            } else {
                continue;
            };
            relative.write(&mut seen[place.v..]);
            fastest = fastest.max(rate);
        }
        if fastest <= RESTS {
            return None;
        }
        let way: Vec<f64> = seen.iter().map(|v| v * LATER / fastest).collect();
        let system: System<f64> = self.formulated.system(self.mechanism, parameters);
        let moved = displaced(&system, 0.0, q, &way);
        let mut velocities = seen;
        for place in layout.places() {
            let carried = if place.factor == Factor::Vector(3) {
                turning.cross(Vec3::from_slice(&moved[place.q..]))
            } else if let Some(rotation) = place.factor.group_rotation().map(|p| p.rotation(&moved[place.q..])) {
                rotation.apply_transposed(turning)
            } else {
                continue;
            };
            (Vec3::from_slice(&velocities[place.v..]) + carried).write(&mut velocities[place.v..]);
        }
        Some(At { q: moved, v: velocities })
    }
}

/// Returns A where increments that hold the constraints turn with the motion of the state: Z y has the rate Z' y + Z A y, so that of its second
/// rate a part is that of Z. With positions P p and P^T P' = 0, P^T P'' = -P'^T P'. None where they stay.
fn turning_with_basis(basis: &DMatrix<f64>, rates: &DMatrix<f64>) -> Option<DMatrix<f64>> {
    let (n, k) = (basis.nrows() / 2, basis.ncols());
    let [positions, velocities, seen, accelerations] =
        [(basis, 0), (basis, n), (rates, 0), (rates, n)].map(|(of, from)| of.rows(from, n).into_owned());
    let columns: Vec<DVector<f64>> = positions.column_iter().map(|x| x.into_owned()).collect();
    let moved = orthonormal(&columns, n);
    let normal = &seen - &moved * (moved.transpose() * &seen);
    if normal.norm() <= DEPENDENT * seen.norm() {
        return None;
    }
    let along = moved.transpose() * &positions;
    let still = Svd::new(&along, DEPENDENT).null_space();
    let columns: Vec<DVector<f64>> = (&velocities * still).column_iter().map(|x| x.into_owned()).collect();
    let free = orthonormal(&columns, n);
    if moved.ncols() + free.ncols() != k {
        return None;
    }
    let both = |positions: DMatrix<f64>, velocities: DMatrix<f64>| {
        let mut all = DMatrix::zeros(k, k);
        all.rows_mut(0, moved.ncols()).copy_from(&positions);
        all.rows_mut(moved.ncols(), free.ncols()).copy_from(&velocities);
        all
    };
    // P' of the increments that are shortest
    let turned = &normal * pseudo_inverse(along.clone(), DEPENDENT)?;
    let carried = free.transpose() * (&moved * (turned.transpose() * &normal));
    let whole = inverse(both(along, free.transpose() * &velocities))?;
    Some(whole * both(moved.transpose() * &seen, free.transpose() * accelerations + carried))
}

impl Frozen {
    /// Returns the equations in other numbers, which this makes of those of velocities.
    fn seen_by(self, by: &DMatrix<f64>) -> Self {
        let mut both = DMatrix::zeros(2 * by.nrows(), 2 * by.ncols());
        both.view_mut((0, 0), by.shape()).copy_from(by);
        both.view_mut(by.shape(), by.shape()).copy_from(by);
        let factors = Orthogonal::new(&both * &self.basis);
        let Some(inverse) = inverse(factors.triangle()) else { return self };
        let [basis, rates] = [&self.basis * &inverse, &self.rates * &inverse];
        let its_rates = &both * &rates;
        Self { basis, rates, as_one: Some([both, factors.basis(), its_rates]) }
    }

    /// Returns Z, orthonormal, and the rates, in the numbers that the equations are seen by.
    fn seen(&self) -> [&DMatrix<f64>; 2] {
        self.as_one.as_ref().map_or([&self.basis, &self.rates], |[_, basis, rates]| [basis, rates])
    }
}

/// Returns the largest distance of a body from the first, or 1 m.
fn size(layout: &Layout, q: &[f64]) -> f64 {
    let mut positions =
        layout.places().filter(|place| place.factor == Factor::Vector(3)).map(|place| Vec3::from_slice(&q[place.q..]));
    let Some(first) = positions.next() else { return 1.0 };
    let size = positions.fold(0.0, |most: f64, other: Vec3<f64>| most.max((other - first).norm()));
    if size > 0.0 { size } else { 1.0 }
}

/// Turns vectors about the axes of their bodies into those about the axes of the world.
fn to_space(layout: &Layout, q: &[f64], vectors: &mut [f64]) {
    turned(layout, vectors, |place, own| Some(place.factor.group_rotation()?.rotation(&q[place.q..]).apply(own)));
}

/// Turns vectors about the axes of the world into those about the axes of their bodies.
fn to_body(layout: &Layout, q: &[f64], vectors: &mut [f64]) {
    let turn = |place: Place, x| Some(place.factor.group_rotation()?.rotation(&q[place.q..]).apply_transposed(x));
    turned(layout, vectors, turn);
}

/// Takes from rates of vectors in the world what their turning frame makes of it.
fn seen_turning(layout: &Layout, turning: Vec3<f64>, vectors: &[f64], rates: &mut [f64]) {
    if turning.to_array() == [0.0; 3] {
        return;
    }
    turned(layout, rates, |place, rate| {
        let is_vector = place.factor == Factor::Vector(3) || place.factor.group_rotation().is_some();
        is_vector.then(|| rate - turning.cross(Vec3::from_slice(&vectors[place.v..])))
    });
}

/// Replaces the three numbers of factors, where there is something for them.
fn turned(layout: &Layout, all: &mut [f64], with: impl Fn(Place, Vec3<f64>) -> Option<Vec3<f64>>) {
    for place in layout.places().filter(|place| place.factor.velocity_count() == 3) {
        // rates of velocities have none of integrals
        if let Some(own) = all.get_mut(place.v..place.v + 3)
            && let Some(turned) = with(place, Vec3::from_slice(own))
        {
            turned.write(own);
        }
    }
}
