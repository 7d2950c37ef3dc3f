//! Newton's method on the equations of all legs: steps are damped so that simplified corrections become shorter.
//!
//! Whether a step is taken is decided by the natural monotonicity test of Deuflhard (2011), Newton Methods for Nonlinear Problems,
//! Section 3.3, which does not depend on how equations are scaled: the correction with the old derivatives at the new guess must be
//! shorter than the step. Where motions form a family, as at all energies of what loses none, the step is the shortest of all that solve
//! the linear equations, which ends at the nearest member of the family.

use super::Period;
use super::cyclic::{Link, Reduced};
use super::motion::{Along, Guess, NoOrbit, Orbit};
use super::orbit::{Course, Search, System};
use crate::linalg::{DMatrix, DVector, Factorised, singular};

/// The smallest part of a step that is taken.
const LEAST: f64 = 1e-4;
/// How many parts of a step are tried.
const TRIES: u32 = 14;
/// By how many times its guess an unknown period may differ from it, and by which part of it one step may change it.
const PERIODS: (f64, f64) = (4.0, 0.5);
/// How many times the size of the first states others may have where the period is looked for: legs from far away take long, and lead
/// nowhere.
const FAR: f64 = 8.0;
/// Singular values up to so much of the largest, and up to so much of what is left as well, are those of a family of motions, where no
/// more than that part of what is left lies in their direction.
const FAMILY: (f64, f64, f64) = (1e-6, 0.1, 1e-2);

/// What guesses are kept within: the period, s, and the size of states.
#[derive(Clone, Copy)]
struct Bounds {
    period: [f64; 2],
    size: f64,
}

impl Bounds {
    fn around(guess: &Guess, course: &Course) -> Self {
        let largest = (0..guess.states.len()).map(|k| course.size(k)).fold(0.0, f64::max);
        Self { period: [guess.period / PERIODS.0, guess.period * PERIODS.0], size: FAR * largest }
    }
}

/// Increments of all states, in what constraints leave free, and changes of the period, s, and of the parameter.
struct Correction {
    states: Vec<DVector<f64>>,
    p: DVector<f64>,
}

impl Correction {
    /// Returns the size of what this leaves of a part of another: root mean squares of states of size one, changes of the period as parts
    /// of it.
    fn left_of(&self, other: &Self, part: f64, (course, guess): (&Course, &Guess)) -> f64 {
        let count = self.states.len() as f64;
        let of = |(k, (a, b)): (usize, (&DVector<f64>, &DVector<f64>))| {
            ((a - b * part) / course.size(k)).norm_squared() / count
        };
        let states: f64 = self.states.iter().zip(&other.states).enumerate().map(of).sum();
        let scales = [guess.period, guess.parameter.abs().max(1.0)];
        let further = (0..2).map(|k| ((self.p[k] - part * other.p[k]) / scales[k]).powi(2));
        (states + further.sum::<f64>()).sqrt()
    }

    fn size(&self, at: (&Course, &Guess)) -> f64 {
        self.left_of(self, 0.0, at)
    }
}

/// Solves the linear equations at the beginning of the period.
enum Inverse {
    Whole(Factorised),
    /// Of the shortest solution, by unknowns of these sizes, and the number of directions that are left out.
    Shortest(DMatrix<f64>, usize),
}

impl Inverse {
    /// Returns what solves a system; `sizes` are those of its unknowns, where shortest solutions are wanted.
    fn new(system: &System, sizes: Option<&DVector<f64>>, residual: f64) -> Self {
        sizes
            .and_then(|sizes| Self::shortest(system, sizes, residual))
            .unwrap_or_else(|| Self::Whole(Factorised::new(system.matrix.clone())))
    }

