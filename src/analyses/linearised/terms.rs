//! The terms that linear equations are made of, and what is small beside them: what rounding leaves of terms that cancel, and forces that
//! do not balance.

use super::steady::{Polynomial, Steady};
use crate::linalg::{DMatrix, inverse};
use crate::problem::Layout;

/// Entries are known but for so much of their terms.
const ROUNDING: f64 = 8.0 * f64::EPSILON;
/// Forces balance where no more of the weight and of the reactions is left than this part,
const UNBALANCED: f64 = 1e-6;
/// or than what moving by this part of the size, and turning by that many radians, leads to.
const MOVED: f64 = 1e-10;

/// Holds the terms of the equations of motion near a state, for every velocity but those of integrals.
pub(super) struct Terms {
    mass: DMatrix<f64>,
    damping: DMatrix<f64>,
    stiffness: DMatrix<f64>,
    /// The velocities that move no coordinate.
    values: Vec<usize>,
    /// What constraints leave free of velocities, orthonormal columns along the axes that equations of motion are along.
    free: DMatrix<f64>,
    /// The inverse of the inertia that is free.
    mobility: DMatrix<f64>,
    /// The largest multiplier.
    reaction: f64,
    /// The magnitude of reactions along every velocity.
    reactions: Vec<f64>,
}

impl Terms {
    /// Collects the terms at a state whose velocities are free so, along the axes of the world and along those of bodies; none where
    /// inertia is missing.
    pub(super) fn new(steady: &Steady<'_>, layout: &Layout, [in_space, free]: [DMatrix<f64>; 2]) -> Option<Self> {
        let n = steady.rate.len();
        let Polynomial(powers) = steady.polynomial();
        let [stiffness, mut damping, mut mass] = [0, 1, 2].map(|k| powers[k].view((0, 0), (n, n)).into_owned());
        // of values of first order the value itself is what others have as a velocity
        let moves = layout.moves();
        let values: Vec<usize> = (0..n).filter(|i| !moves[*i]).collect();
        for i in &values {
            let rates = damping.column(*i).into_owned();
            let mut own = mass.column_mut(*i);
            own += rates;
            damping.column_mut(*i).fill(0.0);
        }
        let mobility = &in_space * inverse(free.transpose() * &mass * &in_space)? * free.transpose();
        let magnitudes: Vec<f64> = steady.multipliers.iter().map(|x| x.re.abs()).collect();
        let forces = powers[0].view((0, n), (n, magnitudes.len())).abs();
        let reactions = forces.row_iter().map(|row| row.iter().zip(&magnitudes).map(|(b, x)| b * x).sum()).collect();
        let reaction = magnitudes.into_iter().fold(0.0, f64::max);
        Some(Self { mass, damping, stiffness, values, free, mobility, reaction, reactions })
    }

    /// Returns what rounding makes of the rates along increments of coordinates and of velocities, for every increment.
    pub(super) fn rounding(&self, basis: &DMatrix<f64>, rates: &DMatrix<f64>) -> DMatrix<f64> {
        let n = self.mass.nrows();
        let [mut positions, mut velocities] = [0, n].map(|from| basis.rows(from, n).abs());
        for i in &self.values {
            let own = velocities.row(*i).into_owned();
            positions.row_mut(*i).copy_from(&own);
            velocities.row_mut(*i).fill(0.0);
        }
        let mut forces = self.stiffness.abs() * &positions + self.damping.abs() * velocities;
        // reactions turn with what they are of
        for (mut column, moved) in forces.column_iter_mut().zip(positions.column_iter()) {
            column.add_scalar_mut(self.reaction * moved.sum());
        }
        let mut all = rates.abs();
        let mut own = all.rows_mut(n, n);
        own += self.mobility.abs() * forces;
        all * ROUNDING
    }

    /// Returns the part of rates of velocities that is along what constraints leave free.
    pub(super) fn free_rates(&self, rates: &[f64]) -> Vec<f64> {
        let rates = DMatrix::from_column_slice(rates.len(), 1, rates);
        (&self.mobility * (&self.mass * rates)).data.into()
    }

    /// Returns how many times more is left of forces than balance may leave, where these rates of velocities are left: of a mechanism of
    /// this size, m, which has velocities, in this gravity, m/s^2.
    pub(super) fn unbalanced(&self, rates: &[f64], (size, velocities, gravity): (f64, &[f64], f64)) -> f64 {
        let n = self.mass.nrows();
        let column = |of: &[f64]| DMatrix::from_column_slice(n, 1, &of[..n]);
        let left = self.free.transpose() * &self.mass * column(rates);
        let moved = self.stiffness.abs() * DMatrix::from_element(n, 1, size.max(1.0)) * MOVED;
        let turned = self.damping.abs() * column(velocities).abs() * MOVED;
        let weights = self.mass.abs() * DMatrix::from_element(n, 1, gravity) + column(&self.reactions);
        let small = self.free.transpose().abs() * (moved + turned + weights * UNBALANCED);
        let times = |(left, small): (&f64, &f64)| if *left == 0.0 { 0.0 } else { left.abs() / small };
        left.iter().zip(&small).map(times).fold(0.0, f64::max)
    }
}
