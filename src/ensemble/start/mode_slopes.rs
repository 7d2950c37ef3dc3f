//! Derivatives of the exponents of modes by parameters.
//!
//! A mode is a solution S(s) x = 0 of the equations of motion and of the constraints, linear near a steady state, for motions
//! x exp(s t) along the axes of a frame that turns; multipliers are among x. With y S(s) = 0 on the other side a simple exponent
//! changes by -(y dS x)/(y S' x), where dS is what a parameter makes of S, the state included.

use super::recorded::RecordedStarts;
use super::residual::At;
use super::scalar::Starts;
use crate::linalg::{Complex, DMatrix};
use crate::num::{Dual, Real, Vec3};
use crate::problem::{Factor, Layout, Unknowns, along};

/// How far beside an exponent equations are solved, relative to it: they are regular there, and motions the same but for so much.
const BESIDE: f64 = 1e-14;
/// Solutions of inverse iteration.
const SOLUTIONS: usize = 4;
/// Exponents are one where they are nearer, relative to the magnitude.
const ALIKE: f64 = 1e-7;
/// Exponents that are one move together where their derivatives differ by less, relative to the largest.
const TOGETHER: f64 = 1e-6;
/// The part of the fastest exponent by which the one that these equations have may differ from the one that is given.
const APART: f64 = 1e-7;
/// Motions of which y S' x is a smaller part of its terms are those of a double exponent with one motion.
const DEFECTIVE: f64 = 1e-7;

type Number = Dual<f64, 1>;

/// A steady state as a parameter moves it.
#[derive(Clone, Debug)]
pub(in crate::ensemble) struct Moving {
    /// The values of all parameters.
    pub parameters: Vec<Number>,
    /// The coordinates.
    pub q: Vec<Number>,
    /// The velocities.
    pub v: Vec<Number>,
}

/// A steady state with what the equations give there, and the frame that it is seen from.
struct Steady<'a> {
    starts: &'a Starts<'a>,
    parameters: Vec<Number>,
    q: Vec<Number>,
    v: Vec<Number>,
    rate: Vec<Number>,
    multipliers: Vec<Number>,
    turning: Vec3<Number>,
}

/// Increments of coordinates, velocities and rates of velocities, own axes, and of multipliers.
struct Increments {
    parts: [Vec<Number>; 3],
    multipliers: Vec<Number>,
}

/// S as a polynomial of s.
struct Polynomial([DMatrix<f64>; 3]);

impl Starts<'_> {
    /// Returns the start of a member as a parameter moves it; none where the recorded functions have no derivatives there.
    pub(in crate::ensemble) fn moving(
        &self,
        recorded: &RecordedStarts,
        (parameters, state): (&[f64], &[f64]),
        by: usize,
    ) -> Option<Moving> {
        let parameters = Dual::by_one(parameters, Some(by));
        let ([q, v], _) = recorded.of(self, (&parameters, Some(state)), false)?;
        Some(Moving { parameters, q, v })
    }

    /// Returns the multipliers of constraints at a state of a member.
    pub(in crate::ensemble) fn multipliers(
        &self,
        recorded: &RecordedStarts,
        parameters: &[f64],
        [q, v]: [&[f64]; 2],
    ) -> Option<Vec<f64>> {
        Some(recorded.at(self, parameters, [q, v], false)?.multipliers)
    }

    /// Returns the derivatives of exponents of modes, among all that are known, by parameters, a row for every parameter, at a state that moves with each as
    /// `moving` says; not a number of one that is not simple, unless all that are one move alike, nor where
    /// the state is no equilibrium and no steady motion.
    pub(in crate::ensemble) fn exponent_slopes(
        &self,
        recorded: &RecordedStarts,
        (exponents, among): (&[Complex<f64>], &[Complex<f64>]),
        moving: impl Iterator<Item = Option<Moving>>,
    ) -> Vec<Vec<Complex<f64>>> {
        let none = || vec![Complex::new(f64::NAN, f64::NAN); exponents.len()];
        let mut spaces: Option<Vec<Option<Space>>> = None;
        let of = |moving: Option<Moving>| {
            let Some(steady) = moving.and_then(|moving| Steady::new(self, recorded, moving)) else { return none() };
            let spaces = spaces.get_or_insert_with(|| {
                let polynomial = steady.polynomial();
                exponents.iter().map(|s| Space::new(&polynomial, steady.rate.len(), (*s, among))).collect()
            });
            let slope = |(s, space): (&Complex<f64>, &Option<Space>)| {
                let found = space.as_ref().and_then(|space| space.slope(&steady, *s));
                found.unwrap_or(Complex::new(f64::NAN, f64::NAN))
            };
            exponents.iter().zip(&*spaces).map(slope).collect()
        };
        moving.map(of).collect()
    }
}

