//! What an integrator sees: a vector field or equations with constraints on a product of groups, and what is consistent
//! with them. Nothing here knows joints, and nothing here advances time.

pub mod consistent;
mod constrained;
mod flow;

pub use constrained::{Constrained, Unknowns};
pub use flow::{along, slopes_along_group};

use crate::lie::RotationParameterisation;
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
    /// own, the last of q. They are brought up to date at the end of every step, see [`Constrained::follow_angles`].
    Angles(usize),
    /// SO(3), stored as the parameterisation says; in a parameterisation on the group 3 body-frame angular velocities.
    Rotation(RotationParameterisation),
}

impl Factor {
    /// Returns the number of coordinates that the factor stores.
    #[inline(always)]
    pub fn coordinate_count(self) -> usize {
        match self {
            Factor::Vector(n) | Factor::Angles(n) => n,
            Factor::FirstOrder(_) | Factor::Quadrature(_) => 0,
            Factor::Rotation(parameterisation) => parameterisation.coordinate_count(),
        }
    }
    /// Returns the dimension of the factor, the number of its velocities or values of first order.
    #[inline(always)]
    pub fn velocity_count(self) -> usize {
        match self {
            Factor::Vector(n) | Factor::FirstOrder(n) | Factor::Quadrature(n) => n,
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
}

/// A factor and where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The factor.
    pub factor: Factor,
    /// The index of the factor's first coordinate in q.
    pub q: usize,
    /// The index of the factor's first velocity in v.
    pub v: usize,
    /// The index of the factor's first local coordinate.
    pub local: usize,
}

/// Where the factors lie in the arrays of coordinates q and velocities v. Values of first order lie in v: a method
/// advances them by their rates as it advances velocities by accelerations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    factors: Vec<Factor>,
    coordinate_count: usize,
    velocity_count: usize,
    local_count: usize,
}

impl Layout {
    /// Makes the layout of factors that lie one after another.
    pub fn new(factors: Vec<Factor>) -> Self {
        let coordinate_count = factors.iter().map(|f| f.coordinate_count()).sum();
        let velocity_count = factors.iter().map(|f| f.velocity_count()).sum();
        let local_count = factors.iter().map(|f| f.local_count()).sum();
        Self { factors, coordinate_count, velocity_count, local_count }
    }
    /// Returns the number of coordinates, the length of q.
    #[inline(always)]
    pub fn coordinate_count(&self) -> usize {
        self.coordinate_count
    }
    /// Returns the number of velocities, the length of v.
    #[inline(always)]
    pub fn velocity_count(&self) -> usize {
        self.velocity_count
    }
    /// Returns the indices of the integrals over the time among the velocities: the last.
    pub fn quadratures(&self) -> std::ops::Range<usize> {
        let count = |factor: &Factor| if let Factor::Quadrature(n) = factor { *n } else { 0 };
        self.velocity_count - self.factors.iter().map(count).sum::<usize>()..self.velocity_count
    }
    /// Returns the indices in q of the angles that follow from other coordinates: the last.
    pub fn angles(&self) -> std::ops::Range<usize> {
        let count = |factor: &Factor| if let Factor::Angles(n) = factor { *n } else { 0 };
        self.coordinate_count - self.factors.iter().map(count).sum::<usize>()..self.coordinate_count
    }
    /// Returns the rotations whose coordinates are Euler parameters with their rates as velocities: their unit length
    /// is a constraint, (p.p - 1)/2 = 0, which the equations of motion without it keep by themselves.
    pub fn unit_lengths(&self) -> impl Iterator<Item = Place> {
        let is_one = |factor| factor == Factor::Rotation(RotationParameterisation::EulerParameterRates);
        self.places().filter(move |place| is_one(place.factor))
    }
    /// Returns the number of local coordinates of all factors.
    pub fn local_count(&self) -> usize {
        self.local_count
    }
    /// Returns the factors with the indices that they begin at, one after another.
    pub fn places(&self) -> impl Iterator<Item = Place> {
        let start = Place { factor: Factor::Vector(0), q: 0, v: 0, local: 0 };
        self.factors.iter().scan(start, |next, &factor| {
            let place = Place { factor, ..*next };
            next.q += factor.coordinate_count();
            next.v += factor.velocity_count();
            next.local += factor.local_count();
            Some(place)
        })
    }
    /// Tells of every velocity whether it moves a coordinate: values of first order do not.
    pub fn moves(&self) -> Vec<bool> {
        let of = |factor: &Factor| std::iter::repeat_n(factor.coordinate_count() > 0, factor.velocity_count());
        self.factors.iter().flat_map(of).collect()
    }
    /// Returns the factors; the coordinates and the velocities of each follow those of the one before.
    #[inline(always)]
    pub fn factors(&self) -> &[Factor] {
        &self.factors
    }
}

/// The dynamics v' = M^-1 g(q, v, t), (23) of Holzinger et al. (2024), on a product of groups.
pub trait Field<R: Real> {
    /// Returns the layout: where coordinates and velocities lie.
    fn layout(&self) -> &Layout;
    /// Writes v' for the coordinates `q`, the velocities `v` and the time `t` (s) into `rate`, which
    /// has the length of `v`: accelerations, and the rates of values of first order. `&mut self` is for scratch memory
    /// only.
    fn acceleration(&mut self, t: R, q: &[R], v: &[R], rate: &mut [R]);
    /// Returns the principal inertia (kg m^2) of the rotation that is factor number `factor` of the layout, where its
    /// kinetic energy is W^T J W / 2 with a constant diagonal J and couples to no other factor: what splitting methods
    /// need.
    fn principal_inertia(&self, factor: usize) -> Option<Vec3<R>> {
        let _ = factor;
        None
    }
}
