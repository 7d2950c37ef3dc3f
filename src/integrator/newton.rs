//! When Newton's method has solved a step, and when it gives up.

use crate::linalg::Row;
use crate::num::Real;

/// How the tangent operator enters the iteration matrix, (40).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TangentOperator {
    /// The exact tangent operator.
    #[default]
    Exact,
    /// The identity, which the tangent operator is but for the length of a step.
    Neglected,
}

/// The measure by which a step counts as solved. Whatever it is, a step is solved as well where what is left is what
/// rounding of the coordinates makes of it: see [`Progress::rounding`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Criterion {
    /// What is left of every balance, as a part of what balances: of the equations of motion within `relative` of the
    /// sizes of the terms in them, or within `absolute`, N, N m; of the constraints within `relative` of the
    /// coordinates, or within `absolute`, m, rad. It asks for the same at every length of the step. Newton's method
    /// begins with the last v' and multipliers.
    #[default]
    Balance,
    /// The norm of the residual, N, N m, m, rad: within `absolute`, or within `relative` of that at the predictor,
    /// where v' and multipliers are zero, as in Holzinger, Arnold, Gerstmayr (2024). What is left then grows, beside
    /// the forces, as steps become shorter.
    Residual,
    /// The norm of the last increment, every component of which counts in units of `absolute` + `relative` times the
    /// increment of the coordinate over the step, or the multiplier: Arnold, Hante (2017).
    Increment,
}

/// How the equations of a step are solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Newton {
    /// The measure by which a step counts as solved.
    pub criterion: Criterion,
    /// The relative tolerance of [`Criterion`].
    pub relative: f64,
    /// The absolute tolerance of [`Criterion`].
    pub absolute: f64,
    /// The most solutions of the linearised equations in a step.
    pub most: u32,
    /// What the iteration matrix makes of the tangent operator.
    pub operator: TangentOperator,
    /// The forces whose stiffness the iteration matrix has.
    pub stiffness: Stiffness,
    /// When the iteration matrix is computed and factorised.
    pub refresh: Refresh,
}

/// The forces whose derivatives by the coordinates the iteration matrix has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stiffness {
    /// All forces, (41): Newton's method converges quadratically.
    #[default]
    Complete,
    /// Applied and gyroscopic forces, not those of inertia and constraints, (42).
    Applied,
}

/// When the iteration matrix is computed and factorised: Section 3.4 of Holzinger, Arnold, Gerstmayr (2024).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Refresh {
    /// Every iteration computes the matrix.
    #[default]
    Always,
    /// The matrix is computed at the start, after every iteration of a step beyond [`Refresh::MOST`], and where one
    /// from the third on leaves more than half of the residual.
    Modified,
    /// The matrix is computed at the start, and where an iteration leaves more than [`Refresh::CONTRACTION`] of the
    /// residual.
    Quasi,
}

impl Refresh {
    /// All choices, with the word that a scenario uses.
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
            criterion: Criterion::Balance,
            relative: 1e-13,
            absolute: 0.0,
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
    /// The equations are being solved.
    Sought,
    /// The equations are solved.
    Found,
    /// Newton's method does not solve the equations: with the static order of elimination they are to be solved with
    /// pivoting.
    Diverged,
    /// The equations are solved, with pivoting.
    FoundWithPivoting,
}

impl Solution {
    /// Returns the number of the solution's status in recorded functions.
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

/// Returns the squares of the norms of the residual: of the equations of motion, which are times the scale, and of the
/// constraints.
fn squares<R: Real>(residual: &[R], rates: usize) -> [R; 2] {
    let (motion, constraints) = residual.split_at(rates);
    [motion, constraints].map(|part| sum_of_squares(part))
}

fn sum_of_squares<R: Real>(numbers: &[R]) -> R {
    numbers.iter().fold(R::zero(), |sum, x| sum + x.square())
}

/// Returns the norm of the unscaled residual: of the equations of motion, which are times `scale`, and of the constraints.
pub fn residual_norm<R: Real>(residual: &[R], rates: usize, scale: R) -> R {
    R::note("norm of the residual of motion and constraints");
    let [motion, constraints] = squares(residual, rates);
    (motion * (R::one() / scale).square() + constraints).sqrt()
}

/// Units in the last place that rounding may leave of coordinates.
const ROUNDINGS: f64 = 32.0;

/// What Newton's method has kept of the step that it is solving.
#[derive(Clone, Copy, Debug)]
pub struct Progress<R> {
    /// What the residual is judged by: the norm at the predictor, the norm of the sizes of the terms of the equations of motion,
    /// or that of the last increment, as [`Criterion`] says.
    pub compared: R,
    /// What rounding of the coordinates leaves of the residual of the equations of motion, in the norm: 32 units in the last
    /// place of the coordinates, and of the predictors that they and the unknowns are added to, times the iteration matrix, without signs. It grows with the stiffness of springs, the strength of
    /// dampers over the step and, beside the forces, with the square of 1/h.
    pub rounding: R,
    /// The square of the norm of the residual of the equations of motion before the last solution.
    pub before: R,
    /// Solutions of the linearised equations so far.
    pub solves: R,
    /// What has become of the equations: see [`Solution`].
    pub status: R,
}

impl Newton {
    /// The most solutions in a step where nobody says how many and the iteration matrix is not exact: each may leave three quarters
    /// of the error.
    pub const MOST_OF_LINEAR: u32 = 100;