impl<'a> Steady<'a> {
    fn new(starts: &'a Starts<'a>, recorded: &RecordedStarts, moving: Moving) -> Option<Self> {
        let Moving { parameters, q, v } = moving;
        let at = recorded.at(starts, &parameters, [&q, &v], false)?;
        let turning = starts.mechanism.base_rotation(&parameters).unwrap_or_else(Vec3::zero);
        Some(Self { starts, parameters, q, v, rate: at.rate, multipliers: at.multipliers, turning })
    }

    fn layout(&self) -> &Layout {
        self.starts.formulated.layout()
    }

    /// Returns the number of equations of motion, and that of multipliers.
    fn sizes(&self) -> [usize; 2] {
        [self.rate.len(), self.multipliers.len()]
    }

    /// Returns the increments of a motion x exp(s t) by powers of s: of s^k in `x` the coefficient with the number k.
    fn increments(&self, x: [&[Number]; 3]) -> Increments {
        // a sum x0 + s x1 + s^2 x2 stands for itself: position, rate and second rate of what is seen turning
        let [n, _] = self.sizes();
        let mut parts = [(); 3].map(|()| vec![Number::zero(); self.layout().velocity_count()]);
        for place in self.layout().places().filter(|place| place.v < n) {
            let rotation = place.factor.group_rotation().map(|p| p.rotation(&self.q[place.q..]));
            if place.factor == Factor::Vector(3) || rotation.is_some() {
                let [x0, x1, x2] = x.map(|all| Vec3::from_slice(&all[place.v..]));
                let turned = |x: Vec3<Number>| self.turning.cross(x);
                let first = x1 + turned(x0);
                let second = x2 + turned(x1) + turned(x1) + turned(turned(x0));
                let own = match rotation {
                    None => [x0, first, second],
                    Some(rotation) => {
                        let [x0, first, second] = [x0, first, second].map(|x| rotation.apply_transposed(x));
                        [x0, first, second - Vec3::from_slice(&self.v[place.v..]).cross(first)]
                    }
                };
                parts.iter_mut().zip(own).for_each(|(part, own)| own.write(&mut part[place.v..]));
                continue;
            }
            // values of first order are velocities without coordinates
            let first = usize::from(place.factor.coordinate_count() == 0);
            for (part, x) in parts[first..].iter_mut().zip(x) {
                let own = place.v..place.v + place.factor.velocity_count();
                part[own.clone()].copy_from_slice(&x[own]);
            }
        }
        Increments { parts, multipliers: x[0][n..].to_vec() }
    }

    /// Returns what increments leave unbalanced: the equations of motion, then the constraints.
    fn unbalanced(&self, increments: &Increments) -> Vec<Number> {
        let Starts { mechanism, formulated, residuals, .. } = *self.starts;
        let resting = |all: &[Number]| -> Vec<Dual<Number, 1>> { all.iter().map(|x| Dual::resting(*x)).collect() };
        let moving = |all: &[Number], by: &[Number]| -> Vec<Dual<Number, 1>> {
            all.iter().zip(by).map(|(x, slope)| Dual { re: *x, eps: [*slope] }).collect()
        };
        let [position, velocity, rate] = &increments.parts;
        let (q, _) = along(self.layout(), &self.q, position, &[]);
        let [v, rate, multipliers] =
            [moving(&self.v, velocity), moving(&self.rate, rate), moving(&self.multipliers, &increments.multipliers)];
        let parameters = resting(&self.parameters);
        let at = At {
            parameters: &parameters,
            t: Dual::zero(),
            scale: Dual::one(),
            q: &q,
            v: &v,
            unknowns: Unknowns { rate: &rate, multipliers: &multipliers },
        };
        let recorded = residuals[0].of(formulated, mechanism);
        let [first, motion] = recorded.at(at, true);
        motion.iter().chain(recorded.constraints(&first)).map(|x| x.eps[0]).collect()
    }

    /// Returns S at the state, without its derivatives.
    fn polynomial(&self) -> Polynomial {
        let [n, m] = self.sizes();
        let zeros = vec![Number::zero(); n + m];
        let mut all = [(); 3].map(|()| DMatrix::zeros(n + m, n + m));
        for j in 0..n + m {
            let mut unit = zeros.clone();
            unit[j] = Number::one();
            for (power, matrix) in all.iter_mut().enumerate() {
                if j >= n && power > 0 {
                    continue;
                }
                let mut x = [&zeros[..]; 3];
                x[power] = &unit;
                let column = self.unbalanced(&self.increments(x));
                matrix.column_mut(j).iter_mut().zip(column).for_each(|(to, x)| *to = x.re);
            }
        }
        Polynomial(all)
    }

