//! When Newton's method has solved a step, and when it gives up.

use crate::num::Real;

/// How the tangent operator enters the iteration matrix, (40).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TangentOperator {
    /// As it is.
    #[default]
    Exact,
    /// As the identity, which it is but for the length of a step.
    Neglected,
}

/// By what it is judged whether a step is solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Criterion {
    /// By the norm of the residual, N, N m, m, rad: within `absolute`, or within `relative` of that at the predictor.
    #[default]
    Residual,
    /// By the norm of the last increment, every component of which counts in units of `absolute` + `relative` times the increment
    /// of the coordinate over the step, or the multiplier: Arnold, Hante (2017).
    Increment,
}

/// How the equations of a step are solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Newton {
    /// By what it is judged whether a step is solved.
    pub criterion: Criterion,
    /// See [`Criterion`].
    pub relative: f64,
    /// See [`Criterion`].
    pub absolute: f64,
    /// The most solutions of the linearised equations in a step.
    pub most: u32,
    /// What the iteration matrix makes of the tangent operator.
    pub operator: TangentOperator,
    /// Which forces it has the stiffness of.
    pub stiffness: Stiffness,
    /// When the iteration matrix is computed and factorised.
    pub refresh: Refresh,
}

/// Which forces the iteration matrix has the derivatives of by the coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stiffness {
    /// Those of all, (41): Newton's method converges quadratically.
    #[default]
    Complete,
    /// Those of applied and gyroscopic forces, not those of inertia and constraints, (42).
    Applied,
}

/// When the iteration matrix is computed and factorised: Section 3.4 of Holzinger, Arnold, Gerstmayr (2024).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Refresh {
    /// In every iteration.
    #[default]
    Always,
    /// At the start, after every iteration of a step beyond [`Refresh::MOST`], and where one from the third on leaves more than
    /// half of the residual.
    Modified,
    /// At the start, and where an iteration leaves more than [`Refresh::CONTRACTION`] of the residual.
    Quasi,
}

impl Refresh {
    /// All of them, with the word that a scenario uses.
    pub const ALL: &'static [(&'static str, Refresh)] =
        &[("full", Refresh::Always), ("modified", Refresh::Modified), ("quasi", Refresh::Quasi)];
    /// Iterations of a step with an old matrix.
    pub const MOST: f64 = 10.0;
    /// The part of the residual that an old matrix may leave.
    pub const CONTRACTION: f64 = 0.25;

    /// Tells whether the matrix is computed again after `solves` iterations of a step, the last of which left `part` of
    /// the residual, from one of an earlier iteration.
    pub fn is_due(self, solves: f64, part: f64) -> bool {
        // what is not a number is no contraction
        let contracts = |limit: f64| part <= limit;
        match self {
            Refresh::Always => true,
            Refresh::Modified => solves > Self::MOST || solves > 2.5 && !contracts(0.5),
            Refresh::Quasi => solves > 0.0 && !contracts(Self::CONTRACTION),
        }
    }
}

impl Default for Newton {
    fn default() -> Self {
        Self {
            criterion: Criterion::Residual,
            relative: 1e-8,
            absolute: 1e-10,
            most: 25,
            operator: TangentOperator::Exact,
            stiffness: Stiffness::Complete,
            refresh: Refresh::Always,
        }
    }
}

/// What has become of the equations of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solution {
    /// They are being solved.
    Sought,
    /// They are solved.
    Found,
    /// Newton's method does not solve them: with the static order of elimination they are to be solved with pivoting.
    Diverged,
    /// They are solved, with pivoting.
    FoundWithPivoting,
}

impl Solution {
    /// Returns its number in recorded functions.
    pub fn code<R: Real>(self) -> R {
        R::constant(f64::from(self as u8))
    }
    /// Holds where that number is at least this one's.
    pub fn is_at_least<R: Real>(self, code: R) -> R::Mask {
        R::constant(f64::from(self as u8) - 0.5).less(code)
    }
}

/// A residual beyond this is not finite. Representable in single precision.
const LARGEST: f64 = 1e30;

/// The norm of the unscaled residual: of the equations of motion, which are times `scale`, and of the constraints.
pub fn residual_norm<R: Real>(residual: &[R], rates: usize, scale: R) -> R {
    R::note("norm of the residual of motion and constraints");
    let sum = |part: &[R]| part.iter().fold(R::zero(), |sum, r| sum + r.square());
    let (motion, constraints) = residual.split_at(rates);
    let inverse = R::one() / scale;
    (sum(motion) * inverse.square() + sum(constraints)).sqrt()
}

/// Units in the last place that rounding may leave of a residual.
const ROUNDINGS: f64 = 32.0;

/// Holds where nothing but rounding is left of a residual: of the equations of motion no more than 32 units in the
/// last place of the forces in them, of the constraints no more than as many of the coordinates. Less cannot be reached; in
/// single precision that is far more than tolerances that suit double precision.
pub fn is_rounding<R: Real>(residual: &[R], rates: usize, forces: &[R], q: &[R]) -> R::Mask {
    R::note("is nothing but rounding left of the residual");
    let sum = |part: &[R]| part.iter().fold(R::zero(), |sum, r| sum + r.square());
    let unit = R::constant(ROUNDINGS * R::precision().epsilon()).square();
    let (motion, constraints) = residual.split_at(rates);
    sum(motion).less_equal(unit * sum(forces)) & sum(constraints).less_equal(unit * sum(q))
}