    /// Says whether Newton's method begins a step with v' and the multipliers at the end of the last one, and not with
    /// zeros.
    pub fn begins_with_last(&self) -> bool {
        self.criterion != Criterion::Residual
    }

    /// Says whether the iteration matrix is the derivative of the residual, so that Newton's method converges
    /// quadratically.
    pub fn is_exact(&self) -> bool {
        let complete = self.stiffness == Stiffness::Complete && self.operator == TangentOperator::Exact;
        complete && self.refresh == Refresh::Always
    }

    /// Returns the part of a residual that a solution leaves where it no longer helps: where Newton's method converges
    /// linearly, it may leave a good part of it each time.
    fn standstill(&self) -> f64 {
        if self.is_exact() { 0.1 } else { 0.9 }
    }

    /// Returns what has been kept with what has become of the equations, from the residual, with as many equations of motion, and
    /// the coordinates at the end of the step. At least one solution is made.
    ///
    /// The norm that [`Criterion::Residual`] compares with is that at the predictor, or after the first solution if that is
    /// larger.
    pub fn check<R: Real>(
        &self,
        (residual, rates): (&[R], usize),
        scale: R,
        q: &[R],
        kept: Progress<R>,
    ) -> Progress<R> {
        R::note("is the step solved");
        let norm = residual_norm(residual, rates, scale);
        let made = |count: f64| !kept.solves.less(R::constant(count - 0.5));
        let [motion, constraints] = squares(residual, rates);
        let (mut compared, size) = (kept.compared, sum_of_squares(q));
        let unit = R::constant(ROUNDINGS * R::precision().epsilon());
        let rounded = motion.less_equal(kept.rounding.square()) & constraints.less_equal(unit.square() * size);
        let solved = match self.criterion {
            Criterion::Balance => {
                let within = |left: R, size_squared: R, unit: R| {
                    let tolerated = left.less_equal(size_squared.scale(self.relative.powi(2)));
                    if self.absolute == 0.0 {
                        return tolerated;
                    }
                    tolerated | left.less_equal(unit.scale(self.absolute).square())
                };
                within(motion, compared.square(), scale) & within(constraints, size, R::one())
            }
            Criterion::Residual => {
                compared = R::select(made(1.0), R::select(made(2.0), compared, compared.max(norm)), norm);
                norm.less_equal(compared.scale(self.relative)) | norm.less_equal(R::constant(self.absolute))
            }
            Criterion::Increment => compared.less_equal(R::one()),
        };
        // what is infinite is below a part of what is infinite
        let in_range = norm.less(R::constant(LARGEST));
        let [sought, found, diverged] = [Solution::Sought, Solution::Found, Solution::Diverged].map(Solution::code);
        let goes_on = in_range & !made(f64::from(self.most));
        // while solutions still take away what is left, it is not rounding
        let stands_still = kept.before.scale(self.standstill().powi(2)).less_equal(motion);
        let rounded = rounded & stands_still;
        let solved = (solved | rounded) & in_range & made(1.0);
        let now = R::select(solved, found, R::select(goes_on, sought, diverged));
        let status = R::select(Solution::Found.is_at_least(kept.status), kept.status, now);
        Progress { compared, status, before: motion, ..kept }
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

/// Returns the norm of the sizes of the terms in the equations of motion: of every row of the iteration matrix the sum of its
/// entries times `sizes`, without signs. `sizes` are those of v', scaled, and of the multipliers, scaled.
pub fn size_of_terms<R: Real>(rows: &[Row<R>], sizes: &[R]) -> R {
    R::note("sizes of the terms in the equations of motion");
    norm_of_sums(rows, |j| sizes[j])
}

/// Returns what rounding of the largest of the terms, that coordinates at the end of a step are sums of, leaves of the residual of the
/// equations of motion: see [`Progress::rounding`].
pub fn rounding<R: Real>(rows: &[Row<R>], terms: &[&[R]]) -> R {
    R::note("what rounding of the coordinates leaves of the equations of motion");
    let squares = terms.iter().fold(R::zero(), |most, term| most.max(sum_of_squares(term)));
    let unit = R::constant(ROUNDINGS * R::precision().epsilon()) * squares.sqrt();
    let of_coordinates: Vec<Row<R>> =
        rows.iter().map(|row| row.iter().filter(|(j, _)| *j < rows.len()).copied().collect()).collect();
    unit * norm_of_sums(&of_coordinates, |_| R::one())
}

fn norm_of_sums<R: Real>(rows: &[Row<R>], size: impl Fn(usize) -> R) -> R {
    let sum = |row: &Row<R>| row.iter().fold(R::zero(), |sum, (j, entry)| sum + entry.abs() * size(*j));
    rows.iter().map(sum).fold(R::zero(), |squares, sum| squares + sum.square()).sqrt()
}

#[cfg(test)]
mod tests;