    /// Returns what the parameter makes of S(s) x.
    fn changed(&self, s: Complex<f64>, x: &[Complex<f64>]) -> Vec<Complex<f64>> {
        let part = |of: &dyn Fn(Complex<f64>) -> f64| {
            let all = [x.to_vec(), x.iter().map(|x| s * x).collect(), x.iter().map(|x| s * s * x).collect()];
            let [x0, x1, x2] = all.map(|all| all.into_iter().map(|x| Number::constant(of(x))).collect::<Vec<_>>());
            self.unbalanced(&self.increments([&x0, &x1, &x2]))
        };
        let [real, imaginary] = [part(&|x| x.re), part(&|x| x.im)];
        real.iter().zip(&imaginary).map(|(re, im)| Complex::new(re.eps[0], im.eps[0])).collect()
    }
}

/// The motions of an exponent, and the forces on the other side.
struct Space {
    right: DMatrix<Complex<f64>>,
    left: DMatrix<Complex<f64>>,
    /// y S' x.
    rate: DMatrix<Complex<f64>>,
}

impl Space {
    /// Finds the motions of an exponent, as many as there are exponents like it; none where they are fewer.
    fn new(polynomial: &Polynomial, motions: usize, (s, exponents): (Complex<f64>, &[Complex<f64>])) -> Option<Self> {
        let count = exponents.iter().filter(|other| (*other - s).norm() <= ALIKE * s.norm()).count();
        let Polynomial(powers) = polynomial;
        let size = powers[0].nrows();
        // constraints, and their forces, of the size of stiffnesses
        let stiffest = powers[0].view((0, 0), (motions, motions)).amax();
        let by = |k: usize| if k < motions || stiffest == 0.0 { 1.0 } else { stiffest };
        let near = s * (1.0 + BESIDE);
        let at = DMatrix::from_fn(size, size, |i, j| {
            let [a, b, c] = [0, 1, 2].map(|k| powers[k][(i, j)] * by(i) * by(j));
            Complex::from(a) + near * (near * c + b)
        });
        let solved = |matrix: DMatrix<Complex<f64>>| {
            let lu = matrix.lu();
            let some = |i: usize, k: usize| {
                Complex::new((1.0 + 0.7 * i as f64 + 2.3 * k as f64).cos(), (i * (k + 2)) as f64 % 3.0)
            };
            let mut all = DMatrix::from_fn(size, count, some);
            for _ in 0..SOLUTIONS {
                all = lu.solve(&all)?;
                if all.iter().any(|x| !(x.re.is_finite() && x.im.is_finite())) {
                    return None;
                }
                all = all.qr().q();
            }
            Some(DMatrix::from_fn(size, count, |i, k| all[(i, k)] * by(i)))
        };
        let (right, left) = (solved(at.clone())?, solved(at.transpose())?);
        let slope = |i: usize, j: usize| s * (2.0 * powers[2][(i, j)]) + powers[1][(i, j)];
        let rate = left.transpose() * DMatrix::from_fn(size, size, slope) * &right;
        // beside what a motion of the fastest of these modes has
        let fastest = exponents.iter().fold(0.0f64, |most, s| most.max(s.norm()));
        let most = |i: usize, j: usize| powers[1][(i, j)].abs() + 2.0 * fastest * powers[2][(i, j)].abs();
        let terms = left.transpose().map(|x| x.norm()) * DMatrix::from_fn(size, size, most) * right.map(|x| x.norm());
        let is_sound = rate.determinant().norm() > (DEFECTIVE * terms.norm()).powi(count as i32);
        // where accelerations are left over these are other equations than those that the exponents are of
        let value = |i: usize, j: usize| s * (s * powers[2][(i, j)] + powers[1][(i, j)]) + powers[0][(i, j)];
        let left_over = left.transpose() * DMatrix::from_fn(size, size, value) * &right;
        let apart = rate.clone().lu().solve(&left_over)?.map(|x| x.norm()).amax();
        (is_sound && apart <= APART * fastest).then_some(Self { right, left, rate })
    }

    /// Returns the derivative of the exponent.
    fn slope(&self, steady: &Steady<'_>, s: Complex<f64>) -> Option<Complex<f64>> {
        let count = self.right.ncols();
        let mut of_parameter = DMatrix::zeros(count, count);
        for (j, motion) in self.right.column_iter().enumerate() {
            let changed = steady.changed(s, motion.as_slice());
            for (i, force) in self.left.column_iter().enumerate() {
                of_parameter[(i, j)] = force.iter().zip(&changed).map(|(y, x)| y * x).sum();
            }
        }
        let slopes = -self.rate.clone().lu().solve(&of_parameter)?;
        let mean = slopes.trace() / count as f64;
        let apart = (&slopes - DMatrix::identity(count, count) * mean).map(|x| x.norm()).amax();
        (apart <= TOGETHER * slopes.map(|x| x.norm()).amax()).then_some(mean)
    }
}