    fn shortest(System { matrix, right, columns }: &System, sizes: &DVector<f64>, residual: f64) -> Option<Self> {
        // what is left of states is in their units, of the phase in any
        let free = right.len() - columns.len();
        let of_phase = |i: usize| matrix.row(i).transpose().component_mul(sizes).amax().max(1e-300);
        let scale = |i: usize| if i < free { sizes[i].recip() } else { of_phase(i).recip() };
        let rows = DVector::from_fn(right.len(), |i, _| scale(i));
        let scaled = DMatrix::from_fn(matrix.nrows(), matrix.ncols(), |i, j| rows[i] * matrix[(i, j)] * sizes[j]);
        if scaled.iter().any(|x| !x.is_finite()) {
            return None;
        }
        let right = right.component_mul(&rows);
        let (u, values, v_t) = singular(scaled)?;
        let largest = values.amax();
        let is_free = |k: usize| {
            let value = values[k];
            let limit = if residual > 0.0 { FAMILY.0.max(FAMILY.1 * residual) } else { FAMILY.0 };
            value <= limit * largest && (residual == 0.0 || u.column(k).dot(&right).abs() <= FAMILY.2 * right.norm())
        };
        let free: Vec<usize> = (0..sizes.len()).filter(|k| is_free(*k)).collect();
        if free.is_empty() {
            return None;
        }
        let mut inverse = DMatrix::zeros(sizes.len(), sizes.len());
        for k in (0..sizes.len()).filter(|k| !free.contains(k)) {
            inverse += v_t.row(k).transpose() * u.column(k).transpose() / values[k];
        }
        let back = DMatrix::from_fn(sizes.len(), sizes.len(), |i, j| sizes[i] * inverse[(i, j)] * rows[j]);
        Some(Self::Shortest(back, free.len()))
    }

    fn solve(&self, right: &DVector<f64>) -> Option<DVector<f64>> {
        match self {
            Self::Whole(factors) => factors.solve(right),
            Self::Shortest(inverse, _) => Some(inverse * right).filter(|x| x.iter().all(|x| x.is_finite())),
        }
    }
}

/// The linear equations at a guess.
struct Linear {
    links: Vec<Link>,
    system: System,
    inverse: Inverse,
}

impl Linear {
    /// Returns the correction for what is left of the links, of the phase and of the place on a branch.
    fn correction(&self, reduced: &Reduced, further: &[f64]) -> Option<Correction> {
        let free = reduced.b.len();
        let right = DVector::from_iterator(free + further.len(), reduced.b.iter().chain(further).copied());
        let solved = self.inverse.solve(&right)?;
        let mut p = DVector::zeros(2);
        self.system.columns.iter().enumerate().for_each(|(k, column)| p[*column] = solved[free + k]);
        Some(Correction { states: reduced.all(&solved.rows(0, free).into_owned(), &p)?, p })
    }
}

