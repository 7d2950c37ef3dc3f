//! What implicit schemes are made of. A scheme is a file that states it, and a line of [`super::ALL`].

use super::catalog::implicit_schemes;
use super::implicit::{Implicit, Index};
use crate::num::Real;
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
    /// Blocks of the history with a number per velocity, the first of which is v' as the scheme gives it.
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
    /// When v' and multipliers at the end of a step are unknowns of their own.
    pub solves_end: SolvesEnd,
    /// True where unknowns are of points within the step, on a group that is to be chosen, so that the matrix of Newton's method is
    /// exact.
    pub has_stages: bool,
}

/// When v' and multipliers at the end of a step are unknowns of their own, which solve the equations of motion there with Phi'' = 0, if
/// outputs are made of them: a step of `dg` in loops takes twice as long by them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolvesEnd {
    /// Never: the scheme itself gives what tends to them.
    Never,
    /// Where constraints are prescribed motions: near a dead point the multipliers of the scheme are wrong by more than their size.
    WithDrives,
    /// Where constraints act.
    WithConstraints,
    /// Always: what the scheme itself gives tends to them by the first order alone.
    Always,
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
    /// True where v' and multipliers at the end of a step are unknowns of their own. In the history each is a block before those of the
    /// scheme.
    pub solves_end: bool,
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
        let solves_end = Self::end_is_solved(scheme, settings, constraints);
        Self { scheme, rates, multipliers: constraints, velocity_multipliers, of_velocities, solves_end }
    }
    /// Tells whether v' and multipliers at the end of a step are unknowns of their own, with so many constraints.
    pub(super) fn end_is_solved(scheme: &ImplicitScheme, settings: &Implicit, constraints: usize) -> bool {
        let has_them = match scheme.solves_end {
            SolvesEnd::Never => false,
            SolvesEnd::WithDrives => settings.is_driven && constraints > 0,
            SolvesEnd::WithConstraints => constraints > 0,
            SolvesEnd::Always => true,
        };
        has_them && settings.is_end_seen
    }
    /// Counts the points of a step that have unknowns of their own, the end among them where it has.
    pub fn point_count(&self) -> usize {
        self.scheme.points.len() + usize::from(self.solves_end)
    }
    /// Counts the numbers of the history.
    pub fn history_count(&self) -> usize {
        let [rates, multipliers] = self.blocks();
        rates * self.rates + multipliers * self.multipliers
    }
    /// Counts the blocks of rates and of multipliers in the history.
    fn blocks(&self) -> [usize; 2] {
        let ImplicitScheme { rate_blocks, multiplier_blocks, .. } = *self.scheme;
        [rate_blocks + usize::from(self.solves_end), multiplier_blocks + usize::from(self.solves_end)]
    }
    /// Returns the blocks of rates of a history that the scheme itself has made, and its blocks of multipliers.
    pub fn of_scheme<'a, R>(&self, history: &'a [R]) -> [&'a [R]; 2] {
        let (rates, multipliers) = history.split_at(self.blocks()[0] * self.rates);
        if self.solves_end { [&rates[self.rates..], &multipliers[self.multipliers..]] } else { [rates, multipliers] }
    }
    /// Counts the unknowns of a step: corrections of increments at every point, multipliers at every point, then those of the
    /// velocities' constraints.
    pub fn unknown_count(&self) -> usize {
        (self.rates + self.multipliers) * self.point_count() + self.velocity_multipliers
    }
    /// Tells whether the velocities hold constraints of positions, too, and there are any.
    pub fn holds_velocities(&self) -> bool {
        self.velocity_multipliers > 0 || self.scheme.holds_velocities && self.multipliers > 0
    }
    /// Tells whether the residual of a step has such of velocities.
    pub fn sees_velocities(&self) -> bool {
        self.holds_velocities() || self.of_velocities > 0
    }
    /// Returns v' and lambda at the end of a step, of a history.
    pub fn known<'a, R>(&self, history: &'a [R]) -> Unknowns<'a, R> {
        let multipliers = &history[self.blocks()[0] * self.rates..][..self.multipliers];
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

impl<R: Real> AtStart<R> {
    /// Returns the history of a scheme that begins with these blocks of rates and of multipliers.
    pub(super) fn history(&self, scheme: &ImplicitScheme, settings: &Implicit, blocks: [&[R]; 2]) -> Vec<R> {
        let [rates, multipliers] = blocks;
        if ImplicitLayout::end_is_solved(scheme, settings, self.multipliers.len()) {
            return [&self.rate[..], rates, &self.multipliers, multipliers].concat();
        }
        blocks.concat()
    }
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
