//! Where the factors of a group lie among coordinates and velocities.

use super::factor::Factor;
use crate::lie::RotationParameterisation;

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
    frames: Vec<usize>,
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
        Self { factors, frames: Vec::new(), coordinate_count, velocity_count, local_count }
    }
    /// Says of which factors each is the position of a body whose rotation is the factor after it.
    #[must_use]
    pub fn with_frames(mut self, positions: Vec<usize>) -> Self {
        debug_assert!(positions.iter().all(|at| self.factors[*at] == Factor::Vector(3)));
        self.frames = positions;
        self
    }
    /// Returns the places of position and rotation of every body whose rotation is on the group: factors that together are SE(3).
    pub fn frames(&self) -> Vec<[Place; 2]> {
        let places: Vec<Place> = self.places().collect();
        let both = self.frames.iter().map(|at| [places[*at], places[at + 1]]);
        both.filter(|[_, rotation]| rotation.factor.group_rotation().is_some()).collect()
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
        let count = |factor: &Factor| factor.quadrature_count();
        self.velocity_count - self.factors.iter().map(count).sum::<usize>()..self.velocity_count
    }
    /// Returns the indices in q of the angles that follow from other coordinates: the last.
    pub fn angles(&self) -> std::ops::Range<usize> {
        let count = |factor: &Factor| factor.angle_count();
        self.coordinate_count - self.factors.iter().map(count).sum::<usize>()..self.coordinate_count
    }
    /// Returns the rotations whose coordinates are Euler parameters with their rates as velocities: their unit length
    /// is a constraint, (p.p - 1)/2 = 0, which the equations of motion without it keep by themselves.
    pub fn unit_lengths(&self) -> impl Iterator<Item = Place> {
        let rates = Some(RotationParameterisation::EulerParameterRates);
        self.places().filter(move |place| place.factor.rotation() == rates)
    }
    /// Returns the number of local coordinates of all factors.
    pub fn local_count(&self) -> usize {
        self.local_count
    }
    /// Returns the factors with the indices that they begin at, one after another.
    pub fn places(&self) -> impl Iterator<Item = Place> {
        self.factors.iter().scan([0; 3], |[q, v, local], &factor| {
            let place = Place { factor, q: *q, v: *v, local: *local };
            *q += factor.coordinate_count();
            *v += factor.velocity_count();
            *local += factor.local_count();
            Some(place)
        })
    }
    /// Returns the increments from coordinates to others, a number per velocity: zero of values of first order.
    pub fn increments(&self, from: &[f64], to: &[f64]) -> Vec<f64> {
        let mut all = vec![0.0; self.velocity_count()];
        self.places().for_each(|place| place.factor.increment(&from[place.q..], &to[place.q..], &mut all[place.v..]));
        all
    }
    /// Returns increments of positions and of velocities, a number for every velocity each, from those of all velocities that move a
    /// coordinate and then of all velocities.
    pub fn spread(&self, mut numbers: impl Iterator<Item = f64>) -> [Vec<f64>; 2] {
        let (n, moves) = (self.quadratures().start, self.moves());
        let [mut positions, mut velocities] = [0, 1].map(|_| vec![0.0; self.velocity_count()]);
        for (x, _) in positions[..n].iter_mut().zip(&moves).filter(|(_, moves)| **moves) {
            *x = numbers.next().expect("an increment for every velocity that moves something");
        }
        velocities[..n].iter_mut().zip(numbers).for_each(|(x, by)| *x = by);
        [positions, velocities]
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
