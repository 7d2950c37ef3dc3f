//! What implicit schemes are made of. A scheme is a file that states it, and a line of [`super::ALL`].

use super::catalog::implicit_schemes;
use super::implicit::{Implicit, Index};
use crate::problem::{Layout, Unknowns};

macro_rules! kinds {
    ($($module:ident::$scheme:ident,)*) => {
        /// The implicit schemes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs)] // each variant is its file
        pub enum ImplicitKind {
            $($scheme),*
        }
    };
}
implicit_schemes!(kinds);

/// What an implicit scheme is made of, as its file states it.
#[derive(Debug)]
pub struct ImplicitScheme {
    /// Which one it is.
    pub kind: ImplicitKind,
    /// The points of a step that have equations of motion and multipliers of their own: their times, as parts of the step, and
    /// their weights in means over it.
    pub points: &'static [(f64, f64)],
    /// Order of the error estimate, if there is one.
    pub error_order: Option<usize>,
    /// Blocks of the history with a number per velocity, the first of which is v'.
    pub rate_blocks: usize,
    /// Blocks of the history with a number per constraint, the first of which are the multipliers.
    pub multiplier_blocks: usize,
    /// True where velocities at the end of a step hold the constraints whatever the settings are.
    pub holds_velocities: bool,
    /// True where a step depends on coordinates and velocities alone, and the history is where Newton's method begins.
    pub is_one_step: bool,
    /// True where the mass matrix must be constant.
    pub needs_constant_mass: bool,
    /// True where it has coefficients, forms and an index to be set.
    pub has_settings: bool,
    /// True where constraints may act.
    pub solves_constraints: bool,
    /// True where unknowns are of points within the step, on a group that is to be chosen, so that the matrix of Newton's method is
    /// exact.
    pub has_stages: bool,
}

impl ImplicitScheme {
    /// Counts the numbers of the history, for so many velocities but for the integrals and so many constraints.
    pub fn history_count(&self, rates: usize, multipliers: usize) -> usize {
        self.rate_blocks * rates + self.multiplier_blocks * multipliers
    }
}

/// Counts what a step of a scheme solves for and remembers.
#[derive(Clone, Copy, Debug)]
pub struct ImplicitLayout {
    /// The scheme.
    pub scheme: &'static ImplicitScheme,
    /// Velocities but for the integrals.
    pub rates: usize,
    /// Constraints.
    pub multipliers: usize,
    /// Multipliers eta of the velocities' constraints among the unknowns: of [`Index::Two`], one per constraint of positions.
    pub velocity_multipliers: usize,
    /// Constraints of velocities alone, see [`crate::problem::Constrained::velocity_rows`].
    pub of_velocities: usize,
}

impl ImplicitLayout {
    /// Returns the counts for a layout and a number of constraints, of which so many are of velocities alone.
    pub fn new(
        scheme: &'static ImplicitScheme,
        settings: &Implicit,
        layout: &Layout,
        (constraints, of_velocities): (usize, usize),
    ) -> Self {
        let is_corrected = settings.index == Index::Two && scheme.has_settings;
        let velocity_multipliers = if is_corrected { constraints - of_velocities } else { 0 };
        let rates = layout.quadratures().start;
        Self { scheme, rates, multipliers: constraints, velocity_multipliers, of_velocities }
    }
    /// Counts the unknowns of a step: corrections of increments at every point, multipliers at every point, then those of the
    /// velocities' constraints.
    pub fn unknown_count(&self) -> usize {
        (self.rates + self.multipliers) * self.scheme.points.len() + self.velocity_multipliers
    }
    /// Tells whether the velocities hold constraints of positions, too, and there are any.
    pub fn holds_velocities(&self) -> bool {
        self.velocity_multipliers > 0 || self.scheme.holds_velocities && self.multipliers > 0
    }
    /// Tells whether the residual of a step has such of velocities.
    pub fn sees_velocities(&self) -> bool {
        self.holds_velocities() || self.of_velocities > 0
    }
    /// Returns v' and lambda of a history.
    pub fn known<'a, R>(&self, history: &'a [R]) -> Unknowns<'a, R> {
        let multipliers = &history[self.scheme.rate_blocks * self.rates..][..self.multipliers];
        Unknowns { rate: &history[..self.rates], multipliers }
    }
}

/// What the equations of motion give at the start of a member.
#[derive(Clone, Debug)]
pub struct AtStart<R> {
    /// The rates of all velocities but the integrals.
    pub rate: Vec<R>,
    /// The multipliers of all constraints in use.
    pub multipliers: Vec<R>,
    /// How accelerations change, where that is needed.
    pub slopes: Option<StartSlopes<R>>,
}

/// How accelerations change at a start, and what the method makes of that: a number per velocity but for the integrals.
#[derive(Clone, Debug)]
pub struct StartSlopes<R> {
    /// v''.
    pub jerk: Vec<R>,
    /// lambda', one per constraint.
    pub multipliers: Vec<R>,
    /// The error of a step of the length 1 s, by its first term.
    pub error: Vec<R>,
    /// The part of the error that constraints see.
    pub seen: Vec<R>,
}

#[cfg(test)]
mod tests {
    #[test]
    fn points_lie_in_the_step_and_their_weights_are_of_a_mean() {
        let schemes: Vec<_> = crate::integrator::ALL.iter().filter_map(|method| method.implicit()).collect();
        assert!(schemes.len() >= 2);
        for scheme in schemes {
            let (times, weights): (Vec<f64>, Vec<f64>) = scheme.points.iter().copied().unzip();
            assert!(times.is_sorted() && times.iter().all(|t| (0.0..=1.0).contains(t)), "{scheme:?}");
            assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-15, "{scheme:?}");
            assert!(scheme.rate_blocks > 0 && scheme.multiplier_blocks > 0, "{scheme:?}");
        }
    }
}