impl Newton {
    /// Returns the norm that the residual is compared with, and what has become of the equations, after `solves` solutions
    /// of the linearised ones: from the norm of the residual, the norm compared with so far and what had become of them.
    ///
    /// The norm compared with is that at the predictor, or after the first solution if that is larger. At least one
    /// solution is made. With `rounded`, see [`is_rounding`], the equations are solved there, too.
    pub fn check<R: Real>(&self, norm: R, rounded: Option<R::Mask>, [first, solves, status]: [R; 3]) -> [R; 2] {
        R::note("is the step solved");
        let made = |count: f64| !solves.less(R::constant(count - 0.5));
        let first = R::select(made(1.0), R::select(made(2.0), first, first.max(norm)), norm);
        let below = |limit: R| norm.less_equal(limit);
        let tolerated = below(first.scale(self.relative)) | below(R::constant(self.absolute));
        let solved = rounded.map_or(tolerated, |rounded| tolerated | rounded);
        [first, self.status(solved, norm, [solves, status])]
    }

    /// Returns what has become of the equations after `solves` solutions, from the norm of the last increment.
    pub fn check_increment<R: Real>(&self, norm: R, [solves, status]: [R; 2]) -> R {
        R::note("is the step solved");
        self.status(norm.less_equal(R::one()), norm, [solves, status])
    }

    /// What has become of the equations, where `solved` holds if there has been a solution.
    fn status<R: Real>(&self, solved: R::Mask, norm: R, [solves, status]: [R; 2]) -> R {
        let made = |count: f64| !solves.less(R::constant(count - 0.5));
        // what is infinite is below a part of what is infinite
        let in_range = norm.less(R::constant(LARGEST));
        let [sought, found, diverged] = [Solution::Sought, Solution::Found, Solution::Diverged].map(Solution::code);
        let goes_on = in_range & !made(f64::from(self.most));
        let now = R::select(solved & in_range & made(1.0), found, R::select(goes_on, sought, diverged));
        R::select(Solution::Found.is_at_least(status), status, now)
    }

    /// Returns the norm of an increment of the unknowns, from the increments of the coordinates over the step, the multipliers
    /// times beta h^2 (after it) and beta h^2: at most one where it is within the tolerances.
    pub fn increment_norm<R: Real>(&self, delta: &[R], coordinates: &[R], scaled_multipliers: &[R], scale: R) -> R {
        R::note("norm of the increment of the unknowns");
        let [absolute, relative] = [self.absolute, self.relative].map(R::constant);
        let (of_coordinates, of_multipliers) = delta.split_at(coordinates.len());
        let share = |(delta, size): (&R, &R), unit: R| (*delta / (absolute * unit + relative * size.abs())).square();
        let squares = of_coordinates.iter().zip(coordinates).map(|pair| share(pair, R::one()));
        let all = squares.chain(of_multipliers.iter().zip(scaled_multipliers).map(|pair| share(pair, scale)));
        (all.fold(R::zero(), |sum, square| sum + square).scale(1.0 / delta.len() as f64)).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_solved_after_one_solution_at_least() {
        let newton = Newton::default();
        let code = |s: Solution| Solution::code::<f64>(s);
        let check = |norm: f64, first: f64, solves: f64| newton.check(norm, None, [first, solves, 0.0]);
        assert_eq!(check(0.0, 0.0, 0.0), [0.0, code(Solution::Sought)]);
        assert_eq!(check(0.0, 0.0, 1.0)[1], code(Solution::Found));
        assert_eq!(check(3.0, 2.0, 1.0), [3.0, code(Solution::Sought)]);
        assert_eq!(check(3.0, 2.0, 2.0), [2.0, code(Solution::Sought)]);
        assert_eq!(check(1e-8, 2.0, 2.0)[1], code(Solution::Found));
        assert_eq!(check(1e-10, 1e-5, 2.0)[1], code(Solution::Found));
        assert_eq!(check(3e-8, 2.0, 25.0)[1], code(Solution::Diverged));
        for bad in [f64::NAN, f64::INFINITY] {
            assert_eq!(check(bad, 2.0, 1.0)[1], code(Solution::Diverged), "{bad}");
        }
        // what is settled stays so
        assert_eq!(newton.check(5.0, None, [2.0, 3.0, code(Solution::Found)])[1], code(Solution::Found));
    }

    #[test]
    fn no_more_than_rounding_is_asked_of_a_precision() {
        let unit = 32.0 * f32::EPSILON;
        let rounding = |motion: f32, constraint: f32| is_rounding(&[motion, constraint], 1, &[1e4], &[0.6, 0.8]);
        assert!(rounding(0.9e4 * unit, 0.9 * unit));
        assert!(!rounding(1.1e4 * unit, 0.0) && !rounding(0.0, 1.1 * unit));
        assert!(!rounding(f32::NAN, 0.0));
        // solved by that alone, but not before the first solution
        let (newton, sought) = (Newton::default(), Solution::Sought.code::<f32>());
        assert_eq!(newton.check(1.0, Some(true), [1.0, 0.0, sought])[1], sought);
        assert_eq!(newton.check(1.0, Some(true), [1.0, 1.0, sought])[1], Solution::Found.code::<f32>());
        assert_eq!(newton.check(1.0, Some(false), [1.0, 1.0, sought])[1], sought);
    }
}
