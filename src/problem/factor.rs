//! One factor of the group that a configuration lives on, which answers for itself.

use crate::lie::{LieGroup, RotationParameterisation, UnitQuaternion};
use crate::num::{Real, Vec3};

/// One factor of the group that a configuration lives on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factor {
    /// R^n: n coordinates, n velocities, added up.
    Vector(usize),
    /// R^n of first order: n values with rates of their own, which lie among the velocities; no coordinates.
    FirstOrder(usize),
    /// Integrals over the time: n values whose rates lie among the velocities and on which nothing depends. They do not
    /// count in the choice of steps.
    Quadrature(usize),
    /// n angles that follow from the other coordinates but for whole turns, rad: coordinates without velocities of their
    /// own, the last of q. They are brought up to date at the end of every step, see [`super::Constrained::follow_angles`].
    Angles(usize),
    /// Parameters of curves: n coordinates that add up, with their rates as velocities, as those of R^n, but without inertia and
    /// of no length: how far they move is no matter.
    Parameters(usize),
    /// SO(3), stored as the parameterisation says; in a parameterisation on the group 3 body-frame angular velocities.
    Rotation(RotationParameterisation),
}

impl Factor {
    /// Returns the number of coordinates that the factor stores.
    #[inline(always)]
    pub fn coordinate_count(self) -> usize {
        match self {
            Factor::Vector(n) | Factor::Angles(n) | Factor::Parameters(n) => n,
            Factor::FirstOrder(_) | Factor::Quadrature(_) => 0,
            Factor::Rotation(parameterisation) => parameterisation.coordinate_count(),
        }
    }
    /// Returns the dimension of the factor, the number of its velocities or values of first order.
    #[inline(always)]
    pub fn velocity_count(self) -> usize {
        match self {
            Factor::Vector(n) | Factor::FirstOrder(n) | Factor::Quadrature(n) | Factor::Parameters(n) => n,
            Factor::Angles(_) => 0,
            Factor::Rotation(parameterisation) => parameterisation.velocity_count(),
        }
    }
    /// Returns the number of local coordinates that an integrator moves the factor by: 3 for a rotation on the group,
    /// else as many as it stores.
    pub fn local_count(self) -> usize {
        match self {
            Factor::Rotation(parameterisation) if parameterisation.is_group() => 3,
            Factor::Angles(_) => 0,
            _ => self.coordinate_count(),
        }
    }
    /// Returns the number of degrees of freedom that the factor moves in.
    pub fn degrees(self) -> usize {
        match self {
            Factor::Vector(n) | Factor::Parameters(n) => n,
            Factor::Rotation(_) => 3,
            Factor::FirstOrder(_) | Factor::Quadrature(_) | Factor::Angles(_) => 0,
        }
    }
    /// Returns how many coordinates have their own rates as velocities and add up: those of R^n.
    pub fn vector_count(self) -> usize {
        if let Factor::Vector(n) | Factor::Parameters(n) = self { n } else { 0 }
    }
    /// Returns how many values of first order the factor has.
    pub fn first_order_count(self) -> usize {
        if let Factor::FirstOrder(n) = self { n } else { 0 }
    }
    /// Returns how many integrals over the time the factor has.
    pub fn quadrature_count(self) -> usize {
        if let Factor::Quadrature(n) = self { n } else { 0 }
    }
    /// Returns how many angles the factor has that follow from other coordinates.
    pub fn angle_count(self) -> usize {
        if let Factor::Angles(n) = self { n } else { 0 }
    }
    /// Returns how a rotation is stored, if the factor is one.
    pub fn rotation(self) -> Option<RotationParameterisation> {
        if let Factor::Rotation(parameterisation) = self { Some(parameterisation) } else { None }
    }
    /// Returns how a rotation is stored that increments of the Lie algebra move.
    pub fn group_rotation(self) -> Option<RotationParameterisation> {
        self.rotation().filter(|parameterisation| parameterisation.is_group())
    }
    /// Returns how a rotation is stored whose coordinates are integrated like a vector.
    pub fn vector_rotation(self) -> Option<RotationParameterisation> {
        self.rotation().filter(|parameterisation| !parameterisation.is_group())
    }
    /// Writes the rates of coordinates `q` that move with velocities `v`; what follows from other coordinates is a reference that
    /// rests.
    pub fn rates<R: Real>(self, q: &[R], v: &[R], out: &mut [R]) {
        match self {
            Factor::Rotation(parameterisation) if parameterisation.is_group() => {
                parameterisation.turning(q, Vec3::from_slice(v), out);
            }
            Factor::Rotation(parameterisation) => parameterisation.slope(q, v, out),
            Factor::Angles(_) => {}
            _ => out[..self.coordinate_count()].copy_from_slice(&v[..self.coordinate_count()]),
        }
    }
    /// Writes q exp(increment), where the increment holds a number per velocity; coordinates that are not on a group move by their
    /// slope, and those that follow from others stay.
    pub fn retract<R: Real>(self, q: &[R], increment: &[R], out: &mut [R]) {
        match self {
            Factor::Rotation(p) if p.is_group() || p == RotationParameterisation::EulerParameters => {
                p.compose(q, UnitQuaternion::exp(Vec3::from_slice(increment)), out);
            }
            Factor::Rotation(p) => {
                let mut slope = vec![R::zero(); p.coordinate_count()];
                p.slope(q, increment, &mut slope);
                out.iter_mut().zip(q).zip(slope).for_each(|((to, x), slope)| *to = *x + slope);
            }
            Factor::Vector(n) | Factor::Parameters(n) => {
                out[..n].iter_mut().zip(q).zip(increment).for_each(|((to, x), by)| *to = *x + *by);
            }
            Factor::FirstOrder(_) | Factor::Quadrature(_) | Factor::Angles(_) => {}
        }
    }
    /// Writes the increment from an element to another, a number per velocity: the shortest that [`Factor::retract`] makes one of the other
    /// by, but for coordinates of rotations that are not on a group, of which it is the rotation vector.
    pub fn increment(self, from: &[f64], to: &[f64], out: &mut [f64]) {
        let rates = |p: RotationParameterisation| p.has_rates();
        match self {
            Factor::Rotation(p) if !rates(p) => {
                let [a, b] = [from, to].map(|q| p.orientation(q));
                a.inverse().multiply(b).log().write(out);
            }
            Factor::Vector(_) | Factor::Parameters(_) | Factor::Rotation(_) => {
                out[..self.velocity_count()].iter_mut().zip(from.iter().zip(to)).for_each(|(x, (a, b))| *x = b - a);
            }
            Factor::FirstOrder(_) | Factor::Quadrature(_) | Factor::Angles(_) => {}
        }
    }
    /// Returns how far two elements are apart: the distance of vectors, m, and the angle between rotations, rad.
    pub fn distances(self, from: &[f64], to: &[f64]) -> [f64; 2] {
        match self {
            Factor::Rotation(parameterisation) => {
                let [a, b] = [from, to].map(|q| parameterisation.orientation(q));
                [0.0, a.inverse().multiply(b).log().norm()]
            }
            Factor::Vector(n) => {
                let squares = from[..n].iter().zip(to).map(|(a, b)| (b - a).powi(2));
                [squares.sum::<f64>().sqrt(), 0.0]
            }
            Factor::FirstOrder(_) | Factor::Quadrature(_) | Factor::Angles(_) | Factor::Parameters(_) => [0.0; 2],
        }
    }
    /// Returns what a unit of an increment on the group moves: 1 m, or 1 rad, which counts as `length` (m). Euler parameters
    /// change by half the angle, and parameters of curves move before all else.
    pub fn weight(self, length: f64) -> f64 {
        match self {
            Factor::Rotation(RotationParameterisation::EulerParameterRates) => 2.0 * length,
            Factor::Rotation(_) => length,
            Factor::Parameters(_) => 1e-6 * length,
            _ => 1.0,
        }
    }
}