impl Search<'_> {
    /// Solves for a motion from a guess; on a branch on the plane perpendicular to a tangent at a distance from a point of the branch.
    pub(super) fn solve(&self, mut guess: Guess, along: Along<'_>) -> Result<Orbit, NoOrbit> {
        let asked = &self.map.asked;
        let mut course = self.legs(&guess)?;
        let is_bounded = along.is_none() && matches!(asked.period, Period::Unknown(..));
        let bounds = is_bounded.then(|| Bounds::around(&guess, &course));
        let (mut iterations, mut was_solved, mut part) = (0, false, 1.0f64);
        loop {
            let links = self.links(&guess, &course).ok_or(NoOrbit::Diverged)?;
            let reduced = Reduced::new(&links);
            let system = self.bordered(&guess, &course, &reduced, along).ok_or(NoOrbit::Diverged)?;
            let further: Vec<f64> = system.right.iter().skip(reduced.b.len()).copied().collect();
            let left = further.iter().fold(0.0f64, |most, x| most.max(x.abs()));
            let is_solved = course.residual() <= asked.tolerance && left <= asked.tolerance.sqrt().min(1e-6);
            // one step more where what is left may be more than rounding
            if is_solved && (was_solved || course.residual() <= 1e-3 * asked.tolerance) {
                let tangent = self.tangent(&reduced, &system.matrix, &system.columns);
                let family = self.family(&system, (&course, &guess), along);
                return Ok(self.orbit(guess, &course, (&links, tangent), (iterations, family)));
            }
            was_solved = is_solved;
            if iterations >= asked.iterations {
                return Err(NoOrbit::Diverged);
            }
            iterations += 1;
            let sizes = along.is_none().then(|| sizes(&system, (&course, &guess)));
            let inverse = Inverse::new(&system, sizes.as_ref(), course.residual());
            let linear = Linear { links, system, inverse };
            let whole = linear.correction(&reduced, &further).ok_or(NoOrbit::Singular)?;
            (guess, course, part) = self.damped((&guess, &course), (&linear, &whole), (along, bounds), part)?;
            part = (4.0 * part).min(1.0);
        }
    }

    /// Counts the directions in which a motion has neighbours of its kind, where its period is looked for.
    fn family(&self, system: &System, at: (&Course, &Guess), along: Along<'_>) -> usize {
        if along.is_some() || !matches!(self.map.asked.period, Period::Unknown(..)) {
            return 0;
        }
        match Inverse::shortest(system, &sizes(system, at), 0.0) {
            Some(Inverse::Shortest(_, count)) => count,
            _ => 0,
        }
    }

    /// Returns the guess after as much of a step as brings it nearer to a motion, its legs, and which part that is.
    fn damped(
        &self,
        at: (&Guess, &Course),
        (linear, whole): (&Linear, &Correction),
        (along, bounds): (Along<'_>, Option<Bounds>),
        begin: f64,
    ) -> Result<(Guess, Course, f64), NoOrbit> {
        let (guess, course) = at;
        let norm = (course, guess);
        let size = whole.size(norm);
        let (mut part, mut error) = (begin.min(longest(at, whole, bounds)), NoOrbit::Diverged);
        for _ in 0..TRIES {
            if part < LEAST {
                break;
            }
            let next = self.stepped(at, whole, part);
            match self.legs(&next) {
                Ok(there) if there.residual() <= self.map.asked.tolerance => return Ok((next, there, part)),
                Ok(there) => {
                    let again = self.simplified((&next, &there), course, linear, along);
                    let again = again.ok_or(NoOrbit::Singular)?;
                    if again.size(norm) <= (1.0 - 0.25 * part) * size {
                        return Ok((next, there, part));
                    }
                    let bend = again.left_of(whole, 1.0 - part, norm);
                    let estimate = 0.5 * part * part * size / bend;
                    part = if estimate.is_finite() { estimate.clamp(0.1 * part, 0.5 * part) } else { 0.1 * part };
                }
                Err(NoOrbit::Stopped) => return Err(NoOrbit::Stopped),
                Err(other) => (part, error) = (0.25 * part, other),
            }
        }
        Err(error)
    }

    /// Returns the correction at a guess with the derivatives at the guess before, whose legs are given.
    fn simplified(
        &self,
        (next, there): (&Guess, &Course),
        before: &Course,
        linear: &Linear,
        along: Along<'_>,
    ) -> Option<Correction> {
        let of = |(k, link): (usize, &Link)| Link { r: there.missed_in(before, k), ..link.clone() };
        let links: Vec<Link> = linear.links.iter().enumerate().map(of).collect();
        linear.correction(&Reduced::new(&links), &self.further(next, there, along)?)
    }

    /// Returns the guess after a part of a step.
    fn stepped(&self, (guess, course): (&Guess, &Course), whole: &Correction, part: f64) -> Guess {
        let mut next = Guess {
            states: Vec::new(),
            period: guess.period + part * whole.p[0],
            parameter: guess.parameter + part * whole.p[1],
        };
        let (parameters, [period, ..]) = (self.at(&next), self.period(&next));
        for (k, by) in whole.states.iter().enumerate() {
            let time = period * k as f64 / whole.states.len() as f64;
            let by = course.basis(k) * by * part;
            next.states.push(self.map.moved(course.state(k), &by, (&parameters, time)));
        }
        next
    }
}

/// Returns the sizes of the unknowns of a system: of the first state, then the period and the parameter where these are looked for.
fn sizes(system: &System, (course, guess): (&Course, &Guess)) -> DVector<f64> {
    let free = system.right.len() - system.columns.len();
    let of = |column: &usize| if *column == 0 { guess.period } else { guess.parameter.abs().max(1.0) };
    let states = std::iter::repeat_n(course.size(0), free);
    DVector::from_iterator(system.right.len(), states.chain(system.columns.iter().map(of)))
}

/// Returns the largest part of a step that keeps to bounds, and changes no period by much.
fn longest((guess, course): (&Guess, &Course), whole: &Correction, bounds: Option<Bounds>) -> f64 {
    let (by, period) = (whole.p[0].abs(), guess.period);
    let mut part = 1.0f64;
    if by > 0.0 {
        part = part.min(PERIODS.1 * period / by);
    }
    let Some(Bounds { period: [least, most], size }) = bounds else { return part };
    if by > 0.0 {
        let room = if whole.p[0] > 0.0 { most - period } else { period - least };
        part = part.min(room.max(0.0) / by);
    }
    for (k, moved) in whole.states.iter().enumerate().map(|(k, by)| (k, by.amax())).filter(|(_, moved)| *moved > 0.0) {
        part = part.min((size - course.size(k)).max(0.0) / moved);
    }
    part
}
